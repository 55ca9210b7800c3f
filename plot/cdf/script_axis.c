/* The axis of the measured quantity. Its ends lie beyond the data, so that the frame hides no end
 * of a curve. */
#include <math.h>
#include <stdlib.h>

#include "script.h"

/* 1, 2 or 5 times a power of ten: the largest that is at most x, or with up the
 * smallest that is at least x. */
static double
round_tick(double x, int up)
{
	static const int steps[] = {1, 2, 5, 10};
	int k = (int)floor(log10(x));
	double best = NAN;

	for (int e = k - 1; e <= k + 1; e++)
		for (int i = 0; i < 3; i++) {
			char text[32];
			double t;

			snprintf(text, sizeof text, "%de%d", steps[i], e);
			t = strtod(text, NULL); /* the very number that the text means */
			if (up ? t >= x && isnan(best) : t <= x) /* NAN: none yet */
				best = t;
		}
	return best;
}

/* How many names of ticks have room on an axis; gnuplot's own ticks are up to 10. */
static double
room(const plot *p, char axis)
{
	return fmax(2, axis == 'y' ? 0.7 / script_row(p) : (double)layout_columns(p) / 6 - 2.7);
}

void
script_ticks(const plot *p, char axis, double lo, double hi, FILE *fp)
{
	int from_0 = lo < 0 && p->lo >= 0;
	double most = room(p, axis), step = round_tick((hi - lo) / fmin(most, 10), 1);

	if (most < 10 || from_0)
		fprintf(fp, "set %ctics %s%g\n", axis, from_0 ? "0," : "", step);
}

/* gnuplot's own ticks at powers of ten are fine where there are many of them. */
static void
log_ticks(const plot *p, FILE *fp, char axis, double lo, double hi)
{
	double from = round_tick(lo, 1), most = room(p, axis), decades = log10(hi) - log10(lo);
	int named = decades * 3 > most ? 3 * (int)ceil(decades / most) : 1, i = 0;

	if (!(hi / lo <= 1000 && lo > 1e-300 && hi < 1e300 && round_tick(1.5 * from, 1) <= hi)) {
		if (decades > most)
			fprintf(fp, "set %ctics 1e%d\nunset m%ctics\n", axis, named / 3, axis);
		return;
	}
	fprintf(fp, "set %ctics (", axis);
	for (double t = from; t <= hi; t = round_tick(1.5 * t, 1)) { /* the next */
		fputs(t > from ? ", '" : "'", fp);
		if (i++ % named == 0)
			script_number(fp, t);
		fputs("' ", fp);
		script_number(fp, t);
	}
	fputs(")\n", fp);
}

static void
widen(const plot *p, char axis, double *lo, double *hi)
{
	double a = p->log ? log(*lo) : *lo, b = p->log ? log(*hi) : *hi;
	double length = b > a ? b - a : p->log || b == 0 ? 2 : 2 * fabs(b), from, to;
	double cross = script_cross(p), by = b > a ? 0.03 : 0.05; /* of it */
	int text = p->medium == PLOT_TEXT;

	if (text) /* or the border overwrites what lies at an end */
		by = fmax(2 * by, axis == 'y' ? script_row(p) : 0);
	to = b + by * length;
	from = a - fmax(by, 3 * cross) * length; /* no sample lies in the row of the crosses */
	from = p->log ? exp(from) : from;
	to = p->log ? exp(to) : to;
	if ((text || cross > 0 || (!isfinite(p->from) && (axis == 'x' || *lo != 0))) &&
	    isfinite(from) && (!p->log || from > 0))
		*lo = from;
	if ((text || !isfinite(p->to)) && isfinite(to))
		*hi = to;
	if (!p->log || isfinite(p->from) || isfinite(p->to) || !(*lo > 1e-300) || !(*hi < 1e300) ||
	    round_tick(1.5 * round_tick(*lo, 1), 1) <= *hi)
		return;
	*lo = round_tick(*lo, 0); /* or it would have only one */
	*hi = round_tick(*hi, 1);
}

void
script_axis(const plot *p, char axis, double lo, double hi, FILE *fp)
{
	fprintf(fp, "set %clabel ", axis);
	script_quoted(fp, p->axis);
	fprintf(fp, " textcolor rgb '%s'\n", script_ink(p));
	widen(p, axis, &lo, &hi);
	if (p->log)
		fprintf(fp, "set logscale %c\n", axis);
	/* not the last digits, which the machine's own logarithm decides */
	fprintf(fp, "set %crange [%.15g:%.15g]\n", axis, lo, hi);
	if (p->log)
		log_ticks(p, fp, axis, lo, hi);
	else
		script_ticks(p, axis, lo, hi, fp);
}
