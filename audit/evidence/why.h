/* why.h - the reasons of the cells of a run, each named once under its table. */
#ifndef EV_WHY_H
#define EV_WHY_H

#include "table.h"

enum { WHY_TEXT = 640 };

typedef struct {
	char text[WHY_TEXT], where[WHY_TEXT]; /* of the first cell */
	const char *rule, *statement;
	size_t cells, differ; /* differ: whose figures are others */
} why;

typedef struct { why *v; size_t n; } whys;

/* The number, from 1, of a reason that differs from one before only in its figures, or a
 * new one. rule and statement are kept, not copied. 0: out of memory. */
size_t why_add(whys *w, const char *text, const char *rule, const char *statement,
    const char *where);

/* Each as a note of t, in the words of its first cell; empties w. */
void why_notes(whys *w, as_table *t);

#endif
