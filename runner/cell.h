/* cell.h - what a run measures, cell by cell, and the directory it goes to.
 *
 * A cell is one (mode, model, scenario, backend). assay-run(5) describes the
 * files. */
#ifndef RR_CELL_H
#define RR_CELL_H

#include <signal.h>
#include <stdio.h>

#include "config.h"

typedef struct {
	int warmup;              /* 1: kept, tagged, not timed for statistics */
	int prompt;              /* index in the scenario */
	int64_t start_ns, end_ns; /* since the run's origin, monotonic */
	double event_ms;         /* device time; NaN: the device has no clock */
	double ttft_ms;          /* to the first token; NaN: not of this mode */
	int64_t tokens;          /* of all sequences */
	char token_sha[65];      /* of the produced ids, int32 little-endian */
	char logits_sha[65];     /* of each sequence's last row of logits, fp32 */
	int64_t steps[RR_NPATHS]; /* forwards of the timed region by what served them */
	int64_t over_limit, fallback, skips[RR_NSKIPS]; /* of them, why not compiled, why not replayed */
	char artifact[17];       /* the one that served, or the first of several; "": none */
	int artifacts;           /* distinct ones in the timed region, as far as neighbours differ */
	int compiled;            /* artifacts made inside the timed region */
} rr_sample;

typedef struct {
	int model, scenario, compile;
	rr_runmode mode;
	rr_dtype dtype;
	rr_sample *sample;
	int n;
	double started_at;       /* Unix time of the first sample */
	rr_health before, after;
	cJSON *block;            /* "compile" of the run file; NULL: eager */
	double mae, max_diff;    /* logits against eager, over max |eager|; NaN: not compared */
	int differ;              /* tokens that eager would have chosen otherwise; -1: not compared */
	double gap;              /* how far its choice lay above the token, over max |eager|, at most */
	float *logits;           /* (prompt, batch, vocab) last rows of each prompt's last sample */
	int32_t *tokens;         /* (prompt, made, batch) and its tokens */
	char path[1400];         /* run file, under the run's directory; "": not written */
} rr_cell;

typedef struct {
	const rr_config *cfg;
	const char *config_path;
	char dir[1024], id[64];
	char label[2][96];       /* eager, compile */
	char within[64];         /* in front of the progress: of what the run is a part, or "" */
	rr_device *dev;          /* reopened where a model wants another dtype; NULL: none */
	char opened[32];         /* what it was opened as */
	int tf32;
	cJSON *server;           /* what is known of it and its models; NULL: a device's run */
	int64_t origin_ns;       /* CLOCK_MONOTONIC at the start */
	double started_at;
	double copy_rate;        /* bytes a second, read and written; 0: to be measured */
	int64_t done, total;     /* samples */
	cJSON *evidence;         /* compiler_evidence.json */
	cJSON *cells;            /* of summary.json */
	volatile sig_atomic_t *stop;
} rr_run;

/* What prompts of the run's scenarios are for one model. */
typedef struct {
	int32_t *ids[RR_MAX_SCENARIOS][RR_MAX_PROMPTS]; /* (batch, n) */
	long n[RR_MAX_SCENARIOS][RR_MAX_PROMPTS];
	long rows[RR_MAX_SCENARIOS][RR_MAX_PROMPTS]; /* padded */
	long longest, tokens;                        /* rows; tokens of the longest */
} rr_prompts;

int rr_prompts_make(rr_prompts *p, const rr_config *c, const rr_model *m, as_err *e);
void rr_prompts_free(rr_prompts *p);

/* One request; every field of *out is filled. c NULL: eager. ids (batch, n); logits (batch, vocab)
 * and tokens (max_new + 1, batch) may be NULL. */
int rr_measure(rr_run *r, rr_session *s, rr_compiler *c, rr_runmode mode, const int32_t *ids,
    long n, long rows,
    rr_sample *out, float *logits, int32_t *tokens, as_err *e);

/* Eager, taught the tokens of another request: each step reads the token that
 * the other made, whatever this one chose. logits: of the last step. */
typedef struct {
	int differ; /* steps that chose another token */
	/* largest logit of a step less that of the other's token, over the largest |logit|, at most */
	double gap;
} rr_taught;
int rr_measure_taught(rr_run *r, rr_session *s, rr_runmode mode, const int32_t *ids, long n,
    long rows,
    const int32_t *tokens, rr_taught *out, float *logits, as_err *e);

/* JSON of one cell, of a compiler's counters, of an artifact (artifact.c). */
cJSON *rr_cell_json(const rr_run *r, const rr_cell *c, const rr_prompts *p);
cJSON *rr_counters_json(const rr_compiler *c);
cJSON *rr_compile_json(const rr_run *r, const rr_compiler *c);
cJSON *rr_artifact_json(const rr_compiler *c, const rr_artifact *a);
cJSON *rr_config_json(const rr_config *c);
cJSON *rr_environment(rr_device *dev);
/* A number as the shortest text that reads back; null if it is not finite. */
cJSON *rr_number(double v);

/* Of a sample (measure.c). */
double rr_latency_ms(const rr_sample *s);
const char *rr_path_name(rr_path p);
const char *rr_served_name(const rr_sample *s); /* a path's name, or "mixed" */

/* Files: written to a temporary name, synced, renamed (rundir.c). */
int rr_mkdirs(const char *path, as_err *e);
int rr_write(const char *path, const void *data, size_t n, as_err *e);
int rr_write_json(const char *path, const cJSON *j, as_err *e);
int rr_write_metrics(const rr_run *r, const char *path, const rr_cell *cell, size_t n, int warmup,
    as_err *e);
void rr_csv_texts(FILE *fp, const char *const *text, size_t n); /* commas between them */
void rr_csv_number(FILE *fp, double v); /* behind a comma; empty where it is not finite */
int rr_write_artifacts(const char *dir, const rr_compiler *c, as_err *e);
/* Whether r->dir holds a run of r's configuration, options and device; -1 says in what they
 * differ. */
int rr_manifest_same(const rr_run *r, as_err *e);
/* manifest.json with the size and SHA-256 of every other file under the run. */
int rr_write_manifest(const rr_run *r, int complete, as_err *e);

#endif
