/* read_python.h - Python by Python's own parser, in processes of its own. */
#ifndef LABEL_READ_PYTHON_H
#define LABEL_READ_PYTHON_H

#include <stddef.h>
#include <stdint.h>

#include "../facts/facts.h"

/* Adds a FILE node, flag MODULE, for each of n paths, in order. size is their
 * bytes: little is read by one process, much by several at once.
 * What cannot be read, be it for want of a python3 in PATH, has an ERROR as its
 * kid. -1 only if out of memory. */
int read_python(const char *const *path, const uint64_t *size, size_t n, fact_tree *t);

#endif
