/* Dimensions from config.json. What would change the result and has no code here is refused. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "json.h"
#include "model_impl.h"

enum { MOST_LAYERS = 4096 };

static const struct { const char *type, *class; } known[] = {
	[RR_GPT2] = {"gpt2", "GPT2LMHeadModel"}, [RR_QWEN2] = {"qwen2", "Qwen2ForCausalLM"},
	[RR_LLAMA] = {"llama", "LlamaForCausalLM"}, [RR_MISTRAL] = {"mistral", "MistralForCausalLM"},
	[RR_QWEN3] = {"qwen3", "Qwen3ForCausalLM"},
};

const char *
rr_arch_name(rr_arch a)
{
	return known[a].type;
}

const char *
rr_arch_class(rr_arch a)
{
	return known[a].class;
}

/* An object of config.json, and the file's name for messages. */
typedef struct { const cJSON *c; const char *path; as_err *e; } reader;

/* The value, or NULL where there is none or it is null. */
static const cJSON *
get(const reader *r, const char *key)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(r->c, key);

	return cJSON_IsNull(v) ? NULL : v;
}

/* fallback < 0: the key must be there. */
static int
get_int(const reader *r, const char *key, int fallback, int *out)
{
	const cJSON *v = get(r, key);

	if (!v && fallback >= 0) {
		*out = fallback;
		return 0;
	}
	if (!cJSON_IsNumber(v) || v->valuedouble < 1 || v->valuedouble > 1 << 24 ||
	    v->valuedouble != (double)(int)v->valuedouble)
		return as_fail(r->e, r->path, 0, "%s is missing or no whole number from 1 to 16777216", key);
	*out = (int)v->valuedouble;
	return 0;
}

static int
get_real(const reader *r, const char *key, double fallback, double *out)
{
	const cJSON *v = get(r, key);

	*out = cJSON_IsNumber(v) ? v->valuedouble : v ? 0 : fallback;
	return *out >= 1e-30 && *out <= 1e30 ? 0 :
	    as_fail(r->e, r->path, 0, "%s is missing or no number from 1e-30 to 1e30", key);
}

static int
get_float(const reader *r, const char *key, double fallback, float *out)
{
	double v;

	if (get_real(r, key, fallback, &v) < 0)
		return -1;
	*out = (float)v;
	return 0;
}

static int
get_word(const reader *r, const char *key, const char *only)
{
	const cJSON *v = get(r, key);

	if (!v || (cJSON_IsString(v) && strcmp(v->valuestring, only) == 0))
		return 0;
	return as_fail(r->e, r->path, 0, "%s %s is not supported (only %s is)", key,
	    cJSON_IsString(v) ? v->valuestring : "that is no text", only);
}

static int
refuse(const reader *r, const char *key)
{
	const cJSON *v = get(r, key);

	return !v || cJSON_IsFalse(v) ? 0 : as_fail(r->e, r->path, 0, "%s is not supported", key);
}

static int
get_flag(const reader *r, const char *key, int fallback, int *out)
{
	const cJSON *v = get(r, key);

	*out = v ? cJSON_IsTrue(v) : fallback;
	return !v || cJSON_IsBool(v) ? 0 :
	    as_fail(r->e, r->path, 0, "%s is neither true nor false", key);
}

/* transformers 4 writes rope_theta, and rope_scaling (its type as type or rope_type) where
 * frequencies are scaled; transformers 5 writes all of it as rope_parameters. */
static int
get_rope(rr_model *m, const reader *top)
{
	const char *key = get(top, "rope_scaling") ? "rope_scaling" : "rope_parameters";
	const reader r = {get(top, key), top->path, top->e};
	const cJSON *type = get(&r, "rope_type") ? get(&r, "rope_type") : get(&r, "type");
	const reader *theta = get(&r, "rope_theta") ? &r : top;
	rr_rope *rope = &m->rope;
	double part;

	if (get_float(theta, "rope_theta", 10000, &m->theta) < 0 ||
	    get_real(get(&r, "partial_rotary_factor") ? &r : top, "partial_rotary_factor", 1, &part) < 0)
		return -1;
	if (part != 1)
		return as_fail(top->e, top->path, 0, "partial_rotary_factor %g is not supported", part);
	if (!r.c)
		return 0;
	if (!cJSON_IsString(type))
		return as_fail(top->e, top->path, 0, "%s has no rope_type", key);
	if (strcmp(type->valuestring, "default") == 0)
		return 0;
	if (strcmp(type->valuestring, "linear") == 0) {
		rope->type = RR_ROPE_LINEAR;
		return get_real(&r, "factor", 0, &rope->factor);
	}
	if (strcmp(type->valuestring, "llama3") != 0)
		return as_fail(top->e, top->path, 0,
		    "rope_type %s is not supported (only default, linear and llama3 are)", type->valuestring);
	rope->type = RR_ROPE_LLAMA3;
	if (get_real(&r, "factor", 0, &rope->factor) < 0 ||
	    get_real(&r, "low_freq_factor", 0, &rope->low) < 0 ||
	    get_real(&r, "high_freq_factor", 0, &rope->high) < 0 ||
	    get_real(&r, "original_max_position_embeddings", 0, &rope->original) < 0)
		return -1;
	return rope->low < rope->high ? 0 :
	    as_fail(top->e, top->path, 0, "low_freq_factor is not below high_freq_factor");
}

double
rr_model_freq(const rr_model *m, int i)
{
	const rr_rope *r = &m->rope;
	const double f = pow((double)m->theta, -2.0 * i / m->head_dim);
	double turns, keep = 0;

	if (r->type == RR_ROPE_DEFAULT)
		return f;
	if (r->type == RR_ROPE_LLAMA3) {
		turns = r->original * f / (2 * acos(-1.0));
		keep = fmin(fmax((turns - r->low) / (r->high - r->low), 0), 1);
	}
	return keep * f + (1 - keep) * f / r->factor;
}

static int
gpt2(rr_model *m, const reader *r)
{
	if (get_word(r, "activation_function", "gelu_new") < 0 ||
	    get_int(r, "n_layer", -1, &m->layers) < 0 || get_int(r, "n_embd", -1, &m->dim) < 0 ||
	    get_int(r, "n_head", -1, &m->heads) < 0 ||
	    get_int(r, "n_positions", 1024, &m->positions) < 0 ||
	    get_int(r, "n_inner", 4 * m->dim, &m->ffn) < 0 ||
	    get_float(r, "layer_norm_epsilon", 1e-5, &m->eps) < 0 ||
	    get_flag(r, "tie_word_embeddings", 1, &m->tied) < 0)
		return -1;
	m->kv_heads = m->heads;
	return 0;
}

static int
llama(rr_model *m, const reader *r)
{
	static const char *const no[] = {"use_sliding_window", "attention_bias", "mlp_bias"};
	int window;

	for (size_t i = 0; i < sizeof no / sizeof *no; i++)
		if (refuse(r, no[i]) < 0)
			return -1;
	if (get_word(r, "hidden_act", "silu") < 0 ||
	    get_int(r, "num_hidden_layers", -1, &m->layers) < 0 ||
	    get_int(r, "hidden_size", -1, &m->dim) < 0 ||
	    get_int(r, "num_attention_heads", -1, &m->heads) < 0 ||
	    get_int(r, "num_key_value_heads", m->heads, &m->kv_heads) < 0 ||
	    get_int(r, "head_dim", m->arch == RR_QWEN3 ? -1 : 0, &m->head_dim) < 0 ||
	    get_int(r, "intermediate_size", -1, &m->ffn) < 0 ||
	    get_int(r, "max_position_embeddings", m->arch == RR_QWEN2 ? 32768 : -1, &m->positions) < 0 ||
	    get_float(r, "rms_norm_eps", 1e-6, &m->eps) < 0 ||
	    get_flag(r, "tie_word_embeddings", 0, &m->tied) < 0 || get_rope(m, r) < 0)
		return -1;
	if (m->arch == RR_MISTRAL) { /* as long as all tokens lie within the window, it changes nothing */
		window = cJSON_GetObjectItemCaseSensitive(r->c, "sliding_window") ? m->positions : 4096;
		if (get_int(r, "sliding_window", window, &window) < 0)
			return -1;
		m->positions = window < m->positions ? window : m->positions;
	}
	return 0;
}

static int
from_json(rr_model *m, const reader *r)
{
	const cJSON *type = get(r, "model_type");
	size_t a = 0;

	if (!cJSON_IsString(type))
		return as_fail(r->e, r->path, 0, "has no model_type");
	while (a < sizeof known / sizeof *known && strcmp(known[a].type, type->valuestring) != 0)
		a++;
	if (a == sizeof known / sizeof *known)
		return as_fail(r->e, r->path, 0,
		    "unknown architecture %s (known: gpt2, qwen2, llama, mistral, qwen3)", type->valuestring);
	m->arch = (rr_arch)a;
	if (get_int(r, "vocab_size", -1, &m->vocab) < 0 ||
	    (m->arch == RR_GPT2 ? gpt2(m, r) : llama(m, r)) < 0)
		return -1;
	if (m->layers > MOST_LAYERS)
		return as_fail(r->e, r->path, 0, "%d layers are more than %d", m->layers, MOST_LAYERS);
	if (!m->head_dim) {
		if (m->dim % m->heads)
			return as_fail(r->e, r->path, 0, "%d heads do not divide width %d", m->heads, m->dim);
		m->head_dim = m->dim / m->heads;
	}
	if (m->heads % m->kv_heads)
		return as_fail(r->e, r->path, 0, "%d heads of keys do not divide %d heads", m->kv_heads,
		    m->heads);
	if (m->arch != RR_GPT2 && m->head_dim % 2)
		return as_fail(r->e, r->path, 0, "heads of %d elements have no pairs to rotate", m->head_dim);
	return 0;
}

int
rr_model_config(rr_model *m, const char *dir, as_err *e)
{
	char path[4096];
	cJSON *c;
	int rc;

	snprintf(path, sizeof path, "%s/config.json", dir);
	if (as_json_read(path, &c, e) < 0)
		return -1;
	rc = from_json(m, &(reader){c, path, e});
	cJSON_Delete(c);
	return rc;
}
