/* survey.h - what a survey of an unchanged PyTorch program found (assay-run(5)): each call
 * that compiles, whether its result was used, and what served the calls. */
#ifndef EV_SURVEY_H
#define EV_SURVEY_H

#include "table.h"

/* A row for each call that compiles of each process, from DIR/survey of n folders, in t.
 * *status: 0 all are wired; 1 one is not; else 3, where one is unknown, a process did not
 * end, or there is none. -1: bad input. */
int ev_survey_fill(as_table *t, char *const *dir, size_t n, int *status, as_err *e);

/* Whether a folder has one. */
int ev_has_survey(const char *dir);

#endif
