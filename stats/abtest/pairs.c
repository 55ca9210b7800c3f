#include "pairs.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "matched.h"
#include "parallel.h"
#include "refuse.h"
#include "rulings.h"

enum { PAIRS_MAX = 20000 };

static int
add_pair(ab_result *r, size_t base, size_t test, as_err *e)
{
	if (r->npair == PAIRS_MAX)
		return as_fail(e, NULL, 0, "%zu groups make more than %d pairs; name --base or --test",
		    r->d->group.n, PAIRS_MAX);
	if (as_grow_one(&r->pair, r->npair, sizeof *r->pair) != 0)
		return as_nomem(e);
	r->pair[r->npair++] = (ab_pair){.base = base, .test = test};
	return 0;
}

/* The group that a side of the claim names; base and test are groups or
 * SIZE_MAX. A role gives SIZE_MAX where it is any group. */
static int
side_of(const ab_data *d, const char *name, size_t base, size_t test, size_t *group, int *role,
    as_err *e)
{
	*role = 0;
	if ((*group = as_group_at(d->name, d->group.n, name)) < d->group.n)
		return 0;
	*role = strcmp(name, "base") == 0 ? 1 : strcmp(name, "test") == 0 ? 2 : 0;
	*group = *role == 1 ? base : test;
	return *role ? 0 : as_group_find(group, "--claim", name, d->name, d->group.n, e);
}

/* Takes base and test from the claim where it names groups. */
static int
apply_claim(ab_result *r, size_t *base, size_t *test, int *swapped, as_err *e)
{
	const as_claim *c = r->how->claim;
	size_t left, right;
	int lrole, rrole;

	*swapped = 0;
	if (!c)
		return 0;
	if (side_of(r->d, c->left, *base, *test, &left, &lrole, e) != 0 ||
	    side_of(r->d, c->right, *base, *test, &right, &rrole, e) != 0)
		return -1;
	if (lrole && rrole) { /* of whatever is compared */
		*swapped = lrole == 1;
		return 0;
	}
	if (lrole || rrole)
		return as_fail(e, NULL, 0,
		    "--claim: '%s' names a group and a role; name two groups, or test and base", c->text);
	if (*base == SIZE_MAX && *test == SIZE_MAX) {
		*base = right;
		*test = left;
	} else if (*base == SIZE_MAX) {
		*base = *test == left ? right : left;
	} else if (*test == SIZE_MAX) {
		*test = *base == left ? right : left;
	}
	*swapped = *base == left;
	if (!((*base == left && *test == right) || (*base == right && *test == left)))
		return as_fail(e, NULL, 0, "--claim: '%s' is not about the groups of --base and --test", c->text);
	return 0;
}

int
ab_pairs_choose(ab_result *r, const char *base, const char *test, as_err *e)
{
	const ab_data *d = r->d;
	size_t n = d->group.n, b = SIZE_MAX, t = SIZE_MAX;
	int swapped;

	if ((base && as_group_find(&b, "--base", base, d->name, n, e) != 0) ||
	    (test && as_group_find(&t, "--test", test, d->name, n, e) != 0))
		return -1;
	if (apply_claim(r, &b, &t, &swapped, e) != 0)
		return -1;
	if (n < 2)
		return as_fail(e, NULL, 0, "there is only one group, %s; two are needed", d->name[0]);
	if (b != SIZE_MAX && b == t)
		return as_fail(e, NULL, 0, "--base and --test are the same group");
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < n; j++) {
			int wanted = b == SIZE_MAX && t == SIZE_MAX ? i < j :
			    i != j && (b == SIZE_MAX || b == i) && (t == SIZE_MAX || t == j);

			if (wanted && add_pair(r, i, j, e) != 0)
				return -1;
		}
	for (size_t i = 0; i < r->npair; i++)
		r->pair[i].claim_swapped = swapped;
	return 0;
}

/* What the threads share. */
typedef struct {
	ab_result *r;
	as_divisions divisions;
	atomic_int failed;
} job;

static void
refuse_one(void *arg, size_t i)
{
	job *j = arg;

	if (ab_refuse(&j->r->pair[i], j->r->d, j->r->how) != 0)
		atomic_store(&j->failed, 1);
}

static void
compare_one(void *arg, size_t i)
{
	job *j = arg;
	ab_result *r = j->r;
	ab_outcome *o = &r->row[i];
	const ab_pair *p = &r->pair[o->pair];
	as_sample b, t;
	size_t nb, nt;
	double *x, *y;
	as_err e;
	as_compare_how how = r->how->compare;

	if (r->d->matched)
		ab_matched_count(r, o);
	if (o->combined)
		return;
	how.divisions = &j->divisions;
	if (r->d->matched && !p->refused) {
		if (ab_matched_compare(r, o) != 0)
			atomic_store(&j->failed, 1);
		o->beyond_noise = ab_beyond(o->c.change_pct, r->how->noise);
		return;
	}
	x = ab_values(r->d, p->base, o->stratum, p->keep, &nb);
	y = ab_values(r->d, p->test, o->stratum, p->keep, &nt);
	if (x && y) {
		if (!r->d->matched) {
			o->n_base = nb;
			o->n_test = nt;
		}
		as_sample_of(&b, x, nb);
		as_sample_of(&t, y, nt);
		if (p->refused)
			how = (as_compare_how){.level = how.level}; /* only what describes is printed */
		if (as_compare(&o->c, &b, &t, &how, &e) != 0 || ab_judge(r, p, o, &b, &t) != 0)
			atomic_store(&j->failed, 1);
	} else {
		atomic_store(&j->failed, 1);
	}
	free(x);
	free(y);
}

static int
has_rows(const ab_result *r, const ab_pair *p, size_t stratum)
{
	const ab_data *d = r->d;
	size_t ns = d->nstratum;

	return ab_rows(d, p->base, stratum, p->keep) > 0 || ab_rows(d, p->test, stratum, p->keep) > 0 ||
	    (!p->keep && (d->errors[p->base * ns + stratum] || d->errors[p->test * ns + stratum]));
}

static void
add_row(ab_result *r, size_t pair, size_t stratum, int combined)
{
	const ab_data *d = r->d;
	const ab_pair *p = &r->pair[pair];
	size_t ns = d->nstratum ? d->nstratum : 1;
	ab_outcome *o = &r->row[r->nrow++];

	*o = (ab_outcome){.pair = pair, .stratum = stratum, .combined = combined,
	    .ruling = {.verdict = AS_OPEN, .detectable = NAN, .detectable_pct = NAN, .estimate = NAN,
	    .times = NAN}, .beyond_noise = NAN, .log_p_holm = NAN, .log_p_bonferroni = NAN,
	    .log_p_bh = NAN, .holm_alpha = NAN, .bonferroni_alpha = NAN};
	for (size_t s = 0; s < ns; s++)
		if (!d->nstratum || combined || s == stratum) {
			o->errors_base += d->errors[p->base * ns + s];
			o->errors_test += d->errors[p->test * ns + s];
		}
}

static int
list_rows(ab_result *r, as_err *e)
{
	r->row = calloc(r->npair * (r->d->nstratum + 1) + 1, sizeof *r->row);
	if (!r->row)
		return as_nomem(e);
	for (size_t i = 0; i < r->npair; i++) {
		for (size_t s = 0; s < r->d->nstratum; s++)
			if (has_rows(r, &r->pair[i], s))
				add_row(r, i, s, 0);
		add_row(r, i, r->d->nstratum, r->d->nstratum > 0);
	}
	return 0;
}

static double
adjusted_p(const ab_result *r, const ab_outcome *o)
{
	if (o->combined || r->pair[o->pair].refused)
		return NAN;
	if (r->d->matched)
		return r->how->adjust == AB_ADJUST_RANK ? o->c.paired.rank.log_p : o->c.paired.t.log_p;
	switch (r->how->adjust) {
	case AB_ADJUST_STUDENT: return o->c.student.log_p;
	case AB_ADJUST_RANK: return o->c.rank.log_p;
	case AB_ADJUST_PERMUTATION: return log(o->c.permutation.p);
	case AB_ADJUST_WELCH: break;
	}
	return o->c.welch.log_p;
}

static int
correct(ab_result *r, as_err *e)
{
	double *p = malloc((r->nrow + 1) * sizeof *p), alpha;
	as_multiple m;

	if (!p)
		return as_nomem(e);
	/* the decimal that was meant: 1 - 0.95 is not the double nearest to 0.05 */
	alpha = rint((1 - r->how->compare.level) * 1e15) / 1e15;
	for (size_t i = 0; i < r->nrow; i++)
		p[i] = adjusted_p(r, &r->row[i]);
	if (as_multiple_of(&m, p, r->nrow) != 0) {
		free(p);
		return as_nomem(e);
	}
	for (size_t i = 0; i < r->nrow; i++) {
		ab_outcome *o = &r->row[i];

		o->tests = m.tests;
		o->rank = m.rank[i];
		o->log_p_holm = m.holm[i];
		o->log_p_bonferroni = m.bonferroni[i];
		o->log_p_bh = m.bh[i];
		if (o->rank) {
			o->holm_alpha = alpha / (double)(m.tests - o->rank + 1);
			o->bonferroni_alpha = alpha / (double)m.tests;
		}
	}
	as_multiple_free(&m);
	free(p);
	return 0;
}

/* The divisions of the sizes that most of many pairs have, by Boyer and Moore's vote. Where
 * there are none each pair draws its own, to the same result. */
static void
draw_divisions(job *j)
{
	const ab_result *r = j->r;
	const as_compare_how *h = &r->how->compare;
	size_t nb = 0, nt = 0, votes = 0;

	if (r->nrow < 3 || h->permutations == 0 || h->permute != AS_PERMUTE_MEAN)
		return;
	for (size_t i = 0; i < r->nrow; i++) {
		const ab_outcome *o = &r->row[i];
		const ab_pair *p = &r->pair[o->pair];
		size_t b = 0, t = 0;

		if (o->combined)
			continue;
		free(ab_values(r->d, p->base, o->stratum, p->keep, &b));
		free(ab_values(r->d, p->test, o->stratum, p->keep, &t));
		if (votes == 0) {
			nb = b;
			nt = t;
		}
		votes += b == nb && t == nt ? 1 : (size_t)-1;
	}
	if (votes > 0)
		as_divisions_draw(&j->divisions, nb, nt, h->permutations, h->seed);
}

int
ab_pairs_compare(ab_result *r, as_err *e)
{
	job j = {.r = r};

	as_parallel(r->npair, refuse_one, &j);
	if (atomic_load(&j.failed))
		return as_nomem(e);
	if (list_rows(r, e) != 0)
		return -1;
	draw_divisions(&j);
	as_parallel(r->nrow, compare_one, &j);
	as_divisions_free(&j.divisions);
	if (atomic_load(&j.failed))
		return as_nomem(e);
	if (r->d->nstratum && ab_combine(r, e) != 0)
		return -1;
	return correct(r, e);
}

void
ab_result_free(ab_result *r)
{
	for (size_t i = 0; i < r->npair; i++)
		ab_pair_free(&r->pair[i]);
	free(r->pair);
	free(r->row);
	r->pair = NULL;
	r->row = NULL;
	r->npair = r->nrow = 0;
}

as_verdict
ab_verdict(const ab_result *r)
{
	as_verdict v = AS_HOLDS;

	for (size_t i = 0; i < r->nrow; i++)
		if (r->row[i].combined == (r->d->nstratum > 0))
			v = as_verdict_and(v, r->pair[r->row[i].pair].refused ? AS_OPEN : r->row[i].ruling.verdict);
	return v;
}

const char *
ab_lacks(const ab_result *r, const ab_outcome *o)
{
	const as_comparison *c = &o->c;

	if (o->combined || r->pair[o->pair].refused)
		return NULL;
	if (c->base.m.n == 0 || c->test.m.n == 0)
		return "a group has no rows that are ok, so nothing can be compared";
	if (r->d->matched)
		return c->paired.n == 1 ? "there is only one pair: no t and no interval can be computed" :
		    c->paired.rank.method == AS_RANK_NONE ?
		    "no pair has a difference, so nothing can be tested" :
		    isnan(c->paired.t.t) ?
		    "the differences of all pairs are equal: no t and no interval can be computed" :
		    !r->how->claim || as_claim_of_amount(r->how->claim) ||
		    c->paired.log_ratio.variance > 0 ? NULL :
		    isnan(c->paired.log_ratio.log) ?
		    "some value is not above 0, so the claim has no ratios of pairs to judge" :
		    "the ratios of all pairs are equal, so the claim has no interval";
	if (c->rank.method == AS_RANK_NONE)
		return "all values are equal, so nothing can be tested";
	if (c->base.m.n == 1 || c->test.m.n == 1)
		return "a group has only one value: no Welch test and no interval can be computed";
	return isnan(c->welch.t) ?
	    "the values within each group are equal: no t, d or interval can be computed" : NULL;
}
