/* The gnuplot programs. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ecdf.h"
#include "num.h"
#include "plot.h"
#include "quantile.h"
#include "unit.h"

/* Okabe, Ito (2008), "Color universal design": eight colours that people with
 * any colour vision tell apart; black goes to text, so seven remain. Dashes and
 * point types differ too, for print without colour. */
static const char *const palette[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9",
    "#E69F00", "#000000"};
enum { COLOURS = sizeof palette / sizeof *palette, DASHES = 4, POINTS = 7 };
static const int point_types[POINTS] = {7, 5, 9, 11, 13, 4, 6};
static const char *const fills[] = {"solid 0.85", "pattern 2", "pattern 4", "pattern 1"};
enum { FILLS = sizeof fills / sizeof *fills };

/* A string that gnuplot takes literally. Whatever could mean something to it
 * (quotes, backslash, backquote, @, line ends) becomes an octal escape. */
static void
quoted(FILE *fp, const char *s)
{
	putc('"', fp);
	for (; *s; s++) {
		unsigned char c = (unsigned char)*s;
		if (isalnum(c) || strchr(" .,-_=()/:+[]", c))
			putc(c, fp);
		else
			fprintf(fp, "\\%03o", c);
	}
	putc('"', fp);
}

static void
number(FILE *fp, double x)
{
	char buf[AS_NUM_BUF];

	as_num_format(buf, x);
	fputs(buf, fp);
}

/* Each colour comes with another point in each round of the palette. */
static int
point_type(size_t i)
{
	return point_types[(i + i / COLOURS) % POINTS];
}

static void
style(FILE *fp, size_t i)
{
	fprintf(fp, "lc rgb '%s' dt %zu lw 2", palette[i % COLOURS], i / COLOURS % DASHES + 1);
}

char *
plot_axis_name(const char *column)
{
	as_str name = {column, strlen(column)}, stem = as_unit_stem(name);
	const char *unit = as_unit_of_column(name);
	size_t size = name.n + 16;
	char *out = malloc(size);

	if (!out)
		return NULL;
	if (unit)
		snprintf(out, size, "%.*s (%s)", (int)stem.n, stem.s, unit);
	else
		snprintf(out, size, "%s", column);
	for (char *p = out; *p; p++)
		if (*p == '_')
			*p = ' ';
	return out;
}

/* The legend stands above the picture, where no curve can run through it: how
 * many columns fit, and how many rows that makes. */
static void
legend_size(const plot *p, size_t *columns, size_t *rows)
{
	size_t longest = 0, entries = p->kind == PLOT_SERIES ? 2 * p->n : p->n, room;

	for (size_t i = 0; i < p->n; i++)
		if (plot_name_width(p->group[i].name, p->medium) > longest)
			longest = plot_name_width(p->group[i].name, p->medium);
	room = p->medium == PLOT_TEXT ? (size_t)p->width : 95; /* characters across the picture */
	*columns = room / (longest + 18);
	*columns = *columns < 1 ? 1 : *columns > 3 ? 3 : *columns;
	*rows = (entries + *columns - 1) / *columns;
}

static void
preamble(const plot *p, FILE *fp)
{
	size_t columns, rows;

	legend_size(p, &columns, &rows);
	switch (p->medium) {
	case PLOT_SVG:
		fprintf(fp, "set terminal svg noenhanced size 800,%zu font 'DejaVu Sans,13' background rgb 'white'\n", 460 + 20 * rows);
		break;
	case PLOT_PNG:
		fprintf(fp, "set terminal pngcairo noenhanced size 1600,%zu font 'DejaVu Sans,10' fontscale 2 linewidth 2 pointscale 1.6 background rgb 'white'\n", 920 + 38 * rows);
		break;
	case PLOT_PDF:
		fprintf(fp, "set terminal pdfcairo noenhanced size 16cm,%.1fcm font 'DejaVu Sans,10' background rgb 'white'\n", 9.2 + 0.42 * (double)rows);
		break;
	case PLOT_TEXT:
		fprintf(fp, "set terminal dumb noenhanced size %d,%zu\n", p->width, (size_t)p->height + rows - 1);
		break;
	}
	fputs("set encoding utf8\n", fp);
	if (*p->title || p->synthetic) {
		char title[600];
		snprintf(title, sizeof title, "%s%s%s", p->title,
		    *p->title && p->synthetic ? " " : "", p->synthetic ? "[synthetic data]" : "");
		fputs("set title ", fp);
		quoted(fp, title);
		putc('\n', fp);
	}
	if (p->medium == PLOT_TEXT) /* the sample behind the name: before it, it would run into it */
		fprintf(fp, "set key tmargin center horizontal Right noreverse samplen 3 maxcols %zu\n", columns);
	else
		fprintf(fp, "set key tmargin left horizontal Left reverse samplen 4 maxcols %zu\n", columns);
	if (p->medium != PLOT_TEXT)
		fputs("set grid lc rgb '#dddddd' lt 1 lw 0.5\nset border 3\nset tics nomirror\n", fp);
}

static void
range(const plot *p, double *lo, double *hi)
{
	*lo = INFINITY;
	*hi = -INFINITY;
	for (size_t i = 0; i < p->n; i++)
		for (size_t k = 0; k < p->group[i].n; k++) {
			*lo = fmin(*lo, p->group[i].x[k]);
			*hi = fmax(*hi, p->group[i].x[k]);
		}
}

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

/* A logarithmic axis ('x' or 'y') that ends next to the data. gnuplot's own ends
 * at powers of ten, which is fine where there are many of them. */
static void
log_axis(FILE *fp, char axis, double lo, double hi)
{
	double from = round_tick(lo, 0), to = round_tick(hi, 1);

	fprintf(fp, "set logscale %c\n", axis);
	if (!(hi / lo <= 1000) || !(lo > 1e-300) || !(hi < 1e300) || !(from > 0) || !isfinite(to) ||
	    from >= to)
		return;
	/* a little more on either side, or gnuplot may drop a tick at the end */
	fprintf(fp, "set %crange [", axis);
	number(fp, from * (1 - 1e-9));
	putc(':', fp);
	number(fp, to * (1 + 1e-9));
	fprintf(fp, "]\nset %ctics (", axis);
	for (double t = from; t <= to; t = round_tick(t * 1.5, 1)) {
		fputs(t > from ? ", '" : "'", fp);
		number(fp, t);
		fputs("' ", fp);
		number(fp, t);
	}
	fputs(")\n", fp);
}

static void
percent_label(FILE *fp, double p)
{
	char buf[AS_NUM_BUF];

	as_num_format(buf, nearbyint(p * 1e8) / 1e6);
	fprintf(fp, "p%s", buf);
}

/* Names the data blocks $g0, $g1, ... */
static void
cdf_data(const plot *p, double lo, double hi, FILE *fp)
{
	for (size_t i = 0; i < p->n; i++) {
		const plot_group *g = &p->group[i];
		ecdf_point *pt = malloc(g->n * sizeof *pt);
		size_t n = pt ? ecdf_thin(pt, g->x, g->n, lo, hi, p->log) : 0;
		fprintf(fp, "$g%zu << EOD\n", i);
		number(fp, g->x[0]);
		fputs(" 0\n", fp);
		for (size_t k = 0; k < n; k++) {
			number(fp, pt[k].x);
			putc(' ', fp);
			number(fp, pt[k].f);
			putc('\n', fp);
		}
		fputs("EOD\n", fp);
		free(pt);
		if (p->np == 0)
			continue;
		fprintf(fp, "$q%zu << EOD\n", i);
		for (size_t k = 0; k < p->np; k++) {
			number(fp, as_quantile_sorted(g->x, g->n, p->p[k], p->quantile_type));
			putc(' ', fp);
			number(fp, p->p[k]);
			putc('\n', fp);
		}
		fputs("EOD\n", fp);
	}
}

static void
legend_name(const plot_group *g, FILE *fp)
{
	char name[600];

	snprintf(name, sizeof name, "%s%s(n=%zu)", g->name, *g->name ? " " : "", g->n);
	fputs(" title ", fp);
	quoted(fp, name);
}

static void
cdf(const plot *p, FILE *fp)
{
	double lo, hi;

	range(p, &lo, &hi);
	cdf_data(p, lo, hi, fp);
	fputs("set xlabel ", fp);
	quoted(fp, p->axis);
	fputs("\nset ylabel 'share of samples'\nset yrange [0:1.02]\n", fp);
	if (p->log)
		log_axis(fp, 'x', lo, hi);
	fputs("set ytics 0,0.25,1\n", fp);
	if (p->np > 0) {
		/* the marked shares stand at the right edge */
		fputs("set y2range [0:1.02]\nset y2tics (", fp);
		for (size_t i = 0; i < p->np; i++) {
			fputs(i ? ", '" : "'", fp);
			percent_label(fp, p->p[i]);
			fputs("' ", fp);
			number(fp, p->p[i]);
		}
		fputs(")\n", fp);
		if (p->medium != PLOT_TEXT)
			fputs("set border 11\nset y2tics font ',9'\n", fp);
	}
	fputs("plot ", fp);
	for (size_t i = 0; i < p->n; i++) {
		fprintf(fp, "%s$g%zu using 1:2 with steps ", i ? ", \\\n  " : "", i);
		style(fp, i);
		legend_name(&p->group[i], fp);
	}
	for (size_t i = 0; p->np && p->medium != PLOT_TEXT && i < p->n; i++)
		fprintf(fp, ", \\\n  $q%zu using 1:2 with points pt %d ps 0.7 lc rgb '%s' notitle", i,
		    point_type(i), palette[i % COLOURS]);
	putc('\n', fp);
}

/* Clustered bars: a cluster a quantile, a bar a group. */
static void
quantiles(const plot *p, FILE *fp)
{
	double lo = INFINITY, hi = 0;

	for (size_t i = 0; i < p->n; i++) {
		const plot_group *g = &p->group[i];
		fprintf(fp, "$g%zu << EOD\n", i);
		for (size_t k = 0; k < p->np; k++) {
			double q = as_quantile_sorted(g->x, g->n, p->p[k], p->quantile_type);
			lo = fmin(lo, q);
			hi = fmax(hi, q);
			fprintf(fp, "%zu ", k);
			number(fp, q);
			putc('\n', fp);
		}
		fputs("EOD\n", fp);
	}
	fputs("set ylabel ", fp);
	quoted(fp, p->axis);
	fputs(p->log ? "\n" : "\nset yrange [0:*]\n", fp);
	if (p->log) /* room below, so that the least bar is one, and above for its figure */
		log_axis(fp, 'y', lo * 0.8, hi * 1.1);
	fputs("set xtics (", fp);
	for (size_t k = 0; k < p->np; k++) {
		fputs(k ? ", '" : "'", fp);
		percent_label(fp, p->p[k]);
		fprintf(fp, "' %zu", k);
	}
	fprintf(fp, ")\nset xrange [-0.6:%g]\n", (double)p->np - 0.4);
	fputs(p->medium == PLOT_TEXT ? "" : "unset grid\nset grid y lc rgb '#dddddd' lt 1 lw 0.5\n", fp);
	if (p->medium == PLOT_TEXT) { /* bars do not read in text: points do */
		fputs("plot ", fp);
		for (size_t i = 0; i < p->n; i++) {
			fprintf(fp, "%s$g%zu using 1:2 with points", i ? ", \\\n  " : "", i);
			legend_name(&p->group[i], fp);
		}
		putc('\n', fp);
		return;
	}
	double width = 0.8 / (double)p->n;
	fprintf(fp, "set boxwidth %g\nset style fill solid 0.85 border lc rgb 'black'\nplot ",
	    width * 0.9);
	for (size_t i = 0; i < p->n; i++) {
		fprintf(fp, "%s$g%zu using ($1+%g):2 with boxes lc rgb '%s' fs %s", i ? ", \\\n  " : "", i,
		    ((double)i + 0.5) * width - 0.4, palette[i % COLOURS],
		    fills[i / COLOURS % FILLS]);
		legend_name(&p->group[i], fp);
	}
	/* the figures over the bars, while they fit */
	for (size_t i = 0; p->n * p->np <= 16 && i < p->n; i++)
		fprintf(fp, ", \\\n  $g%zu using ($1+%g):2:(sprintf('%%.4g',$2)) with labels offset 0,0.6 font ',8' notitle",
		    i, ((double)i + 0.5) * width - 0.4);
	putc('\n', fp);
}

/* steady points drawn of a group; beyond, the extremes of each stretch */
enum { SERIES_POINTS = 4000 };

/* Points of one kind; long series keep the least and the largest of each
 * stretch, so that the outline stays. */
static void
series_data(const plot_group *g, int cold, FILE *fp)
{
	size_t stretch = cold || g->n <= SERIES_POINTS ? 1 :
	    (g->n + SERIES_POINTS / 2 - 1) / (SERIES_POINTS / 2), i, k;
	int any = 0;

	for (i = 0; i < g->n; i += stretch) {
		size_t least = g->n, most = g->n;
		for (k = i; k < i + stretch && k < g->n; k++) {
			if (g->cold[k] != cold)
				continue;
			if (least == g->n || g->x[k] < g->x[least])
				least = k;
			if (most == g->n || g->x[k] > g->x[most])
				most = k;
		}
		size_t pick[2] = {least < most ? least : most, least < most ? most : least};
		for (k = 0; k < 2; k++)
			if (pick[k] < g->n && (k == 0 || pick[1] != pick[0])) {
				fprintf(fp, "%zu ", pick[k]);
				number(fp, g->x[pick[k]]);
				putc('\n', fp);
				any = 1;
			}
	}
	if (!any)
		fputs("NaN NaN\n", fp);
}

static void
series(const plot *p, FILE *fp)
{
	size_t longest = 0;
	double lo, hi;

	range(p, &lo, &hi);
	for (size_t i = 0; i < p->n; i++)
		if (p->group[i].n > longest)
			longest = p->group[i].n;
	for (size_t i = 0; i < p->n; i++)
		for (int cold = 0; cold < 2; cold++) {
			fprintf(fp, "$%c%zu << EOD\n", cold ? 'c' : 'g', i);
			series_data(&p->group[i], cold, fp);
			fputs("EOD\n", fp);
		}
	fputs("set xlabel 'sample, in the order taken'\nset ylabel ", fp);
	quoted(fp, p->axis);
	fputs(p->log ? "\n" : "\nset yrange [0:*]\n", fp);
	if (p->log)
		log_axis(fp, 'y', lo, hi);
	fprintf(fp, "set xrange [-1:%zu]\nplot ", longest);
	for (size_t i = 0; i < p->n; i++) {
		const char *colour = palette[i % COLOURS];
		fprintf(fp, "%s$g%zu using 1:2 with points pt %d ps 0.4 lc rgb '%s'", i ? ", \\\n  " : "", i,
		    point_type(i), colour);
		legend_name(&p->group[i], fp);
		fprintf(fp, ", \\\n  $c%zu using 1:2 with points pt 6 ps 1.4 lw 2 lc rgb '%s' title ", i, colour);
		char name[600];
		snprintf(name, sizeof name, "%s%scold", p->group[i].name, *p->group[i].name ? " " : "");
		quoted(fp, name);
	}
	putc('\n', fp);
}

void
plot_script(const plot *p, FILE *fp)
{
	preamble(p, fp);
	switch (p->kind) {
	case PLOT_CDF: cdf(p, fp); break;
	case PLOT_QUANTILES: quantiles(p, fp); break;
	case PLOT_SERIES: series(p, fp); break;
	}
}
