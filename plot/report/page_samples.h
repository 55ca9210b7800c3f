/* page_samples.h - the samples that a page shows, in memory, by group. */
#ifndef REPORT_PAGE_SAMPLES_H
#define REPORT_PAGE_SAMPLES_H

#include "group.h"
#include "opts.h"
#include "sequence.h"

enum { SAMPLES_SERVED = AS_SEQUENCE_NWANT, SAMPLES_COMMAND, SAMPLES_BENCHMARK,
	SAMPLES_VALUE, SAMPLES_NWANT };

typedef struct {
	as_frame f;
	as_groups g;
	size_t col[AS_OPTS_MAX], nby; /* the columns of the groups */
} samples;

/* Groups without -g: of SAMPLES_FILES, the file where there are several, and the command or the
 * benchmark where a file has several; or the cells of runs. */
typedef enum { SAMPLES_FILES, SAMPLES_CELLS } samples_kind;

/* Reads them; groups are by -g of o, or else as kind has it. */
int samples_read(samples *s, char *const *path, size_t n, const as_opts *o, samples_kind kind,
    as_err *e);
void samples_free(samples *s);

/* "a,b", as -g takes it; malloc'd, NULL: no memory. */
char *samples_by(const samples *s);

#endif
