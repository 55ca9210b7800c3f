#include "err.h"

#include <stdarg.h>
#include <stdio.h>

#include "shown.h"

int
as_fail(as_err *e, const char *file, size_t line, const char *fmt, ...)
{
	va_list ap;

	snprintf(e->file, sizeof e->file, "%s", file ? file : "");
	e->line = line;
	va_start(ap, fmt);
	vsnprintf(e->msg, sizeof e->msg, fmt, ap);
	va_end(ap);
	/* names from the input must not break the line or reach the terminal */
	as_shown(e->file);
	as_shown(e->msg);
	return -1;
}

int
as_nomem(as_err *e)
{
	return as_fail(e, NULL, 0, "out of memory");
}
