/* Tables for Markdown. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "shown.h"
#include "table_writers.h"

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
			mark = !(s > from && isalnum((unsigned char)s[-1]) && isalnum((unsigned char)s[1]));
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
		fprintf(fp, "%*s", g->col[j].right ? (int)fill : 0, "");
		put_md(s, fp);
		fprintf(fp, "%*s |", g->col[j].right ? 0 : (int)fill, "");
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
		for (i = 0; i < g->nrow; i++)
			if ((k = put_md(g->cell[i * g->ncol + j], NULL)) > width[j])
				width[j] = k;
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
