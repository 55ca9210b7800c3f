/* labels_from.c - see labels_from.h. */
#include "labels_from.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../evidence/runset.h"
#include "names.h"
#include "source.h"

static int
add(as_intern *labels, const char *s, size_t n, as_err *e)
{
	return n > 0 && as_intern_id(labels, s, n) == UINT32_MAX ? as_nomem(e) : 0;
}

static int
of_run(const char *dir, as_intern *labels, as_err *e)
{
	ev_run r;
	int rc = 0;

	if (ev_run_open(&r, dir, NULL, 0, e) != 0)
		return -1;
	for (size_t i = 0; i < r.ncell && rc == 0; i++)
		rc = add(labels, r.cell[i].backend, strlen(r.cell[i].backend), e);
	ev_run_close(&r);
	return rc;
}

static int
of_stream(const char *path, as_intern *labels, as_err *e)
{
	static const as_str name = {"backend", 7};
	as_source *s;
	as_row row;
	unsigned serial = 0;
	size_t col = 0;
	int more, rc = 0;

	if (as_source_open(&s, path, e) != 0)
		return -1;
	as_source_no_index(s);
	while (rc == 0 && (more = as_source_next(s, &row, e)) != 0) {
		if (more < 0)
			rc = -1;
		else if (row.serial != serial) {
			serial = row.serial;
			if ((col = as_column_find(row.header, row.ncol, name)) == row.ncol)
				rc = as_no_column(row.header, row.ncol, name.s, path, 0, e);
		}
		if (rc == 0)
			rc = add(labels, as_row_at(&row, col).s, as_row_at(&row, col).n, e);
	}
	as_source_close(s);
	return rc;
}

/* A run's folder holds MODE/metrics.csv or MODE/runs. */
static int
is_run(const char *dir)
{
	struct dirent **v;
	int n = scandir(dir, &v, NULL, alphasort), is = 0;

	for (int i = 0; i < n; i++) {
		char csv[4096], runs[4096];
		struct stat st;

		if (v[i]->d_name[0] != '.' && !is &&
		    (size_t)snprintf(csv, sizeof csv, "%s/%s/metrics.csv", dir, v[i]->d_name) < sizeof csv &&
		    (size_t)snprintf(runs, sizeof runs, "%s/%s/runs", dir, v[i]->d_name) < sizeof runs)
			is = stat(csv, &st) == 0 || (stat(runs, &st) == 0 && S_ISDIR(st.st_mode));
		free(v[i]);
	}
	if (n >= 0)
		free(v);
	return is;
}

/* The runs in a folder of them, in the order of their names. */
static int
of_runs(const char *dir, as_intern *labels, as_err *e)
{
	struct dirent **v;
	int n = scandir(dir, &v, NULL, alphasort), rc = 0, found = 0;

	if (n < 0)
		return as_fail(e, dir, 0, "%s", strerror(errno));
	for (int i = 0; i < n; i++) {
		char *below = NULL;

		if (rc == 0 && v[i]->d_name[0] != '.') {
			if (asprintf(&below, "%s/%s", dir, v[i]->d_name) < 0) {
				below = NULL;
				rc = as_nomem(e);
			} else if (is_run(below)) {
				found = 1;
				rc = of_run(below, labels, e);
			}
		}
		free(below);
		free(v[i]);
	}
	free(v);
	return rc == 0 && !found ? as_fail(e, dir, 0, "no run's folder, and none in it") : rc;
}

int
labels_from(const char *path, as_intern *labels, as_err *e)
{
	uint32_t before = labels->n;
	struct stat st;
	int rc;

	if (stat(path, &st) != 0)
		return as_fail(e, path, 0, "%s", strerror(errno));
	if (!S_ISDIR(st.st_mode))
		rc = of_stream(path, labels, e);
	else
		rc = is_run(path) ? of_run(path, labels, e) : of_runs(path, labels, e);
	if (rc == 0 && labels->n == before && labels->n == 0)
		return as_fail(e, path, 0, "no row names a backend");
	return rc;
}
