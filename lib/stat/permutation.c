#include "permutation.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "quantile.h"
#include "rng.h"

enum { DIVISIONS_MAX = 64 << 20 }; /* bytes */

static void
set(as_permutation *r, size_t extreme, size_t count)
{
	r->extreme = extreme;
	r->p = ((double)extreme + 1) / ((double)count + 1);
	r->se = sqrt(r->p * (1 - r->p) / (double)count);
}

/* 1 if there is something to do, 0 if not, -1 if it is too much. */
static int
begin(as_permutation *r, size_t nbase, size_t ntest, size_t count)
{
	*r = (as_permutation){0, NAN, NAN};
	if (nbase == 0 || ntest == 0 || count == 0)
		return 0;
	return nbase > UINT32_MAX / 2 || ntest > UINT32_MAX / 2 ? -1 : 1;
}

/* The values of both as whole numbers whose sums cannot overflow. Returns how
 * many units the rounding of values to doubles may move a sum. */
static uint64_t
to_units(int64_t *x, const double *a, size_t na, const double *b, size_t nb)
{
	size_t n = na + nb, i;
	double lo = a[0], hi = a[0], middle;
	int exp, bits;

	for (i = 0; i < n; i++) {
		double v = i < na ? a[i] : b[i - na];

		lo = v < lo ? v : lo;
		hi = v > hi ? v : hi;
	}
	middle = lo + (hi / 2 - lo / 2);
	frexp(hi / 2 - lo / 2, &exp);    /* |v - middle| < 2^exp, but for rounding */
	frexp((double)n, &bits);         /* n < 2^bits */
	for (i = 0; i < n; i++)
		x[i] = llrint(ldexp((i < na ? a[i] : b[i - na]) - middle, 60 - bits - exp));
	return (uint64_t)fmin(ldexp((double)n * DBL_EPSILON * fmax(fabs(lo), fabs(hi)), 60 - bits - exp),
	    0x1p62);
}

static uint64_t
distance_of(int64_t sum, int64_t expected)
{
	return sum > expected ? (uint64_t)sum - (uint64_t)expected : (uint64_t)expected - (uint64_t)sum;
}

int
as_divisions_draw(as_divisions *d, size_t nbase, size_t ntest, size_t count, uint64_t seed)
{
	size_t small = nbase < ntest ? nbase : ntest, n = nbase + ntest;
	uint16_t *x;
	as_rng g;

	*d = (as_divisions){small, n, count, seed, NULL};
	if (small == 0 || count == 0 || n > UINT16_MAX || count > DIVISIONS_MAX / sizeof *x / small ||
	    !(x = malloc(n * sizeof *x)))
		return -1;
	if ((d->index = malloc(count * small * sizeof *x)) != NULL) {
		for (size_t i = 0; i < n; i++)
			x[i] = (uint16_t)i;
		as_rng_seed(&g, seed);
		for (size_t k = 0; k < count; k++) {
			for (size_t i = 0; i < small; i++) { /* as in as_permutation_mean */
				size_t j = i + as_rng_below(&g, (uint32_t)(n - i));
				uint16_t v = x[j];

				x[j] = x[i];
				x[i] = v;
			}
			memcpy(d->index + k * small, x, small * sizeof *x);
		}
	}
	free(x);
	return d->index ? 0 : -1;
}

void
as_divisions_free(as_divisions *d)
{
	free(d->index);
	d->index = NULL;
}

static int64_t
sum_at(const int64_t *x, const uint16_t *at, size_t n)
{
	int64_t a = 0, b = 0;
	size_t i;

	for (i = 0; i + 1 < n; i += 2) {
		a += x[at[i]];
		b += x[at[i + 1]];
	}
	return i < n ? a + b + x[at[i]] : a + b;
}

int
as_permutation_mean(as_permutation *r, const double *base, size_t nbase, const double *test,
    size_t ntest, size_t count, uint64_t seed, const as_divisions *d)
{
	size_t n = nbase + ntest, small = nbase < ntest ? nbase : ntest, extreme = 0;
	int rc = begin(r, nbase, ntest, count);
	int64_t *x, sum = 0, total = 0, expected;
	uint64_t seen, rounding;
	as_rng g;

	if (rc <= 0)
		return rc;
	if (!(x = malloc(n * sizeof *x)))
		return -1;
	/* the smaller group first: its sum decides, since the total is fixed */
	if (nbase <= ntest)
		rounding = to_units(x, base, nbase, test, ntest);
	else
		rounding = to_units(x, test, ntest, base, nbase);
	for (size_t i = 0; i < n; i++) {
		total += x[i];
		sum += i < small ? x[i] : 0;
	}
	expected = llrint((double)total * ((double)small / (double)n));
	seen = distance_of(sum, expected);
	rounding = (rounding < seen / 1000000 ? rounding : seen / 1000000) + n + 256;
	seen -= seen < rounding ? seen : rounding;
	if (d && (!d->index || d->small != small || d->n != n || d->count != count || d->seed != seed))
		d = NULL;
	for (size_t k = 0; d && k < count; k++)
		extreme += distance_of(sum_at(x, d->index + k * small, small), expected) >= seen;
	as_rng_seed(&g, seed);
	for (size_t k = 0; !d && k < count; k++) {
		int64_t s = 0;

		/* Fisher and Yates, as far as the smaller group reaches */
		for (size_t i = 0; i < small; i++) {
			size_t j = i + as_rng_below(&g, (uint32_t)(n - i));
			int64_t v = x[j];

			x[j] = x[i];
			x[i] = v;
			s += v;
		}
		extreme += distance_of(s, expected) >= seen;
	}
	free(x);
	set(r, extreme, count);
	return 0;
}

int
as_permutation_of(as_permutation *r, const double *base, size_t nbase, const double *test,
    size_t ntest, as_distance *distance, size_t count, uint64_t seed)
{
	size_t n = nbase + ntest, extreme = 0;
	int rc = begin(r, nbase, ntest, count);
	double *x, *copy, seen;
	as_rng g;

	if (rc <= 0)
		return rc;
	if (!(x = malloc(2 * n * sizeof *x)))
		return -1;
	copy = x + n;
	memcpy(x, base, nbase * sizeof *x);
	memcpy(x + nbase, test, ntest * sizeof *x);
	memcpy(copy, x, n * sizeof *x);
	seen = distance(copy, nbase, copy + nbase, ntest);
	as_rng_seed(&g, seed);
	for (size_t k = 0; k < count; k++) {
		for (size_t i = 0; i + 1 < n; i++) {
			size_t j = i + as_rng_below(&g, (uint32_t)(n - i));
			double v = x[j];

			x[j] = x[i];
			x[i] = v;
		}
		memcpy(copy, x, n * sizeof *x);
		extreme += distance(copy, nbase, copy + nbase, ntest) >= seen - 1e-12 * fabs(seen);
	}
	free(x);
	set(r, extreme, count);
	return 0;
}

double
as_distance_median(double *base, size_t nbase, double *test, size_t ntest)
{
	return fabs(as_median(test, ntest) - as_median(base, nbase));
}
