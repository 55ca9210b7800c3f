/* Rule on token counts: they are of the prompts, not of the backend or mode. */
#include "rules.h"
#include "select.h"

/* Index of the prompt of a sample: prompts alternate, unless samples say it. */
static size_t
prompt_of(const ev_cell *c, size_t sample, size_t nprompt)
{
	return nprompt ? (c->v[sample].prompt >= 0 ? (size_t)c->v[sample].prompt : sample) % nprompt : 0;
}

/* Tokens of all samples, ascending; malloc'd. NULL where one is no measurement, has
 * no tokens or says its prompt, and where there is no memory. */
static double *
sorted_tokens(const ev_cell *c)
{
	double *v = malloc((c->n + 1) * sizeof *v);

	for (size_t i = 0; v && i < c->n; i++) {
		if (!c->v[i].ok || isnan(c->v[i].tokens) || c->v[i].prompt >= 0) {
			free(v);
			return NULL;
		}
		v[i] = c->v[i].tokens;
	}
	if (v)
		as_sort(v, c->n);
	return v;
}

/* Whether the samples may be those of n prompts in another order than alternation,
 * each prompt as often, or once more where they do not come out even: then each
 * number of tokens occurs so often, or as often as that of several prompts. */
static int
other_order(const ev_cell *c, size_t n)
{
	double *v = sorted_tokens(c);
	size_t each = c->n / n, more = each + (c->n % n > 0), least = 0, most = 0;
	int yes = v != NULL && each > 0;

	for (size_t i = 0, k; yes && i < c->n; i += k) {
		for (k = 1; i + k < c->n && v[i + k] == v[i]; k++)
			;
		least += (k + more - 1) / more;
		most += k / each;
		yes = (k + more - 1) / more <= k / each;
	}
	free(v);
	return yes && least <= n && n <= most;
}

/* One prompt of a cell against its first sample. */
static ev_finding *
uneven(const ev_cell *c, size_t n, ev_finding *f)
{
	if (other_order(c, n))
		return NULL;
	for (size_t i = 0; i < c->n; i++) {
		size_t k = prompt_of(c, i, n), first = i;

		for (size_t j = 0; j < i && j < 64 * n; j++)
			if (prompt_of(c, j, n) == k && c->v[j].ok) {
				first = j;
				break;
			}
		if (c->v[i].ok && c->v[i].tokens != c->v[first].tokens && !isnan(c->v[i].tokens))
			return ev_alarm(f, "samples %zu and %zu have the same prompt, but %.6g and %.6g tokens",
			    first, i, c->v[first].tokens, c->v[i].tokens);
	}
	return NULL;
}

/* Whether one cell has the numbers of tokens of another and so many more, in whatever order:
 * each mode may have its prompts in an order of its own. */
static int
same_counts(const ev_cell *a, const ev_cell *b, double more)
{
	double *v = a->n == b->n ? sorted_tokens(a) : NULL, *w = v ? sorted_tokens(b) : NULL;
	int yes = v && w;

	for (size_t i = 0; yes && i < a->n; i++)
		yes = v[i] + more == w[i];
	free(v);
	free(w);
	return yes;
}

/* The same prompts without compilation, in prefill. */
static ev_finding *
other_count(const ev_facts *x, const cJSON *prompts, ev_finding *f)
{
	const ev_cell *c = x->c;

	for (const ev_cell *o = NULL; (o = ev_alike(x->r, c, EV_BY_RIVALS, o));) {
		const cJSON *p = ev_prompts(o);

		if (o == c || !ev_same_family(o->backend, c->backend) || !p || !as_json_same(p, prompts) ||
		    same_counts(c, o, 0))
			continue;
		for (size_t k = 0; k < c->n && k < o->n; k++)
			if (c->v[k].ok && o->v[k].ok && prompt_of(c, k, 1u << 30) == prompt_of(o, k, 1u << 30) &&
			    c->v[k].tokens != o->v[k].tokens && !isnan(c->v[k].tokens) && !isnan(o->v[k].tokens))
				return ev_alarm(f,
				    "sample %zu has %.6g tokens, but %.6g for the same prompt in %.60s", k,
				    c->v[k].tokens, o->v[k].tokens, o->backend);
	}
	return NULL;
}

/* A configuration's cells in three modes. */
typedef struct { const ev_cell *p, *d, *e; } modes;

/* Prompt and new tokens of a cell's samples: 1 they add up, 0 they do not (*at:
 * the first), -1 not known. A sample of decode may end early: then they need not. */
static int
adds_up(const modes *m, double new_tokens, size_t *at)
{
	const size_t n = m->e ? m->e->n : 0;

	if (!m->p || !m->d || n == 0 || m->p->n != n || m->d->n != n)
		return -1;
	for (size_t i = 0; i < n; i++) {
		const ev_sample *p = &m->p->v[i], *d = &m->d->v[i], *e = &m->e->v[i];

		if (!p->ok || !d->ok || !e->ok || isnan(p->tokens + e->tokens) || d->tokens != new_tokens)
			return -1;
	}
	for (*at = 0; *at < n; ++*at)
		if (m->p->v[*at].tokens + new_tokens != m->e->v[*at].tokens)
			return same_counts(m->p, m->e, new_tokens);
	return 1;
}

static modes
modes_of(const ev_run *r, const ev_cell *c)
{
	return (modes){ev_other_mode(r, c, "prefill"), ev_other_mode(r, c, "kv_decode"),
	    ev_other_mode(r, c, "e2e_kv")};
}

/* Whether tokens are counted so that they add up is seen in the other cells. */
static ev_finding *
unequal_sum(const ev_facts *x, double new_tokens, ev_finding *f)
{
	const modes mine = modes_of(x->r, x->c);
	size_t at, ignore;

	if (adds_up(&mine, new_tokens, &at) != 0)
		return NULL;
	for (size_t i = 0; i < x->r->ncell; i++) {
		const modes other = modes_of(x->r, &x->r->cell[i]);

		if (adds_up(&other, new_tokens, &ignore) == 1)
			return ev_alarm(f, "sample %zu has %.6g tokens in prefill, %.6g in decode and %.6g in both", at,
			    mine.p->v[at].tokens, mine.d->v[at].tokens, mine.e->v[at].tokens);
	}
	return NULL;
}

/* More new tokens than the manifest allows, where other cells keep to it, or all have
 * one number, which then counts no prompts. */
static ev_finding *
too_many(const ev_facts *x, double most, ev_finding *f)
{
	const ev_cell *c = x->c;
	int kept = 0, one = c->nok > 0;

	if (strcmp(c->mode, "kv_decode") != 0)
		return NULL;
	for (const ev_cell *o = NULL; !kept && (o = ev_alike(x->r, c, EV_BY_MODE, o));) {
		kept = o->nok && o->v[0].ok && o->v[0].tokens <= most;
		for (size_t k = 0; k < o->n; k++)
			one &= !o->v[k].ok || o->v[k].tokens == c->v[0].tokens;
	}
	for (size_t i = 0; (kept || one) && i < c->n; i++)
		if (c->v[i].ok && c->v[i].tokens > most)
			return kept ? ev_alarm(f,
			    "sample %zu made %.6g tokens, but the manifest allows %.6g", i,
			    c->v[i].tokens, most) : ev_fails(f, "each sample of the mode has %.6g tokens, but "
			    "the manifest allows %.6g new ones", c->v[i].tokens, most);
	return NULL;
}

/* Ids of the prompts, where assay-run(5) keeps them. */
static ev_finding *
other_ids(const ev_facts *x, ev_finding *f)
{
	const ev_cell *c = x->c;
	const cJSON *ids = as_json_at(c->doc, "spec.prompt_ids");
	size_t n = cJSON_IsArray(ids) ? (size_t)cJSON_GetArraySize(ids) : 0;

	for (size_t i = 0; n && x->all->pad <= 0 && i < c->n; i++) {
		const cJSON *one = cJSON_GetArrayItem(ids, (int)prompt_of(c, i, n));

		if (c->v[i].ok && cJSON_IsArray(one) && (double)cJSON_GetArraySize(one) != c->v[i].tokens &&
		    !isnan(c->v[i].tokens))
			return ev_alarm(f, "sample %zu has %.6g tokens, but its prompt has %d ids", i,
			    c->v[i].tokens, cJSON_GetArraySize(one));
	}
	return NULL;
}

ev_finding *
ev_tokens(const ev_facts *x, ev_finding *f)
{
	const ev_cell *c = x->c;
	const cJSON *prompts = ev_prompts(c), *batch = as_json_at(c->doc, "spec.batch");
	double most = (double)x->r->batch * ev_num(x->r->manifest, "max_new_tokens");
	size_t n = 0;

	ev_where(f, ev_source(c), "tokens");
	for (size_t i = 0; i < c->n; i++)
		n += c->v[i].ok && !isnan(c->v[i].tokens);
	if (n == 0)
		return ev_unknown(f, "tokens are not recorded");
	if (too_many(x, most, f))
		return f;
	if (strcmp(c->mode, "prefill") == 0 && prompts &&
	    (uneven(c, (size_t)cJSON_GetArraySize(prompts), f) || other_count(x, prompts, f) ||
	    other_ids(x, f)))
		return f;
	if (unequal_sum(x, most, f))
		return f;
	if (x->r->own && c->doc && (batch ? batch->valuedouble : 1) != (double)x->r->batch)
		return ev_alarm(ev_where(f, ev_source(c), "spec.batch"),
		    "it is of another batch than the manifest, which has %ld", x->r->batch);
	if (x->r->other_batch)
		return ev_alarm(ev_where(f, "summary.json", "cells[*].batch"),
		    "a cell is of another batch than the manifest, which has %ld", x->r->batch);
	if (!prompts && !ev_other_mode(x->r, c, "e2e_kv"))
		return ev_unknown(f, "the prompts are not recorded");
	return ev_holds(f, "a prompt always has the same number of tokens");
}
