#include "info_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "column_names.h"

/* Values that stand side by side need one name a run: the run's, and that of
 * the file where several files of the run are operands. */
static char *
side_name(const info_runs *r, size_t i)
{
	const info_run *v = &r->v[i];
	char *name;

	for (size_t k = 0; v->file && k < r->n; k++)
		if (k != i && strcmp(r->v[k].run, v->run) == 0)
			return asprintf(&name, "%s/%s", v->run, v->file) < 0 ? NULL : name;
	return strdup(v->run);
}

/* Is one of the runs synthetic? Then the table says so. */
static int
any_synthetic(as_table *t, const info_runs *r)
{
	int any = 0;

	for (size_t i = 0; i < r->n; i++)
		any |= r->v[i].synthetic;
	if (any)
		as_table_note(t, AS_SYNTHETIC_NOTE);
	return any;
}

int
info_table_long(as_table *t, const info_runs *r, const info_rows *rows, int side_by_side, as_err *e)
{
	int files = !side_by_side, synthetic = any_synthetic(t, r);

	for (size_t i = 0; i < rows->n; i++)
		files |= !rows->v[i].anywhere;
	as_table_column(t, "run", AS_STR, 1);
	if (files)
		as_table_column(t, "file", AS_STR, 1);
	as_table_column(t, "field", AS_STR, 1);
	if (synthetic)
		as_table_column(t, "synthetic", AS_BOOL, 1);
	as_table_column(t, "value", AS_STR, 0);
	for (size_t i = 0; i < rows->n; i++) {
		const info_row *v = &rows->v[i];
		char *name = side_by_side ? side_name(r, v->run) : strdup(r->v[v->run].run);

		if (!name)
			return as_nomem(e);
		as_table_str(t, name);
		free(name);
		if (files)
			as_table_str(t, side_by_side && v->anywhere ? NULL : v->file);
		as_table_str(t, v->field);
		if (synthetic)
			as_table_bool(t, r->v[v->run].synthetic);
		as_table_str(t, v->text);
	}
	return 0;
}

/* The run's row of the field, NULL if there is none. */
static const info_row *
row_at(const info_rows *rows, size_t run, size_t asked)
{
	for (size_t i = 0; i < rows->n; i++)
		if (rows->v[i].run == run && rows->v[i].asked == asked)
			return &rows->v[i];
	return NULL;
}

/* Numbers if every value is one, else text. */
static as_type
type_of(const info_rows *rows, size_t asked)
{
	as_type type = AS_INT;

	for (size_t i = 0; i < rows->n; i++) {
		const info_row *v = &rows->v[i];

		if (v->asked != asked || !v->text)
			continue;
		if (!v->is_number)
			return AS_STR;
		if (v->number != floor(v->number) || fabs(v->number) > 9007199254740992.0)
			type = AS_REAL;
	}
	return type;
}

static void
put_typed(as_table *t, const info_row *v, as_type type)
{
	if (!v || !v->text)
		as_table_na(t);
	else if (type == AS_STR)
		as_table_str(t, v->text);
	else if (type == AS_INT)
		as_table_int(t, (int64_t)v->number);
	else
		as_table_real(t, v->number);
}

int
info_table_columns(as_table *t, const info_runs *r, const info_rows *rows, const info_fields *f,
    as_err *e)
{
	int files = 0, synthetic = any_synthetic(t, r);

	for (size_t i = 0; i < rows->n; i++) {
		const info_row *first = row_at(rows, rows->v[i].run, rows->v[i].asked);

		if (first != &rows->v[i])
			return as_fail(e, r->v[first->run].operand, 0, "several values of '%s': "
			    "--columns needs one value a run (combine them with max, sum, ...)",
			    f->v[first->asked].label);
	}
	for (size_t i = 0; i < r->n; i++)
		files |= r->v[i].file != NULL;
	as_table_column(t, "run", AS_STR, 1);
	if (files)
		as_table_column(t, "file", AS_STR, 1);
	if (synthetic)
		as_table_column(t, "synthetic", AS_BOOL, 1);
	for (size_t k = 0; k < f->n; k++)
		as_table_column(t, f->v[k].label, type_of(rows, k), 0);
	for (size_t i = 0; i < r->n; i++) {
		int any = 0;

		for (size_t k = 0; k < f->n; k++)
			any |= row_at(rows, i, k) != NULL;
		if (!any) /* --where left nothing of it */
			continue;
		as_table_str(t, r->v[i].run);
		if (files)
			as_table_str(t, r->v[i].file);
		if (synthetic)
			as_table_bool(t, r->v[i].synthetic);
		for (size_t k = 0; k < f->n; k++)
			put_typed(t, row_at(rows, i, k), type_of(rows, k));
	}
	return 0;
}
