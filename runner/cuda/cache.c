#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cell.h"
#include "input.h"
#include "rtc.h"
#include "sha256.h"

enum { MOST = 1 << 28, HEX = AS_SHA256_HEX - 1 };

/* Where the object of a source would lie, and its key; 0: there is no cache. */
static int
place(const rr_build *b, const char *source, char key[AS_SHA256_HEX], char *path, size_t size)
{
	const char *dir = getenv("REFRUN_CACHE_DIR");
	const char *part[] = {b->compiler, b->options, source};
	as_sha256 s;

	if (!dir || !*dir)
		return 0;
	as_sha256_init(&s);
	for (size_t i = 0; i < sizeof part / sizeof *part; i++)
		as_sha256_add(&s, part[i], strlen(part[i]) + 1);
	as_sha256_hex(&s, key);
	snprintf(path, size, "%s/%s.cubin", dir, key);
	return 1;
}

/* Of the key and the object, so that the object of another source is none either. */
static void
seal(const char *key, const void *object, size_t n, char hex[AS_SHA256_HEX])
{
	as_sha256 s;

	as_sha256_init(&s);
	as_sha256_add(&s, key, HEX);
	as_sha256_add(&s, object, n);
	as_sha256_hex(&s, hex);
}

/* A file is the SHA-256 of its key and the object, in hex, and the object: one that was damaged, or
 * lies under another key, is none. */
int
rr_rtc_cached(const char *source, rr_build *b)
{
	char path[4400], key[AS_SHA256_HEX], hex[AS_SHA256_HEX], *text;
	size_t n;
	as_err ignore;

	if (!place(b, source, key, path, sizeof path) || as_slurp(path, MOST, &text, &n, &ignore) < 0)
		return 0;
	if (n > HEX)
		seal(key, text + HEX, n - HEX, hex);
	if (n <= HEX || memcmp(text, hex, HEX) != 0) {
		free(text);
		return 0;
	}
	b->nobject = n - HEX;
	memmove(text, text + HEX, b->nobject);
	b->object = (unsigned char *)text;
	return 1;
}

int
rr_rtc_keep(const char *source, const rr_build *b, as_err *e)
{
	char path[4400], own[4500], key[AS_SHA256_HEX], hex[AS_SHA256_HEX], *text;
	int rc;

	if (!place(b, source, key, path, sizeof path))
		return 0;
	if (!(text = malloc(HEX + b->nobject)))
		return as_nomem(e);
	seal(key, b->object, b->nobject, hex);
	memcpy(text, hex, HEX);
	memcpy(text + HEX, b->object, b->nobject);
	/* another process may write the same */
	snprintf(own, sizeof own, "%s.%ld", path, (long)getpid());
	rc = rr_write(own, text, HEX + b->nobject, e);
	free(text);
	if (rc < 0 || rename(own, path) == 0)
		return rc;
	unlink(own);
	return as_fail(e, path, 0, "cannot write it");
}
