/* The outliers themselves, in the order they were read. */
#include <math.h>
#include <string.h>

#include "found.h"
#include "grouped.h"
#include "column_names.h"

static as_str
canonical(const char *name)
{
	return as_canonical((as_str){name, strlen(name)});
}

/* Is column k of the sequence among those of -g and -s? */
static int
named(const found *r, size_t k)
{
	as_str a = canonical(r->f.col[k].name);

	for (size_t i = 0; i < r->ngroup + r->nstrata; i++)
		if (as_str_same(a, canonical(r->f.col[FOUND_KEYS + i].name)))
			return 1;
	return 0;
}

void
found_list(const found *r, char *const *paths, size_t npaths, as_table *t)
{
	size_t cols[AS_SEQUENCE_KEYS + 2 * AS_OPTS_MAX], n = 0, i, k;
	const as_frame *f = &r->f;

	for (i = 0; i < r->ngroup + r->nstrata; i++)
		cols[n++] = FOUND_KEYS + i;
	for (k = 1; k < AS_SEQUENCE_KEYS; k++)
		if (f->col[k].present && !named(r, k))
			cols[n++] = k;
	if (!named(r, 0))
		cols[n++] = 0; /* the file */
	for (i = 0; i < n; i++)
		as_table_input(t, f->col[cols[i]].header, AS_STR, 1);
	as_table_columns(t, "index,line", AS_INT, 1);
	as_table_input(t, f->col[FOUND_VALUE].header, AS_REAL, 0);
	as_table_columns(t, "score,limit", AS_REAL, 0);
	as_declare_synthetic(t, f->any_synthetic);
	for (i = 0; i < f->n; i++) {
		double index = f->col[AS_SEQUENCE_INDEX].val[i];
		const char *path = npaths ? paths[f->source[i]] : "-";

		if (r->side[i] == NOT_OUT)
			continue;
		for (k = 0; k < n; k++)
			as_table_str(t, as_frame_str(f, f->col[cols[k]].id[i]));
		if (index >= 0 && index <= 0x1p53 && index == floor(index))
			as_table_int(t, (int64_t)index);
		else
			as_table_na(t);
		/* a line of the row's own file, not of a table that speaks of it */
		as_table_count(t, f->line[i],
		    f->line[i] && strcmp(as_frame_str(f, f->col[0].id[i]), path) == 0);
		as_table_reals(t, f->col[FOUND_VALUE].val[i], r->score[i], r->limit[i]);
		as_put_synthetic(t, f->any_synthetic, f->synthetic[i]);
	}
}
