/* What a run says about itself, as JSON; assay-run(5) describes the fields. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "num.h"
#include "cell.h"
#include "version.h"

/* cJSON prints 15 digits where the value is near to that. */
cJSON *
rr_number(double v)
{
	char text[AS_NUM_BUF];

	if (!isfinite(v))
		return cJSON_CreateNull();
	as_num_format(text, v);
	return cJSON_CreateRaw(text);
}

static void
number(cJSON *o, const char *key, double v)
{
	cJSON_AddItemToObject(o, key, rr_number(v));
}

static void
count_product(const rr_compiler *c, const rr_artifact *a, const rr_op *op, cJSON *mm)
{
	rr_dim d[3];
	char key[96];
	cJSON *old;

	if (!rr_op_product(op, d))
		return;
	if (c->cfg.dynamic)
		snprintf(key, sizeof key, "aten.mm_T_%ld_%ld", d[1].v, d[2].v);
	else
		snprintf(key, sizeof key, "aten.mm_%ld_%ld_%ld", rr_dim_at(d[0], a->sym), d[1].v, d[2].v);
	old = cJSON_GetObjectItemCaseSensitive(mm, key);
	if (old)
		cJSON_SetNumberValue(old, old->valuedouble + 1);
	else
		cJSON_AddNumberToObject(mm, key, 1);
}

cJSON *
rr_counters_json(const rr_compiler *c)
{
	cJSON *j = cJSON_CreateObject(), *o = cJSON_AddObjectToObject(j, "frames"), *mm;
	int64_t kernels = 0, external = 0, cached = 0;
	double ms = 0;

	cJSON_AddNumberToObject(o, "total", (double)c->frames);
	cJSON_AddNumberToObject(o, "ok", (double)c->ok);
	o = cJSON_AddObjectToObject(j, "stats");
	cJSON_AddNumberToObject(o, "calls_captured", (double)c->captured_ops);
	cJSON_AddNumberToObject(o, "unique_graphs", (double)c->n);
	for (size_t i = 0; i < c->n; i++) {
		kernels += (int64_t)c->art[i]->kernels;
		ms += c->art[i]->build.ms;
		cached += c->art[i]->build.cached;
		for (size_t k = 0; k < c->art[i]->n; k++)
			external += c->art[i]->node[k].external;
	}
	o = cJSON_AddObjectToObject(j, "codegen");
	cJSON_AddNumberToObject(o, "kernels", (double)kernels);
	cJSON_AddNumberToObject(o, "extern_calls", (double)external);
	number(o, "compile_ms", ms);
	cJSON_AddNumberToObject(o, "cache_hits", (double)cached);
	o = cJSON_AddObjectToObject(j, "graphs");
	cJSON_AddNumberToObject(o, "captured", (double)c->graphs);
	cJSON_AddNumberToObject(o, "replays", (double)c->replays);
	o = cJSON_AddObjectToObject(o, "skipped");
	for (int k = 0; k < RR_NSKIPS; k++)
		if (c->skips[k])
			cJSON_AddNumberToObject(o, rr_skip_name((rr_skip)k), (double)c->skips[k]);
	o = cJSON_AddObjectToObject(j, "recompile_limit");
	cJSON_AddNumberToObject(o, "limit", c->cfg.limit);
	cJSON_AddNumberToObject(o, "forwards_uncompiled", (double)c->over_limit);
	o = cJSON_AddObjectToObject(j, "graph_break");
	if (c->broken)
		cJSON_AddNumberToObject(o, c->error, 1);
	/* rows_columns_depth of every product in a compiled shape, as the published counters name them */
	mm = cJSON_AddObjectToObject(j, "aten_mm_info");
	for (size_t i = 0; i < c->n; i++)
		if (c->art[i]->step.ref)
			for (size_t k = 0; k < c->joined.n; k++)
				count_product(c, c->art[i], &c->joined.op[k], mm);
		else
			for (size_t k = 0; k < c->art[i]->n; k++)
				count_product(c, c->art[i], &c->art[i]->node[k].op, mm);
	return j;
}

static void
shape_json(cJSON *list, const long sym[RR_NSYM])
{
	static const char *const name[RR_NSYM] = {NULL, "T", "slots", "past", "old_slots", "seen"};
	cJSON *o = cJSON_CreateObject();

	for (int i = 1; i < RR_NSYM; i++)
		cJSON_AddNumberToObject(o, name[i], (double)sym[i]);
	cJSON_AddItemToArray(list, o);
}

cJSON *
rr_compile_json(const rr_run *r, const rr_compiler *c)
{
	const rr_compile_cfg *k = &c->cfg;
	cJSON *j = cJSON_CreateObject(), *list;

	cJSON_AddStringToObject(j, "backend", rr_backend_name(c->serving));
	if (c->broken) {
		cJSON_AddStringToObject(j, "fallback_from", rr_backend_name(k->backend));
		cJSON_AddStringToObject(j, "fallback_error", c->error);
	}
	cJSON_AddStringToObject(j, "requested_backend", rr_backend_name(k->backend));
	cJSON_AddStringToObject(j, "backend_as_written", r->cfg->backend_as_written);
	rr_config_fields(r->cfg, "torch_compile", j);
	list = cJSON_AddArrayToObject(j, "artifacts");
	for (size_t i = 0; i < c->n; i++) {
		cJSON *o = cJSON_CreateObject();
		cJSON_AddStringToObject(o, "id", c->art[i]->id);
		cJSON_AddStringToObject(o, "guard", c->art[i]->guard);
		cJSON_AddItemToArray(list, o);
	}
	list = cJSON_AddArrayToObject(j, "refused_shapes");
	for (size_t i = 0; i < c->nrefused; i++)
		shape_json(list, c->refused[i]);
	return j;
}

/* Of a kernel that is a whole step: its phases, and what the choices were. */
static cJSON *
step_json(const rr_step *s)
{
	static const char *const phase[] = {"qkv", "attention", "output", "up", "down", "head"};
	cJSON *o = cJSON_CreateObject();

	cJSON_AddItemToObject(o, "phases", cJSON_CreateStringArray(phase, sizeof phase / sizeof *phase));
	cJSON_AddNumberToObject(o, "layers", (double)s->layers);
	cJSON_AddNumberToObject(o, "blocks", s->blocks);
	cJSON_AddNumberToObject(o, "warps", s->tune.warps);
	cJSON_AddNumberToObject(o, "rows_a_copy", s->tune.chunk);
	cJSON_AddNumberToObject(o, "copies_in_flight", s->tune.window);
	cJSON_AddBoolToObject(o, "evict_first", s->tune.evict);
	cJSON_AddNumberToObject(o, "ring_bytes", (double)s->slot * s->depth);
	cJSON_AddNumberToObject(o, "shared_bytes", (double)s->shared);
	return o;
}

cJSON *
rr_artifact_json(const rr_compiler *c, const rr_artifact *a)
{
	cJSON *j = cJSON_CreateObject(), *list, *o;
	char file[64];

	cJSON_AddStringToObject(j, "id", a->id);
	cJSON_AddStringToObject(j, "guard", a->guard);
	list = cJSON_AddArrayToObject(j, "shape");
	shape_json(list, a->sym);
	cJSON_AddBoolToObject(j, "dynamic", c->cfg.dynamic);
	cJSON_AddStringToObject(j, "backend", a->traced ? "trace" : "codegen");
	cJSON_AddStringToObject(j, "dtype", rr_dtype_name(c->dev->dtype));
	snprintf(file, sizeof file, "%s.%s", a->id, a->traced ? "plan" : c->dev->suffix);
	cJSON_AddStringToObject(j, "source", file);
	cJSON_AddStringToObject(j, "source_sha256", a->source_sha);
	if (a->traced)
		return j;
	snprintf(file, sizeof file, "%s.%s", a->id, c->dev->object);
	cJSON_AddStringToObject(j, "object", file);
	cJSON_AddStringToObject(j, "object_sha256", a->object_sha);
	cJSON_AddStringToObject(j, "compiler", a->build.compiler);
	cJSON_AddStringToObject(j, "options", a->build.options);
	cJSON_AddBoolToObject(j, "cached", a->build.cached);
	if (a->build.unkept[0])
		cJSON_AddStringToObject(j, "not_kept", a->build.unkept);
	number(j, "compile_ms", a->build.ms);
	cJSON_AddStringToObject(j, "log", a->build.log ? a->build.log : "");
	cJSON_AddNumberToObject(j, "kernels", (double)a->kernels);
	list = cJSON_AddArrayToObject(j, "nodes");
	for (size_t i = 0; i < a->n; i++) {
		char text[512];
		o = cJSON_CreateObject();
		rr_op_text(&a->node[i].op, text, sizeof text);
		cJSON_AddStringToObject(o, "name", a->node[i].name);
		cJSON_AddStringToObject(o, "op", text);
		cJSON_AddNumberToObject(o, "parts", a->node[i].op.parts);
		cJSON_AddBoolToObject(o, "external", a->node[i].external);
		if (a->node[i].tile[0]) {
			rr_tile_text(&a->node[i], text, sizeof text);
			cJSON_AddStringToObject(o, "tile", text);
		}
		if (a->node[i].step)
			cJSON_AddItemToObject(o, "step", step_json(a->node[i].step));
		cJSON_AddItemToArray(list, o);
	}
	o = cJSON_AddObjectToObject(j, "graph");
	cJSON_AddBoolToObject(o, "captured", a->graph != NULL);
	if (a->graph) {
		cJSON_AddStringToObject(o, "kind", c->dev->capture);
		number(o, "capture_ms", a->capture_ms);
		list = cJSON_AddArrayToObject(o, "nodes");
		for (size_t i = 0; i < a->n; i++)
			cJSON_AddItemToArray(list, cJSON_CreateString(a->node[i].name));
	}
	cJSON_AddNumberToObject(j, "calls", (double)a->calls);
	cJSON_AddNumberToObject(j, "replays", (double)a->replays);
	if (a->autotune)
		cJSON_AddItemToObject(j, "autotune", cJSON_Duplicate(a->autotune, 1));
	return j;
}

cJSON *
rr_config_json(const rr_config *c)
{
	cJSON *j = cJSON_CreateObject();

	cJSON_AddStringToObject(j, "backend", rr_backend_name(c->cc.backend));
	cJSON_AddStringToObject(j, "backend_as_written", c->backend_as_written);
	if (c->cc.has_fallback)
		cJSON_AddStringToObject(j, "fallback_backend", rr_backend_name(c->cc.fallback));
	rr_config_fields(c, "torch_compile", j);
	return j;
}

cJSON *
rr_environment(rr_device *dev)
{
	cJSON *j = cJSON_CreateObject();
	struct utsname u;

	cJSON_AddStringToObject(j, "refrun", AS_VERSION);
	if (uname(&u) == 0) {
		cJSON_AddStringToObject(j, "platform_system", u.sysname);
		cJSON_AddStringToObject(j, "machine", u.machine);
	}
	cJSON_AddBoolToObject(j, "in_container", access("/.dockerenv", F_OK) == 0 ||
	    access("/run/.containerenv", F_OK) == 0);
	if (dev) {
		cJSON_AddStringToObject(j, "device", dev->name);
		cJSON_AddStringToObject(j, "accumulate", dev->accumulate);
		dev->describe(dev, j);
	}
	return j;
}

static cJSON *
sample_json(const rr_cell *c, const rr_sample *s)
{
	cJSON *o = cJSON_CreateObject(), *k;

	cJSON_AddStringToObject(o, "phase", s->warmup ? "warmup" : "timed");
	cJSON_AddNumberToObject(o, "prompt", s->prompt);
	cJSON_AddNumberToObject(o, "start_ns", (double)s->start_ns);
	cJSON_AddNumberToObject(o, "end_ns", (double)s->end_ns);
	number(o, "event_ms", s->event_ms);
	cJSON_AddNumberToObject(o, "tokens", (double)s->tokens);
	cJSON_AddStringToObject(o, "served", rr_served_name(s));
	k = cJSON_AddObjectToObject(o, "steps");
	for (int i = 0; i < RR_NPATHS; i++)
		if (s->steps[i])
			cJSON_AddNumberToObject(k, rr_path_name((rr_path)i), (double)s->steps[i]);
	if (s->artifact[0]) {
		cJSON_AddStringToObject(o, "artifact", s->artifact);
		if (s->artifacts > 1)
			cJSON_AddNumberToObject(o, "artifacts", s->artifacts);
	} else
		cJSON_AddNullToObject(o, "artifact");
	if (c->compile) {
		cJSON_AddNumberToObject(o, "compiled_inside", s->compiled);
		k = cJSON_AddObjectToObject(o, "reasons");
		if (s->over_limit)
			cJSON_AddNumberToObject(k, "recompile_limit", (double)s->over_limit);
		if (s->fallback)
			cJSON_AddNumberToObject(k, "fallback", (double)s->fallback);
		for (int i = 0; i < RR_NSKIPS; i++)
			if (s->skips[i])
				cJSON_AddNumberToObject(k, rr_skip_name((rr_skip)i), (double)s->skips[i]);
	}
	cJSON_AddStringToObject(o, "token_sha256", s->token_sha);
	cJSON_AddStringToObject(o, "logits_sha256", s->logits_sha);
	return o;
}

static cJSON *
health_json(const rr_health *h)
{
	cJSON *o = cJSON_CreateObject();

	number(o, "sm_mhz", h->sm_mhz);
	number(o, "mem_mhz", h->mem_mhz);
	number(o, "temperature_c", h->temp_c);
	number(o, "power_w", h->power_w);
	return o;
}

static cJSON *
spec_json(const rr_run *r, const rr_cell *c, const rr_prompts *p)
{
	const rr_scenario *sc = &r->cfg->scenario[c->scenario];
	cJSON *o = cJSON_CreateObject(), *list;

	cJSON_AddStringToObject(o, "mode", rr_runmode_name(c->mode));
	cJSON_AddStringToObject(o, "scenario", sc->name);
	cJSON_AddStringToObject(o, "prompt_set", sc->set);
	list = cJSON_AddArrayToObject(o, "prompts");
	for (int k = 0; k < sc->n; k++) {
		char text[96];
		if (sc->ids[k])
			snprintf(text, sizeof text, "%ld token ids, as configured", p->n[c->scenario][k]);
		else
			snprintf(text, sizeof text, "%ld token ids, seed %llu", p->n[c->scenario][k],
			    (unsigned long long)r->cfg->seed);
		cJSON_AddItemToArray(list, cJSON_CreateString(sc->text[k] ? sc->text[k] : text));
	}
	list = cJSON_AddArrayToObject(o, "prompt_ids");
	for (int k = 0; k < sc->n; k++)
		cJSON_AddItemToArray(list, cJSON_CreateIntArray(p->ids[c->scenario][k],
		    r->cfg->batch * (int)p->n[c->scenario][k]));
	list = cJSON_AddArrayToObject(o, "rows");
	for (int k = 0; k < sc->n; k++)
		cJSON_AddItemToArray(list, cJSON_CreateNumber((double)(r->cfg->batch *
		    (c->mode == RR_UNCACHED ? p->n : p->rows)[c->scenario][k]))); /* uncached pads nothing */
	cJSON_AddStringToObject(o, "backend", r->label[c->compile]);
	cJSON_AddStringToObject(o, "model", r->cfg->model[c->model].path);
	cJSON_AddStringToObject(o, "quantization", rr_dtype_name(c->dtype));
	cJSON_AddStringToObject(o, "cache", rr_cache_name(r->cfg->cache));
	cJSON_AddStringToObject(o, "logits_scope", r->cfg->scope_last ? "last" : "all");
	cJSON_AddNumberToObject(o, "max_new_tokens", r->cfg->max_new);
	if (r->cfg->batch > 1) /* so that others compare with older runs */
		cJSON_AddNumberToObject(o, "batch", r->cfg->batch);
	return o;
}

cJSON *
rr_cell_json(const rr_run *r, const rr_cell *c, const rr_prompts *p)
{
	cJSON *j = cJSON_CreateObject(), *lat, *ev, *ttft, *tok, *tps, *all;
	const int events = c->n > 0 && isfinite(c->sample[0].event_ms);

	cJSON_AddStringToObject(j, "path", c->path);
	cJSON_AddItemToObject(j, "spec", spec_json(r, c, p));
	cJSON_AddStringToObject(j, "status", *r->stop ? "interrupted" : "ok");
	cJSON_AddNullToObject(j, "error");
	lat = cJSON_AddArrayToObject(j, "latencies_ms");
	ev = events ? cJSON_AddArrayToObject(j, "cuda_event_ms") : NULL;
	ttft = cJSON_AddArrayToObject(j, "ttft_ms");
	tok = cJSON_AddArrayToObject(j, "tokens");
	tps = cJSON_AddArrayToObject(j, "tokens_per_s");
	number(j, "started_at", c->started_at);
	cJSON_AddNumberToObject(j, "degraded_count", 0);
	cJSON_AddArrayToObject(j, "degraded_reasons");
	all = cJSON_AddArrayToObject(j, "samples");
	for (int i = 0; i < c->n; i++) {
		const rr_sample *s = &c->sample[i];
		double ms = rr_latency_ms(s);
		cJSON_AddItemToArray(all, sample_json(c, s));
		if (s->warmup)
			continue;
		cJSON_AddItemToArray(lat, rr_number(ms));
		if (ev)
			cJSON_AddItemToArray(ev, rr_number(s->event_ms));
		cJSON_AddItemToArray(ttft, rr_number(s->ttft_ms));
		cJSON_AddItemToArray(tok, cJSON_CreateNumber((double)s->tokens));
		cJSON_AddItemToArray(tps, rr_number((double)s->tokens / (ms / 1e3)));
	}
	all = cJSON_AddObjectToObject(j, "health");
	cJSON_AddItemToObject(all, "before", health_json(&c->before));
	cJSON_AddItemToObject(all, "after", health_json(&c->after));
	if (c->differ >= 0) {
		all = cJSON_AddObjectToObject(j, "equivalence");
		cJSON_AddStringToObject(all, "against", r->label[0]);
		number(all, "mae_over_max", c->mae);
		number(all, "max_over_max", c->max_diff);
		cJSON_AddBoolToObject(all, "tokens_equal", c->differ == 0);
		cJSON_AddNumberToObject(all, "tokens_differ", c->differ);
		number(all, "gap_over_max", c->gap);
	}
	if (c->block)
		cJSON_AddItemToObject(j, "compile", cJSON_Duplicate(c->block, 1));
	return j;
}
