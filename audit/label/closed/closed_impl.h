/* closed_impl.h - what the files of the closed branches share (see closed.h). */
#ifndef LABEL_CLOSED_IMPL_H
#define LABEL_CLOSED_IMPL_H

#include "../chain/chain_impl.h"
#include "closed.h"

/* A variable of C: of a function (FUNC), of one file alone (FILE), or of all. */
typedef struct { uint32_t name, in; } closed_var;
enum { CLOSED_SHARED = UINT32_MAX - 1, CLOSED_NONE = UINT32_MAX /* what it is is not known */ };

/* What it may be; none: nothing was seen to be stored. */
enum { CLOSED_VALUES = 8 };
typedef struct { int64_t v[CLOSED_VALUES]; uint8_t n, any; } closed_values;

/* A place where the label is taken: statements that run there and no place else. */
typedef struct {
	uint32_t place;  /* STR */
	uint32_t block;  /* BLOCK */
	uint32_t func;   /* FUNC */
	struct { closed_var var; uint32_t at; } set[4]; uint32_t nset; /* ASSIGN of a constant that runs whenever the block does */
	uint32_t ends;   /* statement that ends the program; 0 */
	int throws;      /* of C++: what is called before that may end it otherwise */
} closed_place;

/* A function that runs once, in which the label is taken, or which calls one: what stands from there on runs afterwards. */
typedef struct { uint32_t func, from /* statement in which it is taken: what stands before that has run */; } closed_once;

typedef struct { closed_var var; uint8_t after; uint8_t busy; closed_values v; } closed_known;

typedef struct {
	chain *c;
	const fact_tree *t;
	const char *label;
	const closed_place *at; /* the one that is looked at */
	uint8_t *leads;         /* (nodes) definitions by which names may come to where the label is taken */
	uint8_t *before;        /* (nodes) may run before the label is taken */
	uint8_t *skip;          /* (nodes) runs only afterwards, of functions that run once */
	uint8_t *dead;          /* (nodes) cannot run */
	uint8_t *seen;          /* (names) 1 + whether it is hidden (closed_hidden); 0: not asked yet */
	uint8_t *near;          /* (names) hangs on what is set there */
	closed_once once[16]; uint32_t nonce;
	closed_known known[512]; uint32_t nknown;
	uint32_t test[256], ntest; uint8_t holds[256]; uint32_t from[256], to[256]; /* what closed, and what it closed: nodes */
	uint32_t depth;
} closed;

/* closed_taken.c: all places; how many, or 0 where one of them is not understood */
uint32_t closed_taken(closed *k, closed_place *p, uint32_t most);
uint32_t closed_func(const closed *k, uint32_t node); /* the innermost FUNC around a node; 0 */
int closed_ends(const closed *k, uint32_t stmt);       /* a statement that ends the program */

int closed_by_getopt(const closed *k, uint32_t sw);    /* is the subject of a SWITCH what getopt gives, in the loop that asks it? */

/* closed_other.c: is it asked for otherwise there? own: in the program that takes it at k->at */
int closed_otherwise(const closed *k, const uint8_t *in, int own);

/* closed_once.c: fills once and skip. cone: of the whole tree. -1: out of memory */
int closed_before(closed *k, const cone *cone);

/* closed_store.c */
typedef enum { CLOSED_READ, CLOSED_STORE, CLOSED_ESCAPES } closed_how;
closed_how closed_use(const closed *k, uint32_t name, uint32_t *value); /* how a NAME stands there; *value: expression, or 0 */
closed_var closed_variable(const closed *k, uint32_t name); /* the one that a NAME is */
closed_var closed_of_file(const closed *k, uint32_t name, uint32_t file); /* the one that is called so outside of functions */
int closed_hidden(closed *k, uint32_t name);     /* may code that was not read, or other names, store it? */
uint32_t closed_body(const closed *k, uint32_t name);  /* the one FUNC with a body that is called so, of no class; 0 */
int closed_of_c(const closed *k, uint32_t node);        /* in code of C, C++ or assembly */
int closed_is_c(const closed *k, uint32_t node);       /* in a file of C, not of C++ */

/* closed_value.c */
closed_values closed_value(closed *k, uint32_t expr, int after);
int closed_truth(closed *k, uint32_t expr); /* of a condition that is asked afterwards: 1, 0, -1 either or not known */

/* closed_dead.c */
void closed_near(closed *k);   /* fills near */
int closed_branches(closed *k); /* more of dead; 0: no more */

#endif
