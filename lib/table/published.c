#include "published.h"

#include <string.h>

#include "figure_scan.h"
#include "str.h"

enum { MAX_TEXT = 100 }; /* bytes of a figure; more is text */

static int is_digit(char c) { return c >= '0' && c <= '9'; }

static int
is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
}

static int
is_na(as_scan t)
{
	static const char *const names[] = {
		"-", "--", "N/A", "n/a", "NA", "\xe2\x80\x93" /* en dash */, "\xe2\x80\x94" /* em dash */
	};
	size_t i;

	for (i = 0; i < sizeof names / sizeof *names; i++)
		if (as_str_is((as_str){t.s, (size_t)(t.end - t.s)}, names[i]))
			return 1;
	return 0;
}

/* A relation and the blanks after it. */
static int
take_relation(as_scan *t, as_published *p)
{
	static const struct { const char *sign; as_pub_kind kind; int closed; } relations[] = {
		{"<=", AS_PUB_BELOW, 1}, {"\xe2\x89\xa4", AS_PUB_BELOW, 1}, {"<", AS_PUB_BELOW, 0},
		{">=", AS_PUB_ABOVE, 1}, {"\xe2\x89\xa5", AS_PUB_ABOVE, 1}, {">", AS_PUB_ABOVE, 0},
		{"=", AS_PUB_NUMBER, 1}, {"~", AS_PUB_NUMBER, 1}, {"\xe2\x89\x88", AS_PUB_NUMBER, 1},
	};
	enum { FIRST_ABOUT = 7 };
	size_t i;

	for (i = 0; i < sizeof relations / sizeof *relations; i++)
		if (as_scan_word(t, relations[i].sign)) {
			p->kind = relations[i].kind;
			p->closed = relations[i].closed;
			p->about = i >= FIRST_ABOUT;
			as_scan_blanks(t);
			return 1;
		}
	return 0;
}

/* A name and the relation after it ("p < ", "F(8,1608) = "), or a relation
 * alone, or nothing. */
static void
take_head(as_scan *t, as_published *p)
{
	as_scan u = *t;

	if (take_relation(t, p) || u.s == u.end || !is_letter(*u.s))
		return;
	while (u.s < u.end && (is_letter(*u.s) || is_digit(*u.s) || strchr("_^(),", *u.s))) {
		as_scan v = u;

		u.s++;
		if (take_relation(&v, p)) { /* the signs beyond ASCII pass for letters */
			*t = v;
			return;
		}
	}
	as_scan_blanks(&u);
	if (take_relation(&u, p))
		*t = u;
}

/* A percent sign or a unit, and nothing more. What is raised right behind the number is a
 * power or a note, and a dash or \u00b1 the start of another number: none is a unit. */
static int
take_unit(as_scan *t, as_published *p)
{
	as_scan u = *t;

	if (as_scan_any(&u, as_scan_raised))
		return 0;
	as_scan_blanks(t);
	p->percent = as_scan_word(t, "%");
	while (!p->percent && t->s < t->end && (is_letter(*t->s) || *t->s == '/')) {
		u = *t;
		if (as_scan_any(&u, as_scan_minus) || as_scan_word(&u, "\u00b1"))
			return 0;
		t->s++;
	}
	return t->s == t->end;
}

/* All that is left, as a decimal; *sign is what it was written with, or 0. 0: no number; 2: it
 * has a power of ten. */
static int
take_number(as_scan *t, as_published *p, as_dec *v, char *sign)
{
	char buf[2 * MAX_TEXT + AS_SCAN_EXPONENT], exponent[AS_SCAN_EXPONENT] = "0";
	size_t n;
	as_scan u;
	int power = 1;

	*sign = 0;
	as_scan_sign(t, sign);
	buf[0] = *sign == '-' ? '-' : '+';
	if ((n = as_scan_digits(t, buf + 1, MAX_TEXT)) == 0)
		return 0;
	u = *t;
	if (n == 2 && memcmp(buf + 1, "10", 2) == 0 && as_scan_above(&u, exponent)) {
		n = 1; /* 10^-16 is 1 x 10^-16 */
		*t = u;
	} else if (!as_scan_power(t, exponent)) {
		strcpy(exponent, "0");
		power = 0;
	}
	n++;
	buf[n++] = 'e';
	strcpy(buf + n, exponent);
	return take_unit(t, p) && as_dec_parse(v, buf, strlen(buf)) == 0 ? 1 + power : 0;
}

/* "12.3 +/- 0.4": *t becomes what is left of the sign; *percent: the error has one. Returns what
 * take_number does of the error, 1 where there is none; 0 after a bound too. */
static int
drop_error(as_scan *t, const as_published *p, int *percent)
{
	static const char *const signs[] = {"\u00b1", "+/-"};
	as_published error = {0};
	as_dec v;
	char sign;
	int kind = 1;

	*percent = 0;
	for (size_t i = 0; i < 2; i++) {
		const char *at = memmem(t->s, (size_t)(t->end - t->s), signs[i], strlen(signs[i]));
		as_scan right = *t;

		if (!at)
			continue;
		right.s = at + strlen(signs[i]);
		as_scan_blanks(&right);
		t->end = at;
		while (as_scan_drop(t, as_scan_blank))
			;
		kind = take_number(&right, &error, &v, &sign);
		*percent = error.percent;
		return sign || p->kind != AS_PUB_NUMBER ? 0 : kind;
	}
	return kind;
}

/* So many percent of v. */
static void
times(const as_dec *v, int percent, as_dec *out)
{
	int carry = 0;

	*out = (as_dec){.neg = v->neg, .n = v->n ? v->n + 3 : 0, .exp = v->exp - 2};
	for (int i = out->n - 1; i >= 0; i--) {
		carry += i >= 3 ? (v->digit[i - 3] - '0') * percent : 0;
		out->digit[i] = (char)('0' + carry % 10);
		carry /= 10;
	}
	while (out->n > 0 && out->digit[0] == '0')
		memmove(out->digit, out->digit + 1, (size_t)--out->n);
}

/* The values that round to v, or that "about v" may mean. */
static void
set_interval(as_published *p, const as_dec *v, char sign)
{
	as_dec_half_unit(v, &p->lo, &p->hi);
	if (v->n == 0 && sign == '-')
		p->hi = *v;
	if (v->n == 0 && sign == '+')
		p->lo = *v;
	if (p->about) {
		as_dec near, far;

		times(v, v->neg ? 105 : 95, &near);
		times(v, v->neg ? 95 : 105, &far);
		if (as_dec_cmp(&near, &p->lo) < 0)
			p->lo = near;
		if (as_dec_cmp(&far, &p->hi) > 0)
			p->hi = far;
	}
}

void
as_published_read(as_published *p, const char *s, size_t n)
{
	as_scan t = {s, s + n};
	as_dec v;
	char sign;
	int error, number, percent;

	p->kind = AS_PUB_NUMBER;
	p->percent = p->about = 0;
	p->closed = 1;
	as_scan_blanks(&t);
	while (as_scan_drop(&t, as_scan_blank) || as_scan_drop(&t, as_scan_notes))
		;
	if (is_na(t)) {
		p->kind = AS_PUB_NA;
		return;
	}
	take_head(&t, p);
	if ((size_t)(t.end - t.s) >= MAX_TEXT || !(error = drop_error(&t, p, &percent)) ||
	    (number = take_number(&t, p, &v, &sign)) < error) { /* else whose is the power? */
		p->kind = AS_PUB_TEXT;
		return;
	}
	p->percent |= percent;
	if (p->kind == AS_PUB_NUMBER)
		set_interval(p, &v, sign);
	else
		p->lo = p->hi = v;
}

void
as_published_fraction(as_published *p)
{
	if (!p->percent)
		return;
	p->percent = 0;
	p->lo.exp -= 2;
	p->hi.exp -= 2;
}

int
as_published_holds(const as_published *p, const as_dec *value)
{
	int lo = as_dec_cmp(value, &p->lo), hi = as_dec_cmp(value, &p->hi);

	if (p->kind == AS_PUB_NUMBER)
		return lo >= 0 && hi <= 0;
	if (p->kind == AS_PUB_BELOW)
		return p->closed ? hi <= 0 : hi < 0;
	return p->kind == AS_PUB_ABOVE && (p->closed ? lo >= 0 : lo > 0);
}
