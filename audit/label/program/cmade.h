/* cmade.h - functions of C whose name a macro makes: `void DEPTH(f)(int x) { ... }`, where
 * DEPTH(x) comes to x##_8 or x##_16 by which #if holds. */
#ifndef LABEL_CMADE_H
#define LABEL_CMADE_H

#include "cdefs.h"
#include "../facts/texts.h"

/* What a name with a ( in it, as it stands in the source, may come to by the macros that the tree
 * defines; none where one of them is not known. */
void cmade_names(const cdefs *d, const fact_tree *t, const char *name, texts *out);

#endif
