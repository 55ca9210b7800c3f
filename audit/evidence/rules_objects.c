/* Rules on the stored artifacts of assay-run(5): that they fit their files, the
 * samples and the counters. */
#include "rules.h"
#include "served.h"

/* Returns f where no artifacts can be asked. */
static ev_finding *
none_stored(const ev_facts *x, ev_finding *f)
{
	if (x->shelf)
		return NULL;
	if (x->r->own && !x->c->claims)
		return ev_not_asked(f, "the cell does not claim to be compiled");
	return ev_unknown(f, "no compiled artifact is stored");
}

/* That an artifact is there, that its guard takes the sample, that it has a
 * graph if it was replayed. */
static ev_finding *
misfit(const ev_facts *x, const cJSON *s, const char *id, int first, ev_finding *f)
{
	const double prompt = ev_num(s, "prompt");
	const cJSON *rows = as_json_at(x->c->doc, "spec.rows"), *a = ev_shelf_find(x->shelf, id);
	const char *t = strstr(ev_str(a, "guard"), "T=="), *backend = ev_str(x->c->compile, "backend");
	double is;

	if (!a)
		return ev_alarm(f, "artifact %.40s that a sample names does not exist", id);
	if (*backend && !*ev_str(x->c->compile, "fallback_from") &&
	    strcmp(ev_str(a, "backend"), backend) != 0)
		return ev_alarm(f, "artifact %.40s is of backend %.40s, but the compile block is of %.40s",
		    id, ev_str(a, "backend" ), backend);
	rows = fabs(prompt) < 1e6 ? cJSON_GetArrayItem(rows, (int)prompt) : NULL;
	is = rows ? cJSON_GetNumberValue(rows) : ev_num(s, "tokens");
	if (t && strcmp(x->c->mode, "prefill") == 0 && !isnan(is) && strtod(t + 3, NULL) != is)
		return ev_alarm(f,
		    "artifact %.40s is for T==%.0f, but served %.0f rows", id, strtod(t + 3, NULL), is);
	if (first && strcmp(ev_str(s, "served"), "replay") == 0 &&
	    !cJSON_IsTrue(as_json_at(a, "graph.captured")))
		return ev_alarm(f, "artifact %.40s was replayed, but no graph of it was captured", id);
	return NULL;
}

static ev_finding *
misfits(const ev_facts *x, const cJSON *s, ev_finding *f)
{
	const char *id = ev_str(s, "artifact");
	const cJSON *v;

	if (!*id && as_served_compiled(ev_str(s, "served")))
		return ev_alarm(f, "a sample was served by compiled code, but names no artifact");
	if (*id && misfit(x, s, id, 1, f))
		return f;
	cJSON_ArrayForEach(v, ev_get(s, "artifacts"))
		if (cJSON_IsString(v) && misfit(x, s, v->valuestring, 0, f))
			return f;
	return NULL;
}

ev_finding *
ev_objects(const ev_facts *x, ev_finding *f)
{
	const cJSON *s;

	if (x->torch.of)
		return ev_torch_objects(x, f);
	if (none_stored(x, f))
		return f;
	ev_where(f, x->shelf->dir, "");
	if (x->shelf->bad)
		return ev_alarm(f, "%s", x->shelf->bad);
	cJSON_ArrayForEach(s, ev_get(x->c->doc, "samples"))
		if (misfits(x, s, f))
			return f;
	return ev_holds(f, "sources, objects, kernel names and guards agree");
}

ev_finding *
ev_recompiled(const ev_facts *x, ev_finding *f)
{
	const ev_shelf *s = x->shelf;

	if (!x->recompile)
		return ev_not_asked(f, "not checked: --recompile was not given");
	if (none_stored(x, f))
		return f;
	ev_where(f, s->dir, "");
	if (s->again_bad > 0)
		return ev_alarm(f, "%s", s->again);
	return ev_set(f, s->again_bad < 0 ? EV_UNKNOWN : EV_HOLDS, "%s", s->again ? s->again : "");
}

/* Counters of the compiler before the first sample of this cell: those of the
 * cell of its model and mode that ended last before it, or of the compile stage. */
static const cJSON *
counters_before(const ev_facts *x)
{
	const cJSON *best = ev_get(x->c->compile, "dynamo_counters_after_compile");
	double mine = ev_last_ns(x->c), last = -1;

	for (const ev_cell *o = NULL; (o = ev_alike(x->r, x->c, EV_BY_STAGE, o));) {
		const cJSON *v = ev_get(o->compile, "dynamo_counters_after_cell");
		double t = ev_last_ns(o);

		if (o != x->c && v && t < mine && t > last) {
			best = v;
			last = t;
		}
	}
	return best;
}

/* Whether this cell's counters are the last ones of the mode. */
static int
ended_last(const ev_facts *x)
{
	for (const ev_cell *o = NULL; (o = ev_alike(x->r, x->c, EV_BY_STAGE, o));)
		if (o->compile && ev_last_ns(o) > ev_last_ns(x->c))
			return 0;
	return 1;
}

/* A count of the compiler over this cell against what its samples say. In
 * decode it may be one a sample more: the prefill before the timed steps. */
static ev_finding *
grew_other(const ev_facts *x, const char *path, const char *of_sample, const char *what,
    ev_finding *f)
{
	double grown = as_json_number(x->after, path) - as_json_number(counters_before(x), path);
	const cJSON *samples = ev_get(x->c->doc, "samples");
	const double want = ev_total(samples, of_sample);
	double more = strcmp(x->c->mode, "kv_decode") == 0 ? cJSON_GetArraySize(samples) : 0;

	if (isnan(grown) || (grown >= want && grown <= want + more))
		return NULL;
	return ev_alarm(f, "the counters have %.0f %s in this cell, but its samples have %.0f", grown,
	    what, want);
}

/* Each list of artifacts against the counters. */
static ev_finding *
other_list(const ev_facts *x, ev_finding *f)
{
	const cJSON *list = ev_get(x->c->compile, "artifacts"), *v;
	const cJSON *refused = ev_get(x->c->compile, "refused_shapes");
	const int n = cJSON_GetArraySize(list), nrefused = cJSON_GetArraySize(refused);
	double graphs = as_json_number(x->after, "stats.unique_graphs");
	double total = as_json_number(x->after, "frames.total"), ok = as_json_number(x->after,
	    "frames.ok");
	size_t of_one = 0;

	if (cJSON_IsArray(list) && !isnan(graphs) && n != graphs)
		return ev_alarm(f,
		    "compile.artifacts has %d artifacts, but the counters have %.0f graphs", n, graphs);
	if (ok != graphs && !isnan(ok) && !isnan(graphs))
		return ev_alarm(f, "the counters have %.0f frames that were compiled, but %.0f graphs", ok,
		    graphs);
	if (cJSON_IsArray(refused) && total - ok < nrefused)
		return ev_alarm(f, "%d shapes were refused, but the counters have %.0f frames, %.0f of "
		    "them compiled", nrefused, total, ok);
	for (size_t i = 0; i < x->shelf->n; i++)
		of_one += cJSON_IsFalse(ev_get(x->shelf->doc[i], "dynamic"));
	if (cJSON_IsTrue(ev_get(x->c->compile, "dynamic")) && of_one > 1 && of_one == x->shelf->n)
		return ev_alarm(f,
		    "compile.dynamic is true, but each of the %zu artifacts is for one shape", of_one);
	cJSON_ArrayForEach(v, list) {
		const cJSON *a = ev_shelf_find(x->shelf, ev_str(v, "id"));

		if (!a || strcmp(ev_str(a, "guard"), ev_str(v, "guard")) != 0)
			return ev_alarm(f, "artifact %.40s of compile.artifacts is %s", ev_str(v, "id"), a ?
			    "stored with another guard" : "not stored");
	}
	return NULL;
}

/* A count that an artifact has itself, or that its nodes have; NaN: one that was only traced has
 * no nodes, so nobody knows the operations in them. */
static double
of_artifact(const cJSON *a, const char *key)
{
	double n = ev_count(a, key) + cJSON_IsTrue(ev_get(a, key));
	const cJSON *node;

	cJSON_ArrayForEach(node, ev_get(a, "nodes"))
		n += ev_count(node, key) + cJSON_IsTrue(ev_get(node, key));
	return strcmp(key, "parts") == 0 && strcmp(ev_str(a, "backend"), "trace") == 0 ? NAN : n;
}

/* Counters of a moment against the artifacts that were there: compile.artifacts
 * has them in the order in which they were made. */
static ev_finding *
other_moment(const ev_facts *x, const cJSON *then, const char *when, ev_finding *f)
{
	static const char *const key[] = {"codegen.kernels", "codegen.compile_ms", "codegen.cache_hits",
	    "codegen.extern_calls", "stats.calls_captured"};
	static const char *const of_one[] = {"kernels", "compile_ms", "cached", "external", "parts"};
	double graphs = as_json_number(then, "stats.unique_graphs");
	double limit = as_json_number(then, "recompile_limit.limit");
	double asked = ev_num(x->c->compile, "recompile_limit");

	if (limit != asked && !isnan(limit) && !isnan(asked))
		return ev_alarm(f, "the counters %s have a limit of %.0f, but the compile block has %.0f",
		    when, limit, asked);
	for (size_t k = 0; k < sizeof key / sizeof *key; k++) {
		double want = as_json_number(then, key[k]), all = 0, n = 0;
		const cJSON *v;

		cJSON_ArrayForEach(v, ev_get(x->c->compile, "artifacts"))
			if (n++ < graphs)
				all += of_artifact(ev_shelf_find(x->shelf, ev_str(v, "id")), of_one[k]);
		if (!isnan(graphs) && fabs(all - want) > 1e-9 * fabs(want))
			return ev_alarm(f,
			    "%s of the first %.0f artifacts add up to %.17g, but the counters %s have %.17g",
			    key[k], graphs, all, when, want);
	}
	return NULL;
}

static ev_finding *
other_stage(const ev_facts *x, ev_finding *f)
{
	const cJSON *then = ev_get(x->c->compile, "dynamo_counters_after_compile");
	double wrapper = ev_num(x->c->compile, "compile_wrapper_ms");
	double alone = as_json_number(then, "codegen.compile_ms");

	if (wrapper < 0.999 * alone)
		return ev_alarm(f,
		    "the compile stage took %.6g ms, but its compiler alone took %.6g", wrapper, alone);
	return other_moment(x, then, "after the compile stage", f);
}

/* The stored artifacts against the counters at the end of the mode. */
static ev_finding *
other_sum(const ev_facts *x, ev_finding *f)
{
	double want = as_json_number(x->after, "graphs.replays"), all = 0;
	double graphs = as_json_number(x->after, "stats.unique_graphs");

	if (!ended_last(x))
		return NULL;
	if (!isnan(graphs) && (double)x->shelf->n != graphs)
		return ev_alarm(f,
		    "%zu artifacts are stored, but the counters have %.0f graphs", x->shelf->n, graphs);
	for (size_t i = 0; i < x->shelf->n; i++)
		all += ev_count(x->shelf->doc[i], "replays");
	if (!isnan(want) && all != want)
		return ev_alarm(f,
		    "the stored artifacts were replayed %.0f times, but the counters have %.0f", all, want);
	return NULL;
}

static int
one_model(const ev_run *r)
{
	for (size_t i = 1; i < r->ncell; i++)
		if (ev_alike(r, &r->cell[i], EV_BY_COUNTERS, NULL) != r->cell)
			return 0;
	return 1;
}

/* The counters file of the mode holds those of its last cell. */
static ev_finding *
other_end(const ev_facts *x, ev_finding *f)
{
	const ev_mode *m = x->c->in;
	const cJSON *v = ev_get(ev_meta_of(x->r, x->c), "dynamo_counters");

	if (!v && m && one_model(x->r))
		v = ev_get(m->doc, "dynamo_counters");
	if (!v || !ended_last(x) || as_json_same(v, x->after))
		return NULL;
	return ev_alarm(f, "the counters of the mode are not those of its last cell");
}

/* An artifact served at least the samples that name it. */
static ev_finding *
fewer_calls(const ev_facts *x, ev_finding *f)
{
	for (size_t i = 0; i < x->shelf->n; i++) {
		const cJSON *a = x->shelf->doc[i], *s;
		const char *id = ev_str(a, "id");
		double calls = ev_num(a, "calls"), replays = ev_num(a, "replays"), named = 0;

		cJSON_ArrayForEach(s, ev_get(x->c->doc, "samples"))
			named += strcmp(ev_str(s, "artifact"), id) == 0;
		if (named > calls)
			return ev_alarm(f, "%.0f samples of this cell name artifact %.40s, which was called %.0f times",
			    named, id, calls);
		if (replays > calls)
			return ev_alarm(f, "artifact %.40s was called %.0f times and replayed %.0f times", id, calls,
			    replays);
	}
	return NULL;
}

ev_finding *
ev_counts(const ev_facts *x, ev_finding *f)
{
	if (x->torch.of)
		return ev_torch_counts(x, f);
	if (!x->r->own)
		return ev_counts_published(x, f);
	if (none_stored(x, f))
		return f;
	ev_where(f, x->c->file, "compile.dynamo_counters_after_cell");
	if (!ev_get(x->c->compile, "dynamo_counters_after_cell"))
		return ev_unknown(f, "there are no counters of this cell");
	if (other_list(x, f) || other_stage(x, f) || other_moment(x, x->after, "after the cell", f) ||
	    other_sum(x, f) || other_end(x, f) || fewer_calls(x, f) ||
	    grew_other(x, "graphs.replays", "steps.replay", "replays", f) ||
	    grew_other(x, "recompile_limit.forwards_uncompiled", "reasons.recompile_limit",
	    "forwards over the limit", f))
		return f;
	return ev_holds(f, "counters, artifacts and samples count the same");
}
