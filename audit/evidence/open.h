/* open.h - a run's folder, read. */
#ifndef EV_OPEN_H
#define EV_OPEN_H

#include "runset.h"

/* A run without a row is open too, and has no cell. One that is wrong is an error: a file
 * that is there and is not what it should be, or no row where the manifest says that the
 * run is complete.
 * labels: backends that claim to be compiled (nlabel of them); none: those whose
 * name holds "compile". A run file with an enabled compile block claims it too. */
#define EV_NO_ROW "skipped: there is no row in it"
int ev_run_open(ev_run *r, const char *dir, char *const *labels, size_t nlabel, as_err *e);
void ev_run_close(ev_run *r);

#endif
