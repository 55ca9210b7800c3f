#include "tost.h"

#include <math.h>

as_tost
as_tost_of(const as_moments *base, const as_moments *test, as_margin m)
{
	const as_ttest none = {NAN, NAN, NAN, NAN, NAN, NAN, NAN};
	double share = m.percent ? m.value : 0, shift = m.percent ? 0 : m.value;
	as_tost r = {none, none, NAN};

	/* a share of what is not above 0 has no meaning */
	if (m.percent && !(base->mean > 0))
		return r;
	r.lower = as_ttest_contrast(base, test, 1 - share, -shift);
	r.upper = as_ttest_contrast(base, test, 1 + share, shift);
	if (!isnan(r.lower.t) && !isnan(r.upper.t))
		r.log_p = fmax(r.lower.log_p_greater, r.upper.log_p_less);
	return r;
}
