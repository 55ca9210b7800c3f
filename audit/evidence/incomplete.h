/* incomplete.h - whether a run was aborted. */
#ifndef EV_INCOMPLETE_H
#define EV_INCOMPLETE_H

#include "runset.h"

/* Sets r->incomplete: what an aborted run lacks, in one sentence. A run was aborted if its
 * manifest says that it is not complete or, where that says nothing, if all that the
 * manifest promises and that is not there would have come last. Else what is not there
 * contradicts the manifest (rules_files.c). -1: out of memory. */
int ev_find_incomplete(ev_run *r);

#endif
