/* fill.h - the statistics of one group, as cells of the table. */
#ifndef LATSTATS_FILL_H
#define LATSTATS_FILL_H

#include "choice.h"

/* v[0..c->ncol) from x[0..n), the values of the group, which are overwritten. Touches nothing
 * else, so that groups may be done at the same time. -1 if out of memory. */
int fill_values(const choice *c, const definitions *d, double *x, size_t n, size_t errors,
    double *v);

/* Adds their cells. */
void fill_row(const choice *c, const double *v, as_table *t);

#endif
