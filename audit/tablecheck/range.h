/* range.h - interval arithmetic: what follows for a result when its inputs are
 * known only to lie in ranges, as rounded figures do.
 *
 * Every result holds each value that the operation can take on its operands:
 * ends are moved outwards by the error of the arithmetic (a unit in the last
 * place; 1e-9 of the tail functions of dist.h). Where an operation is not
 * defined on part of a range that part is left out; where it is defined
 * nowhere the ends are NaN. Moore (1966), "Interval analysis". */
#ifndef AS_RANGE_H
#define AS_RANGE_H

#include "interval.h"

static inline as_interval as_range_point(double x) { return (as_interval){x, x}; }

as_interval as_range_add(as_interval a, as_interval b);
as_interval as_range_sub(as_interval a, as_interval b);
as_interval as_range_mul(as_interval a, as_interval b); /* 0 times infinity is 0 */
as_interval as_range_div(as_interval a, as_interval b); /* b holds 0 inside: the whole line */
as_interval as_range_pow(as_interval a, int k);         /* k >= 0 */
as_interval as_range_sqrt(as_interval a);
as_interval as_range_abs(as_interval a);
as_interval as_range_exp(as_interval a);
as_interval as_range_log(as_interval a);
as_interval as_range_min(as_interval a, as_interval b);
as_interval as_range_max(as_interval a, as_interval b);
as_interval as_range_hull(as_interval a, as_interval b);

/* P(|T| > |t|) and P(T > t) of Student's t; the t exceeded with probability a,
 * a in (0, 1/2); P(Z > z) and its inverse; P(F > f), whose degrees of freedom
 * must be points, else [0, 1]. */
as_interval as_range_t_two_sided(as_interval t, as_interval df);
as_interval as_range_t_upper(as_interval t, as_interval df);
as_interval as_range_t_quantile(as_interval a, as_interval df);
as_interval as_range_z_upper(as_interval z);
as_interval as_range_z_quantile(as_interval a);
as_interval as_range_f_upper(as_interval f, as_interval df1, as_interval df2);

/* The lower or upper end of as_nct_interval(t, df, level), both of which rise with t; df and level
 * must be points, else it is not defined. */
as_interval as_range_nc(as_interval t, as_interval df, as_interval level, int upper);

/* J(df) of Hedges (1981), which makes g of d. */
as_interval as_range_hedges(as_interval df);

#endif
