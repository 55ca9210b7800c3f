/* table_grid.h - a table as people see it, made for one style. */
#ifndef AS_TABLE_GRID_H
#define AS_TABLE_GRID_H

#include "keep.h"
#include "table_cells.h"

/* Every cell is text, --wide done, control characters gone. */
typedef struct {
	char *name;
	int right; /* numbers stand right */
	int key;
} grid_col;

typedef struct {
	grid_col *col; size_t ncol;
	char **cell; size_t nrow; /* (nrow, ncol) */
	char **note; size_t nnote;
	char *head;
	as_keep keep;             /* of all of it; without memory texts are "" */
} grid;

/* nrow x ncol cells, all NULL, and the notes of t and its head. -1: no memory. */
int as_grid_alloc(grid *g, const as_table *t, size_t nrow, size_t ncol);
/* Names column j, which shows column c of the table. */
void as_grid_column(grid *g, size_t j, const char *name, const table_col *c);
/* What people see of a cell. */
char *as_cell_text(as_keep *keep, const table_cell *c, int decimals);
/* Of two numbers NAME_lo and NAME_hi side by side makes one cell, "[lo, hi]". */
void as_grid_intervals(grid *g);

#endif
