/* label_cread.h - what the parts of the reader of C, C++, CUDA and HIP share. */
#ifndef LABEL_CREAD_H
#define LABEL_CREAD_H

#include "label_facts.h"

/* nesting; tokens looked ahead where no bracket tells the end; T_END behind the last */
enum { C_DEEP = 200, C_FAR = 400, C_PAST = 8 };

typedef enum { T_END, T_ID, T_NUM, T_STR, T_CHR, T_OP } tkind;

/* Code of an operator: its character, or one of these. Of a word of the language: KW_... Else 0. */
enum {
	O_ARROW = 256, O_ARROWSTAR, O_SCOPE, O_LAUNCH, O_LAUNCHED, O_INC, O_DEC, O_DOTS, O_PASTE,
	O_ADDTO, O_SUBTO, O_MULTO, O_DIVTO, O_MODTO, O_ANDTO, O_ORTO, O_XORTO, O_SHLTO, O_SHRTO,
	O_AND, O_OR, O_EQ, O_NE, O_LE, O_GE, O_SHL, O_SHR, O_LAST,
	KW_TYPE, KW_MOD, KW_AUTO, KW_CLASS, KW_ENUM, KW_CAST, KW_BEFORE, KW_ACCESS, KW_SKIP,
	KW_WRAP, KW_SIZE, KW_IF, KW_ELSE, KW_FOR, KW_WHILE, KW_DO, KW_SWITCH, KW_CASE, KW_DEFAULT,
	KW_RETURN, KW_LEAVE, KW_TRY, KW_CATCH, KW_THROW, KW_YIELD, KW_NEW, KW_DELETE, KW_OPERATOR,
	KW_NAMESPACE, KW_EXTERN, KW_STATIC, KW_TYPEDEF, KW_TEMPLATE, KW_THIS, KW_TRUE, KW_FALSE,
	KW_NULL, KW_CONSTEXPR, KW_DEFINED
};

typedef struct {
	const char *s;                  /* name or text, interned; of an operator NULL */
	const pp *pp;
	uint32_t line, match; /* match: the closing bracket, or where it would be; else the token */
	uint16_t code;
	uint8_t kind;
	uint8_t level, op;              /* of an operator with two sides: how it binds; its xop */
	bool called;                    /* a ( follows at once */
} token;

typedef struct {
	program *p;
	const source *file;
	const char *s, *end, *seen;     /* seen: up to there lines are counted */
	token *t; uint32_t n, cap, line;
	const pp *pp;
	int open;                       /* brackets; one of braces counts 1000 */
	struct group *group; uint32_t ngroup, groupcap; /* the #if that are open */
	char *buf; size_t bufcap;       /* scratch */
} lexer;

struct cstate {
	multimap *word, *macro, *cls, *tested, *tokens; /* the last by path */
	uint32_t scanned;               /* files whose tokens and macros are known */
};

typedef struct { expr **e; uint32_t n; } exprs;

typedef struct cread {
	program *p;
	source *file;
	struct cstate *st;
	token *t; uint32_t n;           /* behind the last are C_PAST T_END */
	uint32_t i;                     /* of expressions: the token that is read next */
	func *fn;                       /* whose body is read; the module */
	klass *cls;                     /* the class whose body is read, or NULL */
	const char *argc, *argv;        /* parameters of fn that are the command line */
	const char *made;               /* the class whose variables follow its body, or NULL */
	const pp *pp;                   /* where the statement stands */
	stmt **out, **since;            /* where it goes (NULL: nowhere); behind the last label */
	uint32_t anonymous;             /* to there reaches a namespace without a name */
	int depth, loop, lambda;
} cread;

#define at(i) (r->t[i].code)            /* in functions that have the reader as r */

static inline uint16_t closing(uint16_t c) { /* of ( [ {; else 0 */
	return c == '(' ? ')' : c == '[' ? ']' : c == '{' ? '}' : 0;
}
static inline int opens(uint16_t c) { /* 1, -1: a bracket that closes; else 0 */
	return (closing(c) != 0) - (c == ')' || c == ']' || c == '}');
}
static inline bool is_op(const token *t, const char *of) { /* one of these characters */
	return t->kind == T_OP && t->code < 128 && strchr(of, t->code);
}
static inline bool is_id(const cread *r, uint32_t i) { return r->t[i].kind == T_ID; }
static inline bool c_builtin(const token *t) { return t->code == KW_TYPE || t->code == KW_AUTO; }
static inline uint32_t close_of(const cread *r, uint32_t i) { return r->t[i].match; }
static inline uint32_t behind(const cread *r, uint32_t i) { /* the bracket, or the token */
	return r->t[i].match + (r->t[i].match < r->n);
}
static inline expr *name_at(cread *r, uint32_t i) { return x_name(r->p, r->t[i].s, r->t[i].line); }
static inline expr *c_int(cread *r, long long i, uint32_t line) {
	return x_con(r->p, k_int(r->p, i), line);
}
static inline void c_add(cread *r, exprs *v, expr *e) { *PUSH(r->p, v->e, v->n) = e; }

/* label_clex.c */
void lex(lexer *l, bool line);                 /* from s to end, or to the end of the line */
token *lex_token(lexer *l, tkind kind, uint16_t code, const char *s);
uint16_t word_code(program *p, const char *s); /* KW_...; 0. s is interned */
void match_brackets(token *t, uint32_t n, program *p);
struct cstate *c_state(program *p);

/* label_cpp.c */
void cpp_line(lexer *l);                       /* s is the # */
token *c_tokens(program *p, source *file, uint32_t *n); /* macros expanded; to be freed */
void add_value(program *p, const char *name, const constant *k); /* of a macro or enumerator */
const constant *fold(program *p, const expr *e); /* literals and names of such; NULL: not known */

/* label_cexpr.c, label_cterm.c. r->i is set behind what was read; the last two begin there. */
expr *c_expr(cread *r, uint32_t i);
expr *c_value(cread *r, uint32_t i);           /* no comma */
expr *c_unary(cread *r);                       /* no operator of two sides */
expr *c_primary(cread *r);                     /* nor any other */
expr *c_names(cread *r, uint32_t a, uint32_t b); /* declared there: T x */
expr *c_template(cread *r, expr *e, uint32_t i, uint32_t end); /* e<...>, from i to end */
/* as X_LIST; members: .x = e as X_KEYWORD; may be NULL */
expr *c_braces(cread *r, uint32_t i, exprs *members);
expr *c_call(cread *r, expr *callee, uint32_t open, uint32_t line); /* open: the ( */
expr *c_type(cread *r, uint32_t a, uint32_t b); /* NULL: built in */
uint32_t skip_angles(const cread *r, uint32_t i); /* behind <...>, or i if that is none */
uint32_t over(const cread *r, uint32_t i);     /* the last token: of (...), <...>, itself */
/* the next outside of brackets, or their end */
uint32_t find_code(const cread *r, uint32_t i, uint16_t a, uint16_t b);
void spill(cread *r, expr *e, erole role);     /* a statement before the one that is read */

/* label_cvar.c, label_cstmt.c */
typedef enum { V_LOCAL, V_FILE, V_FIELD } vscope;
uint32_t c_declares(const cread *r, uint32_t a); /* a type and a name: the first; else 0 */
void c_variables(cread *r, uint32_t a, uint32_t name, vscope scope);
const char *c_text(cread *r, uint32_t a, uint32_t b, uint32_t but); /* the words but that one */
void c_local(cread *r, const char *name);      /* is declared in the function */
bool c_is_local(const func *f, const char *name);
stmt *s_put(cread *r, skind kind, uint32_t line, expr *x); /* appended to r->out */
stmt **c_into(cread *r, stmt **to);            /* r->out is the end of that list; what it was */
/* Statements from i to j, appended to `to` (NULL: r->out); where they ended. DECLARED: what stands
 * in a file, namespace or class. */
typedef enum { ALL, TO_CASE, ONE, DECLARED } extent;
uint32_t c_read(cread *r, uint32_t i, uint32_t j, stmt **to, extent most);

/* label_cdecl.c */
uint32_t c_top(cread *r, uint32_t i, uint32_t j); /* one of DECLARED; behind it */

#endif
