#include "columns.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "nearest.h"

typedef enum {
	INT,   /* size_t */
	REAL,  /* double */
	P,     /* natural logarithm of a p */
	LOG10, /* the same, shown as its decimal logarithm */
	TEXT   /* made by text_of */
} kind;

enum {
	SHOWN = 1,    /* for people, without strata */
	ALWAYS = 2,   /* printed although the comparison is refused: it compares nothing */
	COMBINED = 4, /* of the combined row (only) */
	PER_ROW = 8,  /* of every row, combined or not */
	STRATA = 16,  /* for people, with strata */
	ERRORS = 32   /* for people, where there are any */
};

typedef struct {
	const char *name;
	kind kind;
	unsigned flags, needs;
	size_t at; /* in ab_outcome */
} column;

#define AT(f) offsetof(ab_outcome, f)
static const column table[] = {
	{"n_base", INT, SHOWN | STRATA | ALWAYS | PER_ROW, 0, AT(n_base)},
	{"n_test", INT, SHOWN | STRATA | ALWAYS | PER_ROW, 0, AT(n_test)},
	{"pairs", INT, SHOWN | STRATA | PER_ROW, AB_PAIRED, AT(pairs)},
	{"unpaired_base", INT, PER_ROW, AB_PAIRED, AT(unpaired_base)},
	{"unpaired_test", INT, PER_ROW, AB_PAIRED, AT(unpaired_test)},
	{"errors_base", INT, ALWAYS | PER_ROW | ERRORS, 0, AT(errors_base)},
	{"errors_test", INT, ALWAYS | PER_ROW | ERRORS, 0, AT(errors_test)},
	{"mean_base", REAL, SHOWN | STRATA | ALWAYS, 0, AT(c.base.m.mean)},
	{"mean_test", REAL, SHOWN | STRATA | ALWAYS, 0, AT(c.test.m.mean)},
	{"median_base", REAL, SHOWN | STRATA | ALWAYS, 0, AT(c.base.median)},
	{"median_test", REAL, SHOWN | STRATA | ALWAYS, 0, AT(c.test.median)},
	{"sd_base", REAL, ALWAYS, 0, AT(c.base.sd)},
	{"sd_test", REAL, ALWAYS, 0, AT(c.test.sd)},
	{"diff", REAL, 0, 0, AT(c.diff)},
	{"diff_se", REAL, 0, 0, AT(c.diff_se)},
	{"diff_lo", REAL, 0, 0, AT(c.diff_ci.lo)},
	{"diff_hi", REAL, 0, 0, AT(c.diff_ci.hi)},
	{"change_pct", REAL, SHOWN, 0, AT(c.change_pct)},
	{"reduction_pct", REAL, 0, 0, AT(c.reduction_pct)},
	{"median_change_pct", REAL, 0, 0, AT(c.median_change_pct)},
	{"median_reduction_pct", REAL, 0, 0, AT(c.median_reduction_pct)},
	{"sd_change_pct", REAL, 0, 0, AT(c.sd_change_pct)},
	{"p90_change_pct", REAL, 0, 0, AT(c.p90_change_pct)},
	{"p95_change_pct", REAL, 0, 0, AT(c.p95_change_pct)},
	{"p99_change_pct", REAL, 0, 0, AT(c.p99_change_pct)},
	{"ratio_mean", REAL, SHOWN | STRATA, AB_UNPAIRED, AT(c.means.ratio)},
	{"ratio_mean_lo", REAL, SHOWN | STRATA, AB_UNPAIRED, AT(c.means.ci.lo)},
	{"ratio_mean_hi", REAL, SHOWN | STRATA, AB_UNPAIRED, AT(c.means.ci.hi)},
	{"ratio_median", REAL, SHOWN | STRATA, AB_UNPAIRED, AT(c.medians.ratio)},
	{"ratio_median_lo", REAL, SHOWN | STRATA, AB_UNPAIRED, AT(c.medians.ci.lo)},
	{"ratio_median_hi", REAL, SHOWN | STRATA, AB_UNPAIRED, AT(c.medians.ci.hi)},
	{"ratio_pairs", REAL, SHOWN | STRATA, AB_PAIRED, AT(c.paired.ratio.ratio)},
	{"ratio_pairs_lo", REAL, SHOWN | STRATA, AB_PAIRED, AT(c.paired.ratio.ci.lo)},
	{"ratio_pairs_hi", REAL, SHOWN | STRATA, AB_PAIRED, AT(c.paired.ratio.ci.hi)},
	{"t_paired", REAL, 0, AB_PAIRED, AT(c.paired.t.t)},
	{"df_paired", REAL, 0, AB_PAIRED, AT(c.paired.t.df)},
	{"p_paired", P, SHOWN | STRATA, AB_PAIRED, AT(c.paired.t.log_p)},
	{"log10_p_paired", LOG10, 0, AB_PAIRED, AT(c.paired.t.log_p)},
	{"w_plus", REAL, 0, AB_PAIRED, AT(c.paired.rank.w_plus)},
	{"zeros", INT, 0, AB_PAIRED, AT(c.paired.rank.zeros)},
	{"p_signed_rank", P, SHOWN, AB_PAIRED, AT(c.paired.rank.log_p)},
	{"log10_p_signed_rank", LOG10, 0, AB_PAIRED, AT(c.paired.rank.log_p)},
	{"signed_rank_method", TEXT, 0, AB_PAIRED, 0},
	{"hodges_lehmann", REAL, SHOWN, AB_PAIRED, AT(c.paired.shift.estimate)},
	{"hodges_lehmann_lo", REAL, SHOWN, AB_PAIRED, AT(c.paired.shift.ci.lo)},
	{"hodges_lehmann_hi", REAL, SHOWN, AB_PAIRED, AT(c.paired.shift.ci.hi)},
	{"t_welch", REAL, 0, AB_UNPAIRED, AT(c.welch.t)},
	{"df_welch", REAL, 0, AB_UNPAIRED, AT(c.welch.df)},
	{"p_welch", P, SHOWN | STRATA, AB_UNPAIRED, AT(c.welch.log_p)},
	{"log10_p_welch", LOG10, 0, AB_UNPAIRED, AT(c.welch.log_p)},
	{"t_student", REAL, 0, AB_UNPAIRED, AT(c.student.t)},
	{"df_student", REAL, 0, AB_UNPAIRED, AT(c.student.df)},
	{"p_student", P, 0, AB_UNPAIRED, AT(c.student.log_p)},
	{"log10_p_student", LOG10, 0, AB_UNPAIRED, AT(c.student.log_p)},
	{"u", REAL, 0, AB_UNPAIRED, AT(c.rank.u)},
	{"p_rank", P, SHOWN, AB_UNPAIRED, AT(c.rank.log_p)},
	{"log10_p_rank", LOG10, 0, AB_UNPAIRED, AT(c.rank.log_p)},
	{"rank_method", TEXT, 0, AB_UNPAIRED, 0},
	{"cliff_delta", REAL, SHOWN, AB_UNPAIRED, AT(c.rank.cliff)},
	{"p_permutation", REAL, 0, AB_PERMUTE | AB_UNPAIRED, AT(c.permutation.p)},
	{"p_permutation_se", REAL, 0, AB_PERMUTE | AB_UNPAIRED, AT(c.permutation.se)},
	{"d", REAL, SHOWN, AB_UNPAIRED, AT(c.effect.d)},
	{"d_lo", REAL, 0, AB_UNPAIRED, AT(c.effect.d_ci.lo)},
	{"d_hi", REAL, 0, AB_UNPAIRED, AT(c.effect.d_ci.hi)},
	{"g", REAL, 0, AB_UNPAIRED, AT(c.effect.g)},
	{"g_lo", REAL, 0, AB_UNPAIRED, AT(c.effect.g_ci.lo)},
	{"g_hi", REAL, 0, AB_UNPAIRED, AT(c.effect.g_ci.hi)},
	{"ks", REAL, SHOWN, AB_KS, AT(c.ks.d)},
	{"p_ks", P, SHOWN, AB_KS, AT(c.ks.log_p)},
	{"log10_p_ks", LOG10, 0, AB_KS, AT(c.ks.log_p)},
	{"ks_method", TEXT, 0, AB_KS, 0},
	{"t_lower", REAL, 0, AB_MARGIN, AT(c.tost.lower.t)},
	{"p_lower", P, SHOWN, AB_MARGIN, AT(c.tost.lower.log_p_greater)},
	{"t_upper", REAL, 0, AB_MARGIN, AT(c.tost.upper.t)},
	{"p_upper", P, SHOWN, AB_MARGIN, AT(c.tost.upper.log_p_less)},
	{"p_tost", P, SHOWN | STRATA, AB_MARGIN, AT(c.tost.log_p)},
	{"log10_p_tost", LOG10, 0, AB_MARGIN, AT(c.tost.log_p)},
	{"strata", INT, COMBINED, AB_STRATA, AT(k.strata)},
	{"df_ratio", REAL, COMBINED, AB_STRATA, AT(k.log_ratio.df)},
	{"p_ratio", P, COMBINED, AB_STRATA, AT(k.log_p_ratio)},
	{"log10_p_ratio", LOG10, COMBINED, AB_STRATA, AT(k.log_p_ratio)},
	{"z_elteren", REAL, COMBINED, AB_STRATA | AB_UNPAIRED, AT(k.z_elteren)},
	{"p_elteren", P, STRATA | COMBINED, AB_STRATA | AB_UNPAIRED, AT(k.log_p_elteren)},
	{"log10_p_elteren", LOG10, COMBINED, AB_STRATA | AB_UNPAIRED, AT(k.log_p_elteren)},
	{"tests", INT, 0, AB_FAMILY, AT(tests)},
	{"rank", INT, 0, AB_FAMILY, AT(rank)},
	{"p_holm", P, SHOWN | STRATA, AB_FAMILY, AT(log_p_holm)},
	{"p_bonferroni", P, 0, AB_FAMILY, AT(log_p_bonferroni)},
	{"p_bh", P, 0, AB_FAMILY, AT(log_p_bh)},
	{"holm_alpha", REAL, 0, AB_FAMILY, AT(holm_alpha)},
	{"bonferroni_alpha", REAL, 0, AB_FAMILY, AT(bonferroni_alpha)},
	{"noise_pct", TEXT, PER_ROW, AB_NOISE, 0},
	{"beyond_noise_pct", REAL, SHOWN | STRATA | PER_ROW, AB_NOISE, AT(beyond_noise)},
	{"detectable", REAL, PER_ROW, AB_CLAIM, AT(ruling.detectable)},
	{"detectable_pct", REAL, PER_ROW, AB_CLAIM, AT(ruling.detectable_pct)},
	{"verdict", TEXT, SHOWN | STRATA | PER_ROW, AB_CLAIM, 0},
	{"refused", TEXT, ALWAYS | PER_ROW, AB_REFUSED, 0},
};
enum { NCOLUMN = sizeof table / sizeof *table };

static const struct { unsigned need; const char *option; } options[] = {
	{AB_KS, "--ks"}, {AB_MARGIN, "--margin"}, {AB_FAMILY, "several comparisons"}, {AB_STRATA, "-s"},
	{AB_CLAIM, "--claim"}, {AB_NOISE, "--noise"}, {AB_PERMUTE, "--permutations above 0"},
	{AB_REFUSED, "a refused comparison"}, {AB_PAIRED, "--pair"},
	{AB_UNPAIRED, "groups without --pair"},
};

void
ab_columns_default(ab_columns *c, unsigned has, int people)
{
	unsigned shown = (has & AB_STRATA ? STRATA : SHOWN) | (has & AB_ERRORS ? ERRORS : 0);

	c->n = 0;
	for (size_t i = 0; i < NCOLUMN; i++)
		if (!(table[i].needs & ~has) && (!people || table[i].flags & shown))
			c->col[c->n++] = i;
}

static int
unknown(const char *name, unsigned has, as_err *e)
{
	as_nearest near = as_nearest_to(name);
	char list[1000];
	size_t n = 0;

	for (size_t i = 0; i < NCOLUMN; i++) {
		if (table[i].needs & (AB_PAIRED | AB_UNPAIRED) & ~has)
			continue;
		as_nearest_try(&near, (as_str){table[i].name, strlen(table[i].name)});
		n += (size_t)snprintf(list + n, n < sizeof list ? sizeof list - n : 0, "%s%s", i ? ", " : "",
		    table[i].name);
	}
	return as_fail(e, NULL, 0, "no statistic '%s'%s there are: %s", name, as_nearest_text(&near, ";"),
	    list);
}

int
ab_columns_choose(ab_columns *c, const as_list *names, unsigned has, as_err *e)
{
	c->n = 0;
	for (size_t k = 0; k < names->n; k++) {
		size_t i = 0;

		while (i < NCOLUMN && strcmp(table[i].name, names->v[k]) != 0)
			i++;
		if (i == NCOLUMN)
			return unknown(names->v[k], has, e);
		/* what the data decide, rather than an option, is empty where it is not */
		if (table[i].needs & ~has & ~(unsigned)(AB_FAMILY | AB_REFUSED))
			for (size_t o = 0; o < sizeof options / sizeof *options; o++)
				if (options[o].need & table[i].needs)
					return as_fail(e, NULL, 0, "--stats: '%s' needs %s", names->v[k], options[o].option);
		c->col[c->n++] = i;
	}
	return 0;
}

/* A column of text, or one that no field holds. */
static void
put_text(const column *k, const ab_result *r, const ab_outcome *o, as_table *t)
{
	const char *s = NULL;

	if (strcmp(k->name, "noise_pct") == 0) {
		as_table_real(t, 100 * r->how->noise);
		return;
	}
	if (strcmp(k->name, "rank_method") == 0)
		s = as_rank_method_name(o->c.rank.method);
	else if (strcmp(k->name, "signed_rank_method") == 0)
		s = as_rank_method_name(o->c.paired.rank.method);
	else if (strcmp(k->name, "ks_method") == 0)
		s = isnan(o->c.ks.d) ? NULL : o->c.ks.exact ? "exact" : "limit";
	else if (strcmp(k->name, "verdict") == 0)
		s = as_verdict_name(o->ruling.verdict);
	else if (strcmp(k->name, "refused") == 0)
		s = r->pair[o->pair].refused;
	as_table_str(t, s);
}

static void
put(const column *k, const ab_result *r, const ab_outcome *o, as_table *t)
{
	const void *field = (const char *)o + k->at;

	if (k->kind == TEXT)
		put_text(k, r, o, t);
	else if (k->kind == INT)
		as_table_int(t, (int64_t)*(const size_t *)field);
	else if (k->kind == P)
		as_table_p(t, *(const double *)field);
	else
		as_table_real(t, *(const double *)field / (k->kind == LOG10 ? log(10) : 1));
}

/* The fields of a combined row that stand in columns of the others. */
static const struct { const char *name; size_t at; } shared[] = {
	{"change_pct", AT(k.change_pct)},
	{"ratio_mean", AT(k.ratio.ratio)},
	{"ratio_mean_lo", AT(k.ratio.ci.lo)},
	{"ratio_mean_hi", AT(k.ratio.ci.hi)},
	{"ratio_median", AT(k.medians.ratio)},
	{"ratio_median_lo", AT(k.medians.ci.lo)},
	{"ratio_median_hi", AT(k.medians.ci.hi)},
	{"ratio_pairs", AT(k.ratio.ratio)},
	{"ratio_pairs_lo", AT(k.ratio.ci.lo)},
	{"ratio_pairs_hi", AT(k.ratio.ci.hi)},
};

void
ab_columns_fill(const ab_columns *c, const ab_result *r, const ab_outcome *o, as_table *t)
{
	int refused = r->pair[o->pair].refused != NULL;

	for (size_t i = 0; i < c->n; i++) {
		column k = table[c->col[i]];
		int has = k.flags & PER_ROW || (k.flags & COMBINED ? o->combined : !o->combined);

		for (size_t j = 0; o->combined && j < sizeof shared / sizeof *shared; j++)
			if (strcmp(shared[j].name, k.name) == 0) {
				k.at = shared[j].at;
				has = 1;
			}
		/* a row without a p is in no family */
		if (k.needs & AB_FAMILY && !o->rank)
			has = 0;
		if (!has || (refused && !(k.flags & ALWAYS)))
			as_table_na(t);
		else
			put(&k, r, o, t);
	}
}

/* Is name among the columns, or one that starts with name and '_'? */
static int
has_any(const ab_columns *c, const char *name)
{
	size_t n = strlen(name);

	for (size_t i = 0; i < c->n; i++) {
		const char *s = table[c->col[i]].name;

		if (strncmp(s, name, n) == 0 && (s[n] == '\0' || s[n] == '_'))
			return 1;
	}
	return 0;
}

static void
definitions(const ab_columns *c, const ab_how *h, as_table *t)
{
	static const char *const matched[] = {[AB_ADJUST_WELCH] = "p_paired",
	    [AB_ADJUST_RANK] = "p_signed_rank"};
	static const char *const adjusted[] = {[AB_ADJUST_WELCH] = "p_welch",
	    [AB_ADJUST_STUDENT] = "p_student", [AB_ADJUST_RANK] = "p_rank",
	    [AB_ADJUST_PERMUTATION] = "p_permutation"};
	static const struct { const char *name, *text; } fixed[] = {
		{"ratio_mean", "mean_test/mean_base; interval: the ratios that Welch's test does not reject "
		    "(Fieller 1954); combined: geometric mean of the ratios of the strata, t on logarithms, "
		    "variances by the delta method"},
		{"ratio_median", "median_test/median_base; interval of Price and Bonett 2002; combined: "
		    "geometric mean of the strata"},
		{"t_student", "pooled variance, n_base+n_test-2 degrees of freedom"},
		{"p_rank", "Mann-Whitney, two-sided; exact given the ties: both n below 50; "
		    "else normal, corrected for ties and continuity"},
		{"ratio_pairs", "geometric mean of test/base over the pairs; interval: t on logarithms; "
		    "combined: geometric mean of the strata"},
		{"p_paired", "two-sided t test of the differences of pairs, pairs-1 degrees of freedom"},
		{"p_signed_rank", "Wilcoxon, two-sided, pairs without a difference left out; "
		    "exact given the ties: below 50 others; else normal, corrected for ties and continuity"},
		{"hodges_lehmann", "median of the means of two differences; interval by the signed ranks, "
		    "exact below 50 pairs, else normal"},
		{"cliff_delta", "P(test > base) - P(test < base)"},
		{"d", "diff over the pooled sd; interval by the noncentral t"},
		{"g", "d times Hedges' exact correction, its interval too"},
		{"ks", "two-sided; exact: no ties and n_base n_test below 10000; else the limit distribution"},
		{"p90_change_pct", "quantiles of type 7 of Hyndman and Fan 1996; p95 and p99 too"},
		{"detectable", "what a power of 80% needs, with the standard errors of these data"},
		{"p_elteren", "van Elteren's stratified rank test: weight 1/(N+1), normal, corrected for ties"},
	};
	char text[200];

	as_table_define_number(t, "level", "of every interval: ", h->compare.level,
	    "; of every test: 1 minus that");
	if (h->pair)
		as_table_define(t, "pair", h->pair);
	else
		as_table_define(t, "p_welch",
		    "two-sided, variances not assumed equal, degrees of freedom of Satterthwaite");
	for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
		if (has_any(c, fixed[i].name))
			as_table_define(t, fixed[i].name, fixed[i].text);
	if (has_any(c, "p_permutation")) {
		snprintf(text, sizeof text,
		    "difference of %s, %zu permutations, seed %llu, xoshiro256**; (1+k)/(1+B)",
		    h->compare.permute == AS_PERMUTE_MEAN ? "means" : "medians", h->compare.permutations,
		    (unsigned long long)h->compare.seed);
		as_table_define(t, "p_permutation", text);
	}
	if (h->compare.margin.value > 0)
		as_table_define_number(t, "margin", "", h->compare.margin.value * (h->compare.margin.percent ?
		    100 : 1),
		    h->compare.margin.percent ? "%; two one-sided tests by Welch of the ratio of means" :
		    "; two one-sided tests by Welch");
	if (has_any(c, "p_holm") || has_any(c, "p_bh") || has_any(c, "p_bonferroni") || has_any(c, "rank"))
		as_table_define(t, "family", (h->pair ? matched : adjusted)[h->adjust]);
	if (h->noise > 0)
		as_table_define_number(t, "noise", "intervals of the claim are widened by ", 100 * h->noise,
		    "% of the mean at both ends");
	if (h->claim)
		as_table_define(t, "claim", h->claim->text);
	if (h->claim && !isnan(h->claim->p))
		as_table_define(t, "claim_interval", h->unit ? "t of the quantiles of the units" :
		    "limits of each side by order statistics, combined as by Zou and Donner 2008");
	if (h->common)
		as_table_define(t, "strata", "only what both groups have");
}

void
ab_columns_declare(const ab_columns *c, const ab_result *r, as_table *t)
{
	static const as_type type[] = {[INT] = AS_INT, [REAL] = AS_REAL, [P] = AS_REAL, [LOG10] = AS_REAL,
	    [TEXT] = AS_STR};

	for (size_t i = 0; i < c->n; i++) {
		const column *k = &table[c->col[i]];

		as_table_column(t, k->name, strcmp(k->name, "noise_pct") == 0 ? AS_REAL : type[k->kind], 0);
	}
	definitions(c, r->how, t);
}
