/* cint_name.h - the arithmetic types of C by their names. */
#ifndef LABEL_CINT_NAME_H
#define LABEL_CINT_NAME_H

#include <stdint.h>

/* A type: its bits, with CINT_UNSIGNED; 0: none, or not known. long has 64 bits. */
enum { CINT_UNSIGNED = 0x100, CINT_CHAR = 0x200 | 8 /* signed or not */, CINT_BOOL = 0x400, CINT_REAL = 0x800, CINT_OPEN = 0x1000 /* small, by its name */, CINT_INT = 32, CINT_LONG = 64 };

uint32_t cint_named(const char *name);                  /* "unsigned char", "std.uint8_t", "unsigned:3" (a bit field) */
/* Do only keywords stand in it, so that it can be the name of nothing else: "unsigned int", "double"? */
int cint_is_keywords(const char *name);

#endif
