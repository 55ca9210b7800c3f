/* text_mentions.h - where reports, notes and logs of a tree name a label. */
#ifndef LABEL_TEXT_MENTIONS_H
#define LABEL_TEXT_MENTIONS_H

#include "err.h"
#include "../facts/facts.h"
#include "../read/walk.h"

/* Adds a FILE, flag DATA, for each WALK_TEXT file of w that names one of n
 * labels, with a COMMENT for each line that does. A label is named where it
 * stands alone: letters, digits, '_' and '-' beside it make it another word.
 * Files that cannot be read or are larger than WALK_MAX_DATA say nothing. */
int text_mentions(const walk *w, const char *const *label, size_t n, fact_tree *t, as_err *e);

/* Whether s (len bytes) names the label. */
int names_label(const char *s, size_t len, const char *label);

#endif
