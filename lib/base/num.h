/* num.h - numbers as text: strict and independent of the locale. */
#ifndef AS_NUM_H
#define AS_NUM_H

#include <stddef.h>
#include <stdint.h>

typedef enum {
	AS_NUM_OK = 0,
	AS_NUM_SYNTAX,  /* not a decimal number (hex, inf, nan, blanks, "") */
	AS_NUM_OVERFLOW /* a number, but over the range of a double */
} as_num_status;

/* Reads all n bytes of s as one decimal number: [+-] digits [. digits]
 * [e [+-] digits], correctly rounded; the 0 before the point may be left out (".95").
 * Underflow gives the nearest double (it may be 0, never -0). *x is untouched
 * unless AS_NUM_OK. */
as_num_status as_num_parse(const char *s, size_t n, double *x);

/* Same for a whole number that fits an int64_t, with no fraction or exponent. */
as_num_status as_int_parse(const char *s, size_t n, int64_t *x);

enum { AS_NUM_BUF = 64, AS_NUM_MAX_DECIMALS = 40 };

/* Shortest decimal text that reads back as x, the nearest to x of that length
 * ("0.1", "1e-300"; -0 is "0"). Exponent form, with no '+' and no leading zero, under
 * 1e-4 and from 1e16 on. What is not finite is "inf", "-inf" or "nan". Returns
 * the length. */
size_t as_num_format(char buf[AS_NUM_BUF], double x);

/* x with d decimals, rounded half to even on the exact binary value as printf
 * does; values whose fixed notation would not fit the buffer, or that are not
 * 0 and would show as 0, are written with d+1 significant digits in exponent
 * form. No "-0". d is held to 0..AS_NUM_MAX_DECIMALS. Not finite as above. Returns
 * the length. */
size_t as_num_fixed(char buf[AS_NUM_BUF], double x, int d);

/* x with n significant digits (2 to 17), and all before the point; whole numbers and what
 * has two digits (0.05) as as_num_format writes them. Exponent form as there, rounded as
 * as_num_fixed. Returns the length. */
size_t as_num_digits(char buf[AS_NUM_BUF], double x, int n);

#endif
