/* walk_include.c - see walk_impl.h: files of no kind by their names (.inc, .def, .gen, none) that C includes.
 *
 * What is included within a function, a class or a value is a piece of that, and a table of macro calls is
 * put where it is included (cinclude.c): neither is a file by itself, nor is what begins as no declaration does, nor what
 * closes braces that it does not open. Of files that fit, the one beside the includer is meant; else all may be. */
#include "walk_impl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bound.h"
#include "cplatform.h"
#include "cread.h"
#include "input.h"
#include "words.h"

typedef struct { const char *base, *path; int done; } spare;

typedef struct {
	walk *w;
	spare *all; size_t n; /* by base name, then path */
	const char *from;     /* who includes */
	as_err *e;
} search;

static int
by_base(const void *a, const void *b)
{
	const spare *x = a, *y = b;
	int d = strcmp(x->base, y->base);

	return d ? d : strcmp(x->path, y->path);
}

/* Past what leads upwards. */
static const char *
below(const char *name)
{
	while (strncmp(name, "./", 2) == 0 || strncmp(name, "../", 3) == 0)
		name = strchr(name, '/') + 1;
	return name;
}

/* The path of a file beside another, as the walk writes it; 0: it is too long. */
static int
beside(const char *from, const char *name, char *out, size_t cap)
{
	const char *slash = strrchr(from, '/');
	size_t dir = slash ? (size_t)(slash - from) : 0;

	for (; strncmp(name, "./", 2) == 0 || strncmp(name, "../", 3) == 0; name = strchr(name, '/') + 1)
		if (name[1] == '.')
			while (dir > 0 && from[--dir] != '/')
				;
	return snprintf(out, cap, "%.*s%s%s", (int)dir, from, dir || *from == '/' ? "/" : "", name) < (int)cap;
}

static int
ends_by(const char *path, const char *name)
{
	size_t n = strlen(path), k = strlen(name);

	return n > k && as_ends_with(path, name) && path[n - k - 1] == '/';
}

static int
take(search *q, spare *s)
{
	char *text;
	size_t n;
	as_err ignored;
	int whole = 1;

	if (s->done)
		return 0;
	s->done = 1;
	if (as_slurp(s->path, WALK_MAX_C, &text, &n, &ignored) == 0) {
		whole = c_stands_alone(text, n);
		free(text);
	}
	return whole ? walk_take_c(q->w, s->path, q->e) : 0;
}

/* A file of C includes that name. */
static int
asked(void *to, const char *name)
{
	search *q = to;
	const char *end = below(name), *base = as_base_name(end);
	char near[1024];
	size_t from, i;

	if (!*base || walk_kind_of(base) != WALK_OTHER || (!strchr(end, '/') && c_is_system_header(end)))
		return 0;
	from = as_before(&(spare){.base = base, .path = ""}, q->all, q->n, sizeof *q->all, by_base);
	for (i = from; i < q->n && strcmp(q->all[i].base, base) == 0; i++)
		if (beside(q->from, name, near, sizeof near) && strcmp(q->all[i].path, near) == 0)
			return take(q, &q->all[i]);
	for (i = from; i < q->n && strcmp(q->all[i].base, base) == 0; i++)
		if (ends_by(q->all[i].path, end) && take(q, &q->all[i]) != 0)
			return -1;
	return 0;
}

int
walk_included(walk *w, as_err *e)
{
	search q = {.w = w, .n = w->nspare, .e = e};
	int rc = 0;

	if (!w->nspare)
		return 0;
	if (!(q.all = malloc(w->nspare * sizeof *q.all)))
		return as_nomem(e);
	for (size_t i = 0; i < w->nspare; i++)
		q.all[i] = (spare){as_base_name(w->spare[i]), w->spare[i], 0};
	qsort(q.all, q.n, sizeof *q.all, by_base);
	for (size_t i = 0; i < w->n && rc == 0; i++) { /* which grows as they are found */
		as_err ignored;
		char *text;
		size_t n;

		if (w->file[i].kind != WALK_C || w->file[i].skip || as_slurp(w->file[i].path, WALK_MAX_C, &text, &n, &ignored) != 0)
			continue;
		q.from = w->file[i].path;
		rc = c_each_include(text, n, asked, &q);
		free(text);
	}
	free(q.all);
	return rc;
}
