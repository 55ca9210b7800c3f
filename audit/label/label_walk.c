/* label_walk.c - the files that operands name, read: files and whole trees; see label_facts.h. */
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <unistd.h>

#include "input.h"
#include "label_facts.h"

enum { HEAD = 4096, MOST_SOURCE = 16 << 20, MOST_DATA = 4 << 20, MOST_DEPTH = 100, NONE = -1 };

#define LANGUAGES "Python, C, C++, CUDA, CMake, YAML, TOML or JSON"

typedef struct { program *p; multimap *seen; as_err *e; } walk;

/* By lang: endings, each with a space after it. */
static const char *const endings[] = {
	".cmake .yaml .yml .json .toml .ini .cfg .conf ",
	[LANG_PYTHON] = ".py .pyw .pyi ",
	[LANG_C] = ".c .h .cc .hh .cpp .hpp .cxx .hxx .inl .inc .ipp .tpp .icc .cu .cuh .cl .hip ",
};

static int lang_of(const char *name) {
	const char *dot = strrchr(name, '.');
	char end[16];
	if (strcmp(name, "CMakeLists.txt") == 0) return 0;
	if (!dot || (size_t)snprintf(end, sizeof end, "%s ", dot) >= sizeof end) return NONE;
	for (int i = 0; i <= LANG_C; i++)
		if (strcasestr(endings[i], end)) return i;
	return NONE;
}

/* A file that several operands name is read once. why: not at all. */
static void add(walk *w, const char *path, int lang, const char *why) {
	char *text = NULL;
	size_t len = 0;
	if (map_first(w->seen, name_of(w->p, path))) return;
	if (!why && as_slurp(path, MOST_SOURCE, &text, &len, w->e) != 0) why = w->e->msg;
	source *f = source_add(w->p, path, why ? "" : text, why ? 0 : len, (uint8_t)lang);
	free(text);
	if (why) f->unread = name_of(w->p, why);
	map_add(w->p, w->seen, f->path, f);
}

/* Does a file that no ending tells begin as a script of Python? */
static bool is_script(const char *head, ssize_t n) {
	const char *end = n > 2 && head[0] == '#' && head[1] == '!' ?
	    memchr(head, '\n', (size_t)n) : NULL;
	return end && memmem(head, (size_t)(end - head), "python", 6);
}

static int take_file(walk *w, const FTSENT *f) {
	int lang = lang_of(f->fts_name);
	bool named = f->fts_level == FTS_ROOTLEVEL;
	char head[HEAD];
	const char *why = NULL;
	if (lang == NONE && strchr(f->fts_name, '.') && !named) return 0;
	int fd = open(f->fts_accpath, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	ssize_t n = fd < 0 ? -1 : read(fd, head, sizeof head);
	if (n < 0) why = strerror(errno);
	if (fd >= 0) close(fd);
	if (why && named) return as_fail(w->e, f->fts_path, 0, "%s", why);
	if (lang == NONE && is_script(head, n)) lang = LANG_PYTHON;
	if (lang == NONE && named)
		return as_fail(w->e, f->fts_path, 0,
		    "not a source file that can be read: " LANGUAGES);
	if (n > 0 && memchr(head, '\0', (size_t)n)) why = "binary";
	else if (n >= 0 && lang == 0 && f->fts_statp->st_size > MOST_DATA)
		why = "larger than 4 MiB";
	else if (n >= 0 && f->fts_statp->st_size > MOST_SOURCE) why = "larger than 16 MiB";
	if (lang != NONE) add(w, f->fts_path, lang, why);
	return 0;
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

static int take_tree(walk *w, char *path) {
	as_err *e = w->e;
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
		case FTS_F: rc = take_file(w, f); break;
		case FTS_NS: case FTS_ERR: case FTS_DNR:
			if (named) rc = as_fail(e, path, 0, "%s", why);
			else add(w, f->fts_path, 0, why);
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

int walk_paths(program *p, char *const *operand, size_t n, as_err *e) {
	walk w = {p, map_new(p), e};
	for (size_t i = 0; i < n; i++)
		if (take_tree(&w, operand[i]) != 0) return -1;
	for (uint32_t i = 0; i < p->nfile; i++)
		if (!p->file[i]->unread) return 0;
	if (p->nfile == 0)
		return as_fail(e, operand[0], 0, "there is no source file to read: " LANGUAGES);
	return as_fail(e, p->file[0]->path, 0, "nothing to read: %s", p->file[0]->unread);
}
