#include "plan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "kernels/flags.h"

static const char *const op_name[RR_NOPS] = {
	"embed", "posadd", "rows", "matmul_nt", "matmul_nn", "rope", "append", "scores", "softmax",
	"values", "gelu", "silumul", "gather", "argmax", "qkv", "attn", "linear", "linear_qkv", "choose",
	"step", "headnorm",
};
static const char *const cache_name[RR_NCACHES] = {"grow", "static", "ring", "slice"};

const char *
rr_op_name(rr_opkind k)
{
	return op_name[k];
}

const char *
rr_cache_name(rr_cache_kind k)
{
	return cache_name[k];
}

long
rr_dim_at(rr_dim d, const long sym[RR_NSYM])
{
	return d.sym == RR_CONST ? d.v : sym[d.sym];
}

int64_t
rr_buf_size(const rr_plan *p, const rr_model *m, rr_buf b, const long sym[RR_NSYM])
{
	int64_t t = sym[RR_T], hd = m->head_dim;

	switch (b) {
	case RR_X: case RR_Y: return t * m->dim;
	case RR_QKVB: return t * (m->heads + 2 * m->kv_heads) * hd;
	case RR_SCORE: return t * m->heads * sym[RR_S];
	case RR_MIX: return t * m->heads * hd;
	case RR_FFN: return t * m->ffn * (m->arch != RR_GPT2 ? 2 : 1);
	case RR_ACT: return t * m->ffn;
	case RR_LAST: return (int64_t)p->batch * m->dim;
	case RR_LOGITS: return (p->scope_last ? p->batch : t) * m->vocab;
	case RR_BEST: return 4L * AS_BLOCKS * p->batch; /* elements of 2 bytes at least */
	case RR_NBUF: break;
	}
	return 0;
}

int
rr_op_product(const rr_op *op, rr_dim shape[3])
{
	const long heads = op->d[1].v + 2 * op->d[2].v;

	if (op->kind == RR_OP_LINEAR_QKV) {
		shape[0] = op->d[0];
		shape[1] = (rr_dim){RR_CONST, heads * op->d[3].v};
		shape[2] = op->d[7];
	} else if (op->kind == RR_OP_MATMUL_NT || op->kind == RR_OP_MATMUL_NN ||
	    op->kind == RR_OP_LINEAR) {
		shape[0] = op->d[0];
		shape[1] = op->d[2];
		shape[2] = op->d[1];
		if (op->kind == RR_OP_LINEAR && op->d[3].v & AS_SILU)
			shape[1].v *= 2;
	} else
		return 0;
	return 1;
}

/* Builds the plan; errors of memory are kept until the end. */
typedef struct {
	rr_plan *p;
	const rr_model *m;
	size_t cap;
	int layer;
	int by_out;
	int failed;
} build;

static const rr_ref none = {RR_NONE, 0}, state = {RR_STATE, 0}, ids = {RR_IDS, 0};
static const rr_dim T = {RR_T, 0}, S = {RR_S, 0};

/* Pointers and dimensions of an operation, in the order of kernels/ops.h. */
#define REFS(...) (const rr_ref[]){__VA_ARGS__}, sizeof (rr_ref[]){__VA_ARGS__} / sizeof (rr_ref)
#define DIMS(...) (const rr_dim[]){__VA_ARGS__}, sizeof (rr_dim[]){__VA_ARGS__} / sizeof (rr_dim)

static rr_op *
add(build *b, rr_opkind kind, const rr_ref *p, size_t nptr, const rr_dim *d, size_t ndim)
{
	static rr_op spill;
	rr_op *op = &spill;

	if (as_grow(&b->p->op, b->p->n, &b->cap, sizeof *op) == 0)
		op = &b->p->op[b->p->n++];
	else
		b->failed = 1;
	*op = (rr_op){.kind = kind, .nptr = (int)nptr, .ndim = (int)ndim, .parts = 1, .layer = b->layer};
	memcpy(op->p, p, nptr * sizeof *p);
	memcpy(op->d, d, ndim * sizeof *d);
	return op;
}

static rr_dim
of(long v)
{
	return (rr_dim){RR_CONST, v};
}

static rr_ref
buf(rr_buf b)
{
	return (rr_ref){RR_BUF, (int)b};
}

static rr_ref
weight(const build *b, int which)
{
	int i = rr_weight_index(b->m, b->layer < 0 ? 0 : b->layer, which);

	return b->m->weight[i].rows ? (rr_ref){RR_WEIGHT, i} : none;
}

static void
rows(build *b, rr_buf y, rr_ref bias, int flags, rr_ref gain, rr_ref beta, rr_buf out, rr_dim t)
{
	const long n = bias.space && !(flags & ~AS_BIAS) ? b->m->weight[bias.index].cols : b->m->dim;

	add(b, RR_OP_ROWS, REFS(buf(y), bias, flags & AS_ADD ? buf(RR_X) : none, gain, beta,
	    flags & (AS_LAYERNORM | AS_RMSNORM) ? buf(out) : none),
	    DIMS(t, of(n), of(flags)))->f = b->m->eps;
}

static void
norm(build *b, rr_buf x, int which, rr_buf out, rr_dim t)
{
	rows(b, x, none, b->m->arch == RR_GPT2 ? AS_LAYERNORM : AS_RMSNORM, weight(b, which),
	    b->m->arch == RR_GPT2 ? weight(b, which + 1) : none, out, t);
}

static void
matmul(build *b, rr_buf x, int which, rr_buf y, rr_dim t)
{
	rr_ref w = weight(b, which);
	const rr_weight *wt = &b->m->weight[w.index];

	/* logits are fp32 in every dtype */
	add(b, wt->by_out || b->by_out ? RR_OP_MATMUL_NT : RR_OP_MATMUL_NN, REFS(buf(x), w, buf(y)),
	    DIMS(t, of(wt->by_out ? wt->cols : wt->rows), of(wt->by_out ? wt->rows : wt->cols),
	    of(y == RR_LOGITS)));
}

static void
bias(build *b, rr_buf y, int which)
{
	rr_ref w = weight(b, which);

	if (w.space)
		rows(b, y, w, AS_BIAS, none, none, RR_Y, T);
}

static void
attention(build *b)
{
	const rr_model *m = b->m;
	const rr_dim h = of(m->heads), kv = of(m->kv_heads), hd = of(m->head_dim),
	    batch = of(b->p->batch);
	const rr_ref k = {RR_K, b->layer}, v = {RR_V, b->layer};
	const int grow = b->p->cache == RR_GROW;

	if (m->arch == RR_QWEN3)
		add(b, RR_OP_HEADNORM, REFS(buf(RR_QKVB), weight(b, RR_LNHEAD)),
		    DIMS(T, h, kv, hd))->f = m->eps;
	if (m->arch != RR_GPT2)
		add(b, RR_OP_ROPE, REFS(buf(RR_QKVB), (rr_ref){RR_ROTARY, 0}, state),
		    DIMS(T, h, kv, hd, batch));
	add(b, RR_OP_APPEND, REFS(buf(RR_QKVB), k, v, state,
	    grow ? (rr_ref){RR_OLDK, b->layer} : none, grow ? (rr_ref){RR_OLDV, b->layer} : none),
	    DIMS(T, h, kv, hd, S, (rr_dim){grow ? RR_PAST : RR_CONST, 0},
	    (rr_dim){grow ? RR_OLD : RR_CONST, 0}, batch));
	add(b, RR_OP_SCORES, REFS(buf(RR_QKVB), k, buf(RR_SCORE), state),
	    DIMS(T, h, kv, hd, S, batch))->f = 1.0f / sqrtf((float)m->head_dim);
	add(b, RR_OP_SOFTMAX, REFS(buf(RR_SCORE), state), DIMS(T, h, S, batch));
	add(b, RR_OP_VALUES, REFS(buf(RR_SCORE), v, buf(RR_MIX)), DIMS(T, h, kv, hd, S, batch));
}

static void
mlp(build *b)
{
	const rr_dim ffn = of(b->m->ffn);

	matmul(b, RR_Y, RR_UP, RR_FFN, T);
	bias(b, RR_FFN, RR_UP_B);
	if (b->m->arch == RR_GPT2)
		add(b, RR_OP_GELU, REFS(buf(RR_FFN), none, buf(RR_ACT)), DIMS(T, ffn, of(0)));
	else
		add(b, RR_OP_SILUMUL, REFS(buf(RR_FFN), buf(RR_ACT)), DIMS(T, ffn));
	matmul(b, RR_ACT, RR_DOWN, RR_Y, T);
	bias(b, RR_Y, RR_DOWN_B);
	rows(b, RR_Y, none, AS_ADD, none, none, RR_Y, T);
}

static void
head(build *b)
{
	const rr_dim batch = of(b->p->batch), t = b->p->scope_last ? batch : T;

	if (b->p->scope_last)
		add(b, RR_OP_GATHER, REFS(buf(RR_X), buf(RR_LAST), state), DIMS(T, of(b->m->dim), batch));
	norm(b, b->p->scope_last ? RR_LAST : RR_X, RR_LNF, RR_Y, t);
	matmul(b, RR_Y, b->m->tied ? RR_WTE : RR_HEAD, RR_LOGITS, t);
	add(b, RR_OP_ARGMAX, REFS(buf(RR_LOGITS), state, ids, (rr_ref){RR_TOKENS, 0}),
	    DIMS(t, of(b->m->vocab), batch));
}

int
rr_plan_build(rr_plan *p, const rr_model *m, rr_cache_kind cache, int scope_last, int batch,
    int by_out, as_err *e)
{
	build b = {.p = p, .m = m, .layer = -1, .by_out = by_out};

	*p = (rr_plan){.cache = cache, .scope_last = scope_last, .batch = batch};
	add(&b, RR_OP_EMBED, REFS(buf(RR_X), ids, weight(&b, RR_WTE), none, state),
	    DIMS(T, of(m->dim), of(0), of(batch)));
	if (m->arch == RR_GPT2)
		add(&b, RR_OP_POSADD, REFS(buf(RR_X), weight(&b, RR_WPE), state),
		    DIMS(T, of(m->dim), of(batch)));
	for (b.layer = 0; b.layer < m->layers; b.layer++) {
		norm(&b, RR_X, RR_LN1, RR_Y, T);
		matmul(&b, RR_Y, RR_QKV, RR_QKVB, T);
		bias(&b, RR_QKVB, RR_QKV_B);
		attention(&b);
		matmul(&b, RR_MIX, RR_O, RR_Y, T);
		bias(&b, RR_Y, RR_O_B);
		rows(&b, RR_Y, none, AS_ADD, none, none, RR_Y, T);
		norm(&b, RR_X, RR_LN2, RR_Y, T);
		mlp(&b);
	}
	b.layer = -1;
	head(&b);
	if (b.failed) {
		rr_plan_free(p);
		return as_nomem(e);
	}
	return 0;
}

void
rr_plan_free(rr_plan *p)
{
	free(p->op);
	p->op = NULL;
	p->n = 0;
}

static const char *const buf_name[RR_NBUF] = {"x", "y", "qkv", "score", "mix", "ffn", "act",
    "last", "logits", "best"};

void
rr_op_text(const rr_op *op, char *out, size_t size)
{
	static const char *const sym[RR_NSYM] = {"", "T", "S", "P", "O", "L"};
	static const char *const space[] = {"-", "", "w", "k", "v", "oldk", "oldv", "rotary", "state",
	    "ids", "tokens", "net", "stood"};
	size_t n = (size_t)snprintf(out, size, "%s[", op_name[op->kind]);
	const char *open = "](";

	for (int i = 0; i < op->ndim && n < size; i++)
		n += op->d[i].sym ? (size_t)snprintf(out + n, size - n, "%s%s", i ? "," : "", sym[op->d[i].sym])
		    : (size_t)snprintf(out + n, size - n, "%s%ld", i ? "," : "", op->d[i].v);
	for (int i = 0; i < op->nptr && n < size; i++) {
		rr_ref r = op->p[i];
		n += (size_t)snprintf(out + n, size - n, "%s%s", open,
		    r.space == RR_BUF ? buf_name[r.index] : space[r.space]);
		open = ",";
		if (n < size && r.space >= RR_WEIGHT && r.space <= RR_OLDV)
			n += (size_t)snprintf(out + n, size - n, "%d", r.index);
	}
	if (n < size)
		snprintf(out + n, size - n, op->nptr ? ")" : "]");
}
