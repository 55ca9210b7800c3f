#include "rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "num.h"
#include "sheet.h"
#include "words.h"

enum { SCENARIO, BACKEND, MODEL, DTYPE, LATENCY, EVENT, TTFT, TOKENS, RATE, STATUS, ERROR, SERVED, RUN_FILE, NCOL };

static const char *const column[NCOL] = {
	"scenario", "backend", "model", "dtype", "latency_ms", "event_ms", "ttft_ms", "tokens", "tokens_per_s",
	"status", "error", "served", "file"
};

typedef struct {
	ev_run *r;
	ev_mode *m;
	const char *csv;
	as_sheet s;
	size_t at[NCOL];
	as_intern keys;  /* of the mode's cells, as first_of has them */
	size_t *first;   /* (keys.n) the first cell of each */
} reader;

static const char *
field(const reader *rd, size_t row, int col)
{
	return rd->at[col] < rd->s.ncol ? as_sheet_text(&rd->s, row, rd->at[col]) : "";
}

/* A number, or NaN where the field is empty. */
static int
number(const reader *rd, size_t row, int col, double *x, as_err *e)
{
	const char *s = field(rd, row, col);

	*x = NAN;
	if (!*s)
		return 0;
	if (as_num_parse(s, strlen(s), x) != AS_NUM_OK)
		return as_fail(e, rd->s.path, rd->s.line[row], "%s: '%.40s' is no number", column[col], s);
	return 0;
}

static int
is_cell(const ev_cell *c, const char *mode, const char *const key[4])
{
	return strcmp(c->mode, mode) == 0 && strcmp(c->scenario, key[0]) == 0 && strcmp(c->backend, key[1]) == 0 &&
	    strcmp(c->model, key[2]) == 0 && strcmp(c->dtype, key[3]) == 0;
}

/* The first cell of the mode with these keys; *at is noted as the first, if none is. */
static int
first_of(reader *rd, const char *const key[4], size_t *at)
{
	char *text;
	uint32_t known = rd->keys.n, id;
	size_t *more;
	int n = asprintf(&text, "%zu %zu %zu %s%s%s%s", strlen(key[0]), strlen(key[1]), strlen(key[2]), key[0], key[1], key[2], key[3]);

	if (n < 0)
		return -1;
	id = as_intern_id(&rd->keys, text, (size_t)n);
	free(text);
	if (id < known) {
		*at = rd->first[id];
		return 0;
	}
	if (id == UINT32_MAX || !(more = reallocarray(rd->first, rd->keys.n, sizeof *more)))
		return -1;
	rd->first = more;
	more[id] = *at;
	return 0;
}

static int
new_cell(reader *rd, const char *const key[4], size_t *at, as_err *e)
{
	ev_run *r = rd->r;
	ev_cell *more = realloc(r->cell, (r->ncell + 1) * sizeof *more);

	if (!more)
		return as_nomem(e);
	r->cell = more;
	*at = r->ncell++;
	more[*at] = (ev_cell){.mode = rd->m->name, .scenario = ev_text(&r->keep, "%s", key[0]),
	    .backend = ev_text(&r->keep, "%s", key[1]), .model = ev_text(&r->keep, "%s", key[2]),
	    .dtype = ev_text(&r->keep, "%s", key[3]), .started = NAN, .ended = NAN};
	return more[*at].dtype ? 0 : as_nomem(e);
}

/* The cell of a row: that of the row before, in nearly all rows. */
static int
cell_of(reader *rd, size_t row, size_t *at, as_err *e)
{
	const char *key[4] = {field(rd, row, SCENARIO), field(rd, row, BACKEND), field(rd, row, MODEL), field(rd, row, DTYPE)};
	const ev_run *r = rd->r;

	size_t n = r->ncell;

	if (*at < n && is_cell(&r->cell[*at], rd->m->name, key))
		return 0;
	*at = n;
	if (first_of(rd, key, at) != 0)
		return as_nomem(e);
	if (*at < n)
		return 0;
	return new_cell(rd, key, at, e);
}

static int
add_row(reader *rd, size_t row, size_t *at, as_err *e)
{
	const char *status = field(rd, row, STATUS), *served = field(rd, row, SERVED);
	ev_sample s = {.prompt = -1, .ok = rd->at[STATUS] >= rd->s.ncol || strcmp(status, "ok") == 0,
	    .has_text = *field(rd, row, ERROR) != '\0'};
	ev_cell *c;

	if (number(rd, row, LATENCY, &s.ms, e) != 0 || number(rd, row, EVENT, &s.event_ms, e) != 0 ||
	    number(rd, row, TTFT, &s.ttft_ms, e) != 0 || number(rd, row, TOKENS, &s.tokens, e) != 0 ||
	    number(rd, row, RATE, &s.rate, e) != 0 || cell_of(rd, row, at, e) != 0)
		return -1;
	if (s.ok && !(s.ms >= 0))
		return as_fail(e, rd->s.path, rd->s.line[row], "latency_ms: '%.40s' is no latency", field(rd, row, LATENCY));
	if (s.tokens < 0 || s.tokens > EV_MAX_TOKENS)
		return as_fail(e, rd->s.path, rd->s.line[row], "tokens: '%.40s' is no count of tokens", field(rd, row, TOKENS));
	if (*served && !(s.served = ev_text(&rd->r->keep, "%s", served)))
		return as_nomem(e);
	c = &rd->r->cell[*at];
	c->csv = rd->csv;
	if ((c->nrow & (c->nrow + 1)) == 0) {
		ev_sample *more = realloc(c->row, (2 * c->nrow + 2) * sizeof *more);

		if (!more)
			return as_nomem(e);
		c->row = more;
	}
	if (c->nrow == 0) {
		c->order = row + 1;
		if (*field(rd, row, RUN_FILE) && !(c->row_file = ev_text(&rd->r->keep, "%s", field(rd, row, RUN_FILE))))
			return as_nomem(e);
	}
	c->row[c->nrow++] = s;
	return 0;
}

/* The end of a path from the mode's folder on: "prefill/runs/...". */
static const char *
below_mode(const reader *rd, const char *path)
{
	const char *key = ev_text(&rd->r->keep, "%s/runs/", rd->m->name), *p = path, *last = NULL;

	while (key && (p = strstr(p, key))) {
		if (p == path || p[-1] == '/')
			last = p;
		p++;
	}
	return last;
}

static int
note_missing(reader *rd, const char *path, as_err *e)
{
	ev_run *r = rd->r;
	const char **more, *keep = ev_text(&r->keep, "%s", path);

	for (size_t i = 0; keep && i < r->nmissing; i++)
		if (strcmp(r->missing[i], keep) == 0)
			return 0;
	if (!keep || !(more = realloc(r->missing, (r->nmissing + 1) * sizeof *more)))
		return as_nomem(e);
	r->missing = more;
	more[r->nmissing++] = keep;
	return 0;
}

/* Whether a run file of the mode is called so. */
static int
is_called(const reader *rd, const char *name)
{
	for (size_t i = 0; i < rd->r->ncell; i++) {
		const ev_cell *c = &rd->r->cell[i];

		if (c->file && strcmp(c->folder, rd->m->name) == 0 && strcmp(as_base_name(c->file), name) == 0)
			return 1;
	}
	return 0;
}

/* Every run file that a row names must be there, if the run has run files. What has
 * no MODE/runs in it is taken for a name. */
static int
check_files(reader *rd, as_err *e)
{
	const char *before = "";

	if (rd->at[RUN_FILE] >= rd->s.ncol)
		return 0;
	for (size_t i = 0; i < rd->s.n; i++) {
		const char *path = field(rd, i, RUN_FILE), *below;
		struct stat st;

		if (strcmp(path, before) == 0 || !*path)
			continue;
		before = path;
		rd->m->names_files = 1;
		below = below_mode(rd, path);
		if ((below ? stat(ev_path(rd->r, below), &st) != 0 : !is_called(rd, as_base_name(path))) && note_missing(rd, below ? below : path, e) != 0)
			return -1;
	}
	return 0;
}

int
ev_rows_read(ev_run *r, ev_mode *m, const char *csv, as_err *e)
{
	reader rd = {.r = r, .m = m, .csv = csv};
	as_intern text = {0};
	const char *path = ev_path(r, csv);
	size_t at = 0, latency;
	int rc;

	if (!path)
		return as_nomem(e);
	if (as_sheet_read(&rd.s, path, &text, e) != 0) {
		as_intern_free(&text);
		return -1;
	}
	for (int i = 0; i < NCOL; i++)
		rd.at[i] = as_sheet_find(&rd.s, column[i]);
	rc = as_sheet_column(&rd.s, "latency_ms", &latency, e);
	for (size_t i = 0; rc == 0 && i < r->ncell; i++) {
		const ev_cell *c = &r->cell[i];
		const char *key[4] = {c->scenario, c->backend, c->model, c->dtype};
		size_t first = i;

		if (strcmp(c->mode, m->name) == 0 && first_of(&rd, key, &first) != 0)
			rc = as_nomem(e);
	}
	for (size_t i = 0; rc == 0 && i < rd.s.n; i++)
		rc = add_row(&rd, i, &at, e);
	if (rc == 0)
		rc = check_files(&rd, e);
	as_sheet_free(&rd.s);
	as_intern_free(&text);
	as_intern_free(&rd.keys);
	free(rd.first);
	return rc;
}
