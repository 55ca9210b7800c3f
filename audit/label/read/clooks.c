/* clooks.c - see clex_impl.h: whether a header, whose name does not say so, is of C++ or CUDA. */
#include "clex_impl.h"

#include <ctype.h>
#include <string.h>

#include "words.h"

/* By what begins a line, or stands anywhere in it. */
static int
by_lines(const char *s, uint32_t n)
{
	static const char *const sign[] = {"namespace ", "template", "public:", "private:", "std::", "class ", "constexpr ", "nullptr", "virtual ",
		"using ", "__global__", "__device__", "__host__"};
	const char *line = s, *end = s + n;

	for (; line < end; line++) {
		const char *nl = memchr(line, '\n', (size_t)(end - line)), *p = line;

		if (!nl)
			nl = end;
		while (p < nl && (*p == ' ' || *p == '\t'))
			p++;
		for (unsigned i = 0; i < sizeof sign / sizeof *sign; i++)
			if ((size_t)(nl - p) >= strlen(sign[i]) && memcmp(p, sign[i], strlen(sign[i])) == 0)
				return 1;
		if (p < nl && *p != '*' && *p != '/') {
			const char *c = memmem(p, (size_t)(nl - p), "::", 2);
			if (c && c > p && c + 2 < nl && clex_is_id((unsigned char)c[-1]) && clex_is_id((unsigned char)c[2]))
				return 1;
			if (memmem(p, (size_t)(nl - p), "<<<", 3) || memmem(p, (size_t)(nl - p), "_cast<", 6) || memmem(p, (size_t)(nl - p), " __device__ ", 12))
				return 1;
		}
		line = nl;
	}
	return 0;
}

/* The next character that is no blank, from i on; 0 at the end. */
static char
next(const char *s, uint32_t n, uint32_t i)
{
	while (i < n && isspace((unsigned char)s[i]))
		i++;
	return i < n ? s[i] : '\0';
}

/* Does an operator's spelling and its parameters stand from `to` on: of `operator` in a declaration, which C would read as a variable's name? */
static int
of_operator(const char *s, uint32_t n, uint32_t to, char before)
{
	uint32_t i = to;

	if (!clex_is_id((unsigned char)before) && !(before && strchr("&*>:", before)))
		return 0;
	while (i < n && isspace((unsigned char)s[i]))
		i++;
	for (to = i; i < n && strchr("+-*/%^&|~!=<>,[]\"", s[i]) && s[i]; i++)
		;
	if (i == to && i < n) /* operator()(...), operator new(...) */
		return (s[i] == '(' && next(s, n, i + 1) == ')') || clex_is_id((unsigned char)s[i]);
	return i > to && (s[i - 1] == '"' || next(s, n, i) == '(');
}

/* struct A : B */
static int
of_bases(const char *s, uint32_t n, uint32_t i)
{
	while (i < n && isspace((unsigned char)s[i]))
		i++;
	if (i == n || !clex_is_id((unsigned char)s[i]))
		return 0;
	while (i < n && clex_is_id((unsigned char)s[i]))
		i++;
	while (i < n && isspace((unsigned char)s[i]))
		i++;
	return i + 1 < n && s[i] == ':' && s[i + 1] != ':';
}

/* Is the word [from, to), between the characters that are no blanks, one that only C++ has there? */
static int
of_cpp(const char *s, uint32_t n, uint32_t from, uint32_t to, char before)
{
	static const char *const anywhere[] = {"nullptr", "static_cast", "dynamic_cast", "reinterpret_cast", "const_cast"};
	static const char *const access[] = {"public", "private", "protected"};
	static const char *const of_method[] = {"override", "final", "noexcept"};
	char word[20], after = next(s, n, to);

	if (to - from >= sizeof word)
		return 0;
	memcpy(word, s + from, to - from);
	word[to - from] = '\0';
	if (strcmp(word, "virtual") == 0)
		return isspace((unsigned char)s[to < n ? to : from]) && (clex_is_id((unsigned char)after) || after == '~');
	if (strcmp(word, "const") == 0) /* of a method */
		return before == ')' && after != '\0' && strchr(";{=", after);
	if (strcmp(word, "operator") == 0)
		return of_operator(s, n, to, before);
	if (strcmp(word, "struct") == 0 || strcmp(word, "class") == 0)
		return of_bases(s, n, to);
	if (strcmp(word, "delete") == 0 || strcmp(word, "default") == 0)
		return before == '=' && after == ';';
	if (AS_AMONG(word, access))
		return after == ':' && (before == '\0' || strchr("{};:/", before)) && !(to + 1 < n && isdigit((unsigned char)next(s, n, to + 1)));
	return AS_AMONG(word, anywhere) || (AS_AMONG(word, of_method) && before == ')');
}

/* By its words, wherever they stand but in comments and texts. */
static int
by_words(const char *s, uint32_t n)
{
	char before = '\0';

	for (uint32_t i = 0, to; i < n; i = to) {
		to = i + 1;
		if (isspace((unsigned char)s[i]))
			continue;
		if (s[i] == '/' && to < n && (s[to] == '/' || s[to] == '*')) {
			const char *end = s[to] == '/' ? memchr(s + i, '\n', n - i) : i + 2 < n ? memmem(s + i + 2, n - i - 2, "*/", 2) : NULL;
			if (!end)
				return 0;
			to = (uint32_t)(end - s) + (*end == '\n' ? 1 : 2);
			continue;
		}
		if (s[i] == '"' || s[i] == '\'') {
			while (to < n && s[to] != s[i] && s[to] != '\n')
				to += s[to] == '\\' && to + 1 < n ? 2 : 1;
			to++;
		} else if (clex_is_id((unsigned char)s[i])) {
			while (to < n && clex_is_id((unsigned char)s[to]))
				to++;
			if (of_cpp(s, n, i, to, before))
				return 1;
		}
		before = s[i];
	}
	return 0;
}

int
clooks_cpp(const char *s, uint32_t n)
{
	return by_lines(s, n) || by_words(s, n);
}
