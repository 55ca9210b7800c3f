/* input.h: plain files, gzip of one and of several members, and what is no
 * whole gzip stream. The gzip bytes are made here by zlib's deflate. */
#include "input.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

#include "unit_check.h"

static char path[] = "/tmp/assay-input-XXXXXX";

static void
put(const void *p, size_t n)
{
	FILE *fp = fopen(path, "wb");

	if (!fp || fwrite(p, 1, n, fp) != n || fclose(fp) != 0)
		abort();
}

static size_t
gzip(unsigned char *out, size_t cap, const char *text, size_t n)
{
	z_stream z = {0};

	if (deflateInit2(&z, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK)
		abort();
	z.next_in = (unsigned char *)(uintptr_t)text;
	z.avail_in = (uInt)n;
	z.next_out = out;
	z.avail_out = (uInt)cap;
	if (deflate(&z, Z_FINISH) != Z_STREAM_END)
		abort();
	deflateEnd(&z);
	return cap - z.avail_out;
}

static void
reads(const char *want, size_t nwant, const char *what)
{
	as_err e = {0};
	char *text;
	size_t n;

	if (as_slurp(path, 1 << 24, &text, &n, &e) != 0) {
		unit_ok(0, what);
		printf("# %s\n", e.msg);
		return;
	}
	unit_ok(n == nwant && memcmp(text, want, n) == 0 && text[n] == '\0', what);
	free(text);
}

static void
fails(const char *file, size_t max, const char *msg, const char *what)
{
	as_err e = {0};
	char *text;
	size_t n;
	int rc = as_slurp(file, max, &text, &n, &e);

	if (!unit_ok(rc == -1 && text == NULL && strcmp(e.msg, msg) == 0 &&
	    strcmp(e.file, file) == 0 && e.line == 0, what))
		printf("# rc %d, %s: \"%s\"\n", rc, e.file, e.msg);
	if (rc == 0)
		free(text);
}

/* Many small writes: the magic bytes arrive one at a time. */
static void
from_pipe(const unsigned char *z, size_t n, const char *want)
{
	int fd[2], keep = dup(STDIN_FILENO);
	as_err e = {0};
	char *text;
	size_t got;

	fflush(stdout);
	if (pipe(fd) != 0)
		abort();
	if (fork() == 0) {
		close(fd[0]);
		for (size_t i = 0; i < n; i++) {
			if (write(fd[1], z + i, 1) != 1)
				_exit(1);
			if (i < 3)
				usleep(20000);
		}
		_exit(0);
	}
	close(fd[1]);
	dup2(fd[0], STDIN_FILENO);
	close(fd[0]);
	unit_ok(as_slurp("-", 1 << 20, &text, &got, &e) == 0 && strcmp(text, want) == 0,
	    "gzip from a pipe, byte by byte");
	free(text);
	wait(NULL);
	if (keep >= 0) {
		dup2(keep, STDIN_FILENO);
		close(keep);
	}
}

/* Given up while a second thread still reads. */
static void
midway(const char *what)
{
	as_input *in;
	as_err e = {0};
	static char buf[1 << 16];
	long got = 1;
	size_t n = 0;

	if (as_input_open(&in, path, &e) != 0)
		abort();
	while (got > 0 && n < 5 << 18)
		n += (size_t)(got = as_input_read(in, buf, sizeof buf, &e));
	as_input_close(in);
	unit_ok(got > 0, what);
}

int
main(void)
{
	static unsigned char z[1 << 21];
	static char big[3 << 20];
	unsigned x = 1;
	size_t a, b;
	int fd = mkstemp(path);

	if (fd < 0)
		return 1;
	close(fd);
	for (size_t i = 0; i < sizeof big; i++) /* compresses, but not to nothing */
		big[i] = (char)('a' + ((x = x * 1103515245 + 12345) >> 16) % 4);

	put("", 0);
	reads("", 0, "empty file");
	put("x", 1);
	reads("x", 1, "one byte");
	put("\x1f", 1);
	reads("\x1f", 1, "half of the magic bytes is a plain file");
	put("a\0b", 3);
	reads("a\0b", 3, "NUL bytes are kept");
	put(big, sizeof big);
	reads(big, sizeof big, "3 MiB plain");
	midway("a plain file may be closed midway");
	fails(path, sizeof big - 1, "larger than 3145727 bytes", "one byte over the maximum");

	a = gzip(z, sizeof z, big, sizeof big);
	put(z, a);
	reads(big, sizeof big, "3 MiB in gzip");
	fails(path, 1000, "larger than 1000 bytes", "the maximum counts inflated bytes");
	midway("a gzip file may be closed midway");
	put(z, a - 1);
	fails(path, 1 << 24, "truncated gzip stream", "gzip without its last byte");
	put(z, 5);
	fails(path, 1 << 24, "truncated gzip stream", "gzip header cut");
	z[a - 6] ^= 1;
	put(z, a);
	fails(path, 1 << 24, "corrupt gzip stream: incorrect data check", "gzip with a wrong CRC");

	a = gzip(z, sizeof z, "hello ", 6);
	b = gzip(z + a, sizeof z - a, "", 0);
	b += gzip(z + a + b, sizeof z - a - b, "world", 5);
	put(z, a + b);
	reads("hello world", 11, "three members, one empty");
	from_pipe(z, a + b, "hello world");
	put(z, a + b - 3);
	fails(path, 1 << 24, "truncated gzip stream", "last member cut");
	z[a] = 'x';
	put(z, a + b);
	fails(path, 1 << 24, "bytes after the gzip stream", "bytes that are no member");
	put(z, a + 1);
	fails(path, 1 << 24, "bytes after the gzip stream", "one byte after a member");
	put("\x1f\x8b\x08\xff garbage", 12);
	fails(path, 1 << 24, "corrupt gzip stream: unknown header flags set", "bad gzip header");

	unlink(path);
	fails(path, 10, "No such file or directory", "no such file");
	fails("/tmp", 10, "Is a directory", "a directory");
	fails("/proc/self/mem", 10, "Input/output error", "a read that fails");
	put("x", 1);
	chmod(path, 0);
	if (geteuid() == 0 && seteuid(65534) != 0) /* root reads every file */
		return 1;
	fails(path, 10, "Permission denied", "a file without read permission");
	if (getuid() == 0 && seteuid(0) != 0)
		return 1;
	unlink(path);
	return 0;
}
