#include "tally.h"

#include <stdlib.h>
#include <string.h>

#include "grow.h"

uint32_t
as_tally_add(as_tally *t, const char *s, size_t n)
{
	uint32_t before = t->text.n, id = as_intern_id(&t->text, s, n);

	if (id == UINT32_MAX || as_grow(&t->count, id, &t->cap, sizeof *t->count) != 0)
		return UINT32_MAX;
	if (id == before)
		t->count[id] = 0;
	t->count[id]++;
	return id;
}

void
as_tally_free(as_tally *t)
{
	as_intern_free(&t->text);
	free(t->count);
	memset(t, 0, sizeof *t);
}
