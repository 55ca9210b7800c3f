/* Clustered bars: a cluster a quantile, a bar a group, with intervals. */
#include <math.h>

#include "interval.h"
#include "quantile.h"
#include "script.h"

static const char *const fills[] = {"solid 0.85", "pattern 2", "pattern 4", "pattern 1"};
enum { FILLS = sizeof fills / sizeof *fills };

/* Data blocks: place, quantile, the ends of its interval (NaN: it has none), and where the bar
 * with its interval ends. */
static void
data(const plot *p, double *lo, double *hi, FILE *fp)
{
	for (size_t i = 0; i < p->ncoloured; i++) {
		const plot_group *g = &p->group[i];

		fprintf(fp, "$g%zu << EOD\n", i);
		for (size_t k = 0; k < p->np; k++) {
			double q = as_quantile_sorted(g->x, g->n, p->p[k], p->quantile_type);
			double column[4] = {q, NAN, NAN, q};
			as_rank_interval r;

			if (as_ci_quantile(g->n, p->p[k], 0.95, &r) == 0) {
				column[1] = g->x[r.lo];
				column[2] = g->x[r.hi];
				column[3] = q < 0 ? fmin(q, column[1]) : fmax(q, column[2]);
			}
			*lo = fmin(*lo, fmin(q, column[1]));
			*hi = fmax(*hi, fmax(q, column[2]));
			fprintf(fp, "%g", (double)k + ((double)i + 0.5) * 0.8 / (double)p->ncoloured - 0.4);
			for (size_t c = 0; c < 4; c++) {
				putc(' ', fp);
				script_number(fp, column[c]);
			}
			putc('\n', fp);
		}
		fputs("EOD\n", fp);
	}
}

void
script_quantiles(const plot *p, FILE *fp)
{
	double lo = INFINITY, hi = -INFINITY, width = 0.8 / (double)p->ncoloured;
	int text = p->medium == PLOT_TEXT;
	int figures = !text && 5 * p->ncoloured * p->np + 10 <= layout_columns(p);

	data(p, &lo, &hi, fp);
	if (figures && lo < 0) /* at the ends of bars, while they fit: below the lowest too */
		lo -= 1.5 * script_row(p) * (fmax(hi, 0) - lo);
	/* bars begin at 0, or on a logarithmic axis with room for the least; points need neither */
	if (!text && p->log)
		script_axis(p, 'y', lo * 0.8, hi * 1.1, fp);
	else
		script_axis(p, 'y', text ? lo : fmin(lo, 0), text ? hi : fmax(hi, 0), fp);
	fputs("set xtics (", fp);
	for (size_t k = 0; k < p->np; k++) {
		fputs(k ? ", '" : "'", fp);
		script_percent(fp, p->p[k]);
		fprintf(fp, "' %zu", k);
	}
	fprintf(fp, ")\nset xrange [-0.6:%g]\n", (double)p->np - 0.4);
	if (!text)
		fprintf(fp, "set grid noxtics\nset boxwidth %g\n"
		    "set style fill solid 0.85 border lc rgb '%s'\n", width * 0.9,
		    script_ink(p));
	fputs("plot ", fp);
	for (size_t i = 0; i < p->ncoloured; i++) {
		fprintf(fp, "%s$g%zu using 1:2 with ", i ? ", \\\n  " : "", i);
		if (text) { /* bars do not read in text: points do */
			fputs("points", fp);
			script_sign(p, i, SAMPLE_STEADY, fp);
		} else
			fprintf(fp, "boxes lc rgb '%s' fs %s", script_colour(p, i),
			    fills[i / SCRIPT_COLOURS % FILLS]);
		script_legend(p, &p->group[i], "", p->group[i].n, fp);
	}
	for (size_t i = 0; !text && i < p->ncoloured; i++)
		for (int over = 0; over < 2; over++) /* an edge shows them on any bar */
			fprintf(fp, ", \\\n  $g%zu using 1:3:(0):($4-$3) with vectors heads size %g,90 lw %g"
			    " lc rgb '%s' notitle", i, width * 0.12, over ? 1.2 : p->ncoloured > 14 ? 2.0 : 3.0,
			    over ? script_ink(p) : script_paper(p));
	for (size_t i = 0; figures && i < 2 * p->ncoloured; i++)
		fprintf(fp, ", \\\n  $g%zu using 1:($2%s0?$5:NaN):(sprintf('%%.4g',$2)) with labels"
		    " offset 0,%g font ',%g' textcolor rgb '%s' notitle", i / 2, i % 2 ? "<" : ">=",
		    i % 2 ? -0.6 : 0.6, script_small(p), script_ink(p));
	putc('\n', fp);
}
