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
SUFFIX=c
