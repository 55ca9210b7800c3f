/* err.h - how a library function says what went wrong.
 *
 * Functions of libassay return 0 on success and -1 on failure, and fill the
 * as_err that the caller handed in. They never print and never exit; a tool
 * prints the error as "tool: file:line: message" (tool.h). */
#ifndef AS_ERR_H
#define AS_ERR_H

#include <stdarg.h>
#include <stddef.h>

typedef struct {
	char file[1024]; /* where: a path, "-" for standard input; "" if nowhere */
	size_t line;     /* physical line, from 1; 0 if the whole file */
	char msg[1024];  /* what was wrong, one line, no newline */
} as_err;

/* Fills *e (file may be NULL) and returns -1, so that a function can
 * `return as_fail(e, path, line, "...")`. Characters that are not to be shown
 * (shown.h) are replaced by '?', so a message is one line whatever the input held. */
int as_fail(as_err *e, const char *file, size_t line, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
int as_vfail(as_err *e, const char *file, size_t line, const char *fmt, va_list ap)
    __attribute__((format(printf, 4, 0)));

/* as_fail for a failed allocation. */
int as_nomem(as_err *e);

#endif
