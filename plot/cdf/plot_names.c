/* Names from the data and the command line, as a picture can show them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "plot.h"
#include "shown.h"
#include "unit.h"

/* What gnuplot's own font surely has: Latin, Greek and Cyrillic. */
enum { LETTERS_END = 0x500, UNICODE_END = 0x110000 };

typedef struct { unsigned char has[UNICODE_END / 8]; } glyphs;

static size_t
bytes_of(const char *s, utf8proc_int32_t *c)
{
	utf8proc_ssize_t n = utf8proc_iterate((const utf8proc_uint8_t *)s, -1, c);

	return n > 0 ? (size_t)n : 1;
}

static int
beyond_letters(const char *s)
{
	utf8proc_int32_t c = 0;

	for (; *s; s += bytes_of(s, &c))
		if ((unsigned char)*s >= 0x80 && bytes_of(s, &c) && c >= LETTERS_END)
			return 1;
	return 0;
}

/* Reads "20-7e a0 2030-2031", a line a font. */
static void
read_ranges(glyphs *g, FILE *fp)
{
	unsigned from, to;
	char word[64];

	while (fscanf(fp, "%63s", word) == 1) {
		int n = sscanf(word, "%x-%x", &from, &to);

		if (n == 1)
			to = from;
		for (; n > 0 && from <= to && from < UNICODE_END; from++)
			g->has[from / 8] |= (unsigned char)(1 << from % 8);
	}
}

/* The characters that some font here has, as fontconfig says; without its
 * program, the letters only. */
static void
find_glyphs(glyphs *g)
{
	FILE *said = popen("fc-list --format '%{charset}\\n' 2>/dev/null", "r");

	for (size_t c = 0; c < LETTERS_END; c++)
		g->has[c / 8] |= (unsigned char)(1 << c % 8);
	if (!said)
		return;
	read_ranges(g, said);
	pclose(said);
}

/* Pango draws a box for a character that no font has, and gnuplot scales the
 * box until it covers the picture: '?' takes its place. */
static void
only_glyphs(const glyphs *g, char *s)
{
	char *o = s;
	utf8proc_int32_t c = 0;

	while (*s) {
		size_t n = bytes_of(s, &c);

		if ((unsigned char)*s >= 0x80 && !(g->has[c / 8] & 1 << c % 8))
			*o++ = '?';
		else
			o = (char *)memmove(o, s, n) + n;
		s += n;
	}
	*o = '\0';
}

/* Half columns that a character is counted as. A combining mark takes none, and
 * yet a name of thousands is a long one; in text gnuplot takes it for a letter. */
static size_t
halves(utf8proc_int32_t c, plot_medium medium)
{
	int w = utf8proc_charwidth(c);

	return w > 0 ? 2 * (size_t)w : medium == PLOT_TEXT ? 2 : 1;
}

size_t
plot_name_width(const char *s, plot_medium medium)
{
	utf8proc_int32_t c = 0;
	size_t all = 0;

	for (; *s; all += halves(c, medium))
		s += bytes_of(s, &c);
	return (all + 1) / 2;
}

/* A copy of at most so many columns, its middle left out if need be. */
static char *
shortened(const char *s, size_t columns, plot_medium medium)
{
	size_t all = 2 * plot_name_width(s, medium), at = 0, i, n;
	size_t left = columns - 1; /* half columns on either side of the dots */
	char *out = malloc(strlen(s) + sizeof "…"), *o = out;
	utf8proc_int32_t c = 0;

	if (!out)
		return NULL;
	if (all <= 2 * columns)
		return strcpy(out, s);
	for (i = 0; s[i]; i += n) {
		size_t from = at;

		n = bytes_of(s + i, &c);
		at += halves(c, medium);
		if (from <= left && at > left) {
			memcpy(o, "…", strlen("…"));
			o += strlen("…");
		}
		if (at <= left || from >= all - left) {
			memcpy(o, s + i, n);
			o += n;
		}
	}
	*o = '\0';
	return out;
}

static int
prepare(char **text, const glyphs *g, size_t columns, plot_medium medium)
{
	char *whole = *text;

	for (char *s = whole; *s; s++)
		if ((unsigned char)*s < 0x20 || *s == 0x7f)
			*s = ' ';
	as_shown(whole);
	if (g)
		only_glyphs(g, whole);
	*text = shortened(whole, columns, medium);
	free(whole);
	return *text ? 0 : -1;
}

char *
plot_axis_name(const char *column)
{
	as_str name = {column, strlen(column)}, stem = as_unit_stem(name);
	const char *unit = as_unit_of_column(name);
	size_t size = name.n + 16;
	char *out = malloc(size);

	if (!out)
		return NULL;
	if (unit)
		snprintf(out, size, "%.*s (%s)", (int)stem.n, stem.s, unit);
	else
		snprintf(out, size, "%s", column);
	for (char *p = out; *p; p++)
		if (*p == '_')
			*p = ' ';
	return out;
}

int
plot_names(plot *p, as_err *e)
{
	size_t across = layout_columns(p);
	glyphs *g = NULL;
	int beyond = beyond_letters(p->title) || beyond_letters(p->axis), bad = 0;

	for (size_t i = 0; i < p->n; i++)
		beyond |= beyond_letters(p->group[i].name);
	if (beyond && (p->medium == PLOT_PNG || p->medium == PLOT_PDF)) {
		if (!(g = calloc(1, sizeof *g)))
			return as_nomem(e);
		find_glyphs(g);
	}
	bad |= prepare(&p->title, g, across > 24 ? across - 12 : 12, p->medium);
	bad |= prepare(&p->axis, g, across > 24 ? across / 2 : 12, p->medium);
	for (size_t i = 0; i < p->n; i++)
		bad |= prepare(&p->group[i].name, g, layout_longest_name(p), p->medium);
	free(g);
	return bad ? as_nomem(e) : 0;
}
