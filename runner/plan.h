/* plan.h - a model as a list of operations with symbolic dimensions.
 *
 * One plan is one forward of T tokens behind `past` cached ones, from token
 * ids to the greedy next token. Eager runs the plan as built, operation by
 * operation; the compiler fuses it first. The T rows are those of one sequence after another, as
 * many of each; all sequences of a batch have the same length and position. */
#ifndef RR_PLAN_H
#define RR_PLAN_H

#include "model.h"

/* Symbols that a dimension can be; RR_CONST stands for itself. */
typedef enum {
	RR_CONST,
	RR_T,    /* rows of this call: of each sequence its prompt's, padding included, or 1 */
	RR_S,    /* key slots a head: past + T when growing, else the capacity */
	RR_PAST, /* cached tokens copied in front (a growing cache), else 0 */
	RR_OLD,  /* key slots a head of the cache they are copied from */
	RR_SEEN, /* tokens visible after the call where the host slices the cache to them, else 0 */
	RR_NSYM
} rr_sym;

typedef struct { rr_sym sym; long v; } rr_dim;

/* What a pointer argument refers to. */
typedef enum {
	RR_NONE,
	RR_BUF,    /* activation buffer, index rr_buf */
	RR_WEIGHT, /* index of the weight */
	RR_K, RR_V,         /* cache of a layer: what the call leaves */
	RR_OLDK, RR_OLDV,   /* what it found (a growing cache) */
	RR_ROTARY, RR_STATE, RR_IDS, RR_TOKENS,
	RR_NET,    /* packets of a step that is one kernel */
	RR_STOOD   /* where its blocks stood when one gave up, in memory that the host sees */
} rr_space;

typedef enum {
	RR_X,      /* (T, dim) residual stream */
	RR_Y,      /* (T, dim) */
	RR_QKVB,   /* (T, (H + 2 KV) hd) */
	RR_SCORE,  /* (H, T, S); fused attention uses one row */
	RR_MIX,    /* (T, H hd) */
	RR_FFN,    /* (T, ffn) or (T, 2 ffn) */
	RR_ACT,    /* (T, ffn) */
	RR_LAST,   /* (batch, dim), only with scope last */
	RR_LOGITS, /* (T or batch, vocab) */
	RR_BEST,   /* (batch, AS_BLOCKS) words of 8 bytes: the best logits of each block of the head */
	RR_NBUF
} rr_buf;

typedef struct { rr_space space; int index; } rr_ref;

typedef enum {
	/* as built */
	RR_OP_EMBED, RR_OP_POSADD, RR_OP_ROWS, RR_OP_MATMUL_NT, RR_OP_MATMUL_NN, RR_OP_ROPE, RR_OP_APPEND,
	RR_OP_SCORES, RR_OP_SOFTMAX, RR_OP_VALUES, RR_OP_GELU, RR_OP_SILUMUL, RR_OP_GATHER, RR_OP_ARGMAX,
	/* fused */
	RR_OP_QKV, RR_OP_ATTN,
	/* a product with its neighbours: LINEAR_QKV leaves keys and values in the cache */
	RR_OP_LINEAR, RR_OP_LINEAR_QKV,
	RR_OP_CHOOSE, /* argmax of what the head's blocks left */
	RR_OP_STEP, /* all of a plan in one kernel (step.h) */
	RR_OP_HEADNORM, /* as built, of Qwen3: on the CPU alone */
	RR_NOPS
} rr_opkind;

enum { RR_MAX_PTR = 12, RR_MAX_DIM = 10, RR_MAX_BATCH = 8 };

/* Arguments in the order of kernels/ops.h, which says what the operation of that name computes. */
typedef struct {
	rr_opkind kind;
	int nptr, ndim;
	rr_ref p[RR_MAX_PTR];
	rr_dim d[RR_MAX_DIM];
	float f;
	int parts;          /* operations of the unfused plan in this one */
	int layer;          /* -1: none */
} rr_op;

typedef enum { RR_GROW, RR_STATIC, RR_RING, RR_SLICE, RR_NCACHES } rr_cache_kind;

typedef struct {
	rr_op *op;
	size_t n;
	rr_cache_kind cache;
	int scope_last;     /* logits of the last valid row of each sequence only */
	int batch;          /* sequences */
} rr_plan;

/* by_out 1: every matrix is held as (out, in), whatever the checkpoint has. */
int rr_plan_build(rr_plan *p, const rr_model *m, rr_cache_kind cache, int scope_last, int batch,
    int by_out, as_err *e);
/* products 1: norms, biases, activations and residuals go into the products beside them, which
 * leaves five operations a layer; 0: products stay alone, for a BLAS. */
int rr_plan_fuse(rr_plan *out, const rr_plan *p, int products, as_err *e);
void rr_plan_free(rr_plan *p);

/* Elements of buffer b for the given symbols. */
int64_t rr_buf_size(const rr_plan *p, const rr_model *m, rr_buf b, const long sym[RR_NSYM]);

long rr_dim_at(rr_dim d, const long sym[RR_NSYM]);

/* Whether op holds a matrix product; its rows, columns and depth. */
int rr_op_product(const rr_op *op, rr_dim shape[3]);

/* "rows", "matmul_nt", ...: as_NAME is the kernel. */
const char *rr_op_name(rr_opkind k);
const char *rr_cache_name(rr_cache_kind k);

/* The operation as text: "rows[T,384,5](buf.y,w12,...)". */
void rr_op_text(const rr_op *op, char *buf, size_t size);

#endif
