/* sheet.h - a small CSV table held whole, every field as text. (The record
 * stream, which may be long, is read by frame.h.) */
#ifndef AS_SHEET_H
#define AS_SHEET_H

#include <stddef.h>
#include <stdint.h>

#include "err.h"
#include "intern.h"
#include "str.h"

#define AS_RESULT "result." /* before the name of a result that a column of the input has */

typedef struct {
	const char *path;   /* as it was given */
	const as_intern *text;
	as_str *name;       /* (ncol) names differ */
	size_t ncol, n;
	uint32_t *field;    /* (n, ncol) numbers in text */
	size_t *line;       /* (n) physical line that the row starts at */
} as_sheet;

/* Reads path ("-": standard input), interning all text; both path and text must
 * outlive the sheet. No header or no row is an error; then *s holds nothing. */
int as_sheet_read(as_sheet *s, const char *path, as_intern *text, as_err *e);
void as_sheet_free(as_sheet *s);

/* Index of the column that name, or an alias of it, selects; ncol if none. */
size_t as_sheet_find(const as_sheet *s, const char *name);

/* The same, but it is an error if there is none; the message lists the columns. */
int as_sheet_column(const as_sheet *s, const char *name, size_t *at, as_err *e);

/* The column of a result: "result.NAME", which a tool writes where the input has a
 * column NAME of its own, else NAME; ncol if there is neither. */
size_t as_sheet_result(const as_sheet *s, const char *name);

const char *as_sheet_text(const as_sheet *s, size_t row, size_t col);

#endif
