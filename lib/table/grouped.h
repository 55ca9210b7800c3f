/* grouped.h - what tools share that print rows of a table by group: the input as
 * -g and -v ask for it, and the columns that name a group. */
#ifndef AS_GROUPED_H
#define AS_GROUPED_H

#include "group.h"
#include "opts.h"

typedef struct {
	as_frame f;          /* its columns: the keys, then the values */
	as_groups g;
	size_t nkey, nval;
	double *v[AS_OPTS_MAX]; /* (nval) values of the rows that are ok, as as_group_values has them */
	size_t *at[AS_OPTS_MAX]; /* (nval), each (g.n + 1) */
} as_grouped;

/* Reads the operands and groups them. Without -v the value column is
 * latency_ms. On failure *r holds nothing; nor where it returns 1, as as_frame_read does. */
int as_grouped_read(as_grouped *r, const as_opts *o, char *const *paths, size_t npaths, as_err *e);
void as_grouped_free(as_grouped *r);

/* Values of one group, n of them; they belong to r and may be reordered. */
double *as_grouped_values(const as_grouped *r, size_t value, size_t group, size_t *n);

/* Declares the key columns, and defines "value" if there is one value column. */
void as_grouped_declare(const as_grouped *r, as_table *t);
void as_grouped_keys(const as_grouped *r, size_t group, as_table *t);

/* Where any row of the input says that it is synthetic: a last key column (a key, so that
 * --wide keeps it apart) and a note; else nothing. And its cell. */
void as_declare_synthetic(as_table *t, int any);
void as_put_synthetic(as_table *t, int any, int synthetic);

/* n key columns of f from that of number from on; and their cells. */
void as_declare_keys(as_table *t, const as_frame *f, size_t from, size_t n);
void as_put_keys(as_table *t, const as_frame *f, const uint32_t *key, size_t n);

#endif
