/* cold.h - which samples of a run file are cold, and what they do to a mean. */
#ifndef COLD_H
#define COLD_H

#include "sequence.h"
#include "table.h"

#define COLD_NO_COLUMN ((size_t)-1)

typedef struct {
	size_t first; /* the first so many ok samples of a file are cold */
	size_t by;    /* or: the first of each value of this AS_KEY column */
	size_t value; /* AS_VAL column that is measured */
} cold_rule;

/* (f->n) 1 for each cold row. The caller frees it. NULL if out of memory. */
uint8_t *cold_mark(const as_frame *f, const as_sequences *s, const cold_rule *r);

/* One row a run file. The caller frees *t. */
int cold_by_file(as_table **t, const as_frame *f, const as_sequences *s, const cold_rule *r,
    const uint8_t *cold, as_err *e);

/* One row a group of the columns first_group to first_group + ngroup - 1. */
int cold_effect(as_table **t, const as_frame *f, const as_sequences *s, const cold_rule *r,
    const uint8_t *cold, size_t first_group, size_t ngroup, as_err *e);

#endif
