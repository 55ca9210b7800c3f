/* The curves. */
#include <math.h>
#include <stdlib.h>

#include "ecdf.h"
#include "quantile.h"
#include "script.h"

enum { DASHES = 4 };

/* The corners of one curve: at each of its own steps gnuplot begins dashes anew. */
static void
curve(const plot_group *g, const ecdf_view *v, FILE *fp)
{
	ecdf_point *pt = malloc((g->n + 2) * sizeof *pt);
	size_t n = pt ? ecdf_thin(pt, g->x, g->n, v) : 0;

	if (n == 0)
		fputs("NaN NaN\n", fp);
	else if (pt[0].x == g->x[0]) /* it begins here */
		script_point(fp, pt[0].x, 0);
	for (size_t k = 0; k < n; k++) {
		if (k > 0 && pt[k].x > pt[k - 1].x && pt[k].f > pt[k - 1].f)
			script_point(fp, pt[k].x, pt[k - 1].f);
		script_point(fp, pt[k].x, pt[k].f);
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
		for (size_t k = 0; k < p->np; k++)
			script_point(fp, at[k], p->p[k]);
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
	int text = p->medium == PLOT_TEXT;
	double row = script_row(p), beyond = text ? fmax(0.06, row) : 0.02;
	double least = (text ? 0.5 : 0.85) * row, named = -1; /* the distance of two names */

	data(p, fp);
	script_axis(p, 'x', p->lo, p->hi, fp);
	fprintf(fp, "set ylabel 'share of samples' textcolor rgb '%s'\nset yrange [%g:%g]\n",
	    script_ink(p), -beyond, 1 + beyond);
	/* the marked shares stand at the right edge */
	fprintf(fp, "set ytics 0,%g,1\nset y2range [%g:%g]\nset y2tics (", row > 0.17 ? 0.5 : 0.25,
	    -beyond, 1 + beyond);
	for (size_t i = 0; i < p->np; i++)
		if (i == 0 || fabs(p->p[i] - named) >= least) {
			fputs(i ? ", '" : "'", fp);
			script_percent(fp, named = p->p[i]);
			fputs("' ", fp);
			script_number(fp, p->p[i]);
		}
	fputs(")\n", fp);
	if (!text)
		fprintf(fp, "set border 11\nset y2tics font ',%g'\n", script_small(p));
	fputs("plot ", fp);
	if (p->n > p->ncoloured)
		fprintf(fp, "$grey using 1:2 with lines lc rgb '%s' lw 0.5 notitle, \\\n  ",
		    p->dark ? "#5a6068" : "#bbbbbb");
	for (size_t i = 0; i < p->ncoloured; i++) {
		fprintf(fp, "%s$g%zu using 1:2 with lines lc rgb '%s' dt %zu lw 2", i ? ", \\\n  " : "", i,
		    script_colour(p, i), i / SCRIPT_COLOURS % DASHES + 1);
		script_legend(p, &p->group[i], "", p->group[i].n, fp);
	}
	for (size_t i = 0; !text && i < p->ncoloured; i++) {
		fprintf(fp, ", \\\n  $q%zu using 1:2 with points ps 0.7", i);
		script_sign(p, i, SAMPLE_STEADY, fp);
		fputs(" notitle", fp);
	}
	putc('\n', fp);
}
