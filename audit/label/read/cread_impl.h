/* cread_impl.h - what the parts of the reader of C share. See cread.h. */
#ifndef LABEL_CREAD_IMPL_H
#define LABEL_CREAD_IMPL_H

#include "clex.h"
#include "clex_words.h"
#include "../facts/facts.h"

/* A macro: its latest #define, in the file or a header of it; what it does (once it is known). */
enum { C_ROWS = 1, C_SPELLS = 2, C_PASTES = 4, C_PASTES_VALUE = 8 | C_PASTES, C_DEFINES = 16, C_CASES = 32, C_LISTS = 64, C_HEADS = 128 };
typedef struct cmacro { const clex *of; uint32_t define; uint8_t does, known, several; } cmacro; /* several: 1: it has unlike #defines; 2: one of them names something */

/* What members of a class stand behind. */
enum { SECTION_OTHER, SECTION_PRIVATE, SECTION_PROTECTED, SECTION_SIGNALS };

/* Where a declaration stands. */
typedef enum { AT_FILE, AT_CLASS, AT_BLOCK, AT_PARAM } cplace;

typedef struct {
	const clex *x;
	const ctok *tok;
	fact_tree *t;
	uint32_t pos, end;   /* tokens: the next one; where those that may be read end */
	uint32_t comment;    /* the next that is not yet written */
	uint32_t *choice;    /* (chain) the directive of the alternative that is read, or C_NONE */
	uint8_t *cutting;    /* (chain) bit 0: its alternatives hold no whole statements; the others: see first_alternatives */
	uint32_t *alike;     /* (chain) 1 + the chain that decided it because both ask the same, or 0 */
	unsigned forced;     /* calls of first_alternatives */
	uint32_t branch;     /* the chain whose alternative ends at `end`, or C_NONE */
	int stop;            /* an #if cuts through what is being read: unwind to its beginning */
	uint32_t cut;        /* that chain */
	int err;             /* what is being read is odd: unwind to the statement */
	unsigned rec;        /* calls deep */
	unsigned inside;     /* members of sequences that are being read */
	unsigned nchoice;    /* choices that are open */
	uint64_t again;      /* tokens that may still be read a second time */
	uint32_t deep;       /* depth of the deepest node since it was last set */
	uint32_t ended;      /* the ERROR that says that the file ends within something, or 0 */
	uint32_t errors;     /* that were written, also such as were forgotten again */
	int64_t enum_next;   /* value of the next enumerator, if enum_prev is C_NONE; else what it adds to that */
	uint32_t enum_prev;  /* if not C_NONE: the bytes of enum_name */
	int enum_lost;       /* a macro or an include has written enumerators that nobody counted */
	char enum_name[128]; /* the enumerator that the next one counts from */
	uint32_t enum_flags;
	uint32_t of, of_end; /* the parameters of the template whose declaration follows: tokens after < up to >; none: 0, 0 */
	int special;         /* after template <>: arguments in a name belong to the name */
	int in_define;       /* within a directive */
	int in_launch;       /* within <<< >>> */
	int section;         /* of a class, SECTION_ */
	const char *cls;     /* name of the class that is being read, n_cls bytes */
	uint32_t n_cls;
	const clex *whole;   /* the file; x is a macro's text while that is read in its place */
	as_intern macros;    /* names of macros that the file defined so far */
	struct cmacro *macro; /* (macros) */
	uint32_t macro_cap;
	clex *header;        /* (nheader) headers beside the file, read for their macros */
	unsigned nheader;
	size_t expanded;     /* bytes of text that macros have become */
	size_t unsure;       /* 1 + where in that text the last macro stands that may be another, and names something */
	as_intern types;     /* names that were used as types or defined as such */
	uint32_t held[32];   /* (nheld) #defines among values, which are written behind the declaration that holds them */
	unsigned nheld;
	uint32_t middle;     /* 1 + the #include in the middle of a declaration or an expression that was passed over last, or 0 */
	uint32_t held_in;    /* the branch of that declaration */
	char *buf;           /* scratch for strings */
	size_t bufcap;
} cparse;

/* cread.c: the tokens as they are read */
uint16_t c_cur(cparse *p);                     /* kind of the token at pos; C_EOF at the end, and when unwinding */
uint32_t c_settle(const cparse *p, uint32_t i); /* the first token from i on that is code, or an #if that is undecided; p->end if there is none */
uint32_t c_step(const cparse *p, uint32_t i);  /* what is read after the directive at i, which is decided */
uint32_t c_after(const cparse *p, uint32_t i); /* the token after i */
static inline uint16_t
c_kind(const cparse *p, uint32_t i)
{
	return i < p->end ? p->tok[i].k : C_EOF;
}
static inline void
c_take(cparse *p)
{
	if (c_cur(p) != C_EOF)
		p->pos++;
}
static inline int
c_undecided(const cparse *p)                   /* an #if is next, and both ways are open */
{
	return p->pos < p->end && p->tok[p->pos].k == C_PP_IF && p->choice[p->tok[p->pos].n] == C_NONE;
}
int c_accept(cparse *p, uint16_t k);
static inline int
c_accept_here(cparse *p, uint16_t k)           /* what may end a member of a sequence: an #if after it is none of its business */
{
	return p->pos < p->end && !p->stop && p->tok[p->pos].k == k ? (p->pos++, 1) : 0;
}
int c_expect(cparse *p, uint16_t k);           /* 0 and an error if it is another */
int c_closed(const cparse *p, uint32_t i);      /* the bracket at i has its partner before the end */
uint32_t c_past(const cparse *p, uint32_t i);  /* the token after the bracket that opens at i, or after its '(' if it is not closed */
int c_is(const cparse *p, uint32_t i, const char *word);
uint32_t c_line_here(cparse *p);

/* cread.c: nodes */
uint32_t c_node(cparse *p, fact_kind k, uint32_t line, uint32_t flags, const char *s, size_t n);
uint32_t c_node_tok(cparse *p, fact_kind k, uint32_t flags, uint32_t tok); /* named by a token */
void c_done(cparse *p);
void c_leaf(cparse *p, fact_kind k, uint32_t line, const char *s);
void c_leaf_text(cparse *p, fact_kind k, uint32_t from, uint32_t to); /* str = the text of tokens [from, to) */
void c_wrap(cparse *p, uint32_t at, fact_kind k, uint32_t line, const char *s, size_t n);
void c_odd(cparse *p, const char *what);       /* an ERROR here, and err */
char *c_scratch(cparse *p, size_t n);          /* at least n bytes, never NULL; see nomem of the tree */

/* cread.c: going back */
typedef struct { uint32_t pos, end, n, nopen, comment, deep, branch, n_cls, errors; int in_launch, section; const char *cls; } cstate;
cstate c_mark(const cparse *p);
void c_back(cparse *p, const cstate *s);       /* forgets what was read since */

/* cif.c: sequences, whose members fn reads one at a time */
typedef void creader(cparse *p);
void c_sequence(cparse *p, creader *fn, uint16_t closer); /* up to the closer or the end, neither taken */
int c_sequence_one(cparse *p, creader *fn);     /* one of them, or a directive; 0 at the end */
void c_recover(cparse *p);                     /* after an error: to the end of the statement */

/* cspec.c and ctypes.c: telling declarations from expressions, names of types; nothing is taken */
typedef struct {
	uint32_t flags;      /* of DECL or FUNC */
	uint32_t from, to;   /* the name of the type, or its built-in words; from == to: none */
	uint32_t def;        /* the struct, class, union or enum that is defined in it, or C_NONE */
	uint32_t next;       /* the declarator */
	int builtin, is_typedef, is_friend, is_extern, is_const, is_late, sure;
} cspec;
int c_scan_spec(cparse *p, uint32_t i, cplace at, cspec *d); /* 1 if a declaration begins at i */
typedef struct {
	uint32_t from, to;   /* the name; from == to: none */
	uint32_t next;       /* what follows the name, or a declarator in parentheses */
	uint32_t type_flags; /* POINTER, REF */
	int nested;          /* in parentheses: a pointer to a function or to an array */
	uint32_t params;     /* nested: where the parameters of a function open that gives such a pointer; 0 of a variable */
} cdeclarator;
void c_scan_declarator(cparse *p, uint32_t i, cdeclarator *d);
int c_pointer_declarator(cparse *p, uint32_t i); /* does the ( at i open the declarator of a pointer: (*name)( or (*name)[? */
uint32_t c_scan_path(const cparse *p, uint32_t i); /* the token after a::b<c>::d at i; i if there is none */
uint32_t c_scan_angle_strictly(const cparse *p, uint32_t i); /* the same where < may well be an operator */
uint32_t c_scan_angle(const cparse *p, uint32_t i); /* the token after the '>' that closes the '<' at i, or 0 */
uint32_t c_scan_type(cparse *p, uint32_t i, int *plain); /* the token after a type-id at i, or 0; plain: a mere name */
int c_is_type(const cparse *p, uint32_t i);    /* the name at i is known as a type */
int c_is_shouted(const cparse *p, uint32_t i); /* a name in capitals, as of a macro */
int c_is_builtin(uint16_t k);
int c_is_class_key(uint16_t k);
int c_is_qualifier(uint16_t k);
uint32_t c_scan_pointers(const cparse *p, uint32_t i, uint32_t *flags); /* after *, &, const and so on at i; T::* too */
uint32_t c_numbered_macro(const cparse *p, uint32_t i); /* after a macro of attributes, NAME(1, 2), at i; else i */
uint32_t c_calling(const cparse *p, uint32_t i); /* after the macro of a calling convention at i, before a * */
uint32_t c_skip_attributes(const cparse *p, uint32_t i);
void c_learn_type(cparse *p, uint32_t i);
void c_path_text(cparse *p, uint32_t from, uint32_t to, size_t *n); /* dotted, into buf */
void c_path_expr(cparse *p, uint32_t from, uint32_t to); /* as NAME, ATTR and INDEX */
void c_angle_key(cparse *p, uint32_t i, uint32_t end); /* the arguments of the template at [i, end) as the key of an INDEX */
char *c_splice(const fact_tree *t, const char *path, const char *text, size_t n, size_t *all); /* the text, of *all bytes, with the tables of macros that it includes; NULL: as it is */
int c_is_declarations(const char *name, size_t n); /* a header, which may be included anywhere */
int c_is_late(const cparse *p, uint32_t from, uint32_t to); /* do attributes there say that it runs when the program ends? */
uint32_t c_is_early(const cparse *p, uint32_t from, uint32_t to); /* FACT_EARLY if attributes there say so; 0 */
void c_type_node(cparse *p, const cspec *d, uint32_t flags); /* TYPE, if there is one */
int c_trailing_type(cparse *p, uint32_t at); /* the TYPE behind -> at `at`; 0: there is none */

/* cexpr.c: expressions; an ERROR and err if there is none */
enum { PREC_COMMA = 1, PREC_ASSIGN, PREC_COND };
enum { MAX_REC = 900 };                      /* calls deep that expressions may nest */
void c_expr(cparse *p, int prec);
typedef struct { const char *op; int prec; unsigned ntok; fact_kind kind; } cbinary;
int c_operator_here(cparse *p, cbinary *b);    /* the one at pos */
void c_unary(cparse *p);                       /* cunary.c */
int c_text_cast(cparse *p, uint32_t i, uint32_t end, int prec); /* a cast to the type at [i, end) of what follows, an operand (prec -1) or expression, if that is std::string: the CALL that makes one; 0: it is not, and nothing is read */
int c_number_type(const cparse *p, uint32_t i, uint32_t end, char *out, size_t size);
void c_primary(cparse *p);                     /* cprimary.c */
int c_is_lambda(const cparse *p, uint32_t i);
/* cargs.c */
void c_value(cparse *p);                     /* one of them; a sequence's member */
int c_holds_statements(const cparse *p, uint32_t i); /* the brackets at i */
void c_args(cparse *p, uint16_t closer);       /* ARGs up to the closer, which is taken */
void c_braces(cparse *p);                      /* { ... } of values: LIST or DICT */
/* cliteral.c */
void c_literal(cparse *p);

/* cdecl.c, cfunc.c, cfile.c, cclass.c */
void c_number_alias(cparse *p, uint32_t name, uint32_t from, uint32_t to); /* the name at a token becomes another of a number, whose words stand from from to to */
int c_declaration(cparse *p, cplace at);       /* 0: there is none here, and nothing was taken */
void c_init_declarators(cparse *p, cplace at, const cspec *d, uint16_t closer);
int c_function(cparse *p, cplace at, const cspec *d, uint32_t from, uint32_t to, uint32_t open, uint32_t type_flags); /* named [from, to), parameters at open; 1 if it has a body */
int c_is_function(cparse *p, uint32_t i, cplace at); /* what the ( at i opens can be parameters */
uint32_t c_macro_name(const cparse *p, uint32_t i); /* the ( of the parameters, if NAME(...) whose ( is at i names a function; else i */
uint32_t c_last_name(const cparse *p, uint32_t i); /* the last in the brackets at i, which a macro may declare, as in DECLARE(4, int, x); C_NONE */
void c_skip_array(cparse *p, uint32_t *flags);
void c_params(cparse *p);                      /* PARAMs of the '(' at pos, taken with the ')' */
void c_template_params(cparse *p);           /* TPARAMs of what `of` holds, once */
int c_common_declaration(cparse *p, cplace at);
void c_class_body(cparse *p, const cspec *d, int unnamed); /* the definition at pos; unnamed: its members belong to the class around it */
void c_at_file(cparse *p);
void c_function_body(cparse *p);

/* cstmt.c, cbranch.c */
void c_if_statement(cparse *p);
void c_switch_statement(cparse *p);
int c_goes_on(cparse *p, uint16_t word);       /* the word that goes on with the statement is next */
void c_headless(cparse *p, uint32_t node);    /* if its head could not be read, the statement hangs on nothing that is known: a BLOCK */
void c_body(cparse *p);                        /* a statement as a BLOCK */
uint32_t c_first_semicolon(const cparse *p, uint32_t i, uint32_t *colon); /* in the parentheses at i, or 0; *colon: a : before it that no ? asks for, or 0 */
int c_declares_value(cparse *p, uint32_t i, cspec *d, cdeclarator *n); /* T x = f() is the condition at i */
void c_test(cparse *p, uint32_t name);         /* up to the ): the name, or with C_NONE an expression */
void c_statement(cparse *p);
void c_case_statement(cparse *p);              /* a statement right within a case */
int c_ends_with_else(const cparse *p, uint32_t chain); /* its alternatives are if (...) ... else */
void c_guarded_if(cparse *p);                  /* such a chain, and what follows it: the #if becomes a part of the test */
void c_semicolon(cparse *p, int call);         /* the end of a statement; call: one that a macro may end by itself */
void c_handlers(cparse *p);                    /* catch (...) { ... } */
void c_block(cparse *p);                       /* BLOCK of the '{' at pos */

/* casm.c */
void c_asm_statement(cparse *p);
void c_asm_section(cparse *p);               /* of what stands at file level: does it write to a section of its own? */
uint32_t c_attribute(const cparse *p, uint32_t from, uint32_t to, const char *attr); /* the argument of that attribute among tokens; C_NONE */
void c_cleaned_block(cparse *p, uint32_t at, uint32_t fn); /* the rest of a block, at whose end fn gets what the nodes from `at` on declare */
void c_start_section(cparse *p, uint32_t at, uint32_t from, uint32_t to); /* the nodes from `at` on are data of the tokens [from, to) that may be run before main */

/* cexpand.c */
void c_macro_learn(cparse *p, uint32_t d);   /* the #define at d */
size_t c_undefined(const cparse *p, uint32_t d, const char **name); /* the bytes of the name that the directive at d undefines; 0: it is no #undef */
void c_macro_keep(cparse *p, uint32_t d, int keep); /* the same, or its name is no macro from there on */
char *c_macro_put(cparse *p, uint32_t i, uint32_t *end, size_t *n); /* what the macro at token i stands for, *n bytes, the caller's; *end: the token behind its use; NULL: it is none */
void c_header_learn(cparse *p, const clex *x, uint32_t d, int depth); /* the macros of what the #include at d of x names */
void c_headers_free(cparse *p);
cmacro *c_macro_of(const cparse *p, const char *s, size_t n); /* the macro of the name, or NULL */
int c_expands(const cparse *p, int for_what); /* whether a macro of the file is used at pos that does so */
int c_alone(const cparse *p);                  /* the name at pos, or the call of it, is no beginning of something longer: what a macro stands for may be read in its place */
int c_expand(cparse *p, creader *fn, int for_what); /* if a macro of the file is used at pos that does so: reads what it stands for by fn; 0 if not. C_PASTES_VALUE: in an expression */
int c_is_macro(const cparse *p, uint32_t i); /* is the name at token i a macro that was seen? */
const ctok *c_macro_body(const cparse *p, uint32_t i, uint32_t *n); /* the tokens, *n of them, that the name at i stands for wherever it is defined, one without parameters; NULL */
int c_macro_heads(const cparse *p, uint32_t i); /* is the name at i a macro that begins with the head of a statement, and so no call? */
int c_macro_is_default(const cparse *p, uint32_t i); /* may the name at i, of a macro, be set by who builds: is there an #if that asks for it before its #define? */
int c_macro_by_default(const cmacro *mac, const char *s, size_t n); /* the same of the macro mac, whose name s is */
int c_expand_head(cparse *p); /* if a macro is used at pos that ends in the head of a function, and its body follows: reads both; 0 if not */

/* cguard.c */
char *c_guards(fact_tree *t, const clex *x, size_t *n); /* the text of x, of *n bytes, with the conditions of #ifs that cut through an if in its tests; NULL: there is none */

/* cpieces.c */
char *c_pieces(fact_tree *t, const clex *x, size_t *n); /* the text of x, of *n bytes, with macros in place that are pieces of statements; NULL: it has none */

/* cmacro.c */
void c_directive_node(cparse *p);              /* the #define, #include or other directive at pos */
void c_condition_of(cparse *p, uint32_t d);    /* the test of the directive d */

/* cscope.c: marks the variables of inner blocks among the nodes of a file, which begin at `file` */
void c_scopes(fact_tree *t, uint32_t file);

#endif
