#include "sequence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct { double index; size_t row; } place;

static int
by_index(const void *a, const void *b)
{
	const place *x = a, *y = b;

	/* where none has an index (NaN) they compare equal, and the row decides */
	if (x->index < y->index)
		return -1;
	if (x->index > y->index)
		return 1;
	return x->row < y->row ? -1 : x->row > y->row;
}

/* Puts the samples p[0..n) of a file in order. It is not known where some have
 * an index and some none, or where equal ones are not already in place. */
static int
order(place *p, size_t n, const char *file, as_err *e)
{
	size_t missing = 0, in_order = 1, i;

	for (i = 0; i < n; i++) {
		missing += isnan(p[i].index) != 0;
		in_order &= i == 0 || !(p[i].index < p[i - 1].index);
	}
	if (missing > 0 && missing < n)
		return as_fail(e, file, 0, "%zu of %zu samples have no index: their order is not known", missing,
		    n);
	if (in_order)
		return 0;
	qsort(p, n, sizeof *p, by_index);
	for (i = 1; i < n; i++)
		if (p[i].index == p[i - 1].index)
			return as_fail(e, file, 0,
			    "two samples, out of order, have the index %.17g: which comes first is not known",
			    p[i].index);
	return 0;
}

int
as_sequences_of(as_sequences *s, const as_frame *f, as_err *e)
{
	size_t i, n = 0, *fill;
	place *p;

	memset(s, 0, sizeof *s);
	if (as_group_from(&s->files, f, 0, AS_SEQUENCE_KEYS, e) != 0)
		return -1;
	p = malloc((f->n + 1) * sizeof *p);
	s->row = malloc((f->n + 1) * sizeof *s->row);
	s->at = calloc(s->files.n + 1, sizeof *s->at);
	fill = calloc(s->files.n + 1, sizeof *fill);
	if (!p || !s->row || !s->at || !fill) {
		free(p);
		free(fill);
		as_sequences_free(s);
		return as_nomem(e);
	}
	for (i = 0; i < s->files.n; i++) {
		s->at[i] = fill[i] = n;
		n += s->files.rows[i] - s->files.errors[i];
	}
	s->at[s->files.n] = n;
	for (i = 0; i < f->n; i++)
		if (f->ok[i])
			p[fill[s->files.of_row[i]]++] = (place){f->col[AS_SEQUENCE_INDEX].val[i], i};
	for (i = 0; i < s->files.n; i++)
		if (order(p + s->at[i], s->at[i + 1] - s->at[i],
		    as_frame_str(f, s->files.key[i * s->files.nkey]), e) != 0) {
			free(p);
			free(fill);
			as_sequences_free(s);
			return -1;
		}
	for (i = 0; i < n; i++)
		s->row[i] = p[i].row;
	free(p);
	free(fill);
	return 0;
}

void
as_sequences_free(as_sequences *s)
{
	as_group_free(&s->files);
	free(s->row);
	free(s->at);
	memset(s, 0, sizeof *s);
}
