/* The sizes that cells need, and what of them came before. */
#include <math.h>
#include <string.h>

#include "alike.h"
#include "facts.h"

size_t
ev_sizes(const ev_facts *x, const ev_cell *c, long *v, size_t max)
{
	const ev_met *m = &x->all->met[c - x->r->cell];
	size_t n = 0;

	for (; n < m->n && n < max; n++) {
		size_t at = n;

		for (; at > 0 && v[at - 1] > m->v[n]; at--)
			v[at] = v[at - 1];
		v[at] = m->v[n];
	}
	return n;
}

size_t
ev_sizes_met(const ev_facts *x, long *v, size_t max)
{
	const long least = x->a.symbolic && !x->r->own ? 2 : 1;
	size_t n = 0;

	for (const ev_cell *o = NULL; (o = ev_alike(x->r, x->c, EV_BY_SERIES, o));) {
		const ev_met *m = &x->all->met[o - x->r->cell];

		for (size_t k = 0; k < m->n; k++)
			if (m->v[k] >= least &&
			    !ev_has(x->a.tokens, x->a.ntokens, m->v[k] * x->all->batch))
				ev_add(v, &n, max, m->v[k]);
	}
	return n;
}

int
ev_staged_anew(const ev_facts *x, const char *mode)
{
	const ev_cell *o = ev_other_mode(x->r, x->c, mode);
	double mine = ev_compile_ms(x->c), other = o ? ev_compile_ms(o) : NAN;

	return !isnan(mine) && !isnan(other) && mine != other;
}

const ev_mode *
ev_limit_before(const ev_facts *x)
{
	for (size_t i = 0; !x->twins && i < x->r->nmode && strcmp(x->r->mode[i].name, x->c->mode) != 0;
	    i++) {
		const ev_mode *m = &x->r->mode[i];

		if (x->all->mode[i].limit_hits > 0 && !ev_staged_anew(x, m->name) &&
		    ev_is_mine(x, &x->all->mode[i]) == 1)
			return m;
	}
	return NULL;
}

int
ev_met_before(const ev_facts *x)
{
	long mine[EV_MAX_DIMS], theirs[EV_MAX_DIMS];
	size_t n = ev_sizes(x, x->c, mine, EV_MAX_DIMS), left = n;
	const ev_cell *o = NULL;

	if (n == EV_MAX_DIMS)
		return 0;
	while ((o = ev_alike(x->r, x->c, EV_BY_SERIES, o)) != x->c) {
		size_t k = ev_sizes(x, o, theirs, EV_MAX_DIMS);

		for (size_t t = 0; k && t < n; t++)
			if (mine[t] >= 0 && ev_has(theirs, k, mine[t])) {
				mine[t] = -1;
				left--;
			}
	}
	return n > 0 && left == 0;
}
