/* unit.h - units of time: of a column by its name, and of a value by what stands after it. */
#ifndef AS_UNIT_H
#define AS_UNIT_H

#include "str.h"

/* Milliseconds in one of the unit ("ns", "usec", "milliseconds", any case); 0: no unit of time. */
double as_unit_ms(as_str unit);

/* x of a unit of so many milliseconds, in ms: divided where that is exact, so that 72775 us are
 * 72.775. */
static inline double
as_to_ms(double x, double unit_ms)
{
	return unit_ms < 1 ? x / (1 / unit_ms) : x * unit_ms;
}

/* The usual short name of a unit ("seconds" -> "s"); NULL: no unit of time. */
const char *as_unit_short(as_str unit);

/* The unit of time that a column's name ends with, after '_', '-', '.' or a blank or in brackets
 * ("latency_s", "latency (us)", "LATENCY_MS"), as its short name; NULL if it names none. A
 * rate ("tokens_per_s", "req/s", "tok_s") is no time, and neither "min" nor "m" is a unit here. */
const char *as_unit_of_column(as_str name);

/* Milliseconds in one of it; 0 if it names none. */
double as_column_ms(as_str name);

/* The column's name without that unit ("latency_s" -> "latency"); the name itself if it has
 * none. */
as_str as_unit_stem(as_str name);

/* A number with its unit ("1.5ms", "900 us") or a duration of ISO 8601 in days, hours, minutes and
 * seconds ("PT1.5S"), in milliseconds; 0, or -1 if it is neither. */
int as_duration_parse(as_str s, double *ms);

#endif
