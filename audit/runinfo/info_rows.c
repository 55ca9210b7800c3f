/* Rows of one run: what the fields' functions make of the values found. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "grow.h"
#include "info_find.h"
#include "json.h"
#include "json_text.h"
#include "num.h"

typedef struct {
	info_reader rd;
	info_rows *rows;
	size_t run; /* index */
} maker;

/* "where", or "function(where)". */
static const char *
call(maker *m, info_func func, const char *where)
{
	return func == INFO_VALUE ? where :
	    as_text(m->rd.keep, "%s(%s)", info_functions[func].name, where);
}

/* Adds a row. text is NULL for a number (made from x) and for a field that is not there. */
static int
add_row(maker *m, size_t asked, const char *file, const char *field, const char *text,
    const double *x, int anywhere)
{
	info_rows *r = m->rows;
	char num[AS_NUM_BUF];

	if (x) {
		as_num_format(num, *x);
		text = as_text(m->rd.keep, "%s", num);
	}
	if (file)
		file = as_text(m->rd.keep, "%s", file);
	if (m->rd.keep->nomem || as_grow(&r->v, r->n, &r->cap, sizeof *r->v) != 0)
		return as_nomem(m->rd.e);
	r->v[r->n++] = (info_row){m->run, asked, file, field, text, x != NULL, x ? *x : 0, anywhere};
	return 0;
}

/* The value as text. */
static const char *
text_of(maker *m, const cJSON *v)
{
	char *s = as_json_text(v);
	const char *kept = as_text(m->rd.keep, "%s", s ? s : "");

	m->rd.keep->nomem |= !s;
	free(s);
	return kept;
}

static const char *
dotted(maker *m, const cJSON *array)
{
	const char *text = "";
	const cJSON *child;

	cJSON_ArrayForEach(child, array)
		text = as_text(m->rd.keep, "%s%s%s", text, child == array->child ? "" : ".",
		    text_of(m, child));
	return text;
}

static int
wrong(maker *m, const info_hit *h, const char *what)
{
	return as_fail(m->rd.e, h->doc->path, as_json_line_in(h->doc->root, h->v, h->doc->path),
	    "'%s' %s", h->where, what);
}

/* One row of one value. before: the number that the one before was. */
static int
add_value(maker *m, size_t asked, const info_hit *h, info_func func, double *before, int anywhere)
{
	int is_number = cJSON_IsNumber(h->v), nested = cJSON_IsArray(h->v) || cJSON_IsObject(h->v);
	double x = h->v->valuedouble;
	const char *text = NULL;

	switch (func) {
	case INFO_LENGTH:
		if (!nested)
			return wrong(m, h, "has no length");
		is_number = 1;
		x = cJSON_GetArraySize(h->v);
		break;
	case INFO_DELTA:
		if (!is_number)
			return wrong(m, h, "is not a number");
		x -= *before;
		*before = h->v->valuedouble;
		if (!isfinite(x))
			return wrong(m, h, "is too far from the value before it");
		break;
	case INFO_DOTTED:
		if (!cJSON_IsArray(h->v))
			return wrong(m, h, "is not an array");
		text = dotted(m, h->v);
		break;
	default:
		text = is_number ? NULL : text_of(m, h->v);
	}
	return add_row(m, asked, h->doc->file, call(m, func, h->where), text, is_number ? &x : NULL,
	    anywhere);
}

/* One row of all values. */
static int
add_folded(maker *m, size_t asked, const info_field *f, int anywhere)
{
	const char *file = f->file ? f->file : m->rd.hit[0].doc->file;
	double x = f->func == INFO_COUNT || f->func == INFO_SUM ? 0 : m->rd.hit[0].v->valuedouble;

	for (size_t i = 0; i < m->rd.nhit; i++) {
		const info_hit *h = &m->rd.hit[i];
		double y = h->v->valuedouble;

		if (f->func == INFO_COUNT)
			x++;
		else if (!cJSON_IsNumber(h->v))
			return wrong(m, h, "is not a number");
		else if (f->func == INFO_SUM)
			x += y;
		else
			x = f->func == INFO_MIN ? fmin(x, y) : fmax(x, y);
	}
	if (!isfinite(x))
		return wrong(m, &m->rd.hit[0], "sums up to more than a double can hold");
	return add_row(m, asked, file, call(m, f->func, f->text), NULL, &x, anywhere);
}

static int
add_field(maker *m, size_t asked, const info_field *f)
{
	int anywhere = !f->file || m->rd.run->file;
	double before = 0;

	if (info_find(&m->rd, f) != 0)
		return -1;
	if (m->rd.nhit == 0)
		return add_row(m, asked, m->rd.run->file ? m->rd.run->file : f->file, call(m, f->func, f->text),
		    NULL, NULL, anywhere);
	if (f->func >= INFO_COUNT)
		return add_folded(m, asked, f, anywhere);
	for (size_t i = 0; i < m->rd.nhit; i++)
		if (add_value(m, asked, &m->rd.hit[i], f->func, &before, anywhere) != 0)
			return -1;
	return 0;
}

int
info_rows_add(info_rows *rows, info_runs *r, size_t i, const info_fields *f, as_err *e)
{
	maker m = {.rd = {.run = &r->v[i], .keep = &r->keep, .e = e}, .rows = rows, .run = i};
	double unused = 0;
	int rc = 0;

	if (f->n == 0 && (rc = info_find_all(&m.rd)) == 0)
		for (size_t k = 0; rc == 0 && k < m.rd.nhit; k++)
			rc = add_value(&m, SIZE_MAX, &m.rd.hit[k], INFO_VALUE, &unused, r->v[i].file != NULL);
	for (size_t k = 0; rc == 0 && k < f->n; k++)
		rc = add_field(&m, k, &f->v[k]);
	info_reader_free(&m.rd);
	return rc;
}
