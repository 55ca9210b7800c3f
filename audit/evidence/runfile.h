/* runfile.h - the run files of a mode, a cell each. */
#ifndef EV_RUNFILE_H
#define EV_RUNFILE_H

#include "runset.h"

/* Reads every JSON file in a folder (below the run's) of MODE/runs, and those of the
 * folders in it. What has no latencies_ms is no run file. */
int ev_runfiles_read(ev_run *r, const char *mode, const char *below, as_err *e);

#endif
