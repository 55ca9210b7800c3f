/* table_impl.h - what the files of table.h share; no other file includes it. */
#ifndef AS_TABLE_IMPL_H
#define AS_TABLE_IMPL_H

#include "table.h"

typedef struct { char *name; as_type type; int key; } table_col;

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
	int nomem;
	char misuse[256]; /* the first call that was wrong, or "" */
};

/* A table as people see it: every cell text, --wide done, control characters
 * gone. */
typedef struct {
	char *name;
	int right; /* numbers stand right */
	int key;
} grid_col;

typedef struct {
	grid_col *col; size_t ncol;
	char **cell; size_t nrow; /* (nrow, ncol) */
	char **note; size_t nnote;
} grid;

/* Nothing is written before all of this holds. */
int as_table_check(const as_table *t, const as_style *s, as_err *e);

/* nrow x ncol cells, all NULL, and the notes of t. */
int as_grid_alloc(grid *g, const as_table *t, size_t nrow, size_t ncol, as_err *e);
/* Names column j, which shows column c of the table; -1: no memory. */
int as_grid_column(grid *g, size_t j, const char *name, const table_col *c);
/* What people see of a cell, malloc'd; NULL: no memory. */
char *as_cell_text(const table_cell *c, int decimals);

int as_grid_wide(grid *g, const as_table *t, const as_style *s, as_err *e);
int as_grid_make(grid *g, const as_table *t, const as_style *s, as_err *e);
void as_grid_free(grid *g);

int as_write_text(const grid *g, int width, FILE *fp, as_err *e);
int as_write_md(const grid *g, FILE *fp, as_err *e);
void as_write_tex(const grid *g, FILE *fp);
void as_write_html(const grid *g, FILE *fp);
void as_write_csv(const as_table *t, FILE *fp);
void as_write_json(const as_table *t, const char *tool, FILE *fp);

#endif
