#include "cell_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMN, VALUE, MARK, ID, NOTE, NOWN };

static const char *const own[NOWN] = {"column", "value", "mark", "id", "note"};
static const char *const marks[] = {
	[MARK_NONE] = "", [MARK_ERRATUM] = "erratum", [MARK_RESTATED] = "restated",
	[MARK_NOT_REPRODUCIBLE] = "not-reproducible",
};

int
list_is_own(as_str name)
{
	for (size_t i = 0; i < NOWN; i++)
		if (as_str_is(name, own[i]))
			return 1;
	return 0;
}

static int
set_keys(list *l, char *const *keys, size_t nkeys, as_err *e)
{
	const as_sheet *s = &l->sheet;

	if ((l->key = calloc(s->ncol + nkeys + 1, sizeof *l->key)) == NULL)
		return as_nomem(e);
	for (size_t i = 0; i < nkeys; i++) {
		if (list_is_own((as_str){keys[i], strlen(keys[i])}))
			return as_fail(e, NULL, 0, "-k: '%s' is not a key column", keys[i]);
		if (as_sheet_column(s, keys[i], &l->key[l->nkey++], e) != 0)
			return -1;
	}
	for (size_t i = 0; nkeys == 0 && i < s->ncol; i++)
		if (!list_is_own(s->name[i]))
			l->key[l->nkey++] = i;
	return 0;
}

uint32_t
list_group(as_intern *groups, const as_sheet *s, size_t row, const size_t *key, size_t nkey)
{
	char *text = malloc(nkey * 11 + 1), *p = text;
	uint32_t id = UINT32_MAX;

	if (text == NULL)
		return id;
	for (size_t i = 0; i < nkey; i++)
		p += sprintf(p, "%u ", (unsigned)s->field[row * s->ncol + key[i]]);
	id = as_intern_id(groups, text, (size_t)(p - text));
	free(text);
	return id;
}

/* Fills cell i from row i and checks it. */
static int
set_cell(list *l, size_t i, const size_t at[NOWN], as_err *e)
{
	const as_sheet *s = &l->sheet;
	list_cell *c = &l->cell[i];
	const char *field[NOWN];
	size_t m;

	for (m = 0; m < NOWN; m++)
		field[m] = at[m] < s->ncol ? as_sheet_text(s, i, at[m]) : "";
	c->line = s->line[i];
	c->column = field[COLUMN];
	c->value = field[VALUE];
	c->id = field[ID];
	c->note = field[NOTE];
	for (m = 0; m < sizeof marks / sizeof *marks && strcmp(marks[m], field[MARK]) != 0; m++)
		;
	if (m == sizeof marks / sizeof *marks)
		return as_fail(e, s->path, c->line,
		    "mark '%s' is not erratum, restated or not-reproducible", field[MARK]);
	c->mark = (list_mark)m;
	if (!*c->column)
		return as_fail(e, s->path, c->line, "empty 'column'");
	if (!*c->value)
		return as_fail(e, s->path, c->line, "empty 'value': write -- for a cell without a value");
	if (c->mark == MARK_ERRATUM && !*c->id)
		return as_fail(e, s->path, c->line, "an erratum needs an id");
	if (c->mark == MARK_NOT_REPRODUCIBLE && !*c->note)
		return as_fail(e, s->path, c->line, "not-reproducible needs a reason in 'note'");
	return 0;
}

/* Numbers the keys of every cell and finds cells that are listed twice. */
static int
place_cells(list *l, size_t column, as_intern *groups, as_err *e)
{
	size_t *first = calloc(l->sheet.n, sizeof *first);
	as_intern cells = {0};
	uint32_t id, distinct = 0;
	int bad = first == NULL;

	l->key[l->nkey] = column; /* the keys and the column name a cell */
	for (size_t i = 0; i < l->sheet.n && !bad; i++) {
		list_cell *c = &l->cell[i];

		c->group = list_group(groups, &l->sheet, i, l->key, l->nkey);
		id = list_group(&cells, &l->sheet, i, l->key, l->nkey + 1);
		bad = c->group == UINT32_MAX || id == UINT32_MAX;
		if (!bad && id < distinct) {
			c->first = first[id];
		} else if (!bad) {
			first[id] = c->line;
			distinct++;
		}
	}
	l->ngroup = groups->n;
	as_intern_free(&cells);
	free(first);
	return bad ? as_nomem(e) : 0;
}

int
list_read(list *l, const char *path, char *const *keys, size_t nkeys,
    as_intern *text, as_intern *groups, as_err *e)
{
	size_t at[NOWN], i;

	memset(l, 0, sizeof *l);
	if (as_sheet_read(&l->sheet, path, text, e) != 0)
		return -1;
	for (i = 0; i < NOWN; i++)
		at[i] = as_sheet_find(&l->sheet, own[i]);
	if (as_sheet_column(&l->sheet, own[COLUMN], &i, e) != 0 ||
	    as_sheet_column(&l->sheet, own[VALUE], &i, e) != 0 ||
	    set_keys(l, keys, nkeys, e) != 0)
		goto fail;
	if ((l->cell = calloc(l->sheet.n, sizeof *l->cell)) == NULL) {
		as_nomem(e);
		goto fail;
	}
	for (i = 0; i < l->sheet.n; i++)
		if (set_cell(l, i, at, e) != 0)
			goto fail;
	if (place_cells(l, at[COLUMN], groups, e) == 0)
		return 0;
fail:
	list_free(l);
	return -1;
}

void
list_free(list *l)
{
	as_sheet_free(&l->sheet);
	free(l->key);
	free(l->cell);
	memset(l, 0, sizeof *l);
}

void
list_unmark(list *l)
{
	for (size_t i = 0; i < l->sheet.n; i++) {
		l->cell[i].mark = MARK_NONE;
		l->cell[i].id = l->cell[i].note = "";
	}
}
