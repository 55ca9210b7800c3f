/* assembly.h - what functions of assembly may do (read_asm.h). */
#ifndef LABEL_ASSEMBLY_H
#define LABEL_ASSEMBLY_H

#include <stdint.h>

#include "../facts/facts.h"

struct cdefs;

enum { ASM_DEFINED = 1, ASM_PLAIN = 2 };

/* (strings of now) DEFINED: a function of that name is of assembly, or one that C declares
 * without a body and a macro of assembly may define. PLAIN: a function of that name is of assembly, and neither it nor what it
 * calls names anything of C, nor calls what is not of assembly; so it works on what it is
 * handed, calls nothing but that, and sets nothing else. NULL: out of memory. */
uint8_t *assembly_plain(const fact_tree *t, const struct cdefs *d);

#endif
