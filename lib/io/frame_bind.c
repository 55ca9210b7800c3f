/* The columns of an operand, as a frame wants them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "column_names.h"
#include "format.h"
#include "frame_impl.h"
#include "unit.h"
#include "words.h"

static size_t
find(const as_row *row, const char *name)
{
	size_t i = as_column_find(row->header, row->ncol, (as_str){name, strlen(name)});

	return i < row->ncol ? i : AS_NOT_THERE;
}

static int
no_column(const as_binding *b, const as_row *row, const char *name, as_err *e)
{
	return as_no_column(row->header, row->ncol, name, b->file, row->head_line, e);
}

/* Is the column a latency by another name, as latency_s or elapsed (us) are? */
static int
is_latency_like(as_str name)
{
	static const char *const stems[] = {"latency", "latencies", "duration", "durations", "times",
	    "elapsed", "time", "response_time", "real_time", "wall_time", "runtime"};
	as_str stem = as_unit_stem(name);

	return AS_AMONG_ANY_CASE(stem, stems) ||
	    (stem.n == 1 && stem.n < name.n && (stem.s[0] | 32) == 't'); /* t_ms, not t */
}

/* The one column that stands in for latency_ms; AS_NOT_THERE if there is none. One that names its
 * unit comes first; several are an error. */
static int
stand_in(const as_binding *b, const as_row *row, size_t *at, as_err *e)
{
	for (int with_unit = 1; with_unit >= 0; with_unit--) {
		size_t n = 0;

		*at = AS_NOT_THERE;
		for (size_t i = 0; i < row->ncol; i++)
			if (is_latency_like(row->header[i]) &&
			    (as_unit_of_column(row->header[i]) != NULL) == with_unit) {
				*at = *at == AS_NOT_THERE ? i : *at;
				n++;
			}
		if (n > 1)
			return as_fail(e, b->file, row->head_line,
			    "no column 'latency_ms', but %zu columns could take its place: choose one with -v", n);
		if (n == 1)
			return 0;
	}
	return 0;
}

/* A wanted column that the operand has. */
static int
take_column(as_binding *b, as_frame *f, const as_row *row, size_t i, size_t k, as_err *e)
{
	const as_want *w = &b->read->want[i];
	as_value *v = &b->value[i];

	if (w->kind == AS_VAL && !v->name) {
		as_str wanted = {w->name, strlen(w->name)}, canonical = as_canonical(wanted);

		*v = (as_value){.name = b->from[i] ? b->from[i] : w->name, .optional = w->optional,
		    .decimal = b->read->how ? b->read->how->decimal : 0,
		    .semicolons = as_source_semicolons(b->source),
		    .latency = as_str_is(canonical, "latency_ms") || as_str_is(canonical, "event_ms") ||
		    as_str_is(canonical, "ttft_ms")};
		v->own = as_column_ms(b->from[i] ? row->header[k] : wanted);
		if (b->from[i])
			b->scale[i] = v->own;
	}
	if (f->col[i].present)
		return 0;
	f->col[i].present = 1;
	f->col[i].header = b->from[i] ? w->name :
	    as_text(&f->priv->keep, "%.*s", (int)row->header[k].n, row->header[k].s);
	return f->priv->keep.nomem ? as_nomem(e) : 0;
}

static int
bind_wanted(as_binding *b, as_frame *f, const as_row *row, as_err *e)
{
	const as_read *r = b->read;
	const as_missing missing = r->how ? r->how->missing : AS_MISSING_ERROR;

	for (size_t i = 0; i < r->nwant; i++) {
		const as_want *w = &r->want[i];
		size_t k = find(row, w->name);

		if (k == AS_NOT_THERE && strcmp(w->name, "latency_ms") == 0 && !as_source_instead(b->source)) {
			if (stand_in(b, row, &k, e) != 0)
				return -1;
			if (k != AS_NOT_THERE && !b->from[i])
				b->from[i] = as_text(&b->keep, "%.*s", (int)row->header[k].n, row->header[k].s);
		}
		b->want[i] = k;
		if (k != AS_NOT_THERE) {
			if (take_column(b, f, row, i, k, e) != 0)
				return -1;
		} else if (!w->optional && as_source_instead(b->source))
			return as_fail(e, b->file, 0, "no column '%s': the file has %s, not samples", w->name,
			    as_source_instead(b->source));
		else if (!w->optional && missing == AS_MISSING_SKIP)
			b->skip = 1;
		else if (!w->optional && !(missing == AS_MISSING_GROUP && w->kind == AS_KEY))
			return no_column(b, row, w->name, e);
	}
	return b->keep.nomem ? as_nomem(e) : 0;
}

/* The column that says whether a row is a measurement. */
static int
bind_status(as_binding *b, as_frame *f, const as_row *row, as_err *e)
{
	b->ok = AS_NOT_THERE;
	if (f->priv->ok.col && (b->ok = find(row, f->priv->ok.col)) == AS_NOT_THERE)
		return no_column(b, row, f->priv->ok.col, e);
	if ((b->status = find(row, "status")) != AS_NOT_THERE)
		f->priv->status = "status";
	else if ((b->status = find(row, "success")) != AS_NOT_THERE)
		f->priv->status = "success";
	b->error = find(row, "error");
	return 0;
}

int
as_read_wants(const as_read *r, const char *name)
{
	for (size_t i = 0; i < r->nwant; i++)
		if (strcmp(r->want[i].name, name) == 0)
			return 1;
	for (size_t i = 0; i < r->nwhere; i++)
		if (strcmp(r->where[i].col, name) == 0)
			return 1;
	for (size_t i = 0; i < r->nmap; i++)
		if (strcmp(r->map[i].col, name) == 0)
			return 1;
	return 0;
}

int
as_bind(as_binding *b, as_frame *f, const as_row *row, as_err *e)
{
	const as_read *r = b->read;
	const as_format *format = as_source_format(b->source);
	size_t i, k;

	free(b->cell);
	b->cell = calloc(row->ncol + 1, sizeof *b->cell);
	if (!b->want) {
		b->want = as_alloc(&b->keep, r->nwant * sizeof *b->want);
		b->where = as_alloc(&b->keep, r->nwhere * sizeof *b->where);
		b->map = as_alloc(&b->keep, r->nmap * sizeof *b->map);
		b->value = as_alloc(&b->keep, r->nwant * sizeof *b->value);
		b->scale = as_alloc(&b->keep, r->nwant * sizeof *b->scale);
		b->from = as_alloc(&b->keep, r->nwant * sizeof *b->from);
	}
	if (b->keep.nomem || !b->cell)
		return as_nomem(e);
	b->serial = row->serial;
	b->skip = 0;
	b->synthetic = find(row, "synthetic");
	b->cold = format && format->warmups && !as_read_wants(r, "cold") ? find(row, "cold") :
	    AS_NOT_THERE;
	b->unit = find(row, "time_unit");
	if (b->unit == AS_NOT_THERE)
		b->unit = find(row, "unit");
	b->per = AS_NOT_THERE;
	if (r->how && r->how->per && (b->per = find(row, r->how->per)) == AS_NOT_THERE)
		return no_column(b, row, r->how->per, e);
	if (b->per != AS_NOT_THERE && format && format->per &&
	    strcmp(r->how->per, format->per) == 0 && as_read_wants(r, "latency_ms"))
		return as_fail(e, b->file, 0,
		    "--per %s: the times of this format are per iteration already", r->how->per);
	if (bind_status(b, f, row, e) != 0 || bind_wanted(b, f, row, e) != 0)
		return -1;
	for (i = 0; i < r->nwhere; i++)
		if ((b->where[i] = find(row, r->where[i].col)) == AS_NOT_THERE)
			return no_column(b, row, r->where[i].col, e);
	for (i = 0; i < r->nmap; i++)
		if ((k = find(row, r->map[i].col)) == AS_NOT_THERE)
			return no_column(b, row, r->map[i].col, e);
		else
			b->map[i] = k;
	return 0;
}

void
as_unbind(as_binding *b)
{
	for (size_t i = 0; b->value && i < b->read->nwant; i++)
		as_value_free(&b->value[i]);
	as_keep_free(&b->keep);
	free(b->cell);
	free(b->unit_of);
	as_intern_free(&b->units);
	memset(b, 0, sizeof *b);
}
