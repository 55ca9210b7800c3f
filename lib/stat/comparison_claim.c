#include "comparison_claim.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dist.h"
#include "moments.h"
#include "num.h"
#include "paired.h"
#include "unit.h"

static const double POWER = 0.8;

int
as_amount_parse(as_margin *m, const char *text, const char *column, const char *what, as_err *e)
{
	size_t n = strspn(text, "+-.0123456789eE"), end = strlen(text);
	const char *unit, *own = as_unit_of_column((as_str){column, strlen(column)});
	double ms;

	m->percent = 0;
	unit = text + n + strspn(text + n, " ");
	while (end > (size_t)(unit - text) && text[end - 1] == ' ')
		end--;
	if (n == 0 || as_num_parse(text, n, &m->value) != AS_NUM_OK)
		return as_fail(e, NULL, 0, "%s: '%s' is no amount, such as 1ms or 5%%", what, text);
	if (*unit == '%' && unit + 1 == text + end) {
		m->percent = 1;
		m->value /= 100;
	} else if (unit < text + end) {
		if (!((ms = as_unit_ms((as_str){unit, (size_t)(text + end - unit)})) > 0))
			return as_fail(e, NULL, 0, "%s: '%s' is no amount, such as 1ms or 5%%", what, text);
		if (!own)
			return as_fail(e, NULL, 0,
			    "%s: column '%s' has no unit of time, so '%s' cannot be compared with it", what, column,
			    text);
		m->value *= ms / as_unit_ms((as_str){own, strlen(own)});
	}
	if (!(m->value > 0))
		return as_fail(e, NULL, 0, "%s: '%s' is not above 0", what, text);
	if (m->percent && m->value >= 1)
		return as_fail(e, NULL, 0, "%s: '%s' is not below 100%%", what, text);
	return 0;
}

/* Copy of s[0..n) without blanks at its ends. */
static char *
trimmed(const char *s, size_t n)
{
	while (n > 0 && isspace((unsigned char)*s)) {
		s++;
		n--;
	}
	while (n > 0 && isspace((unsigned char)s[n - 1]))
		n--;
	return strndup(s, n);
}

/* The last place where the word stands between blanks or ends; NULL if nowhere. */
static const char *
last_word(const char *text, const char *word)
{
	const char *found = NULL;
	size_t n = strlen(word);

	for (const char *p = text; (p = strstr(p, word)) != NULL; p++)
		if ((p == text || p[-1] == ' ') && p[n] == ' ')
			found = p;
	return found;
}

static int
bad_claim(const char *text, as_err *e)
{
	return as_fail(e, NULL, 0,
	    "--claim: '%s' is no claim; write 'test<base', 'test<base by 10%%' or 'equal within 1ms'",
	    text);
}

typedef struct {
	const char *text, *column;
	int (*known)(const void *, const char *);
	const void *data;
} reading;

/* Reads the text with its sign at op (NULL: none, of test and base), its sides up to
 * end and the amount from there on (NULL: none). 1: it is read, 0: a side is not
 * known, -1: it is no claim. */
static int
read_at(as_claim *c, const reading *r, as_claim_kind kind, const char *op, const char *end,
    const char *amount, as_err *e)
{
	*c = (as_claim){.kind = kind, .text = strdup(r->text),
	    .left = op ? trimmed(r->text, (size_t)(op - r->text)) : strdup("test"),
	    .right = op ? trimmed(op + 1, (size_t)(end - op - 1)) : strdup("base")};
	if (!c->text || !c->left || !c->right) {
		as_claim_free(c);
		return as_nomem(e);
	}
	if (!*c->left || !*c->right || strcmp(c->left, c->right) == 0) {
		as_claim_free(c);
		return bad_claim(r->text, e);
	}
	if (r->known && !(r->known(r->data, c->left) && r->known(r->data, c->right))) {
		as_claim_free(c);
		return 0;
	}
	if (amount && as_amount_parse(&c->by, amount + strspn(amount, " "), r->column, "--claim",
	    e) != 0) {
		as_claim_free(c);
		return -1;
	}
	return 1;
}

/* Tries each sign before end, the first being the plain reading. */
static int
read_signs(as_claim *c, const reading *r, const char *signs, const char *end, const char *amount,
    as_err *e)
{
	int first = 0;

	for (const char *op = r->text; (op += strcspn(op, signs)) < end && *op; op++) {
		as_claim_kind kind = *op == '=' ? AS_CLAIM_EQUAL : *op == '<' ? AS_CLAIM_LESS : AS_CLAIM_GREATER;
		int rc = read_at(c, r, kind, op, end, amount, e);

		if (rc > 0 || !r->known)
			return rc;
		first = first ? first : rc;
	}
	return first;
}

/* "equal within 1ms", of test and base. */
static int
read_equal(as_claim *c, const reading *r, const char *end, const char *amount, as_err *e)
{
	char *rest = trimmed(r->text, (size_t)(end - r->text));
	int fits = rest && (strcmp(rest, "equal") == 0 || !*rest);

	free(rest);
	return fits ? read_at(c, r, AS_CLAIM_EQUAL, NULL, end, amount, e) : 0;
}

int
as_claim_parse(as_claim *c, const char *text, const char *column,
    int (*known)(const void *, const char *), const void *data, as_err *e)
{
	const reading plain = {text, column, NULL, NULL}, told = {text, column, known, data};
	const char *within = last_word(text, "within"), *by = last_word(text, "by"),
	    *all = text + strlen(text);
	int rc = 0;

	memset(c, 0, sizeof *c);
	for (const reading *r = known ? &told : &plain; rc <= 0; r = &plain) {
		if (within && (rc = read_equal(c, r, within, within + 6, e)) == 0)
			rc = read_signs(c, r, "=", within, within + 6, e);
		if (rc <= 0 && by && !(r == &plain && within))
			rc = read_signs(c, r, "<>", by, by + 2, e);
		if (rc <= 0 && !(r == &plain && (within || by)))
			rc = read_signs(c, r, "<>", all, NULL, e);
		if (r == &plain)
			break;
	}
	return rc > 0 ? 0 : rc < 0 ? -1 : bad_claim(text, e);
}

void
as_claim_free(as_claim *c)
{
	free(c->left);
	free(c->right);
	free(c->text);
	memset(c, 0, sizeof *c);
}

int
as_claim_of_amount(const as_claim *c)
{
	return c->by.value > 0 && !c->by.percent;
}

const char *
as_verdict_name(as_verdict v)
{
	return v == AS_HOLDS ? "holds" : v == AS_FAILS ? "does not hold" : "inconclusive";
}

as_verdict
as_verdict_and(as_verdict a, as_verdict b)
{
	if (a == AS_FAILS || b == AS_FAILS)
		return AS_FAILS;
	return a == AS_OPEN || b == AS_OPEN ? AS_OPEN : AS_HOLDS;
}

/* A border that the difference is held against: left is tested against
 * ratio * right + shift, where ratio is 1 + share. */
typedef struct { double share, shift; } border;

/* The claim's own border: for equality the upper one. */
static border
border_of(const as_claim *c)
{
	double sign = c->kind == AS_CLAIM_LESS ? -1 : 1;

	return c->by.percent ? (border){sign * c->by.value, 0} : (border){0, sign * c->by.value};
}

/* What the judgement needs: ln p of left below and above a border. */
typedef struct {
	double (*log_p)(const void *data, border b, int below);
	const void *data;
} tests;

static int
shown(const tests *t, border b, double noise, int below, double log_level)
{
	/* noise moves the border away from what is to be shown */
	b.share += below ? -noise : noise;
	return b.share > -1 && t->log_p(t->data, b, below) < log_level;
}

static as_verdict
judge(const as_claim *c, const tests *t, double level, double noise)
{
	double one_sided = log(1 - level), half = log((1 - level) / 2);
	border b = border_of(c), low = {-b.share, -b.shift};

	if (c->kind == AS_CLAIM_EQUAL) {
		if (shown(t, b, noise, 0, half) || shown(t, low, noise, 1, half))
			return AS_FAILS;
		return shown(t, b, noise, 1, one_sided) && shown(t, low, noise, 0, one_sided) ? AS_HOLDS :
		    AS_OPEN;
	}
	if (shown(t, b, noise, c->kind == AS_CLAIM_LESS, half))
		return AS_HOLDS;
	return shown(t, b, noise, c->kind != AS_CLAIM_LESS, half) ? AS_FAILS : AS_OPEN;
}

/* Standard errors from the border that a power of 80% needs. */
static double
needed(const as_claim *c, double level, double df)
{
	if (c->kind == AS_CLAIM_EQUAL) /* both tests, the true difference 0 */
		return as_t_quantile_upper(1 - level, df) + as_t_quantile_upper((1 - POWER) / 2, df);
	return as_t_quantile_upper((1 - level) / 2, df) + as_t_quantile_upper(1 - POWER, df);
}

typedef struct { const as_moments *left, *right; } means;

static double
means_log_p(const void *data, border b, int below)
{
	const means *m = data;
	as_ttest t = as_ttest_contrast(m->right, m->left, 1 + b.share, b.shift);

	return below ? t.log_p_less : t.log_p_greater;
}

as_ruling
as_claim_judge(const as_claim *c, const as_sample *left, const as_sample *right, double level,
    double noise)
{
	means m = {&left->m, &right->m};
	tests t = {means_log_p, &m};
	border b = border_of(c);
	as_ttest own = as_ttest_contrast(&right->m, &left->m, c->kind == AS_CLAIM_EQUAL ? 1 : 1 + b.share,
	    0);
	as_ruling r = {AS_OPEN, NAN, NAN};

	/* a share of what is not above 0 has no meaning */
	if ((c->by.percent || noise > 0) && !(right->m.mean > 0))
		return r;
	if (!(level > 0.5 && level < 1) || !(own.se > 0))
		return r;
	r.verdict = judge(c, &t, level, noise);
	r.detectable = needed(c, level, own.df) * own.se + noise * right->m.mean;
	r.detectable_pct = right->m.mean > 0 ? 100 * r.detectable / right->m.mean : NAN;
	return r;
}

static double
ratio_log_p(const void *data, border b, int below)
{
	const as_log_ratio *r = data;
	double t = (r->log - log1p(b.share)) / sqrt(r->variance);

	return as_log_t_upper(below ? -t : t, r->df);
}

as_ruling
as_claim_judge_ratio(const as_claim *c, const as_log_ratio *ratio, double level, double noise)
{
	tests t = {ratio_log_p, ratio};
	as_ruling r = {AS_OPEN, NAN, NAN};

	if (as_claim_of_amount(c) || !(ratio->variance > 0) || !(level > 0.5 && level < 1))
		return r;
	r.verdict = judge(c, &t, level, noise);
	r.detectable_pct = 100 * (expm1(needed(c, level, ratio->df) * sqrt(ratio->variance)) + noise);
	return r;
}

typedef struct {
	const double *left, *right;
	double *work; /* (n) */
	size_t n;
} pairs;

static double
pairs_log_p(const void *data, border b, int below)
{
	const pairs *p = data;
	as_ttest t = as_paired_contrast(p->right, p->left, p->n, 1 + b.share, b.shift, p->work);

	return below ? t.log_p_less : t.log_p_greater;
}

int
as_claim_judge_pairs(as_ruling *r, const as_claim *c, const double *left, const double *right,
    size_t n, double level, double noise)
{
	pairs p = {left, right, malloc((n + 1) * sizeof *p.work), n};
	tests t = {pairs_log_p, &p};
	double mean = as_mean(right, n);
	as_log_ratio ratio;
	as_ttest own;

	*r = (as_ruling){AS_OPEN, NAN, NAN};
	if (!p.work)
		return -1;
	if (!as_claim_of_amount(c)) {
		ratio = as_paired_log_ratio(right, left, n, p.work);
		*r = as_claim_judge_ratio(c, &ratio, level, noise);
	} else if (level > 0.5 && level < 1 && (!(noise > 0) || mean > 0)) {
		own = as_paired_contrast(right, left, n, 1, 0, p.work);
		if (own.se > 0) {
			r->verdict = judge(c, &t, level, noise);
			r->detectable = needed(c, level, own.df) * own.se + noise * mean;
			r->detectable_pct = mean > 0 ? 100 * r->detectable / mean : NAN;
		}
	}
	free(p.work);
	return 0;
}
