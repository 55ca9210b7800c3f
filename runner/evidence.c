#include "evidence.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "json.h"
#include "quantile.h"

static int
reload(const rr_run *r, const char *name, cJSON **out, as_err *e)
{
	char path[2048];

	snprintf(path, sizeof path, "%s/%s", r->dir, name);
	return access(path, F_OK) == 0 ? as_json_read(path, out, e) : 0;
}

int
rr_evidence_open(rr_run *r, int resume, as_err *e)
{
	cJSON *old = NULL;

	if (resume && (reload(r, "compiler_evidence.json", &r->evidence, e) < 0 ||
	    reload(r, "summary.json", &old, e) < 0))
		return -1;
	if (!r->evidence)
		r->evidence = cJSON_CreateObject();
	r->cells = old ? cJSON_DetachItemFromObjectCaseSensitive(old, "cells") : NULL;
	if (!r->cells)
		r->cells = cJSON_CreateArray();
	cJSON_Delete(old);
	return 0;
}

void
rr_evidence_close(rr_run *r)
{
	cJSON_Delete(r->evidence);
	cJSON_Delete(r->cells);
	r->evidence = r->cells = NULL;
}

int
rr_evidence_write(const rr_run *r, as_err *e)
{
	char path[2048];
	cJSON *j = cJSON_CreateObject();
	int rc;

	cJSON_AddItemToObject(j, "copy_bytes_per_s", rr_number(r->dev ? r->copy_rate : NAN));
	cJSON_AddItemReferenceToObject(j, "cells", r->cells);
	snprintf(path, sizeof path, "%s/summary.json", r->dir);
	rc = rr_write_json(path, j, e);
	cJSON_Delete(j);
	snprintf(path, sizeof path, "%s/compiler_evidence.json", r->dir);
	return rc < 0 || r->server ? rc : rr_write_json(path, r->evidence, e);
}

void
rr_evidence_drop(rr_run *r, rr_runmode mode)
{
	for (int i = cJSON_GetArraySize(r->cells) - 1; i >= 0; i--) {
		const cJSON *m = cJSON_GetObjectItemCaseSensitive(cJSON_GetArrayItem(r->cells, i), "mode");
		if (cJSON_IsString(m) && strcmp(m->valuestring, rr_runmode_name(mode)) == 0)
			cJSON_DeleteItemFromArray(r->cells, i);
	}
}

void
rr_evidence_stage(rr_run *r, int model, rr_runmode mode, const rr_compiler *c, rr_path served)
{
	char key[1300] = "";
	cJSON *o = cJSON_CreateObject(), *l;
	const rr_artifact *a = c->n ? c->art[0] : NULL;
	int guards = a ? 1 : 0;

	for (const char *p = a ? a->guard : ""; (p = strstr(p, "&&")); p += 2)
		guards++;
	if (r->cfg->nmodel > 1)
		rr_config_model_key(r->cfg, model, key, sizeof key);
	snprintf(key + strlen(key), sizeof key - strlen(key), "%s%s_explain", key[0] ? ":" : "",
	    rr_runmode_name(mode));
	cJSON_AddBoolToObject(o, "available", 1);
	cJSON_AddNumberToObject(o, "graph_count", (double)c->n);
	cJSON_AddNumberToObject(o, "graph_break_count", c->broken);
	cJSON_AddNumberToObject(o, "break_reasons_count", c->broken);
	l = cJSON_AddArrayToObject(o, "break_reasons_sample");
	if (c->broken)
		cJSON_AddItemToArray(l, cJSON_CreateString(c->error));
	cJSON_AddNumberToObject(o, "out_guards_count", guards);
	l = cJSON_AddArrayToObject(o, "ops_per_graph_len");
	if (a)
		cJSON_AddItemToArray(l, cJSON_CreateNumber((double)(a->traced ? (size_t)c->captured_ops : a->n)));
	cJSON_AddStringToObject(o, "backend", rr_backend_name(c->serving));
	cJSON_AddStringToObject(o, "served", rr_path_name(served));
	cJSON_DeleteItemFromObjectCaseSensitive(r->evidence, key);
	cJSON_AddItemToObject(r->evidence, key, o);
}

static double
median(const rr_cell *c)
{
	double *v = malloc((size_t)(c->n + 1) * sizeof *v), m;
	int n = 0;

	for (int i = 0; v && i < c->n; i++)
		if (!c->sample[i].warmup)
			v[n++] = rr_latency_ms(&c->sample[i]);
	m = as_median(v, (size_t)n);
	free(v);
	return m;
}

/* The whole mode's: artifacts, forwards uncompiled, and replays or why not. */
static void
compiler_totals(cJSON *o, const rr_compiler *c)
{
	int64_t skipped = 0;
	int most = 0;

	for (int k = 0; k < RR_NSKIPS; k++) {
		skipped += c->skips[k];
		most = c->skips[k] > c->skips[most] ? k : most;
	}
	cJSON_AddNumberToObject(o, "artifacts", (double)c->n);
	cJSON_AddNumberToObject(o, "forwards_uncompiled", (double)c->over_limit);
	cJSON_AddNumberToObject(o, "graphs", (double)c->graphs);
	cJSON_AddNumberToObject(o, "replays", (double)c->replays);
	cJSON_AddNumberToObject(o, "not_replayed", (double)skipped);
	cJSON_AddStringToObject(o, "why_not", c->skips[most] ? rr_skip_name((rr_skip)most) : "");
}

void
rr_evidence_model(rr_run *r, int model, rr_runmode mode, const rr_compiler *c, const rr_cell *cell,
    int n,
    const rr_model *m, const rr_session *s)
{
	double bytes = (double)rr_model_params(m) * (double)rr_dtype_size(r->dev->dtype);

	for (int i = 0; i < n; i++) {
		cJSON *o = cJSON_CreateObject(), *l;
		const rr_sample *last = cell[i].n ? &cell[i].sample[cell[i].n - 1] : NULL;
		double ms = median(&cell[i]), floor_ms = bytes / r->copy_rate * 1e3;
		int64_t steps = 0;
		for (int k = 0; last && k < RR_NPATHS; k++)
			steps += last->steps[k];
		cJSON_AddStringToObject(o, "mode", rr_runmode_name(mode));
		cJSON_AddStringToObject(o, "model", r->cfg->model[model].path);
		cJSON_AddStringToObject(o, "dtype", rr_dtype_name(cell[i].dtype));
		cJSON_AddStringToObject(o, "scenario", r->cfg->scenario[cell[i].scenario].name);
		cJSON_AddStringToObject(o, "backend", r->label[cell[i].compile]);
		cJSON_AddStringToObject(o, "cache", rr_cache_name(s->plan.cache));
		cJSON_AddNumberToObject(o, "batch", s->plan.batch);
		cJSON_AddItemToObject(o, "median_ms", rr_number(ms));
		cJSON_AddNumberToObject(o, "forwards", (double)steps);
		cJSON_AddItemToObject(o, "ms_per_forward", rr_number(ms / (double)steps));
		cJSON_AddNumberToObject(o, "weight_bytes", bytes);
		cJSON_AddItemToObject(o, "floor_ms_per_forward", rr_number(floor_ms));
		cJSON_AddItemToObject(o, "share_of_floor", rr_number(floor_ms * (double)steps / ms));
		if (cell[i].compile) {
			cJSON_AddStringToObject(o, "served_last", last ? rr_served_name(last) : "");
			cJSON_AddItemToObject(o, "mae_over_max", rr_number(cell[i].mae));
			compiler_totals(o, c);
			if (cell[i].differ >= 0) { /* an interrupted cell is not compared */
				cJSON_AddBoolToObject(o, "tokens_equal", cell[i].differ == 0);
				cJSON_AddNumberToObject(o, "tokens_differ", cell[i].differ);
				cJSON_AddItemToObject(o, "gap_over_max", rr_number(cell[i].gap));
			}
			l = cJSON_AddArrayToObject(o, "compile_ms");
			for (size_t k = 0; k < c->n; k++)
				cJSON_AddItemToArray(l, rr_number(c->art[k]->build.ms));
		}
		cJSON_AddItemToArray(r->cells, o);
	}
}
