/* Rule on counts of the published schemas: graphs and frames that the counters of a
 * prefill have, against the sizes and the times of its cells. */
#include "rules.h"

/* What is counted over the cells of one mode, model and dtype. All but pauses is of the
 * cells that claim to be compiled. */
typedef struct {
	size_t sizes, done;    /* timed sizes; those that have a graph of their own */
	size_t strange;        /* sizes with a graph that no sample has */
	long which;            /* the first of them */
	size_t waits;          /* cells before which the time of a compile passed */
	size_t pauses;         /* cells that claim nothing, before which it passed too */
	int whole;             /* no cell has an error, and none is without tokens */
} tally;

static void
count(const ev_facts *x, tally *t)
{
	long seen[EV_MAX_DIMS];

	*t = (tally){.whole = 1};
	for (const ev_cell *c = NULL; (c = ev_alike(x->r, x->c, EV_BY_STAGE, c));) {
		const size_t n = c->of->nmet;
		double once = ev_compile_ms(c->claims ? c : x->c) / 1e3;

		*(c->claims ? &t->waits : &t->pauses) += c->of->numbers.wait >= 0.2 * once;
		if (!c->claims)
			continue;
		t->whole &= c->nok == c->n && n > 0 && n < EV_MAX_DIMS;
		for (size_t k = 0; k < n; k++)
			if (!ev_has(seen, t->sizes, c->of->met[k]) && t->sizes < EV_MAX_DIMS) {
				t->done += ev_has(x->a.tokens, x->a.ntokens, c->of->met[k] * x->all->batch);
				seen[t->sizes++] = c->of->met[k];
			}
	}
	for (size_t i = 0; i < x->a.ntokens; i++)
		if (x->a.tokens[i] > 1 && !ev_has(seen, t->sizes, x->a.tokens[i] / x->all->batch) &&
		    !ev_has(x->s.tokens, x->s.ntokens, x->a.tokens[i]))
			t->which = t->strange++ ? t->which : x->a.tokens[i];
}

ev_finding *
ev_counts_published(const ev_facts *x, ev_finding *f)
{
	const ev_counters *a = &x->a;
	tally t = {0};
	double waits;

	if (a->empty || x->a_is_mine != 1 || isnan(a->graphs) || isnan(a->frames_ok))
		return ev_unknown(f, "no graphs and frames of this model are counted");
	ev_where_after(f, x, "");
	if (!ev_is_decode(x->c))
		count(x, &t);
	waits = (double)t.waits - (double)t.pauses;
	if (a->frames_ok > a->frames)
		return ev_alarm(f, "the counters have %.0f frames, but %.0f of them were captured",
		    a->frames, a->frames_ok);
	if (a->limit_hits > 0 && a->frames == a->frames_ok)
		return ev_alarm(f, "the recompile limit was reached, but all %.0f frames were captured",
		    a->frames);
	if (a->graphs > a->frames)
		return ev_fails(f, "the counters have %.0f frames, but %.0f graphs", a->frames, a->graphs);
	if (ev_is_decode(x->c))
		return ev_holds(f, "graphs and frames count the same");
	if ((double)t.done + (a->symbolic && t.done < t.sizes) > a->graphs)
		return ev_alarm(f, "the counters have products of %zu timed sizes%s, and %.0f graphs", t.done,
		    a->symbolic && t.done < t.sizes ? " and of any number" : "", a->graphs);
	if (t.whole && a->limit_hits > 0 && !a->symbolic && a->graphs == (double)t.done &&
	    (double)(t.sizes - t.done) < a->limit_hits)
		return ev_fails(f, "the recompile limit was reached after %zu graphs, one for each of %zu "
		    "timed sizes: no cell has the size that was refused", t.done, t.sizes);
	if (a->frames > 0 && waits >= 2 * a->frames && waits >= a->frames + 2)
		return ev_alarm(f, "before %zu cells there was time for a compile, but the counters have "
		    "%.0f frames", t.waits, a->frames);
	if (t.whole && t.strange && t.done && !a->symbolic && !x->all->sizes_odd)
		return ev_fails(f,
		    "a graph for %ld tokens was compiled, but no sample has that many", t.which);
	return ev_holds(f, "graphs, frames and sizes count the same");
}
