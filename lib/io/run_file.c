#include "run_file.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "json_text.h"
#include "column_names.h"
#include "num.h"
#include "words.h"

/* Cells are appended to one text; positions become pointers when it is whole. */
typedef struct {
	char *text;
	size_t n, cap;
	size_t *at;  /* (cells + 1) where each cell ends */
	size_t ncell, capcell;
	int nomem;
} cells;

static void
put(cells *b, const char *s, size_t n)
{
	if (b->nomem)
		return;
	if (as_grow(&b->text, b->n + n, &b->cap, 1) != 0 ||
	    as_grow(&b->at, b->ncell, &b->capcell, sizeof *b->at) != 0) {
		b->nomem = 1;
		return;
	}
	memcpy(b->text + b->n, s, n);
	b->n += n;
	b->at[b->ncell++] = b->n;
}

static void
put_str(cells *b, const char *s)
{
	put(b, s, strlen(s));
}

/* A value as text: null is empty, nested values are compact JSON. */
static void
put_value(cells *b, const cJSON *v)
{
	char num[AS_NUM_BUF], *json;

	if (!v || cJSON_IsNull(v))
		put(b, "", 0);
	else if (cJSON_IsString(v))
		put_str(b, v->valuestring);
	else if (cJSON_IsNumber(v) && v->valuestring)
		put_str(b, v->valuestring);
	else if (cJSON_IsNumber(v))
		put(b, num, as_num_format(num, v->valuedouble));
	else if (cJSON_IsBool(v))
		put_str(b, cJSON_IsTrue(v) ? "true" : "false");
	else if ((json = as_json_text(v)) != NULL) {
		put_str(b, json);
		free(json);
	} else
		b->nomem = 1;
}

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

/* Names that a run file may not hold with another length than latencies_ms. */
static int
is_per_sample(const char *name)
{
	static const char *const known[] = {"tokens", "event_ms", "cuda_event_ms", "ttft_ms",
	    "tokens_per_s", "served", "start_ns", "end_ns"};

	return AS_AMONG(name, known);
}

int
as_run_is(const cJSON *o)
{
	return cJSON_IsObject(o) && cJSON_GetObjectItemCaseSensitive(o, "latencies_ms");
}

const cJSON *
as_run_uneven(const cJSON *o)
{
	int n = cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(o, "latencies_ms"));
	const cJSON *v;

	cJSON_ArrayForEach(v, o)
		if (cJSON_IsArray(v) && v->child && is_per_sample(v->string) && cJSON_GetArraySize(v) != n)
			return v;
	return NULL;
}

/* The columns that are the same for every sample of a run come from cells of
 * their own; so a run's table is: header, then rows of (shared | per sample). */
typedef struct {
	const char *name;
	const char *text;   /* one text for all rows, or */
	const cJSON *value; /* one value for all rows, or */
	const cJSON *array; /* (nrow) one a row, or */
	int index;          /* the row's number */
} column;

enum { MAX_COLUMNS = 256 };

typedef struct { column c[MAX_COLUMNS]; size_t n; } columns;

static int
has(const columns *cs, const char *name)
{
	for (size_t i = 0; i < cs->n; i++)
		if (strcmp(cs->c[i].name, name) == 0)
			return 1;
	return 0;
}

static int
add(columns *cs, column c)
{
	const char *name = as_canonical((as_str){c.name, strlen(c.name)}).s;

	/* an alias of what is there already is not the same: it keeps its own name */
	c.name = has(cs, name) ? c.name : name;
	if (has(cs, c.name))
		return 0; /* first comes, first stays: spec before top level */
	if (cs->n == MAX_COLUMNS)
		return -1;
	cs->c[cs->n++] = c;
	return 0;
}

static int
fill(as_run *r, const columns *cs, size_t nrow, as_err *e)
{
	cells b = {0};
	char num[AS_NUM_BUF];
	const cJSON **cursor = calloc(cs->n + 1, sizeof *cursor);
	size_t i, k;

	memset(r, 0, sizeof *r);
	if (!cursor)
		return as_nomem(e);
	for (k = 0; k < cs->n; k++) {
		put_str(&b, cs->c[k].name);
		cursor[k] = cs->c[k].array ? cs->c[k].array->child : NULL;
	}
	for (i = 0; i < nrow; i++)
		for (k = 0; k < cs->n; k++) {
			const column *c = &cs->c[k];
			if (c->text)
				put_str(&b, c->text);
			else if (c->index)
				put(&b, num, (size_t)snprintf(num, sizeof num, "%zu", i));
			else if (c->array) {
				put_value(&b, cursor[k]);
				cursor[k] = cursor[k] ? cursor[k]->next : NULL;
			} else
				put_value(&b, c->value);
		}
	free(cursor);
	r->text = b.text;
	r->ncol = cs->n;
	r->nrow = nrow;
	if (!b.nomem && (r->header = calloc(b.ncell, sizeof *r->header)) != NULL)
		for (i = 0; i < b.ncell; i++) {
			size_t from = i ? b.at[i - 1] : 0;
			r->header[i].s = b.text + from;
			r->header[i].n = b.at[i] - from;
		}
	free(b.at);
	if (!r->header) {
		as_run_free(r);
		return as_nomem(e);
	}
	r->field = r->header + r->ncol;
	return 0;
}

static int
wrong_type(const cJSON *o, const char *name, int (*is)(const cJSON *))
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(o, name);

	return v && !cJSON_IsNull(v) && !is(v);
}

static int
is_string(const cJSON *v)
{
	return cJSON_IsString(v) != 0;
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
	columns cs = {.n = 0};
	size_t n, i = 0;
	char place[PATH_MAX + 32];
	int bad = 0;

	memset(r, 0, sizeof *r);
	if (!cJSON_IsArray(lat))
		return as_fail(e, file, line, "not a run file: there is not an array 'latencies_ms'");
	if (spec && !cJSON_IsObject(spec))
		return r->bad = spec, as_fail(e, file, line, "'spec' is not an object");
	if (wrong_type(o, "status", is_string))
		return r->bad = status, as_fail(e, file, line, "'status' is not a string");
	n = (size_t)cJSON_GetArraySize(lat);
	cJSON_ArrayForEach(v, lat) {
		if (!cJSON_IsNumber(v))
			return r->bad = v, as_fail(e, file, line, "latencies_ms[%zu] is not a number", i);
		i++;
	}
	if ((v = as_run_uneven(o)) != NULL)
		return r->bad = v, as_fail(e, file, line, AS_RUN_UNEVEN, n, v->string, cJSON_GetArraySize(v));
	run = own_name(o, spec, "run", run);
	mode = own_name(o, spec, "mode", mode);
	if (run)
		bad |= add(&cs, (column){.name = "run", .text = run});
	if (line > 0) /* a file of its own: it has a first sample like any other */
		snprintf(place, sizeof place, "%s:%zu", file, line);
	bad |= add(&cs, (column){.name = "file", .text = line > 0 ? place : file});
	if (mode)
		bad |= add(&cs, (column){.name = "mode", .text = mode});
	cJSON_ArrayForEach(v, spec)
		if (is_scalar(v))
			bad |= add(&cs, (column){.name = v->string, .value = v});
	cJSON_ArrayForEach(v, o) {
		/* a run without "spec" names its cell at the top level */
		static const char *const cell[] = {"run", "mode", "scenario", "backend", "model",
		    "dtype", "quantization"};
		for (i = 0; i < sizeof cell / sizeof *cell; i++)
			if (cJSON_IsString(v) && strcmp(v->string, cell[i]) == 0)
				bad |= add(&cs, (column){.name = v->string, .value = v});
	}
	bad |= add(&cs, (column){.name = "index", .index = 1});
	bad |= add(&cs, (column){.name = "latency_ms", .array = lat});
	cJSON_ArrayForEach(v, o) {
		if (v == lat || !cJSON_IsArray(v))
			continue;
		if ((size_t)cJSON_GetArraySize(v) == n && n > 0 && all_scalars(v))
			bad |= add(&cs, (column){.name = v->string, .array = v});
	}
	cJSON_ArrayForEach(v, o)
		if (cJSON_IsNumber(v))
			bad |= add(&cs, (column){.name = v->string, .value = v});
	bad |= status ? add(&cs, (column){.name = "status", .value = status})
	              : add(&cs, (column){.name = "status", .text = "ok"});
	bad |= add(&cs, (column){.name = "error", .value = cJSON_GetObjectItemCaseSensitive(o, "error")});
	if ((v = cJSON_GetObjectItemCaseSensitive(o, "synthetic")) != NULL)
		bad |= add(&cs, (column){.name = "synthetic", .value = v});
	if (bad)
		return as_fail(e, file, line, "over %d columns in one run", MAX_COLUMNS);
	if (n == 0 && (!status || strcmp(status->valuestring ? status->valuestring : "", "ok") == 0))
		return r->bad = lat, as_fail(e, file, line,
		    "'latencies_ms' is empty in a run whose status is ok");
	return fill(r, &cs, n ? n : 1, e);
}

int
as_run_record(as_run *r, const cJSON *o, const char *file, size_t line,
    const char *run, const char *mode, const char *index, as_err *e)
{
	const column more[] = {{.name = "run", .text = run}, {.name = "file", .text = file},
	    {.name = "mode", .text = mode}, {.name = "index", .text = index}};
	columns cs = {.n = 0};
	const cJSON *v;

	cJSON_ArrayForEach(v, o)
		if ((strcmp(v->string, "status") != 0 || status_of(o)) &&
		    add(&cs, (column){.name = v->string, .value = v}) != 0)
			return as_fail(e, file, line, "over %d columns in one record", MAX_COLUMNS);
	if (cs.n == 0)
		return as_fail(e, file, line, "record has no member");
	for (size_t i = 0; i < sizeof more / sizeof *more; i++)
		if (more[i].text && !has(&cs, more[i].name) && add(&cs, more[i]) != 0)
			return as_fail(e, file, line, "over %d columns in one record", MAX_COLUMNS);
	return fill(r, &cs, 1, e);
}

void
as_run_free(as_run *r)
{
	free(r->text);
	free(r->place);
	free(r->header); /* field lies in the same block */
	memset(r, 0, sizeof *r);
}
