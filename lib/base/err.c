#include "err.h"

#include <stdio.h>

#include "shown.h"

int
as_vfail(as_err *e, const char *file, size_t line, const char *fmt, va_list ap)
{
	snprintf(e->file, sizeof e->file, "%s", file ? file : "");
	e->line = line;
	vsnprintf(e->msg, sizeof e->msg, fmt, ap);
	/* names from the input must not break the line or reach the terminal */
	as_shown(e->file);
	as_shown(e->msg);
	return -1;
}

int
as_fail(as_err *e, const char *file, size_t line, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	as_vfail(e, file, line, fmt, ap);
	va_end(ap);
	return -1;
}

int
as_nomem(as_err *e)
{
	return as_fail(e, NULL, 0, "out of memory");
}
