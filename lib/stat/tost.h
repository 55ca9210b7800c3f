/* tost.h - equivalence of two means by two one-sided tests.
 *
 * Schuirmann (1987), J. Pharmacokinet. Biopharm. 15(6), with the variances and
 * degrees of freedom of Welch. A margin in percent is one of the ratio of means,
 * 1 - P to 1 + P, each end tested as a contrast (Hauschke, Kieser, Hothorn 1999):
 * the mean of base is an estimate, too. */
#ifndef AS_TOST_H
#define AS_TOST_H

#include "ttest.h"

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
