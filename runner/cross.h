/* cross.h - the cells that sweep: crosses in a configuration; without it, one cell. And the
 * sweep itself, where each cell is a run of its own below one folder. */
#ifndef RR_CROSS_H
#define RR_CROSS_H

#include <signal.h>

#include "config_impl.h"

enum { RR_MAX_CELLS = 9999 };

typedef struct {
	rr_reader r;
	struct { const char *key, *only; yaml_node_t *list; int n; } axis[RR_MAX_AXES];
	int naxis;
	int *place;   /* (ncell) in the crossing, whose last axis changes first */
	int ncell;    /* those that are not excluded */
	int again;    /* aa: cells that are measured twice */
	yaml_node_t *exclude, *aa;
	rr_config cfg; /* of the cell at hand */
} rr_cross;

int rr_cross_open(rr_cross *x, const char *path, as_err *e); /* path must last */
void rr_cross_close(rr_cross *x);

const char *rr_cross_value(rr_cross *x, int cell, int axis); /* as written */
int rr_cross_config(rr_cross *x, int cell, as_err *e); /* into cfg */

/* sweep.c: every parts-th cell from the part-th on, counted from 1, below out; or, with list, a
 * table of all. 0: each cell of the part is done or cannot fit; 1: not each; 2: *stop was set. */
typedef struct { const char *out; int list, part, parts; volatile sig_atomic_t *stop; } rr_sweep;
int rr_sweep_run(const rr_sweep *o, rr_cross *x, as_err *e);

#endif
