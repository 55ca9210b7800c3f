#include "zstd_stream.h"

#include <string.h>
#include <zstd.h>

int
as_zstd_magic(const unsigned char *s, size_t n)
{
	return n >= 4 && memcmp(s, "\x28\xb5\x2f\xfd", 4) == 0;
}

as_zstd *
as_zstd_new(void)
{
	return (as_zstd *)ZSTD_createDStream();
}

void
as_zstd_free(as_zstd *z)
{
	ZSTD_freeDStream((ZSTD_DStream *)z);
}

long
as_zstd_read(as_zstd *z, const unsigned char **in, size_t *nin, void *out, size_t n, int *done,
    const char **why)
{
	ZSTD_inBuffer from = {*in, *nin, 0};
	ZSTD_outBuffer to = {out, n, 0};
	size_t left = ZSTD_decompressStream((ZSTD_DStream *)z, &to, &from);

	*in += from.pos;
	*nin -= from.pos;
	if (ZSTD_isError(left)) {
		*why = ZSTD_getErrorName(left);
		return -1;
	}
	*done = left == 0;
	return (long)to.pos;
}
