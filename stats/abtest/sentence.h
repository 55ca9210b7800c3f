/* sentence.h - what was found, in one sentence. */
#ifndef ABTEST_SENTENCE_H
#define ABTEST_SENTENCE_H

#include "pairs.h"

/* The answer of the whole table. Malloc'd; NULL: out of memory. */
char *ab_answer(const ab_result *r);

/* Of one row: what was claimed, and what is known of it. Malloc'd; NULL: out of memory. */
char *ab_claim_sentence(const ab_result *r, const ab_outcome *o);

#endif
