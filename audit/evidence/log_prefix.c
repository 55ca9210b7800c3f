#include "log_prefix.h"

#include <ctype.h>
#include <stdio.h>
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

const char *
log_header(const char *s)
{
	for (const char *p = s; (p = strchr(p, ':')); p++)
		if (p - s >= 8 && strchr("VIWEC", p[-8]) && strspn(p - 7, "0123456789") == 4 && p[-3] == ' ')
			return p - 8;
	return NULL;
}

/* The length of a date or time at s: 12:27:06.332000, 2025-12-15T20:52:30.123Z; 0: none. */
static size_t
time_length(const char *s)
{
	size_t n = strspn(s, "0123456789:.,-+TZ");

	if (!isdigit((unsigned char)*s))
		return 0;
	while (n && strchr(".,-+:", s[n - 1]))
		n--;
	for (size_t i = 0; i + 4 < n; i++) {
		if (s[i + 2] == ':' && isdigit((unsigned char)s[i]) && isdigit((unsigned char)s[i + 1]) && isdigit((unsigned char)s[i + 3]) && isdigit((unsigned char)s[i + 4]))
			return n;
		if (i + 9 < n && s[i + 4] == '-' && s[i + 7] == '-' && strspn(s + i, "0123456789") == 4)
			return n;
	}
	return 0;
}

const char *
log_after_prefix(const char *s, const char *p)
{
	const char *start = p;

	while (*p) {
		size_t n = p == start || !isalnum((unsigned char)p[-1]) ? time_length(p) : 0, k = n ? time_length(s) : 0;

		if (n && k) {
			p += n;
			s += k;
		} else if (p - start >= 4 && memcmp(p - 4, ".py:", 4) == 0 && isdigit((unsigned char)*p) && isdigit((unsigned char)*s)) {
			p += strspn(p, "0123456789");
			s += strspn(s, "0123456789");
		} else if (*p++ != *s++)
			return NULL;
	}
	return s;
}

int64_t
log_prefix_time(const char *s, size_t n)
{
	int64_t t = -1;

	for (size_t i = n > 256 ? n - 256 : 0; i + 12 <= n; i++) {
		int h, m, sec, end = 0;
		char part[7] = "000000", digits[7];

		if ((i == 0 || !isdigit((unsigned char)s[i - 1])) && isdigit((unsigned char)s[i]) && s[i + 2] == ':' && s[i + 5] == ':' &&
		    sscanf(s + i, "%2d:%2d:%2d%*1[.,]%6[0-9]%n", &h, &m, &sec, digits, &end) == 4 && end >= 12) {
			memcpy(part, digits, strlen(digits));
			t = ((int64_t)(h * 60 + m) * 60 + sec) * 1000000 + atoi(part);
		}
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
		int begins = s == line || isspace((unsigned char)s[-1]) || strchr(":]", s[-1]);

		quotes += *s == '"' && (s == line || s[-1] != '\\');
		ticks += *s == '`';
		if (begins && (*s == '#' || (s[0] == '/' && s[1] == '/'))) {
			const char *t = s + strspn(s, "#/!");

			if (isspace((unsigned char)*t)) /* a comment */
				return 1;
		}
	}
	return quotes % 2 || ticks % 2 || (p > line && p[-1] == '\'');
}

int
log_in_prose(const char *line, const char *p)
{
	const char *word;
	int lower = 0;

	while (p > line && isspace((unsigned char)p[-1]))
		p--;
	for (word = p; word > line && isalpha((unsigned char)word[-1]); word--)
		lower |= islower((unsigned char)word[-1]);
	return lower && (word == line || isspace((unsigned char)word[-1]));
}
