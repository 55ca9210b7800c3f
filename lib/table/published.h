/* published.h - what a published figure says: an interval that the true value
 * must lie in.
 *
 * A figure is a number with its sign, thousands separators, a power of ten, a
 * percent sign or a unit:
 *   404.05  1,620  -40.0%  +2.2%  2.5x  0.19ms  12.88 GB  ~270
 *   8.87 x 10^-61  8.87e-61  10^-16  .05
 * or as people typeset one: a dash for the minus sign, superscripts, thin spaces, stars and
 * daggers behind it, and an error ("12.3 +/- 0.4"), which says nothing to the value,
 * or a bound on one: < 10^-16  p < 0.001  >= 0.10. A name before the relation
 * (p, eta^2, F(8,1608)) says nothing to the value, nor does a unit after it;
 * nothing is converted. "=" claims the same as the bare number: that it is right to
 * its last digit. "~" and "about equal" claim less: that it is right within 5%.
 *
 * The figure v with a last digit worth u stands for every value from v - u/2 to
 * v + u/2, both included, since a tie may be rounded either way. A zero with a
 * sign stands for that side only: -0.0% is [-0.05%, 0]. */
#ifndef AS_PUBLISHED_H
#define AS_PUBLISHED_H

#include <stddef.h>

#include "decimal.h"

typedef enum {
	AS_PUB_TEXT,   /* no number: stands for itself */
	AS_PUB_NA,     /* "--", "-", "N/A", "n/a", "NA" or a dash: not available */
	AS_PUB_NUMBER, /* lo and hi, both included */
	AS_PUB_BELOW,  /* < hi, or <= hi if closed */
	AS_PUB_ABOVE   /* > lo, or >= lo if closed */
} as_pub_kind;

typedef struct {
	as_pub_kind kind;
	int percent; /* written with '%'; lo and hi are percents all the same */
	int about;   /* written with "~" or "about equal" */
	int closed;
	as_dec lo, hi;
} as_published;

/* Reads a figure, n bytes. Whatever is not understood is text. */
void as_published_read(as_published *p, const char *s, size_t n);

/* Divides the figure by 100, if it was written in percent, so that it can be
 * held against a fraction. */
void as_published_fraction(as_published *p);

/* Whether the value lies in what the figure stands for. Not for text and NA. */
int as_published_holds(const as_published *p, const as_dec *value);

#endif
