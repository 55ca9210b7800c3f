/* tablecheck - hold a computed table against published values, cell by cell. */
#define TOOL "tablecheck"

#include <stdlib.h>
#include <string.h>

#include "out.h"
#include "tool.h"

#include "tablecheck/mode_arith.h"
#include "tablecheck/check_tables.h"

typedef struct {
	as_opts common;
	as_list key;
	int subset, no_data, unmarked, summary;
	const char *published, *table;
	int is_arith, own_arith; /* --arith; an option that is only its own */
	mode_arith arith;
} args;

enum { OPT_REL = AS_OPT_FIRST_OWN, OPT_RELS, OPT_RELATIONS, OPT_ONLY, OPT_EXCEPT, OPT_PAIR, OPT_AS,
	OPT_EXACT, OPT_WHOLE, OPT_LEVEL };

static void
usage(void)
{
	fputs("usage: tablecheck [-k COL[,COL...]] [--subset] [--unmarked] [--summary]\n"
	      "                  [-o FORMAT] [-O FILE] [--wide COL] PUBLISHED [TABLE]\n"
	      "       tablecheck --no-data [option ...] PUBLISHED\n"
	      "       tablecheck --arith [--pair COL] [--rel TEXT] [--findings] [option ...]\n"
	      "                  PUBLISHED ...\n"
	      "       tablecheck --relations\n"
	      "\n"
	      "Compares TABLE, a CSV with one row a group, with PUBLISHED, a CSV with one row a\n"
	      "published cell, and writes a verdict on each cell. With --arith, finds published\n"
	      "rows that contradict themselves, without data.\n"
	      "\n"
	      "  -k, --key COLS   key columns (default: all of PUBLISHED but column, value,\n"
	      "                   mark, id and note)\n"
	      "      --subset     TABLE may have rows that are not published\n"
	      "      --no-data    there is no data to make TABLE from\n"
	      "      --unmarked   ignore the marks: every cell has to match\n"
	      "      --summary    one row: how many cells of each verdict\n"
	      "\n"
	      "      --arith      recompute what the cells of a row imply about each other\n"
	      "      --rel TEXT   also check this: 'change_pct = 100*(test - base)/base'\n"
	      "      --rels FILE  relations, one a line\n"
	      "      --relations  print the built-in relations\n"
	      "      --only NAMES check only relations of these names\n"
	      "      --except NAMES  skip relations of these names\n"
	      "      --pair COL   mean_base is the mean of the row whose COL is named in base\n"
	      "      --as NAME=COL  the files call the column NAME COL\n"
	      "      --exact COLS published without rounding, such as counts\n"
	      "      --whole COLS means of n whole numbers\n"
	      "      --level L    of confidence intervals (0.95)\n"
	      "      --findings   only what is not consistent\n"
	      "\n"
	      "See tablecheck(1); assay(7) has the options that every tool takes.\n", stdout);
}

static void
take_list(as_list *l, const char *option)
{
	as_list_free(l);
	tool_list(l, optarg, option);
}

/* An option of --arith; 0 if c is none. */
static int
take_arith(args *a, int c)
{
	mode_arith *m = &a->arith;

	switch (c) {
	case OPT_REL: m->rel[m->nrel++] = optarg; break;
	case OPT_RELS: m->rels = optarg; break;
	case OPT_ONLY: take_list(&m->only, "--only"); break;
	case OPT_EXCEPT: take_list(&m->except, "--except"); break;
	case OPT_PAIR: m->pair = optarg; break;
	case OPT_AS: m->as[m->nas++] = optarg; break;
	case OPT_EXACT: take_list(&m->exact, "--exact"); break;
	case OPT_WHOLE: take_list(&m->whole, "--whole"); break;
	case OPT_LEVEL:
		if (as_num_parse(optarg, strlen(optarg), &m->level) != AS_NUM_OK ||
		    !(m->level > 0 && m->level < 1))
			tool_fail("--level needs a number between 0 and 1, not '%s'", optarg);
		break;
	default:
		return 0;
	}
	a->own_arith = 1;
	return 1;
}

/* The operands, and options that do not go together. */
static void
check(args *a, int argc, char **argv)
{
	const int n = argc - optind;

	a->published = n > 0 ? argv[optind] : NULL;
	a->table = n > 1 ? argv[optind + 1] : "-";
	a->arith.file = argv + optind;
	a->arith.nfile = (size_t)n;
	if ((a->own_arith || a->arith.findings) && !a->is_arith)
		tool_fail("--rel, --rels, --only, --except, --pair, --as, --exact, --whole, "
		    "--level and --findings need --arith");
	if (a->is_arith && (a->subset || a->no_data || a->unmarked))
		tool_fail("--arith compares with no table: no --subset, --no-data or --unmarked");
	if (a->is_arith && n < 1)
		tool_fail("--arith takes operands: PUBLISHED ...");
	if (!a->is_arith && (n < 1 || n > (a->no_data ? 1 : 2)))
		tool_fail(a->no_data ? "--no-data takes one operand: PUBLISHED" :
		    "takes the operands PUBLISHED and TABLE");
	if (!a->is_arith && !a->no_data && strcmp(a->published, "-") == 0 && strcmp(a->table, "-") == 0)
		tool_fail("PUBLISHED and TABLE are both standard input");
}

static void
parse(args *a, int argc, char **argv)
{
	const struct option options[] = {
		AS_STYLE_LONG,
		{"key", required_argument, NULL, 'k'},
		{"subset", no_argument, &a->subset, 1},
		{"no-data", no_argument, &a->no_data, 1},
		{"unmarked", no_argument, &a->unmarked, 1},
		{"summary", no_argument, &a->summary, 1},
		{"arith", no_argument, &a->is_arith, 1},
		{"rel", required_argument, NULL, OPT_REL},
		{"rels", required_argument, NULL, OPT_RELS},
		{"relations", no_argument, NULL, OPT_RELATIONS},
		{"only", required_argument, NULL, OPT_ONLY},
		{"except", required_argument, NULL, OPT_EXCEPT},
		{"pair", required_argument, NULL, OPT_PAIR},
		{"as", required_argument, NULL, OPT_AS},
		{"exact", required_argument, NULL, OPT_EXACT},
		{"whole", required_argument, NULL, OPT_WHOLE},
		{"level", required_argument, NULL, OPT_LEVEL},
		{"findings", no_argument, &a->arith.findings, 1},
		{NULL, 0, NULL, 0},
	};
	int c;

	a->arith.level = 0.95;
	a->arith.rel = calloc((size_t)argc + 1, sizeof *a->arith.rel);
	a->arith.as = calloc((size_t)argc + 1, sizeof *a->arith.as);
	if (!a->arith.rel || !a->arith.as)
		tool_nomem();
	while ((c = tool_getopt(argc, argv, AS_STYLE_SHORT "k:", options)) != -1) {
		switch (c) {
		case 'k':
			tool_list(&a->key, optarg, "-k");
			break;
		case OPT_RELATIONS:
			mode_arith_relations();
			tool_exit(TOOL_OK);
		default:
			if (!take_arith(a, c))
				tool_option(&a->common, c, optarg, usage);
		}
	}
	check(a, argc, argv);
}

static int
run_arith(args *a, as_table *t)
{
	as_err e;
	int status;

	a->arith.key = a->key;
	a->arith.summary = a->summary;
	if (mode_arith_fill(&a->arith, t, as_opts_format(&a->common), &status, &e) != 0)
		tool_die(&e);
	tool_write(&a->common, t);
	return status;
}

/* The verdict on each published cell. */
static int
run_cells(args *a, as_table *t)
{
	as_intern text = {0}, groups = {0};
	computed c = {0};
	const computed *have = a->no_data ? NULL : &c;
	rulings r;
	list l;
	as_err e;
	int status;

	if (list_read(&l, a->published, a->key.v, a->key.n, &text, &groups, &e) != 0)
		tool_die(&e);
	if (a->unmarked) {
		list_unmark(&l);
		as_table_define(t, "unmarked", "marks are ignored: every cell must match");
	}
	if ((have && computed_read(&c, a->table, &l, &text, &groups, &e) != 0) ||
	    judge_all(&r, &l, have, a->subset, &e) != 0)
		tool_die(&e);
	if (a->summary)
		report_summary(t, &l, &r);
	else
		report_rulings(t, &l, &c, &r, as_opts_format(&a->common));
	tool_write(&a->common, t);
	status = r.count[MISMATCH] ? TOOL_FAILED :
	    r.count[NO_DATA] + r.count[NO_FIGURE] ? TOOL_OPEN : TOOL_OK;
	rulings_free(&r);
	computed_free(&c);
	list_free(&l);
	as_intern_free(&text);
	as_intern_free(&groups);
	return status;
}

int
main(int argc, char **argv)
{
	args a = {0};
	as_table *t;
	as_err e;
	int status;

	tool_init(&a.common);
	parse(&a, argc, argv);
	tool_apart(&a.common, argc, argv);
	if (as_out_apart(a.common.out, a.table, &e) != 0 ||
	    (a.arith.rels && as_out_apart(a.common.out, a.arith.rels, &e) != 0))
		tool_die(&e);
	if (a.common.style.decimals < 0 && a.is_arith) /* ends of ranges lie close together */
		a.common.style.decimals = 4;
	t = tool_table();
	status = a.is_arith ? run_arith(&a, t) : run_cells(&a, t);
	as_list_free(&a.key);
	as_list_free(&a.arith.exact);
	as_list_free(&a.arith.whole);
	as_list_free(&a.arith.only);
	as_list_free(&a.arith.except);
	free(a.arith.rel);
	free(a.arith.as);
	as_opts_free(&a.common);
	tool_exit(status);
}
