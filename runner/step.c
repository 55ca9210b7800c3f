#include "step.h"

#include <stdlib.h>
#include <string.h>

#include "kernels/flags.h"

enum {
	KEYS = 512,  /* whose scores a block keeps */
	PART = 1024, /* bytes of a block's partial sums: of eight floats a row of the down product */
	WHOLE = 384, /* that a block attends to alone; the parts of more have half as many */
	LEAST = 2    /* copies under way */
};

/* Packets, in words of 8 bytes. Counts, and the number of the launch, come first. */
typedef struct { long qkv, att, mid, res, act, best, part, end; } net;

static long
even(long n)
{
	return (n + 1) / 2 * 2;
}

static int
parts(long heads, int blocks)
{
	return heads < blocks ? (int)(blocks / heads) : 1;
}

static net
layout(long qr, long ko, long dim, long ffn, long heads, long head_dim, int blocks)
{
	enum { COUNTS = 128, LAUNCH = 16 };
	net n = {.qkv = COUNTS + LAUNCH};

	n.att = n.qkv + even(qr);
	n.mid = n.att + even(ko);
	n.res = n.mid + even(dim);
	n.act = n.res + even(dim);
	n.best = n.act + even(ffn);
	n.part = n.best + 2 * blocks;
	n.end = n.part + heads * parts(heads, blocks) * even(head_dim + 2);
	return n;
}

size_t
rr_step_net(const rr_model *m, int blocks)
{
	return 8 * (size_t)layout((m->heads + 2L * m->kv_heads) * m->head_dim,
	    (long)m->heads * m->head_dim, m->dim, m->ffn, m->heads, m->head_dim, blocks).end;
}

static long
most(long a, long b)
{
	return a > b ? a : b;
}

/* Keys that one block's threads sum apart. */
static long
partials(const rr_step *s)
{
	return s->tune.warps * (s->head_dim <= 32 ? 4 : s->head_dim <= 64 ? 2 : 1);
}

/* Shared memory for the vector that a product reads, and for attention. */
static long
vector_bytes(const rr_step *s)
{
	long n = most(4 * most(s->dim, s->ko), s->ffn * s->width);

	return (most(n, 4 * (3 * s->head_dim + partials(s) * (s->head_dim + 2) + KEYS)) + 15) / 16 * 16;
}

void
rr_step_set(rr_step *s, rr_step_tune t, size_t shared)
{
	enum { DONE = 16, BARRIERS = 16, LINE = 128, MOST = 256 };
	const long piece = most(most(s->dim, s->ko), s->ffn / 8) * s->width;
	long fixed;

	s->tune = t;
	if (s->head_dim <= 32)
		s->tune.warps = 8; /* a lane for each partial */
	/* a slot takes a chunk of rows, or a key for each group of lanes */
	s->slot = (int)most(t.chunk * piece, partials(s) * s->head_dim * s->width);
	fixed = 4 * s->dim + vector_bytes(s) + PART + DONE + LINE;
	s->depth = (int)(((long)shared - fixed) / (s->slot + BARRIERS));
	if (s->depth > MOST)
		s->depth = MOST;
	s->shared = (size_t)(fixed + (long)s->depth * (s->slot + BARRIERS));
	/* a warp, whose next slot is so many on, may not be a turn ahead of what has landed: ring.cuh */
	if (s->tune.window > s->depth - 2 * s->tune.warps / t.chunk)
		s->tune.window = s->depth - 2 * s->tune.warps / t.chunk;
}

/* Walks the plan. */
typedef struct { const rr_plan *p; size_t i; rr_step *s; const char *why; } walk;

static const rr_op *
next(walk *w, rr_opkind kind)
{
	if (w->i < w->p->n && w->p->op[w->i].kind == kind)
		return &w->p->op[w->i++];
	w->why = "the plan has another order of operations";
	return NULL;
}

static void
ref(rr_step *s, rr_ref r)
{
	s->ref[s->nref++] = r;
}

static int
embed(walk *w)
{
	const rr_op *op = next(w, RR_OP_EMBED);

	if (!op)
		return -1;
	w->s->dim = op->d[1].v;
	w->s->places = (op->d[2].v & AS_POS) != 0;
	return 0;
}

static int
layer(walk *w, int l, const long sym[RR_NSYM])
{
	rr_step *s = w->s;
	const rr_op *qkv = next(w, RR_OP_LINEAR_QKV), *attn = qkv ? next(w, RR_OP_ATTN) : NULL,
	    *o = attn ? next(w, RR_OP_LINEAR) : NULL, *up = o ? next(w, RR_OP_LINEAR) : NULL,
	    *down = up ? next(w, RR_OP_LINEAR) : NULL;

	if (!down)
		return -1;
	s->eps = qkv->f;
	s->scale = attn->f;
	/* what every layer says must be what the first one says */
	const struct { long *field, v; } said[] = {{&s->heads, qkv->d[1].v},
	    {&s->kv_heads, qkv->d[2].v}, {&s->head_dim, qkv->d[3].v},
	    {&s->slots, rr_dim_at(qkv->d[4], sym)}, {&s->flags_qkv, qkv->d[8].v},
	    {&s->flags_o, o->d[3].v}, {&s->ko, o->d[1].v}, {&s->flags_up, up->d[3].v},
	    {&s->ffn, up->d[2].v}, {&s->flags_down, down->d[3].v}};
	for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
		if (l == 0)
			*said[i].field = said[i].v;
		if (*said[i].field != said[i].v)
			w->why = "its layers differ";
	}
	if (w->why)
		return -1;
	/* as STEP_LAYER of rr_step_preamble has them */
	const rr_ref all[RR_STEP_LAYER] = {qkv->p[1], o->p[1], up->p[1], down->p[1], qkv->p[3], o->p[3],
	    up->p[3], down->p[3], qkv->p[4], qkv->p[5], up->p[4], up->p[5], qkv->p[6], qkv->p[7]};
	for (int i = 0; i < RR_STEP_LAYER; i++)
		ref(s, all[i]);
	return 0;
}

static int
head(walk *w, const rr_op *first, const rr_op *qkv)
{
	rr_step *s = w->s;
	const rr_op *op, *best;

	if (w->i < w->p->n && w->p->op[w->i].kind == RR_OP_GATHER)
		w->i++; /* of one row: the row */
	op = next(w, RR_OP_LINEAR);
	best = op ? next(w, RR_OP_CHOOSE) : NULL;
	if (!best || w->i != w->p->n)
		return -1;
	s->vocab = op->d[2].v;
	/* those of no layer, as step_args has them */
	const rr_ref all[] = {first->p[2], first->p[3], op->p[1], op->p[4], op->p[5], op->p[2],
	    first->p[1],
	    best->p[3], best->p[1], qkv->p[9], {RR_NET, 0}, {RR_STOOD, 0}};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		ref(s, all[i]);
	return 0;
}

static const char *
refused(const rr_step *s, const rr_plan *p, const long sym[RR_NSYM])
{
	const long unit = 16 / s->width;

	if (sym[RR_T] != 1)
		return "it has more than one row";
	if (p->cache != RR_STATIC && p->cache != RR_RING)
		return "the cache has no fixed place";
	if (s->dim < s->blocks || s->ffn / 2 < s->blocks || s->qr < s->blocks || s->vocab / 2 < s->blocks)
		return "it has fewer rows than the chip has multiprocessors";
	if ((s->dim + s->blocks - 1) / s->blocks * 8 * (long)sizeof(float) > PART)
		return "it has too many rows for so few multiprocessors";
	if (s->heads > s->blocks || s->head_dim % 32 || s->head_dim > 128)
		return "the heads do not fit";
	if (s->dim % unit || s->ko % unit || s->ffn % (8 * unit))
		return "rows are no multiple of 16 bytes";
	if (!(s->flags_qkv & (AS_LAYERNORM | AS_RMSNORM)) || !(s->flags_o & AS_ADD) ||
	    !(s->flags_down & AS_ADD) || !(s->flags_up & (AS_GELU | AS_SILU)))
		return "it has another kind of layer";
	return NULL;
}

/* What was fastest on an H200 for most sizes. The thread that starts copies keeps up with those of
 * some 10 KB, so that short rows go eight a copy. */
static void
set_usual(rr_step *s, size_t shared)
{
	static const struct { int chunk; long least, flight; } usual[] = {{8, 0, 40 << 10},
	    {4, 2 << 10, 48 << 10}, {2, 0, 48 << 10}};
	const long row = s->dim * s->width;

	for (size_t i = row >= usual[1].least; i < sizeof usual / sizeof *usual; i++) {
		const long window = usual[i].flight / (usual[i].chunk * row);
		rr_step_set(s, (rr_step_tune){8, usual[i].chunk, (int)most(window, LEAST), 1}, shared);
		if (s->tune.window >= LEAST)
			return;
	}
}

int
rr_step_open(rr_step *s, const rr_plan *joined, const long sym[RR_NSYM], int width, int blocks,
    size_t shared, const char **why, as_err *e)
{
	walk w = {.p = joined, .s = s};

	*s = (rr_step){.blocks = blocks, .width = width};
	if (!(s->ref = calloc(joined->n * RR_STEP_LAYER + 16, sizeof *s->ref)))
		return as_nomem(e);
	if (embed(&w) == 0)
		while (w.i < joined->n && joined->op[w.i].kind == RR_OP_LINEAR_QKV &&
		    layer(&w, (int)s->layers, sym) == 0)
			s->layers++;
	if (!w.why && s->layers == 0)
		w.why = "it has no layers";
	if (!w.why)
		head(&w, joined->op, joined->op + 1);
	s->qr = (s->heads + 2 * s->kv_heads) * s->head_dim;
	if (!w.why)
		w.why = refused(s, joined, sym);
	if (!w.why)
		set_usual(s, shared);
	if (!w.why && s->tune.window < LEAST)
		w.why = "its rows do not fit into shared memory";
	*why = w.why;
	if (w.why)
		rr_step_close(s);
	return w.why ? 1 : 0;
}

void
rr_step_close(rr_step *s)
{
	free(s->ref);
	s->ref = NULL;
	s->nref = 0;
}

int
rr_step_args(const rr_step *s, void *const *p, rr_step_arg *out, as_err *e)
{
	const long rest = s->nref - s->layers * RR_STEP_LAYER;

	for (int i = 0; i < RR_STEP_LAYER; i++) {
		const char *first = p[i];
		out->p[i] = p[i];
		out->p[RR_STEP_LAYER + i] = NULL;
		for (long l = 1; l < s->layers; l++) {
			const long stride = (long)((const char *)p[RR_STEP_LAYER + i] - first);
			if ((const char *)p[l * RR_STEP_LAYER + i] - first != l * stride)
				return as_fail(e, NULL, 0, "layer %ld does not lie where the first ones say", l);
			memcpy(&out->p[RR_STEP_LAYER + i], &stride, sizeof stride);
		}
	}
	memcpy(out->p + 2 * RR_STEP_LAYER, p + s->layers * RR_STEP_LAYER, (size_t)rest * sizeof *p);
	return 0;
}

void
rr_step_op(const rr_step *s, rr_op *op)
{
	const long d[] = {s->layers, s->dim, s->heads, s->kv_heads, s->head_dim, s->ffn, s->vocab,
	    s->slots};

	op->ndim = sizeof d / sizeof *d;
	for (int i = 0; i < op->ndim; i++)
		op->d[i] = (rr_dim){RR_CONST, d[i]};
}

void
rr_step_preamble(const rr_step *s, FILE *fp, const char *body)
{
	const net n = layout(s->qr, s->ko, s->dim, s->ffn, s->heads, s->head_dim, s->blocks);
	const struct { const char *name; long v; } c[] = {
		{"L", s->layers}, {"H", s->dim}, {"NH", s->heads}, {"NKV", s->kv_heads}, {"HD", s->head_dim},
		{"KO", s->ko}, {"QR", s->qr}, {"F", s->ffn}, {"V", s->vocab}, {"S", s->slots},
		{"FLAGS_QKV", s->flags_qkv}, {"FLAGS_O", s->flags_o}, {"FLAGS_UP", s->flags_up},
		{"FLAGS_DOWN", s->flags_down}, {"LAYERNORM", (s->flags_qkv & AS_LAYERNORM) != 0},
		{"ROPE", (s->flags_qkv & AS_ROPE) != 0}, {"PLACES", s->places}, {"G", s->blocks},
		{"PARTS", parts(s->heads, s->blocks)}, {"WHOLE", WHOLE}, {"KEYS", KEYS}, {"WARPS", s->tune.warps},
		{"CHUNK", s->tune.chunk}, {"SLOT", s->slot}, {"DEPTH", s->depth}, {"WINDOW", s->tune.window},
		{"EVICT_FIRST", s->tune.evict}, {"SPINS", 1 << 23},
		{"SH_X", vector_bytes(s)},
	};

	fputs("namespace step {\nenum {\n", fp);
	for (size_t i = 0; i < sizeof c / sizeof *c; i++)
		fprintf(fp, "\tST_%s = %ld,\n", c[i].name, c[i].v);
	fprintf(fp, "\tNET_COUNT = 0, NET_LAUNCH = 128, NET_QKV = %ld, NET_ATT = %ld, NET_MID = %ld,\n"
	    "\tNET_RES = %ld, NET_ACT = %ld, NET_BEST = %ld, NET_PART = %ld\n};\n", n.qkv, n.att, n.mid,
	    n.res, n.act, n.best, n.part);
	fprintf(fp, "static constexpr float ST_EPS = %.9ef, ST_SCALE = %.9ef;\n", (double)s->eps,
	    (double)s->scale);
	fputs("#define STEP_LAYER(X) X(qkv) X(o) X(up) X(down) X(qkv_bias) X(o_bias) X(up_bias) \\\n"
	    "    X(down_bias) X(gain1) X(beta1) X(gain2) X(beta2) X(k) X(v)\n"
	    "#define STEP_POINTER(name) void *name;\n#define STEP_LONG(name) long name;\n"
	    "typedef struct {\n\tstruct { STEP_LAYER(STEP_POINTER) } layer;\n"
	    "\tstruct { STEP_LAYER(STEP_LONG) } stride;\n\tvoid *embed, *places, *head, *gain, *beta, "
	    "*logits,"
	    " *ids, *tokens, *state, *rotary, *net;\n\tvolatile unsigned *stood;\n} step_args;\n", fp);
	fputs(body, fp);
	fputs("}\n", fp);
}
