#include "input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "grow.h"
#include "readahead.h"
#include "utf16.h"

enum { RAW = 64 * 1024, AHEAD_FROM = 1 << 20 };

struct as_input {
	int fd;
	char *path;
	int eof;       /* the descriptor is at its end */
	int gzip;      /* the bytes are a gzip stream */
	int in_member; /* gzip: a member is open */
	z_stream z;    /* gzip: next_in and avail_in are the bytes not yet used */
	unsigned char *at; /* plain: the bytes not yet handed out */
	size_t left;
	size_t given;  /* bytes handed out before a second thread reads */
	int file;      /* no pipe: a thread that waits for one could not be ended */
	as_ahead *ahead; /* reads what is left of a long file; from then on all else is its own */
	unsigned char raw[RAW];
	ZSTD_DStream *zstd; /* NULL: no zstd stream */
	int frame_done; /* zstd: no frame is open */
	enum { NOT_LOOKED, BYTES, UTF16 } text;
	as_utf16 utf16;
	unsigned char first[2]; /* BYTES: the first two, not yet handed out */
	size_t nfirst;
	char *decoded; /* UTF16: not yet handed out */
	size_t ndecoded, decoded_at;
};

static int
fail(const as_input *in, const char *msg, as_err *e)
{
	if (!*in->path) /* else the message would not say where */
		return as_fail(e, NULL, 0, "'': %s", msg);
	return as_fail(e, in->path, 0, "%s", msg);
}

static long
read_fd(as_input *in, void *buf, size_t n, as_err *e)
{
	ssize_t got;

	do
		got = read(in->fd, buf, n);
	while (got < 0 && errno == EINTR);
	if (got < 0)
		return fail(in, strerror(errno), e);
	if (got == 0)
		in->eof = 1;
	return got;
}

enum { MAGIC = 4 }; /* bytes that tell gzip and zstd */

/* Sees to it that so many bytes wait in raw, or all there are: they may come in
 * several reads from a pipe. */
static int
peek(as_input *in, as_err *e)
{
	long got;

	if (in->left < MAGIC && in->at != in->raw) {
		memmove(in->raw, in->at, in->left);
		in->at = in->raw;
	}
	while (in->left < MAGIC && !in->eof) {
		if ((got = read_fd(in, in->raw + in->left, RAW - in->left, e)) < 0)
			return -1;
		in->left += (size_t)got;
	}
	return 0;
}

static int
at_gzip(const as_input *in)
{
	return in->left >= 2 && in->at[0] == 0x1f && in->at[1] == 0x8b;
}

static int
at_zstd(const as_input *in)
{
	return in->left >= MAGIC && memcmp(in->at, "\x28\xb5\x2f\xfd", MAGIC) == 0;
}

int
as_input_open(as_input **out, const char *path, as_err *e)
{
	as_input *in = calloc(1, sizeof *in);
	struct stat st;

	*out = NULL;
	if (!in || !(in->path = strdup(path))) {
		free(in);
		return as_nomem(e);
	}
	in->at = in->raw;
	in->fd = strcmp(path, "-") == 0 ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
	if (in->fd < 0 || fstat(in->fd, &st) != 0)
		fail(in, strerror(errno), e);
	else if (S_ISDIR(st.st_mode))
		fail(in, strerror(EISDIR), e);
	else if (peek(in, e) == 0) {
		in->file = S_ISREG(st.st_mode);
		in->gzip = at_gzip(in);
		in->frame_done = 1;
		/* 16: the gzip wrapper, whose CRC and length zlib then checks */
		if ((!at_zstd(in) || (in->zstd = ZSTD_createDStream()) != NULL) &&
		    (!in->gzip || inflateInit2(&in->z, 16 + MAX_WBITS) == Z_OK)) {
			in->in_member = in->gzip;
			*out = in;
			return 0;
		}
		in->gzip = 0;
		as_nomem(e);
	}
	as_input_close(in);
	return -1;
}

static long
read_plain(void *p, void *buf, size_t n, as_err *e)
{
	as_input *in = p;

	if (in->left == 0)
		return in->eof ? 0 : read_fd(in, buf, n, e);
	if (n > in->left)
		n = in->left;
	memcpy(buf, in->at, n);
	in->at += n;
	in->left -= n;
	return (long)n;
}

/* Between two members: 1 if another one follows, 0 at the end, -1 on error. */
static int
next_member(as_input *in, as_err *e)
{
	if (peek(in, e) != 0)
		return -1;
	if (in->left == 0)
		return 0;
	if (!at_gzip(in))
		return fail(in, "bytes after the gzip stream", e);
	inflateReset(&in->z);
	in->in_member = 1;
	return 1;
}

static long
read_gzip(void *p, void *buf, size_t n, as_err *e)
{
	as_input *in = p;

	in->z.next_out = buf;
	in->z.avail_out = (uInt)n;
	while (in->z.avail_out == n) { /* a member may be empty */
		int rc;

		if (!in->in_member) {
			int more = next_member(in, e);

			if (more <= 0)
				return more;
		}
		if (in->left == 0) {
			long got = in->eof ? 0 : read_fd(in, in->raw, RAW, e);

			if (got < 0)
				return -1;
			if (got == 0)
				return fail(in, "truncated gzip stream", e);
			in->at = in->raw;
			in->left = (size_t)got;
		}
		in->z.next_in = in->at;
		in->z.avail_in = (uInt)in->left;
		rc = inflate(&in->z, Z_NO_FLUSH);
		in->at = in->z.next_in;
		in->left = in->z.avail_in;
		if (rc == Z_STREAM_END)
			in->in_member = 0;
		else if (rc == Z_MEM_ERROR)
			return as_nomem(e);
		else if (rc != Z_OK && rc != Z_BUF_ERROR)
			return as_fail(e, in->path, 0, "corrupt gzip stream: %s",
			    in->z.msg ? in->z.msg : "bad data");
	}
	return (long)(n - in->z.avail_out);
}

static long
read_zstd(void *p, void *buf, size_t n, as_err *e)
{
	as_input *in = p;
	ZSTD_outBuffer to = {buf, n, 0};

	while (to.pos == 0) { /* a frame may be empty */
		ZSTD_inBuffer from;
		size_t wanted;

		if ((in->left == 0 || in->frame_done) && peek(in, e) != 0)
			return -1;
		if (in->frame_done && in->left == 0)
			return 0;
		if (in->frame_done && !at_zstd(in))
			return fail(in, "bytes after the zstd stream", e);
		from = (ZSTD_inBuffer){in->at, in->left, 0};
		wanted = ZSTD_decompressStream(in->zstd, &to, &from);
		if (ZSTD_isError(wanted))
			return as_fail(e, in->path, 0, "corrupt zstd stream: %s", ZSTD_getErrorName(wanted));
		in->frame_done = wanted == 0;
		if (to.pos == 0 && in->left == 0 && !in->frame_done)
			return fail(in, "truncated zstd stream", e);
		in->at += from.pos;
		in->left -= from.pos;
	}
	return (long)to.pos;
}

/* Up to n bytes, uncompressed; a second thread reads a long file ahead. */
static long
read_bytes(as_input *in, void *buf, size_t n, as_err *e)
{
	long (*read_now)(void *, void *, size_t, as_err *) = in->gzip ? read_gzip : in->zstd ? read_zstd :
	    read_plain;
	long got;

	if (in->given >= AHEAD_FROM && in->file) {
		in->ahead = as_ahead_new(read_now, in);
		in->file = 0;
	}
	if (in->ahead)
		return as_ahead_read(in->ahead, buf, n, e);
	if ((got = read_now(in, buf, n, e)) > 0)
		in->given += (size_t)got;
	return got;
}

/* Looks at the first two bytes, whether they are UTF-16's mark. */
static int
look(as_input *in, as_err *e)
{
	in->text = BYTES;
	while (in->nfirst < 2) {
		long got = read_bytes(in, in->first + in->nfirst, 2 - in->nfirst, e);

		if (got < 0)
			return -1;
		if (got == 0)
			return 0;
		in->nfirst += (size_t)got;
	}
	if (!as_utf16_mark(&in->utf16, in->first))
		return 0;
	in->text = UTF16;
	return (in->decoded = malloc(2 * RAW + 4)) ? 0 : as_nomem(e);
}

static long
read_utf16(as_input *in, char *buf, size_t n, as_err *e)
{
	unsigned char raw[RAW];

	while (in->decoded_at == in->ndecoded) {
		long got = read_bytes(in, raw, sizeof raw, e);

		if (got < 0)
			return -1;
		if (got == 0)
			return as_utf16_end(&in->utf16) == 0 ? 0 : fail(in,
			    "the UTF-16 text ends within a character", e);
		if ((got = as_utf16_decode(&in->utf16, raw, (size_t)got, in->decoded)) < 0)
			return fail(in, "invalid UTF-16", e);
		in->ndecoded = (size_t)got;
		in->decoded_at = 0;
	}
	if (n > in->ndecoded - in->decoded_at)
		n = in->ndecoded - in->decoded_at;
	memcpy(buf, in->decoded + in->decoded_at, n);
	in->decoded_at += n;
	return (long)n;
}

long
as_input_read(as_input *in, void *buf, size_t n, as_err *e)
{
	if (n > INT32_MAX)
		n = INT32_MAX; /* what read(2) and zlib's uInt both take */
	if (n == 0)
		return 0;
	if (in->text == NOT_LOOKED && look(in, e) != 0)
		return -1;
	if (in->text == UTF16)
		return read_utf16(in, buf, n, e);
	if (in->nfirst == 0)
		return read_bytes(in, buf, n, e);
	n = n < in->nfirst ? n : in->nfirst;
	memcpy(buf, in->first, n);
	memmove(in->first, in->first + n, in->nfirst -= n);
	return (long)n;
}

void
as_input_close(as_input *in)
{
	if (!in)
		return;
	as_ahead_free(in->ahead);
	if (in->gzip)
		inflateEnd(&in->z);
	ZSTD_freeDStream(in->zstd);
	free(in->decoded);
	if (in->fd > STDIN_FILENO)
		close(in->fd);
	free(in->path);
	free(in);
}

int
as_input_plain(const char *path, as_err *e)
{
	struct stat st;
	int there = stat(path, &st) == 0, why = errno;

	if (there && S_ISREG(st.st_mode))
		return 0;
	if (there)
		return as_fail(e, path, 0, S_ISDIR(st.st_mode) ? "this is a folder, and a file is needed" :
		    "not a regular file");
	return as_fail(e, path, 0, why == ENOENT && lstat(path, &st) == 0 ? "the link is broken" :
	    "%s", strerror(why));
}

int
as_input_rest(as_input *in, size_t max, char **text, size_t *n, as_err *e)
{
	size_t cap = *n;
	long got;

	do {
		if (*n > max)
			return as_fail(e, in->path, 0, "larger than %zu bytes", max);
		if (as_grow(text, *n + RAW, &cap, 1) != 0)
			return as_nomem(e);
		if ((got = as_input_read(in, *text + *n, cap - *n - 1, e)) < 0)
			return -1;
		*n += (size_t)got;
	} while (got > 0);
	(*text)[*n] = '\0';
	return 0;
}

int
as_slurp(const char *path, size_t max, char **text, size_t *n, as_err *e)
{
	as_input *in;
	int rc;

	*text = NULL;
	*n = 0;
	if (as_input_open(&in, path, e) != 0)
		return -1;
	rc = as_input_rest(in, max, text, n, e);
	as_input_close(in);
	if (rc != 0) {
		free(*text);
		*text = NULL;
	}
	return rc;
}
