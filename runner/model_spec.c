/* Dimensions of a named size, and the list of weights that follows from dimensions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
		if (m->arch == RR_QWEN2) {
			put(m, l, RR_QKV_B, 1, q, 0, "self_attn.q_proj.bias");
			stack(m, l, RR_QKV_B, "self_attn.k_proj.bias", kv);
			stack(m, l, RR_QKV_B, "self_attn.v_proj.bias", kv);
		}
		if (m->arch == RR_QWEN3) {
			put(m, l, RR_LNHEAD, 1, m->head_dim, 0, "self_attn.q_norm.weight");
			stack(m, l, RR_LNHEAD, "self_attn.k_norm.weight", m->head_dim);
		}
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
