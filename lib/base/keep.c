#include "keep.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

struct as_block {
	struct as_block *before;
	max_align_t data[];
};

void *
as_alloc(as_keep *k, size_t n)
{
	struct as_block *b = calloc(1, sizeof *b + (n ? n : 1));

	if (!b) {
		k->nomem = 1;
		return NULL;
	}
	b->before = k->last;
	k->last = b;
	return b->data;
}

char *
as_text(as_keep *k, const char *fmt, ...)
{
	static char none[1];
	va_list ap, again;
	char *s;
	int n;

	va_start(ap, fmt);
	va_copy(again, ap);
	n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	s = n < 0 ? NULL : as_alloc(k, (size_t)n + 1);
	k->nomem |= !s;
	if (s)
		vsnprintf(s, (size_t)n + 1, fmt, again);
	va_end(again);
	return s ? s : none;
}

void
as_keep_free(as_keep *k)
{
	while (k->last) {
		struct as_block *b = k->last;

		k->last = b->before;
		free(b);
	}
}
