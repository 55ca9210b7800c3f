#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cell.h"
#include "tokenizer.h"

/* Seeded token ids: prompt k of scenario i of one seed is the same in every run. */
static void
seeded(const rr_config *c, int scenario, int prompt, int vocab, int32_t *ids, long n)
{
	uint64_t x = c->seed + 1000003u * (uint64_t)scenario + 10007u * (uint64_t)prompt + 1;

	for (long i = 0; i < n; i++) {
		x ^= x << 13; /* xorshift64 */
		x ^= x >> 7;
		x ^= x << 17;
		ids[i] = (int32_t)(x % (uint64_t)vocab);
	}
}

static int
one(rr_prompts *p, const rr_config *c, const rr_model *m, rr_tokenizer **tok, int i, int k,
    as_err *e)
{
	const rr_scenario *s = &c->scenario[i];

	if (!s->text[k]) {
		p->n[i][k] = s->length[k];
		p->ids[i][k] = malloc((size_t)s->length[k] * sizeof(int32_t));
		if (!p->ids[i][k])
			return as_nomem(e);
		if (s->ids[k])
			memcpy(p->ids[i][k], s->ids[k], (size_t)s->length[k] * sizeof(int32_t));
		else
			seeded(c, i, k, m->vocab, p->ids[i][k], s->length[k]);
	} else if ((!*tok && rr_tokenizer_open(tok, m->name, e) < 0) ||
	    rr_tokenizer_encode(*tok, s->text[k], strlen(s->text[k]), &p->ids[i][k], &p->n[i][k], e) < 0)
		return -1;
	for (long t = 0; t < p->n[i][k]; t++)
		if (p->ids[i][k][t] >= m->vocab)
			return as_fail(e, m->name, 0,
			    "scenario %s: prompt %d: %s token %d, but the vocabulary has %d", s->name, k,
			    s->text[k] ? "tokenizer.json gives" : "it has", p->ids[i][k][t], m->vocab);
	return p->n[i][k] ? 0 : as_fail(e, m->name, 0, "scenario %s: prompt %d has no token", s->name, k);
}

/* Sequence i of a batch reads each token of the prompt plus i: no two read the same. */
static int
spread(rr_prompts *p, const rr_config *c, const rr_model *m, int i, int k, as_err *e)
{
	const long n = p->n[i][k];
	int32_t *all = realloc(p->ids[i][k], (size_t)(c->batch * n) * sizeof *all);

	if (!all)
		return as_nomem(e);
	p->ids[i][k] = all;
	for (long t = n; t < c->batch * n; t++)
		all[t] = (int32_t)((all[t % n] + t / n) % m->vocab);
	return 0;
}

static long
round_up(long n, long to)
{
	return (n + to - 1) / to * to;
}

int
rr_prompts_make(rr_prompts *p, const rr_config *c, const rr_model *m, as_err *e)
{
	rr_tokenizer *tok = NULL;
	int rc = 0;

	memset(p, 0, sizeof *p);
	for (int i = 0; i < c->nscenario && rc == 0; i++)
		for (int k = 0; k < c->scenario[i].n && rc == 0; k++) {
			rc = one(p, c, m, &tok, i, k, e) < 0 ? -1 : spread(p, c, m, i, k, e);
			p->tokens = p->n[i][k] > p->tokens ? p->n[i][k] : p->tokens;
		}
	for (int i = 0; i < c->nscenario && rc == 0; i++) {
		long most = 0;
		for (int k = 0; k < c->scenario[i].n; k++)
			most = p->n[i][k] > most ? p->n[i][k] : most;
		for (int k = 0; k < c->scenario[i].n; k++) {
			long rows = !c->pad ? p->n[i][k] : c->pad_global ? p->tokens : most;
			p->rows[i][k] = c->pad ? round_up(rows, c->pad_multiple) : rows;
			p->longest = p->rows[i][k] > p->longest ? p->rows[i][k] : p->longest;
		}
	}
	rr_tokenizer_close(tok);
	if (rc < 0)
		rr_prompts_free(p);
	return rc;
}

void
rr_prompts_free(rr_prompts *p)
{
	for (int i = 0; i < RR_MAX_SCENARIOS; i++)
		for (int k = 0; k < RR_MAX_PROMPTS; k++)
			free(p->ids[i][k]);
	memset(p, 0, sizeof *p);
}
