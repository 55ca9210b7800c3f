/* zstd_stream.h - zstd undone as it is read. */
#ifndef AS_ZSTD_STREAM_H
#define AS_ZSTD_STREAM_H

#include <stddef.h>

typedef struct as_zstd as_zstd;

/* Do the first n bytes begin a zstd frame? */
int as_zstd_magic(const unsigned char *s, size_t n);

as_zstd *as_zstd_new(void); /* NULL: no memory */
void as_zstd_free(as_zstd *z);

/* Takes from *in (*nin bytes, moved on) and writes up to n bytes. Returns how many, or -1 with
 * *why. *done is 1 where a frame has ended and none has begun. */
long as_zstd_read(as_zstd *z, const unsigned char **in, size_t *nin, void *out, size_t n,
    int *done, const char **why);

#endif
