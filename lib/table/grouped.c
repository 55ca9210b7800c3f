#include "grouped.h"

#include <string.h>

#include "column_names.h"

int
as_grouped_read(as_grouped *r, const as_opts *o, char *const *paths, size_t npaths, as_err *e)
{
	as_want want[2 * AS_OPTS_MAX];
	size_t i;

	memset(r, 0, sizeof *r);
	r->nkey = o->group.n;
	r->nval = o->value.n ? o->value.n : 1;
	for (i = 0; i < r->nkey; i++)
		want[i] = (as_want){o->group.v[i], AS_KEY, 0};
	for (i = 0; i < r->nval; i++)
		want[r->nkey + i] = (as_want){o->value.n ? o->value.v[i] : "latency_ms", AS_VAL, 0};

	const as_read read = as_opts_read(o, want, r->nkey + r->nval);
	int rc = as_frame_read(&r->f, paths, npaths, &read, e);
	if (rc != 0)
		return rc;
	if (as_group_from(&r->g, &r->f, 0, r->nkey, e) != 0)
		goto fail;
	for (i = 0; i < r->nval; i++)
		if (as_group_values(&r->g, &r->f, r->nkey + i, &r->v[i], &r->at[i], e) != 0)
			goto fail;
	return 0;
fail:
	as_grouped_free(r);
	return -1;
}

void
as_grouped_free(as_grouped *r)
{
	as_group_free(&r->g);
	as_frame_free(&r->f);
	memset(r, 0, sizeof *r);
}

double *
as_grouped_values(const as_grouped *r, size_t value, size_t group, size_t *n)
{
	const size_t *at = r->at[value] + group;

	*n = at[1] - at[0];
	return r->v[value] + at[0];
}

void
as_grouped_declare(const as_grouped *r, as_table *t)
{
	as_declare_keys(t, &r->f, 0, r->nkey);
	if (r->nval == 1) {
		const as_col *value = &r->f.col[r->nkey];

		as_table_define(t, "value", value->header);
		if (value->unit && strcmp(value->header, "latency_ms") != 0)
			as_table_notef(t, "of %s, in %s", value->header, value->unit);
	}
}

void
as_grouped_keys(const as_grouped *r, size_t group, as_table *t)
{
	as_put_keys(t, &r->f, r->g.key + group * r->nkey, r->nkey);
}

void
as_declare_keys(as_table *t, const as_frame *f, size_t from, size_t n)
{
	for (size_t i = from; i < from + n; i++)
		as_table_input(t, f->col[i].header, AS_STR, 1);
}

void
as_put_keys(as_table *t, const as_frame *f, const uint32_t *key, size_t n)
{
	for (size_t i = 0; i < n; i++)
		as_table_str(t, as_frame_str(f, key[i]));
}

void
as_declare_synthetic(as_table *t, int any)
{
	if (!any)
		return;
	as_table_column(t, "synthetic", AS_BOOL, 1);
	as_table_note(t, AS_SYNTHETIC_NOTE);
}

void
as_put_synthetic(as_table *t, int any, int synthetic)
{
	if (any)
		as_table_bool(t, synthetic);
}
