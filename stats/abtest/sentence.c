#include "sentence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dist.h"
#include "memory_text.h"
#include "num.h"
#include "simpson.h"
#include "unit.h"

/* The difference that is looked for where none was claimed and a larger one is not seen, and the
 * power of the answer. */
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

/* How a change is said: as a factor from 1 up, in percent, in the unit of the values. */
typedef enum { FACTOR, PERCENT, AMOUNT } scale;

/* "1.17x", "5.3%", "2.1 ms": with two digits at least, a factor so that it is told from 1. */
static void
put_size(const ab_result *r, double change, scale in, FILE *fp)
{
	const char *unit = in == FACTOR ? "x" : in == PERCENT ? "%" : r->d->time_unit;
	double base = in == FACTOR, v = fabs(in == PERCENT ? 100 * change : change);
	char buf[AS_NUM_BUF];
	int decimals;

	if (in == FACTOR)
		v = change < 0 ? 1 / (1 + change) : 1 + change;
	decimals = v >= 100 ? 0 : v >= 10 || in != FACTOR ? 1 : 2;
	while (decimals < 6 && v > base && round((v - base) * pow(10, decimals)) < (in == FACTOR ? 1 : 10))
		decimals++;
	as_num_fixed(buf, v, decimals);
	fprintf(fp, "%s%s%s", buf, in == AMOUNT && unit ? " " : "", unit ? unit : "");
}

/* The interval, with words where its ends lie on either side of no change. */
static void
put_interval(const ab_result *r, as_interval ci, double change, scale in, FILE *fp)
{
	int mixed = !(ci.lo > 0) && !(ci.hi < 0), turn = change < 0;
	double ends[2] = {turn ? ci.hi : ci.lo, turn ? ci.lo : ci.hi};

	if (isnan(ci.lo) && isnan(ci.hi)) {
		fputs("no interval", fp);
		return;
	}
	fprintf(fp, "%g%% interval ", 100 * r->how->compare.level);
	for (int i = 0; i < 2; i++) {
		fputs(i ? " to " : "", fp);
		if (isnan(ends[i]) || (in != AMOUNT && !(ends[i] > -1))) {
			fputs("no end", fp);
			continue;
		}
		put_size(r, ends[i], in, fp);
		if (mixed)
			fprintf(fp, " %s", word(r, ends[i]));
	}
}

/* Where most parts of the pooled rows say the opposite. */
static void
put_warning(const ab_result *r, const ab_outcome *o, double change, FILE *fp)
{
	size_t n, other;

	if (o->combined || r->d->matched || !(fabs(change) > 0) ||
	    !(other = ab_simpson(r->d, &r->pair[o->pair], change, &n)))
		return;
	fprintf(fp, "warning, %s is %s in %zu of %zu %s: ", r->d->name[r->pair[o->pair].test],
	    word(r, -change), other, n, ab_simpson_column(r->d));
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
	double width, target = log1p(LOOKED_FOR), seen = fabs(log(ratio.ratio)),
	    z = as_z_quantile_upper((1 - r->how->compare.level) / 2);
	int open = !(ratio.ci.lo > 1 || ratio.ci.hi < 1);

	if (isnan(ratio.ratio) || (isnan(ratio.ci.lo) && isnan(ratio.ci.hi))) {
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
		put_size(r, ratio.ratio - 1, FACTOR, fp);
		fprintf(fp, " %s than %s (%s; ", word(r, ratio.ratio - 1), base, of);
	}
	put_interval(r, (as_interval){ratio.ci.lo - 1, ratio.ci.hi - 1}, ratio.ratio - 1, FACTOR, fp);
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
			fprintf(fp, ", which is %sshown to be %s ", not,
			    v->verdict == AS_FAILS ? "more than" : "at most");
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
		size_t shown = 0, refuted = 0;

		for (const ab_outcome *k = o; k-- > r->row && k->pair == o->pair; ) {
			shown += k->ruling.verdict == AS_HOLDS;
			refuted += k->ruling.verdict == AS_FAILS;
		}
		fprintf(fp, "the claim is shown in %zu of %zu strata and refuted in %zu", shown, o->k.strata,
		    refuted);
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
	if (v->ci.lo > 0 || v->ci.hi < 0)
		put_warning(r, o, p->claim_swapped ? -v->estimate : v->estimate, fp);
	if (v->estimate == 0) {
		fprintf(fp, "%s and %s do not differ", left, right);
	} else {
		fprintf(fp, "%s is %s than %s by ", left, word(r, v->estimate), right);
		put_size(r, v->estimate, v->in_unit ? AMOUNT : PERCENT, fp);
	}
	fprintf(fp, " (%s; ", !v->in_unit && (o->combined || r->d->matched) ? "mean of the ratios" :
	    statistic);
	put_interval(r, v->ci, v->estimate, v->in_unit ? AMOUNT : PERCENT, fp);
	fputs("; ", fp);
	put_sizes(r, o, fp);
	put_ruling(r, v, fp);
	if (r->how->noise > 0) {
		fputs("; runs of the same thing differ by ", fp);
		put_size(r, r->how->noise, PERCENT, fp);
	}
	if (v->least > 0)
		fprintf(fp, "; %s takes at least %.0f %ss of each", statistic, v->least, ab_sample_word(r));
	else if (v->verdict == AS_OPEN && !o->combined)
		put_more(r, o, v->times, "decide it, if the difference stays", fp);
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
	if (r->npair != 1 || !o)
		put_pairs(r, fp);
	else if (r->pair->refused)
		fprintf(fp, "not compared: %s", r->pair->refused);
	else if (r->how->claim)
		put_claim(r, o, fp);
	else
		put_comparison(r, o, fp);
}

char *
ab_answer(const ab_result *r)
{
	/* the last row of one pair decides */
	return said(put_answer, r, r->nrow ? &r->row[r->nrow - 1] : NULL);
}
