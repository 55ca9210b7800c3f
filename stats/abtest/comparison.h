/* comparison.h - two groups to compare, how, and what came of it. */
#ifndef ABTEST_COMPARISON_H
#define ABTEST_COMPARISON_H

#include "comparison_claim.h"
#include "multiple.h"
#include "work_rows.h"

/* What decides whether two groups may be compared, and how. */
typedef struct {
	as_compare_how compare;
	int common;      /* only the cells that both groups have */
	int unequal_ok;
	int per_token;
	as_claim *claim; /* or NULL */
	const char *unit, *pair, *noise_file; /* --unit, --pair and --noise, or NULL */
	double noise;    /* floor, a share */
	enum { AB_ADJUST_WELCH, AB_ADJUST_STUDENT, AB_ADJUST_RANK, AB_ADJUST_PERMUTATION } adjust;
} ab_how;

typedef struct {
	size_t base, test;  /* groups */
	uint8_t *keep;      /* (cell.n) cells that count, or NULL: all */
	size_t dropped;     /* cells that --common left out */
	char *refused;      /* why they may not be compared, or NULL */
	char *waived;       /* why they would be refused without --unequal-ok, or NULL */
	char *mixed;        /* what the two have in other shares, which the input has no tokens to
	                       tell the work of; with --pair, the rows without one; or NULL */
	int claim_swapped;  /* the left side of the claim is base */
} ab_pair;

/* One row of the table. */
typedef struct {
	size_t pair, stratum;
	int combined;       /* of the strata of the pair; else of one, or of all rows */
	size_t errors_base, errors_test;
	size_t n_base, n_test; /* values compared; with --pair the rows that they are of */
	size_t unpaired_base, unpaired_test, pairs; /* with --pair */
	as_comparison c;    /* not if combined */
	as_combined k;      /* if combined */
	as_ruling ruling;   /* with a claim */
	int misled;         /* the claim is left open, since the parts of the rows say something else */
	double beyond_noise; /* |change| less the noise floor, in percent, not below 0 */
	/* corrected over all rows that are not combined; NaN and 0 where there is no p */
	size_t rank, tests;
	double log_p_holm, log_p_bonferroni, log_p_bh, holm_alpha, bonferroni_alpha;
} ab_outcome;

typedef struct {
	const ab_data *d;
	const ab_how *how;
	ab_pair *pair; size_t npair;
	ab_outcome *row; size_t nrow; /* pair after pair */
} ab_result;

#endif
