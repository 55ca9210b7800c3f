/* log_record.h - events and the lines below them that explain them. */
#ifndef EV_LOG_RECORD_H
#define EV_LOG_RECORD_H

#include "log_event.h"

enum { LOG_PREFIX = 256, LOG_OPEN = 8, LOG_SAID = 16, LOG_PLACE = 400 };

/* An event whose reason may stand in lines below. */
typedef struct {
	log_entry x;
	char prefix[LOG_PREFIX]; /* what stood before its message; a record of several lines repeats it */
	unsigned is;             /* as of its form */
	int left;                /* lines of other records that may come before its reason */
	int next;                /* the reason is the next line that is not empty */
	int done;                /* it has its reason; the rest of its record says no more */
	int stack;               /* places below it are where it is */
	int chained;             /* another exception of the same failure follows */
	log_entry fall;          /* that its frame falls back; n 0: nothing says so */
	int twice;               /* said before by another handler: not counted */
	int repeats;             /* a line repeated its prefix: none without goes on with it */
} log_open;

/* What an event said, so that another handler's is known again. */
typedef struct {
	log_event event;
	int64_t time;
	uint64_t shape, text;
} log_said;

typedef struct {
	ev_log *log;
	size_t no;               /* number of the line, from 1 */
	int64_t time;            /* of a line that a collector wraps, as of log_prefix_time */
	log_open open[LOG_OPEN]; /* oldest first */
	size_t nopen;
	log_said said[LOG_SAID];
	size_t nsaid;
	const char *fell[LOG_SAID]; /* where breaks skipped their frames */
	size_t nfell;
	int warned;              /* of a recompile limit that was reached */
	int over;                /* the line is one that a CR ends, and the next is written over it */
	int inner;               /* the lines are of a payload: failures are counted elsewhere */
	char place[LOG_PLACE];   /* the last place in a program, what stood before it, and its line */
	char above[LOG_PREFIX];
	size_t place_no;
} log_record;

/* Takes one line. */
void log_record_line(log_record *r, const char *line);

/* Counts the open events, which nothing explains any more. */
void log_record_end(log_record *r);

#endif
