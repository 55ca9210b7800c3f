/* simpson.h - do rows that are pooled say what their parts say? */
#ifndef ABTEST_SIMPSON_H
#define ABTEST_SIMPSON_H

#include "comparison.h"

/* The parts (by mode, model and scenario) that both groups of a pair have, if they are at most
 * 64; n is 0 where there are more. */
typedef struct {
	size_t n, other; /* other: of them, those whose medians differ the other way */
	double ratio;    /* geometric mean of their ratios of medians */
} ab_parts;

/* Of a row that is not combined, whose groups differ by change: do most of at least two parts say
 * the opposite, or is the ratio of the pooled medians over 5% from that of parts in different
 * shares? AB_MISLED where the shares differ, else AB_DOUBTED; 0: no. */
enum { AB_DOUBTED = 1, AB_MISLED };
int ab_misled(ab_parts *parts, const ab_data *d, const ab_pair *p, const ab_outcome *o,
    double change);

/* What the parts are, for people: "scenarios". */
const char *ab_simpson_column(const ab_data *d);

#endif
