/* How much room there is in the picture, and which groups it is for. */
#include <stdlib.h>
#include <string.h>

#include "plot.h"

enum { MOST = 28, MOST_TEXT = 7, /* what can be told apart */
	FEW = 7, GREY = 100 };       /* of more: in colour, and grey */

double
layout_enlarged(const plot *p)
{
	return p->medium == PLOT_PNG && p->width > 800 ? p->width / 800.0 : 1;
}

double
layout_letter(const plot *p)
{
	return p->medium == PLOT_TEXT ? 1 : p->font * layout_enlarged(p);
}

size_t
layout_columns(const plot *p)
{
	return (size_t)(p->width / layout_letter(p) / (p->medium == PLOT_TEXT ? 1 : 0.648));
}

size_t
layout_longest_name(const plot *p)
{
	size_t across = layout_columns(p);

	return across > 44 ? across - 32 : 12;
}

void
layout_legend(const plot *p, size_t n, size_t *columns, size_t *rows)
{
	size_t longest = 0, most = layout_longest_name(p), beside = 18;
	size_t entries = p->kind == PLOT_SERIES ? 0 : n;

	for (size_t i = 0; i < n; i++) {
		size_t width = plot_name_width(p->group[i].name, p->medium);

		if (width > longest)
			longest = width < most ? width : most;
		for (int k = 0; p->kind == PLOT_SERIES && k < SAMPLE_KINDS; k++)
			if (p->group[i].count[k] > 0) {
				entries++; /* "cold", and the longest word */
				beside = k > SAMPLE_FAILED ? 37 : k > 0 && beside < 25 ? 25 : beside;
			}
	}
	*columns = (layout_columns(p) - (p->medium == PLOT_TEXT ? 10 : 0)) / (longest + beside);
	*columns = *columns < 1 ? 1 : *columns > 3 ? 3 : *columns;
	*rows = (entries + *columns - 1) / *columns;
}

static int
by_size(const void *a, const void *b)
{
	const plot_group *x = a, *y = b;

	return x->n != y->n ? (x->n < y->n) - (x->n > y->n) : (x->at > y->at) - (x->at < y->at);
}

/* Does the legend of n groups need more than half of what the axis and a caption leave? */
static int
crowded(const plot *p, size_t n)
{
	double letter = layout_letter(p), row = p->medium == PLOT_TEXT ? 1 : 1.5 * letter;
	size_t columns, rows;

	layout_legend(p, n, &columns, &rows);
	return p->height > 0 && (double)rows * row > 0.5 * (p->height - 10 * letter); /* 0: it grows */
}

void
plot_limit(plot *p)
{
	size_t keep;

	p->given = p->ncoloured = p->n;
	if (p->n <= (p->medium == PLOT_TEXT ? MOST_TEXT : MOST) && !crowded(p, p->n))
		return;
	for (size_t i = 0; i < p->n; i++)
		p->group[i].at = i;
	qsort(p->group, p->n, sizeof *p->group, by_size);
	p->ncoloured = p->n < FEW ? p->n : FEW;
	while (p->ncoloured > 1 && crowded(p, p->ncoloured))
		p->ncoloured--;
	keep = p->ncoloured + (p->kind == PLOT_CDF && p->medium != PLOT_TEXT ? GREY : 0);
	while (p->n > keep)
		plot_group_free(&p->group[--p->n]);
}
