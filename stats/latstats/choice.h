/* choice.h - the statistics that latstats has, and a choice of them in order. */
#ifndef LATSTATS_CHOICE_H
#define LATSTATS_CHOICE_H

#include <stddef.h>

#include "err.h"
#include "interval.h"
#include "moments.h"
#include "quantile_arg.h"
#include "table.h"

typedef struct {
	int quantile_type;        /* 1 to 9 */
	unsigned ddof;            /* of the sd */
	double level;             /* of the interval of the mean */
	as_ci_method ci_method;
	double quantile_level;    /* at least this, of the interval of a quantile */
	double trim;              /* share cut from each end */
	as_skew skew;
} definitions;

/* What the columns of a choice rest on. */
typedef enum {
	USES_SD = 1, USES_MEAN_CI = 2, USES_QUANTILE = 4, USES_QUANTILE_CI = 8, USES_TRIM = 16,
	USES_SKEW = 32, USES_MEDIAN = 64, USES_MAD = 128, USES_RATIO = 256
} uses;

typedef enum {
	N, ERRORS, MEAN, MEAN_LO, MEAN_HI, SD, MIN, MAX, TRIMMED, MAD, MAD_NORMAL, SKEW, RATIO,
	NAMED, QUANTILE = NAMED, QUANTILE_LO, QUANTILE_HI, QUANTILE_COVER
} stat_id;

enum { COLUMN_NAME = AS_QUANTILE_NAME + 8 }; /* bytes of a name, NUL included */

typedef struct {
	char name[COLUMN_NAME];
	stat_id stat;
	size_t which; /* of choice.p, for a quantile */
} column;

typedef struct {
	column *col;
	size_t ncol;
	double *p;       /* (np) distinct quantiles; the median is the one that is NaN */
	size_t np;
	unsigned uses;
} choice;

#define CHOICE_DEFAULT "n,errors,mean,median,sd,p90,p95,p99,min,max"

/* Inserts the column of that name at index at: one of the catalogue, or a
 * quantile ("p95", "p99.9", the median), also with _lo, _hi or _cover. A column
 * that the choice has stays where it is. */
int choice_insert(choice *c, size_t at, const char *name, as_err *e);

/* mean_lo and mean_hi behind the mean, or at the end where there is no mean. */
int choice_add_mean_ci(choice *c, as_err *e);

/* _lo, _hi and _cover behind each quantile and the median. */
int choice_add_quantile_ci(choice *c, as_err *e);

void choice_free(choice *c);

/* Declares the columns, and the definitions that they rest on. */
void choice_declare(const choice *c, const definitions *d, as_table *t);

#endif
