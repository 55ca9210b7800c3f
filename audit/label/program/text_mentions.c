/* text_mentions.c - see text_mentions.h. */
#include "text_mentions.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "input.h"

enum { MAX_LINE = 400 }; /* bytes of a line that are kept */

static int
is_part(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '-';
}

int
names_label(const char *s, size_t len, const char *label)
{
	size_t n = strlen(label);
	const char *end = s + len;

	for (const char *p = s; n > 0 && (p = memmem(p, (size_t)(end - p), label, n)); p++)
		if ((p == s || !is_part(p[-1])) && (p + n == end || !is_part(p[n])))
			return 1;
	return 0;
}

/* The lines of a file that name one of the labels. */
static void
lines(const char *path, const char *text, size_t len, const char *const *label, size_t n, fact_tree *t)
{
	const char *p = text, *end = text + len;
	int any = 0, named = 0;

	for (size_t k = 0; k < n && !any; k++)
		any = names_label(text, len, label[k]);
	if (!any)
		return;
	fact_open(t, FACT_FILE, 1, FACT_DATA, path, strlen(path));
	for (uint32_t line = 1; p < end; line++) {
		const char *nl = memchr(p, '\n', (size_t)(end - p)), *stop = nl ? nl : end;
		size_t size = (size_t)(stop - p);

		named = 0;
		for (size_t k = 0; k < n && !named; k++)
			named = names_label(p, size, label[k]);
		if (named) {
			if (size > MAX_LINE)
				for (size = MAX_LINE; size > 0 && (p[size] & 0xc0) == 0x80; size--)
					;
			fact_open(t, FACT_COMMENT, line, 0, p, size);
			fact_close(t);
		}
		p = nl ? nl + 1 : end;
	}
	fact_close(t);
}

int
text_mentions(const walk *w, const char *const *label, size_t n, fact_tree *t, as_err *e)
{
	as_err ignored;
	char *text;
	size_t len;

	for (size_t i = 0; i < w->n && !t->nomem; i++)
		if (w->file[i].kind == WALK_TEXT && !w->file[i].skip &&
		    as_slurp(w->file[i].path, WALK_MAX_DATA, &text, &len, &ignored) == 0) {
			lines(w->file[i].path, text, len, label, n, t);
			free(text);
		}
	return t->nomem ? as_nomem(e) : 0;
}
