/* carry.h - which functions of a package of Python get a label that its callers give, by names.
 *
 * A function gets it where it asks for it, where it reads what holds it, and where it hands
 * on what it was given itself to one that gets it. A call that gives something else there, as
 * it stands, or nothing, hands nothing on. */
#ifndef LABEL_CARRY_H
#define LABEL_CARRY_H

#include <stdint.h>

#include "../cone/cone.h"
#include "../program/program.h"

/* FUNC at the level of a file or class; the PARAM that it comes by, or the member of its object, a string; both 0: by any, or by something else. */
typedef struct { uint32_t fn, param, member; } taker;

typedef struct {
	const program *p;
	const fact_tree *t;
	uint32_t label;          /* string */
	uint32_t nname;
	uint32_t *up;            /* (nodes) the node around it; of a FILE itself */
	uint32_t *first, *at;    /* (nname + 1) NAME, ATTR and TYPE of a name, by its last part */
	uint8_t *named;          /* (nname) whose readers have been added */
	uint32_t *stamp, serial; /* (nname) the serial under which a name was last followed */
	taker *list; uint32_t n, cap;
	uint32_t open;           /* a node where it was not understood who gets it; 0 */
	int nomem;
} carry;

/* carry.c: nothing is found yet. -1: out of memory; carry_free() in any case. */
int carry_start(carry *c, const program *p, uint32_t label);

/* carry_takers.c: starts it, and finds all that get it, and what comes to a compile call by a parameter of the same name. -1: out of memory; carry_free() in any case. */
int carry_takers(carry *c, const program *p, const cone *k, uint32_t label);
void carry_free(carry *c);
int carry_may_get(const carry *c, uint32_t fn); /* does it get it, or has it a parameter that is called like one by which others get it? */

uint32_t carry_unit(const carry *c, uint32_t node);     /* the outermost FUNC that a node stands in, its header too; 0 */
uint32_t carry_class(const carry *c, uint32_t fn);      /* the CLASS that a function is a method of; 0 */
int carry_makes(const fact_tree *t, uint32_t fn);       /* is it what runs where an object is made? */
uint32_t carry_method(const fact_tree *t, uint32_t cls, const char *name); /* its own FUNC of that name; 0 */
int carry_derives(const carry *c, uint32_t cls, uint32_t base); /* names it as a base */
int carry_kin(const carry *c, uint32_t a, uint32_t b, int depth); /* may an object of class a be one of class b? depth: 0 */
/* What a CALL of fn gives for a parameter: the expression, 0 if nothing is, UINT32_MAX where that cannot be told. */
uint32_t carry_given(const carry *c, uint32_t call, uint32_t fn, uint32_t param);
int carry_stands(const carry *c, uint32_t fn); /* does it, or its class or what derives from that, stand in code at the level of a file, but to be imported or derived from? */

#endif
