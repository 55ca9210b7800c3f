/* out.h - where a result goes: standard output, or a file that is whole or not
 * there. */
#ifndef AS_OUT_H
#define AS_OUT_H

#include <stdio.h>

#include "err.h"

typedef struct {
	FILE *fp;
	char *tmp;        /* name beside path until as_out_commit; NULL for standard output */
	const char *path;
} as_out;

/* Opens path for writing under a temporary name; NULL or "-": standard output. */
int as_out_open(as_out *w, const char *path, as_err *e);

/* Flushes, checks every write, and renames. For standard output too: -1 if
 * anything could not be written. On failure the temporary file is gone. */
int as_out_commit(as_out *w, as_err *e);

/* Gives up: removes the temporary file. */
void as_out_abort(as_out *w);

#endif
