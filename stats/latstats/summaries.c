#include "summaries.h"

#include <string.h>

#include "column_names.h"
#include "intern.h"
#include "key.h"
#include "num.h"
#include "operand.h"

static as_str
text(const as_row *row, const char *name)
{
	size_t i = as_column_find(row->header, row->ncol, (as_str){name, strlen(name)});

	return i < row->ncol ? as_row_at(row, i) : (as_str){"", 0};
}

/* Does the column name the summary? */
static int
is_name(as_str column)
{
	static const char *const other[] = {"run", "file", "mode", "index", "n", "errors", "mean",
	    "median", "sd", "min", "max", "status", "error"};

	for (size_t i = 0; i < sizeof other / sizeof *other; i++)
		if (as_str_is(column, other[i]))
			return 0;
	return !(column.n > 1 && column.s[0] == 'p' && column.s[1] >= '0' && column.s[1] <= '9');
}

/* The columns that name a summary: of -g, or all. Names are the first file's. */
static int
name_columns(as_list *names, const as_list *group, const as_row *row, as_err *e)
{
	char list[2048] = "";
	size_t n = 0;

	for (size_t i = 0; i < row->ncol && !group->n; i++)
		if (is_name(row->header[i]) && row->header[i].n + n + 2 < sizeof list)
			n += (size_t)snprintf(list + n, sizeof list - n, "%s%.*s", n ? "," : "", (int)row->header[i].n,
			    row->header[i].s);
	for (size_t i = 0; i < group->n && n + strlen(group->v[i]) + 2 < sizeof list; i++)
		n += (size_t)snprintf(list + n, sizeof list - n, "%s%s", n ? "," : "", group->v[i]);
	return n ? as_list_parse(names, list, "-g", e) : 0;
}

static void
put_figure(as_table *t, const column *c, const as_row *row)
{
	as_str s = text(row, c->name);
	double x;
	int skipped = c->stat == ERRORS && s.n == 0 && text(row, "status").n &&
	    !as_str_is(text(row, "status"), "ok");

	if (skipped)
		as_table_int(t, 1);
	else if (as_num_parse(s.s, s.n, &x) != AS_NUM_OK)
		as_table_na(t);
	else if (c->stat == N || c->stat == ERRORS)
		as_table_int(t, (int64_t)x);
	else
		as_table_real(t, x);
}

static int
put_row(as_table *t, const choice *c, const as_list *names, const as_row *row, as_intern *seen,
    as_err *e)
{
	char key[4096] = "";
	size_t n = 0;
	uint32_t before = seen->n;

	for (size_t i = 0; i < names->n; i++) {
		as_str s = text(row, names->v[i]);
		char buf[1024];

		snprintf(buf, sizeof buf, "%.*s", (int)s.n, s.s);
		n += (size_t)snprintf(key + n, n < sizeof key ? sizeof key - n : 0, "%s\n", buf);
		as_table_str(t, buf);
	}
	if (as_intern_id(seen, key, n < sizeof key ? n : sizeof key) != before)
		return as_fail(e, NULL, 0, "a group has two summaries, which cannot be pooled");
	for (size_t i = 0; i < c->ncol; i++)
		put_figure(t, &c->col[i], row);
	return 0;
}

static int
keeps(const as_opts *o, const as_row *row)
{
	for (size_t i = 0; i < o->nwhere; i++)
		if (!as_condition_holds(&o->where[i], text(row, o->where[i].col)))
			return 0;
	return 1;
}

/* Of what is asked, what a summary cannot answer. */
static int
answers(const as_opts *o, const char *path, as_err *e)
{
	const char *asked = o->reading.per ? "--per" : o->reading.ok ? "--ok" : o->nmap ? "--map" : NULL;

	for (size_t i = 0; i < o->value.n && !asked; i++)
		asked = strcmp(o->value.v[i], "latency_ms") != 0 ? "-v" : NULL;
	return !asked ? 0 : as_fail(e, path, 0, "%s needs samples, but the file has summaries", asked);
}

/* Has the file the columns that name a summary, and those of filters? */
static int
has_columns(const as_opts *o, const as_list *names, const char *path, const as_row *row, as_err *e)
{
	for (size_t i = 0; i < names->n + o->nwhere; i++) {
		const char *name = i < names->n ? names->v[i] : o->where[i - names->n].col;

		if (as_column_find(row->header, row->ncol, (as_str){name, strlen(name)}) == row->ncol)
			return as_no_column(row->header, row->ncol, name, path, 0, e);
	}
	return 0;
}

/* The columns, by the first summary. */
static int
declare(summaries *m, const as_source *s, const as_row *row, as_err *e)
{
	if (name_columns(&m->names, &m->o->group, row, e) != 0)
		return -1;
	for (size_t k = 0; k < m->names.n; k++)
		as_table_column(m->t, m->names.v[k], AS_STR, 1);
	for (size_t k = 0; k < m->c->ncol; k++)
		as_table_column(m->t, m->c->col[k].name, m->c->col[k].stat <= ERRORS ? AS_INT : AS_REAL, 0);
	as_table_define(m->t, "holds", as_source_instead(s));
	as_table_note(m->t, "as the file states them, in ms; it has no samples");
	return 0;
}

int
stated_take(void *arg, const char *path, const as_source *s, const as_row *row, as_err *e)
{
	summaries *m = arg;

	if (m->source != s && answers(m->o, path, e) != 0)
		return -1;
	if (!m->source && declare(m, s, row, e) != 0)
		return -1;
	if (m->source != s && has_columns(m->o, &m->names, path, row, e) != 0)
		return -1;
	m->source = s;
	if (!keeps(m->o, row))
		return 0;
	m->kept++;
	return put_row(m->t, m->c, &m->names, row, &m->seen, e);
}

void
stated_free(summaries *m)
{
	as_list_free(&m->names);
	as_intern_free(&m->seen);
}
