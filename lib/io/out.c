#include "out.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "progress.h"
#include "shown.h"

static int
cannot_create(as_out *w, as_err *e)
{
	as_fail(e, w->path, 0, "cannot create: %s", strerror(errno));
	as_out_abort(w);
	return -1;
}

/* The mode that open(2) would give a new file; mkstemp makes private ones. */
static mode_t
ordinary_mode(void)
{
	mode_t mask = umask(0);

	umask(mask);
	return 0666 & ~mask;
}

/* The name of the file that path means, itself or by links; malloc'd, NULL with
 * errno. Where the last link leads to no file, making that file shows its name. */
static char *
meant(const char *path, int there)
{
	struct stat st;
	char *name;
	int fd;

	if (there)
		return realpath(path, NULL);
	if (lstat(path, &st) != 0)
		return strdup(path);
	if ((fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666)) < 0)
		return NULL;
	close(fd);
	if ((name = realpath(path, NULL)) != NULL)
		unlink(name);
	return name;
}

static int
screened(as_out *w, as_err *e)
{
	if (!isatty(fileno(w->fp)))
		return 0;
	w->screen = w->fp;
	return (w->fp = as_shown_on(w->screen)) ? 0 : as_nomem(e);
}

int
as_out_open(as_out *w, const char *path, as_err *e)
{
	struct stat st;
	size_t n;
	int fd, there;

	as_progress_end(); /* standard output may be the same terminal */
	*w = (as_out){.fp = stdout, .path = path};
	if (!path || strcmp(path, "-") == 0)
		return screened(w, e);
	w->fp = NULL;
	there = stat(path, &st) == 0;
	if (there && !S_ISREG(st.st_mode)) {
		/* a rename would put a plain file in the place of a device or a pipe */
		w->direct = 1;
		return (w->fp = fopen(path, "w")) ? screened(w, e) : cannot_create(w, e);
	}
	if (there && access(path, W_OK) != 0) /* rename does not ask */
		return cannot_create(w, e);
	/* a link stays, and what it names is replaced */
	if (!(w->target = meant(path, there)))
		return cannot_create(w, e);
	n = strlen(w->target) + sizeof ".XXXXXX";
	if (!(w->tmp = malloc(n)))
		return cannot_create(w, e);
	snprintf(w->tmp, n, "%s.XXXXXX", w->target);
	if ((fd = mkstemp(w->tmp)) < 0) {
		*w->tmp = '\0'; /* nothing to remove */
		return cannot_create(w, e);
	}
	if (!(w->fp = fdopen(fd, "w"))) {
		cannot_create(w, e);
		close(fd);
		return -1;
	}
	fchmod(fd, there ? st.st_mode & 0777 : ordinary_mode());
	return 0;
}

static int
same(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Does the file lie in the folder, at any depth? */
static int
within(const char *path, const struct stat *folder)
{
	char *real = realpath(path, NULL), *slash;
	struct stat st;
	int in = 0;

	while (real && !in && (slash = strrchr(real, '/')) != NULL) {
		*slash = '\0';
		in = stat(*real ? real : "/", &st) == 0 && same(&st, folder);
	}
	free(real);
	return in;
}

static int
apart(const char *path, const char *input, int whole_folder, as_err *e)
{
	struct stat out, in;

	if (!path || strcmp(path, "-") == 0 || strncmp(path, "/dev/", 5) == 0)
		return 0;
	if (stat(path, &out) != 0 || !S_ISREG(out.st_mode))
		return 0;
	if ((strcmp(input, "-") == 0 ? fstat(STDIN_FILENO, &in) : stat(input, &in)) != 0)
		return 0;
	if (same(&in, &out))
		return as_fail(e, path, 0, "the output is also an input");
	if (whole_folder && S_ISDIR(in.st_mode) && within(path, &in))
		return as_fail(e, path, 0, "the output exists in %s, which is an input", input);
	return 0;
}

int
as_out_apart(const char *path, const char *input, as_err *e)
{
	return apart(path, input, 1, e);
}

int
as_out_not_file(const char *path, const char *input, as_err *e)
{
	return apart(path, input, 0, e);
}

int
as_out_commit(as_out *w, as_err *e)
{
	int bad;

	errno = 0;
	bad = fflush(w->fp) != 0 || ferror(w->fp);
	if (w->screen) {
		bad |= fclose(w->fp) != 0;
		w->fp = w->screen;
		w->screen = NULL;
		bad |= fflush(w->fp) != 0 || ferror(w->fp);
	}
	if (!w->tmp && !w->direct)
		return bad ? as_fail(e, NULL, 0, "cannot write standard output") : 0;
	bad |= fclose(w->fp) != 0;
	w->fp = NULL;
	if (!bad && w->tmp && rename(w->tmp, w->target) != 0)
		bad = 1;
	if (bad) {
		as_fail(e, w->path, 0, "cannot write: %s", errno ? strerror(errno) : "write error");
		as_out_abort(w);
		return -1;
	}
	free(w->tmp);
	free(w->target);
	w->tmp = w->target = NULL;
	return 0;
}

void
as_out_abort(as_out *w)
{
	if (w->screen) {
		if (w->fp)
			fclose(w->fp);
		w->fp = w->screen;
		w->screen = NULL;
	}
	if (w->fp && (w->tmp || w->direct))
		fclose(w->fp);
	if (w->tmp)
		unlink(w->tmp);
	free(w->tmp);
	free(w->target);
	w->fp = NULL;
	w->tmp = w->target = NULL;
}
