#include "table.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "num.h"
#include "sheet.h"
#include "table_cells.h"

as_table *
as_table_new(void)
{
	return calloc(1, sizeof(as_table));
}

void
as_table_free(as_table *t)
{
	if (t == NULL)
		return;
	as_keep_free(&t->keep);
	free(t->col);
	free(t->cell);
	free(t->def);
	free(t->note);
	as_table_free(t->next);
	free(t);
}

/* Only the first misuse is kept: the others follow from it. */
static void
misuse(as_table *t, const char *what, const char *name)
{
	if (!t->misuse[0])
		snprintf(t->misuse, sizeof t->misuse, what, name);
}

static char *
copy(as_table *t, const char *s)
{
	size_t n = strlen(s) + 1;
	char *c = as_alloc(&t->keep, n);

	return c ? memcpy(c, s, n) : NULL;
}

/* Room for one more element of a list that has n; what it lacks of memory is kept. */
static int
grown(as_table *t, void *list, size_t n, size_t size)
{
	t->keep.nomem |= as_grow_one(list, n, size) != 0;
	return !t->keep.nomem;
}

size_t
as_table_find(const as_table *t, const char *name)
{
	size_t j = 0;

	while (j < t->ncol && strcmp(t->col[j].name, name) != 0)
		j++;
	return j;
}

/* AS_RESULT before name, as often as it takes to be no other column's. */
static char *
result_name(as_table *t, const char *name)
{
	char *s = as_text(&t->keep, AS_RESULT "%s", name);

	while (!t->keep.nomem && as_table_find(t, s) < t->ncol)
		s = as_text(&t->keep, AS_RESULT "%s", s);
	return s;
}

/* A column of the input keeps its name; one of the result makes way. */
static void
add_column(as_table *t, const char *name, as_type type, int key, int input)
{
	size_t at = as_table_find(t, name);
	table_col *c = at < t->ncol ? &t->col[at] : NULL;
	char *own;

	if (t->ncell > 0)
		misuse(t, "column '%s' added after the first cell", name);
	if (c && c->input == input)
		misuse(t, "two columns are named '%s'", name);
	if (t->misuse[0])
		return;
	own = c ? result_name(t, name) : copy(t, name);
	if (c && input) { /* they change names */
		char *mine = c->name;

		c->name = own;
		own = mine;
	}
	if (grown(t, &t->col, t->ncol, sizeof *t->col))
		t->col[t->ncol++] = (table_col){own, type, key, input};
}

void
as_table_column(as_table *t, const char *name, as_type type, int key)
{
	add_column(t, name, type, key, 0);
}

void
as_table_input(as_table *t, const char *name, as_type type, int key)
{
	add_column(t, name, type, key, 1);
}

void
as_table_columns(as_table *t, const char *names, as_type type, int key)
{
	char name[64];

	for (size_t n; *names; names += n + (names[n] == ',')) {
		n = strcspn(names, ",");
		snprintf(name, sizeof name, "%.*s", (int)n, names);
		as_table_column(t, name, type, key);
	}
}

/* The next cell, of the given type unless it is NA; NULL if it cannot be had. */
static table_cell *
next_cell(as_table *t, as_type type, int na)
{
	table_cell *c;
	const table_col *col;

	if (t->ncol == 0)
		misuse(t, "a cell before any column%s", "");
	if (t->misuse[0] || t->keep.nomem)
		return NULL;
	col = &t->col[t->ncell % t->ncol];
	if (!na && type != col->type) {
		misuse(t, "a cell of another type in column '%s'", col->name);
		return NULL;
	}
	if (as_grow(&t->cell, t->ncell, &t->cap, sizeof *t->cell) != 0) {
		t->keep.nomem = 1;
		return NULL;
	}
	c = &t->cell[t->ncell++];
	c->type = col->type;
	c->na = na;
	c->tiny = 0;
	return c;
}

void
as_table_str(as_table *t, const char *s)
{
	table_cell *c = next_cell(t, AS_STR, s == NULL);

	if (c != NULL && s != NULL && (c->v.s = copy(t, s)) == NULL)
		c->na = 1;
}

void
as_table_int(as_table *t, int64_t v)
{
	table_cell *c = next_cell(t, AS_INT, 0);

	if (c != NULL)
		c->v.i = v;
}

void
as_table_real(as_table *t, double v)
{
	table_cell *c = next_cell(t, AS_REAL, 0);

	if (c == NULL)
		return;
	if (isfinite(v))
		c->v.r = v;
	else
		c->na = 1;
}

void
as_table_p(as_table *t, double log_p)
{
	table_cell *c;

	as_table_real(t, exp(log_p));
	c = t->ncell ? &t->cell[t->ncell - 1] : NULL;
	if (c != NULL && c->type == AS_REAL && !c->na)
		c->tiny = log_p < -300 * log(10);
}

void
as_table_bool(as_table *t, int v)
{
	table_cell *c = next_cell(t, AS_BOOL, 0);

	if (c != NULL)
		c->v.i = v != 0;
}

void
as_table_na(as_table *t)
{
	next_cell(t, AS_STR, 1);
}

void
as_table_int_list(as_table *t, const int64_t *v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		as_table_int(t, v[i]);
}

void
as_table_real_list(as_table *t, const double *v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		as_table_real(t, v[i]);
}

void
as_table_count(as_table *t, size_t v, int known)
{
	if (known)
		as_table_int(t, (int64_t)v);
	else
		as_table_na(t);
}

void
as_table_define(as_table *t, const char *name, const char *value)
{
	if (t->keep.nomem)
		return;
	for (size_t i = 0; i < t->ndef; i++)
		if (strcmp(t->def[i].name, name) == 0)
			misuse(t, "'%s' is defined twice", name);
	if (t->misuse[0] || !grown(t, &t->def, t->ndef, sizeof *t->def))
		return;
	t->def[t->ndef++] = (table_def){copy(t, name), copy(t, value)};
}

void
as_table_define_number(as_table *t, const char *name, const char *before, double x,
    const char *after)
{
	char buf[AS_NUM_BUF], text[320];

	as_num_format(buf, x);
	snprintf(text, sizeof text, "%s%s%s", before, buf, after);
	as_table_define(t, name, text);
}

void
as_table_note(as_table *t, const char *text)
{
	if (grown(t, &t->note, t->nnote, sizeof *t->note) && (t->note[t->nnote] = copy(t, text)))
		t->nnote++;
}

void
as_table_notef(as_table *t, const char *fmt, ...)
{
	char *text;
	va_list ap;

	va_start(ap, fmt);
	if (vasprintf(&text, fmt, ap) >= 0) {
		as_table_note(t, text);
		free(text);
	} else
		t->keep.nomem = 1;
	va_end(ap);
}

void
as_table_head(as_table *t, const char *text)
{
	t->head = copy(t, text);
}

void
as_table_follow(as_table *t, as_table *next)
{
	as_table_free(t->next);
	t->next = next;
}

size_t
as_table_rows(const as_table *t)
{
	return t->ncol ? t->ncell / t->ncol : 0;
}

int
as_table_check(const as_table *t, const as_style *s, as_err *e)
{
	size_t i, statistics = 0;
	int found = 0;

	if (t->keep.nomem)
		return as_nomem(e);
	if (t->misuse[0])
		return as_fail(e, NULL, 0, "table: %s", t->misuse);
	if (t->ncol == 0)
		return as_fail(e, NULL, 0, "table: no column");
	if (t->ncell % t->ncol != 0)
		return as_fail(e, NULL, 0, "table: the last row has %zu of %zu cells",
		    t->ncell % t->ncol, t->ncol);
	if (s->wide == NULL)
		return 0;
	for (i = 0; i < t->ncol; i++) {
		found |= t->col[i].key && strcmp(t->col[i].name, s->wide) == 0;
		statistics += !t->col[i].key;
	}
	if (!found)
		return as_fail(e, NULL, 0, "--wide %s: no such key column", s->wide);
	if (statistics == 0)
		return as_fail(e, NULL, 0, "--wide %s: nothing to spread, all columns are keys", s->wide);
	return 0;
}
