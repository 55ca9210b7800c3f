#include "work.h"

#include <math.h>
#include <stdlib.h>

static int
by_cell(const void *a, const void *b)
{
	const as_work_row *x = a, *y = b;

	if (x->cell != y->cell)
		return x->cell < y->cell ? -1 : 1;
	return (x->tokens > y->tokens) - (x->tokens < y->tokens);
}

void
as_work_sort(as_work_row *row, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if (by_cell(&row[i - 1], &row[i]) > 0) {
			qsort(row, n, sizeof *row, by_cell);
			return;
		}
}

static size_t
cell_end(const as_work_row *w, size_t i, size_t n)
{
	uint32_t cell = w[i].cell;

	while (i < n && w[i].cell == cell)
		i++;
	return i;
}

/* One cell of both: is every count of tokens in its share? */
static int
cell_equal(const as_work_row *a, size_t na, const as_work_row *b, size_t nb)
{
	double small = na < nb ? (double)na : (double)nb, large = na < nb ? (double)nb : (double)na;
	size_t i = 0, j = 0;

	while (i < na || j < nb) {
		double v = j == nb || (i < na && a[i].tokens < b[j].tokens) ? a[i].tokens : b[j].tokens;
		size_t i0 = i, j0 = j;
		double in_small, in_large;

		while (i < na && a[i].tokens == v)
			i++;
		while (j < nb && b[j].tokens == v)
			j++;
		in_small = (double)(na < nb ? i - i0 : j - j0);
		in_large = (double)(na < nb ? j - j0 : i - i0);
		if (fabs(in_small * large - in_large * small) >= large)
			return 0;
	}
	return 1;
}

static double
mean_tokens(const as_work_row *w, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += w[i].tokens;
	return n == 0 || w[0].tokens < 0 ? NAN : sum / (double)n;
}

as_work
as_work_compare(const as_work_row *a, size_t na, const as_work_row *b, size_t nb)
{
	as_work r = {.verdict = AS_WORK_EQUAL, .mean_base = NAN, .mean_test = NAN};
	int lone = 0;

	for (size_t i = 0, j = 0; i < na || j < nb; ) {
		size_t i0 = i, j0 = j;

		if (j == nb || (i < na && a[i].cell <= b[j0].cell))
			i = cell_end(a, i, na);
		if (i0 == na || (j < nb && b[j].cell <= a[i0].cell))
			j = cell_end(b, j, nb);
		if (i == i0 || j == j0) {
			lone = 1;
			continue;
		}
		r.cells++;
		if (cell_equal(a + i0, i - i0, b + j0, j - j0))
			continue;
		if (r.unequal++ == 0) {
			r.cell = a[i0].cell;
			r.mean_base = mean_tokens(a + i0, i - i0);
			r.mean_test = mean_tokens(b + j0, j - j0);
		}
	}
	r.verdict = lone ? AS_WORK_CELLS : r.unequal ? AS_WORK_TOKENS : AS_WORK_EQUAL;
	return r;
}
