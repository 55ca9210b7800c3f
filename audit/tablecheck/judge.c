#include "judge.h"

#include <stdlib.h>
#include <string.h>

#include "published.h"
#include "words.h"

const char *const verdict_name[NVERDICT] = {
	[MATCH] = "match", [MISMATCH] = "mismatch", [ERRATUM] = "erratum",
	[RESTATED] = "restated", [NOT_REPRODUCIBLE] = "not-reproducible", [NO_DATA] = "no-data",
	[NO_FIGURE] = "no-figure",
};

int
computed_read(computed *c, const char *path, const list *l, as_intern *text,
    as_intern *groups, as_err *e)
{
	size_t *key = calloc(l->nkey + 1, sizeof *key);
	int bad = 0;

	memset(c, 0, sizeof *c);
	if (key == NULL)
		return as_nomem(e);
	if (as_sheet_read(&c->sheet, path, text, e) != 0) {
		free(key);
		return -1;
	}
	for (size_t i = 0; i < l->nkey && !bad; i++)
		bad = as_sheet_column(&c->sheet, l->sheet.name[l->key[i]].s, &key[i], e) != 0;
	if (!bad && (c->group = calloc(c->sheet.n, sizeof *c->group)) == NULL)
		bad = as_nomem(e) != 0;
	for (size_t i = 0; i < c->sheet.n && !bad; i++) {
		c->group[i] = list_group(groups, &c->sheet, i, key, l->nkey);
		if (c->group[i] == UINT32_MAX)
			bad = as_nomem(e) != 0;
	}
	free(key);
	c->ngroup = groups->n;
	c->synthetic = as_sheet_find(&c->sheet, "synthetic");
	if (!bad && (c->row = malloc(c->ngroup * sizeof *c->row)) == NULL)
		bad = as_nomem(e) != 0;
	if (bad) {
		computed_free(c);
		return -1;
	}
	for (uint32_t g = 0; g < c->ngroup; g++)
		c->row[g] = SIZE_MAX;
	for (size_t i = c->sheet.n; i-- > 0; )
		c->row[c->group[i]] = i;
	return 0;
}

void
computed_free(computed *c)
{
	as_sheet_free(&c->sheet);
	free(c->group);
	free(c->row);
	memset(c, 0, sizeof *c);
}

int
holds_percents(const char *column)
{
	return as_ends_with(column, "_pct");
}

/* MATCH if the text of a computed value is what was published of the column; NO_FIGURE where a
 * number stands against text. */
static verdict
judge_value(const char *published, const char *computed, const char *column)
{
	as_published p;
	as_dec value;
	int number = as_dec_parse(&value, computed, strlen(computed)) == 0;

	if (strcmp(published, computed) == 0)
		return MATCH;
	as_published_read(&p, published, strlen(published));
	if (p.kind == AS_PUB_TEXT)
		return number ? NO_FIGURE : MISMATCH;
	if (p.kind == AS_PUB_NA)
		return computed[0] == '\0' ? MATCH : MISMATCH;
	if (!holds_percents(column))
		as_published_fraction(&p);
	return number && as_published_holds(&p, &value) ? MATCH : MISMATCH;
}

static int
is_synthetic(const computed *c, size_t row)
{
	const char *s;

	if (row == SIZE_MAX || c->synthetic == c->sheet.ncol)
		return 0;
	s = as_sheet_text(&c->sheet, row, c->synthetic);
	return as_truth((as_str){s, strlen(s)}) == 1;
}

/* The value that the table has for a cell, or NULL and why it has none. */
static const char *
find_value(const list_cell *cell, const computed *c, const char **why)
{
	size_t row = c->row[cell->group], col = as_sheet_find(&c->sheet, cell->column);

	*why = row == SIZE_MAX ? "the table has no such row" :
	    col == c->sheet.ncol ? "the table has no such column" : NULL;
	return *why ? NULL : as_sheet_text(&c->sheet, row, col);
}

/* The ruling on a cell; c is NULL if there is no data. */
static ruling
judge(const list_cell *cell, const computed *c)
{
	ruling r = {.verdict = MISMATCH};

	if (c != NULL) {
		r.computed = find_value(cell, c, &r.reason);
		r.synthetic = is_synthetic(c, c->row[cell->group]);
	}
	if (cell->first) {
		r.reason = "listed before, on line";
		r.line = cell->first;
		return r;
	}
	if (cell->mark == MARK_NOT_REPRODUCIBLE) {
		r.verdict = NOT_REPRODUCIBLE;
		r.reason = NULL;
		return r;
	}
	if (c == NULL)
		r.verdict = NO_DATA;
	if (r.computed == NULL)
		return r;
	r.verdict = judge_value(cell->value, r.computed, cell->column);
	if (cell->mark == MARK_ERRATUM) {
		if (r.verdict == MATCH)
			r.reason = "marked as an erratum, but it matches";
		r.verdict = r.verdict == MATCH ? MISMATCH : ERRATUM;
	} else if (cell->mark == MARK_RESTATED && r.verdict == MATCH) {
		r.verdict = RESTATED;
	}
	return r;
}

/* The ruling on row i of the table itself; groups under published are listed. */
static ruling
judge_row(const computed *c, size_t i, uint32_t published, int subset)
{
	size_t first = c->row[c->group[i]];
	int known = c->group[i] < published;
	ruling r = {.verdict = MATCH};

	if (!known && subset)
		return r;
	if (first != i)
		r = (ruling){.verdict = MISMATCH, .reason = "the table repeats the row of line",
		    .line = c->sheet.line[first]};
	else if (!known)
		r = (ruling){.verdict = MISMATCH, .reason = "not published: the table's row of line",
		    .line = c->sheet.line[i]};
	r.synthetic = is_synthetic(c, i);
	return r;
}

int
judge_all(rulings *r, const list *l, const computed *c, int subset, as_err *e)
{
	size_t rows = c ? c->sheet.n : 0;

	memset(r, 0, sizeof *r);
	r->cell = calloc(l->sheet.n + 1, sizeof *r->cell);
	r->row = calloc(rows + 1, sizeof *r->row);
	if (r->cell == NULL || r->row == NULL) {
		rulings_free(r);
		return as_nomem(e);
	}
	for (size_t i = 0; i < l->sheet.n; i++) {
		r->cell[i] = judge(&l->cell[i], c);
		r->count[r->cell[i].verdict]++;
		r->any_synthetic |= r->cell[i].synthetic;
	}
	for (size_t i = 0; i < rows; i++) {
		r->row[i] = judge_row(c, i, l->ngroup, subset);
		r->extra += r->row[i].verdict == MISMATCH;
		r->any_synthetic |= r->row[i].synthetic;
	}
	r->count[MISMATCH] += r->extra;
	return 0;
}

void
rulings_free(rulings *r)
{
	free(r->cell);
	free(r->row);
	memset(r, 0, sizeof *r);
}
