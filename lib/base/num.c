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

/* Value of the last n of eight bytes at s, or -1 if they are not all digits: adjacent digits
 * are joined to pairs, pairs to fours, fours to the whole (Lemire 2019, "Number
 * parsing at a gigabyte per second", section 5). */
static inline int64_t
digits_of_8(const char *s, unsigned n)
{
	uint64_t w, others = n < 8 ? UINT64_MAX >> 8 * n : 0;

	memcpy(&w, s, 8);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	w = __builtin_bswap64(w);
#endif
	w = (w & ~others) | (0x3030303030303030u & others);
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
	while (end - s >= 8 && p->n_sig + 8 <= EXACT_DIGITS && (eight = digits_of_8(s, 8)) >= 0) {
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

/* q * 2^exp2 to the nearest double, ties to even; sticky says that the true value is a
 * little over q, which has over 55 bits. No subnormal comes here. */
static double
rounded(uint64_t q, int sticky, int exp2)
{
	uint64_t word = (uint64_t)(exp2 + 1 + 1023) << 52;
	double power;

	memcpy(&power, &word, sizeof power);
	/* halved, because a signed number becomes a double at once */
	return (double)(int64_t)(q >> 1 | (q & 1) | (uint64_t)sticky) * power;
}

/* A power of ten, the same shifted to 64 bits, and what the reciprocal of that,
 * floor((2^128 - 1) / shifted), has over 2^64. */
#define SHIFTED(x) ((uint64_t)x << __builtin_clzll(x))
#define TEN(k, x) [k] = {x, SHIFTED(x), (uint64_t)(~(u128)0 / SHIFTED(x))}
static const struct { uint64_t ten, shifted, reciprocal; } powers[EXACT_DIGITS + 1] = {
	TEN(0, 1u), TEN(1, 10u), TEN(2, 100u), TEN(3, 1000u), TEN(4, 10000u), TEN(5, 100000u),
	TEN(6, 1000000u), TEN(7, 10000000u), TEN(8, 100000000u), TEN(9, 1000000000u),
	TEN(10, 10000000000u), TEN(11, 100000000000u), TEN(12, 1000000000000u),
	TEN(13, 10000000000000u), TEN(14, 100000000000000u), TEN(15, 1000000000000000u),
	TEN(16, 10000000000000000u), TEN(17, 100000000000000000u), TEN(18, 1000000000000000000u),
	TEN(19, 10000000000000000000u)
};

/* mant * 10^exp10 for 0 < mant < 2^64 and |exp10| <= EXACT_DIGITS. A quotient comes from
 * Moeller and Granlund 2011, "Improved division by invariant integers", algorithm 4. */
static double
exact(uint64_t mant, int exp10)
{
	int shift = __builtin_clzll(mant), odd;
	uint64_t d, hi, lo, q, rest, over;
	u128 p;

	if (exp10 >= 0) {
		p = (u128)mant * powers[exp10].ten;
		if (p >> 64 == 0)
			return (double)(uint64_t)p;
		shift = 64 - __builtin_clzll((uint64_t)(p >> 64));
		return rounded((uint64_t)(p >> shift), (p & (((u128)1 << shift) - 1)) != 0, shift);
	}
	d = powers[-exp10].shifted;
	hi = mant << shift;
	odd = hi >= d; /* the quotient must fit 64 bits; it has 62 at least */
	lo = hi << 63 & -(uint64_t)odd;
	hi >>= odd;
	p = (u128)powers[-exp10].reciprocal * hi + ((u128)hi << 64 | lo);
	q = (uint64_t)(p >> 64) + 1;
	rest = lo - q * d;
	over = -(uint64_t)(rest > (uint64_t)p); /* no branch: it goes either way */
	q += over;
	rest += over & d;
	if (rest >= d) {
		q++;
		rest -= d;
	}
	return rounded(q, rest != 0, __builtin_clzll(powers[-exp10].ten) - shift - 64 + odd);
}

/* Digits, and more behind a point, 19 at most in all: nearly every number of a table. */
static int
simple(const char *s, const char *end, parts *p)
{
	const char *from = s;
	uint64_t m = 0;
	int64_t more;

	for (; s < end && is_digit(*s) && s - from < EXACT_DIGITS; s++)
		m = m * 10 + (uint64_t)(*s - '0');
	if (s == from)
		return 0;
	p->exp10 = 0;
	if (s < end) {
		if (*s++ != '.' || end - from > EXACT_DIGITS + 1 || s == end)
			return 0;
		p->exp10 = s - end;
		for (; end - s >= 8; s += 8) {
			if ((more = digits_of_8(s, 8)) < 0)
				return 0;
			m = m * 100000000 + (uint64_t)more;
		}
		if (end - s > 0 && end - from >= 8) { /* what is left, with bytes before it */
			if ((more = digits_of_8(end - 8, (unsigned)(end - s))) < 0)
				return 0;
			m = m * powers[end - s].ten + (uint64_t)more;
		} else
			for (; s < end; s++) {
				if (!is_digit(*s))
					return 0;
				m = m * 10 + (uint64_t)(*s - '0');
			}
	}
	p->mant = m;
	p->n_sig = m > 0; /* all that the caller asks */
	return 1;
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
	e = e > 100000 ? 100000 : e < -100000 ? -100000 : e;
	snprintf(buf + n, sizeof buf - n, "e%d", (int)e);
	return strtod(buf, NULL);
}

as_num_status
as_num_parse(const char *s, size_t n, double *x)
{
	parts p;
	double v;

	p.neg = n > 0 && *s == '-';
	if (!simple(s + p.neg, s + n, &p) && !scan(s, n, &p))
		return AS_NUM_SYNTAX;
	if (p.n_sig == 0)
		v = 0;
	else if (p.n_sig <= EXACT_DIGITS && p.exp10 >= -EXACT_DIGITS && p.exp10 <= EXACT_DIGITS)
		v = exact(p.mant, (int)p.exp10);
	else
		v = by_strtod(&p);
	if (isinf(v))
		return AS_NUM_OVERFLOW;
	*x = p.neg && v != 0 ? -v : v;
	return AS_NUM_OK;
}

as_num_status
as_int_parse(const char *s, size_t n, int64_t *x)
{
	const char *end = s + n;
	int64_t v = 0; /* of the other sign: there is one number more below 0 */
	int neg = n > 0 && *s == '-', over = 0;

	s += n > 0 && (*s == '+' || *s == '-');
	if (s == end)
		return AS_NUM_SYNTAX;
	for (; s < end; s++) {
		if (!is_digit(*s))
			return AS_NUM_SYNTAX;
		/* go on: a later byte may make it no number */
		over |= __builtin_mul_overflow(v, 10, &v) || __builtin_sub_overflow(v, *s - '0', &v);
	}
	if (over || (!neg && v == INT64_MIN))
		return AS_NUM_OVERFLOW;
	*x = neg ? v : -v;
	return AS_NUM_OK;
}
