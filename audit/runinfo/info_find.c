#include "info_find.h"

#include <fnmatch.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "input.h"
#include "json.h"
#include "words.h"

static const char *const plain[] = {"manifest.json", "environment.json"};

static const info_doc *
loaded(const info_reader *rd, const char *path)
{
	for (size_t i = 0; i < rd->ndoc; i++)
		if (strcmp(rd->doc[i]->path, path) == 0)
			return rd->doc[i];
	return NULL;
}

/* Reads a file of the run, once. */
static const info_doc *
load(info_reader *rd, const char *path, const char *file)
{
	const info_doc *have = loaded(rd, path);
	info_doc *d;

	if (have)
		return have;
	if (as_grow_one(&rd->doc, rd->ndoc, sizeof d) != 0 || !(d = as_alloc(rd->keep, sizeof *d))) {
		as_nomem(rd->e);
		return NULL;
	}
	d->path = as_text(rd->keep, "%s", path);
	rd->doc[rd->ndoc++] = d;
	d->file = rd->run->file ? rd->run->file : d->path + (file - path);
	if ((!rd->run->file && as_input_plain(path, rd->e) != 0) ||
	    as_json_read(path, &d->root, rd->e) != 0)
		return NULL;
	if (!rd->run->file && AS_AMONG(file, plain) && !cJSON_IsObject(d->root)) {
		as_fail(rd->e, path, 0, "the JSON value is not an object");
		return NULL;
	}
	if (cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(d->root, "synthetic")))
		rd->run->synthetic = 1;
	return d;
}

static int
take_hit(void *arg, const cJSON *v, const char *where, as_err *e)
{
	info_reader *rd = arg;
	if (as_grow(&rd->hit, rd->nhit, &rd->cap, sizeof *rd->hit) != 0)
		return as_nomem(e);
	rd->hit[rd->nhit++] = (info_hit){rd->from, as_text(rd->keep, "%s", where), v};
	return 0;
}

/* Takes what the path stands for in one file; path NULL: all leaves. */
static int
look(info_reader *rd, const as_path *path, const char *file_path, const char *file)
{
	if (!(rd->from = load(rd, file_path, file)))
		return -1;
	return as_path_each(path, rd->from->root, take_hit, rd, rd->e);
}

static int
natural(const void *a, const void *b)
{
	return strverscmp(*(char *const *)a, *(char *const *)b);
}

/* Looks into every file of the run's folder that matches, in natural order of
 * the names. All leaves are taken of a file once, and not of sample files,
 * which lie below "runs". */
static int
look_files(info_reader *rd, const as_path *path, const char *pattern)
{
	size_t n = strlen(rd->run->operand), at = 0;
	char *full = malloc(2 * n + strlen(pattern) + 2);
	glob_t g;
	int rc;

	if (!full)
		return as_nomem(rd->e);
	while (n > 1 && rd->run->operand[n - 1] == '/')
		n--;
	for (size_t i = 0; i < n; i++) { /* the operand is no pattern */
		if (strchr("*?[\\", rd->run->operand[i]))
			full[at++] = '\\';
		full[at++] = rd->run->operand[i];
	}
	full[at++] = '/';
	strcpy(full + at, pattern);
	rc = glob(full, GLOB_ERR | GLOB_NOSORT, NULL, &g);
	free(full);
	if (rc == GLOB_NOMATCH)
		return 0;
	if (rc == GLOB_NOSPACE)
		return as_nomem(rd->e);
	if (rc != 0)
		return as_fail(rd->e, rd->run->operand, 0, "cannot look for %s in this folder", pattern);
	qsort(g.gl_pathv, g.gl_pathc, sizeof *g.gl_pathv, natural);
	for (size_t i = 0; rc == 0 && i < g.gl_pathc; i++) {
		const char *file = g.gl_pathv[i] + n + 1;

		if (path || (strncmp(file, "runs/", 5) != 0 && !loaded(rd, g.gl_pathv[i])))
			rc = look(rd, path, g.gl_pathv[i], file);
	}
	globfree(&g);
	return rc;
}

/* Is the operand, one file, what the field's glob means? As many of its last
 * components are compared as the glob has. */
static int
is_file(const info_run *run, const char *pattern)
{
	const char *p = run->real + strlen(run->real);
	size_t slashes = 1;

	for (const char *s = pattern; *s; s++)
		slashes += *s == '/';
	while (p > run->real && slashes > 0)
		slashes -= *--p == '/';
	return fnmatch(pattern, p + (*p == '/'), FNM_PATHNAME) == 0;
}

int
info_find(info_reader *rd, const info_field *f)
{
	int rc = 0;

	rd->nhit = 0;
	if (rd->run->file)
		return f->file && !is_file(rd->run, f->file) ? 0 : look(rd, f->path, rd->run->operand, NULL);
	if (f->file)
		return look_files(rd, f->path, f->file);
	for (size_t i = 0; rc == 0 && rd->nhit == 0 && i < sizeof plain / sizeof *plain; i++)
		rc = look_files(rd, f->path, plain[i]);
	return rc;
}

int
info_find_all(info_reader *rd)
{
	static const char *const patterns[] = {"manifest.json", "environment.json", "*.json", "*/*.json"};
	int rc = 0;

	rd->nhit = 0;
	if (rd->run->file)
		return look(rd, NULL, rd->run->operand, NULL);
	for (size_t i = 0; rc == 0 && i < sizeof patterns / sizeof *patterns; i++)
		rc = look_files(rd, NULL, patterns[i]);
	if (rc == 0 && rd->ndoc == 0)
		rd->run->empty = 1;
	return rc;
}

void
info_reader_free(info_reader *rd)
{
	for (size_t k = 0; k < rd->ndoc; k++)
		cJSON_Delete(rd->doc[k]->root);
	free(rd->hit);
	free(rd->doc);
}
