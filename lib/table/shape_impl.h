/* shape_impl.h - what the files of shape.h share; no other file includes it. */
#ifndef AS_SHAPE_IMPL_H
#define AS_SHAPE_IMPL_H

#include "shape.h"
#include "table_cells.h"

/* "OPTION NAME: no such column" and what else there is not, with the nearest name. */
int as_shape_no_column(const as_table *t, const char *option, const char *name, const char *nor,
    as_err *e);

/* Is the cell a number, or a text that is one? */
int as_cell_number(const table_cell *c, double *x);

#endif
