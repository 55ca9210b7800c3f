/* keys.h - distinct keys of 64 bits numbered from 0 in order of first appearance, as intern.h
 * numbers strings. What belongs to a key stands in an array of the caller's, by its number. */
#ifndef AS_KEYS_H
#define AS_KEYS_H

#include <stdint.h>

/* All zero: empty. */
typedef struct {
	uint64_t *key;  /* (n) */
	uint32_t n, cap;
	uint32_t *slot; /* (nslot) number + 1, or 0 */
	uint32_t nslot;
} as_keys;

/* The number of key; if it is not yet there, a new one, which is n as it was before.
 * UINT32_MAX if out of memory. */
uint32_t as_keys_id(as_keys *t, uint64_t key);

/* The number of key, or UINT32_MAX if it is not there. */
uint32_t as_keys_find(const as_keys *t, uint64_t key);

/* None is there; what was allocated is kept for the next. */
void as_keys_clear(as_keys *t);

void as_keys_free(as_keys *t);

#endif
