/* How generated CUDA code is written, tiled and launched. */
#include <stdlib.h>
#include <string.h>

#include "rtc.h"

extern const char rr_cuda_kernels[]; /* text of kernels/cuda, made by the build */

enum { GEMV_ROWS = 4, THREADS = 256 };

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

void
rr_cuda_wrapper(rr_device *dev, FILE *fp, const rr_node *n, const char *name, const long *sym)
{
	(void)dev;
	fprintf(fp, "extern \"C\" __global__ void\n%s(const as_args a, const as_syms sym)\n{\n\tconst "
	    "long d[] = {", name);
	for (int i = 0; i < n->op.ndim; i++) {
		rr_dim d = n->op.d[i];
		if (d.sym && !sym)
			fprintf(fp, "%ssym.v[%d]", i ? ", " : "", (int)d.sym);
		else
			fprintf(fp, "%s%ld", i ? ", " : "", rr_dim_at(d, sym));
	}
	if (n->tile[0])
		fprintf(fp, ", %d, %d", n->tile[0], n->tile[1]);
	fprintf(fp, "};\n\tconst float f[] = {%.9ef};\n\tas_%s(a.p, d, f);\n}\n", (double)n->op.f,
	    rr_op_name(n->op.kind));
}

/* Few rows are bound by the weights: generated; more rows: cuBLAS. */
int
rr_cuda_choose(rr_device *dev, rr_node *n, const long *sym, int candidate)
{
	static const int tile[][2] = {{1, 8}, {2, 8}, {1, 4}, {4, 4}};
	enum { NTILE = sizeof tile / sizeof *tile };

	(void)dev;
	n->external = 0;
	n->tile[0] = n->tile[1] = 0;
	if (n->op.kind != RR_OP_MATMUL_NT)
		return 1;
	if (!sym || rr_dim_at(n->op.d[0], sym) > GEMV_ROWS) {
		n->external = 1;
		return 1;
	}
	if (candidate >= NTILE) {
		n->external = 1;
		return NTILE + 1;
	}
	n->tile[0] = tile[candidate][0];
	n->tile[1] = tile[candidate][1];
	return NTILE + 1;
}

static unsigned
ceil_div(long a, long b)
{
	return (unsigned)((a + b - 1) / b);
}

/* As each kernel's comment in kernels/cuda says what a block does. */
void
rr_cuda_grid(rr_opkind kind, const long *d, const int tile[2], unsigned *grid, unsigned *block)
{
	*block = THREADS;
	switch (kind) {
	case RR_OP_EMBED: case RR_OP_POSADD: case RR_OP_ROWS: *grid = (unsigned)d[0]; break;
	case RR_OP_GELU: case RR_OP_SILUMUL: *grid = ceil_div(d[0] * d[1], THREADS); break;
	case RR_OP_ROPE: *grid = (unsigned)(d[0] * (d[1] + d[2])); *block = 64; break;
	case RR_OP_APPEND: *grid = (unsigned)((d[0] + d[5]) * d[2]); *block = 64; break;
	case RR_OP_QKV: *grid = (unsigned)(d[0] * (d[1] + 2 * d[2]) + d[5] * d[2]); *block = 64; break;
	case RR_OP_SCORES: *grid = ceil_div(d[0] * d[1] * d[4], THREADS / 32); break;
	case RR_OP_SOFTMAX: *grid = (unsigned)(d[0] * d[1]); *block = 32; break;
	case RR_OP_VALUES: *grid = (unsigned)(d[0] * d[1]); *block = 128; break;
	case RR_OP_ATTN: *grid = (unsigned)(d[0] * d[1]); break;
	case RR_OP_GATHER: *grid = 1; break;
	case RR_OP_ARGMAX: *grid = 1; *block = 1024; break;
	case RR_OP_MATMUL_NT:
		*grid = ceil_div(d[2], (long)tile[0] * tile[1]);
		*block = 32u * (unsigned)tile[1];
		break;
	case RR_OP_MATMUL_NN: case RR_OP_LINEAR: case RR_OP_LINEAR_QKV: case RR_NOPS: *grid = 0; break;
	}
}
