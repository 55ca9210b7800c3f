/* pooled.c - reads published cells into one pool. */
#include "pooled.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "judge.h"
#include "published.h"
#include "sheet.h"
#include "words.h"

/* Settings, and counts where they are whole: published as they are, not rounded. */
static const char *const settings[] = {"alpha", "power", "margin"};
static const char *const counts[] = {
	"n", "n_base", "n_test", "errors", "rows", "outliers", "df", "df_student", "groups", "tests",
	    "rank", "tokens"
};

/* Whether the value stands for itself alone. One that says "about" never does. */
static int
is_exact(const facts_options *o, const char *column, const char *value)
{
	if (*value == '~' || strncmp(value, "\xe2\x89\x88", 3) == 0) /* about equal */
		return 0;
	return as_among(column, (const char *const *)o->exact, o->nexact) ||
	    AS_AMONG(column, settings) || (AS_AMONG(column, counts) && strchr(value, '.') == NULL);
}

/* The range that a value stands for; 0 if it is no figure. */
static int
range_of(const char *value, const char *column, int exact, as_interval *r)
{
	as_published p;

	as_published_read(&p, value, strlen(value));
	if (p.kind == AS_PUB_TEXT || p.kind == AS_PUB_NA)
		return 0;
	if (!holds_percents(column))
		as_published_fraction(&p);
	*r = (as_interval){-INFINITY, INFINITY};
	if (p.kind != AS_PUB_BELOW)
		r->lo = nextafter(as_dec_double(&p.lo), -INFINITY);
	if (p.kind != AS_PUB_ABOVE)
		r->hi = nextafter(as_dec_double(&p.hi), INFINITY);
	if (exact && p.kind == AS_PUB_NUMBER) {
		double middle = (r->lo + r->hi) / 2;

		if (fabs(middle - rint(middle)) < 1e-9 * fabs(middle))
			middle = rint(middle);
		*r = middle == rint(middle) ? (as_interval){middle, middle} :
		    (as_interval){nextafter(middle, -INFINITY), nextafter(middle, INFINITY)};
	}
	return 1;
}

static int
by_name(const void *a, const void *b)
{
	const row_key *x = a, *y = b;

	return (x->name > y->name) - (x->name < y->name);
}

static int
add_row(facts *f, row_key *k, size_t n, uint32_t *row, as_err *e)
{
	uint32_t before = f->rows.n;

	qsort(k, n, sizeof *k, by_name);
	*row = as_intern_id(&f->rows, (const char *)k, n * sizeof *k);
	if (*row != UINT32_MAX && *row < before)
		return 0;
	if (*row == UINT32_MAX || as_grow(&f->key_at, (size_t)*row + 1, &f->caprow,
	    sizeof *f->key_at) != 0 || as_grow(&f->key, f->nkey + n, &f->capkey, sizeof *f->key) != 0)
		return as_nomem(e);
	f->key_at[*row] = f->nkey;
	memcpy(f->key + f->nkey, k, n * sizeof *k);
	f->nkey += n;
	f->key_at[*row + 1] = f->nkey;
	return 0;
}

static int
add_fact(facts *f, fact x, const facts_options *o, as_err *e)
{
	const char *column = f->text.str[x.column];
	uint32_t before = f->cells.n, id;

	if (x.row == UINT32_MAX || x.column == UINT32_MAX || (id = as_intern_id(&f->cells,
	    (const char *)(uint32_t[]){x.row, x.column}, 2 * sizeof id)) == UINT32_MAX)
		return as_nomem(e);
	x.cell = id;
	x.figure = range_of(x.value, column, is_exact(o, column, x.value), &x.range);
	if (id == before) {
		if (as_grow(&f->v, id, &f->cap, sizeof *f->v) != 0)
			return as_nomem(e);
		f->v[id] = x;
		return 0;
	}
	if (strcmp(f->v[id].value, x.value) == 0)
		return 0;
	if (as_grow(&f->again, f->nagain, &f->capagain, sizeof *f->again) != 0)
		return as_nomem(e);
	f->again[f->nagain++] = x;
	if (x.figure && f->v[id].figure && x.range.hi - x.range.lo < f->v[id].range.hi -
	    f->v[id].range.lo) {
		f->again[f->nagain - 1] = f->v[id]; /* the wider one is held against the narrower */
		f->v[id] = x;
	}
	return 0;
}

/* The name that a column of the files has here (--as NAME=COLUMN). */
static uint32_t
name_here(facts *f, const facts_options *o, const char *column)
{
	for (size_t i = 0; i < o->nas; i++) {
		const char *eq = strchr(o->as[i], '=');

		if (strcmp(eq + 1, column) == 0)
			return as_intern_id(&f->text, o->as[i], (size_t)(eq - o->as[i]));
	}
	if (strncmp(column, AS_RESULT, strlen(AS_RESULT)) == 0)
		column += strlen(AS_RESULT);
	return as_intern_id(&f->text, column, strlen(column));
}

enum { FACT, KEY, LEFT };

/* What a column is: FACT, KEY or LEFT out. Keys are those asked for, else in a list all
 * that have no meaning of their own, in a table those that hold no figure. A column whose
 * name a result has too is no fact. */
static int
find_keys(const as_sheet *s, const facts_options *o, int is_list, unsigned char *key, as_err *e)
{
	size_t n = 0;

	for (size_t i = 0; i < o->nkey; i++) {
		size_t at;

		if (as_sheet_column(s, o->key[i], &at, e) != 0)
			return -1;
		key[at] = 1;
	}
	for (size_t c = 0; o->nkey == 0 && c < s->ncol; c++) {
		key[c] = !is_list || !list_is_own(s->name[c]);
		for (size_t row = 0; !is_list && row < s->n && key[c]; row++)
			key[c] = !range_of(as_sheet_text(s, row, c), "", 0, &(as_interval){0, 0});
	}
	for (size_t c = 0; c < s->ncol; c++) {
		if (!is_list && key[c] == FACT && as_sheet_result(s, s->name[c].s) != c)
			key[c] = o->nkey ? LEFT : KEY;
		n += key[c] == KEY;
	}
	return n > FACTS_KEYS ? as_fail(e, s->path, 1, "over %d key columns", FACTS_KEYS) : 0;
}

/* The keys of a row that are not empty; a table without keys has its number. */
static size_t
keys_of(facts *f, const as_sheet *s, const facts_options *o, const unsigned char *key, int is_list,
    size_t row, row_key *k)
{
	size_t n = 0;
	int any = 0;
	char number[24];

	for (size_t c = 0; c < s->ncol; c++) {
		if (key[c] != KEY)
			continue;
		any = 1;
		if (*as_sheet_text(s, row, c))
			k[n++] = (row_key){name_here(f, o, s->name[c].s), s->field[row * s->ncol + c]};
	}
	if (!any && !is_list) {
		snprintf(number, sizeof number, "%zu", row + 1);
		k[n++] = (row_key){as_intern_id(&f->text, "row", 3),
		    as_intern_id(&f->text, number, strlen(number))};
	}
	return n;
}

static int
add_list_cell(facts *f, const as_sheet *s, size_t i, uint32_t row, const size_t at[4],
    const facts_options *o, as_err *e)
{
	const char *value = as_sheet_text(s, i, at[1]), *column = as_sheet_text(s, i, at[0]);
	int marked = at[2] < s->ncol && strcmp(as_sheet_text(s, i, at[2]), "erratum") == 0;
	const char *id = at[3] < s->ncol ? as_sheet_text(s, i, at[3]) : "";

	if (!*column || !*value)
		return as_fail(e, s->path, s->line[i], "empty '%s'", *column ? "value" : "column");
	return add_fact(f, (fact){.value = value, .id = !marked ? "" : *id ? id : "erratum",
	    .path = s->path,
	    .line = s->line[i], .row = row, .column = name_here(f, o, column)}, o, e);
}

static int
add_table_row(facts *f, const as_sheet *s, size_t i, uint32_t row, const unsigned char *key,
    const facts_options *o, as_err *e)
{
	for (size_t c = 0; c < s->ncol; c++)
		if (key[c] == FACT && *as_sheet_text(s, i, c) &&
		    add_fact(f, (fact){.value = as_sheet_text(s, i, c), .id = "", .path = s->path,
		    .line = s->line[i],
		        .row = row, .column = name_here(f, o, s->name[c].s)}, o, e) != 0)
			return -1;
	return 0;
}

int
facts_read(facts *f, const char *path, const facts_options *o, as_err *e)
{
	static const char *const names[] = {"column", "value", "mark", "id"};
	as_sheet s;
	size_t at[4];
	unsigned char *key;
	row_key *k;
	uint32_t row = UINT32_MAX;
	int is_list, bad;

	if (as_sheet_read(&s, path, &f->text, e) != 0)
		return -1;
	for (int i = 0; i < 4; i++)
		at[i] = as_sheet_find(&s, names[i]);
	is_list = at[0] < s.ncol && at[1] < s.ncol;
	key = calloc(s.ncol, 1);
	k = calloc(s.ncol + 1, sizeof *k);
	bad = key == NULL || k == NULL ? as_nomem(e) : find_keys(&s, o, is_list, key, e);
	for (size_t i = 0; i < s.n && !bad; i++) {
		bad = add_row(f, k, keys_of(f, &s, o, key, is_list, i, k), &row, e) != 0 ||
		    (is_list ? add_list_cell(f, &s, i, row, at, o, e) :
		    add_table_row(f, &s, i, row, key, o, e)) != 0;
	}
	free(key);
	free(k);
	as_sheet_free(&s);
	return bad ? -1 : 0;
}

void
facts_free(facts *f)
{
	as_intern_free(&f->text);
	as_intern_free(&f->rows);
	as_intern_free(&f->cells);
	free(f->v);
	free(f->again);
	free(f->key);
	free(f->key_at);
	*f = (facts){0};
}
