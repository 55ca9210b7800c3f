/* value.h - the numbers of one measured column, as programs and people write them.
 *
 * A plain decimal number is the usual one (num.h). A value with its unit ("1.5ms", "PT1.5S")
 * becomes milliseconds, or what the column's name says. A decimal comma and separators of
 * thousands are told from the whole column; what could be read two ways is an error. */
#ifndef AS_VALUE_H
#define AS_VALUE_H

#include <stdint.h>

#include "err.h"
#include "str.h"

typedef struct { size_t row, line; double comma, thousands; } as_unclear; /* "1,234",
    read both ways */

typedef struct {
	const char *name;   /* of the column, for messages */
	int optional;       /* may be empty: NaN */
	int latency;        /* must not be negative */
	char decimal;       /* ',' or '.' as asked for; 0: not asked */
	double own;         /* milliseconds in the unit that the column's name gives; 0: it gives none */
	int semicolons;     /* they part the fields: a point may part thousands */
	/* what was seen */
	size_t n, points;   /* values; those with a point among the first AS_VALUE_EARLY */
	size_t like_groups; /* of these, with three digits behind it, as 1.234 */
	size_t with_unit, plain;
	size_t comma, thousands;
	as_unclear *unclear;
	size_t nunclear, cap;
} as_value;

enum { AS_VALUE_EARLY = 1000 }; /* a column shows how it writes numbers within so many values */

/* Reads one value. row is its place in the column, for as_value_end. *x is NaN where it
 * is empty and may be, and where only the whole column tells. */
int as_value_read(as_value *v, as_str s, size_t row, const char *file, size_t line, double *x,
    as_err *e);

/* Settles what only the whole column tells: x is the column. */
int as_value_end(as_value *v, double *x, const char *file, as_err *e);

/* What is to be said of the column; NULL: nothing. */
const char *as_value_said(const as_value *v);

void as_value_free(as_value *v);

#endif
