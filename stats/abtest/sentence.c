#include "sentence.h"

#include <math.h>

#include "claim_sentence.h"
#include "dist.h"
#include "memory_text.h"
#include "rulings.h"
#include "simpson.h"

/* The difference that is looked for where none was claimed and a larger one is not seen, and the
 * power of the answer. */
static const double LOOKED_FOR = 0.05, POWER = 0.8;

static as_compared
compared(const ab_result *r, const ab_outcome *o)
{
	int paired = r->d->matched;

	return (as_compared){r->d->time_unit, r->how->unit ? r->how->unit : "sample",
	    paired ? o->pairs : o->n_base, paired ? o->pairs : o->n_test, paired, o->combined,
	    r->how->compare.level, r->how->noise};
}

/* Where the parts of the pooled rows say something else. */
static void
put_warning(const ab_result *r, const ab_outcome *o, double change, FILE *fp)
{
	const as_compared w = compared(r, o);
	const ab_pair *p = &r->pair[o->pair];
	const char *test = r->d->name[p->test], *of = ab_simpson_column(r->d);
	ab_parts parts;

	if (!ab_misled(&parts, r->d, p, o, change))
		return;
	if (2 * parts.other > parts.n) {
		fprintf(fp, "warning, %s is %s in %zu of %zu %s: ", test, as_change_word(&w, -change),
		    parts.other, parts.n, of);
		return;
	}
	fprintf(fp, "warning, the %s have different shares, and within them %s is ", of, test);
	if (fabs(parts.ratio - 1) < 0.005)
		fprintf(fp, "as %s: ", r->d->time_unit ? "fast" : "large");
	else {
		as_put_change(&w, parts.ratio - 1, AS_FACTOR, fp);
		fprintf(fp, " %s: ", as_change_word(&w, parts.ratio - 1));
	}
}

/* What the answer rests on where nothing was claimed. */
static as_ratio
ratio_of(const ab_result *r, const ab_outcome *o, const char **of)
{
	int medians = !isnan(o->combined ? o->k.medians.ci.lo : o->c.medians.ci.lo);

	if (r->d->matched) {
		*of = o->combined ? "mean of the ratios of the strata" : "mean of the ratios of the pairs";
		return o->combined ? o->k.ratio : o->c.paired.ratio;
	}
	if (o->combined) {
		*of = medians ? "medians of the strata" : "means of the strata";
		return medians ? o->k.medians : o->k.ratio;
	}
	*of = medians ? "median" : "mean";
	return medians ? o->c.medians : o->c.means;
}

/* Strata that are shown to lie on the other side of 1. */
static void
put_other_strata(const ab_result *r, const ab_outcome *o, double ratio, FILE *fp)
{
	const as_compared w = compared(r, o);
	const int medians = !isnan(o->k.medians.ci.lo);
	size_t n = 0;

	for (const ab_outcome *s = o; s-- > r->row && s->pair == o->pair; ) {
		as_interval ci = medians ? s->c.medians.ci : s->c.means.ci;

		n += ratio < 1 ? ci.lo > 1 : ci.hi < 1;
	}
	if (n)
		fprintf(fp, "; %s in %zu of %zu strata", as_change_word(&w, 1 - ratio), n, o->k.strata);
}

static void
put_comparison(const ab_result *r, const ab_outcome *o, FILE *fp)
{
	const ab_pair *p = &r->pair[o->pair];
	const as_compared w = compared(r, o);
	const char *of, *base = r->d->name[p->base], *test = r->d->name[p->test];
	as_ratio ratio = ratio_of(r, o, &of);
	double width, target = log1p(LOOKED_FOR), seen = fabs(log(ratio.ratio)),
	    z = as_z_quantile_upper((1 - r->how->compare.level) / 2);
	int open = !(ratio.ci.lo > 1 || ratio.ci.hi < 1);

	if (isnan(ratio.ratio) || (isnan(ratio.ci.lo) && isnan(ratio.ci.hi)) ||
	    (ratio.ci.lo == 1 && ratio.ci.hi == 1)) {
		const char *lacks = ab_lacks(r, o);

		fprintf(fp, "nothing can be said of %s and %s: %s", test, base,
		    lacks ? lacks : "no ratio with an interval");
		return;
	}
	if (!open)
		put_warning(r, o, ratio.ratio - 1, fp);
	if (open && ratio.ci.lo > 1 / (1 + LOOKED_FOR) && ratio.ci.hi < 1 + LOOKED_FOR)
		fprintf(fp, "%s and %s differ by less than %g%%: ", test, base, 100 * LOOKED_FOR);
	else if (open && seen < target)
		fprintf(fp, "no difference of %g%% can be shown: ", 100 * LOOKED_FOR);
	else if (open)
		fputs("no difference can be shown: ", fp);
	if (ratio.ratio == 1) {
		fprintf(fp, "%s is as %s (%s; ", test, r->d->time_unit ? "fast" : "large", of);
	} else {
		fprintf(fp, "%s is ", test);
		as_put_change(&w, ratio.ratio - 1, AS_FACTOR, fp);
		fprintf(fp, " %s than %s (%s; ", as_change_word(&w, ratio.ratio - 1), base, of);
	}
	as_put_interval(&w, (as_interval){ratio.ci.lo - 1, ratio.ci.hi - 1}, ratio.ratio - 1, AS_FACTOR,
	    fp);
	fputs("; ", fp);
	as_put_sizes(&w, fp);
	if (o->combined)
		put_other_strata(r, o, ratio.ratio, fp);
	width = (log(ratio.ci.hi) - log(ratio.ci.lo)) / 2 * (1 + as_z_quantile_upper(1 - POWER) / z);
	target = fmax(target, seen);
	if (open)
		as_put_more(&w, width * width / (target * target), seen < target ? "show it" :
		    "show it, if the difference stays", fp);
}

static void
put_claim(const ab_result *r, const ab_outcome *o, FILE *fp)
{
	const ab_pair *p = &r->pair[o->pair];
	const as_claim *c = r->how->claim;
	const as_ruling *v = &o->ruling;
	const as_compared w = compared(r, o);
	char statistic[AS_STATISTIC_NAME];

	if (o->combined && as_claim_in_each(c)) {
		size_t shown = 0, refuted = 0;
		const ab_outcome *telling = ab_telling(r, o);

		for (const ab_outcome *k = o; k > r->row && k[-1].pair == o->pair; k--) {
			shown += k[-1].ruling.verdict == AS_HOLDS;
			refuted += k[-1].ruling.verdict == AS_FAILS;
		}
		fprintf(fp, "the claim is shown in %zu of %zu strata and refuted in %zu", shown, o->k.strata,
		    refuted);
		if (!telling)
			return;
		fputs("; in ", fp);
		for (size_t i = 0; i < r->d->stratum.nkey; i++)
			fprintf(fp, "%s%s", i ? ", " : "", as_frame_str(&r->d->f,
			    r->d->stratum.key[telling->stratum * r->d->stratum.nkey + i]));
		fputs(" ", fp);
		put_claim(r, telling, fp);
		return;
	}
	if (v->least_of_unit) {
		fprintf(fp, "nothing can be said: the %s of one %s needs at least %zu samples in it",
		    as_claim_statistic(c, statistic), w.thing, v->least_of_unit);
		return;
	}
	if (isnan(v->estimate)) {
		const char *lacks = ab_lacks(r, o);

		fprintf(fp, "the claim cannot be decided: %s", lacks ? lacks : "no interval");
		return;
	}
	if (v->ci.lo > 0 || v->ci.hi < 0)
		put_warning(r, o, p->claim_swapped ? -v->estimate : v->estimate, fp);
	as_put_ruling(&w, c, v, r->d->name[p->claim_swapped ? p->base : p->test],
	    r->d->name[p->claim_swapped ? p->test : p->base], fp);
	if (o->misled)
		fputs("; -s compares within them, and --unequal-ok compares the pooled rows", fp);
}

/* Of several pairs: how many there are of each kind. */
static void
put_pairs(const ab_result *r, FILE *fp)
{
	size_t n = 0, differ = 0, fail = 0, refused = 0;
	int deciding = r->d->nstratum > 0;

	for (size_t i = 0; i < r->nrow; i++) {
		const ab_outcome *o = &r->row[i];

		if (o->combined == deciding) {
			n++;
			refused += r->pair[o->pair].refused || (!r->how->claim &&
			    isnan(deciding ? o->k.log_p_ratio : o->log_p_holm));
			differ += r->how->claim ? o->ruling.verdict == AS_HOLDS :
			    (deciding ? o->k.log_p_ratio : o->log_p_holm) < log(1 - r->how->compare.level);
			fail += o->ruling.verdict == AS_FAILS;
		}
	}
	if (r->how->claim)
		fprintf(fp, "the claim is shown for %zu of %zu pairs and refuted for %zu", differ, n, fail);
	else
		fprintf(fp, "%zu of %zu pairs differ (%g%%%s)", differ, n - refused, 100 * r->how->compare.level,
		    deciding ? "" : ", corrected by Holm");
	if (refused)
		fprintf(fp, "; %zu could not be compared", refused);
}

/* What put writes, as a text; NULL: no memory. */
static char *
said(void (*put)(const ab_result *, const ab_outcome *, FILE *), const ab_result *r,
    const ab_outcome *o)
{
	char *text = NULL;
	size_t n;
	FILE *fp = open_memstream(&text, &n);

	if (!fp)
		return NULL;
	put(r, o, fp);
	return as_memory_text(fp, &text);
}

char *
ab_claim_sentence(const ab_result *r, const ab_outcome *o)
{
	return said(put_claim, r, o);
}

static void
put_answer(const ab_result *r, const ab_outcome *o, FILE *fp)
{
	if (r->npair != 1 || !o) {
		put_pairs(r, fp);
		return;
	}
	if (r->pair->refused)
		fprintf(fp, "not compared: %s", r->pair->refused);
	else if (r->how->claim)
		put_claim(r, o, fp);
	else
		put_comparison(r, o, fp);
	if (o->errors_base || o->errors_test)
		fprintf(fp, "; rows that are not ok: %zu and %zu", o->errors_base, o->errors_test);
}

char *
ab_answer(const ab_result *r)
{
	/* the last row of one pair decides */
	return said(put_answer, r, r->nrow ? &r->row[r->nrow - 1] : NULL);
}
