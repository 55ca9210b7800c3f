/* ttest.h - difference of two means by Student's t.
 *
 * Everything is test against base: positive where test is larger. The p-values
 * are natural logarithms (dist.h). */
#ifndef AS_TTEST_H
#define AS_TTEST_H

#include "interval.h"
#include "moments.h"

typedef struct {
	double diff;         /* what was tested: mean of test - mean of base, or the contrast */
	double se, t, df;
	double log_p;        /* two-sided */
	double log_p_less;   /* one-sided: test is smaller */
	double log_p_greater;
} as_ttest;

/* Welch (1947), Biometrika 34, with the degrees of freedom of Satterthwaite
 * (1946), as t.test() of R: variances may differ. All but diff is NaN if a
 * group has fewer than two values or no value varies. */
as_ttest as_ttest_welch(const as_moments *base, const as_moments *test);

/* Student (1908): pooled variance, n1+n2-2 degrees of freedom, as
 * t.test(var.equal=TRUE). NaN if n1+n2 < 3 or no value varies. */
as_ttest as_ttest_student(const as_moments *base, const as_moments *test);

/* Of one sample, such as differences of pairs: that its mean is 0. NaN if n < 2 or no
 * value varies. */
as_ttest as_ttest_one(const as_moments *x);

/* Welch's test of mean(test) - ratio mean(base) - shift = 0. With it both a
 * ratio of means and a difference are tested by their own standard error:
 * Hauschke, Kieser, Hothorn (1999), Biometrical J. 41(7). */
as_ttest as_ttest_contrast(const as_moments *base, const as_moments *test, double ratio,
    double shift);

/* The same without the p, which cost most of it: for searches. */
as_ttest as_ttest_statistic(const as_moments *base, const as_moments *test, double ratio,
    double shift);

/* diff -+ t(df) se. */
as_interval as_ttest_interval(const as_ttest *t, double level);

/* Equivalence of two means by two one-sided tests: Schuirmann (1987), J. Pharmacokinet.
 * Biopharm. 15(6), with the variances and degrees of freedom of Welch. A margin in percent is one
 * of the ratio of means, 1 - P to 1 + P, each end tested as a contrast (Hauschke, Kieser, Hothorn
 * 1999): the mean of base is an estimate, too. */
typedef struct {
	double value; /* in the unit of the data, or a share if percent: 0.05 is 5% */
	int percent;
} as_margin;

typedef struct {
	as_ttest lower; /* against -margin: its log_p_greater is the p */
	as_ttest upper; /* against +margin: its log_p_less is the p */
	double log_p;   /* the larger of the two */
} as_tost;

/* NaN as as_ttest_welch, and in percent of a mean that is not above 0; the margin is above 0, and
 * below 1 if in percent. */
as_tost as_tost_of(const as_moments *base, const as_moments *test, as_margin margin);

#endif
