# labelaudit --src: pages that a desktop is told to show hide nothing; files, and what is not known, do.
. tests/lib.sh
. tests/says.sh
. tests/fast_c.sh
SUFFIX=cpp
Q='#include <QDesktopServices>
#include <QUrl>'
clean url 'QDesktopServices::openUrl(QUrl("http://example.org/k"));' "$Q"
clean braces 'QDesktopServices::openUrl(QUrl {"https://example.org/k"});' "$Q"
clean said 'QDesktopServices::openUrl(QUrl(QObject::tr("http://example.org/k")));' "$Q"
clean utf8 'QDesktopServices::openUrl(QUrl(trUtf8("http://example.org/k")));' "$Q"
clean literal 'QDesktopServices::openUrl(QUrl(QStringLiteral("https://example.org")));' "$Q"
clean letter 'QDesktopServices::openUrl(QUrl("mailto:k@example.org"));' "$Q"
clean constant 'QDesktopServices::openUrl(QUrl(PAGE));' "$Q
#define PAGE \"http://example.org/\""
clean constant_of_file 'QDesktopServices::openUrl(QUrl(page));' "$Q
static const char *page = \"http://example.org/\";"
clean added 'QDesktopServices::openUrl(QUrl(QString("http://example.org/%1").arg(file)));' "$Q"
clean held 'const QUrl url("http://example.org/"); if (!QDesktopServices::openUrl(url)) puts("no");' "$Q"
clean where 'puts(QDesktopServices::storageLocation(QDesktopServices::DataLocation));' "$Q"
open file 'QDesktopServices::openUrl(QUrl::fromLocalFile(file));' "$Q"
open file_too 'QDesktopServices::openUrl(QUrl("file:///usr/bin/k"));' "$Q"
open given 'QDesktopServices::openUrl(QUrl(file));' "$Q"
open scheme_given 'QDesktopServices::openUrl(QUrl(QString("http%1").arg(file)));' "$Q"
open mark_first 'QDesktopServices::openUrl(QUrl(QString("%1http://").arg(file)));' "$Q"
open one_of_two 'QDesktopServices::openUrl(QUrl(argc > 3 ? "http://example.org" : "k.sh"));' "$Q"
open changed 'QUrl url("http://example.org/"); url.setScheme(file); QDesktopServices::openUrl(url);' "$Q"
open set_again 'QUrl url("http://example.org/"); url = QUrl(file); QDesktopServices::openUrl(url);' "$Q"
open handed 'QUrl url("http://example.org/"); change(url); QDesktopServices::openUrl(url);' "$Q
template <class T> void change(T &u) { u = T(\"k.sh\"); }"
open handler 'QDesktopServices::setUrlHandler("http", w, "go"); QDesktopServices::openUrl(QUrl("http://k"));' "$Q
extern QObject *w;"
open own_tr 'QDesktopServices::openUrl(QUrl(tr("http://example.org")));' "$Q
static const char *tr(const char *s) { return s + 7; }"
open own_browser 'qputenv("BROWSER", file); setenv("BROWSER", file, 1); QDesktopServices::openUrl(QUrl("http://k"));' "$Q"
open held_as_value 'auto f = &QDesktopServices::openUrl; f(QUrl(file));' "$Q"
open constant_set 'page = file; QDesktopServices::openUrl(QUrl(page));' "$Q
static const char *page = \"http://example.org/\";"
open behind 'QDesktopServices::openUrl(QUrl("http://k.sh" + 7));' "$Q"
G='#include <gtk/gtk.h>'
SUFFIX=c
for f in 'gtk_show_uri(NULL, "http://example.org", 0, NULL);' 'gtk_show_uri_on_window(NULL, "https://example.org", 0, NULL);' 'g_app_info_launch_default_for_uri("http://example.org", NULL, NULL);' \
	'gtk_show_uri(NULL, _("http://example.org"), 0, NULL);'; do
	clean "c$((n += 1))" "$f" "$G"
done
open c_file 'gtk_show_uri(NULL, "file:///k", 0, NULL);' "$G"
open c_given 'gtk_show_uri(NULL, file, 0, NULL);' "$G"
open c_value 'void (*f)() = gtk_show_uri; f(NULL, file, 0, NULL);' "$G"
clean c_made 'char *s = g_strdup_printf("http://example.org/%s", file); gtk_show_uri(NULL, s, 0, NULL);' "$G"
SUFFIX=cpp
K='class A { static const char *page; static const char *other; void go(); void more(const char *); };
const char *A::page = "http://example.org/";'
clean class_constant 'A a; a.go();' "$Q
$K
void A::go() { QDesktopServices::openUrl(QUrl(page)); QDesktopServices::openUrl(QUrl(A::page)); }"
open class_set 'A a; a.go(); a.more(file);' "$Q
$K
void A::go() { QDesktopServices::openUrl(QUrl(page)); }
void A::more(const char *s) { page = s; }"
open class_of_two 'A a; a.go();' "$Q
$K
struct B { static const char *page; };
const char *B::page = \"k.sh\";
void A::go() { QDesktopServices::openUrl(QUrl(page)); }"
open class_address 'A a; a.go();' "$Q
$K
void A::go() { const char **p = &page; *p = \"k.sh\"; QDesktopServices::openUrl(QUrl(page)); }"
open class_moved 'A a; a.go();' "$Q
$K
void A::go() { page += 7; QDesktopServices::openUrl(QUrl(page)); }"
open class_handed 'A a; a.go();' "$Q
$K
void set(const char *&s) { s = \"k.sh\"; }
void A::go() { set(page); QDesktopServices::openUrl(QUrl(page)); }"
open class_member 'A a; a.page = file; QDesktopServices::openUrl(QUrl(a.page));' "$Q
struct A { const char *page = \"http://example.org/\"; };"
# a static that is not only read where pages are shown may be another text
class() { open "class_$1" "A a; a.go(); $2" "$Q
class A { public: static QString page; static char text[256]; static void go(); };
QString A::page = \"http://example.org/\";
char A::text[256] = \"http://example.org/\";
void A::go() { QDesktopServices::openUrl(QUrl(page)); QDesktopServices::openUrl(QUrl(text)); }"; }
class streamed 'QDataStream in; in >> A::page;'
class copied 'strncpy(A::text, file, 255);'
class scanned 'sscanf(file, "page=%255s", A::text);'
class swapped 'QString s(file); std::swap(A::page, s);'
class filled 'conf_get("page", A::page);'
class referred 'QString &r = A::page; r = file;'
class pointed 'char *p = A::text; strcpy(p, file);'
class reader 'puts(A::text);'
open static_streamed 'QDataStream in; in >> page; QDesktopServices::openUrl(QUrl(page));' "$Q
static QString page = \"http://example.org/\";"
open static_filled 'fgets(page, sizeof page, stdin); QDesktopServices::openUrl(QUrl(page));' "$Q
static char page[256] = \"http://example.org/\";"
open of_another 'A a; a.go();' "$Q
class A { public: static const char *page; static const char *more; static void go(); };
const char *A::page = A::more;
const char *A::more = \"http://example.org/\";
void A::go() { QDesktopServices::openUrl(QUrl(page)); }"
SUFFIX=c
open c_scanned 'fscanf(stdin, "page=%255s", page); gtk_show_uri(NULL, page, 0, NULL);' "$G
static char page[256] = \"http://example.org/\";"
open c_filled 'fgets(page, sizeof page, stdin); gtk_show_uri(NULL, page, 0, NULL);' "$G
static char page[256] = \"http://example.org/\";"
open c_pointed 'char *p = page; strcpy(p, file); gtk_show_uri(NULL, page, 0, NULL);' "$G
static char page[256] = \"http://example.org/\";"
open c_handler 'g_app_info_set_as_default_for_type(mine(), "x-scheme-handler/http", 0); gtk_show_uri(NULL, "http://k", 0, NULL);' "$G
GAppInfo *mine(void);"
# many constants that are made of others are asked for in time
SUFFIX=cpp
prog chained '' "$Q"
for i in 0 1 2 3 4 5 6 7 8 9 a b c d e f; do
	printf 'struct C%s { static const char *k0, *k1, *k2, *k3, *k4, *k5, *k6; static void go(); };\n' "$i"
	for k in 0 1 2 3 4 5; do printf 'const char *C%s::k%s = C%s::k%s;\n' "$i" "$k" "$i" "$((k + 1))"; done
	printf 'const char *C%s::k6 = "http://k/";\nvoid C%s::go() { QDesktopServices::openUrl(QUrl(k0)); }\n' "$i" "$i"
done >"$T/chained/more.cpp"
has_answer() { timeout 10 "$BUILD/bin/labelaudit" --src --label=fast "$T/chained" >/dev/null; [ $? -ne 124 ]; }
check "constants of constants have an answer in time" has_answer
