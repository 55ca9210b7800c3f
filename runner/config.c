#include "config_impl.h"

#include <stdlib.h>
#include <string.h>

#include "input.h"
#include "num.h"
#include "words.h"

enum { MOST_BYTES = 1 << 20 };

static const char *const runmode_name[RR_NRUNMODES] =
    {"prefill", "kv_decode", "e2e_kv", "uncached"};
static const char *const order_name[] = {"fixed", "interleaved", "random"};

const char *
rr_runmode_name(rr_runmode m)
{
	return runmode_name[m];
}

const char *
rr_order_name(rr_order o)
{
	return order_name[o];
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

static int
take_tokenization(rr_reader *r, const char *key, yaml_node_t *v, int *known)
{
	rr_config *c = r->c;

	if (strcmp(key, "pad_to_max_length") == 0)
		return rr_take_bool(r, v, key, &c->pad);
	if (strcmp(key, "pad_scope") == 0) {
		const char *s = rr_scalar(r, v, key);
		if (!s)
			return -1;
		if (strcmp(s, "per_scenario") != 0 && strcmp(s, "global") != 0)
			return rr_bad(r, v, key, "per_scenario, global");
		c->pad_global = strcmp(s, "global") == 0;
	} else if (strcmp(key, "pad_to_multiple_of") == 0)
		return rr_is_null(v) ? 0 : rr_take_int(r, v, key, 1, 4096, &c->pad_multiple);
	else
		*known = 0;
	return 0;
}

static int
take_compile(rr_reader *r, const char *key, yaml_node_t *v, int *known)
{
	rr_compile_cfg *cc = &r->c->cc;
	const char *s;

	if (strcmp(key, "enabled") == 0)
		return rr_take_bool(r, v, key, &r->c->compile);
	if (strcmp(key, "dynamic") == 0)
		return rr_is_null(v) ? 0 : rr_take_bool(r, v, key, &cc->dynamic);
	if (strcmp(key, "fullgraph") == 0)
		return rr_take_bool(r, v, key, &cc->fullgraph);
	if (strcmp(key, "disable_cudagraphs") == 0)
		return rr_take_bool(r, v, key, &cc->no_graphs);
	if (strcmp(key, "recompile_limit") == 0)
		return rr_take_count(r, v, key, 1, RR_MAX_LIMIT, &cc->limit);
	if (strcmp(key, "backend") != 0 && strcmp(key, "fallback_backend") != 0 &&
	    strcmp(key, "mode") != 0) {
		*known = 0;
		return 0;
	}
	if (rr_is_null(v))
		return 0;
	if (!(s = rr_scalar(r, v, key)))
		return -1;
	if (strcmp(key, "mode") == 0)
		return rr_mode_parse(s, &cc->mode) == 0 ? 0 : rr_bad(r, v, key,
		    "default, reduce-overhead, max-autotune");
	if (strcmp(key, "backend") == 0) {
		snprintf(r->c->backend_as_written, sizeof r->c->backend_as_written, "%s", s);
		return rr_backend_parse(s, &cc->backend) == 0 ? 0 :
		    rr_bad(r, v, key, "codegen, inductor, trace, aot_eager");
	}
	cc->has_fallback = 1;
	return rr_backend_parse(s, &cc->fallback) == 0 && cc->fallback != RR_CODEGEN ? 0
	    : rr_bad(r, v, key, "trace, aot_eager, eager");
}

static int
take_cache(rr_reader *r, const char *key, yaml_node_t *v, int *known)
{
	const char *s;

	if (strcmp(key, "kind") == 0) {
		if (!(s = rr_scalar(r, v, key)))
			return -1;
		return rr_cache_parse(s, &r->c->cache) == 0 ? 0 : rr_bad(r, v, key, "grow, static, ring, slice");
	}
	if (strcmp(key, "capacity") == 0)
		return rr_take_int(r, v, key, 1, 1 << 20, &r->c->capacity);
	*known = 0;
	return 0;
}

static int
take_runmode(rr_reader *r, yaml_node_t *n)
{
	const char *s = rr_scalar(r, n, "modes");

	if (!s)
		return -1;
	for (int i = 0; i < RR_NRUNMODES; i++)
		if (strcmp(s, runmode_name[i]) == 0) {
			for (int k = 0; k < r->c->nmode; k++)
				if (r->c->mode[k] == (rr_runmode)i)
					return as_fail(r->e, r->path, rr_line_of(n), "modes: %s occurs twice", s);
			r->c->mode[r->c->nmode++] = (rr_runmode)i;
			return 0;
		}
	return rr_bad(r, n, "modes", "prefill, kv_decode, e2e_kv, uncached");
}

static int
take_model_key(rr_reader *r, const char *key, yaml_node_t *v, int *known)
{
	const char *s;
	rr_config *c = r->c;

	if (strcmp(key, "path") == 0)
		return rr_take_str(r, v, key, c->model[c->nmodel].path, sizeof c->model[0].path);
	if (strcmp(key, "dtype") != 0) {
		*known = 0;
		return 0;
	}
	if (!(s = rr_scalar(r, v, key)))
		return -1;
	c->model[c->nmodel].has_dtype = 1;
	return rr_dtype_parse(s, &c->model[c->nmodel].dtype) == 0 ? 0 :
	    rr_bad(r, v, key, "fp32, fp16, bf16");
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

static int
take_top(rr_reader *r, const char *key, yaml_node_t *v, int *known)
{
	rr_config *c = r->c;
	const char *s;
	long n;

	if (strcmp(key, "model_path") == 0 || strcmp(key, "model") == 0)
		return take_model(r, v);
	if (strcmp(key, "models") == 0)
		return rr_list(r, v, key, take_model);
	if (strcmp(key, "scenarios") == 0) {
		c->nscenario = 0;
		return rr_list(r, v, key, rr_take_scenario);
	}
	if (strcmp(key, "modes") == 0) {
		c->nmode = 0;
		return rr_list(r, v, key, take_runmode);
	}
	if (strcmp(key, "backends") == 0) {
		c->eager = c->compile = 0;
		return rr_list(r, v, key, take_backend);
	}
	if (strcmp(key, "backend") == 0)
		return rr_take_server(r, key, v, known);
	if (strcmp(key, "server") == 0)
		return rr_each(r, v, key, rr_take_server);
	if (strcmp(key, "tokenization") == 0)
		return rr_each(r, v, key, take_tokenization);
	if (strcmp(key, "torch_compile") == 0)
		return rr_each(r, v, key, take_compile);
	if (strcmp(key, "cache") == 0)
		return rr_each(r, v, key, take_cache);
	if (strcmp(key, "repetitions") == 0)
		return rr_take_count(r, v, key, 1, RR_MAX_REPETITIONS, &c->repetitions);
	if (strcmp(key, "warmup_repetitions") == 0)
		return rr_take_count(r, v, key, 0, RR_MAX_REPETITIONS, &c->warmup);
	if (strcmp(key, "max_new_tokens") == 0)
		return rr_take_count(r, v, key, 1, RR_MAX_REPETITIONS, &c->max_new);
	if (strcmp(key, "batch") == 0)
		return rr_take_count(r, v, key, 1, RR_MAX_BATCH, &c->batch);
	if (strcmp(key, "device") == 0)
		return rr_take_str(r, v, key, c->device, sizeof c->device);
	if (strcmp(key, "flush_cache") == 0)
		return rr_take_bool(r, v, key, &c->flush);
	if (strcmp(key, "tf32") == 0)
		return rr_take_bool(r, v, key, &c->tf32);
	/* where the published runner looked prompts up; the scenarios are built in */
	if (strcmp(key, "tier3_config") == 0)
		return rr_scalar(r, v, key) ? 0 : -1;
	if (strcmp(key, "seed") == 0) {
		if (rr_take_int(r, v, key, 0, 1L << 53, &n) < 0)
			return -1;
		c->seed = (uint64_t)n;
		return 0;
	}
	if (strcmp(key, "dtype") != 0 && strcmp(key, "order") != 0 && strcmp(key, "logits_scope") != 0) {
		*known = 0;
		return 0;
	}
	if (!(s = rr_scalar(r, v, key)))
		return -1;
	if (strcmp(key, "dtype") == 0)
		return rr_dtype_parse(s, &c->dtype) == 0 ? 0 : rr_bad(r, v, key, "fp32, fp16, bf16");
	if (strcmp(key, "order") == 0) {
		for (int i = 0; i < 3; i++)
			if (strcmp(s, order_name[i]) == 0) {
				c->order = (rr_order)i;
				return 0;
			}
		return rr_bad(r, v, key, "fixed, interleaved, random");
	}
	if (strcmp(s, "all") != 0 && strcmp(s, "last") != 0)
		return rr_bad(r, v, key, "all, last");
	c->scope_last = strcmp(s, "last") == 0;
	return 0;
}

int
rr_config_read(rr_config *c, const char *path, as_err *e)
{
	rr_reader r = {.path = path, .c = c, .e = e};
	yaml_parser_t parser;
	yaml_document_t next;
	yaml_node_t *root;
	char *text;
	size_t n;
	int rc = 0;

	rr_config_default(c);
	if (as_slurp(path, MOST_BYTES, &text, &n, e) < 0)
		return -1;
	if (!yaml_parser_initialize(&parser)) {
		free(text);
		return as_nomem(e);
	}
	yaml_parser_set_input_string(&parser, (const unsigned char *)text, n);
	if (!yaml_parser_load(&parser, &r.doc))
		rc = as_fail(e, path, parser.problem_mark.line + 1, "%s",
		    parser.problem ? parser.problem : "cannot be read");
	else {
		if (!(root = yaml_document_get_root_node(&r.doc)))
			rc = as_fail(e, path, 0, "is empty");
		else
			rc = rr_each(&r, root, "", take_top);
		yaml_document_delete(&r.doc);
		if (rc == 0 && yaml_parser_load(&parser, &next)) {
			if (yaml_document_get_root_node(&next))
				rc = as_fail(e, path, next.start_mark.line + 1, "more than one document");
			yaml_document_delete(&next);
		} else if (rc == 0)
			rc = as_fail(e, path, parser.problem_mark.line + 1, "%s",
			    parser.problem ? parser.problem : "cannot be read");
	}
	yaml_parser_delete(&parser);
	free(text);
	if (rc == 0 && c->nmodel == 0)
		rc = as_fail(e, path, 0, "names no model (model_path or models)");
	for (int i = 0; rc == 0 && i < c->nmodel; i++)
		for (int k = 0; k < i && rc == 0; k++)
			if (rr_config_dtype(c, i) == rr_config_dtype(c, k) &&
			    strcmp(as_base_name(c->model[i].path), as_base_name(c->model[k].path)) == 0)
				rc = as_fail(e, path, 0,
				    "models: %s in %s occurs twice (the last component of a path names its files)",
				    as_base_name(c->model[i].path), rr_dtype_name(rr_config_dtype(c, i)));
	if (rc == 0 && !c->eager && !c->compile)
		rc = as_fail(e, path, 0, "leaves no backend to measure");
	if (rc == 0 && c->serving)
		rc = rr_server_check(c, path, e);
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
