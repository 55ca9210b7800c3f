/* mode_runs.h - labelaudit --runs: the verdict on every timed cell. */
#ifndef EV_MODE_RUNS_H
#define EV_MODE_RUNS_H

#include "opts.h"

#include "runs.h"

typedef struct {
	const ev_runs *runs;
	int recompile;        /* compile stored sources anew */
	long limit;           /* recompile limit where none is recorded */
	int rules;            /* a row for every rule, not only the one that decided */
	int by_run;           /* a table a run, reasons under it: for people, not with rules */
	int all;              /* also cells that do not claim to be compiled */
	/* on run mode model scenario backend dtype verdict rule */
	const as_condition *where; size_t nwhere;
} mode_runs;

enum { MODE_RUNS_LIMIT = 8 }; /* torch._dynamo.config.recompile_limit */

/* Fills t, and *status with the exit status, as labelaudit(1) has it. */
int mode_runs_fill(const mode_runs *m, as_table *t, int *status, as_err *e);

/* Of what a survey of an unchanged PyTorch program found (assay-run(5)): a row for each call that
 * compiles of each process, from DIR/survey of n folders, in t. *status as above. -1: bad input.
 * (survey.c) */
int ev_survey_fill(as_table *t, char *const *dir, size_t n, int *status, as_err *e);

/* Whether a folder has one. */
int ev_has_survey(const char *dir);

#endif
