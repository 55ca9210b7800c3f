/* quantile_arg.h - quantiles as users write them, and the arguments of -q and -Q. */
#ifndef AS_QUANTILE_ARG_H
#define AS_QUANTILE_ARG_H

#include "err.h"
#include "num.h"

enum { AS_QUANTILE_NAME = AS_NUM_BUF + 8 }; /* bytes of a name, NUL included */

/* Reads a quantile: a decimal share ("0.999") or the name of its column
 * ("p99.9"), which is in percent. *p is the nearest double of the share that was
 * meant, and name the column's name, the same however it was written. */
int as_quantile_arg(const char *text, double *p, char name[AS_QUANTILE_NAME], as_err *e);

/* Reads a type of quantile, 1 to 9 (quantile.h). */
int as_quantile_type_arg(const char *text, int *type, as_err *e);

#endif
