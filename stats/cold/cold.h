/* cold.h - which samples of a run file are cold, and what they do to a mean. */
#ifndef COLD_H
#define COLD_H

#include "sequence.h"
#include "table.h"
#include "warmup.h"

#define COLD_NO_COLUMN ((size_t)-1)

typedef struct {
	size_t first;    /* the first so many ok samples of a file are cold */
	size_t by;       /* or: the first of each value of this AS_KEY column */
	int changepoint; /* or: all before the steady stretch (warmup.h); by names the shapes */
	size_t value;    /* AS_VAL column that is measured */
} cold_rule;

typedef struct {
	uint8_t *cold;     /* (f->n) 1 for each cold row */
	as_warmup *warmup; /* (s->files.n) with changepoint; else NULL */
} cold_marks;

/* -1 if out of memory. cold_marks_free frees m. */
int cold_mark(cold_marks *m, const as_frame *f, const as_sequences *s, const cold_rule *r);
void cold_marks_free(cold_marks *m);

/* One row a run file. */
int cold_by_file(as_table *t, const as_frame *f, const as_sequences *s, const cold_rule *r,
    const cold_marks *m, as_err *e);

/* One row a group of the columns first_group to first_group + ngroup - 1. */
int cold_effect(as_table *t, const as_frame *f, const as_sequences *s, const cold_rule *r,
    const cold_marks *m, size_t first_group, size_t ngroup, as_err *e);

#endif
