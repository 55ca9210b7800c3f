/* csvqueue.h - records that libcsv has parsed and nobody has taken yet: a line with a lone CR
 * holds several. */
#ifndef AS_CSVQUEUE_H
#define AS_CSVQUEUE_H

#include <csv.h>
#include <stddef.h>

#include "str.h"

typedef struct {
	struct csv_parser parser;
	char *text;         /* bytes of all fields */
	size_t ntext, captext;
	size_t *end;        /* (nfield) end of each field in text */
	size_t nfield, capfield;
	struct { size_t n, line; } *record; /* (nrecord) how many fields, and where it starts */
	size_t nrecord, caprecord, next_record, next_field;
	size_t open_fields; /* of the record not yet ended */
	size_t at_line;     /* line the open record started at */
	size_t feed_line;   /* line being fed */
	int last;           /* terminator that libcsv saw last */
	int nomem;
} as_csv_queue;

void as_csv_queue_init(as_csv_queue *q);
void as_csv_queue_free(as_csv_queue *q);

/* Empties it; a record begins at that line. */
void as_csv_queue_start(as_csv_queue *q, size_t line);

/* Parses a line with its newline, if it has one, and the end of the input. Whether it is well
 * formed; nomem says more. After a line, last is '\n' if no record is open. */
int as_csv_queue_feed(as_csv_queue *q, const char *s, size_t n, size_t line);
int as_csv_queue_end(as_csv_queue *q);

/* Takes a record of n fields, of which there is one: next_record < nrecord, n =
 * record[next_record].n. */
void as_csv_queue_take(as_csv_queue *q, as_str *field, size_t *line);

#endif
