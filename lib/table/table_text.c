/* Tables that people read as plain text: aligned columns and Markdown. */
#include <stdlib.h>
#include <string.h>

#include "shown.h"
#include "table_writers.h"

enum { GAP = 2, NOTE_INDENT = 2,
    NUMBERED_FROM = 40 /* a narrower page has no room for numbers either */ };

static size_t
column_width(const grid *g, size_t j)
{
	size_t i, w = as_shown_width(g->col[j].name);

	for (i = 0; i < g->nrow; i++) {
		size_t c = as_shown_width(g->cell[i * g->ncol + j]);

		if (c > w)
			w = c;
	}
	return w;
}

static void
pad(size_t n, FILE *fp)
{
	while (n-- > 0)
		putc(' ', fp);
}

/* One line of the columns [from, to) with the key columns before them. No
 * blank stands at the end of a line. row: SIZE_MAX is the heading. */
static void
put_line(const grid *g, const size_t *width, size_t from, size_t to, size_t row, FILE *fp)
{
	size_t owed = 0, j;
	int pass;

	for (pass = 0; pass < 2; pass++)
		for (j = pass ? from : 0; j < (pass ? to : g->ncol); j++) {
			const char *s = row == SIZE_MAX ? g->col[j].name : g->cell[row * g->ncol + j];
			size_t fill = width[j] - as_shown_width(s);

			if (g->col[j].key == pass)
				continue;
			pad(owed + (g->col[j].right ? fill : 0), fp);
			fputs(s, fp);
			owed = GAP + (g->col[j].right ? 0 : fill);
		}
	putc('\n', fp);
}

/* End of the block that starts at column from: as many columns as fit the
 * width beside the keys, but one at least. */
static size_t
block_end(const grid *g, const size_t *width, size_t from, size_t room)
{
	size_t used = 0, j, taken = 0;

	for (j = 0; j < g->ncol; j++)
		if (g->col[j].key)
			used += width[j] + GAP;
	for (j = from; j < g->ncol; j++) {
		if (g->col[j].key)
			continue;
		used += width[j] + GAP;
		if (taken++ > 0 && room > 0 && used - GAP > room)
			break;
	}
	return j;
}

/* Width of all columns, and of the key columns. */
static size_t
total_width(const grid *g, const size_t *width, size_t *keys)
{
	size_t all = 0;

	*keys = 0;
	for (size_t j = 0; j < g->ncol; j++) {
		all += width[j] + GAP;
		*keys += g->col[j].key ? width[j] + GAP : 0;
	}
	return all > GAP ? all - GAP : all;
}

static int
put_blocks(const grid *g, size_t room, int may_number, FILE *fp, as_err *e);

/* The same table with its rows numbered: the number stands in every block, and
 * the keys in one of their own. Cells are shared with g. */
static int
put_numbered(const grid *g, size_t room, FILE *fp, as_err *e)
{
	enum { DIGITS = 24 };
	size_t n = g->ncol + 1, i, j;
	grid h = {.ncol = n, .nrow = g->nrow, .col = calloc(n, sizeof *h.col),
	    .cell = calloc(n * g->nrow + 1, sizeof *h.cell)};
	char *number = malloc((g->nrow + 1) * DIGITS);
	int rc = -1;

	if (!h.col || !h.cell || !number)
		as_nomem(e);
	else {
		h.col[0] = (grid_col){.name = (char[]){"#"}, .right = 1, .key = 1};
		for (j = 0; j < g->ncol; j++) {
			h.col[j + 1] = g->col[j];
			h.col[j + 1].key = 0;
		}
		for (i = 0; i < g->nrow; i++) {
			snprintf(number + i * DIGITS, DIGITS, "%zu", i + 1);
			h.cell[i * n] = number + i * DIGITS;
			for (j = 0; j < g->ncol; j++)
				h.cell[i * n + j + 1] = g->cell[i * g->ncol + j];
		}
		rc = put_blocks(&h, room, 0, fp, e);
	}
	free(number);
	free(h.col);
	free(h.cell);
	return rc;
}

/* Folded to room columns, 0: not folded. The key columns stand in every block,
 * unless they are so wide that they would leave no room beside them. */
static int
put_blocks(const grid *g, size_t room, int may_number, FILE *fp, as_err *e)
{
	size_t *width = calloc(g->ncol + 1, sizeof *width);
	size_t from = 0, to, i, j, keys;
	int rc = 0;

	if (width == NULL)
		return as_nomem(e);
	for (j = 0; j < g->ncol; j++)
		width[j] = column_width(g, j);
	if (may_number && total_width(g, width, &keys) > room && keys > room * 2 / 3)
		rc = put_numbered(g, room, fp, e);
	else
		do {
			to = block_end(g, width, from, room);
			if (from > 0)
				putc('\n', fp);
			put_line(g, width, from, to, SIZE_MAX, fp);
			for (i = 0; i < g->nrow; i++)
				put_line(g, width, from, to, i, fp);
			from = to;
		} while (from < g->ncol);
	free(width);
	return rc;
}

/* One note, folded at its blanks to room columns (0: not folded); what goes on is
 * set in, so that it is no other note. */
static int
put_note(const char *note, size_t room, FILE *fp, as_err *e)
{
	char *word = malloc(strlen(note) + 1);
	size_t used = 0;

	if (word == NULL)
		return as_nomem(e);
	for (const char *s = note; *s;) {
		size_t blanks = strspn(s, " "), n = blanks + strcspn(s + blanks, " "), width;

		memcpy(word, s, n);
		word[n] = '\0';
		width = as_shown_width(word);
		if (room > 0 && used > NOTE_INDENT && n > blanks && used + width > room) {
			fprintf(fp, "\n%*s%s", NOTE_INDENT, "", word + blanks);
			used = NOTE_INDENT + width - blanks;
		} else {
			fputs(word, fp);
			used += width;
		}
		s += n;
	}
	putc('\n', fp);
	free(word);
	return 0;
}

int
as_write_text(const grid *g, int room, FILE *fp, as_err *e)
{
	if (g->head && put_note(g->head, (size_t)room, fp, e) != 0)
		return -1;
	if (g->head)
		putc('\n', fp);
	if (put_blocks(g, (size_t)room, room >= NUMBERED_FROM, fp, e) != 0)
		return -1;
	if (g->nnote > 0)
		putc('\n', fp);
	for (size_t i = 0; i < g->nnote; i++)
		if (put_note(g->note[i], (size_t)room, fp, e) != 0)
			return -1;
	return 0;
}

static int
alnum(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Backslash before what CommonMark, the tables and strike-through of GFM, or
 * the mathematics of GitHub would take for markup. An underscore within a word
 * is text. Returns the width. fp NULL only measures. */
static size_t
put_md(const char *s, FILE *fp)
{
	const char *from = s;
	size_t n = as_shown_width(s);

	for (; *s; s++) {
		int mark = strchr("\\`*[]<>&|~$", *s) != NULL;

		if (*s == '_')
			mark = !(s > from && alnum(s[-1]) && alnum(s[1]));
		if (mark && fp)
			putc('\\', fp);
		if (fp)
			putc(*s, fp);
		n += (size_t)mark;
	}
	return n;
}

static void
put_md_line(const grid *g, const size_t *width, size_t row, FILE *fp)
{
	size_t j;

	for (j = 0; j < g->ncol; j++) {
		const char *s = row == SIZE_MAX ? g->col[j].name : g->cell[row * g->ncol + j];
		size_t fill = width[j] - put_md(s, NULL);

		fputs(j ? " " : "| ", fp);
		if (g->col[j].right)
			pad(fill, fp);
		put_md(s, fp);
		if (!g->col[j].right)
			pad(fill, fp);
		fputs(" |", fp);
	}
	putc('\n', fp);
}

int
as_write_md(const grid *g, FILE *fp, as_err *e)
{
	size_t *width = calloc(g->ncol + 1, sizeof *width);
	size_t i, j, k;

	if (width == NULL)
		return as_nomem(e);
	for (j = 0; j < g->ncol; j++) {
		width[j] = put_md(g->col[j].name, NULL);
		for (i = 0; i < g->nrow; i++) {
			k = put_md(g->cell[i * g->ncol + j], NULL);
			if (k > width[j])
				width[j] = k;
		}
		if (width[j] < 3)
			width[j] = 3; /* "---" or "--:" */
	}
	if (g->head) {
		put_md(g->head, fp);
		fputs("\n\n", fp);
	}
	put_md_line(g, width, SIZE_MAX, fp);
	for (j = 0; j < g->ncol; j++) {
		fputs(j ? " " : "| ", fp);
		for (k = g->col[j].right; k < width[j]; k++)
			putc('-', fp);
		fputs(g->col[j].right ? ": |" : " |", fp);
	}
	putc('\n', fp);
	for (i = 0; i < g->nrow; i++)
		put_md_line(g, width, i, fp);
	for (i = 0; i < g->nnote; i++) {
		putc('\n', fp);
		put_md(g->note[i], fp);
		putc('\n', fp);
	}
	free(width);
	return 0;
}
