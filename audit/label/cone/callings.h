/* callings.h - how the code of C and C++ of a tree calls functions and names classes, as far as names tell (see cone_impl.h). */
#ifndef LABEL_CALLINGS_H
#define LABEL_CALLINGS_H

#include "cone_impl.h"

enum { MOST_PARAMS = 24 };

/* A call of a member with so many arguments (a bit each) of something that is of that class. */
typedef struct { uint32_t name, of, with; } calling;

/* name: (nname). */
typedef struct {
	uint8_t *of_something; /* by name: called as a member of something */
	uint8_t *named;        /* by name: it stands outside of the class that is called so */
	uint32_t *with;        /* by name: such bits, where it is not known of what class; all: it names it otherwise */
	uint32_t *type, *near; /* by name of a variable, member or parameter: the class that all of the name are; near: in the file at hand; NO_TYPE, ANY_TYPE */
	uint8_t *far;          /* by name: a member of what no variable, function or class of the tree begins, such as one that is extern alone */
	uint8_t *kin;          /* by name of a class: one that is asked about, what it derives from and what derives from it */
	uint32_t kin_of;       /* that class */
	calling *call; uint32_t n, cap;
} callings;

/* -1: out of memory; to be cleared in either case. */
int callings_find(cone *c, callings *a);
void callings_clear(callings *a);
/* With how many arguments is what is called so called of that class, or where it is not known of which? A bit each. */
uint32_t callings_with(const cone *c, callings *a, uint32_t name, uint32_t of);

#endif
