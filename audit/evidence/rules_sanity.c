/* Rules that hold the files of a run against each other, and against those of
 * other runs. */
#include <time.h>

#include "folder.h"
#include "rules.h"
#include "str.h"

/* MODE/runs/[MODEL/]SCENARIO/BACKEND/DTYPE/FILE against the spec. */
static ev_finding *
wrong_place(const ev_cell *c, ev_finding *f)
{
	const char *want[3] = {c->dtype, c->backend, c->scenario}, *end = strrchr(c->file, '/');

	if (strcmp(c->folder, c->mode) != 0)
		return ev_alarm(f, "a file of mode %.40s is in the folder of %.40s", c->mode, c->folder);
	for (int i = 0; i < 3 && end; i++) {
		const char *s = end;
		size_t n;

		while (s > c->file && s[-1] != '/')
			s--;
		n = (size_t)(end - s);
		if (*want[i] && (strlen(want[i]) != n || strncmp(want[i], s, n) != 0))
			return ev_alarm(f, "the file says '%.60s' but lies in the folder '%.*s'", want[i],
			    (int)(n > 60 ? 60 : n), s);
		end = s > c->file ? s - 1 : NULL;
	}
	return NULL;
}

/* assay-run(5) names a run by its start, in UTC, to a second or two. */
static ev_finding *
other_start(const ev_run *r, ev_finding *f)
{
	const cJSON *v = r->own ? ev_get(r->manifest, "started_at") : NULL;
	struct tm tm = {0};
	const char *end;

	if (!cJSON_IsNumber(v) || !(end = strptime(r->id, "%Y%m%d_%H%M%S", &tm)) || *end ||
	    fabs((double)timegm(&tm) - v->valuedouble) < 3)
		return NULL;
	return ev_alarm(ev_where(f, "manifest.json", "run_id"),
	    "the run calls itself %.40s, but started_at says %.0f", r->id, v->valuedouble);
}

/* Of ".../RUN/MODE/runs/...": RUN, which may be empty, and "MODE/runs/..." or NULL. */
typedef struct { as_str run; const char *at; } run_path;

static run_path
path_of(const char *path, const char *mode)
{
	run_path p = {{"", 0}, ev_below_mode(path, mode)};

	if (p.at && p.at > path)
		for (p.run.s = p.at - 1; p.run.s > path && p.run.s[-1] != '/'; p.run.s--)
			p.run.n++;
	return p;
}

static as_str
run_named(const ev_cell *c)
{
	return c->doc ? path_of(ev_str(c->doc, "path"), c->folder).run : (as_str){"", 0};
}

/* It must name this run; where no manifest does, that of the other files: a
 * folder may have been renamed. */
static ev_finding *
of_other_run(const ev_run *r, const ev_cell *c, ev_finding *f)
{
	const int known = *ev_str(r->manifest, "run_id") != '\0';
	const as_str name = run_named(c);
	as_str want = known ? (as_str){r->id, strlen(r->id)} : (as_str){"", 0};

	for (size_t i = 0; !known && !want.n && i < r->ncell; i++)
		want = run_named(&r->cell[i]);
	if (!name.n || as_str_same(name, want))
		return NULL;
	return ev_alarm(ev_where(f, c->file, "path"), "the file says that it is of run %.*s",
	    AS_CLIPPED(name));
}

/* The rows of a cell name its run file; what is before its run's folder may be
 * spelled in two ways. */
static ev_finding *
other_file(const ev_cell *c, ev_finding *f)
{
	const char *path = ev_str(c->doc, "path"), *row = c->row_file ? c->row_file : "";
	const run_path p = path_of(path, c->mode), q = path_of(row, c->mode);

	if (!p.at || !q.at || (strcmp(p.at, q.at) == 0 &&
	    (!p.run.n || !q.run.n || as_str_same(p.run, q.run))))
		return NULL;
	return ev_alarm(ev_where(f, c->csv, "path"), "the rows are of the run file %.160s, which calls "
	    "itself %.160s", row, path);
}

/* One cell lies this long, and ten times as long as any other, apart from the
 * rest of its run. */
static const double PAUSE_S = 900;

static ev_finding *
from_other_time(const ev_run *r, const ev_cell *c, ev_finding *f)
{
	double others = 0;
	size_t n = 0;

	if (!(c->apart > PAUSE_S))
		return NULL;
	for (size_t i = 0; i < r->ncell; i++)
		if (&r->cell[i] != c && !isnan(r->cell[i].apart)) {
			n++;
			if (r->cell[i].apart > others)
				others = r->cell[i].apart;
		}
	if (n < 2 || !(c->apart > 10 * others))
		return NULL;
	return ev_alarm(ev_where(f, c->file, "started_at"), "the cell was measured %.0f minutes apart "
	    "from every other of the run", c->apart / 60);
}

/* And a whole mode, with a compile stage that is not that of the others. */
static ev_finding *
mode_from_other_time(const ev_facts *x, ev_finding *f)
{
	const double away = x->c->in ? x->c->in->of->away : 0;

	if (!(away > PAUSE_S))
		return NULL;
	return ev_alarm(ev_where(f, x->c->file, "compile"), "the mode was measured %.0f minutes apart "
	    "from every other, with a compile stage of its own, while the others share one", away / 60);
}

/* Against the compile stage of the others, and the meta of the mode's counters file. */
static ev_finding *
other_stage(const ev_facts *x, ev_finding *f)
{
	const ev_mode *m = x->c->in;
	const cJSON *meta = ev_meta_of(x->r, x->c), *v;

	for (const ev_cell *o = NULL; (o = ev_alike(x->r, x->c, EV_BY_SERIES, o));)
		if (o->of->first[EV_STAGE] && o->of->first[EV_STAGE] != x->c->of->first[EV_STAGE])
			return ev_alarm(ev_where(f, x->c->file, "compile"),
			    "its compile block differs from that of %.200s", o->file);
	if (!m || !m->doc)
		return NULL;
	v = ev_get(m->doc, "mode");
	if (cJSON_IsString(v) && strcmp(v->valuestring, m->name) != 0)
		return ev_alarm(ev_where(f, m->file, "mode"), "the counters say that they are of mode %.40s",
		    v->valuestring);
	if (cJSON_IsObject(meta) && !ev_same_stage(meta, x->c->compile))
		return ev_alarm(ev_where(f, m->file, "compile_meta"), "the compile stage in the counters of the "
		    "mode is not that of the run file");
	return NULL;
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

ev_finding *
ev_mixed(const ev_facts *x, ev_finding *f)
{
	const ev_cell *c = x->c;

	ev_where(f, ev_source(c), "");
	if (c->repeated)
		return ev_alarm(f, "two run files have the same mode, model, scenario, backend and dtype");
	for (size_t i = 0; i < x->nruns; i++) {
		const ev_run *r = &x->runs[i];
		const ev_cell *o = ev_copied(r, c), *same = r == x->r ? NULL : same_compile_time(r, c);

		if (o && (!same || o <= same))
			return ev_alarm(f, "five or more latencies equal, to the last digit, those of %.40s "
			    "%.40s %.60s in run %.60s", o->mode, o->scenario, o->backend, r->id);
		if (same)
			return ev_alarm(ev_where(f, c->file, "compile"),
			    "the compile time equals, to the last digit, that of run %.60s", r->id);
	}
	if (!c->doc)
		return ev_unknown(f, "there is no run file that could show it");
	if (other_start(x->r, f) || wrong_place(c, f) || of_other_run(x->r, c, f) || other_file(c, f) ||
	    from_other_time(x->r, c, f) || mode_from_other_time(x, f) || (c->compile && other_stage(x, f)))
		return f;
	return ev_holds(f, "paths, times and compile blocks agree");
}
