/* columnar.h - Parquet and Arrow files, read as CSV by a program that is installed. */
#ifndef AS_COLUMNAR_H
#define AS_COLUMNAR_H

#include <sys/types.h>

#include "input.h"

/* What the bytes begin: "Parquet", "Arrow", or "spreadsheet" for a zip; NULL: none of these. */
const char *as_columnar_kind(const char *s, size_t n);

/* Starts a program that writes the file at path as CSV: DuckDB, or Python with pyarrow. *in is
 * what it writes; as_columnar_end waits for it. */
int as_columnar_open(as_input **in, pid_t *child, const char *kind, const char *path, as_err *e);

/* -1 with a message where the program did not end well. */
int as_columnar_end(pid_t child, const char *kind, const char *path, as_err *e);

#endif
