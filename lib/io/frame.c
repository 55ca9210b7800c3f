#include "frame.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "intern.h"
#include "column_names.h"
#include "num.h"
#include "record.h"
#include "operand.h"

/* What the columns of one header are to this frame; made anew when a source's
 * header changes. */
typedef struct {
	size_t *want;  /* (nwant) column, or NOT_THERE */
	size_t *where; /* (nwhere) */
	size_t status, synthetic;
	const as_read *read;
	size_t *map;   /* (nmap) the column that each map renames */
	as_str *cell;  /* (ncol) the row after renaming */
	unsigned serial;
	const as_source *source;
} binding;

#define NOT_THERE ((size_t)-1)

struct as_frame_priv {
	as_intern strings;
	char **header;     /* (ncol) as the first input spells the name */
	size_t cap;        /* rows allocated */
	as_records *records;
};

static as_str
str(const char *s)
{
	return (as_str){s, strlen(s)};
}

static size_t
find(const as_row *row, const char *name)
{
	size_t i = as_column_find(row->header, row->ncol, str(name));

	return i < row->ncol ? i : NOT_THERE;
}

static int
no_column(const as_row *row, const char *file, const char *name, as_err *e)
{
	return as_no_column(row->header, row->ncol, name, file, row->line ? 1 : 0, e);
}

static void
unbind(binding *b)
{
	free(b->want);
	free(b->where);
	free(b->map);
	free(b->cell);
	memset(b, 0, sizeof *b);
}

static int
bind_columns(binding *b, as_frame *f, const as_read *r, const as_row *row, const char *file, as_err *e)
{
	size_t i, k;

	unbind(b);
	b->serial = row->serial;
	b->read = r;
	b->want = calloc(r->nwant + 1, sizeof *b->want);
	b->where = calloc(r->nwhere + 1, sizeof *b->where);
	b->map = calloc(r->nmap + 1, sizeof *b->map);
	b->cell = calloc(row->ncol + 1, sizeof *b->cell);
	if (!b->want || !b->where || !b->map || !b->cell)
		return as_nomem(e);
	b->status = find(row, "status");
	b->synthetic = find(row, "synthetic");
	for (i = 0; i < r->nwant; i++) {
		b->want[i] = k = find(row, r->want[i].name);
		if (k == NOT_THERE && !r->want[i].optional)
			return no_column(row, file, r->want[i].name, e);
		if (k == NOT_THERE || f->col[i].present)
			continue;
		f->col[i].present = 1;
		if (!(f->priv->header[i] = strndup(row->header[k].s, row->header[k].n)))
			return as_nomem(e);
		f->col[i].header = f->priv->header[i];
	}
	for (i = 0; i < r->nwhere; i++)
		if ((b->where[i] = find(row, r->where[i].col)) == NOT_THERE)
			return no_column(row, file, r->where[i].col, e);
	for (i = 0; i < r->nmap; i++)
		if ((k = find(row, r->map[i].col)) == NOT_THERE)
			return no_column(row, file, r->map[i].col, e);
		else
			b->map[i] = k;
	return 0;
}

/* Doubles the room for rows. */
static int
more_rows(as_frame *f, int lines, as_err *e)
{
	size_t cap = f->priv->cap ? f->priv->cap * 2 : 1024, i;
	int bad = 0;

#define MORE(p) do { \
	void *q = realloc((p), cap * sizeof *(p)); \
	if (q) (p) = q; else bad = 1; \
} while (0)
	for (i = 0; i < f->ncol; i++)
		if (f->col[i].kind == AS_KEY)
			MORE(f->col[i].id);
		else
			MORE(f->col[i].val);
	MORE(f->ok);
	MORE(f->synthetic);
	if (lines) {
		MORE(f->source);
		MORE(f->line);
	}
#undef MORE
	if (bad)
		return as_nomem(e);
	f->priv->cap = cap;
	return 0;
}

static int
is_latency(as_str name)
{
	as_str c = as_canonical(name);

	return as_str_is(c, "latency_ms") || as_str_is(c, "event_ms") || as_str_is(c, "ttft_ms");
}

/* One number of an ok row. */
static int
number(as_str s, const as_want *w, const char *file, size_t line, double *x, as_err *e)
{
	if (s.n == 0) {
		if (!w->optional)
			return as_fail(e, file, line, "empty value in column '%s' of a row that is ok", w->name);
		*x = NAN;
		return 0;
	}
	switch (as_num_parse(s.s, s.n, x)) {
	case AS_NUM_OK:
		break;
	case AS_NUM_OVERFLOW:
		return as_fail(e, file, line, "number out of range in column '%s': '%.*s'", w->name,
		    (int)(s.n < 60 ? s.n : 60), s.s);
	case AS_NUM_SYNTAX:
		return as_fail(e, file, line, "not a number in column '%s': '%.*s'", w->name,
		    (int)(s.n < 60 ? s.n : 60), s.s);
	}
	if (*x < 0 && is_latency(str(w->name)))
		return as_fail(e, file, line, "negative latency in column '%s': '%.*s'", w->name,
		    (int)(s.n < 60 ? s.n : 60), s.s);
	return 0;
}

static as_str
cell(const binding *b, const as_row *row, size_t i)
{
	return as_maps_apply(b->read->map, b->map, b->read->nmap, i, as_row_at(row, i));
}

static int
add_row(as_frame *f, binding *b, const as_read *r, const as_row *row, const char *file,
    size_t source, as_err *e)
{
	size_t i, at = f->n;
	int ok, synthetic;
	as_str s;

	for (i = 0; i < r->nwhere; i++)
		if (!as_str_is(cell(b, row, b->where[i]), r->where[i].value))
			return 0;
	if (at == f->priv->cap && more_rows(f, r->keep_lines, e) != 0)
		return -1;
	ok = b->status == NOT_THERE || as_str_is(cell(b, row, b->status), "ok");
	synthetic = b->synthetic != NOT_THERE &&
	    as_says_synthetic(as_row_at(row, b->synthetic));
	for (i = 0; i < r->nwant; i++) {
		as_col *c = &f->col[i];
		if (c->kind == AS_KEY) {
			c->id[at] = AS_NONE;
			if (b->want[i] == NOT_THERE)
				continue;
			s = cell(b, row, b->want[i]);
			uint32_t last = at > 0 ? c->id[at - 1] : AS_NONE;
			const as_intern *t = &f->priv->strings;
			/* runs of equal names are common: the last row's id is tried first */
			if (last != AS_NONE && as_str_same(s, (as_str){t->str[last], t->len[last]}))
				c->id[at] = last;
			else if ((c->id[at] = as_intern_id(&f->priv->strings, s.s, s.n)) == AS_NONE)
				return as_nomem(e);
		} else {
			c->val[at] = NAN;
			if (ok && b->want[i] != NOT_THERE && number(cell(b, row, b->want[i]),
			    &r->want[i], file, row->line, &c->val[at], e) != 0) {
				if (!row->line)
					e->line = as_source_line(b->source, b->want[i]);
				return -1;
			}
		}
	}
	f->ok[at] = (uint8_t)ok;
	f->synthetic[at] = (uint8_t)synthetic;
	f->any_synthetic |= synthetic;
	if (r->keep_lines) {
		f->source[at] = (uint32_t)source;
		f->line[at] = (uint32_t)row->line;
	}
	if (r->keep_records) {
		for (i = 0; i < row->ncol; i++)
			b->cell[i] = cell(b, row, i);
		if (as_records_add(f->priv->records, row->header, row->ncol, b->cell,
		    row->serial, source) != 0)
			return as_nomem(e);
	}
	f->n++;
	return 0;
}

static int
wants(const as_read *r, const char *name)
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

static int
read_source(as_frame *f, const char *path, size_t source, const as_read *r, as_err *e)
{
	as_source *s;
	as_row row;
	binding b = {0};
	int more;

	if (as_source_open(&s, path, e) != 0)
		return -1;
	if (!r->keep_records && !wants(r, "index"))
		as_source_no_index(s);
	while ((more = as_source_next(s, &row, e)) > 0) {
		if (row.serial != b.serial && bind_columns(&b, f, r, &row, path, e) != 0)
			break;
		b.source = s;
		if (add_row(f, &b, r, &row, path, source, e) != 0)
			break;
	}
	unbind(&b);
	as_source_close(s);
	return more == 0 ? 0 : -1;
}

typedef struct { dev_t dev; ino_t ino; size_t at; } operand;

static int
by_file(const void *a, const void *b)
{
	const operand *p = a, *q = b;

	return p->dev != q->dev ? (p->dev > q->dev) - (p->dev < q->dev) :
	    p->ino != q->ino ? (p->ino > q->ino) - (p->ino < q->ino) : (p->at > q->at) - (p->at < q->at);
}

/* An operand that is named twice, by one name or two, would count each of its samples
 * twice. */
static int
named_twice(char *const *paths, size_t n, as_err *e)
{
	operand *v = calloc(n, sizeof *v);
	size_t nfile = 0;
	int input = 0, rc = 0;

	if (!v)
		return as_nomem(e);
	for (size_t i = 0; i < n && rc == 0; i++) {
		struct stat st;

		if (strcmp(paths[i], "-") == 0 && input++)
			rc = as_fail(e, "-", 0, "standard input is named twice");
		else if (strcmp(paths[i], "-") != 0 && stat(paths[i], &st) == 0)
			v[nfile++] = (operand){st.st_dev, st.st_ino, i};
	}
	qsort(v, nfile, sizeof *v, by_file);
	for (size_t i = 1; i < nfile && rc == 0; i++) {
		const char *a = paths[v[i - 1].at], *b = paths[v[i].at];

		if (v[i].dev != v[i - 1].dev || v[i].ino != v[i - 1].ino)
			continue;
		rc = strcmp(a, b) == 0 ? as_fail(e, b, 0, "the file is named twice") : as_fail(e, b, 0, "the same file as %s", a);
	}
	free(v);
	return rc;
}

int
as_frame_read(as_frame *f, char *const *paths, size_t npaths, const as_read *r, as_err *e)
{
	static char *const standard_input[] = {"-"};
	size_t i, k;

	memset(f, 0, sizeof *f);
	if (npaths == 0) {
		paths = standard_input;
		npaths = 1;
	}
	f->priv = calloc(1, sizeof *f->priv);
	f->col = calloc(r->nwant + 1, sizeof *f->col);
	if (!f->priv || !f->col || !(f->priv->header = calloc(r->nwant + 1, sizeof(char *))) ||
	    (r->keep_records && !(f->priv->records = as_records_new()))) {
		as_frame_free(f);
		return as_nomem(e);
	}
	f->ncol = r->nwant;
	for (i = 0; i < r->nwant; i++) {
		f->col[i].name = f->col[i].header = r->want[i].name;
		f->col[i].kind = r->want[i].kind;
	}
	if (named_twice(paths, npaths, e) != 0) {
		as_frame_free(f);
		return -1;
	}
	for (i = 0; i < npaths; i++)
		if (read_source(f, paths[i], i, r, e) != 0) {
			as_frame_free(f);
			return -1;
		}
	if (f->n == 0) {
		char filter[256];
		size_t n = 0;
		filter[0] = '\0';
		for (k = 0; k < r->nwhere && n < sizeof filter; k++)
			n += (size_t)snprintf(filter + n, sizeof filter - n, " %s=%s", r->where[k].col,
			    r->where[k].value);
		as_frame_free(f);
		return as_fail(e, NULL, 0, "no row is left by --where%s", filter);
	}
	return 0;
}

void
as_frame_free(as_frame *f)
{
	for (size_t i = 0; i < f->ncol; i++) {
		free(f->col[i].id);
		free(f->col[i].val);
		free(f->priv->header[i]);
	}
	free(f->col);
	free(f->ok);
	free(f->synthetic);
	free(f->source);
	free(f->line);
	if (f->priv) {
		as_intern_free(&f->priv->strings);
		as_records_free(f->priv->records);
		free(f->priv->header);
		free(f->priv);
	}
	memset(f, 0, sizeof *f);
}

const char *
as_frame_str(const as_frame *f, uint32_t id)
{
	return id == AS_NONE ? "" : f->priv->strings.str[id];
}

as_records *
as_frame_records(const as_frame *f)
{
	return f->priv->records;
}
