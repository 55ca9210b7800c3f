/* plot_groups.h - the rows of a frame as the groups of a plot. */
#ifndef PLOT_GROUPS_H
#define PLOT_GROUPS_H

#include "frame.h"
#include "plot.h"

/* Which columns of the frame: the value, whether a sample is cold, and (ncols) the groups. Those
 * of sequence.h come first. */
typedef struct { size_t value, cold, *cols, ncols; } plot_columns;

/* Fills p->group by p->kind. A group without an ok sample cannot be drawn: say tells so. */
int plot_groups(plot *p, const as_frame *f, const plot_columns *c, void (*say)(const as_err *),
    as_err *e);

#endif
