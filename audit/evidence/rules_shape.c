/* Rules on shapes: what was compiled, what was timed, and the limit between. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "rules.h"
#include "verdict.h"

static int
same_model(const ev_cell *a, const ev_cell *b)
{
	return strcmp(a->model, b->model) == 0 && strcmp(a->dtype, b->dtype) == 0 && strcmp(a->backend, b->backend) == 0;
}

/* Distinct sizes of the timed prompts of a cell. */
static size_t
sizes(const ev_ctx *x, const ev_cell *c, long *v, size_t max)
{
	size_t n = 0;

	for (size_t i = 0; i < c->n; i++)
		if (c->v[i].ok && c->v[i].tokens > 0) {
			long t = ev_rows_of(x, c, c->v[i].tokens);

			size_t at = n;

			if (ev_has(v, n, t) || n == max)
				continue;
			for (; at > 0 && v[at - 1] > t; at--)
				v[at] = v[at - 1];
			v[at] = t;
			n++;
		}
	return n;
}

void
ev_shapes(ev_ctx *x, ev_finding *f)
{
	long missing[16], done[24];
	size_t nmiss = 0, n = 0, k = 0, ndone;
	char list[200], have[200];

	if (!x->c->claims) {
		ev_set(f, EV_NOT_ASKED, "the cell does not claim to be compiled");
		return;
	}
	if (ev_is_decode(x->c)) {
		ev_set(f, EV_NOT_ASKED, "its shapes are those of the steps: see decode");
		return;
	}
	ev_where(f, x->after_where, "");
	if (!x->after || x->a.empty || x->a_is_mine != 1 || (!x->a.ntokens && !x->a.symbolic)) {
		ev_set(f, EV_UNKNOWN, "%s", !x->after ? "no counters of the mode are recorded" :
		    x->a.empty ? "the counters of the mode are empty" :
		    x->a_is_mine == 0 ? "the counters of the mode are of another model" :
		    "the counters of the mode do not tell this model's shapes");
		return;
	}
	snprintf(f->where, sizeof f->where, "%.280s.aten_mm_info", x->after_where);
	for (size_t i = 0; i < x->c->n; i++) {
		const ev_sample *s = &x->c->v[i];
		long t;

		if (!s->ok || isnan(s->tokens))
			continue;
		n++;
		t = ev_rows_of(x, x->c, s->tokens);
		if (ev_has(x->a.tokens, x->a.ntokens, t) || (x->a.symbolic && t > 1))
			k++;
		else if (!ev_has(missing, nmiss, t) && nmiss < 16)
			missing[nmiss++] = t;
	}
	if (n == 0) {
		ev_set(f, EV_UNKNOWN, "no sample records its tokens");
		return;
	}
	x->k = (double)k;
	x->n = (double)n;
	ndone = x->a.ntokens < 24 ? x->a.ntokens : 24;
	memcpy(done, x->a.tokens, ndone * sizeof *done);
	ev_list(have, sizeof have, done, ndone);
	if (x->a.symbolic)
		snprintf(have + strlen(have), sizeof have - strlen(have), "%sany number above 1", ndone ? ", and " : "");
	if (k == n) {
		ndone = sizes(x, x->c, done, 24);
		ev_list(list, sizeof list, done, ndone);
		ev_set(f, EV_HOLDS, "timed are sizes of %s tokens%s; compiled are %s", list,
		    x->pad > 0 ? x->pad_recorded ? " (padded)" : " (padded, by the compiled sizes: the manifest does not say so)" : "", have);
	} else {
		ev_list(list, sizeof list, missing, nmiss);
		ev_set(f, EV_FAILS, "no graph for %s tokens was compiled%s; compiled are %s",
		    list, x->a.limit_hits > 0 ? ", and the recompile limit was reached" : "", have);
	}
}

/* Place of the cell's last new shape among all shapes that its model met, the
 * compile stage's first; 0 if not known. */
static size_t
place_of(const ev_ctx *x, long *which)
{
	long seen[EV_MAX_DIMS], mine[32];
	size_t n = 0, nm, last = 0;

	for (size_t i = 0; i < x->s.ntokens && n < EV_MAX_DIMS; i++)
		seen[n++] = x->s.tokens[i];
	for (size_t i = 0; i < x->r->ncell; i++) {
		const ev_cell *o = &x->r->cell[i];

		if (strcmp(o->mode, x->c->mode) != 0 || !same_model(o, x->c))
			continue;
		nm = sizes(x, o, mine, 32);
		for (size_t k = 0; k < nm; k++) {
			size_t at = 0;

			while (at < n && seen[at] != mine[k])
				at++;
			if (at == n && n < EV_MAX_DIMS)
				seen[n++] = mine[k];
			if (o == x->c && at + 1 > last) {
				last = at + 1;
				*which = mine[k];
			}
		}
		if (o == x->c)
			return last;
	}
	return 0;
}

/* An earlier mode of this model in which the limit was reached; NULL. */
static const ev_mode *
limit_before(const ev_ctx *x)
{
	for (size_t i = 0; i < x->r->nmode && strcmp(x->r->mode[i].name, x->c->mode) != 0; i++) {
		const ev_mode *m = &x->r->mode[i];
		ev_counters c;

		ev_counters_read(&c, m->doc ? cJSON_GetObjectItemCaseSensitive(m->doc, "dynamo_counters") : NULL, 0);
		if (c.limit_hits > 0 && ev_counters_same_model(&c, &x->s) == 1)
			return m;
	}
	return NULL;
}

static const char *
ordinal(size_t n)
{
	return n % 100 / 10 == 1 ? "th" : n % 10 == 1 ? "st" : n % 10 == 2 ? "nd" : n % 10 == 3 ? "rd" : "th";
}

void
ev_limit(ev_ctx *x, ev_finding *f)
{
	const ev_mode *m;
	size_t place;
	long which = 0;
	int mine = x->after && !x->a.empty && x->a_is_mine == 1;

	if (!x->c->claims) {
		ev_set(f, EV_NOT_ASKED, "the cell does not claim to be compiled");
		return;
	}
	ev_where(f, x->after_where, "");
	if (mine && x->a.limit_hits > 0) {
		snprintf(f->where, sizeof f->where, "%.260s.unimplemented", x->after_where);
		if (x->f[EV_R_SHAPES].state == EV_HOLDS)
			ev_set(f, EV_HOLDS, "the limit was reached in this mode, but not by a shape of this cell");
		else
			ev_set(f, EV_FAILS, "the recompile limit was reached in this mode, and this cell needs shapes that were not compiled");
	} else if (!x->r->own && (m = limit_before(x))) {
		ev_where(f, m->file, "dynamo_counters.unimplemented");
		ev_set(f, EV_FAILS, "the recompile limit was reached in mode %.40s, before this one; nothing new was compiled after it", m->name);
	} else if (mine)
		ev_set(f, EV_HOLDS, "the counters of this mode do not say that the limit was reached");
	else if (ev_is_dynamic(x))
		ev_set(f, EV_HOLDS, "shapes were symbolic: one graph serves them all");
	else if (!x->stage || x->r->own)
		ev_set(f, EV_UNKNOWN, "no counters tell how many graphs there were");
	else if (ev_is_decode(x->c)) {
		double steps = x->c->n ? ev_new_tokens(x, 0) : NAN;

		ev_where(f, x->c->file, "compile.dynamic");
		if (steps > (double)x->limit)
			ev_set(f, EV_FAILS, "%.0f steps have %.0f lengths of the cache, and the limit is %ld (%s)", steps, steps, x->limit,
			    x->limit_recorded ? "recorded" : "torch's default; not recorded");
		else
			ev_set(f, EV_UNKNOWN, "the steps may fit the limit");
	} else if ((place = place_of(x, &which)) == 0)
		ev_set(f, EV_UNKNOWN, "the order of the shapes is not known");
	else {
		ev_where(f, x->c->file, "tokens");
		ev_set(f, place > (size_t)x->limit ? EV_FAILS : EV_HOLDS, "%ld tokens are the %zu%s shape of this model, counting the compile stage; the limit is %ld (%s)",
		    which, place, ordinal(place), x->limit, x->limit_recorded ? "recorded" : "torch's default; not recorded");
	}
}

/* Lengths of keys that decode was compiled for, in this mode or before; *known:
 * some counters tell, so that what is not among them was not compiled. */
static size_t
compiled_keys(const ev_ctx *x, long *v, int *known)
{
	size_t n = 0;
	long head = ev_counters_head(x->stage);

	*known = 0;
	for (size_t i = 0; i < x->r->nmode; i++) {
		const ev_mode *m = &x->r->mode[i];
		ev_counters c;

		ev_counters_read(&c, m->doc ? cJSON_GetObjectItemCaseSensitive(m->doc, "dynamo_counters") : NULL, head);
		if (c.present && ev_counters_same_model(&c, &x->s) == 1) {
			if (c.limit_hits > 0 || (strcmp(m->name, x->c->mode) == 0 && c.nkeys))
				*known = 1;
			for (size_t k = 0; k < c.nkeys && n < EV_MAX_DIMS; k++)
				if (!ev_has(v, n, c.keys[k]))
					v[n++] = c.keys[k];
		}
		if (strcmp(m->name, x->c->mode) == 0)
			break;
	}
	return n;
}

/* Whether the prefill of this model and scenario is compiled, by its own cell:
 * 1, 0, or NaN. */
static double
prefill_part(const ev_ctx *x)
{
	const ev_cell *o = ev_other_mode(x->r, x->c, "prefill");
	ev_ctx *y;
	ev_verdict v;
	double part = NAN;

	if (!o || !(y = calloc(1, sizeof *y)))
		return NAN;
	y->runs = x->runs;
	y->nruns = x->nruns;
	y->r = x->r;
	y->c = o;
	y->limit = x->limit_recorded ? 8 : x->limit;
	ev_check(y);
	ev_judge(y, &v);
	if (v.kind != EV_OPEN && v.n > 0)
		part = v.k / v.n;
	free(y);
	return part;
}

/* Graphs that the limit leaves for decode, after the compile stage and the
 * prefill shapes; by counting alone. */
static double
graphs_left(const ev_ctx *x)
{
	long seen[EV_MAX_DIMS], mine[32];
	size_t n = 0, nm;
	double left;

	for (size_t i = 0; i < x->s.ntokens; i++)
		seen[n++] = x->s.tokens[i];
	for (size_t i = 0; i < x->r->ncell; i++) {
		const ev_cell *o = &x->r->cell[i];

		if (strcmp(o->mode, "prefill") != 0 || !same_model(o, x->c))
			continue;
		nm = sizes(x, o, mine, 32);
		for (size_t k = 0; k < nm; k++)
			if (!ev_has(seen, n, mine[k]) && n < EV_MAX_DIMS)
				seen[n++] = mine[k];
	}
	left = (double)x->limit - (double)n;
	return left > 0 ? left : 0;
}

void
ev_decode(ev_ctx *x, ev_finding *f)
{
	long keys[EV_MAX_DIMS];
	size_t nkeys;
	double k = 0, n = 0, steps = NAN, part, left;
	int known, e2e = strcmp(x->c->mode, "e2e_kv") == 0;
	const ev_mode *m;

	if (!x->c->claims || !ev_is_decode(x->c)) {
		ev_set(f, EV_NOT_ASKED, x->c->claims ? "the mode has no steps of decode" : "the cell does not claim to be compiled");
		return;
	}
	if (x->r->own) {
		ev_set(f, EV_NOT_ASKED, "each sample records what served its steps: see served");
		return;
	}
	if (x->c->nok == 0 || !x->stage || ev_is_dynamic(x)) {
		ev_set(f, EV_UNKNOWN, "%s", x->c->nok == 0 ? "there is no sample" : !x->stage ? "no counters are recorded" :
		    "steps with symbolic shapes are not counted");
		return;
	}
	part = e2e ? prefill_part(x) : 0;
	if (isnan(part)) {
		ev_set(f, EV_UNKNOWN, "whether its prefill is compiled is not known");
		return;
	}
	nkeys = compiled_keys(x, keys, &known);
	left = known ? 0 : graphs_left(x);
	for (size_t i = 0; i < x->c->n; i++) {
		double p = ev_prompt_of(x, i);
		long rows;

		if (!x->c->v[i].ok)
			continue;
		steps = ev_new_tokens(x, i);
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
		if (!known)
			k += left < steps ? left : steps;
		for (size_t t = 0; known && t < nkeys; t++)
			k += keys[t] > rows && keys[t] <= rows + (long)steps;
	}
	x->k = k;
	x->n = n;
	k /= (double)x->c->nok;
	n /= (double)x->c->nok;
	snprintf(f->where, sizeof f->where, "%.280s", x->after_where);
	if (known) {
		char list[200];

		ev_list(list, sizeof list, keys, nkeys < 12 ? nkeys : 12);
		m = x->a.empty ? limit_before(x) : NULL;
		if (m)
			snprintf(f->where, sizeof f->where, "%.200s:dynamo_counters.unimplemented", m->file);
		ev_set(f, k < n ? EV_FAILS : EV_HOLDS, "%.3g of %.0f %s were compiled: %s%s%s%s%s", k, n, e2e ? "calls (one prefill and the steps)" : "steps",
		    nkeys ? "graphs of decode are there for caches of " : "no graph of decode is among the counters", list, nkeys ? " positions only" : "",
		    m ? ", and the recompile limit was reached in mode " : "", m ? m->name : "");
	} else
		ev_set(f, EV_FAILS, "at most %.3g of %.0f %s can have been compiled: each step has another length of the cache, and %s", k, n,
		    e2e ? "calls (one prefill and the steps)" : "steps",
		    left > 0 ? "the recompile limit leaves no more" : "the shapes of prefill used up the recompile limit");
}
