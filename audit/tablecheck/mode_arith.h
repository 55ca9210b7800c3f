/* mode_arith.h - tablecheck --arith: published tables against themselves. */
#ifndef TC_MODE_ARITH_H
#define TC_MODE_ARITH_H

#include "opts.h"
#include "table.h"

typedef struct {
	as_list key, exact, whole, only, except;
	char **as; size_t nas;           /* NAME=COLUMN */
	char **rel; size_t nrel;         /* relations */
	const char *rels, *pair;         /* a file of them; NULL if not given */
	double level;                    /* of intervals */
	int findings, summary;
	char *const *file; size_t nfile; /* at least one */
} mode_arith;

/* Fills t, and *status: 1 where a row contradicts itself; else 3 where a check is
 * undecided or nothing could be checked; else 0. */
int mode_arith_fill(const mode_arith *m, as_table *t, as_format format, int *status, as_err *e);

/* The built-in relations, as a file of them; written to standard output. */
void mode_arith_relations(void);

#endif
