/* utf16.h - UTF-16 with a byte order mark as UTF-8. */
#ifndef AS_UTF16_H
#define AS_UTF16_H

#include <stddef.h>

typedef struct {
	int big;             /* the high byte comes first */
	unsigned char odd;   /* a byte without its other half */
	int has_odd;
	unsigned high;       /* a high surrogate that waits for its low one; 0: none */
} as_utf16;

/* 1 if the two bytes are a byte order mark; *u is then ready. */
int as_utf16_mark(as_utf16 *u, const unsigned char s[2]);

/* The n bytes of in as UTF-8 into out (room for 2 n + 4 bytes). Returns how many, or -1 at half of
 * a pair of surrogates. */
long as_utf16_decode(as_utf16 *u, const unsigned char *in, size_t n, char *out);

/* 0 if the text may end here. */
int as_utf16_end(const as_utf16 *u);

#endif
