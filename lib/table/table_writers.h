/* table_writers.h - the formats that a table is written in. */
#ifndef AS_TABLE_WRITERS_H
#define AS_TABLE_WRITERS_H

#include "table_grid.h"

/* A grid of t with the values of one key column as columns (as_style.wide). -1: no memory,
 * or two rows have one key. */
int as_grid_wide(grid *g, const as_table *t, const as_style *s, as_err *e);

/* Gives the verdicts of a grid their colours; its text is then for a terminal as it is. */
void as_grid_colour(grid *g);

int as_write_text(const grid *g, int width, FILE *fp, as_err *e);
int as_write_md(const grid *g, FILE *fp, as_err *e);
void as_write_tex(const grid *g, FILE *fp);
void as_write_html(const grid *g, FILE *fp);
void as_write_csv(const as_table *t, FILE *fp);
void as_write_json(const as_table *t, const char *tool, FILE *fp);

#endif
