/* shape_impl.h - what the files of shape.h share; no other file includes it. */
#ifndef AS_SHAPE_IMPL_H
#define AS_SHAPE_IMPL_H

#include "num.h"
#include "shape.h"
#include "table_cells.h"

/* Index of the column; t->ncol: there is none. */
size_t as_shape_column(const as_table *t, const char *name);

/* "OPTION NAME: no such column" and what else there is not, with the nearest name. */
int as_shape_no_column(const as_table *t, const char *option, const char *name, const char *nor,
    as_err *e);

/* A cell as CSV has it, before quoting; buf is used for numbers. */
const char *as_csv_text(const table_cell *c, char buf[AS_NUM_BUF]);

/* Is the cell a number, or a text that is one? */
int as_cell_number(const table_cell *c, double *x);

#endif
