/* cdefs.h - where each name is defined that files of C, C++ and CUDA hold at file level, so
 * that a path declares only what it uses. Found once a tree. */
#ifndef LABEL_CDEFS_H
#define LABEL_CDEFS_H

#include <stdint.h>

#include "../facts/facts.h"

typedef enum {
	CDEF_FUNC,    /* FUNC; of a macro, too */
	CDEF_MACRO,   /* DECL of a macro */
	CDEF_CLASS,
	CDEF_METHOD,  /* FUNC "A.f", under the name A */
	CDEF_OUTER,   /* FUNC "N.f", under the name f: N may be a namespace */
	CDEF_DATA,    /* DECL */
	CDEF_MADE     /* FUNC whose name a macro makes, under one that may come of it (cmade.h) */
} cdef_kind;

typedef struct {
	uint32_t name, node;
	uint32_t file;   /* its FILE */
	uint32_t guard;  /* 1 + the innermost #if around it; 0: none */
	uint8_t kind;
	uint8_t header;  /* of a file that others include */
	uint8_t local;   /* in a namespace without a name: of this file alone */
	uint32_t space;  /* string: the innermost namespace around it; 0: none */
} cdef;

typedef struct { uint32_t node, up; uint8_t side; } cguard; /* side 1: where the IF holds; up: 1 + the one around it */

typedef struct { uint32_t node, file, guard; uint8_t header, statement; } ceager; /* data that calls, or a statement */

typedef struct cdefs {
	cdef *def; uint32_t n, cap;        /* by name, then by node */
	uint32_t *first; uint32_t nname;   /* (nname + 1) a name's first def */
	uint8_t *several;                  /* (nname) 1: the name is of several namespaces, 2: that of one */
	cguard *guard; uint32_t nguard, guard_cap;
	ceager *eager;                     /* what runs before main, by node */
	uint32_t neager, eager_cap;
	uint32_t *program; uint32_t nprogram, program_cap; /* files with a main that no #if leaves out, ascending */
} cdefs;

struct program;
int cdefs_init(cdefs *d, const struct program *p); /* -1: out of memory */
void cdefs_free(cdefs *d);

/* A name that classes or functions of several namespaces have is defined once more for each
 * of them, under the string "space::name", which cdefs_in finds; 0: the name is of one alone,
 * or the space has none of it. */
uint32_t cdefs_in(const cdefs *d, const fact_tree *t, const char *space, uint32_t name);
int cdefs_several(const cdefs *d, uint32_t name);
int cdefs_is_space(const cdefs *d, uint32_t name); /* has the tree a namespace of that name? */
uint32_t cdefs_space(const fact_tree *t, uint32_t file, uint32_t node, uint32_t outer); /* the namespace around a node, or the outer one; string, 0: none */

/* Does the file hold a main of its own? */
int cdefs_program(const cdefs *d, uint32_t file);

/* The defs of a name, n of them; those of one file where file is not UINT32_MAX. */
const cdef *cdefs_of(const cdefs *d, const fact_tree *t, uint32_t name, uint32_t file, uint32_t *n);

#endif
