/* format_csv_text.h - CSV within a text that is read whole: what stands before its header, and
 * cells by name. */
#ifndef AS_FORMAT_CSV_TEXT_H
#define AS_FORMAT_CSV_TEXT_H

#include "csvread.h"

typedef struct {
	as_csv *csv;
	as_record row;       /* of the last as_csv_text_next */
	as_str *header;      /* (n) */
	char *text;          /* what it points to */
	size_t n, line;      /* line: that the header stands on, less one */
} as_csv_text;

/* Where the first line stands that begins with head; NULL: there is none. */
const char *as_csv_text_find(const char *text, size_t n, const char *head);

/* Begins at a header within text. */
int as_csv_text_open(as_csv_text *t, const char *text, size_t n, const char *header, as_err *e);
int as_csv_text_next(as_csv_text *t, as_err *e); /* 1, 0 at the end, -1 */
void as_csv_text_close(as_csv_text *t);

/* The cell of a column; n is 0 where there is no such column. */
as_str as_csv_text_cell(const as_csv_text *t, const char *column);

#endif
