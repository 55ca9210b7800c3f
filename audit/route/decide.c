#include "decide.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"

/* eager: of the eager ways alone. */
static const route_way *
fastest(const route_point *p, int eager)
{
	const route_way *best = NULL;

	for (size_t i = 0; i < p->nway; i++) {
		const route_way *w = eager && !p->way[i].eager ? NULL : route_way_at(p, p->way[i].name);
		if (w && (!best || w->median < best->median))
			best = w;
	}
	return best;
}

const route_way *
route_fastest(const route_point *p)
{
	return fastest(p, 0);
}

int
route_ties(const route_point *p, const route_way *w, const route_rule *rule)
{
	const route_way *best = route_fastest(p);
	const as_ratio r = as_ratio_of_medians(best->x, best->n, w->x, w->n, rule->level);

	return w == best || !(r.ci.lo > 1 + rule->margin);
}

/* From point i on, at how many of its key in a row a way is not shown to be slower. Points without
 * a size are no row. */
static size_t
reach(const route_decision *d, const route_points *p, int (*use)(size_t), size_t i,
    const char *name)
{
	const route_point *first = &p->v[i];
	size_t n = 0;

	for (; i < p->n && route_alike(first, &p->v[i]) && !(n && isnan(p->v[i].size)); i++) {
		const route_way *w = route_way_at(&p->v[i], name);
		if (use && !use(i))
			continue;
		if (!w || !route_ties(&p->v[i], w, &d->rule))
			break;
		n++;
	}
	return n;
}

/* The way that serves a region that begins at point i; NULL: none has evidence there. */
static const route_way *
choose(const route_decision *d, const route_points *p, int (*use)(size_t), size_t i)
{
	const route_way *best = NULL;
	size_t far = 0;

	for (size_t k = 0; k < p->v[i].nway; k++) {
		const route_way *w = route_way_at(&p->v[i], p->v[i].way[k].name);
		const size_t n = w ? reach(d, p, use, i, w->name) : 0;
		if (n > far || (n && n == far && (w->eager > best->eager || (w->eager == best->eager &&
		    w->median < best->median)))) {
			best = w;
			far = n;
		}
	}
	return best;
}

/* Whether a way is faster than every other one that has evidence at a point. */
static int
is_alone(const route_point *p, const route_way *w, const route_rule *rule)
{
	for (size_t i = 0; i < p->nway; i++) {
		const route_way *other = route_way_at(p, p->way[i].name);
		if (other && other != w && route_ties(p, other, rule))
			return 0;
	}
	return 1;
}

/* ln of b's median over a's at a point, or an end of its interval; NaN where one has none. */
static as_ratio
against(const route_point *p, const char *a, const char *b, double level)
{
	const route_way *x = route_way_at(p, a), *y = route_way_at(p, b);

	return x && y ? as_ratio_of_medians(x->x, x->n, y->x, y->n, level)
	    : (as_ratio){NAN, {NAN, NAN}};
}

/* Where the line from (x0, ln r0) to (x1, ln r1) has ratio 1, within those sizes. */
static double
crossing(double x0, double r0, double x1, double r1)
{
	const double a = log(r0), b = log(r1);

	if (!(a > 0))
		return x0;
	return b < 0 ? x0 + (x1 - x0) * a / (a - b) : x1;
}

/* Between the last point of r and the first one of the next region. Ratios are of the next way to
 * this one: above 1 this one is faster. */
static void
find_switch(route_region *r, route_region *next, double level)
{
	const double x0 = r->last->size, x1 = next->first->size;
	const as_ratio a = against(r->last, r->way, next->way, level),
	    b = against(next->first, r->way, next->way, level);

	r->next = (as_ratio){crossing(x0, a.ratio, x1, b.ratio),
	    {crossing(x0, a.ci.lo, x1, b.ci.lo), crossing(x0, a.ci.hi, x1, b.ci.hi)}};
	if (isnan(a.ratio) || isnan(b.ratio)) /* neither serves sizes beyond its evidence */
		r->next = (as_ratio){isnan(b.ratio) ? x0 : x1, {x0, x1}};
	next->from = r->next.ratio;
	r->to = fmin(next->from, nextafter(x1, x0)); /* what was measured at x1 decides there */
}

static int
take_point(route_region *r, const route_point *p, const route_rule *rule, as_keep *keep)
{
	const route_way *w = r->way ? route_way_at(p, r->way) : NULL;

	r->last = p;
	r->to = p->size;
	r->points++;
	r->decided += w && is_alone(p, w, rule);
	if (p->lacks && !r->refused)
		r->refused = p->lacks;
	for (size_t i = 0; i < p->nway && !r->refused; i++)
		if (p->way[i].refused)
			r->refused = as_text(keep, "%s: %s", p->way[i].name, p->way[i].refused);
	if (w)
		r->compile_ms = fmax(w->compile_ms, r->compile_ms); /* the other where one is NaN */
	return keep->nomem ? -1 : 0;
}

/* Gain and payback over the region's points that use() takes. */
static int
weigh(route_region *r, const route_points *all, int (*use)(size_t), double level, as_err *e)
{
	const size_t at = (size_t)(r->first - all->v), n = (size_t)(r->last - r->first) + 1;
	as_log_ratio *ratio = calloc(n, sizeof *ratio), mean;
	double saved = 0;
	size_t k = 0;

	if (!ratio)
		return as_nomem(e);
	for (size_t i = at; i < at + n; i++) {
		const route_way *w = route_way_at(&all->v[i], r->way), *eager = fastest(&all->v[i], 1);
		as_ratio one;
		if ((use && !use(i)) || !w || !eager)
			continue;
		one = as_ratio_of_medians(w->x, w->n, eager->x, eager->n, level);
		ratio[k++] = as_log_ratio_of_medians(&one, level);
		saved += eager->median - w->median;
	}
	mean = as_log_ratio_mean(ratio, k);
	r->gain = r->eager ? (as_ratio){1, {NAN, NAN}} : as_log_ratio_exp(&mean, level);
	if (saved > 0)
		r->payback = ceil(r->compile_ms / (saved / (double)k));
	free(ratio);
	return 0;
}

int
route_decide(route_decision *d, const route_points *p, int (*use)(size_t i), as_err *e)
{
	route_region *r = NULL;

	for (size_t i = 0; i < p->n; i++) {
		const route_point *at = &p->v[i];
		const route_way *w;
		int on = r && route_alike(r->last, at) && !isnan(at->size);
		if (use && !use(i))
			continue;
		w = on && r->way ? route_way_at(at, r->way) : NULL;
		on = on && (r->way ? w && route_ties(at, w, &d->rule) : !route_fastest(at));
		if (!on) {
			if (as_grow(&d->v, d->n, &d->cap, sizeof *d->v) < 0)
				return as_nomem(e);
			w = choose(d, p, use, i);
			r = &d->v[d->n++];
			*r = (route_region){.first = at, .from = at->size, .way = w ? w->name : NULL,
			    .eager = w && w->eager, .compile_ms = NAN, .payback = NAN,
			    .gain = {NAN, {NAN, NAN}}, .next = {NAN, {NAN, NAN}}};
		}
		if (take_point(r, at, &d->rule, &d->keep) < 0)
			return as_nomem(e);
	}
	for (size_t i = 0; i < d->n; i++) {
		r = &d->v[i];
		if (!r->way)
			continue;
		if (weigh(r, p, use, d->rule.level, e) < 0)
			return -1;
		if (i + 1 < d->n && r[1].way && route_alike(r->last, r[1].first) && !isnan(r[1].first->size))
			find_switch(r, r + 1, d->rule.level);
	}
	return 0;
}

void
route_decision_free(route_decision *d)
{
	free(d->v);
	as_keep_free(&d->keep);
}

int
route_covers(const route_point *key, double from, double to, const route_point *p)
{
	return route_alike(key, p) && (isnan(p->size) ? strcmp(key->scenario, p->scenario) == 0
	    : from <= p->size && p->size <= to);
}

const route_region *
route_region_of(const route_decision *d, const route_point *p)
{
	for (size_t i = 0; i < d->n; i++)
		if (route_covers(d->v[i].first, d->v[i].from, d->v[i].to, p))
			return &d->v[i];
	return NULL;
}
