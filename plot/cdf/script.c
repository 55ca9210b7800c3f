/* The gnuplot programs: the picture as a whole. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "script.h"

/* Letters in the terminal's own measure: pixels for SVG, points otherwise. */
static double
letters(const plot *p)
{
	return p->medium == PLOT_SVG ? p->font : p->font * 10 / 13;
}

double
script_small(const plot *p)
{
	return letters(p) * 11 / 13;
}

/* The caption in lines of so many columns: prints them, or with NULL only counts. */
static size_t
caption_lines(const plot *p, size_t columns, size_t of, FILE *fp)
{
	size_t n = 0, len, end;

	for (const char *s = p->caption; *s; s += end + 1, n++) { /* a blank ends each word */
		char line[512] = "";

		for (end = strcspn(s, " "); s[end + 1]; end += len) {
			len = strcspn(s + end + 1, " ") + 1;
			if (end + len > columns)
				break;
		}
		if (fp) {
			memcpy(line, s, end < sizeof line ? end : sizeof line - 1);
			fprintf(fp, "set label %zu ", n + 2);
			script_quoted(fp, line);
			fprintf(fp, " at character 1, character %g left font ',%g' textcolor rgb '%s'\n",
			    (double)(of - n) - (p->medium == PLOT_TEXT ? 1 : 0.3), script_small(p),
			    script_ink(p));
		}
	}
	return n;
}

double
script_row(const plot *p)
{
	int text = p->medium == PLOT_TEXT;
	double letter = layout_letter(p), height = text ? 22 : 0.575 * p->width;
	size_t columns, rows, lines = caption_lines(p, layout_columns(p), 0, NULL);

	layout_legend(p, p->ncoloured, &columns, &rows);
	if (p->height > 0)
		height = p->height - letter * ((double)rows + (double)lines) * (text ? 1 : 1.4);
	return letter / fmax(height - (text ? 5 : 6) * letter, letter);
}

static void
terminal(const plot *p, size_t above, size_t below, FILE *fp)
{
	double scale = layout_enlarged(p), height = p->height;

	/* the legend and the caption add to the usual height */
	if (p->height == 0 && p->medium == PLOT_TEXT)
		height = 22 + (double)(above + below);
	else if (p->height == 0)
		height = scale * (p->width / scale * 0.575 +
		    p->font * (1.5 * (double)above + 1.25 * (double)below));
	switch (p->medium) {
	case PLOT_SVG:
		fprintf(fp, "set terminal svg noenhanced size %d,%.0f font 'DejaVu Sans,%g'", p->width,
		    height, letters(p));
		break;
	case PLOT_PNG:
		fprintf(fp, "set terminal pngcairo noenhanced size %d,%.0f font 'DejaVu Sans,%g'"
		    " fontscale %g linewidth %g pointscale %g", p->width, height, letters(p), scale,
		    scale, 1.2 * scale);
		break;
	case PLOT_PDF: /* 96 pixels an inch */
		fprintf(fp, "set terminal pdfcairo noenhanced size %.2fcm,%.2fcm font 'DejaVu Sans,%g'",
		    p->width * 2.54 / 96, height * 2.54 / 96, letters(p));
		break;
	case PLOT_TEXT:
		fprintf(fp, "set terminal dumb noenhanced size %d,%.0f", p->width, height);
		break;
	}
	if (p->medium != PLOT_TEXT)
		fprintf(fp, " background rgb '%s'", script_paper(p));
	fputs("\nset encoding utf8\n", fp);
}

static void
preamble(const plot *p, FILE *fp)
{
	size_t columns, rows, across = layout_columns(p), lines = caption_lines(p, across, 0, NULL);
	int titled = *p->title || p->synthetic;
	const char *ink = script_ink(p);

	layout_legend(p, p->ncoloured, &columns, &rows);
	terminal(p, rows + (size_t)titled, lines, fp);
	fprintf(fp, "set key tmargin left horizontal Left reverse samplen %d maxcols %zu"
	    " textcolor rgb '%s'\n", p->medium == PLOT_TEXT ? 2 : 4, columns, ink);
	if (titled) { /* it stands above the legend, which makes room by a title of its own */
		char title[600];
		snprintf(title, sizeof title, "%s%s%s", p->title,
		    *p->title && p->synthetic ? " " : "", p->synthetic ? "[synthetic data]" : "");
		fputs("set key title ' '\nset label 1 ", fp);
		script_quoted(fp, title);
		fprintf(fp, " at graph 0, screen 1 left offset 0,%g textcolor rgb '%s'\n",
		    p->medium == PLOT_TEXT ? -1.0 : -0.9, ink);
	}
	if (p->medium != PLOT_TEXT)
		fprintf(fp, "set grid lc rgb '%s' lt 1 lw 0.5\nset border 3 lc rgb '%s'\n"
		    "set tics nomirror textcolor rgb '%s'\n", p->dark ? "#3a3f45" : "#dddddd", ink, ink);
	if (lines > 0)
		fprintf(fp, "set bmargin %g\n", (double)lines + (p->kind == PLOT_QUANTILES ? 2 : 3.3));
	caption_lines(p, across, lines, fp);
}

void
plot_script(const plot *p, FILE *fp)
{
	preamble(p, fp);
	switch (p->kind) {
	case PLOT_CDF: script_cdf(p, fp); break;
	case PLOT_QUANTILES: script_quantiles(p, fp); break;
	case PLOT_SERIES: script_series(p, fp); break;
	}
}
