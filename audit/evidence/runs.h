/* runs.h - the folder of a run, read (open.c), and those of several. A folder that holds
 * no row, since its run never began or was aborted, is skipped; every other fault is an error. */
#ifndef EV_RUNS_H
#define EV_RUNS_H

#include "runset.h"
#include "table.h"

/* A run without a row is open too, and has no cell. One that is wrong is an error: a file
 * that is there and is not what it should be, or no row where the manifest says that the
 * run is complete.
 * labels: backends that claim to be compiled (nlabel of them); NULL: those whose names
 * say so. A run file with an enabled compile block claims it too. */
#define EV_NO_ROW "skipped: there is no row in it"
int ev_run_open(ev_run *r, const char *dir, char *const *labels, size_t nlabel, as_err *e);
void ev_run_close(ev_run *r);

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
