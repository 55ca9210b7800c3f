/* sequence.h - the samples of each run file in the order they were taken. */
#ifndef AS_SEQUENCE_H
#define AS_SEQUENCE_H

#include "group.h"

typedef struct {
	as_groups files;   /* one group a run file, keys as asked for; its memory holds the rest */
	size_t *row;       /* rows that are ok, file after file, in order of index */
	size_t *at;        /* (files.n + 1) file i is row[at[i]] to row[at[i+1]-1] */
} as_sequences;

/* Takes apart the rows of f, whose first columns are AS_SEQUENCE_WANTS, by the file and what else
 * tells cells apart, so that a CSV that names no file is taken apart by cell. Rows of equal
 * index, or with none, keep the order they were read in. An error where that order contradicts
 * the index, or where only some rows of a file have one. */
int as_sequences_of(as_sequences *s, const as_frame *f, as_err *e);
void as_sequences_free(as_sequences *s);

/* The columns of a frame that tell run files apart, for as_read.want. */
#define AS_SEQUENCE_WANTS \
	{"file", AS_KEY, 1}, {"run", AS_KEY, 1}, {"mode", AS_KEY, 1}, {"scenario", AS_KEY, 1}, \
	{"backend", AS_KEY, 1}, {"model", AS_KEY, 1}, {"dtype", AS_KEY, 1}, {"index", AS_VAL, 1}
enum { AS_SEQUENCE_KEYS = 7, AS_SEQUENCE_INDEX = 7, AS_SEQUENCE_NWANT = 8 };

#endif
