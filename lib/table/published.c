#include "published.h"

#include <string.h>

#include "str.h"

enum { MAX_TEXT = 100 }; /* bytes of a figure; more is text */

/* What is left to read. */
typedef struct { const char *s, *end; } text;

static int is_digit(char c) { return c >= '0' && c <= '9'; }

static int
is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
}

static void
skip_blanks(text *t)
{
	while (t->s < t->end && (*t->s == ' ' || *t->s == '\t'))
		t->s++;
}

/* Steps over word if it comes next. */
static int
take(text *t, const char *word)
{
	size_t n = strlen(word);

	if ((size_t)(t->end - t->s) < n || memcmp(t->s, word, n) != 0)
		return 0;
	t->s += n;
	return 1;
}

static int
is_na(text t)
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
take_relation(text *t, as_published *p)
{
	static const struct { const char *sign; as_pub_kind kind; int closed; } relations[] = {
		{"<=", AS_PUB_BELOW, 1}, {"\xe2\x89\xa4", AS_PUB_BELOW, 1}, {"<", AS_PUB_BELOW, 0},
		{">=", AS_PUB_ABOVE, 1}, {"\xe2\x89\xa5", AS_PUB_ABOVE, 1}, {">", AS_PUB_ABOVE, 0},
		{"=", AS_PUB_NUMBER, 1}, {"~", AS_PUB_NUMBER, 1}, {"\xe2\x89\x88", AS_PUB_NUMBER, 1},
	};
	enum { FIRST_ABOUT = 7 };
	size_t i;

	for (i = 0; i < sizeof relations / sizeof *relations; i++)
		if (take(t, relations[i].sign)) {
			p->kind = relations[i].kind;
			p->closed = relations[i].closed;
			p->about = i >= FIRST_ABOUT;
			skip_blanks(t);
			return 1;
		}
	return 0;
}

/* A name and the relation after it ("p < ", "F(8,1608) = "), or a relation
 * alone, or nothing. */
static void
take_head(text *t, as_published *p)
{
	text u = *t;

	if (take_relation(t, p) || u.s == u.end || !is_letter(*u.s))
		return;
	while (u.s < u.end && (is_letter(*u.s) || is_digit(*u.s) || strchr("_^(),", *u.s))) {
		text v = u;

		u.s++;
		if (take_relation(&v, p)) { /* the signs beyond ASCII pass for letters */
			*t = v;
			return;
		}
	}
	skip_blanks(&u);
	if (take_relation(&u, p))
		*t = u;
}

static int
take_sign(text *t, char *sign)
{
	if (take(t, "-") || take(t, "\xe2\x88\x92")) /* hyphen, minus sign */
		*sign = '-';
	else if (take(t, "+"))
		*sign = '+';
	else
		return 0;
	return 1;
}

static size_t
count_digits(const text *t, const char *s)
{
	size_t n = 0;

	while (s + n < t->end && is_digit(s[n]))
		n++;
	return n;
}

/* Digits, with or without commas between groups of three, and a fraction, as
 * plain digits into buf (cap bytes). Returns how many bytes; 0: no number. */
static size_t
take_digits(text *t, char *buf, size_t cap)
{
	const char *s = t->s;
	size_t run = count_digits(t, s), n = 0;

	if ((size_t)(t->end - s) >= cap)
		return 0;
	memcpy(buf, s, run);
	n = run;
	s += run;
	if (run == 0)
		buf[n++] = '0'; /* .05 */
	while (run >= 1 && run <= 3 && s < t->end && *s == ',') {
		if (count_digits(t, s + 1) != 3)
			return 0;
		memcpy(buf + n, s + 1, 3);
		n += 3;
		s += 4;
	}
	if (s < t->end && *s == '.' && count_digits(t, s + 1) > 0) {
		size_t fraction = 1 + count_digits(t, s + 1);

		memcpy(buf + n, s, fraction);
		n += fraction;
		s += fraction;
	} else if (run == 0) {
		return 0;
	}
	t->s = s;
	return n;
}

static int
take_exponent(text *t, as_str *exponent)
{
	const char *s = t->s, *digits = s + (s < t->end && (*s == '-' || *s == '+'));
	size_t n = count_digits(t, digits);

	*exponent = (as_str){s, (size_t)(digits - s) + n};
	if (n == 0)
		return 0;
	t->s = digits + n;
	return 1;
}

/* "e-61" or " x 10^-61", the sign being x, * or that of multiplication. */
static int
take_power(text *t, as_str *exponent)
{
	text u = *t;

	if (!take(&u, "e") && !take(&u, "E")) {
		skip_blanks(&u);
		if (!take(&u, "x") && !take(&u, "*") && !take(&u, "\xc3\x97"))
			return 0;
		skip_blanks(&u);
		if (!take(&u, "10^"))
			return 0;
	}
	if (!take_exponent(&u, exponent))
		return 0;
	*t = u;
	return 1;
}

/* A percent sign or a unit, and nothing more. */
static int
take_unit(text *t, as_published *p)
{
	skip_blanks(t);
	p->percent = take(t, "%");
	while (!p->percent && t->s < t->end && (is_letter(*t->s) || *t->s == '/'))
		t->s++;
	return t->s == t->end;
}

/* All that is left, as a decimal; *sign is what it was written with, or 0. */
static int
take_number(text *t, as_published *p, as_dec *v, char *sign)
{
	char buf[2 * MAX_TEXT];
	size_t n;
	as_str exponent;

	*sign = 0;
	take_sign(t, sign);
	buf[0] = *sign == '-' ? '-' : '+';
	if ((n = take_digits(t, buf + 1, MAX_TEXT)) == 0)
		return 0;
	if (n == 2 && memcmp(buf + 1, "10", 2) == 0 && take(t, "^")) {
		n = 1; /* 10^-16 is 1 x 10^-16 */
		if (!take_exponent(t, &exponent))
			return 0;
	} else if (!take_power(t, &exponent)) {
		exponent = (as_str){"0", 1};
	}
	n++;
	buf[n++] = 'e';
	memcpy(buf + n, exponent.s, exponent.n);
	return take_unit(t, p) && as_dec_parse(v, buf, n + exponent.n) == 0;
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
	text t = {s, s + n};
	as_dec v;
	char sign;

	p->kind = AS_PUB_NUMBER;
	p->percent = p->about = 0;
	p->closed = 1;
	skip_blanks(&t);
	while (t.end > t.s && (t.end[-1] == ' ' || t.end[-1] == '\t'))
		t.end--;
	if (is_na(t)) {
		p->kind = AS_PUB_NA;
		return;
	}
	take_head(&t, p);
	if ((size_t)(t.end - t.s) >= MAX_TEXT || !take_number(&t, p, &v, &sign)) {
		p->kind = AS_PUB_TEXT;
		return;
	}
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
