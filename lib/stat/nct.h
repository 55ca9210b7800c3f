/* nct.h - the noncentral t distribution and the interval that it gives.
 *
 * P(T <= t) = E[Phi(t S - nc)], S = sqrt(chi2(df)/df): integrated over the
 * density of S by Gauss-Legendre panels, which holds for any nc, where the
 * series of Lenth (1989), Appl. Statist. 38(1), gives up beyond 37. Right to
 * about 1e-12. */
#ifndef AS_NCT_H
#define AS_NCT_H

#include "interval.h"

/* P(T <= t), T of df > 0 degrees of freedom and noncentrality nc. */
double as_nct_cdf(double t, double df, double nc);

/* The noncentralities at which t is the quantile (1+level)/2 and (1-level)/2.
 * Steiger, Fouladi (1997), "Noncentrality interval estimation". NaN if level is
 * not in (0,1) or t is not finite. */
as_interval as_nct_interval(double t, double df, double level);

#endif
