#include "claim_relation.h"

#include <math.h>
#include <stdlib.h>

#include "claim_sentence.h"
#include "memory_text.h"
#include "quantile.h"

static const double LEVEL = 0.95;

static claim_status
status_of(as_verdict v)
{
	return v == AS_HOLDS ? PROVEN : v == AS_FAILS ? REFUTED : INCONCLUSIVE;
}

typedef struct {
	const ev_cell *of;  /* a cell of the stratum; NULL: all rows */
	as_claim k;         /* the claim, with a direction where it has none */
	as_compared w;
	as_ruling ruling;
	double change_pct;  /* of test against base */
} judged;

static int
judge(const claim *c, const cells *base, const cells *test, judged *j, as_log_ratio *ratio,
    as_err *e)
{
	double *x = NULL, *y = NULL, p = c->relation.p, difference, of;
	int rc = cells_values_of(c, base, j->of, &x, &j->w.n_base, e);
	as_sample b, t;

	if (rc == 0 && (rc = cells_values_of(c, test, j->of, &y, &j->w.n_test, e)) == 0) {
		as_sample_of(&b, x, j->w.n_base);
		as_sample_of(&t, y, j->w.n_test);
		of = isnan(p) ? b.m.mean : as_quantile_sorted(x, b.m.n, p, AS_QUANTILE_TYPE);
		difference = isnan(p) ? as_mean_diff(&t.m, 1, &b.m) :
		    as_quantile_sorted(y, t.m.n, p, AS_QUANTILE_TYPE) - of;
		j->change_pct = of > 0 ? 100 * (difference / of) : NAN;
		j->k = c->relation;
		if (c->direction == DIR_DIFFERENT && difference < 0)
			j->k.kind = AS_CLAIM_LESS;
		j->ruling = as_claim_judge(&j->k, c->swapped ? &b : &t, c->swapped ? &t : &b, LEVEL, 0);
		*ratio = as_log_ratio_of_means(c->swapped ? &t.m : &b.m, c->swapped ? &b.m : &t.m);
	}
	free(x);
	free(y);
	return rc;
}

/* Of the whole claim, or of the first stratum that has its status. */
static int
say(const claim *c, judged *j, const char *before, claim_result *r, as_err *e)
{
	char *text = NULL;
	size_t n;
	FILE *fp = open_memstream(&text, &n);

	if (!fp)
		return as_nomem(e);
	j->w.unit = *c->unit ? c->unit + 1 : NULL;
	j->w.thing = "sample";
	j->w.level = LEVEL;
	if (isnan(j->ruling.estimate))
		fputs("the claim is not decided: too few samples, or all values are the same", fp);
	else
		as_put_ruling(&j->w, &j->k, &j->ruling, claim_group_name(c, c->swapped),
		    claim_group_name(c, !c->swapped), fp);
	if (!as_memory_text(fp, &text))
		return as_nomem(e);
	claim_say(r, r->status, "%s%.400s", before, text);
	free(text);
	return 0;
}

/* What n strata come to, each or by the mean of their ratios, which v[n] is for. */
static int
conclude(const claim *c, judged *v, const as_log_ratio *logs, size_t n, claim_result *r, as_err *e)
{
	int each = c->stratify && as_claim_in_each(&c->relation);
	size_t count[NO_EVIDENCE + 1] = {0};
	judged *j = &v[c->stratify && !each ? n : 0];
	char before[240] = "";

	if (c->stratify && !each) {
		as_log_ratio mean = as_log_ratio_mean(logs, n);

		*j = (judged){.k = c->relation, .w = {.n_base = r->n_base,
		    .n_test = r->n_test, .combined = 1},
		    .change_pct = 100 * expm1(c->swapped ? -mean.log : mean.log)};
		if (c->direction == DIR_DIFFERENT && mean.log < 0)
			j->k.kind = AS_CLAIM_LESS;
		j->ruling = as_claim_judge_ratio(&j->k, &mean, LEVEL, 0);
	}
	r->status = status_of(j->ruling.verdict);
	for (size_t i = 0; each && i < n; i++)
		count[status_of(v[i].ruling.verdict)]++;
	if (each) {
		r->status = count[REFUTED] ? REFUTED : count[INCONCLUSIVE] ? INCONCLUSIVE : PROVEN;
		while (status_of(j->ruling.verdict) != r->status)
			j++;
		snprintf(before, sizeof before, "shown in %zu of %zu strata and refuted in %zu; in %.60s %.60s ",
		    count[PROVEN], n, count[REFUTED], j->of->model, j->of->scenario);
	} else {
		r->change_pct = j->change_pct;
		r->lo_pct = c->swapped || j->ruling.in_unit ? NAN : 100 * j->ruling.ci.lo;
		r->hi_pct = c->swapped || j->ruling.in_unit ? NAN : 100 * j->ruling.ci.hi;
	}
	return say(c, j, before, r, e);
}

int
claim_relation(const claim *c, const cells *base, const cells *test, claim_result *r, as_err *e)
{
	judged *v = calloc(base->n + 1, sizeof *v);
	as_log_ratio *logs = calloc(base->n + 1, sizeof *logs);
	size_t n = 0;
	int rc = v && logs ? 0 : as_nomem(e);

	for (size_t i = 0; rc == 0 && i < (c->stratify ? base->n : 1); i++) {
		if (c->stratify && (cells_first(base, base->v[i].c) != i || base->v[i].c->nok == 0))
			continue;
		v[n].of = c->stratify ? base->v[i].c : NULL;
		rc = judge(c, base, test, &v[n], &logs[n], e);
		r->n_base += v[n].w.n_base;
		r->n_test += v[n++].w.n_test;
	}
	if (rc == 0)
		rc = conclude(c, v, logs, n, r, e);
	free(v);
	free(logs);
	return rc;
}
