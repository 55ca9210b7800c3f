/* noise.h - the noise floor: what runs of the same thing differ by. */
#ifndef ABTEST_NOISE_H
#define ABTEST_NOISE_H

#include "pairs.h"

/* Reads an A/A run: a record stream of one thing measured several times. Its runs are told apart
 * by the column of --unit if given, else by those of -g, by run or by file: the first that tells
 * two apart. *floor is the largest of (larger / smaller - 1), of the means or the claim's
 * quantiles, over any two of them, with -s within a stratum. -1 too if there are no two, if a
 * stratum of d, which is to be judged, has no two, if a mean is not above 0, or if they did
 * unequal work and how does not say that this is fine. */
int ab_noise(double *floor, const char *path, const ab_read *r, const ab_data *d,
    const ab_how *how, as_err *e);

#endif
