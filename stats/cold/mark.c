#include "cold.h"

#include <stdlib.h>

static uint32_t
shape_of(const as_frame *f, const cold_rule *r, size_t row)
{
	return f->col[r->by].id[row];
}

/* How many numbers shapes take: one more than the largest, and one for "none". */
static size_t
shapes(const as_frame *f, const cold_rule *r)
{
	size_t n = 0;

	for (size_t i = 0; i < f->n; i++)
		if (shape_of(f, r, i) != AS_NONE && shape_of(f, r, i) >= n)
			n = shape_of(f, r, i) + 1;
	return n + 1;
}

/* The first sample of each shape in each file. */
static int
mark_shapes(uint8_t *cold, const as_frame *f, const as_sequences *s, const cold_rule *r)
{
	size_t n = shapes(f, r), *seen_in = calloc(n, sizeof *seen_in), i, k;

	if (!seen_in)
		return -1;
	for (i = 0; i < s->files.n; i++)
		for (k = s->at[i]; k < s->at[i + 1]; k++) {
			uint32_t shape = shape_of(f, r, s->row[k]);
			size_t at = shape == AS_NONE ? n - 1 : shape;
			cold[s->row[k]] = seen_in[at] != i + 1; /* files from 1 */
			seen_in[at] = i + 1;
		}
	free(seen_in);
	return 0;
}

/* The samples of each file before its steady stretch; all of a file that has none. */
static int
mark_warmup(cold_marks *m, const as_frame *f, const as_sequences *s, const cold_rule *r)
{
	size_t total = s->at[s->files.n], i, k, *shape = NULL;
	double *x = malloc((total + 1) * sizeof *x);
	int rc = x && (m->warmup = calloc(s->files.n + 1, sizeof *m->warmup)) ? 0 : -1;

	if (rc == 0 && r->by != COLD_NO_COLUMN && !(shape = malloc((total + 1) * sizeof *shape)))
		rc = -1;
	for (i = 0; rc == 0 && i < s->files.n; i++) {
		const size_t *row = s->row + s->at[i];
		size_t n = s->at[i + 1] - s->at[i];
		for (k = 0; k < n; k++) {
			x[k] = f->col[r->value].val[row[k]];
			if (shape)
				shape[k] = shape_of(f, r, row[k]);
		}
		rc = as_warmup_of(&m->warmup[i], x, shape, n);
		for (k = 0; k < m->warmup[i].steady_from && k < n; k++)
			m->cold[row[k]] = 1;
	}
	free(x);
	free(shape);
	return rc;
}

int
cold_mark(cold_marks *m, const as_frame *f, const as_sequences *s, const cold_rule *r)
{
	int rc = 0;

	*m = (cold_marks){.cold = calloc(f->n + 1, 1)};
	if (!m->cold)
		return -1;
	if (r->changepoint)
		rc = mark_warmup(m, f, s, r);
	else if (r->by != COLD_NO_COLUMN)
		rc = mark_shapes(m->cold, f, s, r);
	else
		for (size_t i = 0; i < s->files.n; i++)
			for (size_t k = s->at[i]; k < s->at[i + 1] && k - s->at[i] < r->first; k++)
				m->cold[s->row[k]] = 1;
	if (rc != 0)
		cold_marks_free(m);
	return rc;
}

void
cold_marks_free(cold_marks *m)
{
	free(m->cold);
	free(m->warmup);
	*m = (cold_marks){.cold = NULL};
}
