#include "ranktest.h"

#include <gsl/gsl_math.h>
#include <math.h>
#include <stdlib.h>

#include "dist.h"

enum { EXACT_BELOW = 50 };

/* U and the ties of two sorted samples, by one merge. */
static void
count(as_ranktest *r, const double *b, size_t nb, const double *t, size_t nt)
{
	size_t i = 0, j = 0;

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
	}
}

/* ln P(U <= u) under the null: arrangements with at most u inversions, by the
 * recursion of Mann and Whitney, which only adds. NaN: out of memory. */
static double
exact_tail(size_t m, size_t n, size_t u)
{
	double *f = calloc((m + 1) * (u + 1), sizeof *f), sum = 0, all = 0;

	if (!f)
		return NAN;
	for (size_t i = 0; i <= m; i++)
		f[i * (u + 1)] = 1; /* n = 0: one arrangement, no inversion */
	/* f(i, k, v) = f(i-1, k, v-k) + f(i, k-1, v) */
	for (size_t k = 1; k <= n; k++)
		for (size_t i = 1; i <= m; i++)
			for (size_t v = k; v <= u; v++)
				f[i * (u + 1) + v] += f[(i - 1) * (u + 1) + v - k];
	for (size_t v = 0; v <= u; v++)
		sum += f[m * (u + 1) + v];
	free(f);
	for (size_t i = 1; i <= m; i++)
		all += log((double)(n + i) / (double)i); /* ln of (m+n over m) */
	return log(sum) - all;
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

	*r = (as_ranktest){.u = NAN, .cliff = NAN, .ties = NAN, .method = AS_RANK_NONE, .log_p = NAN};
	if (nbase == 0 || ntest == 0)
		return 0;
	count(r, base, nbase, test, ntest);
	r->cliff = (2 * r->u - nb * nt) / (nb * nt);
	far = fmax(r->u, nb * nt - r->u);
	if (r->ties == 0 && nbase < EXACT_BELOW && ntest < EXACT_BELOW) {
		double tail = exact_tail(nbase, ntest, (size_t)(nb * nt - far));

		if (isnan(tail))
			return -1;
		r->method = AS_RANK_EXACT;
		r->log_p = fmin(tail + M_LN2, 0);
		return 0;
	}
	variance = null_variance(r, nb, nt);
	if (!(variance > 0.25 / (nb + nt))) /* 0 but for rounding: one value */
		return 0;
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
