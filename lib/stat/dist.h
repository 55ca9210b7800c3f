/* dist.h - tails and quantiles of distributions, in logarithms.
 *
 * A p-value of 1e-400 is no double, its logarithm is. So every tail here is a
 * natural logarithm, right to about 1e-12 of its own size or absolutely,
 * whichever is larger. Incomplete beta: the continued fraction of Abramowitz,
 * Stegun (1964) 26.5.8 by the method of Lentz (1976), Appl. Opt. 15(3). */
#ifndef AS_DIST_H
#define AS_DIST_H

/* ln P(Z > z), Z standard normal. */
double as_log_z_upper(double z);

/* ln P(T > t), T of Student's t with df > 0 degrees of freedom; df may be
 * infinite. NaN if df or t is NaN. */
double as_log_t_upper(double t, double df);

/* ln P(|T| > |t|), at most 0. */
double as_log_t_two_sided(double t, double df);
double as_log_z_two_sided(double z);

/* ln I_x(a, b), the regularized incomplete beta function; y = 1 - x is given
 * too, since x may be near 1. */
double as_log_ibeta(double a, double b, double x, double y);

/* ln P(X > f), X of the F distribution with df1 and df2 degrees of freedom. */
double as_log_f_upper(double f, double df1, double df2);

/* ln P(X > x), X chi squared with df > 0 degrees of freedom. Press et al. (2007),
 * "Numerical recipes", 3rd ed., 6.2: series and continued fraction. */
double as_log_chisq_upper(double x, double df);

/* The t that is exceeded with probability a, a in (0, 1/2); df as above. NaN if a or
 * df is not in its range. */
double as_t_quantile_upper(double a, double df);
double as_z_quantile_upper(double a);

#endif
