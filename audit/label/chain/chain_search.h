/* chain_search.h - the search of the chain (see chain.h): units that lead to a compile call, the cheapest way first. */
#ifndef LABEL_CHAIN_SEARCH_H
#define LABEL_CHAIN_SEARCH_H

#include "chain_impl.h"

/* A unit on a way to a compile call; down: the state that it leads to. */
typedef struct {
	uint32_t unit, node; /* node: of this unit, leads to `down`; the compile call of the first */
	uint32_t down;       /* UINT32_MAX: none */
	uint32_t cost;
	uint32_t met;        /* 1 + the state of q->take by which a unit of the way comes to the label, too; 0 */
	uint8_t has;         /* the label decides something of the way */
	uint8_t done;
	uint8_t open;        /* conditions between node and unit are left open */
	uint32_t via;        /* of a CLASS that leads to its function: the call of it by an object that is not known to be of it; 0 */
	uint32_t hangs;      /* node, where what the unit is called with may decide what is left open; 0 */
} state;

/* A state, by number, and its unit. */
typedef struct { uint32_t unit, i; } of_unit;

typedef struct search {
	chain *c;
	state *s; uint32_t n, cap;
	uint32_t *heap; uint32_t nheap, heap_cap;
	uint32_t *slot; uint32_t nslot;
	edges_back edges;
	struct search *take; /* what leads to the label's places, by unit */
	of_unit *by_unit;    /* (take->n) its states, by unit */
	int apart;           /* states of a unit are told apart by their nodes */
	int skip_aside;      /* the label stands outside of tests, too */
	int nomem;
} search;

int search_init(search *q, chain *c);                  /* -1: out of memory */
void search_free(search *q);
void search_reach(search *q, state s);                 /* a way that goes on at that unit, unless a shorter one is known */
uint32_t search_pop(search *q);                        /* the cheapest that is left; it may be done already */
/* Goes from `down` back to what leads to it at node `node` of `unit`. */
void search_step(search *q, uint32_t unit, uint32_t node, uint32_t via, uint32_t down, uint32_t cost, int weak);
/* What leads to state i; how many ways there are at all, open or not, but from tests where the label stands elsewhere. */
uint32_t search_expand(search *q, uint32_t i);
int search_meet(search *q, search *take);              /* units by which q comes to what take has found are noted; -1: out of memory */

/* chain_way.c */
void way_tell(search *q, uint32_t i, chain_answer *a); /* the way from state i down to the compile call, and how the label gets to what decides it */
void way_tell_down(search *q, uint32_t i, chain_answer *a, int why); /* the way alone, or what decides it alone */
void way_tell_hop(const search *q, uint32_t i, chain_answer *a); /* the call by which a state leads on, where one is seen */

#endif
