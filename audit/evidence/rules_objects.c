/* Rules on the stored artifacts of assay-run(5): that they fit their files, the
 * samples and the counters. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "meta.h"
#include "rules.h"
#include "shelf.h"

enum { WHY = 400 };

/* The artifacts of the cell; NULL where none can be asked, which is decided then. */
static const ev_shelf *
stored(const ev_facts *x, ev_finding *f)
{
	if (x->shelf)
		return x->shelf;
	ev_set(f, x->r->own && !x->c->claims ? EV_NOT_ASKED : EV_UNKNOWN,
	    x->r->own && !x->c->claims ? "the cell does not claim to be compiled" : "no compiled artifact is stored");
	return NULL;
}

/* That an artifact is there, that its guard takes the sample, that it has a
 * graph if it was replayed. 1: as it should be. */
static int
one_fits(const ev_facts *x, const ev_shelf *shelf, const cJSON *s, const char *id, int first, char *why)
{
	const cJSON *tokens = cJSON_GetObjectItemCaseSensitive(s, "tokens"), *prompt = cJSON_GetObjectItemCaseSensitive(s, "prompt");
	const cJSON *rows = as_json_at(x->c->doc, "spec.rows"), *a = ev_shelf_find(shelf, id);
	const char *t;

	if (!a)
		return snprintf(why, WHY, "artifact %.40s that a sample names is not there", id), 0;
	if (x->c->compile && *ev_str(x->c->compile, "backend") && !*ev_str(x->c->compile, "fallback_from") &&
	    strcmp(ev_str(a, "backend"), ev_str(x->c->compile, "backend")) != 0)
		return snprintf(why, WHY, "artifact %.40s is of backend %.40s, the compile block of %.40s", id, ev_str(a, "backend"), ev_str(x->c->compile, "backend")), 0;
	t = strstr(ev_str(a, "guard"), "T==");
	rows = cJSON_IsNumber(prompt) && fabs(prompt->valuedouble) < 1e6 ? cJSON_GetArrayItem(rows, (int)prompt->valuedouble) : NULL;
	if (t && strcmp(x->c->mode, "prefill") == 0 && cJSON_IsNumber(rows ? rows : tokens) &&
	    strtod(t + 3, NULL) != (rows ? rows : tokens)->valuedouble)
		return snprintf(why, WHY, "artifact %.40s is for T==%.0f, and served %.0f rows", id, strtod(t + 3, NULL), (rows ? rows : tokens)->valuedouble), 0;
	if (first && strcmp(ev_str(s, "served"), "replay") == 0 && !cJSON_IsTrue(as_json_at(a, "graph.captured")))
		return snprintf(why, WHY, "artifact %.40s was replayed, and no graph of it was captured", id), 0;
	return 1;
}

static int
sample_fits(const ev_facts *x, const ev_shelf *shelf, const cJSON *s, char *why)
{
	const char *id = ev_str(s, "artifact");
	const cJSON *more = cJSON_GetObjectItemCaseSensitive(s, "artifacts"), *v;

	if (!*id && ev_is_code(ev_str(s, "served")))
		return snprintf(why, WHY, "a sample was served by compiled code, and no artifact is named"), 0;
	if (*id && !one_fits(x, shelf, s, id, 1, why))
		return 0;
	cJSON_ArrayForEach(v, more)
		if (cJSON_IsString(v) && !one_fits(x, shelf, s, v->valuestring, 0, why))
			return 0;
	return 1;
}

void
ev_objects(const ev_facts *x, ev_finding *f)
{
	const ev_shelf *shelf;
	const cJSON *s;
	char why[WHY];

	if (!(shelf = stored(x, f)))
		return;
	ev_where(f, shelf->dir, "");
	if (shelf->bad) {
		ev_alarm(f, "%s", shelf->bad);
		return;
	}
	cJSON_ArrayForEach(s, cJSON_GetObjectItemCaseSensitive(x->c->doc, "samples"))
		if (!sample_fits(x, shelf, s, why)) {
			ev_alarm(f, "%s", why);
			return;
		}
	ev_set(f, EV_HOLDS, "sources, objects, kernel names and guards fit");
}

void
ev_recompiled(const ev_facts *x, ev_finding *f)
{
	const ev_shelf *shelf;

	if (!x->recompile) {
		ev_set(f, EV_NOT_ASKED, "not asked for (--recompile)");
		return;
	}
	if (!(shelf = stored(x, f)))
		return;
	ev_where(f, shelf->dir, "");
	if (shelf->again_bad > 0)
		ev_alarm(f, "%s", shelf->again);
	else
		ev_set(f, shelf->again_bad < 0 ? EV_UNKNOWN : EV_HOLDS, "%s", shelf->again ? shelf->again : "");
}

/* Counters of the compiler before the first sample of this cell: those of the
 * cell of its model and mode that ended last before it, or of the compile stage. */
static const cJSON *
counters_before(const ev_facts *x)
{
	const cJSON *best = cJSON_GetObjectItemCaseSensitive(x->c->compile, "dynamo_counters_after_compile");
	double mine = ev_last_ns(x->c), last = -1;

	for (size_t i = 0; i < x->r->ncell; i++) {
		const ev_cell *o = &x->r->cell[i];
		const cJSON *v = o->compile ? cJSON_GetObjectItemCaseSensitive(o->compile, "dynamo_counters_after_cell") : NULL;
		double t = ev_last_ns(o);

		if (o != x->c && v && strcmp(o->mode, x->c->mode) == 0 && strcmp(o->model, x->c->model) == 0 &&
		    strcmp(o->dtype, x->c->dtype) == 0 && t < mine && t > last) {
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
	for (size_t i = 0; i < x->r->ncell; i++) {
		const ev_cell *o = &x->r->cell[i];

		if (o->compile && strcmp(o->mode, x->c->mode) == 0 && strcmp(o->model, x->c->model) == 0 &&
		    strcmp(o->dtype, x->c->dtype) == 0 && ev_last_ns(o) > ev_last_ns(x->c))
			return 0;
	}
	return 1;
}

/* Forwards by what served them, over all samples of the cell. */
static void
forwards(const ev_cell *c, double *replay, double *over, double *n)
{
	const cJSON *s, *v;

	*replay = *over = *n = 0;
	cJSON_ArrayForEach(s, cJSON_GetObjectItemCaseSensitive(c->doc, "samples")) {
		cJSON_ArrayForEach(v, cJSON_GetObjectItemCaseSensitive(s, "steps"))
			if (cJSON_IsNumber(v) && v->string && strcmp(v->string, "replay") == 0)
				*replay += v->valuedouble;
		v = as_json_at(s, "reasons.recompile_limit");
		*over += cJSON_IsNumber(v) ? v->valuedouble : 0;
		++*n;
	}
}

/* A count of the compiler over this cell against what its samples say. In
 * decode it may be one a sample more: the prefill before the timed steps. */
static int
grew_other(const ev_facts *x, const cJSON *before, const char *path, double want, const char *what, char *why)
{
	double was = as_json_number(before, path), now = as_json_number(x->after, path), free_ones = 0, n;
	double ignore;

	if (isnan(was) || isnan(now))
		return 0;
	if (strcmp(x->c->mode, "kv_decode") == 0) {
		forwards(x->c, &ignore, &ignore, &n);
		free_ones = n;
	}
	if (now - was >= want && now - was <= want + free_ones)
		return 0;
	snprintf(why, WHY, "the counters have %.0f %s in this cell, its samples %.0f", now - was, what, want);
	return 1;
}

/* Each list of artifacts against the counters. */
static int
other_list(const ev_facts *x, const ev_shelf *shelf, char *why)
{
	const cJSON *list = cJSON_GetObjectItemCaseSensitive(x->c->compile, "artifacts"), *v;
	const cJSON *refused = cJSON_GetObjectItemCaseSensitive(x->c->compile, "refused_shapes");
	double n = cJSON_IsArray(list) ? cJSON_GetArraySize(list) : NAN, graphs = as_json_number(x->after, "stats.unique_graphs");
	double total = as_json_number(x->after, "frames.total"), ok = as_json_number(x->after, "frames.ok");

	if (n != graphs && !isnan(n) && !isnan(graphs))
		return snprintf(why, WHY, "compile.artifacts has %.0f, the counters have %.0f graphs", n, graphs), 1;
	if (ok != graphs && !isnan(ok) && !isnan(graphs))
		return snprintf(why, WHY, "the counters have %.0f frames that were compiled, and %.0f graphs", ok, graphs), 1;
	if (cJSON_IsArray(refused) && !isnan(total - ok) && total - ok < cJSON_GetArraySize(refused))
		return snprintf(why, WHY, "%d shapes were refused, and the counters have %.0f frames, %.0f of them compiled",
		    cJSON_GetArraySize(refused), total, ok), 1;
	if (cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(x->c->compile, "dynamic")) && shelf->n > 1) {
		size_t of_one = 0;

		for (size_t i = 0; i < shelf->n; i++)
			of_one += cJSON_IsFalse(cJSON_GetObjectItemCaseSensitive(shelf->doc[i], "dynamic"));
		if (of_one == shelf->n)
			return snprintf(why, WHY, "compile.dynamic is true, and each of the %zu artifacts is for one shape", shelf->n), 1;
	}
	cJSON_ArrayForEach(v, list) {
		const cJSON *a = ev_shelf_find(shelf, ev_str(v, "id"));

		if (!a || strcmp(ev_str(a, "guard"), ev_str(v, "guard")) != 0)
			return snprintf(why, WHY, "artifact %.40s of compile.artifacts is %s", ev_str(v, "id"), a ? "stored with another guard" : "not stored"), 1;
	}
	return 0;
}

/* Counters of a moment against the artifacts that were there: compile.artifacts
 * has them in the order in which they were made. */
static int
other_moment(const ev_facts *x, const ev_shelf *shelf, const cJSON *then, const char *when, char *why)
{
	const struct { const char *key, *path; } sum[] = {{"kernels", "codegen.kernels"}, {"compile_ms", "codegen.compile_ms"}};
	double graphs = as_json_number(then, "stats.unique_graphs"), limit = as_json_number(then, "recompile_limit.limit");
	double asked = as_json_number(x->c->compile, "recompile_limit"), wrapper = as_json_number(x->c->compile, "compile_wrapper_ms");

	if (strstr(when, "stage") && wrapper < 0.999 * as_json_number(then, "codegen.compile_ms"))
		return snprintf(why, WHY, "the compile stage took %.6g ms, and its compiler alone %.6g", wrapper, as_json_number(then, "codegen.compile_ms")), 1;
	if (limit != asked && !isnan(limit) && !isnan(asked))
		return snprintf(why, WHY, "the counters %s have a limit of %.0f, the compile block of %.0f", when, limit, asked), 1;
	for (size_t k = 0; k < sizeof sum / sizeof *sum; k++) {
		double want = as_json_number(then, sum[k].path), all = 0, n = 0;
		const cJSON *v;

		cJSON_ArrayForEach(v, cJSON_GetObjectItemCaseSensitive(x->c->compile, "artifacts"))
			if (n++ < graphs) {
				double d = as_json_number(ev_shelf_find(shelf, ev_str(v, "id")), sum[k].key);

				all += isnan(d) ? 0 : d;
			}
		if (!isnan(want) && !isnan(graphs) && fabs(all - want) > 1e-9 * fabs(want))
			return snprintf(why, WHY, "%s of the first %.0f artifacts add up to %.17g, the counters %s have %.17g", sum[k].key, graphs, all, when, want), 1;
	}
	return 0;
}

/* The stored artifacts against the counters at the end of the mode. */
static int
other_sum(const ev_facts *x, const ev_shelf *shelf, char *why)
{
	double want = as_json_number(x->after, "graphs.replays"), all = 0;

	if (!ended_last(x))
		return 0;
	if ((double)shelf->n != as_json_number(x->after, "stats.unique_graphs") && !isnan(as_json_number(x->after, "stats.unique_graphs")))
		return snprintf(why, WHY, "%zu artifacts are stored, the counters have %.0f graphs", shelf->n, as_json_number(x->after, "stats.unique_graphs")), 1;
	for (size_t i = 0; i < shelf->n; i++) {
		double v = as_json_number(shelf->doc[i], "replays");

		all += isnan(v) ? 0 : v;
	}
	if (!isnan(want) && all != want)
		return snprintf(why, WHY, "the stored artifacts were replayed %.0f times, the counters have %.0f", all, want), 1;
	return 0;
}

static int
one_model(const ev_run *r)
{
	for (size_t i = 1; i < r->ncell; i++)
		if (strcmp(r->cell[i].model, r->cell[0].model) != 0 || strcmp(r->cell[i].dtype, r->cell[0].dtype) != 0)
			return 0;
	return 1;
}

/* The counters file of the mode holds those of its last cell. */
static int
other_end(const ev_facts *x, char *why)
{
	const ev_mode *m = ev_mode_of(x->r, x->c->mode);
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(ev_meta_of(x->r, x->c), "dynamo_counters");

	if (!v && m && one_model(x->r))
		v = cJSON_GetObjectItemCaseSensitive(m->doc, "dynamo_counters");
	if (!v || !ended_last(x) || as_json_same(v, x->after))
		return 0;
	snprintf(why, WHY, "the counters of the mode are not those of its last cell");
	return 1;
}

/* An artifact served at least the samples that name it. */
static int
fewer_calls(const ev_facts *x, const ev_shelf *shelf, char *why)
{
	for (size_t i = 0; i < shelf->n; i++) {
		const char *id = ev_str(shelf->doc[i], "id");
		double calls = as_json_number(shelf->doc[i], "calls"), replays = as_json_number(shelf->doc[i], "replays");
		double named = 0;
		const cJSON *s;

		cJSON_ArrayForEach(s, cJSON_GetObjectItemCaseSensitive(x->c->doc, "samples"))
			named += strcmp(ev_str(s, "artifact"), id) == 0;
		if (named > calls)
			return snprintf(why, WHY, "%.0f samples of this cell name artifact %.40s, which was called %.0f times", named, id, calls), 1;
		if (replays > calls)
			return snprintf(why, WHY, "artifact %.40s was called %.0f times and replayed %.0f times", id, calls, replays), 1;
	}
	return 0;
}

void
ev_counts(const ev_facts *x, ev_finding *f)
{
	const ev_shelf *shelf;
	const cJSON *before;
	char why[WHY];
	double replay, over, n;

	if (!x->r->own) {
		ev_counts_published(x, f);
		return;
	}
	if (!(shelf = stored(x, f)))
		return;
	ev_where(f, x->c->file, "compile.dynamo_counters_after_cell");
	if (!x->c->compile || !cJSON_GetObjectItemCaseSensitive(x->c->compile, "dynamo_counters_after_cell")) {
		ev_set(f, EV_UNKNOWN, "there are no counters of this cell");
		return;
	}
	before = counters_before(x);
	forwards(x->c, &replay, &over, &n);
	if (other_list(x, shelf, why) ||
	    other_moment(x, shelf, cJSON_GetObjectItemCaseSensitive(x->c->compile, "dynamo_counters_after_compile"), "after the compile stage", why) ||
	    other_moment(x, shelf, x->after, "after the cell", why) || other_sum(x, shelf, why) || other_end(x, why) || fewer_calls(x, shelf, why) ||
	    grew_other(x, before, "graphs.replays", replay, "replays", why) ||
	    grew_other(x, before, "recompile_limit.forwards_uncompiled", over, "forwards over the limit", why))
		ev_alarm(f, "%s", why);
	else
		ev_set(f, EV_HOLDS, "counters, artifacts and samples count the same");
}
