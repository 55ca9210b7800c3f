#include "json_arrays.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "json_path.h"
#include "unit.h"

enum { DEPTH = AS_JSON_MAX_DEPTH + 1 };

typedef struct {
	as_rows *rows;
	const cJSON *root;
	size_t arrays;
	const cJSON *way[DEPTH]; /* (n) from the root to the value at hand */
	size_t n;
} job;

/* Goes on to v: values come in the order of the document. */
static void
go_to(job *j, const cJSON *v)
{
	if (j->n == 0)
		j->way[j->n++] = j->root;
	while (j->n > 0 && j->way[j->n - 1] != v) {
		const cJSON *at = j->way[j->n - 1];

		if (at->child && j->n < DEPTH) {
			j->way[j->n++] = at->child;
			continue;
		}
		while (j->n > 0 && !j->way[j->n - 1]->next)
			j->n--;
		if (j->n > 0)
			j->way[j->n - 1] = j->way[j->n - 1]->next;
	}
}

static int
take(void *arg, const cJSON *v, const char *where, as_err *e)
{
	job *j = arg;
	const char *name = NULL;
	const cJSON *x;
	double ms;

	as_rows_from(j->rows, v);
	go_to(j, v);
	for (size_t i = j->n; i > 0 && !name; i--)
		name = j->way[i - 1]->string; /* an array in an array is called as that */
	name = name ? name : "value";
	if (!cJSON_IsArray(v))
		return as_fail(e, NULL, 0, "--json: '%s' is not an array", where);
	ms = as_column_ms((as_str){name, strlen(name)});
	as_rows_series(j->rows);
	/* the outer ones first, so that the inner ones stand */
	for (size_t i = 0; i < j->n; i++)
		if (cJSON_IsObject(j->way[i]))
			as_rows_members(j->rows, j->way[i]);
	cJSON_ArrayForEach(x, v) {
		as_rows_from(j->rows, x);
		if (!cJSON_IsNumber(x))
			return as_fail(e, NULL, 0, "--json: '%s' holds a value that is not a number", where);
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
	job j = {.rows = r, .root = o};
	char *text = path_of(path);
	as_path *p = NULL;
	int rc;

	if (!text)
		return as_nomem(e);
	rc = as_path_parse(&p, text, e);
	if (rc == 0)
		rc = as_path_each(p, o, take, &j, e);
	if (rc == 0 && j.arrays == 0)
		rc = as_fail(e, NULL, 0, "--json: the file has nothing at '%s'", path);
	as_path_free(p);
	free(text);
	return rc;
}
