/* asm_prefix.c - see asm_prefix.h. */
#include "asm_prefix.h"

#include <stdlib.h>
#include <string.h>

#include "../facts/texts.h"

enum { DEEPEST = 8, MOST_ARGS = 4, MOST_STEPS = 100000 };

/* Stands for the name that is given to the macro of the assembler. */
#define NAME_ITSELF "\1"

static size_t
blanks(const char *p)
{
	return strspn(p, " \t");
}

static size_t
word(const char *p)
{
	return strspn(p, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
}

static int
keep(as_intern *of, const char *s, size_t n)
{
	return n && as_intern_id(of, s, n) == UINT32_MAX ? -1 : 0;
}

/* %define private_prefix x */
static int
x86inc(asm_prefixes *a, const char *line)
{
	static const char *const keys[] = {"private_prefix", "public_prefix"};
	char text[TEXTS_LONGEST];

	for (size_t k = 0; k < 2; k++) {
		const char *at = strstr(line, keys[k]), *value;
		size_t n;
		if (!at || !memmem(line, (size_t)(at - line), "define", 6))
			continue;
		value = at + strlen(keys[k]);
		if (!blanks(value))
			continue;
		value += blanks(value);
		n = word(value);
		if (!n || n + 2 > sizeof text || value[n] == '%' || value[n] == '(' || memmem(value, n, "_prefix", 7))
			continue;
		memcpy(text, value, n);
		text[n] = '_';
		return keep(&a->prefix, text, n + 1);
	}
	return 0;
}

/* The name of a macro and its first parameter, at p; ends: what may not stand between them. */
static void
remember(asm_prefixes *a, const char *p, int called)
{
	size_t n = word(p), m;
	const char *q = p + n;

	*a->in = *a->given = '\0';
	if (!n || n >= sizeof a->in || (called && *q++ != '('))
		return;
	q += strspn(q, " \t,");
	m = word(q);
	if (!m || m >= sizeof a->given)
		return;
	memcpy(a->in, p, n);
	a->in[n] = '\0';
	memcpy(a->given, q, m);
	a->given[m] = '\0';
}

/* Is a line of a macro the label that its first parameter names: `\name:`, in a #define `name:`, of NASM `%1:`? */
static int
labels_given(const char *line, const char *given, int define)
{
	size_t n = strlen(given);

	if (*given == '%')
		return strncmp(line, given, n) == 0 && line[n] == ':';
	for (const char *at = line; n && (at = strstr(at, given)); at += n)
		if ((at == line || (define ? strchr(" \t;", at[-1]) != NULL : at[-1] == '\\')) && (define || at > line) && at[n] == ':' && line + strspn(line, define ? " \t;" : " \t\\") == at)
			return 1;
	return 0;
}

/* %macro name 1, %endmacro; p: behind the %. What a macro that stands in another makes is not told. */
static void
nasm_macro(asm_prefixes *a, const char *p)
{
	p += *p == 'i' || *p == 'r';
	if (strncmp(p, "macro", 5) == 0 && blanks(p + 5)) {
		size_t n = word(p += 5 + blanks(p + 5));
		*a->given = '\0';
		if (a->nested++ == 0 && n && n < sizeof a->in) {
			memcpy(a->in, p, n);
			a->in[n] = '\0';
			strcpy(a->given, "%1");
		}
	} else if (strncmp(p, "endmacro", 8) == 0) {
		a->nested -= a->nested > 0;
		*a->given = '\0';
	}
}

/* A line without its end; it is written to. */
static int
one_line(asm_prefixes *a, char *line)
{
	char *p = line + blanks(line);
	size_t n = strlen(line);
	int goes_on = n && line[n - 1] == '\\';

	if (*a->given && labels_given(p, a->given, a->joined_on) && keep(&a->defines, a->in, strlen(a->in)) != 0)
		return -1;
	if (a->joined_on) {
		a->joined_on = goes_on;
		if (!goes_on)
			*a->given = '\0';
		return 0;
	}
	if (*p == '%') {
		nasm_macro(a, p + 1);
		return x86inc(a, p);
	}
	if (*p == '#') {
		p += 1 + blanks(p + 1);
		if (strncmp(p, "define", 6) != 0 || !blanks(p + 6))
			return 0;
		p += 6 + blanks(p + 6);
		n = word(p);
		if (!n)
			return 0;
		if (goes_on) {
			a->joined_on = 1;
			remember(a, p, 1);
		}
		return keep(&a->define, p, strcspn(p, "\r/"));
	}
	if (strncmp(p, ".macro", 6) == 0 && blanks(p + 6)) {
		p += 6 + blanks(p + 6);
		remember(a, p, 0);
		a->asked |= strncmp(p, "function", 8) == 0 && !word(p + 8) && strstr(p, "export=0");
		return 0;
	}
	if (strncmp(p, ".endm", 5) == 0)
		*a->given = '\0';
	n = word(p);
	if (n && (p[n] == '\\' || p[n] == '(') && strchr(p, '\\') && strchr(p, ':'))
		return keep(&a->joined, p, strcspn(p, ":"));
	return 0;
}

int
asm_prefixes_read(asm_prefixes *a, const char *text, size_t n)
{
	char *room = malloc(n + 1), *p = room, *q;
	int rc = room ? 0 : -1;

	if (!room)
		return -1;
	memcpy(room, text, n);
	room[n] = '\0';
	a->nested = 0;
	*a->given = '\0';
	for (; rc == 0 && p < room + n; p = q + 1) {
		q = memchr(p, '\n', (size_t)(room + n - p));
		if (!q)
			q = room + n;
		*q = '\0';
		rc = one_line(a, p);
	}
	free(room);
	return rc;
}

/* A word that nothing defines: text as it stands, or what only the build knows. */
static int
is_text(const char *s, size_t n)
{
	return s[n - 1] == '_' || strcspn(s, "abcdefghijklmnopqrstuvwxyz") < n || strspn(s, "0123456789") == n;
}

/* What a macro of C is given: its parameters' names, each of them with what it comes to. */
typedef struct { const char *name; size_t n; texts text; } bound;

static void expand(asm_prefixes *a, const char **p, const bound *given, int ngiven, int depth, texts *out);

/* What the word at s comes to: what it is given for, its definitions, or itself. */
static void
expand_word(asm_prefixes *a, const char *s, size_t n, const bound *given, int ngiven, int depth, texts *out)
{
	texts all = {0};

	for (int i = 0; i < ngiven; i++)
		if (given[i].n == n && memcmp(given[i].name, s, n) == 0) {
			texts_append_each(out, &given[i].text);
			return;
		}
	for (uint32_t i = 0; i < a->define.n && depth < DEEPEST; i++) {
		const char *text = a->define.str[i] + n;
		texts one;
		if (strncmp(a->define.str[i], s, n) != 0 || (*text && !blanks(text)))
			continue;
		expand(a, &text, NULL, 0, depth + 1, &one);
		one.none |= *text != '\0';
		texts_also(&all, &one);
	}
	if (all.n)
		texts_append_each(out, &all);
	else
		texts_append(out, is_text(s, n) ? s : "##", is_text(s, n) ? n : 2);
}

/* NAME(arguments) with *p at the name. A macro that the files do not define is taken to paste. */
static void
expand_call(asm_prefixes *a, const char **p, const bound *given, int ngiven, int depth, texts *out)
{
	const char *name = *p;
	size_t n = word(name);
	bound arg[MOST_ARGS];
	int narg = 0;
	texts all = {0};

	*p += n;
	do {
		++*p;
		if (narg == MOST_ARGS || depth >= DEEPEST) {
			out->none = 1;
			return;
		}
		expand(a, p, given, ngiven, depth + 1, &arg[narg].text);
	} while (narg++, **p == ',');
	if (**p != ')') {
		out->none = 1;
		return;
	}
	++*p;
	for (uint32_t i = 0; i < a->define.n; i++) {
		const char *text = a->define.str[i] + n;
		texts one;
		int k = 0;
		if (strncmp(a->define.str[i], name, n) != 0 || *text != '(')
			continue;
		for (; k < narg && (*text == '(' || *text == ','); k++) {
			text += 1 + blanks(text + 1);
			arg[k].name = text;
			arg[k].n = word(text);
			text += arg[k].n + blanks(text + arg[k].n);
		}
		if (k != narg || *text++ != ')')
			continue;
		expand(a, &text, arg, narg, depth + 1, &one);
		one.none |= *text != '\0';
		texts_also(&all, &one);
	}
	if (all.n)
		texts_append_each(out, &all);
	for (int k = 0; k < narg && !all.n; k++)
		texts_append_each(out, &arg[k].text);
}

/* What the text from *p on comes to, as far as a comma or the parenthesis that ends it. */
static void
expand(asm_prefixes *a, const char **p, const bound *given, int ngiven, int depth, texts *out)
{
	*out = TEXTS_EMPTY;
	for (int words = 0;; words++) {
		const char *q = *p + blanks(*p);
		int joined = !words || (*q == '\\' && q == *p);
		size_t n;
		if (strncmp(q, "##", 2) == 0) {
			q += 2 + blanks(q + 2);
			joined = 1;
		}
		*p = q;
		n = word(q);
		if (!n && *q != '\\')
			break;
		if (!joined || a->steps++ > MOST_STEPS)
			out->none = 1;
		if (out->none)
			return;
		if (!n) { /* the parameter of the assembler's macro */
			texts_append(out, NAME_ITSELF, 1);
			*p += 1 + word(q + 1);
		} else if (q[n] == '(') {
			expand_call(a, p, given, ngiven, depth, out);
		} else {
			expand_word(a, q, n, given, ngiven, depth, out);
			*p += n;
		}
	}
	out->none |= **p && **p != ',' && **p != ')';
}

int
asm_prefixes_settle(asm_prefixes *a)
{
	for (uint32_t i = 0; i < a->joined.n; i++) {
		const char *p = a->joined.str[i];
		texts all;
		expand(a, &p, NULL, 0, 0, &all);
		for (int k = 0; k < all.n && !all.none && !*p; k++) {
			const char *s = all.s[k];
			size_t n = strcspn(s, NAME_ITSELF);
			if (n > 1 && strcmp(s + n, NAME_ITSELF) == 0 && s[n - 1] == '_' && strspn(s, "_#") < n && keep(&a->prefix, s, n) != 0)
				return -1;
		}
	}
	return 0;
}

void
asm_prefixes_free(asm_prefixes *a)
{
	as_intern_free(&a->prefix);
	as_intern_free(&a->define);
	as_intern_free(&a->joined);
	as_intern_free(&a->defines);
}
