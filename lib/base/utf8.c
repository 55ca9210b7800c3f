#include "utf8.h"

#include <string.h>

size_t
as_utf8_invalid(const char *s, size_t n)
{
	size_t i = 0, k;
	int32_t ignored;
	uint64_t w;

	for (;; i += k) {
		/* eight ASCII bytes at a time: nearly all input is ASCII */
		while (i + 8 <= n && (memcpy(&w, s + i, 8), !(w & 0x8080808080808080u)))
			i += 8;
		while (i < n && (unsigned char)s[i] < 0x80)
			i++;
		if ((k = as_utf8_next(s + i, n - i, &ignored)) == 0)
			return i;
	}
}
