#include "samples.h"

#include <string.h>

#include "moments.h"
#include "quantile.h"
#include "select.h"

/* Every unit becomes one value of its cell. */
static int
collapse(power_data *d, const as_groups *unit, double *v, const size_t *vat, int median, as_err *e)
{
	size_t i, *cell_of = as_alloc(&d->keep, unit->n * sizeof *cell_of);
	size_t *fill = as_alloc(&d->keep, (d->cell.n + 1) * sizeof *fill);

	d->x = as_alloc(&d->keep, unit->n * sizeof *d->x);
	d->at = as_alloc(&d->keep, (d->cell.n + 1) * sizeof *d->at);
	if (d->keep.nomem)
		return as_nomem(e);
	for (i = 0; i < d->f.n; i++)
		cell_of[unit->of_row[i]] = d->cell.of_row[i];
	for (i = 0; i < unit->n; i++)
		d->at[cell_of[i] + 1] += vat[i + 1] > vat[i];
	for (i = 0; i < d->cell.n; i++)
		fill[i + 1] = d->at[i + 1] += d->at[i];
	for (i = 0; i < unit->n; i++) {
		size_t n = vat[i + 1] - vat[i];
		if (n > 0)
			d->x[fill[cell_of[i]]++] = median ? as_median(v + vat[i], n) : as_mean(v + vat[i], n);
	}
	return 0;
}

static int
by_unit(power_data *d, size_t value, int median, as_err *e)
{
	size_t *vat;
	as_groups unit;
	double *v;
	int rc;

	/* the unit's column stands before the value's */
	if (as_group_from(&unit, &d->f, 0, value, e) != 0)
		return -1;
	if ((rc = as_group_values(&unit, &d->f, value, &v, &vat, e)) == 0)
		rc = collapse(d, &unit, v, vat, median, e);
	as_group_free(&unit);
	return rc;
}

int
power_data_read(power_data *d, const power_read *r, char *const *paths, size_t npaths, as_err *e)
{
	const as_opts *o = r->common;
	as_want want[2 * AS_OPTS_MAX + 2];
	size_t n = 0, value, i;

	memset(d, 0, sizeof *d);
	d->nstrata = r->strata->n;
	d->ngroup = o->group.n;
	for (i = 0; i < d->nstrata; i++)
		want[n++] = (as_want){r->strata->v[i], AS_KEY, 0};
	for (i = 0; i < d->ngroup; i++)
		want[n++] = (as_want){o->group.v[i], AS_KEY, 0};
	if (r->unit)
		want[n++] = (as_want){r->unit, AS_KEY, 0};
	value = n;
	want[n++] = (as_want){o->value.n ? o->value.v[0] : "latency_ms", AS_VAL, 0};

	const as_read read = as_opts_read(o, want, n);
	if (as_frame_read(&d->f, paths, npaths, &read, e) != 0)
		return -1;
	d->value = d->f.col[value].header;
	if (as_group_from(&d->cell, &d->f, 0, d->nstrata + d->ngroup, e) != 0 ||
	    as_group_from(&d->stratum, &d->f, 0, d->nstrata, e) != 0 ||
	    as_group_from(&d->group, &d->f, d->nstrata, d->ngroup, e) != 0 ||
	    (r->unit ? by_unit(d, value, r->median, e) :
	    as_group_values(&d->cell, &d->f, value, &d->x, &d->at, e)) != 0)
		goto fail;
	d->stratum_of = as_alloc(&d->keep, d->cell.n * sizeof *d->stratum_of);
	d->group_of = as_alloc(&d->keep, d->cell.n * sizeof *d->group_of);
	d->name = as_group_names(&d->group, &d->f);
	if (!d->stratum_of || !d->group_of || !d->name) {
		as_nomem(e);
		goto fail;
	}
	for (i = 0; i < d->f.n; i++) {
		d->stratum_of[d->cell.of_row[i]] = d->stratum.of_row[i];
		d->group_of[d->cell.of_row[i]] = d->group.of_row[i];
	}
	for (i = 0; i < d->cell.n; i++)
		as_sort(d->x + d->at[i], d->at[i + 1] - d->at[i]);
	return 0;
fail:
	power_data_free(d);
	return -1;
}

void
power_data_free(power_data *d)
{
	as_group_names_free(d->name, d->group.n);
	as_keep_free(&d->keep);
	as_group_free(&d->group);
	as_group_free(&d->stratum);
	as_group_free(&d->cell);
	as_frame_free(&d->f);
	memset(d, 0, sizeof *d);
}
