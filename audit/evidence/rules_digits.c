/* Rule on digits: a difference of two readings of a clock is a whole number of
 * its ticks, and CUDA gives the time between two events as a float. A number
 * that was computed from another is neither. */
#include "digits.h"
#include "rules.h"

enum { LEAST = 20 };               /* samples, to know what a clock gives */
static const double SHARE = 0.4;   /* of them: by chance a twenty-fifth would be whole */
/* ns from a whole one: no reading is, where so many come within digits_of_clock */
static const double COMPUTED = 0.12;

/* Of all samples that were measured the same way: the same backend, compiled or
 * not, in the mode, or in all modes. */
static int
clock_known_of(const ev_facts *x, int device, int all, size_t *count)
{
	size_t n = 0, good = 0, nkind;
	const ev_kind_of_cell *kind = ev_kinds(x->r, &nkind);

	for (const ev_kind_of_cell *k = kind; k < kind + nkind; k++) {
		if (!ev_same_family(k->backend, x->c->backend) || (!all && strcmp(k->mode, x->c->mode) != 0))
			continue;
		n += device ? k->device : k->wall;
		good += device ? k->device_fit : k->wall_fit;
	}
	*count = n;
	return n >= LEAST && (double)good >= SHARE * (double)n;
}

/* A harness may time one mode and compute another, such as a mean of steps: other
 * modes tell only where this one has too few samples, and of latencies only. */
static int
clock_known(const ev_facts *x, int device)
{
	size_t n;

	return clock_known_of(x, device, 0, &n) || (n < LEAST && !device && clock_known_of(x, 0, 1, &n));
}

ev_finding *
ev_digits(const ev_facts *x, ev_finding *f)
{
	const ev_cell *c = x->c;
	int wall = clock_known(x, 0), device = clock_known(x, 1);

	ev_where(f, ev_source(c), c->file ? "latencies_ms" : "latency_ms");
	if (ev_is_copied(x->r, c))
		return ev_alarm(f, "%zu of %zu latencies equal another sample of the cell to the last "
		    "digit, unlike in any other cell", c->of->numbers.tied, c->n);
	if (!wall && !device)
		return ev_unknown(f, "the samples do not show the resolution of their clock");
	for (size_t i = 0; i < c->n; i++) {
		const ev_sample *s = &c->v[i];

		if (!s->ok)
			continue;
		if (wall && digits_off_ns(s->ms) > COMPUTED && !digits_short(s->ms))
			return ev_alarm(f, "sample %zu: %.17g ms is not a whole number of nanoseconds, as "
			    "other latencies of this clock are", i, s->ms);
		if (device && !isnan(s->event_ms) && !digits_float(s->event_ms) && !digits_short(s->event_ms))
			return ev_alarm(ev_where(f, ev_source(c), "cuda_event_ms"), "sample %zu: a device time "
			    "of %.17g ms is not a 32-bit float, as the others are", i, s->event_ms);
	}
	return ev_holds(f, "%s%s%s", wall ? "latencies are whole nanoseconds" : "", wall && device ? ", " :
	    "", device ? "device times are floats" : "");
}
