/* The curves. */
#include <math.h>
#include <stdlib.h>

#include "ecdf.h"
#include "quantile.h"
#include "script.h"

enum { DASHES = 4 };

/* The points of one curve. */
static void
curve(const plot_group *g, const ecdf_view *v, FILE *fp)
{
	ecdf_point *pt = malloc((g->n + 2) * sizeof *pt);
	size_t n = pt ? ecdf_thin(pt, g->x, g->n, v) : 0;

	if (n == 0)
		fputs("NaN NaN\n", fp);
	else if (pt[0].x == g->x[0]) { /* it begins here */
		script_number(fp, pt[0].x);
		fputs(" 0\n", fp);
	}
	for (size_t k = 0; k < n; k++) {
		script_number(fp, pt[k].x);
		putc(' ', fp);
		script_number(fp, pt[k].f);
		putc('\n', fp);
	}
	free(pt);
}

/* Data blocks: $g0, $g1, ... of curves, $q0, ... of marks, $grey of all that are grey. */
static void
data(const plot *p, FILE *fp)
{
	double at[PLOT_MAX_QUANTILES];
	ecdf_view v = {p->lo, p->hi, p->log, 1.0 / ECDF_STEPS, at, p->np};
	const ecdf_view coarse = {p->lo, p->hi, p->log, 10.0 / ECDF_STEPS, NULL, 0};

	for (size_t i = 0; i < p->ncoloured; i++) {
		const plot_group *g = &p->group[i];

		/* a mark lies where the curve reaches its share: type 1 */
		for (size_t k = 0; k < p->np; k++)
			at[k] = as_quantile_sorted(g->x, g->n, p->p[k], 1);
		fprintf(fp, "$g%zu << EOD\n", i);
		curve(g, &v, fp);
		fprintf(fp, "EOD\n$q%zu << EOD\n", i);
		for (size_t k = 0; k < p->np; k++) {
			script_number(fp, at[k]);
			putc(' ', fp);
			script_number(fp, p->p[k]);
			putc('\n', fp);
		}
		fputs("EOD\n", fp);
	}
	if (p->n > p->ncoloured)
		fputs("$grey << EOD\n", fp);
	for (size_t i = p->ncoloured; i < p->n; i++) {
		curve(&p->group[i], &coarse, fp);
		fputs(i + 1 < p->n ? "\n" : "EOD\n", fp);
	}
}

void
script_cdf(const plot *p, FILE *fp)
{
	double beyond = p->medium == PLOT_TEXT ? 0.06 : 0.02, named = -1;
	double letter = p->font * layout_enlarged(p), height = 0.6 * p->width, least;
	size_t columns, rows;

	layout_legend(p, p->ncoloured, &columns, &rows);
	if (p->height > 0)
		height = p->height - 1.5 * letter * (double)rows;
	/* the least distance of two names, about */
	least = p->medium == PLOT_TEXT ? 0 : 0.85 * letter / fmax(height - 8 * letter, letter);
	data(p, fp);
	script_axis(p, 'x', p->lo, p->hi, fp);
	fprintf(fp, "set ylabel 'share of samples' textcolor rgb '%s'\nset yrange [%g:%g]\n",
	    script_ink(p), -beyond, 1 + beyond);
	/* the marked shares stand at the right edge */
	fprintf(fp, "set ytics 0,0.25,1\nset y2range [%g:%g]\nset y2tics (", -beyond, 1 + beyond);
	for (size_t i = 0; i < p->np; i++) {
		fputs(i ? ", '" : "'", fp);
		if (fabs(p->p[i] - named) >= least)
			script_percent(fp, named = p->p[i]);
		fputs("' ", fp);
		script_number(fp, p->p[i]);
	}
	fputs(")\n", fp);
	if (p->medium != PLOT_TEXT)
		fprintf(fp, "set border 11\nset y2tics font ',%g'\n", script_small(p));
	fputs("plot ", fp);
	if (p->n > p->ncoloured)
		fprintf(fp, "$grey using 1:2 with steps lc rgb '%s' lw 0.5 notitle, \\\n  ",
		    p->dark ? "#5a6068" : "#bbbbbb");
	for (size_t i = 0; i < p->ncoloured; i++) {
		fprintf(fp, "%s$g%zu using 1:2 with steps lc rgb '%s' dt %zu lw 2", i ? ", \\\n  " : "", i,
		    script_colour(p, i), i / SCRIPT_COLOURS % DASHES + 1);
		script_legend(p, &p->group[i], "", p->group[i].n, fp);
	}
	for (size_t i = 0; p->medium != PLOT_TEXT && i < p->ncoloured; i++) {
		fprintf(fp, ", \\\n  $q%zu using 1:2 with points ps 0.7", i);
		script_sign(p, i, SAMPLE_STEADY, fp);
		fputs(" notitle", fp);
	}
	putc('\n', fp);
}
