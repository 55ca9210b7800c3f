/* script.h - the parts of a gnuplot program, for script*.c alone. */
#ifndef SCRIPT_H
#define SCRIPT_H

#include "plot.h"

enum { SCRIPT_COLOURS = 7 }; /* of a theme */

/* The colours of the theme. */
const char *script_colour(const plot *p, size_t group);
const char *script_ink(const plot *p);   /* letters and axes */
const char *script_paper(const plot *p); /* the background */

/* A string that gnuplot takes literally, a number in its shortest form, a line of two. */
void script_quoted(FILE *fp, const char *s);
void script_number(FILE *fp, double x);
void script_point(FILE *fp, double x, double y);
/* "p99" of 0.99 */
void script_percent(FILE *fp, double p);
/* title "NAME WORD (n=N)" of the legend */
void script_legend(const plot *p, const plot_group *g, const char *word, size_t n, FILE *fp);
/* The sign of a group where there are points: in text a letter, a capital where cold. */
void script_sign(const plot *p, size_t group, int kind, FILE *fp);
/* The axis x or y of the measured quantity, name included, its ends at lo and hi. */
void script_axis(const plot *p, char axis, double lo, double hi, FILE *fp);
/* Ticks of a linear axis: no more than have room, none below 0 where no value is. */
void script_ticks(const plot *p, char axis, double lo, double hi, FILE *fp);
/* Share of the y axis that a row of letters takes, about. */
double script_row(const plot *p);
/* The share at which crosses of failed samples lie; 0: there are none. */
double script_cross(const plot *p);
/* The size of small letters, as a font of the terminal. */
double script_small(const plot *p);

void script_cdf(const plot *p, FILE *fp);
void script_quantiles(const plot *p, FILE *fp);
void script_series(const plot *p, FILE *fp);

#endif
