/* parallel.h - the same work for many items, on several threads. */
#ifndef AS_PARALLEL_H
#define AS_PARALLEL_H

#include <stddef.h>

/* Calls work(arg, i) once for each i of 0..n), in any order and at the same
 * time, and returns when all are done. work must not touch what another item
 * does; then the result is the same for any number of threads. As many threads
 * as there are processors, at most 8; fewer where no more can be had. */
void as_parallel(size_t n, void (*work)(void *arg, size_t i), void *arg);

#endif
