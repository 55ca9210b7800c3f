#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "nearest.h"
#include "num.h"
#include "table.h"

static const struct { const char *name; as_format format; } formats[] = {
	{"text", AS_FMT_TEXT}, {"csv", AS_FMT_CSV}, {"md", AS_FMT_MD},
	{"tex", AS_FMT_TEX}, {"json", AS_FMT_JSON}, {"html", AS_FMT_HTML},
};

int
as_format_parse(const char *name, as_format *out, as_err *e)
{
	as_nearest near = as_nearest_to(name);
	size_t i;

	for (i = 0; i < sizeof formats / sizeof *formats; i++) {
		if (strcmp(name, formats[i].name) == 0) {
			*out = formats[i].format;
			return 0;
		}
		as_nearest_try(&near, (as_str){formats[i].name, strlen(formats[i].name)});
	}
	return as_fail(e, NULL, 0, "-o wants text, csv, md, tex, json or html, not '%s'%s", name,
	    as_nearest_text(&near, ""));
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
	s->decimals = 2;
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
