/* run.h - a whole measurement run. */
#ifndef RR_RUN_H
#define RR_RUN_H

#include "cell.h"

/* The whole run into r->dir, which is made, or continued where resume is set.
 * Returns 1 if a signal stopped it: what was measured is written, and the
 * manifest says that the run is incomplete. */
int rr_run_all(rr_run *r, int resume, as_err *e);

#endif
