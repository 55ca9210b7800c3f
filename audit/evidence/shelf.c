#include "shelf.h"

#include <stdio.h>
#include <sys/stat.h>

#include "folder.h"
#include "input.h"
#include "sha256.h"
#include "words.h"

enum { MAX_FILE = 1 << 26 };

/* A pipe in its place would not end, and a link may lead anywhere. */
int
ev_shelf_slurp(ev_run *r, const ev_shelf *s, const char *name, char **text, size_t *n)
{
	const char *path = ev_path(r, as_text(&r->keep, "%s/%s", s->dir, name));
	struct stat st;
	as_err e;

	return lstat(path, &st) == 0 && S_ISREG(st.st_mode) ?
	    as_slurp(path, MAX_FILE, text, n, &e) : -1;
}

/* The first line of a source that refrun wrote names its model, by its path or the last
 * part of it, and its guard: "... refrun MODEL: GUARD ..." in a comment. 0: it is another. */
static int
model_named(const char *line, const char *model)
{
	const size_t n = strlen(model);

	return n && strncmp(line, model, n) == 0 && strncmp(line + n, ": ", 2) == 0;
}

static int
guard_named(const char *line, const char *guard)
{
	const char *at = strstr(line, ": ");
	const size_t n = strlen(guard);

	return !at || (strncmp(at + 2, guard, n) == 0 && at[2 + n] == ' ');
}

/* Why a source does not fit its artifact; NULL. */
static const char *
source_misfits(ev_run *r, const ev_shelf *s, const cJSON *a, const char *src, size_t n)
{
	const char *id = ev_str(a, "id"), *nl = memchr(src, '\n', n);
	const char *line = nl && strncmp(src, "/* refrun ", 10) == 0 ?
	    as_text(&r->keep, "%.*s", (int)(nl - src) - 10, src + 10) : NULL;
	char hex[AS_SHA256_HEX];

	as_sha256_of(src, n, hex);
	if (strcmp(hex, ev_str(a, "source_sha256")) != 0 || strncmp(hex, id, strlen(id)) != 0 ||
	    strlen(id) < 16)
		return as_text(&r->keep, "the source of %.40s has a different SHA-256", id);
	if (line && !guard_named(line, ev_str(a, "guard")))
		return as_text(&r->keep, "the guard of %.40s is not that of its source", id);
	if (line && !model_named(line, s->model) && !model_named(line, as_base_name(s->model)))
		return as_text(&r->keep, "the source of %.40s is of another model", id);
	return ev_nodes_misfit(r, a, src, n);
}

/* The same of its object: object code names the kernels that it holds. */
static const char *
object_misfits(ev_run *r, const cJSON *a, const char *code, size_t n)
{
	const char *id = ev_str(a, "id");
	const int is_elf = n > 4 && memcmp(code, "\177ELF", 4) == 0;
	char hex[AS_SHA256_HEX];
	const cJSON *node;

	as_sha256_of(code, n, hex);
	if (strcmp(hex, ev_str(a, "object_sha256")) != 0)
		return as_text(&r->keep, "the object of %.40s has a different SHA-256", id);
	cJSON_ArrayForEach(node, ev_get(a, "nodes")) {
		const char *name = ev_str(node, "name");

		if (is_elf && !cJSON_IsTrue(ev_get(node, "external")) && !memmem(code, n, name, strlen(name) + 1))
			return as_text(&r->keep,
			    "the object of %.40s does not contain its kernel %.100s", id, name);
	}
	return NULL;
}

/* One artifact against its files. */
static const char *
misfits(ev_run *r, const ev_shelf *s, const char *name, const cJSON *a)
{
	const char *id = ev_str(a, "id"), *source = ev_str(a, "source"), *object = ev_str(a, "object");
	const char *why;
	char *text;
	size_t n;

	if (strlen(id) + 5 != strlen(name) || strncmp(id, name, strlen(id)) != 0)
		return as_text(&r->keep, "%.60s says that it is %.40s", name, id);
	if (strchr(source, '/') || strchr(object, '/') || !*source)
		return as_text(&r->keep, "%.40s names a file that is not beside it", id);
	if (ev_shelf_slurp(r, s, source, &text, &n) != 0)
		return as_text(&r->keep, "the source of %.40s cannot be read", id);
	why = source_misfits(r, s, a, text, n);
	free(text);
	if (why || !*object)
		return why;
	if (ev_shelf_slurp(r, s, object, &text, &n) != 0)
		return as_text(&r->keep, "the object of %.40s cannot be read", id);
	why = object_misfits(r, a, text, n);
	free(text);
	return why;
}

static int
is_dir(ev_run *r, const char *below)
{
	struct stat st;

	return lstat(ev_path(r, below), &st) == 0 && S_ISDIR(st.st_mode);
}

/* Two artifacts with one object name the same kernels. */
static int
same_kernels(const cJSON *a, const cJSON *b)
{
	const cJSON *p = cJSON_GetArrayItem(ev_get(a, "nodes"), 0);
	const cJSON *q = cJSON_GetArrayItem(ev_get(b, "nodes"), 0);

	for (; p && q; p = p->next, q = q->next)
		if (strcmp(ev_str(p, "name"), ev_str(q, "name")) != 0)
			return 0;
	return !p && !q;
}

/* What only all of them together show. */
static const char *
apart(ev_run *r, const ev_shelf *s)
{
	const cJSON *v = as_json_at(r->manifest, "environment.compiler");
	double all = 0; /* operations of the plan, which an artifact that was only traced does not list */

	for (size_t i = 0; i < s->n; i++) {
		const cJSON *a = s->doc[i];
		const char *id = ev_str(a, "id"), *cc = ev_str(a, "compiler");
		const char *hash = ev_str(a, "object_sha256");
		const double parts = ev_total(ev_get(a, "nodes"), "parts");

		if (all && parts && parts != all)
			return as_text(&r->keep, "%.40s has %g operations, others have %g", id, parts, all);
		all = parts ? parts : all;
		if (cJSON_IsString(v) && *cc && strcmp(cc, v->valuestring) != 0)
			return as_text(&r->keep,
			    "%.40s was compiled by %.80s, but the manifest has %.80s", id, cc, v->valuestring);
		for (size_t k = 0; *hash && k < i; k++)
			if (strcmp(hash, ev_str(s->doc[k], "object_sha256")) == 0 && !same_kernels(a, s->doc[k]))
				return as_text(&r->keep,
				    "%.40s and %.40s have the same object but different kernels",
				    ev_str(s->doc[k], "id"), id);
	}
	return NULL;
}

/* Whether an artifact is of another dtype that the model has, whose artifacts may lie in the
 * same folder. *why: it is of none; NULL. */
static int
other_dtype(ev_run *r, const ev_shelf *s, const cJSON *a, const char **why)
{
	const char *id = ev_str(a, "id"), *dtype = ev_str(a, "dtype");
	const char *at = strstr(ev_str(a, "guard"), "dtype=="), *of = at ? at + 7 : dtype;
	const size_t n = strlen(dtype);

	*why = NULL;
	if (n && (strcspn(of, " ") != n || strncmp(of, dtype, n) != 0)) {
		*why = as_text(&r->keep, "%.40s is of %.20s, but its guard is of %.20s", id, dtype, of);
		return 0;
	}
	if (!n || strcmp(dtype, s->dtype) == 0)
		return 0;
	for (size_t i = 0; i < r->ncell && !s->apart; i++)
		if (strcmp(r->cell[i].mode, s->mode) == 0 && strcmp(r->cell[i].model, s->model) == 0 &&
		    strcmp(r->cell[i].dtype, dtype) == 0)
			return 1;
	*why = as_text(&r->keep, "%.40s is of %.20s, which %s", id, dtype,
	    s->apart ? "its folder is not for" : "the model does not have");
	return 0;
}

/* One file of the folder. */
static void
take(ev_run *r, ev_shelf *s, const char *name)
{
	const char *path = ev_path(r, as_text(&r->keep, "%s/%s", s->dir, name));
	struct stat st;
	cJSON *a;
	as_err e;

	if (lstat(path, &st) != 0 || !S_ISREG(st.st_mode))
		s->bad = as_text(&r->keep, "%.100s is not a regular file", name);
	else if (as_json_read(path, &a, &e) != 0)
		s->bad = as_text(&r->keep, "%.100s: %.200s", name, e.msg);
	else if (other_dtype(r, s, a, &s->bad))
		cJSON_Delete(a);
	else {
		s->doc[s->n++] = a;
		if (!s->bad)
			s->bad = misfits(r, s, name, a);
	}
}

static void
fill(ev_run *r, ev_shelf *s)
{
	struct dirent **v = NULL;
	as_err e;
	int n = ev_names(r, s->dir, &v, &e);

	s->doc = n > 0 ? calloc((size_t)n, sizeof *s->doc) : NULL;
	for (int i = 0; i < n && s->doc && !s->bad; i++)
		if (as_ends_with(v[i]->d_name, ".json"))
			take(r, s, v[i]->d_name);
	ev_names_free(v, n);
	if (!s->bad)
		s->bad = apart(r, s);
}

static int
plain_name(const char *s)
{
	return *s && strcmp(s, "..") != 0 && !strchr(s, '/');
}

/* MODE/compiled/MODEL/DTYPE where there are several models, MODE/compiled where there
 * is one; MODE/compiled/MODEL in sets that have one folder for all dtypes of a model. */
static const char *
folder(ev_run *r, const ev_cell *c, int *apart)
{
	const char *model = as_base_name(c->model), *dir;

	*apart = 1;
	dir = as_text(&r->keep, "%s/compiled/%s/%s", c->mode, model, c->dtype);
	if (plain_name(model) && plain_name(c->dtype) && is_dir(r, dir))
		return dir;
	*apart = 0;
	dir = as_text(&r->keep, "%s/compiled/%s", c->mode, model);
	if (plain_name(model) && is_dir(r, dir))
		return dir;
	return as_text(&r->keep, "%s/compiled", c->mode);
}

ev_shelf *
ev_shelf_of(ev_run *r, const ev_cell *c)
{
	ev_shelf *s;

	for (s = r->shelf; s; s = s->next)
		if (strcmp(s->mode, c->mode) == 0 && strcmp(s->model, c->model) == 0 &&
		    strcmp(s->dtype, c->dtype) == 0)
			return s;
	if (!(s = as_alloc(&r->keep, sizeof *s)))
		return NULL;
	*s = (ev_shelf){.mode = c->mode, .model = c->model, .dtype = c->dtype, .next = r->shelf};
	s->dir = folder(r, c, &s->apart);
	r->shelf = s;
	fill(r, s);
	return s;
}

const cJSON *
ev_shelf_find(const ev_shelf *s, const char *id)
{
	for (size_t i = 0; i < s->n; i++)
		if (strcmp(ev_str(s->doc[i], "id"), id) == 0)
			return s->doc[i];
	return NULL;
}

void
ev_shelves_free(ev_shelf *s)
{
	for (; s; s = s->next) {
		for (size_t i = 0; i < s->n; i++)
			cJSON_Delete(s->doc[i]);
		free(s->doc);
	}
}
