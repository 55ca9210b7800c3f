/* sight.h - which files of C and C++ are compiled together, by their includes.
 *
 * A unit of translation is a source, or a header that no file includes, with all that it
 * includes. An include means every file of the tree whose path ends in what it says, whether
 * or not the preprocessor comes to it: so two files that are compiled together are said to
 * be, and of others it may be said. */
#ifndef LABEL_SIGHT_H
#define LABEL_SIGHT_H

#include "program.h"

typedef struct sight sight;

sight *sight_new(const program *p); /* NULL: out of memory */
void sight_free(sight *s);

/* Are two files, by their numbers in p->file, in one unit? Each is with itself. */
int sight_together(const sight *s, uint32_t f, uint32_t g);

/* A set of units: so many words of a bit each. */
size_t sight_words(const sight *s);
const uint64_t *sight_units(const sight *s, uint32_t f); /* those that a file is in */
int sight_meet(const sight *s, const uint64_t *a, const uint64_t *b, const uint64_t *c); /* has one unit all three? */

#endif
