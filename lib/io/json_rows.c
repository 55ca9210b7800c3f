/* Rows of JSON, and of what another program wrote as JSON or text. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "json_arrays.h"
#include "operand_impl.h"
#include "run_file.h"
#include "utf8.h"

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

int
as_json_rows_open(as_source *s, as_input *in, char **head, size_t nhead, as_err *e)
{
	int rc = as_input_rest(in, AS_JSON_MAX_SIZE, head, &nhead, e);

	as_input_close(in);
	if (rc != 0)
		return -1;
	s->text = *head;
	*head = NULL;
	s->ntext = nhead;
	s->line = 1;
	s->content = s->format ? AS_FOREIGN : AS_JSON_ROWS;
	s->lines = !s->format && is_ndjson(s->text, s->ntext);
	return 0;
}

/* Where the next JSON value stands, without blanks around it: the next line of NDJSON, or the
 * document. 0 at the end. */
static int
next_line(as_source *s, const char **from, size_t *n)
{
	const char *nl;

	while (s->pos < s->ntext && is_space(s->text[s->pos]))
		s->line += s->text[s->pos++] == '\n';
	*from = s->text + s->pos;
	*n = s->ntext - s->pos;
	if (s->lines && (nl = memchr(*from, '\n', *n)) != NULL)
		*n = (size_t)(nl - *from);
	while (*n > 0 && is_space((*from)[*n - 1]))
		--*n;
	return *n > 0;
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
	return as_source_number(s, file, &index, e) != 0 ? -1 :
	    as_run_record(&s->rows, o, s->name, s->line, s->run, s->mode, index.s, e);
}

/* Reads one value, and the lines after it where each is one. */
static int
read_values(as_source *s, const cJSON *o, as_rows *r, as_err *e)
{
	cJSON *next;
	const char *from, *nl;
	size_t n;
	int rc;

	if (s->lines)
		as_rows_line(r, s->line);
	rc = s->how && s->how->json ? as_json_arrays(r, o, s->how->json, e) : s->format->read(r, o, e);
	while (rc == 0 && s->lines && next_line(s, &from, &n)) {
		nl = from + n;
		if (as_json_parse(from, n, s->name, s->line, &next, e) != 0)
			return -1;
		as_rows_line(r, s->line);
		if (s->how && s->how->json)
			rc = as_json_arrays(r, next, s->how->json, e);
		else if (s->format->in == AS_IN_JSON && as_format_of_json(next, AS_IN_JSON) != s->format)
			rc = as_fail(e, NULL, 0, "this line is of another kind than the lines before");
		else
			rc = s->format->read(r, next, e);
		cJSON_Delete(next);
		s->pos = (size_t)(nl - s->text);
	}
	return rc;
}

/* Line of a place of the value at hand. */
static size_t
line_of(const as_source *s, const cJSON *v, size_t n)
{
	return s->doc ? as_json_line(s->doc, v, s->text + s->value, n, s->line) : 0;
}

/* A reader's message, with the file, its format and the line that the reader was at. */
static void
in_format(const as_source *s, const as_rows *r, as_err *e)
{
	as_place at = as_rows_place(r);
	as_err inner = *e;
	size_t line = inner.line ? inner.line : at.line;

	if (!e->file[0])
		as_fail(e, s->name, line ? line : line_of(s, at.value, s->ntext - s->value), "%s: %s",
		    s->format->name, inner.msg);
}

/* The rows that another program's JSON (o) or text holds, all at once. */
static int
take_format(as_source *s, const cJSON *o, as_err *e)
{
	as_rows *r = as_rows_new();
	int rc;

	if (!r)
		return as_nomem(e);
	e->file[0] = '\0';
	e->line = 0;
	s->content = AS_FOREIGN;
	rc = o ? read_values(s, o, r, e) : s->format->read_text(r, s->text, s->ntext, e);
	if (rc == 0)
		rc = as_rows_finish(r, &s->rows, s->name, s->run, s->mode, e);
	else
		in_format(s, r, e);
	as_rows_free(r);
	return rc;
}

/* The format of a line or a document: a program may write one line, or a document a line. */
static const as_format *
format_of(const cJSON *o)
{
	const as_format *f = as_format_of_json(o, AS_IN_JSON_LINES);

	return f ? f : as_format_of_json(o, AS_IN_JSON);
}

/* Makes s->rows from one JSON value. */
static int
take_value(as_source *s, const char *text, size_t n, as_err *e)
{
	cJSON *o;
	int rc, is_run;
	char nearest[200];
	static const as_format asked = {.name = "JSON", .in = AS_IN_JSON, .what = "arrays"};

	if (as_json_parse(text, n, s->name, s->line, &o, e) != 0)
		return -1;
	is_run = as_run_is(o);
	as_run_free(&s->rows);
	s->next_row = 0;
	cJSON_Delete(s->doc);
	s->doc = s->lines ? NULL : o;
	if (s->content == AS_JSON_ROWS) { /* the first value decides; a record stands on one line */
		s->content = is_run || (!s->lines && memchr(text, '\n', n)) ? AS_RUNS : AS_RECORDS;
		if (s->how && s->how->json)
			s->format = &asked;
		else
			s->format = is_run ? NULL : format_of(o);
	}
	if (s->format) {
		rc = take_format(s, o, e);
	} else if (!cJSON_IsObject(o))
		rc = as_fail(e, s->name, s->line, "the JSON value is neither an object nor a known format%s",
		    (as_format_nearest(o, nearest, sizeof nearest), nearest));
	else if (s->content == AS_RECORDS)
		rc = is_run ? as_fail(e, s->name, s->line, "a run file, after lines that are records")
		            : take_record(s, o, e);
	else if (!is_run && s->seen > 0)
		rc = as_fail(e, s->name, s->line, "a record, after lines that are run files");
	else if (!is_run && (as_format_nearest(o, nearest, sizeof nearest), *nearest))
		rc = as_fail(e, s->name, s->line,
		    "not a run file: there is not an array 'latencies_ms'%s", nearest);
	else
		rc = as_run_read(&s->rows, o, s->name, s->lines ? s->line : 0, s->run, s->mode, e);
	if (rc != 0 && !e->line)
		e->line = as_json_line(o, s->rows.bad, text, n, s->line);
	if (s->lines)
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

/* Another program's text is UTF-8 without a byte 0, as CSV and JSON are. */
static int
check_text(const as_source *s, as_err *e)
{
	size_t n = strlen(s->text), line = 1, bad = as_utf8_invalid(s->text, n);

	if (bad == s->ntext)
		return 0;
	for (size_t i = 0; i < bad; i++)
		line += s->text[i] == '\n';
	return as_fail(e, s->name, line, bad < n ? "%s: invalid UTF-8" : "%s: a byte 0", s->format->name);
}

/* The next JSON value of the text: 1, 0 at the end, -1. */
static int
next_value(as_source *s, as_err *e)
{
	const char *from;
	size_t n;

	if (s->format && s->format->in == AS_IN_TEXT)
		return check_text(s, e) != 0 || take_format(s, NULL, e) != 0 ? -1 : 1;
	if (!next_line(s, &from, &n))
		return 0;
	s->value = s->pos;
	s->pos += n;
	return take_value(s, from, n, e) == 0 ? 1 : -1;
}

int
as_json_rows_next(as_source *s, as_row *row, as_err *e)
{
	int more;

	while (s->next_row == s->rows.nrow) {
		if (s->content == AS_FOREIGN && s->seen > 0)
			return 0;
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
	    .line = s->rows.place ? s->rows.place[s->next_row].line : s->lines ? s->line : 0, .ok = -1};
	row->head_line = row->line;
	s->next_row++;
	s->seen++;
	return 1;
}

/* The member of a run that column i was made from, for the row before the next one. */
static const cJSON *
made_from(const as_source *s, const cJSON *o, size_t i)
{
	as_str name;
	const cJSON *v;

	if (i >= s->rows.ncol)
		return o;
	name = s->rows.header[i];
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
	const cJSON *v;

	if (!s->doc || s->next_row == 0)
		return 0;
	v = s->rows.place ? s->rows.place[s->next_row - 1].value : made_from(s, s->doc, i);
	return line_of(s, v, s->pos - s->value);
}
