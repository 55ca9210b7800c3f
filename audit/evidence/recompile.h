/* recompile.h - compiles the stored sources of a run anew, where the very same
 * compiler is at hand, and compares code. */
#ifndef EV_RECOMPILE_H
#define EV_RECOMPILE_H

#include "shelf.h"

/* Fills s->again and s->again_bad: 1 an object holds other code than its source
 * gives, 0 all are the same, -1 not compared, with the reason. Nothing of the
 * run is executed: the compiler reads the source with options that are ours,
 * in a folder of its own, with limits on time and memory. */
void ev_recompile(ev_run *r, ev_shelf *s);

#endif
