/* closed.h - programs of C in which the label closes every way to a compile call.
 *
 * No path is run. Where the label is taken (a test for it, a case of the option) something is set or the
 * program ends. What may run before that is done has to compile nothing, whatever is set. What runs afterwards finds what
 * was set there, or what any other store of that name puts in its place: conditions that are
 * false, or true, for all of these values close a branch, and stores in it are none. What
 * the names in the rest lead to is asked of the cone once more. What is not understood
 * (a store through a pointer, a place of the label that is no test) leaves all open. */
#ifndef LABEL_CLOSED_H
#define LABEL_CLOSED_H

#include "../chain/chain.h"
#include "../cone/cone.h"

enum { CLOSED_TESTS = 12 };

typedef struct {
	uint32_t taken;       /* STR: the label is tested for or listed there */
	uint32_t set[4], nset; /* ASSIGN: what it sets */
	uint32_t ends;        /* the statement that ends the program there; 0 */
	uint32_t test[CLOSED_TESTS], ntest; /* conditions that it closes, before what may compile */
	uint8_t holds[CLOSED_TESTS]; /* what each of them is */
	uint32_t store[CLOSED_TESTS]; /* another store of what is asked there; 0 */
	uint32_t units, all;  /* of what may run, of the tree */
} closed_answer;

/* whole: the cone of the tree. 1: the label closes all; 0: not so, or not known; -1: out of memory. */
int closed_ask(chain *c, const cone *whole, const char *label, closed_answer *a);

#endif
