/* read_tree.c - see read_tree.h. */
#include "read_tree.h"

#include <stdlib.h>
#include <string.h>

#include "input.h"
#include "read_python.h"

static void
unread(const walk_file *f, const char *why, fact_tree *t)
{
	fact_open(t, FACT_FILE, 1, f->kind == WALK_PYTHON ? FACT_MODULE : f->kind == WALK_C ? 0 : FACT_DATA,
	    f->path, strlen(f->path));
	fact_leaf(t, FACT_ERROR, 1, why);
	fact_close(t);
}

/* Python's files: those to be read go to it in one call. */
static int
python(const walk *w, fact_tree *t)
{
	const char **path = malloc((w->n + 1) * sizeof *path);
	uint64_t bytes = 0;
	size_t n = 0;
	int rc;

	if (!path)
		return -1;
	for (size_t i = 0; i < w->n; i++)
		if (w->file[i].kind == WALK_PYTHON && !w->file[i].skip) {
			path[n++] = w->file[i].path;
			bytes += w->file[i].size;
		}
	rc = read_python(path, n, bytes, t);
	free(path);
	return rc;
}

static int
one(const walk_file *f, fact_tree *t)
{
	as_err e;
	char *text;
	size_t n;

	(void)n;
	if (as_slurp(f->path, WALK_MAX_C, &text, &n, &e) != 0) {
		unread(f, e.msg, t);
		return 0;
	}
	unread(f, "no reader of this language yet", t);
	free(text);
	return 0;
}

int
read_tree(const walk *w, fact_tree *t, as_err *e)
{
	int rc = python(w, t);

	for (size_t i = 0; i < w->n && rc == 0; i++)
		if (w->file[i].kind == WALK_C && !w->file[i].skip)
			rc = one(&w->file[i], t);
	for (size_t i = 0; i < w->n && rc == 0; i++)
		if (w->file[i].skip && w->file[i].opaque && w->file[i].kind != WALK_OTHER)
			unread(&w->file[i], w->file[i].skip, t);
	return rc != 0 || t->nomem ? as_nomem(e) : 0;
}
