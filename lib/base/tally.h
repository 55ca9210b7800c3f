/* tally.h - how often each of several texts was seen. */
#ifndef AS_TALLY_H
#define AS_TALLY_H

#include "intern.h"

typedef struct {
	as_intern text;
	size_t *count, cap; /* (text.n) */
} as_tally;

/* Counts s once more: its number in text, UINT32_MAX if out of memory. */
uint32_t as_tally_add(as_tally *t, const char *s, size_t n);
void as_tally_free(as_tally *t);

#endif
