/* intern.h - distinct strings numbered from 0 in order of first appearance. */
#ifndef AS_INTERN_H
#define AS_INTERN_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
	char **str;      /* (n) NUL-terminated */
	size_t *len;     /* (n) */
	uint32_t n;
	uint32_t *slot;  /* (nslot) id + 1, or 0 */
	size_t nslot, cap;
} as_intern;

/* The number of s; a new one if it is not yet there. UINT32_MAX if out of memory. */
uint32_t as_intern_id(as_intern *t, const char *s, size_t n);

/* The number of s, or UINT32_MAX if it is not there. */
uint32_t as_intern_find(const as_intern *t, const char *s, size_t n);

void as_intern_free(as_intern *t);

#endif
