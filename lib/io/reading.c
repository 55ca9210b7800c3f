#include "reading.h"

void
as_reading_say(const as_reading *how, int open, const char *file, const char *fmt, ...)
{
	as_err what;
	va_list ap;

	if (!how || !how->say)
		return;
	va_start(ap, fmt);
	as_vfail(&what, file, 0, fmt, ap);
	va_end(ap);
	how->say(&what, open);
}
