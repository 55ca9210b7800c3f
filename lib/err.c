#include "err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Control bytes from the input must not break the one-line message or reach
 * the terminal; bytes over 0x7f pass, since names may be UTF-8. */
static void
printable(char *s)
{
	for (; *s; s++)
		if ((unsigned char)*s < 0x20 || *s == 0x7f)
			*s = '?';
}

int
as_fail(as_err *e, const char *file, size_t line, const char *fmt, ...)
{
	va_list ap;

	snprintf(e->file, sizeof e->file, "%s", file ? file : "");
	e->line = line;
	va_start(ap, fmt);
	vsnprintf(e->msg, sizeof e->msg, fmt, ap);
	va_end(ap);
	printable(e->file);
	printable(e->msg);
	return -1;
}

int
as_nomem(as_err *e)
{
	return as_fail(e, NULL, 0, "out of memory");
}
