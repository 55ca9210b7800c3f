#include "yamlread.h"

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "input.h"
#include "json.h"
#include "num.h"

enum { MAX_SIZE = 16 * 1024 * 1024 };

typedef struct {
	yaml_parser_t p;
	const char *path;
	as_err *e;
} reader;

static int
fail_at(reader *r, const yaml_mark_t *m, const char *what)
{
	return as_fail(r->e, r->path, m->line + 1, "%s", what);
}

static int
next(reader *r, yaml_event_t *ev)
{
	if (yaml_parser_parse(&r->p, ev))
		return 0;
	return as_fail(r->e, r->path, r->p.problem_mark.line + 1, "%s",
	    r->p.problem ? r->p.problem : "not YAML");
}

/* YAML 1.2 core schema, decimal only. */
static cJSON *
scalar(const char *s, size_t n, int plain)
{
	double x;

	if (plain) {
		if (n == 0 || strcmp(s, "null") == 0 || strcmp(s, "~") == 0)
			return cJSON_CreateNull();
		if (strcmp(s, "true") == 0 || strcmp(s, "True") == 0)
			return cJSON_CreateTrue();
		if (strcmp(s, "false") == 0 || strcmp(s, "False") == 0)
			return cJSON_CreateFalse();
		if (as_num_parse(s, n, &x) == AS_NUM_OK)
			return cJSON_CreateNumber(x);
	}
	return cJSON_CreateString(s);
}

static int value(reader *r, yaml_event_t *ev, int depth, cJSON **out);

/* The key that ev is, malloc'd; NULL with an error. Takes ev. */
static char *
key_of(reader *r, yaml_event_t *ev, const cJSON *map)
{
	const char *s = ev->type == YAML_SCALAR_EVENT ? (char *)ev->data.scalar.value : NULL;
	char *key = NULL;

	if (!s || strlen(s) != ev->data.scalar.length || strcmp(s, "<<") == 0)
		fail_at(r, &ev->start_mark, "a key must be plain text");
	else if (cJSON_GetObjectItemCaseSensitive(map, s))
		as_fail(r->e, r->path, ev->start_mark.line + 1, "duplicate key '%.80s'", s);
	else if (!(key = strdup(s)))
		as_nomem(r->e);
	yaml_event_delete(ev);
	return key;
}

/* What belongs to a list or a mapping, to its end. */
static int
members(reader *r, int depth, cJSON *all)
{
	const int map = cJSON_IsObject(all);
	yaml_event_t ev;
	cJSON *v;
	char *key = NULL;
	int rc;

	for (;;) {
		if (next(r, &ev) != 0)
			return -1;
		if (ev.type == (map ? YAML_MAPPING_END_EVENT : YAML_SEQUENCE_END_EVENT)) {
			yaml_event_delete(&ev);
			return 0;
		}
		if (map && (!(key = key_of(r, &ev, all)) || next(r, &ev) != 0)) {
			free(key);
			return -1;
		}
		if ((rc = value(r, &ev, depth, &v)) == 0 && map)
			cJSON_AddItemToObject(all, key, v);
		else if (rc == 0)
			cJSON_AddItemToArray(all, v);
		free(key);
		if (rc != 0)
			return -1;
	}
}

/* Takes ev, and what belongs to it. */
static int
value(reader *r, yaml_event_t *ev, int depth, cJSON **out)
{
	yaml_mark_t at = ev->start_mark;
	yaml_event_type_t type = ev->type;
	int rc = 0;

	*out = NULL;
	if (type == YAML_SCALAR_EVENT) {
		int plain = ev->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;

		if (ev->data.scalar.anchor || ev->data.scalar.tag)
			rc = fail_at(r, &at, "anchors and tags are not taken");
		else if (strlen((char *)ev->data.scalar.value) != ev->data.scalar.length)
			rc = fail_at(r, &at, "a byte 0 in text");
		else
			*out = scalar((char *)ev->data.scalar.value, ev->data.scalar.length, plain);
	} else if (type == YAML_SEQUENCE_START_EVENT || type == YAML_MAPPING_START_EVENT) {
		const void *anchor = type == YAML_SEQUENCE_START_EVENT ? ev->data.sequence_start.anchor :
		    ev->data.mapping_start.anchor;

		if (anchor)
			rc = fail_at(r, &at, "anchors and tags are not taken");
		else if (depth >= AS_JSON_MAX_DEPTH)
			rc = fail_at(r, &at, "nested too deep");
		else
			*out = type == YAML_SEQUENCE_START_EVENT ? cJSON_CreateArray() : cJSON_CreateObject();
	} else
		rc = fail_at(r, &at, type == YAML_ALIAS_EVENT ? "aliases are not taken" : "a value is missing");
	yaml_event_delete(ev);
	if (rc == 0 && !*out)
		rc = as_nomem(r->e);
	if (rc == 0 && type != YAML_SCALAR_EVENT)
		rc = members(r, depth + 1, *out);
	if (rc != 0) {
		cJSON_Delete(*out);
		*out = NULL;
	}
	return rc;
}

/* Stream and document around the one value. */
static int
document(reader *r, cJSON **out)
{
	static const yaml_event_type_t before[] = {YAML_STREAM_START_EVENT, YAML_DOCUMENT_START_EVENT};
	yaml_event_t ev;

	for (size_t i = 0; i < 2; i++) {
		if (next(r, &ev) != 0)
			return -1;
		if (ev.type != before[i]) {
			yaml_event_delete(&ev);
			return as_fail(r->e, r->path, 0, "empty input");
		}
		yaml_event_delete(&ev);
	}
	if (next(r, &ev) != 0 || value(r, &ev, 0, out) != 0)
		return -1;
	if (next(r, &ev) != 0) /* end of the document */
		return -1;
	yaml_event_delete(&ev);
	if (next(r, &ev) != 0)
		return -1;
	if (ev.type != YAML_STREAM_END_EVENT) {
		fail_at(r, &ev.start_mark, "more than one document");
		yaml_event_delete(&ev);
		return -1;
	}
	yaml_event_delete(&ev);
	return 0;
}

int
as_yaml_read(const char *path, cJSON **out, as_err *e)
{
	reader r = {.path = path, .e = e};
	char *text;
	size_t n;
	int rc;

	*out = NULL;
	if (as_slurp(path, MAX_SIZE, &text, &n, e) != 0)
		return -1;
	if (!yaml_parser_initialize(&r.p)) {
		free(text);
		return as_nomem(e);
	}
	yaml_parser_set_input_string(&r.p, (unsigned char *)text, n);
	rc = document(&r, out);
	yaml_parser_delete(&r.p);
	free(text);
	if (rc != 0) {
		cJSON_Delete(*out);
		*out = NULL;
	}
	return rc;
}
