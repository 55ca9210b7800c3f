#include "utf16.h"

#include <utf8proc.h>

int
as_utf16_mark(as_utf16 *u, const unsigned char s[2])
{
	*u = (as_utf16){.big = s[0] == 0xfe};
	return (s[0] == 0xff && s[1] == 0xfe) || (s[0] == 0xfe && s[1] == 0xff);
}

static char *
put(char *p, unsigned c)
{
	return p + utf8proc_encode_char((utf8proc_int32_t)c, (utf8proc_uint8_t *)p);
}

long
as_utf16_decode(as_utf16 *u, const unsigned char *in, size_t n, char *out)
{
	char *p = out;

	for (size_t i = 0; i < n; i++) {
		unsigned c;

		if (!u->has_odd) {
			u->odd = in[i];
			u->has_odd = 1;
			continue;
		}
		u->has_odd = 0;
		c = u->big ? (unsigned)u->odd << 8 | in[i] : (unsigned)in[i] << 8 | u->odd;
		if ((c >= 0xdc00 && c < 0xe000) != (u->high != 0))
			return -1;
		if (c >= 0xd800 && c < 0xdc00)
			u->high = c;
		else if (u->high) {
			p = put(p, 0x10000 + ((u->high - 0xd800) << 10) + (c - 0xdc00));
			u->high = 0;
		} else
			p = put(p, c);
	}
	return p - out;
}

int
as_utf16_end(const as_utf16 *u)
{
	return u->has_odd || u->high ? -1 : 0;
}
