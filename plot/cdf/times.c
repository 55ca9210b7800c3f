/* When each sample was taken, where the input says it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "num.h"
#include "plot.h"
#include "unit.h"

/* Seconds of "2026-11-27 16:20:01.5+01:00"; the T and the zone may be left out. NaN: it is none. */
static double
date_time(const char *s)
{
	struct tm tm = {0};
	double fraction = 0;
	size_t n;
	long zone;

	if (!(s = strptime(s, "%Y-%m-%d", &tm)) || (*s != ' ' && *s != 'T') ||
	    !(s = strptime(s + 1, "%H:%M:%S", &tm)))
		return NAN;
	n = *s == '.' ? 1 + strspn(s + 1, "0123456789") : 0;
	if ((n && as_num_parse(s, n, &fraction) != AS_NUM_OK) ||
	    (s[n] && (!(s = strptime(s + n, "%z", &tm)) || *s)))
		return NAN;
	zone = tm.tm_gmtoff;
	return (double)(timegm(&tm) - zone) + fraction;
}

/* Seconds, in the unit of the column's name, else by the size of a time since 1970. */
static double
seconds(const char *s, const char *column)
{
	double x, ms = as_column_ms((as_str){column, strlen(column)});

	if (as_num_parse(s, strlen(s), &x) != AS_NUM_OK)
		return date_time(s);
	if (ms > 0)
		return x * ms / 1e3;
	while (x > 1e11)
		x /= 1e3;
	return x;
}

int
plot_times(plot *p, const as_frame *f, const plot_columns *all, double **when, as_err *e)
{
	double *x = *when = malloc((f->n + 1) * sizeof *x), least = 0, most = 0;

	if (!x)
		return as_nomem(e);
	for (const as_col *c = f->col + all->times, *end = c + all->ntimes; c < end && !p->clock; c++) {
		size_t i = 0;

		for (least = INFINITY, most = -INFINITY; c->present && i < f->n &&
		    isfinite(x[i] = seconds(as_frame_str(f, c->id[i]), c->name)); i++) {
			least = fmin(least, x[i]);
			most = fmax(most, x[i]);
		}
		p->clock = i > 0 && i == f->n ? c->name : NULL;
	}
	for (size_t i = 0; p->clock && i < f->n; i++)
		x[i] -= least;
	p->span = most - least;
	return 0;
}
