#include "work_rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "moments.h"
#include "operands.h"
#include "quantile.h"
#include "select.h"
#include "column_names.h"
#include "unit.h"

static const char *const cell_names[CELL_COLUMNS] = {"mode", "model", "scenario", "batch"};

/* Where each kind of column begins in as_read.want. */
typedef struct { size_t stratum, cell, unit, value, tokens, n; } layout;

static int
listed(const as_list *l, const char *name)
{
	const as_str want = as_canonical((as_str){name, strlen(name)});

	for (size_t i = 0; i < l->n; i++)
		if (as_str_same(as_canonical((as_str){l->v[i], strlen(l->v[i])}), want))
			return 1;
	return 0;
}

static int
add_wants(as_want *w, layout *l, const ab_read *r, as_err *e)
{
	const as_opts *o = r->common;

	memset(l, 0, sizeof *l);
	for (size_t i = 0; i < o->group.n; i++)
		w[l->n++] = (as_want){o->group.v[i], AS_KEY, r->optional_group};
	l->stratum = l->n;
	for (size_t i = 0; i < r->strata->n; i++) {
		if (listed(&o->group, r->strata->v[i]))
			return as_fail(e, NULL, 0, "-s: '%s' is already a column of -g", r->strata->v[i]);
		w[l->n++] = (as_want){r->strata->v[i], AS_KEY, 0};
	}
	l->cell = l->n;
	for (size_t i = 0; i < CELL_COLUMNS; i++)
		if (!listed(&o->group, cell_names[i]) && !listed(r->strata, cell_names[i]) &&
		    !listed(r->pair, cell_names[i]))
			w[l->n++] = (as_want){cell_names[i], AS_KEY, 1};
	for (size_t i = 0; i < r->pair->n; i++) {
		if (listed(&o->group, r->pair->v[i]))
			return as_fail(e, NULL, 0, "--pair: '%s' is already a column of -g", r->pair->v[i]);
		if (!listed(r->strata, r->pair->v[i]))
			w[l->n++] = (as_want){r->pair->v[i], AS_KEY, 0};
	}
	l->unit = l->n;
	if (r->unit)
		w[l->n++] = (as_want){r->unit, AS_KEY, 0};
	l->value = l->n;
	w[l->n++] = (as_want){o->value.n ? o->value.v[0] : "latency_ms", AS_VAL, 0};
	l->tokens = l->n;
	w[l->n++] = (as_want){"tokens", AS_VAL, !r->per_token};
	return 0;
}

/* The two operands as groups. */
static int
group_by_file(ab_data *d, char *const *paths, as_err *e)
{
	if (as_group(&d->group, &d->f, NULL, 0, e) != 0)
		return -1;
	memcpy(d->group.of_row, d->f.source, d->f.n * sizeof *d->group.of_row);
	if (!(d->name = ab_file_names(paths)))
		return as_nomem(e);
	d->group.n = 2; /* of which nothing but these is looked at */
	return 0;
}

static int
fill_rows(ab_data *d, const layout *l, int per_token, as_err *e)
{
	const as_frame *f = &d->f;
	size_t ns = d->nstratum ? d->nstratum : 1, ng = d->group.n, *next;
	const double *tokens = f->col[l->tokens].val;

	d->row = as_alloc(&d->keep, f->n * sizeof *d->row);
	d->at = as_alloc(&d->keep, (ng + 2) * sizeof *d->at);
	d->errors = as_alloc(&d->keep, ng * ns * sizeof *d->errors);
	d->synthetic = as_alloc(&d->keep, ng * ns);
	if (!d->row || !d->at || !d->errors || !d->synthetic)
		return as_nomem(e);
	next = d->at + 1; /* becomes at as rows are put down */
	for (size_t i = 0; i < f->n; i++)
		if (f->ok[i] && d->group.of_row[i] + 1 < ng)
			next[d->group.of_row[i] + 1]++;
	for (size_t g = 1; g < ng; g++)
		next[g] += next[g - 1];
	for (size_t i = 0; i < f->n; i++) {
		uint32_t g = d->group.of_row[i], s = d->nstratum ? d->stratum.of_row[i] : 0;
		ab_row *r;

		d->synthetic[g * ns + s] |= f->synthetic[i];
		d->errors[g * ns + s] += !f->ok[i];
		if (!f->ok[i])
			continue;
		r = &d->row[next[g]++];
		*r = (ab_row){f->col[l->value].val[i], isnan(tokens[i]) ? -1 : tokens[i], d->cell.of_row[i], s,
		    d->matched ? d->cell.of_row[i] : d->unit.n ? d->unit.of_row[i] : 0};
		if (tokens[i] < 0)
			return as_fail(e, NULL, 0, "negative number of tokens in group %s", d->name[g]);
		if (per_token && !(tokens[i] > 0))
			return as_fail(e, NULL, 0, "--per-token: a row of group %s has 0 tokens", d->name[g]);
		if (per_token)
			r->value /= tokens[i];
	}
	for (size_t g = 0; g < ng; g++)
		qsort(d->row + d->at[g], d->at[g + 1] - d->at[g], sizeof *d->row, as_ascending);
	return 0;
}

static as_work_row
work_of(const ab_row *r, ab_work_kind kind)
{
	switch (kind) {
	case AB_TOKENS_OF_STRATA: return (as_work_row){r->stratum, r->tokens};
	case AB_CELLS_OF_STRATA: return (as_work_row){r->stratum, (double)r->cell};
	default: return (as_work_row){r->cell, r->tokens};
	}
}

static int
fill_work(ab_data *d, as_err *e)
{
	size_t n = d->at[d->group.n];

	for (ab_work_kind k = 0; k < AB_WORK_KINDS; k++) {
		if (!(d->work[k] = as_alloc(&d->keep, n * sizeof **d->work)))
			return as_nomem(e);
		for (size_t i = 0; i < n; i++)
			d->work[k][i] = work_of(&d->row[i], k);
		for (size_t g = 0; g < d->group.n; g++)
			as_work_sort(d->work[k] + d->at[g], d->at[g + 1] - d->at[g]);
	}
	return 0;
}

int
ab_data_read(ab_data *d, const ab_read *r, char *const *paths, size_t npaths, as_err *e)
{
	as_want want[3 * AS_OPTS_MAX + CELL_COLUMNS + 3];
	layout l;

	memset(d, 0, sizeof *d);
	if (add_wants(want, &l, r, e) != 0)
		return -1;

	as_read read = as_opts_read(r->common, want, l.n);
	read.keep_lines = r->by_file;
	if (as_frame_read(&d->f, paths, npaths, &read, e) != 0)
		return -1;
	d->value_name = d->f.col[l.value].header;
	d->time_unit = as_unit_short((as_str){d->value_name, strlen(d->value_name)});
	if (d->f.col[l.value].unit)
		d->time_unit = d->f.col[l.value].unit;
	if ((r->by_file ? group_by_file(d, paths, e) :
	    as_group_from(&d->group, &d->f, 0, l.stratum, e)) != 0 ||
	    as_group_from(&d->stratum, &d->f, l.stratum, l.cell - l.stratum, e) != 0 ||
	    as_group_from(&d->cell, &d->f, l.stratum, l.unit - l.stratum, e) != 0 ||
	    (r->unit && as_group_from(&d->unit, &d->f, l.unit, l.value - l.unit, e) != 0))
		goto fail;
	d->nstratum = r->strata->n ? d->stratum.n : 0;
	d->matched = r->pair->n > 0;
	for (size_t i = 0; i < d->cell.nkey; i++)
		d->cell_col[i] = l.stratum + i;
	if (!d->name && (d->name = as_group_names(&d->group, &d->f)) == NULL) {
		as_nomem(e);
		goto fail;
	}
	if (fill_rows(d, &l, r->per_token, e) != 0 || fill_work(d, e) != 0)
		goto fail;
	return 0;
fail:
	ab_data_free(d);
	return -1;
}

void
ab_data_free(ab_data *d)
{
	as_group_names_free(d->name, d->group.n);
	as_keep_free(&d->keep);
	as_group_free(&d->group);
	as_group_free(&d->stratum);
	as_group_free(&d->cell);
	as_group_free(&d->unit);
	as_frame_free(&d->f);
	memset(d, 0, sizeof *d);
}

static int
passes(const ab_data *d, const ab_row *r, size_t stratum, const uint8_t *keep)
{
	return (!d->nstratum || stratum == d->nstratum || r->stratum == stratum) &&
	    (!keep || keep[r->cell]);
}

static int
by_unit(const void *a, const void *b)
{
	const ab_row *x = *(const ab_row *const *)a, *y = *(const ab_row *const *)b;

	if (x->unit != y->unit)
		return x->unit < y->unit ? -1 : 1;
	return (x > y) - (x < y);
}

/* The mean of each unit, or its quantile p, unit after unit; *least is the size of the smallest,
 * if it is asked for. */
static double *
of_units(const ab_row **r, size_t n, double p, size_t *nunit, size_t *least)
{
	double *x = malloc((2 * n + 1) * sizeof *x), *mean = x + n;

	*nunit = 0;
	if (least)
		*least = n;
	if (!x)
		return NULL;
	qsort(r, n, sizeof *r, by_unit);
	for (size_t i = 0, j; i < n; i = j) {
		for (j = i; j < n && r[j]->unit == r[i]->unit; j++)
			x[j] = r[j]->value;
		if (least && j - i < *least)
			*least = j - i;
		as_sort(x + i, j - i);
		mean[(*nunit)++] = isnan(p) ? as_mean(x + i, j - i) :
		    as_quantile_sorted(x + i, j - i, p, AS_QUANTILE_TYPE);
	}
	memmove(x, mean, *nunit * sizeof *x);
	return x;
}

double *
ab_values(const ab_data *d, size_t group, size_t stratum, const uint8_t *keep, size_t *n)
{
	size_t from = d->at[group], to = d->at[group + 1];
	double *x;

	*n = 0;
	if (d->unit.n || d->matched) {
		if ((x = ab_unit_quantiles(d, group, stratum, keep, NAN, n, NULL)) != NULL)
			as_sort(x, *n);
		return x;
	}
	if ((x = malloc((to - from + 1) * sizeof *x)) != NULL)
		for (size_t i = from; i < to; i++)
			if (passes(d, &d->row[i], stratum, keep))
				x[(*n)++] = d->row[i].value;
	return x;
}

double *
ab_unit_quantiles(const ab_data *d, size_t group, size_t stratum, const uint8_t *keep, double p,
    size_t *n, size_t *least)
{
	size_t from = d->at[group], to = d->at[group + 1];
	const ab_row **r;
	double *x;

	*n = 0;
	if ((r = malloc((to - from + 1) * sizeof *r)) == NULL)
		return NULL;
	for (size_t i = from; i < to; i++)
		if (passes(d, &d->row[i], stratum, keep))
			r[(*n)++] = &d->row[i];
	x = of_units(r, *n, p, n, least);
	free(r);
	return x;
}

size_t
ab_rows(const ab_data *d, size_t group, size_t stratum, const uint8_t *keep)
{
	size_t n = 0;

	for (size_t i = d->at[group]; i < d->at[group + 1]; i++)
		n += (size_t)passes(d, &d->row[i], stratum, keep);
	return n;
}

as_work_row *
ab_work(const ab_data *d, size_t group, ab_work_kind kind, const uint8_t *keep, size_t *n)
{
	size_t from = d->at[group], to = d->at[group + 1];
	as_work_row *w = malloc((to - from + 1) * sizeof *w);

	*n = 0;
	for (size_t i = from; w && i < to; i++)
		if (passes(d, &d->row[i], d->nstratum, keep))
			w[(*n)++] = work_of(&d->row[i], kind);
	if (w)
		as_work_sort(w, *n);
	return w;
}
