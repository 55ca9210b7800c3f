/* pooled_find.c - finds the cells that a reference means, seen from a row. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pooled.h"
#include "range.h"

/* Room for those that a reference adds. */
typedef struct { row_key k[FACTS_KEYS + EXPR_SELECTS + 1]; size_t n; } keys;

static keys
keys_of_row(const facts *f, uint32_t row)
{
	keys k = {.n = f->key_at[row + 1] - f->key_at[row]};

	memcpy(k.k, f->key + f->key_at[row], k.n * sizeof *k.k);
	return k;
}

/* The value of a key, or UINT32_MAX. */
static uint32_t
value_of(const keys *k, uint32_t name)
{
	for (size_t i = 0; i < k->n; i++)
		if (k->k[i].name == name)
			return k->k[i].value;
	return UINT32_MAX;
}

/* Gives the key that value, or takes it away (value UINT32_MAX). */
static void
set_key(keys *k, uint32_t name, uint32_t value)
{
	size_t i = 0;

	while (i < k->n && k->k[i].name < name)
		i++;
	if (i < k->n && k->k[i].name == name) {
		k->k[i].value = value;
		if (value == UINT32_MAX) {
			memmove(&k->k[i], &k->k[i + 1], (k->n - i - 1) * sizeof *k->k);
			k->n--;
		}
	} else if (value != UINT32_MAX) {
		memmove(&k->k[i + 1], &k->k[i], (k->n - i) * sizeof *k->k);
		k->k[i] = (row_key){name, value};
		k->n++;
	}
}

static uint32_t
number(const facts *f, const char *text)
{
	return as_intern_find(&f->text, text, strlen(text));
}

/* The cell of these keys and this column; SIZE_MAX if there is none. */
static size_t
cell_at(const facts *f, const keys *k, const char *column, size_t len)
{
	const uint32_t cell[] = {as_intern_find(&f->rows, (const char *)k->k, k->n * sizeof *k->k),
	    as_intern_find(&f->text, column, len)};
	/* of no row or no column there is none: neither has so large a number */
	uint32_t id = as_intern_find(&f->cells, (const char *)cell, sizeof cell);

	return id == UINT32_MAX ? SIZE_MAX : id;
}

/* Where a column is about one group of a comparison (mean_base, n_test): the cell
 * of that group's own row, or of the same comparison turned round. */
static size_t
cell_of_group(const facts *f, const keys *k, const char *column)
{
	size_t n = strlen(column), stem = n > 5 ? n - 5 : 0, at = SIZE_MAX;
	uint32_t base = number(f, "base"), test = number(f, "test");
	uint32_t b = value_of(k, base), t = value_of(k, test);
	int of_base = stem && strcmp(column + stem, "_base") == 0;
	char turned[256];
	keys other = *k;

	if (b == UINT32_MAX || t == UINT32_MAX || (!of_base &&
	    !(stem && strcmp(column + stem, "_test") == 0)))
		return SIZE_MAX;
	if (f->pair && number(f, f->pair) != UINT32_MAX) {
		set_key(&other, base, UINT32_MAX);
		set_key(&other, test, UINT32_MAX);
		set_key(&other, number(f, f->pair), of_base ? b : t);
		at = cell_at(f, &other, column, stem);
	}
	if (at == SIZE_MAX && stem < sizeof turned - 6) {
		other = *k;
		set_key(&other, base, t);
		set_key(&other, test, b);
		snprintf(turned, sizeof turned, "%.*s%s", (int)stem, column, of_base ? "_test" : "_base");
		at = cell_at(f, &other, turned, n);
	}
	return at;
}

static int
found(const facts *f, size_t at, as_interval *r, size_t *fact_at, const char **id)
{
	*fact_at = at;
	if (at == SIZE_MAX)
		return 0;
	*r = f->v[at].range;
	*id = f->v[at].id;
	return f->v[at].figure ? 1 : -1;
}

/* Whether a row is one of those that the brackets of sum and rank mean, seen from
 * the row with keys own. */
static int
is_sibling(const facts *f, const keys *own, const keys *k, const expr_ref *r)
{
	keys a = *own, b = *k;

	for (int i = 0; i < r->nselect; i++) {
		uint32_t name = number(f, r->select[i].key), v = value_of(k, name);
		int same = r->select[i].value && v == number(f, r->select[i].value);

		if (v == UINT32_MAX || (r->select[i].value && same == r->select[i].differs))
			return 0;
		set_key(&a, name, UINT32_MAX);
		set_key(&b, name, UINT32_MAX);
	}
	return a.n == b.n && memcmp(a.k, b.k, a.n * sizeof *a.k) == 0;
}

static int
of_siblings(const facts *f, uint32_t row, const expr_ref *r, as_interval *at, const char **id)
{
	keys own = keys_of_row(f, row);
	uint32_t col = number(f, r->column);
	as_interval sum = {0, 0}, rank = {1, 1}, mine = {NAN, NAN};
	size_t n = 0, i;

	for (i = 0; i < f->cells.n; i++)
		if (f->v[i].row == row && f->v[i].column == col)
			mine = f->v[i].range;
	for (i = 0; i < f->cells.n; i++) {
		const fact *x = &f->v[i];
		keys k;

		if (x->column != col)
			continue;
		k = keys_of_row(f, x->row);
		if (!is_sibling(f, &own, &k, r))
			continue;
		if (!x->figure)
			return -1;
		n++;
		if (*x->id)
			*id = x->id;
		sum = as_range_add(sum, x->range);
		if (x->row != row) {
			rank.lo += x->range.hi < mine.lo;
			rank.hi += x->range.lo <= mine.hi;
		}
	}
	*at = r->kind == REF_SUM ? sum : rank;
	return n >= 2 && (r->kind == REF_SUM || !isnan(mine.lo));
}

int
facts_find(const facts *f, uint32_t row, const expr_ref *r, as_interval *at, size_t *fact_at,
    const char **id)
{
	keys k = keys_of_row(f, row);
	size_t cell;

	*fact_at = SIZE_MAX;
	*id = "";
	if (r->kind != REF_CELL)
		return of_siblings(f, row, r, at, id);
	for (int i = 0; i < r->nselect; i++) {
		uint32_t name = number(f, r->select[i].key), value = number(f, r->select[i].value);

		if (name == UINT32_MAX || (*r->select[i].value && value == UINT32_MAX))
			return 0;
		set_key(&k, name, *r->select[i].value ? value : UINT32_MAX);
	}
	cell = cell_at(f, &k, r->column, strlen(r->column));
	return found(f, cell == SIZE_MAX ? cell_of_group(f, &k, r->column) : cell, at, fact_at, id);
}

int
facts_row_has(const facts *f, uint32_t row, const expr_ref *r)
{
	keys k = keys_of_row(f, row);

	for (int i = 0; i < r->nselect; i++) {
		uint32_t name = number(f, r->select[i].key);
		uint32_t have = name == UINT32_MAX ? name : value_of(&k, name);

		if (have != (*r->select[i].value ? number(f, r->select[i].value) : UINT32_MAX))
			return 0;
		if (*r->select[i].value && have == UINT32_MAX)
			return 0;
	}
	return 1;
}

char *
facts_row_name(const facts *f, uint32_t row)
{
	size_t size = 1, n = 0, i;
	char *text;

	for (i = f->key_at[row]; i < f->key_at[row + 1]; i++)
		size += f->text.len[f->key[i].name] + f->text.len[f->key[i].value] + 2;
	if ((text = malloc(size)) == NULL)
		return NULL;
	*text = '\0';
	for (i = f->key_at[row]; i < f->key_at[row + 1]; i++)
		n += (size_t)sprintf(text + n, "%s%s=%s", n ? " " : "", f->text.str[f->key[i].name],
		    f->text.str[f->key[i].value]);
	return text;
}
