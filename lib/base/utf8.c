#include "utf8.h"

#include <stdint.h>
#include <string.h>

size_t
as_utf8_invalid(const char *text, size_t n)
{
	const unsigned char *s = (const unsigned char *)text;
	size_t i = 0, k, len;
	uint64_t w;

	while (i < n) {
		if (s[i] < 0x80) {
			/* eight ASCII bytes at a time: nearly all input is ASCII */
			while (i + 8 <= n && (memcpy(&w, s + i, 8), !(w & 0x8080808080808080u)))
				i += 8;
			while (i < n && s[i] < 0x80)
				i++;
			continue;
		}
		if (s[i] >= 0xc2 && s[i] <= 0xdf)
			len = 2;
		else if (s[i] >= 0xe0 && s[i] <= 0xef)
			len = 3;
		else if (s[i] >= 0xf0 && s[i] <= 0xf4)
			len = 4;
		else
			return i;
		if (len > n - i)
			return i;
		if ((s[i] == 0xe0 && s[i + 1] < 0xa0) || (s[i] == 0xed && s[i + 1] > 0x9f) ||
		    (s[i] == 0xf0 && s[i + 1] < 0x90) || (s[i] == 0xf4 && s[i + 1] > 0x8f))
			return i;
		for (k = 1; k < len; k++)
			if ((s[i + k] & 0xc0) != 0x80)
				return i;
		i += len;
	}
	return n;
}

size_t
as_utf8_put(char *out, uint32_t u)
{
	if (u < 0x80) {
		out[0] = (char)u;
		return 1;
	}
	if (u < 0x800) {
		out[0] = (char)(0xc0 | u >> 6);
		out[1] = (char)(0x80 | (u & 0x3f));
		return 2;
	}
	if (u < 0x10000) {
		out[0] = (char)(0xe0 | u >> 12);
		out[1] = (char)(0x80 | (u >> 6 & 0x3f));
		out[2] = (char)(0x80 | (u & 0x3f));
		return 3;
	}
	out[0] = (char)(0xf0 | (u >> 18 & 7));
	out[1] = (char)(0x80 | (u >> 12 & 0x3f));
	out[2] = (char)(0x80 | (u >> 6 & 0x3f));
	out[3] = (char)(0x80 | (u & 0x3f));
	return 4;
}
