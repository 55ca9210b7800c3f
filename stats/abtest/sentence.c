#include "sentence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dist.h"
#include "num.h"
#include "simpson.h"
#include "unit.h"

/* The difference that is looked for where none was claimed and a larger one is not seen, and the power of the answer. */
static const double LOOKED_FOR = 0.05, POWER = 0.8;

enum { MOST_TIMES = 1000 }; /* more samples than that nobody takes */

/* Lower is faster for a time; what is no time is larger or smaller. */
static const char *
word(const ab_result *r, double change)
{
	int time = r->d->time_unit != NULL;

	return change < 0 ? (time ? "faster" : "smaller") : time ? "slower" : "larger";
}

const char *
ab_sample_word(const ab_result *r)
{
	return r->how->unit ? r->how->unit : "sample";
}

/* "30 and 30 samples". */
static void
put_sizes(const ab_result *r, const ab_outcome *o, FILE *fp)
{
	if (r->d->matched)
		fprintf(fp, "%zu pairs)", o->pairs);
	else
		fprintf(fp, "%zu and %zu %ss)", o->n_base, o->n_test, ab_sample_word(r));
}

/* "; about 84 more samples of each would show it", of two significant digits, rounded up. */
static void
put_more(const ab_result *r, const ab_outcome *o, double times, const char *what, FILE *fp)
{
	const char *thing = r->d->matched ? "pair" : ab_sample_word(r);
	double n = (double)(r->d->matched ? o->pairs : o->n_base > o->n_test ? o->n_base : o->n_test),
	    more = ceil((times - 1) * n), unit = pow(10, floor(log10(fmax(more, 1))) - 1);

	if (isnan(times) || times <= 1 || n == 0)
		return;
	if (times > MOST_TIMES) {
		fprintf(fp, "; no practical number of %ss would %s", thing, what);
		return;
	}
	more = unit > 1 ? ceil(more / unit) * unit : more;
	fprintf(fp, "; about %.0f more %s%s%s would %s", more, thing, more == 1 ? "" : "s",
	    r->d->matched ? "" : " of each", what);
}

/* A factor from 1 up, with so many decimals that it is told from 1. */
static void
put_factor(double ratio, FILE *fp)
{
	char buf[AS_NUM_BUF];
	double f = ratio < 1 ? 1 / ratio : ratio;
	int decimals = f < 10 ? 2 : f < 100;

	while (decimals < 6 && f > 1 && round((f - 1) * pow(10, decimals)) < 1)
		decimals++;
	as_num_fixed(buf, f, decimals);
	fprintf(fp, "%sx", buf);
}

/* The interval, with words where its ends lie on either side of 1. */
static void
put_factors(const ab_result *r, as_interval ci, double ratio, FILE *fp)
{
	int mixed = !(ci.lo > 1) && !(ci.hi < 1), turn = ratio < 1;
	double ends[2] = {turn ? ci.hi : ci.lo, turn ? ci.lo : ci.hi};

	fprintf(fp, "%g%% interval ", 100 * r->how->compare.level);
	for (int i = 0; i < 2; i++) {
		fputs(i ? " to " : "", fp);
		if (isnan(ends[i]) || !(ends[i] > 0)) {
			fputs("no end", fp);
			continue;
		}
		put_factor(ends[i], fp);
		if (mixed)
			fprintf(fp, " %s", word(r, ends[i] - 1));
	}
}

/* What the answer rests on where nothing was claimed. */
static as_ratio
ratio_of(const ab_result *r, const ab_outcome *o, const char **of)
{
	if (o->combined) {
		*of = "mean of the ratios of the strata";
		return o->k.ratio;
	}
	if (r->d->matched) {
		*of = "mean of the ratios of the pairs";
		return o->c.paired.ratio;
	}
	*of = isnan(o->c.medians.ci.lo) ? "mean" : "median";
	return isnan(o->c.medians.ci.lo) ? o->c.means : o->c.medians;
}

/* Strata whose ratio of means lies on the other side of 1. */
static void
put_other_strata(const ab_result *r, const ab_outcome *o, double ratio, FILE *fp)
{
	size_t n = 0;

	for (const ab_outcome *s = o; s-- > r->row && s->pair == o->pair; )
		n += (s->c.log_ratio.log > 0 && ratio < 1) || (s->c.log_ratio.log < 0 && ratio > 1);
	if (n)
		fprintf(fp, "; %s in %zu of %zu strata", word(r, 1 - ratio), n, o->k.strata);
}

static void
put_comparison(const ab_result *r, const ab_outcome *o, FILE *fp)
{
	const ab_pair *p = &r->pair[o->pair];
	const char *of, *base = r->d->name[p->base], *test = r->d->name[p->test];
	as_ratio ratio = ratio_of(r, o, &of);
	double width, target = log1p(LOOKED_FOR), seen = fabs(log(ratio.ratio)), z = as_z_quantile_upper((1 - r->how->compare.level) / 2);
	int open = !(ratio.ci.lo > 1 || ratio.ci.hi < 1);
	size_t n = 0, other = 0;

	if (isnan(ratio.ratio) || (isnan(ratio.ci.lo) && isnan(ratio.ci.hi))) {
		const char *lacks = ab_lacks(r, o);

		fprintf(fp, "nothing can be said of %s and %s: %s", test, base,
		    lacks ? lacks : "no ratio with an interval");
		return;
	}
	if (!open && !o->combined && !r->d->matched)
		other = ab_simpson(r->d, p, ratio.ratio, &n);
	if (other)
		fprintf(fp, "warning, %s is %s in %zu of %zu %s: ", test, word(r, 1 - ratio.ratio), other, n,
		    ab_simpson_column(r->d));
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
		put_factor(ratio.ratio, fp);
		fprintf(fp, " %s than %s (%s; ", word(r, ratio.ratio - 1), base, of);
	}
	put_factors(r, ratio.ci, ratio.ratio, fp);
	fputs("; ", fp);
	put_sizes(r, o, fp);
	if (o->combined)
		put_other_strata(r, o, ratio.ratio, fp);
	width = (log(ratio.ci.hi) - log(ratio.ci.lo)) / 2 * (1 + as_z_quantile_upper(1 - POWER) / z);
	target = fmax(target, seen);
	if (open)
		put_more(r, o, width * width / (target * target), seen < target ? "show it" :
		    "show it, if the difference stays", fp);
}

/* "5.3%", "2.1 ms". */
static void
put_amount(const ab_result *r, double x, int in_unit, FILE *fp)
{
	char buf[AS_NUM_BUF];
	double v = fabs(in_unit ? x : 100 * x);
	int decimals = v < 100 ? 1 : 0;

	while (decimals < 6 && v > 0 && round(v * pow(10, decimals - 1)) < 1)
		decimals++;
	as_num_fixed(buf, v, decimals);
	fprintf(fp, "%s%s%s", buf, in_unit ? r->d->time_unit ? " " : "" : "%",
	    in_unit && r->d->time_unit ? r->d->time_unit : "");
}

static void
put_changes(const ab_result *r, const as_ruling *v, FILE *fp)
{
	int mixed = !(v->ci.lo > 0) && !(v->ci.hi < 0), turn = v->estimate < 0;
	double ends[2] = {turn ? v->ci.hi : v->ci.lo, turn ? v->ci.lo : v->ci.hi};

	if (isnan(ends[0]) && isnan(ends[1])) {
		fputs("no interval", fp);
		return;
	}
	fprintf(fp, "%g%% interval ", 100 * r->how->compare.level);
	for (int i = 0; i < 2; i++) {
		fputs(i ? " to " : "", fp);
		if (isnan(ends[i])) {
			fputs("no end", fp);
			continue;
		}
		put_amount(r, ends[i], v->in_unit, fp);
		if (mixed)
			fprintf(fp, " %s", word(r, ends[i]));
	}
}

/* "the 5% that was claimed". */
static void
put_margin(const ab_result *r, FILE *fp)
{
	const as_claim *c = r->how->claim;
	char buf[AS_NUM_BUF];

	as_num_format(buf, rint(c->by.value * (c->by.percent ? 100 : 1) * 1e12) / 1e12);
	fprintf(fp, "%s%s%s", buf, c->by.percent ? "%" : r->d->time_unit ? " " : "",
	    c->by.percent || !r->d->time_unit ? "" : r->d->time_unit);
}

static void
put_claimed(const ab_result *r, const char *what, FILE *fp)
{
	fputs("the ", fp);
	put_margin(r, fp);
	fprintf(fp, " that was %s", what);
}

/* What follows for the claim. */
static void
put_ruling(const ab_result *r, const as_ruling *v, FILE *fp)
{
	const as_claim *c = r->how->claim;
	const char *not = v->verdict == AS_OPEN ? "not " : "";
	int smaller = c->kind == AS_CLAIM_LESS || c->kind == AS_CLAIM_AT_LEAST;

	switch (c->kind) {
	case AS_CLAIM_LESS:
	case AS_CLAIM_GREATER:
		if ((v->estimate < 0) != smaller) {
			fprintf(fp, ", where %s", word(r, smaller ? -1 : 1));
			if (c->by.value > 0) {
				fputs(" by more than ", fp);
				put_margin(r, fp);
			}
			fprintf(fp, " was claimed, which is %s", v->verdict == AS_FAILS ? "refuted" : "not decided");
		} else if (c->by.value > 0) {
			fprintf(fp, ", which is %sshown to be %s than ", not, v->verdict == AS_FAILS ? "less" : "more");
			put_claimed(r, "claimed", fp);
		} else {
			fprintf(fp, ", which is %sshown", not);
		}
		return;
	case AS_CLAIM_AT_MOST:
	case AS_CLAIM_AT_LEAST:
		if (v->verdict == AS_FAILS && !(c->by.value > 0)) {
			fputs(", which is shown", fp);
		} else if (c->by.value > 0 && (v->estimate < 0) == smaller) {
			fprintf(fp, ", which is %sshown to be %s ", not, v->verdict == AS_FAILS ? "more than" : "at most");
			put_claimed(r, "allowed", fp);
		} else {
			fprintf(fp, "; %s", word(r, smaller ? -1 : 1));
			if (c->by.value > 0) {
				fputs(" by more than ", fp);
				put_claimed(r, "allowed", fp);
			}
			fprintf(fp, " is %sruled out", not);
		}
		return;
	case AS_CLAIM_EQUAL:
		fprintf(fp, ", which is %sshown to be %s than ", not, v->verdict == AS_FAILS ? "more" : "less");
		put_claimed(r, "allowed", fp);
	}
}

static void
put_claim(const ab_result *r, const ab_outcome *o, FILE *fp)
{
	const ab_pair *p = &r->pair[o->pair];
	const as_claim *c = r->how->claim;
	const as_ruling *v = &o->ruling;
	const char *left = r->d->name[p->claim_swapped ? p->base : p->test],
	    *right = r->d->name[p->claim_swapped ? p->test : p->base];
	char statistic[AS_NUM_BUF + 2] = "mean";
	int each = o->combined && (as_claim_of_amount(c) || !isnan(c->p)); /* judged in each stratum */

	if (c->p > 0) {
		statistic[0] = 'p';
		as_num_format(statistic + 1, rint(c->p * 1e10) / 1e8);
	}
	if (c->p == 0.5)
		strcpy(statistic, "median");
	if (each) {
		fprintf(fp, "the claim %s in %s of %zu strata", v->verdict == AS_FAILS ? "is refuted" :
		    v->verdict == AS_OPEN ? "is not decided" : "is shown", v->verdict == AS_HOLDS ? "each" : "some",
		    o->k.strata);
		return;
	}
	if (v->least_of_unit) {
		fprintf(fp, "nothing can be said: the %s of one %s takes at least %zu samples in it", statistic,
		    ab_sample_word(r), v->least_of_unit);
		return;
	}
	if (isnan(v->estimate)) {
		const char *lacks = ab_lacks(r, o);

		fprintf(fp, "the claim is not decided: %s", lacks ? lacks : "no interval");
		return;
	}
	if (v->estimate == 0) {
		fprintf(fp, "%s and %s do not differ", left, right);
	} else {
		fprintf(fp, "%s is %s than %s by ", left, word(r, v->estimate), right);
		put_amount(r, v->estimate, v->in_unit, fp);
	}
	fprintf(fp, " (%s; ", !v->in_unit && (o->combined || r->d->matched) ? "mean of the ratios" :
	    statistic);
	put_changes(r, v, fp);
	fputs("; ", fp);
	put_sizes(r, o, fp);
	put_ruling(r, v, fp);
	if (v->least > 0)
		fprintf(fp, "; %s takes at least %.0f %ss of each", statistic, v->least, ab_sample_word(r));
	else if (v->verdict == AS_OPEN && !o->combined)
		put_more(r, o, v->times, "decide it, if the difference stays", fp);
}

char *
ab_claim_sentence(const ab_result *r, const ab_outcome *o)
{
	char *text = NULL;
	size_t n;
	FILE *fp = open_memstream(&text, &n);

	if (!fp)
		return NULL;
	put_claim(r, o, fp);
	return fclose(fp) == 0 ? text : NULL;
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
			refused += r->pair[o->pair].refused != NULL;
			differ += r->how->claim ? o->ruling.verdict == AS_HOLDS :
			    (deciding ? o->k.log_p_ratio : o->log_p_holm) < log(1 - r->how->compare.level);
			fail += o->ruling.verdict == AS_FAILS;
		}
	}
	if (r->how->claim)
		fprintf(fp, "the claim is shown for %zu of %zu pairs and refuted for %zu", differ, n, fail);
	else
		fprintf(fp, "%zu of %zu pairs differ (%g%%%s)", differ, n, 100 * r->how->compare.level,
		    deciding ? "" : ", corrected by Holm");
	if (refused)
		fprintf(fp, "; %zu could not be compared", refused);
}

char *
ab_answer(const ab_result *r)
{
	const ab_outcome *o = r->nrow ? &r->row[r->nrow - 1] : NULL; /* of one pair it decides */
	char *text = NULL;
	size_t n;
	FILE *fp = open_memstream(&text, &n);

	if (!fp)
		return NULL;
	if (r->npair != 1 || !o)
		put_pairs(r, fp);
	else if (r->pair->refused)
		fprintf(fp, "not compared: %s", r->pair->refused);
	else if (r->how->claim)
		put_claim(r, o, fp);
	else
		put_comparison(r, o, fp);
	return fclose(fp) == 0 ? text : NULL;
}
