/* Tables that people read as plain text, within the width of their terminal. */
#include <stdlib.h>
#include <string.h>

#include "shown.h"
#include "table_writers.h"

enum {
	GAP = 2, INDENT = 2,
	LEAST = 12,  /* no text wraps to a narrower column, */
	PIECE = 24,  /* nor what has no blank and no sign, up to here */
	TALLEST = 8  /* lines of a row; a taller one is read better as a block */
};

#define SIGNS " /_-,;:=" /* a line may end behind one */

/* The columns that stand in the table: key columns first. */
typedef struct {
	const grid *g;
	size_t *show, nshow;
	size_t *width, *least; /* (ncol) */
	size_t *wide;     /* (nrow) of each block, if there are blocks */
	const char **at;  /* (ncol) what is not yet written of the cells of a row */
	size_t room;
} page;

static const char *
text_of(const grid *g, size_t row, size_t j)
{
	return row == SIZE_MAX ? g->col[j].name : g->cell[row * g->ncol + j];
}

/* Bytes of s that stand on the first of its lines of room columns: up to a blank or else, in
 * a word that is too long for a line, behind a sign. */
static size_t
fold(const char *s, size_t room)
{
	size_t n = as_shown_fit(s, room), i;

	if (s[n] == '\0' || room == 0)
		return strlen(s);
	for (i = n; i > strspn(s, " "); i--)
		if (s[i] == ' ')
			return i;
	for (i = n; i > 0; i--)
		if (strchr(SIGNS, s[i - 1]))
			return i;
	return n > 0 ? n : as_shown_fit(s, 2);
}

static void
pad(size_t n, FILE *fp)
{
	fprintf(fp, "%*s", (int)n, "");
}

/* The least width of a column of text: that of the longest piece that none of its lines
 * need part. */
static size_t
least(const grid *g, size_t j)
{
	size_t most = LEAST, head = as_shown_width(g->col[j].name);

	for (size_t i = 0; i < g->nrow; i++)
		for (const char *s = text_of(g, i, j); *s;) {
			size_t n = strcspn(s, SIGNS);

			n += s[n] != '\0';
			most = n >= most ? n + 1 : most; /* what goes on is set in by one */
			s += n;
		}
	most = most < PIECE ? most : PIECE;
	return most > head ? most : head;
}

/* Text of its own, folded to room columns (0: not folded); what goes on is set in. */
static void
put_folded(const char *s, size_t room, FILE *fp)
{
	size_t n, in = 0;

	do {
		pad(in, fp);
		n = fold(s, room == 0 ? 0 : room > in ? room - in : LEAST);
		fwrite(s, 1, n, fp);
		putc('\n', fp);
		s += n;
		s += strspn(s, " ");
		in = INDENT;
	} while (*s);
}

/* One line of a cell: its bytes, and whether it is set in since it goes on. */
static size_t
next_line(const char *at, const char *start, size_t width, size_t *in)
{
	*in = at != start && *at && width > 1;
	return fold(at, width - *in);
}

static int
too_tall(const char *s, size_t width)
{
	const char *at = s;
	size_t in;

	for (int n = 0; n < TALLEST; n++) {
		at += next_line(at, s, width, &in);
		at += strspn(at, " ");
	}
	return *at != '\0';
}

/* The headings or a row, each cell wrapped in its column. No blank stands at the end
 * of a line. row: SIZE_MAX is the headings. */
static void
put_row(const page *p, size_t row, FILE *fp)
{
	size_t k;
	int more;

	for (k = 0; k < p->nshow; k++)
		p->at[p->show[k]] = text_of(p->g, row, p->show[k]);
	do {
		size_t owed = 0;

		more = 0;
		for (k = 0; k < p->nshow; k++) {
			size_t j = p->show[k], in, n, used;
			const char **at = &p->at[j];

			n = next_line(*at, text_of(p->g, row, j), p->width[j], &in);
			used = in + as_shown_width_of(*at, n);
			used = used < p->width[j] ? used : p->width[j];
			if (n > 0)
				pad(owed + in + (p->g->col[j].right ? p->width[j] - used : 0), fp);
			fwrite(*at, 1, n, fp);
			owed = (n > 0 ? 0 : owed + p->width[j]) + GAP +
			    (n > 0 && !p->g->col[j].right ? p->width[j] - used : 0);
			*at += n;
			*at += strspn(*at, " ");
			more |= **at != '\0';
		}
		putc('\n', fp);
	} while (more);
}

/* Do the columns fit the room, text wrapped where it must be? Their widths then do. */
static int
fits(page *p)
{
	const grid *g = p->g;
	size_t total = 0, i, k, *w = p->width, *min = p->least;
	int wraps = 0;

	for (k = 0; k < p->nshow; k++) {
		size_t j = p->show[k], c;

		w[j] = as_shown_width(g->col[j].name);
		for (i = 0; i < g->nrow; i++)
			if ((c = as_shown_width(text_of(g, i, j))) > w[j])
				w[j] = c;
		min[j] = g->col[j].right || p->room == 0 ? w[j] : least(g, j);
		if (p->room > 0 && w[j] > p->room && min[j] < p->room) {
			w[j] = p->room;
			wraps = 1;
		}
		total += w[j] + (k ? GAP : 0);
	}
	while (p->room > 0 && total > p->room) {
		size_t widest = SIZE_MAX;

		for (k = 0; k < p->nshow; k++) {
			size_t j = p->show[k];

			if (w[j] > min[j] && (widest == SIZE_MAX || w[j] > w[widest]))
				widest = j;
		}
		if (widest == SIZE_MAX)
			return 0;
		w[widest]--;
		total--;
		wraps = 1;
	}
	for (i = 0; wraps && i < g->nrow; i++)
		for (k = 0; k < p->nshow; k++)
			if (too_tall(text_of(g, i, p->show[k]), w[p->show[k]]))
				return 0;
	return 1;
}

/* One row as lines of a name and its value, each wrapped in its column. */
static void
put_block(const page *p, size_t row, size_t names, FILE *fp)
{
	size_t room = p->room > names + GAP + LEAST ? p->room - names - GAP : LEAST;

	for (size_t k = 0; k < p->nshow; k++) {
		const char *name = p->g->col[p->show[k]].name, *at = name;
		const char *s = text_of(p->g, row, p->show[k]), *value = s;

		do {
			size_t in, n = next_line(at, name, names, &in), used = in + as_shown_width_of(at, n);

			pad(n > 0 ? in : 0, fp);
			fwrite(at, 1, n, fp);
			used = n > 0 ? used : 0;
			at += n;
			at += strspn(at, " ");
			n = next_line(value, s, room, &in);
			if (n > 0)
				pad((names > used ? names - used : 0) + GAP + in, fp);
			fwrite(value, 1, n, fp);
			putc('\n', fp);
			value += n;
			value += strspn(value, " ");
		} while (*at || *value);
	}
}

static size_t
row_width(const page *p, size_t row)
{
	size_t w = 0, k, c;

	for (k = 0; k < p->nshow; k++)
		if ((c = as_shown_width(text_of(p->g, row, p->show[k]))) > w)
			w = c;
	return w;
}

/* The blocks of the rows [from, to) side by side, under one list of names. */
static void
put_beside(const page *p, size_t from, size_t to, size_t names, FILE *fp)
{
	for (size_t k = 0; k < p->nshow; k++) {
		const char *name = p->g->col[p->show[k]].name;
		size_t owed = names - as_shown_width(name);

		fputs(name, fp);
		for (size_t i = from; i < to; i++) {
			const char *s = text_of(p->g, i, p->show[k]);

			owed += GAP + p->wide[i] - as_shown_width(s);
			if (*s == '\0')
				continue;
			pad(owed, fp);
			fputs(s, fp);
			owed = 0;
		}
		putc('\n', fp);
	}
}

/* As many blocks side by side as the widest allows. */
static void
put_blocks(page *p, FILE *fp)
{
	size_t names = row_width(p, SIZE_MAX), widest = 0, n, i;

	for (i = 0; i < p->g->nrow; i++)
		if ((p->wide[i] = row_width(p, i)) > widest)
			widest = p->wide[i];
	n = p->room > names ? (p->room - names) / (widest + GAP) : 0;
	if (p->room > 0 && names > p->room / 2 && names > LEAST) {
		names = p->room / 2 > LEAST ? p->room / 2 : LEAST;
		n = 0;
	}
	for (i = 0; i < p->g->nrow; i += n > 1 ? n : 1) {
		if (i > 0)
			putc('\n', fp);
		if (n > 1 && p->g->nrow > 1)
			put_beside(p, i, p->g->nrow - i > n ? i + n : p->g->nrow, names, fp);
		else
			put_block(p, i, names, fp);
	}
}

/* Has the column, which is no statistic, one value in all rows, two at least? */
static int
constant(const grid *g, size_t j)
{
	size_t i = 1;

	while (i < g->nrow && strcmp(text_of(g, i, j), text_of(g, 0, j)) == 0)
		i++;
	return g->nrow > 1 && i == g->nrow && (g->col[j].key || !g->col[j].right);
}

/* Chooses the columns of the table; the others stand in the line above it, malloc'd in *line. */
static int
choose(page *p, char **line, as_err *e)
{
	const grid *g = p->g;
	size_t n, j, moved = 0;
	FILE *fp = open_memstream(line, &n);

	if (fp == NULL)
		return as_nomem(e);
	for (int key = 1; key >= 0; key--)
		for (j = 0; j < g->ncol; j++) {
			if (g->col[j].key != key)
				continue;
			if (constant(g, j))
				fprintf(fp, "%s%s=%s", moved++ ? ", " : "", g->col[j].name, text_of(g, 0, j));
			else
				p->show[p->nshow++] = j;
		}
	if (fclose(fp) != 0)
		return as_nomem(e);
	if (p->nshow == 0) { /* rows that are all the same are still a table */
		for (j = 0; j < g->ncol; j++)
			p->show[p->nshow++] = j;
		**line = '\0';
	}
	return 0;
}

static void
put_page(page *p, const char *line, FILE *fp)
{
	const grid *g = p->g;

	if (g->head) {
		put_folded(g->head, p->room, fp);
		putc('\n', fp);
	}
	if (*line) {
		put_folded(line, p->room, fp);
		putc('\n', fp);
	}
	if (fits(p)) {
		put_row(p, SIZE_MAX, fp);
		for (size_t i = 0; i < g->nrow; i++)
			put_row(p, i, fp);
	} else
		put_blocks(p, fp);
	if (g->nnote > 0)
		putc('\n', fp);
	for (size_t i = 0; i < g->nnote; i++)
		put_folded(g->note[i], p->room, fp);
}

int
as_write_text(const grid *g, int room, FILE *fp, as_err *e)
{
	as_keep keep = {0};
	page p = {.g = g, .room = (size_t)room, .show = as_alloc(&keep, g->ncol * sizeof *p.show),
	    .width = as_alloc(&keep, g->ncol * sizeof *p.width),
	    .least = as_alloc(&keep, g->ncol * sizeof *p.least),
	    .at = as_alloc(&keep, g->ncol * sizeof *p.at),
	    .wide = as_alloc(&keep, g->nrow * sizeof *p.wide)};
	char *line = NULL;
	int rc = -1;

	if (keep.nomem)
		as_nomem(e);
	else if ((rc = choose(&p, &line, e)) == 0)
		put_page(&p, line, fp);
	free(line);
	as_keep_free(&keep);
	return rc;
}
