/* power - what a benchmark's samples can show, and how many more it takes. */
#define TOOL "power"

#include <stdlib.h>
#include <string.h>

#include "comparison_claim.h"
#include "tool.h"

#include "power/say.h"

typedef struct {
	as_opts common;
	as_list strata;          /* -s */
	const char *unit;        /* --unit */
	const char *base, *test; /* --base, --test */
	const char *effect;      /* --effect */
	plan_how how;
	int sd_given, method_given;
} args;

enum {
	OPT_BASE = AS_OPT_FIRST_OWN, OPT_TEST, OPT_ALPHA, OPT_POWER, OPT_EFFECT, OPT_OF, OPT_METHOD,
	OPT_SD_OF, OPT_UNIT
};

static void
usage(void)
{
	fputs("usage: power [-g COL[,COL...]] [-s COL[,COL...]] [--base NAME [--test NAME]]\n"
	      "             [--each] [-v COL] [--unit COL] [--effect AMOUNT] [--alpha A]\n"
	      "             [--power P] [--one-sided] [--of mean|median] [--method t|normal]\n"
	      "             [--sd-of pooled|all] [--where COL=VALUE] [--map COL=FILE]\n"
	      "             [-o FORMAT] [-O FILE] [-d N] [--wide COL] [FILE...]\n"
	      "\n"
	      "The smallest difference of two groups that these samples can show. With\n"
	      "--effect: the power to find that difference, and how many samples it needs.\n"
	      "\n"
	      "  -g, --group COLS         what is compared\n"
	      "  -s, --strata COLS        one comparison for each combination of their values\n"
	      "      --base NAME          compare the others with this group\n"
	      "      --test NAME          compare only this one\n"
	      "      --each               one row a group: against another of the same size\n"
	      "  -v, --value COL          the measured column (default latency_ms)\n"
	      "      --unit COL           what was repeated independently: each value of COL\n"
	      "                           counts once\n"
	      "      --effect AMOUNT      a difference, such as 1ms, or 5% of the base\n"
	      "      --alpha A            level of the test (default 0.05)\n"
	      "      --power P            probability to find the difference (default 0.8)\n"
	      "      --one-sided          a test of one direction\n"
	      "      --of mean|median     what is compared (default mean)\n"
	      "      --method t|normal    exact (default), or the normal approximation\n"
	      "      --sd-of pooled|all   within the groups (default), or of all samples\n"
	      "\n"
	      "See power(1); assay(7) has the options that every tool takes.\n", stdout);
}

/* 0 for the first word, 1 for the second. */
static int
word(const char *arg, const char *option, const char *first, const char *second)
{
	if (strcmp(arg, first) == 0)
		return 0;
	if (strcmp(arg, second) == 0)
		return 1;
	tool_fail("%s needs %s or %s, not '%s'", option, first, second, arg);
}

/* Takes an option that is this tool's own; 0 if it is none. */
static int
take(args *a, int c, const char *arg)
{
	switch (c) {
	case 's':
		tool_list(&a->strata, arg, "-s");
		break;
	case OPT_BASE:
		a->base = arg;
		break;
	case OPT_TEST:
		a->test = arg;
		break;
	case OPT_ALPHA:
		a->how.test.alpha = tool_number(arg, "--alpha", 0, 0.5);
		break;
	case OPT_POWER:
		a->how.power = tool_number(arg, "--power", 0, 1);
		break;
	case OPT_EFFECT:
		a->effect = arg;
		break;
	case OPT_OF:
		a->how.median = word(arg, "--of", "mean", "median");
		break;
	case OPT_METHOD:
		a->how.test.normal = word(arg, "--method", "t", "normal");
		a->method_given = 1;
		break;
	case OPT_SD_OF:
		a->how.sd_of = word(arg, "--sd-of", "pooled", "all") ? SD_ALL : SD_POOLED;
		a->sd_given = 1;
		break;
	case OPT_UNIT:
		a->unit = arg;
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
		{"base", required_argument, NULL, OPT_BASE},
		{"test", required_argument, NULL, OPT_TEST},
		{"each", no_argument, &a->how.each, 1},
		{"alpha", required_argument, NULL, OPT_ALPHA},
		{"power", required_argument, NULL, OPT_POWER},
		{"effect", required_argument, NULL, OPT_EFFECT},
		{"one-sided", no_argument, &a->how.test.one_sided, 1},
		{"of", required_argument, NULL, OPT_OF},
		{"method", required_argument, NULL, OPT_METHOD},
		{"sd-of", required_argument, NULL, OPT_SD_OF},
		{"unit", required_argument, NULL, OPT_UNIT},
		{NULL, 0, NULL, 0},
	};
	int c;

	while ((c = tool_getopt(argc, argv, AS_STYLE_SHORT AS_ROWS_SHORT "s:", options)) != -1) {
		if (!take(a, c, optarg))
			tool_option(&a->common, c, optarg, usage);
	}
}

/* What the options say together. */
static void
check(const args *a)
{
	if (a->common.value.n > 1)
		tool_fail("-v takes one column");
	if (a->test && !a->base)
		tool_fail("--test needs --base");
	if (a->base && !a->common.group.n)
		tool_fail("--base needs -g, the columns of the groups");
	if (a->base && a->how.each)
		tool_fail("--each cannot be combined with --base or --test");
	if (a->base && a->test && strcmp(a->base, a->test) == 0)
		tool_fail("--base and --test name the same group");
	if (a->sd_given && (a->how.each || !a->common.group.n))
		tool_fail("--sd-of needs -g, and cannot be combined with --each: a single group has one sd");
	if (a->method_given && a->how.median)
		tool_fail("--method is for means: medians use the normal approximation");
	if (a->how.power <= a->how.test.alpha)
		tool_fail("--power must be above --alpha");
	for (size_t i = 0; i < a->strata.n; i++)
		for (size_t k = 0; k < a->common.group.n; k++)
			if (strcmp(a->strata.v[i], a->common.group.v[k]) == 0)
				tool_fail("a column is both in -s and in -g");
}

/* The cells of one stratum that are meant, in order of their groups. Returns how many. */
static size_t
cells_of(size_t *cell, const power_data *d, size_t stratum, const plan_how *how)
{
	size_t n = 0;

	for (size_t g = 0; g < d->group.n; g++) {
		if (how->other != (size_t)NO_GROUP && g != how->base && g != how->other)
			continue;
		for (size_t i = 0; i < d->cell.n; i++)
			if (d->stratum_of[i] == stratum && d->group_of[i] == g)
				cell[n++] = i;
	}
	return n;
}

/* Every comparison. Returns how many of them could be decided; *why is what was
 * wrong with the first that could not. */
static size_t
compare(as_table *t, const power_data *d, const say_how *s, const char **why)
{
	size_t *cell = malloc(d->cell.n * sizeof *cell), n, done = 0;
	plan p;

	if (!cell)
		tool_nomem();
	*why = NULL;
	for (size_t i = 0; i < d->stratum.n; i++) {
		n = cells_of(cell, d, i, s->how);
		for (size_t k = 0; k < (s->how->each ? n : n > 0); k++) {
			if (plan_of(&p, d, cell + k, s->how->each ? 1 : n, s->how) != 0)
				tool_nomem();
			say_plan(t, d, cell[k], &p, s);
			done += p.wrong == NULL;
			if (!*why)
				*why = p.wrong;
		}
	}
	free(cell);
	return done;
}

int
main(int argc, char **argv)
{
	args a = {.how = {.test = {.alpha = 0.05}, .power = 0.8,
	    .base = (size_t)NO_GROUP, .other = (size_t)NO_GROUP}};
	const char *why;
	int status = TOOL_OK;
	power_data d;
	as_table *t;
	as_err e;

	tool_init(&a.common);
	parse(&a, argc, argv);
	tool_apart(&a.common, argc, argv);
	check(&a);
	const power_read read = {&a.common, &a.strata, a.unit, a.how.median};
	const say_how say = {&a.how, a.unit};

	a.how.each |= a.common.group.n == 0;
	a.how.test.normal |= a.how.median; /* the median's error is an asymptotic one */
	if (power_data_read(&d, &read, argv + optind, (size_t)(argc - optind), &e) != 0 ||
	    (a.effect && as_amount_parse(&a.how.effect, a.effect, d.value, "--effect", &e) != 0) ||
	    (a.base && as_group_find(&a.how.base, "--base", a.base, d.name, d.group.n, &e) != 0) ||
	    (a.test && as_group_find(&a.how.other, "--test", a.test, d.name, d.group.n, &e) != 0))
		tool_die(&e);
	if (!a.how.each && d.group.n < 2)
		tool_fail("there is only one group, '%s': use --each for a single group", d.name[0]);
	t = tool_table();
	say_declare(t, &d, &say);
	if (compare(t, &d, &say, &why) == 0) {
		if (!why) /* no stratum has any of the groups */
			tool_fail("no stratum has the groups of --base and --test");
		tool_warn(NULL, "not decidable: %s", why);
		status = TOOL_OPEN;
	}
	tool_write(&a.common, t);
	power_data_free(&d);
	as_list_free(&a.strata);
	as_opts_free(&a.common);
	tool_exit(status);
}
