#include "shelf.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "input.h"
#include "json.h"
#include "sha256.h"
#include "words.h"

enum { MAX_FILE = 1 << 26, WHY = 400 };

/* A pipe in its place would not end, and a link may lead anywhere. */
static int
is_file(ev_run *r, const char *dir, const char *name)
{
	struct stat st;

	return lstat(ev_path(r, ev_text(&r->keep, "%s/%s", dir, name)), &st) == 0 && S_ISREG(st.st_mode);
}

/* The kernel's name must end in the hash of its text, as assay-run(5) has it. */
static int
kernel_named(const char *src, size_t n, const char *name)
{
	const char *hash = strrchr(name, '_'), *nl = memchr(src, '\n', n), *first, *w, *end;
	char head[AS_SHA256_HEX], hex[AS_SHA256_HEX], key[160];
	as_sha256 s;
	size_t klen;

	if (!hash || strlen(hash + 1) != 12 || !nl)
		return -1;
	snprintf(key, sizeof key, "%.140s(", name);
	if (!(w = strstr(src, key)))
		return 0;
	/* wrappers are the functions whose names end in _ and 12 hex digits */
	for (first = src; (first = strstr(first, "as_")); first++) {
		const char *p = first;
		while (isalnum((unsigned char)*p) || *p == '_')
			p++;
		if (*p == '(' && p - first > 13 && p[-13] == '_' && strspn(p - 12, "0123456789abcdef") >= 12)
			break;
	}
	if (!first)
		return -1;
	/* an empty line parts a wrapper from what is before it */
	while (first > src + 1 && !(first[-1] == '\n' && first[-2] == '\n'))
		first--;
	while (w > src + 1 && !(w[-1] == '\n' && w[-2] == '\n'))
		w--;
	first--;
	if (first <= nl || !(end = strstr(w, "\n}\n")))
		return -1;
	end += 3;
	as_sha256_of(nl + 1, (size_t)(first - nl - 1), head);
	as_sha256_init(&s);
	as_sha256_add(&s, head, 64);
	as_sha256_add(&s, "\n", 1);
	klen = (size_t)(strstr(w, name) - w);
	as_sha256_add(&s, w, klen);
	as_sha256_add(&s, name, (size_t)(hash - name));
	as_sha256_add(&s, w + klen + strlen(name), (size_t)(end - w) - klen - strlen(name));
	as_sha256_hex(&s, hex);
	return strncmp(hex, hash + 1, 12) == 0;
}

/* The first line of a source that refrun wrote names its guard:
 * "... refrun MODEL: GUARD ..." in a comment. 0: it is another. */
static int
guard_named(const char *src, size_t n, const char *guard)
{
	size_t line = (size_t)((const char *)memchr(src, '\n', n) - src), g = strlen(guard);
	const char *at = memmem(src, line, ": ", 2);

	if (strncmp(src, "/* refrun ", 10) != 0 || !at)
		return 1;
	at += 2;
	return (size_t)(src + line - at) >= g && strncmp(at, guard, g) == 0 && at[g] == ' ';
}

/* And the model, by its path or the last part of it. */
static int
model_named(const char *model, const char *src, size_t n)
{
	size_t line = (size_t)((const char *)memchr(src, '\n', n) - src), len;

	if (strncmp(src, "/* refrun ", 10) != 0)
		return 1;
	for (int k = 0; k < 2; k++, model = as_base_name(model))
		if (*model && (len = strlen(model)) + 12 <= line && strncmp(src + 10, model, len) == 0 &&
		    strncmp(src + 10 + len, ": ", 2) == 0)
			return 1;
	return 0;
}

/* Object code names the kernels that it holds. */
static int
holds_name(const char *object, size_t n, const char *name)
{
	return memmem(object, n, name, strlen(name) + 1) != NULL;
}

static int
is_elf(const char *object, size_t n)
{
	return n > 4 && memcmp(object, "\177ELF", 4) == 0;
}

static int
object_fits(ev_run *r, const char *dir, const cJSON *a, char *why)
{
	const char *id = ev_str(a, "id"), *file = ev_str(a, "object");
	char hex[AS_SHA256_HEX], *code;
	const cJSON *node, *nodes = cJSON_GetObjectItemCaseSensitive(a, "nodes");
	size_t n;
	as_err e;
	int ok = 1;

	if (!is_file(r, dir, file) || as_slurp(ev_path(r, ev_text(&r->keep, "%s/%s", dir, file)), MAX_FILE, &code, &n, &e) != 0)
		return snprintf(why, WHY, "the object of %.40s cannot be read", id), 0;
	as_sha256_of(code, n, hex);
	if (strcmp(hex, ev_str(a, "object_sha256")) != 0) {
		snprintf(why, WHY, "the object of %.40s has another SHA-256", id);
		ok = 0;
	}
	cJSON_ArrayForEach(node, nodes)
		if (ok && is_elf(code, n) && !cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(node, "external")) &&
		    !holds_name(code, n, ev_str(node, "name"))) {
			snprintf(why, WHY, "the object of %.40s does not hold its kernel %.100s", id, ev_str(node, "name"));
			ok = 0;
		}
	free(code);
	return ok;
}

/* One artifact against its files. */
static int
fits(ev_run *r, const ev_shelf *s, const char *name, const cJSON *a, char *why)
{
	const char *id = ev_str(a, "id"), *source = ev_str(a, "source"), *dir = s->dir;
	char hex[AS_SHA256_HEX];
	const cJSON *node;
	char *src;
	size_t n;
	as_err e;
	int ok = 0;

	if (strlen(id) + 5 != strlen(name) || strncmp(id, name, strlen(id)) != 0)
		return snprintf(why, WHY, "%.60s says that it is %.40s", name, id), 0;
	if (strchr(source, '/') || strchr(ev_str(a, "object"), '/') || !*source)
		return snprintf(why, WHY, "%.40s names a file that is not beside it", id), 0;
	if (!is_file(r, dir, source) || as_slurp(ev_path(r, ev_text(&r->keep, "%s/%s", dir, source)), MAX_FILE, &src, &n, &e) != 0)
		return snprintf(why, WHY, "the source of %.40s cannot be read", id), 0;
	as_sha256_of(src, n, hex);
	if (strcmp(hex, ev_str(a, "source_sha256")) != 0 || strncmp(hex, id, strlen(id)) != 0 || strlen(id) < 16)
		snprintf(why, WHY, "the source of %.40s has another SHA-256", id);
	else if (memchr(src, '\n', n) && !guard_named(src, n, ev_str(a, "guard")))
		snprintf(why, WHY, "the guard of %.40s is not that of its source", id);
	else if (memchr(src, '\n', n) && !model_named(s->model, src, n))
		snprintf(why, WHY, "the source of %.40s is of another model", id);
	else
		ok = 1;
	cJSON_ArrayForEach(node, cJSON_GetObjectItemCaseSensitive(a, "nodes")) {
		const char *kernel = ev_str(node, "name");

		if (ok && !cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(node, "external")) && kernel_named(src, n, kernel) == 0) {
			snprintf(why, WHY, "kernel %.100s of %.40s is not in its source, or not named by its text", kernel, id);
			ok = 0;
		}
	}
	free(src);
	return ok && (!*ev_str(a, "object") || object_fits(r, dir, a, why));
}

static int
is_dir(ev_run *r, const char *below)
{
	struct stat st;

	return lstat(ev_path(r, below), &st) == 0 && S_ISDIR(st.st_mode);
}

static int
is_json(const struct dirent *d)
{
	size_t n = strlen(d->d_name);

	return n > 5 && strcmp(d->d_name + n - 5, ".json") == 0;
}

/* Two artifacts with one object name the same kernels. */
static int
same_kernels(const cJSON *a, const cJSON *b)
{
	const cJSON *p = cJSON_GetObjectItemCaseSensitive(a, "nodes"), *q = cJSON_GetObjectItemCaseSensitive(b, "nodes");

	p = p ? p->child : NULL;
	q = q ? q->child : NULL;
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

	for (size_t i = 0; i < s->n; i++) {
		const char *id = ev_str(s->doc[i], "id"), *cc = ev_str(s->doc[i], "compiler"), *hash = ev_str(s->doc[i], "object_sha256");

		if (cJSON_IsString(v) && *cc && strcmp(cc, v->valuestring) != 0)
			return ev_text(&r->keep, "%.40s was compiled by %.80s, and the manifest has %.80s", id, cc, v->valuestring);
		for (size_t k = 0; *hash && k < i; k++)
			if (strcmp(hash, ev_str(s->doc[k], "object_sha256")) == 0 && !same_kernels(s->doc[i], s->doc[k]))
				return ev_text(&r->keep, "%.40s and %.40s have one object and different kernels", ev_str(s->doc[k], "id"), id);
	}
	return NULL;
}

/* Whether an artifact is of the shelf's dtype: 1, 0 it is of another that the model
 * has, whose artifacts may lie in the same folder, -1 it is of none. */
static int
of_dtype(const ev_run *r, const ev_shelf *s, const cJSON *a, char *why)
{
	const char *id = ev_str(a, "id"), *dtype = ev_str(a, "dtype");
	const char *at = strstr(ev_str(a, "guard"), "dtype=="), *of = at ? at + 7 : dtype;
	const size_t n = strlen(dtype);

	if (n && (strcspn(of, " ") != n || strncmp(of, dtype, n) != 0))
		return snprintf(why, WHY, "%.40s is of %.20s, and its guard of %.20s", id, dtype, of), -1;
	if (!n || strcmp(dtype, s->dtype) == 0)
		return 1;
	for (size_t i = 0; i < r->ncell && !s->apart; i++)
		if (strcmp(r->cell[i].mode, s->mode) == 0 && strcmp(r->cell[i].model, s->model) == 0 &&
		    strcmp(r->cell[i].dtype, dtype) == 0)
			return 0;
	snprintf(why, WHY, "%.40s is of %.20s, which %s", id, dtype,
	    s->apart ? "its folder is not of" : "the model has not");
	return -1;
}

/* One file of the folder. */
static void
take(ev_run *r, ev_shelf *s, const char *name)
{
	char why[WHY];
	cJSON *a;
	as_err e;
	int mine;

	if (!is_file(r, s->dir, name))
		s->bad = ev_text(&r->keep, "%.100s is no plain file", name);
	else if (as_json_read(ev_path(r, ev_text(&r->keep, "%s/%s", s->dir, name)), &a, &e) != 0)
		s->bad = ev_text(&r->keep, "%.100s: %.200s", name, e.msg);
	else if ((mine = of_dtype(r, s, a, why)) == 0)
		cJSON_Delete(a);
	else {
		s->doc[s->n++] = a;
		if (mine < 0 || !fits(r, s, name, a, why))
			s->bad = ev_text(&r->keep, "%s", why);
	}
}

static void
fill(ev_run *r, ev_shelf *s)
{
	struct dirent **v;
	int n = scandir(ev_path(r, s->dir), &v, is_json, alphasort);

	s->doc = n > 0 ? calloc((size_t)n, sizeof *s->doc) : NULL;
	for (int i = 0; i < n; i++) {
		if (!s->bad && s->doc)
			take(r, s, v[i]->d_name);
		free(v[i]);
	}
	if (n >= 0)
		free(v);
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
	dir = ev_text(&r->keep, "%s/compiled/%s/%s", c->mode, model, c->dtype);
	if (!dir || (plain_name(model) && plain_name(c->dtype) && is_dir(r, dir)))
		return dir;
	*apart = 0;
	dir = ev_text(&r->keep, "%s/compiled/%s", c->mode, model);
	if (!dir || (plain_name(model) && is_dir(r, dir)))
		return dir;
	return ev_text(&r->keep, "%s/compiled", c->mode);
}

ev_shelf *
ev_shelf_of(ev_run *r, const ev_cell *c)
{
	ev_shelf *s;

	for (s = r->shelf; s; s = s->next)
		if (strcmp(s->mode, c->mode) == 0 && strcmp(s->model, c->model) == 0 &&
		    strcmp(s->dtype, c->dtype) == 0)
			return s;
	if (!(s = ev_alloc(&r->keep, sizeof *s)))
		return NULL;
	*s = (ev_shelf){.mode = c->mode, .model = c->model, .dtype = c->dtype, .next = r->shelf};
	if (!(s->dir = folder(r, c, &s->apart)))
		return NULL;
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
