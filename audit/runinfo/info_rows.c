/* Rows of one run: what the fields' functions make of the values found. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static info_row *
new_row(maker *m, size_t asked)
{
	info_rows *r = m->rows;

	if (as_grow(&r->v, r->n, &r->cap, sizeof *r->v) != 0) {
		as_nomem(m->rd.e);
		return NULL;
	}
	r->v[r->n] = (info_row){.run = m->run, .asked = asked};
	return &r->v[r->n++];
}

/* "where", or "function(where)". */
static char *
call(info_func func, const char *where)
{
	char *s;

	if (func == INFO_VALUE)
		return strdup(where);
	return asprintf(&s, "%s(%s)", info_func_name(func), where) < 0 ? NULL : s;
}

/* Adds a row. text is taken over; it is NULL for a number (made from x) and for
 * a field that is not there. */
static int
add_row(maker *m, size_t asked, const char *file, char *field, char *text, const double *x,
    int anywhere)
{
	info_row *r = new_row(m, asked);
	char num[AS_NUM_BUF];

	if (!r || !field) {
		free(field);
		free(text);
		return r ? as_nomem(m->rd.e) : -1;
	}
	r->field = field;
	r->text = text;
	r->anywhere = anywhere;
	if (x) {
		r->is_number = 1;
		r->number = *x;
		as_num_format(num, *x);
		r->text = strdup(num);
	}
	if ((x && !r->text) || (file && !(r->file = strdup(file))))
		return as_nomem(m->rd.e);
	return 0;
}

static char *
dotted(const cJSON *array)
{
	char *text = NULL;
	const cJSON *child;
	size_t n;
	int nomem = 0;
	FILE *fp = open_memstream(&text, &n);

	if (!fp)
		return NULL;
	cJSON_ArrayForEach(child, array) {
		char *s = as_json_text(child);

		if (child != array->child)
			putc('.', fp);
		fputs(s ? s : "", fp);
		nomem |= !s;
		free(s);
	}
	if (fclose(fp) == 0 && !nomem)
		return text;
	free(text);
	return NULL;
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
	char *text = NULL;

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
		text = dotted(h->v);
		break;
	default:
		text = is_number ? NULL : as_json_text(h->v);
	}
	if (!is_number && !text)
		return as_nomem(m->rd.e);
	return add_row(m, asked, h->doc->file, call(func, h->where), text, is_number ? &x : NULL,
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
	return add_row(m, asked, file, call(f->func, f->text), NULL, &x, anywhere);
}

static int
add_field(maker *m, size_t asked, const info_field *f)
{
	int anywhere = !f->file || m->rd.run->file;
	double before = 0;

	if (info_find(&m->rd, f) != 0)
		return -1;
	if (m->rd.nhit == 0)
		return add_row(m, asked, m->rd.run->file ? m->rd.run->file : f->file, call(f->func, f->text),
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
	maker m = {.rd = {.run = &r->v[i], .e = e}, .rows = rows, .run = i};
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

void
info_row_free(info_row *row)
{
	free(row->file);
	free(row->field);
	free(row->text);
}

void
info_rows_free(info_rows *rows)
{
	for (size_t i = 0; i < rows->n; i++)
		info_row_free(&rows->v[i]);
	free(rows->v);
	*rows = (info_rows){0};
}
