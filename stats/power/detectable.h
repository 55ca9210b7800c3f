/* detectable.h - what the samples of one comparison can show, and what they cannot. */
#ifndef POWER_PLAN_H
#define POWER_PLAN_H

#include "samples.h"
#include "power_of_test.h"
#include "ttest.h"

typedef enum { SD_POOLED, SD_ALL } sd_of;

enum { NO_GROUP = -1 };

typedef struct {
	as_power_test test;
	double power;       /* to reach */
	int median;         /* compare medians, not means */
	int each;           /* one row a group: against another like it */
	sd_of sd_of;
	size_t base, other; /* groups that are meant; (size_t)NO_GROUP: not given */
	as_margin effect;   /* a difference, or a share of the base's mean (median); value 0: none */
} plan_how;

/* One row. What is not decidable is NaN, and wrong says why. */
typedef struct {
	size_t n, n_other;  /* of the smallest group and of the next,
	    or of the base and the smallest other */
	size_t groups, errors;
	int synthetic;      /* a row of one of the groups says that it is */
	double center;      /* mean (median) of the base */
	double sd;          /* of one sample: means; sqrt(n) times the standard error: medians */
	double mde_d, mde;
	double effect, effect_d, achieved;
	size_t needed;      /* 0: not known */
	const char *wrong;  /* NULL: all is known */
} plan;

/* The plan for the cells of one comparison: ncell indices into d->cell, in order
 * of their groups. -1: out of memory. */
int plan_of(plan *p, const power_data *d, const size_t *cell, size_t ncell, const plan_how *how);

#endif
