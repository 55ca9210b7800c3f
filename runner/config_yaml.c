/* Values of a YAML document, each checked, with the line in messages. */
#include "config_impl.h"

#include <stdlib.h>
#include <string.h>

#include "input.h"
#include "num.h"

enum { MOST_BYTES = 1 << 20 };

int
rr_document_open(rr_reader *r, const char *path, as_err *e)
{
	yaml_parser_t parser;
	yaml_document_t next;
	char *text;
	size_t n;
	int rc = -1, more = 0;

	*r = (rr_reader){.path = path, .e = e};
	if (as_slurp(path, MOST_BYTES, &text, &n, e) < 0)
		return -1;
	if (!yaml_parser_initialize(&parser)) {
		free(text);
		return as_nomem(e);
	}
	yaml_parser_set_input_string(&parser, (const unsigned char *)text, n);
	if (yaml_parser_load(&parser, &r->doc)) {
		if (!yaml_document_get_root_node(&r->doc))
			as_fail(e, path, 0, "is empty");
		else if ((more = yaml_parser_load(&parser, &next)) && yaml_document_get_root_node(&next))
			as_fail(e, path, next.start_mark.line + 1, "more than one document");
		else
			rc = more ? 0 : -1;
		if (more)
			yaml_document_delete(&next);
		if (rc < 0)
			yaml_document_delete(&r->doc);
	}
	if (parser.error)
		as_fail(e, path, parser.problem_mark.line + 1, "%s",
		    parser.problem ? parser.problem : "cannot be read");
	yaml_parser_delete(&parser);
	free(text);
	return rc;
}

size_t
rr_line_of(const yaml_node_t *n)
{
	return n->start_mark.line + 1;
}

const char *
rr_scalar(rr_reader *r, const yaml_node_t *n, const char *key)
{
	if (n->type != YAML_SCALAR_NODE) {
		as_fail(r->e, r->path, rr_line_of(n), "%s: a single value is expected", key);
		return NULL;
	}
	return (const char *)n->data.scalar.value;
}

int
rr_take_int(rr_reader *r, const yaml_node_t *n, const char *key, long least, long most, long *out)
{
	const char *s = rr_scalar(r, n, key);
	int64_t v;

	if (!s)
		return -1;
	if (as_int_parse(s, strlen(s), &v) != AS_NUM_OK || v < least || v > most)
		return as_fail(r->e, r->path, rr_line_of(n),
		    "%s: %s is not a whole number from %ld to %ld", key, s, least, most);
	*out = (long)v;
	return 0;
}

int
rr_take_count(rr_reader *r, yaml_node_t *v, const char *key, long least, long most, int *out)
{
	long n;

	if (rr_take_int(r, v, key, least, most, &n) < 0)
		return -1;
	*out = (int)n;
	return 0;
}

int
rr_take_str(rr_reader *r, const yaml_node_t *n, const char *key, char *out, size_t size)
{
	const char *s = rr_scalar(r, n, key);

	if (!s)
		return -1;
	if (strlen(s) >= size)
		return as_fail(r->e, r->path, rr_line_of(n), "%s: it is longer than %zu bytes", key, size - 1);
	snprintf(out, size, "%s", s);
	return 0;
}

int
rr_bad(rr_reader *r, const yaml_node_t *n, const char *key, const char *known)
{
	return as_fail(r->e, r->path, rr_line_of(n), "%s: %s is not known (known: %s)", key,
	    (const char *)n->data.scalar.value, known);
}

int
rr_take_word(rr_reader *r, yaml_node_t *v, const char *key, const char *words, int *out)
{
	const char *s = rr_scalar(r, v, key);
	int i = 0;

	for (const char *w = words; s && w; w = strchr(w, ' '), w = w ? w + 1 : NULL, i++)
		if (strncmp(w, s, strcspn(w, ",")) == 0 && strlen(s) == strcspn(w, ",")) {
			*out = i;
			return 0;
		}
	return s ? rr_bad(r, v, key, words) : -1;
}

int
rr_is_null(const yaml_node_t *n)
{
	const char *s = n->type == YAML_SCALAR_NODE ? (const char *)n->data.scalar.value : "-";

	return n->type == YAML_SCALAR_NODE && n->data.scalar.style == YAML_PLAIN_SCALAR_STYLE &&
	    (!*s || strcmp(s, "null") == 0 || strcmp(s, "~") == 0);
}

int
rr_each(rr_reader *r, yaml_node_t *map, const char *prefix, rr_handler *take)
{
	if (map->type != YAML_MAPPING_NODE)
		return as_fail(r->e, r->path, rr_line_of(map), "%s: a mapping of keys to values is expected",
		    *prefix ? prefix : "the file");
	for (yaml_node_pair_t *p = map->data.mapping.pairs.start; p < map->data.mapping.pairs.top; p++) {
		yaml_node_t *k = yaml_document_get_node(&r->doc, p->key),
		    *v = yaml_document_get_node(&r->doc, p->value);
		const char *key;
		int known = 1;
		if (!(key = rr_scalar(r, k, "a key")))
			return -1;
		for (yaml_node_pair_t *q = map->data.mapping.pairs.start; q < p; q++) {
			yaml_node_t *o = yaml_document_get_node(&r->doc, q->key);
			if (o->type == YAML_SCALAR_NODE && strcmp((const char *)o->data.scalar.value, key) == 0)
				return as_fail(r->e, r->path, rr_line_of(k),
				    "key %s%s%s occurs twice", prefix, *prefix ? "." : "", key);
		}
		if (take(r, prefix, key, v, &known) < 0)
			return -1;
		if (!known)
			return as_fail(r->e, r->path, rr_line_of(k), "unknown key %s%s%s", prefix,
			    *prefix ? "." : "", key);
	}
	return 0;
}

int
rr_list(rr_reader *r, yaml_node_t *v, const char *key, rr_taker *take)
{
	if (v->type != YAML_SEQUENCE_NODE || v->data.sequence.items.start == v->data.sequence.items.top)
		return as_fail(r->e, r->path, rr_line_of(v), "%s: a list that is not empty is expected", key);
	for (yaml_node_item_t *i = v->data.sequence.items.start; i < v->data.sequence.items.top; i++)
		if (take(r, yaml_document_get_node(&r->doc, *i)) < 0)
			return -1;
	return 0;
}
