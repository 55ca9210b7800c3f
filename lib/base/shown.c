#include "shown.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <utf8proc.h>

#include "utf8.h"

size_t
as_hidden(const char *text)
{
	const unsigned char *s = (const unsigned char *)text;

	if (s[0] < 0x20 || s[0] == 0x7f)
		return 1;
	if (s[0] == 0xc2 && s[1] < 0xa0)
		return 2; /* U+0080 to U+009F */
	if (s[0] == 0xe2 && s[1] == 0x80 &&
	    (s[2] == 0x8e || s[2] == 0x8f || (s[2] >= 0xa8 && s[2] <= 0xae)))
		return 3; /* U+200E, U+200F, U+2028 to U+202E */
	if (s[0] == 0xe2 && s[1] == 0x81 && s[2] >= 0xa6 && s[2] <= 0xa9)
		return 3; /* U+2066 to U+2069 */
	return 0;
}

void
as_shown(char *s)
{
	size_t left = strlen(s), skip;
	char *o = s;

	while (left > 0) {
		size_t good = as_utf8_invalid(s, left), i = 0;

		while (i < good) {
			skip = as_hidden(s + i);
			*o++ = skip ? '?' : s[i];
			i += skip ? skip : 1;
		}
		if (good < left) {
			*o++ = '?';
			good++;
		}
		s += good;
		left -= good;
	}
	*o = '\0';
}

int
as_rewrites_on(int fd)
{
	const char *term = getenv("TERM");

	return fd >= 0 && isatty(fd) && term && *term && strcmp(term, "dumb") != 0;
}

int
as_colours_on(int fd)
{
	const char *no = getenv("NO_COLOR");

	return as_rewrites_on(fd) && !(no && *no);
}

/* Bytes of the colour that s starts with, or 0. */
static size_t
colour(const char *s)
{
	size_t n = s[0] == '\033' && s[1] == '[' ? 2 + strspn(s + 2, "0123456789;") : 0;

	return n > 0 && s[n] == 'm' ? n + 1 : 0;
}

/* Bytes of the character at s, left at most, and its columns; 0: none. */
static size_t
step(const char *s, size_t left, size_t *columns)
{
	utf8proc_int32_t c;
	utf8proc_ssize_t n;
	size_t skip = left > 0 ? colour(s) : 0;

	*columns = skip == 0;
	if (skip > 0)
		return skip;
	if (left == 0 || (unsigned char)*s < 0x80)
		return left > 0;
	n = utf8proc_iterate((const utf8proc_uint8_t *)s, (utf8proc_ssize_t)left, &c);
	if (n <= 0)
		return 0;
	*columns = (size_t)utf8proc_charwidth(c);
	return (size_t)n;
}

size_t
as_shown_width_of(const char *s, size_t n)
{
	size_t w = 0, columns, k;

	for (; (k = step(s, n, &columns)) > 0; s += k, n -= k)
		w += columns;
	return w;
}

size_t
as_shown_width(const char *s)
{
	return as_shown_width_of(s, strlen(s));
}

size_t
as_shown_fit(const char *s, size_t room)
{
	size_t n = 0, columns, k;

	while ((k = step(s + n, strnlen(s + n, 4), &columns)) > 0 && columns <= room) {
		room -= columns;
		n += k;
	}
	return n;
}

void
as_put_html(const char *s, FILE *fp)
{
	for (; *s; s++) {
		switch (*s) {
		case '&': fputs("&amp;", fp); break;
		case '<': fputs("&lt;", fp); break;
		case '>': fputs("&gt;", fp); break;
		case '"': fputs("&quot;", fp); break;
		case '\'': fputs("&#39;", fp); break;
		default: putc(*s, fp);
		}
	}
}

enum { TAIL = 3 }; /* bytes of a character whose end is not yet there */

typedef struct { FILE *to; char tail[TAIL]; size_t ntail; } screen;

/* How many of the n bytes at s, which are not valid, may be the start of a character. */
static size_t
unfinished(const char *s, size_t n)
{
	unsigned char c = (unsigned char)*s;

	for (size_t i = 1; i < n; i++)
		if (((unsigned char)s[i] & 0xc0) != 0x80)
			return 0;
	return n <= TAIL && ((c >= 0xc2 && c < 0xe0 && n < 2) || (c >= 0xe0 && c < 0xf0 && n < 3) ||
	    (c >= 0xf0 && c < 0xf5)) ? n : 0;
}

static void
show(screen *w, const char *s, size_t n)
{
	while (n > 0) {
		size_t good = as_utf8_invalid(s, n), i = 0, skip;

		while (i < good) {
			skip = s[i] == '\n' || s[i] == '\t' ? 0 : as_hidden(s + i);
			putc(skip ? '?' : s[i], w->to);
			i += skip ? skip : 1;
		}
		s += good;
		n -= good;
		if (n > 0 && unfinished(s, n)) {
			memcpy(w->tail, s, n);
			w->ntail = n;
			return;
		}
		if (n > 0) {
			putc('?', w->to);
			s++;
			n--;
		}
	}
}

static ssize_t
write_screen(void *arg, const char *s, size_t n)
{
	screen *w = arg;
	char joined[TAIL + 1];
	size_t take = 0, had;

	while (w->ntail > 0 && take < n) { /* until the character is whole, or cannot be one */
		memcpy(joined, w->tail, w->ntail);
		joined[w->ntail] = s[take];
		had = w->ntail + 1;
		take++;
		w->ntail = 0;
		show(w, joined, had);
	}
	show(w, s + take, n - take);
	return ferror(w->to) ? 0 : (ssize_t)n;
}

static int
close_screen(void *arg)
{
	screen *w = arg;

	for (size_t i = 0; i < w->ntail; i++)
		putc('?', w->to);
	free(w);
	return 0;
}

FILE *
as_shown_on(FILE *fp)
{
	screen *w = malloc(sizeof *w);
	FILE *f;

	if (!w)
		return NULL;
	*w = (screen){.to = fp};
	f = fopencookie(w, "w", (cookie_io_functions_t){.write = write_screen, .close = close_screen});
	if (!f)
		free(w);
	return f;
}
