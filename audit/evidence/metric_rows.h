/* metric_rows.h - rows of metrics.csv, given to the cells that they belong to. */
#ifndef EV_ROWS_H
#define EV_ROWS_H

#include "runset.h"

/* Reads MODE/metrics.csv (csv: its path below the run's folder). Cells get the
 * place of their first row. */
int ev_rows_read(ev_run *r, ev_mode *m, const char *csv, as_err *e);

/* The end of a path from the mode's folder on, "prefill/runs/..."; NULL. */
const char *ev_below_mode(const char *path, const char *mode);

#endif
