/* label_walk.h - the files of source that operands name: files and whole trees. */
#ifndef LABEL_WALK_H
#define LABEL_WALK_H

#include "err.h"
#include "intern.h"

typedef enum { WALK_NONE, WALK_PYTHON, WALK_C, WALK_CMAKE, WALK_CONFIG } walk_kind;

typedef struct { const char *path; char *why; walk_kind kind; } walk_file; /* why unread; NULL */

typedef struct { walk_file *file; size_t n, cap; as_intern seen; } walk;

/* Collects the files of n operands: in their order, in a folder by name. Links within a folder
 * are not followed; folders of version control, caches and builds are not entered. A file that is
 * binary or over 16 MiB (data: 4 MiB) is kept with `why`. An operand that is not there, or a file
 * that is no source, is an error; so are operands in which there is nothing to read. */
int walk_paths(walk *w, char *const *operand, size_t n, as_err *e);
void walk_free(walk *w);

#endif
