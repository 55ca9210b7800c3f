/* A run's folder, read. */
#include <errno.h>
#include <limits.h>
#include <sys/stat.h>

#include "alike.h"
#include "folder.h"
#include "grow.h"
#include "runs.h"
#include "shelf.h"
#include "spans.h"
#include "words.h"

static int
add_mode(ev_run *r, const char *name, as_err *e)
{
	const char *counters = as_text(&r->keep, "%s/dynamo_counters.json", name);
	const char *csv = as_text(&r->keep, "%s/metrics.csv", name);
	const char *runs = as_text(&r->keep, "%s/runs", name);
	int has_counters, has_csv, has_runs;
	ev_mode *m;

	if ((has_counters = ev_is_there(r, counters, EV_FILE, e)) < 0 ||
	    (has_csv = ev_is_there(r, csv, EV_FILE, e)) < 0 ||
	    (has_runs = ev_is_there(r, runs, EV_FOLDER, e)) < 0)
		return -1;
	if (!has_counters && !has_csv && !has_runs)
		return 0;
	if (as_grow_one(&r->mode, r->nmode, sizeof *m) != 0)
		return as_nomem(e);
	m = &r->mode[r->nmode++];
	*m = (ev_mode){.name = as_text(&r->keep, "%s", name),
	    .file = has_counters ? counters : NULL, .has_csv = has_csv};
	if (ev_read_object(r, counters, &m->doc, e) < 0 ||
	    (has_runs && ev_runfiles_read(r, m->name, runs, e) != 0))
		return -1;
	return has_csv ? ev_rows_read(r, m, csv, e) : 0;
}

/* Rules read such files later, and have no way to say that one is wrong. */
static int
check(ev_run *r, const char *name, as_err *e)
{
	cJSON *o = NULL;
	int rc = strncmp(name, "triton_evidence_", 16) == 0 ? ev_read_object(r, name, &o, e) :
	    ev_is_there(r, name, EV_FILE, e);

	cJSON_Delete(o);
	return rc < 0 ? -1 : 0;
}

/* Modes in the order of the manifest, then what else lies there. */
static int
read_modes(ev_run *r, as_err *e)
{
	const cJSON *list = ev_get(r->manifest, "modes"), *m;
	struct dirent **v;
	as_err other;
	int n, rc = 0;

	cJSON_ArrayForEach(m, list) {
		const char *name = m->valuestring; /* a text: see manifest.c */

		if (strchr(name, '/') || name[0] == '.' || ev_mode_of(r, name))
			continue;
		if ((rc = ev_is_there(r, name, EV_FOLDER, e)) < 0 || (rc && add_mode(r, name, e) != 0))
			return -1;
	}
	if ((n = ev_names(r, "", &v, e)) < 0)
		return -1;
	rc = 0;
	for (int i = 0; i < n && rc == 0; i++)
		if (as_ends_with(v[i]->d_name, ".json"))
			rc = check(r, v[i]->d_name, e);
		else if (!ev_mode_of(r, v[i]->d_name) && ev_is_there(r, v[i]->d_name, EV_FOLDER, &other) > 0)
			rc = add_mode(r, v[i]->d_name, e);
	ev_names_free(v, n);
	return rc;
}

static int
claims(const ev_cell *c, char *const *labels, size_t nlabel)
{
	const cJSON *on = ev_get(c->compile, "enabled");

	if (c->compile && !cJSON_IsFalse(on))
		return 1;
	for (size_t i = 0; i < nlabel; i++)
		if (strcmp(c->backend, labels[i]) == 0)
			return 1;
	return !labels && ev_names_compile(c->backend);
}

/* By mode, then rows' order, as ev_rows_read numbered the cells, then as they were read. */
static int
by_order(const void *a, const void *b)
{
	const ev_cell *p = a, *q = b;

	if (p->in != q->in)
		return !p->in || (q->in && p->in > q->in) ? 1 : -1;
	return p->order != q->order ? (p->order > q->order) - (p->order < q->order) :
	    (p->at > q->at) - (p->at < q->at);
}

/* The closest name: transformers-gpu to transformers-gpu-compile, not ollama. And whether
 * another run file before has the same keys. */
static void
find_rivals(const ev_run *r, ev_cell *c)
{
	size_t most = 0;

	c->eager = (size_t)(c - r->cell);
	for (const ev_cell *o = NULL; (o = ev_alike(r, c, EV_BY_RIVALS, o));) {
		size_t same = 0;

		c->repeated |= o < c && strcmp(o->backend, c->backend) == 0;
		if (o == c || o->claims)
			continue;
		while (o->backend[same] && o->backend[same] == c->backend[same])
			same++;
		if (ev_eager_of(r, c) == NULL || same > most) {
			c->eager = (size_t)(o - r->cell);
			most = same;
		}
	}
}

static int
finish(ev_run *r, char *const *labels, size_t nlabel)
{
	for (size_t i = 0; i < r->ncell; i++) {
		ev_cell *c = &r->cell[i];

		c->at = i;
		c->in = ev_mode_of(r, c->mode);
		c->v = c->doc ? c->sample : c->row;
		c->n = c->doc ? c->nsample : c->nrow;
		for (size_t k = 0; k < c->n; k++)
			if (c->v[k].ok) {
				c->nok++;
				c->sum_s += c->v[k].ms;
				c->longest = c->v[k].tokens > c->longest ? c->v[k].tokens : c->longest;
			}
		c->sum_s /= 1e3;
		c->claims = claims(c, labels, nlabel);
	}
	qsort(r->cell, r->ncell, sizeof *r->cell, by_order);
	if (ev_alike_build(r) != 0 || ev_times_build(r) != 0 || ev_copies_build(r) != 0)
		return -1;
	for (size_t i = 0; i < r->ncell; i++)
		find_rivals(r, &r->cell[i]);
	ev_find_starts(r);
	return 0;
}

static int
fill(ev_run *r, char *const *labels, size_t nlabel, as_err *e)
{
	if (ev_manifest_read(r, e) != 0 || read_modes(r, e) != 0)
		return -1;
	if (r->ncell == 0)
		return !cJSON_IsTrue(ev_get(r->manifest, "complete")) ? 0 : as_fail(e,
		    r->dir, 0, "the manifest says that the run is complete, but it has no row");
	if (finish(r, labels, nlabel) != 0)
		return as_nomem(e);
	ev_find_incomplete(r);
	return 0;
}

int
ev_run_open(ev_run *r, const char *dir, char *const *labels, size_t nlabel, as_err *e)
{
	struct stat st;
	char real[PATH_MAX];
	const char *slash;

	*r = (ev_run){.dir = dir, .batch = 1};
	if (stat(dir, &st) != 0 || !realpath(dir, real))
		return as_fail(e, dir, 0, "%s", strerror(errno));
	if (!S_ISDIR(st.st_mode))
		return as_fail(e, dir, 0, "not a run's folder");
	slash = strrchr(real, '/');
	r->id = as_text(&r->keep, "%s", slash ? slash + 1 : real);
	if (fill(r, labels, nlabel, e) == 0 && (!r->keep.nomem || as_nomem(e) == 0))
		return 0;
	ev_run_close(r);
	return -1;
}

void
ev_run_close(ev_run *r)
{
	for (size_t i = 0; i < r->ncell; i++)
		cJSON_Delete(r->cell[i].doc);
	for (size_t i = 0; i < r->nmode; i++)
		cJSON_Delete(r->mode[i].doc);
	for (size_t i = 0; i < r->ncell; i++)
		free(r->cell[i].row);
	cJSON_Delete(r->manifest);
	ev_shelves_free(r->shelf);
	free(r->cell);
	free(r->mode);
	as_keep_free(&r->keep);
	*r = (ev_run){0};
}
