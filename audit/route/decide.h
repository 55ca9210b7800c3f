/* decide.h - from points to regions: which way serves which sizes. */
#ifndef ROUTE_DECIDE_H
#define ROUTE_DECIDE_H

#include "points.h"
#include "ratio.h"

/* Neighbouring points of one key that one way serves. */
typedef struct {
	const route_point *first, *last; /* all between them are its points */
	const char *way;       /* NULL: at none of its points is there evidence enough */
	int eager;             /* the way does not claim to be compiled */
	double from, to;       /* sizes that it serves, up to the switches beside it; NaN as the size */
	size_t points;
	size_t decided;        /* of which every other way is shown to be slower */
	as_ratio gain;         /* eager's median over the way's; geometric mean; NaN without eager */
	as_ratio next;         /* size from which the next region's way is faster; NaN: there is none */
	double compile_ms;     /* of the way, the most of a point; NaN */
	double payback;        /* calls after which that is saved; NaN: unknown, or never */
	const char *refused;   /* a way whose evidence does not hold somewhere here, and why; NULL */
} route_region;

/* level: of all intervals. margin: how much slower than the fastest is of no account; 0.02: 2% */
typedef struct { double level, margin; } route_rule;

typedef struct { route_region *v; size_t n, cap; as_keep keep; route_rule rule; } route_decision;

/* Whether a way of p is not shown to be slower than the fastest one by more than the margin: the
 * interval of the ratio of medians (Price, Bonett 2002) does not begin above it. */
int route_ties(const route_point *p, const route_way *w, const route_rule *rule);
/* The way with the least median of those whose evidence holds; NULL: none. */
const route_way *route_fastest(const route_point *p);

/* Of the points for which use(i) is not 0 (NULL: of all). d->rule is set. A region begins with the
 * way that is not shown to be slower for the most sizes in a row, of equals an eager one, then the
 * fastest. -1: out of memory. */
int route_decide(route_decision *d, const route_points *p, int (*use)(size_t i), as_err *e);
void route_decision_free(route_decision *d);

/* Whether a region of such points, of sizes from to to or of one scenario, has p. */
int route_covers(const route_point *key, double from, double to, const route_point *p);
/* The region that serves a point; NULL: none does. */
const route_region *route_region_of(const route_decision *d, const route_point *p);

#endif
