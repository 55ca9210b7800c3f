/* shelf.h - the compiled artifacts of assay-run(5) that one model and dtype stored in
 * one mode, each held against its files. */
#ifndef EV_SHELF_H
#define EV_SHELF_H

#include "runset.h"

typedef struct ev_shelf {
	const char *dir;       /* below the run's folder */
	const char *mode, *model, *dtype;
	int apart;             /* its folder is of this dtype alone */
	cJSON **doc; size_t n; /* ID.json, in the order of names */
	const char *bad;       /* what does not fit, in one sentence; NULL: nothing */
	const char *again;     /* what compiling anew found, one sentence; NULL: not looked at */
	int again_bad;
	struct ev_shelf *next;
} ev_shelf;

/* The shelf of a cell's mode, model and dtype, read once a run. NULL: out of memory. */
ev_shelf *ev_shelf_of(ev_run *r, const ev_cell *c);

/* The artifact of that id; NULL if it is not there. */
const cJSON *ev_shelf_find(const ev_shelf *s, const char *id);

/* Reads a file beside its artifacts, whole, which free() frees. -1: it is none, or too large. */
int ev_shelf_slurp(ev_run *r, const ev_shelf *s, const char *name, char **text, size_t *n);

void ev_shelves_free(ev_shelf *s);

/* Why the nodes of an artifact do not fit its source, of n bytes (nodes.c); NULL. */
const char *ev_nodes_misfit(ev_run *r, const cJSON *artifact, const char *src, size_t n);

/* Compiles the stored sources anew, where the very same compiler is at hand, and compares
 * code (recompile.c). Fills s->again and s->again_bad: 1 an object holds other code than
 * its source gives, 0 all are the same, -1 not compared, with the reason. Nothing of the
 * run is executed: the compiler reads the source with options that are ours,
 * in a folder of its own, with limits on time and memory. */
void ev_recompile(ev_run *r, ev_shelf *s);

#endif
