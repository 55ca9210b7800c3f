/* log.h - what the logs of a compiler say: torch 2.0 to 2.15, of Dynamo and
 * Inductor, as its warnings, TORCH_LOGS and TORCH_TRACE write them. */
#ifndef EV_LOG_H
#define EV_LOG_H

#include "log_event.h"

/* Reads a log ("-": standard input; gzip reads as it is). Lines may be of any
 * length and bytes; of each only the first MiB is looked at. UTF-16, which some
 * shells write, is read for its ASCII. */
int ev_log_read(ev_log *l, const char *path, as_err *e);

#endif
