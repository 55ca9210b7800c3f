#include <stdlib.h>
#include <string.h>

#include "info_run.h"

/* A row and its place; sorting brings the rows of one field together. */
typedef struct {
	info_row *row;
	size_t at;
} place;

/* The rows of one field. */
typedef struct {
	const place *p;
	size_t n;
} group;

static int
by_field(const info_row *a, const info_row *b)
{
	int d = a->anywhere - b->anywhere;

	if (d == 0 && !a->anywhere)
		d = strcmp(a->file, b->file);
	return d ? d : strcmp(a->field, b->field);
}

static int
by_field_and_place(const void *va, const void *vb)
{
	const place *a = va, *b = vb;
	int d = by_field(a->row, b->row);

	return d ? d : (a->at > b->at) - (a->at < b->at);
}

static int
by_place(const void *va, const void *vb)
{
	const group *a = va, *b = vb;

	return (a->p->at > b->p->at) - (a->p->at < b->p->at);
}

/* The group's row of that run, or NULL. */
static info_row *
row_of(const group *g, size_t run)
{
	for (size_t i = 0; i < g->n; i++)
		if (g->p[i].row->run == run)
			return g->p[i].row;
	return NULL;
}

static const char *
text_of(const group *g, size_t run)
{
	const info_row *r = row_of(g, run);

	return r ? r->text : NULL;
}

static int
differs(const group *g, const size_t *run, size_t nrun)
{
	const char *first = text_of(g, run[0]), *text;

	for (size_t i = 1; i < nrun; i++) {
		text = text_of(g, run[i]);
		if (text && first ? strcmp(text, first) != 0 : text != first)
			return 1;
	}
	return 0;
}

/* Puts the group's rows at the end of out, with a row for a run that has none. */
static void
put(info_rows *out, const group *g, const size_t *run, size_t nrun)
{
	const info_row *any = g->p->row;

	for (size_t i = 0; i < nrun; i++) {
		const info_row *r = row_of(g, run[i]);

		out->v[out->n++] = r ? *r : (info_row){.run = run[i], .asked = any->asked,
		    .file = any->anywhere ? NULL : any->file, .field = any->field, .anywhere = any->anywhere};
	}
}

int
info_rows_diff(info_rows *rows, size_t nrun, as_err *e)
{
	as_keep keep = {0};
	size_t n = rows->n, nuse = 0, ngroup = 0, *use = as_alloc(&keep, nrun * sizeof *use);
	unsigned char *has = as_alloc(&keep, nrun);
	place *p = as_alloc(&keep, n * sizeof *p);
	group *g = as_alloc(&keep, (n + 1) * sizeof *g);
	info_rows out = {0};
	int bad = !use || !has || !p || !g;

	for (size_t i = 0; !bad && i < n; i++) {
		p[i] = (place){&rows->v[i], i};
		has[rows->v[i].run] = 1;
	}
	for (size_t i = 0; !bad && i < nrun; i++)
		if (has[i])
			use[nuse++] = i;
	if (!bad)
		qsort(p, n, sizeof *p, by_field_and_place);
	for (size_t i = 0, k; !bad && i < n; i = k) {
		for (k = i + 1; k < n && by_field(p[i].row, p[k].row) == 0; k++)
			;
		g[ngroup] = (group){p + i, k - i};
		ngroup += differs(&g[ngroup], use, nuse) != 0;
	}
	if (!bad && ngroup > 0) {
		qsort(g, ngroup, sizeof *g, by_place);
		bad = !(out.v = calloc(ngroup * nuse, sizeof *out.v));
	}
	for (size_t i = 0; !bad && i < ngroup; i++)
		put(&out, &g[i], use, nuse);
	as_keep_free(&keep);
	free(rows->v);
	*rows = out;
	return bad ? as_nomem(e) : 0;
}
