/* mode_log.h - labelaudit --log: compiler logs as evidence. */
#ifndef EV_MODE_LOG_H
#define EV_MODE_LOG_H

#include "err.h"
#include "opts.h"

typedef struct {
	char *const *file; size_t nfile; /* none: standard input */
	long max_recompiles, max_breaks, max_skips; /* below 0: not asked */
} mode_log;

/* Fills t, and *status: 1 where a limit that was asked for is passed or, with
 * none asked for, where a recompile limit was reached or something fell back;
 * 3 where none was asked for and the logs say nothing; else 0. */
int mode_log_fill(const mode_log *m, as_table *t, int *status, as_err *e);

#endif
