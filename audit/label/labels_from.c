/* labels_from.c - the labels that occur in run files; see mode_src.h. */
#include <errno.h>
#include <sys/stat.h>

#include "../evidence/folder.h"
#include "../evidence/runs.h"
#include "column_names.h"
#include "mode_src.h"
#include "operand.h"

static int add(as_intern *labels, const char *s, size_t n, as_err *e) {
	return n > 0 && as_intern_id(labels, s, n) == UINT32_MAX ? as_nomem(e) : 0;
}

enum { NO_ROW = 1, NO_RUN };

/* NO_RUN: nothing in the folder is of a run. */
static int of_run(const char *dir, as_intern *labels, as_err *e) {
	ev_run r;
	if (ev_run_open(&r, dir, NULL, 0, e) != 0) return -1;
	int rc = r.ncell ? 0 : r.manifest || r.nmode ? NO_ROW : NO_RUN;
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

/* Of the runs in a folder, by name. */
static int of_runs(const char *dir, as_intern *labels, as_err *e) {
	ev_run in = {.dir = dir};
	struct dirent **v = NULL;
	bool found = false;
	as_err none;
	int n = ev_names(&in, "", &v, e), rc = n < 0 ? -1 : 0;
	for (int i = 0; i < n && rc >= 0; i++) {
		if (ev_is_there(&in, v[i]->d_name, EV_FOLDER, &none) <= 0) continue;
		rc = of_run(ev_path(&in, v[i]->d_name), labels, e);
		found |= rc != NO_RUN;
	}
	ev_names_free(v, n);
	as_keep_free(&in.keep);
	if (rc >= 0 && !found)
		return as_fail(e, dir, 0, "not a run's folder, and contains none");
	return rc < 0 ? -1 : 0;
}

int labels_from(const char *path, as_intern *labels, as_err *e) {
	struct stat st;
	if (stat(path, &st) != 0) return as_fail(e, path, 0, "%s", strerror(errno));
	int rc = S_ISDIR(st.st_mode) ? of_run(path, labels, e) : of_stream(path, labels, e);
	if (rc == NO_RUN) rc = of_runs(path, labels, e);
	return rc || labels->n ? rc : as_fail(e, path, 0, "no row names a backend");
}
