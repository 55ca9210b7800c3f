#include "out.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int
as_out_open(as_out *w, const char *path, as_err *e)
{
	size_t n;
	mode_t mask;
	int fd;

	*w = (as_out){.fp = stdout, .path = path};
	if (!path || strcmp(path, "-") == 0)
		return 0;
	n = strlen(path) + sizeof ".XXXXXX";
	if (!(w->tmp = malloc(n)))
		return as_nomem(e);
	snprintf(w->tmp, n, "%s.XXXXXX", path);
	fd = mkstemp(w->tmp);
	if (fd < 0 || !(w->fp = fdopen(fd, "w"))) {
		int why = errno;
		if (fd >= 0) {
			close(fd);
			unlink(w->tmp);
		}
		free(w->tmp);
		w->tmp = NULL;
		return as_fail(e, path, 0, "cannot create: %s", strerror(why));
	}
	umask(mask = umask(0)); /* mkstemp makes files private; a result is an ordinary file */
	fchmod(fd, 0666 & ~mask);
	return 0;
}

int
as_out_commit(as_out *w, as_err *e)
{
	int bad;

	errno = 0;
	bad = fflush(w->fp) != 0 || ferror(w->fp);
	if (!w->tmp)
		return bad ? as_fail(e, NULL, 0, "cannot write standard output") : 0;
	bad |= fclose(w->fp) != 0;
	w->fp = NULL;
	if (!bad && rename(w->tmp, w->path) != 0)
		bad = 1;
	if (bad) {
		as_fail(e, w->path, 0, "cannot write: %s", errno ? strerror(errno) : "write error");
		unlink(w->tmp);
	}
	free(w->tmp);
	w->tmp = NULL;
	return bad ? -1 : 0;
}

void
as_out_abort(as_out *w)
{
	if (!w->tmp)
		return;
	fclose(w->fp);
	unlink(w->tmp);
	free(w->tmp);
	w->tmp = NULL;
}
