/* meta.h - what a record says of a cell's compile stage, whichever way it writes it:
 * the backend that was asked for, and the entry of the cell's model and dtype in the
 * counters of its mode. */
#ifndef EV_META_H
#define EV_META_H

#include "runset.h"

/* The field of the manifest's torch_compile_config that compile.requested_backend
 * repeats: "backend" or, in a run file that has no compile.backend_as_written beside
 * a manifest that has one, "backend_as_written". */
const char *ev_asked_key(const ev_run *r, const ev_cell *c);

/* The backend that was asked for, by the name that compile.backend has; "": not recorded. */
const char *ev_asked(const ev_run *r, const ev_cell *c);

/* Whether the model of the cell is there under another dtype, too. */
int ev_twins(const ev_run *r, const ev_cell *c);

/* The compile stage of the cell's model and dtype in the counters file of its mode:
 * compile_meta, or the entry MODEL:DTYPE of compile_metas. Older files have an entry
 * MODEL: of two dtypes it holds the later, and says nothing. NULL: there is none. */
const cJSON *ev_meta_of(const ev_run *r, const ev_cell *c);

#endif
