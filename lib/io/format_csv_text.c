#include "format_csv_text.h"

#include <stdlib.h>
#include <string.h>

#include "lines.h"

const char *
as_csv_text_find(const char *text, size_t n, const char *head)
{
	const char *p = text, *end = text + n;
	as_str line;
	int quoted = 0; /* what a field of some table holds is no header */

	while (as_line_next(&p, end, &line, NULL)) {
		if (!quoted && as_starts_with(line, head))
			return line.s;
		for (size_t i = 0; i < line.n; i++)
			quoted ^= line.s[i] == '"';
	}
	return NULL;
}

/* A message has the line within the file, and no name: the caller has it. */
static int
failed(const as_csv_text *t, as_err *e)
{
	e->file[0] = '\0';
	e->line = e->line ? e->line + t->line : 0;
	return -1;
}

int
as_csv_text_open(as_csv_text *t, const char *text, size_t n, const char *header, as_err *e)
{
	int more;

	memset(t, 0, sizeof *t);
	for (const char *c = text; c < header; c++)
		t->line += *c == '\n';
	if (as_csv_from(&t->csv, NULL, "", header, n - (size_t)(header - text), e) != 0)
		return -1;
	if ((more = as_csv_next(t->csv, &t->row, e)) <= 0)
		return more < 0 ? failed(t, e) : as_fail(e, NULL, 0, "no header");
	t->n = t->row.n;
	return as_csv_keep(&t->header, &t->text, &t->row, 0, e);
}

int
as_csv_text_next(as_csv_text *t, as_err *e)
{
	int more = as_csv_next(t->csv, &t->row, e);

	return more < 0 ? failed(t, e) : more;
}

void
as_csv_text_close(as_csv_text *t)
{
	as_csv_close(t->csv);
	free(t->header);
	free(t->text);
	memset(t, 0, sizeof *t);
}

as_str
as_csv_text_cell(const as_csv_text *t, const char *column)
{
	for (size_t i = 0; i < t->n && i < t->row.n; i++)
		if (as_str_is(t->header[i], column))
			return t->row.field[i];
	return (as_str){"", 0};
}
