/* intern.h - distinct strings numbered from 0 in order of first appearance. */
#ifndef AS_INTERN_H
#define AS_INTERN_H

#include <stddef.h>
#include <stdint.h>

/* A place of the hash table. A string of up to AS_INTERN_SHORT bytes is whole in it, so that
 * a look-up touches nothing else. */
enum { AS_INTERN_SHORT = 11 };
typedef struct {
	uint64_t head;   /* the first bytes of a short string; else the address of str[id] */
	uint32_t tail;   /* its length and last three bytes; else LONG and 24 bits of the hash */
	uint32_t number; /* id + 1, or 0: free */
} as_intern_slot;

typedef struct {
	char **str;      /* (n) NUL-terminated; stay where they are until as_intern_free */
	size_t *len;     /* (n) */
	uint32_t n;
	as_intern_slot *slot; /* (nslot) */
	size_t nslot, cap;
	char *block;     /* the newest of the arena; begins with the address of the one before */
	size_t used, size; /* bytes of that block */
} as_intern;

/* The number of s; a new one if it is not yet there. UINT32_MAX if out of memory. */
uint32_t as_intern_id(as_intern *t, const char *s, size_t n);

/* The number of s, or UINT32_MAX if it is not there. */
uint32_t as_intern_find(const as_intern *t, const char *s, size_t n);

void as_intern_free(as_intern *t);

#endif
