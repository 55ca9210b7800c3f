/* cone_command.h - what cone_command.c asks of the code around a command (cone_sites.c). Nodes of Python. */
#ifndef LABEL_CONE_COMMAND_H
#define LABEL_CONE_COMMAND_H

#include "cone_impl.h"

uint32_t command_around(const fact_tree *t, uint32_t i); /* the node that i, which is no FILE, is a kid of */
uint32_t command_sets(const fact_tree *t, uint32_t i);   /* the node whose target a NAME is, or is a part of: an ASSIGN, DECL, FOR or ITEM; 0: it is read there */
uint32_t command_file(const fact_tree *t, uint32_t i);   /* the FILE that it stands in */
int command_process(cone *c, uint32_t call);             /* does the CALL start a program? */
int command_defined(const fact_tree *t, uint32_t use);  /* may what a NAME or ATTR calls be a function, class or variable of the tree? */
int command_own(const cone *c, const char *cmd);         /* may the program of the command line be one that the tree builds? */

/* Is a variable of that file asked for nowhere else? */
int command_alone(cone *c, uint32_t file, uint32_t name);

/* The same of one whose values are texts: may others only read it? */
int command_text_alone(cone *c, uint32_t file, uint32_t name);

/* cone_global.c: may that variable of a file be set by a name that is text, or put together: globals()[k] = v? */
int command_set_by_text(cone *c, uint32_t file, uint32_t name);

/* The file of another module whose variable *name a NAME that is imported, or an ATTR of a module, is; UINT32_MAX: none, or that cannot be told. */
uint32_t command_constant(cone *c, uint32_t e, uint32_t *name);

/* What the PARAM of function fn is given by all that call it: expressions that an ARG has; of a STAR the ARG that is its first; of
 * a STARSTAR the CALLs, of which none says by a keyword what runs. And nodes that are no such thing, where it is handed on,
 * may be asked for by text, or a call does not let tell. 0 where there is none, or others may call it. */
uint32_t command_sites(cone *c, uint32_t fn, uint32_t param, uint32_t **site);
void command_sites_free(uint32_t *site);

/* The same, as 1 if that can be told, and how many there are, which may be none. */
int command_gives(cone *c, uint32_t fn, uint32_t param, uint32_t **site, uint32_t *n);

int command_says(cone *c, uint32_t arg); /* does an ARG say by its keyword which program runs, or in an environment that may say it? */
int command_binds(const fact_tree *t, uint32_t i);        /* is a NAME given a value there: assigned, declared, that of a loop? */
int command_keeps_text(const fact_tree *t, uint32_t i);   /* a text does not change: is a NAME of one given no other there but by what command_binds() finds? */
int command_local(const fact_tree *t, uint32_t name); /* is a NAME a variable of a function that it stands in, but in what that function is given by default? */
uint32_t command_scope(const fact_tree *t, uint32_t name); /* the function, or file, whose variable a NAME is; 0: that cannot be told */

/* A function that may be asked for by text. */
typedef struct { uint32_t fn; int method; /* of a class */ } command_text;

/* cone_asked.c: may node i, of Python, have the function as a member, or variable, whose name does not stand there? */
int command_asked(cone *c, uint32_t i, const command_text *w);

/* Is the callee, or member, node i of a library? Its full name. */
int command_of_library(cone *c, uint32_t i, char *full, size_t n);

/* cone_env.c: is the value e the environment as it is, but for variables by which no program is meant or loaded? */
int command_env(cone *c, uint32_t e);
int command_may_give(cone *c, uint32_t node); /* notes that it may give a function another environment, which hides there if all else is known; 0: it stands in no unit */
int command_keywords(cone *c, uint32_t name); /* is a NAME a dict of its function's own, of keywords that say nothing of what runs? */

#endif
