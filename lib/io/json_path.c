#include "json_path.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "json.h"
#include "num.h"

typedef enum { KEY, INDEX, ANY } kind;

typedef struct {
	kind kind;
	char *key;    /* KEY; behind the steps */
	size_t index; /* INDEX */
} step;

struct as_path {
	size_t n;
	step step[];
};

/* Reads a quoted key at *p (its opening quote) into buf, which holds at least
 * strlen(*p) bytes. Returns whether it is well-formed. */
static int
quoted(const char **p, char *buf)
{
	const char *s = *p + 1;

	for (; *s != '"'; s++) {
		if (*s == '\\' && (s[1] == '"' || s[1] == '\\'))
			s++;
		if (*s == '\0')
			return 0;
		*buf++ = *s;
	}
	*buf = '\0';
	*p = s + 1;
	return 1;
}

/* What stands in brackets at *p: ["key"], [*] or [0]. */
static int
bracket(const char **p, step *st, char *buf)
{
	const char *s = *p + 1;
	int64_t index;
	size_t n;

	if (*s == '"') {
		st->kind = KEY;
		if (!quoted(&s, buf))
			return 0;
	} else if (*s == '*') {
		st->kind = ANY;
		s++;
	} else {
		st->kind = INDEX;
		n = strspn(s, "0123456789");
		if (as_int_parse(s, n, &index) != AS_NUM_OK)
			return 0;
		st->index = (size_t)index;
		s += n;
	}
	*p = s + 1;
	return *s == ']';
}

/* The next step at *p, which is not at the end. */
static int
next_step(const char **p, int first, step *st, char *buf)
{
	size_t n;

	*st = (step){.kind = KEY};
	if (**p == '[')
		return bracket(p, st, buf);
	if (!first && *(*p)++ != '.')
		return 0;
	if (**p == '"')
		return quoted(p, buf);
	n = strcspn(*p, ".[]\"");
	memcpy(buf, *p, n);
	buf[n] = '\0';
	*p += n;
	return n > 0;
}

int
as_path_parse(as_path **out, const char *text, as_err *e)
{
	/* each character may be a step, whose key is no longer than it and a NUL */
	size_t most = strlen(text) + 1;
	as_path *p = *out = calloc(1, sizeof *p + most * (sizeof *p->step + 2));
	char *key;

	if (!p)
		return as_nomem(e);
	key = (char *)(p->step + most);
	for (const char *at = text; *at; p->n++) {
		step *st = &p->step[p->n];

		if (!next_step(&at, p->n == 0, st, key)) {
			as_path_free(p);
			*out = NULL;
			return as_fail(e, NULL, 0, "malformed path '%s'", text);
		}
		st->key = key;
		key += st->kind == KEY ? strlen(key) + 1 : 0;
	}
	return 0;
}

void
as_path_free(as_path *p)
{
	free(p);
}

typedef struct {
	char *where; /* path of the value at hand, NUL-terminated */
	size_t n, cap;
	as_path_take *take;
	void *arg;
	as_err *e;
} walk;

static int
put(walk *w, const char *s, size_t n)
{
	if (as_grow(&w->where, w->n + n, &w->cap, 1) != 0)
		return as_nomem(w->e);
	memcpy(w->where + w->n, s, n);
	w->where[w->n += n] = '\0';
	return 0;
}

/* Appends the step to v, a member of an object (by its key) or the i-th element
 * of an array. A key is quoted also where a list of fields would want it. */
static int
put_step(walk *w, const cJSON *v, size_t i)
{
	char num[32];
	const char *key = v->string;

	if (!key)
		return put(w, num, (size_t)snprintf(num, sizeof num, "[%zu]", i));
	if (*key && !key[strcspn(key, ".[]\"\\*:,() \t\r\n")])
		return (w->n && put(w, ".", 1) != 0) || put(w, key, strlen(key)) != 0 ? -1 : 0;
	if (put(w, "[\"", 2) != 0)
		return -1;
	for (; *key; key++)
		if (((*key == '"' || *key == '\\') && put(w, "\\", 1) != 0) || put(w, key, 1) != 0)
			return -1;
	return put(w, "\"]", 2);
}

static int
each(walk *w, const step *st, size_t nstep, const cJSON *v)
{
	const cJSON *child;
	size_t i = 0, n = w->n;
	int rc = 0;

	if (nstep == 0)
		return w->take(w->arg, v, w->where, w->e);
	cJSON_ArrayForEach(child, v) { /* of objects too */
		if (st->kind == ANY || (st->kind == KEY && child->string &&
		    strcmp(child->string, st->key) == 0) ||
		    (st->kind == INDEX && !child->string && st->index == i))
			if ((rc = put_step(w, child, i)) != 0 || (rc = each(w, st + 1, nstep - 1, child)) != 0)
				return rc;
		w->where[w->n = n] = '\0';
		i++;
	}
	return rc;
}

static int
is_leaf(const cJSON *v)
{
	const cJSON *child;

	if (cJSON_IsObject(v))
		return !v->child;
	cJSON_ArrayForEach(child, v)
		if (cJSON_IsObject(child) || cJSON_IsArray(child))
			return 0;
	return 1;
}

static int
leaves(walk *w, const cJSON *v)
{
	const cJSON *child;
	size_t i = 0, n = w->n;
	int rc;

	if (is_leaf(v))
		return w->take(w->arg, v, w->where, w->e);
	cJSON_ArrayForEach(child, v) {
		if ((rc = put_step(w, child, i++)) != 0 || (rc = leaves(w, child)) != 0)
			return rc;
		w->where[w->n = n] = '\0';
	}
	return 0;
}

int
as_path_each(const as_path *p, const cJSON *root, as_path_take *take, void *arg, as_err *e)
{
	walk w = {.take = take, .arg = arg, .e = e};
	int rc = put(&w, "", 0);

	if (rc == 0)
		rc = p ? each(&w, p->step, p->n, root) : leaves(&w, root);
	free(w.where);
	return rc;
}

static int
take_first(void *arg, const cJSON *v, const char *where, as_err *e)
{
	(void)where;
	(void)e;
	*(const cJSON **)arg = v;
	return 1;
}

const cJSON *
as_json_at(const cJSON *root, const char *path)
{
	const cJSON *v = NULL;
	as_path *p;
	as_err e;

	if (root == NULL)
		return NULL;
	if (as_path_parse(&p, path, &e) == 0)
		as_path_each(p, root, take_first, &v, &e);
	as_path_free(p);
	return v;
}

double
as_json_number(const cJSON *root, const char *path)
{
	const cJSON *v = as_json_at(root, path);

	return cJSON_IsNumber(v) ? v->valuedouble : NAN;
}
