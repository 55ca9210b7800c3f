/* simpson.h - do rows that are pooled say what their parts say? */
#ifndef ABTEST_SIMPSON_H
#define ABTEST_SIMPSON_H

#include "pairs.h"

/* How many of the *n parts that both groups have (cells: mode, model, scenario) have medians whose
 * ratio lies on the other side of 1 than the pooled ratio: 0 unless these are most of them. */
size_t ab_simpson(const ab_data *d, const ab_pair *p, double ratio, size_t *n);

/* What the parts are, for people: "scenarios". */
const char *ab_simpson_column(const ab_data *d);

#endif
