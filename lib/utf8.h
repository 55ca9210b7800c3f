/* utf8.h - validity of UTF-8 (RFC 3629: no overlong form, no surrogate). */
#ifndef AS_UTF8_H
#define AS_UTF8_H

#include <stddef.h>

/* Offset of the first byte that is not part of valid UTF-8; n if there is none. */
size_t as_utf8_invalid(const char *s, size_t n);

#endif
