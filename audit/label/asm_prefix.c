/* asm_prefix.c - see asm_prefix.h. */
#include "asm_prefix.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST = 80, MOST = 16 /* texts that a word may come to */, DEEPEST = 8 };

/* What a text may come to: several where a word is defined more than once. */
typedef struct { char s[MOST][LONGEST]; int n; int none; /* it is no one name */ } texts;

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
	char text[LONGEST];

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

/* A line without its end; it is written to. */
static int
one_line(asm_prefixes *a, char *line)
{
	char *p = line + blanks(line);
	size_t n;

	if (*p == '%')
		return x86inc(a, p);
	if (*p == '#') {
		p += 1 + blanks(p + 1);
		if (strncmp(p, "define", 6) != 0 || !blanks(p + 6))
			return 0;
		p += 6 + blanks(p + 6);
		n = word(p);
		if (!n || p[n] == '(') /* what it does to its arguments is taken to be pasting */
			return 0;
		return keep(&a->define, p, strcspn(p, "\r/"));
	}
	n = word(p);
	if (n && p[n] == '\\' && strchr(p + n, ':'))
		return keep(&a->joined, p, n);
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

static void
append(texts *t, const char *s, size_t n)
{
	for (int i = 0; i < t->n; i++) {
		size_t has = strlen(t->s[i]);
		if (has + n < LONGEST) {
			memcpy(t->s[i] + has, s, n);
			t->s[i][has + n] = '\0';
		} else
			t->none = 1;
	}
}

/* Each text of t with each of more behind it. */
static void
append_each(texts *t, const texts *more)
{
	texts all = {.none = t->none || more->none};

	for (int i = 0; i < t->n; i++)
		for (int k = 0; k < more->n && all.n < MOST; k++) {
			size_t n = strlen(t->s[i]), m = strlen(more->s[k]);
			if (n + m >= LONGEST)
				continue;
			memcpy(all.s[all.n], t->s[i], n);
			memcpy(all.s[all.n++] + n, more->s[k], m + 1);
		}
	*t = all;
}

/* What the text from *p on comes to, as far as a comma or the parenthesis that ends it. */
static void
expand(const asm_prefixes *a, const char **p, int depth, texts *out)
{
	int words = 0, pasted = 1;

	*out = (texts){.n = 1};
	for (;;) {
		size_t n;
		*p += blanks(*p);
		n = word(*p);
		if (n && (*p)[n] == '(') {
			*p += n;
			do {
				texts one;
				++*p;
				if (depth >= DEEPEST) {
					out->none = 1;
					return;
				}
				expand(a, p, depth + 1, &one);
				append_each(out, &one);
			} while (**p == ',');
			if (**p != ')') {
				out->none = 1;
				return;
			}
			++*p;
		} else if (n) {
			texts all = {0};
			for (uint32_t i = 0; i < a->define.n && depth < DEEPEST; i++) {
				const char *text = a->define.str[i] + n;
				texts one;
				if (strncmp(a->define.str[i], *p, n) != 0 || (*text && !blanks(text)))
					continue;
				expand(a, &text, depth + 1, &one);
				for (int k = 0; k < one.n && all.n < MOST && !one.none && !*text; k++)
					strcpy(all.s[all.n++], one.s[k]);
			}
			if (all.n)
				append_each(out, &all);
			else
				append(out, is_text(*p, n) ? *p : "##", is_text(*p, n) ? n : 2);
			*p += n;
		} else if (strncmp(*p, "##", 2) == 0) {
			*p += 2;
			pasted = 1;
			continue;
		} else
			break;
		if (words++ && !pasted)
			out->none = 1;
		pasted = 0;
	}
	if (**p && **p != ',' && **p != ')')
		out->none = 1;
}

int
asm_prefixes_settle(asm_prefixes *a)
{
	for (uint32_t i = 0; i < a->joined.n; i++) {
		const char *p = a->joined.str[i];
		texts all;
		expand(a, &p, 0, &all);
		for (int k = 0; k < all.n && !all.none; k++) {
			const char *s = all.s[k];
			size_t n = strlen(s);
			if (n > 1 && s[n - 1] == '_' && strspn(s, "_#") < n && keep(&a->prefix, s, n) != 0)
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
}
