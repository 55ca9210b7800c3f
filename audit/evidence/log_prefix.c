#include "log_prefix.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const char *
log_behind(const char *s, const char *text)
{
	size_t n = strlen(text);

	return strncmp(s, text, n) == 0 ? s + n : NULL;
}

size_t
log_trim(const char *s, size_t n)
{
	while (n && isspace((unsigned char)s[n - 1]))
		n--;
	return n;
}

/* Whether s begins as form does, in which 0 is any digit and . a point or comma. */
static int
like(const char *s, const char *form)
{
	for (; *form; s++, form++)
		if (*form == '0' ? !isdigit((unsigned char)*s) : *s != *form && !(*form == '.' && *s == ','))
			return 0;
	return 1;
}

const char *
log_header(const char *s)
{
	for (const char *p = s; (p = strchr(p, ':')); p++)
		if (p - s >= 8 && memchr("VIWEC", p[-8], 5) && like(p - 7, "0000 00:00:00."))
			return p - 8;
	return NULL;
}

/* The length of a date or time at s: 12:27:06.332000, 2025-12-15T20:52:30.123Z; 0: none. */
static size_t
time_length(const char *s)
{
	size_t n = isdigit((unsigned char)*s) ? strspn(s, "0123456789:.,-+TZ") : 0;

	while (n && strchr(".,-+:", s[n - 1]))
		n--;
	for (size_t i = 0; i + 4 < n; i++)
		if (like(s + i, "00:00") || like(s + i, "0000-00-00"))
			return n;
	return 0;
}

const char *
log_after_prefix(const char *s, const char *p)
{
	static const char digits[] = "0123456789";
	const char *start = p;

	while (*p) {
		int line = p - start >= 4 && memcmp(p - 4, ".py:", 4) == 0;
		int date = p == start || !isalnum((unsigned char)p[-1]);
		size_t n = date ? time_length(p) : 0, k = n ? time_length(s) : 0;

		if (k == 0 && line) {
			n = strspn(p, digits);
			k = strspn(s, digits);
		}
		if (n && k) {
			p += n;
			s += k;
		} else if (*p++ != *s++)
			return NULL;
	}
	return s;
}

int64_t
log_prefix_time(const char *s, size_t n)
{
	int64_t t = -1;

	for (size_t i = n > 256 ? n - 256 : 0; i + 12 <= n; i++)
		if ((i == 0 || !isdigit((unsigned char)s[i - 1])) && like(s + i, "00:00:00.000")) {
			const char *p = s + i + 9;

			t = (atoi(s + i) * 60 + atoi(s + i + 3)) * 60 + atoi(s + i + 6);
			for (int k = 0; k < 6; k++)
				t = t * 10 + (isdigit((unsigned char)*p) ? *p++ - '0' : 0);
		}
	return t;
}

uint64_t
log_prefix_shape(const char *s, size_t n)
{
	uint64_t h = LOG_HASH;

	n = log_trim(s, n);
	for (size_t i = 0; i < n; i++) {
		int digit = isdigit((unsigned char)s[i]);

		if (!digit || i == 0 || !isdigit((unsigned char)s[i - 1]))
			h = (h ^ (digit ? '0' : (unsigned char)s[i])) * LOG_PRIME;
	}
	return h;
}

int
log_quoted(const char *line, const char *p)
{
	size_t quotes = 0, ticks = 0;

	for (const char *s = line; s < p; s++) {
		quotes += *s == '"' && (s == line || s[-1] != '\\');
		ticks += *s == '`';
		if ((*s == '#' || (*s == '/' && s[1] == '/')) && isspace((unsigned char)s[strspn(s, "#/!")]) &&
		    (s == line || isspace((unsigned char)s[-1]) || strchr(":]", s[-1])))
			return 1; /* a comment */
	}
	return quotes % 2 || ticks % 2 || (p > line && p[-1] == '\'');
}

int
log_in_prose(const char *line, const char *p)
{
	const char *word;
	int lower = 0;

	p = line + log_trim(line, (size_t)(p - line));
	for (word = p; word > line && isalpha((unsigned char)word[-1]); word--)
		lower |= islower((unsigned char)word[-1]);
	return lower && (word == line || isspace((unsigned char)word[-1]));
}
