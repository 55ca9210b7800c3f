#include "method.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "moments.h"
#include "quantile.h"
#include "robust.h"

static const struct { const char *name; int has_arg; } kinds[] = {
	[MEAN] = {"mean", 0}, [DROP] = {"drop", 1}, [TRIM] = {"trim", 1}, [TOP] = {"top", 1},
	[WINSOR] = {"winsor", 1}, [MEDIAN] = {"median", 0},
};

static int
append(methods *s, const method *m, as_err *e)
{
	for (size_t i = 0; i < s->n; i++)
		if (strcmp(s->m[i].name, m->name) == 0)
			return 0;
	if (as_grow_one(&s->m, s->n, sizeof *s->m) != 0)
		return as_nomem(e);
	s->m[s->n++] = *m;
	return 0;
}

int
methods_add_drop(methods *s, const char *arg, as_err *e)
{
	method m = {.kind = DROP};
	int64_t k;

	if (as_int_parse(arg, strlen(arg), &k) != AS_NUM_OK || k < 1)
		return as_fail(e, NULL, 0,
		    "'%s' is not a number of values to drop: write a whole number from 1", arg);
	m.k = (size_t)k;
	snprintf(m.name, sizeof m.name, "drop%zu", m.k);
	return append(s, &m, e);
}

static int
add_cut(methods *s, method_kind kind, const char *arg, as_err *e)
{
	method m = {.kind = kind};
	char name[AS_QUANTILE_NAME];
	as_err unused;

	if (as_quantile_arg(arg, &m.p, name, &unused) != 0 || m.p >= 0.5)
		return as_fail(e, NULL, 0,
		    "'%s' is not a share to cut: write a number from 0 to below 0.5", arg);
	snprintf(m.name, sizeof m.name, "%s%s", kinds[kind].name, name + 1);
	return append(s, &m, e);
}

int
methods_add_cuts(methods *s, const char *p, as_err *e)
{
	for (method_kind kind = TRIM; kind <= WINSOR; kind++)
		if (add_cut(s, kind, p, e) != 0)
			return -1;
	return 0;
}

int
methods_add(methods *s, const char *name, as_err *e)
{
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		size_t n = strlen(kinds[i].name);
		const char *arg = name + n;
		char percent[AS_QUANTILE_NAME];
		method m = {.kind = (method_kind)i};

		if (strncmp(name, kinds[i].name, n) != 0 || (*arg != '\0') != kinds[i].has_arg)
			continue;
		if (!kinds[i].has_arg) {
			snprintf(m.name, sizeof m.name, "%s", name);
			return append(s, &m, e);
		}
		if (*arg < '0' || *arg > '9')
			continue;
		if (i == DROP)
			return methods_add_drop(s, arg, e);
		snprintf(percent, sizeof percent, "p%s", arg);
		return add_cut(s, (method_kind)i, percent, e);
	}
	return as_fail(e, NULL, 0, "no method '%s'; there are: mean, dropK, trimP, topP, winsorP, median",
	    name);
}

void
methods_free(methods *s)
{
	free(s->m);
	*s = (methods){0};
}

void
methods_define(const methods *s, as_table *t)
{
	static const char *const after[] = {
		[TRIM] = " n) values at each end", [TOP] = " n) largest values",
		[WINSOR] = " n) values at each end set to the nearest that is left",
	};

	for (size_t i = 0; i < s->n; i++) {
		const method *m = &s->m[i];
		char buf[AS_NUM_BUF], text[160];

		as_num_format(buf, m->p);
		if (m->kind == MEAN)
			snprintf(text, sizeof text, "of all values");
		else if (m->kind == MEDIAN)
			snprintf(text, sizeof text, "the middle value, or the mean of the two in the middle");
		else if (m->kind == DROP)
			snprintf(text, sizeof text, "mean without the %zu largest", m->k);
		else
			snprintf(text, sizeof text, "mean with%s floor(%s%s", m->kind == WINSOR ? "" : "out", buf,
			    after[m->kind]);
		as_table_define(t, m->name, text);
	}
}

void
method_cuts(const method *m, size_t n, size_t *low, size_t *high)
{
	size_t share = as_trim_count(n, m->p);

	*low = m->kind == TRIM || m->kind == WINSOR ? share : 0;
	*high = m->kind == DROP ? m->k : share;
}

double
method_estimate(const method *m, double *x, size_t n)
{
	size_t low, high;

	method_cuts(m, n, &low, &high);
	if (m->kind == MEDIAN)
		return as_median(x, n);
	if (m->kind == WINSOR)
		return as_winsorized_mean(x, n, low, high);
	return as_trimmed_mean(x, n, low, high);
}

static double
sum(const double *x, size_t n)
{
	return n > 0 ? as_mean(x, n) * (double)n : 0;
}

/* The mean that is left, from the mean of all and from what is cut off: x is
 * parted at low and n - high in both. */
static as_interval
without_cuts(const double *lo, const double *hi, size_t n, size_t low, size_t high,
    as_interval mean)
{
	double kept = (double)(n - low - high), all = (double)n / kept;
	double cut_lo = (sum(lo, low) + sum(lo + n - high, high)) / kept;
	double cut_hi = (sum(hi, low) + sum(hi + n - high, high)) / kept;

	return (as_interval){mean.lo * all - cut_hi, mean.hi * all - cut_lo};
}

/* The winsorised mean: the mean of all, less what the high ones lose, plus what
 * the low ones gain; neither is negative. */
static as_interval
winsorized(const double *lo, const double *hi, size_t n, size_t low, size_t high, as_interval mean)
{
	size_t a = low, b = n - 1 - high;
	double lost_lo = fmax(sum(lo + n - high, high) - (double)high * hi[b], 0) / (double)n;
	double lost_hi = (sum(hi + n - high, high) - (double)high * lo[b]) / (double)n;
	double won_lo = fmax((double)low * lo[a] - sum(hi, low), 0) / (double)n;
	double won_hi = ((double)low * hi[a] - sum(lo, low)) / (double)n;

	return (as_interval){mean.lo - lost_hi + won_lo, mean.hi - lost_lo + won_hi};
}

as_interval
method_bounds(const method *m, double *lo, double *hi, size_t n, as_interval mean)
{
	/* every estimate grows with each of the values */
	as_interval by_order = {method_estimate(m, lo, n), method_estimate(m, hi, n)}, by_mean;
	size_t low, high;

	method_cuts(m, n, &low, &high);
	if (m->kind == MEDIAN || isnan(by_order.lo))
		return by_order;
	by_mean = m->kind == WINSOR ? winsorized(lo, hi, n, low, high, mean) :
	    without_cuts(lo, hi, n, low, high, mean);
	/* either holds, so both do; a bound that is not known is NaN or infinite */
	return (as_interval){fmax(by_order.lo, by_mean.lo), fmin(by_order.hi, by_mean.hi)};
}
