/* Rule on files: what the manifest, the rows and the other modes promise is there. */
#include <stdio.h>
#include <string.h>

#include "alike.h"
#include "json.h"
#include "rules.h"

static int
has_mode(const ev_run *r, const char *mode)
{
	size_t n;
	const ev_kind_of_cell *kind = ev_kinds(r, &n);

	for (size_t i = 0; i < n; i++)
		if (strcmp(kind[i].mode, mode) == 0)
			return 1;
	return 0;
}

/* A cell of the model and backend of c in a mode, and of a scenario, if one is given. */
static int
has_cell(const ev_run *r, const ev_cell *c, const char *mode, const char *scenario)
{
	size_t n;
	const size_t *at = ev_alike(r, c, EV_BY_MODEL | EV_BY_BACKEND | EV_BY_DTYPE, &n);

	for (size_t i = 0; i < n; i++) {
		const ev_cell *o = &r->cell[at[i]];

		if (strcmp(o->mode, mode) == 0 && (!scenario || strcmp(o->scenario, scenario) == 0))
			return 1;
	}
	return 0;
}

/* The cells of one model and backend, in every scenario of the manifest and in
 * every mode of it. 1: one is not there. */
static int
gap(const ev_ctx *x, ev_finding *f)
{
	const cJSON *modes = x->r->manifest ? cJSON_GetObjectItemCaseSensitive(x->r->manifest, "modes") : NULL, *m;
	const cJSON *scenarios = x->r->manifest ? cJSON_GetObjectItemCaseSensitive(x->r->manifest, "scenarios") : NULL, *s;
	const ev_cell *c = x->c;
	size_t n, first = *ev_alike(x->r, c, EV_BY_MODEL | EV_BY_BACKEND | EV_BY_DTYPE, &n);

	if (x->r->cell[first].whole || !cJSON_IsArray(modes))
		return 0;
	ev_where(f, "manifest.json", "modes");
	cJSON_ArrayForEach(m, modes) {
		if (!cJSON_IsString(m))
			continue;
		if (!has_mode(x->r, m->valuestring)) {
			ev_alarm(f, "the manifest has mode %.60s, and there is nothing of it", m->valuestring);
			return 1;
		}
		if (!has_cell(x->r, c, m->valuestring, NULL)) { /* a backend need not have every mode */
			ev_set(f, EV_FAILS, "there is nothing of %.60s in mode %.60s, which the manifest has", c->backend, m->valuestring);
			return 1;
		}
		cJSON_ArrayForEach(s, scenarios) {
			if (cJSON_IsString(s) && !has_cell(x->r, c, m->valuestring, s->valuestring)) {
				ev_where(f, "manifest.json", "scenarios");
				ev_alarm(f, "there is no cell of %.60s, scenario %.60s, backend %.60s, which the manifest promises",
				    m->valuestring, s->valuestring, c->backend);
				return 1;
			}
		}
	}
	x->r->cell[first].whole = 1;
	return 0;
}

/* A mode without a file that every other mode has; NULL. */
static const char *
lacking(const ev_run *r, const ev_mode *m)
{
	const cJSON *whole = r->manifest ? cJSON_GetObjectItemCaseSensitive(r->manifest, "complete") : NULL;
	int csv = r->nmode > 2, counters = r->nmode > 2; /* one other mode is no rule */

	if (r->own && cJSON_IsTrue(whole)) /* assay-run(5): a mode without them is not whole */
		return !m->has_csv ? "metrics.csv" : !m->doc ? "dynamo_counters.json" : NULL;

	for (size_t i = 0; i < r->nmode; i++)
		if (&r->mode[i] != m) {
			csv &= r->mode[i].has_csv;
			counters &= r->mode[i].doc != NULL;
		}
	return csv && !m->has_csv ? "metrics.csv" : counters && !m->doc ? "dynamo_counters.json" : NULL;
}

void
ev_files(ev_ctx *x, ev_finding *f)
{
	const ev_cell *c = x->c;
	const ev_mode *m = ev_mode_of(x->r, c->mode);
	const char *gone = m && !x->r->incomplete ? lacking(x->r, m) : NULL;
	int mine = 0, any = 0;
	size_t n;
	const ev_kind_of_cell *kind = ev_kinds(x->r, &n);

	for (size_t i = 0; i < n; i++) {
		any |= kind[i].has_file;
		mine |= kind[i].has_file && strcmp(kind[i].mode, c->mode) == 0;
	}
	if (!x->r->incomplete && gap(x, f))
		return;
	ev_where(f, c->csv ? c->csv : c->file, "");
	if (!c->doc && mine)
		ev_alarm(f, "metrics.csv has rows of this cell, and there is no run file of it");
	else if (x->r->nmissing && (mine || (any && m && m->names_files))) {
		ev_where(f, c->csv, "path");
		ev_alarm(f, "%zu run files that rows name are not there, the first is %.200s", x->r->nmissing, x->r->missing[0]);
	} else if (gone)
		ev_alarm(f, "the mode has no %s, which %s", gone, x->r->own ? "a complete run has" : "every other mode has");
	else if (x->r->incomplete)
		ev_set(f, EV_FAILS, "the run is incomplete: %.200s", x->r->incomplete);
	else if (c->doc && !c->csv && m && !m->has_csv && x->r->manifest)
		ev_set(f, EV_FAILS, "there is no metrics.csv");
	else if (!c->doc)
		ev_set(f, m && m->names_files ? EV_FAILS : EV_UNKNOWN, "there are no run files");
	else
		ev_set(f, EV_HOLDS, "the run file is there");
}
