#include "held_out.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "intern.h"

typedef struct { size_t points, served, right; double lost, worst; } score;

static char *held; /* (points) 1: left out; for kept() alone */

static int
kept(size_t i)
{
	return !held[i];
}

/* w NULL: the policy serves no way here. */
static void
judge(score *s, const route_point *p, const route_way *w, const route_rule *rule)
{
	double lost;

	s->points++;
	if (!w)
		return;
	lost = w->median / route_fastest(p)->median - 1;
	s->served++;
	s->right += (size_t)route_ties(p, w, rule);
	s->lost += lost;
	s->worst = fmax(s->worst, lost);
}

static void
row(as_table *t, const char *name, const score *s)
{
	as_table_str(t, name);
	as_table_ints(t, (int64_t)s->points, (int64_t)s->served, (int64_t)s->right);
	as_table_reals(t, s->served ? 100 * s->lost / (double)s->served : NAN,
	    s->served ? 100 * s->worst : NAN);
}

/* Marks the points to hold out: of the sizes of one mode, model, dtype and batch every nth, neither
 * the smallest nor the largest, and none at which no way has evidence. Returns how many. */
static size_t
mark(const route_points *p, size_t nth)
{
	size_t n = 0, k = 0;

	for (size_t i = 1; i + 1 < p->n; i++) {
		const route_point *at = &p->v[i];
		const int inside = route_alike(at - 1, at) && route_alike(at, at + 1) &&
		    !isnan(at->size) && !isnan(at[1].size);
		k = inside ? k + 1 : 0;
		held[i] = inside && k % nth == 0 && route_fastest(at);
		n += (size_t)held[i];
	}
	return n;
}

static int
scores(as_table *t, const route_points *p, const route_rule *rule, as_err *e)
{
	route_decision d = {.rule = *rule};
	as_intern names = {0};
	score by_decision = {0}, best = {0};
	int rc = route_decide(&d, p, kept, e);

	for (size_t i = 0; i < p->n && rc == 0; i++) {
		const route_region *r = held[i] ? route_region_of(&d, &p->v[i]) : NULL;
		for (size_t k = 0; k < p->v[i].nway; k++)
			if (as_intern_id(&names, p->v[i].way[k].name, strlen(p->v[i].way[k].name)) == UINT32_MAX)
				rc = as_nomem(e);
		if (!held[i])
			continue;
		judge(&by_decision, &p->v[i], r && r->way ? route_way_at(&p->v[i], r->way) : NULL, rule);
		judge(&best, &p->v[i], route_fastest(&p->v[i]), rule);
	}
	if (rc == 0)
		row(t, "route", &by_decision);
	for (uint32_t k = 0; k < names.n && rc == 0; k++) {
		score one = {0};
		char text[300];
		for (size_t i = 0; i < p->n; i++)
			if (held[i])
				judge(&one, &p->v[i], route_way_at(&p->v[i], names.str[k]), rule);
		snprintf(text, sizeof text, "always %.280s", names.str[k]);
		row(t, text, &one);
	}
	if (rc == 0)
		row(t, "fastest", &best);
	as_intern_free(&names);
	route_decision_free(&d);
	return rc;
}

int
route_hold_out(as_table *t, const route_points *p, size_t nth, const route_rule *rule, as_err *e)
{
	int rc;

	as_table_column(t, "policy", AS_STR, 1);
	as_table_columns(t, "points,served,right", AS_INT, 0);
	as_table_columns(t, "lost_pct,worst_pct", AS_REAL, 0);
	as_table_define(t, "right", "points at which the way is not shown to be slower than the fastest");
	as_table_define(t, "lost_pct", "median over that of the fastest way, mean over the points served");
	if (!(held = calloc(p->n + 1, 1)))
		return as_nomem(e);
	rc = mark(p, nth) ? scores(t, p, rule, e) : as_fail(e, NULL, 0,
	    "no size can be held out: that takes a key of three sizes or more");
	free(held);
	return rc;
}
