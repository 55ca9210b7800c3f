/* What a run says of itself. */
#include "folder.h"

typedef enum { TEXT, TEXTS, NAMED, LIST, OBJECT, FLAG, COUNT } kind;

static const char *const words[] = {"a text", "a list of texts", "a list of texts or objects",
    "a list", "an object", "true or false", "a whole number from 0"};

static const struct { const char *key; kind kind; } fields[] = {
	{"run_id", TEXT}, {"schema", TEXT}, {"order", TEXT}, {"model_path", TEXT}, {"dtype", TEXT},
	{"modes", TEXTS}, {"scenarios", NAMED}, {"backends", TEXTS}, {"models", LIST}, {"files", LIST},
	{"torch_compile_config", OBJECT}, {"tokenization", OBJECT}, {"environment", OBJECT},
	{"torch", OBJECT},
	{"complete", FLAG}, {"synthetic", FLAG},
	{"repetitions", COUNT}, {"warmup_repetitions", COUNT}, {"max_new_tokens", COUNT},
};

static int
is(const cJSON *v, kind k)
{
	const cJSON *item;

	switch (k) {
	case TEXT: return cJSON_IsString(v);
	case LIST: return cJSON_IsArray(v);
	case OBJECT: return cJSON_IsObject(v);
	case FLAG: return cJSON_IsBool(v);
	case COUNT:
		return cJSON_IsNumber(v) && v->valuedouble >= 0 && v->valuedouble <= 1e9 &&
		    v->valuedouble == floor(v->valuedouble);
	case TEXTS: case NAMED: break;
	}
	cJSON_ArrayForEach(item, v)
		if (!cJSON_IsString(item) && !(k == NAMED && cJSON_IsObject(item)))
			return 0;
	return cJSON_IsArray(v);
}

/* A summary that has no batch is of one sequence. */
static int
read_summary(ev_run *r, as_err *e)
{
	const cJSON *cell, *v;
	cJSON *o;

	if (ev_read_object(r, "summary.json", &o, e) < 0)
		return -1;
	cJSON_ArrayForEach(cell, ev_get(o, "cells"))
		r->other_batch |= ((v = ev_get(cell, "batch")) ? v->valuedouble : 1) != (double)r->batch;
	cJSON_Delete(o);
	return 0;
}

int
ev_manifest_read(ev_run *r, as_err *e)
{
	const char *path = ev_path(r, "manifest.json");
	const cJSON *batch;
	int there = ev_read_object(r, "manifest.json", &r->manifest, e);

	if (there <= 0)
		return there;
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
		const cJSON *v = ev_get(r->manifest, fields[i].key);

		if (v && !cJSON_IsNull(v) && !is(v, fields[i].kind))
			return as_fail(e, path, as_json_line_in(r->manifest, v, path), "%s is not %s",
			    fields[i].key, words[fields[i].kind]);
	}
	if (*ev_str(r->manifest, "run_id"))
		r->id = ev_str(r->manifest, "run_id");
	r->own = strncmp(ev_str(r->manifest, "schema"), "assay-run/", 10) == 0;
	r->torch = strncmp(ev_str(r->manifest, "schema"), "assay-torch/", 12) == 0;
	if ((batch = r->own ? ev_get(r->manifest, "batch") : NULL)) {
		if (!is(batch, COUNT) || batch->valuedouble < 1)
			return as_fail(e, path, as_json_line_in(r->manifest, batch, path),
			    "batch is not a whole number from 1");
		r->batch = (long)batch->valuedouble;
	}
	return r->own ? read_summary(r, e) : 0;
}
