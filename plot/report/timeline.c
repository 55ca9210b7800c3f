#include <math.h>
#include <stdlib.h>

#include "memory_text.h"
#include "num.h"
#include "timeline_impl.h"

enum { LEFT = 56, RIGHT = 470, TOP = 10, BOTTOM = 230, WIDTH = 480, HEIGHT = 256,
	NAMED = 4,       /* groups with a colour and a sign of their own */
	MOST_DOTS = 700, /* of one of these, and of all others together */
	MOST_MARKS = 250 /* of each kind */
};

typedef struct {
	const samples *s;
	const timeline_marks *m;
	double lo, hi;   /* of the axis of the value */
	int log;
	size_t longest;  /* samples of the largest group, failed ones too */
	size_t *taken;   /* (g.n) */
	FILE *svg, *legend;
	size_t step;     /* the largest between dots */
} drawing;

/* How each group is drawn, the fifth for all others, and each mark. */
static const struct { uint8_t kind; const char *shape, *sign, *class, *name; } path[] = {
	{0, "h0", "\u2022", "dot g0", NULL}, {0, "m0-3v6", "|", "dot g1", NULL},
	{0, "m-3 0h6", "\u2013", "dot g2", NULL}, {0, "m-2 2l2-4 2 4z", "\u25b5", "dot g3", NULL},
	{0, "h0", "\u2022", "dot g4", "the other groups"},
	{MARK_COLD, "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0", "\u25cb", "mark axis", "cold"},
	{MARK_UNCOMPILED, "m-4-4h8v8h-8z", "\u25a1", "mark axis",
	    "not compiled, in spite of the label"},
	{MARK_PARTLY, "m0-5l5 5-5 5-5-5z", "\u25c7", "mark axis", "of a cell compiled in part"},
	{MARK_FAILED, "m-4-4l8 8m0-8l-8 8", "\u00d7", "mark axis", "failed: no latency"},
};
enum { NPATH = sizeof path / sizeof *path };

static double
place(const drawing *d, double v)
{
	double share = d->log ? log(v / d->lo) / log(d->hi / d->lo) : (v - d->lo) / (d->hi - d->lo);

	return BOTTOM - share * (BOTTOM - TOP);
}

/* The ends of the axis. */
static void
scale(drawing *d)
{
	const as_frame *f = &d->s->f;
	const double *v = f->col[SAMPLES_VALUE].val;

	d->lo = INFINITY;
	d->hi = -INFINITY;
	for (size_t i = 0; i < f->n; i++)
		if (f->ok[i]) {
			d->lo = fmin(d->lo, v[i]); /* fmin and fmax take the other of a NaN */
			d->hi = fmax(d->hi, v[i]);
		}
	d->log = d->lo > 0 && d->hi / d->lo > 20 && d->hi < INFINITY;
	if (!d->log) {
		d->lo = fmin(0, d->lo);
		d->hi = d->hi > d->lo ? d->hi + (d->hi - d->lo) * 0.04 : d->lo + 1;
	}
}

static void
put_tick(const drawing *d, double v)
{
	char number[AS_NUM_BUF];
	const double y = place(d, v);

	as_num_digits(number, v, 3);
	fprintf(d->svg, "<path class=\"grid\" d=\"M%d %.1fH%d\"/><text x=\"%d\" y=\"%.1f\" "
	    "text-anchor=\"end\">%s</text>\n", LEFT, y, RIGHT, LEFT - 5, y + 4, number);
}

static void
put_axes(const drawing *d)
{
	const double unit = pow(10, floor(log10((d->hi - d->lo) / 4)));
	const double raw = (d->hi - d->lo) / 4 / unit, step = unit * (raw < 2 ? 2 : raw < 5 ? 5 : 10);

	if (d->log) {
		for (double ten = pow(10, floor(log10(d->lo))); ten <= d->hi; ten *= 10)
			for (int k = 1; k < 6; k = k == 1 ? 2 : k == 2 ? 5 : 6)
				if (ten * k >= d->lo && ten * k <= d->hi && (k == 1 || d->hi / d->lo < 1000))
					put_tick(d, ten * k);
	} else
		for (double k = ceil(d->lo / step); k * step <= d->hi; k++)
			put_tick(d, k * step);
	fprintf(d->svg, "<path class=\"axis\" d=\"M%d %dV%dH%d\"/>\n<text x=\"%d\" y=\"%d\" "
	    "text-anchor=\"end\">sample 1 to %zu of a group</text>\n<text x=\"%d\" y=\"%d\">", LEFT,
	    TOP, BOTTOM, RIGHT, RIGHT, HEIGHT - 8, d->longest, LEFT, HEIGHT - 8);
	page_put_html(d->svg, d->s->f.col[SAMPLES_VALUE].header);
	fprintf(d->svg, "%s</text>\n", d->log ? ", log scale" : "");
}

/* Is the row one of those that path k draws? */
static int
belongs(const drawing *d, size_t k, size_t row)
{
	const size_t group = d->s->g.of_row[row];

	if (path[k].kind)
		return (d->m->mark[row] & path[k].kind) != 0;
	return d->s->f.ok[row] && !isnan(d->s->f.col[SAMPLES_VALUE].val[row]) &&
	    (group < NAMED ? group : NAMED) == k;
}

/* One path in the picture, and its line in the legend; how many samples are of it. */
static size_t
put_path(drawing *d, size_t k)
{
	const as_frame *f = &d->s->f;
	const int own = k < NAMED || (k == NAMED && d->s->g.n == NAMED + 1);
	char *name = own && k < d->s->g.n ? as_group_name(&d->s->g, f, k) : NULL;
	size_t n = 0, seen = 0, step;

	for (size_t i = 0; i < f->n; i++)
		n += (size_t)belongs(d, k, i);
	if (n == 0) {
		free(name);
		return 0;
	}
	step = (n - 1) / (path[k].kind ? MOST_MARKS : MOST_DOTS) + 1;
	d->step = path[k].kind || step < d->step ? d->step : step;
	for (size_t i = 0; i < d->s->g.n; i++)
		d->taken[i] = 0;
	fprintf(d->svg, "<path class=\"%s\" d=\"", path[k].class);
	for (size_t i = 0; i < f->n; i++) {
		const size_t row = d->m->row[i], at = d->taken[d->s->g.of_row[row]]++;

		if (belongs(d, k, row) && seen++ % step == 0)
			fprintf(d->svg, "M%.1f %.1f%s", LEFT + 4 + (d->longest > 1 ? (double)at /
			    (double)(d->longest - 1) : 0.5) * (RIGHT - LEFT - 8), f->ok[row] ?
			    place(d, f->col[SAMPLES_VALUE].val[row]) : BOTTOM, path[k].shape);
	}
	fputs("\"/>\n", d->svg);
	fprintf(d->legend, "<span class=\"%s\">%s ", path[k].kind ? "" : path[k].class + 4,
	    path[k].sign);
	page_put_html(d->legend, name && *name ? name : path[k].name ? path[k].name : "all samples");
	fputs("</span>\n", d->legend);
	free(name);
	return n;
}

static void
draw(drawing *d, page *p, const char *what)
{
	char *svg = NULL, *legend = NULL, *caption = NULL, thinned[80] = "", compiled[120] = "";
	size_t n[NPATH], size[2];

	for (size_t k = 0; k < d->s->g.n; k++)
		d->longest = d->s->g.rows[k] > d->longest ? d->s->g.rows[k] : d->longest;
	d->svg = open_memstream(&svg, &size[0]);
	d->legend = open_memstream(&legend, &size[1]);
	if (!d->svg || !d->legend)
		return;
	scale(d);
	fprintf(d->svg, "<svg class=\"series\" role=\"img\" viewBox=\"0 0 %d %d\" aria-label=\"Samples "
	    "in the order taken. The caption counts those that are marked.\">\n", WIDTH, HEIGHT);
	fputs("<p class=\"legend\">\n", d->legend);
	put_axes(d);
	for (size_t k = 0; k < NPATH; k++)
		n[k] = put_path(d, k);
	fputs("</svg>\n", d->svg);
	fputs("</p>\n", d->legend);
	if (d->step > 1)
		snprintf(thinned, sizeof thinned, " One in %zu of a group is drawn, at even steps.",
		    d->step);
	if (n[NAMED + 2] + n[NAMED + 3] > 0)
		snprintf(compiled, sizeof compiled, ", %zu not compiled in spite of the label, %zu of "
		    "cells compiled in part", n[NAMED + 2], n[NAMED + 3]);
	if (as_memory_text(d->svg, &svg) && as_memory_text(d->legend, &legend) &&
	    asprintf(&caption, "%s%s%zu samples in the order taken: %zu cold, %zu failed%s.%s", what,
	    *what ? ": " : "", d->s->f.n, n[NAMED + 1], n[NPATH - 1], compiled, thinned) >= 0)
		page_figure(p, svg, legend, caption);
	free(svg);
	free(legend);
	free(caption);
}

int
timeline_draw(page *p, const samples *s, const char *run, const answer *cells, const char *what,
    as_err *e)
{
	const size_t before = p->figures;
	timeline_marks m;
	drawing d = {.s = s, .m = &m};

	if (timeline_marks_of(&m, s, run, cells, e) != 0)
		return -1;
	if ((d.taken = malloc((s->g.n + 1) * sizeof *d.taken)))
		draw(&d, p, what);
	free(d.taken);
	timeline_marks_free(&m);
	return p->figures > before ? 0 : as_nomem(e);
}
