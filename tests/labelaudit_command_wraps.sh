# labelaudit --src on functions of C and C++ that print a command by a format that they are given, as printf does.
. tests/lib.sh
. tests/says.sh
. tests/fast_c.sh
SUFFIX=cpp
V='va_list ap; va_start(ap, fmt);'
# made NAME BODY [FORMAT...]: a function that returns the text; made_into: one that puts it where its first operand points to
made() { printf 'static %s xf(const char *fmt, ...) { %s %s }' "$1" "$V" "$2"; }
into() { printf 'static int xf(char **r, const char *fmt, ...) { %s %s }' "$V" "$1"; }

run='system(xf("ls %s", file));' str='system(xf("ls %s", file).c_str());'
grows='int size = 100; char *p, *np; if ((p = (char *)malloc(size)) == NULL) return NULL; for (;;) { int n = vsnprintf(p, size, fmt, ap); if (n > -1 && n < size) return p; size *= 2; if ((np = (char *)realloc(p, size)) == NULL) { free(p); return NULL; } p = np; }'
clean grows "$run" "$(made 'char *' "$grows")"
open grows_compiler 'system(xf("cc %s", file));' "$(made 'char *' "$grows")"
open grows_of_two 'system(xf(argc > 3 ? "ls %s" : "cc %s", file));' "$(made 'char *' "$grows")"
open grows_user 'system(xf(file));' "$(made 'char *' "$grows")"
open grows_program 'system(xf("%s x", file));' "$(made 'char *' "$grows")"
open grows_second 'system(xf("ls %s; %s", file, "cc"));' "$(made 'char *' "$grows")"
clean string "$str" 'std::string xf(const std::string &fmt, ...) { int size = 100; std::string s; va_list ap; for (;;) { s.resize(size); va_start(ap, fmt); int n = vsnprintf((char *)s.c_str(), size, fmt.c_str(), ap); va_end(ap); if (n > -1 && n < size) { s.resize(n); return s; } size *= 2; } return s; }'
clean vector "$str" "$(made std::string 'int n = vsnprintf(nullptr, 0, fmt, ap); std::vector<char> b(n + 1); vsnprintf(b.data(), b.size(), fmt, ap); return std::string(b.data(), n);')"
pack='template <typename... A> std::string xf(const std::string &fmt, A... a) { size_t n = snprintf(nullptr, 0, fmt.c_str(), a...) + 1; std::unique_ptr<char[]> b(new char[n]); snprintf(b.get(), n, fmt.c_str(), a...); return std::string(b.get(), b.get() + n - 1); }'
clean pack "$str" "$pack"
open pack_compiler 'system(xf("cc %s", file).c_str());' "$pack"

# what is made is changed, or something else is given
for body in 'vsnprintf(s, 999, fmt, ap); strcat(s, "; cc k.c"); return s;' 'strcpy(s, "cc "); vsnprintf(s + 3, 999, fmt, ap); return s;' 'fmt = "cc %s"; vsnprintf(s, 999, fmt, ap); return s;' \
	'vsnprintf(s, 999, "cc %s", ap); return s;' 'snprintf(s, 999, fmt, "cc"); fmt = "%s"; return s;' 'vsnprintf(s, 999, fmt, ap); if (*s) return (char *)"cc k.c"; return s;' \
	'vsnprintf(s, 999, fmt, ap); s[0] = 99; return s;' 'vsnprintf(s, 999, fmt, ap); char *q = s; strcpy(q, "cc"); return s;' 'vsnprintf(s, 999, fmt, ap); change(s); return s;' \
	'vsnprintf(s, 999, fmt, ap); keep = s; return s;' 'vsnprintf(s, 999, fmt, ap); return s + 3;' 'vsnprintf(s, 999, fmt, ap); PUT(s); return s;' 'vsnprintf(s, 999, fmt, ap); GETS(s); return s;' \
	'vsnprintf(s, 999, fmt, ap); HIDDEN; return s;'; do
	n=$((n + 1))
	open "changed$n" "$run" "static char *keep; static char *other = (char *)\"cc\"; static void change(char *s) { strcpy(s, \"cc\"); }
#define PUT(b) strcpy(b, \"cc\")
#define GETS(b) b = other
#define HIDDEN strcpy(s, \"cc\")
$(made 'char *' "char *s = (char *)malloc(999); $body")"
done
open cut 'system(xf("cclint %s", file));' "$(made 'char *' 'char *s = (char *)malloc(99); vsnprintf(s, 3, fmt, ap); return s;')"
open resized 'system(xf("cclint %s", file).c_str());' "$(made std::string 'std::string s(999, 0); vsnprintf(&s[0], 999, fmt, ap); s.resize(2); return s;')"
open by_data "$str" "$(made std::string 'std::string s(999, 0); vsnprintf(&s[0], 999, fmt, ap); strcpy(s.data(), "cc"); return s;')"
open set_again "$str" "$(made std::string 'std::string s(999, 0); vsnprintf(&s[0], 999, fmt, ap); s = "cc"; return s;')"
open taken_before 'system(xf("%s k.c", "ls", "cc"));' "$(made 'char *' 'char *s = (char *)malloc(999); const char *p = va_arg(ap, char *); vsnprintf(s, 999, fmt, ap); return s;')"
open shared "$run" "static char b[99]; static char *there() { return b; }
$(made 'char *' 'char *s = there(); vsnprintf(s, 99, fmt, ap); strcpy(b, "cc"); return s;')"
open static_one 'char *c = xf("ls"); xf("cc k.c"); system(c);' "$(made 'char *' 'static char s[99]; vsnprintf(s, 99, fmt, ap); return s;')"

# where an operand points to
new='#define NEW(p, n) do { if (((p) = (char *)malloc(n)) == NULL) goto fail; } while (0)
#define MORE(p, n) do { void *q; if (p == NULL) p = (char *)malloc(n); else { q = realloc(p, n); if (q != NULL) p = (char *)q; } } while (0)
static int vxf(char **r, const char *fmt, va_list *ap) { char *s = NULL; va_list two; int n; if (fmt == NULL) { *r = NULL; return 0; } va_copy(two, *ap); NEW(s, 999); if ((n = vsnprintf(s, 999, fmt, *ap)) >= 999) { MORE(s, n + 1); vsnprintf(s, n + 1, fmt, two); } *r = s; return 0; fail: if (s) free(s); *r = NULL; return 1; }'
outs="$new
static int xf(char **r, const char *fmt, ...) { va_list ap; int n; va_start(ap, fmt); n = vxf(r, fmt, &ap); va_end(ap); return n; }"
clean out_plain 'char *c = NULL; int n; if ((n = xf(&c, "gzip -dc %s", file)) != 0) return 1; FILE *f = popen(c, "r"); free(c); c = NULL;' "$outs"
open out_compiler 'char *c = NULL; int n; if ((n = xf(&c, "cc %s", file)) != 0) return 1; FILE *f = popen(c, "r"); free(c); c = NULL;' "$outs"
open out_again 'char *c = NULL; xf(&c, "ls"); xf(&c, "cc %s", file); system(c);' "$outs"
open out_poked 'char *c = NULL; xf(&c, "ls"); strcpy(c, "cc"); system(c);' "$outs"
n=0
for body in 'vasprintf(r, fmt, ap); strcpy(*r, "cc"); return 0;' 'vasprintf(r, fmt, ap); r[0] = (char *)"cc"; return 0;' 'char *s = (char *)malloc(99); vsprintf(s, fmt, ap); *r = s; strcpy(s, "cc"); return 0;' \
	'char *s = (char *)malloc(99); vsprintf(s, fmt, ap); *r = s; keep = s; return 0;' 'char *s = (char *)malloc(99); vsprintf(s, fmt, ap); *r = (char *)"cc"; return 0;' 'vasprintf(r, fmt, ap); change(r); return 0;' \
	'char *s = (char *)malloc(999); vsprintf(s, fmt, ap); *r = s; return keep ? (keep = s, 1) : 0;'; do
	n=$((n + 1))
	open "out_changed$n" 'char *c; xf(&c, "ls"); system(c);' "static char *keep; static void change(char **r) { *r = (char *)\"cc\"; }
$(into "$body")"
done
