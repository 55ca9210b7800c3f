/* beside.h - other programs of a tree that may take a label, and were not asked. */
#ifndef LABEL_BESIDE_H
#define LABEL_BESIDE_H

#include "cone/cone.h"
#include "paths/explore.h"

/* Before it is said that nothing compiles under the label: a program that no path of x ran under it, that by its
 * names may compile, and that reads the command line by its parts: it has the label's letters, tests text for how the
 * label begins, or has a longer option that the label abbreviates. settled: of C, nothing that has the label whole
 * compiles by names. The node that shows it; 0. */
uint32_t beside_program(const program *p, const cone *c, const exploration *x, const char *label, int settled);

#endif
