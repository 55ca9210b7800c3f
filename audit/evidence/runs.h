/* runs.h - the folders of several runs. A folder that holds no row, since its run never
 * began or was aborted, is skipped; every other fault is an error. */
#ifndef EV_RUNS_H
#define EV_RUNS_H

#include "runset.h"
#include "table.h"

typedef struct {
	ev_run *v; size_t n;                   /* those that hold rows, in the order given */
	const char **skipped; size_t nskipped; /* the other folders, as given */
	size_t nincomplete;                    /* of v */
} ev_runs;

/* Opens each as ev_run_open does. A folder that is given twice, which would contradict
 * itself, is an error. */
int ev_runs_open(ev_runs *rs, char *const *dir, size_t n, char *const *labels, size_t nlabel,
    as_err *e);
void ev_runs_close(ev_runs *rs);

/* What people are told of folder i of those that were skipped or are incomplete, with its
 * name. 0: there are not as many. */
int ev_runs_remark(const ev_runs *rs, size_t i, as_err *e);

/* The same, counted, as notes of a table. */
void ev_runs_note(const ev_runs *rs, as_table *t);

#endif
