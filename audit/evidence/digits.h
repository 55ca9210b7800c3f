/* digits.h - the digits that a clock gives: a difference of two of its readings is
 * a whole number of ticks, and CUDA gives the time between two events as a float. */
#ifndef EV_DIGITS_H
#define EV_DIGITS_H

double digits_off_ns(double ms); /* distance from whole nanoseconds, in them */
int digits_short(double x);      /* written with few digits: rounded by the writer, not computed */
int digits_decimals(double x);   /* the fewest that print it, up to 9; -1: more */
int digits_float(double x);
int digits_of_clock(double ms);  /* whole nanoseconds */
int digits_of_device(double ms); /* a float, and not a short number by chance */

#endif
