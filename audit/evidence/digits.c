#include "digits.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

double
digits_off_ns(double ms)
{
	double ns = ms * 1e6;

	return fabs(ns - nearbyint(ns));
}

int
digits_short(double x)
{
	char s[40];

	snprintf(s, sizeof s, "%.9g", x);
	return strtod(s, NULL) == x;
}

int
digits_decimals(double x)
{
	char s[400];

	for (int d = 0; d <= 9; d++) {
		snprintf(s, sizeof s, "%.*f", d, x);
		if (strtod(s, NULL) == x)
			return d;
	}
	return -1;
}

int
digits_float(double x)
{
	return (double)(float)x == x;
}

/* Differences of readings in seconds as doubles are off by up to 0.06 ns in the first
 * 6 days of the clock, and 57% of them by less than this; in the next 6 days by up to
 * 0.12, and 31%. */
int
digits_of_clock(double ms)
{
	return digits_off_ns(ms) < 0.02;
}

int
digits_of_device(double ms)
{
	return digits_float(ms) && !digits_short(ms);
}
