/* read_yaml.c - YAML as facts. lib/yamlread.h takes only what a file of claims
 * needs; a tree's own files have anchors, tags, merge keys and several documents. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <yaml.h>

#include "read_data.h"
#include "words.h"

enum { MAX_DEPTH = 100, MAX_NODES = 1 << 20, MAX_ANCHORS = 4096 };

typedef struct {
	yaml_parser_t p;
	fact_tree *t;
	uint32_t first;    /* node of the FILE */
	char *name[MAX_ANCHORS]; uint32_t at[MAX_ANCHORS]; int n; /* anchors */
	char why[200];     /* what was wrong, "" nothing */
	uint32_t line;
} reader;

static int
fail(reader *r, size_t line, const char *why)
{
	snprintf(r->why, sizeof r->why, "%s", why);
	r->line = (uint32_t)line + 1;
	return -1;
}

static int
next(reader *r, yaml_event_t *ev)
{
	if (yaml_parser_parse(&r->p, ev))
		return 0;
	return fail(r, r->p.problem_mark.line, r->p.problem ? r->p.problem : "not YAML");
}

static int
is_one_of(const char *s, const char *const *word)
{
	while (*word && strcmp(s, *word) != 0)
		word++;
	return *word != NULL;
}

/* Is that, of n letters, a number by another base: 010, 0x10, 0b10? In decimal in out. */
static int
based(const char *s, size_t n, char out[24])
{
	int base = s[0] != '0' || n < 2 ? 0 : s[1] == 'x' ? 16 : s[1] == 'b' ? 2 : 8;
	const char *from = s + (base == 8 ? 1 : 2), *of = base == 16 ? "0123456789abcdefABCDEF" : base == 8 ? "01234567" : "01";

	if (!base || n > 16 || from >= s + n || strspn(from, of) != (size_t)(s + n - from))
		return 0;
	snprintf(out, 24, "%llu", strtoull(from, NULL, base));
	return 1;
}

/* A plain scalar by YAML 1.1; numbers in decimal. */
static void
plain(fact_tree *t, const char *s, size_t n, uint32_t line)
{
	static const char *const none[] = {"", "~", "null", "Null", "NULL", NULL};
	static const char *const yes[] = {"true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON", NULL};
	static const char *const no[] = {"false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF", NULL};
	const char *digits = s + (*s == '-' || *s == '+');
	size_t whole = strspn(digits, "0123456789"), rest = n - (size_t)(digits - s);
	char whole_as[24];
	int minus = *s == '-', by_base = based(digits, rest, whole_as), real = rest > whole && digits[whole] == '.' && whole + strspn(digits + whole, ".eE+-0123456789") == rest;

	if (is_one_of(s, none))
		fact_leaf(t, FACT_NONE, line, "");
	else if (is_one_of(s, yes))
		fact_leaf(t, FACT_BOOL, line, "1");
	else if (is_one_of(s, no))
		fact_leaf(t, FACT_BOOL, line, "0");
	else if (by_base || (whole > 0 && (real || (whole == rest && (*digits != '0' || rest == 1))))) { /* 08 is text */
		if (minus)
			fact_open(t, FACT_UN, line, 0, "-", 1);
		fact_leaf(t, real ? FACT_FLOAT : FACT_INT, line, by_base ? whole_as : digits);
		if (minus)
			fact_close(t);
	} else
		fact_leaf(t, FACT_STR, line, s);
}

/* A tag by which Python makes an object: a call of the tag, with the value as its argument. */
static int
makes(const reader *r, const yaml_char_t *tag, size_t line)
{
	static const char *const plain[] = {"tuple", "str", "unicode", "int", "long", "float", "bool", "none", "dict", "list", "bytes", "complex"};
	const char *s = (const char *)tag;
	char name[300];

	if (!s || strncmp(s, "tag:yaml.org,2002:python/", 25) != 0 || AS_AMONG(s + 25, plain))
		return 0;
	snprintf(name, sizeof name, "!!%s", s + 18);
	fact_open(r->t, FACT_CALL, (uint32_t)line + 1, 0, "", 0);
	fact_leaf(r->t, FACT_NAME, (uint32_t)line + 1, name);
	fact_open(r->t, FACT_ARG, (uint32_t)line + 1, 0, "", 0);
	return 1;
}

static void
made(const reader *r)
{
	fact_close(r->t);
	fact_close(r->t);
}

static void
scalar(reader *r, const yaml_event_t *ev)
{
	const char *s = (const char *)ev->data.scalar.value, *tag = (const char *)ev->data.scalar.tag;
	uint32_t line = (uint32_t)ev->start_mark.line + 1;

	if (strlen(s) != ev->data.scalar.length)
		fact_leaf(r->t, FACT_UNKNOWN, line, "text with a byte 0");
	else if (tag && strncmp(tag, "tag:yaml.org,2002:", 18) != 0 && strcmp(tag, "!") != 0)
		fact_leaf(r->t, FACT_UNKNOWN, line, s);
	else if (ev->data.scalar.style == YAML_PLAIN_SCALAR_STYLE && !(tag && strcmp(tag, "tag:yaml.org,2002:str") == 0))
		plain(r->t, s, ev->data.scalar.length, line);
	else
		fact_leaf(r->t, FACT_STR, line, s);
}

static int
anchor(reader *r, const yaml_char_t *name, uint32_t at)
{
	if (!name || r->n == MAX_ANCHORS)
		return 0;
	if (!(r->name[r->n] = strdup((const char *)name))) {
		r->t->nomem = 1;
		return -1;
	}
	r->at[r->n++] = at;
	return 0;
}

/* Levels below node i; what is closed is no deeper than FACT_MAX_DEPTH. */
static uint32_t
height(const fact_tree *t, uint32_t i)
{
	uint32_t most = 0, h;

	FACT_EACH_KID(t, i, kid)
		if ((h = height(t, kid) + 1) > most)
			most = h;
	return most;
}

/* The newest anchor of that name is meant; one whose value is still open holds itself. */
static int
alias(reader *r, const char *name, uint32_t line)
{
	int i = r->n - 1;

	while (i >= 0 && strcmp(r->name[i], name) != 0)
		i--;
	for (uint32_t k = 0; i >= 0 && k < r->t->nopen; k++)
		if (r->t->open[k] == r->at[i])
			i = -1;
	if (i < 0)
		fact_leaf(r->t, FACT_UNKNOWN, line, name);
	else if (r->t->nopen + height(r->t, r->at[i]) >= FACT_MAX_DEPTH)
		return fail(r, line - 1, "nested too deep");
	else
		fact_copy(r->t, r->at[i]);
	return 0;
}

static int value(reader *r, yaml_event_t *ev, int depth);

static int
collection(reader *r, yaml_event_t *ev, int depth)
{
	int map = ev->type == YAML_MAPPING_START_EVENT, rc;
	const yaml_char_t *name = map ? ev->data.mapping_start.anchor : ev->data.sequence_start.anchor;
	int object = makes(r, map ? ev->data.mapping_start.tag : ev->data.sequence_start.tag, ev->start_mark.line);
	uint32_t at = fact_open(r->t, map ? FACT_DICT : FACT_LIST, (uint32_t)ev->start_mark.line + 1, 0, "", 0);

	if (depth == MAX_DEPTH)
		return fail(r, ev->start_mark.line, "nested too deep");
	if (anchor(r, name, at) != 0)
		return -1;
	for (;;) {
		yaml_event_t one;

		if (next(r, &one) != 0)
			return -1;
		if (one.type == YAML_MAPPING_END_EVENT || one.type == YAML_SEQUENCE_END_EVENT) {
			yaml_event_delete(&one);
			break;
		}
		if (map) {
			int merges = one.type == YAML_SCALAR_EVENT && one.data.scalar.style == YAML_PLAIN_SCALAR_STYLE &&
			    strcmp((char *)one.data.scalar.value, "<<") == 0;

			fact_open(r->t, FACT_PAIR, (uint32_t)one.start_mark.line + 1, merges ? FACT_STARSTAR : 0, "", 0);
			if (merges)
				yaml_event_delete(&one);
			else if (value(r, &one, depth + 1) != 0)
				return -1;
			if (next(r, &one) != 0)
				return -1;
		}
		rc = value(r, &one, depth + 1);
		if (rc != 0)
			return -1;
		if (map)
			fact_close(r->t);
	}
	fact_close(r->t);
	if (object)
		made(r);
	return 0;
}

/* Takes ev, and what belongs to it. */
static int
value(reader *r, yaml_event_t *ev, int depth)
{
	int rc = 0;

	if (r->t->nomem)
		rc = -1;
	else if (r->t->n - r->first > MAX_NODES)
		rc = fail(r, ev->start_mark.line, "too many values, counting those behind aliases");
	else if (ev->type == YAML_SCALAR_EVENT) {
		int object;
		rc = anchor(r, ev->data.scalar.anchor, r->t->n);
		object = makes(r, ev->data.scalar.tag, ev->start_mark.line);
		scalar(r, ev);
		if (object)
			made(r);
	} else if (ev->type == YAML_ALIAS_EVENT)
		rc = alias(r, (const char *)ev->data.alias.anchor, (uint32_t)ev->start_mark.line + 1);
	else
		rc = collection(r, ev, depth);
	yaml_event_delete(ev);
	return rc;
}

/* All documents of the stream; -1 with r->why, or out of memory. */
static int
documents(reader *r)
{
	uint32_t from = r->t->n;
	int n = 0;

	for (;;) {
		yaml_event_t ev;
		yaml_event_type_t type;

		if (next(r, &ev) != 0)
			return -1;
		type = ev.type;
		if (type == YAML_STREAM_START_EVENT || type == YAML_DOCUMENT_START_EVENT || type == YAML_DOCUMENT_END_EVENT ||
		    type == YAML_STREAM_END_EVENT) {
			yaml_event_delete(&ev);
			if (type == YAML_STREAM_END_EVENT)
				break;
			continue;
		}
		if (value(r, &ev, 0) != 0)
			return -1;
		n++;
	}
	if (n > 1)
		fact_wrap(r->t, from, FACT_LIST, 1, 0, "", 0);
	if (n == 0)
		fact_leaf(r->t, FACT_NONE, 1, "");
	return 0;
}

/* Comments, which libyaml drops: a '#' that begins a line or follows a blank,
 * on a line without quotes before it. They are mentions, no more. */
static void
comments(fact_tree *t, const char *text, size_t n)
{
	const char *p = text, *end = text + n;

	for (uint32_t line = 1; p < end; line++) {
		const char *nl = memchr(p, '\n', (size_t)(end - p)), *stop = nl ? nl : end, *s = p;

		while (s < stop && *s != '"' && *s != '\'' && !(*s == '#' && (s == p || s[-1] == ' ' || s[-1] == '\t')))
			s++;
		if (s < stop && *s == '#') {
			for (s++; s < stop && (*s == ' ' || *s == '\t'); s++)
				;
			fact_open(t, FACT_COMMENT, line, 0, s, (size_t)(stop - s) - (stop > s && stop[-1] == '\r'));
			fact_close(t);
		}
		p = nl ? nl + 1 : end;
	}
}

int
read_yaml(const char *path, const char *text, size_t n, fact_tree *t)
{
	reader *r = calloc(1, sizeof *r);

	if (!r || !yaml_parser_initialize(&r->p)) {
		free(r);
		t->nomem = 1;
		return -1;
	}
	yaml_parser_set_input_string(&r->p, (const unsigned char *)text, n);
	r->t = t;
	r->first = fact_open(t, FACT_FILE, 1, FACT_DATA, path, strlen(path));
	if (documents(r) != 0 && !t->nomem) {
		fact_cut(t, r->first + 1, 1);
		fact_leaf(t, FACT_ERROR, r->line, r->why);
	} else
		comments(t, text, n);
	fact_close(t);
	yaml_parser_delete(&r->p);
	for (int i = 0; i < r->n; i++)
		free(r->name[i]);
	free(r);
	return t->nomem ? -1 : 0;
}
