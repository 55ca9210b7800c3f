/* method.h - the ways in which trimmean takes extremes out of a mean. */
#ifndef TRIMMEAN_METHOD_H
#define TRIMMEAN_METHOD_H

#include <stddef.h>

#include "err.h"
#include "interval.h"
#include "quantile_arg.h"
#include "table.h"

typedef enum { MEAN, DROP, TRIM, TOP, WINSOR, MEDIAN } method_kind;

typedef struct {
	char name[AS_QUANTILE_NAME + 8]; /* "mean" "drop5" "trim10" "top10" "winsor10" "median" */
	method_kind kind;
	size_t k;  /* DROP: how many of the largest */
	double p;  /* TRIM, TOP, WINSOR: share at an end */
} method;

typedef struct { method *m; size_t n; } methods;

/* Appends the method of that name, unless it is there. */
int methods_add(methods *s, const char *name, as_err *e);

/* Appends dropK, for the text of K. */
int methods_add_drop(methods *s, const char *k, as_err *e);

/* Appends trimP, topP and winsorP, for a share as a user wrote it. */
int methods_add_cuts(methods *s, const char *p, as_err *e);

void methods_free(methods *s);

/* Says in t what each method is. */
void methods_define(const methods *s, as_table *t);

/* How many of n values it cuts (WINSOR: replaces) at either end. */
void method_cuts(const method *m, size_t n, size_t *low, size_t *high);

/* The estimate from the values, which are reordered; NaN if none are left. */
double method_estimate(const method *m, double *x, size_t n);

/* The estimate from bounds of the order statistics, n of them each (reordered),
 * and of the mean: every sample within them has its estimate in the interval.
 * NaN where there is none. */
as_interval method_bounds(const method *m, double *lo, double *hi, size_t n, as_interval mean);

#endif
