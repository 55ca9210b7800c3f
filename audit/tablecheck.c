/* tablecheck - hold a computed table against published values, cell by cell. */
#define TOOL "tablecheck"

#include <stdlib.h>
#include <string.h>

#include "opts.h"
#include "out.h"
#include "tool.h"

#include "tablecheck/judge.h"

typedef struct {
	as_opts common;
	as_list key;
	int subset, no_data, summary;
	const char *published, *table;
} args;

enum { OPT_SUBSET = AS_OPT_FIRST_OWN, OPT_NO_DATA, OPT_SUMMARY };

static const struct option options[] = {
	AS_STYLE_LONG,
	{"key", required_argument, NULL, 'k'},
	{"subset", no_argument, NULL, OPT_SUBSET},
	{"no-data", no_argument, NULL, OPT_NO_DATA},
	{"summary", no_argument, NULL, OPT_SUMMARY},
	{NULL, 0, NULL, 0},
};

static void
usage(void)
{
	fputs("usage: tablecheck [-k COL[,COL...]] [--subset] [--summary] [-o FORMAT] [-O FILE]\n"
	      "                  [--wide COL] PUBLISHED [TABLE]\n"
	      "       tablecheck --no-data [option ...] PUBLISHED\n"
	      "\n"
	      "Compares TABLE, a CSV with one row a group, with PUBLISHED, a CSV with one row a\n"
	      "published cell, and writes the verdict on each cell.\n"
	      "\n"
	      "  -k, --key COLS   key columns (default: all of PUBLISHED but column, value, mark,\n"
	      "                   id and note)\n"
	      "      --subset     TABLE may have rows that are not published\n"
	      "      --no-data    there is no data to make TABLE from\n"
	      "      --summary    one row: how many cells of each verdict\n"
	      "\n"
	      "See tablecheck(1); assay(7) has the options that every tool takes.\n", stdout);
}

static void
parse(args *a, int argc, char **argv)
{
	as_err e;
	int c, rc, n;

	while ((c = getopt_long(argc, argv, AS_STYLE_SHORT "k:", options, NULL)) != -1) {
		switch (c) {
		case 'k':
			if (as_list_parse(&a->key, optarg, "-k", &e) != 0)
				tool_die(&e);
			break;
		case OPT_SUBSET:
			a->subset = 1;
			break;
		case OPT_NO_DATA:
			a->no_data = 1;
			break;
		case OPT_SUMMARY:
			a->summary = 1;
			break;
		case AS_OPT_HELP:
			usage();
			tool_exit(TOOL_OK);
		case AS_OPT_VERSION:
			tool_version();
		default:
			if ((rc = as_opts_take(&a->common, c, optarg, &e)) < 0)
				tool_die(&e);
			if (rc == 0)
				tool_bad_usage();
		}
	}
	n = argc - optind;
	a->published = n > 0 ? argv[optind] : NULL;
	a->table = n > 1 ? argv[optind + 1] : "-";
	if (n < 1 || n > (a->no_data ? 1 : 2)) {
		as_fail(&e, NULL, 0, a->no_data ? "--no-data takes one operand: PUBLISHED" :
		    "takes the operands PUBLISHED and TABLE");
		tool_die(&e);
	}
	if (!a->no_data && strcmp(a->published, "-") == 0 && strcmp(a->table, "-") == 0) {
		as_fail(&e, NULL, 0, "PUBLISHED and TABLE are both standard input");
		tool_die(&e);
	}
}

/* Text that is empty or absent is NA. */
static void
put(as_table *t, const char *s)
{
	if (s != NULL && *s)
		as_table_str(t, s);
	else
		as_table_na(t);
}

/* What the ruling says, and after it the note of the list. */
static void
put_note(as_table *t, const ruling *r, const char *note)
{
	char line[24] = "", *s;

	if (r->reason == NULL) {
		put(t, note);
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

		put(t, as_sheet_text(s, row, col));
	}
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
put_columns(as_table *t, const list *l, optional o)
{
	for (size_t i = 0; i < l->nkey; i++)
		as_table_column(t, l->sheet.name[l->key[i]].s, AS_STR, 1);
	as_table_column(t, "column", AS_STR, 1);
	as_table_column(t, "published", AS_STR, 0);
	as_table_column(t, "computed", AS_STR, 0);
	as_table_column(t, "verdict", AS_STR, 0);
	if (o.id)
		as_table_column(t, "id", AS_STR, 0);
	if (o.note)
		as_table_column(t, "note", AS_STR, 0);
}

/* One row a cell, then one a row of the table that should not be there. */
static void
put_rulings(as_table *t, const list *l, const computed *c, const rulings *r, optional o)
{
	put_columns(t, l, o);
	for (size_t i = 0; i < l->sheet.n; i++) {
		const list_cell *cell = &l->cell[i];

		put_keys(t, l, &l->sheet, i);
		put(t, cell->column);
		put(t, cell->value);
		put(t, r->cell[i].computed);
		put(t, verdict_name[r->cell[i].verdict]);
		if (o.id)
			put(t, cell->id);
		if (o.note)
			put_note(t, &r->cell[i], cell->note);
	}
	for (size_t i = 0; r->extra && i < c->sheet.n; i++) {
		if (r->row[i].verdict == MATCH)
			continue;
		put_keys(t, l, &c->sheet, i);
		as_table_na(t);
		as_table_na(t);
		as_table_na(t);
		put(t, verdict_name[r->row[i].verdict]);
		if (o.id)
			as_table_na(t);
		put_note(t, &r->row[i], "");
	}
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

/* One row. Columns are spelt so that they can be names in awk and R. */
static void
put_summary(as_table *t, const list *l, const rulings *r)
{
	static const char *const name[NVERDICT] = {
		[MATCH] = "match", [MISMATCH] = "mismatch", [ERRATUM] = "erratum", [RESTATED] = "restated",
		[NOT_REPRODUCIBLE] = "not_reproducible", [NO_DATA] = "no_data",
	};

	as_table_column(t, "cells", AS_INT, 0);
	for (int v = 0; v < NVERDICT; v++)
		as_table_column(t, name[v], AS_INT, 0);
	as_table_column(t, "extra", AS_INT, 0);
	as_table_int(t, (int64_t)l->sheet.n);
	for (int v = 0; v < NVERDICT; v++)
		as_table_int(t, (int64_t)r->count[v]);
	as_table_int(t, (int64_t)r->extra);
}

static void
define(as_table *t)
{
	as_table_define(t, "match", "the computed value rounds to the published digits; a tie may round either way");
	as_table_define(t, "bound", "< > <= >=: the computed value satisfies it");
	as_table_define(t, "percent", "a published % is divided by 100, unless the column's name ends in _pct");
	as_table_define(t, "unit", "not looked at, nothing is converted");
	as_table_define(t, "restated", "a match with a figure of the authors' own summary, not of raw samples");
}

int
main(int argc, char **argv)
{
	args a = {0};
	as_intern text = {0}, groups = {0};
	as_table *t = as_table_new();
	computed c = {0};
	const computed *have = &c;
	rulings r;
	list l;
	as_err e;
	as_out out;

	as_opts_init(&a.common, TOOL);
	parse(&a, argc, argv);
	if (a.no_data)
		have = NULL;
	if (t == NULL) {
		as_nomem(&e);
		tool_die(&e);
	}
	if (list_read(&l, a.published, a.key.v, a.key.n, &text, &groups, &e) != 0 ||
	    (have && computed_read(&c, a.table, &l, &text, &groups, &e) != 0) ||
	    judge_all(&r, &l, have, a.subset, &e) != 0 ||
	    as_out_open(&out, a.common.out, &e) != 0)
		tool_die(&e);
	define(t);
	if (a.summary) {
		put_summary(t, &l, &r);
	} else {
		put_rulings(t, &l, &c, &r, needed(&l, &r, as_style_format(&a.common.style, out.fp)));
		note_counts(t, &l, &r);
	}
	if (as_table_write(t, &a.common.style, out.fp, &e) != 0) {
		as_out_abort(&out);
		tool_die(&e);
	}
	if (as_out_commit(&out, &e) != 0)
		tool_die(&e);
	int status = r.count[MISMATCH] ? TOOL_FAILED : r.count[NO_DATA] ? TOOL_OPEN : TOOL_OK;
	rulings_free(&r);
	computed_free(&c);
	list_free(&l);
	as_table_free(t);
	as_intern_free(&text);
	as_intern_free(&groups);
	as_list_free(&a.key);
	as_opts_free(&a.common);
	tool_exit(status);
}
