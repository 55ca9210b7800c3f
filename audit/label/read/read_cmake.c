/* read_cmake.c - what CMake files say of macros and options, as facts. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "build_flags.h"
#include "grow.h"
#include "read_data.h"

enum { MAX_ARGS = 65536 };

typedef struct {
	char *s;        /* with quotes, brackets and escapes undone; NUL-terminated */
	uint32_t line;
} argument;

typedef struct {
	const char *p, *end;
	uint32_t line;
	fact_tree *t;
	char *room;     /* as long as the text: for an argument that is read */
	argument *arg; size_t narg, cap; /* of the command that is read */
	int open;       /* if(), function(), ... that are not closed */
	const char *why;
} reader;

static int
nomem(reader *r)
{
	r->t->nomem = 1;
	return -1;
}

/* Steps over one character and counts lines. */
static void
step(reader *r)
{
	r->line += *r->p++ == '\n';
}

/* At "[", "=" any number, "[": the number of "=", else -1. */
static int
bracket(const reader *r)
{
	const char *p = r->p + 1;

	if (r->p >= r->end || *r->p != '[')
		return -1;
	while (p < r->end && *p == '=')
		p++;
	return p < r->end && *p == '[' ? (int)(p - r->p - 1) : -1;
}

/* The text of a bracket with n "=": gives where it begins and ends. */
static void
bracketed(reader *r, int n, const char **from, const char **to)
{
	r->p += n + 2;
	for (*from = r->p; r->p < r->end; step(r)) {
		const char *q = r->p + 1;

		if (*r->p != ']')
			continue;
		while (q < r->end && *q == '=')
			q++;
		if (q < r->end && *q == ']' && q - r->p - 1 == n) {
			*to = r->p;
			r->p = q + 1;
			return;
		}
	}
	*to = r->end;
	r->why = "a bracket that is not closed";
}

/* Blanks and comments. */
static void
blanks(reader *r)
{
	while (r->p < r->end) {
		const char *from, *to;
		uint32_t line = r->line;
		int n;

		if (isspace((unsigned char)*r->p)) {
			step(r);
			continue;
		}
		if (*r->p != '#')
			return;
		r->p++;
		if ((n = bracket(r)) >= 0)
			bracketed(r, n, &from, &to);
		else {
			for (from = r->p; r->p < r->end && *r->p != '\n'; r->p++)
				;
			to = r->p;
		}
		while (from < to && (*from == ' ' || *from == '#'))
			from++;
		fact_open(r->t, FACT_COMMENT, line, 0, from, (size_t)(to - from));
		fact_close(r->t);
	}
}

static int
push(reader *r, const char *s, size_t n, uint32_t line)
{
	if (r->narg == MAX_ARGS) {
		r->why = "too many arguments";
		return -1;
	}
	if (as_grow(&r->arg, r->narg, &r->cap, sizeof *r->arg) != 0 || !(r->arg[r->narg].s = strndup(s, n)))
		return nomem(r);
	r->arg[r->narg++].line = line;
	return 0;
}

/* An argument in quotes, or one that ends at a blank or a parenthesis. */
static int
argument_at(reader *r)
{
	int quoted = *r->p == '"';
	uint32_t line = r->line;
	char *s = r->room;
	size_t n = 0;

	if (quoted)
		r->p++;
	while (r->p < r->end && (quoted ? *r->p != '"' : !isspace((unsigned char)*r->p) && !strchr("()#", *r->p))) {
		if (*r->p == '\\' && r->p + 1 < r->end) {
			r->p++;
			if (*r->p != '\n')
				s[n++] = *r->p == 'n' ? '\n' : *r->p == 't' ? '\t' : *r->p;
			step(r);
			continue;
		}
		if (!quoted && *r->p == '"') { /* -DX="a b" of old: the quotes belong to it */
			do {
				s[n++] = *r->p;
				step(r);
			} while (r->p < r->end && *r->p != '"');
			if (r->p == r->end)
				break;
		}
		s[n++] = *r->p;
		step(r);
	}
	if (quoted && r->p < r->end)
		r->p++;
	else if (quoted)
		r->why = "a string that is not closed";
	return push(r, s, n, line);
}

/* What stands between the parentheses of a command; r->p is behind the first. */
static int
arguments(reader *r)
{
	int depth = 1;

	for (;;) {
		const char *from, *to;
		uint32_t line;
		int n;

		blanks(r);
		if (r->p == r->end) {
			r->why = "a command that is not closed";
			return 0;
		}
		line = r->line;
		if (*r->p == '(' || *r->p == ')') {
			depth += *r->p == '(' ? 1 : -1;
			r->p++;
			if (depth == 0)
				return 0;
		} else if ((n = bracket(r)) >= 0) {
			bracketed(r, n, &from, &to);
			if (push(r, from, (size_t)(to - from), line) != 0)
				return -1;
		} else if (argument_at(r) != 0)
			return -1;
	}
}

/* A macro that is defined as -D says: NAME or NAME=value. */
static void
define(reader *r, const char *s, size_t n, uint32_t line)
{
	const char *colon = memmem(s, n, "$<", 2) == s ? memrchr(s, ':', n) : NULL;
	int open = r->open > 0 || colon;

	if (colon) { /* $<condition:NAME> */
		n -= (size_t)(colon + 1 - s);
		s = colon + 1;
		while (n > 0 && s[n - 1] == '>')
			n--;
	}
	if (n > 2 && s[0] == '-' && s[1] == 'D') {
		s += 2;
		n -= 2;
	}
	flags_define(r->t, s, n, line, open);
}

/* -DNAME=value anywhere in an argument, as in a string of compiler flags. */
static void
defines_in(reader *r, const argument *a)
{
	for (const char *p = a->s; (p = strstr(p, "-D")); p++)
		if (p == a->s || isspace((unsigned char)p[-1]) || p[-1] == ':' || p[-1] == ';') {
			size_t n = strcspn(p, " \t\n;>");

			define(r, p, n, a->line);
		}
}

/* A variable that who builds may set, and that #cmakedefine makes a macro. */
static void
option(reader *r, const argument *name, const char *s)
{
	static const char *const on[] = {"ON", "TRUE", "YES", "Y", "1"};
	static const char *const off[] = {"OFF", "FALSE", "NO", "N", "0", ""};
	int is_on = 0, is_off = 0;

	if (!flags_is_name(name->s, strlen(name->s)))
		return;
	for (size_t i = 0; i < sizeof on / sizeof *on; i++)
		is_on |= strcasecmp(s, on[i]) == 0;
	for (size_t i = 0; i < sizeof off / sizeof *off; i++)
		is_off |= strcasecmp(s, off[i]) == 0;
	fact_open(r->t, FACT_DECL, name->line, FACT_MACRO | FACT_OPEN, "", 0);
	fact_leaf(r->t, FACT_NAME, name->line, name->s);
	fact_open(r->t, FACT_DEFAULT, name->line, 0, "", 0);
	if (is_on || is_off)
		fact_leaf(r->t, FACT_BOOL, name->line, is_on ? "1" : "0");
	else
		fact_leaf(r->t, strchr(s, '$') ? FACT_UNKNOWN : FACT_STR, name->line, s);
	fact_close(r->t);
	fact_close(r->t);
}

static void
call(reader *r, const char *name, size_t n, uint32_t line)
{
	fact_open(r->t, FACT_CALL, line, 0, "", 0);
	fact_open(r->t, FACT_NAME, line, 0, name, n);
	fact_close(r->t);
	for (size_t i = 0; i < r->narg; i++) {
		fact_open(r->t, FACT_ARG, r->arg[i].line, 0, "", 0);
		fact_leaf(r->t, strstr(r->arg[i].s, "${") || strstr(r->arg[i].s, "$<") ? FACT_UNKNOWN : FACT_STR,
		    r->arg[i].line, r->arg[i].s);
		fact_close(r->t);
	}
	fact_close(r->t);
}

static int
is(const char *name, size_t n, const char *word)
{
	return strlen(word) == n && strncasecmp(name, word, n) == 0;
}

/* A command with its arguments read. */
static void
command(reader *r, const char *name, size_t n, uint32_t line)
{
	static const char *const opens[] = {"if", "function", "macro", "foreach", "while"};
	static const char *const closes[] = {"endif", "endfunction", "endmacro", "endforeach", "endwhile"};
	int all = is(name, n, "add_compile_definitions") || is(name, n, "target_compile_definitions"), defines = all;

	for (size_t i = 0; i < sizeof opens / sizeof *opens; i++) {
		if (is(name, n, opens[i])) {
			r->open++;
			return;
		}
		if (is(name, n, closes[i])) {
			r->open -= r->open > 0;
			return;
		}
	}
	if (is(name, n, "else") || is(name, n, "elseif"))
		return;
	if (is(name, n, "option") && r->narg > 0)
		option(r, &r->arg[0], r->narg > 2 ? r->arg[2].s : "OFF");
	else if (is(name, n, "set") && r->narg > 3 && strcmp(r->arg[2].s, "CACHE") == 0)
		option(r, &r->arg[0], r->arg[1].s);
	for (size_t i = 0; i < r->narg; i++) {
		const argument *a = &r->arg[i];

		if (strcmp(a->s, "COMPILE_DEFINITIONS") == 0)
			defines = 1;
		else if (strcmp(a->s, "PRIVATE") == 0 || strcmp(a->s, "PUBLIC") == 0 || strcmp(a->s, "INTERFACE") == 0)
			continue;
		else if (defines && !(all && i == 0 && is(name, n, "target_compile_definitions")) && strncmp(a->s, "-D", 2) != 0)
			define(r, a->s, strlen(a->s), a->line);
		else
			defines_in(r, a);
	}
	call(r, name, n, line);
}

int
read_cmake(const char *path, const char *text, size_t n, fact_tree *t)
{
	reader r = {.p = text, .end = text + n, .line = 1, .t = t, .room = malloc(n + 1)};

	if (!r.room)
		return nomem(&r);
	fact_open(t, FACT_FILE, 1, FACT_DATA, path, strlen(path));
	for (blanks(&r); r.p < r.end && !r.why && !t->nomem; blanks(&r)) {
		const char *name = r.p;
		uint32_t line = r.line;
		size_t len;

		while (r.p < r.end && (isalnum((unsigned char)*r.p) || *r.p == '_'))
			r.p++;
		len = (size_t)(r.p - name);
		while (r.p < r.end && (*r.p == ' ' || *r.p == '\t'))
			r.p++;
		if (len == 0 || r.p == r.end || *r.p != '(') { /* a line of a template, perhaps */
			fact_leaf(t, FACT_ERROR, line, "no command of CMake");
			while (r.p < r.end && *r.p != '\n')
				r.p++;
			continue;
		}
		r.p++;
		if (arguments(&r) == 0 && !r.why)
			command(&r, name, len, line);
		while (r.narg > 0)
			free(r.arg[--r.narg].s);
	}
	if (r.why && !t->nomem)
		fact_leaf(t, FACT_ERROR, r.line, r.why);
	fact_close(t);
	free(r.arg);
	free(r.room);
	return t->nomem ? -1 : 0;
}
