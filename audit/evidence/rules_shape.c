/* Rules on the shapes of prefill: what was compiled, what was timed, and the limit
 * between. */
#include <stdint.h>

#include "rules.h"

ev_finding *
ev_shapes(const ev_facts *x, ev_finding *f)
{
	const ev_sized *z = &x->sized;
	const ev_of_cell *of = x->c->of;
	const size_t most = 24, ndone = x->a.ntokens < most ? x->a.ntokens : most;
	char list[200], have[200], how[80] = "";

	if (ev_is_decode(x->c))
		return ev_not_asked(f, "its shapes are those of the steps: see decode");
	if (strcmp(x->c->mode, "uncached") == 0)
		return ev_not_asked(f, "its prompts grow: see served");
	ev_where_after(f, x, "");
	ev_list(list, sizeof list, z->missing, z->nmissing);
	ev_list(have, sizeof have, x->a.tokens, ndone);
	if (z->state == EV_UNKNOWN && z->why == EV_S_OTHER)
		return ev_unknown(f, "%s", !x->after ? "no counters of the mode are recorded" : x->a.empty ?
		    "the counters of the mode are empty" : x->a_is_mine == 0 ? "the counters of the mode are of "
		    "another model" : "the counters of the mode do not tell this model's shapes");
	ev_where_after(f, x, "aten_mm_info");
	if (z->state == EV_UNKNOWN) {
		if (z->why == EV_S_NONE)
			return ev_unknown(f, "no sample records its tokens");
		if (z->why == EV_S_STAGED)
			return ev_unknown(f, "no graph for %s tokens was compiled in the mode, but the compile "
			    "stage compiled one %s: whether it was used is not recorded", list, z->staged ?
			    "of that size" : "for any number above 1");
		if (z->why == EV_S_REFUSED)
			return ev_unknown(f, "%.0f frames were refused, and %zu graphs are for any number above 1: "
			    "which of %zu sizes they serve is not recorded", ev_counters_refused(&x->a), z->graphs,
			    z->met);
		return ev_unknown(f, "compiled are %s, and some prompts left no sample: whether those are "
		    "padded, or several in a call, is not recorded", have);
	}
	f->k = (double)z->k;
	f->n = (double)z->n;
	if (x->a.symbolic)
		snprintf(have + strlen(have), sizeof have - strlen(have), "%sany number%s", ndone ? ", and " :
		    "", x->r->own ? "" : " above 1");
	if (x->all->batch > 1)
		snprintf(how, sizeof how, " (in batches of %ld, by the compiled sizes)", x->all->batch);
	else if (x->all->pad > 0)
		snprintf(how, sizeof how, " (padded%s)", x->all->pad_recorded ? "" : ", by the compiled sizes: "
		    "the manifest does not say so");
	if (z->state == EV_HOLDS) {
		ev_list(list, sizeof list, of->size, of->nmet < most ? of->nmet : most);
		return ev_holds(f, "the timed sizes are %s tokens%s; the compiled sizes are %s", list, how, have);
	}
	if (z->graphs && ev_counters_refused(&x->a) > 0)
		return ev_fails(f, "%zu graphs were compiled for the first of %zu sizes above 1, and %.0f of "
		    "these refused: %s came after them", z->graphs, z->met, ev_counters_refused(&x->a), list);
	return ev_fails(f, "no graph for %s tokens%s was compiled%s; the compiled sizes are %s",
		list, x->all->batch > 1 ? how : "", x->a.limit_hits > 0 ? ", and the recompile limit was "
		    "reached" : "", have);
}

/* Place of the cell's last shape among all shapes that its model met, the compile
 * stage's first; 0 if not known. *first: that of its first one. apart: no timed prompt is
 * served by what the compile stage compiled, though it has as many tokens. */
static size_t
place_of(const ev_facts *x, int apart, long *which, size_t *first)
{
	long seen[EV_MAX_DIMS];
	size_t n = 0, last = 0;

	for (size_t i = 0; i < x->s.ntokens && n < EV_MAX_DIMS; i++)
		seen[n++] = apart ? -1 : x->s.tokens[i];
	*first = SIZE_MAX;
	for (const ev_cell *o = NULL; o != x->c;) {
		o = ev_alike(x->r, x->c, EV_BY_SERIES, o);
		for (size_t k = 0; k < o->of->nmet; k++) {
			const long mine = o->of->size[k];
			size_t nth = 0;

			while (nth < n && seen[nth] != mine)
				nth++;
			if (nth == n && n < EV_MAX_DIMS)
				seen[n++] = mine;
			if (o == x->c && nth + 1 < *first)
				*first = nth + 1;
			if (o == x->c && nth + 1 > last) {
				last = nth + 1;
				*which = mine;
			}
		}
	}
	return last;
}

/* Graphs of this model: those of the compile stage, of this mode and of those before. */
static double
graphs_so_far(const ev_facts *x)
{
	double n = isnan(x->s.graphs) ? INFINITY : x->s.graphs;

	for (const ev_mode *m = x->r->mode; m < x->r->mode + x->r->nmode; m++) {
		const ev_counters *c = &m->of->counters;

		if (!c->empty && (isnan(c->graphs) || x->twins || ev_is_mine(x, c) != 1))
			return INFINITY; /* some are not counted */
		n += c->empty ? 0 : c->graphs;
		if (strcmp(m->name, x->c->mode) == 0)
			break;
	}
	return n;
}

static const char *
ordinal(size_t n)
{
	return n % 100 / 10 == 1 ? "th" : n % 10 == 1 ? "st" : n % 10 == 2 ? "nd" : n % 10 == 3 ? "rd" :
	    "th";
}

ev_finding *
ev_limit(const ev_facts *x, ev_finding *f)
{
	const char *by = x->limit_recorded ? "recorded" : "torch's default; not recorded";
	const size_t limit = (size_t)x->limit;
	const ev_mode *m;
	size_t place, first, earlier;
	long which = 0, other = 0;
	int mine = x->after && !x->a.empty && x->a_is_mine == 1;

	ev_where_after(f, x, "");
	if (mine && x->a.limit_hits > 0) {
		const ev_sized *z = &x->sized;

		ev_where_after(f, x, "unimplemented");
		if (x->limit_recorded && !x->r->own && graphs_so_far(x) < (double)x->limit)
			return ev_alarm(f, "the recompile limit was reached after %.0f graphs, and %ld is recorded as "
			    "the limit", graphs_so_far(x), x->limit);
		if (z->state == EV_UNKNOWN && z->why == EV_S_REFUSED)
			return ev_unknown(f, "the recompile limit was reached in this mode; by which size is not "
			    "recorded");
		if (z->state == EV_HOLDS)
			return ev_holds(f, "the limit was reached in this mode, but not by a shape of this cell");
		return ev_fails(f, "the recompile limit was reached in this mode, and this cell needs shapes "
		    "that were not compiled");
	}
	if (!x->r->own && (m = ev_limit_before(x)))
		return ev_fails(ev_where(f, m->file, "dynamo_counters.unimplemented"), "the recompile limit was "
		    "reached in mode %.40s, before this one; nothing new was compiled after it", m->name);
	if (mine)
		return ev_holds(f, "the counters of this mode do not say that the limit was reached");
	if (x->dynamic > 0 && !ev_is_decode(x->c))
		return ev_holds(f, "shapes were symbolic: one graph serves them all");
	if (!x->stage || x->r->own)
		return ev_unknown(f, "no counters show how many graphs there were");
	if (ev_is_decode(x->c)) {
		double steps = x->c->n ? ev_new_tokens(x, x->c, 0) : NAN;

		ev_where(f, x->c->file, "compile.dynamic");
		if (steps > (double)x->limit && x->dynamic == 0)
			return ev_fails(f, "%.0f steps have %.0f lengths of the cache, and the limit is %ld (%s)", steps,
			    steps, x->limit, by);
		return ev_unknown(f, "the steps may fit the limit");
	}
	if ((place = place_of(x, 0, &which, &first)) == 0)
		return ev_unknown(f, "the order of the shapes is not known");
	ev_where(f, x->c->file, "tokens");
	if (place <= limit && place_of(x, 1, &other, &earlier) > limit)
		return ev_unknown(f, "%ld tokens are the %zu%s shape of this model or the one after it: a prompt "
		    "is as long as that of the compile stage; the limit is %ld", which, place, ordinal(place),
		    x->limit);
	if (place > limit && first <= limit)
		return ev_unknown(f, "%ld tokens are the %zu%s shape of this model, counting the compile stage, "
		    "and others of the cell come before: the limit is %ld (%s)", which, place, ordinal(place),
		    x->limit, by);
	return ev_set(f, place <= limit ? EV_HOLDS : x->dynamic == 0 ? EV_FAILS : EV_UNKNOWN,
	    "%ld tokens are the %zu%s shape of this model, counting the compile stage; the limit is %ld "
	    "(%s)", which, place, ordinal(place), x->limit, by);
}
