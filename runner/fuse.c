/* Fusion: a peephole over the plan. Every rule joins neighbours that touch the
 * same rows, so that a row is read and written once. kernels/ops.h has the order
 * of p[] and d[]. */
#include <stdlib.h>
#include <string.h>

#include "kernels/flags.h"
#include "plan.h"

static int
same(rr_ref a, rr_ref b)
{
	return a.space == b.space && a.index == b.index;
}

static long
flags_of(const rr_op *op)
{
	return op->kind == RR_OP_ROWS ? op->d[2].v : -1;
}

/* embed, posadd -> embed with positions */
static size_t
join_embed(rr_op *out, const rr_op *op, size_t left)
{
	if (left < 2 || op[0].kind != RR_OP_EMBED || op[1].kind != RR_OP_POSADD)
		return 0;
	*out = op[0];
	out->p[3] = op[1].p[1];
	out->d[2].v = AS_POS;
	return 2;
}

/* (bias) (residual) (norm) of the same rows -> one pass */
static size_t
join_rows(rr_op *out, const rr_op *op, size_t left)
{
	size_t n = 1;

	if (op[0].kind != RR_OP_ROWS)
		return 0;
	*out = op[0];
	if (flags_of(&op[0]) == AS_BIAS && n < left && flags_of(&op[n]) == AS_ADD &&
	    same(op[0].p[0], op[n].p[0])) {
		out->d[2].v |= AS_ADD;
		out->p[2] = op[n].p[2];
		n++;
	}
	if ((out->d[2].v & AS_ADD) && n < left &&
	    (flags_of(&op[n]) == AS_LAYERNORM || flags_of(&op[n]) == AS_RMSNORM) &&
	    same(op[n].p[0], out->p[2]) && out->d[0].sym == op[n].d[0].sym) {
		out->d[2].v |= flags_of(&op[n]);
		memcpy(out->p + 3, op[n].p + 3, 3 * sizeof *out->p);
		n++;
	}
	return n > 1 ? n : 0;
}

/* bias, gelu -> gelu with bias */
static size_t
join_gelu(rr_op *out, const rr_op *op, size_t left)
{
	if (left < 2 || flags_of(&op[0]) != AS_BIAS || op[1].kind != RR_OP_GELU ||
	    !same(op[0].p[0], op[1].p[0]))
		return 0;
	*out = op[1];
	out->p[1] = op[0].p[1];
	out->d[2].v = AS_BIAS;
	return 2;
}

/* (bias) (rope) append -> qkv */
static size_t
join_qkv(rr_op *out, const rr_op *op, size_t left)
{
	size_t n = 0;
	rr_ref bias = {RR_NONE, 0}, rotary = {RR_NONE, 0};
	long flags = 0;

	if (flags_of(&op[0]) == AS_BIAS) {
		bias = op[0].p[1];
		flags |= AS_BIAS;
		n++;
	}
	if (n < left && op[n].kind == RR_OP_ROPE) {
		rotary = op[n].p[1];
		flags |= AS_ROPE;
		n++;
	}
	if (n == 0 || n >= left || op[n].kind != RR_OP_APPEND ||
	    (bias.space && !same(op[0].p[0], op[n].p[0])))
		return 0;
	*out = op[n];
	out->kind = RR_OP_QKV;
	out->p[out->nptr++] = bias;
	out->p[out->nptr++] = rotary;
	out->d[out->ndim++] = (rr_dim){RR_CONST, flags};
	return n + 1;
}

/* scores, softmax, values -> attn */
static size_t
join_attn(rr_op *out, const rr_op *op, size_t left)
{
	if (left < 3 || op[0].kind != RR_OP_SCORES || op[1].kind != RR_OP_SOFTMAX ||
	    op[2].kind != RR_OP_VALUES)
		return 0;
	*out = op[0];
	out->kind = RR_OP_ATTN;
	memcpy(out->p + 2, op[2].p + 1, 2 * sizeof *out->p);
	memcpy(out->p + 4, op[0].p + 2, 2 * sizeof *out->p);
	out->nptr = 6;
	return 3;
}

/* norm before a product, if the product reads it -> its flags, else 0 */
static long
norm_before(const rr_op *op, size_t left)
{
	long flags = flags_of(&op[0]);

	return left > 1 && (flags == AS_LAYERNORM || flags == AS_RMSNORM) &&
	    op[1].kind == RR_OP_MATMUL_NT && same(op[0].p[5], op[1].p[0]) ? flags : 0;
}

static void
take_norm(rr_op *out, const rr_op *norm, rr_ref *x)
{
	*x = norm->p[0];
	memcpy(out->p + 4, norm->p + 3, 2 * sizeof *out->p);
	out->f = norm->f;
}

/* (norm) product (bias) (gelu | silumul | residual) -> linear */
static size_t
join_linear(rr_op *out, const rr_op *op, size_t left)
{
	long flags = norm_before(op, left);
	size_t n = flags ? 1 : 0;
	const rr_op *mm = &op[n], *next;
	rr_ref bias = {RR_NONE, 0};

	if (mm->kind != RR_OP_MATMUL_NT)
		return 0;
	*out = (rr_op){.kind = RR_OP_LINEAR, .nptr = 8, .ndim = 4, .layer = mm->layer};
	memcpy(out->p, mm->p, 3 * sizeof *out->p);
	memcpy(out->d, mm->d, 3 * sizeof *out->d);
	if (n)
		take_norm(out, op, &out->p[0]);
	if (mm->d[3].v) {
		flags |= AS_WIDE;
		out->p[6] = (rr_ref){RR_BUF, RR_BEST};
		out->p[7] = (rr_ref){RR_STATE, 0};
	}
	if (++n < left && flags_of(&op[n]) == AS_BIAS && same(op[n].p[0], mm->p[2])) {
		bias = op[n++].p[1];
		flags |= AS_BIAS;
	}
	next = n < left && same(op[n].p[0], mm->p[2]) ? &op[n] : NULL;
	if (next && (next->kind == RR_OP_GELU || flags_of(next) == AS_ADD)) {
		out->p[2] = next->p[2];
		flags |= next->kind == RR_OP_GELU ? AS_GELU : AS_ADD;
		n++;
	} else if (next && next->kind == RR_OP_SILUMUL) {
		out->p[2] = next->p[1];
		out->d[2].v /= 2;
		flags |= AS_SILU;
		n++;
	}
	out->p[3] = bias;
	out->d[3] = (rr_dim){RR_CONST, flags};
	return n;
}

/* norm product (bias) (rope) append -> linear_qkv */
static size_t
join_linear_qkv(rr_op *out, const rr_op *op, size_t left)
{
	long flags = norm_before(op, left);
	rr_op qkv;
	size_t n;

	if (!flags || left < 3)
		return 0;
	n = join_qkv(&qkv, op + 2, left - 2);
	if (!n || !same(qkv.p[0], op[1].p[2]))
		return 0;
	*out = (rr_op){.kind = RR_OP_LINEAR_QKV, .nptr = 12, .ndim = 10, .layer = qkv.layer};
	take_norm(out, op, &out->p[0]);
	out->p[1] = op[1].p[1];
	out->p[2] = qkv.p[0];
	out->p[3] = qkv.p[6];
	memcpy(out->p + 6, qkv.p + 1, 3 * sizeof *out->p);
	out->p[9] = qkv.p[7];
	memcpy(out->p + 10, qkv.p + 4, 2 * sizeof *out->p);
	memcpy(out->d, qkv.d, 7 * sizeof *out->d);
	out->d[7] = op[1].d[1];
	out->d[8] = (rr_dim){RR_CONST, flags | qkv.d[8].v};
	out->d[9] = qkv.d[7];
	return 2 + n;
}

/* argmax behind a head that leaves the best of each block -> choose */
static size_t
join_choose(rr_op *out, const rr_op *op, size_t left)
{
	if (left < 1 || op[0].kind != RR_OP_ARGMAX)
		return 0;
	*out = op[0];
	out->kind = RR_OP_CHOOSE;
	out->p[0] = (rr_ref){RR_BUF, RR_BEST};
	out->d[0] = op[0].d[2];
	out->ndim = 1;
	return 1;
}

typedef size_t rule(rr_op *out, const rr_op *op, size_t left); /* operations taken, or 0 */

int
rr_plan_fuse(rr_plan *out, const rr_plan *p, int products, as_err *e)
{
	static rule *const alone[] = {join_embed, join_qkv, join_gelu, join_rows, join_attn, NULL};
	static rule *const joined[] = {join_embed, join_linear_qkv, join_linear, join_attn,
	    join_choose, NULL};
	rule *const *rules = products ? joined : alone;

	*out = *p;
	out->op = calloc(p->n ? p->n : 1, sizeof *out->op);
	out->n = 0;
	if (!out->op)
		return as_nomem(e);
	for (size_t i = 0; i < p->n;) {
		rr_op *to = &out->op[out->n++];
		size_t took = 0;
		for (size_t r = 0; rules[r] && !took; r++)
			took = rules[r](to, p->op + i, p->n - i);
		if (!took) {
			*to = p->op[i];
			took = 1;
		}
		if (to->kind == RR_OP_ATTN) /* whether old keys stand where they were: d[6] */
			to->d[to->ndim++] = (rr_dim){RR_CONST, p->cache != RR_GROW};
		if (to->kind == RR_OP_LINEAR)
			to->d[to->ndim++] = (rr_dim){RR_CONST, p->batch};
		to->parts = 0;
		for (size_t k = 0; k < took; k++)
			to->parts += p->op[i + k].parts;
		i += took;
	}
	return 0;
}
