/* Rules on what was recorded of the compiler: backend, fallback, counters. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alike.h"
#include "json.h"
#include "meta.h"
#include "rules.h"
#include "words.h"

static const cJSON *
block(const ev_facts *x, const char *key)
{
	const cJSON *v = x->c->compile ? cJSON_GetObjectItemCaseSensitive(x->c->compile, key) : NULL;

	return cJSON_IsNull(v) ? NULL : v;
}

static int
not_claimed(const ev_facts *x, ev_finding *f)
{
	if (x->c->claims)
		return 0;
	ev_set(f, EV_NOT_ASKED, "the cell does not claim to be compiled");
	return 1;
}

/* The compile block stands in the files of the label that says it: a pair that
 * was swapped has it the other way round. 1: an alarm was set. */
static int
swapped(const ev_facts *x, ev_finding *f)
{
	const ev_cell *c = x->c;
	size_t n;
	const ev_kind_of_cell *kind = ev_kinds(x->r, &n);

	for (size_t i = 0; i < n && c->nok && c->doc; i++) {
		const ev_kind_of_cell *o = &kind[i];

		if (!o->has_sample || strcmp(o->mode, c->mode) != 0 || !ev_same_family(o->backend, c->backend) || o->compiles == (c->compile != NULL))
			continue;
		if (strcmp(o->backend, c->backend) == 0)
			ev_alarm(f, "of the files of backend %.60s some have a compile block and some have none", c->backend);
		else if ((strcasestr(c->backend, "compile") != NULL) != (c->compile != NULL) &&
		    (strcasestr(o->backend, "compile") != NULL) != o->compiles)
			ev_alarm(f, "the compile block is in the files of %.60s, not in those of %.60s",
			    c->compile ? c->backend : o->backend, c->compile ? o->backend : c->backend);
		else
			continue;
		ev_where(f, c->file, "compile");
		return 1;
	}
	return 0;
}

/* The counters file lists the backends that it is of, and only inductor counts
 * what inductor did. 1: an alarm was set. */
static int
not_of_counters(const ev_facts *x, const cJSON *b, ev_finding *f)
{
	const ev_mode *m = ev_mode_of(x->r, x->c->mode);
	const cJSON *list = m && m->doc ? cJSON_GetObjectItemCaseSensitive(m->doc, "backend_labels") : NULL, *v;

	if (cJSON_IsArray(list) && x->c->doc) {
		cJSON_ArrayForEach(v, list)
			if (cJSON_IsString(v) && strcmp(v->valuestring, x->c->backend) == 0)
				break;
		if (!v) {
			ev_where(f, m->file, "backend_labels");
			ev_alarm(f, "backend %.60s is not among those of the counters", x->c->backend);
			return 1;
		}
	}
	if (cJSON_IsString(b) && strcmp(b->valuestring, "inductor") != 0 && x->stage &&
	    cJSON_GetObjectItemCaseSensitive(x->stage, "inductor") && cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(x->stage, "inductor"))) {
		ev_where(f, x->c->file, "compile.dynamo_counters_after_compile.inductor");
		ev_alarm(f, "%.60s is recorded, and counters of what inductor compiled", b->valuestring);
		return 1;
	}
	return 0;
}

void
ev_backend(const ev_facts *x, ev_finding *f)
{
	const cJSON *b = block(x, "backend");
	const char *asked = ev_asked(x->r, x->c);

	if (swapped(x, f) || not_of_counters(x, b, f) || not_claimed(x, f))
		return;
	ev_where(f, x->c->file, "compile.backend");
	if (!cJSON_IsString(b)) {
		ev_where(f, x->c->file ? x->c->file : x->c->csv, "");
		ev_set(f, EV_UNKNOWN, "no compile backend is recorded");
	} else if (!*asked)
		ev_set(f, EV_UNKNOWN, "%.80s is recorded, but not what was asked for", b->valuestring);
	else if (strcmp(b->valuestring, asked) == 0)
		ev_set(f, EV_HOLDS, "%.80s was asked for and is recorded", b->valuestring);
	else
		ev_set(f, EV_FAILS, "%.80s was asked for, %.80s is recorded", asked, b->valuestring);
}

void
ev_fallback(const ev_facts *x, ev_finding *f)
{
	const cJSON *from = block(x, "fallback_from"), *why = block(x, "fallback_error");

	if (not_claimed(x, f))
		return;
	if (!x->c->compile)
		ev_set(f, EV_UNKNOWN, "there is no compile block to say so");
	else if (from || why) {
		ev_set(f, EV_FAILS, "fell back from %.40s: %.*s", cJSON_IsString(from) ? from->valuestring : "?",
		    cJSON_IsString(why) ? (int)strcspn(why->valuestring, "\n") > 160 ? 160 : (int)strcspn(why->valuestring, "\n") : 0,
		    cJSON_IsString(why) ? why->valuestring : "");
		ev_where(f, x->c->file, from ? "compile.fallback_from" : "compile.fallback_error");
	} else {
		ev_set(f, EV_HOLDS, "none is recorded");
		ev_where(f, x->c->file, "compile");
	}
}

void
ev_counted(const ev_facts *x, ev_finding *f)
{
	if (not_claimed(x, f))
		return;
	ev_where(f, x->c->file, "compile.dynamo_counters_after_compile");
	if (!x->stage) {
		ev_set(f, x->c->compile ? EV_FAILS : EV_UNKNOWN, "no counters of a compile stage are recorded");
		return;
	}
	if (!x->after) {
		ev_set(f, EV_FAILS, "only counters of the compile stage are recorded, none of the mode");
		return;
	}
	ev_where(f, x->after_where, "");
	if (x->a.empty)
		ev_set(f, EV_FAILS, "the counters of the mode are empty");
	else if (x->a_is_mine == 0)
		ev_set(f, EV_FAILS, "the counters of the mode are of another model: their matrix products have other widths");
	else if (x->a.symbolic && cJSON_IsFalse(block(x, "dynamic")))
		ev_alarm(f, "the counters have products of any number of tokens, and compile.dynamic is false");
	else if (cJSON_IsTrue(block(x, "dynamic")) && x->a_is_mine == 1 && !x->a.symbolic && x->a.ntokens > 0 &&
	    x->a.ntokens - (x->a.tokens[0] == 1) > 1)
		ev_set(f, EV_FAILS, "compile.dynamic is true, and the counters have products of %zu sizes, none of any number of tokens", x->a.ntokens);
	else if (x->a_is_mine < 0)
		ev_set(f, EV_UNKNOWN, "the counters of the mode do not tell which model they are of");
	else
		ev_set(f, EV_HOLDS, "there are counters of the mode, with products of this model's widths");
}

void
ev_snapshot(const ev_facts *x, ev_finding *f)
{
	size_t same = 0, other = 0, n;
	const size_t *at, *first = x->all->snapshot;

	if (not_claimed(x, f))
		return;
	if (!x->stage) {
		ev_set(f, EV_UNKNOWN, "no counters are recorded");
		return;
	}
	if (block(x, "dynamo_counters_after_cell")) {
		ev_set(f, EV_HOLDS, "the cell has counters of its own, taken when it ended");
		ev_where(f, x->c->file, "compile.dynamo_counters_after_cell");
		return;
	}
	at = ev_alike(x->r, x->c, EV_BY_MODEL | EV_BY_DTYPE, &n);
	for (size_t i = 0; i < n; i++) {
		same += first[at[i]] == first[x->c - x->r->cell];
		other += first[at[i]] && first[at[i]] != first[x->c - x->r->cell];
	}
	ev_where(f, x->c->file, "compile.dynamo_counters_after_compile");
	if (same > 1)
		ev_set(f, EV_FAILS, "the counters in the run file are one snapshot of the compile stage, the same in %zu of the %zu run files of this model", same, same + other);
	else
		ev_set(f, EV_UNKNOWN, "the run file has counters of the compile stage only");
}

void
ev_empty(const ev_facts *x, ev_finding *f)
{
	if (not_claimed(x, f))
		return;
	ev_where(f, x->after_where, "");
	if (!x->after)
		ev_set(f, EV_UNKNOWN, "no counters of the mode are recorded");
	else if (x->a.empty)
		ev_set(f, EV_FAILS, "the counters of the mode are empty: nothing was compiled in it, or nothing was counted");
	else
		ev_set(f, EV_HOLDS, "the counters of the mode are not empty");
}

void
ev_frames(const ev_facts *x, ev_finding *f)
{
	if (not_claimed(x, f))
		return;
	ev_where(f, x->after_where, "frames");
	snprintf(f->where, sizeof f->where, "%.280s%s", x->after_where, x->after ? ".frames" : "");
	if (!x->after || isnan(x->a.frames) || isnan(x->a.frames_ok) || x->a_is_mine == 0)
		ev_set(f, EV_UNKNOWN, "frames of this model and mode are not counted");
	else if (x->a.frames == x->a.frames_ok)
		ev_set(f, EV_HOLDS, "%.0f of %.0f frames were captured", x->a.frames_ok, x->a.frames);
	else
		ev_set(f, EV_FAILS, "%.0f of %.0f frames were captured", x->a.frames_ok, x->a.frames);
}

/* Reasons and numbers of skipped captures as assay-run(5) has them. */
static double
skipped(const cJSON *o, char *text, size_t size)
{
	const cJSON *list = as_json_at(o, "graphs.skipped"), *v;
	double sum = 0;
	size_t len = 0;

	text[0] = '\0';
	cJSON_ArrayForEach(v, list)
		if (cJSON_IsNumber(v) && len + 60 < size) {
			len += (size_t)snprintf(text + len, size - len, "%s%.30s %.0f", len ? ", " : "", v->string, v->valuedouble);
			sum += v->valuedouble;
		}
	return sum;
}

void
ev_graphs(const ev_facts *x, ev_finding *f)
{
	const cJSON *mode = block(x, "mode"), *static_inputs;
	char why[200];
	double n;

	if (not_claimed(x, f))
		return;
	if (!cJSON_IsString(mode)) {
		ev_set(f, EV_UNKNOWN, "no compile mode is recorded");
		return;
	}
	ev_where(f, x->c->file, "compile.mode");
	if (strcmp(mode->valuestring, "reduce-overhead") != 0 && strcmp(mode->valuestring, "max-autotune") != 0) {
		ev_set(f, EV_NOT_ASKED, "mode %.40s captures none", mode->valuestring);
		return;
	}
	if (cJSON_IsTrue(block(x, "disable_cudagraphs"))) {
		ev_set(f, EV_FAILS, "the configuration switches them off, so %.40s is not what ran", mode->valuestring);
		ev_where(f, x->c->file, "compile.disable_cudagraphs");
		return;
	}
	n = skipped(x->after, why, sizeof why);
	if (n > 0) {
		ev_set(f, EV_FAILS, "%.0f forwards were not replayed: %s", n, why);
		snprintf(f->where, sizeof f->where, "%.280s.graphs.skipped", x->after_where);
	} else if (x->s.graph_skips > 0) {
		ev_set(f, EV_FAILS, "%.0f skipped in the compile stage; the reason is not recorded", x->s.graph_skips);
		ev_where(f, x->c->file, "compile.dynamo_counters_after_compile.inductor.cudagraph_skips");
	} else if (x->a.graph_skips > 0 && x->a_is_mine == 1) {
		ev_set(f, EV_FAILS, "%.0f skipped in the mode; the reason is not recorded", x->a.graph_skips);
		snprintf(f->where, sizeof f->where, "%.280s.inductor.cudagraph_skips", x->after_where);
	} else {
		static_inputs = x->after && x->a_is_mine == 1 ? as_json_at(x->after, "inductor.cudagraph_recorded_non_static_inputs") : NULL;
		if (!static_inputs && x->after)
			static_inputs = as_json_at(x->after, "graphs.captured");
		ev_where(f, x->after_where, "");
		if (cJSON_IsNumber(static_inputs) && static_inputs->valuedouble > 0)
			ev_set(f, EV_HOLDS, "graphs were captured, and no skip is counted");
		else
			ev_set(f, EV_UNKNOWN, "no counter says that a graph was captured");
	}
}

void
ev_kernels(const ev_facts *x, ev_finding *f)
{
	const double now = x->kernels, was = x->kernels_before;

	if (not_claimed(x, f))
		return;
	if (isnan(now)) {
		ev_set(f, EV_UNKNOWN, "no count of cached kernels is recorded for this model");
		return;
	}
	ev_where(f, x->kernels_file, "cached_kernels");
	if (isnan(was))
		ev_set(f, EV_UNKNOWN, "%.0f kernels after this model, but no count before it", now);
	else if (now > was)
		ev_set(f, EV_HOLDS, "the cache grew from %.0f to %.0f kernels with this model", was, now);
	else
		ev_set(f, EV_FAILS, "the cache had %.0f kernels before this model and %.0f after it", was, now);
}
