/* Rules on what was recorded of the compiler: backend, fallback, counters. */
#include "rules.h"

#define STAGE "compile.dynamo_counters_after_compile"

static const cJSON *
block(const ev_facts *x, const char *key)
{
	const cJSON *v = ev_get(x->c->compile, key);

	return cJSON_IsNull(v) ? NULL : v;
}

/* The compile block stands in the files of the label that says it: a pair that
 * was swapped has it the other way round. */
static ev_finding *
swapped(const ev_facts *x, ev_finding *f)
{
	const ev_cell *c = x->c;
	size_t n;
	const ev_kind_of_cell *kind = ev_kinds(x->r, &n);

	ev_where(f, c->file, "compile");
	for (size_t i = 0; i < n && c->nok && c->doc; i++) {
		const ev_kind_of_cell *o = &kind[i];

		if (!o->has_sample || strcmp(o->mode, c->mode) != 0 || !ev_same_family(o->backend, c->backend) ||
		    o->compiles == (c->compile != NULL))
			continue;
		if (strcmp(o->backend, c->backend) == 0)
			return ev_alarm(f, "of the files of backend %.60s some have a compile block and some have none",
			    c->backend);
		if (ev_names_compile(c->backend) != (c->compile != NULL) &&
		    ev_names_compile(o->backend) != o->compiles)
			return ev_alarm(f, "the compile block is in the files of %.60s, not in those of %.60s",
			    c->compile ? c->backend : o->backend, c->compile ? o->backend : c->backend);
	}
	return NULL;
}

/* The counters file lists the backends that it is of, and only inductor counts
 * what inductor did. */
static ev_finding *
not_of_counters(const ev_facts *x, const cJSON *b, ev_finding *f)
{
	const ev_mode *m = x->c->in;
	const cJSON *list = m ? ev_get(m->doc, "backend_labels") : NULL, *v;

	if (cJSON_IsArray(list) && x->c->doc) {
		cJSON_ArrayForEach(v, list)
			if (cJSON_IsString(v) && strcmp(v->valuestring, x->c->backend) == 0)
				break;
		if (!v)
			return ev_alarm(ev_where(f, m->file, "backend_labels"), "backend %.60s is not among those of "
			    "the counters", x->c->backend);
	}
	if (cJSON_IsString(b) && strcmp(b->valuestring, "inductor") != 0 &&
	    cJSON_GetArraySize(ev_get(x->stage, "inductor")) > 0)
		return ev_alarm(ev_where(f, x->c->file, STAGE ".inductor"), "backend %.60s is recorded, "
		    "but the counters show what inductor compiled", b->valuestring);
	return NULL;
}

ev_finding *
ev_backend(const ev_facts *x, ev_finding *f)
{
	const cJSON *b = block(x, "backend");
	const char *asked = ev_asked(x->r, x->c);

	if (swapped(x, f) || not_of_counters(x, b, f))
		return f;
	if (!x->c->claims)
		return ev_not_asked(ev_where(f, NULL, NULL), "the cell does not claim to be compiled");
	ev_where(f, x->c->file, "compile.backend");
	if (!cJSON_IsString(b))
		return ev_unknown(ev_where(f, ev_source(x->c), ""), "no compile backend is recorded");
	if (!*asked)
		return ev_unknown(f, "%.80s is recorded, but not what was asked for", b->valuestring);
	if (strcmp(b->valuestring, asked) == 0)
		return ev_holds(f, "%.80s was asked for and is recorded", b->valuestring);
	return ev_fails(f, "%.80s was asked for, but %.80s is recorded", asked, b->valuestring);
}

ev_finding *
ev_fallback(const ev_facts *x, ev_finding *f)
{
	const cJSON *from = block(x, "fallback_from"), *why = block(x, "fallback_error");
	const char *text = cJSON_IsString(why) ? why->valuestring : "";
	const int len = (int)strcspn(text, "\n");

	if (!x->c->compile)
		return ev_unknown(f, "there is no compile block that would record it");
	if (!from && !why)
		return ev_holds(ev_where(f, x->c->file, "compile"), "none is recorded");
	ev_where(f, x->c->file, from ? "compile.fallback_from" : "compile.fallback_error");
	return ev_fails(f, "fell back from %.40s: %.*s", cJSON_IsString(from) ? from->valuestring :
	    "?", len > 160 ? 160 : len, text);
}

ev_finding *
ev_counted(const ev_facts *x, ev_finding *f)
{
	ev_where(f, x->c->file, STAGE);
	if (!x->stage)
		return ev_set(f, x->c->compile ? EV_FAILS : EV_UNKNOWN, "no counters of a compile stage are "
		    "recorded");
	if (!x->after)
		return ev_fails(f, "only counters of the compile stage are recorded, none of the mode");
	ev_where_after(f, x, "");
	if (x->a.empty)
		return ev_fails(f, "the counters of the mode are empty");
	if (x->a_is_mine == 0)
		return ev_fails(f, "the counters of the mode are of another model: their matrix products have "
		    "other widths");
	if (x->a.symbolic && cJSON_IsFalse(block(x, "dynamic")))
		return ev_alarm(f,
		    "the counters have products of any number of tokens, but compile.dynamic is false");
	if (cJSON_IsTrue(block(x, "dynamic")) && x->a_is_mine == 1 && !x->a.symbolic && x->a.ntokens > 0 &&
	    x->a.ntokens - (x->a.tokens[0] == 1) > 1)
		return ev_fails(f, "compile.dynamic is true, but the counters have products of %zu sizes, "
		    "none of any number of tokens", x->a.ntokens);
	if (x->a_is_mine < 0)
		return ev_unknown(f, "the counters of the mode do not show which model they are of");
	return ev_holds(f, "there are counters of the mode, with products of this model's widths");
}

ev_finding *
ev_snapshot(const ev_facts *x, ev_finding *f)
{
	size_t same = 0, all = 0;
	const ev_cell *mine = x->c->of->first[EV_SNAPSHOT];

	if (!x->stage)
		return ev_unknown(f, "no counters are recorded");
	if (block(x, "dynamo_counters_after_cell"))
		return ev_holds(ev_where(f, x->c->file, "compile.dynamo_counters_after_cell"), "the cell has "
		    "counters of its own, taken when it ended");
	for (const ev_cell *o = NULL; (o = ev_alike(x->r, x->c, EV_BY_COUNTERS, o));) {
		same += o->of->first[EV_SNAPSHOT] == mine;
		all += o->of->first[EV_SNAPSHOT] != NULL;
	}
	ev_where(f, x->c->file, STAGE);
	if (same > 1)
		return ev_fails(f, "the counters in the run file are one snapshot of the compile stage, the same "
		    "in %zu of the %zu run files of this model", same, all);
	return ev_unknown(f, "the run file has counters of the compile stage only");
}

ev_finding *
ev_empty(const ev_facts *x, ev_finding *f)
{
	ev_where_after(f, x, "");
	if (!x->after)
		return ev_unknown(f, "no counters of the mode are recorded");
	if (x->a.empty)
		return ev_fails(f, "the counters of the mode are empty: nothing was compiled in it, or nothing "
		    "was counted");
	return ev_holds(f, "the counters of the mode are not empty");
}

ev_finding *
ev_frames(const ev_facts *x, ev_finding *f)
{
	ev_where_after(f, x, "frames");
	if (!x->after || isnan(x->a.frames) || isnan(x->a.frames_ok) || x->a_is_mine == 0)
		return ev_unknown(f, "frames of this model and mode are not counted");
	return ev_set(f, x->a.frames == x->a.frames_ok ? EV_HOLDS : EV_FAILS,
	    "%.0f of %.0f frames were captured", x->a.frames_ok, x->a.frames);
}

ev_finding *
ev_graphs(const ev_facts *x, ev_finding *f)
{
	const char *mode = ev_str(x->c->compile, "mode");
	char why[200];
	double n, captured = NAN;

	if (!cJSON_IsString(block(x, "mode")))
		return ev_unknown(f, "no compile mode is recorded");
	ev_where(f, x->c->file, "compile.mode");
	if (strcmp(mode, "reduce-overhead") != 0 && strcmp(mode, "max-autotune") != 0)
		return ev_not_asked(f, "mode %.40s captures none", mode);
	if (cJSON_IsTrue(block(x, "disable_cudagraphs")))
		return ev_fails(ev_where(f, x->c->file, "compile.disable_cudagraphs"), "the configuration "
		    "switches them off, so %.40s is not what ran", mode);
	n = ev_counts_text(as_json_at(x->after, "graphs.skipped"), why, sizeof why);
	if (n > 0)
		return ev_fails(ev_where_after(f, x, "graphs.skipped"), "%.0f forwards were not replayed: %s", n,
		    why);
	if (x->s.graph_skips > 0)
		return ev_fails(ev_where(f, x->c->file, STAGE ".inductor.cudagraph_skips"), "%.0f skipped in the "
		    "compile stage; the reason is not recorded", x->s.graph_skips);
	if (x->a.graph_skips > 0 && x->a_is_mine == 1)
		return ev_fails(ev_where_after(f, x, "inductor.cudagraph_skips"), "%.0f skipped in the mode; the "
		    "reason is not recorded", x->a.graph_skips);
	if (x->a_is_mine == 1)
		captured = as_json_number(x->after, "inductor.cudagraph_recorded_non_static_inputs");
	if (isnan(captured))
		captured = as_json_number(x->after, "graphs.captured");
	ev_where_after(f, x, "");
	if (captured > 0)
		return ev_holds(f, "graphs were captured, and no skip is counted");
	return ev_unknown(f, "no counter says that a graph was captured");
}

ev_finding *
ev_kernels(const ev_facts *x, ev_finding *f)
{
	const double now = x->kernels, was = x->kernels_before;

	if (isnan(now))
		return ev_unknown(f, "no count of cached kernels is recorded for this model");
	ev_where(f, x->kernels_file, "cached_kernels");
	if (isnan(was))
		return ev_unknown(f, "%.0f kernels after this model, but no count before it", now);
	if (now > was)
		return ev_holds(f, "the cache grew from %.0f to %.0f kernels with this model", was, now);
	return ev_fails(f, "the cache had %.0f kernels before this model and %.0f after it", was, now);
}
