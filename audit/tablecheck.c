/* tablecheck - hold a computed table against published values, cell by cell. */
#define TOOL "tablecheck"

#include <stdlib.h>
#include <string.h>

#include "opts.h"
#include "out.h"
#include "tool.h"

#include "tablecheck/report.h"

typedef struct {
	as_opts common;
	as_list key;
	int subset, no_data, unmarked, summary;
	const char *published, *table;
} args;

enum { OPT_SUBSET = AS_OPT_FIRST_OWN, OPT_NO_DATA, OPT_UNMARKED, OPT_SUMMARY };

static const struct option options[] = {
	AS_STYLE_LONG,
	{"key", required_argument, NULL, 'k'},
	{"subset", no_argument, NULL, OPT_SUBSET},
	{"no-data", no_argument, NULL, OPT_NO_DATA},
	{"unmarked", no_argument, NULL, OPT_UNMARKED},
	{"summary", no_argument, NULL, OPT_SUMMARY},
	{NULL, 0, NULL, 0},
};

static void
usage(void)
{
	fputs("usage: tablecheck [-k COL[,COL...]] [--subset] [--unmarked] [--summary]\n"
	      "                  [-o FORMAT] [-O FILE] [--wide COL] PUBLISHED [TABLE]\n"
	      "       tablecheck --no-data [option ...] PUBLISHED\n"
	      "\n"
	      "Compares TABLE, a CSV with one row a group, with PUBLISHED, a CSV with one row a\n"
	      "published cell, and writes the verdict on each cell.\n"
	      "\n"
	      "  -k, --key COLS   key columns (default: all of PUBLISHED but column, value,\n"
	      "                   mark, id and note)\n"
	      "      --subset     TABLE may have rows that are not published\n"
	      "      --no-data    there is no data to make TABLE from\n"
	      "      --unmarked   look at no mark: every cell has to match\n"
	      "      --summary    one row: how many cells of each verdict\n"
	      "\n"
	      "See tablecheck(1); assay(7) has the options that every tool takes.\n", stdout);
}

static void
parse(args *a, int argc, char **argv)
{
	as_err e;
	int c, n;

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
		case OPT_UNMARKED:
			a->unmarked = 1;
			break;
		case OPT_SUMMARY:
			a->summary = 1;
			break;
		default:
			tool_option(&a->common, c, optarg, usage);
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
	if (list_read(&l, a.published, a.key.v, a.key.n, &text, &groups, &e) != 0)
		tool_die(&e);
	if (a.unmarked) {
		list_unmark(&l);
		as_table_define(t, "unmarked", "marks are not looked at: every cell has to match");
	}
	if ((have && computed_read(&c, a.table, &l, &text, &groups, &e) != 0) ||
	    judge_all(&r, &l, have, a.subset, &e) != 0 ||
	    as_out_open(&out, a.common.out, &e) != 0)
		tool_die(&e);
	if (a.summary)
		report_summary(t, &l, &r);
	else
		report_rulings(t, &l, &c, &r, as_style_format(&a.common.style, out.fp));
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
