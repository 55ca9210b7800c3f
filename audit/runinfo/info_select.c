/* --map and --where on the rows, and the first of many fields. */
#include <stdlib.h>
#include <string.h>

#include "info_run.h"
#include "intern.h"
#include "nearest.h"
#include "opts.h"

enum { RUN, FILE_NAME, FIELD, VALUE, NCOLUMN };

static int
column_of(const char *option, const char *name, as_err *e)
{
	static const char *const names[NCOLUMN + 1] = {"run", "file", "field", "value"};

	return as_word_parse(name, option, names, e);
}

/* 1 if *text has another name now, 0 if it keeps its own. */
static int
rename_one(const char **text, const as_map *m, as_keep *keep, as_err *e)
{
	as_str old = {*text, *text ? strlen(*text) : 0}, new = as_map_apply(m, old);

	if (!*text || new.s == old.s)
		return 0;
	*text = as_text(keep, "%.*s", (int)new.n, new.s);
	return keep->nomem ? as_nomem(e) : 1;
}

int
info_rows_map(info_rows *rows, info_runs *r, const as_map *m, as_err *e)
{
	int column = column_of("--map", m->col, e), rc = column;

	for (size_t i = 0; column == RUN && rc >= 0 && i < r->n; i++)
		rc = rename_one(&r->v[i].run, m, &r->keep, e);
	for (size_t i = 0; column > RUN && rc >= 0 && i < rows->n; i++) {
		info_row *row = &rows->v[i];

		rc = rename_one(column == FILE_NAME ? &row->file : column == FIELD ? &row->field :
		    &row->text, m, &r->keep, e);
		if (column == VALUE && rc == 1)
			row->is_number = 0;
	}
	return rc < 0 ? -1 : 0;
}

int
info_rows_where(info_rows *rows, const info_runs *r, const as_condition *w, as_err *e)
{
	int c = column_of("--where", w->col, e);
	size_t kept = 0;

	if (c < 0)
		return -1;
	for (size_t i = 0; i < rows->n; i++) {
		info_row *row = &rows->v[i];
		const char *text[NCOLUMN] = {r->v[row->run].run, row->file, row->field, row->text};
		const char *s = text[c] ? text[c] : "";

		if (as_condition_holds(w, (as_str){s, strlen(s)}))
			rows->v[kept++] = *row;
	}
	rows->n = kept;
	return 0;
}

/* The number of a row's field, from 0 in the order in which they came; UINT32_MAX: no memory. */
static uint32_t
number(as_intern *fields, const info_row *row)
{
	char *key;
	int n = asprintf(&key, "%s\n%s", row->anywhere ? "" : row->file, row->field);
	uint32_t id = n < 0 ? UINT32_MAX : as_intern_id(fields, key, (size_t)n);

	if (n >= 0)
		free(key);
	return id;
}

int
info_rows_first(info_rows *rows, size_t most, size_t *others, as_err *e)
{
	as_intern fields = {0};
	size_t kept = 0, i = 0;

	for (uint32_t id; i < rows->n && (id = number(&fields, &rows->v[i])) != UINT32_MAX; i++)
		if (id < most)
			rows->v[kept++] = rows->v[i];
	*others = fields.n > most ? fields.n - most : 0;
	as_intern_free(&fields);
	if (i < rows->n)
		return as_nomem(e);
	rows->n = kept;
	return 0;
}
