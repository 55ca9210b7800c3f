/* How generated CUDA code is written, tiled and launched. */
#include <stdlib.h>
#include <string.h>

#include "kernels/flags.h"
#include "rtc.h"

/* texts of kernels/cuda, made by the build */
extern const char rr_cuda_kernels[], rr_cuda_step[];

enum { THREADS = 256 };

const char *
rr_cuda_prologue(rr_dtype dtype)
{
	static char *text[3];

	if (!text[dtype]) {
		size_t n = strlen(rr_cuda_kernels) + 1024;
		if (!(text[dtype] = malloc(n)))
			return NULL;
		snprintf(text[dtype], n, "#define AS_DTYPE %d\n%s"
		    "typedef struct { void *p[%d]; } as_args;\ntypedef struct { long v[%d]; } as_syms;\n",
		    (int)dtype, rr_cuda_kernels, RR_MAX_PTR, RR_NSYM);
	}
	return text[dtype];
}

/* The dimensions that are a kernel's template arguments, as bits; its tile follows them. */
static unsigned
literals(rr_opkind kind)
{
	return kind == RR_OP_LINEAR || kind == RR_OP_LINEAR_QKV ? ~0u : kind == RR_OP_ATTN ? 0x4e : 0;
}

void
rr_cuda_preamble(rr_device *dev, FILE *fp, const rr_node *n)
{
	(void)dev;
	if (n->step)
		rr_step_preamble(n->step, fp, rr_cuda_step);
}

void
rr_cuda_wrapper(rr_device *dev, FILE *fp, const rr_node *n, const char *name, const long *sym)
{
	const unsigned lit = literals(n->op.kind);

	(void)dev;
	if (n->step) {
		fprintf(fp, "extern \"C\" __global__ void __launch_bounds__(step::NT + 32, 1)\n"
		    "%s(const __grid_constant__ step::step_args a)\n{\n\tstep::as_step(&a);\n}\n", name);
		return;
	}
	fprintf(fp, "extern \"C\" __global__ void");
	if (n->tile[1])
		fprintf(fp, " __launch_bounds__(%d)", 32 * n->tile[1]);
	fprintf(fp, "\n%s(const as_args a, const as_syms sym)\n{\n\tconst long d[] = {", name);
	for (int i = 0; i < n->op.ndim; i++) {
		rr_dim d = n->op.d[i];
		if (d.sym && !sym)
			fprintf(fp, "%ssym.v[%d]", i ? ", " : "", (int)d.sym);
		else
			fprintf(fp, "%s%ld", i ? ", " : "", rr_dim_at(d, sym));
	}
	fprintf(fp, "%s};\n\tconst float f[] = {%.9ef};\n\tas_%s", n->op.ndim ? "" : "0", (double)n->op.f,
	    rr_op_name(n->op.kind));
	for (int i = 0; i < n->op.ndim; i++)
		if (lit >> i & 1)
			fprintf(fp, "%s%ld", (lit & ((1u << i) - 1)) == 0 ? "<" : ", ", rr_dim_at(n->op.d[i], sym));
	for (int i = 0; i < 3 && n->tile[i]; i++)
		fprintf(fp, ", %d", n->tile[i]);
	fprintf(fp, "%s(as_%s_of(a.p, d, f));\n}\n", lit ? ">" : "", rr_op_name(n->op.kind));
}

enum { SHARED = 44 << 10, MOST_PIECES = 16, FEW_PIECES = 3, MIN_WARPS = 2000 };

/* How linear.cuh shares out a product: columns and warps a unit, warps a block. */
typedef struct { int cols, warps, split; } tiling;

static long
ceil_div(long a, long b)
{
	return (a + b - 1) / b;
}

/* Pieces of 16 bytes, or of one element, in a row of w. */
static long
pieces(const rr_device *dev, long k)
{
	const long per = 16 / (long)rr_dtype_size(dev->dtype);

	return k % per ? k : k / per;
}

static long
flags_of(const rr_op *op)
{
	return op->d[op->kind == RR_OP_LINEAR ? 3 : 8].v;
}

static int
paired(const rr_op *op)
{
	return (flags_of(op) & (AS_SILU | AS_ROPE)) != 0;
}

/* Units of `cols` columns, or pairs of them, in a product. */
static long
units(const rr_op *op, const rr_dim shape[3], int cols)
{
	return ceil_div(shape[1].v / (paired(op) ? 2 : 1), cols);
}

/* Whether a tiling leaves every warp a full load of a row, and no lane too much to hold. */
static int
suits(long n, int rows, tiling t)
{
	return t.split >= 1 && t.split <= t.warps && (t.split == 1 || n >= 32 * t.split) &&
	    (rows * ceil_div(ceil_div(n, t.split), 32) <= MOST_PIECES || t.split == t.warps);
}

/* The least split that lets a lane hold its part and gives the chip enough warps, and what lies
 * around it. */
static int
choose_linear(const rr_device *dev, rr_node *node, const long *sym, int candidate)
{
	static const tiling around[] = {{1, 8, 2}, {1, 8, 4}, {1, 8, 1}, {2, 8, 2}, {2, 8, 4}, {1, 4, 2},
	    {1, 16, 2}, {1, 16, 4}}; /* split in halves of the least */
	rr_dim shape[3];
	const int norm = (flags_of(&node->op) & (AS_LAYERNORM | AS_RMSNORM)) != 0;
	const int most = norm ? MOST_PIECES : 6; /* else a lane holds as much of x */
	int count = 0, split = 1, pair = paired(&node->op) + 1;
	long n;

	rr_op_product(&node->op, shape);
	n = pieces(dev, shape[2].v);
	if (norm && rr_dim_at(shape[0], sym) * shape[2].v * (long)sizeof(float) > SHARED)
		return 0; /* x does not fit */
	for (; split < 8 && n >= 64 * split; split *= 2) {
		const long held = pair * ceil_div(ceil_div(n, split), 32);
		if (held <= most && (held <= FEW_PIECES || units(&node->op, shape, 1) * split >= MIN_WARPS))
			break;
	}
	for (size_t i = 0; i < sizeof around / sizeof *around; i++) {
		tiling t = around[i];
		t.split = split * t.split / 2;
		if (i > 0 && !suits(n, pair * t.cols, t))
			continue;
		if (count++ == candidate) {
			node->tile[0] = t.cols;
			node->tile[1] = t.warps;
			node->tile[2] = t.split;
		}
	}
	return count;
}

/* Contexts that one block of a cluster would be long at are shared out over several. */
static int
choose_attn(const rr_device *dev, rr_node *node, const long *sym)
{
	enum { FEW_ROWS = 4, SLOTS = 512, WIDE = 512 }; /* a wide head leaves shared memory to few warps */
	const int few = sym && rr_dim_at(node->op.d[0], sym) <= FEW_ROWS;

	node->tile[0] = 1;
	while (few && node->tile[0] < dev->cluster &&
	    node->tile[0] * SLOTS < rr_dim_at(node->op.d[4], sym))
		node->tile[0] *= 2;
	node->tile[1] = few && rr_dim_at(node->op.d[3], sym) <= WIDE ? 16 : 4;
	return 1;
}

/* Products alone are for cuBLAS. */
int
rr_cuda_choose(rr_device *dev, rr_node *n, const long *sym, int candidate)
{
	n->external = n->op.kind == RR_OP_MATMUL_NT;
	memset(n->tile, 0, sizeof n->tile);
	if (n->op.kind == RR_OP_LINEAR || n->op.kind == RR_OP_LINEAR_QKV)
		return choose_linear(dev, n, sym, candidate);
	return n->op.kind == RR_OP_ATTN ? choose_attn(dev, n, sym) : 1;
}

/* As each kernel's comment in kernels/cuda says what a block does. */
void
rr_cuda_grid(const rr_op *op, const long *d, const int *tile, unsigned *grid, unsigned *block)
{
	rr_dim shape[3];
	long n = 0;

	*block = THREADS;
	switch (op->kind) {
	case RR_OP_EMBED: case RR_OP_POSADD: case RR_OP_ROWS: n = d[0]; break;
	case RR_OP_GELU: case RR_OP_SILUMUL: n = ceil_div(d[0] * d[1], THREADS); break;
	case RR_OP_ROPE: n = d[0] * (d[1] + d[2]); *block = 64; break;
	case RR_OP_APPEND: n = (d[0] + d[5] * d[7]) * d[2]; *block = 64; break;
	case RR_OP_QKV: n = d[0] * (d[1] + 2 * d[2]) + d[5] * d[2] * d[7]; *block = 64; break;
	case RR_OP_SCORES: n = ceil_div(d[0] * d[1] * d[4], THREADS / 32); break;
	case RR_OP_SOFTMAX: n = d[0] * d[1]; *block = 32; break;
	case RR_OP_VALUES: n = d[0] * d[1]; *block = 128; break;
	case RR_OP_ATTN: n = d[0] * d[1] * tile[0]; *block = 32u * (unsigned)tile[1]; break;
	case RR_OP_GATHER: n = d[2]; break;
	case RR_OP_CHOOSE: n = d[0]; break;
	case RR_OP_ARGMAX: n = d[2]; *block = 1024; break;
	case RR_OP_LINEAR: case RR_OP_LINEAR_QKV:
		rr_op_product(op, shape);
		n = ceil_div(units(op, shape, tile[0]), tile[1] / tile[2]);
		if (op->kind == RR_OP_LINEAR_QKV)
			n += ceil_div(d[5] * d[2] * d[9], tile[1]);
		else if (d[3] & AS_WIDE)
			n = AS_BLOCKS;
		*block = 32u * (unsigned)tile[1];
		break;
	case RR_OP_MATMUL_NT: case RR_OP_MATMUL_NN: case RR_OP_STEP: case RR_OP_HEADNORM: case RR_NOPS:
		break;
	}
	*grid = (unsigned)n;
}
