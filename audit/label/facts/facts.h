/* facts.h - what the readers of source say of it: one tree, whatever the language.
 *
 * A reader (Python's own ast, the tolerant reader of C, C++ and CUDA, the readers
 * of YAML, TOML, JSON and CMake) turns a file into nodes; the analysis reads only nodes.
 * What a language means by a construct is settled here, in the readers: the
 * analysis knows no language.
 *
 * Nodes lie in one array in preorder: the kids of node i start at i + 1, a node's
 * next sibling at its `end`. A tree is written once and then only read. */
#ifndef LABEL_FACTS_H
#define LABEL_FACTS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "intern.h"

/* X(name, letters): name is the constant's, letters the node's on the wire.
 * In the notes, kids stand in parentheses, [] is optional, * any number. */
#define FACT_KINDS(X) \
	/* files: str = path as it was given or found */ \
	X(FILE, "file")         /* (statement*), or the value of a data file */ \
	X(ERROR, "error")       /* str = message: what follows or encloses could not be read; the place is opaque */ \
	X(COMMENT, "comment")   /* str = text: a comment or a docstring; never executed */ \
	/* definitions */ \
	X(FUNC, "func")         /* str = name, "Class.name" out of its class, "" of a lambda; of a template made special, with its arguments: "A<true>.f" (DECOR*, PARAM*, CAPTURE*, [TYPE], [BLOCK]); no BLOCK: declared only. As expression: a lambda */ \
	X(DECOR, "decor")       /* (expression) */ \
	X(TPARAM, "tparam")     /* str = name ([DEFAULT]): parameter of a template, among the first kids of its FUNC or CLASS */ \
	X(PARAM, "param")       /* str = name ([TYPE], [DEFAULT]); flags STAR, STARSTAR; STAR with str "": those behind it come by keyword only */ \
	X(CAPTURE, "capture")   /* of a lambda: str = name of what it takes a copy of where it is made, or of what it makes there ([value]); "": of all variables that it names; "this": of the object; flag REF: not this one, it is the variable itself */ \
	X(TYPE, "type")         /* str = dotted name of the type or annotation, without qualifiers, pointers, references and template arguments; with ":3", a bit field ([key as of an INDEX]: its template arguments; STR*: what a Literal of Python allows) */ \
	X(DEFAULT, "default")   /* (expression) */ \
	X(DIM, "dim")           /* ([expression]): of a DECL of an array of C, one for each pair of brackets; what stands in them if that is a number or a name, and of none if not so of the first */ \
	X(SPACE, "space")       /* str = name or "" (statement*): a C++ namespace. It may be opened again, in any file; from outside its names are ATTR (NAME space) or, after `using namespace` (FROM "space" (ALIAS "*")), plain */ \
	X(CLASS, "class")       /* str = name, "A<int>" of a template made special (BASE*, DECOR*, BLOCK): fields are DECL, methods FUNC */ \
	X(BASE, "base")         /* (expression); an ARG: keyword argument of Python's class statement */ \
	X(IMPORT, "import")     /* str = dotted module, with leading dots where relative (ALIAS) binds it; without ALIAS its first part is bound */ \
	X(FROM, "from")         /* str = module as in IMPORT (ALIAS*): names out of it; an ALIAS "*" is all */ \
	X(ALIAS, "alias")       /* str = the name bound ([NAME what it is there]); no NAME in an IMPORT and for "*" */ \
	X(INCLUDE, "include")   /* str = path between the quotes (flag QUOTED) or angles */ \
	/* statements; an expression may stand as a statement */ \
	X(BLOCK, "block")       /* (statement*) */ \
	X(DECL, "decl")         /* a name comes to be: (NAME, [TYPE], DIM*, [DEFAULT]); flag MACRO: #define NAME value; flag FIELD: member of a union */ \
	X(ASSIGN, "assign")     /* str = "" or the operator of "+=": (target, value). Also as expression */ \
	X(DELETE, "delete")     /* (target*) */ \
	X(IF, "if")             /* (test, BLOCK, [BLOCK]); flag PREPROC: #if, its test over macros, defined(X) a CALL */ \
	X(WHILE, "while")       /* (test, BLOCK, [BLOCK else]); flag POST: do-while. A C for is BLOCK(init, WHILE(test, BLOCK(body, step))) */ \
	X(FOR, "for")           /* (target, iterable, BLOCK, [BLOCK else]) */ \
	X(SWITCH, "switch")     /* (subject, CASE*): C's switch, Python's match */ \
	X(CASE, "case")         /* (pattern*, [GUARD], BLOCK); no pattern: default; flag FALLS: goes on into the next */ \
	X(GUARD, "guard")       /* (expression) */ \
	X(TRY, "try")           /* (BLOCK, HANDLER*, [ELSE], [FINALLY]) */ \
	X(HANDLER, "handler")   /* str = name bound or "" (type*, BLOCK); no type: catches all */ \
	X(ELSE, "else")         /* (BLOCK) */ \
	X(FINALLY, "finally")   /* (BLOCK) */ \
	X(WITH, "with")         /* (ITEM*, BLOCK) */ \
	X(ITEM, "item")         /* (expression, [target]) */ \
	X(RETURN, "return")     /* ([value]) */ \
	X(RAISE, "raise")       /* ([value]); also abort-like ends are CALLs, not RAISE */ \
	X(ASSERT, "assert")     /* (test, [message]) */ \
	X(BREAK, "break") \
	X(CONTINUE, "continue") \
	X(GOTO, "goto")         /* str = label; "" (expression): where its value says, an UNKNOWN "&&label" */ \
	X(LABEL, "label")       /* str = name; "case" (value*), "default": of a SWITCH around the statement that it stands in */ \
	X(GLOBAL, "global")     /* (NAME*): names of the module, or of an outer function, are meant */ \
	/* expressions */ \
	X(NONE, "none")         /* None, NULL, nullptr, YAML's null */ \
	X(BOOL, "bool")         /* str = "0" or "1" */ \
	X(INT, "int")           /* str = decimal digits */ \
	X(FLOAT, "float")       /* str = the number as C reads it */ \
	X(STR, "str")           /* str = its value in UTF-8 after escapes; adjacent literals are one; C's 'x' too */ \
	X(NAME, "name")         /* str = identifier; of a variable of C's inner block, whose name means another thing around it, with FACT_INNERs behind */ \
	X(ATTR, "attr")         /* str = name (base): a.b, a->b, A::b */ \
	X(INDEX, "index")       /* (base, key); a slice is as key CALL of NAME "slice" (three ARG, NONE where left out); f<T> has the template's arguments as key, several in a TUPLE; str = "->*" where the key is a pointer to a member */ \
	X(CALL, "call")         /* (callee, ARG*); new T(...) and T x(...) are calls of T; flag LAUNCH: <<<>>>, its grid, block, shared, stream first as ARGs of these keywords */ \
	X(ARG, "arg")           /* str = keyword or "" (value); flags STAR, STARSTAR */ \
	X(BIN, "bin")           /* str = + - * / // % ** @ << >> & | ^ == != < <= > >= in "not in" is "is not" and or (left, right) */ \
	X(UN, "un")             /* str = not - + ~, or "(int)", "(char *)": C's cast to a number or a pointer to one, "(dynamic a.T *)": dynamic_cast to a class, by pointer or reference (operand); "#" in a macro: the spelling of the argument that the operand names */ \
	X(ADDR, "addr")         /* &x */ \
	X(DEREF, "deref")       /* *x */ \
	X(COND, "cond")         /* (test, then, else) */ \
	X(LIST, "list")         /* (value*): list, set, C initialiser without names */ \
	X(TUPLE, "tuple")       /* (value*): also a comma expression, whose value is its last; flag COMMA */ \
	X(DICT, "dict")         /* (PAIR*): dict, C initialiser with designators, YAML, TOML and JSON mapping */ \
	X(PAIR, "pair")         /* (key, value); flag FIELD: .key = value; flag STARSTAR: (value) is merged */ \
	X(JOIN, "join")         /* (part*): f-string, its parts in order */ \
	X(COMP, "comp")         /* (FOR with a BLOCK that holds nested FOR or IF, innermost (value) or PAIR): comprehension */ \
	X(STARRED, "starred")   /* (value): *x in a display or a target; in a YIELD: yield from */ \
	X(YIELD, "yield")       /* ([value]) */ \
	X(AWAIT, "await")       /* (value) */ \
	X(UNKNOWN, "unknown")   /* str = text: an expression whose value cannot be told and that calls nothing: sizeof, computed constants; FACT_ANNOTATIONS: the test before what annotations of Python call */

typedef enum {
#define X(name, wire) FACT_##name,
	FACT_KINDS(X)
#undef X
	FACT_NKIND
} fact_kind;

/* Flags; one letter each on the wire. */
enum {
	FACT_MODULE = 1,       /* m FILE: names are its own; else they are shared with all such files of the tree */
	FACT_DATA = 2,         /* d FILE: a value, not code */
	FACT_STAR = 4,         /* s */
	FACT_STARSTAR = 8,     /* S */
	FACT_MACRO = 16,       /* M DECL, FUNC: #define. A macro whose body is an expression has BLOCK(RETURN expression) */
	FACT_INLINE = 32,      /* I FUNC of a macro of statements, or statements that a macro is given: a return in it leaves its caller */
	FACT_STATIC = 64,      /* t FUNC, DECL: of this file only; in a class: no receiver */
	FACT_RECEIVER = 128,   /* r FUNC: the first PARAM is the object */
	FACT_SELF = 256,       /* h FUNC: the object is NAME "this" and its members are visible as plain names */
	FACT_CLASSWIDE = 512,  /* c FUNC: the first PARAM is the class */
	FACT_PREPROC = 1024,   /* p IF */
	FACT_POST = 2048,      /* o WHILE */
	FACT_PRIVATE = 2048,   /* o FUNC without a BLOCK: in the private part of a class */
	FACT_FALLS = 4096,     /* f CASE */
	FACT_BODILESS = 4096,  /* f FUNC: said to have no body: = 0, = delete */
	FACT_LAUNCH = 8192,    /* l CALL */
	FACT_SIGNAL = 8192,    /* l FUNC: a signal of Qt, whose body the build writes */
	FACT_COMMA = 16384,    /* , TUPLE */
	FACT_PROTECTED = 16384, /* , FUNC without a BLOCK: in the protected part of a class */
	FACT_FIELD = 32768,    /* . PAIR, DECL; CALL of C: (T){...}, where nothing is called */
	FACT_OPEN = 65536,     /* O DECL of a macro: the build may set it otherwise (CMake option, -D) */
	FACT_TABLES = 65536,   /* O FUNC: made by yacc or lex (grammar.h); what stands in it runs in an order that tables of it give */
	FACT_DEVICE = 131072,  /* D FUNC: __global__ or __device__ code */
	FACT_POINTER = 262144, /* P TYPE: pointer to it (any depth); an argument of a template, too. Another expression of C++: it is cast to another type */
	FACT_REF = 524288,     /* R TYPE: reference to it; the NAME that a FOR of C++ binds: to the element itself, with P the pointer that it is; the TUPLE of auto &[a, b]: to the parts themselves */
	FACT_ARRAY = 1048576,  /* A TYPE: array of it; CALL of C++: new */
	FACT_QUOTED = 2097152, /* q INCLUDE */
	FACT_EARLY = 4194304,  /* E FUNC: runs before main (__attribute__((constructor))) */
	FACT_ASSEMBLY = 8388608, /* a FILE: of assembly (read_asm.h) */
	FACT_LAZY = 16777216,  /* L FUNC: a coroutine; COMP: a generator */
	FACT_UNSIGNED = 33554432, /* u INT of C: 1u, 0xffffffff; STR of C: one character, 'x' */
	FACT_LONG = 67108864,  /* W INT of C: 1L */
	FACT_THREAD = 134217728, /* T DECL: each thread has its own */
	FACT_VIRTUAL = 268435456, /* v FUNC: virtual is written before it */
	FACT_OVERRIDE = 536870912, /* V FUNC: override or final behind it */
	FACT_CONST = 1073741824 /* C TYPE of a PARAM: what it points or refers to is const; FUNC: so is its object */
};
#define FACT_ANNOTATIONS "annotations are evaluated"
#define FACT_OLD "of Python 2, read by its names alone" /* an ERROR begins so: what encloses it is not run */
#define FACT_INNER '\''
#define FACT_FLAG_LETTERS "mdsSMItrhcpofl,.ODPRAqEaLuWTvVC" /* letter i is flag 1 << i */

typedef struct {
	uint8_t kind;   /* fact_kind */
	uint32_t flags;
	uint32_t line;  /* from 1, physical */
	uint32_t str;   /* number in the tree's strings; that of "" where there is none */
	uint32_t end;   /* one after the last node of its subtree */
} fact_node;

typedef struct {
	fact_node *node; /* (n), and an empty one behind them: the first kid of any may be looked at, if it has one or not */
	uint32_t n, cap;
	uint32_t *open;  /* (nopen) nodes that are not closed */
	uint32_t nopen, open_cap;
	as_intern text;  /* string 0 is "" */
	int nomem;       /* set once memory ran out: later calls do nothing */
	char *const *root; size_t nroot; /* folders, by their real paths, that files which the source names must lie in (borrowed); none: anywhere */
} fact_tree;

/* Nesting beyond this depth is an ERROR of the reader, so that nobody need fear recursion. */
enum { FACT_MAX_DEPTH = 400 };

/* May the file be read, that is: does it lie in a root, links followed? */
int fact_may_read(const fact_tree *t, const char *path);

int fact_tree_init(fact_tree *t); /* -1 if out of memory */
void fact_tree_free(fact_tree *t);

/* Writes a node; what is written until fact_close are its kids. s need not be
 * NUL-terminated. Returns its index, or UINT32_MAX if out of memory. */
uint32_t fact_open(fact_tree *t, fact_kind kind, uint32_t line, uint32_t flags, const char *s, size_t n);
void fact_close(fact_tree *t);

/* A node without kids; s is NUL-terminated. */
uint32_t fact_leaf(fact_tree *t, fact_kind kind, uint32_t line, const char *s);

/* Nodes written from `at` on become the kids of a new node that takes their place:
 * for a reader that learns only after an operand what it is the operand of. */
uint32_t fact_wrap(fact_tree *t, uint32_t at, fact_kind kind, uint32_t line, uint32_t flags, const char *s, size_t n);

/* Forgets the nodes from `at` on, all of them closed or to be forgotten open. */
void fact_cut(fact_tree *t, uint32_t at, uint32_t nopen);

/* Adds a copy of node i, which is closed, with its subtree. */
void fact_copy(fact_tree *t, uint32_t i);

/* Adds all of another tree, whose nodes are closed, behind what is in t. */
void fact_append(fact_tree *t, const fact_tree *more);

static inline const char *
fact_str(const fact_tree *t, uint32_t i)
{
	return t->text.str[t->node[i].str];
}

/* Number of what stands after the last dot of node i's string; UINT32_MAX where that is no string of the tree. */
uint32_t fact_last(const fact_tree *t, uint32_t i);

/* The kid of node i that is a node or holds it, or 0 (never a kid: node 0 is a FILE). */
uint32_t fact_kid_over(const fact_tree *t, uint32_t i, uint32_t node);
/* The first kid of node i of that kind, or 0. */
uint32_t fact_find(const fact_tree *t, uint32_t i, fact_kind kind);

/* What operand k, from 0, of a CALL is, but those that a keyword gives; 0: it has none. */
uint32_t fact_arg(const fact_tree *t, uint32_t call, uint32_t k);
/* The expression at e of C without the casts before it; 0 stays 0. */
uint32_t fact_uncast(const fact_tree *t, uint32_t e);

/* What a CALL has for that keyword; 0: it has none. */
uint32_t fact_keyword(const fact_tree *t, uint32_t call, const char *name);

/* What it has for a parameter, by that keyword or as operand k; 0. */
uint32_t fact_given(const fact_tree *t, uint32_t call, const char *name, uint32_t k);

/* The PARAM of that name, a string, of a FUNC, and which of its PARAMs that is, *k, from 0; 0: it has none. */
uint32_t fact_param(const fact_tree *t, uint32_t fn, uint32_t name);
uint32_t fact_param_at(const fact_tree *t, uint32_t fn, uint32_t name, uint32_t *k);
#define FACT_EACH_KID(t, i, kid) \
	for (uint32_t kid = (i) + 1; kid < (t)->node[i].end; kid = (t)->node[kid].end)

/* Is node i the ERROR that says so of a file of Python 2? */
static inline int
fact_is_old(const fact_tree *t, uint32_t i)
{
	return t->node[i].kind == FACT_ERROR && strncmp(fact_str(t, i), FACT_OLD, sizeof FACT_OLD - 1) == 0;
}

/* How many of n nodes, which ascend, are below node. */
uint32_t fact_before(const uint32_t *v, uint32_t n, uint32_t node);

/* Is it a macro of a file of data, by which flags of the build make a name another? */
static inline int
fact_renames(const fact_tree *t, uint32_t i)
{
	uint32_t def = t->node[i].kind == FACT_DECL && (t->node[i].flags & (FACT_MACRO | FACT_OPEN)) == (FACT_MACRO | FACT_OPEN) ? fact_find(t, i, FACT_DEFAULT) : 0;

	return def && t->node[def + 1].kind == FACT_NAME;
}

/* The wire: one line a node in preorder,
 *
 *     DEPTH KIND LINE FLAGS [STR]
 *
 * depth 0 for a FILE; FLAGS is letters or "-"; STR goes to the end of the line,
 * with \n, \r and \\ as escapes. Adds the nodes of one line to t, closing what its depth
 * closes; the last one is closed by fact_wire_end. -1 if the line is no such line. */
int fact_wire_line(fact_tree *t, const char *line, size_t n);
void fact_wire_end(fact_tree *t);

#include <stdio.h>
/* Writes the nodes of the tree as on the wire: what tests of the readers compare. */
void fact_write(const fact_tree *t, FILE *f);

#endif
