/* Dimensions from config.json or a named size, and the list of weights that
 * follows from them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "model_impl.h"
#include "words.h"

static const rr_model named[] = {
	{.name = "tiny-gpt2", .arch = RR_GPT2, .layers = 2, .dim = 2, .heads = 2},
	{.name = "gpt2-25m", .arch = RR_GPT2, .layers = 3, .dim = 384, .heads = 4},
	{.name = "gpt2-50m", .arch = RR_GPT2, .layers = 8, .dim = 512, .heads = 8},
	{.name = "gpt2-100m", .arch = RR_GPT2, .layers = 8, .dim = 768, .heads = 12},
	{.name = "qwen2.5-0.5b", .arch = RR_QWEN2, .layers = 24, .dim = 896, .heads = 14, .ffn = 4864},
	{.name = "qwen2.5-1.5b", .arch = RR_QWEN2, .layers = 28, .dim = 1536, .heads = 12, .ffn = 8960},
	{.name = "qwen2.5-3b", .arch = RR_QWEN2, .layers = 36, .dim = 2048, .heads = 16, .ffn = 11008},
	{.name = "tiny-qwen2", .arch = RR_QWEN2, .layers = 2, .dim = 32, .heads = 4, .ffn = 48,
	    .vocab = 512, .positions = 512},
};

int
rr_model_named(rr_model *m, const char *name)
{
	const char *base = as_base_name(name);

	for (size_t i = 0; i < sizeof named / sizeof *named; i++) {
		if (strcmp(named[i].name, base) != 0)
			continue;
		*m = named[i];
		m->tied = 1;
		m->head_dim = m->dim / m->heads;
		if (m->arch == RR_GPT2) {
			m->kv_heads = m->heads;
			m->ffn = 4 * m->dim;
			m->vocab = 50257;
			m->positions = 1024;
			m->eps = 1e-5f;
		} else {
			m->kv_heads = 2;
			m->vocab = m->vocab ? m->vocab : 151936;
			m->positions = m->positions ? m->positions : 32768;
			m->eps = 1e-6f;
			m->theta = 1e6f;
		}
		m->random = 1;
		return 0;
	}
	return -1;
}

static int
get_int(const cJSON *c, const char *path, const char *key, int fallback, int *out, as_err *e)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(c, key);

	if ((!v || cJSON_IsNull(v)) && fallback >= 0) {
		*out = fallback;
		return 0;
	}
	if (!cJSON_IsNumber(v) || v->valuedouble < 1 || v->valuedouble > 1 << 24 ||
	    v->valuedouble != (double)(int)v->valuedouble)
		return as_fail(e, path, 0, "%s is missing or no whole number from 1 to 16777216", key);
	*out = (int)v->valuedouble;
	return 0;
}

static float
get_real(const cJSON *c, const char *key, double fallback)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(c, key);

	return (float)(cJSON_IsNumber(v) ? v->valuedouble : fallback);
}

static int
from_json(rr_model *m, const cJSON *c, const char *path, as_err *e)
{
	const cJSON *type = cJSON_GetObjectItemCaseSensitive(c, "model_type");
	const cJSON *tied = cJSON_GetObjectItemCaseSensitive(c, "tie_word_embeddings");
	const cJSON *window = cJSON_GetObjectItemCaseSensitive(c, "use_sliding_window");
	const cJSON *scaling = cJSON_GetObjectItemCaseSensitive(c, "rope_scaling");
	const cJSON *rope = cJSON_GetObjectItemCaseSensitive(c, "rope_parameters"); /* newer files */
	const cJSON *rope_type = cJSON_GetObjectItemCaseSensitive(rope, "rope_type");

	if (!cJSON_IsString(type))
		return as_fail(e, path, 0, "has no model_type");
	if (get_int(c, path, "vocab_size", -1, &m->vocab, e) < 0)
		return -1;
	if (strcmp(type->valuestring, "gpt2") == 0) {
		const cJSON *act = cJSON_GetObjectItemCaseSensitive(c, "activation_function");
		m->arch = RR_GPT2;
		if (cJSON_IsString(act) && strcmp(act->valuestring, "gelu_new") != 0)
			return as_fail(e, path, 0,
			    "activation_function %s is not supported (only gelu_new is)", act->valuestring);
		if (get_int(c, path, "n_layer", -1, &m->layers, e) < 0 ||
		    get_int(c, path, "n_embd", -1, &m->dim, e) < 0 ||
		    get_int(c, path, "n_head", -1, &m->heads, e) < 0 ||
		    get_int(c, path, "n_positions", 1024, &m->positions, e) < 0 ||
		    get_int(c, path, "n_inner", 4 * m->dim, &m->ffn, e) < 0)
			return -1;
		m->kv_heads = m->heads;
		m->eps = get_real(c, "layer_norm_epsilon", 1e-5);
		m->tied = !cJSON_IsFalse(tied);
	} else if (strcmp(type->valuestring, "qwen2") == 0) {
		m->arch = RR_QWEN2;
		if (cJSON_IsTrue(window) || cJSON_IsObject(scaling) ||
		    (cJSON_IsString(rope_type) && strcmp(rope_type->valuestring, "default") != 0))
			return as_fail(e, path, 0,
			    "sliding windows and scaled rotary positions are not supported");
		if (get_int(c, path, "num_hidden_layers", -1, &m->layers, e) < 0 ||
		    get_int(c, path, "hidden_size", -1, &m->dim, e) < 0 ||
		    get_int(c, path, "num_attention_heads", -1, &m->heads, e) < 0 ||
		    get_int(c, path, "num_key_value_heads", m->heads, &m->kv_heads, e) < 0 ||
		    get_int(c, path, "intermediate_size", -1, &m->ffn, e) < 0 ||
		    get_int(c, path, "max_position_embeddings", 32768, &m->positions, e) < 0)
			return -1;
		m->eps = get_real(c, "rms_norm_eps", 1e-6);
		m->theta = get_real(cJSON_IsObject(rope) ? rope : c, "rope_theta", 10000);
		m->tied = cJSON_IsTrue(tied);
	} else
		return as_fail(e, path, 0, "unknown architecture %s (known: gpt2, qwen2)", type->valuestring);
	if (m->dim % m->heads || m->heads % m->kv_heads || (m->arch == RR_QWEN2 && m->dim / m->heads % 2))
		return as_fail(e, path, 0, "%d heads (%d of keys) do not divide width %d", m->heads, m->kv_heads,
		    m->dim);
	m->head_dim = m->dim / m->heads;
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
	rc = from_json(m, c, path, e);
	cJSON_Delete(c);
	return rc;
}

int
rr_weight_index(const rr_model *m, int layer, int which)
{
	return which < RR_LAYER_WEIGHTS ? layer * RR_LAYER_WEIGHTS + which
	    : m->layers * RR_LAYER_WEIGHTS + which - RR_LAYER_WEIGHTS;
}

static void
put(rr_model *m, int layer, int which, int64_t rows, int64_t cols, int by_out, const char *src)
{
	rr_weight *w = &m->weight[rr_weight_index(m, layer, which)];

	w->rows = rows;
	w->cols = cols;
	w->by_out = by_out;
	w->nsrc = 1;
	w->part[0] = rows == 1 ? cols : rows;
	if (which < RR_LAYER_WEIGHTS)
		snprintf(w->src[0], sizeof w->src[0], m->arch == RR_GPT2 ? "h.%d.%s" : "model.layers.%d.%s",
		    layer, src);
	else
		snprintf(w->src[0], sizeof w->src[0], "%s", src);
}

/* One more source, stacked under the first (part: rows, or elements of a vector). */
static void
stack(rr_model *m, int layer, int which, const char *src, int64_t part)
{
	rr_weight *w = &m->weight[rr_weight_index(m, layer, which)];

	snprintf(w->src[w->nsrc], sizeof w->src[0], "model.layers.%d.%s", layer, src);
	w->part[w->nsrc++] = part;
	if (w->rows == 1)
		w->cols += part;
	else
		w->rows += part;
}

int
rr_model_weights(rr_model *m, as_err *e)
{
	const int64_t d = m->dim, f = m->ffn, q = (int64_t)m->heads * m->head_dim,
	    kv = (int64_t)m->kv_heads * m->head_dim;

	m->nweight = m->layers * RR_LAYER_WEIGHTS + RR_END - RR_LAYER_WEIGHTS;
	m->weight = calloc((size_t)m->nweight, sizeof *m->weight);
	if (!m->weight)
		return as_nomem(e);
	for (int l = 0; l < m->layers; l++) {
		if (m->arch == RR_GPT2) {
			put(m, l, RR_LN1, 1, d, 0, "ln_1.weight");
			put(m, l, RR_LN1_B, 1, d, 0, "ln_1.bias");
			put(m, l, RR_QKV, d, 3 * d, 0, "attn.c_attn.weight");
			put(m, l, RR_QKV_B, 1, 3 * d, 0, "attn.c_attn.bias");
			put(m, l, RR_O, d, d, 0, "attn.c_proj.weight");
			put(m, l, RR_O_B, 1, d, 0, "attn.c_proj.bias");
			put(m, l, RR_LN2, 1, d, 0, "ln_2.weight");
			put(m, l, RR_LN2_B, 1, d, 0, "ln_2.bias");
			put(m, l, RR_UP, d, f, 0, "mlp.c_fc.weight");
			put(m, l, RR_UP_B, 1, f, 0, "mlp.c_fc.bias");
			put(m, l, RR_DOWN, f, d, 0, "mlp.c_proj.weight");
			put(m, l, RR_DOWN_B, 1, d, 0, "mlp.c_proj.bias");
			continue;
		}
		put(m, l, RR_LN1, 1, d, 0, "input_layernorm.weight");
		put(m, l, RR_QKV, q, d, 1, "self_attn.q_proj.weight");
		stack(m, l, RR_QKV, "self_attn.k_proj.weight", kv);
		stack(m, l, RR_QKV, "self_attn.v_proj.weight", kv);
		put(m, l, RR_QKV_B, 1, q, 0, "self_attn.q_proj.bias");
		stack(m, l, RR_QKV_B, "self_attn.k_proj.bias", kv);
		stack(m, l, RR_QKV_B, "self_attn.v_proj.bias", kv);
		put(m, l, RR_O, d, q, 1, "self_attn.o_proj.weight");
		put(m, l, RR_LN2, 1, d, 0, "post_attention_layernorm.weight");
		put(m, l, RR_UP, f, d, 1, "mlp.gate_proj.weight");
		stack(m, l, RR_UP, "mlp.up_proj.weight", f);
		put(m, l, RR_DOWN, d, f, 1, "mlp.down_proj.weight");
	}
	if (m->arch == RR_GPT2) {
		put(m, 0, RR_WTE, m->vocab, d, 1, "wte.weight");
		put(m, 0, RR_WPE, m->positions, d, 0, "wpe.weight");
		put(m, 0, RR_LNF, 1, d, 0, "ln_f.weight");
		put(m, 0, RR_LNF_B, 1, d, 0, "ln_f.bias");
	} else {
		put(m, 0, RR_WTE, m->vocab, d, 1, "model.embed_tokens.weight");
		put(m, 0, RR_LNF, 1, d, 0, "model.norm.weight");
	}
	if (!m->tied)
		put(m, 0, RR_HEAD, m->vocab, d, 1, "lm_head.weight");
	return 0;
}
