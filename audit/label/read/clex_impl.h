/* clex_impl.h - what the lexer of C and its reader of directives share. */
#ifndef LABEL_CLEX_IMPL_H
#define LABEL_CLEX_IMPL_H

#include "clex.h"

enum { LEX_SLOTS = 512 };

/* A link of the stack of open brackets. */
typedef struct {
	uint32_t below; /* the token under it */
	uint32_t brace; /* the nearest '{' at or under it */
} opened;

/* An #if that is open. */
typedef struct {
	uint32_t chain, last; /* last: its latest directive */
	uint32_t top, lowest; /* the stack at the #if; the stack where its first alternative ended */
	int first;
} cond;

typedef struct {
	clex *x;
	const uint32_t *splice; /* offsets in s of what was spliced, ascending */
	uint32_t nsplice, isplice;
	uint32_t i, line;
	int fresh, directive;
	int no_dead;  /* what an #if 0 hides is left out */
	int words;    /* operators may be words: xor, not_eq */
	opened *link; uint32_t linkcap; /* (token) of brackets */
	uint32_t top;
	cond *cond;
	uint32_t ncond, condcap;
	uint8_t slot[LEX_SLOTS];
} lexer;

/* clex.c; int: -1 if out of memory */
int clooks_cpp(const char *s, uint32_t n);              /* has a header the looks of C++ or CUDA? */
int clex_is_id(unsigned char c);                       /* a character of names */
ctok *clex_push(lexer *l, uint16_t k, uint32_t at, uint32_t n); /* a new token, or NULL */
void clex_go(lexer *l, uint32_t i);                    /* moves to offset i, counting lines */
int clex_blanks(lexer *l);                             /* skips them and comments; 1 if there were any */
int clex_token(lexer *l, int tight);                   /* reads one at a place that is no blank */
void clex_bracket(lexer *l, uint32_t i);               /* keeps the stack of open brackets; i is the token of one */

/* cproto.c */
void clex_prototypes(clex *x); /* parameters that are an operand of a macro stand as a function's own, macros before a * as qualifiers */

/* cdirective.c */
int clex_directive(lexer *l);                          /* reads the one whose '#' is next */
int clex_conditional(lexer *l, uint32_t d);            /* keeps the chains; d is a token of one */
int clex_finish_chains(clex *x);                       /* once all is read: what brackets nothing, the guard, what asks the same */

#endif
