/* summaries.h - files that hold summaries and no samples: latstats shows what they state. */
#ifndef LATSTATS_SUMMARIES_H
#define LATSTATS_SUMMARIES_H

#include "choice.h"
#include "intern.h"
#include "operand.h"
#include "opts.h"

/* A table with a row for each summary: the columns of -g, or else all that name it, and of the
 * choice what the file states, in ms. */
typedef struct {
	as_table *t;
	const choice *c;
	const as_opts *o;
	/* its own */
	as_list names;
	as_intern seen;
	const as_source *source; /* the last one */
	size_t kept;
} summaries;

/* Takes one summary; arg is the table to be (as_reading.summary). */
int stated_take(void *arg, const char *path, const as_source *s, const as_row *row, as_err *e);
void stated_free(summaries *m);

#endif
