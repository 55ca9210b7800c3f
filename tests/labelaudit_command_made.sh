# labelaudit --src on C and C++ that makes a command by formats of libraries of C++, by strings that are put before
# themselves, or word by word in a list.
. tests/lib.sh
. tests/says.sh
. tests/fast_c.sh

# lists of words
clean cast 'const char *a[] = { "/bin/ls", "-l", file, NULL }; execv(a[0], (char **)a);'
open cast_compiler 'const char *a[] = { "/usr/bin/cc", "-c", file, NULL }; execv(a[0], (char **)a);'
open cast_written 'const char *a[] = { "ls", NULL }; ((char **)a)[0] = "cc"; execvp(a[0], (char **)a);'
open cast_given 'const char *a[] = { "ls", NULL }; pick((char **)a); execvp(a[0], (char **)a);' 'static void pick(char **a) { *a = "cc"; }'
clean first 'char *a[9]; a[0] = "ls"; a[1] = NULL; execvp(*a, a);'
open first_written 'char *a[9]; a[0] = "ls"; a[1] = NULL; *a = "cc"; execvp(*a, a);'
open poked 'char *a[9]; a[0] = strdup("ls"); a[1] = NULL; strcpy(a[0], "cc"); execvp(a[0], a);'
open poked_first 'char *a[9]; a[0] = strdup("ls"); a[1] = NULL; strcpy(*a, "cc"); execvp(a[0], a);'
clean asked 'char *a[9]; a[0] = "ls"; a[1] = NULL; if (strcmp(a[0], "ls") == 0) puts(a[0]); execvp(a[0], a);'
suffixes='static const char *pick(const char *f) { int i; char *at;
	for (i = 0; by[i]; i += 2) if ((at = strstr(f, by[i])) != NULL && strlen(at) == strlen(by[i])) return by[i + 1];
	return "cat"; }'
clean sought 'char b[900]; sprintf(b, "%s \"%s\"", pick(file), file); popen(b, "r");' "static char *by[] = {\".gz\", \"gzip -cd\", \".bz2\", \"bzip2 -cd\", NULL};
$suffixes"
open sought_compiler 'char b[900]; sprintf(b, "%s \"%s\"", pick(file), file); popen(b, "r");' "static char *by[] = {\".gz\", \"gzip -cd\", \".c\", \"cc\", NULL};
$suffixes"
open sought_in 'char *a[9], *at; a[0] = strdup("ls"); a[1] = NULL; if ((at = strstr(a[0], file))) *at = 0; execvp(a[0], a);'
clean counted 'char *a[9]; int n = 0; a[n++] = "ls"; if (argc > 3) a[n++] = "-l"; a[n++] = (char *)file; a[n] = NULL; execvp(a[0], a);'
open counted_compiler 'char *a[9]; int n = 0; a[n++] = "cc"; a[n++] = (char *)file; a[n] = NULL; execvp(a[0], a);'
open counted_maybe 'char *a[9]; int n = 0; if (argc > 3) a[n++] = "ls"; a[n++] = "cc"; a[n] = NULL; execvp(a[0], a);'
open counted_and 'char *a[9]; int n = 0; argc > 3 && (a[n++] = "ls"); a[n++] = "cc"; a[n] = NULL; execvp(a[0], a);'
open counted_again 'char *a[9]; int n = 0; a[n++] = "ls"; n = 0; a[n++] = "cc"; a[n] = NULL; execvp(a[0], a);'
open counted_back 'char *a[9]; int n = 0; a[n++] = "ls"; n--; a[n++] = "cc"; a[n] = NULL; execvp(a[0], a);'
open counted_jump 'char *a[9]; int n = 0; again: a[n++] = "ls"; a[n++] = "cc"; a[n] = NULL; if (argc++ < 9) goto again; execvp(a[0], a);'
open counted_by 'char *a[9]; int n = 0; a[n++] = "ls"; set(&n); a[n++] = "cc"; a[n] = NULL; execvp(a[0], a);' 'static void set(int *n) { *n = 0; }'
open counted_loop 'char *a[9]; int n; for (n = 0; n < argc - 3;) a[n++] = "ls"; a[n++] = "cc"; a[n] = NULL; execvp(a[0], a);'
open counted_over 'char *a[9]; int n = 0; a[n++] = "ls"; a[n - 1] = "cc"; a[n] = NULL; execvp(a[0], a);'
open counted_tells 'char *a[9]; int n = 0; a[n++] = "tar"; a[n++] = "--to-command=cc"; a[n++] = (char *)file; a[n] = NULL; execvp(a[0], a);'

SUFFIX=cpp
# a string before or behind itself
clean before_itself 'std::string c = file; c = "ls " + c; system(c.c_str());'
clean behind_itself 'std::string c = "ls "; c = c + file; c = c + " 2>&1"; system(c.c_str());'
clean as_given 'go(std::string("ls ") + file);' 'static void go(std::string c) { c = "env " + c; try { system(c.c_str()); } catch (...) { puts("no"); } }'
clean tried 'go("ls");' 'static void go(std::string c) { try { c = "env " + c; system(c.c_str()); } catch (...) { puts("no"); } }'
open before_compiler 'std::string c = "ls"; c = "cc k.c; " + c; system(c.c_str());'
open before_name 'std::string c = "ls "; c = "cc" + c; system(c.c_str());'
open in_loop 'std::string c = "ls "; for (; argc > 3; argc--) { system(c.c_str()); c = "cc " + c; }'
open caught 'std::string c = "ls"; try { c = "cc " + c; stop(); c = "ls"; } catch (...) { system(c.c_str()); }' 'static void stop() { throw 1; }'

# formats
clean fmt 'system(fmt::format("ls {} -l {{}} {:>9}", file, 3).c_str());' '#include <fmt/format.h>'
clean std_format 'auto s = std::format("ls {}", file); system(s.c_str());' '#include <format>'
open fmt_program 'system(fmt::format("{} k.c", file).c_str());' '#include <fmt/format.h>'
open fmt_compiler 'system(fmt::format("{} k.c", "cc").c_str());' '#include <fmt/format.h>'
open fmt_order 'system(fmt::format("{1} {0}", "ls", "cc").c_str());' '#include <fmt/format.h>'
open fmt_second 'system(fmt::format("ls {}; {}", file, "cc").c_str());' '#include <fmt/format.h>'
open fmt_half 'system(fmt::format("l{}", file).c_str());' '#include <fmt/format.h>'
open fmt_of_user 'system(fmt::format(file, "ls").c_str());' '#include <fmt/format.h>'
open fmt_own 'system(fmt::format("ls {}", file).c_str());' 'namespace fmt { std::string format(const char *f, const char *x) { return "cc k.c"; } }'
clean arg 'system(qPrintable(QString("ls %1 %2").arg(file).arg(3)));' '#include <QString>'
clean arg_order 'system(qPrintable(QString("%2 %1").arg("k.c").arg("ls")));' '#include <QString>'
open arg_order_compiler 'system(qPrintable(QString("%2 %1").arg("ls").arg("cc")));' '#include <QString>'
open arg_program 'system(qPrintable(QString("%1 k.c").arg(file)));' '#include <QString>'
open arg_second 'system(qPrintable(QString("ls %1; %2").arg(file).arg("cc")));' '#include <QString>'
open arg_sign 'system(qPrintable(QString("ls %2 %1").arg("; cc").arg(file)));' '#include <QString>'
open arg_more 'system(qPrintable(QString("%1 %2").arg("cc", file)));' '#include <QString>'
clean from_text 'system(QString::fromUtf8("ls -l").toLatin1().data());' '#include <QString>'
open from_user 'system(QString::fromUtf8(file).toLatin1().data());' '#include <QString>'
clean view 'constexpr std::string_view v = "ls -l"; system(std::string(v).c_str());'
open view_compiler 'constexpr std::string_view v = "cc k.c"; system(std::string(v).c_str());'
clean letter "std::string c(\"ls\"); c += ' '; c.push_back('-'); c.append(\"l\"); system(c.c_str());"
open letter_name "std::string c(\"c\"); c.push_back('c'); c.append(\" k.c\"); system(c.c_str());"

# classes that derive from a string
name='struct name : public std::string { name(const char *s) : std::string(s) {} std::string end() const { return *this; } };'
clean derived 'name n(file); std::string c = "mkdir -p " + n; system(c.c_str());' "$name"
clean derived_lambda 'name n(file); auto f = [](int x) { return x; }; std::string c = "mkdir -p " + n; f(1); system(c.c_str());' "$name"
clean derived_call 'name n(file); system(("mkdir -p " + n.end()).c_str());' "$name"
open derived_alone 'name n("ls"); system(n.c_str());' 'struct name : public std::string { name(const char *s) : std::string("cc k.c") {} };'
open derived_first 'name n("ls"); system((n + " -l").c_str());' "$name"
open derived_given 'system(made().c_str());' 'struct name : public std::string { name(const char *s) : std::string("cc k.c") {} };
name made() { return "ls"; }'
open derived_set 'name n; n = "ls"; system(n.c_str());' 'struct name : std::string { name &operator=(const char *s) { assign("cc"); return *this; } };'
open derived_operator 'name n("x"); std::string c = "ls " + n; system(c.c_str());' 'struct name : std::string { name(const char *s); };
std::string operator+(const char *, const name &) { return "cc k.c"; }'
open no_string 'name n; auto c = "ls " + n.end(); system(c);' 'struct name { const char *end() const; };'

SUFFIX=c
# a list that a function is handed
run='static void run(char **v) { execvp(v[0], v); }'
clean handed 'char *a[] = { "ls", "-l", NULL }; run(a);' "$run"
clean handed_two 'char *a[] = { "ls", "-l", NULL }, *b[9]; b[0] = "cat"; b[1] = (char *)file; b[2] = NULL; run(a); run(b);' "$run"
clean handed_list 'run((char *[]){ "ls", "-l", NULL });' "$run"
clean handed_through 'char *a[] = { "ls", NULL }; twice(a);' "$run
static void twice(char **w) { run(w); run(w); }"
clean handed_const 'const char *const a[] = { "ls", NULL }; run((char **)a);' "$run"
open handed_compiler 'char *a[] = { "ls", NULL }, *b[] = { "cc", NULL }; run(a); run(b);' "$run"
open handed_list_compiler 'run((char *[]){ "cc", "k.c", NULL });' "$run"
open handed_main 'run(argv + 2);' "$run"
open handed_main_whole 'run(argv);' "$run"
open handed_unknown 'run(made(file));' "$run
char **made(const char *);"
open handed_sets 'char *a[] = { "ls", NULL }; run(a);' 'static void run(char **v) { v[0] = "cc"; execvp(v[0], v); }'
open handed_other_sets 'char *a[] = { "ls", NULL }; pick(a); run(a);' "$run
static void pick(char **v) { *v = \"cc\"; }"
open handed_steps 'char *a[] = { "ls", "cc", NULL }; run(a);' 'static void run(char **v) { v++; execvp(v[0], v); }'
open handed_address 'char *a[] = { "ls", NULL }; void (*f)(char **) = run; char *b[] = { "cc", NULL }; f(b); run(a);' "$run"
open handed_open 'char *a[] = { "ls", NULL }; run(a);' 'static char **keep; static void run(char **v) { keep = v; keep[0] = "cc"; execvp(v[0], v); }'
open handed_tells 'char *a[] = { "tar", "xf", "k", "--to-command=cc", NULL }; run(a);' "$run"
open handed_poked 'char *a[] = { strdup("ls"), NULL }; run(a);' 'static void run(char **v) { strcpy(v[0], "cc"); execvp(v[0], v); }'
open handed_itself 'char *a[] = { "ls", NULL }; again(a, 2);' 'static void again(char **v, int n) { if (n) again(v, n - 1); else { v[0] = "cc"; execvp(v[0], v); } }'
