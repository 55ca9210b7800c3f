#include "bound.h"

size_t
as_before(const void *key, const void *v, size_t n, size_t size,
    int (*cmp)(const void *, const void *))
{
	size_t lo = 0;

	while (lo < n) {
		size_t mid = lo + (n - lo) / 2;

		if (cmp(key, (const char *)v + mid * size) > 0)
			lo = mid + 1;
		else
			n = mid;
	}
	return lo;
}
