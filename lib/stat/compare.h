/* compare.h - everything that is said of two samples: the engine of abtest. */
#ifndef AS_COMPARE_H
#define AS_COMPARE_H

#include "effect.h"
#include "err.h"
#include "ks.h"
#include "paired.h"
#include "permutation.h"
#include "ranktest.h"
#include "ratio.h"
#include "ttest.h"

typedef struct {
	double *x;    /* (m.n) sorted; not owned */
	as_moments m;
	double sd, median, p90, p95, p99; /* NaN where n is too small; quantiles of type 7 */
} as_sample;

/* Describes x of n values, which is sorted in place and must outlive *s. */
void as_sample_of(as_sample *s, double *x, size_t n);

typedef enum { AS_PERMUTE_MEAN, AS_PERMUTE_MEDIAN } as_permute;

typedef struct {
	double level;         /* of every interval; 1 - level is the level of tests */
	size_t permutations;  /* 0: none */
	as_permute permute;
	uint64_t seed;
	const as_divisions *divisions; /* for many pairs of the same sizes; NULL: none */
	int ks;               /* Kolmogorov-Smirnov, too */
	as_margin margin;     /* of the equivalence test; value 0: none */
} as_compare_how;

/* Test against base. What is not decidable is NaN; the headers of the parts
 * say when. */
typedef struct {
	as_sample base, test; /* x is NULL */
	double diff, diff_se, change_pct, reduction_pct; /* of means; percent of the base */
	double median_change_pct, median_reduction_pct, sd_change_pct;
	double p90_change_pct, p95_change_pct, p99_change_pct;
	as_interval diff_ci;  /* Welch */
	as_ttest welch, student;
	as_ratio means, medians;
	as_log_ratio log_ratio;
	as_ranktest rank;
	as_permutation permutation;
	as_effect effect;
	as_ks ks;             /* d is NaN unless asked for */
	as_tost tost;         /* log_p is NaN unless asked for */
	as_paired paired;     /* only of as_compare_pairs */
} as_comparison;

/* -1: out of memory. May run on several threads at once. */
int as_compare(as_comparison *c, const as_sample *base, const as_sample *test,
    const as_compare_how *how, as_err *e);

/* Of samples whose n values x[i] of base and y[i] of test are pairs: what describes them,
 * paired, and of the rest diff, diff_ci and log_ratio, those of pairs. -1: out of memory. */
int as_compare_pairs(as_comparison *c, const as_sample *base, const as_sample *test,
    const double *x, const double *y, size_t n, double level);

/* Comparisons of the same two groups in n strata, combined: the geometric means
 * of the ratios of means and of medians, each stratum with the same weight, and the
 * rank test of van Elteren. A stratum that a group has fewer than two values of leaves
 * the ratio NaN, one of fewer than five that of medians. */
typedef struct {
	size_t strata, n_base, n_test;
	as_ratio ratio, medians;
	double change_pct;     /* 100 (ratio - 1) */
	as_log_ratio log_ratio;
	double log_p_ratio;
	double z_elteren, log_p_elteren;
} as_combined;

int as_compare_strata(as_combined *r, const as_comparison *const *c, size_t n, double level,
    as_err *e);

#endif
