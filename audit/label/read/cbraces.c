/* cbraces.c - see cbraces.h. */
#include "cbraces.h"

#include <ctype.h>
#include <string.h>

#include "words.h"

void
c_directive_line(const char *s, size_t n, size_t i, char *out, size_t cap, size_t *end)
{
	size_t o = 0;

	for (; i < n && s[i] != '\n'; i++) {
		char ch = s[i];

		if (ch == '\\' && (i + 1 < n && s[i + 1] == '\r' ? i + 2 < n && s[i + 2] == '\n' : i + 1 < n && s[i + 1] == '\n')) {
			i += s[i + 1] == '\r' ? 2 : 1;
			continue;
		}
		if (ch == '/' && i + 1 < n && s[i + 1] == '*') {
			const char *z = memmem(s + i + 2, n - i - 2, "*/", 2);
			i = z ? (size_t)(z - s) + 1 : n - 1;
			ch = ' ';
		} else if (ch == '/' && i + 1 < n && s[i + 1] == '/') {
			while (i + 1 < n && s[i + 1] != '\n')
				i++;
			ch = ' ';
		}
		if (o + 1 < cap)
			out[o++] = ch;
	}
	out[o] = '\0';
	*end = i;
}

static const char *
blanks(const char *s)
{
	return s + strspn(s, " \t");
}

int
c_included(const char *text, size_t n, size_t i, cinclusion *in)
{
	static const char *const word[] = {"include_next", "include", "import"};
	const char *nl = memchr(text + i, '\n', n - i), *q = NULL;
	char line[sizeof in->name + 40], *s = line;
	size_t len = 0, k;

	in->end = nl ? (size_t)(nl - text) : n;
	while (i < in->end && (text[i] == ' ' || text[i] == '\t'))
		i++;
	if (i == in->end || text[i] != '#')
		return 0;
	c_directive_line(text, n, i, line, sizeof line, &in->end);
	s += blanks(line + 1) - line;
	for (k = 0; k < sizeof word / sizeof *word && strncmp(s, word[k], strlen(word[k])) != 0; k++)
		;
	if (k == sizeof word / sizeof *word || as_is_name_char(s[strlen(word[k])]))
		return 0;
	s += strlen(word[k]);
	s += blanks(s) - s;
	in->angle = *s == '<';
	in->macro = isalpha((unsigned char)*s) || *s == '_';
	if (in->macro)
		for (q = s; as_is_name_char(*q); q++)
			;
	else if (*s == '"' || *s == '<')
		q = strchr(++s, in->angle ? '>' : '"');
	len = q ? (size_t)(q - s) : 0;
	if (!q || len >= sizeof in->name)
		return 0;
	memcpy(in->name, s, len);
	in->name[len] = '\0';
	return 1;
}

/* Do the words [s, e) before a brace name a class or an enumeration? */
static int
has_members(const char *s, const char *e)
{
	static const char *const words[] = {"class", "struct", "union", "enum"};

	while (s < e) {
		const char *w = s;

		while (s < e && (isalnum((unsigned char)*s) || *s == '_'))
			s++;
		for (size_t i = 0; i < sizeof words / sizeof *words; i++)
			if ((size_t)(s - w) == strlen(words[i]) && memcmp(w, words[i], (size_t)(s - w)) == 0)
				return 1;
		s += s == w;
	}
	return 0;
}

static void
follow_if(cbraces *b, const char *line)
{
	const char *s = blanks(line + 1);

	if (strncmp(s, "if", 2) == 0) {
		int never = s[2] == ' ' && *blanks(s + 2) == '0' && !as_is_name_char(blanks(s + 2)[1]) && !*blanks(blanks(s + 2) + 1);
		if (b->dead || (never && b->nifs < C_MAX_IFS))
			b->dead++;
		if (b->dead > 1)
			return;
		if (b->nifs < C_MAX_IFS)
			b->ifs[b->nifs].told = 0, b->ifs[b->nifs].before = b->is;
		b->nifs++;
	} else if (b->dead > 1) {
		b->dead -= strncmp(s, "endif", 5) == 0;
	} else if (b->nifs > 0 && (strncmp(s, "el", 2) == 0 || strncmp(s, "endif", 5) == 0)) {
		unsigned k = b->nifs - 1;
		if (k < C_MAX_IFS && !b->dead && !b->ifs[k].told) {
			b->ifs[k].told = 1;
			b->ifs[k].first = b->is;
		}
		b->dead = 0;
		if (k < C_MAX_IFS)
			b->is = s[1] == 'n' && b->ifs[k].told ? b->ifs[k].first : b->ifs[k].before;
		b->nifs -= s[1] == 'n';
	}
}

void
c_follow(cbraces *b, const char *s, size_t to)
{
	copen *is = &b->is;
	size_t i = b->at;

	while (i < to) {
		char ch = s[i];

		if (b->comment) {
			const char *end = memmem(s + i, to - i, "*/", 2);

			b->comment = !end;
			i = end ? (size_t)(end - s) + 2 : to;
		} else if (ch == '/' && i + 1 < to && s[i + 1] == '*') {
			b->comment = 1;
			i += 2;
		} else if (ch == '#' || b->dead || (ch == '/' && i + 1 < to && s[i + 1] == '/')) { /* to the end of the line, or of a directive */
			size_t from = i;

			while (b->dead && from < to && (s[from] == ' ' || s[from] == '\t'))
				from++;
			if (from < to && s[from] == '#') {
				char line[80];
				c_directive_line(s, to, from, line, sizeof line, &i);
				follow_if(b, line);
			} else {
				for (i = from; i < to && s[i] != '\n'; i++) {}
			}
			i += b->dead && i < to;
		} else if (ch == '"' || (ch == '\'' && i > 0 && !isalnum((unsigned char)s[i - 1]))) {
			for (i++; i < to && s[i] != ch && s[i] != '\n'; i += s[i] == '\\' ? 2 : 1) {}
			is->last = i++;
		} else {
			if (ch == '{') {
				int ours = is->depth > 0;
				for (size_t k = is->since; k < i && !ours; k++)
					ours = s[k] == '(' || s[k] == '=';
				if (ours)
					is->depth++;
				else if (is->other++, !is->members && has_members(s + is->since, s + i))
					is->members = is->other;
			} else if (ch == '}') {
				if (is->depth)
					is->depth--;
				else if (is->other)
					is->other--;
				else
					b->loose = 1;
				if (is->other < is->members)
					is->members = 0;
			}
			if (ch == '{' || ch == '}' || ch == ';')
				is->since = i + 1;
			if (!isspace((unsigned char)ch))
				is->last = i;
			i++;
		}
	}
	b->at = i;
}

int
c_unfinished(const cbraces *b, const char *s)
{
	size_t since = b->is.since, last = b->is.last;

	if (last < since || last >= b->at)
		return 0;
	if (s[last] == '"') /* no extern "C" */
		return memchr(s + since, '=', last - since) || memchr(s + since, '(', last - since);
	if (s[last] == 'n')
		return last >= since + 5 && memcmp(s + last - 5, "return", 6) == 0;
	return s[last] && strchr("=(,+|&?", s[last]);
}
