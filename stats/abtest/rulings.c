#include "rulings.h"

#include <math.h>
#include <stdlib.h>

#include "simpson.h"

double
ab_beyond(double change_pct, double noise)
{
	double off = fabs(change_pct) - 100 * noise;

	return off < 0 ? 0 : off;
}

/* A quantile with --unit: the quantiles of the units are compared as means are. -1: no memory. */
static int
judge_units(const ab_result *r, const ab_pair *p, ab_outcome *o)
{
	as_claim c = *r->how->claim;
	size_t nb, nt, least[2], need = (size_t)ceil(1 / fmin(c.p, 1 - c.p) - 1e-9);
	double *x = ab_unit_quantiles(r->d, p->base, o->stratum, p->keep, c.p, &nb, &least[0]),
	    *y = ab_unit_quantiles(r->d, p->test, o->stratum, p->keep, c.p, &nt, &least[1]);
	as_sample b, t;
	int rc = x && y ? 0 : -1;

	if (rc == 0 && (least[0] < need || least[1] < need)) {
		o->ruling.least_of_unit = need;
	} else if (rc == 0) {
		c.p = NAN;
		as_sample_of(&b, x, nb);
		as_sample_of(&t, y, nt);
		o->ruling = p->claim_swapped ? as_claim_judge(&c, &b, &t, r->how->compare.level, r->how->noise) :
		    as_claim_judge(&c, &t, &b, r->how->compare.level, r->how->noise);
	}
	free(x);
	free(y);
	return rc;
}

int
ab_judge(const ab_result *r, const ab_pair *p, ab_outcome *o, const as_sample *b,
    const as_sample *t)
{
	const ab_how *h = r->how;
	double level = h->compare.level;
	ab_parts parts;

	o->beyond_noise = ab_beyond(o->c.change_pct, h->noise);
	if (!h->claim)
		return 0;
	if (r->d->unit.n && !isnan(h->claim->p)) {
		if (judge_units(r, p, o) != 0)
			return -1;
	} else
		o->ruling = p->claim_swapped ? as_claim_judge(h->claim, b, t, level, h->noise) :
		    as_claim_judge(h->claim, t, b, level, h->noise);
	if (!h->unequal_ok && o->ruling.verdict != AS_OPEN &&
	    ab_misled(&parts, r->d, p, o, (p->claim_swapped ? -1 : 1) * o->ruling.estimate) ==
	    AB_MISLED) {
		o->misled = 1;
		o->ruling.verdict = AS_OPEN;
	}
	return 0;
}

const ab_outcome *
ab_telling(const ab_result *r, const ab_outcome *o)
{
	const ab_outcome *best = NULL;

	for (; o > r->row && o[-1].pair == o->pair; o--)
		if (!best || as_verdict_and(best->ruling.verdict, o[-1].ruling.verdict) ==
		    o[-1].ruling.verdict)
			best = o - 1;
	return best;
}

int
ab_combine(ab_result *r, as_err *e)
{
	const as_comparison **c = malloc((r->d->nstratum + 1) * sizeof *c);
	const ab_how *h = r->how;
	size_t n = 0;

	if (!c)
		return as_nomem(e);
	for (size_t i = 0; i < r->nrow; i++) {
		ab_outcome *o = &r->row[i];
		as_log_ratio ratio;

		if (!o->combined) {
			if (o->c.base.m.n > 0 && o->c.test.m.n > 0)
				c[n++] = &o->c;
			continue;
		}
		if (as_compare_strata(&o->k, c, n, h->compare.level, e) != 0) {
			free(c);
			return -1;
		}
		o->pairs = o->k.n_base; /* of which each has one of base */
		if (!r->d->matched) {
			o->n_base = o->k.n_base;
			o->n_test = o->k.n_test;
		}
		n = 0;
		o->beyond_noise = ab_beyond(o->k.change_pct, h->noise);
		ratio = o->k.log_ratio;
		if (!h->claim)
			continue;
		if (r->pair[o->pair].claim_swapped)
			ratio.log = -ratio.log;
		o->ruling = as_claim_judge_ratio(h->claim, &ratio, h->compare.level, h->noise);
		if (as_claim_in_each(h->claim)) {
			const ab_outcome *telling = ab_telling(r, o);

			o->ruling.verdict = telling ? telling->ruling.verdict : AS_OPEN;
		}
	}
	free(c);
	return 0;
}
