/* two_factors.h - analysis of variance of one or two factors, balanced or not.
 *
 * Sums of squares are differences of the residual sums of two models that are
 * fitted by least squares, so unbalanced designs and empty cells need no special
 * formula and degrees of freedom come from the ranks of the designs. With A and
 * B the factors and R(m) the residual sum of model m:
 *
 *   type I    A: R(1) - R(A)          B: R(A) - R(A+B)      AB: R(A+B) - R(A+B+AB)
 *   type II   A: R(B) - R(A+B)        B: R(A) - R(A+B)      AB as above
 *   type III  A: R(B+AB) - R(A+B+AB)  B: R(A+AB) - R(A+B+AB) AB as above,
 *             the columns being sum-to-zero contrasts and their products
 *
 * Searle (1987), "Linear models for unbalanced data"; Fox (2016), "Applied
 * regression analysis", 3rd ed., 8.2. A type III main effect with an empty cell
 * rests on cells that nobody measured: it is not estimable. Nor is a term of 0
 * degrees of freedom. */
#ifndef AS_ANOVA_H
#define AS_ANOVA_H

#include <stddef.h>

#include "err.h"

enum { AS_ANOVA_A, AS_ANOVA_B, AS_ANOVA_AB, AS_ANOVA_RESIDUAL, AS_ANOVA_TOTAL, AS_ANOVA_TERMS };

/* One cell of the design: n samples, their mean, what it lacks as it is rounded,
 * and the sum of squares about it. n may be 0. */
typedef struct { size_t n; double mean, rest, ss; } as_cell;

/* The k cells of samples x[i] of n[i], divided by 2^exp, which is returned: one
 * unit for all, in which no square overflows or vanishes. */
int as_cells_of(as_cell *cell, double *const *x, const size_t *n, size_t k);

typedef struct {
	int present;     /* the model has the term */
	int estimable;   /* else the numbers are NaN */
	double ss, ms;
	size_t df;
	double f, log_p; /* against the residual; natural log of P(F > f) */
	double eta_sq;         /* ss / total */
	double partial_eta_sq; /* ss / (ss + residual) */
	double omega_sq;       /* (ss - df ms_residual) / (total + ms_residual) */
} as_anova_term;

typedef struct {
	as_anova_term term[AS_ANOVA_TERMS];
	size_t empty_cells;
	int no_spread;    /* the model leaves nothing over: f and p have no denominator, NaN */
	double sum_error; /* type I: |sum of the terms - total| / total, else NaN */
} as_anova;

enum { AS_ANOVA_MAX_LEVELS = 64 }; /* of each of two factors; one may have any number */

/* In units of the cells. cell: (na, nb), na >= 2 levels of A that occur, nb levels of B (1:
 * one-way). interaction: fit it. type: 1, 2 or 3 (the same for one-way). -1 and *e: no residual
 * degree of freedom, no variance, too many levels, out of memory. */
int as_anova_of(as_anova *r, const as_cell *cell, size_t na, size_t nb, int interaction,
    int type, as_err *e);

/* Other tests of "all k groups are alike". x[i] holds n[i] >= 1 samples. */
typedef struct { double statistic, df1, df2, log_p; } as_test; /* df2: NaN if there is none */

/* Welch (1951), "On the comparison of several mean values", Biometrika 38. Needs
 * two samples and a variance in every group, else all NaN. */
as_test as_welch_anova(const as_cell *g, size_t k);

/* Kruskal, Wallis (1952), J. Amer. Statist. Assoc. 47, with the correction for
 * ties; p by chi squared. -1 if out of memory. */
int as_kruskal(as_test *t, double *const *x, const size_t *n, size_t k);

/* Levene (1960) about the mean, or Brown, Forsythe (1974) about the median: the
 * one-way analysis of |x - centre|. NaN where these are alike in every group but
 * for rounding. -1 if out of memory. */
int as_levene(as_test *t, double *const *x, const size_t *n, size_t k, int median);

#endif
