/* sha256.h - SHA-256 (FIPS 180-4). */
#ifndef AS_SHA256_H
#define AS_SHA256_H

#include <stddef.h>
#include <stdint.h>

#include "err.h"

typedef struct {
	uint32_t h[8];
	uint64_t n;        /* bytes so far */
	unsigned char b[64];
} as_sha256;

enum { AS_SHA256_HEX = 65 }; /* 64 lower-case hex digits and a NUL */

void as_sha256_init(as_sha256 *s);
void as_sha256_add(as_sha256 *s, const void *data, size_t n);
void as_sha256_hex(as_sha256 *s, char hex[AS_SHA256_HEX]); /* ends the sum */

/* The sum of n bytes. */
void as_sha256_of(const void *data, size_t n, char hex[AS_SHA256_HEX]);

/* The sum of a file's bytes as they are (gzip is not undone); *size may be NULL. */
int as_sha256_file(const char *path, char hex[AS_SHA256_HEX], uint64_t *size, as_err *e);

#endif
