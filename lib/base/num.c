#include "num.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Not ISO C, but gcc and clang have it on every 64-bit machine. */
__extension__ typedef unsigned __int128 u128;

enum {
	/* 10^19 < 2^64: mantissas and powers of ten up to here are exact */
	EXACT_DIGITS = 19,
	/* a decimal halfway between two doubles has at most 767 significant
	 * digits; of what follows only "zero or not" matters */
	MAX_DIGITS = 800
};
#define EXP_CLAMP 1000000000000000 /* over any digit count, far from overflow */

static const uint64_t pow10_u64[EXACT_DIGITS + 1] = {
	1u, 10u, 100u, 1000u, 10000u, 100000u, 1000000u, 10000000u, 100000000u,
	1000000000u, 10000000000u, 100000000000u, 1000000000000u,
	10000000000000u, 100000000000000u, 1000000000000000u,
	10000000000000000u, 100000000000000000u, 1000000000000000000u,
	10000000000000000000u
};

/* One number taken apart: digits * 10^exp10, digits being the n_sig
 * significant ones (leading zeros left out). */
typedef struct {
	const char *digit; /* first significant digit */
	size_t n_sig;      /* digits from there on, the point not counted */
	uint64_t mant;     /* their value, if n_sig <= EXACT_DIGITS */
	int64_t exp10;
	int neg;
} parts;

static int is_digit(char c) { return c >= '0' && c <= '9'; }

/* Value of eight digits at s, or -1 if they are not all digits: adjacent digits
 * are joined to pairs, pairs to fours, fours to the whole (Lemire 2019, "Number
 * parsing at a gigabyte per second", section 5). */
static int64_t
eight_digits(const char *s)
{
	uint64_t w;

	memcpy(&w, s, 8);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	w = __builtin_bswap64(w);
#endif
	if ((w & (w + 0x0606060606060606u) & 0xf0f0f0f0f0f0f0f0u) != 0x3030303030303030u)
		return -1;
	w -= 0x3030303030303030u;
	w = w * 10 + (w >> 8);
	w = ((w & 0x000000ff000000ffu) * (100 + (1000000ull << 32)) +
	    ((w >> 16) & 0x000000ff000000ffu) * (1 + (10000ull << 32))) >> 32;
	return (int64_t)w;
}

/* Reads digits from s to end, adding them to p; returns where they stop. */
static const char *
take_digits(const char *s, const char *end, parts *p)
{
	int64_t eight;

	for (; p->n_sig == 0 && s < end && *s == '0'; s++)
		;
	if (p->n_sig == 0)
		p->digit = s;
	while (end - s >= 8 && p->n_sig + 8 <= EXACT_DIGITS && (eight = eight_digits(s)) >= 0) {
		p->mant = p->mant * 100000000 + (uint64_t)eight;
		p->n_sig += 8;
		s += 8;
	}
	for (; s < end && is_digit(*s); s++)
		if (++p->n_sig <= EXACT_DIGITS)
			p->mant = p->mant * 10 + (uint64_t)(*s - '0');
	return s;
}

/* Takes s (n bytes) apart; 0 if it is no number by num.h's grammar. */
static int
scan(const char *s, size_t n, parts *p)
{
	const char *end = s + n, *from;
	int64_t e = 0;
	int e_neg = 0;

	memset(p, 0, sizeof *p);
	if (s < end && (*s == '+' || *s == '-'))
		p->neg = *s++ == '-';
	from = s;
	s = take_digits(s, end, p);
	if (s == from && (s == end || *s != '.'))
		return 0;
	if (s < end && *s == '.') {
		from = ++s;
		s = take_digits(s, end, p);
		if (s == from)
			return 0;
		p->exp10 = -(int64_t)(s - from);
	}
	if (s < end && (*s == 'e' || *s == 'E')) {
		s++;
		if (s < end && (*s == '+' || *s == '-'))
			e_neg = *s++ == '-';
		from = s;
		for (; s < end && is_digit(*s); s++)
			if (e < EXP_CLAMP)
				e = e * 10 + (*s - '0');
		if (s == from)
			return 0;
	}
	p->exp10 += e_neg ? -e : e;
	return s == end;
}

/* q * 2^exp2, q not 0, to the nearest double, ties to even; sticky says that
 * the true value is a little over q. No subnormal comes here. */
static double
round_u128(u128 q, int sticky, int exp2)
{
	uint64_t hi = (uint64_t)(q >> 64);
	int bits = hi ? 128 - __builtin_clzll(hi) : 64 - __builtin_clzll((uint64_t)q);
	int drop = bits - 53;

	uint64_t word;
	u128 half, rest;
	double x;

	if (drop <= 0)
		return ldexp((double)(uint64_t)q, exp2);
	half = (u128)1 << (drop - 1);
	rest = q & (((u128)1 << drop) - 1);
	q >>= drop;
	if (rest > half || (rest == half && (sticky || (q & 1))))
		q++;
	/* the 53 bits with the hidden one on top; a carry to 2^53 moves on into the exponent */
	word = ((uint64_t)(exp2 + drop + 52 + 1023 - 1) << 52) + (uint64_t)q;
	memcpy(&x, &word, sizeof x);
	return x;
}

/* mant * 10^exp10 for 0 < mant < 2^64 and |exp10| <= EXACT_DIGITS. */
static double
exact(uint64_t mant, int exp10)
{
	int shift;
	u128 num;
	uint64_t den;

	if (exp10 >= 0)
		return round_u128((u128)mant * pow10_u64[exp10], 0, 0);
	shift = 64 + __builtin_clzll(mant);
	num = (u128)mant << shift; /* >= 2^127, so the quotient has 64 bits or more */
	den = pow10_u64[-exp10];
	return round_u128(num / den, num % den != 0, -shift);
}

/* The rest by strtod, which glibc and musl round correctly. The text handed
 * over has no radix character, so the locale has no say. */
static double
by_strtod(const parts *p)
{
	char buf[MAX_DIGITS + 32];
	size_t n = 0, seen = 0;
	int64_t e = p->exp10;
	const char *s = p->digit;

	for (; seen < p->n_sig && n < MAX_DIGITS; s++)
		if (is_digit(*s)) {
			buf[n++] = *s;
			seen++;
		}
	if (seen < p->n_sig) {
		int more = 0;

		e += (int64_t)(p->n_sig - seen);
		for (; seen < p->n_sig && !more; s++)
			if (is_digit(*s)) {
				more = *s != '0';
				seen++;
			}
		if (more) {
			buf[n++] = '1';
			e--;
		}
	}
	if (e > 100000)
		e = 100000;
	if (e < -100000)
		e = -100000;
	snprintf(buf + n, sizeof buf - n, "e%d", (int)e);
	return strtod(buf, NULL);
}

as_num_status
as_num_parse(const char *s, size_t n, double *x)
{
	parts p;
	double v;

	if (!scan(s, n, &p))
		return AS_NUM_SYNTAX;
	if (p.n_sig == 0)
		v = 0;
	else if (p.n_sig <= EXACT_DIGITS && p.exp10 >= -EXACT_DIGITS && p.exp10 <= EXACT_DIGITS)
		v = exact(p.mant, (int)p.exp10);
	else
		v = by_strtod(&p);
	if (isinf(v))
		return AS_NUM_OVERFLOW;
	*x = p.neg ? -v : v;
	return AS_NUM_OK;
}

as_num_status
as_int_parse(const char *s, size_t n, int64_t *x)
{
	const char *end = s + n;
	uint64_t v = 0, limit = INT64_MAX;
	int neg = 0, over = 0;

	if (s < end && (*s == '+' || *s == '-'))
		neg = *s++ == '-';
	if (s == end)
		return AS_NUM_SYNTAX;
	limit += (uint64_t)neg;
	for (; s < end; s++) {
		uint64_t d;

		if (!is_digit(*s))
			return AS_NUM_SYNTAX;
		d = (uint64_t)(*s - '0');
		if (v > (limit - d) / 10)
			over = 1; /* go on: a later byte may make it no number */
		else
			v = v * 10 + d;
	}
	if (over)
		return AS_NUM_OVERFLOW;
	*x = !neg ? (int64_t)v : v == limit ? INT64_MIN : -(int64_t)v;
	return AS_NUM_OK;
}
