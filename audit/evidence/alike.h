/* alike.h - cells of a run that have keys in common, without a walk over all of
 * its cells: a run may have thousands, and each rule asks for each of them. */
#ifndef EV_ALIKE_H
#define EV_ALIKE_H

#include "runset.h"

enum { EV_BY_MODE = 1, EV_BY_MODEL = 2, EV_BY_SCENARIO = 4, EV_BY_BACKEND = 8, EV_BY_DTYPE = 16 };
enum {
	EV_BY_COUNTERS = EV_BY_MODEL | EV_BY_DTYPE, /* what one set of counters is of */
	EV_BY_STAGE = EV_BY_COUNTERS | EV_BY_MODE,
	EV_BY_PROGRAM = EV_BY_COUNTERS | EV_BY_BACKEND,
	EV_BY_CONFIG = EV_BY_PROGRAM | EV_BY_SCENARIO, /* the other modes of a cell */
	EV_BY_RIVALS = EV_BY_STAGE | EV_BY_SCENARIO,   /* its other backends */
	EV_BY_SERIES = EV_BY_STAGE | EV_BY_BACKEND,    /* its other scenarios */
};

/* Cells of one mode and backend, with a compile block or without one. */
typedef struct {
	const char *mode, *backend;
	int compiles;          /* they have a compile block */
	int has_file;          /* one of them has a run file */
	int has_sample;        /* and one of those a sample that is ok */
	double longest;        /* most tokens of a sample that is ok */
	size_t wall, wall_fit; /* latencies above 0, and those that are whole nanoseconds */
	size_t device, device_fit; /* device times, and those that are floats */
} ev_kind_of_cell;

/* Indexes the cells, whose keys, order and samples are final. -1: out of memory. */
int ev_alike_build(ev_run *r);

/* The cell after o that has the keys of c, or the first where o is NULL; NULL: no more.
 * c is among them. by: one of the sums above, or one of those that alike.c lists. */
const ev_cell *ev_alike(const ev_run *r, const ev_cell *c, unsigned by, const ev_cell *o);

/* The cell of another mode with the same keys; NULL if there is none. */
const ev_cell *ev_other_mode(const ev_run *r, const ev_cell *c, const char *mode);

/* In the order of their first cells. */
const ev_kind_of_cell *ev_kinds(const ev_run *r, size_t *n);

/* How many of the n elements of v, size bytes each and sorted, come before key: the first that
 * does not has this index. cmp is called as bsearch() does it, with key and an element. */
size_t as_before(const void *key, const void *v, size_t n, size_t size,
    int (*cmp)(const void *, const void *));

/* Puts the latencies of all cells in order (copies.c). -1: out of memory. */
int ev_copies_build(ev_run *r);

/* The first cell of r but c that has latencies of c, in the same places; NULL. */
const ev_cell *ev_copied(const ev_run *r, const ev_cell *c);

#endif
