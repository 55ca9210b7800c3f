/* out.h - where a result goes: standard output, or a file that is whole or not
 * there. */
#ifndef AS_OUT_H
#define AS_OUT_H

#include <stdio.h>

#include "err.h"

typedef struct {
	FILE *fp;
	char *tmp;        /* name beside target until as_out_commit; NULL where none is needed */
	char *target;     /* what tmp will be called: path, or what the link at path names */
	const char *path;
	int direct;       /* path is a device or a pipe, which is written to as it is */
	FILE *screen;     /* the terminal that fp shows text on (shown.h); NULL: it is none */
} as_out;

/* Opens path for writing under a temporary name; NULL or "-": standard output. On a
 * terminal no byte from an input acts on it, whatever the format.
 * A file that is there must be writable and keeps its mode; a symbolic link
 * stays a link. What is no regular file is opened as it is and never replaced. */
int as_out_open(as_out *w, const char *path, as_err *e);

/* Whether path is another file than the input: -1 if path is there and is the same file, by a
 * link of any kind too, or lies in the folder that the input is. What is no regular file,
 * and a name in /dev, may be both. input "-": standard input. */
int as_out_apart(const char *path, const char *input, as_err *e);

/* The same, but of a folder not every file is read, and files in it are none of the input. */
int as_out_not_file(const char *path, const char *input, as_err *e);

/* Flushes, checks every write, and renames. For standard output too: -1 if
 * anything could not be written. On failure the temporary file is gone. */
int as_out_commit(as_out *w, as_err *e);

/* Gives up: removes the temporary file. */
void as_out_abort(as_out *w);

#endif
