/* table_cells.h - what a table holds; only the files of lib/table include it. */
#ifndef AS_TABLE_CELLS_H
#define AS_TABLE_CELLS_H

#include "keep.h"
#include "num.h"
#include "table.h"

typedef struct { char *name; as_type type; int key, input; } table_col;

typedef struct {
	as_type type;
	int na;
	int tiny; /* a p-value below 1e-300 */
	union { char *s; int64_t i; double r; } v; /* AS_BOOL: i is 0 or 1 */
} table_cell;

typedef struct { char *name, *value; } table_def;

struct as_table {
	table_col *col; size_t ncol;
	table_cell *cell; size_t ncell, cap; /* (rows, ncol), the last row may be short */
	table_def *def; size_t ndef;
	char **note; size_t nnote;
	char *head;      /* NULL: none */
	as_table *next;  /* as_table_follow */
	as_keep keep;    /* of all texts */
	char misuse[256]; /* the first call that was wrong, or "" */
};

/* Index of the column; t->ncol: there is none. */
size_t as_table_find(const as_table *t, const char *name);

/* A cell as CSV has it, before quoting; buf is used for numbers. */
const char *as_csv_text(const table_cell *c, char buf[AS_NUM_BUF]);

/* Nothing is written before all of this holds. */
int as_table_check(const as_table *t, const as_style *s, as_err *e);

#endif
