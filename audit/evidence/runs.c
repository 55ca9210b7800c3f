#include "runs.h"

#include <sys/stat.h>

static int
differ(char *const *dir, size_t n, as_err *e)
{
	struct stat s, t;

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < i; k++)
			if (stat(dir[i], &s) == 0 && stat(dir[k], &t) == 0 &&
			    s.st_dev == t.st_dev && s.st_ino == t.st_ino)
				return as_fail(e, dir[i], 0, "it was given twice");
	return 0;
}

int
ev_runs_open(ev_runs *rs, char *const *dir, size_t n, char *const *labels, size_t nlabel,
    as_err *e)
{
	int rc = differ(dir, n, e);

	*rs = (ev_runs){.v = calloc(n + 1, sizeof *rs->v), .skipped = calloc(n + 1, sizeof *rs->skipped)};
	if (!rs->v || !rs->skipped)
		rc = as_nomem(e);
	for (size_t i = 0; i < n && rc == 0; i++) {
		ev_run *r = &rs->v[rs->n];

		if ((rc = ev_run_open(r, dir[i], labels, nlabel, e)) != 0)
			break;
		if (r->ncell) {
			rs->n++;
			rs->nincomplete += r->incomplete != NULL;
		} else {
			ev_run_close(r);
			rs->skipped[rs->nskipped++] = dir[i];
		}
	}
	if (rc != 0)
		ev_runs_close(rs);
	return rc;
}

void
ev_runs_close(ev_runs *rs)
{
	while (rs->n > 0)
		ev_run_close(&rs->v[--rs->n]);
	free(rs->v);
	free(rs->skipped);
	*rs = (ev_runs){0};
}

int
ev_runs_remark(const ev_runs *rs, size_t i, as_err *e)
{
	if (i < rs->nskipped)
		return as_fail(e, rs->skipped[i], 0, EV_NO_ROW), 1;
	i -= rs->nskipped;
	for (size_t k = 0; k < rs->n; k++)
		if (rs->v[k].incomplete && i-- == 0)
			return as_fail(e, rs->v[k].dir, 0, "incomplete: %s", rs->v[k].incomplete), 1;
	return 0;
}

void
ev_runs_note(const ev_runs *rs, as_table *t)
{
	as_err e;

	if (rs->nskipped + rs->nincomplete == 0)
		return;
	as_table_notef(t, "folders skipped: %zu; runs incomplete: %zu", rs->nskipped, rs->nincomplete);
	for (size_t i = 0; ev_runs_remark(rs, i, &e); i++)
		as_table_notef(t, "%s: %s", e.file, e.msg);
}
