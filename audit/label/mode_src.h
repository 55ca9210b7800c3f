/* mode_src.h - labelaudit --src: does execution under a label reach a compile
 * call, and does what is timed use its result? */
#ifndef LABEL_MODE_SRC_H
#define LABEL_MODE_SRC_H

#include <stddef.h>

#include "err.h"

typedef enum { SRC_TEXT, SRC_JSON, SRC_SARIF } src_format;

typedef struct {
	char *const *label; size_t nlabel;
	char *const *runs; size_t nruns;      /* --labels-from */
	char *const *symbol; size_t nsymbol;  /* --symbol */
	char *const *path; size_t npath;
	const char *out;                      /* -O; NULL: standard output */
	src_format format;
} mode_src;

/* Reads, judges and writes. *status: 0 all wired; 1 any fallback, unreachable or
 * label-only; else 3. In this build it only fails, and says why. */
int mode_src_run(const mode_src *m, int *status, as_err *e);

#endif
