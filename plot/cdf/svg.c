/* An SVG of gnuplot that can stand in a page. */
#include <stdlib.h>
#include <string.h>

#include "caption.h"
#include "plot.h"
#include "sha256.h"

static void
escaped(FILE *fp, const char *s)
{
	for (; *s; s++)
		switch (*s) {
		case '<': fputs("&lt;", fp); break;
		case '>': fputs("&gt;", fp); break;
		case '&': fputs("&amp;", fp); break;
		default: putc(*s, fp);
		}
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

/* The title and what is described, in place of gnuplot's. What made the picture stays, as a
 * comment. Returns how much of s it stands for. */
static size_t
head(const char *s, const char *title, const char *text, const char *id, FILE *out)
{
	const char *desc = strstr(s, "<desc>"), *end = desc ? strstr(desc, "</desc>") : NULL;

	if (!end)
		return 0;
	fprintf(out, "<title id=\"%stitle\">", id);
	escaped(out, title);
	fprintf(out, "</title>\n<desc id=\"%sdesc\">", id);
	escaped(out, text);
	fprintf(out, "</desc>\n<!-- %.*s -->", (int)(end - desc - 6), desc + 6);
	return (size_t)(end - s) + strlen("</desc>");
}

static void
rewrite(const char *s, const char *title, const char *text, const char *id, FILE *out)
{
	static const char font[] = "font-family=\"DejaVu Sans";
	int tag = 0, headed = 0;
	size_t n;

	while (*s) {
		tag = *s == '<' || (tag && *s != '>');
		if (!headed && begins(s, "<svg")) {
			fprintf(out, "<svg role=\"img\" aria-labelledby=\"%stitle %sdesc\"", id, id);
			s += strlen("<svg");
		} else if (!headed && begins(s, "<title>")) {
			headed = 1;
			s += head(s, title, text, id, out);
			tag = 0;
		} else if (tag && (n = before_id(s)) > 0) {
			fprintf(out, "%.*s%s", (int)n, s, id);
			s += n;
		} else if (tag && begins(s, font)) { /* where that font is not, one as wide */
			fprintf(out, "%s, Verdana, sans-serif", font);
			s += strlen(font);
		} else
			putc(*s++, out);
	}
}

/* All of fp, with a NUL at its end; NULL: it cannot be read. */
static char *
whole(FILE *fp, size_t *n)
{
	char *s = NULL;
	long size;

	if (fseek(fp, 0, SEEK_END) != 0 || (size = ftell(fp)) < 0)
		return NULL;
	rewind(fp);
	if ((s = malloc((size_t)size + 1))) {
		*n = fread(s, 1, (size_t)size, fp);
		s[*n] = '\0';
	}
	return s;
}

int
plot_svg(const plot *p, FILE *in, FILE *out)
{
	char hex[AS_SHA256_HEX], id[16], *title = NULL, *text = NULL, *svg;
	size_t n, size;
	FILE *t = open_memstream(&title, &size), *d = open_memstream(&text, &size);
	int rc = -1;

	if (t) {
		if (*p->title)
			fputs(p->title, t);
		else
			caption_subject(p, t);
		fclose(t);
	}
	if (d) {
		caption_describe(p, d);
		fclose(d);
	}
	if ((svg = whole(in, &n)) && title && text) {
		as_sha256_of(svg, n, hex); /* so the same picture has the same ids, and no other one */
		snprintf(id, sizeof id, "p%.6s-", hex);
		rewrite(svg, title, text, id, out);
		rc = ferror(out) ? -1 : 0;
	}
	free(svg);
	free(title);
	free(text);
	return rc;
}
