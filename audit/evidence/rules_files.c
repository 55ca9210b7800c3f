/* Rule on files: what the manifest, the rows and the other modes promise is there. */
#include "rules.h"

/* A mode without a file that every other mode has; NULL. */
static const char *
lacking(const ev_run *r, const ev_mode *m)
{
	int csv = r->nmode > 2, counters = r->nmode > 2; /* one other mode is no rule */

	/* assay-run(5): a mode without them is not whole */
	if (r->own && cJSON_IsTrue(ev_get(r->manifest, "complete")))
		return !m->has_csv ? "metrics.csv" : !m->doc ? "dynamo_counters.json" : NULL;

	for (size_t i = 0; i < r->nmode; i++)
		if (&r->mode[i] != m) {
			csv &= r->mode[i].has_csv;
			counters &= r->mode[i].doc != NULL;
		}
	return csv && !m->has_csv ? "metrics.csv" : counters && !m->doc ? "dynamo_counters.json" : NULL;
}

ev_finding *
ev_files(const ev_facts *x, ev_finding *f)
{
	const ev_cell *c = x->c;
	const ev_mode *m = x->c->in;
	const ev_gap *gap = &c->of->gap;
	const char *gone = m && !x->r->incomplete ? lacking(x->r, m) : NULL;
	int mine = 0, any = 0;
	size_t n;
	const ev_kind_of_cell *kind = ev_kinds(x->r, &n);

	for (size_t i = 0; i < n; i++) {
		any |= kind[i].has_file;
		mine |= kind[i].has_file && strcmp(kind[i].mode, c->mode) == 0;
	}
	if (gap->mode && !gap->scenario) {
		ev_where(f, "manifest.json", "modes");
		if (gap->mode_gone)
			return ev_alarm(f, "mode %.60s is in the manifest, but has no files", gap->mode);
		return ev_fails(f,
		    "%.60s is in the manifest, but mode %.60s has no files of it", c->backend, gap->mode);
	}
	if (gap->mode)
		return ev_alarm(ev_where(f, "manifest.json", "scenarios"), "there is no cell of %.60s, scenario "
		    "%.60s, backend %.60s, which the manifest promises", gap->mode, gap->scenario, c->backend);
	ev_where(f, c->csv ? c->csv : c->file, "");
	if (!c->doc && mine)
		return ev_alarm(f, "metrics.csv has rows of this cell, but it has no run file");
	if (x->r->nmissing && (mine || (any && m && m->names_files)))
		return ev_alarm(ev_where(f, c->csv, "path"), "%zu run files that rows name do not exist; "
		    "the first is %.200s", x->r->nmissing, x->r->missing);
	if (gone)
		return ev_alarm(f, "the mode has no %s, which %s", gone, x->r->own ? "a complete run has" :
		    "every other mode has");
	if (x->r->incomplete)
		return ev_fails(f, "the run is incomplete: %.200s", x->r->incomplete);
	if (c->doc && !c->csv && m && !m->has_csv && x->r->manifest)
		return ev_fails(f, "there is no metrics.csv");
	if (!c->doc)
		return ev_set(f, m && m->names_files ? EV_FAILS : EV_UNKNOWN, "there are no run files");
	return ev_holds(f, "the run file is there");
}
