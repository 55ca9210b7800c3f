#include "warmup.h"

#include <math.h>

#include "changepoint.h"
#include "keep.h"
#include "moments.h"
#include "quantile.h"

static const double PENALTY = 15;     /* times log n: Barrett et al., section 4.1 */
static const double LEAST_NOISE = 0.01;
static const double LEAST_TOLERANCE = 0.01;

const char *const as_warmup_name[] = {"unknown", "flat", "warm-up", "slowdown", "no steady state"};

/* Takes the median of each shape out of y. t is scratch (n). */
static void
level_shapes(double *y, const size_t *shape, size_t n, double *t)
{
	size_t shapes = 0, s, i, k;
	double m;

	for (i = 0; i < n; i++)
		if (shape[i] >= shapes)
			shapes = shape[i] + 1;
	for (s = 0; s < shapes; s++) {
		for (k = i = 0; i < n; i++)
			if (shape[i] == s)
				t[k++] = y[i];
		if (k == 0)
			continue;
		m = as_median(t, k);
		for (i = 0; i < n; i++)
			if (shape[i] == s)
				y[i] -= m;
	}
}

/* Noise from the differences of neighbours, which a change of level hardly
 * touches. */
static double
noise(const double *y, size_t n, double *t)
{
	size_t i;
	double m;

	for (i = 0; i + 1 < n; i++)
		t[i] = y[i + 1] - y[i];
	m = as_median(t, n - 1);
	for (i = 0; i + 1 < n; i++)
		t[i] = fabs(y[i + 1] - y[i] - m);
	return fmax(1.4826 * as_median(t, n - 1) / sqrt(2), LEAST_NOISE);
}

/* Takes out of y the samples that stand alone between others: segments of one
 * sample, but for those that the series starts with. keep (n) receives what
 * index each of the rest had. Returns how many are left. */
static size_t
drop_outliers(double *y, size_t n, const size_t *at, size_t segments, size_t *keep)
{
	size_t left = 0, i, k;
	int leading = 1;

	for (k = 0; k < segments; k++) {
		leading &= at[k + 1] - at[k] == 1;
		if (at[k + 1] - at[k] == 1 && !leading)
			continue;
		for (i = at[k]; i < at[k + 1] && i < n; i++) {
			keep[left] = i;
			y[left++] = y[i];
		}
	}
	return left;
}

/* Compares the segments at[0..k) of y with the last one. */
static void
judge(as_warmup *w, const double *y, size_t left, const size_t *at, size_t k, const size_t *keep,
    size_t n)
{
	size_t i, from = at[k - 1];
	double last, tolerance;
	as_moments m;
	int faster = 0;

	as_moments_of(&m, y + from, left - from);
	last = m.mean;
	tolerance = m.n > 1 ? fmax(as_sd(&m, 1), LEAST_TOLERANCE) : LEAST_TOLERANCE;
	for (i = k - 1; i > 0 && fabs(as_mean(y + at[i - 1], at[i] - at[i - 1]) - last) <= tolerance; i--)
		from = at[i - 1];
	for (; i > 0; i--)
		faster |= as_mean(y + at[i - 1], at[i] - at[i - 1]) < last - tolerance;
	w->segments = k;
	if ((left - from) * 4 < left) {
		w->state = AS_WARMUP_NONE;
		w->steady_from = n;
		return;
	}
	w->state = from == 0 ? AS_WARMUP_FLAT : faster ? AS_WARMUP_SLOWDOWN : AS_WARMUP_WARMUP;
	w->steady_from = from == 0 ? 0 : keep[from];
}

int
as_warmup_of(as_warmup *w, const double *x, const size_t *shape, size_t n)
{
	double *y, *t, sigma;
	size_t *at, *keep, i, k, left;
	as_keep room = {0};
	int rc = -1;

	*w = (as_warmup){.state = AS_WARMUP_UNKNOWN, .steady_from = n};
	if (n < AS_WARMUP_MIN)
		return 0;
	for (i = 0; i < n; i++)
		if (!(x[i] > 0))
			return 0;
	y = as_alloc(&room, n * sizeof *y);
	t = as_alloc(&room, n * sizeof *t);
	at = as_alloc(&room, (n + 1) * sizeof *at);
	keep = as_alloc(&room, n * sizeof *keep);
	if (!y || !t || !at || !keep)
		goto done;
	for (i = 0; i < n; i++)
		y[i] = log(x[i]);
	if (shape)
		level_shapes(y, shape, n, t);
	sigma = noise(y, n, t);
	if (as_changepoints(y, n, sigma, PENALTY * log((double)n), at, &k) != 0)
		goto done;
	at[k] = n;
	left = drop_outliers(y, n, at, k, keep);
	if (as_changepoints(y, left, sigma, PENALTY * log((double)n), at, &k) != 0)
		goto done;
	at[k] = left;
	judge(w, y, left, at, k, keep, n);
	rc = 0;
done:
	as_keep_free(&room);
	return rc;
}
