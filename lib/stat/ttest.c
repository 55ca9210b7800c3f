#include "ttest.h"

#include <math.h>

#include "dist.h"

static void
divide(as_ttest *t)
{
	if (!(t->se > 0))
		t->se = t->df = NAN;
	t->t = t->diff / t->se;
	t->log_p = t->log_p_less = t->log_p_greater = NAN;
}

static void
add_p(as_ttest *t)
{
	t->log_p = as_log_t_two_sided(t->t, t->df);
	t->log_p_less = as_log_t_upper(-t->t, t->df);
	t->log_p_greater = as_log_t_upper(t->t, t->df);
}

as_ttest
as_ttest_statistic(const as_moments *base, const as_moments *test, double ratio, double shift)
{
	as_ttest t = {.diff = as_mean_diff(test, ratio, base) - shift};
	/* standard errors of the two terms; hypot and shares of it, so that no square overflows */
	double b = fabs(ratio) * as_sd(base, 1) / sqrt((double)base->n);
	double a = as_sd(test, 1) / sqrt((double)test->n);
	double sa, sb;

	t.se = base->n < 2 || test->n < 2 ? NAN : hypot(a, b);
	sa = a / t.se * (a / t.se);
	sb = b / t.se * (b / t.se);
	t.df = 1 / (sa * sa / ((double)test->n - 1) + sb * sb / ((double)base->n - 1));
	divide(&t);
	return t;
}

as_ttest
as_ttest_contrast(const as_moments *base, const as_moments *test, double ratio, double shift)
{
	as_ttest t = as_ttest_statistic(base, test, ratio, shift);

	add_p(&t);
	return t;
}

as_ttest
as_ttest_welch(const as_moments *base, const as_moments *test)
{
	return as_ttest_contrast(base, test, 1, 0);
}

as_ttest
as_ttest_student(const as_moments *base, const as_moments *test)
{
	as_ttest t = {.diff = as_mean_diff(test, 1, base), .se = NAN};
	double nb = (double)base->n, nt = (double)test->n;

	if (nb >= 1 && nt >= 1 && nb + nt >= 3) {
		t.df = nb + nt - 2;
		t.se = as_pooled_sd(base, test) * sqrt(1 / nb + 1 / nt);
	}
	divide(&t);
	add_p(&t);
	return t;
}

as_ttest
as_ttest_one(const as_moments *x)
{
	double n = (double)x->n;
	as_ttest t = {.diff = x->mean, .se = x->n < 2 ? NAN : as_sd(x, 1) / sqrt(n), .df = n - 1};

	divide(&t);
	add_p(&t);
	return t;
}

as_interval
as_ttest_interval(const as_ttest *t, double level)
{
	double half;

	if (!(level > 0 && level < 1) || !(t->se > 0))
		return (as_interval){NAN, NAN};
	half = as_t_quantile_upper((1 - level) / 2, t->df) * t->se;
	return (as_interval){t->diff - half, t->diff + half};
}

as_tost
as_tost_of(const as_moments *base, const as_moments *test, as_margin m)
{
	const as_ttest none = {NAN, NAN, NAN, NAN, NAN, NAN, NAN};
	double share = m.percent ? m.value : 0, shift = m.percent ? 0 : m.value;
	as_tost r = {none, none, NAN};

	/* a share of what is not above 0 has no meaning */
	if (m.percent && !(base->mean > 0))
		return r;
	r.lower = as_ttest_contrast(base, test, 1 - share, -shift);
	r.upper = as_ttest_contrast(base, test, 1 + share, shift);
	if (!isnan(r.lower.t) && !isnan(r.upper.t))
		r.log_p = fmax(r.lower.log_p_greater, r.upper.log_p_less);
	return r;
}
