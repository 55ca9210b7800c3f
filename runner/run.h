/* run.h - a whole measurement run. */
#ifndef RR_RUN_H
#define RR_RUN_H

#include "cell.h"

/* The device that a model of r->cfg wants, and the labels of r's backends. One that is open stays
 * if it is the same. */
int rr_run_device(rr_run *r, int model, as_err *e);
void rr_run_close(rr_run *r);

/* The session in which a model is measured in a mode. *first: tokens of the prompt of the compile
 * stage. */
int rr_run_session(rr_session_opener *open, rr_session *s, rr_device *dev, const rr_config *cfg,
    const rr_model *m, const rr_prompts *p, rr_runmode mode, long *first, as_err *e);

/* The whole run into r->dir, which is made, or continued where resume is set.
 * Returns 1 if a signal stopped it: what was measured is written, and the
 * manifest says that the run is incomplete. */
int rr_run_all(rr_run *r, int resume, as_err *e);

#endif
