#include "layout.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 28, MOST_TEXT = 7, /* what can be told apart */
	FEW = 7, GREY = 100 };       /* of more: in colour, and grey */

double
layout_enlarged(const plot *p)
{
	return p->medium == PLOT_PNG && p->width > 800 ? p->width / 800.0 : 1;
}

size_t
layout_columns(const plot *p)
{
	return p->medium == PLOT_TEXT ? (size_t)p->width :
	    (size_t)(p->width / (0.648 * p->font * layout_enlarged(p)));
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
	size_t longest = 0, most = layout_longest_name(p), entries = n, beside = 18;

	for (size_t i = 0; i < n; i++) {
		size_t width = plot_name_width(p->group[i].name, p->medium);

		if (width > longest)
			longest = width < most ? width : most;
		for (int k = 1; p->kind == PLOT_SERIES && k < SAMPLE_KINDS; k++)
			if (p->group[i].count[k] > 0) {
				entries++;
				beside = 25; /* "cold" */
			}
	}
	*columns = layout_columns(p) / (longest + beside);
	*columns = *columns < 1 ? 1 : *columns > 3 ? 3 : *columns;
	*rows = (entries + *columns - 1) / *columns;
}

typedef struct { size_t n, at; } ranked;

static int
by_size(const void *a, const void *b)
{
	const ranked *x = a, *y = b;

	return x->n != y->n ? (x->n < y->n) - (x->n > y->n) : (x->at > y->at) - (x->at < y->at);
}

static int
by_place(const void *a, const void *b)
{
	const ranked *x = a, *y = b;

	return (x->at > y->at) - (x->at < y->at);
}

/* Has the legend of n groups more room than 2/5 of the picture? */
static int
crowded(const plot *p, size_t n)
{
	double row = p->medium == PLOT_TEXT ? 1 : 1.5 * p->font * layout_enlarged(p);
	size_t columns, rows;

	layout_legend(p, n, &columns, &rows);
	return p->height > 0 && (double)rows * row > 0.4 * p->height; /* 0: it grows */
}

int
plot_limit(plot *p, as_err *e)
{
	size_t most = p->medium == PLOT_TEXT ? MOST_TEXT : MOST, keep;
	plot_group *kept;
	ranked *r;

	p->given = p->ncoloured = p->n;
	if (p->n <= most && !crowded(p, p->n))
		return 0;
	p->ncoloured = p->n < FEW ? p->n : FEW;
	keep = p->kind == PLOT_CDF && p->medium != PLOT_TEXT ? FEW + GREY : FEW;
	if (keep > p->n)
		keep = p->n;
	r = malloc(p->n * sizeof *r);
	kept = calloc(keep, sizeof *kept);
	if (!r || !kept) {
		free(r);
		free(kept);
		return as_nomem(e);
	}
	for (size_t i = 0; i < p->n; i++)
		r[i] = (ranked){p->group[i].n, i};
	qsort(r, p->n, sizeof *r, by_size);
	qsort(r, p->ncoloured, sizeof *r, by_place);
	for (size_t i = 0; i < p->n; i++)
		if (i < keep)
			kept[i] = p->group[r[i].at];
		else
			plot_group_free(&p->group[r[i].at]);
	free(p->group);
	p->group = kept;
	p->n = keep;
	free(r);
	while (p->ncoloured > 1 && crowded(p, p->ncoloured))
		p->ncoloured--;
	if (p->kind != PLOT_CDF)
		while (p->n > p->ncoloured)
			plot_group_free(&p->group[--p->n]);
	return 0;
}
