/* The samples in the order taken. */
#include <math.h>

#include "script.h"

double
script_cross(const plot *p)
{
	for (size_t i = 0; p->kind == PLOT_SERIES && i < p->ncoloured; i++)
		if (p->group[i].count[SAMPLE_FAILED] > 0)
			return (p->medium == PLOT_TEXT ? 1 : 0.5) * script_row(p);
	return 0;
}

static void
data(const plot *p, const plot_group *g, int kind, FILE *fp)
{
	size_t any = 0;

	for (size_t k = 0; k < g->ndrawn; k++) {
		size_t i = g->drawn[k];

		if (g->kind[i] != kind)
			continue;
		/* failed ones have no value: they lie just over the lower edge */
		script_point(fp, g->when ? g->when[i] : (double)i,
		    kind == SAMPLE_FAILED ? script_cross(p) : g->x[i]);
		any++;
	}
	if (any == 0) /* one beyond the frame, for the legend; gnuplot 5.4 fails on a letter at NaN */
		script_point(fp, -1e9, p->lo);
}

void
script_series(const plot *p, FILE *fp)
{
	static const char *const looks[] = {"ps 0.4", "ps 1.4 lw 2", "ps 0.8 lw 1.5", "ps 0.9 lw 1.5",
	    "ps 1.4 lw 2"};
	double longest = p->clock && p->span > 0 ? p->span : 1;
	const char *comma = "plot ";
	char order[100];

	for (size_t i = 0; i < p->ncoloured; i++) {
		const plot_group *g = &p->group[i];

		if (!p->clock && (double)g->n > longest)
			longest = (double)g->n;
		for (int kind = 0; kind < SAMPLE_KINDS; kind++)
			if (g->count[kind] > 0) {
				fprintf(fp, "$%c%zu << EOD\n", "gcfub"[kind], i);
				data(p, g, kind, fp);
				fputs("EOD\n", fp);
			}
	}
	fprintf(fp, "set xlabel '%s%s' textcolor rgb '%s'\n",
	    p->clock ? "seconds since the first, by " : "sample, ",
	    p->clock ? p->clock : plot_order(p, order), script_ink(p));
	script_axis(p, 'y', p->log || isfinite(p->from) ? p->lo : fmin(p->lo, 0), p->hi, fp);
	fprintf(fp, "set xrange [%g:%.10g]\nset y2range [0:1]\n", -0.01 * longest, 1.01 * longest);
	script_ticks(p, 'x', 0, longest, fp);
	for (int kind = 0; kind < SAMPLE_KINDS; kind++)
		for (size_t i = 0; i < p->ncoloured; i++) {
			const plot_group *g = &p->group[i];

			if (g->count[kind] == 0)
				continue;
			fprintf(fp, "%s$%c%zu using 1:2%s with points %s", comma, "gcfub"[kind], i,
			    kind == SAMPLE_FAILED ? " axes x1y2" : "", looks[kind]);
			script_sign(p, i, kind, fp);
			script_legend(p, g, plot_kind_word(g, kind), g->count[kind], fp);
			comma = ", \\\n  ";
		}
	putc('\n', fp);
}
