/* abtest - compares groups of a record stream, and judges a claim about them. */
#define TOOL "abtest"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "out.h"
#include "tool.h"

#include "abtest/noise.h"
#include "abtest/operands.h"
#include "abtest/pair_table.h"
#include "abtest/sentence.h"

typedef struct {
	as_opts common;
	as_list strata, pair, stats;
	ab_how how;
	const char *base, *test, *claim, *margin, *adjust;
	const char *unpaired; /* an option given that pairs have no use for */
} args;

enum {
	OPT_BASE = AS_OPT_FIRST_OWN, OPT_TEST, OPT_STATS, OPT_LEVEL, OPT_PERMUTATIONS, OPT_PERMUTE,
	OPT_SEED, OPT_KS, OPT_MARGIN, OPT_ADJUST, OPT_PAIR, OPT_UNIT, OPT_NOISE, OPT_CLAIM,
	OPT_PER_TOKEN, OPT_UNEQUAL_OK, OPT_COMMON
};

static const struct option options[] = {
	AS_STYLE_LONG,
	AS_ROWS_LONG,
	{"strata", required_argument, NULL, 's'},
	{"base", required_argument, NULL, OPT_BASE},
	{"test", required_argument, NULL, OPT_TEST},
	{"stats", required_argument, NULL, OPT_STATS},
	{"level", required_argument, NULL, OPT_LEVEL},
	{"permutations", required_argument, NULL, OPT_PERMUTATIONS},
	{"permute", required_argument, NULL, OPT_PERMUTE},
	{"seed", required_argument, NULL, OPT_SEED},
	{"ks", no_argument, NULL, OPT_KS},
	{"margin", required_argument, NULL, OPT_MARGIN},
	{"adjust", required_argument, NULL, OPT_ADJUST},
	{"pair", required_argument, NULL, OPT_PAIR},
	{"unit", required_argument, NULL, OPT_UNIT},
	{"noise", required_argument, NULL, OPT_NOISE},
	{"claim", required_argument, NULL, OPT_CLAIM},
	{"per-token", no_argument, NULL, OPT_PER_TOKEN},
	{"unequal-ok", no_argument, NULL, OPT_UNEQUAL_OK},
	{"common", no_argument, NULL, OPT_COMMON},
	{NULL, 0, NULL, 0},
};

static void
usage(void)
{
	fputs("usage: abtest BASE TEST [OPTIONS]\n"
	      "       abtest -g COL[,COL...] [--base NAME] [--test NAME] [-s COL[,COL...]]\n"
	      "              [-v COL] [--pair COL[,COL...]] [--claim CLAIM] [--margin AMOUNT]\n"
	      "              [--ks] [--unit COL] [--noise FILE] [--per-token] [--unequal-ok]\n"
	      "              [--common]\n"
	      "              [--adjust TEST] [--level L] [--permutations N]\n"
	      "              [--permute mean|median] [--seed N] [--stats LIST]\n"
	      "              [--where COL=VALUE] [--map COL=FILE]\n"
	      "              [-o FORMAT] [-O FILE] [-d N] [--wide COL] [FILE...]\n"
	      "\n"
	      "Compares two files, or groups: one row a pair. Everything is of test against\n"
	      "base. Groups that did unequal work, or lack strata of each other, are refused.\n"
	      "\n"
	      "  -g, --group COLS         the columns whose values make the groups; without:\n"
	      "                           two files, or the two commands of one\n"
	      "      --base NAME          compare with this group\n"
	      "      --test NAME          compare this group; without both: all pairs\n"
	      "  -s, --strata COLS        one row a stratum, and one that combines them\n"
	      "  -v, --value COL          the measured column (default latency_ms)\n"
	      "      --pair COLS          rows that agree in these columns are pairs\n"
	      "      --claim CLAIM        'p99: test <= base + 5%', 'test < base by 10%', or\n"
	      "                           'equal within 1ms'\n"
	      "      --margin AMOUNT      test equivalence within 1ms or 5%\n"
	      "      --ks                 Kolmogorov-Smirnov, too\n"
	      "      --unit COL           what was repeated independently: use its means\n"
	      "      --noise FILE         an A/A run: no verdict rests on what it differs by\n"
	      "      --per-token          divide the value by the tokens of its row\n"
	      "      --unequal-ok         compare although work or strata differ\n"
	      "      --common             only the strata that both groups have\n"
	      "      --adjust TEST        correct p of welch (default), student, rank or\n"
	      "                           permutation for several comparisons\n"
	      "      --level L            of intervals and verdicts (default 0.95)\n"
	      "      --permutations N     for each pair (default 999; 0: none)\n"
	      "      --permute mean|median  whose difference (default mean)\n"
	      "      --seed N             of the permutations (default 1)\n"
	      "      --stats LIST         the columns, in order\n"
	      "\n"
	      "See abtest(1); assay(7) has the options that every tool takes.\n", stdout);
}

/* Takes an option that is this tool's own; 0 if it is none. */
static int
take(args *a, int c, const char *arg)
{
	static const char *const adjusts[] = {[AB_ADJUST_WELCH] = "welch", [AB_ADJUST_STUDENT] = "student",
	    [AB_ADJUST_RANK] = "rank", [AB_ADJUST_PERMUTATION] = "permutation", NULL};
	static const char *const permutes[] = {[AS_PERMUTE_MEAN] = "mean", [AS_PERMUTE_MEDIAN] = "median",
	    NULL};
	as_compare_how *h = &a->how.compare;

	switch (c) {
	case 's': tool_list(&a->strata, arg, "-s"); break;
	case OPT_PAIR: tool_list(&a->pair, a->how.pair = arg, "--pair"); break;
	case OPT_STATS: tool_list(&a->stats, arg, "--stats"); break;
	case OPT_BASE: a->base = arg; break;
	case OPT_TEST: a->test = arg; break;
	case OPT_LEVEL: h->level = tool_number(arg, "--level", 0.5, 1); break;
	case OPT_PERMUTATIONS:
		h->permutations = (size_t)tool_whole(arg, "--permutations", 0, 10000000);
		break;
	case OPT_PERMUTE: h->permute = (as_permute)tool_word(arg, "--permute", permutes); break;
	case OPT_SEED: h->seed = (uint64_t)tool_whole(arg, "--seed", 0, INT64_MAX); break;
	case OPT_KS: h->ks = 1; break;
	case OPT_MARGIN: a->margin = arg; break;
	case OPT_ADJUST: a->how.adjust = tool_word(a->adjust = arg, "--adjust", adjusts); break;
	case OPT_UNIT: a->how.unit = arg; break;
	case OPT_NOISE: a->how.noise_file = arg; break;
	case OPT_CLAIM: a->claim = arg; break;
	case OPT_PER_TOKEN: a->how.per_token = 1; break;
	case OPT_UNEQUAL_OK: a->how.unequal_ok = 1; break;
	case OPT_COMMON: a->how.common = 1; break;
	default:
		return 0;
	}
	for (const struct option *o = options; o->name; o++)
		if (o->val == c && strstr(" permutations permute seed ks margin unit ", o->name))
			a->unpaired = o->name;
	return 1;
}

static void
parse(args *a, int argc, char **argv)
{
	int c;

	while ((c = tool_getopt(argc, argv, AS_STYLE_SHORT AS_ROWS_SHORT "s:", options)) != -1) {
		if (!take(a, c, optarg))
			tool_option(&a->common, c, optarg, usage);
	}
}

/* What can be said to be wrong before any input is read. */
static void
check(args *a)
{
	if (a->common.value.n > 1)
		tool_fail("-v takes one column");
	if (a->how.noise_file && !a->claim)
		tool_fail("--noise has no effect without --claim");
	if (a->how.adjust == AB_ADJUST_PERMUTATION && !a->how.compare.permutations)
		tool_fail("--adjust permutation has no effect without permutations");
	if (a->how.pair && a->unpaired)
		tool_fail("--%s has no effect with --pair", a->unpaired);
	if (a->how.pair && a->adjust && a->how.adjust != AB_ADJUST_RANK)
		tool_fail("--adjust: with --pair only rank is possible; without --adjust it is the paired t "
		    "test");
	if (a->how.pair)
		a->how.compare.permutations = 0;
}

/* Is that a side of a claim? */
static int
is_side(const void *data, const char *name)
{
	const ab_data *d = data;

	return as_group_at(d->name, d->group.n, name) < d->group.n || strcmp(name, "base") == 0 ||
	    strcmp(name, "test") == 0;
}

/* "tool: BASE against TEST: message", with the stratum if there are any. */
static void
say(const ab_result *r, const ab_outcome *o, const char *message)
{
	const ab_data *d = r->d;
	const ab_pair *p = &r->pair[o->pair];
	char where[512] = "";

	for (size_t k = 0, n = 0; d->nstratum && !o->combined && k < d->stratum.nkey &&
	    n < sizeof where; k++)
		n += (size_t)snprintf(where + n, sizeof where - n, ", %s %s", d->f.col[d->cell_col[k]].header,
		    as_frame_str(&d->f, d->stratum.key[o->stratum * d->stratum.nkey + k]));
	tool_warn(NULL, "%s against %s%s: %s", d->name[p->test], d->name[p->base], where, message);
}

static void
say_verdict(const ab_result *r, const ab_outcome *o)
{
	char *text = ab_claim_sentence(r, o);

	if (!text)
		tool_nomem();
	say(r, o, text);
	free(text);
}

/* Says what was refused, what is lacking and what the claim came to; returns the
 * exit status. */
static int
conclude(const ab_result *r, as_format format)
{
	/* of one pair the line above the table says it */
	int said = r->npair == 1 && (format == AS_FMT_TEXT || format == AS_FMT_MD);
	int refused = 0, decided = 0, deciding = r->d->nstratum > 0;

	for (size_t i = 0; i < r->nrow; i++) {
		const ab_outcome *o = &r->row[i];
		const char *lacks = ab_lacks(r, o), *why = r->pair[o->pair].refused;

		if (o->combined == deciding && why) {
			say(r, o, why);
			refused = 1;
		}
		if (o->combined == deciding && r->pair[o->pair].mixed)
			say(r, o, r->pair[o->pair].mixed);
		if (lacks)
			say(r, o, lacks);
		else if (!o->combined && !why)
			decided = 1;
		if (o->combined == deciding && r->how->claim && !why && !said &&
		    o->ruling.verdict != AS_HOLDS)
			say_verdict(r, o);
	}
	if (r->how->claim) {
		const as_verdict v = ab_verdict(r);

		return v == AS_HOLDS ? TOOL_OK : v == AS_FAILS ? TOOL_FAILED : TOOL_OPEN;
	}
	return decided && !refused ? TOOL_OK : TOOL_OPEN;
}

int
main(int argc, char **argv)
{
	args a = {.how = {.compare = {.level = 0.95, .permutations = AS_PERMUTATIONS, .seed = 1}}};
	ab_read read = {.common = &a.common, .strata = &a.strata, .pair = &a.pair};
	as_claim claim = {0};
	ab_data d;
	ab_result r = {.d = &d, .how = &a.how};
	as_table *t;
	as_err e;
	int status;

	tool_init(&a.common);
	parse(&a, argc, argv);
	tool_apart(&a.common, argc, argv);
	if (a.how.noise_file && as_out_apart(a.common.out, a.how.noise_file, &e) != 0)
		tool_die(&e);
	check(&a);
	if (!a.common.group.n && ab_operands(&a.common, &a.strata, argv + optind,
	    (size_t)(argc - optind), &read.by_file, &e) != 0)
		tool_die(&e);
	read.unit = a.how.unit;
	read.per_token = a.how.per_token;
	if (ab_data_read(&d, &read, argv + optind, (size_t)(argc - optind), &e) != 0)
		tool_die(&e);
	if ((a.margin && as_amount_parse(&a.how.compare.margin, a.margin, d.value_name, "--margin",
	    &e) != 0) ||
	    (a.claim && as_claim_parse(&claim, a.claim, d.value_name, is_side, &d, "--claim", &e) != 0))
		tool_die(&e);
	a.how.claim = a.claim ? &claim : NULL;
	if (a.claim && a.how.pair && !isnan(claim.p))
		tool_fail("--claim: '%s' is about a quantile, but --pair compares means", claim.text);
	if (a.how.noise_file && ab_noise(&a.how.noise, a.how.noise_file, &read, &d, &a.how, &e) != 0)
		tool_die(&e);
	if (ab_pairs_choose(&r, a.base, a.test, &e) != 0 || ab_pairs_compare(&r, &e) != 0)
		tool_die(&e);
	t = tool_table();
	if (ab_report(t, &a.common, &a.stats, &r, &e) != 0)
		tool_die(&e);
	tool_write(&a.common, t);
	status = conclude(&r, as_opts_format(&a.common));
	ab_result_free(&r);
	ab_data_free(&d);
	as_claim_free(&claim);
	as_list_free(&a.strata);
	as_list_free(&a.pair);
	as_list_free(&a.stats);
	as_opts_free(&a.common);
	tool_exit(status);
}
