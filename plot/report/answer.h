/* answer.h - what a tool wrote with -o json (table.h), read again. */
#ifndef REPORT_ANSWER_H
#define REPORT_ANSWER_H

#include <cjson/cJSON.h>
#include <stdio.h>

#include "err.h"

typedef struct {
	cJSON *root;
	const cJSON *notes, *columns, *row; /* of root; row: the array */
	size_t rows, left;                  /* rows that are kept, and those left out */
	int status;                         /* of the tool */
} answer;

/* Reads it from fp, with its first most rows. tool: who wrote it, for messages. */
int answer_read(answer *a, const char *tool, FILE *fp, size_t most, as_err *e);
void answer_free(answer *a);

/* The note of that number; NULL: there are fewer. */
const char *answer_note(const answer *a, size_t i);
/* The text of a row in a column; "" where it has none. */
const char *answer_text(const cJSON *row, const char *column);

#endif
