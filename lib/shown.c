#include "shown.h"

#include <string.h>
#include <utf8proc.h>

#include "utf8.h"

/* Length of the sequence at s that is not to be shown; 0 if s starts with none.
 * s is valid UTF-8. */
static size_t
hidden(const char *text)
{
	const unsigned char *s = (const unsigned char *)text;

	if (s[0] < 0x20 || s[0] == 0x7f)
		return 1;
	if (s[0] == 0xc2 && s[1] < 0xa0)
		return 2; /* U+0080 to U+009F */
	if (s[0] == 0xe2 && s[1] == 0x80 &&
	    (s[2] == 0x8e || s[2] == 0x8f || (s[2] >= 0xa8 && s[2] <= 0xae)))
		return 3; /* U+200E, U+200F, U+2028 to U+202E */
	if (s[0] == 0xe2 && s[1] == 0x81 && s[2] >= 0xa6 && s[2] <= 0xa9)
		return 3; /* U+2066 to U+2069 */
	return 0;
}

void
as_shown(char *s)
{
	size_t left = strlen(s), skip;
	char *o = s;

	while (left > 0) {
		size_t good = as_utf8_invalid(s, left), i = 0;

		while (i < good) {
			skip = hidden(s + i);
			*o++ = skip ? '?' : s[i];
			i += skip ? skip : 1;
		}
		if (good < left) {
			*o++ = '?';
			good++;
		}
		s += good;
		left -= good;
	}
	*o = '\0';
}

size_t
as_shown_width(const char *s)
{
	size_t left = strlen(s), w = 0;

	while (left > 0) {
		utf8proc_int32_t c;
		utf8proc_ssize_t n = (unsigned char)*s < 0x80 ? 1 :
		    utf8proc_iterate((const utf8proc_uint8_t *)s, (utf8proc_ssize_t)left, &c);

		if (n <= 0)
			break;
		w += (unsigned char)*s < 0x80 ? 1 : (size_t)utf8proc_charwidth(c);
		s += n;
		left -= (size_t)n;
	}
	return w;
}
