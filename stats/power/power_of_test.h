/* power_of_test.h - what a test of two groups can show: its power, the smallest effect
 * that it detects, and the samples that an effect needs.
 *
 * An effect d is a difference of means over the standard deviation that both
 * groups share. Cohen (1988), Statistical Power Analysis, ch. 2. Exact for
 * normal data: under d the t of Student is noncentral t (nct.h) with n1+n2-2
 * degrees of freedom and noncentrality d sqrt(n1 n2/(n1+n2)), as
 * TTestIndPower of statsmodels and power.t.test(strict=TRUE) of R have it.
 * A two-sided test counts both tails. */
#ifndef AS_POWER_H
#define AS_POWER_H

#include <stddef.h>

typedef struct {
	double alpha;   /* level of the test, in (0, 1/2) */
	int one_sided;
	int normal;     /* d sqrt(n1 n2/(n1+n2)) is taken as normal, and the tail of a
	                   two-sided test that lies away from d as 0: the textbook
	                   (z(1-alpha/2) + z(power)) sqrt(2/n) */
} as_power_test;

/* Probability to find d >= 0 with n1 and n2 samples. NaN if n1 or n2 is 0, both
 * are 1 (unless normal), or d is not finite. */
double as_power_of(const as_power_test *t, double d, size_t n1, size_t n2);

/* The smallest d >= 0 that is found with this probability, in (alpha, 1). */
double as_power_effect(const as_power_test *t, double power, size_t n1, size_t n2);

/* The fewest samples in each of two equal groups, from 2, that find d > 0 with
 * this probability; 0 if AS_POWER_MAX_N would not do. */
size_t as_power_n(const as_power_test *t, double power, double d);
enum { AS_POWER_MAX_N = 1000000000 };

#endif
