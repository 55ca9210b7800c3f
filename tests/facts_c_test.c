/* read_c: the files of fixtures/facts, each against the nodes beside it, node for node;
 * pieces of source whose one node matters; input that no compiler would take. */
#include "../audit/label/read/cread.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "unit.h"

static char *
slurp(const char *path, size_t *n)
{
	FILE *f = fopen(path, "rb");
	char *s = NULL;
	long len;

	if (!f || fseek(f, 0, SEEK_END) != 0 || (len = ftell(f)) < 0 || !(s = malloc((size_t)len + 1)))
		abort();
	rewind(f);
	*n = fread(s, 1, (size_t)len, f);
	s[*n] = '\0';
	fclose(f);
	return s;
}

/* The nodes of source as on the wire; the caller frees them. */
static char *
nodes_of(const char *path, const char *text, size_t n)
{
	fact_tree t;
	char *s = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&s, &len);

	if (!f || fact_tree_init(&t) != 0 || read_c(path, text, n, &t) != 0)
		abort();
	fact_write(&t, f);
	fclose(f);
	fact_tree_free(&t);
	return s;
}

static void
golden(const char *name)
{
	char path[256], beside[264], what[300];
	size_t n, m;
	char *text, *want, *got;

	snprintf(path, sizeof path, "fixtures/facts/%s", name);
	snprintf(beside, sizeof beside, "%s.facts", path);
	snprintf(what, sizeof what, "%s as %s.facts", name, name);
	text = slurp(path, &n);
	want = slurp(beside, &m);
	got = nodes_of(path, text, n);
	if (!unit_ok(strcmp(got, want) == 0, what)) {
		const char *g = got, *w = want;

		while (*g && *g == *w)
			g++, w++;
		while (g > got && g[-1] != '\n')
			g--, w--;
		printf("# got:  %.*s\n# want: %.*s\n", (int)strcspn(g, "\n"), g, (int)strcspn(w, "\n"), w);
	}
	free(text);
	free(want);
	free(got);
}

/* The nodes of source, less the FILE. */
static void
is(const char *what, const char *path, const char *text, const char *want)
{
	char *got = nodes_of(path, text, strlen(text)), *body = strchr(got, '\n');

	if (!unit_ok(body && strcmp(body + 1, want) == 0, what))
		printf("# got:\n%s# want:\n%s", body ? body + 1 : got, want);
	free(got);
}

/* Reads a tree that must hold together: kids within their parents, none deeper than allowed.
 * Returns its ERRORs, or -1. */
static long
sound(const char *path, const char *text, size_t n, uint32_t *nodes)
{
	static uint32_t open[FACT_MAX_DEPTH + 1];
	fact_tree t;
	long errors = 0;
	int depth = 0;

	if (fact_tree_init(&t) != 0 || read_c(path, text, n, &t) != 0)
		abort();
	for (uint32_t i = 0; i < t.n && errors >= 0; i++) {
		while (depth > 0 && t.node[open[depth - 1]].end <= i)
			depth--;
		if (t.node[i].end <= i || t.node[i].end > (depth ? t.node[open[depth - 1]].end : t.n) || depth == FACT_MAX_DEPTH)
			errors = -1;
		else
			errors += t.node[i].kind == FACT_ERROR;
		open[depth++] = i;
	}
	if (t.nopen != 0)
		errors = -1;
	*nodes = t.n;
	fact_tree_free(&t);
	return errors;
}

/* head, then piece many times, then tail. */
static char *
repeated(const char *head, const char *piece, size_t times, const char *tail, size_t *n)
{
	size_t h = strlen(head), p = strlen(piece), e = strlen(tail);
	char *s = malloc(h + p * times + e + 1);

	if (!s)
		abort();
	memcpy(s, head, h);
	for (size_t i = 0; i < times; i++)
		memcpy(s + h + i * p, piece, p);
	memcpy(s + h + p * times, tail, e + 1);
	*n = h + p * times + e;
	return s;
}

static void
hostile(const char *what, const char *path, const char *head, const char *piece, size_t times, const char *tail, long want_errors)
{
	size_t n;
	uint32_t nodes;
	char *s = repeated(head, piece, times, tail, &n);
	long got = sound(path, s, n, &nodes);

	if (!unit_ok(got == want_errors, what))
		printf("# %ld errors, want %ld\n", got, want_errors);
	free(s);
}

/* The same text with bytes of it changed at random, from a fixed seed. */
static void
mutated(const char *name)
{
	static const char *const piece[] = {"(", ")", "{", "}", "\n#if A\n", "\n#else\n", "\n#endif\n", "<", ">", "\"", "'", "::", "/*", "template", "<<<", "\\\n", ";", "[", "\n#define f(x) "};
	char path[256];
	size_t n, bad = 0;
	uint32_t nodes;
	uint64_t r = 1;
	char *text;

	snprintf(path, sizeof path, "fixtures/facts/%s", name);
	text = slurp(path, &n);
	for (int round = 0; round < 150; round++) {
		char *s = malloc(n + 200);
		size_t m = n;

		if (!s)
			abort();
		memcpy(s, text, n);
		for (int k = 0; k < 6; k++) {
			const char *p;
			size_t at, len;

			r = r * 6364136223846793005u + 1442695040888963407u;
			p = piece[(r >> 33) % (sizeof piece / sizeof *piece)];
			at = (size_t)(r >> 40) % m;
			len = strlen(p);
			if (r >> 32 & 1) { /* put in */
				memmove(s + at + len, s + at, m - at);
				memcpy(s + at, p, len);
				m += len;
			} else { /* taken out, up to 16 bytes */
				len = (r >> 20 & 15) < m - at ? (r >> 20 & 15) : 0;
				memmove(s + at, s + at + len, m - at - len);
				m -= len;
			}
		}
		bad += sound(path, s, m, &nodes) < 0;
		free(s);
	}
	free(text);
	snprintf(path, sizeof path, "%s, changed at random 150 times: sound trees", name);
	unit_ok(bad == 0, path);
}

int
main(void)
{
	static const char *const file[] = {"names.cpp", "classes.cpp", "exprs.c", "stmts.c", "preproc.h", "cuts.c", "macros.c", "cuda.cu", "flow.cpp", "odd.c", "forms.c", "forms.cpp", "linkage.h", "values.c"};
	char *s;
	size_t n;
	uint32_t nodes;

	for (size_t i = 0; i < sizeof file / sizeof *file; i++)
		golden(file[i]);
	for (size_t i = 0; i < sizeof file / sizeof *file; i++)
		mutated(file[i]);

	is("splices count as lines", "a.c", "int x\\\n = 1 \\\n;\nint \\\r\ny;\n",
	    "1 decl 1 -\n2 name 1 - x\n2 type 1 - int\n2 default 2 -\n3 int 2 - 1\n"
	    "1 decl 5 -\n2 name 5 - y\n2 type 4 - int\n");
	is("invalid UTF-8 becomes ?", "a.c", "char *s = \"a\xff\xc3\xa9\xed\xa0\x80\";\n",
	    "1 decl 1 -\n2 name 1 - s\n2 type 1 P char\n2 default 1 -\n3 str 1 - a?\xc3\xa9???\n");
	is("a comment never closed", "a.c", "int x; /* on", "1 decl 1 -\n2 name 1 - x\n2 type 1 - int\n1 comment 1 - /* on\n");
	is("words of C++ are names in C", "a.c", "int class, new = this;\n",
	    "1 decl 1 -\n2 name 1 - class\n2 type 1 - int\n1 decl 1 -\n2 name 1 - new\n2 type 1 - int\n2 default 1 -\n3 name 1 - this\n");
	is("a header with the looks of C++ is C++", "a.h", "std::string x;\n", "1 decl 1 -\n2 name 1 - x\n2 type 1 - std.string\n");
	is("an #if without end ends with the file", "a.c", "#if A\nint x;\n",
	    "1 if 1 p\n2 name 1 - A\n2 block 1 -\n3 decl 2 -\n4 name 2 - x\n4 type 2 - int\n");
	is("chains that ask the same go the same way", "a.c", "#ifdef A\nvoid f(int a) {\n#else\nvoid f(void) {\n#endif\n#ifndef A\n x();\n#endif\n}\n",
	    "1 if 1 p\n2 call 1 -\n3 name 1 - defined\n3 arg 1 -\n4 name 1 - A\n"
	    "2 block 1 -\n3 func 2 - f\n4 param 2 - a\n5 type 2 - int\n4 type 2 - void\n4 block 2 -\n"
	    "2 block 3 -\n3 func 4 - f\n4 type 4 - void\n4 block 4 -\n5 call 7 -\n6 name 7 - x\n");

	is("a macro alone on its line", "a.c", "void f(void) {\nWARNINGS_OFF\n a->x = 3;\n LOAD_A\n LOAD_B\n return;\n}\n",
	    "1 func 1 - f\n2 type 1 - void\n2 block 1 -\n3 name 2 - WARNINGS_OFF\n3 assign 3 -\n4 attr 3 - x\n5 name 3 - a\n"
	    "4 int 3 - 3\n3 name 4 - LOAD_A\n3 name 5 - LOAD_B\n3 return 6 -\n");
	is("a pointer to a function as the first parameter", "a.c", "#if A\nint f(int (*g)(), int n);\n#endif\n",
	    "1 if 1 p\n2 name 1 - A\n2 block 1 -\n3 func 2 - f\n4 param 2 - g\n4 param 2 - n\n5 type 2 - int\n4 type 2 - int\n");
	is("a macro that defines a struct and leaves the ; to its user", "a.c", "#define F(s, x) struct f_##s { int n; }\n",
	    "1 func 1 MI F\n2 param 1 - s\n2 param 1 - x\n2 block 1 -\n3 class 1 - f_##s\n4 block 1 -\n5 decl 1 -\n6 name 1 - n\n6 type 1 - int\n");
	is("what a macro declares with its last name", "a.c", "API(int, f)(int a);\nstruct s { ALIGNED(8, int, b)[4]; };\nstatic const ALIGNED(8, int, c)[] = { 1 };\nOLD(int g(int a), \"why\");\n",
	    "1 func 1 - f\n"
	    "1 class 2 - s\n2 block 2 -\n3 decl 2 -\n4 name 2 - b\n4 dim 2 -\n5 int 2 - 4\n"
	    "1 decl 3 t\n2 name 3 - c\n2 default 3 -\n3 list 3 -\n4 int 3 - 1\n"
	    "1 func 4 - g\n");
	is("macros before a function and within a type", "a.c", "static void *WINAPI f(int n) { return 0; }\nstatic int no_inline unused g(void) { return 1; }\nstruct s { long ALIGN(16) x[2]; enum e kind:2; };\n",
	    "1 func 1 t f\n2 param 1 - n\n3 type 1 - int\n2 type 1 P void\n2 block 1 -\n3 return 1 -\n4 int 1 - 0\n"
	    "1 func 2 t g\n2 type 2 - int\n2 block 2 -\n3 return 2 -\n4 int 2 - 1\n"
	    "1 class 3 - s\n2 block 3 -\n3 decl 3 -\n4 name 3 - x\n4 type 3 A long\n4 dim 3 -\n5 int 3 - 2\n3 decl 3 -\n4 name 3 - kind\n4 type 3 - e\n");
	is("values of a struct by their names, a static member that points to a function, NULL of its own", "a.cpp", "struct iovec io { .base = l, .len = n };\nvoid *(API *Ext::map)(int a) = 0;\nconst int NULL = 0;\n",
	    "1 decl 1 -\n2 name 1 - io\n2 type 1 - iovec\n2 default 1 -\n3 call 1 -\n4 name 1 - iovec\n4 arg 1 - base\n5 name 1 - l\n4 arg 1 - len\n5 name 1 - n\n"
	    "1 assign 2 -\n2 attr 2 - map\n3 name 2 - Ext\n2 int 2 - 0\n1 decl 3 -\n2 name 3 - NULL\n2 type 3 - int\n2 default 3 -\n3 int 3 - 0\n");
	is("the head of a statement as an argument, a macro before a cast to a function", "a.c", "void f(void *u) {\n M(if (w(1) != 1), r);\n return (EXT (T (*)(const char *)) u)(u);\n}\n",
	    "1 func 1 - f\n2 param 1 - u\n3 type 1 P void\n2 type 1 - void\n2 block 1 -\n3 call 2 -\n4 name 2 - M\n4 arg 2 -\n5 func 2 I\n6 block 2 -\n7 bin 2 - !=\n8 call 2 -\n9 name 2 - w\n9 arg 2 -\n10 int 2 - 1\n8 int 2 - 1\n4 arg 2 -\n5 name 2 - r\n"
	    "3 return 3 -\n4 call 3 -\n5 name 3 - u\n5 arg 3 -\n6 name 3 - u\n");
	is("how many elements", "a.c", "int a[N][2 * N], b[2 * N], c[];\n",
	    "1 decl 1 -\n2 name 1 - a\n2 type 1 A int\n2 dim 1 -\n3 name 1 - N\n2 dim 1 -\n"
	    "1 decl 1 -\n2 name 1 - b\n2 type 1 A int\n1 decl 1 -\n2 name 1 - c\n2 type 1 A int\n");
	is("casts of casts", "a.c", "void f(void) { p = (A)(void*)(B)g; q = (A)(b)(c); }\n",
	    "1 func 1 - f\n2 type 1 - void\n2 block 1 -\n3 assign 1 -\n4 name 1 - p\n4 name 1 - g\n3 assign 1 -\n4 name 1 - q\n"
	    "4 call 1 -\n5 call 1 -\n6 name 1 - A\n6 arg 1 -\n7 name 1 - b\n5 arg 1 -\n6 name 1 - c\n");
	is("parameters that are an operand of a macro", "a.h", "extern int f OF((char *, ...));\nvoid\ng __P( (\n int n ) );\nint (*h) OF((int n));\n",
	    "1 func 1 - f\n2 param 1 -\n3 type 1 P char\n2 param 1 s\n2 type 1 - int\n1 func 3 - g\n2 param 4 - n\n3 type 4 - int\n2 type 2 - void\n1 decl 5 -\n2 name 5 - h\n");
	is("parameters behind their names in a macro", "a.c", "static word f P2((a, b), register word a, T * b)\n{\n g(a);\n}\nT g P0() { }\n",
	    "1 func 1 t f\n2 param 1 - a\n3 type 1 - word\n2 param 1 - b\n3 type 1 P T\n2 type 1 - word\n2 block 2 -\n3 call 3 -\n4 name 3 - g\n4 arg 3 -\n5 name 3 - a\n"
	    "1 func 5 - g\n2 type 5 - T\n2 block 5 -\n");
	is("what is like them", "a.c", "T f P2((a + b), int a) { }\nT g P2(a, b) { }\n",
	    "1 func 1 - P2\n2 param 1 -\n2 param 1 - a\n3 type 1 - int\n2 type 1 - f\n2 block 1 -\n1 func 2 - P2\n2 param 2 -\n3 type 2 - a\n2 param 2 -\n3 type 2 - b\n2 type 2 - g\n2 block 2 -\n");
	is("one beside a macro that is a piece of a statement", "a.c", "#define CASE(n) case n:\nint f OF((int));\nvoid g(int k) { switch (k) { CASE(1) f(1); } }\n",
	    "1 func 1 MI CASE\n2 param 1 - n\n2 block 1 -\n3 label 1 - case\n4 name 1 - n\n1 func 2 - f\n2 param 2 -\n3 type 2 - int\n2 type 2 - int\n"
	    "1 func 3 - g\n2 param 3 - k\n3 type 3 - int\n2 type 3 - void\n2 block 3 -\n3 switch 3 -\n4 name 3 - k\n4 case 3 -\n5 int 3 - 1\n5 block 3 -\n"
	    "6 call 3 -\n7 name 3 - f\n7 arg 3 -\n8 int 3 - 1\n");
	is("what is like them", "a.c", "void f(void) {\n S x((a));\n LOG((n));\n return TWICE((n));\n}\n",
	    "1 func 1 - f\n2 type 1 - void\n2 block 1 -\n3 decl 2 -\n4 name 2 - x\n4 type 2 - S\n4 default 2 -\n5 call 2 -\n6 name 2 - S\n6 arg 2 -\n7 name 2 - a\n3 call 3 -\n4 name 3 - LOG\n4 arg 3 -\n5 name 3 - n\n3 return 4 -\n4 call 4 -\n5 name 4 - TWICE\n5 arg 4 -\n6 name 4 - n\n");
	is("two casts", "a.c", "void f(void) { p = (u64)(uintptr)x; }\n",
	    "1 func 1 - f\n2 type 1 - void\n2 block 1 -\n3 assign 1 -\n4 name 1 - p\n4 un 1 - (u64)\n5 name 1 - x\n");
	is("strings and macros side by side", "a.cpp", "void f() { s << TAB TAB \"x\"; }\n",
	    "1 func 1 - f\n2 type 1 - void\n2 block 1 -\n3 bin 1 - <<\n4 name 1 - s\n4 join 1 -\n5 name 1 - TAB\n5 join 1 -\n"
	    "6 name 1 - TAB\n6 str 1 - x\n");
	is("an #ifdef __cplusplus is decided", "a.c", "#ifdef __cplusplus\nextern \"C\" {\n#endif\nint b;\n#ifdef __cplusplus\n}\n#endif\n",
	    "1 decl 4 -\n2 name 4 - b\n2 type 4 - int\n");
	is("folds", "a.cpp", "template <class... T> bool f(T... a) { return (... && a) || (a || ...); }\n",
	    "1 func 1 - f\n2 tparam 1 - T\n2 param 1 s a\n3 type 1 - T\n2 type 1 - bool\n2 block 1 -\n3 return 1 -\n4 bin 1 - or\n"
	    "5 name 1 - a\n5 name 1 - a\n");
	is("attributes between a template and what it declares", "a.hpp", "struct s { template <class T>\nWARN_UNUSED\nOLD_FOR(3.8.0, g(p))\nstatic int f(T a) { return 1; } };\n",
	    "1 class 1 - s\n2 block 1 -\n3 func 4 t f\n4 tparam 1 - T\n4 param 4 - a\n5 type 4 - T\n4 type 4 - int\n4 block 4 -\n"
	    "5 return 4 -\n6 int 4 - 1\n");
	is("fields of fields", "a.c", "void f(void) { g((struct s){ .a.b = { .c = 3 }, .d[1] = 2 }); }\n",
	    "1 func 1 - f\n2 type 1 - void\n2 block 1 -\n3 call 1 -\n4 name 1 - g\n4 arg 1 -\n5 call 1 .\n6 name 1 - s\n6 arg 1 - a.b\n"
	    "7 dict 1 -\n8 pair 1 .\n9 str 1 - c\n9 int 1 - 3\n6 arg 1 - d[1]\n7 int 1 - 2\n");
	is("operators that macros stand for", "a.c", "#define MORE >\n#define ON &&\nint f(int a) { return a MORE 1 ON a; }\n",
	    "1 decl 1 M\n2 name 1 - MORE\n2 default 1 -\n3 unknown 1 - >\n1 decl 2 M\n2 name 2 - ON\n2 default 2 -\n3 unknown 2 - &&\n1 func 3 - f\n2 param 3 - a\n"
	    "3 type 3 - int\n2 type 3 - int\n2 block 3 -\n3 return 3 -\n4 bin 3 - and\n5 bin 3 - >\n6 name 3 - a\n6 int 3 - 1\n5 name 3 - a\n");
	is("one that is two, and one that is none", "a.c", "#define MORE >\n#define MORE <\n#define SEP ,\nvoid f(int a) { g(a MORE 1); h(a SEP 1); }\n",
	    "1 decl 1 M\n2 name 1 - MORE\n2 default 1 -\n3 unknown 1 - >\n1 decl 2 M\n2 name 2 - MORE\n2 default 2 -\n3 unknown 2 - <\n1 decl 3 M\n2 name 3 - SEP\n"
	    "2 default 3 -\n3 unknown 3 - ,\n1 func 4 - f\n2 param 4 - a\n3 type 4 - int\n2 type 4 - void\n2 block 4 -\n3 call 4 -\n4 name 4 - g\n4 arg 4 -\n"
	    "5 unknown 4 - a MORE 1\n3 call 4 -\n4 name 4 - h\n4 arg 4 -\n5 unknown 4 - a SEP 1\n");
	is("an operator that who builds may set", "a.c", "#ifndef OP\n#define OP ==\n#endif\nvoid f(int a) { h(a OP 1); }\n",
	    "1 if 1 p\n2 un 1 - not\n3 call 1 -\n4 name 1 - defined\n4 arg 1 -\n5 name 1 - OP\n2 block 1 -\n3 decl 2 M\n4 name 2 - OP\n4 default 2 -\n"
	    "5 unknown 2 - ==\n1 func 4 - f\n2 param 4 - a\n3 type 4 - int\n2 type 4 - void\n2 block 4 -\n3 call 4 -\n4 name 4 - h\n4 arg 4 -\n5 unknown 4 - a OP 1\n");
	is("a block that another macro heads", "a.c", "#define SKIP if (0)\n#define TRY\nvoid f(int a) {\n TRY { g(a); }\n AGAIN { g(a); }\n}\n",
	    "1 decl 1 M\n2 name 1 - SKIP\n2 default 1 -\n3 unknown 1 - if (0)\n1 decl 2 M\n2 name 2 - TRY\n1 func 3 - f\n2 param 3 - a\n3 type 3 - int\n"
	    "2 type 3 - void\n2 block 3 -\n3 while 4 -\n4 call 4 -\n5 name 4 - TRY\n4 block 4 -\n5 call 4 -\n6 name 4 - g\n6 arg 4 -\n7 name 4 - a\n"
	    "3 name 5 - AGAIN\n3 error 5 - cannot read on at '{'\n");
	is("a macro that is pasted, and one that is not", "a.c", "#define NS a_\n#define CAT2(x, y) x##y\n#define CAT(x, y) CAT2(x, y)\n#define NAME(x) CAT(NS, x)\nvoid f(void) { NAME(go)(1); CAT2(NS, b)(2); }\n",
	    "1 decl 1 M\n2 name 1 - NS\n2 default 1 -\n3 name 1 - a_\n1 func 2 M CAT2\n2 param 2 - x\n2 param 2 - y\n2 block 2 -\n3 return 2 -\n"
	    "4 name 2 - x##y\n1 func 3 M CAT\n2 param 3 - x\n2 param 3 - y\n2 block 3 -\n3 return 3 -\n4 call 3 -\n5 name 3 - CAT2\n5 arg 3 -\n"
	    "6 name 3 - x\n5 arg 3 -\n6 name 3 - y\n1 func 4 M NAME\n2 param 4 - x\n2 block 4 -\n3 return 4 -\n4 call 4 -\n5 name 4 - CAT\n5 arg 4 -\n"
	    "6 name 4 - NS\n5 arg 4 -\n6 name 4 - x\n1 func 5 - f\n2 type 5 - void\n2 block 5 -\n3 call 5 -\n4 name 5 - a_go\n4 arg 5 -\n5 int 5 - 1\n"
	    "3 call 5 -\n4 name 5 - NSb\n4 arg 5 -\n5 int 5 - 2\n");
	is("words before the * of a pointer", "a.c", "void API f OF((struct s FAR *a));\nint g(void *p) {\n unsigned char HUGE *b = (T FAR *)p;\n b = (z_const T *)p;\n return *(const z_t FAR *)b;\n}\n",
	    "1 func 1 - f\n2 param 1 - a\n3 type 1 P s\n2 type 1 - void\n1 func 2 - g\n2 param 2 - p\n3 type 2 P void\n2 type 2 - int\n2 block 2 -\n3 decl 3 -\n4 name 3 - b\n"
	    "4 type 3 P unsigned char\n4 default 3 -\n5 name 3 - p\n3 assign 4 -\n4 name 4 - b\n4 name 4 - p\n3 return 5 -\n4 deref 5 -\n5 name 5 - b\n");
	is("what is like them", "a.c", "EXPORT\nFILE *f(void);\nint g(void) { return 2 * NEAR * NEAR * k + (int)N * 3; }\n",
	    "1 func 2 - f\n2 type 2 P FILE\n1 func 3 - g\n2 type 3 - int\n2 block 3 -\n3 return 3 -\n4 bin 3 - +\n5 bin 3 - *\n6 bin 3 - *\n7 bin 3 - *\n8 int 3 - 2\n"
	    "8 name 3 - NEAR\n7 name 3 - NEAR\n6 name 3 - k\n5 bin 3 - *\n6 un 3 - (int)\n7 name 3 - N\n6 int 3 - 3\n");
	is("an alignment before a type, a macro of a type and one", "a.c", "static ALIGNED(16) real x[2];\nvoid f(void) { g((const complex float[1]){ 1. }); }\n",
	    "1 decl 1 t\n2 name 1 - x\n2 type 1 A real\n2 dim 1 -\n3 int 1 - 2\n1 func 2 - f\n2 type 2 - void\n2 block 2 -\n3 call 2 -\n4 name 2 - g\n4 arg 2 -\n5 list 2 -\n"
	    "6 float 2 - 1.\n");
	is("macros before an operand", "a.cpp", "void f(T *a) {\n g(CAST a->b(), TYPE x);\n c = CAST a;\n return NOT a->d;\n}\n",
	    "1 func 1 - f\n2 param 1 - a\n3 type 1 P T\n2 type 1 - void\n2 block 1 -\n3 call 2 -\n4 name 2 - g\n4 arg 2 -\n5 call 2 -\n6 name 2 - CAST\n6 arg 2 -\n7 call 2 -\n"
	    "8 attr 2 - b\n9 name 2 - a\n4 arg 2 -\n5 unknown 2 - TYPE x\n3 assign 3 -\n4 name 3 - c\n4 call 3 -\n5 name 3 - CAST\n5 arg 3 -\n6 name 3 - a\n3 return 4 -\n"
	    "4 call 4 -\n5 name 4 - NOT\n5 arg 4 -\n6 attr 4 - d\n7 name 4 - a\n");
	is("macros before a block", "a.cpp", "void f(int a) {\n TRY {\n  g(a);\n }\n CATCH (...) {\n  h(a);\n }\n POINT {1, 2};\n return T { a };\n}\n",
	    "1 func 1 - f\n2 param 1 - a\n3 type 1 - int\n2 type 1 - void\n2 block 1 -\n3 while 2 -\n4 call 2 -\n5 name 2 - TRY\n4 block 2 -\n5 call 3 -\n6 name 3 - g\n"
	    "6 arg 3 -\n7 name 3 - a\n3 while 5 -\n4 call 5 -\n5 name 5 - CATCH\n5 arg 5 s\n6 unknown 5 - ...\n4 block 5 -\n5 call 6 -\n6 name 6 - h\n6 arg 6 -\n7 name 6 - a\n"
	    "3 name 8 - POINT\n3 error 8 - cannot read on at '{'\n3 return 9 -\n4 call 9 -\n5 name 9 - T\n5 arg 9 -\n6 name 9 - a\n");
	is("a try under an #if, and its catch under another", "a.cc", "void f() {\n#if E\n try\n#endif\n {\n  g();\n }\n#if E\n catch (const x &) {\n  h();\n }\n#endif\n}\n",
	    "1 func 1 - f\n2 type 1 - void\n2 block 1 -\n3 if 2 p\n4 name 2 - E\n4 block 2 -\n5 try 3 -\n6 block 5 -\n7 call 6 -\n8 name 6 - g\n6 handler 9 -\n7 name 9 - x\n"
	    "7 block 9 -\n8 call 10 -\n9 name 10 - h\n4 block 4 -\n5 block 5 -\n6 call 6 -\n7 name 6 - g\n");
	is("a friend by its whole name, a template of a value that is shifted", "a.hpp", "struct s { friend T *::a::f(int); };\nint g() { return k & (mask<B> << n); }\n",
	    "1 class 1 - s\n2 block 1 -\n3 func 1 h a.f\n4 param 1 -\n5 type 1 - int\n4 type 1 P T\n1 func 2 - g\n2 type 2 - int\n2 block 2 -\n3 return 2 -\n4 bin 2 - &\n"
	    "5 name 2 - k\n5 bin 2 - <<\n6 index 2 -\n7 name 2 - mask\n7 name 2 - B\n6 name 2 - n\n");
	is("an else behind the #if that holds its if", "a.c", "void f(int a) {\n#ifdef A\n if (a) g();\n#else\n if (b) h();\n#endif\n else k();\n m();\n}\n",
	    "1 func 1 - f\n2 param 1 - a\n3 type 1 - int\n2 type 1 - void\n2 block 1 -\n3 if 2 p\n4 call 2 -\n5 name 2 - defined\n5 arg 2 -\n6 name 2 - A\n4 block 2 -\n"
	    "5 if 3 -\n6 name 3 - a\n6 block 3 -\n7 call 3 -\n8 name 3 - g\n6 block 7 -\n7 call 7 -\n8 name 7 - k\n4 block 4 -\n5 if 5 -\n6 name 5 - b\n6 block 5 -\n7 call 5 -\n"
	    "8 name 5 - h\n6 block 7 -\n7 call 7 -\n8 name 7 - k\n3 call 8 -\n4 name 8 - m\n");
	is("an else behind an #if, without which it belongs to the if before", "a.c", "void f(int a) {\n if (a) g();\n#if A\n if (b) h();\n#endif\n else k();\n}\n",
	    "1 func 1 - f\n2 param 1 - a\n3 type 1 - int\n2 type 1 - void\n2 block 1 -\n3 if 3 p\n4 name 3 - A\n4 block 3 -\n5 if 2 -\n6 name 2 - a\n6 block 2 -\n7 call 2 -\n"
	    "8 name 2 - g\n5 if 4 -\n6 name 4 - b\n6 block 4 -\n7 call 4 -\n8 name 4 - h\n6 block 6 -\n7 call 6 -\n8 name 6 - k\n4 block 5 -\n5 if 2 -\n6 name 2 - a\n"
	    "6 block 2 -\n7 call 2 -\n8 name 2 - g\n6 block 6 -\n7 call 6 -\n8 name 6 - k\n");
	is("one with no if at all is none", "a.c", "void f(void) {\n#if A\n g();\n#endif\n else k();\n}\n",
	    "1 func 1 - f\n2 type 1 - void\n2 block 1 -\n3 if 2 p\n4 name 2 - A\n4 block 2 -\n5 call 3 -\n6 name 3 - g\n3 error 5 - cannot read on at 'else'\n3 call 5 -\n"
	    "4 name 5 - k\n");
	is("operators that are words", "a.cpp", "bool f(int a) {\n a xor_eq compl a;\n return not a and a not_eq 1 or a bitor 2 xor a bitand 3;\n}\nvoid xor(int a);\n",
	    "1 func 1 - f\n2 param 1 - a\n3 type 1 - int\n2 type 1 - bool\n2 block 1 -\n3 assign 2 - ^\n4 name 2 - a\n4 un 2 - ~\n5 name 2 - a\n3 return 3 -\n4 bin 3 - or\n"
	    "5 bin 3 - and\n6 un 3 - not\n7 name 3 - a\n6 bin 3 - !=\n7 name 3 - a\n7 int 3 - 1\n5 bin 3 - |\n6 name 3 - a\n6 bin 3 - ^\n7 int 3 - 2\n7 bin 3 - &\n"
	    "8 name 3 - a\n8 int 3 - 3\n1 func 5 - xor\n2 param 5 - a\n3 type 5 - int\n2 type 5 - void\n");
	is("they are names in C, unless <iso646.h> is there", "a.c", "int xor = 1;\nint f(int and) { return and; }\n",
	    "1 decl 1 -\n2 name 1 - xor\n2 type 1 - int\n2 default 1 -\n3 int 1 - 1\n1 func 2 - f\n2 param 2 - and\n3 type 2 - int\n2 type 2 - int\n2 block 2 -\n3 return 2 -\n"
	    "4 name 2 - and\n");
	is("with it, they are none", "a.c", "#include <iso646.h>\nint f(int a) { return a and not a; }\n",
	    "1 include 1 - iso646.h\n1 func 2 - f\n2 param 2 - a\n3 type 2 - int\n2 type 2 - int\n2 block 2 -\n3 return 2 -\n4 bin 2 - and\n5 name 2 - a\n5 un 2 - not\n"
	    "6 name 2 - a\n");
	is("attributes of nothing, of a statement, and what is none: a message of Objective-C", "a.cpp", "void f(int a) {\n switch (a) {\n case 1:\n  g();\n  [[fallthrough]];\n case 2:\n  [[likely]] h();\n }\n}\n",
	    "1 func 1 - f\n2 param 1 - a\n3 type 1 - int\n2 type 1 - void\n2 block 1 -\n3 switch 2 -\n4 name 2 - a\n4 case 3 f\n5 int 3 - 1\n5 block 3 -\n6 call 4 -\n"
	    "7 name 4 - g\n4 case 6 -\n5 int 6 - 2\n5 block 6 -\n6 call 7 -\n7 name 7 - h\n");
	is("a message of Objective-C is no attribute", "a.cpp", "void f() { [[T alloc] run]; }\n",
	    "1 func 1 - f\n2 type 1 - void\n2 block 1 -\n3 error 1 - cannot read on at '['\n");
	is("values of a type, with a blank before the brace", "a.cpp", "void f() {\n g(T {}, a << T {1}, {T {2}, b});\n if (a * T{b} != c()) h();\n throw e::x {\"no\"};\n}\n",
	    "1 func 1 - f\n2 type 1 - void\n2 block 1 -\n3 call 2 -\n4 name 2 - g\n4 arg 2 -\n5 call 2 -\n6 name 2 - T\n4 arg 2 -\n5 bin 2 - <<\n6 name 2 - a\n6 call 2 -\n"
	    "7 name 2 - T\n7 arg 2 -\n8 int 2 - 1\n4 arg 2 -\n5 list 2 -\n6 call 2 -\n7 name 2 - T\n7 arg 2 -\n8 int 2 - 2\n6 name 2 - b\n3 if 3 -\n4 bin 3 - !=\n5 bin 3 - *\n"
	    "6 name 3 - a\n6 call 3 -\n7 name 3 - T\n7 arg 3 -\n8 name 3 - b\n5 call 3 -\n6 name 3 - c\n4 block 3 -\n5 call 3 -\n6 name 3 - h\n3 raise 4 -\n4 call 4 -\n"
	    "5 attr 4 - x\n6 name 4 - e\n5 arg 4 -\n6 str 4 - no\n");
	is("a typename before what is called", "a.cpp", "template <class T> void f() { typename T::U(a).g(b); typename T::U x; }\n",
	    "1 func 1 - f\n2 tparam 1 - T\n2 type 1 - void\n2 block 1 -\n3 call 1 -\n4 attr 1 - g\n5 call 1 -\n6 attr 1 - U\n7 name 1 - T\n6 arg 1 -\n7 name 1 - a\n4 arg 1 -\n"
	    "5 name 1 - b\n3 decl 1 -\n4 name 1 - x\n4 type 1 - T.U\n");
	is("another name of a number", "a.cpp", "using W = unsigned int;\ntypedef long long T;\nusing P = int *;\nusing A = int[3];\n",
	    "1 decl 1 -\n2 name 1 - W\n2 default 1 -\n3 name 1 - unsigned int\n1 decl 2 -\n2 name 2 - T\n2 default 2 -\n3 name 2 - long long\n");
	is("pointers to methods that are const", "a.cpp", "struct s { void (C::*m)(int) const; };\ntypedef int (A::*F)() const noexcept;\nF f;\n",
	    "1 class 1 - s\n2 block 1 -\n3 decl 1 -\n4 name 1 - m\n1 decl 3 -\n2 name 3 - f\n2 type 3 - F\n");
	is("casts to what a macro makes of a name, by a calling convention, by another macro", "a.c", "void f(void) {\n a = (list_t(s) *)b;\n c = (INT (API *)(INT))(void (*)(void)) g(1);\n d = (T) CAST g(2);\n}\n",
	    "1 func 1 - f\n2 type 1 - void\n2 block 1 -\n3 assign 2 -\n4 name 2 - a\n4 name 2 - b\n3 assign 3 -\n4 name 3 - c\n4 call 3 -\n5 name 3 - g\n5 arg 3 -\n"
	    "6 int 3 - 1\n3 assign 4 -\n4 name 4 - d\n4 call 4 -\n5 name 4 - CAST\n5 arg 4 -\n6 call 4 -\n7 name 4 - g\n7 arg 4 -\n8 int 4 - 2\n");
	is("macros on lines of their own in a class", "a.hpp", "class A {\n Q_OBJECT\n Q_PROPERTY(bool x READ x WRITE set)\npublic:\n int f();\n};\n",
	    "1 class 1 - A\n2 block 1 -\n3 name 2 - Q_OBJECT\n3 call 3 -\n4 name 3 - Q_PROPERTY\n4 arg 3 -\n5 unknown 3 - bool x READ x WRITE set\n3 func 5 h f\n"
	    "4 type 5 - int\n");
	is("a word before a signal", "a.cpp", "void f(int a) {\n if (a) emit g(a);\n else h();\n}\n",
	    "1 func 1 - f\n2 param 1 - a\n3 type 1 - int\n2 type 1 - void\n2 block 1 -\n3 if 2 -\n4 name 2 - a\n4 block 2 -\n5 name 2 - emit\n5 call 2 -\n6 name 2 - g\n"
	    "6 arg 2 -\n7 name 2 - a\n4 block 3 -\n5 call 3 -\n6 name 3 - h\n");
	is("a function that a macro names, and a macro between it and its body", "a.c", "API int CALL\nname (run) (int n)\nSUFFIX\n{\n g(n);\n}\n",
	    "1 func 2 - name(run)\n2 param 2 - n\n3 type 2 - int\n2 type 1 - int\n2 block 4 -\n3 call 5 -\n4 name 5 - g\n4 arg 5 -\n5 name 5 - n\n");
	is("attributes by a macro", "a.c", "#define CTOR __attribute__((constructor))\nstatic void CTOR f(void) { g(); }\n#define PLAIN __attribute__((unused))\nstatic void PLAIN h(void) { }\n",
	    "1 decl 1 M\n2 name 1 - CTOR\n2 default 1 -\n3 unknown 1 - __attribute__((constructor))\n1 func 2 tE f\n2 type 2 - void\n2 block 2 -\n3 call 2 -\n4 name 2 - g\n"
	    "1 decl 3 M\n2 name 3 - PLAIN\n2 default 3 -\n3 unknown 3 - __attribute__((unused))\n1 func 4 t h\n2 type 4 - void\n2 block 4 -\n");
	is("what errs under #if 0 is not read", "a.c", "#if 0\nit's prose /* #endif */ that( is no code\n# ifdef A\n# endif\n#else\nint x;\n#endif\nint y;\n",
	    "1 if 1 p\n2 int 1 - 0\n2 block 1 -\n2 block 5 -\n3 decl 6 -\n4 name 6 - x\n4 type 6 - int\n1 decl 8 -\n2 name 8 - y\n2 type 8 - int\n");
	is("an #if that asks for __cplusplus among others", "a.cpp", "#if (defined __STDC__ || defined __cplusplus)\nint f(int a)\n#else\nint f(a) int a;\n#endif\n{ return a; }\n",
	    "1 func 2 - f\n2 param 2 - a\n3 type 2 - int\n2 type 2 - int\n2 block 6 -\n3 return 6 -\n4 name 6 - a\n");
	is("a unit that calls is none", "a.c", "#define KB * size(10)\nint n = 128 KB;\n",
	    "1 decl 1 M\n2 name 1 - KB\n2 default 1 -\n3 deref 1 -\n4 call 1 -\n5 name 1 - size\n5 arg 1 -\n6 int 1 - 10\n1 decl 2 -\n2 name 2 - n\n2 type 2 - int\n"
	    "2 default 2 -\n3 int 2 - 128\n1 error 2 - cannot read on at 'KB'\n");
	is("macros of attributes with numbers, before a type and before a name", "a.cpp", "static NONNULL(2) bool f(int a);\nstatic std::string FORMAT(3, 4) g(int a) { return h(a); }\nchar *FORMAT(1, 2) k(const char *s);\n",
	    "1 func 1 t f\n2 param 1 - a\n3 type 1 - int\n2 type 1 - bool\n1 func 2 t g\n2 param 2 - a\n3 type 2 - int\n2 type 2 - std.string\n2 block 2 -\n3 return 2 -\n"
	    "4 call 2 -\n5 name 2 - h\n5 arg 2 -\n6 name 2 - a\n1 func 3 - k\n2 param 3 - s\n3 type 3 PC char\n2 type 3 P char\n");
	is("those that may be more, and those with more", "a.c", "#define EARLY(n) __attribute__((constructor(n)))\nstatic EARLY(101) void f(void) { }\n",
	    "1 func 1 MI EARLY\n2 param 1 - n\n2 block 1 -\n3 unknown 1 - __attribute__((constructor(n)))\n1 decl 2 t\n2 name 2 - EARLY\n2 default 2 -\n3 int 2 - 101\n"
	    "1 error 2 - cannot read on at 'void'\n");
	is("a macro before one with arguments, each on a line before a function", "a.c", "EXPORT FORMAT(KIND)\nvoid f(int a);\nINT g(a)\nint a;\n{ return a; }\n",
	    "1 name 1 - EXPORT\n1 call 1 -\n2 name 1 - FORMAT\n2 arg 1 -\n3 name 1 - KIND\n1 func 2 - f\n2 param 2 - a\n3 type 2 - int\n2 type 2 - void\n1 func 3 - g\n"
	    "2 param 3 - a\n3 type 4 - int\n2 type 3 - INT\n2 block 5 -\n3 return 5 -\n4 name 5 - a\n");
	is("parameters that are declared behind their names, in another order, or not at all", "a.c", "int f(a, b, c, d)\n\tregister struct st *b;\n\tchar a[], *d;\n{ }\nint g(t);\n",
	    "1 func 1 - f\n2 param 1 - a\n3 type 3 A char\n2 param 1 - b\n3 type 2 P st\n2 param 1 - c\n2 param 1 - d\n3 type 3 P char\n2 type 1 - int\n2 block 4 -\n"
	    "1 func 5 - g\n2 param 5 -\n3 type 5 - t\n2 type 5 - int\n");
	is("a pointer to what a macro names", "a.c", "struct s { STACK_OF(T) *a, *b; };\nLIST(T) *c = 0;\n",
	    "1 class 1 - s\n2 block 1 -\n3 decl 1 -\n4 name 1 - a\n3 decl 1 -\n4 name 1 - b\n1 decl 2 -\n2 name 2 - c\n2 default 2 -\n3 int 2 - 0\n");
	is("a class whose head is under an #if, and whose body is not", "a.hpp", "#ifdef DOC\nclass A : public d::b<T>\n#else\nclass A : public i::b<T>::c\n#endif\n{\npublic:\n int f();\n};\n",
	    "1 if 1 p\n2 call 1 -\n3 name 1 - defined\n3 arg 1 -\n4 name 1 - DOC\n2 block 1 -\n3 class 2 - A\n4 base 2 -\n5 index 2 -\n6 attr 2 - b\n7 name 2 - d\n"
	    "6 name 2 - T\n4 block 2 -\n5 func 8 h f\n6 type 8 - int\n2 block 3 -\n3 class 4 - A\n4 base 4 -\n5 attr 4 - c\n6 index 4 -\n7 attr 4 - b\n8 name 4 - i\n"
	    "7 name 4 - T\n4 block 4 -\n5 func 8 h f\n6 type 8 - int\n");
	is("numbers with units", "a.c", "#define KB *(1 << 10)\nint f(int a) { return g(128 KB, a < (1 MB) ? a * 2 KB : 3); }\n",
	    "1 decl 1 M\n2 name 1 - KB\n2 default 1 -\n3 deref 1 -\n4 bin 1 - <<\n5 int 1 - 1\n5 int 1 - 10\n1 func 2 - f\n2 param 2 - a\n3 type 2 - int\n2 type 2 - int\n"
	    "2 block 2 -\n3 return 2 -\n4 call 2 -\n5 name 2 - g\n5 arg 2 -\n6 unknown 2 - 128 KB\n5 arg 2 -\n6 cond 2 -\n7 bin 2 - <\n8 name 2 - a\n8 unknown 2 - 1 MB\n"
	    "7 bin 2 - *\n8 name 2 - a\n8 unknown 2 - 2 KB\n7 int 2 - 3\n");
	is("a declaration as an argument", "a.cpp", "void f() {\n THROWS(T x(1, 2), e);\n QUIET(auto y = g());\n QUIET(std::map<int, int> m{h()});\n}\n",
	    "1 func 1 - f\n2 type 1 - void\n2 block 1 -\n3 call 2 -\n4 name 2 - THROWS\n4 arg 2 -\n5 func 2 I\n6 block 2 -\n7 decl 2 -\n8 name 2 - x\n8 type 2 - T\n"
	    "8 default 2 -\n9 call 2 -\n10 name 2 - T\n10 arg 2 -\n11 int 2 - 1\n10 arg 2 -\n11 int 2 - 2\n4 arg 2 -\n5 name 2 - e\n3 call 3 -\n4 name 3 - QUIET\n4 arg 3 -\n"
	    "5 func 3 I\n6 block 3 -\n7 decl 3 -\n8 name 3 - y\n8 type 3 - auto\n8 default 3 -\n9 call 3 -\n10 name 3 - g\n3 call 4 -\n4 name 4 - QUIET\n4 arg 4 -\n5 func 4 I\n"
	    "6 block 4 -\n7 decl 4 -\n8 name 4 - m\n8 type 4 - std.map\n9 tuple 4 -\n10 unknown 4 - int\n10 unknown 4 - int\n8 default 4 -\n9 call 4 -\n10 index 4 -\n"
	    "11 attr 4 - map\n12 name 4 - std\n11 tuple 4 -\n12 unknown 4 - int\n12 unknown 4 - int\n10 arg 4 -\n11 call 4 -\n12 name 4 - h\n");
	is("forever", "a.cpp", "void f(int a) {\n forever { g(); }\n}\n",
	    "1 func 1 - f\n2 param 1 - a\n3 type 1 - int\n2 type 1 - void\n2 block 1 -\n3 while 2 -\n4 bool 2 - 1\n4 block 2 -\n5 call 2 -\n6 name 2 - g\n");
	is("another, which is none of Qt", "a.cpp", "#define forever if (0)\nvoid f(int a) {\n forever { g(); }\n}\n",
	    "1 decl 1 M\n2 name 1 - forever\n2 default 1 -\n3 unknown 1 - if (0)\n1 func 2 - f\n2 param 2 - a\n3 type 2 - int\n2 type 2 - void\n2 block 2 -\n3 if 3 -\n"
	    "4 int 3 - 0\n4 block 3 -\n5 call 3 -\n6 name 3 - g\n");
	{
		static const char nul[] = "int x;\0int y;\0f(\0);";
		unit_ok(sound("a.c", nul, sizeof nul - 1, &nodes) == 0 && nodes == 9, "NUL bytes are blanks");
	}
	hostile("a million parentheses", "a.c", "int x = ", "(", 1000000, ";\nint y;\n", 1);
	hostile("a million braces", "a.c", "void f(void) ", "{", 1000000, "", 2);
	hostile("a million brackets of a lambda", "a.cpp", "auto f = ", "[](){ return ", 100000, "", 2);
	hostile("a million unary minuses", "a.c", "int x = ", "- ", 1000000, "1;", 1);
	hostile("a million terms", "a.c", "int x = 1", "+1", 1000000, ";", 1);
	hostile("a million calls of calls", "a.c", "int x = f", "()", 1000000, ";", 1);
	hostile("a million less-than signs", "a.cpp", "int x = a", " < a", 1000000, ";", 1);
	hostile("100,000 #if, one in another", "a.c", "", "#if A\n", 100000, "int x;\n", 1);
	hostile("100,000 namespaces", "a.cpp", "", "namespace a {\n", 100000, "", 2);
	hostile("100,000 else ifs", "a.c", "void f(void) { if (a) b();", " else if (a) b();", 100000, "}", 1);
	hostile("10,000 #if that cut through one call", "a.c", "void f(void) { g(a", "\n#if A\n, b\n#endif\n", 10000, "); }\nint y;\n", 1);
	hostile("2,000 #if that cut through braces", "a.c", "void f(void) { if (a) {", "\n#ifdef A\n} if (b) {\n#endif\n", 2000, "} }\nint y;\n", 0);

	s = repeated("/*", "x", (64u << 20) - 20, "*/ int x;", &n);
	unit_ok(sound("a.c", s, n, &nodes) == 0 && nodes == 5, "a line of 64 MiB");
	free(s);
	s = repeated("", "int x;", (64u << 20) / 6 + 1, "", &n);
	unit_ok(sound("a.c", s, n, &nodes) == 1 && nodes == 2, "more than 64 MiB is not read");
	free(s);
	return 0;
}
