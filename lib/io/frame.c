#include "frame.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "frame_impl.h"
#include "grow.h"
#include "progress.h"
#include "row_builder.h"
#include "words.h"

/* Sees to room for one more row. */
static int
more_rows(as_frame *f, int lines)
{
	size_t cap = f->priv->cap;
	int bad = 0;

#define MORE(p) (cap = f->priv->cap, bad |= as_grow(&(p), f->n, &cap, sizeof *(p)))
	for (size_t i = 0; i < f->ncol; i++)
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
	f->priv->cap = bad ? f->priv->cap : cap;
	return bad;
}

/* Whether the row is a measurement. -1: no memory. */
static int
row_is_ok(as_frame *f, const as_binding *b, const as_row *row)
{
	as_str s = {NULL, 0};
	int ok;

	if (b->ok != AS_NOT_THERE)
		return as_condition_holds(&f->priv->ok, as_bound_cell(b, row, b->ok));
	if (row->ok >= 0)
		return row->ok;
	if (b->status != AS_NOT_THERE) {
		s = as_bound_cell(b, row, b->status);
		if ((ok = as_status_ok(&f->priv->statuses, s)) != 1 || !as_nothing(s))
			return ok;
	}
	if (b->error == AS_NOT_THERE || !as_status_error(as_bound_cell(b, row, b->error)))
		return 1;
	f->priv->nerror++;
	return 0;
}

/* Does the row say that it is synthetic? */
static int
row_is_synthetic(const as_binding *b, const as_row *row, int *yes, as_err *e)
{
	as_str s;

	*yes = 0;
	if (b->synthetic == AS_NOT_THERE || as_nothing(s = as_row_at(row, b->synthetic)))
		return 0;
	if ((*yes = as_truth(s)) >= 0)
		return 0;
	return as_fail(e, b->file, row->line, "column 'synthetic': '%.*s' is neither yes nor no",
	    AS_CLIPPED(s));
}

/* Is the row one that nobody wants? It is counted where it is not the filters that say so. */
static int
left_out(as_frame *f, const as_binding *b, const as_row *row)
{
	const as_read *r = b->read;

	for (size_t i = 0; i < r->nwhere; i++)
		if (!as_condition_holds(&r->where[i], as_bound_cell(b, row, b->where[i])))
			return 1;
	if (b->skip) {
		f->priv->nmissing++;
		return 1;
	}
	if (b->cold != AS_NOT_THERE && as_truth(as_row_at(row, b->cold)) == 1) {
		f->priv->nwarm++;
		return 1;
	}
	return 0;
}

/* Does the row lack a column that others of its operand have? 1: it is to be left out. */
static int
lacks(as_frame *f, const as_binding *b, const as_row *row, size_t i, as_err *e)
{
	const as_want *w = &b->read->want[i];
	const as_missing missing = b->read->how ? b->read->how->missing : AS_MISSING_ERROR;

	if (b->want[i] == AS_NOT_THERE || w->optional || as_row_at(row, b->want[i]).s != as_rows_absent)
		return 0;
	if (missing == AS_MISSING_SKIP) {
		f->priv->nmissing++;
		return 1;
	}
	if (w->kind == AS_VAL || missing == AS_MISSING_GROUP)
		return 0;
	return as_fail(e, b->file, row->line ? row->line : as_source_line(b->source, b->want[i]),
	    "a row has no '%s', which other rows have", w->name);
}

static int
take_key(as_frame *f, const as_binding *b, const as_row *row, size_t i, as_err *e)
{
	as_intern *t = &f->priv->strings;
	uint32_t *id = f->col[i].id;
	as_str s;

	id[f->n] = AS_NONE;
	if (b->want[i] == AS_NOT_THERE)
		return 0;
	s = as_bound_cell(b, row, b->want[i]);
	id[f->n] = as_intern_id(t, s.s, s.n);
	return id[f->n] == AS_NONE ? as_nomem(e) : 0;
}

static int
add_row(as_frame *f, as_binding *b, const as_row *row, size_t source, as_err *e)
{
	const as_read *r = b->read;
	size_t i, at = f->n;
	int ok, synthetic, rc;

	if (left_out(f, b, row))
		return 0;
	if (at == f->priv->cap && more_rows(f, r->keep_lines) != 0)
		return as_nomem(e);
	if ((ok = row_is_ok(f, b, row)) < 0)
		return as_nomem(e);
	if (row_is_synthetic(b, row, &synthetic, e) != 0)
		return -1;
	for (i = 0; i < r->nwant; i++) {
		if ((rc = lacks(f, b, row, i, e)) != 0)
			return rc < 0 ? -1 : 0;
		if (f->col[i].kind == AS_KEY) {
			if (take_key(f, b, row, i, e) != 0)
				return -1;
			continue;
		}
		f->col[i].val[at] = NAN;
		if (!ok || b->want[i] == AS_NOT_THERE)
			continue;
		if ((rc = as_bound_value(b, f, row, i, at, e)) < 0) {
			if (!e->line && *e->file)
				e->line = as_source_line(b->source, b->want[i]);
			return -1;
		}
		if (rc > 0) {
			f->priv->nempty++;
			return 0;
		}
	}
	f->ok[at] = (uint8_t)ok;
	f->synthetic[at] = (uint8_t)synthetic;
	f->any_synthetic |= synthetic;
	f->priv->nok += (size_t)ok;
	if (r->keep_lines) {
		f->source[at] = (uint32_t)source;
		f->line[at] = (uint32_t)row->line;
	}
	if (r->keep_records) {
		for (i = 0; i < row->ncol; i++)
			b->cell[i] = as_bound_cell(b, row, i);
		if (as_records_add(f->records, row->header, row->ncol, b->cell, row->serial, source) != 0)
			return as_nomem(e);
	}
	f->n++;
	return 0;
}

static int
read_source(as_frame *f, const char *path, size_t source, const as_read *r, as_err *e)
{
	as_binding b = {.read = r, .file = path, .first = f->n};
	as_source *s;
	as_row row;
	int more;

	if (as_source_open(&s, path, r->how, e) != 0)
		return -1;
	b.source = s;
	if (!r->keep_records && !as_read_wants(r, "index"))
		as_source_no_index(s);
	if (strcmp(path, "-") == 0 && isatty(STDIN_FILENO))
		as_progress_end(); /* it is being typed */
	while ((more = as_source_next(s, &row, e)) > 0) {
		as_progress_row();
		if (r->how && r->how->summary && as_source_instead(s)) {
			if (r->how->summary(r->how->summary_arg, path, s, &row, e) != 0)
				break;
			f->priv->nsummary++;
			continue;
		}
		if (row.serial != b.serial && as_bind(&b, f, &row, e) != 0)
			break;
		if (add_row(f, &b, &row, source, e) != 0) {
			if (!e->line && *e->file)
				e->line = as_source_line(s, row.ncol);
			break;
		}
	}
	if (more == 0 && as_bound_end(&b, f, e) != 0)
		more = -1;
	if (more == 0 && r->how)
		as_source_say(s, r->how);
	as_unbind(&b);
	as_source_close(s);
	return more == 0 ? 0 : -1;
}

/* An operand that is named twice, by one name or two, would count each of its samples
 * twice. */
static int
named_twice(char *const *paths, size_t n, as_err *e)
{
	as_intern seen = {0};
	size_t *first = calloc(n, sizeof *first); /* (seen.n) the first operand of each file */
	int rc = first ? 0 : as_nomem(e);

	for (size_t i = 0; i < n && rc == 0; i++) {
		struct { uint64_t dev, ino; } file = {0, 0}; /* no file has these: standard input */
		const uint32_t nfile = seen.n;
		uint32_t id;
		struct stat st;

		if (strcmp(paths[i], "-") != 0) {
			if (stat(paths[i], &st) != 0)
				continue;
			file.dev = st.st_dev;
			file.ino = st.st_ino;
		}
		if ((id = as_intern_id(&seen, (const char *)&file, sizeof file)) == UINT32_MAX)
			rc = as_nomem(e);
		else if (id == nfile)
			first[id] = i;
		else if (strcmp(paths[i], "-") == 0)
			rc = as_fail(e, "-", 0, "standard input is named twice");
		else
			rc = strcmp(paths[first[id]], paths[i]) == 0 ?
			    as_fail(e, paths[i], 0, "the file is named twice") :
			    as_fail(e, paths[i], 0, "the same file as %s", paths[first[id]]);
	}
	as_intern_free(&seen);
	free(first);
	return rc;
}

/* What is to be said of the rows, once. */
static void
say(const as_frame *f, const as_reading *how)
{
	const struct as_frame_priv *p = f->priv;
	char text[AS_STATUSES_SAID];
	const struct { size_t n; const char *text; } left[] = {
		{p->nerror, "have an error and no status: they count as errors"},
		{p->nempty, "without a value: left out"},
		{p->nmissing, "without one of the columns: left out"},
		{p->nwarm, "warm-ups: left out"},
	};

	if (as_statuses_said(&p->statuses, text))
		as_reading_say(how, 0, NULL, "%s: %s; --ok says otherwise", p->status ? p->status : "status",
		    text);
	for (size_t i = 0; i < sizeof left / sizeof *left; i++)
		if (left[i].n)
			as_reading_say(how, 0, NULL, "rows: %zu %s", left[i].n, left[i].text);
	if (p->nok == 0)
		as_reading_say(how, 1, NULL, "none of the %zu rows is ok%s", f->n,
		    how && how->ok ? " by --ok" : "; --ok COLUMN=VALUE says which rows are ok");
}

/* No row is left: why. */
static int
nothing_left(as_frame *f, const as_read *r, as_err *e)
{
	char filter[256] = "";
	size_t n = 0, empty = f->priv->nempty, missing = f->priv->nmissing, warm = f->priv->nwarm;

	for (size_t k = 0; k < r->nwhere && n < sizeof filter; k++)
		n += (size_t)snprintf(filter + n, sizeof filter - n, " %s%s%s", r->where[k].col,
		    r->where[k].sign, r->where[k].value->s);
	as_frame_free(f);
	if (empty + missing + warm)
		return as_fail(e, NULL, 0,
		    "no row is left: %zu have no value, %zu lack a column, %zu are warm-ups",
		    empty, missing, warm);
	return as_fail(e, NULL, 0, "--where leaves no row:%s", filter);
}

int
as_frame_read(as_frame *f, char *const *paths, size_t npaths, const as_read *r, as_err *e)
{
	static char *const standard_input[] = {"-"};
	size_t i;

	memset(f, 0, sizeof *f);
	if (npaths == 0) {
		paths = standard_input;
		npaths = 1;
	}
	f->priv = calloc(1, sizeof *f->priv);
	if (!f->priv || !(f->col = as_alloc(&f->priv->keep, r->nwant * sizeof *f->col)) ||
	    !(f->priv->nread = as_alloc(&f->priv->keep, r->nwant * sizeof *f->priv->nread)) ||
	    (r->keep_records && !(f->records = as_records_new()))) {
		as_frame_free(f);
		return as_nomem(e);
	}
	f->ncol = r->nwant;
	for (i = 0; i < r->nwant; i++) {
		f->col[i].name = f->col[i].header = r->want[i].name;
		f->col[i].kind = r->want[i].kind;
	}
	if ((r->how && r->how->ok && as_condition_parse(&f->priv->ok, "--ok", r->how->ok, 1, e) != 0) ||
	    named_twice(paths, npaths, e) != 0)
		goto fail;
	for (i = 0; i < npaths; i++)
		if (read_source(f, paths[i], i, r, e) != 0)
			goto fail;
	if (f->priv->nsummary > 0) {
		int mixed = f->n > 0;

		as_frame_free(f);
		return mixed ? as_fail(e, NULL, 0,
		    "samples and summaries cannot be read together: give files of one kind") : 1;
	}
	if (f->n == 0)
		return nothing_left(f, r, e);
	if (as_frame_merge_keys(f, e) != 0)
		goto fail;
	say(f, r->how);
	return 0;
fail:
	as_frame_free(f);
	return -1;
}

void
as_frame_free(as_frame *f)
{
	for (size_t i = 0; i < f->ncol; i++) {
		free(f->col[i].id);
		free(f->col[i].val);
	}
	free(f->ok);
	free(f->synthetic);
	free(f->source);
	free(f->line);
	as_records_free(f->records);
	if (f->priv) {
		as_intern_free(&f->priv->strings);
		as_condition_free(&f->priv->ok);
		as_tally_free(&f->priv->statuses.tally);
		as_keep_free(&f->priv->keep);
		free(f->priv);
	}
	memset(f, 0, sizeof *f);
}

const char *
as_frame_str(const as_frame *f, uint32_t id)
{
	return id == AS_NONE ? "" : f->priv->strings.str[id];
}
