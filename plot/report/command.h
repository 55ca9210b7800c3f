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
	int made;   /* it reads a file of this program's own, so that nobody else can run it */
} command;

/* Adds words up to a NULL; one that is the value of an option (NULL: not given) goes by
 * command_option. The first is the tool, which lies beside this program. */
void command_add(command *c, ...) __attribute__((sentinel));
void command_option(command *c, const char *option, const char *value);
void command_add_all(command *c, char *const *word, size_t n);
void command_free(command *c);

/* Its words as one line for sh, a file of its own as one of this folder. */
void command_put(const command *c, FILE *fp);

/* Runs it; it reads what input holds from its start (NULL: nothing), and ends when this program
 * does. -1: it cannot run, or ends with another status than 0, 1 and 3; e has its last words. */
int command_run(command *c, FILE *input, as_err *e);

/* The name of a file in a folder that is gone when the program ends, by a signal too; NULL: none
 * can be made. */
typedef enum { COMMAND_PICTURE, COMMAND_SAMPLES } command_file;
const char *command_scratch(command_file which, as_err *e);

#endif
