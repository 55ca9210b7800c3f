/* read_json.c - JSON as facts with their lines, which cJSON does not keep. */
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "read_data.h"

typedef struct {
	const char *p; /* in text that as_json_check has passed, and that ends in a byte 0 */
	uint32_t line;
	char *room;    /* as long as the text: for a string without its escapes */
	fact_tree *t;
} reader;

static void
blanks(reader *r)
{
	for (; *r->p == ' ' || *r->p == '\t' || *r->p == '\r' || *r->p == '\n'; r->p++)
		r->line += *r->p == '\n';
}

static void
string(reader *r)
{
	const char *from = ++r->p;
	size_t n;

	while (*r->p != '"')
		r->p += *r->p == '\\' ? 2 : 1;
	n = as_json_unescape(from, (size_t)(r->p++ - from), r->room);
	fact_open(r->t, FACT_STR, r->line, 0, r->room, n);
	fact_close(r->t);
}

static void
number(reader *r)
{
	const char *from = r->p;
	int whole = 1, minus = *from == '-';

	for (; *r->p && strchr("+-.eE0123456789", *r->p); r->p++)
		whole &= (*r->p >= '0' && *r->p <= '9') || r->p == from;
	if (minus)
		fact_open(r->t, FACT_UN, r->line, 0, "-", 1);
	fact_open(r->t, whole ? FACT_INT : FACT_FLOAT, r->line, 0, from + minus, (size_t)(r->p - from) - (size_t)minus);
	fact_close(r->t);
	if (minus)
		fact_close(r->t);
}

static void value(reader *r);

/* The items of an array or an object up to its closing bracket. */
static void
items(reader *r, char close, int pairs)
{
	r->p++;
	for (blanks(r); *r->p != close; blanks(r)) {
		if (*r->p == ',') {
			r->p++;
			blanks(r);
		}
		if (pairs) {
			fact_open(r->t, FACT_PAIR, r->line, 0, "", 0);
			string(r);
			blanks(r);
			r->p++; /* the colon */
			blanks(r);
		}
		value(r);
		if (pairs)
			fact_close(r->t);
	}
	r->p++;
}

/* Its depth is in the limit of as_json_check. */
static void
value(reader *r)
{
	blanks(r);
	switch (*r->p) {
	case '{':
	case '[':
		fact_open(r->t, *r->p == '{' ? FACT_DICT : FACT_LIST, r->line, 0, "", 0);
		items(r, *r->p == '{' ? '}' : ']', *r->p == '{');
		fact_close(r->t);
		break;
	case '"': string(r); break;
	case 't': r->p += 4; fact_leaf(r->t, FACT_BOOL, r->line, "1"); break;
	case 'f': r->p += 5; fact_leaf(r->t, FACT_BOOL, r->line, "0"); break;
	case 'n': r->p += 4; fact_leaf(r->t, FACT_NONE, r->line, ""); break;
	default: number(r);
	}
}

int
read_json(const char *path, const char *text, size_t n, fact_tree *t)
{
	reader r = {.p = text, .line = 1, .t = t};
	as_err e;

	fact_open(t, FACT_FILE, 1, FACT_DATA, path, strlen(path));
	if (as_json_check(text, n, path, 1, &e) != 0)
		fact_leaf(t, FACT_ERROR, e.line ? (uint32_t)e.line : 1, e.msg);
	else if (!(r.room = malloc(n)))
		t->nomem = 1;
	else
		value(&r);
	free(r.room);
	fact_close(t);
	return t->nomem ? -1 : 0;
}
