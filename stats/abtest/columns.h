/* columns.h - the columns that abtest has, and a choice of them. */
#ifndef ABTEST_COLUMNS_H
#define ABTEST_COLUMNS_H

#include "opts.h"
#include "pairs.h"

/* What a column needs to have a value at all. */
enum {
	AB_KS = 1, AB_MARGIN = 2, AB_FAMILY = 4, AB_STRATA = 8, AB_CLAIM = 16, AB_NOISE = 32,
	AB_PERMUTE = 64, AB_REFUSED = 128, AB_ERRORS = 256, AB_PAIRED = 512, AB_UNPAIRED = 1024
};

typedef struct {
	size_t col[AS_OPTS_MAX * 2];
	size_t n;
} ab_columns;

/* The columns for people, or all of them, of those that has (a set of AB_)
 * gives a value. */
void ab_columns_default(ab_columns *c, unsigned has, int people);

/* As --stats names them; a name that is none, or needs an option that was not
 * given, is an error. */
int ab_columns_choose(ab_columns *c, const as_list *names, unsigned has, as_err *e);

void ab_columns_declare(const ab_columns *c, const ab_result *r, as_table *t);
void ab_columns_fill(const ab_columns *c, const ab_result *r, const ab_outcome *o, as_table *t);

#endif
