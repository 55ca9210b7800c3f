/* refuse.h - whether two groups did the same work, in words. */
#ifndef ABTEST_REFUSE_H
#define ABTEST_REFUSE_H

#include "comparison.h"

/* Fills pair->keep, dropped, refused, waived and mixed. -1: out of memory. */
int ab_refuse(ab_pair *pair, const ab_data *d, const ab_how *how);
void ab_pair_free(ab_pair *pair);

#endif
