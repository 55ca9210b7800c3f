/* cint.h - the arithmetic types of C: what a value becomes in a variable of one, and what
 * operators make of two. Of a number whose type is not known only what all types agree in is
 * known: that it is none of the negative ones, say, and no larger than an int. */
#ifndef LABEL_CINT_H
#define LABEL_CINT_H

#include "vm_impl.h"

/* A type: its bits, with CINT_UNSIGNED; 0: none, or not known. long has 64 bits. */
enum { CINT_UNSIGNED = 0x100, CINT_CHAR = 0x200 | 8 /* signed or not */, CINT_BOOL = 0x400, CINT_REAL = 0x800, CINT_OPEN = 0x1000 /* small, by its name */, CINT_INT = 32, CINT_LONG = 64 };

uint32_t cint_named(const char *name);                  /* "unsigned char", "std.uint8_t", "unsigned:3" (a bit field) */
uint32_t cint_type(vm *m, scope *s, uint32_t type);     /* of a TYPE, or of its elements if it is an array; 0 of pointers and references */
value cint_as(const vm *m, value v, uint32_t type);      /* a number in a variable of it; others as they are */
value cint_typed(int64_t i, uint32_t type);
uint32_t cint_of(value v);                              /* the type of a number; 0: not known */
int cint_arith(const char *op, value a, value b, value *out); /* whole numbers; 0: no such operator */
int cint_equal(value a, value b);                       /* 1, 0; -1: not known */
int cint_order(value a, value b);                       /* -1, 0, 1; 2: not known */
value cint_cast(vm *m, const char *op, value v);        /* op: "(int)", "(char *)" */
void cint_elements(vm *m, obj *list, uint32_t type);

#endif
