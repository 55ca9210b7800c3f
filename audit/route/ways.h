/* ways.h - what tells ways apart: a backend, and the settings of its run that --by names. */
#ifndef ROUTE_WAYS_H
#define ROUTE_WAYS_H

#include "../evidence/runset.h"

/* BACKEND, and behind it " KEY=VALUE" for each key of by (separated by commas; NULL: none) that the
 * manifest has: KEY alone if it is true, nothing if it is false. Of the key run: the run's folder
 * and a slash in front. */
const char *route_way_name(as_keep *keep, const char *by, const ev_run *r, const ev_cell *c);

/* The first setting that two runs have differently, of those that bear on the latency of such a
 * backend; NULL: none. */
const char *route_way_differs(const ev_run *a, const ev_run *b, int compiled);

#endif
