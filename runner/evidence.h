/* evidence.h - compiler_evidence.json and summary.json of a run. */
#ifndef RR_EVIDENCE_H
#define RR_EVIDENCE_H

#include "cell.h"

/* Reads what a resumed run left, or starts empty. */
int rr_evidence_open(rr_run *r, int resume, as_err *e);
void rr_evidence_close(rr_run *r);
int rr_evidence_write(const rr_run *r, as_err *e);

/* Forgets what an unfinished try of this mode left. */
void rr_evidence_drop(rr_run *r, rr_runmode mode);

/* The compile stage of one model and mode. */
void rr_evidence_stage(rr_run *r, int model, rr_runmode mode, const rr_compiler *c, rr_path served);

/* Each cell of one model and mode: median, share of its floor (weight bytes
 * over the copy rate of this run, for every forward of the region), and the
 * compile time of each shape. */
void rr_evidence_model(rr_run *r, int model, rr_runmode mode, const rr_compiler *c,
    const rr_cell *cell, int n,
    const rr_model *m, const rr_session *s);

#endif
