#include "reading.h"

#include <stdarg.h>
#include <stdio.h>

void
as_reading_say(const as_reading *how, int open, const char *file, const char *fmt, ...)
{
	as_err what;
	char text[sizeof what.msg];
	va_list ap;

	if (!how || !how->say)
		return;
	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	as_fail(&what, file, 0, "%s", text);
	how->say(&what, open);
}
