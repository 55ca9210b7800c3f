/* spans.h - how long cells lasted by the wall clock, and what a harness does with
 * that time beside its samples. Seconds; NaN where it is not recorded. */
#ifndef EV_SPANS_H
#define EV_SPANS_H

#include "runset.h"

/* Of the ok latencies in [from, to); NaN: none. */
double ev_quantile_ms(const ev_cell *c, double p, size_t from, size_t to);
double ev_quantile_of(const ev_cell *c, double p, double tokens); /* of those with so many tokens */
double ev_beside_s(const ev_cell *c); /* what the cell lasted longer than its samples */

/* Whether the wall clock ran evenly while the cell was measured: it lasted at
 * least as long as its samples. */
int ev_steady(const ev_cell *c);

/* Puts the cells, whose keys, order and samples are final, into the order of time, and
 * sets how far apart each is. After ev_alike_build. -1: out of memory. */
int ev_times_build(ev_run *r);

/* A cell that was measured at the same time as c, the last one; NULL, also where the
 * wall clock was stepped. */
const ev_cell *ev_overlapping(const ev_run *r, const ev_cell *c);

/* The cell that ended last before c started; NULL. */
const ev_cell *ev_cell_before(const ev_run *r, const ev_cell *c);

/* What the warm-ups of c need, at the slowest tenth of its samples. */
double ev_warmups_s(const ev_run *r, const ev_cell *c, double p);

/* Seconds that passed before the first timed sample of c beside its warm-ups; NaN. */
double ev_wait_s(const ev_run *r, const ev_cell *c);

/* Sets starts_early: what cells call their start is before their warm-ups. Four of
 * five start where the one before ended, with no time for these; or four of five
 * that compile nothing last about as much longer than their samples as these take.
 * And may_start_early: those last longer by as much, or by more, and no pause beside
 * each sample explains it. */
void ev_find_starts(ev_run *r);

/* Seconds that this harness spends beside each sample, on purpose: four others of
 * five spend about as much, though their samples take very different times. NaN:
 * there is no such habit. */
double ev_pause_s(const ev_run *r, const ev_cell *c);

/* What a sample costs beside its latency, at most, in the other cells of the
 * mode; NaN where they are few or the wall clock was stepped. */
double ev_overhead_s(const ev_run *r, const ev_cell *c);

#endif
