/* program.h - what is asked of a tree again and again, found once. */
#ifndef LABEL_PROGRAM_H
#define LABEL_PROGRAM_H

#include <stdint.h>

#include "../facts/facts.h"
#include "symbols.h"

/* What a name of the tree is the name of. */
enum {
	PROG_RELEVANT = 1, /* a function or class that is relevant, as program.rel says */
	PROG_BODY = 2,     /* a function with a body */
	PROG_IMPORTED = 4, /* the last part of a module that is imported */
	PROG_FIELD = 8,    /* a member of a union */
	PROG_MEMBER = 16,  /* a member, what is imported under another name, a text */
};

typedef struct program {
	fact_tree *t;
	uint32_t *file; uint32_t nfile; /* FILE nodes, ascending */
	uint8_t *rel;                   /* bit a node: it may compile, use, be timed or cross what cannot be seen */
	uint32_t *site; uint32_t nsite, site_cap; /* nodes that name a compile symbol, called or not */
	uint32_t *startup; uint32_t nstartup; /* files that Python runs by itself before a program */
	int has_clock;                  /* a clock is read somewhere in the tree */
	uint8_t *relname;               /* (strings at that time) PROG_ of a name */
	uint32_t *by_path;              /* (nrelname) Python file of that path + 1; 0: none */
	uint32_t *by_tail;              /* (nrelname) file that a module's path ends a single path with + 2; 1: none; 0: not asked yet */
	uint32_t nrelname;
	uint8_t *near;                  /* (nodes) of a FUNC: calls by name from there to a compile call; program_near */
	struct cdefs *c;                /* what files of C define */
	const struct harmless *harmless; /* borrowed; NULL: see harmless.h */
	uint8_t *assembly; uint32_t nassembly; /* (nassembly strings) see assembly.h */
} program;

int program_init(program *p, fact_tree *t, const symbols *s); /* -1: out of memory */
void program_free(program *p);

enum { NEAR_MOST = 4, NEAR_NONE = 255 };
/* Finds p->near, once. -1: out of memory. */
int program_near(program *p, const symbols *s);

uint32_t program_file(const program *p, uint32_t node); /* FILE that node lies in */
uint32_t program_file_number(const program *p, uint32_t node); /* its number in p->file */
static inline int program_relevant(const program *p, uint32_t node) { return p->rel[node / 8] >> node % 8 & 1; }
int is_python(const fact_tree *t, uint32_t file);

/* The Python file that a module name means, seen from file `from`: relative with
 * its dots, beside the file, or the one file whose path ends so. UINT32_MAX if none. */
uint32_t program_module(const program *p, const char *module, uint32_t from);
/* The next Python file, from number *i of the program on, whose path ends with what a module's name makes; *i becomes the number behind it. UINT32_MAX if none.
 * Several may be so called: program_module is then none of them, where none lies beside the file. */
uint32_t program_called(const program *p, const char *module, uint32_t *i);
/* The Python file of exactly that path. UINT32_MAX if none. */
uint32_t program_path(const program *p, const char *path);
/* The data file that a path names, by the longest common end. UINT32_MAX if none. */
uint32_t program_data(const program *p, const char *path);

#endif
