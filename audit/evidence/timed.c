/* Facts of time: what passed before a cell, and how fast it is. */
#include "facts.h"
#include "spans.h"

/* Whether a compile may be in what the cell lasted longer than its samples and the
 * pauses between them. So it may where cells start before their warm-ups, or where no
 * time for a compile passed before this cell, whose sizes were not met. */
static int
may_hold_compile(const ev_facts *x)
{
	const ev_cell *c = x->c, *before = ev_cell_before(x->r, c);
	double once = ev_compile_ms(c) / 1e3, pause = ev_pause_s(x->r, c);

	return c->claims && ev_beside_s(c) - (isnan(pause) ? 0 :
	    1.25 * pause * (double)c->nok) >= 0.2 * once &&
	    (x->r->may_start_early || (before && c->started - before->ended < 0.2 * once &&
	    !ev_met_before(x)));
}

static void
find_time(ev_facts *x)
{
	const ev_cell *c = x->c, *before = ev_cell_before(x->r, c);
	ev_timed *t = &x->timed;

	*t = (ev_timed){.state = EV_UNKNOWN, .once = ev_compile_ms(c) / 1e3, .beside = ev_beside_s(c),
	    .may_hold = may_hold_compile(x)};
	if (isnan(c->started) || !before || !(t->once > 0)) {
		t->why = isnan(c->started) ? EV_T_NO_START : isnan(t->once) ? EV_T_NO_ONCE : EV_T_FIRST;
		return;
	}
	t->gap = c->started - before->ended;
	if (x->r->starts_early) /* then what the cell lasted longer than its samples is before them too */
		t->gap += t->beside;
	t->warm = ev_warmups_s(x->r, c, 0.9);
	t->slowest = ev_quantile_ms(c, 1, 0, c->n) / 1e3;
	if (t->gap - t->warm >= 0.2 * t->once)
		t->state = EV_HOLDS;
	else if (!ev_steady(c) || !ev_steady(before))
		t->why = EV_T_STEPPED;
	else if (t->slowest - ev_quantile_ms(c, 0.5, 0, c->n) / 1e3 >= 0.05 * t->once)
		t->why = EV_T_INSIDE;
	else if (t->may_hold)
		t->why = EV_T_BESIDE;
	else if (ev_met_before(x))
		t->why = EV_T_MET;
	else if (t->gap - t->warm <= 0.05 * t->once)
		t->state = EV_FAILS;
}

/* Whether some prompts of a prefill run faster than uncompiled ones and some do not. */
static int
uneven(const ev_cell *c, const ev_cell *e)
{
	size_t fast = 0, slow = 0;

	if (ev_is_decode(c))
		return 0;
	for (size_t i = 0; i < c->n; i++) {
		size_t k = 0;
		double q;

		while (k < i && c->v[k].tokens != c->v[i].tokens)
			k++;
		if (k < i || isnan(c->v[i].tokens))
			continue;
		q = ev_quantile_of(c, 0.1, c->v[i].tokens) / ev_quantile_of(e, 0.1, c->v[i].tokens);
		fast += q < 0.9;
		slow += q >= 0.9;
	}
	return fast > 0 && slow > 0;
}

/* The fastest tenth: what clocks, caches and a late start disturb least. */
static void
find_pace(ev_facts *x)
{
	const ev_cell *c = x->c, *e = x->eager;
	ev_paced *p = &x->paced;

	*p = (ev_paced){.state = EV_UNKNOWN, .tenth = NAN, .median = NAN};
	if (!e || e->nok == 0 || c->nok == 0)
		return;
	p->tenth = ev_quantile_ms(c, 0.1, 0, c->n) / ev_quantile_ms(e, 0.1, 0, e->n);
	p->median = ev_quantile_ms(c, 0.5, 0, c->n) / ev_quantile_ms(e, 0.5, 0, e->n);
	if (!uneven(c, e))
		p->state = p->tenth < 0.9 ? EV_HOLDS : p->tenth <= 1.2 ? EV_FAILS : EV_UNKNOWN;
}

/* Whether the others of its series had time to compile their sizes. */
static void
find_others(ev_facts *x)
{
	if (x->timed.state != EV_FAILS || x->sized.state != EV_HOLDS)
		return;
	for (size_t k = 0; k < x->c->of->nmet; k++)
		if (ev_has(x->s.tokens, x->s.ntokens, x->c->of->met[k]))
			return; /* the compile stage may have done it */
	for (const ev_cell *o = NULL; (o = ev_alike(x->r, x->c, EV_BY_SERIES, o));) {
		size_t k = o->of->nmet;

		while (k > 0 && ev_has(x->a.tokens, x->a.ntokens, o->of->met[k - 1] * x->all->batch))
			k--;
		if (o != x->c && o->of->nmet && !k)
			++*(o->of->numbers.wait >= 0.2 * x->timed.once ? &x->timed.waited : &x->timed.hurried);
	}
}

void
ev_find_timed(ev_facts *x)
{
	if (!x->c->claims)
		return;
	find_time(x);
	find_others(x);
	find_pace(x);
}
