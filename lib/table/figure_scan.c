#include "figure_scan.h"

#include <string.h>

static int is_digit(char c) { return c >= '0' && c <= '9'; }

int
as_scan_word(as_scan *t, const char *word)
{
	size_t n = strlen(word);

	if ((size_t)(t->end - t->s) < n || memcmp(t->s, word, n) != 0)
		return 0;
	t->s += n;
	return 1;
}

const char *const as_scan_blank[] = {" ", "\t", "\u00a0", "\u2007", "\u2009", "\u200a",
    "\u202f", NULL};
static const char *const thin[] = {"\u00a0", "\u2007", "\u2009", "\u200a", "\u202f", NULL};
const char *const as_scan_notes[] = {"*", "\u2217", "\u2020", "\u2021", NULL};
const char *const as_scan_minus[] = {"-", "\u2212", "\u2010", "\u2011", "\u2012", "\u2013",
    "\ufe63", "\uff0d", NULL};
const char *const as_scan_raised[] = {"\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074", "\u2075",
    "\u2076", "\u2077", "\u2078", "\u2079", "\u207b", "\u207a", NULL};

int
as_scan_any(as_scan *t, const char *const *words)
{
	for (int i = 0; words[i]; i++)
		if (as_scan_word(t, words[i]))
			return i + 1;
	return 0;
}

void
as_scan_blanks(as_scan *t)
{
	while (as_scan_any(t, as_scan_blank))
		;
}

int
as_scan_drop(as_scan *t, const char *const *words)
{
	for (size_t i = 0; words[i]; i++) {
		size_t n = strlen(words[i]);

		if ((size_t)(t->end - t->s) >= n && memcmp(t->end - n, words[i], n) == 0) {
			t->end -= n;
			return 1;
		}
	}
	return 0;
}

int
as_scan_sign(as_scan *t, char *sign)
{
	if (as_scan_any(t, as_scan_minus))
		*sign = '-';
	else if (as_scan_word(t, "+"))
		*sign = '+';
	else
		return 0;
	return 1;
}

static size_t
count_digits(const as_scan *t, const char *s)
{
	size_t n = 0;

	while (s + n < t->end && is_digit(s[n]))
		n++;
	return n;
}

size_t
as_scan_digits(as_scan *t, char *buf, size_t cap)
{
	as_scan u = *t;
	size_t run = count_digits(t, u.s), n = run;
	int by = -1; /* the separator, 0 for the comma */

	if ((size_t)(t->end - u.s) >= cap)
		return 0;
	memcpy(buf, u.s, run);
	u.s += run;
	if (run == 0)
		buf[n++] = '0'; /* .05 */
	while (run >= 1 && run <= 3) {
		as_scan v = u;
		int sign = as_scan_word(&v, ",") ? 0 : as_scan_any(&v, thin);

		if (v.s == u.s || (sign && count_digits(&v, v.s) == 0))
			break;
		if (count_digits(&v, v.s) != 3 || (by >= 0 && sign != by))
			return 0;
		memcpy(buf + n, v.s, 3);
		n += 3;
		v.s += 3;
		u = v;
		by = sign;
	}
	if (u.s < t->end && *u.s == '.' && count_digits(t, u.s + 1) > 0) {
		size_t fraction = 1 + count_digits(t, u.s + 1);

		memcpy(buf + n, u.s, fraction);
		n += fraction;
		u.s += fraction;
	} else if (run == 0) {
		return 0;
	}
	t->s = u.s;
	return n;
}

static int
take_exponent(as_scan *t, char exponent[AS_SCAN_EXPONENT])
{
	char sign = 0;
	size_t n = 0;

	if (as_scan_sign(t, &sign))
		exponent[n++] = sign;
	while (n < AS_SCAN_EXPONENT - 1 && t->s < t->end && is_digit(*t->s))
		exponent[n++] = *t->s++;
	exponent[n] = '\0';
	return n > (sign != 0);
}

/* The same in superscripts. */
static int
take_raised(as_scan *t, char exponent[AS_SCAN_EXPONENT])
{
	size_t n = 0;
	int i;

	while (n < AS_SCAN_EXPONENT - 1 && (i = as_scan_any(t, as_scan_raised)) > 0)
		exponent[n++] = "0123456789-+"[i - 1];
	exponent[n] = '\0';
	return n > 0 && is_digit(exponent[n - 1]) && strcspn(exponent + 1, "-+") == n - 1;
}

int
as_scan_above(as_scan *t, char exponent[AS_SCAN_EXPONENT])
{
	return as_scan_word(t, "^") ? take_exponent(t, exponent) : take_raised(t, exponent);
}

int
as_scan_power(as_scan *t, char exponent[AS_SCAN_EXPONENT])
{
	static const char *const times[] = {"x", "*", "\u00d7", NULL};
	as_scan u = *t;
	int ok;

	if (as_scan_word(&u, "e") || as_scan_word(&u, "E")) {
		ok = take_exponent(&u, exponent);
	} else {
		as_scan_blanks(&u);
		ok = as_scan_any(&u, times);
		as_scan_blanks(&u);
		ok = ok && as_scan_word(&u, "10") && as_scan_above(&u, exponent);
	}
	if (ok)
		*t = u;
	return ok;
}
