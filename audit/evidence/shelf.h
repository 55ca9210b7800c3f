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

void ev_shelves_free(ev_shelf *s);

#endif
