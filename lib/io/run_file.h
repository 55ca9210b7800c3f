/* run_file.h - a run file's JSON object as records: one a sample. */
#ifndef AS_RUN_H
#define AS_RUN_H

#include <cjson/cJSON.h>

#include "csvread.h"
#include "err.h"

/* A place in a file: a value of its JSON, or a line; neither where it is not known. */
typedef struct { const cJSON *value; size_t line; } as_place;

typedef struct {
	as_str *header;  /* (ncol) canonical names first, then what else is per sample */
	size_t ncol;
	as_str *field;   /* (nrow, ncol) */
	size_t nrow;
	char *text;      /* what header and field point into */
	as_place *place; /* (nrow) where each row stands; NULL: as_run_read made them */
	const cJSON *bad; /* where as_run_read failed: the value that is wrong, or NULL */
} as_run;

/* Is it a run object, that is, has it "latencies_ms"? */
int as_run_is(const cJSON *o);

/* The list of run object o that has another length than latencies_ms, and must
 * not (tokens, event_ms ...), or NULL. An empty list is as good as none. */
const cJSON *as_run_uneven(const cJSON *o);
#define AS_RUN_UNEVEN "'latencies_ms' has %zu samples but '%s' has %d" /* what to say of it */

/* Makes the records of run object o: columns run, file, mode (run and mode from
 * the object or else as given; left out where NULL), scenario ... index
 * latency_ms, every per-sample array, status, error, synthetic. A run that is not
 * ok and has no sample gives one record with an empty latency. line 0: the object
 * is the file; else one of several, and its column file is "FILE:LINE". Nothing
 * needs to outlive the call. as_run_free frees *r. */
int as_run_read(as_run *r, const cJSON *o, const char *file, size_t line,
    const char *run, const char *mode, as_err *e);

/* A flat object (one record of NDJSON) as one row; nested values become compact
 * JSON text. run, file, mode and index (text) are columns where it has none. */
int as_run_record(as_run *r, const cJSON *o, const char *file, size_t line,
    const char *run, const char *mode, const char *index, as_err *e);

void as_run_free(as_run *r);

#endif
