/* mode_src.h - labelaudit --src: does code that is compiled serve a label, as its source says? */
#ifndef LABEL_MODE_SRC_H
#define LABEL_MODE_SRC_H

#include "label_report.h"

typedef enum { SRC_TEXT, SRC_JSON, SRC_SARIF } src_format;

typedef struct {
	char *const *label; size_t nlabel;
	char **runs; size_t nruns;            /* --labels-from */
	size_t nempty;                        /* the first of them hold no row, once it ran */
	src_question ask;                     /* its labels are those of label and runs */
	const char *out;                      /* -O; NULL: standard output */
	src_format format;
} mode_src;

/* Reads, judges and writes. *status: see src_status(); 3 at least where a run holds no row. */
int mode_src_run(mode_src *m, int *status, as_err *e);

/* Adds the distinct backends, "" left out, in order of first appearance: of a run's folder
 * (labelaudit --runs), of a folder of such folders, or of one file of the record stream that has a
 * column "backend". Nothing there is an error; 1: a run's folder without a row. (labels_from.c) */
int labels_from(const char *path, as_intern *labels, as_err *e);

#endif
