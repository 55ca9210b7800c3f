/* counters.h - what torch._dynamo's counters say was compiled: sizes of matrix
 * products, graphs, frames, limits.
 *
 * aten_mm_info has keys aten.OP_M_N_K (torch 2.6 to 2.8; OP_B_M_N_K for batched
 * products in later versions). In products with weights M is the number of
 * tokens; in batched products of decode (M = 1) the length of the keys is N or
 * K. A dimension with a letter (s70) is symbolic. */
#ifndef EV_COUNTERS_H
#define EV_COUNTERS_H

#include <cjson/cJSON.h>
#include <stddef.h>

enum { EV_MAX_DIMS = 256, EV_MAX_WEIGHTS = 128 };

typedef struct { long n, k; } ev_weight; /* columns and depth of a product with weights */

typedef struct {
	int present, empty;         /* an object is there; it has no counter in it */
	long tokens[EV_MAX_DIMS]; size_t ntokens;  /* numbers of tokens compiled for, ascending */
	int symbolic;               /* some were compiled for any number of tokens */
	/* columns of one attention head, from a prefill of more than one token; 0: not told */
	long head;
	/* batched products of one row: n or k is the head, the other the keys */
	ev_weight step[2 * EV_MAX_DIMS]; size_t nstep;
	ev_weight weight[EV_MAX_WEIGHTS]; size_t nweight;
	double frames, frames_ok;   /* NaN: not recorded */
	double graphs;              /* unique_graphs */
	double limit_hits;          /* recompile_limit or cache_size_limit reached; 0: not */
	double graph_skips;         /* captures of CUDA graphs that were skipped; 0: not recorded */
} ev_counters;

void ev_counters_read(ev_counters *c, const cJSON *o);

/* Lengths of keys of two and more in decode, with heads of so many columns, ascending,
 * at most EV_MAX_DIMS. *any: one is symbolic. */
size_t ev_counters_keys(const ev_counters *c, long head, long *v, int *any);

int ev_has(const long *v, size_t n, long x);
void ev_add(long *v, size_t *n, size_t max, long x); /* what is not there yet, if there is room */
void ev_insert(long *v, size_t *n, long x); /* the same of at most EV_MAX_DIMS, which ascend */

/* Frames that were attempted and not captured, the recompile limit among them; 0: none
 * is recorded. */
double ev_counters_refused(const ev_counters *c);

/* Whether the products of a are with the weights of b: what b was taken from is
 * what a was taken from. -1: one of them has none. */
int ev_counters_same_model(const ev_counters *a, const ev_counters *b);

#endif
