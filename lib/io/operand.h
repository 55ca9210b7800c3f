/* operand.h - one operand of the record stream: CSV, a run file, or NDJSON, told
 * apart by content, as a sequence of records with a header. */
#ifndef AS_SOURCE_H
#define AS_SOURCE_H

#include "csvread.h"
#include "err.h"

typedef struct as_source as_source;

typedef struct {
	const as_str *header; /* (ncol) valid until serial changes */
	size_t ncol;
	unsigned serial;      /* grows when the header changes, from 1 */
	const as_str *field;  /* (nfield) the input's own columns */
	size_t nfield;
	const as_str *extra;  /* (ncol - nfield) file, run, mode, index where the input has none */
	size_t line;          /* physical line; 0 for a run file */
} as_row;

/* Opens path ("-": standard input) and finds out what it is. */
int as_source_open(as_source **out, const char *path, as_err *e);

/* Next record: 1, 0 at the end, -1. No header, or no record, is an error. */
int as_source_next(as_source *s, as_row *row, as_err *e);

/* Physical line of column i of the last row, where the row has none: in a run file,
 * which is looked through again. 0: not known. */
size_t as_source_line(const as_source *s, size_t i);

/* Leaves the index of CSV rows uncounted, for callers that do not look at it:
 * counting costs time on millions of rows. Before the first as_source_next. */
void as_source_no_index(as_source *s);

void as_source_close(as_source *s);

/* Value of column i of a row. */
static inline as_str
as_row_at(const as_row *row, size_t i)
{
	return i < row->nfield ? row->field[i] : row->extra[i - row->nfield];
}

#endif
