/* trim_table.h - groups from published summaries instead of samples. */
#ifndef TRIMMEAN_SUMMARY_H
#define TRIMMEAN_SUMMARY_H

#include "intern.h"
#include "opts.h"

#include "method.h"

/* One group: the summaries of its rows, pooled. */
typedef struct {
	size_t n;           /* values */
	int64_t errors;     /* -1: not every row says */
	int synthetic;
	double *lo, *hi;    /* (n) bounds of the order statistics of each row, row after row */
	as_interval mean;   /* of all values; without bounds if not known */
	as_interval median; /* as published, if the group is one row; else without bounds */
} summary_group;

typedef struct {
	summary_group *g; size_t n, cap;
	size_t nkey;
	as_intern keys;     /* group i has the bytes of its nkey numbers in text as key i */
	uint32_t *header;   /* (nkey) names of the key columns as the first table spells them */
	as_intern text;
	int any_synthetic;
} summaries;

/* Reads tables of summaries, one row a summary, by their columns: n, mean, min,
 * max, median, pN, each also with _ms after it, and errors, synthetic and the
 * keys. n and one of mean and max must be there; what is not known is left empty.
 * Rows of the same group are pooled. type is that of the pN; exact: figures are as computed
 * and not rounded. */
int summaries_read(summaries *s, const as_opts *o, int type, int exact, char *const *paths,
    size_t npaths, as_err *e);
void summaries_free(summaries *s);

/* The key columns, as grouped.h has them. */
void summaries_declare(const summaries *s, as_table *t);
void summaries_keys(const summaries *s, size_t group, as_table *t);

as_interval summary_estimate(const summary_group *g, const method *m);

#endif
