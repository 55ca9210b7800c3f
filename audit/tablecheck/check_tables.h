/* check_tables.h - the tables that tablecheck(1) writes. */
#ifndef REPORT_H
#define REPORT_H

#include "judge.h"
#include "table.h"

/* One row a cell, then one a row of the table that should not be there. Programs
 * get every column; people those that say something, by the format. */
void report_rulings(as_table *t, const list *l, const computed *c, const rulings *r,
    as_format format);

/* Adds a cell of text; NA where it is empty or NULL. */
void report_text(as_table *t, const char *s);

/* One row: the cells, how many there are of each verdict, the extra rows. */
void report_summary(as_table *t, const list *l, const rulings *r);

#endif
