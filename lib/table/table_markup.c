/* Tables for LaTeX and for HTML. */
#include <string.h>

#include "shown.h"
#include "table_writers.h"

/* Text as LaTeX shows it. A number's minus becomes one, not a hyphen.
 * Brackets and the star stand in braces, since "\\" before them would read
 * them as its argument. */
static void
put_tex(const char *s, int number, FILE *fp)
{
	static const struct { char c; const char *tex; } names[] = {
		{'\\', "\\textbackslash{}"}, {'~', "\\textasciitilde{}"},
		{'^', "\\textasciicircum{}"}, {'<', "\\textless{}"},
		{'>', "\\textgreater{}"}, {'|', "\\textbar{}"},
		{'[', "{[}"}, {']', "{]}"}, {'*', "{*}"},
	};
	size_t i;

	for (; *s; s++) {
		const char *tex = NULL;

		for (i = 0; i < sizeof names / sizeof *names; i++)
			if (names[i].c == *s)
				tex = names[i].tex;
		if (tex)
			fputs(tex, fp);
		else if (*s == '-' && number && s[1])
			fputs("$-$", fp);
		else if (strchr("{}$&#_%", *s))
			fprintf(fp, "\\%c", *s);
		else if (strchr("-`'", *s) && s[1] == *s)
			fprintf(fp, "%c{}", *s); /* no dash, no quotation mark */
		else
			putc(*s, fp);
	}
}

static void
put_tex_line(const grid *g, size_t row, FILE *fp)
{
	size_t j;

	for (j = 0; j < g->ncol; j++) {
		if (j)
			fputs(" & ", fp);
		if (row == SIZE_MAX)
			put_tex(g->col[j].name, 0, fp);
		else
			put_tex(g->cell[row * g->ncol + j], g->col[j].right, fp);
	}
	fputs(" \\\\\n", fp);
}

void
as_write_tex(const grid *g, FILE *fp)
{
	size_t i, j;

	fputs("\\begin{tabular}{", fp);
	for (j = 0; j < g->ncol; j++)
		putc(g->col[j].right ? 'r' : 'l', fp);
	fputs("}\n\\hline\n", fp);
	put_tex_line(g, SIZE_MAX, fp);
	fputs("\\hline\n", fp);
	for (i = 0; i < g->nrow; i++)
		put_tex_line(g, i, fp);
	fputs("\\hline\n\\end{tabular}\n", fp);
	for (i = 0; i < g->nnote; i++) {
		fputs("\n\\noindent ", fp);
		put_tex(g->note[i], 0, fp);
		putc('\n', fp);
	}
}

static void
put_html_cell(const char *tag, const char *scope, int right, const char *text, FILE *fp)
{
	fprintf(fp, "<%s%s%s>", tag, scope, right ? " style=\"text-align:right\"" : "");
	as_put_html(text, fp);
	fprintf(fp, "</%s>", tag);
}

void
as_write_html(const grid *g, FILE *fp)
{
	size_t i, j;

	fputs("<table>\n<thead>\n<tr>", fp);
	for (j = 0; j < g->ncol; j++)
		put_html_cell("th", " scope=\"col\"", g->col[j].right, g->col[j].name, fp);
	fputs("</tr>\n</thead>\n<tbody>\n", fp);
	for (i = 0; i < g->nrow; i++) {
		fputs("<tr>", fp);
		for (j = 0; j < g->ncol; j++) {
			int key = g->col[j].key;

			put_html_cell(key ? "th" : "td", key ? " scope=\"row\"" : "",
			    g->col[j].right, g->cell[i * g->ncol + j], fp);
		}
		fputs("</tr>\n", fp);
	}
	fputs("</tbody>\n</table>\n", fp);
	for (i = 0; i < g->nnote; i++) {
		fputs("<p>", fp);
		as_put_html(g->note[i], fp);
		fputs("</p>\n", fp);
	}
}
