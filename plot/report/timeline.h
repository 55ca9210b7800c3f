/* timeline.h - the samples in the order they were taken, as a picture of the page. */
#ifndef REPORT_TIMELINE_H
#define REPORT_TIMELINE_H

#include "page.h"
#include "page_samples.h"

/* cells: the verdicts of labelaudit --runs, of which those on the run of that name count, or an
 * answer without a root. what: of which samples it is, for the caption. */
int timeline_draw(page *p, const samples *s, const char *run, const answer *cells, const char *what,
    as_err *e);

#endif
