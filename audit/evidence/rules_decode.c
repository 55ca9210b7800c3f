/* The rule on decode: how many of its steps were compiled. With a growing cache
 * each step has another length of keys, and needs a graph of its own. */
#include <limits.h>

#include "rules.h"

/* What the counters of this mode and of those before tell of graphs of decode. */
typedef struct {
	long v[EV_MAX_DIMS]; size_t n; /* lengths of keys that it was compiled for */
	int known;             /* what is not among them was not compiled */
	/* decode was compiled, and the products do not tell the length (attention is no
	 * product where one kernel does it all) */
	int hidden;
	int limited;           /* the recompile limit was reached */
	int symbolic;          /* some was compiled for any length */
} compiled_keys;

static void
find_keys(const ev_facts *x, compiled_keys *g)
{
	*g = (compiled_keys){.n = 0};
	for (const ev_mode *m = x->r->mode; m < x->r->mode + x->r->nmode; m++) {
		const ev_counters *c = &m->of->counters;

		if (c->present && !x->twins && !ev_staged_anew(x, m->name) && ev_is_mine(x, c) == 1) {
			long keys[EV_MAX_DIMS];
			int any;
			size_t n = ev_counters_keys(c, x->head, keys, &any);

			g->symbolic |= any;
			g->limited |= c->limit_hits > 0;
			g->known |= c->limit_hits > 0 || (strcmp(m->name, x->c->mode) == 0 && n);
			g->hidden |= !x->head && strcmp(m->name, "prefill") != 0 &&
			    (ev_has(c->tokens, c->ntokens, 1) || ev_has(c->tokens, c->ntokens, x->all->batch));
			for (size_t k = 0; k < n; k++)
				ev_add(g->v, &g->n, EV_MAX_DIMS, keys[k]);
		}
		if (strcmp(m->name, x->c->mode) == 0)
			break;
	}
}

/* Whether a size above 1 was compiled that no prompt of the series has: prompts were
 * padded, or several in a call. */
static int
other_sizes(const ev_facts *x)
{
	long own[EV_MAX_DIMS];
	size_t n = 0;

	for (const ev_cell *c = NULL; (c = ev_alike(x->r, x->c, EV_BY_SERIES, c));)
		for (size_t k = 0; k < c->n; k++) {
			double p = c->v[k].ok ? ev_prompt_of(x, c, k) : NAN;

			if (p >= 1)
				ev_add(own, &n, EV_MAX_DIMS, (long)p);
		}
	for (size_t i = 0; i < x->a.ntokens; i++)
		if (x->a.tokens[i] > 1 && !ev_has(own, n, x->a.tokens[i]))
			return 1;
	return 0;
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
		int done;

		if (!x->c->v[i].ok)
			continue;
		if (!(p >= 2))
			return NAN;
		done = x->a.symbolic || ev_has(x->a.tokens, x->a.ntokens, (long)p);
		if (!done && x->a.limit_hits <= 0)
			return NAN;
		n++;
		k += (size_t)done;
	}
	return n ? (double)k / (double)n : NAN;
}

/* Graphs that the limit leaves for decode, after the compile stage and the
 * prefill shapes; by counting alone. */
static double
graphs_left(const ev_facts *x)
{
	long seen[EV_MAX_DIMS];
	size_t n = 0;
	double left;

	for (size_t i = 0; i < x->s.ntokens; i++)
		seen[n++] = x->s.tokens[i];
	for (const ev_cell *o = NULL; (o = ev_alike(x->r, x->c, EV_BY_PROGRAM, o));)
		for (size_t i = 0; strcmp(o->mode, "prefill") == 0 && i < o->of->nmet; i++)
			ev_add(seen, &n, EV_MAX_DIMS, o->of->met[i]);
	left = (double)x->limit - (double)n;
	return left > 0 ? left : 0;
}

enum { NOT_KNOWN = INT_MIN };

/* Positions of the cache before the first step of a sample. */
static long
begins_at(const ev_facts *x, const ev_cell *c, size_t sample)
{
	const ev_cell *p = ev_other_mode(x->r, c, "prefill");
	double prompt = ev_prompt_of(x, c, sample);

	return isnan(prompt) ? NOT_KNOWN : p ? ev_rows_of(x, p, prompt) : (long)prompt;
}

/* The longest cache that a step of the model needs; 0 if not known. */
static long
longest_cache(const ev_facts *x)
{
	long most = 0;

	for (const ev_cell *c = NULL; (c = ev_alike(x->r, x->c, EV_BY_PROGRAM, c));)
		for (size_t k = 0; ev_is_decode(c) && k < c->n; k++) {
			long from = c->v[k].ok ? begins_at(x, c, k) : NOT_KNOWN;
			double all = from == NOT_KNOWN ? 0 : (double)from + ev_new_tokens(x, c, k);

			most = all > (double)most ? (long)all : most;
		}
	return most;
}

/* The first lengths of keys that decode met, left of them at most: those that the
 * graphs went to which the limit left. */
static size_t
first_keys(const ev_facts *x, double left, long *v)
{
	size_t n = 0;

	for (const ev_cell *c = NULL; (c = ev_alike(x->r, x->c, EV_BY_PROGRAM, c)) && (double)n < left;) {
		for (size_t k = 0; ev_is_decode(c) && k < c->n && (double)n < left; k++) {
			double steps = ev_new_tokens(x, c, k);
			long t = c->v[k].ok && steps > 0 ? begins_at(x, c, k) : NOT_KNOWN;

			for (; t != NOT_KNOWN && steps > 0 && (double)n < left; steps--)
				ev_add(v, &n, EV_MAX_DIMS, ++t);
		}
		if (c == x->c)
			break;
	}
	return n;
}

/* Where nothing can be counted: returns f. part: the share of its prefill that was compiled,
 * of a cell end to end. */
static ev_finding *
uncountable(const ev_facts *x, double part, const compiled_keys *g, ev_finding *f)
{
	long most = g->n ? longest_cache(x) : 0;

	if (isnan(part))
		return ev_unknown(f, "whether its prefill is compiled is not known");
	if (x->dynamic != 0 && g->symbolic)
		return ev_unknown(f, "a graph of decode was compiled for any length of the cache: which steps it "
		    "serves is not recorded");
	if (x->dynamic != 0 && !g->known)
		return ev_unknown(f, "no counters show for which lengths of the cache decode was compiled");
	if (g->hidden)
		return ev_unknown(ev_where(f, x->after_where, "aten_mm_info"), "graphs of one token were "
		    "compiled, and no product in the counters tells for which lengths of the cache");
	for (size_t i = 0; i < g->n; i++) /* a growing cache has no length that no step needs */
		if (most && g->v[i] > most)
			return ev_unknown(ev_where_after(f, x, "aten_mm_info"), "a graph of decode is for a "
			    "cache of %ld positions, and no step needs more than %ld: the cache does not grow "
			    "with each step, so how many it serves is not recorded", g->v[i], most);
	if (!g->known && x->a_is_mine == 0 && x->a.graphs > 0)
		return ev_unknown(ev_where_after(f, x, ""), "the counters of the mode are of another model "
		    "and count the graphs of that model; none of this model are recorded");
	if (!g->known && ev_staged_anew(x, "prefill"))
		return ev_unknown(ev_where(f, x->c->file, "compile"), "the compile stage was repeated for "
		    "this mode: whether the graphs of prefill still count against the recompile limit is "
		    "not recorded");
	return NULL;
}

/* What is known of n calls a sample, k of them compiled; left: graphs that the limit leaves
 * where it is not known for which lengths there are some. */
static ev_finding *
counted(const ev_facts *x, const compiled_keys *g, double left, double part, ev_finding *f)
{
	const double k = f->k / (double)x->c->nok, n = f->n / (double)x->c->nok;
	const char *calls = strcmp(x->c->mode, "e2e_kv") == 0 ? "calls (one prefill and the steps)" :
	    "steps";
	const ev_mode *m = x->a.empty ? ev_limit_before(x) : NULL;
	char list[200];

	ev_where_after(f, x, "");
	if (!g->known && left > 0) /* one graph is enough for all steps where the cache has one length */
		return ev_unknown(f, "at most %.3g of %.0f %s can have been compiled if each step has another "
		    "length of the cache, which is not recorded: %s", k, n, calls,
		    f->k > (double)x->c->nok * part ? "the recompile limit leaves no more" : "steps before used "
		    "up the recompile limit");
	if (!g->known) {
		f->at_most = 1;
		return ev_fails(f, "at most %.3g of %.0f %s can have been compiled: each step has another length "
		    "of the cache, and the shapes of prefill used up the recompile limit", k, n, calls);
	}
	if (!g->limited && k < n)
		return ev_unknown(f, "there are graphs of decode for %zu lengths of the cache, and the "
		    "limit was not reached: what served the others, if the cache grows with each step, is "
		    "not recorded", g->n);
	if (m)
		snprintf(f->where, sizeof f->where, "%.200s:dynamo_counters.unimplemented", m->file);
	ev_list(list, sizeof list, g->v, g->n < 12 ? g->n : 12);
	return ev_set(f, k < n ? EV_FAILS : EV_HOLDS, "%.3g of %.0f %s were compiled: %s%s%s%s%s", k, n,
	    calls, g->n ? "there are graphs of decode for caches of " :
	    "no graph of decode is among the "
	    "counters", list, g->n ? " positions only" : "", m ? ", and the recompile limit was reached "
	    "in mode " : "", m ? m->name : "");
}

ev_finding *
ev_decode(const ev_facts *x, ev_finding *f)
{
	compiled_keys g;
	double part = 0, left = 0, k = 0, n = 0;
	int fixed, e2e = strcmp(x->c->mode, "e2e_kv") == 0;
	const ev_cell *prefill = ev_other_mode(x->r, x->c, "prefill");
	const ev_mode *m;

	if (!ev_is_decode(x->c))
		return ev_not_asked(f, "the mode has no steps of decode");
	if (x->r->own)
		return ev_not_asked(f, "each sample records what served its steps: see served");
	/* shapes were not symbolic: by the record, or by counters that have every graph of the
	 * mode, or none after the limit was reached */
	fixed = x->dynamic == 0 || (x->a_is_mine == 1 && !x->a.symbolic) ||
	    (x->after && x->a.empty && ev_limit_before(x));
	if (x->c->nok == 0)
		return ev_unknown(f, "there is no sample");
	if (!x->stage && !x->counted)
		return ev_unknown(f, "no counters are recorded");
	if (!fixed)
		return ev_unknown(f, x->dynamic > 0 ? "steps with symbolic shapes are not counted" :
		    "whether shapes were symbolic is not recorded");
	m = e2e && x->a.graphs > 0 && x->a_is_mine == 1 ? ev_limit_before(x) : NULL;
	if (m)
		return ev_unknown(f, "the recompile limit was reached in mode %.40s, and graphs were compiled in "
		    "this one: whether those of before still serve is not recorded", m->name);
	if (e2e)
		part = prefill ? prefill->of->prefill : ev_mode_of(x->r, "prefill") ||
		    ev_mode_of(x->r, "kv_decode") ? NAN : prefill_counted(x);
	find_keys(x, &g);
	if (uncountable(x, part, &g, f))
		return f;
	if (!g.known && (left = graphs_left(x)) <= EV_MAX_DIMS)
		g.n = first_keys(x, left, g.v);
	for (size_t i = 0; i < x->c->n; i++) {
		double steps = ev_new_tokens(x, x->c, i);
		long from = x->c->v[i].ok ? begins_at(x, x->c, i) : 0;

		if (!x->c->v[i].ok)
			continue;
		if (from == NOT_KNOWN || isnan(steps))
			return ev_unknown(f, "the lengths of the prompts are not recorded");
		n += steps + e2e;
		k += part;
		if (!g.known && left > EV_MAX_DIMS)
			k += left < steps ? left : steps;
		for (size_t t = 0; t < g.n; t++)
			k += g.v[t] > from && g.v[t] <= from + (long)steps;
	}
	f->k = k;
	f->n = n;
	return counted(x, &g, left, part, f);
}
