/* outliers - samples that lie far from the others, and where they lie. */
#define TOOL "outliers"

#include <string.h>

#include "quantile.h"
#include "quantile_arg.h"
#include "tool.h"

#include "outliers/found.h"

typedef struct {
	as_opts common;
	as_list strata, by;   /* -s, --by */
	found_rule rule;
	int list, clusters;   /* --list, --clusters */
	int64_t first;        /* -n; 0: not given */
	unsigned given;       /* methods that an option is of, as bits */
} args;

enum { OPT_METHOD = AS_OPT_FIRST_OWN, OPT_K, OPT_THRESHOLD, OPT_MAX, OPT_ALPHA, OPT_BY };

static void
usage(void)
{
	fputs("usage: outliers [-g COL[,COL...]] [-s COL[,COL...]] [--by COL[,COL...]] [-v COL]\n"
	      "                [--method iqr|mad|esd] [--k K] [-Q TYPE] [--threshold Z]\n"
	      "                [--max N] [--alpha A] [--list | --clusters [-n N]]\n"
	      "                [--where COL=VALUE] [--map COL=FILE]\n"
	      "                [-o FORMAT] [-O FILE] [-d N] [--wide COL] [FILE...]\n"
	      "\n"
	      "Samples that lie far from the others of their group: how many there are, and\n"
	      "each group with and without them.\n"
	      "\n"
	      "  -g, --group COLS         one row for each combination of their values\n"
	      "  -s, --strata COLS        compare a sample with those of its group and stratum\n"
	      "      --by COLS            one row for each of these: outliers of groups in it\n"
	      "  -v, --value COL          the measured column (default latency_ms)\n"
	      "      --method iqr         beyond K interquartile ranges from the quartiles\n"
	      "               mad         modified z above Z\n"
	      "               esd         generalized extreme studentized deviate\n"
	      "      --k K                iqr: (default 1.5)\n"
	      "  -Q, --quantile-type N    iqr: 1 to 9 of Hyndman and Fan (default 7)\n"
	      "      --threshold Z        mad: (default 3.5)\n"
	      "      --max N              esd: at most so many (default a tenth)\n"
	      "      --alpha A            esd: level of the test (default 0.05)\n"
	      "      --list               the outliers themselves, with file and index\n"
	      "      --clusters           where they lie, and how many to expect by chance\n"
	      "  -n, --first N            how many samples count as a file's first (default 1)\n"
	      "\n"
	      "See outliers(1); assay(7) has the options that every tool takes.\n", stdout);
}

/* Takes an option that is this tool's own; 0 if it is none. */
static int
take(args *a, int c, const char *arg)
{
	static const char *const methods[] = {[BY_IQR] = "iqr", [BY_MAD] = "mad", [BY_ESD] = "esd", NULL};
	found_rule *r = &a->rule;
	as_err e;

	switch (c) {
	case 's':
		tool_list(&a->strata, arg, "-s");
		break;
	case 'Q':
		if (as_quantile_type_arg(arg, &r->quantile_type, &e) != 0)
			tool_die(&e);
		a->given |= 1u << BY_IQR;
		break;
	case 'n':
		a->first = tool_whole(arg, "-n", 1, INT64_MAX);
		break;
	case OPT_METHOD:
		r->method = (found_method)tool_word(arg, "--method", methods);
		break;
	case OPT_K:
		r->k = tool_number(arg, "--k", 0, INFINITY);
		a->given |= 1u << BY_IQR;
		break;
	case OPT_THRESHOLD:
		r->threshold = tool_number(arg, "--threshold", 0, INFINITY);
		a->given |= 1u << BY_MAD;
		break;
	case OPT_MAX:
		r->max = (size_t)tool_whole(arg, "--max", 1, INT64_MAX);
		a->given |= 1u << BY_ESD;
		break;
	case OPT_ALPHA:
		if ((r->alpha = tool_number(arg, "--alpha", 0, INFINITY)) >= 1)
			tool_fail("--alpha needs a number below 1, not '%s'", arg);
		a->given |= 1u << BY_ESD;
		break;
	case OPT_BY:
		tool_list(&a->by, arg, "--by");
		break;
	default:
		return 0;
	}
	return 1;
}

static void
parse(args *a, int argc, char **argv)
{
	const struct option options[] = {
		AS_STYLE_LONG,
		AS_ROWS_LONG,
		{"strata", required_argument, NULL, 's'},
		{"quantile-type", required_argument, NULL, 'Q'},
		{"first", required_argument, NULL, 'n'},
		{"method", required_argument, NULL, OPT_METHOD},
		{"k", required_argument, NULL, OPT_K},
		{"threshold", required_argument, NULL, OPT_THRESHOLD},
		{"max", required_argument, NULL, OPT_MAX},
		{"alpha", required_argument, NULL, OPT_ALPHA},
		{"by", required_argument, NULL, OPT_BY},
		{"list", no_argument, &a->list, 1},
		{"clusters", no_argument, &a->clusters, 1},
		{NULL, 0, NULL, 0},
	};
	int c;

	while ((c = tool_getopt(argc, argv, AS_STYLE_SHORT AS_ROWS_SHORT "s:Q:n:", options)) != -1)
		if (!take(a, c, optarg))
			tool_option(&a->common, c, optarg, usage);
}

/* What the options say together. */
static void
check(const args *a)
{
	if (a->common.value.n > 1)
		tool_fail("-v takes one column");
	if (a->list && a->clusters)
		tool_fail("--list and --clusters cannot be combined");
	if (a->by.n && (a->list || a->clusters))
		tool_fail("--by cannot be combined with --list or --clusters");
	if (a->first && !a->clusters)
		tool_fail("-n needs --clusters");
	if (a->given & (1u << BY_IQR) & ~(1u << a->rule.method))
		tool_fail("--k and -Q need --method iqr");
	if (a->given & (1u << BY_MAD) & ~(1u << a->rule.method))
		tool_fail("--threshold needs --method mad");
	if (a->given & (1u << BY_ESD) & ~(1u << a->rule.method))
		tool_fail("--max and --alpha need --method esd");
	for (size_t i = 0; i < a->strata.n; i++)
		for (size_t k = 0; k < a->common.group.n; k++)
			if (strcmp(a->strata.v[i], a->common.group.v[k]) == 0)
				tool_fail("a column is both in -s and in -g");
}

int
main(int argc, char **argv)
{
	args a = {.rule = {.method = BY_IQR, .k = 1.5, .quantile_type = AS_QUANTILE_TYPE,
	    .threshold = 3.5, .alpha = 0.05}};
	int status = TOOL_OPEN;
	found r;
	as_table *t;
	as_err e;

	tool_init(&a.common);
	parse(&a, argc, argv);
	tool_apart(&a.common, argc, argv);
	check(&a);
	char *const *paths = argv + optind;
	const size_t npaths = (size_t)(argc - optind);
	if (found_read(&r, &a.common, &a.strata, &a.by, &a.rule, paths, npaths, &e) != 0)
		tool_die(&e);
	t = tool_table();
	if (a.list)
		found_list(&r, paths, npaths, t);
	else if ((a.clusters ? found_clusters(&r, a.first ? (size_t)a.first : 1, t, &e) :
	    found_summary(&r, t, &e)) != 0)
		tool_die(&e);
	found_define(&r, &a.rule, t);
	for (size_t i = 0; i < r.scope.n; i++)
		if (!r.why[i])
			status = TOOL_OK;
	if (status == TOOL_OPEN)
		tool_warn(NULL, "not decidable: %s", r.why[0]);
	tool_write(&a.common, t);
	found_free(&r);
	as_list_free(&a.strata);
	as_list_free(&a.by);
	as_opts_free(&a.common);
	tool_exit(status);
}
