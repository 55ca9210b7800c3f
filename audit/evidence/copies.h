/* copies.h - latencies that one cell has and another has too, in the same places. */
#ifndef EV_COPIES_H
#define EV_COPIES_H

#include "runset.h"

/* Puts the latencies of all cells in order. -1: out of memory. */
int ev_copies_build(ev_run *r);

/* The first cell of r but c whose latencies are in part those of c; NULL. */
const ev_cell *ev_copied(const ev_run *r, const ev_cell *c);

#endif
