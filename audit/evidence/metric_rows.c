/* Rows of metrics.csv, given to the cells that they belong to. */
#include <sys/stat.h>

#include "csvread.h"
#include "folder.h"
#include "grow.h"
#include "intern.h"
#include "column_names.h"
#include "num.h"
#include "words.h"

enum {
	SCENARIO, BACKEND, MODEL, DTYPE, LATENCY, EVENT, TTFT, TOKENS, RATE, STATUS, ERROR, SERVED,
	RUN_FILE, BATCH, NCOL
};
enum { NKEYS = DTYPE + 1 };

static const char *const column[NCOL] = {
	"scenario", "backend", "model", "dtype", "latency_ms", "event_ms", "ttft_ms", "tokens",
	"tokens_per_s", "status", "error", "served", "file", "batch"
};

typedef struct {
	ev_run *r;
	ev_mode *m;
	const char *csv, *path;
	as_record row;
	size_t nrow;
	size_t at[NCOL], ncol; /* ncol: there is no such column */
	as_intern texts, keys; /* keys: of the mode's cells, by the numbers of their texts */
	size_t *first, nfirst; /* (nfirst) the first cell of each */
	as_intern files;       /* run files that rows name */
} reader;

static as_str
text(const char *s)
{
	return (as_str){s, strlen(s)};
}

static as_str
field(const reader *rd, int col)
{
	return rd->at[col] < rd->ncol ? rd->row.field[rd->at[col]] : (as_str){"", 0};
}

static int
bad(const reader *rd, int col, const char *what, as_err *e)
{
	as_str s = field(rd, col);

	return as_fail(e, rd->path, rd->row.line, "%s: '%.*s' is no %s", column[col],
	    (int)(s.n < 40 ? s.n : 40), s.s, what);
}

/* A number, or NaN where the field is empty. */
static int
number(const reader *rd, int col, double *x, as_err *e)
{
	as_str s = field(rd, col);

	*x = NAN;
	return s.n && as_num_parse(s.s, s.n, x) != AS_NUM_OK ? bad(rd, col, "number", e) : 0;
}

/* The first cell of the mode with these keys; otherwise is noted as the first, if none is. */
static size_t
first_of(reader *rd, const as_str key[NKEYS], size_t otherwise)
{
	uint32_t part[NKEYS], known = rd->keys.n, id;

	for (int k = 0; k < NKEYS; k++)
		part[k] = ev_intern(rd->r, &rd->texts, key[k].n ? key[k].s : "", key[k].n);
	id = ev_intern(rd->r, &rd->keys, (const char *)part, sizeof part);
	if (id < known)
		return rd->first[id];
	if (id == UINT32_MAX || as_grow(&rd->first, id, &rd->nfirst, sizeof *rd->first) != 0)
		rd->r->keep.nomem = 1;
	else
		rd->first[id] = otherwise;
	return otherwise;
}

static const char *
kept(reader *rd, as_str s)
{
	return as_text(&rd->r->keep, "%.*s", (int)s.n, s.s);
}

/* The cell of a row. NULL: out of memory. */
static ev_cell *
cell_of(reader *rd, as_err *e)
{
	const as_str key[NKEYS] = {field(rd, SCENARIO), field(rd, BACKEND), field(rd, MODEL),
	    field(rd, DTYPE)};
	const size_t n = rd->r->ncell, at = first_of(rd, key, n);
	ev_cell *c = at < n ? &rd->r->cell[at] : ev_new_cell(rd->r, e);

	if (at < n || !c)
		return c;
	c->mode = rd->m->name;
	c->scenario = kept(rd, key[SCENARIO]);
	c->backend = kept(rd, key[BACKEND]);
	c->model = kept(rd, key[MODEL]);
	c->dtype = kept(rd, key[DTYPE]);
	return c;
}

static int
add_row(reader *rd, as_err *e)
{
	as_str served = field(rd, SERVED), file = field(rd, RUN_FILE);
	ev_sample s = {.prompt = -1,
	    .ok = rd->at[STATUS] >= rd->ncol || as_str_is(field(rd, STATUS), "ok"),
	    .has_text = field(rd, ERROR).n > 0};
	ev_cell *c;

	rd->nrow++;
	if (number(rd, LATENCY, &s.ms, e) != 0 || number(rd, EVENT, &s.event_ms, e) != 0 ||
	    number(rd, TTFT, &s.ttft_ms, e) != 0 || number(rd, TOKENS, &s.tokens, e) != 0 ||
	    number(rd, RATE, &s.rate, e) != 0 || (rd->r->own && number(rd, BATCH, &s.batch, e) != 0))
		return -1;
	if (s.ok && !(s.ms >= 0))
		return bad(rd, LATENCY, "latency", e);
	if (s.tokens < 0 || s.tokens > EV_MAX_TOKENS)
		return bad(rd, TOKENS, "count of tokens", e);
	s.served = served.n ? kept(rd, served) : NULL;
	if (file.n)
		ev_intern(rd->r, &rd->files, file.s, file.n);
	if (!(c = cell_of(rd, e)))
		return -1;
	c->csv = rd->csv;
	if (as_grow(&c->row, c->nrow, &c->rowcap, sizeof *c->row) != 0)
		return as_nomem(e);
	if (c->nrow == 0) {
		c->order = rd->nrow;
		c->row_file = file.n ? kept(rd, file) : NULL;
	}
	c->row[c->nrow++] = s;
	return 0;
}

const char *
ev_below_mode(const char *path, const char *mode)
{
	const size_t n = strlen(mode);
	const char *last = NULL;

	for (const char *p = path; n && (p = strstr(p, mode)); p++)
		if ((p == path || p[-1] == '/') && strncmp(p + n, "/runs/", 6) == 0)
			last = p;
	return last;
}

/* Every run file that a row names must be there, if the run has run files. What has
 * no MODE/runs in it is taken for a name. */
static void
check_files(reader *rd)
{
	ev_run *r = rd->r;
	as_intern name = {0}, gone = {0}; /* name: of the mode's run files */

	for (const ev_cell *c = r->cell; c < r->cell + r->ncell; c++) {
		const char *base = c->file ? as_base_name(c->file) : "";

		if (c->file && strcmp(c->folder, rd->m->name) == 0)
			ev_intern(r, &name, base, strlen(base));
	}
	rd->m->names_files = rd->files.n > 0;
	for (uint32_t i = 0; i < rd->files.n; i++) {
		const char *path = rd->files.str[i], *below = ev_below_mode(path, rd->m->name);
		const char *base = as_base_name(path), *what = below ? below : path;
		struct stat st;
		int there = below ? stat(ev_path(r, below), &st) == 0 :
		    as_intern_find(&name, base, strlen(base)) != UINT32_MAX;

		if (!there)
			ev_intern(r, &gone, what, strlen(what));
	}
	if (gone.n && r->nmissing == 0)
		r->missing = as_text(&r->keep, "%s", gone.str[0]);
	r->nmissing += gone.n;
	as_intern_free(&name);
	as_intern_free(&gone);
}

static int
header(reader *rd, as_err *e)
{
	rd->ncol = rd->row.n;
	if (as_header_check(rd->row.field, rd->ncol, rd->path, rd->row.line, e) != 0)
		return -1;
	for (int i = 0; i < NCOL; i++)
		rd->at[i] = as_column_find(rd->row.field, rd->ncol, text(column[i]));
	return rd->at[LATENCY] < rd->ncol ? 0 :
	    as_no_column(rd->row.field, rd->ncol, column[LATENCY], rd->path, rd->row.line, e);
}

static int
read_rows(reader *rd, as_csv *in, as_err *e)
{
	int more;

	for (size_t i = 0; i < rd->r->ncell; i++) {
		const ev_cell *c = &rd->r->cell[i];
		as_str key[NKEYS] = {text(c->scenario), text(c->backend), text(c->model), text(c->dtype)};

		if (strcmp(c->mode, rd->m->name) == 0)
			first_of(rd, key, i);
	}
	while ((more = as_csv_next(in, &rd->row, e)) > 0)
		if ((rd->ncol ? add_row(rd, e) : header(rd, e)) != 0)
			return -1;
	check_files(rd);
	return more;
}

int
ev_rows_read(ev_run *r, ev_mode *m, const char *csv, as_err *e)
{
	reader rd = {.r = r, .m = m, .csv = csv, .path = ev_path(r, csv)};
	as_csv *in;
	int rc;

	if (as_csv_open(&in, rd.path, e) != 0)
		return -1;
	rc = read_rows(&rd, in, e);
	as_csv_close(in);
	as_intern_free(&rd.texts);
	as_intern_free(&rd.keys);
	as_intern_free(&rd.files);
	free(rd.first);
	return rc;
}
