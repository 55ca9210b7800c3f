# labelaudit --src on commands of C and C++ whose texts come in several ways: by cases, by functions of the tree and of libraries, as
# words of a list, for a shell or for a program that runs another.
. tests/lib.sh
. tests/says.sh
. tests/fast_c.sh

# what tells one program to run another is asked of that program alone
clean other_told 'char c[99]; sprintf(c, "gunzip -c %s", file); popen(c, "r");' 'static const char *more = "-T";'
open same_told 'char c[99]; sprintf(c, "zip -q x %s", file); popen(c, "r");' 'static const char *more = "-T";'
open same_told_by_path 'char c[99]; sprintf(c, "cat x | /usr/bin/zip -q x %s", file); popen(c, "r");' 'static const char *more = "-T";'
open same_told_quoted "char c[99]; sprintf(c, \"'zi'p -q x %s\", file); popen(c, \"r\");" 'static const char *more = "-T";'

# programs of the machine
clean module 'popen("/sbin/modprobe -l x 2>&1", "r");'
open module_config 'system("modprobe -C ./m.conf x");'
open module_config_long 'system("/sbin/modprobe --conf=./m.conf x");'
open module_loader 'system("iptables -M ./load -L");'
clean tool 'execlp("mbrola", "mbrola", "-e", "-v", file, NULL);'
open tool_near 'execlp("./mbrola", "mbrola", "-e", "-v", file, NULL);'
prog tool_own 'execlp("mbrola", "mbrola", "-e", "-v", file, NULL);'
mkdir "$T/tool_own/mbrola"
echo 'int main(void) { return system("cc k.c"); }' >"$T/tool_own/mbrola/main.c"
says unknown fast tool_own

# a buffer that serves several commands holds what was written to it last
two='sprintf(c, "cc -c %s", file); puts(c);'
clean last "char c[99]; $two sprintf(c, \"ls %s\", file); system(c);"
open last_before "char c[99]; sprintf(c, \"ls %s\", file); $two system(c);"
clean last_of_global "$two sprintf(c, \"ls %s\", file); system(c);" 'static char c[99];'
open last_of_global_called "$two sprintf(c, \"ls %s\", file); other(); system(c);" 'static char c[99]; void other(void) { strcpy(c, "cc k.c"); }'
open last_behind_call "char c[99], *p = c; $two sprintf(c, \"ls %s\", file); other(p); system(c);" 'static void other(char *p) { strcpy(p, "cc k.c"); }'
clean last_with_call "char c[99]; $two sprintf(c, \"ls %s\", file); other(argc); system(c);" 'static void other(int n) { printf("%d", n); }'
open last_by_alias "char c[99], *p = c; $two sprintf(c, \"ls %s\", file); *p = 99; system(c);"
open last_by_alias_copy "char c[99], *p = c; $two sprintf(c, \"ls %s\", file); strcpy(p, \"cc k.c\"); system(c);"
open last_of_one_way "char c[99]; $two if (argc > 3) sprintf(c, \"ls %s\", file); system(c);"
clean last_of_both "char c[99]; $two if (argc > 3) sprintf(c, \"ls %s\", file); else { strcpy(c, \"cat \"); strcat(c, file); } system(c);"
open last_of_both_other "char c[99]; $two if (argc > 3) sprintf(c, \"ls %s\", file); else { strcpy(c, \"cc \"); strcat(c, file); } system(c);"
clean last_of_left "char c[99]; $two if (argc > 3) sprintf(c, \"ls %s\", file); else { puts(c); return 1; } system(c);"
clean last_in_block "char c[99]; $two if (argc > 3) { strcpy(c, \"ls \"); if (argc > 4) strcat(c, \"-l \"); strcat(c, file); system(c); }"
open last_in_block_other "char c[99]; $two if (argc > 3) { strcpy(c, \"ls \"); if (argc > 4) strcat(c, \"; cc \"); strcat(c, file); system(c); }"
open last_in_loop "char c[99]; $two strcpy(c, \"ls\"); for (int i = 0; i < 2; i++) { system(c); strcpy(c, \"cc k.c\"); }"
clean last_each_time "char c[99]; $two for (int i = 0; i < 2; i++) { strcpy(c, \"ls\"); system(c); strcpy(c, \"cc k.c\"); }"
open last_jumped_over "char c[99]; $two if (argc > 3) goto run; strcpy(c, \"ls\"); run: system(c);"
open last_jumped_back "char c[99]; $two strcpy(c, \"ls\"); run: system(c); strcpy(c, \"cc k.c\"); if (argc > 3) goto run;"
open last_of_case "char c[99]; $two switch (argc) { case 3: strcpy(c, \"cc k.c\"); case 4: system(c); break; }"
open last_of_cases "char c[99]; $two switch (argc) { case 3: strcpy(c, \"cc k.c\"); break; default: strcpy(c, \"ls\"); } system(c);"
open last_of_no_case "char c[99]; $two switch (argc) { case 3: strcpy(c, \"cat x\"); break; case 4: strcpy(c, \"ls\"); } system(c);"
open last_of_half_case "char c[99]; $two switch (argc) { case 3: strcpy(c, \"g\"); if (file) break; strcat(c, \"zip x\"); break; default: strcpy(c, \"ls\"); } system(c);"
open last_falls "char c[99]; $two switch (argc) { case 3: strcpy(c, \"cc k.c; \"); default: strcat(c, \"ls\"); } system(c);"
clean last_of_all_cases "char c[99]; $two switch (argc) { case 3: strcpy(c, \"cat x\"); break; case 4: strcpy(c, \"gzip \"); strcat(c, file); break; default: strcpy(c, \"ls\"); } system(c);"
clean last_tested "char *c; if (asprintf(&c, \"cc %s\", file) < 0) return 1; puts(c); if (asprintf(&c, \"ls %s\", file) < 0) return 1; system(c);"
open last_kept "char c[99]; $two const char *p = c; strcpy(c, \"ls\"); strcpy(c, \"cc k.c\"); system(p);"
open last_made_longer "char *c = malloc(99); $two strcpy(c, \"cc k.c\"); c = realloc(c, 199); system(c);"
open last_allocated 'char *c = alloc_line(); system(c);' 'static char *alloc_line(void) { return strdup("cc k.c"); }'
clean last_own_memory 'char *c = own_alloc(99); strcpy(c, "ls "); strcat(c, file); system(c);' 'static void *own_alloc(size_t n) { void *p = malloc(n); if (!p) exit(1); return p; }'
open last_static 'static char c[99]; system(c); strcpy(c, "cc k.c");'
open last_by_macro "char c[99]; $two strcpy(c, \"ls\"); PICK; system(c);" '#define PICK strcpy(c, "cc k.c")'
open last_at_end "char c[99]; $two strcpy(c, \"ls \"); sprintf(c + strlen(c), \"; cc %s\", file); system(c);"
clean last_emptied "char c[99]; $two c[0] = 0; strcat(c, \"ls \"); strcat(c, file); system(c);"
open last_of_itself "char c[99]; $two sprintf(c, \"%s -l\", c); system(c);"
clean last_of_given 'run("x"); run("y");' 'static void run(const char *f) { char c[99]; sprintf(c, "cc %s", f); puts(c); sprintf(c, "ls %s", f); system(c); }'

# a shell that gets its line by -c
clean shell 'execl("/bin/sh", "sh", "-c", "ls -l", (char *)NULL);'
open shell_other 'execl("/bin/sh", "sh", "-c", "cc k.c", (char *)NULL);'
clean shell_path 'char c[99]; sprintf(c, "gzip -dc %s", file); execl(_PATH_BSHELL, "sh", "-c", c, (char *)NULL);' '#include <paths.h>'
open shell_user 'execl("/bin/sh", "sh", "-c", file, (char *)NULL);'
open shell_script 'execl("/bin/sh", "sh", "run.sh", "-c", "ls", (char *)NULL);'
open shell_traced 'execl("/bin/sh", "sh", "-ec", "ls", (char *)NULL);'
open shell_near 'execl("./sh", "sh", "-c", "ls", (char *)NULL);'
clean shell_list 'char *a[] = { "sh", "-c", "ls | wc -l", NULL }; execv("/bin/sh", a);'
open shell_list_other 'char *a[] = { "sh", "-c", "ls | cc -", NULL }; execv("/bin/sh", a);'
open shell_list_set 'char *a[] = { "sh", "-c", "ls", NULL }; a[argc] = argv[3]; execv("/bin/sh", a);'
clean shell_spawned 'pid_t p; char *a[] = { "sh", "-c", "ls", NULL }; posix_spawn(&p, "/bin/sh", NULL, NULL, a, environ);' 'extern char **environ;'
open shell_perl 'execlp("perl", "perl", "-c", "ls", (char *)NULL);'

# a group, and programs that run another
clean group 'system("test -d x || ( rm -rf x && mkdir x )");'
open group_other 'system("test -d x || ( rm -rf x && cc k.c )");'
open group_behind 'system("(ls); cc k.c");'
open group_function 'system("ls() { cc k.c; }; ls");'
open group_spaced 'system("ls () { cc k.c; }; ls");'
clean prefix 'system("nice -n 10 stdbuf -oL ls | /usr/bin/env wc");'
open prefix_other 'system("nice -n 10 cc k.c");'
open prefix_value 'system("time -o ls cc k.c");'
open prefix_split 'system("env -S \"cc k.c\"");'
open prefix_user 'char c[99]; sprintf(c, "nice %s", file); system(c);'
open prefix_option 'char c[99]; sprintf(c, "nice %s ls", file); system(c);'
open prefix_variable 'system("env LD_PRELOAD=./k.so ls");'
prog prefix_own 'system("timeout 3 ls");'
echo 'int main(void) { return system("cc k.c"); }' >"$T/prefix_own/timeout.c"
says unknown fast prefix_own

# GLib
clean spawned_line 'char *c = g_strdup_printf("gzip -t %s", file); g_spawn_command_line_sync(c, NULL, NULL, NULL, NULL);' '#include <glib.h>'
open spawned_line_other 'char *c = g_strdup_printf("cc %s", file); g_spawn_command_line_sync(c, NULL, NULL, NULL, NULL);' '#include <glib.h>'
open spawned_line_user 'char *c = g_strdup_printf("%s -t", file); g_spawn_command_line_async(c, NULL);' '#include <glib.h>'
open spawned_line_signs 'g_spawn_command_line_async("tar > --to-command=cc -xf x", NULL);' '#include <glib.h>'
clean spawned_words 'char *a[4]; a[0] = "rm"; a[1] = "-rf"; a[2] = (char *)file; a[3] = NULL; g_spawn_sync(NULL, a, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL, NULL);' '#include <glib.h>'
open spawned_words_other 'char *a[4]; a[0] = "cc"; a[1] = "rm"; a[2] = (char *)file; a[3] = NULL; g_spawn_sync(NULL, a, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL, NULL);' '#include <glib.h>'
open spawned_words_one 'char *a[] = { "rm", "x", NULL }; if (argc > 3) a[0] = "cc"; g_spawn_async(NULL, a, NULL, 0, NULL, NULL, NULL, NULL);' '#include <glib.h>'
open spawned_where 'char *a[] = { "rm", "x", NULL }; g_spawn_async(NULL, a, where(), 0, NULL, NULL, NULL, NULL);' '#include <glib.h>
static char **where(void) { static char *e[] = { "PATH=.", NULL }; return e; }'
open spawned_told 'char *a[] = { "tar", "--to-command=cc", NULL }; g_spawn_async(NULL, a, NULL, 0, NULL, NULL, NULL, NULL);' '#include <glib.h>'
open spawned_user 'char **a; g_shell_parse_argv(file, NULL, &a, NULL); g_spawn_async(NULL, a, NULL, 0, NULL, NULL, NULL, NULL);' '#include <glib.h>'
clean spawned_closed 'g_spawn_close_pid(argc);' '#include <glib.h>'
clean subprocess 'g_subprocess_new(0, NULL, "ls", "-l", file, NULL);' '#include <glib.h>'
open subprocess_other 'g_subprocess_new(0, NULL, "cc", "ls", NULL);' '#include <glib.h>'

# it ends at the end of its memory, and goes on where it is known to end
clean ended "char c[99]; $two strncpy(c, \"ls\", sizeof(c)); c[sizeof(c) - 1] = 0; system(c);"
open ended_inside "char c[99]; $two sprintf(c, \"shuf %s\", file); c[2] = 0; system(c);"
clean ended_behind "char c[99]; $two sprintf(c, \"ls %s\", file); c[98] = 0; system(c);"
open ended_other "char c[99], d[2]; $two strcpy(c, \"shuf\"); c[sizeof(d)] = 0; system(c);"
open ended_pointer "char *c = malloc(99); $two strcpy(c, \"shuf -n 1 x\"); c[sizeof(c) - 6] = 0; c[sizeof(c) - 1] = 0; system(c);"
open ended_longer_name "char c[99], cc[2]; $two strcpy(c, \"shuf\"); c[sizeof(cc)] = 0; system(c);"
open ended_not "char *c = malloc(99); strcpy(c, \"xxxxxxxx; cc k.c\"); strncpy(c, \"ls -l -a -b\", sizeof(c)); system(c);"
open ended_letter "char c[99]; $two strcpy(c, \"xc k.c\"); c[sizeof(c) - 1] = 99; c[0] = 99; system(c);"
open ended_tail "char c[99]; $two sprintf(c, \"ls '%s' x\", file); c[5] = 0; strcat(c, \"; cc k.c'\"); system(c);"
clean goes_on "char c[99]; $two strncpy(c, \"gzip > \", 8); strncpy(c + 7, file, 80); c[90] = 0; strncpy(c + strlen(c), \".gz\", 5); system(c);"
open goes_on_inside "char c[99]; $two strcpy(c, \"ls > \"); strcpy(c + 0, file); system(c);"
open goes_on_other "char c[99]; $two strcpy(c, \"ls > \"); strcpy(c + 1, \"d k.c\"); system(c);"
open goes_on_user "char c[99]; $two strcpy(c, \"ls > \"); strcpy(c + argc, \"; cc k.c\"); system(c);"

# what reports a command reads it, what keeps it may write to it later
log='static void note(const char *f, ...) { va_list a; va_start(a, f); vfprintf(stderr, f, a); va_end(a); }'
join='static char *join(const char *base, ...) { va_list ap; const char *s; char *out; va_start(ap, base); out = calloc(1, 999); strcpy(out, base); while ((s = va_arg(ap, const char *)) != NULL) strcat(out, s); va_end(ap); return out; }'
clean noted 'char *c; switch (argc) { case 3: c = join("gunzip", " -c ", file, NULL); break; case 4: c = join("zcat ", file, NULL); break; default: c = NULL; note("no %d", argc); } if (popen(c, "r") == NULL) note("no %s", c); else c = join("cc ", file, NULL); puts(c);' "$log
$join"
open noted_other 'char *c; switch (argc) { case 3: c = join("gunzip", " -c ", file, NULL); break; case 4: c = join("cc ", file, NULL); break; default: c = NULL; note("no %d", argc); } if (popen(c, "r") == NULL) note("no %s", c);' "$log
$join"
open noted_kept "char c[99]; $two keep(c); sprintf(c, \"ls %s\", file); other(); system(c);" 'static char *k; static void keep(char *s) { k = s; } static void other(void) { strcpy(k, "cc k.c"); }'
open noted_written "char c[99]; $two sprintf(c, \"ls %s\", file); note(c); system(c);" 'static void note(char *s) { strcpy(s, "cc k.c"); }'
open noted_pool 'char *c = get(), *d; strcpy(c, "ls"); d = get(); strcpy(d, "cc k.c"); system(c);' 'static char pool[99]; static char *get(void) { return pool; }'
open noted_pool_later 'char *c = get(); strcpy(c, "ls"); later(); system(c);' 'static char pool[99]; static char *get(void) { return pool; } static void later(void) { strcpy(pool, "cc k.c"); }'
open noted_same 'char b[99], *c = same(b); strcpy(c, "ls"); later(b); system(c);' 'static char *same(char *s) { return s; } static void later(char *s) { strcpy(s, "cc k.c"); }'
open noted_kept_memory 'char *c = get(); strcpy(c, "ls"); later(); system(c);' 'static char *k; static char *get(void) { char *p = malloc(99); k = p; return p; } static void later(void) { strcpy(k, "cc k.c"); }'
open noted_twin 'char b[99], *c = same(b); strcpy(c, "ls"); strcpy(b, "cc k.c"); system(c);' 'static char *same(char *s) { return s; }'
open noted_alias 'char b[99], *c = b; strcpy(c, "ls"); strcpy(b, "cc k.c"); system(c);'
open noted_alias_set 'char b[99], *c; c = b; strcpy(b, "ls"); strcpy(b, "cc k.c"); system(c);'
open noted_alias_swapped 'char a[99] = "ls", b[99] = "cc k.c", *c = a; if (argc > 3) c = b; strcpy(a, "wc"); system(c);'
open no_end "char c[99]; strcpy(c, \"  cc k.c\"); strncpy(c, \"ls\", strlen(\"ls\")); system(c);"
open no_end_known "char c[99]; strcpy(c, \"  cc k.c\"); strncpy(c, \"\", 0); system(c);"
open none_printed "char c[99]; strcpy(c, \"cc k.c\"); snprintf(c, 0, \"ls\"); system(c);"
clean with_end "char c[99]; strcpy(c, \"cc k.c\"); strncpy(c, \"ls\", sizeof(c)); system(c);"
open memory_of_text "char *c = lib_alloc_text(9); strcat(c, \"; cc k.c\"); system(c);"

SUFFIX=cpp
strings='#include <sstream>
#include <string>'
clean cxx_last 'std::string c = std::string("cc ") + file; puts(c.c_str()); c = "ls "; c += file; system(c.c_str());' "$strings"
open cxx_last_other 'std::string c = "ls "; c = std::string("cc ") + file; system(c.c_str());' "$strings"
open cxx_last_reference 'std::string c = "x"; std::string &d = c; c = "ls "; d = "cc k.c"; system(c.c_str());' "$strings"
open cxx_last_pointer 'std::string c = "ls "; const char *p = c.c_str(); c = "cc k.c"; system(p);' "$strings"
open cxx_last_handed 'std::string c = "x"; c = "ls "; pick(c); system(c.c_str());' "$strings
static void pick(std::string &s) { s = \"cc k.c\"; }"
open cxx_last_caught 'std::string c = "x"; auto f = [&] { c = "cc k.c"; }; c = "ls "; f(); system(c.c_str());' "$strings"
clean cxx_last_before 'std::string c = file; c = "ls " + c; system(c.c_str());' "$strings"
open cxx_last_before_other 'std::string c = file; c = "cc " + c; system(c.c_str());' "$strings"
clean cxx_last_given 'run("x"); run("y");' "$strings
static int run(std::string c) { c = \"ls \" + c; return system(c.c_str()); }"
open cxx_last_given_other 'run("x"); run("y");' "$strings
static int run(std::string c) { if (c.size() > 9) c = \"ls \" + c; return system(c.c_str()); }"
open cxx_last_made_up 'std::string c = "ls "; c.insert(0, "cc k.c; "); system(c.c_str());' "$strings"

# a method gets what all that call one of its name give
clean cxx_method 'tool t; t.go("ls -l"); t.go("wc x");' "$strings
struct tool { int n = 0; int go(std::string c) { return system(c.c_str()); } };"
open cxx_method_other 'tool t; t.go("ls -l"); t.go("cc k.c");' "$strings
struct tool { int n = 0; int go(std::string c) { return system(c.c_str()); } };"
clean cxx_method_out 'tool t; t.go("ls -l"); tool::go("cat x");' "$strings
struct tool { static int go(std::string c); };
int tool::go(std::string c) { return system(c.c_str()); }"
open cxx_method_handed 'tool t; int (tool::*f)(std::string) = &tool::go; t.go("ls"); (t.*f)("cc k.c");' "$strings
struct tool { int go(std::string c); };
int tool::go(std::string c) { return system(c.c_str()); }"
open cxx_method_virtual 'tool t; t.go("ls"); work(&t);' "$strings
#include \"base.h\"
struct tool : base { int go(std::string c) { return system(c.c_str()); } };"
open cxx_method_template 'tool<int> t; t.go("ls");' "$strings
template <class T> struct tool { T n; int go(std::string c) { return system(c.c_str()); } };"
open cxx_operator 'tool t; t("ls"); t("cc k.c");' "$strings
struct tool { int operator()(std::string c) { return system(c.c_str()); } };"
open cxx_constructor 'tool t("ls"); tool *u = new tool("cc k.c"); delete u;' "$strings
struct tool { tool(std::string c) { system(c.c_str()); } };"
SUFFIX=c
