/* explore.h - every path of a tree under one label, within a budget.
 *
 * First what may be the label is found: the programs of the tree run with all input
 * unknown, and what input is tested against is noted. Then they run again with that
 * input being the label, once for each way its open guards may go; and once more
 * with compile calls that fail, and with compiled things that fail. */
#ifndef LABEL_EXPLORE_H
#define LABEL_EXPLORE_H

#include <stdint.h>

#include "../program/program.h"
#include "../vm/vm.h"

/* What is assumed first where all ways are too many (defaults.c). */
#define AT_DEFAULTS "what is not given is at its default"

typedef enum {
	P_COMPILED, P_EAGER, P_OPAQUE, P_ERROR, P_NOT_ENTERED,
	P_CUT,   /* a limit ended it before anything compiled was used, and nothing opaque was met */
	P_HANDED /* a function that is no program: what it gives or sets may be used elsewhere */
} outcome;

enum { TOLD_NAME = 2, TOLD_CHANGED = 4 };

typedef struct {
	outcome outcome;
	outcome unasked;       /* of a path on which nothing asked for the label: what it is where others ask and compile */
	fault fault;
	uint32_t entry;        /* FILE or FUNC that was run */
	int called;            /* a compile call was made */
	int tried;             /* it was tried, and could not be had */
	int crossed;           /* an edge that cannot be seen through was met */
	int timed;             /* between two readings of a clock */
	decision *dec; uint32_t ndec;
	uint64_t trace, entered;
	event *ev; uint32_t nev;       /* kept of paths that are shown; else NULL */
	uint32_t *frame; uint32_t nframe;
} path;

typedef struct {
	uint32_t label;        /* string */
	path *path; uint32_t npath, cap;
	uint32_t source;       /* string: where the label enters; 0 */
	uint32_t source_node;
	int strong;            /* something there is tested against the label */
	int complete;          /* no limit ended anything */
	const char *cut;       /* the first that did, static; NULL */
	uint32_t cut_at;       /* the node where it did */
	int found;             /* the label enters somewhere */
	int told;              /* a function that is no program gives data under it, by which its callers may decide; TOLD_NAME: the name of what compiles; TOLD_CHANGED: it changes what they have */
	int closed;                /* of a package: all that gets the label, and what it leaves for others, ran or does not come to a compile call */
	uint32_t missing;          /* else: FUNC that may get it and was not seen to run under it, or a node where it was not understood who does; 0 */
	uint32_t nentry;       /* entries that were run */
	uint8_t *mark;         /* (nodes) MARK_ bits (vm.h) of all paths that the label takes */
	int guessed;           /* where the label enters was only guessed, by the name of a variable of the environment */
	int compile_seen;      /* a compile call was made on some path, also of other labels */
} exploration;

/* steps: the budget. -1: out of memory. */
int explore(fact_tree *t, program *p, const symbols *s, const struct cone *c, const char *label, uint64_t steps, exploration *out);
void exploration_free(exploration *x);

#endif
