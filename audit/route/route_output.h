/* route_output.h - a decision as a C header and as a picture. */
#ifndef ROUTE_OUTPUT_H
#define ROUTE_OUTPUT_H

#include <stdio.h>

#include "decide.h"

/* A header of C99 that needs no library: assay_route() says which way serves a prompt, or NULL.
 * Regions without a size or a way are not in it. */
void route_header(const route_decision *d, FILE *fp);

/* A program for gnuplot, complete, that writes an SVG to its standard output: a line a key, a bar a
 * region, the interval of each switch. Without a size in any region the picture says so. */
void route_picture(const route_decision *d, FILE *fp);

/* The columns mode, model, dtype, batch and new, and a row's. */
void route_key_columns(as_table *t);
void route_key(as_table *t, const route_point *p);

#endif
