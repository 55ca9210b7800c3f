/* asm_prefix.h - what macros of assembly put before a name to make it one of C.
 *
 * Two customs: x86inc's (`%define private_prefix x` makes cglobal f one of x_f), and that of the
 * GNU assembler's macros (`EXTERN\name:` or `X(\name):`, where EXTERN is #defined, at last, as x_). */
#ifndef LABEL_ASM_PREFIX_H
#define LABEL_ASM_PREFIX_H

#include <stddef.h>
#include <stdint.h>

#include "intern.h"

typedef struct {
	as_intern prefix;         /* with its underscore; "##" for each part that is not known (pattern.h) */
	as_intern define, joined; /* "NAME text" of #define; labels with a macro's parameter */
	as_intern defines;        /* macros that make what they are given first a label */
	char in[80], given[80];   /* of the macro that is being read */
	int nested;               /* how deep in macros of NASM */
	int joined_on;            /* the #define goes on on the next line */
	int asked;                /* the macro `function` exports only where it is asked to: export=0 is its default */
	uint32_t steps;           /* of what they were held against */
} asm_prefixes;

/* A file of assembly: all files of a tree, before one is read as code. -1: out of memory. */
int asm_prefixes_read(asm_prefixes *a, const char *text, size_t n);
/* Behind the last of them: what the words come to. -1: out of memory. */
int asm_prefixes_settle(asm_prefixes *a);
void asm_prefixes_free(asm_prefixes *a);

#endif
