/* matched.h - two groups whose rows are pairs (--pair).
 *
 * Rows that agree in --pair, in -s and in the columns that tell work apart are one
 * pair: several rows of a group in it count once, by their mean. */
#ifndef ABTEST_MATCHED_H
#define ABTEST_MATCHED_H

#include "comparison.h"

/* Counts the rows of a row of the table that are in pairs, and those that are not. */
void ab_matched_count(const ab_result *r, ab_outcome *o);

/* Compares and judges the pairs of one that is not combined. -1: out of memory. */
int ab_matched_compare(const ab_result *r, ab_outcome *o);

/* Says which rows have no pair and which pairs are of means; *text is NULL if there is
 * nothing to say. -1: out of memory. */
int ab_matched_note(char **text, const ab_data *d, const ab_pair *p);

#endif
