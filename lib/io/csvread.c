#include "csvread.h"

#include <stdlib.h>
#include <string.h>

#include "csvmarks.h"
#include "csvqueue.h"
#include "grow.h"
#include "utf8.h"

enum { CHUNK = 1 << 18 };

struct as_csv {
	as_input *in;
	char *name;
	char *buf;
	size_t pos, end, cap;
	size_t scanned; /* bytes after pos known to hold no newline */
	int eof;
	char delim; /* what parts fields */
	as_csv_marks marks; /* of buf[window..window_end) */
	size_t window, window_end, next_mark;
	size_t chunk, most; /* bytes to read, and to mark, at a time; most 0: libcsv takes all */
	size_t line;    /* physical line of buf[pos] */
	size_t nheader; /* fields of the header; 0 before it was read */
	as_str *field;
	size_t capfield;
	as_csv_queue q;
};

int
as_csv_from(as_csv **out, as_input *in, const char *name, const char *head, size_t nhead, as_err *e)
{
	as_csv *c = calloc(1, sizeof *c);

	*out = NULL;
	if (!c || !(c->name = strdup(name)) || !(c->buf = malloc(nhead + CHUNK))) {
		as_input_close(in);
		if (c)
			free(c->name);
		free(c);
		return as_nomem(e);
	}
	c->in = in;
	c->cap = nhead + CHUNK;
	c->chunk = CHUNK;
	c->most = AS_CSV_WINDOW;
	memcpy(c->buf, head, nhead);
	c->end = nhead;
	c->line = 1;
	as_csv_queue_init(&c->q);
	c->delim = ',';
	*out = c;
	return 0;
}

int
as_csv_open(as_csv **out, const char *path, as_err *e)
{
	as_input *in;

	*out = NULL;
	if (as_input_open(&in, path, e) != 0)
		return -1;
	return as_csv_from(out, in, path, "", 0, e);
}

int
as_csv_keep(as_str **field, char **text, const as_record *r, size_t more, as_err *e)
{
	size_t len = 1;
	char *p;

	for (size_t i = 0; i < r->n; i++)
		len += r->field[i].n;
	*field = calloc(r->n + more, sizeof **field);
	if (!(p = *text = malloc(len)) || !*field)
		return as_nomem(e);
	for (size_t i = 0; i < r->n; i++) {
		memcpy(p, r->field[i].s, r->field[i].n);
		(*field)[i] = (as_str){p, r->field[i].n};
		p += r->field[i].n;
	}
	return 0;
}

void
as_csv_delimiter(as_csv *c, char delim)
{
	c->delim = delim;
	csv_set_delim(&c->q.parser, (unsigned char)delim);
}

void
as_csv_pieces(as_csv *c, size_t chunk, size_t window)
{
	c->chunk = chunk ? chunk : CHUNK;
	c->most = window;
}

void
as_csv_close(as_csv *c)
{
	if (!c)
		return;
	as_csv_queue_free(&c->q);
	as_input_close(c->in);
	free(c->field);
	free(c->buf);
	free(c->name);
	free(c);
}

/* Adds bytes to the buffer; sets eof at the end. */
static int
fill(as_csv *c, as_err *e)
{
	long got;

	if (c->pos > 0) {
		memmove(c->buf, c->buf + c->pos, c->end - c->pos);
		c->end -= c->pos;
		c->pos = 0;
	}
	if (c->end > AS_CSV_MAX_RECORD)
		return as_fail(e, c->name, c->line, "record is longer than %d bytes", AS_CSV_MAX_RECORD);
	if (as_grow(&c->buf, c->end + c->chunk, &c->cap, 1) != 0)
		return as_nomem(e);
	if ((got = c->in ? as_input_read(c->in, c->buf + c->end, c->chunk, e) : 0) < 0)
		return -1;
	c->eof = got == 0;
	c->end += (size_t)got;
	c->window_end = 0;
	return 0;
}

/* The next line: *s, *n without its newline; *nl is 1 if it has one. Returns 1,
 * 0 at the end, or -1. Consumes nothing: the caller moves pos. */
static int
peek_line(as_csv *c, const char **s, size_t *n, int *nl, as_err *e)
{
	char *p;

	for (;;) {
		size_t from = c->pos + c->scanned;
		p = from < c->end ? memchr(c->buf + from, '\n', c->end - from) : NULL;
		if (p || c->eof)
			break;
		c->scanned = c->end - c->pos;
		if (fill(c, e) != 0)
			return -1;
	}
	c->scanned = 0;
	if (c->pos == c->end)
		return 0;
	*s = c->buf + c->pos;
	*nl = p != NULL;
	*n = p ? (size_t)(p - *s) : c->end - c->pos;
	return 1;
}

/* A blank around a field: a tab that parts fields is none. */
static int
is_blank(const as_csv *c, char ch)
{
	return ch == ' ' || (ch == '\t' && c->delim != '\t');
}

static int
field_limit(as_csv *c, size_t line, as_err *e)
{
	return as_fail(e, c->name, line, "record has over %d fields", AS_CSV_MAX_FIELDS);
}

/* Adds a field, without the blanks around it. */
static inline int
add_field(as_csv *c, size_t *k, const char *a, const char *b, as_err *e)
{
	for (; a < b && is_blank(c, *a); a++)
		;
	for (; b > a && is_blank(c, b[-1]); b--)
		;
	if (*k >= AS_CSV_MAX_FIELDS)
		return field_limit(c, c->line, e);
	if (*k >= c->capfield && as_grow(&c->field, *k, &c->capfield, sizeof *c->field) != 0)
		return as_nomem(e);
	c->field[*k].s = a;
	c->field[(*k)++].n = (size_t)(b - a);
	return 0;
}

/* Behind the quote that closes a field: the comma or line end that ends it; NULL if anything
 * but blanks stands between. */
static const char *
behind(const as_csv *c, const char *p, const char *end)
{
	while (p < end && is_blank(c, *p))
		p++;
	if (end - p == 1 && *p == '\r' && *end == '\n')
		p++;
	return p == end ? end : NULL;
}

/* The record at pos, by the marks of the window; fields in quotes are those that hold no
 * quote. Takes it and returns its fields (0: a blank line). -2 if this is left to libcsv,
 * or the record does not end in the buffer: then nothing is taken. */
static long
take_marked(as_csv *c, as_err *e)
{
	const as_csv_marks *m = &c->marks;
	const char *start = c->buf + c->pos, *base, *from = start, *q;
	size_t k = 0, i, lines = 0;
	int quoted = 0;

again:
	if (c->pos >= c->window_end) {
		c->window = c->pos;
		c->window_end = c->end - c->pos < c->most ? c->end : c->pos + c->most;
		c->next_mark = 0;
		as_csv_mark(&c->marks, start, c->window_end - c->window, c->delim);
	}
	base = c->buf + c->window;
	while (c->next_mark < m->n && c->window + m->at[c->next_mark] < c->pos)
		c->next_mark++; /* libcsv took what stood there */
	for (i = c->next_mark; i < m->n; i++) {
		q = base + m->at[i];
		if (*q != '"') {
			if (add_field(c, &k, from, q - (*q == '\n' && q > from && q[-1] == '\r'), e) != 0)
				return -1;
		} else {
			while (from < q && is_blank(c, *from))
				from++;
			if (from != q)
				return -2; /* a quote in the wrong place */
			for (i++; i < m->n && base[m->at[i]] != '"'; i++)
				lines += base[m->at[i]] == '\n';
			from = q + 1;
			if (i + 1 >= m->n)
				break;
			q = base + m->at[i];
			if (add_field(c, &k, from, from, e) != 0)
				return -1;
			c->field[k - 1].n = (size_t)(q - from); /* with its blanks */
			if ((q = behind(c, q + 1, base + m->at[i + 1])) == NULL || *q == '"')
				return -2;
			quoted = 1;
			i++;
		}
		from = q + 1;
		if (*q == '\n') {
			size_t n = (size_t)(q - start);

			if (m->cr + m->nul + m->high > 0 && ((m->nul && memchr(start, 0, n)) ||
			    (m->cr && n > 0 && memchr(start, '\r', n - 1)) ||
			    (m->high && as_utf8_invalid(start, n) < n)))
				return -2;
			c->next_mark = i + 1;
			c->scanned = 0;
			c->pos += n + 1;
			c->line += lines + 1;
			return k == 1 && c->field[0].n == 0 && !quoted ? 0 : (long)k;
		}
	}
	if (c->window_end < c->end && c->window < c->pos) { /* look farther */
		c->window_end = 0;
		from = start;
		k = lines = 0;
		quoted = 0;
		goto again;
	}
	return -2;
}

/* Feeds lines to libcsv until no record is open, so that the queue holds whole
 * records only. 1, 0 at the end, -1. */
static int
parse_lines(as_csv *c, as_err *e)
{
	as_csv_queue *q = &c->q;
	const char *s;
	size_t n, first = c->line, bad;
	int nl, more, good;

	as_csv_queue_start(q, first);
	while ((more = peek_line(c, &s, &n, &nl, e)) > 0) {
		if (memchr(s, 0, n))
			return as_fail(e, c->name, c->line, "byte 0 in CSV");
		if ((bad = as_utf8_invalid(s, n)) < n)
			return as_fail(e, c->name, c->line, "invalid UTF-8 at byte %zu of the line", bad + 1);
		if (q->ntext + n > AS_CSV_MAX_RECORD)
			return as_fail(e, c->name, first, "record is longer than %d bytes", AS_CSV_MAX_RECORD);
		good = as_csv_queue_feed(q, s, n + (size_t)nl, c->line);
		if (q->nomem)
			return as_nomem(e);
		if (!good)
			return as_fail(e, c->name, c->line, "malformed CSV: a quote in the wrong place");
		c->pos += n + (size_t)nl;
		c->line += (size_t)nl;
		if (q->last == '\n')
			return 1;
	}
	if (more == 0 && !as_csv_queue_end(q))
		return as_fail(e, c->name, first, "malformed CSV: a quoted field has no end");
	return more < 0 ? -1 : q->nomem ? as_nomem(e) : q->nrecord > 0;
}

/* Takes the next record of the queue. */
static int
dequeue(as_csv *c, as_record *r, as_err *e)
{
	as_csv_queue *q = &c->q;

	r->n = q->record[q->next_record].n;
	if (r->n > AS_CSV_MAX_FIELDS)
		return field_limit(c, q->record[q->next_record].line, e);
	if (as_grow(&c->field, r->n, &c->capfield, sizeof *c->field) != 0)
		return as_nomem(e);
	as_csv_queue_take(q, c->field, &r->line);
	return 0;
}

static int
skip_bom(as_csv *c, as_err *e)
{
	const char *s;
	size_t n;
	int nl;

	if (peek_line(c, &s, &n, &nl, e) < 0)
		return -1;
	if (c->end - c->pos >= 3 && memcmp(c->buf + c->pos, "\xef\xbb\xbf", 3) == 0)
		c->pos += 3;
	return 0;
}

int
as_csv_next(as_csv *c, as_record *r, as_err *e)
{
	int more;
	long k;

	if (c->nheader == 0 && c->line == 1 && skip_bom(c, e) != 0)
		return -1;
	for (;;) {
		if (c->q.next_record < c->q.nrecord) {
			if (dequeue(c, r, e) != 0)
				return -1;
			break;
		}
		r->line = c->line;
		if (c->most == 0 || c->pos == c->end || (k = take_marked(c, e)) == -2) {
			if ((more = parse_lines(c, e)) <= 0)
				return more;
		} else if (k < 0)
			return -1;
		else if (k > 0) {
			r->n = (size_t)k;
			break;
		}
	}
	r->field = c->field;
	if (c->nheader == 0)
		c->nheader = r->n;
	else if (r->n != c->nheader)
		return as_fail(e, c->name, r->line, "record has %zu field%s, the header has %zu",
		    r->n, r->n == 1 ? "" : "s", c->nheader);
	return 1;
}
