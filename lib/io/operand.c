#include "operand.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "intern.h"
#include "json.h"
#include "column_names.h"
#include "run_file.h"

enum { HEAD = 1 << 16, MAX_EXTRA = 4 };

typedef enum { CSV, JSON /* not yet known which */, RUNS, RECORDS } kind;

struct as_source {
	char *name;
	kind kind;
	char *run, *mode; /* from the path; NULL where it does not say */
	/* CSV */
	as_csv *csv;
	as_str *header;   /* (ncol) own and extra columns, in header_text */
	char *header_text;
	size_t ncol, nown;
	as_str extra[MAX_EXTRA];
	size_t nextra, file_col, index_at;
	int no_index;
	as_intern files;  /* distinct values of the file column */
	size_t *count, ncount; /* (files.n) records seen of each */
	char index_text[24]; /* digits and a NUL at its end, so that counting needs no printf */
	/* JSON */
	char *text;
	size_t ntext, pos, line;
	size_t value;     /* place of the JSON value that rows are of; line is its first */
	int lines;        /* NDJSON; else one document */
	as_run rows;
	size_t next_row;
	unsigned serial;
	size_t seen;      /* records returned so far */
};

static int
is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Reads what is left of in behind the head into one buffer. */
static int
read_rest(as_input *in, const char *name, char **buf, size_t *n, as_err *e)
{
	size_t cap = *n + HEAD;
	long got = 1;
	char *bigger;

	while (got > 0) {
		if (*n > AS_JSON_MAX_SIZE)
			return as_fail(e, name, 0, "JSON input is larger than %d bytes", AS_JSON_MAX_SIZE);
		if (cap - *n < HEAD)
			cap *= 2;
		if (!(bigger = realloc(*buf, cap + 1)))
			return as_nomem(e);
		*buf = bigger;
		if ((got = as_input_read(in, *buf + *n, cap - *n, e)) < 0)
			return -1;
		*n += (size_t)got;
	}
	(*buf)[*n] = '\0';
	return 0;
}

/* NDJSON if the first line that is not blank is a whole JSON value and more
 * than blanks follow it; else one document. */
static int
is_ndjson(const char *text, size_t n)
{
	size_t from = 0, to;
	const char *nl;
	as_err ignored;

	while (from < n && is_space(text[from]))
		from++;
	if ((nl = memchr(text + from, '\n', n - from)) == NULL)
		return 0;
	for (to = (size_t)(nl - text); to < n && is_space(text[to]); to++)
		;
	return to < n && as_json_check(text + from, (size_t)(nl - text) - from, "", 1, &ignored) == 0;
}

static int
open_json(as_source *s, as_input *in, char **head, size_t nhead, as_err *e)
{
	int rc = read_rest(in, s->name, head, &nhead, e);

	as_input_close(in);
	if (rc != 0)
		return -1;
	s->text = *head;
	*head = NULL;
	s->ntext = nhead;
	s->line = 1;
	s->kind = JSON;
	s->lines = is_ndjson(s->text, s->ntext);
	return 0;
}

int
as_source_open(as_source **out, const char *path, as_err *e)
{
	as_source *s = calloc(1, sizeof *s);
	as_input *in = NULL;
	char *head = malloc(HEAD + 1);
	size_t n = 0, i = 0;
	long got;
	int rc = -1;

	*out = NULL;
	if (!s || !head || !(s->name = strdup(path)) || as_names_of_path(path, &s->run, &s->mode) != 0) {
		as_nomem(e);
		goto done;
	}
	if (as_input_open(&in, path, e) != 0)
		goto done;
	do { /* until a byte shows what this is */
		if ((got = as_input_read(in, head + n, HEAD - n, e)) < 0) {
			as_input_close(in);
			goto done;
		}
		n += (size_t)got;
		while (i < n && is_space(head[i]))
			i++;
	} while (got > 0 && i == n && n < HEAD);
	head[n] = '\0';
	if (i == n) {
		as_input_close(in);
		as_fail(e, path, 0, n < HEAD ? "empty input" : "starts with %d blank bytes", HEAD);
		goto done;
	}
	if (strncmp(head + i, "\xEF\xBB\xBF", 3) == 0 && (head[i + 3] == '{' || head[i + 3] == '[')) {
		as_input_close(in);
		as_fail(e, path, 1, "byte order mark before the JSON value");
	} else if (head[i] == '{' || head[i] == '[')
		rc = open_json(s, in, &head, n, e);
	else {
		s->kind = CSV;
		rc = as_csv_from(&s->csv, in, path, head, n, e);
	}
done:
	free(head);
	if (rc != 0)
		as_source_close(s);
	else
		*out = s;
	return rc;
}

void
as_source_no_index(as_source *s)
{
	s->no_index = 1;
}

void
as_source_close(as_source *s)
{
	if (!s)
		return;
	as_csv_close(s->csv);
	as_run_free(&s->rows);
	as_intern_free(&s->files);
	free(s->count);
	free(s->header);
	free(s->header_text);
	free(s->text);
	free(s->run);
	free(s->mode);
	free(s->name);
	free(s);
}

static size_t
find(const as_source *s, const char *name)
{
	return as_column_find(s->header, s->nown, (as_str){name, strlen(name)});
}

/* Keeps the header and appends the columns that the file itself lacks. */
static int
start_csv(as_source *s, const as_record *r, as_err *e)
{
	size_t len = 64, i;
	char *p;

	for (i = 0; i < r->n; i++)
		len += r->field[i].n;
	if (!(s->header = calloc(r->n + MAX_EXTRA, sizeof *s->header)) ||
	    !(s->header_text = malloc(len)))
		return as_nomem(e);
	p = s->header_text;
	for (i = 0; i < r->n; i++) {
		memcpy(p, r->field[i].s, r->field[i].n);
		s->header[i] = (as_str){p, r->field[i].n};
		p += r->field[i].n;
	}
	if (as_header_check(s->header, r->n, s->name, r->line, e) != 0)
		return -1;
	s->nown = s->ncol = r->n;
	s->file_col = find(s, "file");
	const struct { const char *name, *value; } more[MAX_EXTRA] = {
		{"run", s->run}, {"file", s->name}, {"mode", s->mode}, {"index", s->index_text}};
	for (i = 0; i < MAX_EXTRA; i++)
		if (more[i].value && find(s, more[i].name) == s->nown) {
			if (more[i].value == s->index_text)
				s->index_at = s->nextra + 1;
			s->extra[s->nextra++] = (as_str){more[i].value, strlen(more[i].value)};
			s->header[s->ncol++] = (as_str){more[i].name, strlen(more[i].name)};
		}
	s->serial++;
	return 0;
}

/* The record's number within its file, as text at *index: its own file, or the
 * operand where file.s is NULL. */
static int
number_of(as_source *s, as_str file, as_str *index, as_err *e)
{
	size_t i = s->seen, *bigger;
	char *p;

	if (file.s) {
		uint32_t id = as_intern_id(&s->files, file.s, file.n);
		if (id == UINT32_MAX)
			return as_nomem(e);
		if (id >= s->ncount) {
			size_t n = s->ncount ? s->ncount * 2 : 64;
			if (!(bigger = realloc(s->count, n * sizeof *bigger)))
				return as_nomem(e);
			memset(bigger + s->ncount, 0, (n - s->ncount) * sizeof *bigger);
			s->count = bigger;
			s->ncount = n;
		}
		i = s->count[id]++;
	}
	p = s->index_text + sizeof s->index_text - 1;
	do
		*--p = (char)('0' + i % 10);
	while ((i /= 10) > 0);
	*index = (as_str){p, (size_t)(s->index_text + sizeof s->index_text - 1 - p)};
	return 0;
}

static int
next_csv(as_source *s, as_row *row, as_err *e)
{
	as_record r;
	int more;

	if (s->serial == 0) {
		if ((more = as_csv_next(s->csv, &r, e)) < 0)
			return -1;
		if (more == 0)
			return as_fail(e, s->name, 0, "empty input");
		if (start_csv(s, &r, e) != 0)
			return -1;
	}
	if ((more = as_csv_next(s->csv, &r, e)) <= 0) {
		if (more == 0 && s->seen == 0)
			return as_fail(e, s->name, 0, "a header but no row");
		return more;
	}
	if (s->index_at && !s->no_index && number_of(s, s->file_col < s->nown ?
	    r.field[s->file_col] : (as_str){NULL, 0}, &s->extra[s->index_at - 1], e) != 0)
		return -1;
	s->seen++;
	*row = (as_row){.header = s->header, .ncol = s->ncol, .serial = s->serial,
	    .field = r.field, .nfield = r.n, .extra = s->extra, .line = r.line};
	return 1;
}

/* One record of NDJSON. */
static int
take_record(as_source *s, const cJSON *o, as_err *e)
{
	const cJSON *own = cJSON_GetObjectItemCaseSensitive(o, "file");
	as_str file, index;

	if (!own)
		own = cJSON_GetObjectItemCaseSensitive(o, "path");
	file.s = !own ? s->name : cJSON_IsString(own) ? own->valuestring : "";
	file.n = strlen(file.s);
	return number_of(s, file, &index, e) != 0 ? -1 :
	    as_run_record(&s->rows, o, s->name, s->line, s->run, s->mode, index.s, e);
}

/* Makes s->rows from one JSON value. */
static int
take_value(as_source *s, const char *text, size_t n, as_err *e)
{
	cJSON *o;
	int rc, is_run;

	if (as_json_parse(text, n, s->name, s->line, &o, e) != 0)
		return -1;
	is_run = as_run_is(o);
	as_run_free(&s->rows);
	s->next_row = 0;
	if (s->kind == JSON) /* the first value decides; a record stands on one line */
		s->kind = is_run || (!s->lines && memchr(text, '\n', n)) ? RUNS : RECORDS;
	if (!cJSON_IsObject(o))
		rc = as_fail(e, s->name, s->line, "not a run file: the JSON value is no object");
	else if (s->kind == RECORDS)
		rc = is_run ? as_fail(e, s->name, s->line, "a run object among records")
		            : take_record(s, o, e);
	else if (!is_run && s->seen > 0)
		rc = as_fail(e, s->name, s->line, "a record among run objects");
	else
		rc = as_run_read(&s->rows, o, s->name, s->lines ? s->line : 0, s->run, s->mode, e);
	if (rc != 0 && !e->line)
		e->line = as_json_line(o, s->rows.bad, text, n, s->line);
	cJSON_Delete(o);
	return rc;
}

static int
same_header(const as_run *a, const as_run *b)
{
	if (a->ncol != b->ncol)
		return 0;
	for (size_t i = 0; i < a->ncol; i++)
		if (!as_str_same(a->header[i], b->header[i]))
			return 0;
	return 1;
}

/* The next JSON value of the text: 1, 0 at the end, -1. */
static int
next_value(as_source *s, as_err *e)
{
	const char *from, *nl;
	size_t n;
	int rc;

	while (s->pos < s->ntext && is_space(s->text[s->pos]))
		s->line += s->text[s->pos++] == '\n';
	if (s->pos == s->ntext)
		return 0;
	from = s->text + s->pos;
	s->value = s->pos;
	n = s->ntext - s->pos;
	if (s->lines && (nl = memchr(from, '\n', n)) != NULL)
		n = (size_t)(nl - from);
	while (n > 0 && is_space(from[n - 1]))
		n--;
	rc = take_value(s, from, n, e);
	s->pos += n;
	return rc == 0 ? 1 : -1;
}

static int
next_json(as_source *s, as_row *row, as_err *e)
{
	int more;

	while (s->next_row == s->rows.nrow) {
		as_run old = s->rows;
		memset(&s->rows, 0, sizeof s->rows);
		more = next_value(s, e);
		if (more > 0 && !(old.ncol && same_header(&old, &s->rows)))
			s->serial++;
		as_run_free(&old);
		if (more <= 0) {
			s->next_row = s->rows.nrow = 0;
			return more;
		}
	}
	*row = (as_row){.header = s->rows.header, .ncol = s->rows.ncol, .serial = s->serial,
	    .field = s->rows.field + s->next_row * s->rows.ncol, .nfield = s->rows.ncol,
	    .line = s->lines ? s->line : 0};
	s->next_row++;
	s->seen++;
	return 1;
}

/* The member of a run that column i was made from, for the row before the next one. */
static const cJSON *
made_from(const as_source *s, const cJSON *o, size_t i)
{
	as_str name = s->rows.header[i];
	const cJSON *v;

	if (as_str_is(name, "latency_ms"))
		name = (as_str){"latencies_ms", 12};
	cJSON_ArrayForEach(v, o)
		if (as_str_is(name, v->string))
			return cJSON_IsArray(v) ? cJSON_GetArrayItem(v, (int)s->next_row - 1) : v;
	return NULL;
}

size_t
as_source_line(const as_source *s, size_t i)
{
	cJSON *o;
	size_t line;
	as_err ignored;

	if (s->kind == CSV || s->lines || s->next_row == 0 || i >= s->rows.ncol ||
	    as_json_parse(s->text + s->value, s->pos - s->value, s->name, s->line, &o, &ignored) != 0)
		return 0;
	line = as_json_line(o, made_from(s, o, i), s->text + s->value, s->pos - s->value, s->line);
	cJSON_Delete(o);
	return line;
}

int
as_source_next(as_source *s, as_row *row, as_err *e)
{
	return s->kind == CSV ? next_csv(s, row, e) : next_json(s, row, e);
}
