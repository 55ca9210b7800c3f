/* chain.h - a way from a label to a compile call, found backwards from the call.
 *
 * No path is run: from every compile call back through the conditions that enclose it, its
 * function, the places that call or hand out that function, to where the label is asked for
 * or selects. Conditions are evaluated under the label by what the code compares it with;
 * one that is false closes the way. So a way is what a reader finds with a search by names:
 * it shows that the call may be come to and on what this hangs, and never that it must be. */
#ifndef LABEL_CHAIN_H
#define LABEL_CHAIN_H

#include <stdint.h>

#include "../program/program.h"
#include "../program/symbols.h"

typedef struct chain chain;

typedef enum { CHAIN_NONE, CHAIN_GUARDED /* the label decides a condition of the way, or selects it */, CHAIN_BESIDE /* the label is of the program, and decides none */ } chain_kind;

typedef enum { LINK_LABEL, LINK_GUARD, LINK_OPEN, LINK_CALL, LINK_HANDLER, LINK_SITE, LINK_SET /* hands on what the label is, or decides */ } link_kind;

typedef struct {
	link_kind kind;
	uint32_t node;
	int value;         /* LINK_GUARD, LINK_OPEN: what the condition is, or must be */
} chain_link;

typedef struct {
	chain_kind kind;
	chain_link link[64]; uint32_t nlink; /* the label's place first, the compile call last */
	uint32_t left_open;                  /* open conditions that are not among them */
} chain_answer;

chain *chain_new(const program *p, const symbols *s); /* NULL: out of memory */
void chain_free(chain *c);

/* Is memory made to be run in the nodes from node on, before end? Where nothing compiles by a name that is known, this is what
 * a way ends at: a compiler of the tree's own has to put its code there. */
int chain_makes_memory(const fact_tree *t, uint32_t node, uint32_t end);

/* -1: out of memory. */
int chain_ask(chain *c, const char *label, chain_answer *a);

#endif
