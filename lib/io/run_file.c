#include "run_file.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "column_names.h"
#include "words.h"

static int
is_scalar(const cJSON *v)
{
	return !cJSON_IsObject(v) && !cJSON_IsArray(v);
}

static int
all_scalars(const cJSON *array)
{
	const cJSON *v;

	cJSON_ArrayForEach(v, array)
		if (!is_scalar(v))
			return 0;
	return 1;
}

int
as_run_is(const cJSON *o)
{
	return cJSON_IsObject(o) && cJSON_GetObjectItemCaseSensitive(o, "latencies_ms");
}

const cJSON *
as_run_uneven(const cJSON *o)
{
	static const char *const known[] = {"tokens", "event_ms", "cuda_event_ms", "ttft_ms",
	    "tokens_per_s", "served", "start_ns", "end_ns"};
	int n = cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(o, "latencies_ms"));
	const cJSON *v;

	cJSON_ArrayForEach(v, o)
		if (cJSON_IsArray(v) && v->child && AS_AMONG(v->string, known) && cJSON_GetArraySize(v) != n)
			return v;
	return NULL;
}

enum { MAX_COLUMNS = 256 };

/* Is the column not yet there, by its canonical name? First comes, first stays: spec before the top
 * level. An alias of what is there already is not the same: it keeps its own name. */
static int
is_new(const as_rows *r, const char **name)
{
	const char *canonical = as_canonical((as_str){*name, strlen(*name)}).s;

	*name = as_rows_has(r, canonical) ? *name : canonical;
	return !as_rows_has(r, *name);
}

static void
set(as_rows *r, const char *name, const cJSON *v)
{
	if (is_new(r, &name))
		as_rows_json(r, name, v);
}

static void
set_text(as_rows *r, const char *name, const char *text)
{
	if (text && is_new(r, &name))
		as_rows_text(r, name, text);
}

/* Columns that have a value of their own in each row: the next one. */
typedef struct {
	struct { const char *name; const cJSON *next; } c[MAX_COLUMNS];
	size_t n;
} arrays;

static void
add_array(as_rows *r, arrays *a, const char *name, const cJSON *array)
{
	if (!is_new(r, &name) || a->n == MAX_COLUMNS)
		return;
	a->c[a->n].name = name;
	a->c[a->n++].next = array->child;
	as_rows_json(r, name, NULL); /* its place among the columns */
}

/* The rows of a run, whose columns say where they stand (json_rows.c). */
static int
finish(as_rows *b, as_run *r, const char *file, size_t line, const char *what, as_err *e)
{
	int rc = as_rows_columns(b) > MAX_COLUMNS ?
	    as_fail(e, file, line, "over %d columns in one %s", MAX_COLUMNS, what) :
	    as_rows_finish(b, r, file, NULL, NULL, e);

	as_rows_free(b);
	free(r->place);
	r->place = NULL;
	return rc;
}

/* What the run itself says, in spec or at the top; else what its path says. */
static const char *
own_name(const cJSON *o, const cJSON *spec, const char *name, const char *of_path)
{
	const cJSON *in_spec = cJSON_GetObjectItemCaseSensitive(spec, name);
	const cJSON *at_top = cJSON_GetObjectItemCaseSensitive(o, name);

	return cJSON_IsString(in_spec) ? in_spec->valuestring
	    : cJSON_IsString(at_top) ? at_top->valuestring : of_path;
}

/* null is no status. */
static const cJSON *
status_of(const cJSON *o)
{
	const cJSON *status = cJSON_GetObjectItemCaseSensitive(o, "status");

	return cJSON_IsNull(status) ? NULL : status;
}

int
as_run_read(as_run *r, const cJSON *o, const char *file, size_t line,
    const char *run, const char *mode, as_err *e)
{
	const cJSON *lat = cJSON_GetObjectItemCaseSensitive(o, "latencies_ms");
	const cJSON *spec = cJSON_GetObjectItemCaseSensitive(o, "spec"), *v;
	const cJSON *status = status_of(o);
	const char *index = "index";
	char place[PATH_MAX + 32];
	arrays a = {.n = 0};
	size_t n, i = 0;
	int counted;
	as_rows *b;

	memset(r, 0, sizeof *r);
	if (!cJSON_IsArray(lat))
		return as_fail(e, file, line, "not a run file: there is not an array 'latencies_ms'");
	if (spec && !cJSON_IsObject(spec))
		return r->bad = spec, as_fail(e, file, line, "'spec' is not an object");
	if (status && !cJSON_IsString(status))
		return r->bad = status, as_fail(e, file, line, "'status' is not a string");
	n = (size_t)cJSON_GetArraySize(lat);
	cJSON_ArrayForEach(v, lat) {
		if (!cJSON_IsNumber(v))
			return r->bad = v, as_fail(e, file, line, "latencies_ms[%zu] is not a number", i);
		i++;
	}
	if ((v = as_run_uneven(o)) != NULL)
		return r->bad = v, as_fail(e, file, line, AS_RUN_UNEVEN, n, v->string, cJSON_GetArraySize(v));
	if (n == 0 && (!status || strcmp(status->valuestring, "ok") == 0))
		return r->bad = lat, as_fail(e, file, line,
		    "'latencies_ms' is empty in a run whose status is ok");
	if (!(b = as_rows_new()))
		return as_nomem(e);
	set_text(b, "run", own_name(o, spec, "run", run));
	if (line > 0) /* a file of its own: it has a first sample like any other */
		snprintf(place, sizeof place, "%s:%zu", file, line);
	set_text(b, "file", line > 0 ? place : file);
	set_text(b, "mode", own_name(o, spec, "mode", mode));
	cJSON_ArrayForEach(v, spec)
		if (is_scalar(v))
			set(b, v->string, v);
	cJSON_ArrayForEach(v, o) {
		/* a run without "spec" names its cell at the top level */
		static const char *const cell[] = {"run", "mode", "scenario", "backend", "model",
		    "dtype", "quantization"};

		if (cJSON_IsString(v) && AS_AMONG(v->string, cell))
			set(b, v->string, v);
	}
	if ((counted = is_new(b, &index)))
		as_rows_number(b, index, 0);
	add_array(b, &a, "latency_ms", lat);
	cJSON_ArrayForEach(v, o)
		if (v != lat && cJSON_IsArray(v) && n > 0 && (size_t)cJSON_GetArraySize(v) == n &&
		    all_scalars(v))
			add_array(b, &a, v->string, v);
	cJSON_ArrayForEach(v, o)
		if (cJSON_IsNumber(v))
			set(b, v->string, v);
	set_text(b, "status", status ? status->valuestring : "ok");
	set(b, "error", cJSON_GetObjectItemCaseSensitive(o, "error"));
	if ((v = cJSON_GetObjectItemCaseSensitive(o, "synthetic")) != NULL)
		set(b, "synthetic", v);
	for (i = 0; i < n || i == 0; i++) {
		if (counted)
			as_rows_number(b, index, (double)i);
		for (size_t k = 0; k < a.n; k++) {
			as_rows_json(b, a.c[k].name, a.c[k].next);
			a.c[k].next = a.c[k].next ? a.c[k].next->next : NULL;
		}
		as_rows_end(b);
	}
	return finish(b, r, file, line, "run", e);
}

int
as_run_record(as_run *r, const cJSON *o, const char *file, size_t line,
    const char *run, const char *mode, const char *index, as_err *e)
{
	as_rows *b;
	const cJSON *v;

	memset(r, 0, sizeof *r);
	if (!o->child || (!o->child->next && strcmp(o->child->string, "status") == 0 && !status_of(o)))
		return as_fail(e, file, line, "record has no member");
	if (!(b = as_rows_new()))
		return as_nomem(e);
	cJSON_ArrayForEach(v, o)
		if (strcmp(v->string, "status") != 0 || status_of(o))
			set(b, v->string, v);
	set_text(b, "run", run);
	set_text(b, "file", file);
	set_text(b, "mode", mode);
	set_text(b, "index", index);
	as_rows_end(b);
	return finish(b, r, file, line, "record", e);
}
