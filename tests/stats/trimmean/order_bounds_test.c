#include "../../../stats/trimmean/order_bounds.h"

#include <stdint.h>
#include <stdlib.h>

#include "moments.h"
#include "unit_check.h"

static uint64_t state = 7;

static double
uniform(void) /* splitmix64 */
{
	uint64_t z = state += 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return (double)((z ^ z >> 31) >> 11) / 9007199254740992.0;
}

static int
by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* A figure as it is published, with the last digit worth unit (0: exact). */
static as_interval
figure(double x, double unit)
{
	double r = unit > 0 ? rint(x / unit) * unit : x, w = unit / 2 + 1e-13 * fabs(x);

	return (as_interval){r - w, r + w};
}

enum { MAX_N = 300 };

/* A sample of n, its summary at some rounding, of a random choice of figures:
 * the bounds hold the sample itself. */
static int
holds(size_t n, double unit, int type)
{
	static const double ps[] = {0.01, 0.1, 0.25, 0.5, 0.9, 0.95, 0.99, 0.999};
	double x[MAX_N], lo[MAX_N], hi[MAX_N];
	as_known_quantile q[8];
	as_summary s = {.n = n, .mean = {-INFINITY, INFINITY}, .min = {0, INFINITY},
	    .max = {0, INFINITY}, .q = q};

	for (size_t i = 0; i < n; i++)
		x[i] = floor(exp(4 * uniform() + (uniform() < 0.05 ? 3 : 0)) * 8) / 8;
	qsort(x, n, sizeof *x, by_value);
	if (uniform() < 0.8)
		s.mean = figure(as_mean(x, n), unit);
	if (uniform() < 0.8)
		s.max = figure(x[n - 1], unit);
	if (uniform() < 0.5)
		s.min = figure(x[0], unit);
	for (size_t i = 0; i < 8; i++)
		if (uniform() < 0.7) {
			as_quantile_place_of(n, ps[i], type, &q[s.nq].at);
			q[s.nq++].value = figure(as_quantile_sorted(x, n, ps[i], type), unit);
		}
	if (as_order_bounds(&s, lo, hi) != 0)
		return 0;
	for (size_t i = 0; i < n; i++)
		if (lo[i] > x[i] * (1 + 1e-9) || hi[i] < x[i] * (1 - 1e-9) || lo[i] > hi[i])
			return 0;
	return 1;
}

/* As the published per-file summaries have it: 14 values, type 7. p99 is
 * 0.13 x[12] + 0.87 x[13] and p90 is 0.3 x[11] + 0.7 x[12], so with the maximum
 * the three largest are known. */
static void
three_largest(void)
{
	const double x[14] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 20, 33, 70};
	const double ps[] = {0.9, 0.99};
	double lo[14], hi[14];
	as_known_quantile q[2];
	as_summary s = {.n = 14, .mean = figure(as_mean(x, 14), 0), .min = {0, INFINITY},
	    .max = figure(70, 0), .q = q, .nq = 2};

	for (size_t i = 0; i < 2; i++) {
		as_quantile_place_of(14, ps[i], 7, &q[i].at);
		q[i].value = figure(as_quantile_sorted(x, 14, ps[i], 7), 0);
	}
	unit_ok(as_order_bounds(&s, lo, hi) == 0, "14 values: mean, max, p90 and p99 agree");
	for (size_t i = 11; i < 14; i++) {
		unit_near(lo[i], x[i], 1e-9, 0, "the three largest are known from below");
		unit_near(hi[i], x[i], 1e-9, 0, "and from above");
	}
	q[1].value = figure(71, 0);
	unit_ok(as_order_bounds(&s, lo, hi) == -1, "a p99 over the maximum contradicts it");
	q[1].value = figure(as_quantile_sorted(x, 14, 0.99, 7), 0);
	s.mean = figure(4.5, 0);
	unit_ok(as_order_bounds(&s, lo, hi) == -1,
	    "a mean below what the quantiles force contradicts them");
}

int
main(void)
{
	double lo[3], hi[3];
	as_summary s = {.n = 3, .mean = {2, 2}, .min = {1, 1}, .max = {3, 3}};
	int good = 1, runs = 0;

	for (int type = 1; type <= 9; type++)
		for (size_t n = 1; n <= MAX_N; n += 1 + n / 9)
			for (int unit = 0; unit < 3; unit++, runs++)
				good &= holds(n, unit == 0 ? 0 : unit == 1 ? 0.01 : 1, type);
	unit_ok(good && runs > 500,
	    "the bounds hold the sample that was summarised, for all types of quantile");
	unit_ok(as_order_bounds(&s, lo, hi) == 0 && fabs(lo[1] - 2) < 1e-12 && fabs(hi[1] - 2) < 1e-12,
	    "three values: mean, minimum and maximum give the one between");
	s = (as_summary){.n = 2, .mean = {5, 5}, .min = {0, INFINITY}, .max = {0, INFINITY}};
	unit_ok(as_order_bounds(&s, lo, hi) == 0 && lo[0] == 0 && hi[0] == 5 && lo[1] == 5 && hi[1] == 10,
	    "two values of a known mean that are not negative");
	s = (as_summary){.n = 1, .mean = {5, 5}, .min = {0, INFINITY}, .max = {0, INFINITY}};
	unit_ok(as_order_bounds(&s, lo, hi) == 0 && lo[0] == 5 && hi[0] == 5, "one value is its mean");
	s.max = (as_interval){6, 6};
	unit_ok(as_order_bounds(&s, lo, hi) == -1, "one value whose maximum is not its mean");
	three_largest();
	return 0;
}
