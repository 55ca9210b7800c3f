/* Rules that hold the files of a run against each other, and against those of
 * other runs. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "alike.h"
#include "copies.h"
#include "json.h"
#include "meta.h"
#include "rules.h"

/* MODE/runs/[MODEL/]SCENARIO/BACKEND/DTYPE/FILE against the spec. */
static int
wrong_place(const ev_cell *c, ev_finding *f)
{
	const char *want[3] = {c->dtype, c->backend, c->scenario}, *end = strrchr(c->file, '/');

	if (strcmp(c->folder, c->mode) != 0) {
		ev_alarm(f, "a file of mode %.40s lies in the folder of %.40s", c->mode, c->folder);
		return 1;
	}
	for (int i = 0; i < 3 && end; i++) {
		const char *s = end;

		while (s > c->file && s[-1] != '/')
			s--;
		if (*want[i] && (strlen(want[i]) != (size_t)(end - s) || strncmp(want[i], s, (size_t)(end - s)) != 0)) {
			ev_alarm(f, "the file says '%.60s' and lies in the folder '%.*s'", want[i], (int)(end - s) > 60 ? 60 : (int)(end - s), s);
			return 1;
		}
		end = s > c->file ? s - 1 : NULL;
	}
	return 0;
}

/* assay-run(5) names a run by its start, in UTC, to a second or two. */
static int
other_start(const ev_run *r, ev_finding *f)
{
	const cJSON *v = r->own ? cJSON_GetObjectItemCaseSensitive(r->manifest, "started_at") : NULL;
	struct tm tm = {0};
	const char *end;

	if (!cJSON_IsNumber(v) || !(end = strptime(r->id, "%Y%m%d_%H%M%S", &tm)) || *end || fabs((double)timegm(&tm) - v->valuedouble) < 3)
		return 0;
	ev_where(f, "manifest.json", "run_id");
	ev_alarm(f, "the run calls itself %.40s, and started at %.0f, by started_at", r->id, v->valuedouble);
	return 1;
}

/* RUN of ".../RUN/MODE/runs/..."; *n is 0 if it names none. *at: "MODE/runs/...",
 * or NULL. */
static const char *
run_in(const char *path, const char *mode, size_t *n, const char **at)
{
	const char *from;
	char key[80];

	*n = 0;
	snprintf(key, sizeof key, "%.60s/runs/", mode ? mode : "");
	*at = strstr(path, key);
	while (*at && *at > path && (*at)[-1] != '/')
		*at = strstr(*at + 1, key);
	if (!*at || *at == path)
		return "";
	for (from = *at - 1; from > path && from[-1] != '/'; from--)
		;
	*n = (size_t)(*at - 1 - from);
	return from;
}

static const char *
run_named(const ev_cell *c, size_t *n)
{
	const char *at;

	*n = 0;
	return c->doc ? run_in(ev_str(c->doc, "path"), c->folder, n, &at) : "";
}

/* It must name this run; where no manifest does, that of the other files: a
 * folder may have been renamed. */
static int
of_other_run(const ev_run *r, const ev_cell *c, ev_finding *f)
{
	size_t n, m = strlen(r->id);
	const char *name = run_named(c, &n), *want = r->id;

	if (!n)
		return 0;
	for (size_t i = 0; !*ev_str(r->manifest, "run_id") && i < r->ncell; i++) {
		want = run_named(&r->cell[i], &m);
		if (m)
			break;
	}
	if (m == n && strncmp(name, want, n) == 0)
		return 0;
	ev_where(f, c->file, "path");
	ev_alarm(f, "the file says that it is of run %.*s", (int)n > 80 ? 80 : (int)n, name);
	return 1;
}

/* The rows of a cell name its run file; what is before its run's folder may be
 * spelled in two ways. */
static int
other_file(const ev_cell *c, ev_finding *f)
{
	const char *path = ev_str(c->doc, "path"), *row = c->row_file ? c->row_file : "", *a, *b, *p, *q;
	size_t n, m;

	p = run_in(path, c->mode, &n, &a);
	q = run_in(row, c->mode, &m, &b);
	if (!a || !b || (strcmp(a, b) == 0 && (!n || !m || (n == m && strncmp(p, q, n) == 0))))
		return 0;
	ev_where(f, c->csv, "path");
	ev_alarm(f, "the rows are of the run file %.160s, which calls itself %.160s", row, path);
	return 1;
}

/* One cell lies this long, and ten times as long as any other, apart from the
 * rest of its run. */
static const double PAUSE_S = 900;

static int
from_other_time(const ev_run *r, const ev_cell *c, ev_finding *f)
{
	double others = 0;
	size_t n = 0;

	if (!(c->apart > PAUSE_S))
		return 0;
	for (size_t i = 0; i < r->ncell; i++)
		if (&r->cell[i] != c && !isnan(r->cell[i].apart)) {
			n++;
			if (r->cell[i].apart > others)
				others = r->cell[i].apart;
		}
	if (n < 2 || !(c->apart > 10 * others))
		return 0;
	ev_where(f, c->file, "started_at");
	ev_alarm(f, "the cell was measured %.0f minutes apart from every other of the run", c->apart / 60);
	return 1;
}

/* And a whole mode, with a compile stage that is not that of the others. */
static int
mode_from_other_time(const ev_facts *x, ev_finding *f)
{
	const ev_mode *m = ev_mode_of(x->r, x->c->mode);
	double away = m ? x->all->away[m - x->r->mode] : 0;

	if (!(away > PAUSE_S))
		return 0;
	ev_where(f, x->c->file, "compile");
	ev_alarm(f, "the mode was measured %.0f minutes apart from every other, with a compile stage of its own, and those share theirs", away / 60);
	return 1;
}

/* Against the meta of the mode's counters file. */
static int
other_meta(const ev_facts *x, ev_finding *f)
{
	const ev_mode *m = ev_mode_of(x->r, x->c->mode);
	const cJSON *meta = ev_meta_of(x->r, x->c), *v;

	if (!m || !m->doc)
		return 0;
	v = cJSON_GetObjectItemCaseSensitive(m->doc, "mode");
	if (cJSON_IsString(v) && strcmp(v->valuestring, m->name) != 0) {
		ev_where(f, m->file, "mode");
		ev_alarm(f, "the counters say that they are of mode %.40s", v->valuestring);
		return 1;
	}
	if (cJSON_IsObject(meta) && !ev_same_stage(meta, x->c->compile)) {
		ev_where(f, m->file, "compile_meta");
		ev_alarm(f, "the compile stage in the counters of the mode is not that of the run file");
		return 1;
	}
	return 0;
}

/* The first cell of another run whose compile stage took the same time. */
static const ev_cell *
same_compile_time(const ev_run *r, const ev_cell *c)
{
	double once = ev_compile_ms(c);

	for (size_t i = 0; once > 0 && i < r->ncell; i++)
		if (ev_compile_ms(&r->cell[i]) == once)
			return &r->cell[i];
	return NULL;
}

void
ev_mixed(const ev_facts *x, ev_finding *f)
{
	const ev_cell *c = x->c;
	const size_t *at;
	size_t n;

	ev_where(f, c->file ? c->file : c->csv, "");
	if (c->repeated) {
		ev_alarm(f, "two run files have the same mode, model, scenario, backend and dtype");
		return;
	}
	for (size_t i = 0; i < x->nruns; i++) {
		const ev_cell *o = ev_copied(&x->runs[i], c), *same = &x->runs[i] == x->r ? NULL : same_compile_time(&x->runs[i], c);

		if (o && (!same || o <= same)) {
			ev_alarm(f, "five or more latencies are to the last digit those of %.40s %.40s %.60s in run %.60s", o->mode, o->scenario, o->backend, x->runs[i].id);
			return;
		}
		if (same) {
			ev_where(f, c->file, "compile");
			ev_alarm(f, "the compile time is to the last digit that of run %.60s", x->runs[i].id);
			return;
		}
	}
	if (!c->doc) {
		ev_set(f, EV_UNKNOWN, "there is no run file to tell");
		return;
	}
	if (other_start(x->r, f) || wrong_place(c, f) || of_other_run(x->r, c, f) || other_file(c, f) || from_other_time(x->r, c, f) || mode_from_other_time(x, f))
		return;
	at = ev_alike(x->r, c, EV_BY_SERIES, &n);
	for (size_t i = 0; c->compile && i < n; i++) {
		const ev_cell *o = &x->r->cell[at[i]];

		if (x->all->stage[at[i]] && x->all->stage[at[i]] != x->all->stage[c - x->r->cell]) {
			ev_where(f, c->file, "compile");
			ev_alarm(f, "its compile block is another than that of %.200s", o->file);
			return;
		}
	}
	if (c->compile && other_meta(x, f))
		return;
	ev_set(f, EV_HOLDS, "paths, times and compile blocks agree");
}
