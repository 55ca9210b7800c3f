/* shapes.h - the sizes that cells need, and what of them came before. */
#ifndef EV_SHAPES_H
#define EV_SHAPES_H

#include "facts.h"

/* Distinct sizes of the timed prompts of c, ascending, at most max of them. */
size_t ev_sizes(const ev_facts *x, const ev_cell *c, long *v, size_t max);

/* Sizes of the timed prompts of the cell's mode and model that have no graph of their
 * own, in the order in which they were met, at most max; without 1 where torch
 * made some symbolic, which it never makes that. */
size_t ev_sizes_met(const ev_facts *x, long *v, size_t max);

/* Whether every size of the cell was timed in earlier cells of its mode and
 * model: then no compile of its own is due. */
int ev_met_before(const ev_facts *x);

/* Whether the compile stage of the cell's mode is another than that of this mode:
 * what was compiled then may be gone. */
int ev_staged_anew(const ev_facts *x, const char *mode);

/* An earlier mode of this model, with the same compile stage, in which the recompile
 * limit was reached; NULL. */
const ev_mode *ev_limit_before(const ev_facts *x);

#endif
