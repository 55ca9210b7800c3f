/* run_file.h - a run file's JSON object as records: one a sample. */
#ifndef AS_RUN_H
#define AS_RUN_H

#include "row_builder.h"

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
 * needs to outlive the call. */
int as_run_read(as_run *r, const cJSON *o, const char *file, size_t line,
    const char *run, const char *mode, as_err *e);

/* A flat object (one record of NDJSON) as one row; nested values become compact
 * JSON text. run, file, mode and index (text) are columns where it has none. */
int as_run_record(as_run *r, const cJSON *o, const char *file, size_t line,
    const char *run, const char *mode, const char *index, as_err *e);

#endif
