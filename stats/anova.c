/* anova - analysis of variance of one or two factors. */
#define TOOL "anova"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "anova/two_factors.h"
#include "grouped.h"
#include "keep.h"
#include "tool.h"

typedef struct {
	as_opts common;
	int type;        /* 1, 2, 3; 0: not given */
	int additive;    /* --no-interaction */
	int tests;       /* --tests */
} args;

enum { OPT_TYPE = AS_OPT_FIRST_OWN };

static void
usage(void)
{
	fputs("usage: anova -g A[,B] [-v COL] [--type 1|2|3] [--no-interaction] [--tests]\n"
	      "             [--where COL=VALUE] [--map COL=FILE]\n"
	      "             [-o FORMAT] [-O FILE] [-d N] [FILE...]\n"
	      "\n"
	      "Analysis of variance by one factor (-g A) or two with interaction (-g A,B),\n"
	      "balanced or not. Rows that are not ok are left out.\n"
	      "\n"
	      "  -g, --group A[,B]     the factors\n"
	      "  -v, --value COL       the measured column (default latency_ms)\n"
	      "      --type 1|2|3      sums of squares: sequential, each after the other\n"
	      "                        (default), or each after all others\n"
	      "      --no-interaction  leave A:B out of the model\n"
	      "      --tests           other tests that all groups are equal: Welch,\n"
	      "                        Kruskal-Wallis, Levene, Brown-Forsythe\n"
	      "\n"
	      "See anova(1); assay(7) has the options that every tool takes.\n", stdout);
}

static void
parse(args *a, int argc, char **argv)
{
	const struct option options[] = {
		AS_STYLE_LONG,
		AS_ROWS_LONG,
		{"type", required_argument, NULL, OPT_TYPE},
		{"no-interaction", no_argument, &a->additive, 1},
		{"tests", no_argument, &a->tests, 1},
		{NULL, 0, NULL, 0},
	};
	int64_t type;
	int c;

	while ((c = tool_getopt(argc, argv, AS_STYLE_SHORT AS_ROWS_SHORT, options)) != -1) {
		switch (c) {
		case OPT_TYPE:
			if (as_int_parse(optarg, strlen(optarg), &type) != AS_NUM_OK || type < 1 || type > 3)
				tool_fail("--type needs 1, 2 or 3, not '%s'", optarg);
			a->type = (int)type;
			break;
		default:
			tool_option(&a->common, c, optarg, usage);
		}
	}
}

/* What the options say together. */
static void
check(const args *a)
{
	if (a->common.group.n < 1 || a->common.group.n > 2)
		tool_fail("-g takes one factor or two");
	if (a->common.value.n > 1)
		tool_fail("-v takes one column");
	if (a->tests && (a->type || a->additive))
		tool_fail("--tests cannot be combined with --type or --no-interaction");
	if (a->common.group.n == 1 && (a->type || a->additive))
		tool_fail("--type and --no-interaction need two factors");
}

/* A factor: its levels, numbered in order of first appearance. */
enum { MAX_LEVELS = 5000 };
typedef struct { uint32_t id[MAX_LEVELS]; size_t n, most; } factor;

static int
level_of(factor *f, uint32_t id, const char *name, size_t *level, as_err *e)
{
	for (*level = 0; *level < f->n; ++*level)
		if (f->id[*level] == id)
			return 0;
	if (f->n == f->most)
		return as_fail(e, NULL, 0, "factor '%s' has more than %zu levels", name, f->most);
	f->id[f->n++] = id;
	return 0;
}

/* The design (na, nb) of the groups that have an ok sample, in units of 2^*exp.
 * The caller frees it. */
static int
design_of(as_cell **cell, int *exp, factor *f, const as_grouped *r, const args *a, as_err *e)
{
	as_keep keep = {0};
	double **x;
	size_t *count;
	const size_t nf = a->common.group.n;
	size_t i, k, at[2] = {0, 0}, n;

	f[1].n = nf == 1;
	f[0].most = f[1].most = nf == 1 ? MAX_LEVELS : AS_ANOVA_MAX_LEVELS;
	for (i = 0; i < r->g.n; i++)
		for (k = 0; k < nf; k++)
			if (r->g.rows[i] > r->g.errors[i] &&
			    level_of(&f[k], r->g.key[i * nf + k], a->common.group.v[k], &at[0], e) != 0)
				return -1;
	for (k = 0; k < nf; k++)
		if (f[k].n < 2)
			return as_fail(e, NULL, 0, "factor '%s' has only one level: '%s'",
			    a->common.group.v[k], f[k].n ? as_frame_str(&r->f, f[k].id[0]) : "");
	*cell = calloc(f[0].n * f[1].n, sizeof **cell);
	x = as_alloc(&keep, f[0].n * f[1].n * sizeof *x);
	count = as_alloc(&keep, f[0].n * f[1].n * sizeof *count);
	if (!*cell || !x || !count) {
		as_keep_free(&keep);
		return as_nomem(e);
	}
	for (i = 0; i < r->g.n; i++) {
		double *own = as_grouped_values(r, 0, i, &n);
		if (n == 0)
			continue;
		at[1] = 0;
		for (k = 0; k < nf; k++)
			level_of(&f[k], r->g.key[i * nf + k], "", &at[k], e);
		x[at[0] * f[1].n + at[1]] = own;
		count[at[0] * f[1].n + at[1]] = n;
	}
	*exp = as_cells_of(*cell, x, count, f[0].n * f[1].n);
	as_keep_free(&keep);
	return 0;
}

/* What stands in every row, since each rests on all samples: how many rows are
 * left out as they are not ok (for people: a note), and whether the input is made. */
static void
declare_input(as_table *t, const args *a, const as_grouped *r)
{
	if (!as_opts_people(&a->common))
		as_table_column(t, "errors", AS_INT, 0);
	as_declare_synthetic(t, r->f.any_synthetic);
}

static size_t
errors_of(const as_grouped *r)
{
	size_t n = 0;

	for (size_t i = 0; i < r->g.n; i++)
		n += r->g.errors[i];
	return n;
}

static void
put_input(as_table *t, const args *a, const as_grouped *r)
{
	if (!as_opts_people(&a->common))
		as_table_int(t, (int64_t)errors_of(r));
	as_put_synthetic(t, r->f.any_synthetic, 1);
}

/* A square in units of 2^exp; NaN if no double holds it. */
static double
square(double x, int exp)
{
	double y = ldexp(x, 2 * exp);

	return x > 0 && y == 0 ? NAN : y;
}

static const char no_spread[] = "the residual is 0, so f cannot be computed";

static void
not_decidable(as_table *t, int *open, const char *why)
{
	*open = 1;
	as_table_note(t, why);
	tool_warn(NULL, "not decidable: %s", why);
}

/* The table of variance: one row a term, then the residual and the total, which
 * are terms of it, not sums for the eye. */
static int
variance_table(as_table *t, const as_cell *cell, int unit, const factor *f, const args *a,
    const as_grouped *g, int *open, as_err *e)
{
	const int all = !as_opts_people(&a->common); /* not log10_p and partial_eta_sq: 80 columns */
	const int type = a->type ? a->type : 2;
	const char *A = a->common.group.v[0], *B = a->common.group.n > 1 ? a->common.group.v[1] : "";
	char name[600], note[1400];
	as_anova r;

	if (as_anova_of(&r, cell, f[0].n, f[1].n, !a->additive, type, e) != 0)
		return -1;
	as_table_column(t, "term", AS_STR, 1);
	as_table_column(t, "ss", AS_REAL, 0);
	as_table_column(t, "df", AS_INT, 0);
	as_table_columns(t, all ? "ms,f,p,log10_p,eta_sq,partial_eta_sq,omega_sq" :
	    "ms,f,p,eta_sq,omega_sq", AS_REAL, 0);
	declare_input(t, a, g);
	as_table_define(t, "ss", f[1].n == 1 ?
	    "difference of residual sums of the models without and with the factor" :
	    type == 1 ? "type I: A, then B after A, then A:B" :
	    type == 2 ? "type II: A after B, B after A, then A:B" :
	    "type III: each term after all others, sum-to-zero contrasts");
	as_table_define(t, "df", "difference of the ranks of the models");
	as_table_define(t, "p", "P(F > f), f against the residual");
	as_table_define(t, "eta_sq", "ss / total");
	as_table_define(t, "partial_eta_sq", "ss / (ss + residual)");
	as_table_define(t, "omega_sq", "(ss - df ms_residual) / (total + ms_residual)");
	snprintf(name, sizeof name, "%s:%s", A, B);
	const char *names[] = {A, B, name, "residual", "total"};
	for (int i = 0; i < AS_ANOVA_TERMS; i++) {
		const as_anova_term *term = &r.term[i];
		if (!term->present)
			continue;
		as_table_str(t, names[i]);
		as_table_real(t, square(term->ss, unit));
		as_table_int(t, (int64_t)term->df);
		as_table_reals(t, square(term->ms, unit), term->f, exp(term->log_p));
		if (all)
			as_table_real(t, term->log_p / M_LN10);
		as_table_real(t, term->eta_sq);
		if (all)
			as_table_real(t, term->partial_eta_sq);
		as_table_real(t, term->omega_sq);
		put_input(t, a, g);
		if (!term->estimable) {
			snprintf(note, sizeof note, "%s cannot be estimated: %s", names[i],
			    type == 3 && i < AS_ANOVA_AB && !a->additive && r.empty_cells ?
			    "a main effect of type III needs samples in every cell, and some cells are empty" :
			    "it has no degree of freedom left");
			not_decidable(t, open, note);
		}
	}
	if (r.no_spread)
		not_decidable(t, open, no_spread);
	if (r.empty_cells)
		as_table_notef(t, "%zu of %zu cells are empty: degrees of freedom count only the others",
		    r.empty_cells, f[0].n * f[1].n);
	if (r.sum_error > 1e-9)
		return as_fail(e, NULL, 0, "the sums of squares do not add up (off by %g of the total)",
		    r.sum_error);
	if (f[1].n > 1 && type != 1)
		as_table_note(t, "the sums of the terms need not add up to the total unless the design is "
		    "balanced");
	return 0;
}

static void
put_test(as_table *t, const char *name, as_test x, const args *a, const as_grouped *r)
{
	as_table_str(t, name);
	as_table_real(t, x.statistic);
	as_table_count(t, (size_t)x.df1, x.df1 == floor(x.df1));
	as_table_reals(t, x.df2, exp(x.log_p), x.log_p / M_LN10);
	put_input(t, a, r);
}

/* All groups are alike: by several tests. */
static int
tests_table(as_table *t, const args *args, const as_grouped *r, int *open, as_err *e)
{
	as_keep keep = {0};
	double **x = as_alloc(&keep, r->g.n * sizeof *x);
	size_t *n = as_alloc(&keep, r->g.n * sizeof *n), k = 0, i;
	as_cell *cell = as_alloc(&keep, r->g.n * sizeof *cell);
	as_test levene, brown, kruskal, f;
	as_anova a;
	int rc = -1;

	if (!x || !n || !cell) {
		as_nomem(e);
		goto done;
	}
	for (i = 0; i < r->g.n; i++) {
		x[k] = as_grouped_values(r, 0, i, &n[k]);
		k += n[k] > 0;
	}
	as_cells_of(cell, x, n, k);
	if (k < 2) {
		as_fail(e, NULL, 0, "there is only one group, so nothing can be compared");
		goto done;
	}
	if (as_anova_of(&a, cell, k, 1, 0, 1, e) != 0)
		goto done;
	f = (as_test){a.term[0].f, (double)a.term[0].df, (double)a.term[AS_ANOVA_RESIDUAL].df,
	    a.term[0].log_p};
	if (a.no_spread)
		not_decidable(t, open, no_spread);
	if (as_kruskal(&kruskal, x, n, k) != 0 || as_levene(&levene, x, n, k, 0) != 0 ||
	    as_levene(&brown, x, n, k, 1) != 0) {
		as_nomem(e);
		goto done;
	}
	as_table_column(t, "test", AS_STR, 1);
	as_table_column(t, "statistic", AS_REAL, 0);
	as_table_column(t, "df1", AS_INT, 0);
	as_table_columns(t, "df2,p,log10_p", AS_REAL, 0);
	declare_input(t, args, r);
	as_table_define(t, "anova", "equal means, equal variances assumed: F");
	as_table_define(t, "welch", "equal means, without assuming equal variances: F, Welch (1951)");
	as_table_define(t, "kruskal-wallis",
	    "equal distributions: H with correction for ties, chi squared");
	as_table_define(t, "levene", "equal variances: F of |x - mean|");
	as_table_define(t, "brown-forsythe", "equal variances: F of |x - median|");
	put_test(t, "anova", f, args, r);
	put_test(t, "welch", as_welch_anova(cell, k), args, r);
	put_test(t, "kruskal-wallis", kruskal, args, r);
	put_test(t, "levene", levene, args, r);
	put_test(t, "brown-forsythe", brown, args, r);
	rc = 0;
done:
	as_keep_free(&keep);
	return rc;
}

int
main(int argc, char **argv)
{
	args a = {.type = 0};
	factor f[2] = {{.n = 0}, {.n = 0}};
	as_cell *cell = NULL;
	int exp = 0, open = 0;
	as_grouped r;
	as_table *t;
	as_err e;

	tool_init(&a.common);
	parse(&a, argc, argv);
	tool_apart(&a.common, argc, argv);
	check(&a);
	if (as_grouped_read(&r, &a.common, argv + optind, (size_t)(argc - optind), &e) != 0)
		tool_die(&e);
	t = tool_table();
	if (a.tests ? tests_table(t, &a, &r, &open, &e) != 0 :
	    design_of(&cell, &exp, f, &r, &a, &e) != 0 || variance_table(t, cell, exp, f, &a, &r, &open,
	    &e) != 0)
		tool_die(&e);
	if (errors_of(&r) && as_opts_people(&a.common))
		as_table_notef(t, "rows that are not ok and are left out: %zu", errors_of(&r));
	tool_write(&a.common, t);
	free(cell);
	as_grouped_free(&r);
	as_opts_free(&a.common);
	tool_exit(open ? TOOL_OPEN : TOOL_OK);
}
