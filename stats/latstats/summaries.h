/* summaries.h - files that hold summaries and no samples: latstats shows what they state. */
#ifndef LATSTATS_SUMMARIES_H
#define LATSTATS_SUMMARIES_H

#include "choice.h"
#include "opts.h"

/* Does each of the files hold summaries? Standard input, which cannot be read twice, does not. */
int summaries_only(char *const *paths, size_t npaths);

/* A row for each summary: the columns of -g, or else all that name it, and of the choice what the
 * file states, in ms. */
int summaries_fill(as_table *t, const choice *c, const as_opts *o, char *const *paths,
    size_t npaths, as_err *e);

#endif
