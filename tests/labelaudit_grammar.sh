# labelaudit --src on programs with grammars of yacc and scanners of lex: what their actions run is seen, and what is made of
# them is no function that the tree lacks (audit/label/read/grammar.h).
. tests/lib.sh
. tests/says.sh

# tree NAME [ACTION [TOKEN]]: a program whose grammar runs an action, and its scanner another
tree() {
	mkdir -p "$T/$1"
	cat >"$T/$1/main.c" <<'C'
#include <stdio.h>
#include <string.h>
#include "read.tab.h"
int yyparse(void);
int yyrestart(FILE *);
int main(int argc, char **argv)
{
	if (argc > 1 && strcmp(argv[1], "fast") == 0)
		yyrestart(stdin);
	return yyparse();
}
C
	cat >"$T/$1/read.y" <<C
%{
/* a { that closes nothing */
#include <nvrtc.h>
#include <stdlib.h>
int yylex(void);
static void yyerror(const char *s) { (void)s; exit(1); }
static nvrtcProgram p;
%}
%union { int n; char *s; }
%token <n> NUMBER
%type <n> sum
%left '+' '{'
%%
line: sum '\n' { \$\$ = \$1; }
	| '"' error { yyerror("}"); }
	;
sum: NUMBER
	| sum '+' NUMBER { \$\$ = \$1 + \$<n>3; if (\$\$ > 9) { ${2:-abs(1);} } }
	;
%%
static int behind(void) { return 0; }
C
	cat >"$T/$1/scan.l" <<C
%{
#include "read.tab.h"
#include <stdlib.h>
#include <nvrtc.h>
%}
%option noyywrap
%x text
digit [0-9]
%%
{digit}+  { yylval.n = atoi(yytext); return NUMBER; }
\"[^"{]*\"  |
[]{ ]+  /* skipped } */
<text>{
  "}"  BEGIN(INITIAL);
  [^}]  ${3:-abs(2);}
}
.|\n  return yytext[0];
%%
C
}
tree plain
says label-only fast plain
tree grammar 'nvrtcCompileProgram(p, 0, 0);'
leaves_open grammar
tree scanner 'abs(1);' 'nvrtcCompileProgram(0, 0, 0);'
leaves_open scanner
tree program 'system("cc -shared -o k.so k.c");'
leaves_open program

# what actions call and the tree does not have is missing
tree missing 'engine_run(p);'
sed -i 's/^static nvrtcProgram p;/int engine_run(nvrtcProgram);/' "$T/missing/read.y"
says unknown fast missing

# a header that is called like no grammar is missing; so is yyparse without one
tree header
sed -i 's/read.tab.h/engine.h/' "$T/header/main.c"
sed -i 's/yyrestart(stdin)/engine_go()/' "$T/header/main.c"
says unknown fast header
tree none
rm "$T/none/read.y"
says unknown fast none
tree other
printf '%%%%\n(defun yyparse () nil)\n' >"$T/other/read.y"
printf '%%struct.a = type { i32 }\ndefine void @yyparse() { ret void }\n' >"$T/other/read.ll"
mv "$T/other/read.y" "$T/other/read.lisp"
says unknown fast other

# prefixes, the names of bison for what a parser takes, code in its declarations
tree prefix
sed -i '1i %define api.prefix {conf_}\n%parse-param {int *depth}\n%code requires {\n#include <stddef.h>\n}\n%destructor { free($$); } <s>' "$T/prefix/read.y"
sed -i 's/noyywrap/noyywrap prefix="conf_"/' "$T/prefix/scan.l"
sed -i 's/yyparse(void)/conf_parse(int *)/; s/yyparse()/conf_parse(0)/; s/yyrestart/conf_restart/' "$T/prefix/main.c"
says label-only fast prefix
sed -i 's/free(\$\$)/nvrtcCompileProgram(p, 0, 0)/' "$T/prefix/read.y"
leaves_open prefix

# of the C that lies beside it, that is read
tree made 'nvrtcCompileProgram(p, 0, 0);'
echo 'int yyparse(void) { return 0; }' >"$T/made/read.tab.c"
leaves_open made
echo 'static const short yytable[] = {0}; int yyparse(void) { return yytable[0]; }' >"$T/made/read.tab.c"
says label-only fast made

# macros that what is made uses
tree input
sed -i 's/^#include <stdlib.h>/#include <stdlib.h>\n#define YY_INPUT(b, r, n) (r = (int)nvrtcCompileProgram(0, 0, 0))/' "$T/input/scan.l"
leaves_open input
tree declared 'abs(1);' 'nvrtcCompileProgram(0, 0, 0);'
sed -i 's/^#include <stdlib.h>/#include <stdlib.h>\n#define YY_DECL \\\n int yylex(void)/' "$T/declared/scan.l"
leaves_open declared

# what runs in an order of its own is never said to be settled by it
tree use 'fun = nvrtcCompileProgram;'
sed -i 's/^static nvrtcProgram p;/int (*fun)(nvrtcProgram, int, char **);/' "$T/use/read.y"
leaves_open use

# a class of C++
mkdir "$T/class"
printf '%s\n' '#include <cstring>' '#include "read.hh"' 'int main(int argc, char **argv) { if (argc > 1 && strcmp(argv[1], "fast") == 0) { yy::parser p; return p.parse(); } return 0; }' >"$T/class/main.cpp"
class() { printf '%s\n' '%skeleton "lalr1.cc"' '%code {' '#include <nvrtc.h>' '}' '%%' "all: 'a' { $1 }" '%%' 'void yy::parser::error(const std::string &m) { throw m; }' >"$T/class/read.yy"; }
class ';'
says label-only fast class
class 'nvrtcCompileProgram(0, 0, 0);'
leaves_open class
class 'system(getenv("K"));'
leaves_open class
printf '%s\n' '%option c++ yyclass="Scan"' '%{' '#include <nvrtc.h>' '%}' '%%' 'a  nvrtcCompileProgram(0, 0, 0);' >"$T/class/scan.ll"
class 'return scan->yylex();'
leaves_open class
