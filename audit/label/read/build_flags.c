/* build_flags.c - see build_flags.h. */
#include "build_flags.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

int
flags_is_name(const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!(isalpha((unsigned char)s[i]) || s[i] == '_' || (i > 0 && isdigit((unsigned char)s[i]))))
			return 0;
	return n > 0;
}

static void
value(fact_tree *t, const char *s, size_t n, uint32_t line)
{
	size_t digits = strspn(s, "0123456789");
	fact_kind kind = FACT_UNKNOWN;

	if (n > 0 && digits >= n)
		kind = FACT_INT;
	else if (n > 1 && s[0] == '"' && s[n - 1] == '"') {
		kind = FACT_STR;
		s++;
		n -= 2;
	} else if (n == 0)
		kind = FACT_STR;
	else if (flags_is_name(s, n))
		kind = FACT_NAME;
	if (memmem(s, n, "${", 2) || memmem(s, n, "$<", 2))
		kind = FACT_UNKNOWN;
	fact_open(t, kind, line, 0, s, n);
	fact_close(t);
}

void
flags_define(fact_tree *t, const char *s, size_t n, uint32_t line, int open)
{
	const char *eq = memchr(s, '=', n);
	size_t name = eq ? (size_t)(eq - s) : n;

	if (!flags_is_name(s, name))
		return;
	open |= eq && flags_is_name(eq + 1, n - name - 1);
	fact_open(t, FACT_DECL, line, FACT_MACRO | (open ? FACT_OPEN : 0), "", 0);
	fact_open(t, FACT_NAME, line, 0, s, name);
	fact_close(t);
	fact_open(t, FACT_DEFAULT, line, 0, "", 0);
	if (eq)
		value(t, eq + 1, n - name - 1, line);
	else
		fact_leaf(t, FACT_INT, line, "1");
	fact_close(t);
	fact_close(t);
}

/* How long the name or the pair of names at s is. */
static size_t
word(const char *s, const char *end)
{
	const char *p = s;

	while (p < end && (isalnum((unsigned char)*p) || *p == '_' || *p == '='))
		p++;
	return (size_t)(p - s);
}

/* A flag at p, and what follows it: NAME, or NAME=OTHER. 0: it makes no name another. */
static size_t
flag(fact_tree *t, const char *p, const char *end, uint32_t line)
{
	static const struct { const char *flag; int wraps; } flags[] = {{"-D", 0}, {"--wrap", 1}, {"--defsym", 0}, {"--redefine-sym", 0}};

	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
		size_t n = strlen(flags[i].flag), len;
		const char *s = p + n, *eq;
		char pair[300];
		if ((size_t)(end - p) <= n || memcmp(p, flags[i].flag, n) != 0)
			continue;
		if (i == 0 ? *s == ' ' : *s == ' ' || *s == '=' || *s == ',')
			s++;
		else if (i > 0)
			continue;
		for (const char *more = "-Wl,"; i > 0 && (size_t)(end - s) > 4 && memcmp(s, more, 4) == 0;) /* -Wl,--wrap -Wl,name */
			s += 4;
		len = word(s, end);
		eq = memchr(s, '=', len);
		if (flags[i].wraps) {
			if (len == 0 || len > 100 || eq)
				return 0;
			snprintf(pair, sizeof pair, "%.*s=__wrap_%.*s", (int)len, s, (int)len, s);
			flags_define(t, pair, strlen(pair), line, 1);
			snprintf(pair, sizeof pair, "__real_%.*s=%.*s", (int)len, s, (int)len, s);
			flags_define(t, pair, strlen(pair), line, 1);
		} else if (eq && eq > s && (s + len == end || !strchr(".(*-+/$\\", s[len])) && flags_is_name(eq + 1, len - (size_t)(eq + 1 - s))) {
			flags_define(t, s, len, line, 1);
		} else if (i == 0 && len && !eq && s + len < end && (s[len] == '(' || s[len] == '\\') && flags_is_name(s, len)) { /* -D'NAME(x)=..' */
			char given[120];
			snprintf(given, sizeof given, "%.*s=${}", (int)(len > 100 ? 100 : len), s);
			flags_define(t, given, strlen(given), line, 1);
		} else {
			return 0;
		}
		return (size_t)(s + len - p);
	}
	return 0;
}

int
read_flags(const char *path, const char *text, size_t n, fact_tree *t)
{
	const char *end = text + n;
	uint32_t line = 1;
	int comment = 0;

	fact_open(t, FACT_FILE, 1, FACT_DATA, path, strlen(path));
	for (const char *p = text; p < end && !t->nomem; p++) {
		size_t len;
		if (*p == '\n') {
			line++;
			comment = 0;
		}
		comment |= *p == '#' && (p == text || isspace((unsigned char)p[-1]));
		if (comment || *p != '-' || (p > text && !strchr(" \t\n'\"=,([", p[-1])))
			continue;
		if ((len = flag(t, p, end, line)) > 0)
			p += len - 1;
	}
	fact_close(t);
	return t->nomem ? -1 : 0;
}
