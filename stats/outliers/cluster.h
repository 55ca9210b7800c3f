/* cluster.h - do marked rows lie together more than by chance?
 *
 * By chance: any marked of total rows are as likely to be the marked ones as any
 * others. p-values are natural logarithms, of as many or more. */
#ifndef AS_CLUSTER_H
#define AS_CLUSTER_H

#include <stddef.h>

/* ln P(at least k of the marked rows are among part given rows): hypergeometric.
 * part and marked are at most total. */
double as_log_hypergeometric(size_t k, size_t total, size_t marked, size_t part);

/* How many of pairs pairs of neighbours are both marked, on average: exact
 * whichever pairs they are. */
double as_adjacent_expected(size_t pairs, size_t total, size_t marked);

/* ln P(at least k pairs of neighbours are both marked), all rows in one line: the
 * marked rows form marked - k runs or fewer. Wald, Wolfowitz (1940), Ann. Math.
 * Statist. 11(2). Where the rows stand in several lines, there are fewer pairs,
 * and this is an upper bound. */
double as_log_adjacent(size_t k, size_t total, size_t marked);

#endif
