/* command.h - a tool of the suite that is run as a child, and what it wrote. */
#ifndef REPORT_COMMAND_H
#define REPORT_COMMAND_H

#include <stdio.h>

#include "err.h"

typedef struct {
	char **word; size_t n, cap;
	FILE *out;  /* what it wrote to standard output, from its start */
	char *said; /* what it wrote to standard error */
	int status; /* 0, 1 or 3 */
	int nomem;
	char picture[100]; /* the file that it draws, for people */
} command;

/* Adds words up to a NULL; one that is the value of an option (NULL: not given) goes by
 * command_option. The first is the tool, which lies beside this program. */
void command_add(command *c, ...) __attribute__((sentinel));
void command_option(command *c, const char *option, const char *value);
void command_add_all(command *c, char *const *word, size_t n);
void command_free(command *c);

/* What the picture that it draws is called: a number, its kind, and what it shows. */
void command_picture(command *c, size_t number, const char *kind, const char *what);

/* Its words as one line for sh, a picture by its name. */
void command_put(const command *c, FILE *fp);

/* Runs it; it reads what input holds from its start (NULL: nothing), and ends when this program
 * does. -1: it cannot run, or ends with another status than 0, 1 and 3; e has its last words. */
int command_run(command *c, FILE *input, as_err *e);

/* The name of a file for a picture that is gone when the program ends, by a signal too; NULL: none
 * can be made. */
const char *command_scratch(as_err *e);

#endif
