/* grow.h - arrays that grow by one element at a time. */
#ifndef AS_GROW_H
#define AS_GROW_H

#include <stddef.h>
#include <stdint.h>

/* Room for element n of an array of *cap elements, size bytes each; array is the address
 * of its pointer. Where there is none, *cap is doubled until there is (16 at first).
 * -1 if out of memory, or of what *cap can count: nothing has changed. */
int as_grow(void *array, size_t n, size_t *cap, size_t size);
int as_grow32(void *array, uint32_t n, uint32_t *cap, size_t size);

/* Room for one element more of a short list, which has n and no more room. */
int as_grow_one(void *array, size_t n, size_t size);

#endif
