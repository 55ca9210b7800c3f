/* read_tree.h - every file of a walk as facts. */
#ifndef LABEL_READ_TREE_H
#define LABEL_READ_TREE_H

#include "err.h"
#include "../facts/facts.h"
#include "walk.h"

/* Adds a FILE node for each file of w that is code or data: Python first, then
 * C, C++ and CUDA, then data; within each in w's order. One that is skipped
 * though code may lie in it, or that cannot be read, has an ERROR as its kid.
 * Nothing of what is read is ever executed. Only want of memory is a failure. */
int read_tree(const walk *w, fact_tree *t, as_err *e);

#endif
