/* Facts of a run that only many samples show: latencies that occur twice, the time
 * beside the device, modes that lie apart. */
#include "facts.h"
#include "select.h"

enum { LEAST_TIED = 5, LEAST_OTHERS = 20 };

/* Of ascending latencies. */
static void
find_ties(ev_numbers *m, const double *v, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		m->tied += (i > 0 && v[i] == v[i - 1]) || (i + 1 < n && v[i] == v[i + 1]);
		if (i > 0 && v[i] > v[i - 1] && v[i] - v[i - 1] < m->tick)
			m->tick = v[i] - v[i - 1];
	}
	m->spread = v[n - 1 - n / 10] - v[n / 10];
}

/* A clock with few ticks gives ties, about n * n over the ticks that four of five
 * latencies span. */
int
ev_is_copied(const ev_run *r, const ev_cell *c)
{
	double tick = INFINITY, n = (double)c->nok, mine = (double)c->of->numbers.tied, others = 0,
	    tied = 0;

	if (mine < LEAST_TIED || 5 * mine < n)
		return 0;
	for (const ev_cell *o = r->cell; o < r->cell + r->ncell; o++) {
		const ev_numbers *m = &o->of->numbers;

		tick = m->tick < tick ? m->tick : tick;
		others += o == c ? 0 : (double)o->nok;
		tied += o == c ? 0 : (double)m->tied;
	}
	return mine * c->of->numbers.spread / tick > 5 * n * n && others >= LEAST_OTHERS &&
	    4 * tied / others < mine / n;
}

void
ev_find_numbers(const ev_cell *c, ev_numbers *m)
{
	double *v = malloc((2 * c->n + 1) * sizeof *v), *w = v + c->n;
	size_t n = 0, k = 0;

	*m = (ev_numbers){.tick = INFINITY, .wall = NAN, .beside = NAN};
	for (size_t i = 0; v && i < c->n; i++) {
		if (!c->v[i].ok)
			continue;
		v[n++] = c->v[i].ms;
		if (!isnan(c->v[i].event_ms))
			w[k++] = c->v[i].ms - c->v[i].event_ms;
	}
	if (n) {
		as_sort(v, n);
		find_ties(m, v, n);
		m->wall = v[n / 2];
	}
	if (k) {
		as_sort(w, k);
		m->beside = w[k / 2];
	}
	free(v);
}

/* From and to when a mode was measured, and whether all its cells have a compile stage
 * that is not that of the same cells in other modes, two and more, which share theirs. */
typedef struct { double from, to; int alien; } span;

static int
is_alien(const ev_run *r, const ev_cell *c)
{
	double other = NAN;
	size_t n = 0;

	for (const ev_cell *o = NULL; (o = ev_alike(r, c, EV_BY_CONFIG, o));) {
		double ms = ev_compile_ms(o);

		if (strcmp(o->mode, c->mode) == 0)
			continue;
		if (ms == ev_compile_ms(c) || (n++ && ms != other))
			return 0;
		other = ms;
	}
	return n >= 2;
}

static span
span_of(const ev_run *r, const char *mode)
{
	span s = {INFINITY, -INFINITY, 0};
	int same = 0;

	for (const ev_cell *c = r->cell; c < r->cell + r->ncell; c++) {
		if (strcmp(c->mode, mode) != 0 || isnan(c->started))
			continue;
		s.from = fmin(s.from, c->started);
		s.to = fmax(s.to, c->ended);
		if (c->compile && ev_compile_ms(c) > 0) {
			s.alien |= is_alien(r, c);
			same |= !is_alien(r, c);
		}
	}
	s.alien &= !same;
	return s;
}

void
ev_find_away(ev_run *r)
{
	for (size_t i = 0; i < r->nmode; i++) {
		const span s = span_of(r, r->mode[i].name);
		double nearest = INFINITY;

		for (size_t k = 0; s.alien && k < r->nmode; k++) {
			const span o = span_of(r, r->mode[k].name);
			double apart = o.from > s.to ? o.from - s.to : s.from - o.to;

			if (k != i && o.to >= o.from && apart < nearest)
				nearest = apart;
		}
		r->mode[i].of->away = isinf(nearest) || nearest < 0 ? 0 : nearest;
	}
}
