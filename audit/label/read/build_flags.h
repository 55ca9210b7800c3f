/* build_flags.h - what flags of compilers and linkers say of names in C, as facts. */
#ifndef LABEL_BUILD_FLAGS_H
#define LABEL_BUILD_FLAGS_H

#include <stddef.h>

#include "../facts/facts.h"

/* Is that a name of C? */
int flags_is_name(const char *s, size_t n);

/* NAME or NAME=value, n bytes, as behind -D: a DECL of a macro. It is OPEN where open is set,
 * and where the value is a name: what else NAME means in the tree is then not sure. Nothing where it is none. */
void flags_define(fact_tree *t, const char *s, size_t n, uint32_t line, int open);

/* One FILE, flag DATA, of a Makefile, a script or the like: an OPEN DECL for each name that a flag
 * anywhere in it makes another name: -DNAME=OTHER, --wrap, --defsym, --redefine-sym. -1: out of memory. */
int read_flags(const char *path, const char *text, size_t n, fact_tree *t);

#endif
