#include "detectable.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "median_se.h"
#include "moments.h"
#include "quantile.h"
#include "select.h"

static const double *
values(const power_data *d, size_t cell, size_t *n)
{
	*n = d->at[cell + 1] - d->at[cell];
	return d->x + d->at[cell];
}

/* The sd, or what stands for it where medians are compared: sqrt(n) se. */
static double
spread(const double *x, size_t n, int median)
{
	as_moments m;

	if (median)
		return as_median_se(x, n) * sqrt((double)n); /* NaN if n is too small */
	as_moments_of(&m, x, n);
	return as_sd(&m, 1);
}

/* The sd within the groups, over n - 1 of each. By hypot(), so that no square
 * overflows or vanishes. */
static double
pooled(const power_data *d, const size_t *cell, size_t ncell, int median)
{
	double root = 0, df = 0;
	size_t n, i;

	for (i = 0; i < ncell; i++) {
		values(d, cell[i], &n);
		df += n ? (double)n - 1 : 0;
	}
	for (i = 0; i < ncell; i++) {
		const double *x = values(d, cell[i], &n);
		if (n > 1 || (n == 1 && median))
			root = hypot(root, spread(x, n, median) * sqrt((double)(n - 1) / df));
	}
	return df > 0 ? root : NAN;
}

/* The sd of all samples together, as if they were one group. */
static int
all_together(double *sd, const power_data *d, const size_t *cell, size_t ncell, int median)
{
	size_t total = 0, i, n;
	double *all;

	for (i = 0; i < ncell; i++)
		total += d->at[cell[i] + 1] - d->at[cell[i]];
	if (!(all = malloc((total + 1) * sizeof *all)))
		return -1;
	for (total = i = 0; i < ncell; i++) {
		const double *x = values(d, cell[i], &n);
		memcpy(all + total, x, n * sizeof *all);
		total += n;
	}
	as_sort(all, total);
	*sd = total < 2 ? NAN : spread(all, total, median);
	free(all);
	return 0;
}

/* The pair that shows least: the two smallest groups, or the base and the
 * smallest other. Ties go to the earlier group. */
static void
weakest_pair(plan *p, const power_data *d, const size_t *cell, size_t ncell, const plan_how *how)
{
	size_t n[2] = {0, 0}, i, m;

	for (i = 0; i < ncell; i++) {
		values(d, cell[i], &m);
		if (m == 0)
			continue;
		if (how->base != (size_t)NO_GROUP && d->group_of[cell[i]] == how->base)
			p->n = m;
		else if (!n[0] || m < n[0]) {
			n[1] = n[0];
			n[0] = m;
		} else if (!n[1] || m < n[1])
			n[1] = m;
	}
	if (how->base != (size_t)NO_GROUP)
		p->n_other = n[0];
	else {
		p->n = n[0];
		p->n_other = n[1];
	}
}

static const char *
why_not(const plan *p, const plan_how *how)
{
	if (p->n == 0 && how->each)
		return "no sample";
	if (p->n == 0 || p->n_other == 0)
		return "fewer than two groups have samples";
	if (how->median && isnan(p->sd))
		return "a group has fewer than 5 samples, too few for the standard error of its median";
	if (isnan(p->sd) || (!how->test.normal && p->n + p->n_other < 3))
		return "there is only one sample, so there is no spread";
	if (!(p->sd > 0))
		return how->median ?
		    "the samples near the median are equal, so there is no spread to compute with" :
		    how->sd_of == SD_ALL || how->each ? "all samples are equal, so the sd is 0" :
		    "all samples of each group are equal, so the sd is 0";
	if (how->effect.percent && !(p->center > 0))
		return "the effect is in percent, but the mean of the base is not above 0";
	return NULL;
}

int
plan_of(plan *p, const power_data *d, const size_t *cell, size_t ncell, const plan_how *how)
{
	size_t n, i, base = ncell;

	*p = (plan){.center = NAN, .sd = NAN, .mde_d = NAN, .mde = NAN, .effect = NAN, .effect_d = NAN,
	    .achieved = NAN};
	for (i = 0; i < ncell; i++) {
		values(d, cell[i], &n);
		p->groups += n > 0;
		p->errors += d->cell.errors[cell[i]];
		p->synthetic |= d->cell.synthetic[cell[i]];
		if (n > 0 && (how->base == (size_t)NO_GROUP ? base == ncell : d->group_of[cell[i]] == how->base))
			base = i;
	}
	if (base < ncell) {
		const double *x = values(d, cell[base], &n);
		p->center = how->median ? as_quantile_sorted(x, n, 0.5, AS_QUANTILE_TYPE) : as_mean(x, n);
	}
	if (how->each)
		p->n = p->n_other = ncell ? d->at[cell[0] + 1] - d->at[cell[0]] : 0;
	else
		weakest_pair(p, d, cell, ncell, how);
	if (how->sd_of == SD_POOLED)
		p->sd = pooled(d, cell, ncell, how->median);
	else if (all_together(&p->sd, d, cell, ncell, how->median) != 0)
		return -1;
	if ((p->wrong = why_not(p, how)) != NULL)
		return 0;
	p->mde_d = as_power_effect(&how->test, how->power, p->n, p->n_other);
	p->mde = p->mde_d * p->sd;
	if (!(how->effect.value > 0))
		return 0;
	p->effect = how->effect.percent ? how->effect.value * p->center : how->effect.value;
	p->effect_d = p->effect / p->sd;
	p->achieved = as_power_of(&how->test, p->effect_d, p->n, p->n_other);
	p->needed = as_power_n(&how->test, how->power, p->effect_d);
	if (how->median && p->needed > 0 && p->needed < AS_MEDIAN_SE_MIN)
		p->needed = AS_MEDIAN_SE_MIN; /* fewer have no error of the median */
	return 0;
}
