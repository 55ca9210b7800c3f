/* select.h - order statistics without a full sort.
 *
 * Introselect (Musser 1997, "Introspective sorting and selection algorithms",
 * Softw. Pract. Exper. 27(8)) for several ranks at once: linear on average,
 * n log n at worst on any input. */
#ifndef AS_SELECT_H
#define AS_SELECT_H

#include <stddef.h>

/* Reorders x so that x[k] is what it would be if x were sorted, for each k of
 * k[0..nk): ranks from 0, below n, ascending (one may occur twice). What is
 * left of x[k] is not larger, what is right of it not smaller. x holds no NaN. */
void as_select(double *x, size_t n, const size_t *k, size_t nk);

/* Sorts numbers, such as ranks as as_select takes them. */
void as_ranks_sort(size_t *k, size_t nk);

/* Sorts x, ascending; x holds no NaN. */
void as_sort(double *x, size_t n);

/* For qsort: compares the doubles at a and b, or two structs that begin with one. */
int as_ascending(const void *a, const void *b);

#endif
