/* gcd.h - the greatest common divisor. */
#ifndef AS_GCD_H
#define AS_GCD_H

/* Of a and b, both taken without their sign, by Euclid; of 0 and b: b. It is over LONG_MAX only
 * where each is 0 or LONG_MIN. */
static inline unsigned long
as_gcd(long a, long b)
{
	unsigned long x = a < 0 ? -(unsigned long)a : (unsigned long)a,
	    y = b < 0 ? -(unsigned long)b : (unsigned long)b;

	while (y) {
		unsigned long r = x % y;
		x = y;
		y = r;
	}
	return x;
}

#endif
