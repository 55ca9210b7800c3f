#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "num.h"

/* Not ISO C, but gcc and clang have it on every 64-bit machine. */
__extension__ typedef unsigned __int128 u128;

/* A decimal of p digits: 0.d1d2..dp * 10^exp, d1 not 0 unless x is 0. */
typedef struct {
	char digit[DBL_DECIMAL_DIG + 2];
	int n;
	int exp;
} dec;

/* |x| at p significant digits (p <= 17), rounded to nearest. Reads printf's
 * digits and skips its radix character, which belongs to the locale. */
static void
to_digits(dec *d, double x, int p)
{
	char buf[AS_NUM_BUF];
	const char *s = buf;

	snprintf(buf, sizeof buf, "%.*e", p - 1, fabs(x));
	for (d->n = 0; *s != 'e'; s++)
		if (*s >= '0' && *s <= '9')
			d->digit[d->n++] = *s;
	d->exp = atoi(s + 1) + 1;
}

/* One unit more in the last place. */
static void
increment(dec *d)
{
	int i = d->n - 1;

	while (i >= 0 && d->digit[i] == '9')
		d->digit[i--] = '0';
	if (i >= 0) {
		d->digit[i]++;
	} else { /* 99..9 -> 10..0 */
		d->digit[0] = '1';
		d->exp++;
	}
}

static int
reads_back(const dec *d, double x)
{
	char buf[AS_NUM_BUF];
	double y;
	int n = snprintf(buf, sizeof buf, "%.*se%d", d->n, d->digit, d->exp - d->n);

	return as_num_parse(buf, (size_t)n, &y) == AS_NUM_OK && y == x;
}

/* The digits of q, which is not 0, are those of x * 10^k. */
static void
from_integer(dec *d, uint64_t q, int k)
{
	char buf[AS_NUM_BUF], *end = buf + sizeof buf, *s = end;

	for (; q > 0; q /= 10)
		*--s = (char)('0' + q % 10);
	d->n = (int)(end - s);
	memcpy(d->digit, s, (size_t)d->n);
	d->exp = d->n - k;
}

/* The same as what follows, in whole numbers, for most x from 0.001 to 1e15: x is m * 2^-s,
 * and both m * 10^k and m * 10^k / 2^s fit 128 bits. 0 where x is another number. */
static int
shortest_near_one(dec *d, double x)
{
	static const double ten[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	    1e12, 1e13, 1e14, 1e15};
	int two, s, k, p;
	uint64_t m, pow;

	if (!(x >= 1e-3 && x < 1e15))
		return 0;
	m = (uint64_t)(frexp(x, &two) * 0x1p53);
	s = 53 - two;
	if (m == UINT64_C(1) << 52)
		return 0; /* a power of two */
	for (p = 0; p < 15 && x >= ten[p]; p++)
		;
	/* p digits before the point, or 0; below 0.1 they begin behind zeros */
	k = DBL_DIG - p + (x < 1e-1) + (x < 1e-2);
	for (pow = 1, p = 0; p < k; p++)
		pow *= 10;
	for (p = DBL_DIG;; p++, k++, pow *= 10) {
		u128 v = (u128)m * pow, q = v >> s, rest = v - (q << s), half = (u128)1 << (s - 1);

		if (rest > half || (rest == half && (q & 1))) {
			q++;
			rest = ((u128)1 << s) - rest; /* how far q is from v */
		}
		/* another double is nearer from half a unit of m on, m even being kept at that */
		if (p == DBL_DECIMAL_DIG || 2 * rest < pow || (2 * rest == pow && !(m & 1))) {
			from_integer(d, (uint64_t)q, k);
			return 1;
		}
	}
}

static void
shortest(dec *d, double x)
{
	int two, power, p;
	double m = frexp(x, &two);

	/* Under a power of two the doubles lie twice as dense as over it: the
	 * shortest decimal may then be the second nearest of its length. */
	power = m == 0.5;
	/* Any decimal of up to DBL_DIG digits survives a normal double, so the
	 * search starts there; trailing zeros are cut after it. */
	for (p = x >= DBL_MIN ? DBL_DIG : 1; p < DBL_DECIMAL_DIG; p++) {
		to_digits(d, x, p);
		if (reads_back(d, x))
			break;
		if (power) {
			increment(d);
			if (reads_back(d, x))
				break;
		}
	}
	if (p == DBL_DECIMAL_DIG)
		to_digits(d, x, p);
}

/* Exponent form: d.ddde-7 */
static size_t
put_exponent(char *buf, const dec *d)
{
	return (size_t)sprintf(buf, "%c%s%.*se%d", d->digit[0], d->n > 1 ? "." : "",
	    d->n - 1, d->digit + 1, d->exp - 1);
}

static size_t
put_not_finite(char *buf, double x)
{
	return (size_t)sprintf(buf, "%s", isnan(x) ? "nan" : x > 0 ? "inf" : "-inf");
}

size_t
as_num_format(char buf[AS_NUM_BUF], double x)
{
	char *s = buf;
	dec d;
	int i;

	if (!isfinite(x))
		return put_not_finite(buf, x);
	if (x == 0)
		return (size_t)sprintf(buf, "0"); /* whatever its sign */
	if (x < 0)
		*s++ = '-';
	x = fabs(x);
	if (!shortest_near_one(&d, x))
		shortest(&d, x);
	while (d.n > 1 && d.digit[d.n - 1] == '0')
		d.n--;
	if (d.exp <= -4 || d.exp > 16)
		return (size_t)(s - buf) + put_exponent(s, &d);
	if (d.exp <= 0) {
		*s++ = '0';
		*s++ = '.';
		for (i = d.exp; i < 0; i++)
			*s++ = '0';
	}
	for (i = 0; i < d.n || i < d.exp; i++) {
		if (i == d.exp && i > 0)
			*s++ = '.';
		*s++ = i < d.n ? d.digit[i] : '0';
	}
	*s = '\0';
	return (size_t)(s - buf);
}

/* Copies what printf wrote with '.' for the radix character of the locale,
 * and the exponent, if any, without '+' and leading zeros. */
static size_t
plain(char *out, const char *in)
{
	char *s = out;

	for (; *in && *in != 'e'; in++) {
		if ((*in >= '0' && *in <= '9') || *in == '-')
			*s++ = *in;
		else if (s[-1] != '.') /* a digit came before it */
			*s++ = '.';
	}
	*s = '\0';
	if (*in == 'e')
		s += sprintf(s, "e%d", atoi(in + 1));
	return (size_t)(s - out);
}

size_t
as_num_fixed(char buf[AS_NUM_BUF], double x, int d)
{
	char tmp[AS_NUM_BUF];
	int n;

	d = d < 0 ? 0 : d > AS_NUM_MAX_DECIMALS ? AS_NUM_MAX_DECIMALS : d;
	if (!isfinite(x))
		return put_not_finite(buf, x);
	if (x == 0)
		x = 0; /* drop the sign of -0 */
	n = snprintf(tmp, sizeof tmp, "%.*f", d, x);
	if (n >= AS_NUM_BUF || (x != 0 && strpbrk(tmp, "123456789") == NULL))
		snprintf(tmp, sizeof tmp, "%.*e", d, x);
	return plain(buf, tmp);
}

size_t
as_num_digits(char buf[AS_NUM_BUF], double x, int n)
{
	char tmp[AS_NUM_BUF];
	size_t len = as_num_format(buf, x), digits = 0;
	int exp;

	for (const char *s = buf; *s && *s != 'e'; s++)
		digits += *s >= '1' ? 1 : *s == '0' && digits > 0;
	if (!isfinite(x) || digits <= 2 || (x == trunc(x) && fabs(x) < 1e16))
		return len;
	snprintf(tmp, sizeof tmp, "%.*e", n - 1, x);
	exp = atoi(strchr(tmp, 'e') + 1); /* of x as rounded */
	if (exp < -4 || exp >= 16)
		return plain(buf, tmp);
	return as_num_fixed(buf, x, exp < n ? n - 1 - exp : 0);
}
