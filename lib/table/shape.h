/* shape.h - what of a result table is written, and under which names: --having,
 * --sort, --with, --rename and --cell of assay(7), in that order. */
#ifndef AS_SHAPE_H
#define AS_SHAPE_H

#include "condition.h"
#include "table.h"

typedef struct { char *name, *value; } as_pair; /* value lies in the block of name */

typedef struct {
	as_condition *having; size_t nhaving;
	as_pair *with; size_t nwith;
	as_pair *name; size_t nname;     /* old name, new name */
	const char **sort; size_t nsort; /* columns, the first leads; "-COL" is descending */
	const char *cell;                /* COL or FUNCTION(COL); NULL: the table */
} as_shape;

void as_shape_free(as_shape *s);

/* Is any of it asked for? */
int as_shape_given(const as_shape *s);

/* The arguments of the options; -1 if one is bad. */
int as_shape_sort(as_shape *s, const char *arg, as_err *e);    /* COL or -COL; it must last */
int as_shape_with(as_shape *s, const char *arg, as_err *e);    /* COL=VALUE */
int as_shape_rename(as_shape *s, const char *arg, as_err *e); /* OLD=NEW,... */

/* Takes the rows, puts them in order, adds the columns and gives the names, which stay those of s:
 * it must outlive the table. A column that the table has not is an error. */
int as_shape_apply(as_table *t, const as_shape *s, as_err *e);

/* Writes what s->cell asks for and a line end. No row, or several where no
 * function makes one value of them, is an error, and nothing is written. */
int as_shape_cell(const as_table *t, const as_shape *s, FILE *fp, as_err *e);

#endif
