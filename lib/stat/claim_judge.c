/* What data say to a claim (comparison_claim.h). */
#include <math.h>
#include <stdlib.h>

#include "comparison_claim.h"
#include "dist.h"
#include "moments.h"
#include "paired.h"
#include "quantile.h"
#include "quantile_contrast.h"

static const double POWER = 0.8;

/* A border that the difference is held against: left is tested against
 * ratio * right + shift, where ratio is 1 + share. */
typedef struct { double share, shift; } border;

/* The claim's own border: for equality the upper one. */
static border
border_of(const as_claim *c)
{
	double sign = c->kind == AS_CLAIM_LESS || c->kind == AS_CLAIM_AT_LEAST ? -1 : 1;

	return c->by.percent ? (border){sign * c->by.value, 0} : (border){0, sign * c->by.value};
}

/* A limit of left - ratio right - shift. */
typedef struct {
	double diff, reach; /* reach: the one-sided interval at alpha ends so far from diff */
	int beyond;         /* the difference is shown to be below (above) 0 */
} limit;

typedef struct {
	limit (*at)(const void *data, border b, int below, double alpha);
	const void *data;
} tests;

static limit
limit_at(const tests *t, border b, double noise, int below, double alpha)
{
	/* noise moves the border away from what is to be shown */
	b.share += below ? -noise : noise;
	return b.share > -1 ? t->at(t->data, b, below, alpha) : (limit){NAN, NAN, 0};
}

static int
shown(const tests *t, border b, double noise, int below, double alpha)
{
	return limit_at(t, b, noise, below, alpha).beyond;
}

/* Is the left side claimed to lie below the border? */
static int
claims_below(const as_claim *c)
{
	return c->kind == AS_CLAIM_LESS || c->kind == AS_CLAIM_AT_MOST;
}

/* The error of showing a claim; that of refuting one is always half. */
static double
alpha_of(const as_claim *c, double level)
{
	return c->kind == AS_CLAIM_LESS || c->kind == AS_CLAIM_GREATER ? (1 - level) / 2 : 1 - level;
}

static as_verdict
judge(const as_claim *c, const tests *t, double level, double noise)
{
	double alpha = alpha_of(c, level), half = (1 - level) / 2;
	border b = border_of(c), low = {-b.share, -b.shift};

	if (c->kind == AS_CLAIM_EQUAL) {
		if (shown(t, b, noise, 0, half) || shown(t, low, noise, 1, half))
			return AS_FAILS;
		return shown(t, b, noise, 1, alpha) && shown(t, low, noise, 0, alpha) ? AS_HOLDS : AS_OPEN;
	}
	if (shown(t, b, noise, claims_below(c), alpha))
		return AS_HOLDS;
	return shown(t, b, noise, !claims_below(c), half) ? AS_FAILS : AS_OPEN;
}

/* How many times as many samples show with that power that the difference is on that side of the
 * border, where it is as they have it: the reach goes with the root of their number. */
static double
times(const tests *t, border b, double noise, int below, double alpha)
{
	limit l = limit_at(t, b, noise, below, alpha);
	double need = l.reach * (1 + as_z_quantile_upper(1 - POWER) / as_z_quantile_upper(alpha));

	return isnan(l.diff) || isnan(l.reach) ? NAN : (l.diff < 0) == below && l.diff != 0 ?
	    need * need / (l.diff * l.diff) : INFINITY;
}

/* The same of any decision: NaN where nothing can be said, infinite on the border itself. */
static double
times_to_decide(const as_claim *c, const tests *t, double level, double noise)
{
	double alpha = alpha_of(c, level), half = (1 - level) / 2, hold, fail;
	border b = border_of(c), low = {-b.share, -b.shift};

	if (c->kind == AS_CLAIM_EQUAL) {
		hold = fmax(times(t, b, noise, 1, alpha), times(t, low, noise, 0, alpha));
		fail = fmin(times(t, b, noise, 0, half), times(t, low, noise, 1, half));
	} else {
		hold = times(t, b, noise, claims_below(c), alpha);
		fail = times(t, b, noise, !claims_below(c), half);
	}
	return fmin(hold, fail); /* the other where one is NaN */
}

/* Standard errors from the border that a power of 80% needs. */
static double
needed(const as_claim *c, double level, double df)
{
	/* of equality both tests, the true difference 0 */
	return as_t_quantile_upper(alpha_of(c, level), df) +
	    as_t_quantile_upper(c->kind == AS_CLAIM_EQUAL ? (1 - POWER) / 2 : 1 - POWER, df);
}

typedef struct { const as_moments *left, *right; } means;

static limit
limit_of_t(const as_ttest *t, int below, double alpha)
{
	return (limit){t->diff, as_t_quantile_upper(alpha, t->df) * t->se,
	    (below ? t->log_p_less : t->log_p_greater) < log(alpha)};
}

static limit
means_limit(const void *data, border b, int below, double alpha)
{
	const means *m = data;
	as_ttest t = as_ttest_contrast(m->right, m->left, 1 + b.share, b.shift);

	return limit_of_t(&t, below, alpha);
}

static limit
quantile_limit(const void *data, border b, int below, double alpha)
{
	const as_quantile_pair *q = data;
	double diff = as_quantile_sorted(q->test, q->ntest, q->p, AS_QUANTILE_TYPE) - (1 + b.share) *
	    as_quantile_sorted(q->base, q->nbase, q->p, AS_QUANTILE_TYPE) - b.shift,
	    end = as_quantile_contrast(q, 1 + b.share, alpha, below) - b.shift;

	return (limit){diff, fabs(end - diff), below ? end < 0 : end > 0};
}

static as_ruling
open_ruling(void)
{
	return (as_ruling){AS_OPEN, NAN, NAN, 0, NAN, {NAN, NAN}, NAN, 0, 0};
}

/* The fewest values that have a limit of the quantile on either side. */
static double
least_of(double p, double alpha)
{
	return fmax(as_quantile_least(p, alpha, 1), as_quantile_least(p, alpha, 0));
}

/* Are there limits at alpha that can show left to lie below (above) a border of right? */
static int
enough(const as_quantile_pair *q, int below, double alpha)
{
	return (double)q->ntest >= as_quantile_least(q->p, alpha, below) &&
	    (double)q->nbase >= as_quantile_least(q->p, alpha, !below);
}

static as_ruling
judge_quantile(const as_claim *c, const as_sample *left, const as_sample *right, double level,
    double noise)
{
	as_quantile_pair q = {right->x, left->x, right->m.n, left->m.n, c->p};
	tests t = {quantile_limit, &q};
	as_ruling r = open_ruling();
	double alpha = alpha_of(c, level), half = (1 - level) / 2, l, base;
	int equal = c->kind == AS_CLAIM_EQUAL, below = equal || claims_below(c);

	if (left->m.n == 0 || right->m.n == 0 || !(level > 0.5 && level < 1))
		return r;
	l = as_quantile_sorted(left->x, left->m.n, c->p, AS_QUANTILE_TYPE);
	base = as_quantile_sorted(right->x, right->m.n, c->p, AS_QUANTILE_TYPE);
	if ((c->by.percent || noise > 0) && !(base > 0))
		return r;
	r.in_unit = as_claim_of_amount(c) || !(right->x[0] > 0) || !(left->x[0] > 0);
	r.estimate = r.in_unit ? l - base : l / base - 1;
	if (r.in_unit) {
		r.ci.lo = as_quantile_contrast(&q, 1, half, 0);
		r.ci.hi = as_quantile_contrast(&q, 1, half, 1);
	} else {
		r.ci = as_quantile_ratio(&q, level);
		r.ci = (as_interval){r.ci.lo - 1, r.ci.hi - 1};
	}
	r.verdict = judge(c, &t, level, noise);
	if (r.verdict != AS_OPEN)
		return r;
	if (!enough(&q, below, alpha) || (equal && !enough(&q, 0, alpha)))
		r.least = least_of(c->p, alpha);
	else if (!equal && !enough(&q, !below, half) &&
	    isinf(times(&t, border_of(c), noise, below, alpha))) /* it could only be refuted */
		r.least = least_of(c->p, half);
	else
		r.times = times_to_decide(c, &t, level, noise);
	return r;
}

as_ruling
as_claim_judge(const as_claim *c, const as_sample *left, const as_sample *right, double level,
    double noise)
{
	means m = {&left->m, &right->m};
	tests t = {means_limit, &m};
	border b = border_of(c);
	as_ttest own = as_ttest_contrast(&right->m, &left->m, c->kind == AS_CLAIM_EQUAL ? 1 : 1 + b.share,
	    0);
	as_ruling r = open_ruling();
	as_ratio ratio;

	if (!isnan(c->p))
		return judge_quantile(c, left, right, level, noise);
	/* a share of what is not above 0 has no meaning */
	if ((c->by.percent || noise > 0) && !(right->m.mean > 0))
		return r;
	if (!(level > 0.5 && level < 1) || !(own.se > 0))
		return r;
	ratio = as_ratio_of_means(&right->m, &left->m, level);
	if (as_claim_of_amount(c) || isnan(ratio.ratio)) {
		as_ttest diff = as_ttest_welch(&right->m, &left->m);

		r.estimate = diff.diff;
		r.ci = as_ttest_interval(&diff, level);
		r.in_unit = 1;
	} else {
		r.estimate = ratio.ratio - 1;
		r.ci = (as_interval){ratio.ci.lo - 1, ratio.ci.hi - 1};
	}
	r.verdict = judge(c, &t, level, noise);
	if (r.verdict == AS_OPEN)
		r.times = times_to_decide(c, &t, level, noise);
	r.detectable = needed(c, level, own.df) * own.se + noise * right->m.mean;
	r.detectable_pct = right->m.mean > 0 ? 100 * r.detectable / right->m.mean : NAN;
	return r;
}

static limit
ratio_limit(const void *data, border b, int below, double alpha)
{
	const as_log_ratio *r = data;
	double se = sqrt(r->variance), diff = r->log - log1p(b.share);

	return (limit){diff, as_t_quantile_upper(alpha, r->df) * se,
	    as_log_t_upper(below ? -diff / se : diff / se, r->df) < log(alpha)};
}

as_ruling
as_claim_judge_ratio(const as_claim *c, const as_log_ratio *ratio, double level, double noise)
{
	tests t = {ratio_limit, ratio};
	as_ruling r = open_ruling();
	as_ratio e = as_log_ratio_exp(ratio, level);

	if (as_claim_in_each(c) || !(ratio->variance > 0) || !(level > 0.5 && level < 1))
		return r;
	r.estimate = e.ratio - 1;
	r.ci = (as_interval){e.ci.lo - 1, e.ci.hi - 1};
	r.verdict = judge(c, &t, level, noise);
	if (r.verdict == AS_OPEN)
		r.times = times_to_decide(c, &t, level, noise);
	r.detectable_pct = 100 * (expm1(needed(c, level, ratio->df) * sqrt(ratio->variance)) + noise);
	return r;
}

typedef struct {
	const double *left, *right;
	double *work; /* (n) */
	size_t n;
} pairs;

static limit
pairs_limit(const void *data, border b, int below, double alpha)
{
	const pairs *p = data;
	as_ttest t = as_paired_contrast(p->right, p->left, p->n, 1 + b.share, b.shift, p->work);

	return limit_of_t(&t, below, alpha);
}

int
as_claim_judge_pairs(as_ruling *r, const as_claim *c, const double *left, const double *right,
    size_t n, double level, double noise)
{
	pairs p = {left, right, malloc((n + 1) * sizeof *p.work), n};
	tests t = {pairs_limit, &p};
	double mean = as_mean(right, n);
	as_log_ratio ratio;
	as_ttest own;

	*r = open_ruling();
	if (!p.work)
		return -1;
	if (!as_claim_of_amount(c)) {
		ratio = as_paired_log_ratio(right, left, n, p.work);
		*r = as_claim_judge_ratio(c, &ratio, level, noise);
	} else if (level > 0.5 && level < 1 && (!(noise > 0) || mean > 0)) {
		own = as_paired_contrast(right, left, n, 1, 0, p.work);
		if (own.se > 0) {
			r->estimate = own.diff;
			r->ci = as_ttest_interval(&own, level);
			r->in_unit = 1;
			r->verdict = judge(c, &t, level, noise);
			if (r->verdict == AS_OPEN)
				r->times = times_to_decide(c, &t, level, noise);
			r->detectable = needed(c, level, own.df) * own.se + noise * mean;
			r->detectable_pct = mean > 0 ? 100 * r->detectable / mean : NAN;
		}
	}
	free(p.work);
	return 0;
}
