#include "grow.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST = 16 };

int
as_grow(void *array, size_t n, size_t *cap, size_t size)
{
	size_t more = *cap ? *cap : FIRST;
	void *p;

	if (n < *cap)
		return 0;
	while (more <= n)
		if (more > SIZE_MAX / 2 / size)
			return -1;
		else
			more *= 2;
	memcpy(&p, array, sizeof p); /* of whatever type it is */
	if (!(p = realloc(p, more * size)))
		return -1;
	memcpy(array, &p, sizeof p);
	*cap = more;
	return 0;
}

int
as_grow_one(void *array, size_t n, size_t size)
{
	void *p;

	memcpy(&p, array, sizeof p);
	if (!(p = reallocarray(p, n + 1, size)))
		return -1;
	memcpy(array, &p, sizeof p);
	return 0;
}

int
as_grow32(void *array, uint32_t n, uint32_t *cap, size_t size)
{
	size_t room = *cap;

	if (n < *cap)
		return 0;
	if (n > UINT32_MAX / 2 || as_grow(array, n, &room, size) != 0)
		return -1;
	*cap = (uint32_t)room;
	return 0;
}
