#include "claim_sentence.h"

#include <math.h>

enum { MOST_TIMES = 1000 }; /* more samples than that nobody takes */

const char *
as_change_word(const as_compared *w, double change)
{
	int time = w->unit != NULL;

	return change < 0 ? (time ? "faster" : "smaller") : time ? "slower" : "larger";
}

void
as_put_sizes(const as_compared *w, FILE *fp)
{
	if (w->paired)
		fprintf(fp, "%zu pairs)", w->n_base);
	else
		fprintf(fp, "%zu and %zu %ss)", w->n_base, w->n_test, w->thing);
}

/* Of two significant digits, rounded up. */
void
as_put_more(const as_compared *w, double times, const char *what, FILE *fp)
{
	const char *thing = w->paired ? "pair" : w->thing;
	double n = (double)(w->n_base > w->n_test ? w->n_base : w->n_test),
	    more = ceil((times - 1) * n), unit = pow(10, floor(log10(fmax(more, 1))) - 1);

	if (isnan(times) || times <= 1 || n == 0)
		return;
	if (times > MOST_TIMES) {
		fprintf(fp, "; no practical number of %ss would %s", thing, what);
		return;
	}
	more = unit > 1 ? ceil(more / unit) * unit : more;
	fprintf(fp, "; about %.0f more %s%s%s would %s", more, thing, more == 1 ? "" : "s",
	    w->paired ? "" : " of each", what);
}

/* With two digits at least, a factor so that it is told from 1. */
void
as_put_change(const as_compared *w, double change, as_scale in, FILE *fp)
{
	const char *unit = in == AS_FACTOR ? "x" : in == AS_PERCENT ? "%" : w->unit;
	double base = in == AS_FACTOR, v = fabs(in == AS_PERCENT ? 100 * change : change);
	char buf[AS_NUM_BUF];
	int decimals;

	if (in == AS_FACTOR)
		v = change < 0 ? 1 / (1 + change) : 1 + change;
	decimals = v >= 100 ? 0 : v >= 10 || in != AS_FACTOR ? 1 : 2;
	while (decimals < 6 && v > base &&
	    round((v - base) * pow(10, decimals)) < (in == AS_FACTOR ? 1 : 10))
		decimals++;
	as_num_fixed(buf, v, decimals);
	fprintf(fp, "%s%s%s", buf, in == AS_AMOUNT && unit ? " " : "", unit ? unit : "");
}

static int
no_end(double end, as_scale in)
{
	return isnan(end) || (in != AS_AMOUNT && !(end > -1));
}

/* With words where its ends lie on either side of no change. */
void
as_put_interval(const as_compared *w, as_interval ci, double change, as_scale in, FILE *fp)
{
	int mixed = !(ci.lo > 0) && !(ci.hi < 0), turn = change < 0;
	double ends[2] = {turn ? ci.hi : ci.lo, turn ? ci.lo : ci.hi};

	if (no_end(ends[0], in) && no_end(ends[1], in)) {
		fputs("no interval", fp);
		return;
	}
	fprintf(fp, "%g%% interval ", 100 * w->level);
	for (int i = 0; i < 2; i++) {
		fputs(i ? " to " : "", fp);
		if (no_end(ends[i], in)) {
			fputs("no end", fp);
			continue;
		}
		as_put_change(w, ends[i], in, fp);
		if (mixed)
			fprintf(fp, " %s", as_change_word(w, ends[i]));
	}
}

const char *
as_claim_statistic(const as_claim *c, char buf[AS_STATISTIC_NAME])
{
	if (isnan(c->p) || c->p == 0.5)
		return isnan(c->p) ? "mean" : "median";
	buf[0] = 'p';
	as_num_format(buf + 1, rint(c->p * 1e10) / 1e8);
	return buf;
}

/* "the 5% that was claimed"; what NULL: "5%". */
static void
put_margin(const as_compared *w, const as_claim *c, const char *what, FILE *fp)
{
	char buf[AS_NUM_BUF];

	as_num_format(buf, rint(c->by.value * (c->by.percent ? 100 : 1) * 1e12) / 1e12);
	fprintf(fp, "%s%s%s%s", what ? "the " : "", buf, c->by.percent ? "%" : w->unit ? " " : "",
	    c->by.percent || !w->unit ? "" : w->unit);
	if (what)
		fprintf(fp, " that was %s", what);
}

/* What follows for the claim. */
static void
put_consequence(const as_compared *w, const as_claim *c, const as_ruling *v, FILE *fp)
{
	const char *not = v->verdict == AS_OPEN ? "not " : "";
	int smaller = c->kind == AS_CLAIM_LESS || c->kind == AS_CLAIM_AT_LEAST;

	switch (c->kind) {
	case AS_CLAIM_LESS:
	case AS_CLAIM_GREATER:
		if ((v->estimate < 0) != smaller) {
			fprintf(fp, ", where %s", as_change_word(w, smaller ? -1 : 1));
			if (c->by.value > 0) {
				fputs(" by more than ", fp);
				put_margin(w, c, NULL, fp);
			}
			fprintf(fp, " was claimed, which is %s", v->verdict == AS_FAILS ? "refuted" : "not decided");
		} else if (c->by.value > 0) {
			fprintf(fp, ", which is %sshown to be %s than ", not, v->verdict == AS_FAILS ? "less" : "more");
			put_margin(w, c, "claimed", fp);
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
			put_margin(w, c, "allowed", fp);
		} else {
			fprintf(fp, "; %s", as_change_word(w, smaller ? -1 : 1));
			if (c->by.value > 0) {
				fputs(" by more than ", fp);
				put_margin(w, c, "allowed", fp);
			}
			fprintf(fp, " is %sruled out", not);
		}
		return;
	case AS_CLAIM_EQUAL:
		fprintf(fp, ", which is %sshown to be %s than ", not, v->verdict == AS_FAILS ? "more" : "less");
		put_margin(w, c, "allowed", fp);
	}
}

void
as_put_ruling(const as_compared *w, const as_claim *c, const as_ruling *v, const char *left,
    const char *right, FILE *fp)
{
	char buf[AS_STATISTIC_NAME];
	const char *statistic = as_claim_statistic(c, buf);
	as_scale scale = v->in_unit ? AS_AMOUNT : AS_PERCENT;

	if (v->estimate == 0) {
		fprintf(fp, "%s and %s do not differ", left, right);
	} else {
		fprintf(fp, "%s is %s than %s by ", left, as_change_word(w, v->estimate), right);
		as_put_change(w, v->estimate, scale, fp);
	}
	fprintf(fp, " (%s; ", !v->in_unit && (w->combined || w->paired) ? "mean of the ratios" :
	    statistic);
	as_put_interval(w, v->ci, v->estimate, scale, fp);
	fputs("; ", fp);
	as_put_sizes(w, fp);
	put_consequence(w, c, v, fp);
	if (w->noise > 0) {
		fputs("; runs of the same thing differ by ", fp);
		as_put_change(w, w->noise, AS_PERCENT, fp);
	}
	if (v->least > 0)
		fprintf(fp, "; %s needs at least %.0f %ss of each", statistic, v->least, w->thing);
	else if (v->verdict == AS_OPEN)
		as_put_more(w, v->times, "decide it, if the difference stays", fp);
}
