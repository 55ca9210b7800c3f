#include "ranktest.h"

#include <gsl/gsl_math.h>
#include <math.h>
#include <stdlib.h>

#include "dist.h"

/* U and the ties of two sorted samples, by one merge; tie[0..n) has the sizes of the
 * tied groups, ascending, unless it is NULL. Returns n. */
static size_t
count(as_ranktest *r, const double *b, size_t nb, const double *t, size_t nt, size_t *tie)
{
	size_t i = 0, j = 0, n = 0;

	r->u = r->ties = 0;
	while (i < nb || j < nt) {
		double v = j == nt || (i < nb && b[i] < t[j]) ? b[i] : t[j], same;
		size_t i0 = i, j0 = j;

		while (i < nb && b[i] == v)
			i++;
		while (j < nt && t[j] == v)
			j++;
		r->u += (double)(j - j0) * ((double)i0 + 0.5 * (double)(i - i0));
		same = (double)(i - i0 + j - j0);
		r->ties += same * same * same - same;
		if (tie)
			tie[n] = i - i0 + j - j0;
		n++;
	}
	return n;
}

/* The ways to choose m of m+n values, tied group after group; f[j * width + v]
 * counts those that have j of them so far and a U of v / scale. */
typedef struct {
	double *f;
	size_t m, n, width, scale; /* scale 2 where U may have halves */
} ways;

/* Adds a group of tied values to those before it. Each that is chosen adds the
 * values below that are not, and half of its own group's. */
static void
add_group(ways *w, size_t before, size_t tied)
{
	/* downwards, so that fewer chosen are still those before this group */
	for (size_t to = w->m < before + tied ? w->m : before + tied; to > 0; to--) {
		double choices = 1;

		for (size_t k = 1; k <= tied && k <= to; k++) {
			size_t j = to - k, shift = (2 * k * (before - j) + k * (tied - k)) * w->scale / 2;
			double *into = w->f + to * w->width, *from = w->f + j * w->width;

			choices = choices * (double)(tied - k + 1) / (double)k;
			if (j > before || before + tied - to > w->n)
				continue; /* more are chosen, or left over, than there are */
			for (size_t v = shift; v < w->width; v++)
				into[v] += choices * from[v - shift];
		}
	}
}

/* ln P(U <= u) of m values among n others under the null given the ties, and in
 * *upper ln P(U >= u). NaN: out of memory. */
static double
exact_tails(const size_t *tie, size_t ntie, size_t m, size_t n, double u, double *upper)
{
	ways w = {.m = m, .n = n, .scale = 1};
	double below = 0, at, all = 0;

	for (size_t g = 0; g < ntie; g++)
		w.scale = tie[g] % 2 == 0 ? 2 : w.scale;
	w.width = (size_t)((double)w.scale * u) + 1;
	*upper = NAN;
	if (!(w.f = calloc((m + 1) * w.width, sizeof *w.f)))
		return NAN;
	w.f[0] = 1;
	for (size_t g = 0, before = 0; g < ntie; before += tie[g++])
		add_group(&w, before, tie[g]);
	for (size_t v = 0; v + 1 < w.width; v++)
		below += w.f[m * w.width + v];
	at = w.f[m * w.width + w.width - 1];
	free(w.f);
	for (size_t i = 1; i <= m; i++)
		all += log((double)(n + i) / (double)i); /* ln of (m+n over m) */
	*upper = log1p(-fmin(exp(log(below) - all), 1));
	return log(below + at) - all;
}

/* Two-sided: twice the smaller tail, at most 1. NaN: out of memory. */
static double
exact_p(const as_ranktest *r, const size_t *tie, size_t ntie, size_t nb, size_t nt)
{
	double other = (double)nb * (double)nt - r->u, upper, lower;

	/* U of the one and of the other make n1 n2: the smaller one costs less */
	lower = r->u <= other ? exact_tails(tie, ntie, nt, nb, r->u, &upper) :
	    exact_tails(tie, ntie, nb, nt, other, &upper);
	return isnan(lower) ? lower : fmin(fmin(lower, upper) + M_LN2, 0);
}

static double
null_variance(const as_ranktest *r, double nb, double nt)
{
	double n = nb + nt;

	return nb * nt / 12 * (n + 1 - r->ties / (n * (n - 1)));
}

int
as_ranktest_of(as_ranktest *r, const double *base, size_t nbase, const double *test, size_t ntest)
{
	double nb = (double)nbase, nt = (double)ntest, far, variance;
	size_t tie[2 * AS_RANK_EXACT_BELOW], ntie;
	int exact = nbase < AS_RANK_EXACT_BELOW && ntest < AS_RANK_EXACT_BELOW;

	*r = (as_ranktest){.u = NAN, .cliff = NAN, .ties = NAN, .method = AS_RANK_NONE, .log_p = NAN};
	if (nbase == 0 || ntest == 0)
		return 0;
	ntie = count(r, base, nbase, test, ntest, exact ? tie : NULL);
	r->cliff = (2 * r->u - nb * nt) / (nb * nt);
	if (ntie == 1)
		return 0;
	if (exact) {
		r->method = AS_RANK_EXACT;
		r->log_p = exact_p(r, tie, ntie, nbase, ntest);
		return isnan(r->log_p) ? -1 : 0;
	}
	far = fmax(r->u, nb * nt - r->u);
	variance = null_variance(r, nb, nt);
	r->method = AS_RANK_NORMAL;
	far -= nb * nt / 2;
	r->log_p = far <= 0.5 ? 0 : as_log_z_two_sided((far - 0.5) / sqrt(variance));
	return 0;
}

const char *
as_rank_method_name(as_rank_method m)
{
	return m == AS_RANK_EXACT ? "exact" : m == AS_RANK_NORMAL ? "normal" : NULL;
}

void
as_elteren_add(as_elteren *s, const as_ranktest *r, size_t nbase, size_t ntest)
{
	double nb = (double)nbase, nt = (double)ntest, w = 1 / (nb + nt + 1);

	if (nbase == 0 || ntest == 0)
		return;
	s->sum += w * (r->u - nb * nt / 2);
	if (r->method != AS_RANK_NONE)
		s->variance += w * w * null_variance(r, nb, nt);
}

double
as_elteren_z(const as_elteren *s, double *log_p)
{
	double z = s->variance > 0 ? s->sum / sqrt(s->variance) : NAN;

	*log_p = isnan(z) ? NAN : as_log_z_two_sided(z);
	return z;
}
