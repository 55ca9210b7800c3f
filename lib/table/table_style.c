#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "nearest.h"
#include "num.h"
#include "opts.h"

int
as_format_parse(const char *name, as_format *out, as_err *e)
{
	static const char *const names[] = {"text", "csv", "md", "tex", "json", "html", NULL};
	int i = as_word_parse(name, "-o", names, e);

	if (i >= 0)
		*out = (as_format)(AS_FMT_TEXT + i); /* it is in their order */
	return i < 0 ? -1 : 0;
}

void
as_style_init(as_style *s, FILE *fp, const char *tool)
{
	int fd = fileno(fp), tty = fd >= 0 && isatty(fd);
	const char *columns = getenv("COLUMNS");
	struct winsize ws;
	int64_t n;

	/* the format stays AS_FMT_AUTO */
	memset(s, 0, sizeof *s);
	s->decimals = -1;
	s->tool = tool;
	s->width = 80;
	if (columns != NULL && as_int_parse(columns, strlen(columns), &n) == AS_NUM_OK &&
	    n > 0 && n <= INT16_MAX)
		s->width = (int)n;
	else if (tty && ioctl(fd, TIOCGWINSZ, &ws) == 0 && ws.ws_col > 0)
		s->width = ws.ws_col;
}

as_format
as_style_format(const as_style *s, FILE *fp)
{
	if (s->format != AS_FMT_AUTO)
		return s->format;
	return fileno(fp) >= 0 && isatty(fileno(fp)) ? AS_FMT_TEXT : AS_FMT_CSV;
}
