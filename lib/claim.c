#include "claim.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dist.h"
#include "num.h"

static const double POWER = 0.8;

static const struct { const char *name; double seconds; } units[] = {
	{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1},
};
enum { NUNITS = sizeof units / sizeof *units };

/* Index of the unit in text[0..n), NUNITS if it is none. */
static int
unit_of(const char *text, size_t n)
{
	int i = 0;

	while (i < NUNITS && !(strlen(units[i].name) == n && strncmp(units[i].name, text, n) == 0))
		i++;
	return i;
}

int
as_amount_parse(as_margin *m, const char *text, const char *column, const char *what, as_err *e)
{
	size_t n = strspn(text, "+-.0123456789eE"), end = strlen(text);
	const char *unit, *suffix = strrchr(column, '_');
	int own = suffix ? unit_of(suffix + 1, strlen(suffix + 1)) : NUNITS, given;

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
		given = unit_of(unit, (size_t)(text + end - unit));
		if (given == NUNITS)
			return as_fail(e, NULL, 0, "%s: '%s' is no amount, such as 1ms or 5%%", what, text);
		if (own == NUNITS)
			return as_fail(e, NULL, 0, "%s: column '%s' has no unit of time, so '%s' cannot be compared with it", what, column, text);
		if (given != own)
			m->value *= units[given].seconds / units[own].seconds;
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
	return as_fail(e, NULL, 0, "--claim: '%s' is no claim; write 'test<base', 'test<base by 10%%' or 'equal within 1ms'", text);
}

int
as_claim_parse(as_claim *c, const char *text, const char *column, as_err *e)
{
	const char *within = last_word(text, "within"), *by = last_word(text, "by"), *end, *op;
	const char *amount = within ? within + 6 : by ? by + 2 : NULL;

	memset(c, 0, sizeof *c);
	end = within ? within : by ? by : text + strlen(text);
	op = text + strcspn(text, within ? "=" : "<>");
	if (op < end) {
		c->left = trimmed(text, (size_t)(op - text));
		c->right = trimmed(op + 1, (size_t)(end - op - 1));
	} else if (within) {
		char *rest = trimmed(text, (size_t)(end - text));
		int fits = rest && (strcmp(rest, "equal") == 0 || !*rest);

		free(rest);
		if (!fits)
			return bad_claim(text, e);
		c->left = strdup("test");
		c->right = strdup("base");
	} else {
		return bad_claim(text, e);
	}
	c->text = strdup(text);
	if (!c->left || !c->right || !c->text) {
		as_claim_free(c);
		return as_nomem(e);
	}
	c->kind = within ? AS_CLAIM_EQUAL : *op == '<' ? AS_CLAIM_LESS : AS_CLAIM_GREATER;
	if (!*c->left || !*c->right || strcmp(c->left, c->right) == 0) {
		as_claim_free(c);
		return bad_claim(text, e);
	}
	if (amount && as_amount_parse(&c->by, amount + strspn(amount, " "), column, "--claim", e) != 0) {
		as_claim_free(c);
		return -1;
	}
	return 0;
}

void
as_claim_free(as_claim *c)
{
	free(c->left);
	free(c->right);
	free(c->text);
	memset(c, 0, sizeof *c);
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
		return shown(t, b, noise, 1, one_sided) && shown(t, low, noise, 0, one_sided) ? AS_HOLDS : AS_OPEN;
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
as_claim_judge(const as_claim *c, const as_sample *left, const as_sample *right, double level, double noise)
{
	means m = {&left->m, &right->m};
	tests t = {means_log_p, &m};
	border b = border_of(c);
	as_ttest own = as_ttest_contrast(&right->m, &left->m, c->kind == AS_CLAIM_EQUAL ? 1 : 1 + b.share, 0);
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

	if ((c->by.value > 0 && !c->by.percent) || !(ratio->variance > 0) || !(level > 0.5 && level < 1))
		return r;
	r.verdict = judge(c, &t, level, noise);
	r.detectable_pct = 100 * (expm1(needed(c, level, ratio->df) * sqrt(ratio->variance)) + noise);
	return r;
}
