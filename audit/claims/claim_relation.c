#include "claim_relation.h"

#include <math.h>
#include <stdlib.h>

#include "claim_sentence.h"
#include "memory_text.h"
#include "quantile.h"

static const double LEVEL = 0.95;

/* The name of a group: its backend, where one word tells it from the other. */
static const char *
name_of(const claim *c, int base)
{
	const cJSON *b = c->base.backend, *t = c->test.backend;

	if (!b || !t || !cJSON_IsString(b) || !cJSON_IsString(t) || cJSON_Compare(b, t, 1))
		return base ? "base" : "test";
	return base ? b->valuestring : t->valuestring;
}

static double
statistic(const as_sample *s, double p)
{
	return isnan(p) ? s->m.mean : as_quantile_sorted(s->x, s->m.n, p, AS_QUANTILE_TYPE);
}

/* Of test against base, which is the right side unless the claim has it on the left. */
static void
numbers(const claim *c, const as_ruling *v, claim_result *r)
{
	double lo = v->ci.lo, hi = v->ci.hi;

	if (v->in_unit)
		return;
	r->change_pct = 100 * (c->swapped ? 1 / (1 + v->estimate) - 1 : v->estimate);
	r->lo_pct = 100 * (c->swapped ? 1 / (1 + hi) - 1 : lo);
	r->hi_pct = 100 * (c->swapped ? 1 / (1 + lo) - 1 : hi);
}

static claim_status
status_of(as_verdict v)
{
	return v == AS_HOLDS ? PROVEN : v == AS_FAILS ? REFUTED : INCONCLUSIVE;
}

/* Says the ruling, of the stratum or of all that are combined. */
static int
say(const claim *c, const as_ruling *v, const char *before, as_compared w, claim_result *r, as_err *e)
{
	char *text = NULL;
	size_t n;
	FILE *fp = open_memstream(&text, &n);
	claim_status status = r->status;

	if (!fp)
		return as_nomem(e);
	w.unit = c->unit;
	w.thing = "sample";
	w.level = LEVEL;
	if (isnan(v->estimate))
		fputs("the claim is not decided: too few samples, or all values are the same", fp);
	else
		as_put_ruling(&w, &c->relation, v, name_of(c, c->swapped), name_of(c, !c->swapped), fp);
	if (!as_memory_text(fp, &text))
		return as_nomem(e);
	claim_say(r, status, "%s%.400s", before, text);
	free(text);
	return 0;
}

/* How the strata go, and the first of them that decides. */
static int
say_each(const claim *c, const strata *s, const as_ruling *v, claim_result *r, as_err *e)
{
	size_t shown = 0, refuted = 0, first = s->n;
	char before[200];

	for (size_t i = 0; i < s->n; i++) {
		shown += v[i].verdict == AS_HOLDS;
		refuted += v[i].verdict == AS_FAILS;
		if (first == s->n && status_of(v[i].verdict) == r->status)
			first = i;
	}
	snprintf(before, sizeof before, "shown in %zu of %zu models and scenarios, refuted in %zu; in %.60s %.60s ",
	    shown, s->n, refuted, s->v[first].of->model, s->v[first].of->scenario);
	return say(c, &v[first], before, (as_compared){.n_base = s->v[first].n_base, .n_test = s->v[first].n_test}, r, e);
}

int
claim_relation(const claim *c, const strata *s, claim_result *r, as_err *e)
{
	as_ruling *v = calloc(s->n + 1, sizeof *v), sum;
	as_log_ratio *logs = calloc(s->n + 1, sizeof *logs), ratio;
	as_verdict all = AS_HOLDS;
	int rc = v && logs ? 0 : as_nomem(e), each = as_claim_in_each(&c->relation);

	for (size_t i = 0; rc == 0 && i < s->n; i++) {
		as_sample b, t;

		as_sample_of(&b, s->v[i].base, s->v[i].n_base);
		as_sample_of(&t, s->v[i].test, s->v[i].n_test);
		logs[i] = as_log_ratio_of_means(&b.m, &t.m);
		v[i] = as_claim_judge(&c->relation, c->swapped ? &b : &t, c->swapped ? &t : &b, LEVEL, 0);
		all = as_verdict_and(all, v[i].verdict);
		if (!c->stratify)
			r->change_pct = 100 * (statistic(&t, c->relation.p) / statistic(&b, c->relation.p) - 1);
	}
	if (rc == 0 && c->stratify && !each) {
		ratio = as_log_ratio_mean(logs, s->n);
		ratio.log = c->swapped ? -ratio.log : ratio.log;
		sum = as_claim_judge_ratio(&c->relation, &ratio, LEVEL, 0);
	} else if (rc == 0) {
		sum = v[0];
		sum.verdict = all;
	}
	if (rc == 0) {
		r->status = status_of(sum.verdict);
		if (!c->stratify || !each)
			numbers(c, &sum, r);
		rc = c->stratify && each ? say_each(c, s, v, r, e) : say(c, &sum, "", (as_compared){.n_base = r->n_base,
		    .n_test = r->n_test, .combined = c->stratify}, r, e);
	}
	free(v);
	free(logs);
	return rc;
}
