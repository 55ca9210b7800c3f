/* decimal.h - decimal numbers held exactly, digit by digit: for comparing what
 * was computed with what was printed, where binary rounding must not decide. */
#ifndef AS_DECIMAL_H
#define AS_DECIMAL_H

#include <stddef.h>

enum {
	AS_DEC_DIGITS = 800,    /* more than any double has (767) */
	AS_DEC_MAX_EXP = 100000 /* of the exponent's absolute value */
};

/* (-1 if neg) * digits * 10^exp. No leading zero digit; n is 0 for zero, whose
 * exp still tells how it was written: 0.00 has -2. */
typedef struct {
	int neg;
	int n;
	int exp;
	char digit[AS_DEC_DIGITS + 1]; /* '0' to '9', not NUL-terminated */
} as_dec;

/* Reads all n bytes of s by the grammar of as_num_parse; trailing zeros count
 * as digits. -1: no number, or more digits or a larger exponent than fit. */
int as_dec_parse(as_dec *d, const char *s, size_t n);

/* -1, 0 or 1 as a is less than, equal to or greater than b; -0 equals 0. */
int as_dec_cmp(const as_dec *a, const as_dec *b);

/* v - h and v + h, h being half a unit of v's last digit. v must have fewer
 * than AS_DEC_DIGITS digits. */
void as_dec_half_unit(const as_dec *v, as_dec *lo, as_dec *hi);

/* The nearest double; infinite past its range. */
double as_dec_double(const as_dec *d);

#endif
