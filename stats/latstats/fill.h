/* fill.h - the statistics of one group, as cells of the table. */
#ifndef LATSTATS_FILL_H
#define LATSTATS_FILL_H

#include "choice.h"

/* x[0..n) are the values of the group, which are overwritten. -1 if out of memory. */
int fill_row(const choice *c, const definitions *d, double *x, size_t n, size_t errors, as_table *t);

#endif
