#include "count.h"

#include <math.h>
#include <stdlib.h>

#include "quantile.h"

void
claim_share(const claim *c, const cells *g, claim_result *r)
{
	double k = 0, n = 0;
	int bound = 0, higher = c->direction == DIR_HIGHER;
	const cell_found *odd = NULL;

	for (size_t i = 0; i < g->n && !odd; i++) {
		const cell_found *f = &g->v[i];

		if (f->v.alarm || isnan(f->v.k) || !(f->v.n > 0))
			odd = f;
		k += f->v.k;
		n += f->v.n;
		bound |= f->v.at_most;
	}
	if (odd && odd->v.alarm)
		claim_say_contradicted(r, odd);
	else if (odd)
		claim_say(r, NO_EVIDENCE, "what served %s %s is not known: %.380s", odd->c->mode,
		    odd->c->scenario, odd->v.reason);
	else if (bound && (higher || k / n > c->share))
		claim_say(r, k / n < c->share ? REFUTED : INCONCLUSIVE,
		    "compiled code served at most %.4g of %.0f calls (%.1f%%)", k, n, 100 * k / n);
	else
		claim_say(r, (higher ? k / n >= c->share : k / n <= c->share) ? PROVEN : REFUTED,
		    "compiled code served %s%.4g of %.0f calls (%.1f%%)",
		    bound ? "at most " : "", k, n, 100 * k / n);
}

static int
has(const cells *g, const ev_cell *c)
{
	for (size_t i = 0; i < g->n; i++)
		if (g->v[i].c == c)
			return 1;
	return 0;
}

int
claim_slowest(const claim *c, const cells *base, const cells *test, claim_result *r, as_err *e)
{
	const double p = claim_quantile(c);
	size_t n, above = 0, theirs = 0;
	double *v, edge = NAN;

	if (cells_values_of(c, base, NULL, &v, &n, e) != 0)
		return -1;
	if (n)
		as_quantiles(v, n, &p, 1, AS_QUANTILE_TYPE, &edge);
	free(v);
	for (size_t i = 0; i < base->n; i++)
		for (size_t k = 0; k < base->v[i].c->n; k++)
			if (cell_value(c, &base->v[i].c->v[k]) > edge) {
				above++;
				theirs += has(test, base->v[i].c) != 0;
			}
	if (!n)
		claim_say(r, NO_EVIDENCE, "%s is not recorded", c->metric);
	else if (!above)
		claim_say(r, NO_EVIDENCE, "no sample lies above %s", c->statistic);
	else
		claim_say(r, (double)theirs >= c->share * (double)above ? PROVEN : REFUTED,
		    "%zu of the %zu samples above %s (%.4g%s) of %zu", theirs, above,
		    c->statistic, edge, c->unit, n);
	return 0;
}
