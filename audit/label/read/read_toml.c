/* read_toml.c - TOML 1.0 as facts. A table may be added to from anywhere in the file, so the
 * values are put together first and written as facts then. */
#include <stdlib.h>
#include <string.h>

#include "read_data.h"
#include "utf8.h"

enum { MAX_DEPTH = 60, MAX_VALUES = 1 << 14 };

typedef struct item {
	fact_kind kind;      /* FACT_DICT, FACT_LIST: of items; else text */
	uint32_t line;
	int minus, closed;   /* closed: written inline, nothing is added to it */
	char *key, *text;
	size_t n;            /* bytes of text */
	struct item *first, *last, *next;
	struct item *made;   /* the item that was made before it, to free them */
} item;

typedef struct {
	const char *p, *end;
	char *room;          /* as long as the text: for a string without its escapes */
	uint32_t line, values;
	int depth;
	const char *why;     /* NULL: nothing was wrong */
	int nomem;
	item *made;
} reader;

static int
fail(reader *r, const char *why)
{
	if (!r->why)
		r->why = why;
	return -1;
}

static item *
make(reader *r, fact_kind kind, char *key)
{
	item *i = r->values++ < MAX_VALUES ? calloc(1, sizeof *i) : NULL;

	if (!i) {
		if (r->values <= MAX_VALUES)
			r->nomem = 1;
		free(key);
		fail(r, "too many values");
		return NULL;
	}
	*i = (item){.kind = kind, .line = r->line, .key = key, .made = r->made};
	r->made = i;
	return i;
}

static void
append(item *of, item *i)
{
	if (of->last)
		of->last->next = i;
	else
		of->first = i;
	of->last = i;
}

static int
at(const reader *r, const char *s)
{
	size_t n = strlen(s);

	return (size_t)(r->end - r->p) >= n && memcmp(r->p, s, n) == 0;
}

static void
blanks(reader *r)
{
	while (r->p < r->end && (*r->p == ' ' || *r->p == '\t'))
		r->p++;
}

/* Blanks, line ends and comments. */
static void
space(reader *r)
{
	for (; r->p < r->end; r->p++) {
		if (*r->p == '#')
			while (r->p < r->end && *r->p != '\n')
				r->p++;
		if (r->p == r->end || !strchr(" \t\r\n", *r->p))
			return;
		r->line += *r->p == '\n';
	}
}

/* What stands behind a backslash; its length at to, -1. */
static long
escape(reader *r, char *to)
{
	static const char from[] = "btnfr\"\\", is[] = "\b\t\n\f\r\"\\";
	const char *k;
	char digits[9] = "", *stop;
	int n;

	if (r->p == r->end)
		return fail(r, "text without an end");
	if ((k = memchr(from, *r->p, sizeof from - 1))) {
		*to = is[k - from];
		r->p++;
		return 1;
	}
	n = *r->p == 'u' ? 4 : *r->p == 'U' ? 8 : 0;
	if (!n || r->end - r->p <= n)
		return fail(r, "no such escape");
	memcpy(digits, r->p + 1, (size_t)n);
	unsigned long c = strtoul(digits, &stop, 16);
	if (stop != digits + n || c == 0 || c > 0x10ffff || (c >= 0xd800 && c < 0xe000))
		return fail(r, "no such character");
	r->p += n + 1;
	return (long)as_utf8_put(to, (uint32_t)c);
}

/* "...", '...', and those over several lines. NULL with r->why. */
static char *
string(reader *r, size_t *n)
{
	char q = *r->p, three[4] = {q, q, q, '\0'}, *out = r->room;
	int lines = at(r, three);
	long got;

	*n = 0;
	r->p += lines ? 3 : 1;
	if (lines && at(r, "\r"))
		r->p++;
	if (lines && at(r, "\n"))
		r->p++, r->line++;
	for (;;) {
		if (r->p == r->end || (!lines && *r->p == '\n')) {
			fail(r, "text without an end");
			break;
		}
		if (lines ? at(r, three) : *r->p == q) {
			for (r->p += lines ? 3 : 1; lines && r->p < r->end && *r->p == q; r->p++) /* quotes right before the end belong to it */
				out[(*n)++] = q;
			out[*n] = '\0';
			if (!(out = strdup(out)))
				r->nomem = 1;
			return out;
		}
		if (q == '"' && *r->p == '\\') {
			r->p++;
			if (lines && r->p < r->end && strchr(" \t\r\n", *r->p)) { /* the line goes on */
				for (; r->p < r->end && strchr(" \t\r\n", *r->p); r->p++)
					r->line += *r->p == '\n';
			} else if ((got = escape(r, out + *n)) < 0) {
				break;
			} else {
				*n += (size_t)got;
			}
			continue;
		}
		r->line += *r->p == '\n';
		out[(*n)++] = *r->p++;
	}
	return NULL;
}

static int
is_bare(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

static char *
key(reader *r)
{
	const char *from = r->p;
	size_t n;
	char *s;

	if (r->p < r->end && (*r->p == '"' || *r->p == '\'')) {
		s = string(r, &n);
		return s;
	}
	while (r->p < r->end && is_bare(*r->p))
		r->p++;
	if (r->p == from) {
		fail(r, "a key is missing");
		return NULL;
	}
	if (!(s = strndup(from, (size_t)(r->p - from))))
		r->nomem = 1;
	return s;
}

static item *
find(const item *of, const char *name)
{
	for (item *i = of->first; i; i = i->next)
		if (strcmp(i->key, name) == 0)
			return i;
	return NULL;
}

/* a.b.c below `of`: makes the tables on the way. *last: the last part of the key. NULL with r->why. */
static item *
way(reader *r, item *of, char **last)
{
	for (int parts = 1;; parts++) {
		char *s = parts <= MAX_DEPTH ? key(r) : NULL;
		item *i;
		if (!s) {
			fail(r, "nested too deep");
			return NULL;
		}
		blanks(r);
		if (r->p == r->end || *r->p != '.') {
			*last = s;
			return of;
		}
		r->p++;
		blanks(r);
		if ((i = find(of, s))) {
			free(s);
		} else {
			if (!(i = make(r, FACT_DICT, s)))
				return NULL;
			append(of, i);
		}
		if (i->kind == FACT_LIST && !i->closed && i->last)
			i = i->last;
		if (i->kind != FACT_DICT || i->closed) {
			fail(r, "a key below what is no table");
			return NULL;
		}
		of = i;
	}
}

static item *value(reader *r, char *name);

/* KEY = VALUE */
static int
pair(reader *r, item *of)
{
	char *last;
	item *i;

	if (!(of = way(r, of, &last)))
		return -1;
	if (find(of, last) || r->p == r->end || *r->p != '=') {
		free(last);
		return fail(r, r->p < r->end && *r->p == '=' ? "a key that is there already" : "no `=` behind a key");
	}
	r->p++;
	blanks(r);
	if (!(i = value(r, last)))
		return -1;
	append(of, i);
	return 0;
}

static item *
several(reader *r, char *name)
{
	char close = *r->p == '[' ? ']' : '}';
	item *all = make(r, close == ']' ? FACT_LIST : FACT_DICT, name), *i;

	if (!all)
		return NULL;
	if (++r->depth > MAX_DEPTH) {
		fail(r, "nested too deep");
		return NULL;
	}
	all->closed = 1;
	for (r->p++, space(r); r->p < r->end && *r->p != close; space(r)) {
		if (close == '}') {
			if (pair(r, all) != 0)
				return NULL;
		} else if (!(i = value(r, NULL))) {
			return NULL;
		} else {
			append(all, i);
		}
		space(r);
		if (r->p == r->end || (*r->p != ',' && *r->p != close))
			break;
		r->p += *r->p == ',';
	}
	if (r->p == r->end || *r->p != close) {
		fail(r, "no end of what a bracket begins");
		return NULL;
	}
	r->p++;
	r->depth--;
	return all;
}

/* Numbers and dates, without the lines between their digits. */
static int
scalar(reader *r, item *i)
{
	const char *from = r->p;
	char *s;
	size_t n = 0;

	while (r->p < r->end && !strchr(",]}# \t\r\n", *r->p))
		r->p++;
	if (r->p == from)
		return fail(r, "a value is missing");
	if (!(i->text = s = malloc((size_t)(r->p - from) + 1))) {
		r->nomem = 1;
		return -1;
	}
	i->minus = *from == '-';
	for (from += *from == '-' || *from == '+'; from < r->p; from++)
		if (*from != '_')
			s[n++] = *from;
	s[n] = '\0';
	i->n = n;
	if (strspn(s, "0123456789") == n && n > 0)
		i->kind = FACT_INT;
	else if (n > 0 && s[0] >= '0' && s[0] <= '9' && strspn(s, "0123456789.eE+-") == n && strpbrk(s, ".eE"))
		i->kind = FACT_FLOAT;
	else if (n > 0 && ((s[0] >= '0' && s[0] <= '9') || strcmp(s, "inf") == 0 || strcmp(s, "nan") == 0))
		i->kind = FACT_UNKNOWN; /* a date, another base */
	else
		return fail(r, "no value of TOML");
	return 0;
}

/* Takes name. */
static item *
value(reader *r, char *name)
{
	item *i;

	if (r->p < r->end && (*r->p == '[' || *r->p == '{'))
		return several(r, name);
	if (!(i = make(r, FACT_STR, name)))
		return NULL;
	if (r->p < r->end && (*r->p == '"' || *r->p == '\'')) {
		i->text = string(r, &i->n);
		return i->text ? i : NULL;
	}
	if (at(r, "true") || at(r, "false")) {
		i->kind = FACT_BOOL;
		i->text = strdup(*r->p == 't' ? "1" : "0");
		i->n = 1;
		r->p += *r->p == 't' ? 4 : 5;
		return i->text ? i : NULL;
	}
	return scalar(r, i) == 0 ? i : NULL;
}

/* [a.b] and [[a.b]]: the table that what follows belongs to. */
static item *
header(reader *r, item *root)
{
	int list = at(r, "[[");
	char *last;
	item *of, *i;

	r->p += list ? 2 : 1;
	blanks(r);
	if (!(of = way(r, root, &last)))
		return NULL;
	i = find(of, last);
	if (i)
		free(last);
	else if ((i = make(r, list ? FACT_LIST : FACT_DICT, last)))
		append(of, i);
	if (!i)
		return NULL;
	if (i->closed || i->kind != (list ? FACT_LIST : FACT_DICT) || !at(r, list ? "]]" : "]")) {
		fail(r, "no table");
		return NULL;
	}
	r->p += list ? 2 : 1;
	if (!list)
		return i;
	if (!(of = make(r, FACT_DICT, NULL)))
		return NULL;
	append(i, of);
	return of;
}

static int
document(reader *r, item *root)
{
	item *of = root;

	for (space(r); r->p < r->end; space(r)) {
		if (*r->p == '[') {
			if (!(of = header(r, root)))
				return -1;
		} else if (pair(r, of) != 0) {
			return -1;
		}
		blanks(r);
		if (r->p < r->end && !strchr("\r\n#", *r->p))
			return fail(r, "something behind a value");
	}
	return 0;
}

static int
height(const item *i)
{
	int most = 0, h;

	for (const item *k = i->first; k; k = k->next)
		if ((h = height(k) + 1) > most)
			most = h;
	return most;
}

static void
put(fact_tree *t, const item *i)
{
	if (i->minus)
		fact_open(t, FACT_UN, i->line, 0, "-", 1);
	fact_open(t, i->kind, i->line, 0, i->text ? i->text : "", i->n);
	for (const item *k = i->first; k; k = k->next) {
		if (k->key) {
			fact_open(t, FACT_PAIR, k->line, 0, "", 0);
			fact_leaf(t, FACT_STR, k->line, k->key);
		}
		put(t, k);
		if (k->key)
			fact_close(t);
	}
	fact_close(t);
	if (i->minus)
		fact_close(t);
}

int
read_toml(const char *path, const char *text, size_t n, fact_tree *t)
{
	reader r = {.p = text, .end = text + n, .line = 1};
	item *root = make(&r, FACT_DICT, NULL);

	r.nomem |= !(r.room = malloc(n + 1));
	fact_open(t, FACT_FILE, 1, FACT_DATA, path, strlen(path));
	if (root && r.room && !memchr(text, 0, n) && document(&r, root) == 0 && (height(root) <= MAX_DEPTH || fail(&r, "nested too deep") == 0))
		put(t, root);
	else if (!r.nomem)
		fact_leaf(t, FACT_ERROR, r.line, r.why ? r.why : "a byte 0");
	fact_close(t);
	free(r.room);
	for (item *next; r.made; r.made = next) {
		next = r.made->made;
		free(r.made->key);
		free(r.made->text);
		free(r.made);
	}
	t->nomem |= r.nomem;
	return t->nomem ? -1 : 0;
}
