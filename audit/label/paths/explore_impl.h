/* explore_impl.h - what the files of the exploration share (see explore.h). */
#ifndef LABEL_EXPLORE_IMPL_H
#define LABEL_EXPLORE_IMPL_H

#include "../program/entry.h"
#include "explore.h"

enum {
	PATH_STEPS = 2000000,      /* of one path */
	FIND_PATHS = 48,           /* of an entry, while the label is looked for */
	RUN_PATHS = 384,
	FAULT_PATHS = 96,
	MAX_SITES = 8,             /* compile calls that are made to fail alone */
	MAX_ENTRIES = 60,
	MAX_TAKEN = 256
};

/* Of one entry, while the label is looked for: a quarter of all where there is but one. */
#define FIND_STEPS (x->limit / (x->nentries < 8 ? 2 * x->nentries + 2 : 16))

#define RUN_STEPS (x->limit / 2)

typedef struct {
	uint32_t entry, name, node;
	int score;
	uint32_t whole;            /* of the text that name is a part of; 0 */
	uint32_t option, whole_option; /* strings: "--mode=LABEL" where the one or the other is held against that; 0 */
	uint32_t flag, flag_node;  /* an option that is called like the label, where name is another; 0 */
} seed;

typedef struct {
	vm m;
	exploration *out;
	uint64_t steps, limit;
	uint32_t nentries;         /* programs of the tree that may take the label */
	uint32_t want;             /* strings: the label */
	int tests;                 /* paths that ask nothing of the label are none of its own */
	int at_defaults;           /* the entry compiles where what is not given is at its default, and was not seen to otherwise */
	seed taken[MAX_TAKEN]; uint32_t ntaken; /* functions that were run under the label; node: the CLASS of their object, if it is not their own */
	int declared;              /* the entry declares that it takes the label */
	uint32_t cls;              /* CLASS whose object a method that is an entry is called of; 0: the one it stands in */
	int told;                  /* it gave data, by which a caller may decide */
	int gave;                  /* what functions that ran gave: closing_given.c */
	int handed;                /* the function that ran gave or changed what may do more elsewhere */
} explorer;

/* explore.c */
void explore_cut(exploration *o, const char *why, uint32_t at); /* a limit ended something; why: static */
int explore_all_paths(explorer *x, uint32_t entry, uint32_t bound, int loops, fault fl, uint32_t site, uint32_t most, uint64_t steps, int record);

/* path.c */
int explore_is_library(const explorer *x, uint32_t entry); /* a function of Python, which others call */
int explore_run(explorer *x, uint32_t entry, uint32_t bound, int loops, const uint8_t *prefix, uint32_t nprefix, fault fl, uint32_t site);
int explore_keep(explorer *x, uint32_t entry, int must_enter);

/* library.c */
typedef struct { uint32_t node, at; } named; /* CLASS or FUNC that the label names, at a STR */
uint32_t explore_named(const program *p, uint32_t label, named *out, uint32_t most);
uint32_t explore_class_of(const program *p, uint32_t fn); /* CLASS that fn is a method of; 0 */
/* What a caller may call of an object, bases' too: the nearest to a compile call first; rank -100 and less: none near. */
uint32_t explore_methods(const program *p, uint32_t cls, entry *e, uint32_t most);

/* seed.c */
int explore_find(explorer *x, uint32_t entry, seed *out);  /* the input of entry that most speaks for; -1: out of memory */
int explore_take(explorer *x, const seed *s);              /* all runs of a function or a method under it; -1: out of memory */
int explore_compiled(const exploration *o);                /* does a path use what was compiled? */
int explore_seeds(explorer *x, program *p, const char *label);

/* closing.c */
void explore_gives(explorer *x, value v, int depth);       /* marks the functions in it, those of its classes and objects too */
/* Runs all functions of a package that get the label and may come to a compile call, and finds whether these are all. -1: out of memory. */
int explore_carried(explorer *x, program *p);

#endif
