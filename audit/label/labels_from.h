/* labels_from.h - the labels that occur in run files. */
#ifndef LABEL_LABELS_FROM_H
#define LABEL_LABELS_FROM_H

#include "err.h"
#include "intern.h"

/* Adds the distinct backends, "" left out, in order of first appearance: of a
 * run's folder (labelaudit --runs), of a folder of such folders, or of one file
 * of the record stream that has a column "backend". Nothing there is an error;
 * 1: a run's folder without a row. */
int labels_from(const char *path, as_intern *labels, as_err *e);

#endif
