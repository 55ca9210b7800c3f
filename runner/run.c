/* The run: modes, models, scenarios, backends, in the order asked for. */
#include "run.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "evidence.h"
#include "server/server.h"
#include "words.h"

enum { COMPILE_PROMPT = 8 }; /* tokens of the compile stage's own prompt, where they fit */

typedef struct {
	rr_run *r;
	rr_runmode mode;
	int model;
	rr_model m;
	rr_session s;
	rr_compiler c;
	rr_prompts p;
	rr_cell *cell; /* of this model */
	int ncell;
	long first;    /* tokens of the compile stage's own prompt */
	cJSON *stage;  /* counters after the compile stage */
	double stage_ms;
} job;

static double
unix_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void
progress(const rr_run *r, const job *j, const rr_cell *c)
{
	double used = (double)(rr_now_ns() - r->origin_ns) * 1e-9;
	long left = r->done ? (long)(used / (double)r->done * (double)(r->total - r->done)) : 0;

	if (!isatty(2))
		return;
	fprintf(stderr, "\rrefrun: %s%s %s %s %s  %lld/%lld, %ldm%02lds left\033[K", r->within,
	    rr_runmode_name(j->mode),
	    r->cfg->model[j->model].path, r->cfg->scenario[c->scenario].name,
	    c->compile ? "compile" : "eager",
	    (long long)r->done, (long long)r->total, left / 60, left % 60);
}

/* Where a cell keeps the last rows of logits, and the tokens, of prompt k's sequences. */
static float *
logits_of(const job *j, const rr_cell *c, int k)
{
	return c->logits + (size_t)(k * j->s.plan.batch) * (size_t)j->m.vocab;
}

static int32_t *
tokens_of(const job *j, const rr_cell *c, int k)
{
	return c->tokens + k * j->s.plan.batch * (j->r->cfg->max_new + 1);
}

static int
sample(job *j, rr_cell *c, int warmup, as_err *e)
{
	rr_sample *s = &c->sample[c->n];
	int k = (warmup ? c->n : c->n - j->r->cfg->warmup) % j->r->cfg->scenario[c->scenario].n;

	if (c->n == 0) {
		c->started_at = unix_now();
		j->r->dev->health(j->r->dev, &c->before);
	}
	s->prompt = k;
	s->warmup = warmup;
	if (rr_measure(j->r, &j->s, c->compile ? &j->c : NULL, j->mode, j->p.ids[c->scenario][k],
	    j->p.n[c->scenario][k], j->p.rows[c->scenario][k], s, logits_of(j, c, k), tokens_of(j, c, k),
	    e) < 0)
		return -1;
	c->n++;
	j->r->done++;
	progress(j->r, j, c);
	return 0;
}

/* The larger; a NaN stays. */
static double
worse(double a, double b)
{
	return b <= a ? a : b;
}

/* What the last sample of every prompt gave, against eager on the same tokens,
 * run once more outside of any timing. */
static int
equivalence(job *j, rr_cell *c, as_err *e)
{
	const int prompts = j->r->cfg->scenario[c->scenario].n, batch = j->s.plan.batch;
	const size_t vocab = (size_t)j->m.vocab, all = (size_t)batch * vocab;
	float *b = malloc(all * sizeof *b);
	int rc = b ? 0 : as_nomem(e);

	c->differ = 0;
	c->mae = c->max_diff = c->gap = 0;
	for (int k = 0; rc == 0 && k < prompts && k < c->n; k++) {
		const float *a = logits_of(j, c, k);
		rr_taught t;
		if ((rc = rr_measure_taught(j->r, &j->s, j->mode, j->p.ids[c->scenario][k],
		    j->p.n[c->scenario][k], j->p.rows[c->scenario][k], tokens_of(j, c, k), &t, b, e)) < 0)
			break;
		for (size_t from = 0; from < all; from += vocab) {
			double sum = 0, most = 0, scale = 0;
			for (size_t i = from; i < from + vocab; i++) {
				double d = fabs((double)a[i] - (double)b[i]);
				sum += d;
				most = worse(most, d);
				scale = fmax(scale, fabs((double)b[i]));
			}
			c->mae = worse(c->mae, sum / (double)vocab / scale);
			c->max_diff = worse(c->max_diff, most / scale);
		}
		c->differ += t.differ;
		c->gap = worse(c->gap, t.gap);
	}
	free(b);
	return rc;
}

/* Folder of one model's files below those of a mode, where there are several: "MODEL/", or "". */
static void
model_part(const job *j, char *out, size_t size)
{
	const char *base = as_base_name(j->r->cfg->model[j->model].path);

	snprintf(out, size, "%s%s", j->r->cfg->nmodel > 1 ? base : "", j->r->cfg->nmodel > 1 ? "/" : "");
}

/* Folder of what was compiled for one model and dtype: the counters have the same key. */
static void
compiled_dir(const job *j, char *out, size_t size)
{
	char part[1100];

	model_part(j, part, sizeof part);
	snprintf(out, size, "%s/%s/compiled/%.200s%s", j->r->dir, rr_runmode_name(j->mode), part,
	    *part ? rr_dtype_name(j->r->dev->dtype) : "");
}

static int
write_cell(job *j, rr_cell *c, as_err *e)
{
	char part[1100], dir[4096], path[4200];
	cJSON *o;
	int rc;

	model_part(j, part, sizeof part);
	snprintf(c->path, sizeof c->path, "%s/runs/%.200s%s/%s/%s/run_%lld.json",
	    rr_runmode_name(j->mode), part,
	    j->r->cfg->scenario[c->scenario].name, j->r->label[c->compile], rr_dtype_name(c->dtype),
	    (long long)(c->started_at * 1e3));
	snprintf(path, sizeof path, "%s/%s", j->r->dir, c->path);
	snprintf(dir, sizeof dir, "%.*s", (int)(strrchr(path, '/') - path), path);
	if (rr_mkdirs(dir, e) < 0)
		return -1;
	o = rr_cell_json(j->r, c, &j->p);
	rc = rr_write_json(path, o, e);
	cJSON_Delete(o);
	return rc;
}

/* After a cell's last sample: what the compiler had done by then. */
static int
close_cell(job *j, rr_cell *c, as_err *e)
{
	if (!c->n)
		return 0;
	j->r->dev->health(j->r->dev, &c->after);
	if (c->compile) {
		c->block = rr_compile_json(j->r, &j->c);
		cJSON_AddItemToObject(c->block, "compile_wrapper_ms", rr_number(j->stage_ms));
		cJSON_AddItemToObject(c->block, "dynamo_counters_after_compile", cJSON_Duplicate(j->stage, 1));
		cJSON_AddItemToObject(c->block, "dynamo_counters_after_cell", rr_counters_json(&j->c));
		if (!*j->r->stop && equivalence(j, c, e) < 0)
			return -1;
	}
	return write_cell(j, c, e);
}

/* Cells in the order asked for. Those of a group are measured by turns: of one scenario where the
 * order is interleaved, else each is alone. */
static int
measure_cells(job *j, as_err *e)
{
	const rr_config *cfg = j->r->cfg;
	const int n = j->ncell;
	rr_cell **at = malloc((size_t)(n + 1) * sizeof *at), *t;
	uint64_t x = cfg->seed * 2 + 1;
	int rc = at ? 0 : as_nomem(e);

	for (int i = 0; i < n && at; i++)
		at[i] = &j->cell[i];
	for (int i = n - 1; i > 0 && at && cfg->order == RR_RANDOM; i--) {
		int k = (int)(((x = x * 6364136223846793005u + 1442695040888963407u) >> 33) %
		    (uint64_t)(i + 1));
		t = at[i];
		at[i] = at[k];
		at[k] = t;
	}
	for (int i = 0, k; i < n && rc == 0; i = k) {
		for (k = i + 1; k < n && cfg->order == RR_INTERLEAVED &&
		    at[k]->scenario == at[i]->scenario; k++)
			;
		for (int s = 0; s < cfg->warmup + cfg->repetitions && rc == 0; s++)
			for (int c = i; c < k && rc == 0 && !*j->r->stop; c++)
				rc = sample(j, at[c], s < cfg->warmup, e);
		for (int c = i; c < k && rc == 0; c++)
			rc = close_cell(j, at[c], e);
	}
	free(at);
	return rc;
}

/* The compile stage: one forward of its own prompt. */
static int
stage(job *j, as_err *e)
{
	int32_t ids[RR_MAX_BATCH * COMPILE_PROMPT];
	rr_served v;
	int64_t t0 = rr_now_ns();

	for (int i = 0; i < RR_MAX_BATCH * COMPILE_PROMPT; i++)
		ids[i] = (int32_t)((j->r->cfg->seed + 31u * (unsigned)i) % (uint64_t)j->m.vocab);
	if (rr_session_prompt(&j->s, ids, j->first, j->first, e) < 0 ||
	    rr_session_forward(&j->s, &j->c, j->first, j->first, &v, e) < 0 ||
	    j->r->dev->sync(j->r->dev, e) < 0)
		return -1;
	j->stage_ms = (double)(rr_now_ns() - t0) * 1e-6;
	j->stage = rr_counters_json(&j->c);
	rr_evidence_stage(j->r, j->model, j->mode, &j->c, v.path);
	return 0;
}

static int
make_cells(job *j, as_err *e)
{
	const rr_config *cfg = j->r->cfg;
	size_t per = (size_t)(cfg->warmup + cfg->repetitions);

	for (int s = 0; s < cfg->nscenario; s++)
		for (int b = 0; b < 2; b++) {
			rr_cell *c = &j->cell[j->ncell];
			if (b ? !cfg->compile : !cfg->eager)
				continue;
			*c = (rr_cell){.model = j->model, .scenario = s, .compile = b, .mode = j->mode,
			    .dtype = j->r->dev->dtype, .differ = -1};
			c->mae = c->max_diff = c->gap = NAN;
			j->ncell++;
			c->sample = calloc(per, sizeof *c->sample);
			size_t all = (size_t)(cfg->scenario[s].n * cfg->batch);
			c->logits = calloc(all * (size_t)j->m.vocab, sizeof *c->logits);
			c->tokens = calloc(all * (size_t)(cfg->max_new + 1), sizeof *c->tokens);
			if (!c->sample || !c->logits || !c->tokens)
				return as_nomem(e);
		}
	return 0;
}

int
rr_run_device(rr_run *r, int model, as_err *e)
{
	const rr_config *c = r->cfg;
	const rr_dtype dtype = rr_config_dtype(c, model);

	if (!r->dev || r->dev->dtype != dtype || r->tf32 != c->tf32 || strcmp(r->opened, c->device) != 0) {
		rr_run_close(r);
		if (strcmp(r->opened, c->device) != 0)
			r->copy_rate = 0;
		snprintf(r->opened, sizeof r->opened, "%s", c->device);
		r->tf32 = c->tf32;
		if (rr_device_open(&r->dev, c->device, dtype, c->tf32, e) < 0)
			return -1;
	}
	snprintf(r->label[0], sizeof r->label[0], "%s%s", c->label[0] ? c->label : "refrun-",
	    c->label[0] ? "" : r->dev->name);
	snprintf(r->label[1], sizeof r->label[1], "%.80s-compile", r->label[0]);
	return 0;
}

/* The most rows of a forward, and the prompt of the compile stage: no run is refused for the size
 * of that. Uncached pads nothing, and each token but the last is a row of the next forward. */
static long
most_rows(const rr_config *cfg, const rr_model *m, const rr_prompts *p, rr_runmode mode, int made,
    long *first)
{
	const long rows = mode == RR_UNCACHED ? p->tokens + cfg->max_new - 1 : p->longest;
	long room = m->positions - made;

	if (cfg->capacity && cfg->capacity - (cfg->cache == RR_RING ? 0 : made) < room)
		room = cfg->capacity - (cfg->cache == RR_RING ? 0 : made);
	*first = room < COMPILE_PROMPT ? room : COMPILE_PROMPT;
	return rows > *first ? rows : *first;
}

void
rr_run_close(rr_run *r)
{
	if (r->dev)
		r->dev->close(r->dev);
	r->dev = NULL;
}

int
rr_run_session(rr_session_opener *open, rr_session *s, rr_device *dev, const rr_config *cfg,
    const rr_model *m, const rr_prompts *p, rr_runmode mode, long *first, as_err *e)
{
	const int made = mode == RR_PREFILL || mode == RR_UNCACHED ? 1 : cfg->max_new;

	return open(s, dev, m, cfg->cache, cfg->capacity, cfg->batch,
	    most_rows(cfg, m, p, mode, made, first), made, cfg->scope_last, e);
}

/* One model in one mode; its cells stay in *j for metrics.csv. */
static int
measure_model(job *j, as_err *e)
{
	rr_run *r = j->r;
	const rr_config *cfg = r->cfg;
	char dir[4096];
	int rc;

	if (rr_run_device(r, j->model, e) < 0 ||
	    rr_model_open(&j->m, cfg->model[j->model].path, cfg->seed, e) < 0 ||
	    rr_prompts_make(&j->p, cfg, &j->m, e) < 0 ||
	    rr_run_session(rr_session_open, &j->s, r->dev, cfg, &j->m, &j->p, j->mode, &j->first, e) < 0 ||
	    rr_compiler_open(&j->c, r->dev, &j->s.plan, &cfg->cc, e) < 0 || make_cells(j, e) < 0 ||
	    (cfg->compile && stage(j, e) < 0) || measure_cells(j, e) < 0)
		return -1;
	compiled_dir(j, dir, sizeof dir);
	rc = rr_write_artifacts(dir, &j->c, e);
	rr_evidence_model(r, j->model, j->mode, &j->c, j->cell, j->ncell, &j->m, &j->s);
	return rc;
}

/* Device, model and compiler of a job; its cells stay for metrics.csv. */
static void
end_job(job *j)
{
	rr_compiler_close(&j->c);
	rr_session_close(&j->s);
	rr_prompts_free(&j->p);
	rr_model_close(&j->m);
	cJSON_Delete(j->stage);
	j->stage = NULL;
	for (int i = 0; i < j->ncell; i++) {
		free(j->cell[i].logits);
		free(j->cell[i].tokens);
		j->cell[i].logits = NULL;
		j->cell[i].tokens = NULL;
	}
}

static int
write_mode(rr_run *r, rr_runmode mode, const rr_cell *all, size_t n, cJSON *counters, as_err *e)
{
	char path[2048];
	int rc = 0;

	for (int warmup = 1; warmup >= 0 && rc == 0; warmup--) {
		snprintf(path, sizeof path, "%s/%s/%s.csv", r->dir, rr_runmode_name(mode),
		    warmup ? "warmup" : "metrics");
		rc = rr_write_metrics(r, path, all, n, warmup, e);
	}
	snprintf(path, sizeof path, "%s/%s/dynamo_counters.json", r->dir, rr_runmode_name(mode));
	if (rc == 0 && !*r->stop) /* last: its presence says that the mode is whole */
		rc = rr_write_json(path, counters, e);
	return rc;
}

static cJSON *
mode_counters(const rr_run *r, rr_runmode mode)
{
	cJSON *o = cJSON_CreateObject(), *l;

	cJSON_AddStringToObject(o, "mode", rr_runmode_name(mode));
	l = cJSON_AddArrayToObject(o, "backend_labels");
	cJSON_AddItemToArray(l, cJSON_CreateString(r->label[0]));
	cJSON_AddItemToArray(l, cJSON_CreateString(r->label[1]));
	return o;
}

static int
run_mode(rr_run *r, rr_runmode mode, as_err *e)
{
	const size_t each = (size_t)r->cfg->nscenario * 2, all = each * (size_t)r->cfg->nmodel;
	rr_cell *cells = calloc(all, sizeof *cells); /* each job's; what it does not need is empty */
	job *jobs = calloc((size_t)r->cfg->nmodel, sizeof *jobs);
	cJSON *counters = mode_counters(r, mode), *metas =
	    cJSON_AddObjectToObject(counters, "compile_metas");
	char dir[2048], key[1200];
	as_err later;
	int rc = jobs && cells ? 0 : as_nomem(e);

	snprintf(dir, sizeof dir, "%s/%s", r->dir, rr_runmode_name(mode));
	if (rc == 0)
		rc = rr_mkdirs(dir, e);
	for (int i = 0; i < r->cfg->nmodel && rc == 0 && !*r->stop; i++) {
		job *j = &jobs[i];
		*j = (job){.r = r, .mode = mode, .model = i, .cell = cells + each * (size_t)i};
		rc = measure_model(j, e);
		if (rc == 0 && r->cfg->compile) {
			cJSON *meta = rr_compile_json(r, &j->c), *after = rr_counters_json(&j->c);
			cJSON_AddItemToObject(meta, "compile_wrapper_ms", rr_number(j->stage_ms));
			cJSON_AddItemToObject(meta, "dynamo_counters_after_compile", cJSON_Duplicate(j->stage, 1));
			if (r->cfg->nmodel == 1) {
				cJSON_AddItemToObject(counters, "compile_meta", cJSON_Duplicate(meta, 1));
				cJSON_AddItemToObject(counters, "dynamo_counters", cJSON_Duplicate(after, 1));
			}
			cJSON_AddItemToObject(meta, "dynamo_counters", after);
			rr_config_model_key(r->cfg, i, key, sizeof key);
			cJSON_AddItemToObject(metas, key, meta);
		}
		end_job(j);
	}
	/* also after an error: nothing is lost that was measured */
	if (jobs && cells && write_mode(r, mode, cells, all, counters, rc == 0 ? e : &later) < 0)
		rc = -1;
	for (size_t i = 0; cells && i < all; i++) {
		free(cells[i].sample);
		cJSON_Delete(cells[i].block);
	}
	free(cells);
	free(jobs);
	cJSON_Delete(counters);
	return rc;
}

/* 1: this mode was finished by the run that is resumed. A mode that was begun
 * is moved aside: two processes' samples are never mixed. */
static int
finished(const rr_run *r, rr_runmode mode, as_err *e)
{
	char path[2048], aside[2200];

	snprintf(path, sizeof path, "%s/%s/%s.json", r->dir, rr_runmode_name(mode),
	    r->server ? "server" : "dynamo_counters");
	if (access(path, F_OK) == 0)
		return 1;
	snprintf(path, sizeof path, "%s/%s", r->dir, rr_runmode_name(mode));
	if (access(path, F_OK) != 0)
		return 0;
	for (int i = 1; i < 1000; i++) {
		snprintf(aside, sizeof aside, "%s/incomplete", r->dir);
		if (rr_mkdirs(aside, e) < 0)
			return -1;
		snprintf(aside, sizeof aside, "%s/incomplete/%s-%d", r->dir, rr_runmode_name(mode), i);
		if (access(aside, F_OK) != 0)
			return rename(path, aside) == 0 ? 0 : as_fail(e, aside, 0, "cannot move it aside: %s",
			    strerror(errno));
	}
	return as_fail(e, path, 0, "too many unfinished attempts");
}

int
rr_run_all(rr_run *r, int resume, as_err *e)
{
	const rr_config *c = r->cfg;
	as_err later;
	int rc = 0;

	r->done = r->total = 0;
	for (int i = 0; i < c->nscenario; i++)
		r->total += (c->eager + c->compile) * (int64_t)(c->warmup + c->repetitions) * c->nmodel *
		    c->nmode;
	r->origin_ns = rr_now_ns();
	r->started_at = unix_now();
	if (rr_mkdirs(r->dir, e) < 0 || rr_evidence_open(r, resume, e) < 0)
		return -1;
	if (rr_write_manifest(r, 0, e) < 0 || (r->dev && r->copy_rate <= 0 &&
	    r->dev->copy_rate(r->dev, &r->copy_rate, e) < 0))
		return -1;
	for (int i = 0; i < c->nmode && rc == 0 && !*r->stop; i++) {
		int whole = resume ? finished(r, c->mode[i], e) : 0;
		if (whole < 0)
			return -1;
		if (!whole)
			rr_evidence_drop(r, c->mode[i]);
		if (!whole)
			rc = (r->server ? rr_server_mode : run_mode)(r, c->mode[i], e);
		if (rr_evidence_write(r, rc == 0 ? e : &later) < 0)
			rc = -1;
	}
	if (isatty(2))
		fprintf(stderr, "\r\033[K");
	if (rr_write_manifest(r, rc == 0 && !*r->stop, rc == 0 ? e : &later) < 0)
		rc = -1;
	rr_evidence_close(r);
	return rc < 0 ? -1 : *r->stop ? 1 : 0;
}
