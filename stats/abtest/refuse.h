/* refuse.h - whether two groups did the same work, in words. */
#ifndef ABTEST_REFUSE_H
#define ABTEST_REFUSE_H

#include "pairs.h"

/* Fills pair->keep, dropped and refused. -1: out of memory. */
int ab_refuse(ab_pair *pair, const ab_data *d, const ab_how *how);

#endif
