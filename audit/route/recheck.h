/* recheck.h - whether a decision still holds of new runs. */
#ifndef ROUTE_RECHECK_H
#define ROUTE_RECHECK_H

#include "decide.h"
#include "table.h"

/* Reads the decision that route wrote as JSON at path, and fills t with a row for each of its
 * regions: holds, lost (another way is shown to be faster) or open (no evidence for the way).
 * count: (3) regions of each, in that order. -1: it is no such file, or out of memory. */
int route_recheck(as_table *t, const char *path, const route_points *p, const route_rule *rule,
    size_t count[3], as_err *e);

#endif
