/* label_walk.c - see label_walk.h. */
#include "label_walk.h"

#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "grow.h"
#include "intern.h"

enum { HEAD = 4096, MOST_SOURCE = 16 << 20, MOST_DATA = 4 << 20, MOST_DEPTH = 100 };

static const struct { const char *end; walk_kind kind; } ends[] = {
	{".py", WALK_PYTHON}, {".pyw", WALK_PYTHON}, {".pyi", WALK_PYTHON},
	{".c", WALK_C}, {".h", WALK_C}, {".cc", WALK_C}, {".hh", WALK_C}, {".cpp", WALK_C}, {".hpp", WALK_C}, {".cxx", WALK_C},
	{".hxx", WALK_C}, {".inl", WALK_C}, {".inc", WALK_C}, {".ipp", WALK_C}, {".tpp", WALK_C}, {".icc", WALK_C}, {".cu", WALK_C}, {".cuh", WALK_C}, {".cl", WALK_C},
	{".hip", WALK_C}, {".m", WALK_C}, {".mm", WALK_C}, {".cmake", WALK_CMAKE},
	{".yaml", WALK_CONFIG}, {".yml", WALK_CONFIG}, {".json", WALK_CONFIG}, {".toml", WALK_CONFIG}, {".ini", WALK_CONFIG},
	{".cfg", WALK_CONFIG}, {".conf", WALK_CONFIG}, {".env", WALK_CONFIG}, {".sh", WALK_CONFIG},
};

static walk_kind kind_of(const char *name) {
	const char *dot = strrchr(name, '.');

	if (strcmp(name, "CMakeLists.txt") == 0) return WALK_CMAKE;
	for (size_t i = 0; dot && i < sizeof ends / sizeof *ends; i++)
		if (strcasecmp(dot, ends[i].end) == 0) return ends[i].kind;
	return WALK_NONE;
}

/* A file that several operands name is read once. */
static int add(walk *w, const char *path, walk_kind kind, const char *why, as_err *e) {
	uint32_t known = w->seen.n, id = as_intern_id(&w->seen, path, strlen(path));
	if (id == UINT32_MAX) return as_nomem(e);
	if (id < known) return 0;
	walk_file f = {strdup(path), why ? strdup(why) : NULL, kind};
	if (!f.path || (why && !f.why) || as_grow(&w->file, w->n, &w->cap, sizeof *w->file) != 0) {
		free(f.path);
		free(f.why);
		return as_nomem(e);
	}
	w->file[w->n++] = f;
	return 0;
}

/* Does a file that no ending tells begin as a script of Python? */
static walk_kind script(const char *head, ssize_t n) {
	const char *end = n > 2 && head[0] == '#' && head[1] == '!' ? memchr(head, '\n', (size_t)n) : NULL;

	return end && memmem(head, (size_t)(end - head), "python", 6) ? WALK_PYTHON : WALK_NONE;
}

static int take_file(walk *w, const FTSENT *f, as_err *e) {
	walk_kind kind = kind_of(f->fts_name);
	int named = f->fts_level == FTS_ROOTLEVEL, fd;
	const char *dot = strchr(f->fts_name, '.');
	char head[HEAD];
	ssize_t n;

	if (kind == WALK_NONE && dot && !named) return 0;
	fd = open(f->fts_accpath, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	n = fd < 0 ? -1 : read(fd, head, sizeof head);
	if (n < 0) {
		int why = errno;

		if (fd >= 0) close(fd);
		return named ? as_fail(e, f->fts_path, 0, "%s", strerror(why)) : kind ? add(w, f->fts_path, kind, strerror(why), e) : 0;
	}
	close(fd);
	if (kind == WALK_NONE && (kind = script(head, n)) == WALK_NONE)
		return named ? as_fail(e, f->fts_path, 0, "no source that can be read: Python, C, C++, CUDA, CMake, YAML, TOML or JSON") : 0;
	if (memchr(head, '\0', (size_t)n)) return add(w, f->fts_path, kind, "binary", e);
	if (f->fts_statp->st_size > (kind == WALK_CONFIG ? MOST_DATA : MOST_SOURCE))
		return add(w, f->fts_path, kind, kind == WALK_CONFIG ? "larger than 4 MiB" : "larger than 16 MiB", e);
	return add(w, f->fts_path, kind, NULL, e);
}

/* A folder that no source of the program stands in. */
static int left_out(const FTSENT *f) {
	static const char *const names[] = {".git", ".hg", ".svn", ".bzr", "CVS", "__pycache__", ".tox", ".nox", "node_modules", ".pc"};
	static const char *const marks[] = {"CMakeCache.txt", "CACHEDIR.TAG", "pyvenv.cfg"};
	char path[4096];

	if (f->fts_level == FTS_ROOTLEVEL) return 0;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(f->fts_name, names[i]) == 0) return 1;
	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
		if ((size_t)snprintf(path, sizeof path, "%s/%s", f->fts_accpath, marks[i]) < sizeof path && access(path, F_OK) == 0)
			return 1;
	return 0;
}

static int in_order(const FTSENT **a, const FTSENT **b) {
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

static int take_tree(walk *w, char *path, as_err *e) {
	char *const roots[] = {path, NULL};
	FTS *t = fts_open(roots, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR, in_order);
	FTSENT *f;
	int rc = 0;

	if (!t) return as_fail(e, path, 0, "%s", strerror(errno));
	while (rc == 0 && (errno = 0, f = fts_read(t)) != NULL) {
		switch (f->fts_info) {
		case FTS_D:
			if (left_out(f) || f->fts_level > MOST_DEPTH) fts_set(t, f, FTS_SKIP);
			break;
		case FTS_F: rc = take_file(w, f, e); break;
		case FTS_NS: case FTS_ERR: case FTS_DNR:
			if (f->fts_level == FTS_ROOTLEVEL)
				rc = as_fail(e, path, 0, "%s", strerror(f->fts_errno));
			else rc = add(w, f->fts_path, WALK_NONE, strerror(f->fts_errno), e);
			break;
		case FTS_DEFAULT:
			if (f->fts_level == FTS_ROOTLEVEL)
				rc = as_fail(e, path, 0, "neither a file nor a folder");
			break;
		default: break;
		}
	}
	if (rc == 0 && errno != 0) rc = as_fail(e, path, 0, "%s", strerror(errno));
	fts_close(t);
	return rc;
}

int walk_paths(walk *w, char *const *operand, size_t n, as_err *e) {
	size_t to_read = 0;

	*w = (walk){0};
	for (size_t i = 0; i < n; i++)
		if (take_tree(w, operand[i], e) != 0) return -1;
	for (size_t i = 0; i < w->n; i++) to_read += !w->file[i].why;
	if (to_read == 0 && w->n > 0)
		return as_fail(e, w->file[0].path, 0, "nothing to read: %s", w->file[0].why);
	if (to_read == 0)
		return as_fail(e, operand[0], 0, "there is no source to read: Python, C, C++, CUDA, CMake, YAML, TOML or JSON");
	return 0;
}

void walk_free(walk *w) {
	for (size_t i = 0; i < w->n; i++) {
		free(w->file[i].path);
		free(w->file[i].why);
	}
	free(w->file);
	as_intern_free(&w->seen);
	*w = (walk){0};
}
