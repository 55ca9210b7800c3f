/* record.h - records kept as CSV text, to be written again under one header. */
#ifndef AS_RECORD_H
#define AS_RECORD_H

#include <stdio.h>

#include "str.h"

typedef struct as_records as_records;

as_records *as_records_new(void); /* NULL if out of memory */
void as_records_free(as_records *r);

/* Adds a record: ncol cells under header, both copied. (source, serial) name
 * the header: while they stay the same the header is not compared again. */
int as_records_add(as_records *r, const as_str *header, size_t ncol, const as_str *cell,
    unsigned serial, size_t source);

/* The union of all headers, in order of first appearance; a name and its alias
 * are one column, spelt as it came first, unless one header has both. A record
 * lacks a column: empty, but for status, without which a record is ok. */
void as_records_write_header(as_records *r, FILE *fp);
void as_records_write(as_records *r, size_t row, FILE *fp);
int as_records_have(as_records *r, const char *name);

/* One field as CSV: quoted where the reader would otherwise change it. */
void as_csv_write_field(FILE *fp, as_str s);

#endif
