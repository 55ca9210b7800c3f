/* simpson.h - do rows that are pooled say what their parts say? */
#ifndef ABTEST_SIMPSON_H
#define ABTEST_SIMPSON_H

#include "pairs.h"

/* Of the *n parts (by mode, model and scenario) that both groups have: in how many the medians
 * differ the other way than the change of the pooled rows. 0 unless these are most of at most
 * 64. */
size_t ab_simpson(const ab_data *d, const ab_pair *p, double change, size_t *n);

/* What the parts are, for people: "scenarios". */
const char *ab_simpson_column(const ab_data *d);

#endif
