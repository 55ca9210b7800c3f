/* clex.h - the tokens of a C, C++ or CUDA file: comments and directives apart,
 * brackets matched across the alternatives of #if, line splices undone. */
#ifndef LABEL_CLEX_H
#define LABEL_CLEX_H

#include <stddef.h>
#include <stdint.h>

/* A token's kind: C_EOF, the character of a punctuator of one, one of these, or a keyword. */
enum {
	C_EOF = 0,
	C_SCOPE = 128, C_ARROW, C_INC, C_DEC, C_SHL, C_LE, C_GE, C_EQ, C_NE, C_AND, C_OR, C_DOTS, C_PASTE,
	C_ADDEQ, C_SUBEQ, C_MULEQ, C_DIVEQ, C_MODEQ, C_ANDEQ, C_OREQ, C_XOREQ, C_SHLEQ, C_MEMP, C_ARROWP,
	C_LAUNCH,               /* <<<; a '>' is always a token of its own */
	C_ID = 160, C_NUM, C_STR, C_CHAR,
	C_KEYWORD = 170,        /* + number of the keyword, clex_words.h */
	C_PP = 400,             /* directives, whose tokens follow them up to `match` */
	C_PP_IF = C_PP, C_PP_ELIF, C_PP_ELSE, C_PP_ENDIF, C_PP_DEFINE, C_PP_INCLUDE, C_PP_OTHER
};

/* How a conditional directive asks. */
enum { C_ASK_EXPR, C_ASK_DEFINED, C_ASK_NOT_DEFINED };

/* What a token is besides. */
enum {
	C_TIGHT = 1,    /* nothing stands between it and the one before */
	C_FRESH = 2,    /* the first of its line */
	C_CALLED = 4    /* a name right before a '(' in #define */
};

#define C_NONE UINT32_MAX

typedef struct {
	uint16_t k;
	uint8_t bits;   /* C_TIGHT, C_FRESH, C_CALLED */
	uint8_t ask;    /* of a PP_IF or PP_ELIF */
	uint32_t at, n; /* its text; of a PP_IF .. PP_ENDIF: the next of the chain, the chain's number */
	uint32_t line;  /* physical, from 1 */
	uint32_t match; /* of a bracket: its partner or C_NONE; of a directive: the token after it */
} ctok;

typedef struct {
	uint32_t first, end; /* tokens of its #if and #endif */
	int whole;           /* every alternative has all brackets that it opens closed, and no other */
	uint32_t alike;      /* the next chain whose #if asks the same, or the opposite; C_NONE */
	uint32_t asks;       /* what it asks: a number, the lowest bit set where it is denied */
} cchain;

typedef struct {
	uint32_t at, n, line;
	uint32_t before; /* the token that it stands before */
} ccomment;

typedef struct {
	const char *path;
	char *s;            /* the text without splices */
	uint32_t n;
	ctok *tok;          /* (ntok + 1), the last a C_EOF */
	uint32_t ntok, tokcap;
	cchain *chain;
	uint32_t nchain, chaincap;
	ccomment *comment;
	uint32_t ncomment, commentcap;
	int cpp;            /* C++ or CUDA, by name or by looks */
	uint32_t guard;     /* the chain that is the include guard, or C_NONE */
} clex;

/* Reads the text; -1 if out of memory. no_dead: without what an #if 0 hides, which no compiler sees. */
int clex_read(clex *x, const char *path, const char *text, size_t n, int no_dead);
void clex_free(clex *x);
int clex_guards_header(const clex *x, uint32_t chain, const char *path); /* is the chain the guard of a header, by its name and what follows, wherever it stands? */
int clex_shouted(const clex *x, uint32_t i); /* is token i a name in capitals, of two letters at least? */

#endif
