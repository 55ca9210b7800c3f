#include "pair_table.h"

#include <stdlib.h>
#include <string.h>

#include "columns.h"
#include "column_names.h"
#include "sentence.h"

/* The set of AB_ that columns may need (columns.h). */
static unsigned
columns_with_values(const ab_result *r)
{
	const ab_how *h = r->how;
	unsigned has = 0;

	for (size_t i = 0; i < r->npair; i++)
		has |= r->pair[i].refused ? AB_REFUSED : 0;
	for (size_t i = 0; i < r->nrow; i++)
		has |= (r->row[i].tests > 1 ? AB_FAMILY : 0) | (r->row[i].errors_base ||
		    r->row[i].errors_test ? AB_ERRORS : 0);
	return has | (h->compare.ks ? AB_KS : 0) | (h->compare.margin.value > 0 ? AB_MARGIN : 0) |
	    (r->d->nstratum ? AB_STRATA : 0) | (h->claim ? AB_CLAIM : 0) | (h->noise_file ? AB_NOISE : 0) |
	    (h->compare.permutations ? AB_PERMUTE : 0) | (h->pair ? AB_PAIRED : AB_UNPAIRED);
}

static void
keys(const ab_result *r, const ab_outcome *o, int apart, as_table *t)
{
	const ab_data *d = r->d;
	const ab_pair *p = &r->pair[o->pair];

	if (d->nstratum)
		as_table_str(t, o->combined ? "combined" : "stratum");
	for (size_t i = 0; d->nstratum && i < d->stratum.nkey; i++) {
		if (o->combined)
			as_table_na(t);
		else
			as_table_str(t, as_frame_str(&d->f, d->stratum.key[o->stratum * d->stratum.nkey + i]));
	}
	if (apart)
		return;
	as_table_str(t, d->name[p->base]);
	as_table_str(t, d->name[p->test]);
}

static int
any_synthetic(const ab_data *d, const ab_pair *p)
{
	size_t ns = d->nstratum ? d->nstratum : 1;
	int any = 0;

	for (size_t s = 0; s < ns; s++)
		any |= d->synthetic[p->base * ns + s] | d->synthetic[p->test * ns + s];
	return any;
}

/* How many models the rows are of, where they are pooled. */
static size_t
models_pooled(const ab_data *d)
{
	size_t n = 0;

	for (size_t k = 0; d->nstratum == 0 && k < d->cell.nkey; k++) {
		if (strcmp(d->f.col[d->cell_col[k]].name, "model") != 0)
			continue;
		/* a cell counts if it is the first of its model */
		for (size_t c = 0, b; c < d->cell.n; c++) {
			for (b = 0; b < c && d->cell.key[b * d->cell.nkey + k] != d->cell.key[c * d->cell.nkey + k]; b++)
				;
			n += b == c;
		}
	}
	return n;
}

/* What stands under the table. */
static void
notes(const ab_result *r, int apart, as_table *t)
{
	const ab_data *d = r->d;

	if (apart)
		as_table_notef(t, "base: %s; test: %s", d->name[r->pair->base], d->name[r->pair->test]);
	if (d->f.any_synthetic)
		as_table_note(t, AS_SYNTHETIC_NOTE);
	if (models_pooled(d) > 1)
		as_table_notef(t, "%zu models are pooled; -s model would compare within each",
		    models_pooled(d));
	for (size_t i = 0; i < r->npair; i++) {
		const ab_pair *p = &r->pair[i];
		const char *test = d->name[p->test], *base = d->name[p->base];
		const char *what = p->refused ? p->refused : p->waived ? p->waived : p->mixed;

		if (what)
			as_table_notef(t, "%.200s against %.200s: %s%s", test, base, what == p->waived ?
			    "compared in spite of " : "", what);
		else if (p->dropped)
			as_table_notef(t, "%.200s against %.200s: %zu strata that only one of them has are left out",
			    test, base, p->dropped);
	}
	if (r->how->claim)
		as_table_notef(t, "claim '%.150s': %s", r->how->claim->text, as_verdict_name(ab_verdict(r)));
}

int
ab_report(as_table *t, const as_opts *o, const as_list *stats, const ab_result *r, as_err *e)
{
	const ab_data *d = r->d;
	unsigned has = columns_with_values(r);
	/* with one pair people read its names once, under the table */
	const int apart = r->npair == 1 && as_opts_people(o) && !o->style.wide;
	char *answer = ab_answer(r);
	ab_columns c;

	if (!answer)
		return as_nomem(e);
	as_table_head(t, answer);
	free(answer);
	if (stats->n) {
		if (ab_columns_choose(&c, stats, has, e) != 0)
			return -1;
	} else {
		ab_columns_default(&c, has, as_opts_people(o));
	}
	if (d->nstratum)
		as_table_column(t, "kind", AS_STR, 1);
	for (size_t i = 0; d->nstratum && i < d->stratum.nkey; i++)
		as_table_input(t, d->f.col[d->cell_col[i]].header, AS_STR, 1);
	if (!apart)
		as_table_columns(t, "base,test", AS_STR, 1);
	as_table_define(t, "value", d->value_name);
	if (r->how->per_token)
		as_table_define(t, "per_token", "the value of each row is divided by its tokens");
	if (r->how->unit)
		as_table_define(t, "unit", r->how->unit);
	ab_columns_declare(&c, r, t);
	if (d->f.any_synthetic)
		as_table_column(t, "synthetic", AS_BOOL, 1);
	for (size_t i = 0; i < r->nrow; i++) {
		keys(r, &r->row[i], apart, t);
		ab_columns_fill(&c, r, &r->row[i], t);
		if (d->f.any_synthetic)
			as_table_bool(t, any_synthetic(d, &r->pair[r->row[i].pair]));
	}
	notes(r, apart, t);
	return 0;
}
