/* meta.h - what a record says of a cell's compile stage, whichever way it writes it. */
#ifndef EV_META_H
#define EV_META_H

#include "runset.h"

/* The field of the manifest's torch_compile_config that compile.requested_backend
 * repeats: "backend" or, in a run file that has no compile.backend_as_written beside
 * a manifest that has one, "backend_as_written". */
const char *ev_asked_key(const ev_run *r, const ev_cell *c);

/* The backend that was asked for, by the name that compile.backend has; "": not recorded. */
const char *ev_asked(const ev_run *r, const ev_cell *c);

#endif
