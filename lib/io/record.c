#include "record.h"

#include <csv.h>
#include <stdint.h>
#include <stdlib.h>

#include "column_names.h"
#include "grow.h"
#include "intern.h"

enum { BLOCK = 1 << 20 };

typedef struct block { struct block *next; size_t used, cap; char text[]; } block;

typedef struct {
	as_str *name;   /* (ncol) */
	size_t ncol;
	size_t *column; /* (ncol) place in the union */
	int in_order;   /* it is the union, in order: records are written as they are */
} header;

struct as_records {
	block *blocks;
	struct { const char *text; uint32_t header; } *row; /* (n) NUL-terminated CSV text */
	size_t n, cap;
	header *headers;
	size_t nheader;
	size_t last_source;
	unsigned last_serial;
	uint32_t last;
	as_intern all;     /* the union: column i is name i */
	as_str *split;     /* (all.n) scratch of as_records_write */
};

as_records *
as_records_new(void)
{
	return calloc(1, sizeof(as_records));
}

void
as_records_free(as_records *r)
{
	if (!r)
		return;
	for (block *b = r->blocks, *next; b; b = next) {
		next = b->next;
		free(b);
	}
	for (size_t i = 0; i < r->nheader; i++) {
		free(r->headers[i].name);
		free(r->headers[i].column);
	}
	free(r->headers);
	free(r->row);
	as_intern_free(&r->all);
	free(r->split);
	free(r);
}

static char *
room(as_records *r, size_t n)
{
	block *b = r->blocks;

	if (!b || b->cap - b->used < n) {
		size_t cap = n > BLOCK ? n : BLOCK;
		if (!(b = malloc(sizeof *b + cap)))
			return NULL;
		b->next = r->blocks;
		b->used = 0;
		b->cap = cap;
		r->blocks = b;
	}
	return b->text + b->used;
}

static int
needs_quotes(as_str s)
{
	if (s.n == 0)
		return 0;
	if (s.s[0] == ' ' || s.s[0] == '\t' || s.s[s.n - 1] == ' ' || s.s[s.n - 1] == '\t')
		return 1;
	for (size_t i = 0; i < s.n; i++)
		if (s.s[i] == ',' || s.s[i] == '"' || s.s[i] == '\n' || s.s[i] == '\r')
			return 1;
	return 0;
}

/* Writes the field at p (room for 2n + 2 bytes); returns where it ends. */
static char *
encode(char *p, as_str s)
{
	if (needs_quotes(s))
		return p + csv_write(p, 2 * s.n + 2, s.s, s.n);
	if (s.n)
		memcpy(p, s.s, s.n);
	return p + s.n;
}

void
as_csv_write_field(FILE *fp, as_str s)
{
	if (needs_quotes(s))
		csv_fwrite(fp, s.s, s.n);
	else
		fwrite(s.s, 1, s.n, fp);
}

static uint32_t
find(const as_records *r, as_str name)
{
	return as_intern_find(&r->all, name.s, name.n);
}

/* Finds or makes the place of each column of h in the union. */
static int
place(as_records *r, header *h)
{
	/* two columns of one header never share a place, though they are aliases */
	char *taken = calloc(r->all.n + h->ncol, 1);
	uint32_t at;

	if (!taken)
		return -1;
	h->in_order = 1;
	for (size_t i = 0; i < h->ncol; i++)
		if ((at = find(r, h->name[i])) != UINT32_MAX)
			taken[at] = 1;
	for (size_t i = 0; i < h->ncol; i++) {
		at = find(r, h->name[i]);
		if (at == UINT32_MAX) {
			at = find(r, as_other_spelling(h->name[i]));
			if (at == UINT32_MAX || taken[at])
				at = as_intern_id(&r->all, h->name[i].s, h->name[i].n);
			if (at == UINT32_MAX) {
				free(taken);
				return -1;
			}
			taken[at] = 1;
		}
		h->column[i] = at;
		h->in_order &= at == i;
	}
	free(taken);
	return 0;
}

/* Adds the header, unless it is there; r->last names it. */
static int
set_header(as_records *r, const as_str *name, size_t ncol)
{
	header *h;
	size_t i, k;
	char *p;

	for (i = 0; i < r->nheader; i++) {
		h = &r->headers[i];
		for (k = 0; h->ncol == ncol && k < ncol && as_str_same(h->name[k], name[k]); k++)
			;
		if (h->ncol == ncol && k == ncol) {
			r->last = (uint32_t)i;
			return 0;
		}
	}
	if (as_grow_one(&r->headers, r->nheader, sizeof *r->headers) != 0)
		return -1;
	h = &r->headers[r->nheader];
	*h = (header){.name = calloc(ncol, sizeof *h->name), .column = calloc(ncol, sizeof *h->column),
	    .ncol = ncol};
	r->nheader++;
	if (!h->name || !h->column)
		return -1;
	for (i = 0; i < ncol; i++) {
		if (!(p = room(r, name[i].n + 1)))
			return -1;
		memcpy(p, name[i].s, name[i].n);
		r->blocks->used += name[i].n + 1;
		h->name[i] = (as_str){p, name[i].n};
	}
	if (place(r, h) != 0)
		return -1;
	free(r->split);
	if (!(r->split = calloc(r->all.n, sizeof *r->split)))
		return -1;
	r->last = (uint32_t)(r->nheader - 1);
	return 0;
}

int
as_records_add(as_records *r, const as_str *name, size_t ncol, const as_str *cell,
    unsigned serial, size_t source)
{
	size_t need = 1, i;
	char *start, *p;

	if (r->nheader == 0 || source != r->last_source || serial != r->last_serial) {
		if (set_header(r, name, ncol) != 0)
			return -1;
		r->last_source = source;
		r->last_serial = serial;
	}
	if (as_grow(&r->row, r->n, &r->cap, sizeof *r->row) != 0)
		return -1;
	for (i = 0; i < ncol; i++)
		need += 2 * cell[i].n + 3;
	if (!(start = p = room(r, need)))
		return -1;
	for (i = 0; i < ncol; i++) {
		if (i)
			*p++ = ',';
		p = encode(p, cell[i]);
	}
	*p++ = '\0';
	r->blocks->used += (size_t)(p - start);
	r->row[r->n].text = start;
	r->row[r->n++].header = r->last;
	return 0;
}

void
as_records_write_header(as_records *r, FILE *fp)
{
	for (uint32_t i = 0; i < r->all.n; i++) {
		if (i)
			putc(',', fp);
		as_csv_write_field(fp, (as_str){r->all.str[i], r->all.len[i]});
	}
}

void
as_records_write(as_records *r, size_t row, FILE *fp)
{
	const header *h = &r->headers[r->row[row].header];
	const char *p = r->row[row].text, *from;
	size_t i;

	if (h->in_order && h->ncol == r->all.n) {
		fputs(p, fp);
		return;
	}
	memset(r->split, 0, r->all.n * sizeof *r->split);
	if ((i = find(r, (as_str){"status", strlen("status")})) != UINT32_MAX)
		r->split[i] = (as_str){"ok", 2}; /* unless the record has one: empty would not be ok */
	for (i = 0; i < h->ncol; i++, p++) {
		int quoted = 0;
		for (from = p; *p && (quoted || *p != ','); p++)
			if (*p == '"')
				quoted = !quoted;
		r->split[h->column[i]] = (as_str){from, (size_t)(p - from)};
	}
	for (i = 0; i < r->all.n; i++) {
		as_str s = r->split[i];

		if (i)
			putc(',', fp);
		if (!s.s) { /* the union has a name and its alias, the record one: both select it */
			uint32_t twin = find(r, as_other_spelling((as_str){r->all.str[i], r->all.len[i]}));
			if (twin != UINT32_MAX)
				s = r->split[twin];
		}
		fwrite(s.s ? s.s : "", 1, s.n, fp);
	}
}

int
as_records_have(as_records *r, const char *name)
{
	as_str s = {name, strlen(name)};

	return find(r, s) != UINT32_MAX || find(r, as_other_spelling(s)) != UINT32_MAX;
}
