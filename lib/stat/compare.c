#include "compare.h"

#include <math.h>
#include <stdlib.h>

#include "dist.h"
#include "quantile.h"
#include "select.h"

static int
sorted(const double *x, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if (x[i - 1] > x[i])
			return 0;
	return 1;
}

void
as_sample_of(as_sample *s, double *x, size_t n)
{
	if (!sorted(x, n))
		as_sort(x, n);
	s->x = x;
	as_moments_of(&s->m, x, n);
	s->sd = as_sd(&s->m, 1);
	s->median = as_quantile_sorted(x, n, 0.5, AS_QUANTILE_TYPE);
	s->p90 = as_quantile_sorted(x, n, 0.90, AS_QUANTILE_TYPE);
	s->p95 = as_quantile_sorted(x, n, 0.95, AS_QUANTILE_TYPE);
	s->p99 = as_quantile_sorted(x, n, 0.99, AS_QUANTILE_TYPE);
}

/* In percent of base; a base of 0 or below has no percent. */
static double
percent(double base, double diff)
{
	return base > 0 ? 100 * (diff / base) : NAN;
}

static double
change(double base, double test)
{
	return percent(base, test - base);
}

static void
describe(as_comparison *c)
{
	const as_sample *b = &c->base, *t = &c->test;

	c->diff = as_mean_diff(&t->m, 1, &b->m);
	c->change_pct = percent(b->m.mean, c->diff);
	c->median_change_pct = change(b->median, t->median);
	c->reduction_pct = 0 - c->change_pct; /* no -0 */
	c->median_reduction_pct = 0 - c->median_change_pct;
	c->sd_change_pct = change(b->sd, t->sd);
	c->p90_change_pct = change(b->p90, t->p90);
	c->p95_change_pct = change(b->p95, t->p95);
	c->p99_change_pct = change(b->p99, t->p99);
}

int
as_compare(as_comparison *c, const as_sample *base, const as_sample *test,
    const as_compare_how *how, as_err *e)
{
	const as_moments *mb = &base->m, *mt = &test->m;
	int rc;

	*c = (as_comparison){.base = *base, .test = *test, .ks = {NAN, NAN, 0}, .tost = {.log_p = NAN}};
	c->base.x = c->test.x = NULL;
	describe(c);
	c->welch = as_ttest_welch(mb, mt);
	c->student = as_ttest_student(mb, mt);
	c->diff_se = c->welch.se;
	c->diff_ci = as_ttest_interval(&c->welch, how->level);
	c->means = as_ratio_of_means(mb, mt, how->level);
	c->medians = as_ratio_of_medians(base->x, mb->n, test->x, mt->n, how->level);
	c->log_ratio = as_log_ratio_of_means(mb, mt);
	c->effect = as_effect_of(mb, mt, how->level);
	rc = as_ranktest_of(&c->rank, base->x, mb->n, test->x, mt->n);
	if (rc == 0 && how->permute == AS_PERMUTE_MEAN)
		rc = as_permutation_mean(&c->permutation, base->x, mb->n, test->x, mt->n,
		    how->permutations, how->seed, how->divisions);
	else if (rc == 0)
		rc = as_permutation_of(&c->permutation, base->x, mb->n, test->x, mt->n,
		    as_distance_median, how->permutations, how->seed);
	if (rc == 0 && how->ks)
		rc = as_ks_of(&c->ks, base->x, mb->n, test->x, mt->n);
	if (how->margin.value > 0)
		c->tost = as_tost_of(mb, mt, how->margin);
	return rc == 0 ? 0 : as_nomem(e);
}

int
as_compare_pairs(as_comparison *c, const as_sample *base, const as_sample *test,
    const double *x, const double *y, size_t n, double level)
{
	*c = (as_comparison){.base = *base, .test = *test, .rank = {.log_p = NAN},
	    .ks = {NAN, NAN, 0}, .tost = {.log_p = NAN}};
	c->base.x = c->test.x = NULL;
	describe(c);
	if (as_paired_of(&c->paired, x, y, n, level) != 0)
		return -1;
	c->diff = c->paired.t.diff;
	c->diff_se = c->paired.t.se;
	c->diff_ci = c->paired.diff_ci;
	c->log_ratio = c->paired.log_ratio;
	return 0;
}

int
as_compare_strata(as_combined *r, const as_comparison *const *c, size_t n, double level, as_err *e)
{
	as_log_ratio *logs = malloc((2 * n + 1) * sizeof *logs), medians;
	as_elteren elteren = {0, 0};

	if (!logs)
		return as_nomem(e);
	*r = (as_combined){.strata = n};
	for (size_t i = 0; i < n; i++) {
		size_t nb = c[i]->base.m.n, nt = c[i]->test.m.n;

		r->n_base += nb;
		r->n_test += nt;
		logs[i] = c[i]->log_ratio;
		logs[n + i] = as_log_ratio_of_medians(&c[i]->medians, level);
		as_elteren_add(&elteren, &c[i]->rank, nb, nt);
	}
	r->log_ratio = as_log_ratio_mean(logs, n);
	r->ratio = as_log_ratio_exp(&r->log_ratio, level);
	medians = as_log_ratio_mean(logs + n, n);
	r->medians = as_log_ratio_exp(&medians, level);
	r->change_pct = 100 * expm1(r->log_ratio.log);
	r->log_p_ratio = r->log_ratio.variance > 0 ?
	    as_log_t_two_sided(r->log_ratio.log / sqrt(r->log_ratio.variance), r->log_ratio.df) : NAN;
	r->z_elteren = as_elteren_z(&elteren, &r->log_p_elteren);
	free(logs);
	return 0;
}
