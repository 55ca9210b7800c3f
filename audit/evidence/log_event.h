/* log_event.h - events in the log of a compiler, counted by reason. */
#ifndef EV_LOG_EVENT_H
#define EV_LOG_EVENT_H

#include "err.h"
#include "intern.h"
#include "keep.h"

typedef enum {
	LOG_LIMIT, LOG_RECOMPILE, LOG_BREAK, LOG_SKIP, LOG_PARTITION, LOG_FALLBACK, LOG_ERROR, LOG_NEVENTS
} log_event;

typedef struct {
	log_event event;
	const char *reason;  /* the guard that failed, the reason given, or what fell back */
	const char *where;   /* function or place of the first, "" */
	size_t n, line;      /* how often; first line, from 1 */
	double amount;       /* LOG_LIMIT: sum of the limits that were reached */
} log_entry;

typedef struct {
	log_entry *v;
	size_t n, cap;
	as_intern reasons;   /* a key for each of v */
	size_t count[LOG_NEVENTS];
	int holds[LOG_NEVENTS]; /* whether the log shows that events of the kind would be in it */
	size_t doubles;      /* messages that two handlers wrote, each counted once */
	size_t unread;       /* records of TORCH_TRACE that are no JSON */
	double limits;       /* sum of amounts */
	as_keep keep;        /* nomem: what is counted is not all */
} ev_log;

/* Counts x, whose texts last as long as l. Recompiles whose reasons differ only in
 * numbers share an entry. Without memory l->keep.nomem is set. */
void log_count(ev_log *l, const log_entry *x);

/* Text for an entry, cut at a length that people read. */
const char *log_keep(ev_log *l, const char *s, size_t n);

/* Reads a log ("-": standard input; gzip reads as it is): what torch 2.0 to 2.15, its Dynamo and
 * Inductor, say in warnings, by TORCH_LOGS and by TORCH_TRACE. Lines may be of any length and
 * bytes; of each only the first MiB is looked at. UTF-16, which some shells write, is read for its
 * ASCII. (log.c) */
int ev_log_read(ev_log *l, const char *path, as_err *e);

void ev_log_free(ev_log *l);

#endif
