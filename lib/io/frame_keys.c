/* Spellings of one key. */
#include <stdlib.h>

#include "frame_impl.h"
#include "key.h"

int
as_frame_merge_keys(as_frame *f, as_err *e)
{
	as_intern *t = &f->priv->strings;
	uint32_t n = t->n, any = 0, *canonical = malloc((n + 1) * sizeof *canonical), *first = NULL;

	if (!canonical)
		return as_nomem(e);
	for (uint32_t i = 0; i < n; i++) {
		as_str k = as_key_of((as_str){t->str[i], t->len[i]});

		canonical[i] = k.n == t->len[i] ? i : as_intern_id(t, k.s, k.n);
		if (canonical[i] == UINT32_MAX)
			goto nomem;
		any |= canonical[i] != i;
	}
	if (any && !(first = malloc((t->n + 1) * sizeof *first)))
		goto nomem;
	for (size_t c = 0; any && c < f->ncol; c++) {
		uint32_t *id = f->col[c].id;

		if (f->col[c].kind != AS_KEY)
			continue;
		for (uint32_t i = 0; i < t->n; i++)
			first[i] = AS_NONE;
		for (size_t row = 0; row < f->n; row++) {
			if (id[row] == AS_NONE)
				continue;
			uint32_t k = canonical[id[row]];
			if (first[k] == AS_NONE)
				first[k] = id[row];
			id[row] = first[k];
		}
	}
	free(canonical);
	free(first);
	return 0;
nomem:
	free(canonical);
	return as_nomem(e);
}
