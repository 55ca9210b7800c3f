/* model.h - a language model's dimensions and weights.
 *
 * GPT-2 (LayerNorm, GELU, learned positions), and Qwen2, Llama, Mistral and
 * Qwen3 (RMSNorm, SwiGLU, rotary positions, grouped queries; Qwen2 has a bias
 * on q, k, v, Qwen3 a norm of each head's q and k). The weights come from a
 * Hugging Face directory, or are seeded. */
#ifndef RR_MODEL_H
#define RR_MODEL_H

#include "safetensors.h"

typedef enum { RR_GPT2, RR_QWEN2, RR_LLAMA, RR_MISTRAL, RR_QWEN3 } rr_arch;

/* How rotary frequencies are scaled: all by a factor, or those below `low` turns in `original`
 * positions, none above `high` turns, and smoothly between. */
typedef struct {
	enum { RR_ROPE_DEFAULT, RR_ROPE_LINEAR, RR_ROPE_LLAMA3 } type;
	double factor, low, high, original;
} rr_rope;

/* Weights of a layer, then of the whole model; a weight's index is
 * layer * RR_LAYER_WEIGHTS + one of the first, or layers * RR_LAYER_WEIGHTS +
 * (one of the second - RR_LAYER_WEIGHTS). q, k, v stand side by side as one
 * matrix, gate and up likewise. */
enum {
	RR_LN1, RR_LN1_B, RR_QKV, RR_QKV_B, RR_O, RR_O_B, RR_LN2, RR_LN2_B, RR_UP, RR_UP_B, RR_DOWN,
	    RR_DOWN_B,
	RR_LAYER_WEIGHTS,
	RR_WTE = RR_LAYER_WEIGHTS, RR_WPE, RR_LNF, RR_LNF_B, RR_HEAD, RR_END,
	RR_LNHEAD = RR_LN1_B /* Qwen3: gains of a head's q and k; a new index would move every seed */
};

typedef struct {
	int64_t rows, cols; /* 0, 0: this architecture has no such weight; a vector has 1 row */
	int by_out;         /* 1: (out, in), y = x w^T; 0: (in, out), y = x w */
	char src[3][160];   /* names in the checkpoint, rows (or columns of a (in, out)) side by side */
	int64_t part[3];    /* rows of each (elements of a vector) */
	int nsrc;
} rr_weight;

typedef struct {
	char name[256];
	rr_arch arch;
	int layers, dim, heads, kv_heads, head_dim, ffn, vocab, positions;
	float eps, theta;   /* of the norms; rotary base */
	rr_rope rope;
	int tied;           /* the head is the token embedding */
	rr_weight *weight;  /* (nweight) */
	int nweight;
	int random;         /* 1: seeded weights */
	uint64_t seed;
	rr_tensors tensors; /* of the checkpoint */
} rr_model;

/* name is a directory, or a named size (last path component counts):
 * tiny-gpt2, gpt2-25m, ... qwen2.5-3b, and tiny-qwen2, for tests. */
int rr_model_open(rr_model *m, const char *name, uint64_t seed, as_err *e);
void rr_model_close(rr_model *m);

/* Radians a position of pair i of a head's elements: theta^(-2i/head_dim), scaled. */
double rr_model_freq(const rr_model *m, int i);

int rr_weight_index(const rr_model *m, int layer, int which);
int64_t rr_model_params(const rr_model *m); /* elements of all weights, the tied head once */

/* Element i of seeded weight w: exact in fp32, the same on every device:
 * the sum of four 16-bit fields of splitmix64, centred, scaled to sd 0.02; for
 * a norm's gain 1, for its offset and the biases the same sum at sd 0.01. */
uint64_t rr_weight_key(const rr_model *m, int w);
void rr_weight_law(const rr_model *m, int w, float *scale, float *offset);

/* Elements [from, from + n) of weight w as fp32. */
int rr_weight_read(const rr_model *m, int w, int64_t from, int64_t n, float *dst, as_err *e);

/* Writes config.json and model.safetensors (fp32) into dir, which is made. */
int rr_model_export(const rr_model *m, const char *dir, as_err *e);

#endif
