/* ks.h - two-sample Kolmogorov-Smirnov test. */
#ifndef AS_KS_H
#define AS_KS_H

#include <stddef.h>

typedef struct {
	double d;     /* largest distance of the empirical distributions; NaN: a sample is empty */
	double log_p; /* natural logarithm, two-sided */
	int exact;    /* by the paths of Hodges (1958), Ark. Mat. 3: no ties and n1 n2 < 10000;
	                 else by the limit of Kolmogorov and Smirnov, as ks.test() of R */
} as_ks;

/* Samples are sorted and hold no NaN. -1: out of memory. */
int as_ks_of(as_ks *r, const double *a, size_t na, const double *b, size_t nb);

#endif
