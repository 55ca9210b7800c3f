/* log_check.h - labelaudit --log: compiler logs as evidence, and as a check. */
#ifndef EV_LOG_CHECK_H
#define EV_LOG_CHECK_H

#include "log_event.h"
#include "opts.h"

enum { LOG_SAY = 1024 };

typedef struct {
	char *const *file; size_t nfile;   /* none: standard input */
	long most[LOG_NEVENTS];            /* of those with a threshold: more fail; below 0: not asked */
	char *const *allow; size_t nallow; /* functions that may reach a recompile limit; "all" */
} log_check;

/* Takes a line for standard error; file may be "". */
typedef void log_check_say(const char *file, const char *text);

/* Fills t, and *status with the exit status, as labelaudit(1) has it. */
int log_check_fill(const log_check *c, as_table *t, log_check_say *say, int *status, as_err *e);

#endif
