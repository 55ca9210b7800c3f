/* Rule on counts of the published schemas: graphs and frames that the counters of a
 * prefill have, against the sizes and the times of its cells. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "alike.h"
#include "rules.h"
#include "shapes.h"

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
	long seen[EV_MAX_DIMS], mine[EV_MAX_DIMS];
	size_t n;
	const size_t *at = ev_alike(x->r, x->c, EV_BY_MODE | EV_BY_MODEL | EV_BY_DTYPE, &n);

	*t = (tally){.whole = 1};
	for (size_t i = 0; i < n; i++) {
		const ev_cell *c = &x->r->cell[at[i]];
		size_t k = c->claims ? ev_sizes(x, c, mine, EV_MAX_DIMS) : 0;

		t->pauses += !c->claims && x->all->numbers[at[i]].wait >= 0.2 * ev_compile_ms(x->c) / 1e3;
		if (!c->claims)
			continue;
		t->waits += x->all->numbers[at[i]].wait >= 0.2 * ev_compile_ms(c) / 1e3;
		t->whole &= c->nok == c->n && k > 0 && k < EV_MAX_DIMS;
		while (k-- > 0)
			if (!ev_has(seen, t->sizes, mine[k]) && t->sizes < EV_MAX_DIMS) {
				t->done += ev_has(x->a.tokens, x->a.ntokens, mine[k] * x->all->batch);
				seen[t->sizes++] = mine[k];
			}
	}
	for (size_t i = 0; i < x->a.ntokens; i++)
		if (x->a.tokens[i] > 1 && !ev_has(seen, t->sizes, x->a.tokens[i] / x->all->batch) &&
		    !ev_has(x->s.tokens, x->s.ntokens, x->a.tokens[i]))
			t->which = t->strange++ ? t->which : x->a.tokens[i];
}

void
ev_counts_published(const ev_facts *x, ev_finding *f)
{
	const ev_counters *a = &x->a;
	tally t = {0};
	double waits;

	if (!x->c->claims) {
		ev_set(f, EV_NOT_ASKED, "the cell does not claim to be compiled");
		return;
	}
	if (a->empty || x->a_is_mine != 1 || isnan(a->graphs) || isnan(a->frames_ok)) {
		ev_set(f, EV_UNKNOWN, "no graphs and frames of this model are counted");
		return;
	}
	ev_where(f, x->after_where, "");
	if (!ev_is_decode(x->c))
		count(x, &t);
	waits = (double)t.waits - (double)t.pauses;
	if (a->frames_ok > a->frames)
		ev_alarm(f, "the counters have %.0f frames, and %.0f of them were captured", a->frames, a->frames_ok);
	else if (a->limit_hits > 0 && a->frames == a->frames_ok)
		ev_alarm(f, "the recompile limit was reached, and all %.0f frames were captured", a->frames);
	else if (a->graphs > a->frames)
		ev_set(f, EV_FAILS, "the counters have %.0f frames, and %.0f graphs", a->frames, a->graphs);
	else if (ev_is_decode(x->c))
		ev_set(f, EV_HOLDS, "graphs and frames count the same");
	else if ((double)t.done + (a->symbolic && t.done < t.sizes) > a->graphs)
		ev_alarm(f, "the counters have products of %zu timed sizes%s, and %.0f graphs", t.done,
		    a->symbolic && t.done < t.sizes ? " and of any number" : "", a->graphs);
	else if (t.whole && a->limit_hits > 0 && !a->symbolic && a->graphs == (double)t.done &&
	    (double)(t.sizes - t.done) < a->limit_hits)
		ev_set(f, EV_FAILS, "the recompile limit was reached after %zu graphs, one for each of %zu timed sizes: "
		    "the size that was refused is of no cell", t.done, t.sizes);
	else if (a->frames > 0 && waits >= 2 * a->frames && waits >= a->frames + 2)
		ev_alarm(f, "the time of a compile passed before %zu cells, and the counters have %.0f frames",
		    t.waits, a->frames);
	else if (t.whole && t.strange && t.done && !a->symbolic && !x->all->sizes_odd)
		ev_set(f, EV_FAILS, "a graph for %ld tokens was compiled, and no sample has so many", t.which);
	else
		ev_set(f, EV_HOLDS, "graphs, frames and sizes count the same");
}
