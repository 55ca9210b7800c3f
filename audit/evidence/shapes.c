/* The sizes that cells need, and what of them came before. */

#include "facts.h"

size_t
ev_sizes_met(const ev_facts *x, long *v, size_t max)
{
	const long least = x->a.symbolic && !x->r->own ? 2 : 1;
	size_t n = 0;

	for (const ev_cell *o = NULL; (o = ev_alike(x->r, x->c, EV_BY_SERIES, o));)
		for (size_t k = 0; k < o->of->nmet; k++) {
			const long t = o->of->met[k];

			if (t >= least && !ev_has(x->a.tokens, x->a.ntokens, t * x->all->batch))
				ev_add(v, &n, max, t);
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

		if (m->of->counters.limit_hits > 0 && !ev_staged_anew(x, m->name) &&
		    ev_is_mine(x, &m->of->counters) == 1)
			return m;
	}
	return NULL;
}

int
ev_met_before(const ev_facts *x)
{
	const ev_of_cell *mine = x->c->of;

	for (size_t k = 0; k < mine->nmet; k++) {
		const ev_cell *o = ev_alike(x->r, x->c, EV_BY_SERIES, NULL);

		while (o != x->c && !ev_has(o->of->met, o->of->nmet, mine->met[k]))
			o = ev_alike(x->r, x->c, EV_BY_SERIES, o);
		if (o == x->c)
			return 0;
	}
	return mine->nmet > 0 && mine->nmet < EV_MAX_DIMS;
}
