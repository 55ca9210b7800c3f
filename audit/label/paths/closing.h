/* closing.h - what closing.c and sealed.c share: the search for all that a label of a package's functions gets to. */
#ifndef LABEL_CLOSING_H
#define LABEL_CLOSING_H

#include "carry.h"
#include "explore_impl.h"

/* A variable of a module, a member or a key that what ran sets; cls: only that of objects of it and its kin; 0: of any. */
typedef struct { uint32_t name, cls; } stored;

enum { CLOSING_DEEP = 40 };
typedef struct { uint32_t fn, name; int part; } changed;

typedef struct {
	explorer *x;
	const fact_tree *t;
	carry c;
	uint8_t *sealed;     /* (nodes) of a FUNC: it was run under the label, all of it, and compiles nothing */
	uint8_t *leads;      /* (nodes) of a FUNC: by names it may come to a compile call, or to what hides one, but by handing the label on to what is sealed */
	stored *s; uint32_t ns, scap;
	uint32_t ran;
	uint32_t missing;    /* what was not run, or not understood; 0 */
	int shared;          /* stores are looked for of what is not an object's own */
	int any;             /* what ran sets what may be called anything */
	uint32_t asked;      /* expressions, of one change */
	changed way[CLOSING_DEEP]; /* variables on the way from there */
} closing;

/* closing_state.c */
void closing_stores(closing *q, uint32_t fn);           /* adds what fn sets, and others may read */
void closing_sets(closing *q, uint32_t fn, uint32_t target); /* adds what an assignment to `target` in fn sets */
void closing_stored(closing *q, uint32_t name, uint32_t cls);
int closing_local(const fact_tree *t, uint32_t fn, uint32_t name); /* is it a variable of the function's own? */
uint32_t closing_changed_by(const fact_tree *t, uint32_t call); /* what a CALL of append() and the like changes; 0 */
int closing_reads(const closing *q, uint32_t fn);       /* does fn read what was added? */
/* A function that ran and reads what any call of the package may have set before, a variable of a module or a member of what all share; 0. */
uint32_t closing_shared(closing *q);

/* closing_changes.c: fn changes, where it is, what the expression e gives; part: something in it. Who else has that? */
void closing_changes(closing *q, uint32_t fn, uint32_t e, int part);
void closing_adds(closing *q, uint32_t fn, uint32_t assign); /* the same of an ASSIGN with an operator */
int closing_caller(closing *q, uint32_t fn); /* does fn change a list, a set or a dict of its caller's? */

/* closing_given.c: by: a function that may come to a compile call, was not run, and may decide by an object that what ran
 * gave; 0: none. -1: out of memory. */
int closing_handed(const closing *q, uint32_t *by);

/* closing.c */
int closing_may(const closing *q, uint32_t fn);  /* leads, of the function of a file or class that it stands in */
int closing_ran(const closing *q, uint32_t fn, uint32_t cls); /* was it run under the label, of an object of cls (0: whatever its own is)? */

/* sealed.c */
int closing_leads(closing *q); /* fills leads; -1: out of memory */

#endif
