/* The strict validator. Recursive descent: the depth limit bounds the stack. */
#include "json.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "num.h"
#include "utf8.h"

typedef struct {
	const char *s;
	size_t n;
	size_t line;
	char *own; /* unescaped copy that s points to, or NULL: s is in the text */
} key;

typedef struct {
	const char *p, *end;
	const char *file;
	size_t line, values;
	int depth;
	key *keys; /* of all objects that are open, the innermost one's last */
	size_t nkeys, cap;
	as_err *e;
} check;

static int value(check *c);

#define FAIL(c, ...) as_fail((c)->e, (c)->file, (c)->line, __VA_ARGS__)

static int
expected(check *c, const char *what)
{
	unsigned char b;

	if (c->p == c->end)
		return FAIL(c, "expected %s, found the end of input", what);
	b = (unsigned char)*c->p;
	if (b < 0x20 || b >= 0x7f)
		return FAIL(c, "expected %s, found byte 0x%02x", what, b);
	return FAIL(c, "expected %s, found '%c'", what, b);
}

static void
blanks(check *c)
{
	for (; c->p < c->end; c->p++) {
		if (*c->p == '\n')
			c->line++;
		else if (*c->p != ' ' && *c->p != '\t' && *c->p != '\r')
			return;
	}
}

static int
starts(const check *c, const char *word)
{
	size_t n = strlen(word);

	return (size_t)(c->end - c->p) >= n && memcmp(c->p, word, n) == 0;
}

static int
digits(check *c)
{
	const char *from = c->p;

	while (c->p < c->end && *c->p >= '0' && *c->p <= '9')
		c->p++;
	return c->p > from;
}

static int
number(check *c)
{
	const char *from = c->p, *first;
	int n;
	double x;

	if (*c->p == '-')
		c->p++;
	if (starts(c, "Infinity"))
		return FAIL(c, "-Infinity is not a JSON number");
	first = c->p;
	if (!digits(c))
		return expected(c, "a digit after '-'");
	if (*first == '0' && c->p - first > 1)
		return FAIL(c, "number with a leading zero");
	if (c->p < c->end && *c->p == '.') {
		c->p++;
		if (!digits(c))
			return expected(c, "a digit after the decimal point");
	}
	if (c->p < c->end && (*c->p == 'e' || *c->p == 'E')) {
		c->p++;
		if (c->p < c->end && (*c->p == '+' || *c->p == '-'))
			c->p++;
		if (!digits(c))
			return expected(c, "a digit in the exponent");
	}
	if (c->p - from > AS_JSON_MAX_NUMBER)
		return FAIL(c, "number of more than %d characters", AS_JSON_MAX_NUMBER);
	n = (int)(c->p - from);
	if (as_num_parse(from, (size_t)n, &x) != AS_NUM_OK)
		return FAIL(c, "number over the range of a double: %.*s", n, from);
	return 0;
}

/* The four hex digits after \u: the code unit, or -1. */
static long
hex4(const char *p, const char *end)
{
	char digits[5] = "";

	if (end - p < 4)
		return -1;
	memcpy(digits, p, 4);
	return strspn(digits, "0123456789abcdefABCDEF") == 4 ? strtol(digits, NULL, 16) : -1;
}

/* c->p is at the character after the backslash; steps over the escape and
 * gives its code point. */
static int
escape(check *c, uint32_t *u)
{
	static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
	const char *at;
	long hi, lo;

	if (c->p == c->end)
		return FAIL(c, "unterminated string");
	if (*c->p != 'u') {
		if (*c->p == '\0' || !(at = strchr(from, *c->p)))
			return expected(c, "one of \"\\/bfnrtu after the backslash");
		*u = (unsigned char)to[at - from];
		c->p++;
		return 0;
	}
	if ((hi = hex4(c->p + 1, c->end)) < 0)
		return FAIL(c, "\\u without four hexadecimal digits");
	if (hi == 0)
		return FAIL(c, "\\u0000 in a string");
	c->p += 5;
	*u = (uint32_t)hi;
	if (hi < 0xd800 || hi > 0xdfff)
		return 0;
	if (hi > 0xdbff || !starts(c, "\\u") || (lo = hex4(c->p + 2, c->end)) < 0xdc00 || lo > 0xdfff)
		return FAIL(c, "lone surrogate \\u%04lx in a string", hi);
	c->p += 6;
	*u = (uint32_t)(0x10000 + ((hi - 0xd800) << 10) + (lo - 0xdc00));
	return 0;
}

/* A string; c->p is at its quote. Gives where its raw text begins and ends. */
static int
string(check *c, const char **from, const char **to, int *escaped)
{
	*from = ++c->p;
	*escaped = 0;
	for (;;) {
		const char *plain = c->p;
		size_t n;
		uint32_t u;

		while (c->p < c->end && *c->p != '"' && *c->p != '\\' && (unsigned char)*c->p >= 0x20)
			c->p++;
		n = (size_t)(c->p - plain);
		if (as_utf8_invalid(plain, n) < n)
			return FAIL(c, "invalid UTF-8 in a string (byte 0x%02x)",
			    (unsigned char)plain[as_utf8_invalid(plain, n)]);
		if (c->p == c->end || *c->p == '"')
			break;
		if (*c->p != '\\')
			return FAIL(c, "control character 0x%02x in a string", (unsigned)*c->p);
		*escaped = 1;
		c->p++;
		if (escape(c, &u) != 0)
			return -1;
	}
	if (c->p == c->end)
		return FAIL(c, "unterminated string");
	*to = c->p++;
	return 0;
}

/* Replaces the raw text of a key, which holds escapes, by what it stands for: no escape is shorter
 * than its UTF-8. */
static int
unescape(check *c, key *k)
{
	check in = {.p = k->s, .end = k->s + k->n, .e = c->e};
	char *out = k->own = malloc(k->n);
	uint32_t u;

	if (!out)
		return as_nomem(c->e);
	while (in.p < in.end) {
		if (*in.p != '\\') {
			*out++ = *in.p++;
			continue;
		}
		in.p++;
		escape(&in, &u);
		out += utf8proc_encode_char((utf8proc_int32_t)u, (utf8proc_uint8_t *)out);
	}
	k->s = k->own;
	k->n = (size_t)(out - k->own);
	return 0;
}

static int
push_key(check *c)
{
	const char *from, *to;
	int escaped;
	key *k;

	if (string(c, &from, &to, &escaped) != 0)
		return -1;
	if (as_grow(&c->keys, c->nkeys, &c->cap, sizeof *c->keys) != 0)
		return as_nomem(c->e);
	k = &c->keys[c->nkeys++];
	*k = (key){.s = from, .n = (size_t)(to - from), .line = c->line};
	return escaped ? unescape(c, k) : 0;
}

static void
pop_keys(check *c, size_t base)
{
	while (c->nkeys > base)
		free(c->keys[--c->nkeys].own);
}

static int
by_text(const void *a, const void *b)
{
	const key *x = a, *y = b;
	int d;

	if (x->n != y->n)
		return x->n < y->n ? -1 : 1;
	d = memcmp(x->s, y->s, x->n);
	return d ? d : (x->line > y->line) - (x->line < y->line);
}

/* Looks for two equal keys among those from base on. Sorting, unlike hashing,
 * has no input that makes it slow. */
static int
unique_keys(check *c, size_t base)
{
	key *k = c->keys + base;
	size_t n = c->nkeys - base;

	if (n < 2)
		return 0;
	qsort(k, n, sizeof *k, by_text);
	for (size_t i = 1; i < n; i++)
		if (k[i].n == k[i - 1].n && memcmp(k[i].s, k[i - 1].s, k[i].n) == 0)
			return as_fail(c->e, c->file, k[i].line, "duplicate key \"%.*s\"",
			    (int)(k[i].n < 200 ? k[i].n : 200), k[i].s);
	return 0;
}

/* A key, and the colon behind it. */
static int
member(check *c)
{
	blanks(c);
	if (c->p == c->end || *c->p != '"')
		return expected(c, "a key in double quotes");
	if (push_key(c) != 0)
		return -1;
	blanks(c);
	if (c->p == c->end || *c->p != ':')
		return expected(c, "':' after a key");
	c->p++;
	return 0;
}

/* An object or an array. */
static int
nested(check *c)
{
	const int object = *c->p++ == '{';
	const char close = object ? '}' : ']';
	const size_t base = c->nkeys;
	int rc = 0;

	if (++c->depth > AS_JSON_MAX_DEPTH)
		return FAIL(c, "nested deeper than %d levels", AS_JSON_MAX_DEPTH);
	blanks(c);
	if (c->p < c->end && *c->p == close)
		c->p++;
	else
		do
			if ((object && member(c) != 0) || value(c) != 0)
				rc = -1;
			else if (c->p == c->end || (*c->p != ',' && *c->p != close))
				rc = expected(c, object ? "',' or '}' in an object" : "',' or ']' in an array");
		while (rc == 0 && *c->p++ == ',');
	if (rc == 0)
		rc = unique_keys(c, base);
	pop_keys(c, base);
	c->depth--;
	return rc;
}

static int
literal(check *c)
{
	static const char *const good[] = {"true", "false", "null"};
	static const char *const bad[] = {"NaN", "nan", "Infinity", "inf"};

	for (size_t i = 0; i < sizeof good / sizeof *good; i++)
		if (starts(c, good[i])) {
			c->p += strlen(good[i]);
			return 0;
		}
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		if (starts(c, bad[i]))
			return FAIL(c, "%s is not a JSON number", bad[i]);
	return expected(c, "a value");
}

/* A value and the blanks around it. */
static int
value(check *c)
{
	const char *from, *to;
	int escaped, rc;

	blanks(c);
	if (++c->values > AS_JSON_MAX_VALUES)
		return FAIL(c, "more than %d values", AS_JSON_MAX_VALUES);
	if (c->p == c->end)
		rc = expected(c, "a value");
	else if (*c->p == '{' || *c->p == '[')
		rc = nested(c);
	else if (*c->p == '"')
		rc = string(c, &from, &to, &escaped);
	else if (*c->p == '-' || (*c->p >= '0' && *c->p <= '9'))
		rc = number(c);
	else
		rc = literal(c);
	if (rc == 0)
		blanks(c);
	return rc;
}

int
as_json_check(const char *text, size_t n, const char *file, size_t line0, as_err *e)
{
	check c = {.p = text, .end = text + n, .file = file, .line = line0, .e = e};
	int rc;

	if (n > AS_JSON_MAX_SIZE)
		return as_fail(e, file, 0, "larger than %d bytes", AS_JSON_MAX_SIZE);
	if (starts(&c, "\xef\xbb\xbf"))
		return FAIL(&c, "byte order mark before the JSON value");
	rc = value(&c);
	if (rc == 0 && c.p < c.end)
		rc = expected(&c, "nothing after the JSON value");
	pop_keys(&c, 0);
	free(c.keys);
	return rc;
}
