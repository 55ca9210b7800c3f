/* reading.h - what the user asks of every reader of rows, and how a reader answers. */
#ifndef AS_READING_H
#define AS_READING_H

#include "err.h"

typedef enum { AS_MISSING_ERROR, AS_MISSING_SKIP, AS_MISSING_GROUP } as_missing;

struct as_source;
struct as_row;

typedef struct {
	const char *ok;     /* --ok: a condition whose value is a list (condition.h); NULL */
	const char *per;    /* --per: a column that every value is divided by; NULL */
	const char *json;   /* --json: path of the arrays of values; NULL: as the format has it */
	as_missing missing; /* --missing: a record without the column of a key */
	int skip_empty;     /* --skip-empty: leave out rows that are ok and hold no value */
	char decimal;       /* --decimal: ',' or '.'; 0: told from the column */
	int said_all;       /* say what each file was read as, too */
	/* Takes what is to be said of the input besides errors. open: no result can rest on it. NULL:
	 * nothing is said. */
	void (*say)(const as_err *what, int open);
	/* Takes each row of a file that holds summaries and no samples (operand.h); -1 is an error. NULL:
	 * such a file is one. */
	int (*summary)(void *arg, const char *path, const struct as_source *s, const struct as_row *row,
	    as_err *e);
	void *summary_arg;
} as_reading;

/* Says something of file (NULL: of the input), by how->say; nothing where there is none, or no
 * how. */
void as_reading_say(const as_reading *how, int open, const char *file, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

#endif
