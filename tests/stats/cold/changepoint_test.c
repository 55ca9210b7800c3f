/* FPOP against the textbook's optimal partitioning, and the warm-up rule on
 * generated series with known changes: false alarms and misses are counted and
 * printed. Everything here is synthetic and seeded. */
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <stdlib.h>
#include <string.h>

#include "../../../stats/cold/changepoint.h"
#include "unit_check.h"
#include "../../../stats/cold/warmup.h"

enum { MAX = 400 };

/* Optimal partitioning (Jackson et al. 2005): the least cost, by O(n^2) steps. */
static double
partition_cost(const double *y, size_t n, double sigma, double penalty)
{
	double s[MAX + 1] = {0}, q[MAX + 1] = {0}, f[MAX + 1];

	f[0] = -penalty;
	for (size_t i = 0; i < n; i++) {
		s[i + 1] = s[i] + y[i];
		q[i + 1] = q[i] + y[i] * y[i];
	}
	for (size_t t = 1; t <= n; t++) {
		f[t] = INFINITY;
		for (size_t u = 0; u < t; u++) {
			double len = (double)(t - u), d = s[t] - s[u];
			f[t] = fmin(f[t], f[u] + penalty + (q[t] - q[u] - d * d / len) / (sigma * sigma));
		}
	}
	return f[n];
}

static double
cost_of(const double *y, size_t n, double sigma, double penalty, const size_t *at, size_t k)
{
	double cost = penalty * (double)(k - 1);

	for (size_t i = 0; i < k; i++) {
		size_t to = i + 1 < k ? at[i + 1] : n;
		double mean = 0;
		for (size_t j = at[i]; j < to; j++)
			mean += y[j] / (double)(to - at[i]);
		for (size_t j = at[i]; j < to; j++)
			cost += (y[j] - mean) * (y[j] - mean) / (sigma * sigma);
	}
	return cost;
}

static void
optimum(gsl_rng *r)
{
	double y[MAX];
	size_t at[MAX], k, wrong = 0, changes = 0;

	for (int round = 0; round < 400; round++) {
		size_t n = 1 + gsl_rng_uniform_int(r, MAX), i;
		double level = 0, penalty = 1 + 20 * gsl_rng_uniform(r);
		for (i = 0; i < n; i++) {
			if (gsl_rng_uniform(r) < 0.03)
				level = gsl_ran_gaussian(r, 5);
			y[i] = level + gsl_ran_gaussian(r, 1) + (round % 2 ? 1e6 : 0);
			if (round % 5 == 0)
				y[i] = floor(y[i]); /* ties */
		}
		if (as_changepoints(y, n, 1, penalty, at, &k) != 0)
			exit(1);
		double got = cost_of(y, n, 1, penalty, at, k);
		for (i = 0; i < n; i++)
			y[i] -= round % 2 ? 1e6 : 0; /* keep the check itself accurate */
		double want = partition_cost(y, n, 1, penalty);
		wrong += !(fabs(got - want) <= 1e-6 * fmax(1, fabs(want))) || at[0] != 0;
		changes += k - 1;
	}
	unit_ok(wrong == 0, "FPOP reaches the cost of optimal partitioning on 400 series");
	unit_ok(changes > 400, "and these series did change");
}

/* n samples of lognormal noise (sd 5%) about 1; the first `cold` are `factor`
 * times slower, with a tail: 2% of samples are 1.5 times slower. */
static void
series(gsl_rng *r, double *x, size_t n, size_t cold, double factor)
{
	for (size_t i = 0; i < n; i++) {
		x[i] = gsl_ran_lognormal(r, 0, 0.05) * (gsl_rng_uniform(r) < 0.02 ? 1.5 : 1);
		if (i < cold)
			x[i] *= factor;
	}
}

static double
rate(gsl_rng *r, size_t n, size_t cold, double factor, as_warmup_state state)
{
	enum { ROUNDS = 1000 };
	double x[MAX];
	size_t hit = 0;
	as_warmup w;

	for (int i = 0; i < ROUNDS; i++) {
		series(r, x, n, cold, factor);
		if (as_warmup_of(&w, x, NULL, n) != 0)
			exit(1);
		hit += w.state == state && (state != AS_WARMUP_WARMUP ||
		    (w.steady_from >= cold && w.steady_from <= cold + 1));
	}
	return (double)hit / ROUNDS;
}

static void
rates(gsl_rng *r)
{
	static const size_t sizes[] = {14, 30, 60, 200};
	double worst_alarm = 0, worst_miss = 0;

	for (size_t i = 0; i < 4; i++) {
		size_t n = sizes[i];
		double alarm = 1 - rate(r, n, 0, 1, AS_WARMUP_FLAT);
		double miss1 = 1 - rate(r, n, 1, 3, AS_WARMUP_WARMUP);
		double miss3 = 1 - rate(r, n, 3, 2, AS_WARMUP_WARMUP);
		double none = rate(r, n, n - n / 8, 2, AS_WARMUP_NONE);
		printf("# note: warm-up, n=%zu: false alarms %.1f%%, "
		    "misses %.1f%% (1 sample, 3x), "
		    "%.1f%% (3 samples, 2x), no steady state found %.1f%%\n",
		    n, 100 * alarm, 100 * miss1, 100 * miss3, 100 * none);
		worst_alarm = fmax(worst_alarm, n >= 30 ? alarm : 0);
		worst_miss = fmax(worst_miss, n >= 30 ? fmax(miss1, miss3) : 0);
	}
	unit_ok(worst_alarm <= 0.05, "n of 30 and more: false alarms at most 5%");
	unit_ok(worst_miss <= 0.05, "n of 30 and more: misses at most 5%");
}

static void
states(void)
{
	double x[60];
	size_t shape[60];
	as_warmup w;

	for (size_t i = 0; i < 60; i++)
		x[i] = i < 20 ? 1 + 0.01 * (double)(i % 3) : 2 + 0.01 * (double)(i % 3);
	as_warmup_of(&w, x, NULL, 60);
	unit_ok(w.state == AS_WARMUP_SLOWDOWN && w.steady_from == 20, "a faster start is a slowdown");
	for (size_t i = 0; i < 60; i++)
		x[i] = i < 50 ? 1 : 2;
	as_warmup_of(&w, x, NULL, 60);
	unit_ok(w.state == AS_WARMUP_NONE && w.steady_from == 60,
	    "a change in the last quarter: no steady state");
	for (size_t i = 0; i < 60; i++) {
		shape[i] = i % 2;
		x[i] = (i % 2 ? 3 : 1) * (i < 2 ? 4 : 1) * (1 + 0.01 * (double)(i % 5));
	}
	as_warmup_of(&w, x, shape, 60);
	unit_ok(w.state == AS_WARMUP_WARMUP && w.steady_from == 2,
	    "alternating shapes are levelled first");
	for (size_t i = 0; i < 60; i++)
		x[i] = 5;
	as_warmup_of(&w, x, NULL, 60);
	unit_ok(w.state == AS_WARMUP_FLAT && w.steady_from == 0, "all equal is flat");
	as_warmup_of(&w, x, NULL, AS_WARMUP_MIN - 1);
	unit_ok(w.state == AS_WARMUP_UNKNOWN, "too few samples are unknown");
	x[3] = 0;
	as_warmup_of(&w, x, NULL, 60);
	unit_ok(w.state == AS_WARMUP_UNKNOWN, "a latency of 0 is unknown");
}

static void
large(gsl_rng *r)
{
	enum { N = 1000000 };
	double *x = malloc(N * sizeof *x);
	as_warmup w;

	for (size_t i = 0; i < N; i++)
		x[i] = gsl_ran_lognormal(r, 0, 0.05) * (i < 1000 ? 2 : 1);
	unit_ok(x && as_warmup_of(&w, x, NULL, N) == 0 && w.steady_from >= 1000 && w.steady_from < 1010,
	    "a million samples");
	free(x);
}

int
main(void)
{
	gsl_rng *r = gsl_rng_alloc(gsl_rng_mt19937);

	gsl_rng_set(r, 20251221);
	optimum(r);
	states();
	rates(r);
	large(r);
	gsl_rng_free(r);
	return 0;
}
