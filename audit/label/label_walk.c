/* label_walk.c - see label_walk.h. */
#include "label_walk.h"

#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grow.h"
#include "words.h"

enum { HEAD = 4096, MOST_SOURCE = 16 << 20, MOST_DATA = 4 << 20, MOST_DEPTH = 100 };

#define LANGUAGES "Python, C, C++, CUDA, CMake, YAML, TOML or JSON"

/* Endings, each with a space after it. */
static const char *const endings[] = {
	[WALK_PYTHON] = ".py .pyw .pyi ",
	[WALK_C] = ".c .h .cc .hh .cpp .hpp .cxx .hxx .inl .inc .ipp .tpp .icc .cu .cuh .cl .hip "
	    ".m .mm ",
	[WALK_CMAKE] = ".cmake ",
	[WALK_CONFIG] = ".yaml .yml .json .toml .ini .cfg .conf .env .sh ",
};

static walk_kind kind_of(const char *name) {
	const char *dot = strrchr(name, '.');
	char end[16];
	if (strcmp(name, "CMakeLists.txt") == 0) return WALK_CMAKE;
	if (!dot || (size_t)snprintf(end, sizeof end, "%s ", dot) >= sizeof end) return WALK_NONE;
	for (walk_kind k = WALK_PYTHON; k <= WALK_CONFIG; k++)
		if (strcasestr(endings[k], end)) return k;
	return WALK_NONE;
}

/* A file that several operands name is read once. */
static int add(walk *w, const char *path, walk_kind kind, const char *why, as_err *e) {
	uint32_t known = w->seen.n, id = as_intern_id(&w->seen, path, strlen(path));
	if (id == UINT32_MAX) return as_nomem(e);
	if (id < known) return 0;
	if (as_grow(&w->file, w->n, &w->cap, sizeof *w->file) != 0) return as_nomem(e);
	walk_file *f = &w->file[w->n++];
	*f = (walk_file){w->seen.str[id], why ? strdup(why) : NULL, kind};
	return why && !f->why ? as_nomem(e) : 0;
}

/* Does a file that no ending tells begin as a script of Python? */
static bool is_script(const char *head, ssize_t n) {
	const char *end = n > 2 && head[0] == '#' && head[1] == '!' ?
	    memchr(head, '\n', (size_t)n) : NULL;
	return end && memmem(head, (size_t)(end - head), "python", 6);
}

static int take_file(walk *w, const FTSENT *f, as_err *e) {
	walk_kind kind = kind_of(f->fts_name);
	bool named = f->fts_level == FTS_ROOTLEVEL;
	char head[HEAD];
	const char *why = NULL;
	if (kind == WALK_NONE && strchr(f->fts_name, '.') && !named) return 0;
	int fd = open(f->fts_accpath, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	ssize_t n = fd < 0 ? -1 : read(fd, head, sizeof head);
	if (n < 0) why = strerror(errno);
	if (fd >= 0) close(fd);
	if (why && named) return as_fail(e, f->fts_path, 0, "%s", why);
	if (kind == WALK_NONE && is_script(head, n)) kind = WALK_PYTHON;
	if (kind == WALK_NONE)
		return !named ? 0 :
		    as_fail(e, f->fts_path, 0, "no source that can be read: " LANGUAGES);
	if (n > 0 && memchr(head, '\0', (size_t)n)) why = "binary";
	else if (n >= 0 && kind == WALK_CONFIG && f->fts_statp->st_size > MOST_DATA)
		why = "larger than 4 MiB";
	else if (n >= 0 && f->fts_statp->st_size > MOST_SOURCE) why = "larger than 16 MiB";
	return add(w, f->fts_path, kind, why, e);
}

/* A folder that no source of the program stands in. */
static bool left_out(const FTSENT *f) {
	static const char *const names[] = {".git", ".hg", ".svn", ".bzr", "CVS", "__pycache__",
	    ".tox", ".nox", "node_modules", ".pc"};
	static const char *const marks[] = {"CMakeCache.txt", "CACHEDIR.TAG", "pyvenv.cfg"};
	char path[4096];
	if (f->fts_level == FTS_ROOTLEVEL) return false;
	if (f->fts_level > MOST_DEPTH || AS_AMONG(f->fts_name, names)) return true;
	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
		int n = snprintf(path, sizeof path, "%s/%s", f->fts_accpath, marks[i]);
		if ((size_t)n < sizeof path && access(path, F_OK) == 0) return true;
	}
	return false;
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
		bool named = f->fts_level == FTS_ROOTLEVEL;
		const char *why = strerror(f->fts_errno);
		switch (f->fts_info) {
		case FTS_D: if (left_out(f)) fts_set(t, f, FTS_SKIP); break;
		case FTS_F: rc = take_file(w, f, e); break;
		case FTS_NS: case FTS_ERR: case FTS_DNR:
			rc = named ? as_fail(e, path, 0, "%s", why) :
			    add(w, f->fts_path, WALK_NONE, why, e);
			break;
		case FTS_DEFAULT:
			if (named) rc = as_fail(e, path, 0, "neither a file nor a folder");
			break;
		default: break;
		}
	}
	if (rc == 0 && errno != 0) rc = as_fail(e, path, 0, "%s", strerror(errno));
	fts_close(t);
	return rc;
}

int walk_paths(walk *w, char *const *operand, size_t n, as_err *e) {
	*w = (walk){0};
	for (size_t i = 0; i < n; i++)
		if (take_tree(w, operand[i], e) != 0) return -1;
	for (size_t i = 0; i < w->n; i++)
		if (!w->file[i].why) return 0;
	if (w->n == 0)
		return as_fail(e, operand[0], 0, "there is no source to read: " LANGUAGES);
	return as_fail(e, w->file[0].path, 0, "nothing to read: %s", w->file[0].why);
}

void walk_free(walk *w) {
	for (size_t i = 0; i < w->n; i++) free(w->file[i].why);
	free(w->file);
	as_intern_free(&w->seen);
}
