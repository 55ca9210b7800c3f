/* layout.h - how much room there is in the picture. */
#ifndef LAYOUT_H
#define LAYOUT_H

#include "plot.h"

/* How much larger letters and lines are: a PNG grows with its width. */
double layout_enlarged(const plot *p);
/* Characters across the picture. */
size_t layout_columns(const plot *p);
/* The longest name that the legend has room for. */
size_t layout_longest_name(const plot *p);
/* The legend of the first n groups stands above the picture, where no curve can run through it:
 * how many columns it has, and how many rows that makes. */
void layout_legend(const plot *p, size_t n, size_t *columns, size_t *rows);

#endif
