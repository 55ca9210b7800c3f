#include "json_arrays.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json_path.h"
#include "unit.h"

enum { DEPTH = 64 };

typedef struct {
	as_rows *rows;
	const cJSON *root;
	size_t arrays;
} job;

/* The values from root to v; how many, 0 if v is not below. */
static size_t
ancestors(const cJSON *at, const cJSON *v, const cJSON **way, size_t n)
{
	const cJSON *child;
	size_t found;

	way[n++] = at;
	if (at == v)
		return n;
	if (n < DEPTH)
		cJSON_ArrayForEach(child, at)
			if ((child == v || child->child) && (found = ancestors(child, v, way, n)) > 0)
				return found;
	return 0;
}

static int
take(void *arg, const cJSON *v, const char *where, as_err *e)
{
	job *j = arg;
	const cJSON *way[DEPTH], *x;
	size_t n = ancestors(j->root, v, way, 0);
	const char *name = v->string ? v->string : "value", *unit;
	double ms;

	if (!cJSON_IsArray(v))
		return as_fail(e, NULL, 0, "--json: '%s' is no array", where);
	unit = as_unit_of_column((as_str){name, strlen(name)});
	ms = unit ? as_unit_ms((as_str){unit, strlen(unit)}) : 0;
	as_rows_series(j->rows);
	/* the outer ones first, so that the inner ones stand */
	for (size_t i = 0; i < n; i++)
		if (cJSON_IsObject(way[i]))
			as_rows_members(j->rows, way[i]);
	cJSON_ArrayForEach(x, v) {
		if (!cJSON_IsNumber(x))
			return as_fail(e, NULL, 0, "--json: '%s' holds a value that is no number", where);
		if (ms > 0)
			as_rows_time(j->rows, x->valuedouble, ms);
		else {
			as_rows_json(j->rows, name, x);
			as_rows_end(j->rows);
		}
	}
	j->arrays++;
	return 0;
}

/* "results[].times" as "results[*].times". */
static char *
path_of(const char *path)
{
	char *out = malloc(2 * strlen(path) + 1), *to = out;

	for (const char *p = path; out && *p; p++) {
		*to++ = *p;
		if (*p == '[' && p[1] == ']')
			*to++ = '*';
	}
	if (out)
		*to = '\0';
	return out;
}

int
as_json_arrays(as_rows *r, const cJSON *o, const char *path, as_err *e)
{
	job j = {r, o, 0};
	char *text = path_of(path);
	as_path *p = NULL;
	int rc;

	if (!text)
		return as_nomem(e);
	rc = as_path_parse(&p, text, e);
	if (rc == 0)
		rc = as_path_each(p, o, take, &j, e);
	if (rc == 0 && j.arrays == 0)
		rc = as_fail(e, NULL, 0, "--json: nothing stands at '%s'", path);
	as_path_free(p);
	free(text);
	return rc;
}
