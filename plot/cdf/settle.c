/* What the samples decide: the scale, the ends of the axis, which samples of a series are drawn. */
#include <math.h>
#include <stdlib.h>

#include "num.h"
#include "plot.h"
#include "quantile.h"
#include "rng.h"

/* Finds the ends of what is shown, the group that has the least, and counts what is beyond the
 * range. */
static int
ends(plot *p, const plot_group **least, as_err *e)
{
	p->lo = INFINITY;
	p->hi = -INFINITY;
	for (size_t i = 0; i < p->n; i++)
		for (size_t k = 0; k < p->group[i].n; k++) {
			double x = p->group[i].x[k];

			if (x < p->from)
				p->below++;
			else if (x > p->to)
				p->above++;
			else if (!isnan(x)) {
				*least = x < p->lo ? &p->group[i] : *least;
				p->lo = fmin(p->lo, x);
				p->hi = fmax(p->hi, x);
			}
		}
	if (!(p->lo <= p->hi))
		return as_fail(e, NULL, 0, "no sample lies in the --range");
	p->lo = isfinite(p->from) ? p->from : p->lo;
	p->hi = isfinite(p->to) ? p->to : p->hi;
	if (p->hi > 1e307 || p->lo < -1e307)
		return as_fail(e, NULL, 0, "gnuplot cannot draw %g: it takes values up to 1e307",
		    p->hi > 1e307 ? p->hi : p->lo);
	return 0;
}

/* p99 over the median, of what is shown. */
static int
tail_of(const plot *p, double *tail, as_err *e)
{
	const double at[] = {0.5, 0.99};
	double *all, q[2];
	size_t n = 0;
	int bad;

	for (size_t i = 0; i < p->n; i++)
		n += p->group[i].n;
	if (!(all = malloc((n + 1) * sizeof *all)))
		return as_nomem(e);
	n = 0;
	for (size_t i = 0; i < p->n; i++)
		for (size_t k = 0; k < p->group[i].n; k++)
			if (p->group[i].x[k] >= p->lo && p->group[i].x[k] <= p->hi)
				all[n++] = p->group[i].x[k];
	bad = as_quantiles(all, n, at, 2, AS_QUANTILE_TYPE, q);
	free(all);
	*tail = q[1] / q[0];
	return bad ? as_nomem(e) : 0;
}

/* Beyond so many samples a series is thinned: of each stretch of time the least and the largest
 * steady sample are drawn, and a few by chance, so that every time and every value keeps its
 * share. Cold and failed ones are all drawn. */
enum { STRETCHES = 400, BY_CHANCE = 6 };

/* Marks in take the steady samples of x[from..to) that are drawn. */
static void
pick(const plot *p, const plot_group *g, size_t from, size_t to, size_t chance, as_rng *rng,
    uint8_t *take)
{
	size_t least = to, most = to;

	for (size_t i = from; i < to; i++) {
		int shown = g->kind[i] == SAMPLE_FAILED || (g->x[i] >= p->lo && g->x[i] <= p->hi);

		take[i - from] = g->kind[i] != SAMPLE_STEADY && shown;
		if (g->kind[i] != SAMPLE_STEADY || !shown)
			continue;
		if (least == to || g->x[i] < g->x[least])
			least = i;
		if (most == to || g->x[i] > g->x[most])
			most = i;
	}
	if (least == to)
		return;
	take[least - from] = take[most - from] = 1;
	for (size_t k = 0; k < chance; k++) { /* one of each part of the stretch */
		size_t a = from + (to - from) * k / chance, b = from + (to - from) * (k + 1) / chance, i;

		if (a == b)
			continue;
		i = a + (size_t)(as_rng_real(rng) * (double)(b - a));
		if (g->kind[i] == SAMPLE_STEADY && g->x[i] >= p->lo && g->x[i] <= p->hi)
			take[i - from] = 1;
	}
}

static int
thin(const plot *p, plot_group *g, as_err *e)
{
	/* in text a stretch is two characters wide, and more would fill the picture */
	size_t text = p->medium == PLOT_TEXT, chance = text ? 1 : BY_CHANCE;
	size_t stretches = text ? (size_t)p->width / 2 : STRETCHES;
	size_t most = stretches * (chance + 2), others = g->n - g->count[SAMPLE_STEADY];
	size_t length = g->count[SAMPLE_STEADY] > most ? (g->n + stretches - 1) / stretches : 1;
	uint8_t *take = malloc(length);
	as_rng rng;

	if (!take || !(g->drawn = malloc((most + others) * sizeof *g->drawn))) {
		free(take);
		return as_nomem(e);
	}
	as_rng_seed(&rng, 1);
	for (size_t from = 0; from < g->n; from += length) {
		size_t to = from + length < g->n ? from + length : g->n;

		pick(p, g, from, to, length > 1 ? chance : 0, &rng, take);
		for (size_t i = from; i < to; i++)
			if (take[i - from])
				g->drawn[g->ndrawn++] = i;
	}
	free(take);
	return 0;
}

int
plot_settle(plot *p, as_err *e)
{
	const plot_group *least = NULL;
	char number[AS_NUM_BUF];
	double tail = 0;

	if (ends(p, &least, e) != 0)
		return -1;
	if (p->kind == PLOT_CDF && p->scale == PLOT_AUTO && p->lo > 0) {
		if (tail_of(p, &tail, e) != 0)
			return -1;
		p->tail = tail >= 10 ? tail : 0;
	}
	p->log = p->scale == PLOT_LOG || p->tail > 0;
	as_num_format(number, p->lo);
	if (p->log && isfinite(p->from) && !(p->from > 0))
		return as_fail(e, NULL, 0, "a logarithmic axis cannot begin at %s", number);
	if (p->log && !(p->lo > 0))
		return as_fail(e, NULL, 0, "a logarithmic axis cannot show the value %s of group '%s'",
		    number, least->name);
	for (size_t i = 0; p->kind == PLOT_SERIES && i < p->n; i++)
		if (thin(p, &p->group[i], e) != 0)
			return -1;
	return (p->caption = plot_caption(p)) ? 0 : as_nomem(e);
}

void
plot_group_free(plot_group *g)
{
	free(g->name);
	free(g->x);
	free(g->kind);
	free(g->when);
	free(g->drawn);
}

void
plot_free(plot *p)
{
	for (size_t i = 0; i < p->n; i++)
		plot_group_free(&p->group[i]);
	free(p->group);
	free(p->title);
	free(p->axis);
	free(p->caption);
}
