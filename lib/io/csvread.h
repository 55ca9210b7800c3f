/* csvread.h - CSV, record by record, as libcsv 3.0.3 defines it in strict mode
 * (RFC 4180; blanks around unquoted fields are trimmed; blank lines are no
 * records; CR, LF and CRLF end a record).
 *
 * Records without a quote within a field or a lone CR take a faster path of our own;
 * tests/lib/io/csvread_test.c holds both paths equal. */
#ifndef AS_CSVREAD_H
#define AS_CSVREAD_H

#include <stddef.h>

#include "err.h"
#include "input.h"
#include "str.h"

enum {
	AS_CSV_MAX_RECORD = 64 * 1024 * 1024, /* bytes */
	AS_CSV_MAX_FIELDS = 65536
};

typedef struct {
	const as_str *field; /* (n), valid until the next call */
	size_t n;
	size_t line;         /* physical line it starts at, from 1 */
} as_record;

typedef struct as_csv as_csv;

/* Opens path ("-": standard input; gzip reads as it is). */
int as_csv_open(as_csv **out, const char *path, as_err *e);

/* Reads from an input whose first nhead bytes were already taken (in NULL: there is nothing else).
 * The reader owns in from here on, also when this fails. name is for messages. */
int as_csv_from(as_csv **out, as_input *in, const char *name, const char *head,
    size_t nhead, as_err *e);

/* What parts fields; a comma unless this is called before the first record. */
void as_csv_delimiter(as_csv *c, char delim);

/* Next record: 1, or 0 at the end, or -1. The first is the header; a record of
 * another length than the header's is an error, and so are a byte 0, invalid
 * UTF-8 and a quote in the wrong place. A byte order mark is skipped. */
int as_csv_next(as_csv *c, as_record *r, as_err *e);

void as_csv_close(as_csv *c);

/* A copy of a record, with room for more fields: *field points into *text; the caller frees
 * both. */
int as_csv_keep(as_str **field, char **text, const as_record *r, size_t more, as_err *e);

/* For the differential test: read chunk bytes (0: as usual) and look for fields in window (at most
 * AS_CSV_WINDOW; 0: always take libcsv's path) at a time, so that short texts meet the ends of
 * both. */
void as_csv_pieces(as_csv *c, size_t chunk, size_t window);

#endif
