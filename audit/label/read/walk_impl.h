/* walk_impl.h - what walk.c and walk_include.c share; see walk.h. */
#ifndef LABEL_WALK_IMPL_H
#define LABEL_WALK_IMPL_H

#include "walk.h"

walk_kind walk_kind_of(const char *name);                  /* of a file of that name; WALK_OTHER: it does not tell */
int walk_take_c(walk *w, const char *path, as_err *e);     /* adds a spare file as one of C, by the rules of others; -1: out of memory */

/* Adds each spare file that a file of C includes by its name, or by the end of its path, and that is C by itself; what those include
 * too. -1: out of memory. */
int walk_included(walk *w, as_err *e);

#endif
