/* label_facts.h - what labelaudit --src knows of source, in one form for every language.
 *
 * A reader turns a file into functions, classes and statements; label_flow.c turns the
 * statements of each function into events in textual order, each with the guards that it
 * stands under. What follows reads only these: it does not know the language.
 *
 * All of it lives in the program's arena until program_free(). Strings are interned: equal
 * strings are one pointer. What allocates never gives NULL: program_nomem() leaves by longjmp. */
#ifndef LABEL_FACTS_H
#define LABEL_FACTS_H

#include <ctype.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "err.h"
#include "grow.h"
#include "intern.h"
#include "words.h"

/* ---- constants: interned, so one pointer is one value and type */
typedef enum { K_NONE, K_BOOL, K_INT, K_FLOAT, K_STR, K_TUPLE } kkind;

typedef struct constant {
	kkind kind;
	uint32_t n;                     /* of K_TUPLE */
	long long i;                    /* K_BOOL (0, 1), K_INT */
	double f;                       /* K_FLOAT */
	const char *s;                  /* K_STR */
	const struct constant *item[];  /* (n) */
} constant;

/* ---- expressions; label_py.py counts the kinds and operators */
typedef enum {
	X_CONST,   /* con; op: not 0 for a character of C */
	X_NAME,    /* s */
	X_ATTR,    /* kid[0] . s */
	X_SUB,     /* kid[0] [ kid[1] ] */
	X_CALL,    /* kid[0] ( kid[1] ... ): positional, X_STAR and X_KEYWORD as they stand */
	X_KEYWORD, /* s = kid[0]; s is "**" for a mapping that is spread */
	X_STAR,    /* * kid[0] */
	X_CMP,     /* kid[0] op kid[1]; op: OP_EQ ... OP_NOTIN */
	X_NOT,     /* kid[0] */
	X_AND, X_OR, /* kids, at least two */
	X_COND,    /* kid[0] ? kid[1] : kid[2] */
	X_BIN,     /* kid[0] op kid[1]; op: OP_ADD ... OP_OTHER */
	X_LIST,    /* kids: list, tuple, set, braces of C */
	X_DICT,    /* kid[2i] : kid[2i+1]; the key of a spread mapping is X_NAME "**" */
	X_FSTR,    /* kids, joined as text */
	X_LAMBDA,  /* kid[0], or, where body is set, statements */
	X_COMP,    /* kid[0] for kid[1] in kid[2] if kid[3] ... ; of more loops the first */
	X_ELEM,    /* some element of kid[0]: the variable of a loop */
	X_ITEM,    /* element number index of kid[0]: unpacking */
	X_KEY,     /* the entry con of a table is chosen; kid[0]: X_LIST of all its keys */
	X_DEFINED, /* macro s is defined, and not 0 */
	X_CMAKE,   /* variable s of CMake is true */
	X_FLAGVAR, /* s: a variable declared with an option's name; kid[0]: its constructor */
	X_EXC,     /* an exception was caught; s: its type as written, or "any" */
	X_ASSIGN,  /* kid[0] = kid[1], as a value */
	X_COMMA,   /* kid[0], kid[1]: the second is the value */
	X_ENV,     /* environment variable kid[0]; kid[1]: if it is not set; as a target: set */
	X_ARGV,    /* the command line as an array: sys.argv, argv of main */
	X_ARGC,    /* how many it has: len(sys.argv), argc of main */
	X_FUNC, X_CLASS, X_SELF, /* made while evaluating; X_SELF: an object of class s */
	X_OPAQUE   /* s: its text, cut */
} xkind;

typedef enum {
	OP_NONE,
	OP_EQ, OP_NE, OP_LT, OP_LE, OP_GT, OP_GE, OP_IN, OP_NOTIN, OP_IS, OP_ISNOT,
	OP_ADD, OP_SUB, OP_MUL, OP_DIV, OP_MOD, OP_AND, OP_OR, OP_XOR, OP_SHL, OP_SHR,
	OP_AUG,    /* kid[0] changed by kid[1] in place, in a way that is not kept: top */
	OP_OTHER
} xop;

typedef struct expr {
	uint8_t kind, op;               /* xkind, xop */
	uint32_t n;                     /* kids */
	uint32_t line;
	uint32_t seq;                   /* of a test: where it stands; 0: nowhere yet */
	union { const char *s; const constant *con; uint32_t index; };
	union {
		const char *table;      /* X_KEY: name of the table, or NULL */
		struct stmt *body;      /* X_LAMBDA with statements (C++), or NULL */
	};
	struct expr *kid[];             /* (n) */
} expr;

/* ---- statements: what a reader makes; label_flow.c reads them once */
typedef enum {
	S_EXPR,    /* x, for what it does */
	S_ASSIGN,  /* target = x; target may be an X_LIST (unpacking); s: its type, or NULL */
	S_DECL,    /* variable target of type s is declared, without a value (C++: may construct) */
	S_RETURN,  /* x, or NULL; fails: an error value, after which the program ends */
	S_YIELD,   /* x */
	S_RAISE,   /* x or NULL: throw, raise, exit, abort: nothing follows */
	S_LEAVE,   /* break, continue, goto */
	S_ASSERT,  /* x holds, or nothing follows */
	S_IF,      /* x: body, else other */
	S_LOOP,    /* for target in x: body, then other; target NULL: while x (x may be NULL) */
	S_SWITCH,  /* x: body is a list of S_CASE */
	S_CASE,    /* x: X_LIST of values, empty: the default; target: its `if`, or NULL; body;
	            * falls: into the next; s: a pattern that is no value (text), or NULL */
	S_TRY,     /* body; other: S_HANDLERs; after: if nothing was raised; last: finally */
	S_HANDLER, /* s: type as written, or "any"; body; leaves: it does not go on without */
	S_BLOCK,   /* body: with, braces, do */
	S_FUNC,    /* fn is defined here; its body is body */
	S_CLASS,   /* cls is defined here; body: its methods, classes, expressions of its fields */
	S_GLOBAL   /* x: X_LIST of X_NAME: they are not local here */
} skind;

typedef struct pp { expr *e; uint32_t line; const struct pp *up; } pp; /* #if, inner first */

typedef struct stmt {
	uint8_t kind;                   /* skind */
	uint8_t falls, leaves, fails, quiet; /* quiet: an S_HANDLER not to speak of (ImportError) */
	uint8_t role;                   /* of S_EXPR: erole, R_STMT if not set */
	uint32_t line;
	const pp *pp;
	const char *s;
	expr *x, *target;
	struct stmt *body, *other, *after, *last, *next; /* each a list by next */
	struct func *fn;
	struct klass *cls;
} stmt;

/* ---- what a function does */
typedef enum {
	G_IF, G_CASE, G_PP, G_KEY, G_REGISTRY, G_RAISE, G_RETURN, G_LEAVE, G_EXC
} gkind; /* G_RAISE: where it does not hold the program stops */

typedef struct {
	expr *e;
	const struct source *file;
	uint32_t line, seq;             /* seq: where the test stands; e is evaluated there */
	uint8_t kind;                   /* gkind */
	bool pol;                       /* e must be true (or false) */
} guard;

typedef struct guards { const guard *g; const struct guards *up; uint32_t n; } guards;

typedef struct handler {
	uint32_t line;
	uint32_t size;                  /* statements in the try */
	bool goes_on;                   /* after it the program goes on without what failed */
	const struct handler *up;
} handler;

typedef enum { E_ASSIGN, E_CALL, E_RETURN, E_READ, E_DECO } ekind;

typedef enum {
	R_NONE, R_STMT, R_ASSIGNED, R_RETURNED, R_ARG, R_FUNC, R_BASE, R_TEST, R_DECO, R_LAMBDA,
	R_INDEX, R_ITER, R_KEYED, R_WITH, R_RAISE, R_DEFAULT, R_DECL, R_REGISTRY, R_DYNAMIC
} erole; /* where an expression stands */

typedef struct event {
	uint8_t kind, role;             /* ekind, erole */
	bool loop;
	uint32_t line, seq;
	struct func *fn;
	const guards *guards;
	const handler *tries;           /* inner first */
	expr *target;                   /* E_ASSIGN; E_DECO: X_NAME of the function */
	expr *value;                    /* E_CALL: an X_CALL; E_READ: X_NAME, X_ATTR, X_SUB */
} event;

typedef struct { const char *name, *type; expr *def; } param; /* type "", def NULL: none */

typedef enum { LANG_PYTHON = 1, LANG_C = 2 } lang; /* for the table of symbols only */

typedef struct func {
	const char *name;               /* "<module>" for what stands outside of functions */
	const struct source *file;
	uint32_t line;
	struct klass *cls;              /* of a method */
	struct func *parent;            /* the function or module that it is defined in */
	param *param; uint32_t nparam;
	const char *vararg, *kwarg;     /* NULL */
	expr **deco; uint32_t ndeco;
	const guards *guards;           /* of its definition */
	event **ev; uint32_t nev;       /* in order of seq */
	event **assigned; uint32_t nassigned; /* to names: by name (its address), then seq */
	const char **local; uint32_t nlocal;  /* C: declared here */
	param *var; uint32_t nvar;      /* types of variables, where they are declared with one */
	const char **global; uint32_t nglobal; /* names that are not local though assigned here */
	uint8_t lang;
	bool is_module;
	bool linked;                    /* names reach other files without an import */
	bool hidden;                    /* static: not seen outside of its file */
	bool implicit_self;             /* a bare name may be a field of its class */
	bool generator;
	bool is_table;                  /* no function: a variable and its initialiser */
} func;

typedef struct { const char *name, *type; expr *value; uint32_t line; } field;

typedef struct klass {
	const char *name;
	const struct source *file;
	uint32_t line;
	const char **base; uint32_t nbase; /* last names */
	expr **deco; uint32_t ndeco;
	func **method; uint32_t nmethod;
	field *field; uint32_t nfield;
	const guards *guards;
} klass;

/* ---- the program */
/* `import torch as t`: t, torch; `from a.b import c`: c, a.b.c; relative: leading dots */
typedef struct { const char *as, *name; } import;

typedef struct source {
	const char *path;               /* as it is shown */
	const char *text; size_t len;   /* NUL-terminated; not kept for data files over 1 MiB */
	uint8_t lang;                   /* lang; 0: data */
	const char *unread;             /* why it could not be read, or NULL */
	import *import; uint32_t nimport;
	func *module;                   /* NULL for data */
} source;

typedef struct multimap multimap;   /* interned string -> things, in the order they were added */

typedef struct { const source *file; uint32_t line; } place;

/* One #define, or definition or option of CMake. */
typedef struct { const char *name; const guards *guards; const constant *value; place at; } macro;

/* Of YAML, TOML, JSON, INI; path: keys with dots. */
typedef struct {
	const char *key, *path; const constant *value; place at; uint32_t record;
} setting;

typedef struct {
	const char *dest;               /* the name that the program reads it by, '-' as '_' */
	const char *spell[8], *neg[4]; uint8_t nspell, nneg; /* "--x"; what turns it off */
	const char *type;               /* last name of its type, or "" */
	expr *def, *constv, *choices;   /* NULL */
	bool flag, turns_off;           /* flag: takes no value; turns_off: store_false */
	func *fn;                       /* the function whose parameter it is, or NULL */
	bool variable;                  /* dest is a variable that gets the value by its address */
	place at;
} option;

/* An option that getopt knows, without dashes: its loop sees val. */
typedef struct { const char *name; const expr *val; place at; } optcase;

typedef struct program {
	source **file; uint32_t nfile;
	func **fn; uint32_t nfn;
	klass **cls; uint32_t ncls;
	option **opt; uint32_t nopt;
	optcase *optcase; uint32_t noptcase;
	setting *setting; uint32_t nsetting;
	macro *macro; uint32_t nmacro;
	macro *cmakedef; uint32_t ncmakedef; /* definitions that CMake gives */
	macro *cmakeopt; uint32_t ncmakeopt; /* its options: K_BOOL, or K_NONE if not known */
	macro *tested; uint32_t ntested; /* that an #if asks for, by name and place */
	/* functions, classes, settings, options by name; events by a last name: */
	multimap *by_fn, *by_cls, *settings_by_key, *options_by_dest;
	multimap *calls;      /* E_CALL: of what is called */
	multimap *reads;      /* E_READ of a function's or class's name that is not called there */
	multimap *globals;    /* E_ASSIGN to a name at file level, or declared global */
	multimap *fields;     /* E_ASSIGN to .name of any object; keywords of constructors */
	multimap *selfs;      /* E_ASSIGN to self.name (this->name, bare field): by the field */
	multimap *keys;       /* E_ASSIGN to [..."name"], and of dict literals with that key */
	multimap *in_macros;  /* what bodies of macros call, by its name */
	multimap *lookups;    /* E_READ X_SUB and .get/.pop/.at/.find calls: of the table */
	multimap *enums;      /* constants that enumerators and macros of C stand for */
	multimap *macros;     /* of C and CMake */
	multimap *changed;    /* what adds to a container or sets an entry: by its last name */
	multimap *setters;    /* what sets a field of unknown name: by class, "": not known */
	multimap *spread;     /* what makes an object of **x: by class */
	multimap *lines, *entries; /* of classes, and kinds of entries: as they are asked for */
	const char **known; uint32_t nknown; /* spellings of all options that the files know */
	struct symbols *symbols;  /* compiled table of compile calls (label_symbols.c) */
	as_intern names;
	struct arena *arena;
	jmp_buf *nomem;
	uint32_t seq;                   /* the last position given out */
	place loose;                    /* where options are set by unknown names; or none */
	expr **subkey; uint32_t nsubkey; /* X_KEY of subcommands; label_index.c: their table */
	expr **subcommand; uint32_t nsubcommand;
	struct cstate *cstate;          /* of the reader of C: macros and classes so far */
} program;

/* ---- arena, strings, constants (label_arena.c) */
program *program_new(void);          /* NULL if out of memory */
void program_free(program *p);
_Noreturn void program_nomem(program *p);
void *take(program *p, size_t n);    /* zeroed, aligned for anything */
/* Room for element n of an array that grew one by one (powers of two; copied). */
void *grown(program *p, void *array, uint32_t n, size_t size);
#define PUSH(p, array, n) ((array) = grown((p), (array), (n), sizeof *(array)), &(array)[(n)++])

const char *name_of(program *p, const char *s);         /* interned */
const char *name_n(program *p, const char *s, size_t n);
const char *name_f(program *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
const char *name_have(const program *p, const char *s); /* NULL if no such string was met */
const char *dashes_to_underscores(program *p, const char *s);
bool word_in(const char *words, const char *s);         /* s, or NULL, is one of the words */
bool has_word(const char *words, const char *s);        /* one is in s, in any case of letters */
bool text_in(const char *const *list, uint32_t n, const char *s); /* is s one of the n? */
size_t whole(const char *s, size_t n);                  /* n, or less: not within a character */

const constant *k_none(program *p);
const constant *k_bool(program *p, bool b);
const constant *k_int(program *p, long long i);
const constant *k_float(program *p, double f);
const constant *k_str(program *p, const char *s);       /* s need not be interned */
const constant *k_tuple(program *p, const constant *const *item, uint32_t n);
bool k_equal(const constant *a, const constant *b);     /* as Python's ==: 1 == 1.0 == True */
bool k_number(const constant *k, double *x);            /* is it one, or a truth value? */
bool k_true(const constant *k);                         /* as Python's bool() */
bool k_is_str(const constant *k, const char *s);
const char *k_text(program *p, const constant *k);      /* as Python's str() */
/* A word of a command line or a settings file: true/yes/on, null, numbers, else text. */
const constant *k_literal(program *p, const char *s);

/* ---- expressions (label_expr.c) */
expr *x_new(program *p, xkind kind, uint32_t line, uint32_t n); /* kids: to be set by the caller */
expr *x_kids(program *p, xkind kind, uint32_t line, expr *const *kid, uint32_t n);
expr *x_con(program *p, const constant *k, uint32_t line);
expr *x_name(program *p, const char *s, uint32_t line);
expr *x_attr(program *p, expr *base, const char *s, uint32_t line);
expr *x_sub(program *p, expr *base, expr *index, uint32_t line);
expr *x_one(program *p, xkind kind, expr *a);           /* X_NOT, X_STAR, X_ELEM ...: line of a */
expr *x_two(program *p, xkind kind, xop op, expr *a, expr *b);
expr *x_three(program *p, xkind kind, expr *a, expr *b, expr *c);
expr *x_and(program *p, expr *a, expr *b);
expr *x_opaque(program *p, const char *s, uint32_t line); /* cut to 60 bytes */
/* A call, as what it is in any language: strcmp, getenv, sys.argv ... (label_norm.c). Every
 * reader makes its calls by it. x_norm: the same of names, attributes and subscripts. */
expr *x_call(program *p, const source *file, expr *callee, expr *const *arg, uint32_t n,
    uint32_t line);
expr *x_norm(program *p, const source *file, expr *e);

const char *x_last(const expr *e);              /* last name, dotted, indexed or called; NULL */
const char *x_dotted(program *p, const expr *e); /* "a.b.c", "a().b"; NULL if it is none */
const char *x_show(program *p, const expr *e);  /* as one would write it, cut to 90 bytes */
bool x_same(const expr *a, const expr *b);      /* the same shape and names */
bool x_holds(const expr *e, const expr *part);  /* part (by pointer or shape) is in e */
bool x_is_str(const expr *e);                   /* X_CONST of K_STR */
const char *x_str(const expr *e);               /* its text, or NULL */
bool x_is_none(const expr *e);
bool x_is_environ(const expr *e);               /* os.environ */
expr *x_keyword(const expr *call, const char *name); /* value of that keyword, or NULL */
uint32_t x_npos(const expr *call);              /* positional arguments before a keyword */
expr *x_arg(const expr *call, uint32_t i);      /* positional argument i or NULL */
/* All of e, e first. f says whether to go on; the result: it was never told to stop. */
bool x_each(const expr *e, bool (*f)(const expr *e, void *arg), void *arg);

/* ---- functions and classes, for readers (label_expr.c) */
/* text is copied. Makes the module function if lang. */
source *source_add(program *p, const char *path, const char *text, size_t len, lang lang);
func *func_add(program *p, const char *name, const source *file, uint32_t line, klass *cls,
    func *parent);
klass *class_add(program *p, const char *name, const source *file, uint32_t line);
stmt *s_new(program *p, skind kind, uint32_t line);
const char *import_of(const source *file, const char *as); /* NULL */

/* ---- multimaps (label_arena.c) */
multimap *map_new(program *p);
void map_add(program *p, multimap *m, const char *key, void *thing);
void *const *map_get(const multimap *m, const char *key, uint32_t *n); /* NULL, 0; key: or NULL */
void *const *map_all(const multimap *m, const char *key); /* ended by NULL */
void *map_first(const multimap *m, const char *key);      /* NULL */
#define EACH(type, x, m, key) \
	for (type *x, *const *x##_at = (type *const *)map_all((m), (key)); (x = *x##_at); x##_at++)

/* ---- from statements to events (label_flow.c) */
/* body: statements of a file, with those of functions and classes within. Fills the events of
 * file->module and of every function in it. */
void flow_module(program *p, const source *file, stmt *body);
const guards *guards_add(program *p, const guards *up, expr *e, bool pol, gkind kind,
    const source *file, uint32_t line);
uint32_t guards_list(const guards *g, const guard **out, uint32_t most); /* outer first; number */

/* ---- readers, and what follows them */
/* Reads the files of n operands: in their order, in a folder by name. Links within a folder are
 * not followed; folders of version control, caches and builds are not entered. A file that is
 * binary or over 16 MiB (data: 4 MiB) is kept with `unread`. -1: an operand that is not there, a
 * file that is no source, or nothing to read. (label_walk.c) */
int walk_paths(program *p, char *const *operand, size_t n, as_err *e);
/* All files of Python, CMake and settings (lang 0) at once, by the python3 that is started. A file
 * that cannot be read gets `unread`. -1: python3 could not be started, or is missing for Python. */
int read_python(program *p, source *const *file, uint32_t n, as_err *e);
/* Runs the lines of label_py.py, which are changed: the facts of the file. NULL, or why it is not
 * read. */
const char *py_build_file(program *p, source *file, char *text, size_t len);
void read_c(program *p, source *file);  /* C, C++, CUDA, HIP */
void program_index(program *p);         /* the multimaps but options */
void program_options(program *p);       /* declared options of known libraries; options_by_dest */

#endif
