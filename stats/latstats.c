/* latstats - statistics of latencies by group. */
#define TOOL "latstats"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "grouped.h"
#include "grow.h"
#include "parallel.h"
#include "tool.h"

#include "latstats/choice.h"
#include "latstats/fill.h"
#include "latstats/summaries.h"

typedef struct {
	as_opts common;
	definitions def;
	as_list stats;           /* --stats */
	char (*extra)[COLUMN_NAME]; /* columns that other options ask for, in order */
	size_t nextra;
	int ci, quantile_ci;     /* intervals were asked for */
	unsigned given;          /* uses (choice.h) that an option defines */
} args;

enum {
	OPT_STATS = AS_OPT_FIRST_OWN, OPT_CI, OPT_CI_METHOD, OPT_QUANTILE_CI, OPT_DDOF,
	OPT_TRIM, OPT_MAD, OPT_SKEW, OPT_RATIO
};

static const struct option options[] = {
	AS_STYLE_LONG,
	AS_ROWS_LONG,
	{"quantile", required_argument, NULL, 'q'},
	{"quantile-type", required_argument, NULL, 'Q'},
	{"stats", required_argument, NULL, OPT_STATS},
	{"ci", optional_argument, NULL, OPT_CI},
	{"ci-method", required_argument, NULL, OPT_CI_METHOD},
	{"quantile-ci", optional_argument, NULL, OPT_QUANTILE_CI},
	{"ddof", required_argument, NULL, OPT_DDOF},
	{"trim", required_argument, NULL, OPT_TRIM},
	{"mad", no_argument, NULL, OPT_MAD},
	{"skew", optional_argument, NULL, OPT_SKEW},
	{"ratio", no_argument, NULL, OPT_RATIO},
	{NULL, 0, NULL, 0},
};

static void
usage(void)
{
	fputs("usage: latstats [-g COL[,COL...]] [-v COL[,COL...]] [--stats LIST] [-q LIST]\n"
	      "                [-Q TYPE] [--ci[=LEVEL]] [--ci-method t|z]\n"
	      "                [--quantile-ci[=LEVEL]] [--ddof 0|1] [--trim P] [--mad]\n"
	      "                [--skew[=TYPE]] [--ratio] [--where COL=VALUE] [--map COL=FILE]\n"
	      "                [-o FORMAT] [-O FILE] [-d N] [--wide COL] [FILE...]\n"
	      "\n"
	      "Statistics of latencies, one row a group. Rows that are not ok are counted as\n"
	      "errors and are in no other statistic.\n"
	      "\n"
	      "  -g, --group COLS         one row for each combination of their values\n"
	      "  -v, --value COLS         the measured columns (default latency_ms)\n"
	      "      --stats LIST         the columns, in order; default\n"
	      "                           " CHOICE_DEFAULT "\n"
	      "  -q, --quantile LIST      more quantiles: shares (0.999) or names (p99.9)\n"
	      "  -Q, --quantile-type N    1 to 9 of Hyndman and Fan (default 7)\n"
	      "      --ci[=LEVEL]         interval of the mean (default 0.95)\n"
	      "      --ci-method t|z      Student t (default) or normal\n"
	      "      --quantile-ci[=L]    intervals of the median and the quantiles\n"
	      "      --ddof 0|1           sd over n or n-1 (default 1)\n"
	      "      --trim P             mean without the share P at each end\n"
	      "      --mad                median absolute deviation, raw and times 1.4826\n"
	      "      --skew[=TYPE]        skewness: G1 (default), g1 or b1\n"
	      "      --ratio              mean / median\n"
	      "\n"
	      "See latstats(1); assay(7) has the options that every tool takes.\n", stdout);
}

static void
add_extra(args *a, const char *name)
{
	if (as_grow_one(&a->extra, a->nextra, sizeof *a->extra) != 0)
		tool_nomem();
	snprintf(a->extra[a->nextra++], COLUMN_NAME, "%s", name);
}

static void
add_quantiles(args *a, const char *arg, as_err *e)
{
	as_list l = {0};
	char name[AS_QUANTILE_NAME];
	double p;

	tool_list(&l, arg, "-q");
	for (size_t i = 0; i < l.n; i++) {
		if (as_quantile_arg(l.v[i], &p, name, e) != 0)
			tool_die(e);
		add_extra(a, name);
	}
	as_list_free(&l);
}

/* Takes an option that is this tool's own; 0 if it is none. */
static int
take(args *a, int c, const char *arg, as_err *e)
{
	static const char *const methods[] = {[AS_CI_T] = "t", [AS_CI_Z] = "z", NULL};
	static const char *const skews[] = {[AS_SKEW_ADJUSTED] = "G1", [AS_SKEW_MOMENT] = "g1",
	    [AS_SKEW_B1] = "b1", NULL};
	static const char *const ddofs[] = {"0", "1", NULL};
	definitions *d = &a->def;

	switch (c) {
	case 'q':
		add_quantiles(a, arg, e);
		break;
	case 'Q':
		if (as_quantile_type_arg(arg, &d->quantile_type, e) != 0)
			tool_die(e);
		a->given |= USES_QUANTILE;
		break;
	case OPT_STATS:
		tool_list(&a->stats, arg, "--stats");
		break;
	case OPT_CI:
		a->ci = 1;
		if (arg)
			d->level = tool_number(arg, "--ci", 0, 1);
		break;
	case OPT_CI_METHOD:
		d->ci_method = (as_ci_method)tool_word(arg, "--ci-method", methods);
		a->given |= USES_MEAN_CI;
		break;
	case OPT_QUANTILE_CI:
		a->quantile_ci = 1;
		a->given |= USES_QUANTILE_CI;
		if (arg)
			d->quantile_level = tool_number(arg, "--quantile-ci", 0, 1);
		break;
	case OPT_DDOF:
		d->ddof = (unsigned)tool_word(arg, "--ddof", ddofs);
		a->given |= USES_SD;
		break;
	case OPT_TRIM:
		if (as_num_parse(arg, strlen(arg), &d->trim) != AS_NUM_OK || d->trim < 0 || d->trim >= 0.5)
			tool_fail("--trim needs a number from 0 and below 0.5, not '%s'", arg);
		add_extra(a, "trimmed");
		break;
	case OPT_MAD:
		add_extra(a, "mad");
		add_extra(a, "mad_normal");
		break;
	case OPT_SKEW:
		if (arg)
			d->skew = (as_skew)tool_word(arg, "--skew", skews);
		add_extra(a, "skew");
		break;
	case OPT_RATIO:
		add_extra(a, "ratio");
		break;
	default:
		return 0;
	}
	return 1;
}

static void
parse(args *a, int argc, char **argv)
{
	as_err e;
	int c;

	while ((c = tool_getopt(argc, argv, AS_STYLE_SHORT AS_ROWS_SHORT "q:Q:", options)) != -1) {
		if (!take(a, c, optarg, &e))
			tool_option(&a->common, c, optarg, usage);
	}
}

/* The columns: --stats or the default, then what other options add. */
static int
choose(choice *c, args *a, as_err *e)
{
	static const struct { unsigned uses; const char *option, *what; } needs[] = {
		{USES_QUANTILE, "-Q", "quantile"},
		{USES_MEAN_CI, "--ci-method", "interval of the mean"},
		{USES_QUANTILE_CI, "--quantile-ci", "quantile"},
		{USES_SD, "--ddof", "sd"},
	};
	size_t i;

	if (!a->stats.n && as_list_parse(&a->stats, CHOICE_DEFAULT, "--stats", e) != 0)
		return -1;
	for (i = 0; i < a->stats.n; i++) {
		if (choice_insert(c, c->ncol, a->stats.v[i], e) != 0)
			return -1;
		if (c->ncol == i)
			return as_fail(e, NULL, 0,
			    "--stats: '%s' is already in the list, by another name", a->stats.v[i]);
	}
	for (i = 0; i < a->nextra; i++)
		if (choice_insert(c, c->ncol, a->extra[i], e) != 0)
			return -1;
	if ((a->ci && choice_add_mean_ci(c, e) != 0) ||
	    (a->quantile_ci && choice_add_quantile_ci(c, e) != 0))
		return -1;
	for (i = 0; i < sizeof needs / sizeof *needs; i++)
		if (a->given & ~c->uses & needs[i].uses)
			return as_fail(e, NULL, 0, "%s has no effect, because no %s is among the columns",
			    needs[i].option, needs[i].what);
	return 0;
}

typedef struct {
	const choice *c;
	const definitions *d;
	const as_grouped *r;
	double *v;         /* (groups, value columns, c->ncol) */
	atomic_int nomem;
} work;

/* Of value column i % nval in group i / nval. */
static void
compute(void *p, size_t i)
{
	work *w = p;
	size_t group = i / w->r->nval, n;
	double *x = as_grouped_values(w->r, i % w->r->nval, group, &n);

	if (fill_values(w->c, w->d, x, n, w->r->g.errors[group], w->v + i * w->c->ncol) != 0)
		w->nomem = 1;
}

/* One row a group and value column. */
static int
fill(as_table *t, const choice *c, const definitions *d, const as_grouped *r, as_err *e)
{
	size_t rows = r->g.n * r->nval;
	work w = {c, d, r, calloc(rows + 1, c->ncol * sizeof *w.v), 0};

	if (w.v)
		as_parallel(rows, compute, &w);
	if (!w.v || w.nomem) {
		free(w.v);
		return as_nomem(e);
	}
	as_grouped_declare(r, t);
	if (r->nval > 1)
		as_table_column(t, "value", AS_STR, 1);
	choice_declare(c, d, t);
	as_declare_synthetic(t, r->f.any_synthetic);
	for (size_t i = 0; i < rows; i++) {
		as_grouped_keys(r, i / r->nval, t);
		if (r->nval > 1)
			as_table_str(t, r->f.col[r->nkey + i % r->nval].header);
		fill_row(c, w.v + i * c->ncol, t);
		as_put_synthetic(t, r->f.any_synthetic, r->g.synthetic[i / r->nval]);
	}
	free(w.v);
	return 0;
}

int
main(int argc, char **argv)
{
	args a = {.def = {.quantile_type = 7, .ddof = 1, .level = 0.95, .quantile_level = 0.95,
	    .trim = 0.1}};
	choice c = {0};
	as_grouped r = {0};
	int bad, read;
	as_table *t;
	as_err e;

	tool_init(&a.common);
	parse(&a, argc, argv);
	tool_apart(&a.common, argc, argv);
	if (choose(&c, &a, &e) != 0)
		tool_die(&e);
	t = tool_table();
	summaries stated = {.t = t, .c = &c, .o = &a.common};
	a.common.reading.summary = stated_take;
	a.common.reading.summary_arg = &stated;
	read = as_grouped_read(&r, &a.common, argv + optind, (size_t)(argc - optind), &e);
	bad = read < 0 || (read == 0 && fill(t, &c, &a.def, &r, &e) != 0);
	if (read > 0 && !stated.kept)
		bad = as_fail(&e, NULL, 0, "--where leaves no summary") != 0;
	if (bad)
		tool_die(&e);
	tool_write(&a.common, t);
	if (read == 0)
		as_grouped_free(&r);
	stated_free(&stated);
	choice_free(&c);
	as_list_free(&a.stats);
	free(a.extra);
	as_opts_free(&a.common);
	tool_exit(TOOL_OK);
}
