#include "tost.h"

#include <math.h>

as_tost
as_tost_of(const as_moments *base, const as_moments *test, as_margin m)
{
	const as_ttest none = {NAN, NAN, NAN, NAN, NAN, NAN, NAN};
	as_tost r;

	/* a share of what is not above 0 has no meaning */
	if (m.percent && !(base->mean > 0))
		return (as_tost){none, none, NAN};
	if (m.percent) {
		r.lower = as_ttest_contrast(base, test, 1 - m.value, 0);
		r.upper = as_ttest_contrast(base, test, 1 + m.value, 0);
	} else {
		r.lower = as_ttest_contrast(base, test, 1, -m.value);
		r.upper = as_ttest_contrast(base, test, 1, m.value);
	}
	r.log_p = r.lower.log_p_greater > r.upper.log_p_less ? r.lower.log_p_greater : r.upper.log_p_less;
	if (isnan(r.lower.t) || isnan(r.upper.t))
		r.log_p = NAN;
	return r;
}
