/* input.h - bytes of a file or of standard input; gzip, zstd and UTF-16 are undone on the way. */
#ifndef AS_INPUT_H
#define AS_INPUT_H

#include <stddef.h>

#include "err.h"

typedef struct as_input as_input;

/* Opens path ("-": standard input). A directory is an error. Gzip is told by
 * its magic bytes, not by the name; so is zstd, and UTF-16 by its byte order mark. */
int as_input_open(as_input **out, const char *path, as_err *e);

/* Reads up to n bytes into buf. Returns how many (0: end), or -1. A truncated
 * or corrupt gzip stream, or bytes after it that are no gzip member, is an
 * error, never a short read. */
long as_input_read(as_input *in, void *buf, size_t n, as_err *e);

void as_input_close(as_input *in);

/* Whether path is a plain file, or a link to one: 0, or -1. For files that a tool finds by
 * itself: a pipe among them may have nobody who ever writes to it. */
int as_input_plain(const char *path, as_err *e);

/* Reads what is left of in behind the *n bytes of *text (malloc'd; NULL: none), which grows and is
 * NUL-terminated; *n, at most max, is then its length without the NUL. */
int as_input_rest(as_input *in, size_t max, char **text, size_t *n, as_err *e);

/* The same of a whole input at path; the caller frees *text. */
int as_slurp(const char *path, size_t max, char **text, size_t *n, as_err *e);

#endif
