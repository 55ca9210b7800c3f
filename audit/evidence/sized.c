/* Sizes: which of a prefill's samples were compiled, and what of them came before. */
#include "facts.h"

/* Sizes of the timed prompts of the cell's mode and model that have no graph of their
 * own, in the order in which they were met; without 1 where torch made some symbolic, which
 * it never makes that. */
static size_t
sizes_met(const ev_facts *x, long *v)
{
	const long least = x->a.symbolic && !x->r->own ? 2 : 1;
	size_t n = 0;

	for (const ev_cell *o = NULL; (o = ev_alike(x->r, x->c, EV_BY_SERIES, o));)
		for (size_t k = 0; k < o->of->nmet; k++) {
			const long t = o->of->met[k];

			if (t >= least && !ev_has(x->a.tokens, x->a.ntokens, t * x->all->batch))
				ev_add(v, &n, EV_MAX_DIMS, t);
		}
	return n;
}

/* Sizes of the mode and model without a graph of their own, as they were met, and
 * graphs for any number. Where more than one of these were compiled, or a frame was
 * refused, they do not serve every size; and where graphs and refusals together are as
 * many as the sizes, the first of them were compiled and the last refused. */
typedef struct { long met[EV_MAX_DIMS]; size_t n, graphs; int refused, told; } left_over;

static void
find_left(const ev_facts *x, left_over *l)
{
	const double refused = x->r->own ? 0 : ev_counters_refused(&x->a);
	const double any = x->a.symbolic ? x->a.graphs - (double)x->a.ntokens : 0;

	l->n = refused > 0 || any > 1 ? sizes_met(x, l->met) : 0;
	l->graphs = any >= 1 ? (size_t)any : (size_t)(x->a.symbolic != 0);
	l->refused = refused > 0;
	l->told = refused > 0 && (!x->a.symbolic || any >= 1) && (double)l->n == any + refused;
}

static void
undecided(ev_sized *z, int why)
{
	z->state = EV_UNKNOWN;
	z->why = why;
}

/* Whether graphs for any number serve t. Guards of assay-run(5) begin at 1. */
static int
serves(const ev_facts *x, const left_over *l, long t)
{
	if (!x->a.symbolic || (t <= 1 && !x->r->own))
		return 0;
	return !l->refused || (l->told && ev_has(l->met, l->graphs < l->n ? l->graphs : l->n, t));
}

void
ev_find_sized(ev_facts *x)
{
	ev_sized *z = &x->sized;
	left_over l;

	*z = (ev_sized){.state = EV_NOT_ASKED};
	if (!x->c->claims || ev_is_decode(x->c))
		return;
	if (!x->after || x->a.empty || x->a_is_mine != 1 || (!x->a.ntokens && !x->a.symbolic)) {
		undecided(z, EV_S_OTHER);
		return;
	}
	find_left(x, &l);
	if (x->a.symbolic && !x->r->own && (l.graphs > 1 || l.refused)) {
		z->graphs = l.graphs;
		z->met = l.n;
	}
	for (const ev_sample *s = x->c->v; s < x->c->v + x->c->n; s++) {
		long t;

		if (!s->ok || isnan(s->tokens))
			continue;
		z->n++;
		t = ev_rows_of(x, x->c, s->tokens);
		if (ev_has(x->a.tokens, x->a.ntokens, t * x->all->batch) || serves(x, &l, t)) {
			z->k++;
			continue;
		}
		ev_add(z->missing, &z->nmissing, EV_MISSING, t);
		z->staged += ev_has(x->s.tokens, x->s.ntokens, t);
		z->any += x->s.symbolic && t > 1;
	}
	if (z->n == 0)
		undecided(z, EV_S_NONE);
	else if (z->nmissing && x->a.symbolic && l.refused && !l.told)
		undecided(z, EV_S_REFUSED);
	else if ((z->staged || z->any) && !x->r->own && !l.told)
		undecided(z, EV_S_STAGED);
	else if (z->k < z->n && x->all->sizes_odd)
		undecided(z, EV_S_ODD);
	else
		z->state = z->k == z->n ? EV_HOLDS : EV_FAILS;
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
