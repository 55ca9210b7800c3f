#include "comparison_claim.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "num.h"
#include "unit.h"

/* Above 0, in the unit of the column or a share. */
static int
amount_above_0(as_margin *m, const char *text, const char *column, const char *what, as_err *e)
{
	size_t n = strspn(text, "+-.0123456789eE"), end = strlen(text);
	const char *unit;
	double ms, own = as_column_ms((as_str){column, strlen(column)});

	m->percent = 0;
	unit = text + n + strspn(text + n, " ");
	while (end > (size_t)(unit - text) && text[end - 1] == ' ')
		end--;
	if (n == 0 || as_num_parse(text, n, &m->value) != AS_NUM_OK)
		return as_fail(e, NULL, 0, "%s: '%s' is not an amount such as 1ms or 5%%", what, text);
	if (*unit == '%' && unit + 1 == text + end) {
		m->percent = 1;
		m->value /= 100;
	} else if (unit < text + end) {
		if (!((ms = as_unit_ms((as_str){unit, (size_t)(text + end - unit)})) > 0))
			return as_fail(e, NULL, 0, "%s: '%s' is not an amount such as 1ms or 5%%", what, text);
		if (!(own > 0))
			return as_fail(e, NULL, 0,
			    "%s: column '%s' has no unit of time, so '%s' cannot be compared with it", what, column,
			    text);
		m->value *= ms / own;
	}
	if (!(m->value > 0))
		return as_fail(e, NULL, 0, "%s: '%s' is not above 0", what, text);
	return 0;
}

static int
not_below_all(const as_margin *m, const char *text, const char *what, as_err *e)
{
	return m->percent && m->value >= 1 ?
	    as_fail(e, NULL, 0, "%s: '%s' is not below 100%%", what, text) : 0;
}

int
as_amount_parse(as_margin *m, const char *text, const char *column, const char *what, as_err *e)
{
	return amount_above_0(m, text, column, what, e) != 0 ? -1 : not_below_all(m, text, what, e);
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
bad_claim(const char *text, const char *what, as_err *e)
{
	return as_fail(e, NULL, 0,
	    "%s: '%s' is not a claim; write 'test<base by 10%%', 'p99: test <= base + 5%%' or "
	    "'equal within 1ms'", what, text);
}

typedef struct {
	const char *all, *text, *column; /* the claim, and what stands behind its statistic */
	int (*known)(const void *, const char *);
	const void *data;
	const char *what; /* for messages */
} reading;

/* Reads the text with its sign at op (NULL: none, of test and base), its sides up to
 * end and the amount from there on (NULL: none). 1: it is read, 0: a side is not
 * known, -1: it is no claim. */
static int
read_at(as_claim *c, const reading *r, as_claim_kind kind, const char *op, const char *end,
    const char *amount, as_err *e)
{
	size_t sign = kind == AS_CLAIM_AT_MOST || kind == AS_CLAIM_AT_LEAST ? 2 : 1;

	*c = (as_claim){.kind = kind, .text = strdup(r->all),
	    .left = op ? trimmed(r->text, (size_t)(op - r->text)) : strdup("test"),
	    .right = op ? trimmed(op + sign, (size_t)(end - op) - sign) : strdup("base")};
	if (!c->text || !c->left || !c->right) {
		as_claim_free(c);
		return as_nomem(e);
	}
	if (!*c->left || !*c->right || strcmp(c->left, c->right) == 0) {
		as_claim_free(c);
		return bad_claim(r->all, r->what, e);
	}
	if (r->known && !(r->known(r->data, c->left) && r->known(r->data, c->right))) {
		as_claim_free(c);
		return 0;
	}
	if (!amount)
		return 1;
	amount += strspn(amount, " ");
	if (amount_above_0(&c->by, amount, r->column, r->what, e) != 0 ||
	    (kind != AS_CLAIM_GREATER && kind != AS_CLAIM_AT_MOST &&
	    not_below_all(&c->by, amount, r->what, e) != 0)) {
		as_claim_free(c);
		return -1;
	}
	return 1;
}

/* "test <= base + 5%": tries each + (of >= each -) behind op, the last first, then none. */
static int
read_most(as_claim *c, const reading *r, const char *op, as_err *e)
{
	as_claim_kind kind = *op == '<' ? AS_CLAIM_AT_MOST : AS_CLAIM_AT_LEAST;
	const char *end = op + strlen(op);
	int rc = 0;

	for (const char *p = end - 1; p > op + 2 && rc == 0; p--)
		if (*p == (kind == AS_CLAIM_AT_MOST ? '+' : '-'))
			rc = read_at(c, r, kind, op, p, p + 1, e);
	return rc != 0 ? rc : read_at(c, r, kind, op, end, NULL, e);
}

/* Tries each sign before end, the first being the plain reading. */
static int
read_signs(as_claim *c, const reading *r, const char *signs, const char *end, const char *amount,
    as_err *e)
{
	int first = 0;

	for (const char *op = r->text; (op += strcspn(op, signs)) < end && *op; op++) {
		as_claim_kind kind = *op == '=' ? AS_CLAIM_EQUAL : *op == '<' ? AS_CLAIM_LESS : AS_CLAIM_GREATER;
		int most = *op != '=' && op[1] == '=' && !amount;
		int rc = most ? read_most(c, r, op, e) : read_at(c, r, kind, op, end, amount, e);

		if (rc == 0 && most)
			rc = read_at(c, r, kind, op, end, amount, e);
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

/* The length of "p99.9:", "median:" or "mean:" at the start; *p is the quantile, NaN of a mean. */
static size_t
statistic(const char *text, double *p)
{
	size_t n = strcspn(text, ":");

	*p = NAN;
	if (!text[n] || (n == 4 && memcmp(text, "mean", n) == 0))
		return text[n] ? n + 1 : 0;
	if (n == 6 && memcmp(text, "median", n) == 0)
		*p = 0.5;
	else if (*text != 'p' || strspn(text + 1, ".0123456789") != n - 1 ||
	    as_num_parse(text + 1, n - 1, p) != AS_NUM_OK || !((*p /= 100) > 0 && *p < 1)) {
		*p = NAN;
		return 0;
	}
	return n + 1;
}

static int
parse(as_claim *c, const char *text, const reading *plain, const reading *first, as_err *e)
{
	const char *within = last_word(text, "within"), *by = last_word(text, "by"),
	    *all = text + strlen(text);
	int rc = 0;

	memset(c, 0, sizeof *c);
	for (const reading *r = first; rc <= 0; r = plain) {
		if (within && (rc = read_equal(c, r, within, within + 6, e)) == 0)
			rc = read_signs(c, r, "=", within, within + 6, e);
		if (rc <= 0 && by && !(r == plain && within))
			rc = read_signs(c, r, "<>", by, by + 2, e);
		if (rc <= 0 && !(r == plain && (within || by)))
			rc = read_signs(c, r, "<>", all, NULL, e);
		if (r == plain)
			break;
	}
	return rc > 0 ? 0 : rc < 0 ? -1 : bad_claim(plain->all, plain->what, e);
}

int
as_claim_parse(as_claim *c, const char *all, const char *column,
    int (*known)(const void *, const char *), const void *data, const char *what, as_err *e)
{
	double p;
	const char *text = all + statistic(all, &p);
	const reading plain = {all, text, column, NULL, NULL, what},
	    told = {all, text, column, known, data, what};
	int rc = parse(c, text, &plain, known ? &told : &plain, e);

	c->p = p;
	return rc;
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

int
as_claim_in_each(const as_claim *c)
{
	return as_claim_of_amount(c) || !isnan(c->p);
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
