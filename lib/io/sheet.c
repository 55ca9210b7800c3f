#include "sheet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "column_names.h"
#include "csvread.h"
#include "grow.h"

static int
set_header(as_sheet *s, const as_record *r, as_intern *text, as_err *e)
{
	if ((s->name = calloc(r->n, sizeof *s->name)) == NULL)
		return as_nomem(e);
	for (size_t i = 0; i < r->n; i++) {
		uint32_t id = as_intern_id(text, r->field[i].s, r->field[i].n);

		if (id == UINT32_MAX)
			return as_nomem(e);
		s->name[i] = (as_str){text->str[id], r->field[i].n};
	}
	s->ncol = r->n;
	return as_header_check(s->name, s->ncol, s->path, r->line, e);
}

static int
add_row(as_sheet *s, const as_record *r, size_t cap[2], as_intern *text, as_err *e)
{
	if (as_grow(&s->field, (s->n + 1) * s->ncol, &cap[0], sizeof *s->field) != 0 ||
	    as_grow(&s->line, s->n, &cap[1], sizeof *s->line) != 0)
		return as_nomem(e);
	for (size_t i = 0; i < r->n; i++)
		if ((s->field[s->n * s->ncol + i] = as_intern_id(text, r->field[i].s, r->field[i].n)) ==
		    UINT32_MAX)
			return as_nomem(e);
	s->line[s->n++] = r->line;
	return 0;
}

int
as_sheet_read(as_sheet *s, const char *path, as_intern *text, as_err *e)
{
	as_csv *csv;
	as_record r;
	size_t cap[2] = {0, 0};
	int more, bad = 0;

	*s = (as_sheet){.path = path, .text = text};
	if (as_csv_open(&csv, path, e) != 0)
		return -1;
	while (!bad && (more = as_csv_next(csv, &r, e)) != 0)
		bad = more < 0 || (s->name == NULL ? set_header(s, &r, text, e) :
		    add_row(s, &r, cap, text, e)) != 0;
	as_csv_close(csv);
	if (!bad && s->n == 0)
		bad = as_fail(e, path, 0, s->name ? "a header but no row" : "empty input") != 0;
	if (bad)
		as_sheet_free(s);
	return bad ? -1 : 0;
}

void
as_sheet_free(as_sheet *s)
{
	free(s->name);
	free(s->field);
	free(s->line);
	*s = (as_sheet){0};
}

size_t
as_sheet_find(const as_sheet *s, const char *name)
{
	return as_column_find(s->name, s->ncol, (as_str){name, strlen(name)});
}

size_t
as_sheet_result(const as_sheet *s, const char *name)
{
	char result[256]; /* result.NAME, result.result.NAME, ...: the last is no column of -g */
	size_t n = (size_t)snprintf(result, sizeof result, AS_RESULT "%s", name);
	size_t at = as_sheet_find(s, name), next;

	while (n < sizeof result && (next = as_sheet_find(s, result)) < s->ncol) {
		at = next;
		n += strlen(AS_RESULT);
		memmove(result + strlen(AS_RESULT), result, sizeof result - strlen(AS_RESULT));
		result[sizeof result - 1] = '\0';
	}
	return at;
}

int
as_sheet_column(const as_sheet *s, const char *name, size_t *at, as_err *e)
{
	*at = as_sheet_find(s, name);
	if (*at < s->ncol)
		return 0;
	return as_no_column(s->name, s->ncol, name, s->path, 1, e);
}

const char *
as_sheet_text(const as_sheet *s, size_t row, size_t col)
{
	return s->text->str[s->field[row * s->ncol + col]];
}
