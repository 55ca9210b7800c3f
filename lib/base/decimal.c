#include "decimal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "num.h"

int
as_dec_parse(as_dec *d, const char *s, size_t n)
{
	const char *e = memchr(s, 'e', n), *p;
	int64_t exp = 0;
	double unused;
	int point = 0;

	if (e == NULL)
		e = memchr(s, 'E', n);
	/* the grammar is num's; an exponent over a double's is a number all the same */
	if (as_num_parse(s, n, &unused) == AS_NUM_SYNTAX)
		return -1;
	if (e != NULL && (as_int_parse(e + 1, (size_t)(s + n - e - 1), &exp) != AS_NUM_OK ||
	    exp > AS_DEC_MAX_EXP || exp < -AS_DEC_MAX_EXP))
		return -1;
	memset(d, 0, sizeof *d);
	d->neg = *s == '-';
	for (p = s + (*s == '-' || *s == '+'); p < (e ? e : s + n); p++) {
		if (*p == '.') {
			point = 1;
			continue;
		}
		exp -= point;
		if (d->n == 0 && *p == '0')
			continue;
		if (d->n == AS_DEC_DIGITS)
			return -1;
		d->digit[d->n++] = *p;
	}
	if (exp > AS_DEC_MAX_EXP || exp < -AS_DEC_MAX_EXP)
		return -1;
	d->exp = (int)exp;
	return 0;
}

/* Compares the absolute values. */
static int
cmp_abs(const as_dec *a, const as_dec *b)
{
	int i, n = a->n > b->n ? a->n : b->n;

	if (a->n == 0 || b->n == 0)
		return (a->n > 0) - (b->n > 0);
	if (a->n + a->exp != b->n + b->exp)
		return a->n + a->exp < b->n + b->exp ? -1 : 1;
	for (i = 0; i < n; i++) {
		char x = i < a->n ? a->digit[i] : '0', y = i < b->n ? b->digit[i] : '0';

		if (x != y)
			return x < y ? -1 : 1;
	}
	return 0;
}

int
as_dec_cmp(const as_dec *a, const as_dec *b)
{
	int an = a->neg && a->n > 0, bn = b->neg && b->n > 0;

	if (an != bn)
		return an ? -1 : 1;
	return an ? cmp_abs(b, a) : cmp_abs(a, b);
}

/* |d| + half a unit: the digits with a 5 after them. */
static void
append_five(as_dec *d)
{
	d->digit[d->n++] = '5';
	d->exp--;
}

/* |d| - half a unit, d not zero: one unit less, then a 5 after it. */
static void
drop_half(as_dec *d)
{
	int i = d->n - 1, zeros = 0;

	while (d->digit[i] == '0')
		d->digit[i--] = '9';
	d->digit[i]--;
	while (zeros < d->n && d->digit[zeros] == '0')
		zeros++;
	memmove(d->digit, d->digit + zeros, (size_t)(d->n - zeros));
	d->n -= zeros;
	append_five(d);
}

void
as_dec_half_unit(const as_dec *v, as_dec *lo, as_dec *hi)
{
	as_dec *outer = v->neg ? lo : hi, *inner = v->neg ? hi : lo;

	*outer = *inner = *v;
	append_five(outer);
	if (v->n > 0) {
		drop_half(inner);
	} else {
		append_five(inner);
		inner->neg = !v->neg;
	}
}

double
as_dec_double(const as_dec *d)
{
	char buf[AS_DEC_DIGITS + 32];
	int n = snprintf(buf, sizeof buf, "%s%.*se%d", d->neg ? "-" : "", d->n ? d->n : 1,
	    d->n ? d->digit : "0", d->exp);
	double x = 0;

	if (as_num_parse(buf, (size_t)n, &x) == AS_NUM_OVERFLOW)
		return d->neg ? -INFINITY : INFINITY;
	return x;
}
