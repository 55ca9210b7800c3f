#include "check_tables.h"

#include <stdio.h>
#include <stdlib.h>

#include "column_names.h"

void
report_text(as_table *t, const char *s)
{
	as_table_str(t, s != NULL && *s ? s : NULL);
}

/* What the ruling says, and after it the note of the list. */
static void
put_note(as_table *t, const ruling *r, const char *note)
{
	char line[24] = "", *s;

	if (r->reason == NULL) {
		report_text(t, note);
		return;
	}
	if (r->line)
		snprintf(line, sizeof line, " %zu", r->line);
	if (asprintf(&s, "%s%s%s%s", r->reason, line, *note ? "; " : "", note) < 0) {
		as_table_str(t, r->reason);
		return;
	}
	as_table_str(t, s);
	free(s);
}

static void
put_keys(as_table *t, const list *l, const as_sheet *s, size_t row)
{
	for (size_t i = 0; i < l->nkey; i++) {
		size_t col = s == &l->sheet ? l->key[i] : as_sheet_find(s, l->sheet.name[l->key[i]].s);

		report_text(t, as_sheet_text(s, row, col));
	}
}

/* As the other tools mark what rests on made input. */
static void
declare_synthetic(as_table *t, const rulings *r, int key)
{
	if (!r->any_synthetic)
		return;
	as_table_column(t, "synthetic", AS_BOOL, key);
	as_table_note(t, AS_SYNTHETIC_NOTE);
}

/* Which columns a table needs that not every list fills. */
typedef struct { int id, note; } optional;

/* Programs get every column, people those that say something. */
static optional
needed(const list *l, const rulings *r, as_format format)
{
	int all = format == AS_FMT_CSV || format == AS_FMT_JSON;
	optional o = {.id = all, .note = all || r->extra > 0};

	for (size_t i = 0; i < l->sheet.n; i++) {
		o.id |= l->cell[i].id[0] != '\0';
		o.note |= l->cell[i].note[0] != '\0' || r->cell[i].reason != NULL;
	}
	return o;
}

static void
put_columns(as_table *t, const list *l, const rulings *r, optional o)
{
	for (size_t i = 0; i < l->nkey; i++)
		as_table_input(t, l->sheet.name[l->key[i]].s, AS_STR, 1);
	as_table_column(t, "column", AS_STR, 1);
	declare_synthetic(t, r, 1);
	as_table_columns(t, "published,computed,verdict", AS_STR, 0);
	if (o.id)
		as_table_column(t, "id", AS_STR, 0);
	if (o.note)
		as_table_column(t, "note", AS_STR, 0);
}

/* "12 cells and 1 extra row: 10 match, 2 mismatch, 1 erratum" */
static void
note_counts(as_table *t, const list *l, const rulings *r)
{
	char line[256];
	int n = snprintf(line, sizeof line, "%zu cell%s", l->sheet.n, l->sheet.n == 1 ? "" : "s");

	if (r->extra)
		n += snprintf(line + n, sizeof line - (size_t)n, " and %zu extra row%s", r->extra,
		    r->extra == 1 ? "" : "s");
	n += snprintf(line + n, sizeof line - (size_t)n, ": %zu match, %zu mismatch", r->count[MATCH],
	    r->count[MISMATCH]);
	for (int v = ERRATUM; v < NVERDICT; v++)
		if (r->count[v])
			n += snprintf(line + n, sizeof line - (size_t)n, ", %zu %s", r->count[v],
			    verdict_name[v]);
	as_table_note(t, line);
}

static void
define(as_table *t)
{
	as_table_define(t, "match",
	    "the computed value rounds to the published digits; a tie may round either way");
	as_table_define(t, "bound", "< > <= >=: the computed value satisfies it");
	as_table_define(t, "percent",
	    "a published % is divided by 100, unless the column's name ends in _pct");
	as_table_define(t, "unit", "ignored; nothing is converted");
	as_table_define(t, "no-figure", "the published value is not a number, the computed one is");
	as_table_define(t, "restated",
	    "a match with a figure of the authors' own summary, not of raw samples");
}

void
report_rulings(as_table *t, const list *l, const computed *c, const rulings *r, as_format format)
{
	optional o = needed(l, r, format);

	put_columns(t, l, r, o);
	for (size_t i = 0; i < l->sheet.n; i++) {
		const list_cell *cell = &l->cell[i];

		put_keys(t, l, &l->sheet, i);
		report_text(t, cell->column);
		if (r->any_synthetic)
			as_table_bool(t, r->cell[i].synthetic);
		report_text(t, cell->value);
		report_text(t, r->cell[i].computed);
		report_text(t, verdict_name[r->cell[i].verdict]);
		if (o.id)
			report_text(t, cell->id);
		if (o.note)
			put_note(t, &r->cell[i], cell->note);
	}
	for (size_t i = 0; r->extra && i < c->sheet.n; i++) {
		if (r->row[i].verdict == MATCH)
			continue;
		put_keys(t, l, &c->sheet, i);
		as_table_na(t);
		if (r->any_synthetic)
			as_table_bool(t, r->row[i].synthetic);
		as_table_na(t);
		as_table_na(t);
		report_text(t, verdict_name[r->row[i].verdict]);
		if (o.id)
			as_table_na(t);
		put_note(t, &r->row[i], "");
	}
	note_counts(t, l, r);
	define(t);
}

/* One row. Columns are spelt so that they can be names in awk and R. */
void
report_summary(as_table *t, const list *l, const rulings *r)
{
	static const char *const name[NVERDICT] = {
		[MATCH] = "match", [MISMATCH] = "mismatch", [ERRATUM] = "erratum", [RESTATED] = "restated",
		[NOT_REPRODUCIBLE] = "not_reproducible", [NO_DATA] = "no_data",
		[NO_FIGURE] = "no_figure",
	};

	as_table_column(t, "cells", AS_INT, 0);
	for (int v = 0; v < NVERDICT; v++)
		as_table_column(t, name[v], AS_INT, 0);
	as_table_column(t, "extra", AS_INT, 0);
	declare_synthetic(t, r, 0);
	as_table_int(t, (int64_t)l->sheet.n);
	for (int v = 0; v < NVERDICT; v++)
		as_table_int(t, (int64_t)r->count[v]);
	as_table_int(t, (int64_t)r->extra);
	if (r->any_synthetic)
		as_table_bool(t, 1);
	define(t);
}
