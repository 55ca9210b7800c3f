/* walk.c - see walk.h. */
#include "walk_impl.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grammar.h"
#include "grow.h"
#include "words.h"

enum { HEAD = 8192, MAX_DEPTH = 200 };

typedef struct {
	walk *w;
	char root[PATH_MAX]; /* the operand's real path */
	as_err *e;
} walker;

static const struct { const char *end; walk_kind kind; } ends[] = {
	{".py", WALK_PYTHON}, {".pyw", WALK_PYTHON},
	{".c", WALK_C}, {".h", WALK_C}, {".cc", WALK_C}, {".hh", WALK_C}, {".cpp", WALK_C}, {".hpp", WALK_C},
	{".cxx", WALK_C}, {".hxx", WALK_C}, {".c++", WALK_C}, {".h++", WALK_C}, {".inl", WALK_C}, {".ipp", WALK_C},
	{".tpp", WALK_C}, {".icc", WALK_C}, {".tcc", WALK_C}, {".txx", WALK_C}, {".cu", WALK_C}, {".cuh", WALK_C},
	{".y", WALK_C}, {".yy", WALK_C}, {".ypp", WALK_C}, {".yxx", WALK_C}, {".y++", WALK_C},
	{".l", WALK_C}, {".ll", WALK_C}, {".lpp", WALK_C}, {".lxx", WALK_C}, {".l++", WALK_C},
	{".asm", WALK_ASM}, {".nasm", WALK_ASM}, {".s", WALK_ASM}, {".sx", WALK_ASM},
	{".yaml", WALK_YAML}, {".yml", WALK_YAML}, {".json", WALK_JSON}, {".toml", WALK_TOML}, {".cmake", WALK_CMAKE},
	{".mk", WALK_FLAGS}, {".mak", WALK_FLAGS}, {".sh", WALK_FLAGS},
	{".md", WALK_TEXT}, {".rst", WALK_TEXT}, {".txt", WALK_TEXT}, {".log", WALK_TEXT},
};

walk_kind
walk_kind_of(const char *name)
{
	static const char *const flags[] = {"Makefile", "makefile", "GNUmakefile", "Makefile.am", "Makefile.in", "meson.build", "BUILD", "BUILD.bazel", "compile_commands.json"};
	const char *dot = strrchr(name, '.');

	if (strcmp(name, "CMakeLists.txt") == 0)
		return WALK_CMAKE;
	if (AS_AMONG(name, flags))
		return WALK_FLAGS;
	if (strncmp(name, "Makefile.", 9) == 0) /* Makefile.icc: by which compiler */
		return WALK_OTHER;
	for (size_t i = 0; dot && i < sizeof ends / sizeof *ends; i++)
		if (strcasecmp(dot, ends[i].end) == 0)
			return ends[i].kind;
	return WALK_OTHER;
}

static uint64_t
most_bytes(walk_kind kind)
{
	return kind == WALK_PYTHON ? WALK_MAX_PYTHON : kind == WALK_C || kind == WALK_ASM ? WALK_MAX_C : WALK_MAX_DATA;
}

/* Adds a file; takes path. */
static int
add(walk *w, char *path, walk_kind kind, uint64_t size, const char *skip, int opaque, as_err *e)
{
	if (!path || as_grow(&w->file, w->n, &w->cap, sizeof *w->file) != 0) {
		free(path);
		return as_nomem(e);
	}
	w->file[w->n++] = (walk_file){path, kind, size, skip, opaque};
	return 0;
}

static void
put_seen(struct walk_seen *slot, size_t n, dev_t dev, ino_t ino)
{
	size_t i = (size_t)(ino * 0x9e3779b97f4a7c15u >> 20) & (n - 1);

	while (slot[i].ino)
		i = (i + 1) & (n - 1);
	slot[i] = (struct walk_seen){dev, ino};
}

/* 1 if it was met before; it is now. -1 if out of memory. */
static int
met(walk *w, const struct stat *st)
{
	if (w->seen_used * 2 >= w->nseen) {
		size_t n = w->nseen ? w->nseen * 2 : 256;
		struct walk_seen *more = calloc(n, sizeof *more);

		if (!more)
			return -1;
		for (size_t i = 0; i < w->nseen; i++)
			if (w->seen[i].ino)
				put_seen(more, n, w->seen[i].dev, w->seen[i].ino);
		free(w->seen);
		w->seen = more;
		w->nseen = n;
	}
	for (size_t i = (size_t)(st->st_ino * 0x9e3779b97f4a7c15u >> 20) & (w->nseen - 1); w->seen[i].ino;
	     i = (i + 1) & (w->nseen - 1))
		if (w->seen[i].ino == st->st_ino && w->seen[i].dev == st->st_dev)
			return 1;
	put_seen(w->seen, w->nseen, st->st_dev, st->st_ino);
	w->seen_used++;
	return 0;
}

/* The first bytes of a file; -1 with errno if it cannot be read. */
static long
head_of(const char *path, char *head)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY), saved;
	long n;

	if (fd < 0)
		return -1;
	n = read(fd, head, HEAD);
	saved = errno;
	close(fd);
	errno = saved;
	return n;
}

static int
is_python_script(const char *head, long n)
{
	const char *end = n > 2 && head[0] == '#' && head[1] == '!' ? memchr(head, '\n', (size_t)n) : NULL;

	return end && memmem(head, (size_t)(end - head), "python", 6);
}

/* Is a file that is called like a grammar one, and no code of LLVM or of Lisp? */
static int
is_grammar(const char *head, long n)
{
	static const char *const marks[] = {"%%", "%{", "%option", "%token", "%define", "%code", "%start", "%union", "%type", "%left", "%pure", "%name", "%top", "%expect", "%language", "%skeleton"};

	for (const char *line = head, *end = head + n; line && line < end; line = memchr(line, '\n', (size_t)(end - line)), line += line != NULL)
		for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
			if ((size_t)(end - line) >= strlen(marks[i]) && memcmp(line, marks[i], strlen(marks[i])) == 0)
				return 1;
	return 0;
}

/* A file as it is, of n bytes in its head. */
static int
take_as(walk *w, const char *path, const struct stat *st, walk_kind kind, const char *head, long n, const char *skip, as_err *e)
{
	if (!skip && memchr(head, '\0', (size_t)n))
		skip = "binary";
	if (!skip && (uint64_t)st->st_size > most_bytes(kind))
		skip = most_bytes(kind) == WALK_MAX_C ? "larger than 32 MiB" : "larger than 4 MiB";
	return add(w, strdup(path), kind, (uint64_t)st->st_size, skip, skip && kind != WALK_TEXT, e);
}

/* A file that is of no kind by its name: C may include it. */
static int
keep_spare(walker *k, const char *path)
{
	walk *w = k->w;

	if (as_grow(&w->spare, w->nspare, &w->spare_cap, sizeof *w->spare) != 0 || !(w->spare[w->nspare] = strdup(path)))
		return as_nomem(k->e);
	w->nspare++;
	return 0;
}

int
walk_take_c(walk *w, const char *path, as_err *e)
{
	char head[HEAD];
	struct stat st;
	long n;
	int again;

	if (stat(path, &st) != 0 || (n = head_of(path, head)) < 0)
		return 0;
	if ((again = met(w, &st)) != 0)
		return again < 0 ? as_nomem(e) : 0;
	return take_as(w, path, &st, WALK_C, head, n, NULL, e);
}

/* A regular file. named: an operand itself, for which nothing is left out in silence. */
static int
take_file(walker *k, const char *path, const struct stat *st, int named)
{
	const char *base = as_base_name(path), *skip = NULL;
	walk_kind kind = walk_kind_of(base);
	char head[HEAD];
	long n = 0;
	int again;

	if (kind == WALK_OTHER && !named && (strchr(base, '.') || (n = head_of(path, head)) < 0 || !is_python_script(head, n)))
		return keep_spare(k, path);
	if ((again = met(k->w, st)) != 0)
		return again < 0 ? as_nomem(k->e) : kind == WALK_OTHER ? 0 :
		    add(k->w, strdup(path), kind, (uint64_t)st->st_size, "the same file was met before", 0, k->e);
	if ((n = head_of(path, head)) < 0) {
		if (named)
			return as_fail(k->e, path, 0, "%s", strerror(errno));
		skip = errno == EACCES ? "no permission to read it" : "it cannot be read";
	}
	if (kind == WALK_C && grammar_name(base) && !is_grammar(head, n))
		return named ? as_fail(k->e, path, 0, "it is called like a grammar, and is none") : 0;
	if (kind == WALK_OTHER && is_python_script(head, n))
		kind = WALK_PYTHON;
	if (kind == WALK_OTHER)
		return as_fail(k->e, path, 0, "no source that can be read: Python, C, C++, CUDA, YAML, JSON or CMake");
	if (!skip && !named && as_ends_with(base, ".icc") && memchr(head, '\0', (size_t)n)) /* a profile of colours */
		return 0;
	return take_as(k->w, path, st, kind, head, n, skip, k->e);
}

static char *
join(const char *dir, const char *name)
{
	size_t n = strlen(dir);
	char *s;

	return asprintf(&s, "%s%s%s", dir, n && dir[n - 1] == '/' ? "" : "/", name) < 0 ? NULL : s;
}

/* Whether a folder of a tree is not entered. why: NULL where it holds no source anyway. */
static int
left_out(const char *path, const char *name, const char **why)
{
	static const struct { const char *name, *why; } by_name[] = {
		{".git", "version control"}, {".hg", "version control"}, {".svn", "version control"},
		{".bzr", "version control"}, {"CVS", "version control"}, {"__pycache__", NULL},
		{".tox", "made by a build"}, {".nox", "made by a build"}, {"node_modules", "packages of JavaScript"},
		{".pc", "what patches were applied to (quilt)"},
	}, by_file[] = {
		{"CMakeCache.txt", "made by a build"}, {"CACHEDIR.TAG", "a cache"}, {"pyvenv.cfg", "a virtual environment"},
	};
	char *mark;
	int there;

	for (size_t i = 0; i < sizeof by_name / sizeof *by_name; i++)
		if (strcmp(name, by_name[i].name) == 0) {
			*why = by_name[i].why;
			return 1;
		}
	for (size_t i = 0; i < sizeof by_file / sizeof *by_file; i++) {
		if (!(mark = join(path, by_file[i].name)))
			continue;
		there = access(mark, F_OK) == 0;
		free(mark);
		if (there) {
			*why = by_file[i].why;
			return 1;
		}
	}
	return 0;
}

static int
is_below(const char *root, const char *path)
{
	char real[PATH_MAX];
	size_t n = strlen(root);

	return realpath(path, real) && strncmp(real, root, n) == 0 && (real[n] == '/' || real[n] == '\0' || root[n - 1] == '/');
}

/* The names in a folder, sorted; -1 with errno. */
static long
names_in(const char *path, char ***out)
{
	DIR *d = opendir(path);
	struct dirent *de;
	size_t n = 0, cap = 0;
	char **name = NULL;

	*out = NULL;
	if (!d)
		return -1;
	while ((de = readdir(d)) != NULL) {
		if (strcmp(de->d_name, ".") == 0 || strcmp(de->d_name, "..") == 0)
			continue;
		if (as_grow(&name, n, &cap, sizeof *name) != 0)
			goto nomem;
		if (!(name[n] = strdup(de->d_name)))
			goto nomem;
		n++;
	}
	closedir(d);
	as_sort_words(name, n);
	*out = name;
	return (long)n;
nomem:
	closedir(d);
	while (n > 0)
		free(name[--n]);
	free(name);
	errno = ENOMEM;
	return -1;
}

static int take_folder(walker *k, const char *path, int depth);

static int
take_entry(walker *k, const char *path, const char *name, int depth)
{
	struct stat st, link;
	const char *why;
	int again;

	if (lstat(path, &link) != 0 || stat(path, &st) != 0) /* gone, or a link to nowhere or to itself */
		return walk_kind_of(name) == WALK_OTHER ? 0 :
		    add(k->w, strdup(path), walk_kind_of(name), 0, errno == ELOOP ? "a link to itself" : "a link to nowhere", 1, k->e);
	if (S_ISREG(st.st_mode))
		return take_file(k, path, &st, 0);
	if (!S_ISDIR(st.st_mode))
		return 0;
	if (left_out(path, name, &why))
		return why ? add(k->w, strdup(path), WALK_OTHER, 0, why, 0, k->e) : 0;
	if (S_ISLNK(link.st_mode) && !is_below(k->root, path))
		return add(k->w, strdup(path), WALK_OTHER, 0, "a link that leads out of the tree", 1, k->e);
	if (depth == MAX_DEPTH)
		return add(k->w, strdup(path), WALK_OTHER, 0, "nested too deep", 1, k->e);
	if ((again = met(k->w, &st)) != 0)
		return again < 0 ? as_nomem(k->e) : add(k->w, strdup(path), WALK_OTHER, 0, "the same folder was met before", 0, k->e);
	return take_folder(k, path, depth + 1);
}

static int
take_folder(walker *k, const char *path, int depth)
{
	char **name, *below;
	long n = names_in(path, &name);
	int rc = 0;

	if (n < 0 && errno == ENOMEM)
		return as_nomem(k->e);
	if (n < 0 && depth == 0)
		return as_fail(k->e, path, 0, "%s", strerror(errno));
	if (n < 0)
		return add(k->w, strdup(path), WALK_OTHER, 0, errno == EACCES ? "no permission to read it" : "it cannot be read", 1, k->e);
	for (long i = 0; i < n; i++) {
		if (rc == 0) {
			below = join(path, name[i]);
			rc = below ? take_entry(k, below, name[i], depth) : as_nomem(k->e);
			free(below);
		}
		free(name[i]);
	}
	free(name);
	return rc;
}

/* Notes the folder that an operand is, or stands in. */
static int
add_root(walker *k, const char *path, int is_file)
{
	char **more = realloc(k->w->root, (k->w->nroot + 1) * sizeof *more), *at, *slash = NULL;

	if (!more)
		return as_nomem(k->e);
	k->w->root = more;
	if (!(at = strdup(path)))
		return as_nomem(k->e);
	if (is_file && (slash = strrchr(at, '/')) != NULL)
		slash[slash == at] = '\0';
	more[k->w->nroot] = realpath(is_file && !slash ? "." : at, NULL);
	free(at);
	if (!more[k->w->nroot])
		return as_fail(k->e, path, 0, "%s", strerror(errno));
	k->w->nroot++;
	return 0;
}

static int
take_operand(walker *k, const char *path)
{
	struct stat st;
	int again;

	if (stat(path, &st) != 0 || !realpath(path, k->root))
		return as_fail(k->e, path, 0, "%s", strerror(errno));
	if (add_root(k, path, S_ISREG(st.st_mode)) != 0)
		return -1;
	if (S_ISREG(st.st_mode))
		return take_file(k, path, &st, 1);
	if (!S_ISDIR(st.st_mode))
		return as_fail(k->e, path, 0, "neither a file nor a folder");
	if ((again = met(k->w, &st)) != 0)
		return again < 0 ? as_nomem(k->e) : add(k->w, strdup(path), WALK_OTHER, 0, "the same folder was met before", 0, k->e);
	return take_folder(k, path, 0);
}

int
walk_paths(walk *w, char *const *operand, size_t n, as_err *e)
{
	walker k = {.w = w, .e = e};
	const walk_file *why = NULL; /* the first that is opaque, else the first */
	size_t to_read = 0, skipped = 0;

	memset(w, 0, sizeof *w);
	for (size_t i = 0; i < n; i++)
		if (take_operand(&k, operand[i]) != 0)
			return -1;
	if (walk_included(w, e) != 0)
		return -1;
	for (size_t i = 0; i < w->n; i++) {
		to_read += !w->file[i].skip && w->file[i].kind != WALK_TEXT;
		if (w->file[i].skip && (!why || (w->file[i].opaque && !why->opaque)))
			why = &w->file[i];
		skipped += w->file[i].skip != NULL;
	}
	if (to_read == 0 && skipped == 1)
		return as_fail(e, why->path, 0, "nothing to read: %s", why->skip);
	if (to_read == 0 && skipped > 1)
		return as_fail(e, why->path, 0, "nothing to read: %s; and %zu more that were skipped", why->skip, skipped - 1);
	if (to_read == 0)
		return as_fail(e, n == 1 ? operand[0] : NULL, 0, "there is no source to read: Python, C, C++, CUDA, YAML, JSON or CMake");
	return 0;
}

void
walk_free(walk *w)
{
	for (size_t i = 0; i < w->n; i++)
		free(w->file[i].path);
	for (size_t i = 0; i < w->nroot; i++)
		free(w->root[i]);
	for (size_t i = 0; i < w->nspare; i++)
		free(w->spare[i]);
	free(w->root);
	free(w->spare);
	free(w->file);
	free(w->seen);
	memset(w, 0, sizeof *w);
}
