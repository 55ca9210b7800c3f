/* lines.h - the lines of a text. */
#ifndef AS_LINES_H
#define AS_LINES_H

#include "str.h"

/* The next line from *p on, without its end; 0 at the end of the text. *number counts, if not
 * NULL. */
static inline int
as_line_next(const char **p, const char *end, as_str *line, size_t *number)
{
	const char *nl;

	if (*p >= end)
		return 0;
	nl = memchr(*p, '\n', (size_t)(end - *p));
	*line = (as_str){*p, (size_t)((nl ? nl : end) - *p)};
	*p = nl ? nl + 1 : end;
	if (line->n && line->s[line->n - 1] == '\r')
		line->n--;
	if (number)
		++*number;
	return 1;
}

/* The next word of a line, between blanks; n is 0 at its end. It moves on in *line. */
static inline as_str
as_word_next(as_str *line)
{
	size_t i = 0, from;

	while (i < line->n && (line->s[i] == ' ' || line->s[i] == '\t'))
		i++;
	for (from = i; i < line->n && line->s[i] != ' ' && line->s[i] != '\t'; i++)
		;
	as_str word = {line->s + from, i - from};
	*line = (as_str){line->s + i, line->n - i};
	return word;
}

static inline int
as_starts_with(as_str s, const char *head)
{
	return s.n >= strlen(head) && memcmp(s.s, head, strlen(head)) == 0;
}

#endif
