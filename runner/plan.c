#include "plan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static const rr_ref none = {RR_NONE, 0};
static const rr_ref state = {RR_STATE, 0};

static rr_op *
add(build *b, rr_opkind kind)
{
	static rr_op spill;

	if (b->p->n == b->cap) {
		size_t cap = b->cap ? b->cap * 2 : 64;
		rr_op *op = realloc(b->p->op, cap * sizeof *op);
		if (!op) {
			b->failed = 1;
			return &spill;
		}
		b->p->op = op;
		b->cap = cap;
	}
	memset(&b->p->op[b->p->n], 0, sizeof *b->p->op);
	b->p->op[b->p->n].kind = kind;
	b->p->op[b->p->n].parts = 1;
	b->p->op[b->p->n].layer = b->layer;
	return &b->p->op[b->p->n++];
}

static void
ptr(rr_op *op, rr_ref r)
{
	op->p[op->nptr++] = r;
}

static void
dim(rr_op *op, rr_sym sym, long v)
{
	op->d[op->ndim++] = (rr_dim){sym, v};
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
	rr_op *op = add(b, RR_OP_ROWS);

	ptr(op, buf(y));
	ptr(op, bias);
	ptr(op, flags & AS_ADD ? buf(RR_X) : none);
	ptr(op, gain);
	ptr(op, beta);
	ptr(op, flags & (AS_LAYERNORM | AS_RMSNORM) ? buf(out) : none);
	dim(op, t.sym, t.v);
	dim(op, RR_CONST, bias.space && !(flags & ~AS_BIAS) ? b->m->weight[bias.index].cols : b->m->dim);
	dim(op, RR_CONST, flags);
	op->f = b->m->eps;
}

static const rr_dim T = {RR_T, 0};

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
	rr_op *op = add(b, wt->by_out || b->by_out ? RR_OP_MATMUL_NT : RR_OP_MATMUL_NN);

	ptr(op, buf(x));
	ptr(op, w);
	ptr(op, buf(y));
	dim(op, t.sym, t.v);
	dim(op, RR_CONST, wt->by_out ? wt->cols : wt->rows);
	dim(op, RR_CONST, wt->by_out ? wt->rows : wt->cols);
	dim(op, RR_CONST, y == RR_LOGITS); /* logits are fp32 in every dtype */
}

static void
bias(build *b, rr_buf y, int which)
{
	rr_ref w = weight(b, which);

	if (w.space)
		rows(b, y, w, AS_BIAS, none, none, RR_Y, T);
}

static void
head_dims(build *b, rr_op *op)
{
	dim(op, RR_T, 0);
	dim(op, RR_CONST, b->m->heads);
	dim(op, RR_CONST, b->m->kv_heads);
	dim(op, RR_CONST, b->m->head_dim);
}

static void
attention(build *b)
{
	rr_ref k = {RR_K, b->layer}, v = {RR_V, b->layer};
	rr_op *op;

	if (b->m->arch == RR_QWEN3) {
		op = add(b, RR_OP_HEADNORM);
		ptr(op, buf(RR_QKVB));
		ptr(op, weight(b, RR_LNHEAD));
		head_dims(b, op);
		op->f = b->m->eps;
	}
	if (b->m->arch != RR_GPT2) {
		op = add(b, RR_OP_ROPE);
		ptr(op, buf(RR_QKVB));
		ptr(op, (rr_ref){RR_ROTARY, 0});
		ptr(op, state);
		head_dims(b, op);
		dim(op, RR_CONST, b->p->batch);
	}
	op = add(b, RR_OP_APPEND);
	ptr(op, buf(RR_QKVB));
	ptr(op, k);
	ptr(op, v);
	ptr(op, state);
	ptr(op, b->p->cache == RR_GROW ? (rr_ref){RR_OLDK, b->layer} : none);
	ptr(op, b->p->cache == RR_GROW ? (rr_ref){RR_OLDV, b->layer} : none);
	head_dims(b, op);
	dim(op, RR_S, 0);
	dim(op, b->p->cache == RR_GROW ? RR_PAST : RR_CONST, 0);
	dim(op, b->p->cache == RR_GROW ? RR_OLD : RR_CONST, 0);
	dim(op, RR_CONST, b->p->batch);

	op = add(b, RR_OP_SCORES);
	ptr(op, buf(RR_QKVB));
	ptr(op, k);
	ptr(op, buf(RR_SCORE));
	ptr(op, state);
	head_dims(b, op);
	dim(op, RR_S, 0);
	dim(op, RR_CONST, b->p->batch);
	op->f = 1.0f / sqrtf((float)b->m->head_dim);

	op = add(b, RR_OP_SOFTMAX);
	ptr(op, buf(RR_SCORE));
	ptr(op, state);
	dim(op, RR_T, 0);
	dim(op, RR_CONST, b->m->heads);
	dim(op, RR_S, 0);
	dim(op, RR_CONST, b->p->batch);

	op = add(b, RR_OP_VALUES);
	ptr(op, buf(RR_SCORE));
	ptr(op, v);
	ptr(op, buf(RR_MIX));
	head_dims(b, op);
	dim(op, RR_S, 0);
	dim(op, RR_CONST, b->p->batch);
}

static void
mlp(build *b)
{
	rr_op *op;

	matmul(b, RR_Y, RR_UP, RR_FFN, T);
	bias(b, RR_FFN, RR_UP_B);
	op = add(b, b->m->arch == RR_GPT2 ? RR_OP_GELU : RR_OP_SILUMUL);
	ptr(op, buf(RR_FFN));
	if (b->m->arch == RR_GPT2)
		ptr(op, none);
	ptr(op, buf(RR_ACT));
	dim(op, RR_T, 0);
	dim(op, RR_CONST, b->m->ffn);
	if (b->m->arch == RR_GPT2)
		dim(op, RR_CONST, 0);
	matmul(b, RR_ACT, RR_DOWN, RR_Y, T);
	bias(b, RR_Y, RR_DOWN_B);
	rows(b, RR_Y, none, AS_ADD, none, none, RR_Y, T);
}

static void
head(build *b)
{
	rr_dim t = b->p->scope_last ? (rr_dim){RR_CONST, b->p->batch} : T;
	rr_op *op;

	if (b->p->scope_last) {
		op = add(b, RR_OP_GATHER);
		ptr(op, buf(RR_X));
		ptr(op, buf(RR_LAST));
		ptr(op, state);
		dim(op, RR_T, 0);
		dim(op, RR_CONST, b->m->dim);
		dim(op, RR_CONST, b->p->batch);
	}
	norm(b, b->p->scope_last ? RR_LAST : RR_X, RR_LNF, RR_Y, t);
	matmul(b, RR_Y, b->m->tied ? RR_WTE : RR_HEAD, RR_LOGITS, t);
	op = add(b, RR_OP_ARGMAX);
	ptr(op, buf(RR_LOGITS));
	ptr(op, state);
	ptr(op, (rr_ref){RR_IDS, 0});
	ptr(op, (rr_ref){RR_TOKENS, 0});
	dim(op, t.sym, t.v);
	dim(op, RR_CONST, b->m->vocab);
	dim(op, RR_CONST, b->p->batch);
}

int
rr_plan_build(rr_plan *p, const rr_model *m, rr_cache_kind cache, int scope_last, int batch,
    int by_out, as_err *e)
{
	build b = {.p = p, .m = m, .layer = -1, .by_out = by_out};
	rr_op *op;

	*p = (rr_plan){.cache = cache, .scope_last = scope_last, .batch = batch};
	op = add(&b, RR_OP_EMBED);
	ptr(op, buf(RR_X));
	ptr(op, (rr_ref){RR_IDS, 0});
	ptr(op, weight(&b, RR_WTE));
	ptr(op, none);
	ptr(op, state);
	dim(op, RR_T, 0);
	dim(op, RR_CONST, m->dim);
	dim(op, RR_CONST, 0);
	dim(op, RR_CONST, batch);
	if (m->arch == RR_GPT2) {
		op = add(&b, RR_OP_POSADD);
		ptr(op, buf(RR_X));
		ptr(op, weight(&b, RR_WPE));
		ptr(op, state);
		dim(op, RR_T, 0);
		dim(op, RR_CONST, m->dim);
		dim(op, RR_CONST, batch);
	}
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
