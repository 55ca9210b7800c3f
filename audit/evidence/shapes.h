/* shapes.h - the sizes that cells need, and what of them came before. */
#ifndef EV_SHAPES_H
#define EV_SHAPES_H

#include "rules.h"

/* Distinct sizes of the timed prompts of c, ascending, at most max of them. */
size_t ev_sizes(const ev_ctx *x, const ev_cell *c, long *v, size_t max);

/* Whether every size of the cell was timed in earlier cells of its mode and
 * model: then no compile of its own is due. */
int ev_met_before(const ev_ctx *x);

/* An earlier mode of this model in which the recompile limit was reached; NULL. */
const ev_mode *ev_limit_before(const ev_ctx *x);

#endif
