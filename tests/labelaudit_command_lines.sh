# labelaudit --src on C and C++ that put a command line together before it is run: it is harmless where every text that it may come
# to begins with programs that are, whatever the files are called.
. tests/lib.sh
. tests/says.sh
. tests/fast_c.sh

# formats
clean print 'char c[99]; sprintf(c, "gunzip -c %s", file); popen(c, "r");'
clean print_n 'char c[99]; snprintf(c, sizeof c, "LC_ALL=C sort -o %s %d", file, argc); if (system(c) != 0) return 1;'
clean quoted 'char c[99]; sprintf(c, "gzip -dc \"%s\" 2>&1 | head -%d > out", file, argc); system(c);'
clean allocated 'char *c; asprintf(&c, "bzip2 -dc %s", file); popen(c, "r"); free(c);'
clean program 'char c[99]; sprintf(c, "%s %s", argc > 3 ? "zcat" : "bzcat", file); popen(c, "r");'
open program_of_user 'char c[99]; sprintf(c, "%s %s", argv[3], file); popen(c, "r");'
open of_two 'char c[99]; sprintf(c, "%s %s", argc > 3 ? "zcat" : "cc", file); popen(c, "r");'
open half 'char c[99]; sprintf(c, "g%s x", file); system(c);'
open folder 'char c[99]; sprintf(c, "/usr/lib/tool/%s x", file); system(c);'
open second 'char c[99]; sprintf(c, "ls %s; cc k.c", file); system(c);'
open piped 'char c[99]; sprintf(c, "cat %s | sh", file); system(c);'
open piped_user 'char c[99]; sprintf(c, "cat x | %s", file); system(c);'
open inner 'char c[99]; sprintf(c, "ls $(cc %s)", file); system(c);'
open ticks 'char c[99]; sprintf(c, "ls `cc %s`", file); system(c);'
open line 'char c[99]; sprintf(c, "ls %s\ncc k.c", file); system(c);'
open runs_it 'char c[99]; sprintf(c, "nice %s", file); system(c);'
open runs_two 'char c[99]; sprintf(c, "find . -name %s -exec cc {} +", file); system(c);'
open in_path 'char c[99]; sprintf(c, "PATH=%s ls", file); system(c);'
open preload 'char c[99]; sprintf(c, "LD_PRELOAD=./x.so ls %s", file); system(c);'
open by_option 'char c[99]; sprintf(c, "tar -xf %s --to-command=cc", file); system(c);'
open awk_text 'char c[99]; sprintf(c, "awk %s x", file); system(c);'
clean awk_file "char c[99]; sprintf(c, \"awk '{ print \$1 }' %s\", file); system(c);"
open letter 'char c[99]; sprintf(c, "ls %s%c k", file, 59); system(c);'
open letter_sign 'char c[99]; sprintf(c, "ls %s%c k", file, argv[2][0]); system(c);'
open letter_quote "char c[99]; sprintf(c, \"ls '%c; cc k.c'\", argv[2][0]); system(c);"
clean letter_known 'char c[99]; sprintf(c, "ls %s%c k", file, 47); system(c);'
clean by_default 'system(LIST);' '#ifndef LIST
#define LIST "ls"
#endif'
prog by_build 'system(LIST);' '#ifndef LIST
#define LIST "ls"
#endif'
printf "all:\n\tcc '-DLIST=\"cc k.c\"' main.c\n" >"$T/by_build/Makefile"
says unknown fast by_build
open environment 'execle("/bin/ls", "ls", NULL, e);' 'static char *e[] = { "LD_PRELOAD=./k.so", NULL };'
open environment_path 'environ = e; system("ls");' 'extern char **environ; static char *e[] = { "PATH=tools", NULL };'
open over 'const char *c = "ls"; memcpy(&c, &(const char *){"cc k.c"}, sizeof c); system(c);'
# options by which a harmless program runs another, whole, begun, or in a bundle; scripts; options that stand elsewhere
for line in 'awk -f run.awk k.c' 'awk --fi=run.awk k.c' 'sed -f run.sed k.c' "sed '1e ./jit' k.c" "sed -e 's/.*/cc k.c/e' k.c" "sed -n '1ecc k.c' x" 'tar -x --to-com=./k -f x' \
	'tar --use=./pack -cf x y' 'tar -cI./pack -f x y' 'tar cIf ./pack x y' 'sort --comp=./pack x' 'git ls-remote --upload-pack=./jit .' 'hg id --config hooks.pre-id=./jit' \
	'hg log --conf alias.log=!./jit' 'pandoc --filter ./jit x.md' 'wget --use-askpass=./jit x' 'wget -e use_askpass=./jit x' 'gnuplot p.gp' 'nm --plugin=./k.so x'; do
	open "told_$(echo "$line" | tr -c 'a-z0-9\n' _)" "system(\"$line\");"
done
for line in "awk -F: '{ print 1 }' k.c" "sed 's/a/b/g' k.c" 'tar -xzf x --strip-components=1' 'sort -k2 -n x' 'git rev-parse HEAD' 'hg id' 'wget -q x'; do
	clean "not_told_$(echo "$line" | tr -c 'a-z0-9\n' _)" "system(\"$line\");"
done
clean option_of_user 'char c[99]; sprintf(c, "tar -xf %s", file); system(c);'
open option_of_tree 'char c[99]; sprintf(c, "tar -xf x %s", o[argc & 1]); system(c);' 'static const char *o[] = { "--to-command=./k", "" };'
open option_handed 'execlp("tar", "tar", "-xf", "x", file, NULL);' 'static const char *more = "--to-command=./k";'
open script_of_user 'char *a[] = { "awk", argv[2], NULL }; execvp(a[0], a);'
open sed_behind 'char c[99]; sprintf(c, "sed s/a/b/ %s", file); system(c);'
open cut 'char c[99]; snprintf(c, 3, "shuf %s", file); system(c);'
open precision 'char c[99]; sprintf(c, "%.2s %s", "ccache", file); system(c);'
open told_apart 'char c[99]; sprintf(c, "ls %s %s", file, more); system(c);' 'static const char *more = "; cc -shared k.c";'
open told_elsewhere 'char c[99]; sprintf(c, "ls %s", o.tail); system(c);' 'static struct { const char *name, *tail; } o = { "k", "x; gcc -shared k.c" };'

# texts that are joined
clean joined 'char c[99]; strcpy(c, "gunzip"); strcat(c, " -c "); strcat(c, file); popen(c, "r");'
open joined_late 'char c[99]; strcpy(c, "gunzip "); strcat(c, file); if (argc > 3) strcat(c, "; cc k.c"); popen(c, "r");'
open joined_to 'char c[99] = ""; if (argc > 3) strcat(c, "ls "); strcat(c, file); system(c);'
open joined_jump 'char c[99]; strcpy(c, "g"); if (argc > 3) goto run; strcat(c, "zip x"); run: system(c);'
open joined_name 'char c[99]; strcpy(c, "/usr/bin/"); strcat(c, file); system(c);'
clean later 'char c[99]; strcpy(c, "gzip -dc "); if (argc > 3) strcat(c, file); system(c);'
clean at_end 'char c[99]; strcpy(c, "ls "); sprintf(c + strlen(c), "-l %s", file); system(c);'
open at_start 'char c[99]; strcpy(c, "ls "); sprintf(c + argc, "cc %s", file); system(c);'

# what else writes to it
open rewritten 'char c[99]; sprintf(c, "ls %s", file); if (argc > 3) strcpy(c, "cc k.c"); system(c);'
open by_alias 'char c[99], *p = c; sprintf(c, "ls %s", file); strcpy(p, "cc k.c"); system(c);'
open by_found 'char c[99], *p; sprintf(c, "ls %s", file); p = strchr(c, 108); strcpy(p, "cc k.c"); system(c);'
open by_function 'char c[99]; sprintf(c, "ls %s", file); pick(c); system(c);' 'static void pick(char *s) { strcpy(s, "cc k.c"); }'
clean by_harmless 'char c[99]; pick(c, file); system(c);' 'static void pick(char *s, const char *f) { sprintf(s, "ls %s", f); }'
clean read_only 'char c[99]; sprintf(c, "ls %s", file); look(c); if (strchr(c, 47)) puts(c); system(c);' 'static void look(const char *s) { puts(s); }'
open by_library 'char c[99]; sprintf(c, "ls %s", file); fgets(c, 99, stdin); system(c);'
open by_letter 'char c[99]; sprintf(c, "lc %s", file); c[0] = 99; system(c);'
open by_macro 'char c[99]; sprintf(c, "ls %s", file); PICK; system(c);' '#define PICK strcpy(c, "cc k.c")'
open by_operand 'char c[99]; sprintf(c, "ls %s", file); PICK(c); system(c);' '#define PICK(s) strcpy(s, "cc k.c")'
open by_address 'const char *c = "ls"; pick(&c); system(c);' 'static void pick(const char **s) { *s = "cc k.c"; }'
clean by_address_too 'const char *c = "ls"; pick(&c); system(c);' 'static void pick(const char **s) { *s = "cat k.c"; }'
open stays 'strcpy(get(), "cc k.c"); system(get());' 'static char *get(void) { static char b[99] = "ls"; return b; }'

open in_loop 'char c[99]; strcpy(c, "ls "); for (int i = 0; i < argc; i++) { strcat(c, argc > 4 ? "; " : " "); strcat(c, "cc k.c"); } system(c);'
open by_copy 'char *c = strdup("ls x"); char *d = c; strcpy(d, "cc k.c"); system(c);'
open global_set 'go(file);' 'static char *cmd; static void init(const char *s) { cmd = (char *)s; } static void go(const char *f) { init("ls"); if (f) init(f); system(cmd); }'
clean global_one 'go(file);' 'static const char *cmd; static void init(const char *s) { cmd = s; } static void go(const char *f) { init("ls"); if (f) init("cat x"); system(cmd); }'
open by_pointer 'run("ls"); int (*f)(const char *) = &run; f(file);' 'static int run(const char *c) { return system(c); }'
open other_name 'run("ls"); run2("cc k.c");' '#define run2 run
static int run(const char *c) { return system(c); }'
open rows 'char a[2][99]; strcpy(a[0], "ls"); strcpy(a[1], "cc k.c"); system(a[1]);'
open table_handed 'char *a[] = {"ls", "cat"}; fill(a); system(a[0]);' 'static void fill(char **p) { p[0] = "cc k.c"; }'
open then_make 'char c[99]; sprintf(c, "cd %s && make", file); system(c);'
open or_else 'char c[99]; sprintf(c, "test -f %s || cc k.c", file); system(c);'
open in_parentheses 'char c[99]; sprintf(c, "(cc %s)", file); system(c);'
open behind_amp 'char c[99]; sprintf(c, "ls %s & cc k.c", file); system(c);'
open behind_redirect 'char c[99]; sprintf(c, ">out cc %s", file); system(c);'
open quoted_program 'char c[99]; sprintf(c, "ls \"%s\" ; \"cc\" k.c", file); system(c);'
open format_written 'char c[99]; int n = strlen(file); char f[9] = "ls %s"; f[0] = 99; sprintf(c, f, file); system(c);'
open by_va_list 'char c[99] = "ls"; pick(1, c); system(c);' 'static void pick(int n, ...) { va_list a; va_start(a, n); char *s = va_arg(a, char *); strcpy(s, "cc k.c"); va_end(a); }'
open kept_by 'char c[99] = "ls"; keep(c); later(); system(c);' 'static char *kept; static void keep(char *s) { kept = s; } static void later(void) { strcpy(kept, "cc k.c"); }'
open kept_const 'char c[99] = "ls"; keep(c); later(); system(c);' 'static const char *kept; static void keep(const char *s) { kept = s; } static void later(void) { strcpy((char *)kept, "cc k.c"); }'
open from_within 'const char *c = "xcc k.c"; system(c + 1);'
open inner_one 'const char *c = "ls"; { const char *c = "cc k.c"; system(c); } system(c);'
clean two_of_a_name '{ const char *c = "ls"; system(c); } { const char *c = "cat x"; puts(c); system(c); }'
open tail_returned 'char c[99]; sprintf(c, "ls %s", bad()); system(c);' 'static const char *bad(void) { return "x; cc k.c"; }'
open goes_back 'char c[99]; sprintf(c, "ls %s", file); again: system(c); strcpy(c, "cc k.c"); goto again;'
clean emptied_first 'char c[99]; c[0] = 0; strcat(c, "ls "); strcat(c, file); system(c);'

# functions, parameters, tables
clean wrapper 'run("gunzip x"); run("ls");' 'static int run(const char *c) { return system(c); }'
open wrapper_other 'run("gunzip x"); run("cc k.c");' 'static int run(const char *c) { return system(c); }'
open wrapper_handed 'run("ls"); each(run);' 'static int run(const char *c) { return system(c); } static void each(int (*f)(const char *)) { f("cc k.c"); }'
clean chosen 'char c[99]; const char *p = tool(file); if (!p) return 1; sprintf(c, "%s %s", p, file); popen(c, "r");' 'static const char *tool(const char *f) { if (strstr(f, ".gz")) return "gzip -dc"; return NULL; }'
open chosen_other 'char c[99]; const char *p = tool(file); if (!p) return 1; sprintf(c, "%s %s", p, file); popen(c, "r");' 'static const char *tool(const char *f) { if (strstr(f, ".c")) return "cc"; return "cat"; }'
table='static const char *tab[] = { ".gz", "gzip -dc", ".Z", "zcat", NULL }; static const char *tool(const char *f) { int i;'
clean pairs 'char c[99]; sprintf(c, "%s %s", tool(file), file); popen(c, "r");' "$table for (i = 0; tab[i]; i += 2) if (strstr(f, tab[i])) return tab[i + 1]; return NULL; }"
open pairs_other 'char c[99]; sprintf(c, "%s %s", tool(file), file); popen(c, "r");' "$table for (i = 0; tab[i]; i++) if (strstr(f, tab[i])) return tab[i + 1]; return NULL; }"
open pairs_set 'char c[99]; tab[argc] = "cc"; sprintf(c, "%s %s", tool(file), file); popen(c, "r");' "$table for (i = 0; tab[i]; i += 2) if (strstr(f, tab[i])) return tab[i + 1]; return NULL; }"
join='static char *join(const char *base, ...) { va_list ap; const char *s; char *out; va_start(ap, base); out = calloc(1, 999); strcpy(out, base); while ((s = va_arg(ap, const char *)) != NULL) strcat(out, s); va_end(ap); return out; }'
clean va 'char *c = join("gunzip" EXT, " -c ", file, NULL); popen(c, "r");' "#ifndef EXT
#define EXT \"\"
#endif
$join"
open va_other 'char *c = join("ls", " ", file, "; cc k.c", NULL); popen(c, "r");' "$join"
open va_none 'char *c = join("gc", "c k.c ", file, NULL); popen(c, "r");' "$join"
own='static int make(char **out, const char *fmt, ...) { va_list ap; char *s = malloc(999); va_start(ap, fmt); vsnprintf(s, 999, fmt, ap); va_end(ap); *out = s; return 0; }'
clean own_print 'char *c; if (make(&c, "gzip -dc %s", file) != 0) return 1; popen(c, "r");' "$own"
open own_print_other 'char *c; if (make(&c, "cc %s", file) != 0) return 1; popen(c, "r");' "$own"
open own_print_alias 'char *c, *q; make(&c, "ls %s", file); q = c; strcpy(q, "cc k.c"); system(c);' "$own"
open own_print_twice 'char *c, *q; make(&c, &q, "ls %s", file); strcpy(q, "cc k.c"); system(c);' 'static int make(char **out, char **too, const char *fmt, ...) { va_list ap; char *s = malloc(999); va_start(ap, fmt); vsnprintf(s, 999, fmt, ap); va_end(ap); *out = s; *too = s; return 0; }'
open own_print_both 'char *c, *q; q = make(&c, "ls %s", file); strcpy(q, "cc k.c"); system(c);' 'static char *make(char **out, const char *fmt, ...) { va_list ap; char *s = malloc(999); va_start(ap, fmt); vsnprintf(s, 999, fmt, ap); va_end(ap); *out = s; return s; }'
clean macros 'execl(DIR TOOL, TOOL, "-s", NULL);' '#define DIR "/bin/"
#define TOOL "netstat"'
open macros_other 'execl(DIR TOOL, TOOL, "-s", NULL);' '#define DIR "/bin/"
#define TOOL "cc"'

# without a shell
clean exec_list 'char *a[] = { "ls", "-l", (char *)file, NULL }; execvp(a[0], a);'
open exec_list_set 'char *a[] = { "ls", "-l", (char *)file, NULL }; a[0] = argv[3]; execvp(a[0], a);'
clean exec_name 'char *a[9]; int i = 0; const char *c = "traceroute"; if (argc > 3) c = "traceroute6"; a[i++] = (char *)c; a[i++] = (char *)file; a[i] = NULL; execvp(c, a);'
open exec_other 'char *a[9]; const char *c = "traceroute"; if (argc > 3) c = "cc"; a[0] = (char *)c; a[1] = NULL; execvp(c, a);'
open exec_runs 'char *a[] = { "tar", "-I", "cc", NULL }; execvp("tar", a);'
clean exec_path 'char p[99]; strcpy(p, "/usr/sbin/"); strcat(p, "traceroute"); execl(p, "traceroute", file, NULL);'
open exec_user 'char p[99]; strcpy(p, "/usr/sbin/"); strcat(p, file); execl(p, p, NULL);'
clean spawned 'pid_t p; char *a[] = { "ls", (char *)file, NULL }; posix_spawnp(&p, "ls", NULL, NULL, a, environ);' 'extern char **environ;'
open spawned_other 'pid_t p; char *a[] = { "cc", (char *)file, NULL }; posix_spawnp(&p, "cc", NULL, NULL, a, environ);' 'extern char **environ;'

# C++
SUFFIX=cpp
strings='#include <sstream>
#include <string>'
clean cxx_plus 'std::string c = std::string("gzip -dc ") + file; popen(c.c_str(), "r");' "$strings"
clean cxx_more 'std::string c("ls "); c += file; c.append(" -l"); system(c.c_str());' "$strings"
clean cxx_direct 'std::string f = file; FILE *p = popen(("zcat " + f).c_str(), "r");' "$strings"
clean cxx_stream 'std::ostringstream c; c << "gzip -dc "; c << file; popen(c.str().c_str(), "r");' "$strings"
clean cxx_once 'std::ostringstream c; c << "ls " << file << argc; system(c.str().c_str());' "$strings"
open cxx_stream_late 'std::ostringstream c; if (argc > 3) c << "ls "; c << file; system(c.str().c_str());' "$strings"
open cxx_other 'std::string c = std::string("cc ") + file; system(c.c_str());' "$strings"
open cxx_user 'std::string c = file; c += " -l"; system(c.c_str());' "$strings"
open cxx_by_reference 'std::string c("ls "); pick(c); system(c.c_str());' "$strings
static void pick(std::string &s) { s = \"cc k.c\"; }"
open cxx_swap 'std::string c("ls "), d("cc k.c"); std::swap(c, d); system(c.c_str());' "$strings
#include <utility>"
open cxx_front 'std::string c("ls "); c.insert(0, "cc k.c; "); system(c.c_str());' "$strings"

open cxx_reference 'std::string c("ls "); std::string &d = c; d = "cc k.c"; system(c.c_str());' "$strings"
open cxx_lambda 'std::string c("ls "); auto f = [&] { c = "cc k.c"; }; f(); system(c.c_str());' "$strings"
open cxx_letters 'std::string c("ls "); for (auto &x : c) x = 99; system(c.c_str());' "$strings"
open cxx_pointer 'std::string c("ls "); std::string *p = &c; *p = "cc k.c"; system(c.c_str());' "$strings"
open cxx_before 'std::string c("ls "); c = "cc " + c; system(c.c_str());' "$strings"
open cxx_seek 'std::ostringstream o; o << "ls "; o.seekp(0); o << "cc "; system(o.str().c_str());' "$strings"
open cxx_member 'tool t; t.cmd = "ls"; t.go();' "$strings
struct tool { std::string cmd; void set(const char *s) { cmd = s; } void go() { system(cmd.c_str()); } };"
open cxx_input 'std::string c("ls "); std::cin >> c; system(c.c_str());' "$strings
#include <iostream>"
open cxx_pointer_reference 'const char *c = "ls"; pick(c); system(c);' 'static void pick(const char *&s) { s = "cc k.c"; }'
open cxx_default 'go(); go("ls");' 'static void go(const char *c = "cc k.c") { system(c); }'

# a program that starts itself, or another of the tree, compiles no more than they do
SUFFIX=c
again() { # NAME STATEMENTS BEFORE: the program is called tool
	prog "$@"
	mv "$T/$1/main.c" "$T/$1/tool-1.2.c"
}
again itself 'execvp("tool", argv);'
says label-only fast itself
again itself_path 'char p[99]; strcpy(p, "/usr/local/bin/"); strcat(p, "tool"); execv(p, argv);'
says label-only fast itself_path
again itself_line 'char c[99]; sprintf(c, "tool -x %s", file); system(c);'
says label-only fast itself_line
clean itself_argv 'execv(argv[0], argv);'
open itself_argv_set 'argv[0] = argv[3]; execv(argv[0], argv);'
again itself_else 'char c[99]; sprintf(c, "%s_helper %s", argv[0], file); system(c);'
says unknown fast itself_else
again itself_compiles 'execvp("tool", argv);' '#include <dlfcn.h>
static void quick(void) { system("cc -shared -o k.so k.c"); dlopen("./k.so", 2); }'
sed -i 's/	return 0;/	if (argc == 9) quick();&/' "$T/itself_compiles/tool-1.2.c"
says unknown fast itself_compiles
again another 'execvp("other", argv);'
printf 'int main(void) { return 0; }\n' >"$T/another/other.c"
says label-only fast another
again another_compiles 'execvp("other", argv);'
printf '#include <stdlib.h>\nint main(void) { return system("cc k.c"); }\n' >"$T/another_compiles/other.c"
says unknown fast another_compiles
again another_script 'execvp("other", argv);'
printf 'int main(void) { return 0; }\n' >"$T/another_script/other.c"
printf 'import os\nos.system("cc k.c")\n' >"$T/another_script/other.py"
says unknown fast another_script
again another_none 'execvp("other", argv);'
says unknown fast another_none
again another_name 'execvp("python", argv);'
printf 'int main(void) { return 0; }\n' >"$T/another_name/python.c"
says unknown fast another_name
again another_file 'system("./other");'
printf 'int main(void) { return 0; }\n' >"$T/another_file/other.c"
says label-only fast another_file
printf '#!/bin/sh\ncc k.c\n' >"$T/another_file/other"
says unknown fast another_file
again another_target 'system("./other");'
printf 'int main(void) { return 0; }\n' >"$T/another_target/other.c"
printf 'other: k.sh\n\tcp k.sh other\n' >"$T/another_target/Makefile"
says unknown fast another_target
again another_asked 'system("./other");'
printf '#ifdef TEST\nint main(void) { return 0; }\n#endif\n' >"$T/another_asked/other.c"
says unknown fast another_asked
# what a macro hands on under one name, behind macros that are more than one operand
log='#define PLACE __FILE__, __LINE__
#define LOG(...) lg(1, PLACE, __VA_ARGS__)'
clean logged 'char *c = malloc(99); sprintf(c, "ls %s", file); if (!popen(c, "r")) LOG("no %s %s", c, file); free(c);' "static void (*cb)(const char *, ...);
static void lg(int a, const char *p, long n, const char *f, ...) { char msg[99]; va_list ap; va_start(ap, f); vsnprintf(msg, 99, f, ap); va_end(ap); cb(\"%s(%ld): %s\", p, n, msg); }
$log"
open logged_kept 'char *c = malloc(99); sprintf(c, "ls %s", file); LOG(c, "x"); strcpy(keep, "cc"); system(c);' "static char *keep;
static void lg(int a, const char *p, long n, char *s, char *z, ...) { keep = s; }
$log"
open logged_second 'char *c = malloc(99); sprintf(c, "ls %s", file); LOG("x", c); system(c);' "static void lg(int a, const char *p, long n, char *s, char *z, ...) { strcpy(z, \"cc\"); }
$log"
open logged_taken 'char *c = malloc(99); sprintf(c, "ls %s", file); LOG("x", "y", c); system(c);' "static void lg(int a, const char *p, long n, char *s, char *z, ...) { va_list ap; va_start(ap, z); strcpy(va_arg(ap, char *), \"cc\"); }
$log"
clean suffix 'system("ls" EXEEXT " -l");' '#ifndef EXEEXT
#define EXEEXT ""
#endif'
printf 'EXEEXT = @EXEEXT@\nall: main$(EXEEXT)\n' >"$T/suffix/Makefile.in"
says label-only fast suffix
prog suffix_other 'system("ls" SUFFIX " -l");' '#ifndef SUFFIX
#define SUFFIX ""
#endif'
printf 'SUFFIX = @SUFFIX@\nall: main$(SUFFIX)\n' >"$T/suffix_other/Makefile.in"
says unknown fast suffix_other
