/* plot.h - what cdfplot draws, and the gnuplot program that draws it. */
#ifndef PLOT_H
#define PLOT_H

#include <stdint.h>
#include <stdio.h>

#include "frame.h"

typedef enum { PLOT_CDF, PLOT_QUANTILES, PLOT_SERIES } plot_kind;
typedef enum { PLOT_SVG, PLOT_PNG, PLOT_PDF, PLOT_TEXT } plot_medium;
typedef enum { PLOT_AUTO, PLOT_LINEAR, PLOT_LOG } plot_scale;
enum { SAMPLE_STEADY, SAMPLE_COLD, SAMPLE_FAILED, SAMPLE_UNCOMPILED, SAMPLE_COLD_UNCOMPILED,
	SAMPLE_KINDS }; /* only PLOT_SERIES tells them */

enum { PLOT_MAX_QUANTILES = 32 };

typedef struct {
	char *name;          /* as the legend shows it */
	double *x;           /* (n) in the order taken; sorted for PLOT_CDF and PLOT_QUANTILES */
	uint8_t *kind;       /* (n) PLOT_SERIES: a SAMPLE_; x of SAMPLE_FAILED is NaN */
	double *when;        /* (n) PLOT_SERIES with a clock: seconds; else NULL */
	size_t n;            /* PLOT_SERIES: failed ones included */
	size_t count[SAMPLE_KINDS];
	int unknown;         /* of some SAMPLE_UNCOMPILED, cold or not, it is unknown what served them */
	size_t at;           /* its place among all */
	size_t *drawn;       /* (ndrawn) PLOT_SERIES: the samples that are drawn */
	size_t ndrawn;
} plot_group;

typedef struct {
	plot_kind kind;
	plot_medium medium;
	plot_scale scale;    /* of the measured quantity, as asked for */
	char *title;         /* "": none */
	char *axis;          /* the measured quantity with its unit: "latency (ms)" */
	double from, to;     /* the range asked for; -INFINITY, INFINITY: open */
	const double *p;     /* (np) quantiles to mark or to draw, from 0 to 1 */
	size_t np;
	int quantile_type;   /* of PLOT_QUANTILES */
	int synthetic;       /* some sample says so: the picture says so too */
	const char *clock;   /* PLOT_SERIES: the column that says when; NULL: there is none */
	double span;         /* from the first sample to the last, in seconds */
	int indexed;         /* the order is not that of the input */
	int width, height;   /* of PLOT_TEXT in characters, else in pixels; 0: as is usual */
	double font;         /* pixels in a picture that is 800 wide */
	int dark;            /* the theme */
	plot_group *group;   /* (n) ncoloured in colour, and the others grey */
	size_t n, ncoloured;
	size_t given;        /* groups before some were left out */

	/* plot_settle finds these */
	int log;             /* the axis of the measured quantity is logarithmic */
	double tail;         /* p99 over the median, where that is why; else 0 */
	double lo, hi;       /* the ends of what is shown, without a margin */
	size_t below, above; /* samples outside the range */
	char *caption;       /* "": none */
} plot;

/* Which columns of a frame: the value, whether a sample is cold, what code served it, (ntimes) when
 * it was taken, and (ncols) the groups. Those of sequence.h come first. */
typedef struct { size_t value, cold, served, times, ntimes, *cols, ncols; } plot_columns;

/* Fills p->group by p->kind. A group without an ok sample cannot be drawn: say tells so. */
int plot_groups(plot *p, const as_frame *f, const plot_columns *c, void (*say)(const as_err *),
    as_err *e);
/* Into when (rows), malloc'd: seconds since the first sample, by the first column that says it of
 * each row: the clock then. */
int plot_times(plot *p, const as_frame *f, const plot_columns *c, double **when, as_err *e);
/* Leaves out groups where there are too many; then the largest come first. */
void plot_limit(plot *p);
/* Settles the scale, the ends of the axis, which samples of a series are drawn, and the caption. */
int plot_settle(plot *p, as_err *e);
void plot_free(plot *p);
void plot_group_free(plot_group *g);

/* What a SAMPLE_ is called; "": steady. */
const char *plot_kind_word(const plot_group *g, int kind);
/* What decides the order of a series, after "samples". */
const char *plot_order(const plot *p, char order[100]);
/* What the picture leaves out or decides by itself. malloc'd, NULL without memory. */
char *plot_caption(const plot *p);
/* Describes the settled picture in plain text: its groups, and the caption. */
void plot_describe(const plot *p, FILE *fp);

/* Axis name of a column: "latency_ms" becomes "latency (ms)"; malloc'd, NULL
 * without memory. */
char *plot_axis_name(const char *column);
/* Makes the names of groups, the title and the axis (malloc'd, all of them) such
 * as the medium can show: no control characters, none that no font has in PNG
 * and PDF, and no longer than there is room, by leaving out the middle. */
int plot_names(plot *p, as_err *e);
/* Columns that a name takes beside its sign in the legend. */
size_t plot_name_width(const char *s, plot_medium medium);

/* How much larger letters and lines are: a PNG grows with its width. */
double layout_enlarged(const plot *p);
/* The height of a line of letters, in the unit of the picture's size. */
double layout_letter(const plot *p);
/* Characters across the picture, and in the longest name that the legend has room for. */
size_t layout_columns(const plot *p);
size_t layout_longest_name(const plot *p);
/* The legend of the first n groups stands above the picture, where no curve can run through it:
 * how many columns it has, and how many rows that makes. */
void layout_legend(const plot *p, size_t n, size_t *columns, size_t *rows);

/* Writes the gnuplot program, data included. Names, after plot_names, appear
 * only as quoted strings with markup off. It is complete: fed
 * to gnuplot it writes the picture to gnuplot's standard output. */
void plot_script(const plot *p, FILE *fp);

/* Runs gnuplot (without its start-up files) on the program. Returns the picture
 * as a temporary file that has no name, read from its start; NULL if gnuplot
 * cannot be run, or fails: what it said is in e->msg. gnuplot ends with this process. */
FILE *plot_run(const plot *p, as_err *e);

/* Copies an SVG of gnuplot from in to out so that it can stand in a page: a title and a
 * description of its own, and ids that no other picture has. -1 if it cannot be read. */
int plot_svg(const plot *p, FILE *in, FILE *out);

#endif
