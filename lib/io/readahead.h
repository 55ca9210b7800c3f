/* readahead.h - bytes that a second thread reads while the first works on those before. */
#ifndef AS_READAHEAD_H
#define AS_READAHEAD_H

#include <stddef.h>

#include "err.h"

typedef struct as_ahead as_ahead;

/* Starts to call read(arg, ...), which reads as as_input_read does, until it gives 0 or -1.
 * From here on nobody else may touch arg. NULL if no thread can be had. */
as_ahead *as_ahead_new(long (*read)(void *arg, void *buf, size_t n, as_err *e), void *arg);

/* What read gave, in order; its last answer again and again. */
long as_ahead_read(as_ahead *a, void *buf, size_t n, as_err *e);

/* Waits for the call of read that is open, and ends the thread. */
void as_ahead_free(as_ahead *a);

#endif
