#include "equal.h"

#include <stdlib.h>

#include "work.h"

/* The samples that are ok of the cells that match one (NULL: all) as work: their
 * tokens or, with shares, which of base's cells they are of. Sorted, malloc'd. */
static as_work_row *
work_rows(const cells *g, const ev_cell *one, const cells *shares, size_t *n)
{
	as_work_row *w;
	size_t most = 1;

	for (size_t i = 0; i < g->n; i++)
		most += g->v[i].c->n;
	*n = 0;
	if (!(w = malloc(most * sizeof *w)))
		return NULL;
	for (size_t i = 0; i < g->n; i++) {
		const ev_cell *c = g->v[i].c;

		for (size_t k = 0; (!one || cells_match(c, one)) && k < c->n; k++)
			if (c->v[k].ok)
				w[(*n)++] = (as_work_row){0, shares ? (double)cells_first(shares, c) :
				    c->v[k].tokens >= 0 ? c->v[k].tokens : -1};
	}
	as_work_sort(w, *n);
	return w;
}

/* -1: out of memory. */
static int
work_compare(as_work *w, const cells *base, const cells *test, const ev_cell *one, int shares,
    as_err *e)
{
	size_t nb, nt;
	as_work_row *b = work_rows(base, one, shares ? base : NULL, &nb),
	    *t = work_rows(test, one, shares ? base : NULL, &nt);
	int rc = b && t ? 0 : as_nomem(e);

	if (rc == 0)
		*w = as_work_compare(b, nb, t, nt);
	free(b);
	free(t);
	return rc;
}

int
claim_unequal(const claim *c, const cells *base, const cells *test, claim_result *r, as_err *e)
{
	int pooled = !c->stratify && c->kind != KIND_WORK;
	as_work w;

	for (int turn = 0; turn < 2; turn++) {
		const cells *a = turn ? test : base, *b = turn ? base : test;

		for (size_t i = 0; i < a->n; i++) {
			size_t k = cells_first(b, a->v[i].c);

			if (k == b->n || (a->v[i].c->nok > 0) != (b->v[k].c->nok > 0)) {
				claim_say(r, NOT_SUPPORTED,
				    "the groups are not of the same models, scenarios and batches: only %s has %s %s%s%s",
				    a->v[i].c->backend, a->v[i].c->model, a->v[i].c->scenario,
				    *a->v[i].c->dtype ? " in " : "", a->v[i].c->dtype);
				return 1;
			}
		}
	}
	for (size_t i = 0; !c->per_token && i < base->n; i++) {
		const ev_cell *one = base->v[i].c;

		if (work_compare(&w, base, test, one, 0, e) != 0)
			return -1;
		if (w.unequal > 0) {
			claim_say(r, NOT_SUPPORTED,
			    "unequal work: in %s %s %s has %.4g tokens a sample, %s has %.4g%s%s", one->model,
			    one->scenario, one->backend, w.mean_base,
			    test->v[cells_first(test, one)].c->backend, w.mean_test,
			    w.mean_base == w.mean_test ? " on average, but in different counts" : "",
			    c->kind == KIND_WORK ? "" : "; per_token compares the time of a token");
			return 1;
		}
	}
	if (pooled && work_compare(&w, base, test, NULL, 1, e) != 0)
		return -1;
	if (pooled && w.unequal > 0) {
		claim_say(r, NOT_SUPPORTED,
		    "the groups have different proportions of models and scenarios; stratify compares within "
		    "each");
		return 1;
	}
	return 0;
}
