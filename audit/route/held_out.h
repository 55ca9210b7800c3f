/* held_out.h - how good a decision is on shapes that it was not made from. */
#ifndef ROUTE_HELD_OUT_H
#define ROUTE_HELD_OUT_H

#include "decide.h"
#include "table.h"

/* Decides without every nth size of a key (neither the first nor the last one), and fills t with a
 * row a policy: the decision, always one way, and the fastest way of each point. -1: out of memory,
 * or no size can be left out. */
int route_hold_out(as_table *t, const route_points *p, size_t nth, const route_rule *rule,
    as_err *e);

#endif
