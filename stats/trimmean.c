/* trimmean - how much a mean owes to its extremes. */
#define TOOL "trimmean"

#include <math.h>
#include <stdlib.h>

#include "grouped.h"
#include "quantile.h"
#include "tool.h"

#include "trimmean/method.h"
#include "trimmean/ranking.h"
#include "trimmean/trim_table.h"

typedef struct {
	as_opts common;
	as_list methods;    /* --methods */
	methods drops, cuts; /* of --drop and --trim */
	int from_summary, exact;
	int type;           /* -Q; 0: not given */
} args;

enum { OPT_DROP = AS_OPT_FIRST_OWN, OPT_TRIM, OPT_METHODS };

static void
usage(void)
{
	fputs("usage: trimmean [-g COL[,COL...]] [-v COL] [--drop K] [--trim P]\n"
	      "                [--methods LIST] [--where COL=VALUE] [--map COL=FILE]\n"
	      "                [-o FORMAT] [-O FILE] [-d N] [--wide COL] [FILE...]\n"
	      "       trimmean --from-summary [--exact] [-Q TYPE] [OPTIONS] [FILE...]\n"
	      "\n"
	      "The mean of each group without its extremes, by several methods, and whether\n"
	      "the ranking of the groups changes from one to the next.\n"
	      "\n"
	      "  -g, --group COLS         one group for each combination of their values\n"
	      "  -v, --value COL          the measured column (default latency_ms)\n"
	      "      --drop K             also without the K largest; may be repeated\n"
	      "      --trim P             cut the share P (default 0.1); may be repeated\n"
	      "      --methods LIST       these only, in order: mean, dropK, trimP, topP,\n"
	      "                           winsorP, median (P in percent)\n"
	      "      --from-summary       read published summaries, print intervals\n"
	      "      --exact              the published figures are not rounded\n"
	      "  -Q, --quantile-type N    type of the published quantiles (default 7)\n"
	      "\n"
	      "See trimmean(1); assay(7) has the options that every tool takes.\n", stdout);
}

static void
parse(args *a, int argc, char **argv)
{
	const struct option options[] = {
		AS_STYLE_LONG,
		AS_ROWS_LONG,
		{"quantile-type", required_argument, NULL, 'Q'},
		{"drop", required_argument, NULL, OPT_DROP},
		{"trim", required_argument, NULL, OPT_TRIM},
		{"methods", required_argument, NULL, OPT_METHODS},
		{"from-summary", no_argument, &a->from_summary, 1},
		{"exact", no_argument, &a->exact, 1},
		{NULL, 0, NULL, 0},
	};
	as_err e;
	int c, rc = 0;

	while ((c = tool_getopt(argc, argv, AS_STYLE_SHORT AS_ROWS_SHORT "Q:", options)) != -1) {
		switch (c) {
		case 'Q':
			rc = as_quantile_type_arg(optarg, &a->type, &e);
			break;
		case OPT_DROP:
			rc = methods_add_drop(&a->drops, optarg, &e);
			break;
		case OPT_TRIM:
			rc = methods_add_cuts(&a->cuts, optarg, &e);
			break;
		case OPT_METHODS:
			rc = as_list_parse(&a->methods, optarg, "--methods", &e);
			break;
		default:
			tool_option(&a->common, c, optarg, usage);
		}
		if (rc < 0)
			tool_die(&e);
	}
}

/* What the options say together. */
static void
check(const args *a)
{
	if (a->methods.n && (a->drops.n || a->cuts.n))
		tool_fail("--methods cannot be combined with --drop or --trim");
	if (a->from_summary && a->common.value.n)
		tool_fail("-v and --from-summary cannot be combined");
	if (a->common.value.n > 1)
		tool_fail("-v takes one column");
	if ((a->type || a->exact) && !a->from_summary)
		tool_fail("-Q and --exact need --from-summary");
}

/* The methods in order: --methods, or the mean, without the largest, without the
 * K largest, with shares cut, and the median. */
static int
choose(methods *m, const args *a, as_err *e)
{
	size_t i;

	for (i = 0; i < a->methods.n; i++)
		if (methods_add(m, a->methods.v[i], e) != 0)
			return -1;
	if (i > 0)
		return 0;
	if (methods_add(m, "mean", e) != 0 || methods_add(m, "drop1", e) != 0)
		return -1;
	for (i = 0; i < a->drops.n; i++)
		if (methods_add(m, a->drops.m[i].name, e) != 0)
			return -1;
	for (i = 0; i < a->cuts.n; i++)
		if (methods_add(m, a->cuts.m[i].name, e) != 0)
			return -1;
	if (a->cuts.n == 0 && methods_add_cuts(m, "0.1", e) != 0)
		return -1;
	return methods_add(m, "median", e);
}

/* Estimates of every method for every group, whichever the input was. */
typedef struct {
	size_t n;          /* groups */
	size_t *values;    /* (n) */
	as_interval *x;    /* (methods, n) */
} estimates;

static int
make(estimates *r, const methods *m, size_t n, as_err *e)
{
	*r = (estimates){n, calloc(n, sizeof *r->values), calloc(n * m->n, sizeof *r->x)};
	return r->values && r->x ? 0 : as_nomem(e);
}

/* Notes for people: where the ranking changes. */
static void
note_changes(as_table *t, const methods *m, const change *c)
{
	static const struct { change c; const char *text; } kinds[] = {
		{CHANGED, "The ranking of the groups changes at:"},
		{UNDECIDED, "These figures do not show whether it changes at:"},
	};
	char line[1024];
	int any = 0;

	for (size_t k = 0; k < 2; k++) {
		size_t n = (size_t)snprintf(line, sizeof line, "%s", kinds[k].text), none = n;

		for (size_t i = 1; i < m->n; i++)
			if (c[i] == kinds[k].c && n < sizeof line)
				n += (size_t)snprintf(line + n, sizeof line - n, "%s %s", n > none ? "," : "", m->m[i].name);
		if (n > none)
			as_table_note(t, line);
		any |= n > none;
	}
	if (!any)
		as_table_note(t, "The ranking of the groups is the same in every row.");
}

/* Where the groups come from: one of the two. */
typedef struct { const as_grouped *samples; const summaries *published; int synthetic; } source;

static void
declare(as_table *t, const source *s, int exact)
{
	as_table_column(t, "method", AS_STR, 1);
	if (s->samples)
		as_grouped_declare(s->samples, t);
	else
		summaries_declare(s->published, t);
	if (s->samples) {
		as_table_column(t, "estimate", AS_REAL, 0);
	} else {
		as_table_columns(t, "estimate_lo,estimate_hi", AS_REAL, 0);
		as_table_define(t, "estimate",
		    exact ? "the estimate lies between these, for any values with the figures given" :
		    "the estimate lies between these, for any values whose figures round to those given");
	}
	as_table_column(t, "rank", AS_INT, 0);
	as_table_column(t, "changed", AS_BOOL, 0);
	as_table_columns(t, "n,errors,low,high", AS_INT, 0);
	as_declare_synthetic(t, s->synthetic);
	as_table_define(t, "low, high",
	    "how many of the smallest and the largest values are cut, or replaced by winsor");
	as_table_define(t, "rank", "1 has the smallest estimate; equal ones share it");
	as_table_define(t, "changed", "two groups are in another order than by the method before");
}

static void
put_row(as_table *t, const source *s, const estimates *r, const method *m, const as_interval *x,
    size_t i, change c)
{
	int64_t errors = s->samples ? (int64_t)s->samples->g.errors[i] : s->published->g[i].errors;
	size_t low, high, rank = rank_of(x, r->n, i);

	method_cuts(m, r->values[i], &low, &high);
	as_table_str(t, m->name);
	if (s->samples)
		as_grouped_keys(s->samples, i, t);
	else
		summaries_keys(s->published, i, t);
	as_table_real(t, x[i].lo);
	if (s->published)
		as_table_real(t, x[i].hi);
	as_table_count(t, rank, rank > 0);
	if (c == UNDECIDED || isnan(x[i].lo))
		as_table_na(t);
	else
		as_table_bool(t, c == CHANGED);
	as_table_int(t, (int64_t)r->values[i]);
	as_table_count(t, (size_t)errors, errors >= 0);
	as_table_count(t, low, !isnan(x[i].lo));
	as_table_count(t, high, !isnan(x[i].lo));
	as_put_synthetic(t, s->synthetic,
	    s->samples ? s->samples->g.synthetic[i] : s->published->g[i].synthetic);
}

static int
fill(as_table *t, const source *s, const methods *m, const estimates *r, int exact, as_err *e)
{
	change *c = calloc(m->n, sizeof *c);

	if (!c)
		return as_nomem(e);
	declare(t, s, exact);
	methods_define(m, t);
	c[0] = UNDECIDED; /* no row is before it */
	for (size_t j = 1; j < m->n; j++)
		c[j] = ranking_change(r->x + (j - 1) * r->n, r->x + j * r->n, r->n);
	for (size_t j = 0; j < m->n; j++)
		for (size_t i = 0; i < r->n; i++)
			put_row(t, s, r, &m->m[j], r->x + j * r->n, i, c[j]);
	if (r->n > 1 && m->n > 1)
		note_changes(t, m, c);
	free(c);
	return 0;
}

static int
from_samples(estimates *r, const methods *m, const as_grouped *s, as_err *e)
{
	if (make(r, m, s->g.n, e) != 0)
		return -1;
	for (size_t i = 0; i < r->n; i++) {
		double *x = as_grouped_values(s, 0, i, &r->values[i]);

		for (size_t j = 0; j < m->n; j++) {
			double v = method_estimate(&m->m[j], x, r->values[i]);

			r->x[j * r->n + i] = (as_interval){v, v};
		}
	}
	return 0;
}

static int
from_summaries(estimates *r, const methods *m, const summaries *s, as_err *e)
{
	if (make(r, m, s->n, e) != 0)
		return -1;
	for (size_t i = 0; i < r->n; i++) {
		r->values[i] = s->g[i].n;
		for (size_t j = 0; j < m->n; j++)
			r->x[j * r->n + i] = summary_estimate(&s->g[i], &m->m[j]);
	}
	return 0;
}

int
main(int argc, char **argv)
{
	args a = {0};
	methods m = {0};
	as_grouped samples;
	summaries published;
	estimates r = {0};
	source s = {0};
	as_table *t;
	as_err e;
	int bad;

	tool_init(&a.common);
	parse(&a, argc, argv);
	tool_apart(&a.common, argc, argv);
	check(&a);
	if (choose(&m, &a, &e) != 0)
		tool_die(&e);
	if (a.from_summary) {
		s.published = &published;
		bad = summaries_read(&published, &a.common, a.type ? a.type : AS_QUANTILE_TYPE, a.exact,
		    argv + optind, (size_t)(argc - optind), &e) != 0 ||
		    from_summaries(&r, &m, &published, &e) != 0;
	} else {
		s.samples = &samples;
		bad = as_grouped_read(&samples, &a.common, argv + optind, (size_t)(argc - optind), &e) != 0 ||
		    from_samples(&r, &m, &samples, &e) != 0;
	}
	if (bad)
		tool_die(&e);
	s.synthetic = a.from_summary ? published.any_synthetic : samples.f.any_synthetic;
	t = tool_table();
	if (fill(t, &s, &m, &r, a.exact, &e) != 0)
		tool_die(&e);
	tool_write(&a.common, t);
	if (a.from_summary)
		summaries_free(&published);
	else
		as_grouped_free(&samples);
	free(r.values);
	free(r.x);
	methods_free(&m);
	methods_free(&a.drops);
	methods_free(&a.cuts);
	as_list_free(&a.methods);
	as_opts_free(&a.common);
	tool_exit(TOOL_OK);
}
