/* An SVG of gnuplot that can stand in a page. */
#include <stdlib.h>
#include <string.h>

#include "plot.h"
#include "sha256.h"

static void
escaped(FILE *fp, const char *s)
{
	for (; *s; s++)
		if (strchr("<>&", *s))
			fprintf(fp, "&#%d;", *s);
		else
			putc(*s, fp);
}

static int
begins(const char *s, const char *with)
{
	return strncmp(s, with, strlen(with)) == 0;
}

/* The bytes at s, in a tag, after which an id stands; 0: none does. */
static size_t
before_id(const char *s)
{
	static const char *const marks[] = {" id='", " id=\"", "href='#", "href=\"#", "url(#"};

	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
		if (begins(s, marks[i]))
			return strlen(marks[i]);
	return 0;
}

static void
rewrite(const plot *p, const char *s, const char *text, const char *id, FILE *out)
{
	static const char font[] = "font-family=\"DejaVu Sans", desc[] = "<desc>";
	const char *from = strstr(s, desc), *to = from ? strstr(from, "</desc>") : NULL;
	int tag = 0;

	while (*s) {
		size_t n = 1;

		tag = *s == '<' || (tag && *s != '>');
		if (to && begins(s, "<svg")) {
			fprintf(out, "<svg role=\"img\" aria-labelledby=\"%stitle %sdesc\"", id, id);
			n = strlen("<svg");
		} else if (to && begins(s, "<title>")) { /* in place of gnuplot's; who made it stays */
			fprintf(out, "<title id=\"%stitle\">", id);
			escaped(out, *p->title ? p->title : p->axis);
			fprintf(out, "</title>\n<desc id=\"%sdesc\">", id);
			escaped(out, text);
			from += strlen(desc);
			fprintf(out, "</desc>\n<!-- %.*s-->", (int)(to - from), from);
			s = to + strlen("</desc>");
			to = NULL;
			n = tag = 0;
		} else if (tag && (n = before_id(s)) > 0) {
			fprintf(out, "%.*s%s", (int)n, s, id);
		} else if (tag && begins(s, font)) { /* where that font is not, one as wide */
			fprintf(out, "%s, Verdana, sans-serif", font);
			n = strlen(font);
		} else {
			putc(*s, out);
			n = 1;
		}
		s += n;
	}
}

int
plot_svg(const plot *p, FILE *in, FILE *out)
{
	char hex[AS_SHA256_HEX], id[16], *text = NULL, *svg = NULL;
	size_t size;
	FILE *fp = open_memstream(&text, &size);
	ssize_t n;

	rewind(in);
	if (!fp || (plot_describe(p, fp), fclose(fp) != 0) ||
	    (n = getdelim(&svg, &size, '\0', in)) < 0) {
		free(text);
		free(svg);
		return -1;
	}
	as_sha256_of(svg, (size_t)n, hex); /* so the same picture has the same ids, and no other one */
	snprintf(id, sizeof id, "p%.6s-", hex);
	rewrite(p, svg, text, id, out);
	free(text);
	free(svg);
	return ferror(out) ? -1 : 0;
}
