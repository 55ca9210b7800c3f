/* plot.h - what cdfplot draws, and the gnuplot program that draws it. */
#ifndef PLOT_H
#define PLOT_H

#include <stdint.h>
#include <stdio.h>

#include "err.h"

typedef enum { PLOT_CDF, PLOT_QUANTILES, PLOT_SERIES } plot_kind;
typedef enum { PLOT_SVG, PLOT_PNG, PLOT_PDF, PLOT_TEXT } plot_medium;

typedef struct {
	char *name;          /* as the legend shows it */
	double *x;           /* (n) in the order read; sorted for PLOT_CDF and PLOT_QUANTILES */
	uint8_t *cold;       /* (n) PLOT_SERIES: 1 where cold */
	size_t n;
} plot_group;

typedef struct {
	plot_kind kind;
	plot_medium medium;
	char *title;         /* "": none */
	char *axis;          /* the measured quantity with its unit: "latency (ms)" */
	int log;             /* the axis of the measured quantity is logarithmic */
	const double *p;     /* (np) quantiles to mark or to draw, from 0 to 1 */
	size_t np;
	int quantile_type;
	int synthetic;       /* some sample says so: the picture says so too */
	int width, height;   /* of PLOT_TEXT, in characters */
	plot_group *group;   /* (n) */
	size_t n;
} plot;

/* Axis name of a column: "latency_ms" becomes "latency (ms)"; malloc'd, NULL
 * without memory. */
char *plot_axis_name(const char *column);

/* Makes the names of groups, the title and the axis (malloc'd, all of them) such
 * as the medium can show: no control characters, none that no font has in PNG
 * and PDF, and no longer than there is room, by leaving out the middle. */
int plot_names(plot *p, as_err *e);
/* Columns that a name takes beside its sign in the legend. */
size_t plot_name_width(const char *s, plot_medium medium);

/* Writes the gnuplot program, data included. Names, after plot_names, appear
 * only as quoted strings with markup off. It is complete: fed
 * to gnuplot it writes the picture to gnuplot's standard output. */
void plot_script(const plot *p, FILE *fp);

/* Runs gnuplot (without its start-up files) on the program. Returns the picture
 * as a temporary file that has no name, read from its start; NULL if gnuplot
 * cannot be run, or fails: what it said is in e->msg. */
FILE *plot_run(const plot *p, as_err *e);

#endif
