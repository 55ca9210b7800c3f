/* Rows of CSV: the header, the columns that a file lacks, and what another program's columns
 * mean. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "column_names.h"
#include "num.h"
#include "operand_impl.h"
#include "unit.h"

static size_t
find(const as_source *s, const char *name)
{
	return as_column_find(s->header, s->nown, (as_str){name, strlen(name)});
}

/* The column that a rule of the format is of. */
static int
rule(as_source *s, const char *text, as_condition *r, size_t *col, as_err *e)
{
	if (!text)
		return 0;
	if (as_condition_parse(r, "--ok", text, 1, e) != 0)
		return -1;
	*col = find(s, r->col);
	return 0;
}

/* What the columns of another program's CSV mean. */
static int
start_format(as_source *s, as_err *e)
{
	const as_format *f = s->format;

	if (f->time && find(s, "latency_ms") == s->nown && (s->time_col = find(s, f->time)) < s->nown)
		s->unit_ms = as_unit_ms((as_str){f->unit, strlen(f->unit)});
	s->per_col = f->per ? find(s, f->per) : s->nown;
	s->only_col = s->ok_col = s->nown;
	return rule(s, f->only, &s->only, &s->only_col, e) != 0 ||
	    rule(s, f->ok, &s->ok, &s->ok_col, e) != 0 ? -1 : 0;
}

/* Keeps the header and appends the columns that the file itself lacks. */
static int
start_csv(as_source *s, const as_record *r, as_err *e)
{
	size_t i;

	if (as_csv_keep(&s->header, &s->header_text, r, AS_MAX_EXTRA, e) != 0)
		return -1;
	if (as_header_check(s->header, r->n, s->name, r->line, e) != 0)
		return -1;
	s->nown = s->ncol = r->n;
	s->head_line = r->line;
	s->file_col = find(s, "file");
	if (s->how && s->how->json)
		return as_fail(e, s->name, 0, "--json %s: the file is not JSON", s->how->json);
	if ((s->format = as_format_of_header(s->header, s->nown)) != NULL && start_format(s, e) != 0)
		return -1;
	const struct { const char *name, *value; } more[AS_MAX_EXTRA] = {
		{"run", s->run}, {"file", s->name}, {"mode", s->mode}, {"index", s->index_text},
		{"latency_ms", s->unit_ms > 0 ? s->time_text : NULL}};
	for (i = 0; i < AS_MAX_EXTRA; i++)
		if (more[i].value && find(s, more[i].name) == s->nown) {
			if (more[i].value == s->index_text)
				s->index_at = s->nextra + 1;
			if (more[i].value == s->time_text)
				s->time_at = s->nextra + 1;
			s->extra[s->nextra++] = (as_str){more[i].value, strlen(more[i].value)};
			s->header[s->ncol++] = (as_str){more[i].name, strlen(more[i].name)};
		}
	s->serial++;
	return 0;
}

int
as_source_number(as_source *s, as_str file, as_str *index, as_err *e)
{
	size_t i = s->seen;
	char *p;

	if (file.s) {
		uint32_t id = as_tally_add(&s->files, file.s, file.n);
		if (id == UINT32_MAX)
			return as_nomem(e);
		i = s->files.count[id] - 1;
	}
	p = s->index_text + sizeof s->index_text - 1;
	do
		*--p = (char)('0' + i % 10);
	while ((i /= 10) > 0);
	*index = (as_str){p, (size_t)(s->index_text + sizeof s->index_text - 1 - p)};
	return 0;
}

/* Is the record none of the measurements? */
static int
left_out(as_source *s, const as_record *r)
{
	int other = s->only.col && s->only_col < s->nown &&
	    !as_condition_holds(&s->only, r->field[s->only_col]);

	s->others += (size_t)other;
	return other;
}

/* The measured time as latency_ms. */
static int
take_time(as_source *s, const as_record *r, as_err *e)
{
	as_str text = r->field[s->time_col];
	as_str count = s->per_col < s->nown ? r->field[s->per_col] : (as_str){"1", 1};
	double x, n;

	if (text.n == 0)
		s->extra[s->time_at - 1] = text;
	else if (as_num_parse(text.s, text.n, &x) != AS_NUM_OK)
		return as_fail(e, s->name, r->line, "not a number in column '%s': '%.*s'", s->format->time,
		    AS_CLIPPED(text));
	else if (as_num_parse(count.s, count.n, &n) != AS_NUM_OK || !(n > 0))
		return as_fail(e, s->name, r->line,
		    "column '%s': '%.*s' is not a number above 0", s->format->per, AS_CLIPPED(count));
	else
		s->extra[s->time_at - 1] = (as_str){s->time_text,
		    as_num_format(s->time_text, as_to_ms(x / n, s->unit_ms))};
	return 0;
}

int
as_csv_rows_next(as_source *s, as_row *row, as_err *e)
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
	do
		if ((more = as_csv_next(s->csv, &r, e)) <= 0) {
			if (more == 0 && s->seen == 0 && s->others > 0)
				return as_fail(e, s->name, 0, "%s: no row is ok", s->format->name);
			if (more == 0 && s->seen == 0)
				return as_fail(e, s->name, 0, "a header but no row");
			return more;
		}
	while (s->format && left_out(s, &r));
	if (s->index_at && !s->no_index && as_source_number(s, s->file_col < s->nown ?
	    r.field[s->file_col] : (as_str){NULL, 0}, &s->extra[s->index_at - 1], e) != 0)
		return -1;
	if (s->time_at && take_time(s, &r, e) != 0)
		return -1;
	s->seen++;
	*row = (as_row){.header = s->header, .ncol = s->ncol, .serial = s->serial,
	    .field = r.field, .nfield = r.n, .extra = s->extra, .line = r.line, .head_line = s->head_line,
	    .ok = s->ok.col && s->ok_col < s->nown ? as_condition_holds(&s->ok, r.field[s->ok_col]) : -1};
	return 1;
}
