/* manifest.h - what a run says of itself. */
#ifndef EV_MANIFEST_H
#define EV_MANIFEST_H

#include "runset.h"

/* Reads manifest.json, if there is one. A field that the tools read must be of its kind
 * or null; counts are whole numbers from 0. */
int ev_manifest_read(ev_run *r, as_err *e);

#endif
