/* label_cread.h - what the parts of the reader of C, C++, CUDA, HIP and Objective-C share. */
#ifndef LABEL_CREAD_H
#define LABEL_CREAD_H

#include "label_facts.h"

/* nesting; tokens looked ahead where no bracket tells the end; T_END behind the last */
enum { C_DEEP = 200, C_FAR = 400, C_PAST = 8 };

typedef enum { T_END, T_ID, T_NUM, T_STR, T_CHR, T_OP } tkind;

/* Code of an operator: its character, or one of these. Of a word of the language: KW_... Else 0. */
enum {
	O_ARROW = 256, O_ARROWSTAR, O_SCOPE, O_AND, O_OR, O_EQ, O_NE, O_LE, O_GE, O_SHL, O_SHR,
	O_LAUNCH, O_LAUNCHED, O_INC, O_DEC, O_DOTS, O_PASTE,
	O_ADDTO, O_SUBTO, O_MULTO, O_DIVTO, O_MODTO, O_ANDTO, O_ORTO, O_XORTO, O_SHLTO, O_SHRTO,
	KW_TYPE, KW_MOD, KW_AUTO, KW_CLASS, KW_ENUM, KW_CAST, KW_BEFORE, KW_ACCESS, KW_SKIP,
	    KW_WRAP,
	KW_SIZE, KW_IF, KW_ELSE, KW_FOR, KW_WHILE, KW_DO, KW_SWITCH, KW_CASE, KW_DEFAULT, KW_RETURN,
	KW_LEAVE, KW_TRY, KW_CATCH, KW_THROW, KW_YIELD, KW_NEW, KW_DELETE, KW_OPERATOR,
	    KW_NAMESPACE,
	KW_EXTERN, KW_STATIC, KW_TYPEDEF, KW_TEMPLATE, KW_THIS, KW_TRUE, KW_FALSE, KW_NULL,
	KW_CONSTEXPR, KW_DEFINED
};

typedef struct {
	const char *s;                  /* name or text, interned; of an operator NULL */
	const pp *pp;
	/* match: of an opening bracket the closing one, or where it would be */
	uint32_t line, match;
	uint16_t code;
	uint8_t kind;
	bool tight;                     /* no space stands before it */
} token;

typedef struct {
	program *p;
	const source *file;
	const char *s, *end;
	token *t; uint32_t n, cap, line;
	const pp *pp;
	int open;                       /* brackets; one of braces counts 1000 */
	bool tight;
	struct group *group; uint32_t ngroup, groupcap; /* the #if that are open */
	char *buf; size_t bufcap;       /* scratch */
} lexer;

/* A macro with arguments. Where its body leaves or compiles, it is expanded at its use. Else it is
 * read as a function. */
typedef struct {
	const char *name;
	const source *file;
	uint32_t line;
	const pp *pp;
	const char **param; uint32_t nparam;
	bool rest;                      /* the last parameter takes all arguments that are left */
	bool expands, compiles, busy;
	bool block;                     /* statements: only where a statement may stand */
	token *body; uint32_t n;
} cmacro;

struct cstate {
	/* macro_in, tokens: by path */
	multimap *word, *macro, *macro_in, *cls, *tested, *value, *tokens;
	uint32_t scanned;               /* files whose tokens and macros are known */
};

/* since: behind the last label */
typedef struct slist { stmt **end, **since; struct slist *up; } slist;
typedef struct { expr **e; uint32_t n; } exprs;

typedef struct cread {
	program *p;
	source *file;
	struct cstate *st;
	token *t; uint32_t n;           /* behind the last are C_PAST T_END */
	func *fn;                       /* whose body is read; the module */
	klass *cls;                     /* the class whose body is read, or NULL */
	const char *argc, *argv;        /* parameters of fn that are the command line */
	/* the class whose variables are declared behind its body, or NULL */
	const char *made;
	const pp *pp;                   /* where the statement stands */
	slist *out;                     /* where the statement goes; NULL: nothing may be added */
	int depth, loop, anonymous, lambda;
} cread;

static inline uint16_t code(const cread *r, uint32_t i) { return r->t[i].code; }
static inline bool is_id(const cread *r, uint32_t i) { return r->t[i].kind == T_ID; }
static inline uint32_t close_of(const cread *r, uint32_t i) { return r->t[i].match; }
static inline uint32_t behind(const cread *r, uint32_t i) {
	return r->t[i].match + (r->t[i].match < r->n); /* the bracket, or the token */
}

/* label_clex.c */
void lex(lexer *l, bool line);                 /* from s to end, or to the end of the line */
token *lex_token(lexer *l, tkind kind, uint16_t code, const char *s);
uint16_t word_code(program *p, const char *s); /* KW_...; 0. s is interned */
void match_brackets(token *t, uint32_t n, program *p);
uint16_t closing(uint16_t code);               /* of ( [ {; else 0 */
int opens(uint16_t code);                      /* 1, -1: a bracket that closes; else 0 */
struct cstate *c_state(program *p);

/* label_cpp.c, label_cmacro.c */
void cpp_line(lexer *l);                       /* s is the # */
/* of the file, macros expanded; to be freed */
token *c_tokens(program *p, source *file, uint32_t *n);
void add_value(program *p, const char *name, const constant *k); /* of a macro or enumerator */
const constant *fold(program *p, const expr *e); /* literals and names of such; NULL: not known */
/* a macro that is asked for */
void c_tested(program *p, const source *file, const char *name, uint32_t line);
void macro_add(lexer *l, const token *t, uint32_t n); /* NAME(a, b) body */
void expand_macros(lexer *l);
/* macros of the file that are no site, as functions */
void c_macros(cread *r);

/* label_cexpr.c, label_cterm.c. *i: the first token; it is set behind what was read. */
expr *c_expr(cread *r, uint32_t *i);
expr *c_value(cread *r, uint32_t *i); /* no comma */
expr *c_unary(cread *r, uint32_t *i); /* no operator of two sides */
expr *c_primary(cread *r, uint32_t *i); /* nor any other */
expr *c_list(cread *r, xkind kind, const exprs *v, uint32_t line);
expr *c_names(cread *r, uint32_t a, uint32_t b); /* declared names, as X_LIST */
expr *c_template(cread *r, expr *e, uint32_t i, uint32_t end); /* e<...>, from i to end */
/* as X_LIST; members: .x = e as X_KEYWORD; may be NULL */
expr *c_braces(cread *r, uint32_t i, exprs *members);
/* the arguments stand within the bracket */
expr *c_call(cread *r, expr *callee, uint32_t open, uint32_t line);
expr *c_type(cread *r, uint32_t a, uint32_t b); /* NULL: built in */
uint32_t skip_angles(const cread *r, uint32_t i); /* behind <...>, or i if that is none */
/* the last token of what begins at i: bracket, <...>, token */
uint32_t over(const cread *r, uint32_t i);
/* the next outside of brackets, or their end */
uint32_t find_code(const cread *r, uint32_t i, uint16_t a, uint16_t b);
void spill(cread *r, expr *e, erole role);     /* a statement before the one that is read */
bool c_builtin(const token *t);
bool c_message(const cread *r, uint32_t i); /* [receiver selector ...] */
/* s holds one of them, in any case of letters */
bool has_word(const char *s, const char *const *words);

/* label_cvar.c, label_cstmt.c */
typedef enum { V_LOCAL, V_FILE, V_FIELD } vscope;
/* a type and a name: where the first stands */
bool c_declares(const cread *r, uint32_t a, uint32_t *name);
void c_variables(cread *r, uint32_t a, uint32_t name, vscope scope);
const char *c_text(cread *r, uint32_t a, uint32_t b, uint32_t but); /* the words but that one */
void c_local(cread *r, const char *name);      /* is declared in the function */
bool c_is_local(const func *f, const char *name);
stmt *s_put(cread *r, skind kind, uint32_t line, expr *x); /* appended to r->out */
/* what follows goes to the end of the list, until c_back() */
void c_into(cread *r, slist *l, stmt **to);
void c_back(cread *r);
void c_block(cread *r, uint32_t i, uint32_t j, stmt **to); /* statements from i to j */
void c_simple(cread *r, uint32_t a, uint32_t b); /* a declaration or an expression */

/* label_cdecl.c, label_cfunc.c */
void c_top(cread *r, uint32_t i, uint32_t j);  /* declarations of a file, namespace or class */
uint32_t c_declaration(cread *r, uint32_t i, uint32_t j, vscope scope);
/* i: the first token, par: ( of the parameters */
void c_function(cread *r, uint32_t i, uint32_t par, uint32_t brace);
uint32_t c_objc(cread *r, uint32_t i); /* a method, @interface ...: behind it */
/* met: its definition is read */
klass *c_class(cread *r, const char *name, uint32_t line, bool met);

#endif
