/* log_trace.h - the records of TORCH_TRACE: one JSON behind a prefix, and below it the
 * lines of its payload, each behind a tab. */
#ifndef EV_LOG_TRACE_H
#define EV_LOG_TRACE_H

#include "log_record.h"

enum { LOG_ID = 64, LOG_FRAMES = 256 };

typedef enum { PAYLOAD_NONE, PAYLOAD_OTHER, PAYLOAD_TEXT, PAYLOAD_REASONS } log_payload;

/* An event of a compilation, which is not counted yet; x.n 0: none. */
typedef struct {
	char id[LOG_ID];
	log_entry x;
} log_wait;

typedef struct {
	log_record text;     /* of payloads that are messages */
	log_payload payload; /* of the record above */
	log_wait again;      /* a recompile, until the metrics say of which function */
	log_wait error;      /* a failure, until it is known to be that of no break */
	char broken[LOG_ID]; /* the compilation that last logged a break */
	int breaks;          /* breaks are logged as such: from torch 2.6 on */
	struct { char id[LOG_ID]; const char *where; } frame[LOG_FRAMES]; /* functions, by their number */
} log_trace;

/* Takes a line: 1; 0: it is no line of a trace. */
int log_trace_line(log_trace *t, ev_log *l, const char *line, size_t n, size_t no);

/* Counts what is still open. */
void log_trace_end(log_trace *t, ev_log *l);

#endif
