/* cint.h - the arithmetic types of C: what a value becomes in a variable of one, and what
 * operators make of two. Of a number whose type is not known only what all types agree in is
 * known: that it is none of the negative ones, say, and no larger than an int. */
#ifndef LABEL_CINT_H
#define LABEL_CINT_H

#include "../facts/cint_name.h"
#include "vm_impl.h"

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
