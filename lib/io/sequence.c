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
	place *p = malloc((f->n + 1) * sizeof *p);
	int rc = 0;

	memset(s, 0, sizeof *s);
	if (as_group_from(&s->files, f, 0, AS_SEQUENCE_KEYS, e) != 0) {
		free(p);
		return -1;
	}
	s->row = as_alloc(&s->files.keep, f->n * sizeof *s->row);
	s->at = as_alloc(&s->files.keep, (s->files.n + 2) * sizeof *s->at);
	if (!p || !s->row || !s->at) {
		rc = as_nomem(e);
		goto done;
	}
	/* one place on: filling moves each begin to where the file's end belongs */
	for (size_t i = 0; i < s->files.n; i++)
		s->at[i + 2] = s->at[i + 1] + s->files.rows[i] - s->files.errors[i];
	for (size_t i = 0; i < f->n; i++)
		if (f->ok[i])
			p[s->at[s->files.of_row[i] + 1]++] = (place){f->col[AS_SEQUENCE_INDEX].val[i], i};
	for (size_t i = 0; i < s->files.n && rc == 0; i++)
		rc = order(p + s->at[i], s->at[i + 1] - s->at[i],
		    as_frame_str(f, s->files.key[i * s->files.nkey]), e);
	for (size_t i = 0; i < s->at[s->files.n]; i++)
		s->row[i] = p[i].row;
done:
	free(p);
	if (rc != 0)
		as_sequences_free(s);
	return rc;
}

void
as_sequences_free(as_sequences *s)
{
	as_group_free(&s->files);
	memset(s, 0, sizeof *s);
}
