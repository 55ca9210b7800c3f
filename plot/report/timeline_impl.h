/* timeline_impl.h - the order of the samples, and what is marked of each. */
#ifndef REPORT_TIMELINE_IMPL_H
#define REPORT_TIMELINE_IMPL_H

#include "timeline.h"

enum { MARK_COLD = 1, MARK_UNCOMPILED = 2, MARK_PARTLY = 4, MARK_FAILED = 8 };

typedef struct {
	size_t *row;   /* (f.n) the row that stands at this place of the order */
	uint8_t *mark; /* (f.n) of each row */
} timeline_marks;

int timeline_marks_of(timeline_marks *m, const samples *s, const char *run, const answer *cells,
    as_err *e);
void timeline_marks_free(timeline_marks *m);

#endif
