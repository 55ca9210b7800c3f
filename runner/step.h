/* step.h - a decode step of one row as one kernel: what a joined plan says of it, and its text.
 *
 * The shape is read out of the plan, operation by operation; a plan that is another is refused.
 * kernels/cuda/step/ has the kernel; here are its constants, the order of its pointers, and how
 * its shared memory and its packets are laid out. */
#ifndef RR_STEP_H
#define RR_STEP_H

#include <stdio.h>

#include "plan.h"

/* What the autotuner chooses. */
typedef struct {
	int warps;     /* that multiply: 8 or 16 */
	int chunk;     /* rows of a copy: 2, 4 or 8 */
	int window;    /* copies in flight, at most */
	int evict;     /* 1: weights leave the cache of the chip first */
} rr_step_tune;

typedef struct {
	/* shape; qr: rows of q, k and v; ko: columns of the output product */
	long layers, dim, heads, kv_heads, head_dim, ffn, vocab, slots, qr, ko;
	long flags_qkv, flags_o, flags_up, flags_down; /* of kernels/flags.h */
	int places;            /* 1: positions are embedded */
	float eps, scale;
	int width;             /* bytes of an element */
	int blocks;            /* one a multiprocessor */
	int depth;             /* slots of the ring */
	int slot;              /* bytes of one */
	size_t shared;         /* bytes of shared memory */
	rr_step_tune tune;
	rr_ref *ref;           /* (nref) pointers of each layer, then those of none */
	int nref;
} rr_step;

enum { RR_STEP_LAYER = 14, RR_STEP_REST = 12 }; /* pointers of a layer, and of none */

/* struct step_args: a layer's pointers, the distances to the next layer's, and the rest. */
typedef struct { void *p[2 * RR_STEP_LAYER + RR_STEP_REST]; } rr_step_arg;

/* 0: plan can be one kernel on `blocks` multiprocessors with `shared` bytes each. 1: it cannot,
 * *why says what stands against it. -1: no memory. */
int rr_step_open(rr_step *s, const rr_plan *joined, const long sym[RR_NSYM], int width, int blocks,
    size_t shared, const char **why, as_err *e);
void rr_step_close(rr_step *s);

/* Sets the choices, moved to what fits; a window below 1: nothing does. */
void rr_step_set(rr_step *s, rr_step_tune t, size_t shared);

/* Bytes of the packets and counts of a model's steps; zeroed once, before the first. */
size_t rr_step_net(const rr_model *m, int blocks);

/* p: what ref says. -1: the layers do not lie at equal distances. */
int rr_step_args(const rr_step *s, void *const *p, rr_step_arg *out, as_err *e);

/* The dimensions, for the record: layers, dim, heads, kv_heads, head_dim, ffn, vocab, slots. */
void rr_step_op(const rr_step *s, rr_op *op);

/* What stands in front of the kernel: the constants, then `body`. */
void rr_step_preamble(const rr_step *s, FILE *fp, const char *body);

#endif
