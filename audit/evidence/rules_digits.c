/* Rule on digits: a difference of two readings of a clock is a whole number of
 * its ticks, and CUDA gives the time between two events as a float. A number
 * that was computed from another is neither. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules.h"

enum { LEAST = 20 };               /* samples, to know what a clock gives */
static const double SHARE = 0.4;   /* of them: by chance a tenth would be whole */

/* Distance from whole nanoseconds. Readings in seconds as a double differ from
 * them by up to a quarter after 24 days of the clock. */
static double
off_ns(double ms)
{
	double ns = ms * 1e6;

	return fabs(ns - nearbyint(ns));
}

/* Written with few digits: rounded by the writer, not computed. */
static int
is_short(double x)
{
	char s[40];

	snprintf(s, sizeof s, "%.9g", x);
	return strtod(s, NULL) == x;
}

static int
is_float(double x)
{
	return (double)(float)x == x;
}

/* Of all samples that were measured the same way: the same backend, compiled or
 * not, in the mode, or in all modes. */
static int
clock_known_of(const ev_ctx *x, int device, int all, size_t *count)
{
	size_t n = 0, good = 0;

	for (size_t i = 0; i < x->r->ncell; i++) {
		const ev_cell *o = &x->r->cell[i];

		if (!ev_same_family(o->backend, x->c->backend) || (!all && strcmp(o->mode, x->c->mode) != 0))
			continue;
		for (size_t k = 0; k < o->n; k++) {
			double v = device ? o->v[k].event_ms : o->v[k].ms;

			if (!o->v[k].ok || isnan(v) || !(v > 0))
				continue;
			n++;
			good += device ? is_float(v) && !is_short(v) : off_ns(v) < 0.02;
		}
	}
	*count = n;
	return n >= LEAST && (double)good >= SHARE * (double)n;
}

/* A harness may time one mode and compute another, such as a mean of steps: other
 * modes tell only where this one has too few samples, and of latencies only. */
static int
clock_known(const ev_ctx *x, int device)
{
	size_t n;

	return clock_known_of(x, device, 0, &n) || (n < LEAST && !device && clock_known_of(x, 0, 1, &n));
}

void
ev_digits(ev_ctx *x, ev_finding *f)
{
	const ev_cell *c = x->c;
	int wall = clock_known(x, 0), device = clock_known(x, 1);

	ev_where(f, c->file ? c->file : c->csv, c->file ? "latencies_ms" : "latency_ms");
	if (!wall && !device) {
		ev_set(f, EV_UNKNOWN, "the samples do not show what ticks their clock has");
		return;
	}
	for (size_t i = 0; i < c->n; i++) {
		const ev_sample *s = &c->v[i];

		if (!s->ok)
			continue;
		if (wall && off_ns(s->ms) > 0.25 && !is_short(s->ms)) {
			ev_alarm(f, "sample %zu: %.17g ms are no whole nanoseconds, as latencies of the same clock are", i, s->ms);
			return;
		}
		if (device && !isnan(s->event_ms) && !is_float(s->event_ms) && !is_short(s->event_ms)) {
			ev_where(f, c->file ? c->file : c->csv, "cuda_event_ms");
			ev_alarm(f, "sample %zu: a device time of %.17g ms is no float, as the others are", i, s->event_ms);
			return;
		}
	}
	ev_set(f, EV_HOLDS, "%s%s%s", wall ? "latencies are whole nanoseconds" : "", wall && device ? ", " : "", device ? "device times are floats" : "");
}
