#include "shown.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "utf8.h"

int
as_hidden(int32_t c)
{
	return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x200e || c == 0x200f ||
	    (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

void
as_shown(char *s)
{
	size_t left = strlen(s), k;
	char *o = s;
	int32_t c;

	for (; left > 0; s += k, left -= k) {
		if ((k = as_utf8_next(s, left, &c)) > 0 && !as_hidden(c)) {
			o = (char *)memmove(o, s, k) + k;
		} else {
			*o++ = '?';
			k += k == 0;
		}
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
	size_t n = left > 0 ? colour(s) : 0;
	int32_t c;

	*columns = n == 0;
	if (n > 0)
		return n;
	if (left == 0 || (unsigned char)*s < 0x80)
		return left > 0;
	if ((n = as_utf8_next(s, left, &c)) > 0)
		*columns = (size_t)utf8proc_charwidth(c);
	return n;
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
	size_t k;
	int32_t c;

	for (; n > 0; s += k, n -= k) {
		if ((k = as_utf8_next(s, n, &c)) == 0 && unfinished(s, n)) {
			memcpy(w->tail, s, n);
			w->ntail = n;
			return;
		}
		if (k > 0 && (!as_hidden(c) || c == '\n' || c == '\t')) {
			fwrite(s, 1, k, w->to);
		} else {
			putc('?', w->to);
			k += k == 0;
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
