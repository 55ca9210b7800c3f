/* entry.h - the programs of a tree, and the functions of it that may take a label. */
#ifndef LABEL_ENTRY_H
#define LABEL_ENTRY_H

#include "program.h"

typedef struct { uint32_t node; int rank; } entry; /* FILE or FUNC; how much speaks for it */

/* Those that are run, the highest rank first; at most most of them, into e. */
uint32_t entry_programs(const program *p, const char *label, entry *e, uint32_t most);
/* Functions that name the label or test for a part of it, and take something that may be it; in the same order. */
uint32_t entry_functions(const program *p, const char *label, entry *e, uint32_t most);
void entry_sort(entry *e, uint32_t n); /* the highest rank first, then as they stand */

/* How much a file has to do with the label: it names it (2), tests for a part of it (1). */
int entry_related(const fact_tree *t, uint32_t file, const char *label);
/* Does the label stand in code, as a string of its own, or as the name of a switch or a parameter? */
int entry_in_code(const fact_tree *t, uint32_t label);
/* Is it a function of Python that reads the command line, and takes nothing else? An installed script calls it. */
int entry_is_command(const fact_tree *t, uint32_t fn);

#endif
