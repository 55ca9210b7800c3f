/* utf8.h - UTF-8, and whether it is valid (RFC 3629: no overlong form, no surrogate). */
#ifndef AS_UTF8_H
#define AS_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* Offset of the first byte that is not part of valid UTF-8; n if there is none. */
size_t as_utf8_invalid(const char *s, size_t n);

/* Writes code point u, below 0x200000, to out, which has room for 4; the bytes
 * written. */
size_t as_utf8_put(char *out, uint32_t u);

#endif
