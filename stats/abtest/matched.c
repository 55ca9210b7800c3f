#include "matched.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void
ab_matched_count(const ab_result *r, ab_outcome *o)
{
	const ab_pair *p = &r->pair[o->pair];

	o->n_base = ab_rows(r->d, p->base, o->stratum, p->keep);
	o->n_test = ab_rows(r->d, p->test, o->stratum, p->keep);
	o->unpaired_base = ab_rows(r->d, p->base, o->stratum, NULL) - o->n_base;
	o->unpaired_test = ab_rows(r->d, p->test, o->stratum, NULL) - o->n_test;
}

/* Values of base and test in the order of their units, and room for them sorted. */
typedef struct {
	double *base, *test, *sorted;
	size_t nbase, ntest;
} values;

static int
compare(const ab_result *r, ab_outcome *o, const values *v)
{
	const ab_how *h = r->how;
	const ab_pair *p = &r->pair[o->pair];
	as_sample b, t;

	memcpy(v->sorted, v->base, v->nbase * sizeof *v->base);
	memcpy(v->sorted + v->nbase, v->test, v->ntest * sizeof *v->test);
	as_sample_of(&b, v->sorted, v->nbase);
	as_sample_of(&t, v->sorted + v->nbase, v->ntest);
	/* what both have; without keep one of the groups is empty */
	o->pairs = p->keep ? v->nbase : 0;
	if (as_compare_pairs(&o->c, &b, &t, v->base, v->test, o->pairs, h->compare.level) != 0)
		return -1;
	if (!h->claim)
		return 0;
	return as_claim_judge_pairs(&o->ruling, h->claim, p->claim_swapped ? v->base : v->test,
	    p->claim_swapped ? v->test : v->base, o->pairs, h->compare.level, h->noise);
}

int
ab_matched_compare(const ab_result *r, ab_outcome *o)
{
	const ab_pair *p = &r->pair[o->pair];
	values v;
	int rc = -1;

	v.base = ab_unit_quantiles(r->d, p->base, o->stratum, p->keep, NAN, &v.nbase, NULL);
	v.test = ab_unit_quantiles(r->d, p->test, o->stratum, p->keep, NAN, &v.ntest, NULL);
	v.sorted = malloc((v.nbase + v.ntest + 1) * sizeof *v.sorted);
	if (v.base && v.test && v.sorted)
		rc = compare(r, o, &v);
	free(v.base);
	free(v.test);
	free(v.sorted);
	return rc;
}

/* The pairs in which a group has several rows; SIZE_MAX: no memory. */
static size_t
pairs_of_means(const ab_data *d, const ab_pair *p, size_t *pairs)
{
	uint8_t *rows = calloc(d->cell.n + 1, 2); /* of base and of test, 2 for several */
	size_t several = 0;

	*pairs = 0;
	if (!rows)
		return SIZE_MAX;
	for (int side = 0; side < 2; side++) {
		size_t g = side ? p->test : p->base;

		for (size_t i = d->at[g]; i < d->at[g + 1]; i++) {
			uint8_t *n = &rows[2 * (size_t)d->row[i].cell + (size_t)side];

			*n = *n < 2 ? *n + 1 : 2;
		}
	}
	for (size_t c = 0; c < d->cell.n; c++)
		if (rows[2 * c] && rows[2 * c + 1]) {
			++*pairs;
			several += rows[2 * c] > 1 || rows[2 * c + 1] > 1;
		}
	free(rows);
	return several;
}

int
ab_matched_note(char **text, const ab_data *d, const ab_pair *p)
{
	size_t lone[2], n, pairs, means = pairs_of_means(d, p, &pairs);
	const char *before = "";
	FILE *fp = open_memstream(text, &n);

	if (!fp || means == SIZE_MAX) {
		if (fp)
			fclose(fp);
		return -1;
	}
	for (int side = 0; side < 2; side++) {
		size_t g = side ? p->test : p->base;

		lone[side] = ab_rows(d, g, d->nstratum, NULL) - ab_rows(d, g, d->nstratum, p->keep);
		if (lone[side])
			fprintf(fp, "%s%zu row%s of %s", before, lone[side], lone[side] > 1 ? "s" : "",
			    d->name[g]);
		before = lone[0] ? " and " : "";
	}
	if (lone[0] + lone[1] > 0)
		fprintf(fp, " ha%s no pair", lone[0] + lone[1] > 1 ? "ve" : "s");
	if (means)
		fprintf(fp, "%sin %zu of %zu pairs several rows count once, by their mean",
		    lone[0] + lone[1] > 0 ? "; " : "", means, pairs);
	if (fclose(fp) != 0)
		return -1;
	if (n == 0) {
		free(*text);
		*text = NULL;
	}
	return 0;
}
