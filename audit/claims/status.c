#include "status.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "claim_relation.h"
#include "count.h"
#include "equal.h"
#include "of_runs.h"
#include "permutation.h"
#include "quantile.h"

static const double LEVEL = 0.95;
enum { PERMUTATIONS = 1999, SEED = 1 };

/* Whether compiled code served the cells that claim it, or all. 0: evidence holds. */
static int
not_compiled(const cells *g, int all, claim_result *r)
{
	size_t none = 0, partly = 0, open = 0, claimed = 0;
	const cell_found *worst = NULL, *unknown = NULL;

	for (size_t i = 0; i < g->n; i++) {
		const cell_found *f = &g->v[i];

		if (!f->c->claims && all && strcmp(f->v.evidence, "none") == 0) {
			claim_say(r, NO_EVIDENCE,
			    "nothing says that %s %s of %.200s was compiled: no compile block of a run "
			    "file, and no label listed under 'compiled'", f->c->mode, f->c->scenario, f->c->backend);
			return 1;
		}
		if (!f->c->claims && !all)
			continue;
		claimed++;
		none += f->v.kind == EV_NOT_COMPILED;
		partly += f->v.kind == EV_PARTLY;
		open += f->v.kind == EV_OPEN;
		if (f->v.kind == EV_OPEN && !unknown)
			unknown = f;
		if ((f->v.kind == EV_NOT_COMPILED && (!worst || worst->v.kind == EV_PARTLY)) ||
		    (f->v.kind == EV_PARTLY && !worst))
			worst = f;
	}
	if (worst) {
		claim_say(r, NOT_REAL, "%zu of %zu cells were not compiled, %zu partly; %s %s: %.380s", none,
		    claimed, partly, worst->c->mode,
		    worst->c->scenario, worst->v.reason);
		return 1;
	}
	if (unknown) {
		claim_say(r, NO_EVIDENCE, "whether %zu of %zu cells were compiled is not known; %s %s: %.380s",
		    open, claimed, unknown->c->mode,
		    unknown->c->scenario, unknown->v.reason);
		return 1;
	}
	return 0;
}

/* 1: a list of the group names something that none of its cells has. */
static int
lacks(const claim_group *want, const cells *g, claim_result *r)
{
	const char *key, *name = cells_lack(want, g, &key);

	if (name)
		claim_say(r, NO_EVIDENCE, "no run given has such cells of %s %.200s", key, name);
	return name != NULL;
}

/* What must hold of every group before anything is computed. */
static int
no_evidence(const claim *c, const claim_group *want, const cells *g, claim_result *r)
{
	size_t ok = 0, rows = 0;
	char buf[3][200];
	const cell_found *odd;

	if (g->n == 0) {
		claim_say(r, NO_EVIDENCE, "no run given has such cells (run %.150s, mode %.150s, backend %.150s)",
		    filter_words(want->filter[OF_RUN], buf[0], sizeof *buf),
		    filter_words(want->filter[OF_MODE], buf[1], sizeof *buf),
		    filter_words(want->filter[OF_BACKEND], buf[2], sizeof *buf));
		return 1;
	}
	if (lacks(want, g, r))
		return 1;
	if ((odd = cells_contradicted(g))) {
		claim_say_contradicted(r, odd);
		return 1;
	}
	for (size_t i = 0; i < g->n; i++) {
		ok += g->v[i].c->nok;
		rows += g->v[i].c->n;
	}
	if (ok == 0) {
		claim_say(r, NO_EVIDENCE, "all %zu rows of %s are errors: there is no sample", rows,
		    g->v[0].c->backend);
		return 1;
	}
	return c->compiled != COMPILED_NONE && not_compiled(g, c->compiled == COMPILED_TEST &&
	    want == &c->test, r);
}

/* Distances of upper quantiles, for the permutation test. */
static double
quantile_of(double *x, size_t n, double p)
{
	double q = NAN;

	return as_quantiles(x, n, &p, 1, AS_QUANTILE_TYPE, &q) == 0 ? q : NAN;
}
static double p90_distance(double *a, size_t na, double *b,
    size_t nb) { return fabs(quantile_of(a, na, 0.90) - quantile_of(b, nb, 0.90)); }
static double p95_distance(double *a, size_t na, double *b,
    size_t nb) { return fabs(quantile_of(a, na, 0.95) - quantile_of(b, nb, 0.95)); }
static double p99_distance(double *a, size_t na, double *b,
    size_t nb) { return fabs(quantile_of(a, na, 0.99) - quantile_of(b, nb, 0.99)); }

static int
tail(const claim *c, const cells *base, const cells *test, claim_result *r, as_err *e)
{
	const double p = claim_quantile(c);
	as_permutation t;
	double qa = NAN, qb = NAN, *a = NULL, *b = NULL;
	int lower, rc = cells_values_of(c, base, NULL, &a, &r->n_base, e);

	if (rc == 0)
		rc = cells_values_of(c, test, NULL, &b, &r->n_test, e);
	if (rc == 0 && as_permutation_of(&t, a, r->n_base, b, r->n_test, p == 0.99 ? p99_distance :
	    p == 0.95 ? p95_distance : p90_distance, PERMUTATIONS, SEED) != 0)
		rc = as_nomem(e);
	if (rc == 0) {
		qa = quantile_of(a, r->n_base, p);
		qb = quantile_of(b, r->n_test, p);
	}
	free(a);
	free(b);
	if (rc != 0)
		return -1;
	lower = qb < qa;
	r->log_p = log(t.p);
	r->change_pct = 100 * (qb / qa - 1);
	if (!(t.p < 1 - LEVEL))
		claim_say(r, INCONCLUSIVE,
		    "%s is %.4g against %.4g%s, a difference that chance explains (permutation test, p %.3g)",
		    c->statistic, qb, qa, c->unit, t.p);
	else
		claim_say(r, c->direction == DIR_DIFFERENT || lower == (c->direction == DIR_LOWER) ? PROVEN :
		    REFUTED,
		    "%s is %.4g against %.4g%s (%+.0f%%; permutation test, p %.2g)", c->statistic, qb, qa,
		    c->unit, r->change_pct, t.p);
	return 0;
}

/* Every sample that is ok must have the metric: else a group would be others than
 * those whose work was compared. */
static int
not_measured(const claim *c, const cells *g, claim_result *r)
{
	size_t n = 0, ok = 0;

	for (size_t i = 0; i < g->n; i++)
		for (size_t k = 0; k < g->v[i].c->n; k++) {
			ok += g->v[i].c->v[k].ok != 0;
			n += !isnan(cell_value(c, &g->v[i].c->v[k]));
		}
	if (n == ok && n > 0)
		return 0;
	if (n == 0)
		claim_say(r, NO_EVIDENCE, "%s%s is not recorded", c->metric, c->per_token ? " a token" : "");
	else
		claim_say(r, NO_EVIDENCE, "%s%s is recorded of %zu of %zu samples only, of %s", c->metric,
		    c->per_token ? " a token" : "", n, ok,
		    g->v[0].c->backend);
	return 1;
}

static void
compiler(const claim *c, const cells *g, claim_result *r)
{
	size_t n = 0, none = 0, open = 0;
	const cell_found *odd = cells_contradicted(g);

	for (size_t i = 0; i < g->n; i++)
		if (g->v[i].c->claims) {
			n++;
			none += g->v[i].v.kind == EV_NOT_COMPILED;
			open += g->v[i].v.kind == EV_OPEN;
		}
	if (n == 0)
		claim_say(r, NO_EVIDENCE,
		    "no cell of the group claims to be compiled: list its label under 'compiled'");
	else if (odd)
		claim_say_contradicted(r, odd);
	else if (strcmp(c->expect, "not compiled") != 0) {
		if (!not_compiled(g, 0, r))
			claim_say(r, PROVEN, "compiled code served all %zu cells", n);
	} else if (none == n)
		claim_say(r, PROVEN, "none of %zu cells was compiled: %.380s", n, g->v[0].v.reason);
	else
		claim_say(r, open ? NO_EVIDENCE : REFUTED, "%zu of %zu cells were not compiled, %zu are unknown",
		    none, n, open);
}

static void
errors(const claim *c, const cells *g, claim_result *r)
{
	size_t rows = 0, bad = 0;
	const cell_found *odd = cells_contradicted(g);

	for (size_t i = 0; i < g->n; i++) {
		rows += g->v[i].c->n;
		bad += g->v[i].c->n - g->v[i].c->nok;
	}
	if (odd)
		claim_say_contradicted(r, odd);
	else if (strcmp(c->expect, "none") == 0)
		claim_say(r, bad ? REFUTED : PROVEN, "%zu of %zu rows are errors", bad, rows);
	else
		claim_say(r, bad == rows ? PROVEN : REFUTED, "%zu of %zu rows are errors, in %zu cell%s", bad,
		    rows, g->n, g->n == 1 ? "" : "s");
}

static int
by_cell(const void *a, const void *b)
{
	const ev_cell *x = *(const ev_cell *const *)a, *y = *(const ev_cell *const *)b;

	return (x > y) - (x < y);
}

/* Do both groups have rows in common? They are then not compared. -1: out of memory. */
static int
overlap(const cells *base, const cells *test, claim_result *r, as_err *e)
{
	const ev_cell **sorted = malloc((base->n + 1) * sizeof *sorted);
	size_t rows = 0;

	if (!sorted)
		return as_nomem(e);
	for (size_t i = 0; i < base->n; i++)
		sorted[i] = base->v[i].c;
	qsort(sorted, base->n, sizeof *sorted, by_cell);
	for (size_t i = 0; i < test->n; i++)
		if (bsearch(&test->v[i].c, sorted, base->n, sizeof *sorted, by_cell))
			rows += test->v[i].c->n;
	free(sorted);
	if (rows)
		claim_say(r, NOT_SUPPORTED, "the groups overlap: %zu rows are in both", rows);
	return rows > 0;
}

int
claim_judge(claim *c, ev_run *runs, size_t nruns, data_rows *rows, claim_result *r, as_err *e)
{
	cells base = {0}, test = {0};
	int rc = 0, two = c->kind != KIND_COMPILER && c->kind != KIND_ERRORS && c->kind != KIND_SHARE;

	claim_nothing(r);
	if (*c->missing) {
		claim_say(r, NO_EVIDENCE, "%.500s", c->missing);
		return 0;
	}
	if (!rows && (c->kind == KIND_ENVIRONMENT || c->kind == KIND_FIELD))
		return claim_of_runs(c, runs, nruns, r, e);
	if (rows && (rc = data_rows_find(rows, c, &base, &test, r, e)) != 0)
		rc = rc < 0 ? -1 : 0;
	else if (!rows && (cells_find(&test, &c->test, runs, nruns, e) != 0 ||
	    (two && cells_find(&base, &c->base, runs, nruns, e) != 0)))
		rc = -1;
	else if (test.n == 0)
		no_evidence(c, &c->test, &test, r);
	else if (lacks(&c->test, &test, r))
		;
	else if (c->kind == KIND_COMPILER)
		compiler(c, &test, r);
	else if (c->kind == KIND_ERRORS)
		errors(c, &test, r);
	else if (c->kind == KIND_SHARE)
		claim_share(c, &test, r);
	else if (!no_evidence(c, &c->base, &base, r) && !no_evidence(c, &c->test, &test, r)) {
		if (c->kind == KIND_SLOWEST)
			rc = claim_slowest(c, &base, &test, r, e);
		else if (c->kind == KIND_WORK) {
			if ((rc = claim_unequal(c, &base, &test, r, e)) == 0)
				claim_say(r, PROVEN, "the same tokens in all %zu cells", test.n);
			else if (rc > 0)
				r->status = REFUTED;
		} else if ((rc = overlap(&base, &test, r, e)) == 0 &&
		    (rc = claim_unequal(c, &base, &test, r, e)) == 0)
			rc = not_measured(c, &base, r) || not_measured(c, &test, r) ? 0 :
			    (c->related ? claim_relation : tail)(c, &base, &test, r, e);
		rc = rc < 0 ? -1 : 0;
	}
	cells_free(&base);
	cells_free(&test);
	return rc;
}
