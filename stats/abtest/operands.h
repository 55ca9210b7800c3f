/* operands.h - which groups the operands make where -g does not say. */
#ifndef ABTEST_OPERANDS_H
#define ABTEST_OPERANDS_H

#include "opts.h"

/* Two operands are compared as files: *by_file. One with a column command or benchmark of exactly
 * two values is compared by it, which becomes -g of o. Else an error says which columns would do.
 * s has the columns of -s. */
int ab_operands(as_opts *o, const as_list *s, char *const *paths, size_t n, int *by_file,
    as_err *e);

/* The names of two files as groups: without folder and suffix where these differ. (2), to be freed
 * as as_group_names; NULL: out of memory. */
char **ab_file_names(char *const *paths);

#endif
