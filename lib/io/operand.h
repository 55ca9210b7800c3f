/* operand.h - one operand of the record stream: CSV, a run file, NDJSON or a format of another
 * program (format.h), told apart by content, as a sequence of records with a header. */
#ifndef AS_SOURCE_H
#define AS_SOURCE_H

#include "csvread.h"
#include "err.h"
#include "reading.h"

typedef struct as_source as_source;

typedef struct as_row {
	const as_str *header; /* (ncol) valid until serial changes */
	size_t ncol;
	unsigned serial;      /* grows when the header changes, from 1 */
	const as_str *field;  /* (nfield) the input's own columns */
	size_t nfield;
	const as_str *extra;  /* (ncol - nfield) file, run, mode,
	    index where the input has none; latency_ms
	                         where its format keeps it elsewhere */
	size_t line;          /* physical line; 0 in a JSON document */
	size_t head_line;     /* that of the header; 0 likewise */
	int ok;               /* whether it is a measurement, as the format has it; -1: it does not say */
} as_row;

/* Opens path ("-": standard input) and finds out what it is. how may be NULL. */
int as_source_open(as_source **out, const char *path, const as_reading *how, as_err *e);

/* Next record: 1, 0 at the end, -1. No header, or no record, is an error. */
int as_source_next(as_source *s, as_row *row, as_err *e);

/* Physical line of column i of the last row (ncol: of the row), where the row has none: in a JSON
 * document, which is looked through. 0: not known. */
size_t as_source_line(const as_source *s, size_t i);

/* Leaves the index of CSV rows uncounted, for callers that do not look at it:
 * counting costs time on millions of rows. Before the first as_source_next. */
void as_source_no_index(as_source *s);

/* What the format holds in place of samples ("quantiles", "means"), once the first record is read;
 * NULL: samples. */
const char *as_source_instead(const as_source *s);

/* Its format (format.h), likewise; NULL: it is the record stream itself. */
const struct as_format *as_source_format(const as_source *s);

/* Are its fields parted by semicolons, as where a comma is the decimal sign? */
int as_source_semicolons(const as_source *s);

/* After the last record, what is to be said of the operand, by how->say. */
void as_source_say(const as_source *s, const as_reading *how);

void as_source_close(as_source *s);

/* Value of column i of a row. */
static inline as_str
as_row_at(const as_row *row, size_t i)
{
	return i < row->nfield ? row->field[i] : row->extra[i - row->nfield];
}

#endif
