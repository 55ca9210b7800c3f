#include "config_impl.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "words.h"

static const char *const runmode_name[RR_NRUNMODES] =
    {"prefill", "kv_decode", "e2e_kv", "uncached"};

const char *
rr_runmode_name(rr_runmode m)
{
	return runmode_name[m];
}

rr_dtype
rr_config_dtype(const rr_config *c, int model)
{
	return c->model[model].has_dtype ? c->model[model].dtype : c->dtype;
}

void
rr_config_model_key(const rr_config *c, int model, char *out, size_t size)
{
	snprintf(out, size, "%s:%s", c->model[model].path, rr_dtype_name(rr_config_dtype(c, model)));
}

static void
rr_config_default(rr_config *c)
{
	static const char *const names[] = {"single_micro", "single_short", "single_medium",
	    "single_long", "stress_single"};

	memset(c, 0, sizeof *c);
	snprintf(c->device, sizeof c->device, "cpu");
	for (c->nscenario = 0; c->nscenario < 5; c->nscenario++)
		rr_scenario_named(&c->scenario[c->nscenario], names[c->nscenario]);
	c->mode[c->nmode++] = RR_PREFILL;
	c->repetitions = 30;
	c->warmup = 3;
	c->max_new = 64;
	c->seed = 42;
	c->eager = c->compile = c->batch = 1;
	c->pad_multiple = 1;
	c->server.timeout_s = 300;
	c->server.stream = c->server.vary = 1;
	c->cc = (rr_compile_cfg){.backend = RR_CODEGEN, .fallback = RR_NOCOMPILE, .mode = RR_REDUCE,
	    .limit = 8};
	snprintf(c->backend_as_written, sizeof c->backend_as_written, "codegen");
}

/* Keys that set one field each. */
#define AT(member) offsetof(rr_config, member)
static const struct {
	const char *section, *key;
	enum { FLAG, COUNT, LONG, TEXT, DTYPE, WORD } kind;
	size_t at;
	long least, most;  /* of a number; most: the size of a text */
	const char *words; /* that a WORD is one of, in the order of its values */
	int null;          /* null is the default */
} field[] = {
	{"tokenization", "pad_to_max_length", FLAG, AT(pad), 0, 0, NULL, 0},
	{"tokenization", "pad_scope", WORD, AT(pad_global), 0, 0, "per_scenario, global", 0},
	{"tokenization", "pad_to_multiple_of", LONG, AT(pad_multiple), 1, 4096, NULL, 1},
	{"torch_compile", "enabled", FLAG, AT(compile), 0, 0, NULL, 0},
	{"torch_compile", "dynamic", FLAG, AT(cc.dynamic), 0, 0, NULL, 1},
	{"torch_compile", "fullgraph", FLAG, AT(cc.fullgraph), 0, 0, NULL, 0},
	{"torch_compile", "disable_cudagraphs", FLAG, AT(cc.no_graphs), 0, 0, NULL, 0},
	{"torch_compile", "recompile_limit", COUNT, AT(cc.limit), 1, RR_MAX_LIMIT, NULL, 0},
	{"torch_compile", "mode", WORD, AT(cc.mode), 0, 0, "default, reduce-overhead, max-autotune", 1},
	{"cache", "kind", WORD, AT(cache), 0, 0, "grow, static, ring, slice", 0},
	{"cache", "capacity", LONG, AT(capacity), 1, 1 << 20, NULL, 0},
	{"server", "url", TEXT, AT(server.url), 0, sizeof ((rr_config *)0)->server.url, NULL, 0},
	{"server", "keep_alive", TEXT, AT(server.keep_alive), 0,
	    sizeof ((rr_config *)0)->server.keep_alive, NULL, 0},
	{"server", "timeout_s", COUNT, AT(server.timeout_s), 1, 86400, NULL, 0},
	{"server", "num_ctx", COUNT, AT(server.num_ctx), 1, 1 << 24, NULL, 0},
	{"server", "stream", FLAG, AT(server.stream), 0, 0, NULL, 0},
	{"server", "vary_prompts", FLAG, AT(server.vary), 0, 0, NULL, 0},
	{"", "repetitions", COUNT, AT(repetitions), 1, RR_MAX_REPETITIONS, NULL, 0},
	{"", "warmup_repetitions", COUNT, AT(warmup), 0, RR_MAX_REPETITIONS, NULL, 0},
	{"", "max_new_tokens", COUNT, AT(max_new), 1, RR_MAX_REPETITIONS, NULL, 0},
	{"", "batch", COUNT, AT(batch), 1, RR_MAX_BATCH, NULL, 0},
	{"", "device", TEXT, AT(device), 0, sizeof ((rr_config *)0)->device, NULL, 0},
	{"", "flush_cache", FLAG, AT(flush), 0, 0, NULL, 0},
	{"", "tf32", FLAG, AT(tf32), 0, 0, NULL, 0},
	{"", "seed", LONG, AT(seed), 0, 1L << 53, NULL, 0},
	{"", "dtype", DTYPE, AT(dtype), 0, 0, NULL, 0},
	{"", "order", WORD, AT(order), 0, 0, "fixed, interleaved, random", 0},
	{"", "logits_scope", WORD, AT(scope_last), 0, 0, "all, last", 0},
};

static int
take_dtype(rr_reader *r, yaml_node_t *v, const char *key, rr_dtype *out)
{
	const char *s = rr_scalar(r, v, key);

	return !s ? -1 : rr_dtype_parse(s, out) == 0 ? 0 : rr_bad(r, v, key, "fp32, fp16, bf16");
}

static int
take_field(rr_reader *r, const char *section, const char *key, yaml_node_t *v, int *known)
{
	size_t i = 0, n = sizeof field / sizeof *field;
	char *at;

	while (i < n && (strcmp(field[i].section, section) != 0 || strcmp(field[i].key, key) != 0))
		i++;
	if (!(*known = i < n) || (field[i].null && rr_is_null(v)))
		return 0;
	at = (char *)r->c + field[i].at;
	switch (field[i].kind) {
	case FLAG: return rr_take_word(r, v, key, "false, true, False, True", (int *)at) < 0 ? -1 :
	    (*(int *)at &= 1, 0);
	case COUNT: return rr_take_count(r, v, key, field[i].least, field[i].most, (int *)at);
	case LONG: return rr_take_int(r, v, key, field[i].least, field[i].most, (long *)at);
	case TEXT: return rr_take_str(r, v, key, at, (size_t)field[i].most);
	case DTYPE: return take_dtype(r, v, key, (rr_dtype *)at);
	case WORD: break;
	}
	return rr_take_word(r, v, key, field[i].words, (int *)at);
}

void
rr_config_fields(const rr_config *c, const char *section, cJSON *o)
{
	for (size_t i = 0; i < sizeof field / sizeof *field; i++) {
		const char *key = field[i].key, *w = field[i].words, *at = (const char *)c + field[i].at;
		char word[32];
		if (strcmp(field[i].section, section) != 0)
			continue;
		switch (field[i].kind) {
		case FLAG: cJSON_AddBoolToObject(o, key, *(const int *)at); break;
		case COUNT: cJSON_AddNumberToObject(o, key, *(const int *)at); break;
		case LONG: cJSON_AddNumberToObject(o, key, (double)*(const long *)at); break;
		case WORD:
			for (int k = *(const int *)at; k > 0; k--)
				w = strchr(w, ' ') + 1;
			snprintf(word, sizeof word, "%.*s", (int)strcspn(w, ","), w);
			cJSON_AddStringToObject(o, key, word);
			break;
		case TEXT: case DTYPE: break;
		}
	}
}

static int
take_compile(rr_reader *r, const char *section, const char *key, yaml_node_t *v, int *known)
{
	rr_compile_cfg *cc = &r->c->cc;
	const int backend = strcmp(key, "backend") == 0;
	const char *s;

	if (!backend && strcmp(key, "fallback_backend") != 0)
		return take_field(r, section, key, v, known);
	if (rr_is_null(v))
		return 0;
	if (!(s = rr_scalar(r, v, key)))
		return -1;
	if (backend) {
		snprintf(r->c->backend_as_written, sizeof r->c->backend_as_written, "%s", s);
		return rr_backend_parse(s, &cc->backend) == 0 ? 0 :
		    rr_bad(r, v, key, "codegen, inductor, trace, aot_eager");
	}
	cc->has_fallback = 1;
	return rr_backend_parse(s, &cc->fallback) == 0 && cc->fallback != RR_CODEGEN ? 0
	    : rr_bad(r, v, key, "trace, aot_eager, eager");
}

static int
take_runmode(rr_reader *r, yaml_node_t *n)
{
	rr_config *c = r->c;
	int m;

	if (rr_take_word(r, n, "modes", "prefill, kv_decode, e2e_kv, uncached", &m) < 0)
		return -1;
	for (int k = 0; k < c->nmode; k++)
		if (c->mode[k] == (rr_runmode)m)
			return as_fail(r->e, r->path, rr_line_of(n), "modes: %s occurs twice", runmode_name[m]);
	c->mode[c->nmode++] = (rr_runmode)m;
	return 0;
}

static int
take_model_key(rr_reader *r, const char *section, const char *key, yaml_node_t *v, int *known)
{
	rr_config *c = r->c;

	(void)section;
	if (strcmp(key, "path") == 0)
		return rr_take_str(r, v, key, c->model[c->nmodel].path, sizeof c->model[0].path);
	*known = c->model[c->nmodel].has_dtype = strcmp(key, "dtype") == 0;
	return *known ? take_dtype(r, v, key, &c->model[c->nmodel].dtype) : 0;
}

static int
take_model(rr_reader *r, yaml_node_t *n)
{
	rr_config *c = r->c;

	if (c->nmodel == RR_MAX_MODELS)
		return as_fail(r->e, r->path, rr_line_of(n), "models: more than %d", RR_MAX_MODELS);
	if (n->type == YAML_SCALAR_NODE ? rr_take_str(r, n, "models", c->model[c->nmodel].path,
	    sizeof c->model[0].path) < 0
	    : rr_each(r, n, "models", take_model_key) < 0)
		return -1;
	if (!c->model[c->nmodel].path[0])
		return as_fail(r->e, r->path, rr_line_of(n), "models: a model needs a path");
	c->nmodel++;
	return 0;
}

static int
take_backend(rr_reader *r, yaml_node_t *n)
{
	const char *s = rr_scalar(r, n, "backends");
	size_t len;

	if (!s)
		return -1;
	len = strlen(s);
	if (len > 8 && strcmp(s + len - 8, "-compile") == 0) {
		r->c->compile = 1;
		len -= 8;
	} else
		r->c->eager = 1;
	if (!len || *s == '.' || strpbrk(s, "/\n\r\t"))
		return as_fail(r->e, r->path, rr_line_of(n), "backends: a label must be a plain name");
	if (len >= sizeof r->c->label || (r->c->label[0] &&
	    (strlen(r->c->label) != len || strncmp(r->c->label, s, len) != 0)))
		return as_fail(r->e, r->path, rr_line_of(n),
		    "backends: the labels must be LABEL and LABEL-compile, with one LABEL for both");
	snprintf(r->c->label, sizeof r->c->label, "%.*s", (int)len, s);
	return 0;
}

/* A list of one may be written as that one, so that a sweep can set it. */
static int
one_or_list(rr_reader *r, yaml_node_t *v, const char *key, rr_taker *take)
{
	return v->type == YAML_SCALAR_NODE ? take(r, v) : rr_list(r, v, key, take);
}

static int
take_top(rr_reader *r, const char *section, const char *key, yaml_node_t *v, int *known)
{
	rr_config *c = r->c;

	/* cross.c reads them */
	if (strcmp(key, "sweep") == 0 || strcmp(key, "exclude") == 0 || strcmp(key, "aa") == 0)
		return 0;
	if (strcmp(key, "model_path") == 0 || strcmp(key, "model") == 0)
		return take_model(r, v);
	if (strcmp(key, "models") == 0)
		return rr_list(r, v, key, take_model);
	if (strcmp(key, "scenarios") == 0) {
		rr_config_free(c); /* a sweep's take the place of the document's */
		c->nscenario = 0;
		return one_or_list(r, v, key, rr_take_scenario);
	}
	if (strcmp(key, "modes") == 0) {
		c->nmode = 0;
		return one_or_list(r, v, key, take_runmode);
	}
	if (strcmp(key, "backends") == 0) {
		c->eager = c->compile = c->label[0] = 0;
		return one_or_list(r, v, key, take_backend);
	}
	if (strcmp(key, "backend") == 0)
		return rr_take_word(r, v, key, "device, ollama, openai", (int *)&c->serving);
	if (strcmp(key, "tokenization") == 0 || strcmp(key, "cache") == 0 || strcmp(key, "server") == 0)
		return rr_each(r, v, key, take_field);
	if (strcmp(key, "torch_compile") == 0)
		return rr_each(r, v, key, take_compile);
	/* where the published runner looked prompts up; the scenarios are built in */
	if (strcmp(key, "tier3_config") == 0)
		return rr_scalar(r, v, key) ? 0 : -1;
	return take_field(r, section, key, v, known);
}

/* One value of a sweep, in place of the document's. */
static int
take_set(rr_reader *r, const char *path, yaml_node_t *v)
{
	const char *dot = strchr(path, '.');
	char section[32];
	int known = 1, rc;

	snprintf(section, sizeof section, "%.*s", dot ? (int)(dot - path) : 0, path);
	if (strncmp(path, "model", 5) == 0)
		r->c->nmodel = 0;
	rc = !dot ? take_top(r, "", path, v, &known) :
	    (strcmp(section, "torch_compile") == 0 ? take_compile : take_field)(r, section, dot + 1, v,
	    &known);
	return rc < 0 || known ? rc : as_fail(r->e, r->path, rr_line_of(v), "sweep: unknown key %s", path);
}

int
rr_config_take(rr_reader *r, rr_config *c)
{
	as_err *e = r->e;
	int rc;

	r->c = c;
	rr_config_default(c);
	rc = rr_each(r, yaml_document_get_root_node(&r->doc), "", take_top);
	for (int i = 0; i < r->nset && rc == 0; i++)
		rc = take_set(r, r->set[i].key, r->set[i].value);
	if (rc == 0 && c->nmodel == 0)
		rc = as_fail(e, r->path, 0, "names no model (model_path or models)");
	for (int i = 0; rc == 0 && i < c->nmodel; i++)
		for (int k = 0; k < i && rc == 0; k++)
			if (!c->serving && rr_config_dtype(c, i) == rr_config_dtype(c, k) &&
			    strcmp(as_base_name(c->model[i].path), as_base_name(c->model[k].path)) == 0)
				rc = as_fail(e, r->path, 0,
				    "models: %s in %s occurs twice (the last component of a path names its files)",
				    as_base_name(c->model[i].path), rr_dtype_name(rr_config_dtype(c, i)));
	if (rc == 0 && !c->eager && !c->compile)
		rc = as_fail(e, r->path, 0, "leaves no backend to measure");
	if (rc == 0 && c->pad_multiple > 1 && !c->pad)
		rc = as_fail(e, r->path, 0, "pad_to_multiple_of pads nothing without pad_to_max_length");
	if (rc == 0 && c->serving)
		rc = rr_server_check(c, r->path, e);
	if (rc < 0)
		rr_config_free(c);
	return rc;
}

void
rr_config_free(rr_config *c)
{
	for (int i = 0; i < RR_MAX_SCENARIOS; i++)
		for (int k = 0; k < RR_MAX_PROMPTS; k++) {
			free(c->scenario[i].text[k]);
			free(c->scenario[i].ids[k]);
			c->scenario[i].text[k] = NULL;
			c->scenario[i].ids[k] = NULL;
		}
}
