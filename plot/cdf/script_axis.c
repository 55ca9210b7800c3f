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

/* Moves the ends of a logarithmic axis; to round ticks, where it would have only one. */
static void
widen_log(const plot *p, double *lo, double *hi)
{
	double by = *hi > *lo ? pow(*hi / *lo, margin) : 1.1;

	if (!isfinite(p->from) && *lo / by > 0)
		*lo /= by;
	if (!isfinite(p->to) && isfinite(*hi * by))
		*hi *= by;
	if (isfinite(p->from) || isfinite(p->to) || !(*lo > 1e-300) || !(*hi < 1e300) ||
	    next_tick(round_tick(*lo, 1)) <= *hi)
		return;
	*lo = round_tick(*lo, 0);
	*hi = round_tick(*hi, 1);
}

static void
widen(const plot *p, char axis, double *lo, double *hi)
{
	double by = (p->medium == PLOT_TEXT ? 2 : 1) * margin * (*hi - *lo);

	if (!(by > 0))
		by = *hi != 0 ? fabs(*hi) / 10 : 1;
	if (!isfinite(p->from) && (axis == 'x' || *lo != 0) && isfinite(*lo - by))
		*lo -= by;
	if (!isfinite(p->to) && isfinite(*hi + by))
		*hi += by;
}

void
script_axis(const plot *p, char axis, double lo, double hi, FILE *fp)
{
	fprintf(fp, "set %clabel ", axis);
	script_quoted(fp, p->axis);
	fprintf(fp, " textcolor rgb '%s'\n", script_ink(p));
	if (p->log)
		widen_log(p, &lo, &hi);
	else
		widen(p, axis, &lo, &hi);
	if (p->log)
		fprintf(fp, "set logscale %c\n", axis);
	fprintf(fp, "set %crange [", axis);
	script_number(fp, lo);
	putc(':', fp);
	script_number(fp, hi);
	fputs("]\n", fp);
	if (p->log)
		log_ticks(fp, axis, lo, hi);
}
