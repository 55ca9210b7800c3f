/* table.h - a result table: built by a tool, written in the format asked for.
 *
 * Tables are long: one row a group. A cell is text, a whole number, a real,
 * a truth value, or not available (NA: "" in CSV, null in JSON, "-" for
 * people). CSV and JSON carry reals as the shortest text that reads back
 * exactly; the formats for people use the decimals asked for. A truth value is
 * 1 or 0 in CSV, true or false in JSON, yes or no for people.
 *
 * CSV and JSON keep text as it is (JSON escapes controls, and has U+FFFD for a
 * byte that is not UTF-8). For people every control character, line separator
 * and turn of the direction of writing is '?', and what the format would take
 * for markup is escaped. JSON is one object:
 *   {"tool": "...", "version": "...", "definitions": {"NAME": "VALUE", ...},
 *    "notes": ["...", ...],
 *    "columns": [{"name": "...", "type": "string|integer|number|boolean", "key": true}, ...],
 *    "rows": [{"COLUMN": value, ...}, ...]} */
#ifndef AS_TABLE_H
#define AS_TABLE_H

#include <stdint.h>
#include <stdio.h>

#include "err.h"

typedef enum { AS_STR, AS_INT, AS_REAL, AS_BOOL } as_type;

typedef enum {
	AS_FMT_AUTO, /* text if it is written to a terminal, else CSV */
	AS_FMT_TEXT, AS_FMT_CSV, AS_FMT_MD, AS_FMT_TEX, AS_FMT_JSON, AS_FMT_HTML
} as_format;

typedef struct {
	as_format format;
	int decimals;      /* of reals in text, md, tex, html; -1: AS_DIGITS significant digits */
	int width;         /* text keeps to this many columns; 0: no bound */
	const char *wide;  /* pivot this key column's values into columns, or NULL;
	                      for people: CSV and JSON stay long. A column is
	                      headed "STATISTIC:VALUE", or "VALUE" if there is
	                      one statistic */
	int colour;        /* of verdicts, in text; fp is then a terminal that takes them */
	const char *tool;  /* for JSON: who wrote it */
} as_style;

enum { AS_DIGITS = 4 };

/* Defaults: format by where it is written to, AS_DIGITS, the width of the
 * terminal that fp is (COLUMNS, then the device, then 80). */
void as_style_init(as_style *s, FILE *fp, const char *tool);

/* The argument of -o: text, csv, md, tex, json or html. */
int as_format_parse(const char *name, as_format *out, as_err *e);

/* The format that a table written to fp gets: s->format, AS_FMT_AUTO resolved. */
as_format as_style_format(const as_style *s, FILE *fp);

typedef struct as_table as_table;

as_table *as_table_new(void); /* NULL if out of memory */
void as_table_free(as_table *t);

/* Adds a column, before any cell. key: it names the row (a group column), not
 * a statistic. Names differ. Text shows the key columns first. Above its table stand
 * columns of one value, numbers that are no keys aside; what is too wide wraps within
 * its cell; a table that still does not fit is one block a row, side by side where they do. */
void as_table_column(as_table *t, const char *name, as_type type, int key);

/* The same of a column that the input names, as those of -g: it keeps its name, and a
 * column of the result that has it too, before or after, is called "result.NAME". */
void as_table_input(as_table *t, const char *name, as_type type, int key);

/* Adds the next cell of the current row; the row ends by itself when every
 * column has its cell. Text is copied. The type must be the column's; an NA
 * fits any. Allocation failures and wrong calls are kept and reported by
 * as_table_write. */
void as_table_str(as_table *t, const char *s); /* NULL: becomes NA */
void as_table_int(as_table *t, int64_t v);
void as_table_real(as_table *t, double v); /* not finite: becomes NA */
void as_table_bool(as_table *t, int v);
/* A p-value, given as its natural logarithm; the column is AS_REAL. Below 1e-300
 * people see "<1e-300"; CSV and JSON have the nearest double, which may be 0. */
void as_table_p(as_table *t, double log_p);
void as_table_na(as_table *t);

/* Several in one call: columns by their names ("n,errors"), cells in order; and a count that may
 * not be known, which is NA then. */
void as_table_columns(as_table *t, const char *names, as_type type, int key);
void as_table_int_list(as_table *t, const int64_t *v, size_t n);
void as_table_real_list(as_table *t, const double *v, size_t n);
void as_table_count(as_table *t, size_t v, int known);
#define AS_TABLE_LIST(add, t, T, ...) add(t, (const T[]){__VA_ARGS__}, \
    sizeof (const T[]){__VA_ARGS__} / sizeof(T))
#define as_table_ints(t, ...) AS_TABLE_LIST(as_table_int_list, t, int64_t, __VA_ARGS__)
#define as_table_reals(t, ...) AS_TABLE_LIST(as_table_real_list, t, double, __VA_ARGS__)

/* A definition that the numbers rest on ("quantile" -> "type 7"); JSON prints
 * them all, so a reader of the artifact knows what was computed. */
void as_table_define(as_table *t, const char *name, const char *value);

/* The same of before, x in its shortest form, and after: one text. */
void as_table_define_number(as_table *t, const char *name, const char *before, double x,
    const char *after);

/* A line for people, under the table (text, md, tex, html) and in "notes" of
 * JSON; never in CSV. */
void as_table_note(as_table *t, const char *text);
void as_table_notef(as_table *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* A line above the table in text and md, and the first of "notes" of JSON. */
void as_table_head(as_table *t, const char *text);

/* The table that text shows after t, which owns it then; no other format has it. */
void as_table_follow(as_table *t, as_table *next);

size_t as_table_rows(const as_table *t);

/* Are they called NAME_lo and NAME_hi, the ends of an interval? */
int as_is_interval(const char *lo, const char *hi);

/* Writes the table. -1: out of memory, a wrong call before, an incomplete row,
 * or a --wide that names no key column or gives two rows one key; then nothing
 * was written. Write errors are left on fp for the caller to check. */
int as_table_write(const as_table *t, const as_style *s, FILE *fp, as_err *e);

#endif
