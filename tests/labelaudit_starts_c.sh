# labelaudit --src on C that starts other programs: a command is harmless only as text that nothing
# writes to, where PATH is not the tree's; what starts programs may be handed on, or run at exit.
. tests/lib.sh
. tests/says.sh
. tests/fast_c.sh

clean text 'system("uname -a");'
clean pointer 'const char *c = "uname -a"; popen(c, "r");'
clean macro 'popen(TOOL, "r");' '#define TOOL "lscpu"'
open written 'char c[99] = "uname -a"; char *q = c; strcpy(q, "cc k.c"); system(c);'
open given 'char c[99] = "uname -a"; pick(c); system(c);' 'static void pick(char *s) { strcpy(s, "cc k.c"); }'
open poked 'char c[] = "uname"; c[0] = 99; system(c);'
open behind 'char b[99] = "uname"; char *c = b; strcpy(b, "cc k.c"); system(c);'

open words 'wordexp_t w; wordexp("$(cc k.c)", &w, 0);'

open value 'int (*f)(const char *) = system; f("cc k.c");'
open handed 'each(system, "cc k.c");' 'static int each(int (*f)(const char *), const char *s) { return f(s); }'
open member 'ops.run("cc k.c");' 'struct ops { int (*run)(const char *); } ops = { system };'
clean variable 'int system; system = 2; show(system);' 'static void show(int system) { printf("%d\n", system); }'
clean field 'struct os o = { .system = 2 }; show(o.system);' 'struct os { int system; }; static void show(int v) { printf("%d\n", v); }'

open at_exit 'atexit(bye);' 'static void bye(void) { system("cc k.c"); }'
clean at_exit_plain 'atexit(bye);' 'static void bye(void) { puts("bye"); }'

open own_path 'putenv(where); system("uname -a");' 'static char where[] = "PATH=tools:/bin";'
clean own_home 'putenv(where); system("uname -a");' 'static char where[] = "HOME=/tmp";'
clean own_sh 'static struct sh { int run; } of, *sh = &of; sh->run = 1; system("uname -a");'
clean path_of_system 'setenv("PATH", "/usr/local/bin:/usr/bin:/bin", 1); system("uname -a");'
open path_of_tree 'setenv("PATH", "/usr/bin:tools", 1); system("uname -a");'
open path_here 'setenv("PATH", "/usr/bin:", 1); system("uname -a");'
open path_of_user 'setenv("PATH", file, 1); system("uname -a");'
clean shell_of_system 'setenv("SHELL", "/bin/sh", 1); system("uname -a");'
open shell_of_tree 'setenv("SHELL", "./k.sh", 1); system("uname -a");'
open other_of_system 'setenv("LD_PRELOAD", "/usr/bin", 1); system("uname -a");'
