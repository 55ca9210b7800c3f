/* log_impl.h - between log.c, which reads lines and keeps events, and log_event.c,
 * which knows what torch writes. */
#ifndef EV_LOG_IMPL_H
#define EV_LOG_IMPL_H

#include "log.h"

enum { LOG_LINE = 65536, LOG_PREFIX = 160, LOG_OPEN = 8 };

/* An event whose reason may stand in lines below. */
typedef struct {
	log_entry x;
	char prefix[LOG_PREFIX]; /* what the logger put before its line; a record of several lines repeats it */
	int left;                /* lines of other records that may come before its reason */
	int next;                /* the reason is the next line that is not empty */
	int done;                /* it has its reason; the rest of its record says no more */
	int hint;                /* a warning whose break may be logged again, in full */
} log_open;

typedef struct {
	ev_log *log;
	char line[LOG_LINE + 1];
	size_t len, no;          /* bytes of the line; its number, from 1 */
	const char *record, *m;  /* in it: the prefix of its record, and the message behind */
	log_open open[LOG_OPEN]; /* oldest first */
	size_t nopen;
	int warned;              /* of a recompile limit that was reached */
	int wide;                /* UTF-16: its zero bytes are left out */
} log_reader;

/* Opens an event; reason of n bytes and where, to the end of the line, may be empty.
 * lines: how many below may explain it. NULL: no memory. */
log_open *log_begin(log_reader *r, log_event what, const char *reason, size_t n, const char *where, int lines, as_err *e);

/* Whether the line has the prefix of the one that opened o. */
int log_same_record(const log_reader *r, const log_open *o);

/* Text for an entry, cut at a length that people read. */
const char *log_keep(log_reader *r, const char *s, size_t n);

/* An event that the line begins: 1, 0, -1 on error. */
int log_starts(log_reader *r, as_err *e);

/* The line as a reason of an event above. */
void log_explains(log_reader *r);

#endif
