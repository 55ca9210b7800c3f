/* cone_nobody.h - which functions that classes of C++ declare, and that the tree lacks, no code of it can call (cone_nobody.c). */
#ifndef LABEL_CONE_NOBODY_H
#define LABEL_CONE_NOBODY_H

#include "class_text.h"

/* Sets nobodys[i], which is 0, where that is so of d[i], whose use.of is its class, or that of an operand of an operator: 1 if all objects that
 * it may be called of are the tree's, 2 whether or not. */
void cone_nobody(const cone *c, const use *d, uint32_t n, uint8_t *nobodys);

#endif
