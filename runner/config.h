/* config.h - what to run: a YAML file with the keys of the published
 * configurations and the project's own; refrun(1) lists them. */
#ifndef RR_CONFIG_H
#define RR_CONFIG_H

#include <cjson/cJSON.h>

#include "compile.h"

typedef enum { RR_PREFILL, RR_DECODE, RR_E2E, RR_UNCACHED, RR_NRUNMODES } rr_runmode;
typedef enum { RR_DEVICE, RR_OLLAMA, RR_OPENAI } rr_serving;
typedef enum { RR_FIXED, RR_INTERLEAVED, RR_RANDOM } rr_order;

enum { RR_MAX_PROMPTS = 16, RR_MAX_SCENARIOS = 32, RR_MAX_MODELS = 16,
    RR_MAX_REPETITIONS = 1000000, RR_MAX_AXES = 16 };

typedef struct {
	char name[64], set[64];
	int n;                       /* prompts */
	long length[RR_MAX_PROMPTS]; /* tokens; 0: text */
	char *text[RR_MAX_PROMPTS];  /* NULL: ids, or seeded */
	int32_t *ids[RR_MAX_PROMPTS]; /* (length); NULL: text, or seeded */
} rr_scenario;

typedef struct {
	struct { char path[1024]; rr_dtype dtype; int has_dtype; } model[RR_MAX_MODELS];
	int nmodel;
	rr_dtype dtype;
	char device[32];
	rr_scenario scenario[RR_MAX_SCENARIOS];
	int nscenario;
	rr_runmode mode[RR_NRUNMODES];
	int nmode;
	int repetitions, warmup, max_new;
	int batch;                   /* sequences in lock step */
	uint64_t seed;
	rr_order order;
	int pad, pad_global;         /* to the longest prompt of the scenario, or of all */
	long pad_multiple;
	int eager, compile;          /* backends to measure */
	rr_compile_cfg cc;
	char backend_as_written[32];
	rr_cache_kind cache;
	long capacity;               /* 0: as needed */
	int scope_last, flush, tf32;
	rr_serving serving;
	struct { char url[256], keep_alive[32]; int timeout_s, num_ctx, stream, vary; } server;
	char label[64];              /* backends are LABEL and LABEL-compile; "": refrun-DEVICE */
} rr_config;

void rr_config_free(rr_config *c);

rr_dtype rr_config_dtype(const rr_config *c, int model);

/* "PATH:DTYPE", the key of all that a run records of a model in a dtype. */
void rr_config_model_key(const rr_config *c, int model, char *out, size_t size);

const char *rr_runmode_name(rr_runmode m); /* "prefill" ... */

/* Adds what is set in a section ("": outside of any) as one number, flag or word. */
void rr_config_fields(const rr_config *c, const char *section, cJSON *o);

#endif
