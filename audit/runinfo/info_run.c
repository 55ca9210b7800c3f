#include "info_run.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "column_names.h"

/* Where in path the last component that is name ends; the whole path if there
 * is none. */
static size_t
end_of(const char *path, const char *name)
{
	size_t n = strlen(name), end = strlen(path);

	for (const char *p = path; (p = strstr(p, name)) != NULL; p++)
		if (p > path && p[-1] == '/' && (p[n] == '/' || p[n] == '\0'))
			end = (size_t)(p - path) + n;
	return end;
}

static int
open_path(info_run *r, as_keep *keep, as_err *e)
{
	char buf[PATH_MAX], *mode, *run;
	const char *name, *inside;
	struct stat st;
	int rc;

	if (!realpath(r->operand, buf) || stat(buf, &st) != 0)
		return as_fail(e, r->operand, 0, "%s", strerror(errno));
	/* a folder is named as a file in it would be */
	r->real = as_text(keep, "%s", buf);
	inside = as_text(keep, "%s%s", buf, S_ISDIR(st.st_mode) ? "/x" : "");
	rc = as_names_of_path(inside, &run, &mode);
	r->run = run ? as_text(keep, "%s", run) : r->real; /* none: a file right below the root */
	free(run);
	free(mode);
	if (rc != 0 || keep->nomem)
		return as_nomem(e);
	r->nroot = end_of(r->real, r->run);
	if (S_ISDIR(st.st_mode))
		return 0;
	name = r->real + r->nroot;
	if (*name != '/' && (name = strrchr(r->real, '/')) != NULL)
		r->nroot = (size_t)(name - r->real);
	r->file = name + 1;
	return 0;
}

/* Puts the next folder up in front of the run's name: "173112" becomes
 * "tr120/173112". Returns 1 if there was one. */
static int
lengthen(info_run *r, as_keep *keep)
{
	size_t n = strlen(r->run), from;

	if (n + 1 >= r->nroot)
		return 0;
	for (from = r->nroot - n - 1; from > 0 && r->real[from - 1] != '/'; from--)
		;
	r->run = as_text(keep, "%.*s", (int)(r->nroot - from), r->real + from);
	return 1;
}

/* Tells apart runs of one name in different folders. */
static int
make_distinct(info_runs *r, as_err *e)
{
	char *clash = as_alloc(&r->keep, r->n);

	for (int again = clash != NULL; again;) {
		memset(clash, 0, r->n);
		for (size_t i = 0; i < r->n; i++)
			for (size_t k = i + 1; k < r->n; k++) {
				const info_run *a = &r->v[i], *b = &r->v[k];

				if (strcmp(a->run, b->run) == 0 && (a->nroot != b->nroot ||
				    memcmp(a->real, b->real, a->nroot) != 0))
					clash[i] = clash[k] = 1;
			}
		again = 0;
		for (size_t i = 0; i < r->n; i++)
			if (clash[i])
				again |= lengthen(&r->v[i], &r->keep);
	}
	return r->keep.nomem ? as_nomem(e) : 0;
}

int
info_runs_open(info_runs *r, char *const *operands, size_t n, as_err *e)
{
	static char *const standard_input[] = {"-"};

	if (n == 0) {
		operands = standard_input;
		n = 1;
	}
	*r = (info_runs){.v = calloc(n, sizeof *r->v)};
	if (!r->v)
		return as_nomem(e);
	for (; r->n < n; r->n++) {
		info_run *v = &r->v[r->n];

		v->operand = operands[r->n];
		if (strcmp(v->operand, "-") == 0) {
			v->nroot = 1;
			v->real = v->run = v->file = "-";
		} else if (open_path(v, &r->keep, e) != 0)
			return -1;
		for (size_t i = 0; i < r->n; i++)
			if (strcmp(r->v[i].real, v->real) == 0)
				return as_fail(e, v->operand, 0, "named twice");
	}
	return make_distinct(r, e);
}

void
info_runs_free(info_runs *r)
{
	as_keep_free(&r->keep);
	free(r->v);
	*r = (info_runs){0};
}
