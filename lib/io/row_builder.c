#include "row_builder.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "intern.h"
#include "json.h"
#include "json_text.h"
#include "num.h"
#include "words.h"
#include "unit.h"

enum { MAX_COLUMNS = 1024, MAX_CELLS = 16 * AS_JSON_MAX_VALUES };

typedef struct { size_t at, n; } piece; /* of text; n SIZE_MAX: not set */

typedef struct { size_t piece, ncol, series, index; as_place place; } row;

struct as_rows {
	as_intern names;
	piece *now; /* (names.n) */
	char *text;
	size_t n, cap, capnow;
	piece *cell; /* of the rows, one after the other */
	size_t ncell, capcell;
	row *row;
	size_t nrow, caprow;
	size_t nseries, index, left_out;
	as_place place;
	int nomem, many, large, same; /* same: nothing was set since the last row */
};

const char as_rows_absent[] = "";

as_rows *
as_rows_new(void)
{
	return calloc(1, sizeof(as_rows));
}

void
as_rows_free(as_rows *r)
{
	if (!r)
		return;
	as_intern_free(&r->names);
	free(r->now);
	free(r->text);
	free(r->cell);
	free(r->row);
	free(r);
}

void
as_rows_blank(as_rows *r)
{
	for (uint32_t i = 0; i < r->names.n; i++)
		r->now[i].n = SIZE_MAX;
	r->same = 0;
}

void
as_rows_from(as_rows *r, const cJSON *v)
{
	r->place.value = v;
}

void
as_rows_line(as_rows *r, size_t line)
{
	r->place.line = line;
}

as_place
as_rows_place(const as_rows *r)
{
	return r->place;
}

void
as_rows_series(as_rows *r)
{
	as_rows_blank(r);
	r->nseries++;
	r->index = 0;
}

void
as_rows_set(as_rows *r, const char *column, const char *text, size_t n)
{
	uint32_t id = as_intern_find(&r->names, column, strlen(column));

	if (id == UINT32_MAX) {
		if (r->names.n == MAX_COLUMNS) {
			r->many = 1;
			return;
		}
		if (as_grow(&r->now, r->names.n, &r->capnow, sizeof *r->now) != 0 ||
		    (id = as_intern_id(&r->names, column, strlen(column))) == UINT32_MAX) {
			r->nomem = 1;
			return;
		}
	}
	if (as_grow(&r->text, r->n + n, &r->cap, 1) != 0) {
		r->nomem = 1;
		return;
	}
	if (n)
		memcpy(r->text + r->n, text, n);
	r->now[id] = (piece){r->n, n};
	r->same = 0;
	r->n += n;
}

void
as_rows_text(as_rows *r, const char *column, const char *text)
{
	as_rows_set(r, column, text ? text : "", text ? strlen(text) : 0);
}

void
as_rows_number(as_rows *r, const char *column, double x)
{
	char buf[AS_NUM_BUF];

	as_rows_set(r, column, buf, as_num_format(buf, x));
}

void
as_rows_json(as_rows *r, const char *column, const cJSON *v)
{
	char *text = NULL;

	if (cJSON_IsNumber(v) && !v->valuestring) {
		as_rows_number(r, column, v->valuedouble);
		return;
	}
	if (v && !cJSON_IsNull(v) && !(text = as_json_text(v)))
		r->nomem = 1;
	as_rows_text(r, column, text);
	free(text);
}

void
as_rows_members(as_rows *r, const cJSON *o)
{
	const cJSON *v;

	for (v = o ? o->child : NULL; v && !r->many && !r->large; v = v->next)
		if (!cJSON_IsObject(v) && !cJSON_IsArray(v))
			as_rows_json(r, v->string, v);
}

void
as_rows_parameters(as_rows *r, const cJSON *o)
{
	static const char *const own[] = {"run", "file", "path", "mode", "index", "latency_ms", "status",
	    "error", "success", "cold", "synthetic", "unit", "time_unit"};
	char name[80];
	const cJSON *v;

	for (v = o ? o->child : NULL; v && !r->many && !r->large; v = v->next) {
		snprintf(name, sizeof name, "param.%s", v->string);
		if (!cJSON_IsObject(v) && !cJSON_IsArray(v))
			as_rows_json(r, AS_AMONG(v->string, own) ? name : v->string, v);
	}
}

int
as_rows_figure(as_rows *r, const char *column, double x, as_err *e)
{
	int counts = strcmp(column, "n") == 0 || strcmp(column, "errors") == 0;

	if (!(x >= 0) || isinf(x))
		return as_fail(e, NULL, 0, "'%s' is %g: below 0, or not finite", column, x);
	if (counts && (x != floor(x) || x > 0x1p53))
		return as_fail(e, NULL, 0, "'%s' is %g, which is not a count", column, x);
	as_rows_number(r, column, x);
	return 0;
}

int
as_rows_figure_json(as_rows *r, const char *column, const cJSON *v, double by, as_err *e)
{
	if (!v || cJSON_IsNull(v))
		return 0;
	as_rows_from(r, v);
	if (!cJSON_IsNumber(v))
		return as_fail(e, NULL, 0, "'%s' is not a number", v->string ? v->string : column);
	return as_rows_figure(r, column, v->valuedouble * by, e);
}

int
as_rows_has_room(const as_rows *r, double more)
{
	return (double)r->nrow + more <= AS_JSON_MAX_VALUES;
}

void
as_rows_end(as_rows *r)
{
	size_t n = r->names.n;

	r->large |= r->ncell + n > MAX_CELLS;
	if (r->nomem || r->many || r->large)
		return;
	if (as_grow(&r->row, r->nrow, &r->caprow, sizeof *r->row) != 0 ||
	    (!r->same && as_grow(&r->cell, r->ncell + n, &r->capcell, sizeof *r->cell) != 0)) {
		r->nomem = 1;
		return;
	}
	if (!r->same) {
		if (n)
			memcpy(r->cell + r->ncell, r->now, n * sizeof *r->cell);
		r->ncell += n;
	}
	r->same = 1;
	r->row[r->nrow++] = (row){r->ncell - n, n, r->nseries, r->index++, r->place};
}

void
as_rows_time(as_rows *r, double x, double unit_ms)
{
	as_rows_number(r, "latency_ms", as_to_ms(x, unit_ms));
	as_rows_end(r);
}

int
as_rows_times(as_rows *r, const cJSON *array, double unit_ms, const char *name, as_err *e)
{
	const cJSON *v;

	if (!cJSON_IsArray(array))
		return as_fail(e, NULL, 0, "'%s' is not an array", name);
	cJSON_ArrayForEach(v, array) {
		as_rows_from(r, v);
		if (!cJSON_IsNumber(v))
			return as_fail(e, NULL, 0, "'%s' holds a value that is not a number", name);
		as_rows_time(r, v->valuedouble, unit_ms);
	}
	return 0;
}

int
as_rows_has(const as_rows *r, const char *column)
{
	return as_intern_find(&r->names, column, strlen(column)) != UINT32_MAX;
}

size_t
as_rows_columns(const as_rows *r)
{
	return r->names.n;
}

void
as_rows_leave_out(as_rows *r)
{
	r->left_out++;
}

int
as_rows_finish(as_rows *r, as_run *out, const char *file, const char *run, const char *mode,
    as_err *e)
{
	const struct { const char *name, *text; } first[] = { /* columns before the others */
	    {"run", run}, {"file", file}, {"mode", mode}, {"index", ""}};
	size_t place = strlen(file) + 24, nfirst = 0, ncol, own[4], base = r->n, names = 0, i, k;
	char *p;

	memset(out, 0, sizeof *out);
	if (r->many)
		return as_fail(e, file, 0, "over %d columns", MAX_COLUMNS);
	if (r->nomem)
		return as_nomem(e);
	if (r->nrow == 0)
		return as_fail(e, file, 0, "it has no measurement");
	for (k = 0; k < 4; k++)
		if (first[k].text && !as_rows_has(r, first[k].name))
			own[nfirst++] = k;
	ncol = nfirst + r->names.n;
	if (r->large || ncol * r->nrow > MAX_CELLS)
		return as_fail(e, file, 0, "the input has over %d cells, in %zu columns", MAX_CELLS, ncol);
	for (i = 0; i < r->names.n; i++)
		names += r->names.len[i];
	/* each row of a series has text of its own for its number alone */
	if (!(p = realloc(r->text, base + names + (r->nseries + 1) * place + r->nrow * 24 + 64 +
	    (run ? strlen(run) : 0) + (mode ? strlen(mode) : 0))) ||
	    !(out->header = calloc((r->nrow + 1) * ncol, sizeof *out->header)) ||
	    !(out->place = malloc(r->nrow * sizeof *out->place))) {
		r->text = p ? p : r->text;
		return as_nomem(e);
	}
	r->text = NULL;
	out->text = p;
	out->ncol = ncol;
	out->nrow = r->nrow;
	out->series = r->nseries;
	out->left_out = r->left_out;
	out->field = out->header + ncol;

	char *to = p + base;
	as_str at[4] = {{NULL, 0}};
#define COPY(s, len) (memcpy(to, (s), (len)), to += (len), (as_str){to - (len), (len)})
	for (k = 0; k < nfirst; k++) {
		out->header[k] = (as_str){first[own[k]].name, strlen(first[own[k]].name)};
		if (own[k] != 3)
			at[k] = COPY(first[own[k]].text, strlen(first[own[k]].text));
	}
	for (i = 0; i < r->names.n; i++)
		out->header[nfirst + i] = COPY(r->names.str[i], r->names.len[i]);
#undef COPY
	for (i = 0; i < r->nrow; i++) {
		const row *w = &r->row[i];
		as_str *field = out->field + i * ncol;

		out->place[i] = w->place;
		for (k = 0; k < nfirst; k++) {
			if (own[k] == 1 && r->nseries > 1 && (i == 0 || w->series != w[-1].series)) {
				at[k].s = to;
				at[k].n = (size_t)snprintf(to, place, "%s:%zu", file, w->series);
				to += at[k].n;
			} else if (own[k] == 3) {
				at[k].s = to;
				at[k].n = (size_t)snprintf(to, 24, "%zu", w->index);
				to += at[k].n;
			}
			field[k] = at[k];
		}
		for (k = 0; k < r->names.n; k++) {
			piece c = k < w->ncol ? r->cell[w->piece + k] : (piece){0, SIZE_MAX};

			field[nfirst + k] = c.n == SIZE_MAX ? (as_str){as_rows_absent, 0} : (as_str){p + c.at, c.n};
		}
	}
	*to = '\0'; /* regexec of the sanitizers looks for an end, whatever it is told */
	return 0;
}

void
as_run_free(as_run *r)
{
	free(r->text);
	free(r->place);
	free(r->header); /* field lies in the same block */
	memset(r, 0, sizeof *r);
}
