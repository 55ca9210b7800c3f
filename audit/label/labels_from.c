/* labels_from.c - see labels_from.h. */
#include "labels_from.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../evidence/runs.h"
#include "column_names.h"
#include "operand.h"

static int add(as_intern *labels, const char *s, size_t n, as_err *e) {
	return n > 0 && as_intern_id(labels, s, n) == UINT32_MAX ? as_nomem(e) : 0;
}

static int of_run(const char *dir, as_intern *labels, as_err *e) {
	ev_run r;
	int rc = 0;
	if (ev_run_open(&r, dir, NULL, 0, e) != 0) return -1;
	if (r.ncell == 0) rc = 1;
	for (size_t i = 0; i < r.ncell && rc == 0; i++)
		rc = add(labels, r.cell[i].backend, strlen(r.cell[i].backend), e);
	ev_run_close(&r);
	return rc;
}

static int of_stream(const char *path, as_intern *labels, as_err *e) {
	static const as_str name = {"backend", 7};
	as_source *s;
	as_row row;
	unsigned serial = 0;
	size_t col = 0;
	int more, rc = 0;
	if (as_source_open(&s, path, NULL, e) != 0) return -1;
	as_source_no_index(s);
	while (rc == 0 && (more = as_source_next(s, &row, e)) != 0) {
		if (more < 0) rc = -1;
		else if (row.serial != serial) {
			serial = row.serial;
			if ((col = as_column_find(row.header, row.ncol, name)) == row.ncol)
				rc = as_no_column(row.header, row.ncol, name.s, path, 0, e);
		}
		if (rc == 0) rc = add(labels, as_row_at(&row, col).s, as_row_at(&row, col).n, e);
	}
	as_source_close(s);
	return rc;
}

/* What is in a folder, by name, until f says other than 0: what it said. -1 also: see errno. */
static int each_in(const char *dir, int (*f)(const char *path, void *arg), void *arg) {
	struct dirent **v = NULL;
	int n = scandir(dir, &v, NULL, alphasort), rc = n < 0 ? -1 : 0;
	for (int i = 0; i < n; i++) {
		char path[4096];
		if (rc == 0 && v[i]->d_name[0] != '.' &&
		    (size_t)snprintf(path, sizeof path, "%s/%s", dir, v[i]->d_name) < sizeof path)
			rc = f(path, arg);
		free(v[i]);
	}
	free(v);
	return rc;
}

static int is_mode(const char *dir, void *unused) {
	char at[4096 + 16];
	struct stat st;
	const char *name = strrchr(dir, '/');
	(void)unused;
	if (name && strcmp(name + 1, "manifest.json") == 0) return 1;
	snprintf(at, sizeof at, "%s/metrics.csv", dir);
	if (stat(at, &st) == 0) return 1;
	snprintf(at, sizeof at, "%s/runs", dir);
	return stat(at, &st) == 0 && S_ISDIR(st.st_mode);
}

/* A run's folder holds MODE/metrics.csv or MODE/runs, or the manifest alone. */
static bool is_run(const char *dir) { return each_in(dir, is_mode, NULL) == 1; }

typedef struct { as_intern *labels; as_err *e; bool found; } search;

static int run_below(const char *path, void *arg) {
	search *s = arg;
	if (!is_run(path)) return 0;
	s->found = true;
	return of_run(path, s->labels, s->e) < 0 ? -1 : 0;
}

static int of_runs(const char *dir, as_intern *labels, as_err *e) {
	search s = {labels, e, false};
	int rc = each_in(dir, run_below, &s);
	if (s.found) return rc;
	return as_fail(e, dir, 0, "%s", rc ? strerror(errno) :
	    "not a run's folder, and contains none");
}

int labels_from(const char *path, as_intern *labels, as_err *e) {
	struct stat st;
	int rc;
	if (stat(path, &st) != 0) return as_fail(e, path, 0, "%s", strerror(errno));
	if (!S_ISDIR(st.st_mode)) rc = of_stream(path, labels, e);
	else rc = is_run(path) ? of_run(path, labels, e) : of_runs(path, labels, e);
	return rc || labels->n ? rc : as_fail(e, path, 0, "no row names a backend");
}
