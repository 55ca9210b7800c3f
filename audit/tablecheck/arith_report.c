/* arith_report.c - the tables of tablecheck --arith. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arith.h"
#include "check_tables.h"

/* Whether an earlier finding is by the relation of finding i, or one called so. */
static int
is_defined(const findings *out, size_t i)
{
	const relation *r = out->v[i].relation;
	size_t first = 0;

	while (!expr_same_text(out->v[first].relation->name, r->name) ||
	    !expr_same_text(out->v[first].relation->variant, r->variant))
		first++;
	return first < i;
}

static void
define(as_table *t, const findings *out)
{
	as_table_define(t, "range",
	    "a figure means every value that rounds to its digits; counts and settings are exact");
	as_table_define(t, "implied", "the range that the other cells of the row leave, by interval "
	    "arithmetic, which never makes it too narrow");
	as_table_define(t, "inconsistent",
	    "no value that rounds to the published digits agrees with values that round to the others");
	for (size_t i = 0; i < out->n; i++) {
		const relation *r = out->v[i].relation;
		char *name;

		if (is_defined(out, i) || asprintf(&name, "%s%s%s", r->name, r->variant ? "/" : "",
		    r->variant ? r->variant : "") < 0)
			continue;
		as_table_define(t, name, r->text);
		free(name);
	}
}

static void
note_counts(as_table *t, const findings *out)
{
	as_table_notef(t, "%zu checks: %zu consistent, %zu inconsistent, %zu erratum, %zu undecided",
	    out->n, out->count[CONSISTENT], out->count[INCONSISTENT], out->count[KNOWN],
	    out->count[UNDECIDED]);
}

void
arith_report(as_table *t, const facts *f, const findings *out, int only_wrong, as_format format)
{
	int all = format == AS_FMT_CSV || format == AS_FMT_JSON, by = all, id = all, why = all;

	for (size_t i = 0; i < out->n; i++) {
		by |= out->v[i].by != NULL;
		id |= out->v[i].id != NULL;
		why |= out->v[i].why != NULL;
	}
	as_table_columns(t, "row,relation", AS_STR, 1);
	as_table_columns(t, "column,published", AS_STR, 0);
	as_table_columns(t, "implied_lo,implied_hi", AS_REAL, 0);
	as_table_column(t, "verdict", AS_STR, 0);
	if (by)
		as_table_column(t, "by", AS_STR, 0);
	if (id)
		as_table_column(t, "id", AS_STR, 0);
	as_table_column(t, "from", AS_STR, 0);
	if (why)
		as_table_column(t, "note", AS_STR, 0);
	for (size_t i = 0; i < out->n; i++) {
		const finding *x = &out->v[i];
		char *row;

		if (only_wrong && x->verdict == CONSISTENT)
			continue;
		row = facts_row_name(f, x->row);
		report_text(t, row);
		free(row);
		report_text(t, x->relation->name);
		report_text(t, f->text.str[x->cell->column]);
		report_text(t, x->cell->value);
		as_table_reals(t, x->implied.lo, x->implied.hi);
		report_text(t, finding_name[x->verdict]);
		if (by)
			report_text(t, x->by);
		if (id)
			report_text(t, x->id);
		report_text(t, x->from);
		if (why)
			report_text(t, x->why);
	}
	note_counts(t, out);
	define(t, out);
}

void
arith_summary(as_table *t, const findings *out)
{
	as_table_column(t, "checks", AS_INT, 0);
	for (int v = 0; v < NFINDING; v++)
		as_table_column(t, finding_name[v], AS_INT, 0);
	as_table_int(t, (int64_t)out->n);
	for (int v = 0; v < NFINDING; v++)
		as_table_int(t, (int64_t)out->count[v]);
	define(t, out);
}
