/* info_table.h - the rows as a table. */
#ifndef INFO_TABLE_H
#define INFO_TABLE_H

#include "info_run.h"
#include "table.h"

/* One row a value. Side by side (for --wide run), a run's name is one that no
 * other operand has, and a file is named only where it is part of what was asked. */
int info_table_long(as_table *t, const info_runs *r, const info_rows *rows, int side_by_side,
    as_err *e);

/* One row an operand, one column a field that was asked for. Several values of
 * one field in an operand are an error. */
int info_table_columns(as_table *t, const info_runs *r, const info_rows *rows,
    const info_fields *f, as_err *e);

#endif
