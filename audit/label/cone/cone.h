/* cone.h - which code of a tree may run under a label, by names alone.
 *
 * No path is run. Code is cut into units: a function with all in it, what a file
 * of Python does when it is imported, a definition at file level of C. A unit leads
 * to every unit of each name that stands in it, called or not, in code or as a word of
 * a string; to the files that it imports; and to what is run or handed out without
 * being named: methods of classes that are named and of what derives from them,
 * decorated functions, constructors, objects with static storage. So what is not
 * reached cannot run, and a cone in which no compile symbol stands and nothing that
 * cannot be seen through compiles nothing, however many paths it has.
 *
 * The cone of a label begins at the units that name it or a part of it, goes back to
 * all that may lead there, and from these forth. */
#ifndef LABEL_CONE_H
#define LABEL_CONE_H

#include <stdint.h>

#include "../program/program.h"
#include "../program/symbols.h"

typedef struct cone cone;

/* A part of the cone that compiles, or hides something. */
typedef struct {
	uint32_t node;
	const char *why;     /* static: "" if it compiles; else what it hides */
} cone_part;

enum { BLOCKED_NOT, BLOCKED_HIDES, BLOCKED_COMPILES };

typedef struct {
	int known;           /* the label stands in code or data as a string, or as a word of one */
	int clean;           /* nothing in its cone compiles or may hide what does */
	uint32_t place[8], nplace; /* STR nodes that are the label, the first of them */
	uint32_t nplaces;    /* all of them */
	int blocked;         /* BLOCKED_: does a part of it compile, or else hide something, by names alone? */
	cone_part part[16]; uint32_t npart; /* all such, those that compile first; of more than fit, the first */
	uint32_t aside, naside; /* a node that hides something, of so many parts beside it: tests, scripts, other programs */
	uint32_t units, all; /* of the cone, of the tree */
} cone_answer;

/* skip: (nodes, borrowed) not 0 where what stands there is known not to run, so that nothing is named by it and what
 * is in it; or NULL. NULL: out of memory. */
cone *cone_new(const program *p, const symbols *s, const uint8_t *skip);
void cone_free(cone *c);

/* What paths under the label left out: a function that was given away and never run, or
 * a method of something unknown that by its name may be one of the tree that never
 * ran, where what it names comes to a compile call, or to a use if that is asked.
 * mark: MARK_ bits (vm.h) of all nodes. The CALL or FUNC, or 0; *by: the FUNC. */
uint32_t cone_left_out(const cone *c, const uint8_t *mark, int uses, uint32_t *by);

/* May a module of Python that is called so be built of C of the tree which, where it is imported or called, may compile or hide what does? */
#define CONE_BUILT "a module that is built of the tree's C may compile, or hide what does"
int cone_extension_may(const cone *c, const char *module);

/* Did paths leave out a function that was given away, or may be called by a base outside, and that calls what stands under one of
 * the names in held, strings: what was compiled? The FUNC, or 0. */
uint32_t cone_held_left(const cone *c, const uint8_t *mark, const uint32_t *held, uint32_t n);

/* The k-th static function of C that nothing names, or head of one that was not read, which may run before main, by a macro that is not known,
 * and come to a compile call or to what cannot be seen through: its node; 0 past the last. */
uint32_t cone_itself(const cone *c, uint32_t k);

/* May a function called so, of Python or of C, come to a compile call or to what cannot
 * be seen through? name: string; of one that the code does not have: no. */
int cone_may(const cone *c, uint32_t name, int python);

int cone_aside(const char *path); /* is it a file of tests, examples and the like, which are programs of their own? */
int cone_builds(const char *path); /* of what builds, installs or sets up the project? */

/* Does a node stand in a function that hides something itself? */
int cone_hides_in(const cone *c, uint32_t node);
/* May a function, by the names in it, come to a compile call or to what cannot be seen through? */
int cone_leads_to(const cone *c, uint32_t fn);
/* The same of the names in its body alone, not of its class; uses: or come to what runs what was compiled? */
int cone_body_leads(const cone *c, uint32_t fn, int uses);
/* cone_leads_to() of all functions at once; leads: (nodes) of a FUNC 1, before: of those that are known to. What is sealed, (nodes),
 * leads on only from functions for which passes(arg, from, it) holds. -1: out of memory. */
int cone_leads_past(const cone *c, const uint8_t *sealed, int (*passes)(void *arg, uint32_t from, uint32_t fn), void *arg, uint8_t *leads);
/* Does a file of Python, but tests, examples and what builds the project, compile where it is imported, or hide what does?
 * Does any put something in the place of another's member? The node, or 0. */
uint32_t cone_loaded_may(const cone *c);

/* Does a compile symbol that the tree may mean end in that name? */
int cone_symbol_named(const cone *c, const char *last);

/* Has the tree a file of Python that puts something in the place of a member of another when it is imported? */
int cone_files_put(const cone *c);

/* Is it a name of a library of Python that the tree does not have, which the project says that it needs, or does
 * without, and which by its names does not compile, wherever it is imported? */
int cone_quiet(const cone *c, const char *name);

/* Is it a name of C that is everybody's (is_known)? One that the tree declares is not by its beginning alone. */
int cone_knows(const cone *c, const char *name);

/* Is it a module of Python that the build writes, of the version alone, as that file (a FILE node) imports it? */
int cone_written(const cone *c, const char *module, uint32_t file);

/* Is it a macro of C with parameters that all #defines of the tree give where nothing else has defined it? Not where
 * a header is missing, or a file of the build names it: either may define it. name: string. */
int cone_by_default(const cone *c, uint32_t name);

/* Is the macro defined only in headers of which the build writes one of the same name, and not in the FILE from? name: string. */
int cone_macro_open(const cone *c, uint32_t name, uint32_t from);

/* Does the tree, but tests, say where programs are looked for (PATH), or what subprocess.run and its kin are? */
int cone_own_path(const cone *c);

/* C++: may a method of that name, of what is not known, be one by which an object starts a program: does the tree name QProcess? */
int cone_starts_by(const cone *c, const char *method);

/* Does a function of C that is called so load code, or find a function in what was loaded? */
int cone_gets_code(const char *name);

/* What a call, a statement, a function or a class of C hides where it runs, by a name of a library in it (loud_at()): why, or NULL. c may be NULL. */
const char *cone_loud_at(const cone *c, uint32_t node);

/* What a function hides that is looked up under that name in a library which hides nothing: why, or NULL. */
const char *cone_found(const char *name);

/* The same of one that Python asks a library for, which it loaded. */
const char *cone_asked(const char *name);

/* Python: does a method of that name, whatever it is one of, start programs, load code or run it? */
int cone_method_starts(const char *name);

/* Is it mmap or its kin? And is the protection that a CALL of it gives made of anything but what lets memory be read and written? */
int cone_protects(const char *name);
int cone_protects_openly(const fact_tree *t, uint32_t call, const char *name);

/* Is what stands there, a NAME in a file of C, only kept in a variable of its function that nothing reads? */
int cone_protects_kept(const fact_tree *t, uint32_t node);

/* root: FILE or FUNC nodes that are known to take the label. -1: out of memory. */
int cone_ask(const cone *c, const char *label, const uint32_t *root, uint32_t nroot, cone_answer *a);

/* leads: (nodes) 1 each FUNC, DECL, CLASS or FILE by which names of C may come to that node. -1: out of memory. */
int cone_leading(const cone *c, uint32_t node, uint8_t *leads);

/* What may run in the programs of C whose main leads to it. runs: (nodes) 1 what belongs to that code, or to none and was not
 * left out; NULL. Of a: clean, blocked, units, all. -1: out of memory. */
int cone_runs(const cone *c, const uint8_t *leads, cone_answer *a, uint8_t *runs);

#endif
