/* truth.h - yes and no, as programs and people write them. */
#ifndef AS_TRUTH_H
#define AS_TRUTH_H

#include "str.h"

/* 1 for true, yes, t, y and 1 (also 1.0), 0 for false, no, f, n and 0 (also 0.0), in any case;
 * -1 if it is neither. */
int as_truth(as_str s);

/* Is there nothing: no text, null, none, na or nan, in any case? */
int as_nothing(as_str s);

#endif
