/* str.h - a piece of text inside a buffer that somebody else owns. */
#ifndef AS_STR_H
#define AS_STR_H

#include <stddef.h>
#include <string.h>

typedef struct { const char *s; size_t n; } as_str; /* not NUL-terminated */

/* The two arguments of "%.*s" that show it in a message, at most 60 bytes. */
#define AS_CLIPPED(text) (int)((text).n < 60 ? (text).n : 60), (text).s

static inline int
as_str_is(as_str a, const char *s)
{
	return strlen(s) == a.n && memcmp(a.s, s, a.n) == 0;
}

static inline int
as_str_same(as_str a, as_str b)
{
	return a.n == b.n && memcmp(a.s, b.s, a.n) == 0;
}

#endif
