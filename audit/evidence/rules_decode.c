/* The rule on decode: how many of its steps were compiled. With a growing cache
 * each step has another length of keys, and needs a graph of its own. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "alike.h"
#include "rules.h"
#include "shapes.h"

/* Lengths of keys that decode was compiled for, in this mode or before; *known:
 * some counters tell, so that what is not among them was not compiled; *hidden:
 * decode was compiled, and the products do not tell the length (attention is no
 * product where one kernel does it all); *limited: the recompile limit was reached;
 * *symbolic: some was compiled for any length. */
static size_t
compiled_keys(const ev_facts *x, long *v, int *known, int *hidden, int *limited, int *symbolic)
{
	size_t n = 0, nkeys;
	long keys[EV_MAX_DIMS];
	int any;

	*known = *hidden = *limited = *symbolic = 0;
	for (size_t i = 0; i < x->r->nmode; i++) {
		const ev_mode *m = &x->r->mode[i];
		const ev_counters *c = &x->all->mode[i];

		if (c->present && !x->twins && !ev_staged_anew(x, m->name) && ev_is_mine(x, c) == 1) {
			nkeys = ev_counters_keys(c, x->head, keys, &any);
			*symbolic |= any;
			*limited |= c->limit_hits > 0;
			if (c->limit_hits > 0 || (strcmp(m->name, x->c->mode) == 0 && nkeys))
				*known = 1;
			if (!x->head && strcmp(m->name, "prefill") != 0 && (ev_has(c->tokens, c->ntokens, 1) || ev_has(c->tokens, c->ntokens, x->all->batch)))
				*hidden = 1;
			for (size_t k = 0; k < nkeys && n < EV_MAX_DIMS; k++)
				if (!ev_has(v, n, keys[k]))
					v[n++] = keys[k];
		}
		if (strcmp(m->name, x->c->mode) == 0)
			break;
	}
	return n;
}

/* Whether a size above 1 was compiled that no prompt of the series has: prompts were
 * padded, or several in a call. */
static int
other_sizes(const ev_facts *x)
{
	long own[EV_MAX_DIMS];
	size_t n = 0, cells;
	int other = 0;
	const size_t *at = ev_alike(x->r, x->c, EV_BY_SERIES, &cells);

	for (size_t i = 0; i < cells; i++) {
		const ev_cell *c = &x->r->cell[at[i]];
		for (size_t k = 0; k < c->n; k++) {
			double p = c->v[k].ok ? ev_prompt_of(x, c, k) : NAN;

			if (p >= 1 && n < EV_MAX_DIMS && !ev_has(own, n, (long)p))
				own[n++] = (long)p;
		}
	}
	for (size_t i = 0; i < x->a.ntokens; i++)
		other |= x->a.tokens[i] > 1 && !ev_has(own, n, x->a.tokens[i]);
	return other;
}

/* Shares of prefill, by the products of prefill in the counters of this mode and of
 * those before, where no cell has timed it alone; NaN. A prompt of one token is as
 * many rows as a step. */
static double
prefill_counted(const ev_facts *x)
{
	size_t n = 0, k = 0;

	if (!x->after || x->a.empty || x->a_is_mine != 1 || x->all->pad > 0 || other_sizes(x))
		return NAN;
	for (size_t i = 0; i < x->c->n; i++) {
		double p = x->c->v[i].ok ? ev_prompt_of(x, x->c, i) : 0;

		if (!x->c->v[i].ok)
			continue;
		if (isnan(p) || p < 2)
			return NAN;
		n++;
		k += ev_has(x->a.tokens, x->a.ntokens, (long)p) || x->a.symbolic;
		if (!ev_has(x->a.tokens, x->a.ntokens, (long)p) && !x->a.symbolic && x->a.limit_hits <= 0)
			return NAN;
	}
	return n ? (double)k / (double)n : NAN;
}

/* Graphs that the limit leaves for decode, after the compile stage and the
 * prefill shapes; by counting alone. */
static double
graphs_left(const ev_facts *x)
{
	long seen[EV_MAX_DIMS], mine[32];
	size_t n = 0, nm, cells;
	const size_t *at;
	double left;

	for (size_t i = 0; i < x->s.ntokens; i++)
		seen[n++] = x->s.tokens[i];
	at = ev_alike(x->r, x->c, EV_BY_MODEL | EV_BY_BACKEND | EV_BY_DTYPE, &cells);
	for (size_t i = 0; i < cells; i++) {
		const ev_cell *o = &x->r->cell[at[i]];

		if (strcmp(o->mode, "prefill") != 0)
			continue;
		nm = ev_sizes(x, o, mine, 32);
		for (size_t k = 0; k < nm; k++)
			if (!ev_has(seen, n, mine[k]) && n < EV_MAX_DIMS)
				seen[n++] = mine[k];
	}
	left = (double)x->limit - (double)n;
	return left > 0 ? left : 0;
}

/* The longest cache that a step of the model needs; 0 if not known. */
static long
longest_cache(const ev_facts *x)
{
	size_t cells;
	long most = 0;
	const size_t *at = ev_alike(x->r, x->c, EV_BY_MODEL | EV_BY_BACKEND | EV_BY_DTYPE, &cells);

	for (size_t i = 0; i < cells; i++) {
		const ev_cell *c = &x->r->cell[at[i]], *p;

		if (!ev_is_decode(c))
			continue;
		p = ev_other_mode(x->r, c, "prefill");
		for (size_t k = 0; k < c->n; k++) {
			double prompt = ev_prompt_of(x, c, k), all = c->v[k].ok ? (p ? (double)ev_rows_of(x, p, prompt) : prompt) + ev_new_tokens(x, c, k) : 0;

			if (all > (double)most)
				most = (long)all;
		}
	}
	return most;
}

/* The first lengths of keys that decode met, left of them at most: those that the
 * graphs went to which the limit left. */
static size_t
first_keys(const ev_facts *x, double left, long *v)
{
	size_t n = 0, cells;
	const size_t *at = ev_alike(x->r, x->c, EV_BY_MODEL | EV_BY_BACKEND | EV_BY_DTYPE, &cells);

	for (size_t i = 0; i < cells && (double)n < left; i++) {
		const ev_cell *c = &x->r->cell[at[i]], *p;

		if (!ev_is_decode(c))
			continue;
		p = ev_other_mode(x->r, c, "prefill");
		for (size_t k = 0; k < c->n && (double)n < left; k++) {
			double prompt = ev_prompt_of(x, c, k), steps = ev_new_tokens(x, c, k);

			if (!c->v[k].ok || isnan(prompt) || isnan(steps))
				continue;
			for (long t = p ? ev_rows_of(x, p, prompt) : (long)prompt; steps > 0 && (double)n < left; steps--)
				if (!ev_has(v, n, ++t))
					v[n++] = t;
		}
		if (c == x->c)
			break;
	}
	return n;
}

void
ev_decode(const ev_facts *x, ev_finding *f)
{
	long keys[EV_MAX_DIMS];
	size_t nkeys;
	double k = 0, n = 0, steps = NAN, part, left;
	int known, hidden, limited, symbolic, fixed, e2e = strcmp(x->c->mode, "e2e_kv") == 0;
	const ev_mode *m;
	long most;

	if (!x->c->claims || !ev_is_decode(x->c)) {
		ev_set(f, EV_NOT_ASKED, x->c->claims ? "the mode has no steps of decode" : "the cell does not claim to be compiled");
		return;
	}
	if (x->r->own) {
		ev_set(f, EV_NOT_ASKED, "each sample records what served its steps: see served");
		return;
	}
	/* shapes were not symbolic: by the record, or by counters that have every graph of the
	 * mode, or none after the limit was reached */
	fixed = ev_is_static(x) || (x->a_is_mine == 1 && !x->a.symbolic) || (x->after && x->a.empty && ev_limit_before(x));
	if (x->c->nok == 0 || (!x->stage && !x->counted) || !fixed) {
		ev_set(f, EV_UNKNOWN, "%s", x->c->nok == 0 ? "there is no sample" : !x->stage && !x->counted ? "no counters are recorded" :
		    ev_is_dynamic(x) ? "steps with symbolic shapes are not counted" : "whether shapes were symbolic is not recorded");
		return;
	}
	m = e2e && x->a.graphs > 0 && x->a_is_mine == 1 ? ev_limit_before(x) : NULL;
	if (m) {
		ev_set(f, EV_UNKNOWN, "the recompile limit was reached in mode %.40s, and graphs were compiled in this one: whether those of before still serve is not recorded", m->name);
		return;
	}
	part = !e2e ? 0 : ev_other_mode(x->r, x->c, "prefill") ? x->all->prefill[ev_other_mode(x->r, x->c, "prefill") - x->r->cell] :
	    !ev_mode_of(x->r, "prefill") && !ev_mode_of(x->r, "kv_decode") ? prefill_counted(x) : NAN;
	if (isnan(part)) {
		ev_set(f, EV_UNKNOWN, "whether its prefill is compiled is not known");
		return;
	}
	nkeys = compiled_keys(x, keys, &known, &hidden, &limited, &symbolic);
	if (!ev_is_static(x) && (symbolic || !known)) {
		ev_set(f, EV_UNKNOWN, symbolic ? "a graph of decode was compiled for any length of the cache: which steps it serves is not recorded" :
		    "no counters tell for which lengths of the cache decode was compiled");
		return;
	}
	if (hidden) {
		ev_where(f, x->after_where, "aten_mm_info");
		ev_set(f, EV_UNKNOWN, "graphs of one token were compiled, and no product in the counters tells for which lengths of the cache");
		return;
	}
	for (size_t i = 0; i < nkeys; i++) /* a growing cache has no length that no step needs */
		if (keys[i] > (most = longest_cache(x)) && most) {
			snprintf(f->where, sizeof f->where, "%.280s.aten_mm_info", x->after_where);
			ev_set(f, EV_UNKNOWN, "a graph of decode is for a cache of %ld positions, and no step needs more than %ld: the cache does not grow by each step, so how many it serves is not recorded",
			    keys[i], most);
			return;
		}
	if (!known && x->a_is_mine == 0 && x->a.graphs > 0) {
		ev_where(f, x->after_where, "");
		ev_set(f, EV_UNKNOWN, "the counters of the mode are of another model, and count graphs that were compiled in it: of this one's none are recorded");
		return;
	}
	if (!known && ev_staged_anew(x, "prefill")) {
		ev_where(f, x->c->file, "compile");
		ev_set(f, EV_UNKNOWN, "the compile stage was run anew for this mode: whether the graphs of prefill still count against the recompile limit is not recorded");
		return;
	}
	left = known ? 0 : graphs_left(x);
	if (!known && left <= EV_MAX_DIMS)
		nkeys = first_keys(x, left, keys);
	for (size_t i = 0; i < x->c->n; i++) {
		double p = ev_prompt_of(x, x->c, i);
		long rows;

		if (!x->c->v[i].ok)
			continue;
		steps = ev_new_tokens(x, x->c, i);
		if (isnan(p) || isnan(steps)) {
			ev_set(f, EV_UNKNOWN, "the lengths of the prompts are not recorded");
			return;
		}
		{
			const ev_cell *o = ev_other_mode(x->r, x->c, "prefill");

			rows = o ? ev_rows_of(x, o, p) : (long)p;
		}
		n += steps + e2e;
		k += part;
		if (!known && left > EV_MAX_DIMS)
			k += left < steps ? left : steps;
		for (size_t t = 0; t < nkeys; t++)
			k += keys[t] > rows && keys[t] <= rows + (long)steps;
	}
	f->k = k;
	f->n = n;
	k /= (double)x->c->nok;
	n /= (double)x->c->nok;
	snprintf(f->where, sizeof f->where, "%.280s", x->after_where);
	if (known && !limited && k < n) {
		ev_set(f, EV_UNKNOWN, "graphs of decode are there for %zu lengths of the cache, and the limit was not reached: what served the others, if it grows by each step, is not recorded", nkeys);
	} else if (known) {
		char list[200];

		ev_list(list, sizeof list, keys, nkeys < 12 ? nkeys : 12);
		m = x->a.empty ? ev_limit_before(x) : NULL;
		if (m)
			snprintf(f->where, sizeof f->where, "%.200s:dynamo_counters.unimplemented", m->file);
		ev_set(f, k < n ? EV_FAILS : EV_HOLDS, "%.3g of %.0f %s were compiled: %s%s%s%s%s", k, n, e2e ? "calls (one prefill and the steps)" : "steps",
		    nkeys ? "graphs of decode are there for caches of " : "no graph of decode is among the counters", list, nkeys ? " positions only" : "",
		    m ? ", and the recompile limit was reached in mode " : "", m ? m->name : "");
	} else if (left > 0) /* one graph is enough for all steps where the cache has one length */
		ev_set(f, EV_UNKNOWN, "at most %.3g of %.0f %s can have been compiled if each step has another length of the cache, which is not recorded: %s", k, n,
		    e2e ? "calls (one prefill and the steps)" : "steps",
		    f->k > (double)x->c->nok * part ? "the recompile limit leaves no more" : "steps before used up the recompile limit");
	else {
		f->at_most = 1;
		ev_set(f, EV_FAILS, "at most %.3g of %.0f %s can have been compiled: each step has another length of the cache, and "
		    "the shapes of prefill used up the recompile limit", k, n, e2e ? "calls (one prefill and the steps)" : "steps");
	}
}
