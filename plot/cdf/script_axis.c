/* The axis of the measured quantity. Its ends lie beyond the data, so that the frame hides no end
 * of a curve. */
#include <math.h>
#include <stdlib.h>

#include "script.h"

static const double margin = 0.03; /* on either side, a share of the axis */

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

/* The next round tick after t. */
static double
next_tick(double t)
{
	return round_tick(t * 1.5, 1);
}

/* gnuplot's own ticks at powers of ten are fine where there are many of them. */
static void
log_ticks(FILE *fp, char axis, double lo, double hi)
{
	double from = round_tick(lo, 1);

	if (!(hi / lo <= 1000) || !(lo > 1e-300) || !(hi < 1e300) || !(next_tick(from) <= hi))
		return;
	fprintf(fp, "set %ctics (", axis);
	for (double t = from; t <= hi; t = next_tick(t)) {
		fputs(t > from ? ", '" : "'", fp);
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
	double by = (p->medium == PLOT_TEXT ? 2 : 1) * margin * (b - a), from, to;

	if (!(by > 0))
		by = p->log || b == 0 ? 0.1 : fabs(b) / 10;
	from = p->log ? exp(a - by) : a - by;
	to = p->log ? exp(b + by) : b + by;
	if (!isfinite(p->from) && (axis == 'x' || *lo != 0) && isfinite(from) && (!p->log || from > 0))
		*lo = from;
	if (!isfinite(p->to) && isfinite(to))
		*hi = to;
	if (!p->log || isfinite(p->from) || isfinite(p->to) || !(*lo > 1e-300) || !(*hi < 1e300) ||
	    next_tick(round_tick(*lo, 1)) <= *hi)
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
		log_ticks(fp, axis, lo, hi);
}
