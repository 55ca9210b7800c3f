/* bound.h - where something belongs in a sorted array. */
#ifndef AS_BOUND_H
#define AS_BOUND_H

#include <stddef.h>

/* How many of the n elements of v, size bytes each and sorted, come before key: the first that
 * does not has this index. cmp is called as bsearch() does it, with key and an element. */
size_t as_before(const void *key, const void *v, size_t n, size_t size,
    int (*cmp)(const void *, const void *));

#endif
