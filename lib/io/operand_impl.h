/* operand_impl.h - what the files of operand.h share; no other file includes it. */
#ifndef AS_OPERAND_IMPL_H
#define AS_OPERAND_IMPL_H

#include <sys/types.h>

#include "columnar.h"
#include "format.h"
#include "intern.h"
#include "operand.h"
#include "condition.h"
#include "tally.h"

enum { AS_HEAD = 1 << 16, AS_MAX_EXTRA = 5 };

typedef enum { AS_CSV_ROWS, AS_JSON_ROWS /* not yet known which */, AS_RUNS, AS_RECORDS,
    AS_FOREIGN } as_content;

struct as_source {
	char *name;
	as_content content;
	const as_reading *how; /* or NULL */
	char *run, *mode; /* from the path; NULL where it does not say */
	const as_format *format; /* of another program; NULL: none */
	size_t others; /* rows of CSV that measure other things: left out */
	const char *columnar; /* what a child reads for us, or NULL */
	pid_t child;
	/* CSV */
	as_csv *csv;
	as_str *header;   /* (ncol) own and extra columns, in header_text */
	char *header_text;
	size_t ncol, nown, head_line;
	as_str extra[AS_MAX_EXTRA];
	/* index_at, time_at: number of the extra column, from 1 */
	size_t nextra, file_col, index_at, time_at;
	int no_index, semicolons;
	as_tally files;   /* records seen of each value of the file column */
	char index_text[24]; /* digits and a NUL at its end, so that counting needs no printf */
	char time_text[64];
	size_t time_col, per_col, only_col, ok_col;
	double unit_ms;
	as_condition only, ok;
	/* JSON and text */
	char *text;
	size_t ntext, pos, line;
	size_t value;     /* place of the JSON value that rows are of; line is its first */
	cJSON *doc;       /* that value; NULL where each line is one */
	int lines;        /* NDJSON; else one document */
	as_run rows;
	size_t next_row;
	unsigned serial;
	size_t seen;      /* records returned so far */
};

/* What may stand around a JSON value. */
static inline int
is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Kept in csv_rows.c and json_rows.c: the next record of such a source. */
int as_csv_rows_next(as_source *s, as_row *row, as_err *e);
int as_json_rows_next(as_source *s, as_row *row, as_err *e);

/* Takes the rest of in behind the head as JSON or text; *head becomes the source's. */
int as_json_rows_open(as_source *s, as_input *in, char **head, size_t nhead, as_err *e);

/* The record's number within its file, as text at *index: its own file, or the
 * operand where file.s is NULL. */
int as_source_number(as_source *s, as_str file, as_str *index, as_err *e);

#endif
