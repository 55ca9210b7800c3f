/* utf8.h - UTF-8, and whether it is valid (RFC 3629: no overlong form, no surrogate). */
#ifndef AS_UTF8_H
#define AS_UTF8_H

#include <stddef.h>
#include <stdint.h>
#include <utf8proc.h>

/* Bytes of the character, code point *c, that the n bytes at s begin with; 0 if it is not valid,
 * or there is none. */
static inline size_t
as_utf8_next(const char *s, size_t n, int32_t *c)
{
	utf8proc_ssize_t k = utf8proc_iterate((const utf8proc_uint8_t *)s, (utf8proc_ssize_t)n, c);

	return k > 0 ? (size_t)k : 0;
}

/* Offset of the first byte that is not part of valid UTF-8; n if there is none. */
size_t as_utf8_invalid(const char *s, size_t n);

#endif
