/* The CPU as a device: plain memory, ahead-of-time kernels, OpenBLAS, the
 * system compiler. A captured graph is a replay list: functions with their
 * addresses resolved once. */
#include <cblas.h>
#include <dlfcn.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aot.h"
#include "cc.h"
#include "device.h"
#include "grow.h"
#include "room.h"

extern const char rr_cpu_prologue[]; /* the text of kernels/cpu, made by the build */

typedef void node_fn(void *const *p, const long *sym);

struct rr_code {
	void *handle;
	struct { rr_node node; node_fn *fn; } *at;
	size_t n;
};

typedef struct {
	node_fn *fn; /* NULL: the BLAS */
	rr_opkind kind;
	void *p[RR_MAX_PTR];
	long d[RR_MAX_DIM]; /* symbols for fn, dimensions for the BLAS */
} step;

struct rr_graph { step *at; size_t n, cap; int failed; };

typedef struct {
	rr_device base;
	rr_graph *recording; /* NULL: run at once */
	void *flush;
} cpu;

static int
cpu_fits(rr_device *dev, int64_t bytes, as_err *e)
{
	int64_t left = rr_room();

	(void)dev;
	return bytes <= left ? 0 :
	    as_fail(e, NULL, 0, "out of memory: the cpu has %" PRId64 " bytes left", left);
}

static int
cpu_alloc(rr_device *dev, size_t bytes, void **out, as_err *e)
{
	size_t round = (bytes + 63) / 64 * 64;

	(void)dev;
	*out = aligned_alloc(64, round ? round : 64);
	if (!*out)
		return as_fail(e, NULL, 0, "out of memory: %zu bytes were needed on the cpu", bytes);
	return 0;
}

static void
cpu_release(rr_device *dev, void *p)
{
	(void)dev;
	free(p);
}

static int
cpu_copy(rr_device *dev, void *dst, const void *src, size_t n, as_err *e)
{
	(void)dev;
	(void)e;
	memcpy(dst, src, n);
	return 0;
}

static int
cpu_sync(rr_device *dev, as_err *e)
{
	(void)dev;
	(void)e;
	return 0;
}

static int
cpu_weight(rr_device *dev, const rr_model *m, int w, void **out, as_err *e)
{
	int64_t n = m->weight[w].rows * m->weight[w].cols;

	if (cpu_alloc(dev, (size_t)n * sizeof(float), out, e) < 0)
		return -1;
	return rr_weight_read(m, w, 0, n, *out, e);
}

static int
cpu_mark(rr_device *dev, int which, as_err *e)
{
	(void)dev;
	(void)which;
	(void)e;
	return 0;
}

static int
cpu_elapsed(rr_device *dev, double *ms, as_err *e)
{
	(void)dev;
	(void)e;
	*ms = NAN;
	return 0;
}

static void
blas(rr_opkind kind, void *const *p, const long *d)
{
	const int t = (int)d[0], k = (int)d[1], n = (int)d[2];
	const int nt = kind == RR_OP_MATMUL_NT;

	if (t == 1)
		cblas_sgemv(CblasRowMajor, nt ? CblasNoTrans : CblasTrans, nt ? n : k, nt ? k : n, 1, p[1],
		    nt ? k : n,
		    p[0], 1, 0, p[2], 1);
	else
		cblas_sgemm(CblasRowMajor, CblasNoTrans, nt ? CblasTrans : CblasNoTrans, t, n, k, 1, p[0], k,
		    p[1], nt ? k : n,
		    0, p[2], n);
}

static int
cpu_launch(rr_device *dev, rr_opkind kind, void *const *p, const long *d, const float *f, as_err *e)
{
	(void)dev;
	(void)e;
	if (rr_cpu_aot[kind])
		rr_cpu_aot[kind](p, d, f);
	else
		blas(kind, p, d);
	return 0;
}

static const char *
cpu_prologue(rr_device *dev)
{
	(void)dev;
	return rr_cpu_prologue;
}

static void
cpu_wrapper(rr_device *dev, FILE *fp, const rr_node *n, const char *name, const long *sym)
{
	(void)dev;
	fprintf(fp, "void %s(void *const *p, const long *sym)\n{\n\t(void)sym;\n\tconst long d[] = {",
	    name);
	for (int i = 0; i < n->op.ndim; i++) {
		rr_dim d = n->op.d[i];
		if (d.sym && !sym)
			fprintf(fp, "%ssym[%d]", i ? ", " : "", (int)d.sym);
		else
			fprintf(fp, "%s%ld", i ? ", " : "", rr_dim_at(d, sym));
	}
	if (n->tile[0])
		fprintf(fp, ", %d, %d", n->tile[0], n->tile[1]);
	fprintf(fp, "};\n\tconst float f[] = {%af};\n\tas_%s(as_%s_of(p, d, f));\n}\n", (double)n->op.f,
	    rr_op_name(n->op.kind), rr_op_name(n->op.kind));
}

/* Products: generated tiles while the rows fit the registers' reuse, else the
 * BLAS. Candidate 0 is what is taken without autotuning. */
static int
cpu_choose(rr_device *dev, rr_node *n, const long *sym, int candidate)
{
	static const int tile[][2] = {{4, 4}, {2, 4}, {6, 4}, {1, 8}, {4, 2}};
	enum { NTILE = sizeof tile / sizeof *tile, MOST_ROWS = 64 };
	long rows;
	int pick;

	(void)dev;
	n->external = 0;
	n->tile[0] = n->tile[1] = 0;
	if (n->op.kind != RR_OP_MATMUL_NT && n->op.kind != RR_OP_MATMUL_NN)
		return 1;
	rows = sym ? rr_dim_at(n->op.d[0], sym) : MOST_ROWS + 1;
	pick = rows > MOST_ROWS ? (candidate == 0 ? NTILE : candidate - 1)
	    : rows == 1 ? (candidate == 0 ? 3 : candidate <= 3 ? candidate - 1 : candidate) : candidate;
	if (pick >= NTILE) {
		n->external = 1;
		return NTILE + 1;
	}
	n->tile[0] = tile[pick][0];
	n->tile[1] = tile[pick][1];
	return NTILE + 1;
}

static int
cpu_build(rr_device *dev, const char *source, const char *id, rr_build *out, rr_code **code,
    as_err *e)
{
	void *handle;
	int rc = rr_cc(source, id, out, &handle, e);

	(void)dev;
	*code = NULL;
	if (rr_cc_version(out->compiler, sizeof out->compiler, &(as_err){{0}, 0, {0}}) < 0)
		snprintf(out->compiler, sizeof out->compiler, "unknown");
	if (rc < 0)
		return -1;
	*code = calloc(1, sizeof **code);
	if (!*code) {
		dlclose(handle);
		return as_nomem(e);
	}
	(*code)->handle = handle;
	return 0;
}

static int
cpu_bind(rr_device *dev, rr_code *code, const rr_node *node, size_t n, as_err *e)
{
	(void)dev;
	code->at = calloc(n ? n : 1, sizeof *code->at);
	if (!code->at)
		return as_nomem(e);
	code->n = n;
	for (size_t i = 0; i < n; i++) {
		void *fn = NULL;
		code->at[i].node = node[i];
		if (node[i].external)
			continue;
		if (!(fn = dlsym(code->handle, node[i].name)))
			return as_fail(e, NULL, 0, "%s", dlerror());
		memcpy(&code->at[i].fn, &fn, sizeof fn);
	}
	return 0;
}

static void
record(cpu *c, rr_code *code, size_t i, void *const *p, const long *sym)
{
	rr_graph *g = c->recording;
	const rr_op *op = &code->at[i].node.op;
	step *s;

	if (as_grow(&g->at, g->n, &g->cap, sizeof *g->at) != 0) {
		g->failed = 1;
		return;
	}
	s = &g->at[g->n++];
	*s = (step){.fn = code->at[i].fn, .kind = op->kind};
	memcpy(s->p, p, (size_t)op->nptr * sizeof *p);
	for (int k = 0; k < op->ndim && !s->fn; k++)
		s->d[k] = rr_dim_at(op->d[k], sym);
	if (s->fn)
		memcpy(s->d, sym, RR_NSYM * sizeof *sym);
}

static int
cpu_run(rr_device *dev, rr_code *code, size_t i, void *const *p, const long *sym, as_err *e)
{
	cpu *c = (cpu *)dev;
	const rr_op *op = &code->at[i].node.op;

	(void)e;
	if (c->recording)
		record(c, code, i, p, sym);
	else if (code->at[i].fn)
		code->at[i].fn(p, sym);
	else {
		long d[RR_MAX_DIM];
		for (int k = 0; k < op->ndim; k++)
			d[k] = rr_dim_at(op->d[k], sym);
		blas(op->kind, p, d);
	}
	return 0;
}

static void
cpu_unload(rr_device *dev, rr_code *code)
{
	(void)dev;
	if (!code)
		return;
	dlclose(code->handle);
	free(code->at);
	free(code);
}

static int
cpu_capture_begin(rr_device *dev, as_err *e)
{
	cpu *c = (cpu *)dev;

	c->recording = calloc(1, sizeof *c->recording);
	return c->recording ? 0 : as_nomem(e);
}

static void
cpu_graph_free(rr_device *dev, rr_graph *g)
{
	(void)dev;
	if (g)
		free(g->at);
	free(g);
}

static int
cpu_capture_end(rr_device *dev, rr_graph **out, as_err *e)
{
	cpu *c = (cpu *)dev;
	rr_graph *g = c->recording;

	c->recording = NULL;
	if (!g->failed && out) {
		*out = g;
		return 0;
	}
	cpu_graph_free(dev, g);
	return out ? as_nomem(e) : 0;
}

static int
cpu_replay(rr_device *dev, rr_graph *g, as_err *e)
{
	(void)dev;
	(void)e;
	for (size_t i = 0; i < g->n; i++)
		if (g->at[i].fn)
			g->at[i].fn(g->at[i].p, g->at[i].d);
		else
			blas(g->at[i].kind, g->at[i].p, g->at[i].d);
	return 0;
}

enum { FLUSH_BYTES = 64 << 20 };

static int
cpu_flush(rr_device *dev, as_err *e)
{
	cpu *c = (cpu *)dev;

	if (!c->flush) {
		if (cpu_alloc(dev, FLUSH_BYTES, &c->flush, e) < 0)
			return -1;
		memset(c->flush, 0, FLUSH_BYTES);
	}
	for (size_t i = 0; i < FLUSH_BYTES; i += 64)
		((volatile unsigned char *)c->flush)[i]++;
	return 0;
}

static int
cpu_copy_rate(rr_device *dev, double *rate, as_err *e)
{
	enum { BYTES = 256 << 20, TIMES = 5 };
	void *a = NULL, *b = NULL;
	double best = INFINITY;
	int rc = cpu_alloc(dev, BYTES, &a, e) < 0 || cpu_alloc(dev, BYTES, &b, e) < 0 ? -1 : 0;

	if (rc == 0)
		memset(a, 1, BYTES);
	for (int i = 0; rc == 0 && i < TIMES; i++) {
		double t0 = rr_now_ms();
		memcpy(b, a, BYTES);
		((volatile unsigned char *)a)[i] = ((volatile unsigned char *)b)[BYTES - 1];
		best = fmin(best, rr_now_ms() - t0);
	}
	*rate = 2.0 * BYTES / best * 1e3;
	free(a);
	free(b);
	return rc;
}

static void
cpu_health(rr_device *dev, rr_health *out)
{
	(void)dev;
	*out = (rr_health){NAN, NAN, NAN, NAN};
}

static void
cpu_describe(rr_device *dev, cJSON *env)
{
	char cc[256];
	as_err e;

	cJSON_AddStringToObject(env, "cpu", dev->model);
	cJSON_AddStringToObject(env, "blas", openblas_get_config());
	cJSON_AddNumberToObject(env, "threads", openblas_get_num_threads());
	if (rr_cc_version(cc, sizeof cc, &e) == 0)
		cJSON_AddStringToObject(env, "compiler", cc);
	else
		cJSON_AddStringToObject(env, "compiler_error", e.msg);
}

static void
cpu_close(rr_device *dev)
{
	free(((cpu *)dev)->flush);
	free(dev);
}

static void
processor(char *buf, size_t size)
{
	char line[512];
	FILE *fp = fopen("/proc/cpuinfo", "r");

	snprintf(buf, size, "unknown");
	while (fp && fgets(line, sizeof line, fp))
		if (strncmp(line, "model name", 10) == 0 && strchr(line, ':')) {
			line[strcspn(line, "\n")] = '\0';
			snprintf(buf, size, "%s", strchr(line, ':') + 2);
			break;
		}
	if (fp)
		fclose(fp);
}

int
rr_device_cpu(rr_device **out, rr_dtype dtype, as_err *e)
{
	static const rr_device ops = {
		.name = "cpu", .accumulate = "fp32", .suffix = "c", .object = "so",
		.capture = "replay list: functions with resolved addresses",
		.fits = cpu_fits, .alloc = cpu_alloc, .release = cpu_release, .put = cpu_copy, .get = cpu_copy,
		    .sync = cpu_sync,
		.weight = cpu_weight, .mark = cpu_mark, .elapsed = cpu_elapsed, .launch = cpu_launch,
		.prologue = cpu_prologue, .wrapper = cpu_wrapper, .choose = cpu_choose, .build = cpu_build,
		.bind = cpu_bind, .run = cpu_run, .unload = cpu_unload, .capture_begin = cpu_capture_begin,
		.capture_end = cpu_capture_end, .replay = cpu_replay, .graph_free = cpu_graph_free,
		.flush = cpu_flush, .copy_rate = cpu_copy_rate, .health = cpu_health, .describe = cpu_describe,
		.close = cpu_close,
	};
	cpu *c;

	if (dtype != RR_F32)
		return as_fail(e, NULL, 0, "device cpu computes in fp32; it has no %s", rr_dtype_name(dtype));
	if (!(c = calloc(1, sizeof *c)))
		return as_nomem(e);
	c->base = ops;
	c->base.dtype = dtype;
	processor(c->base.model, sizeof c->base.model);
	/* generated code runs on one core; so does the BLAS that it is held against */
	openblas_set_num_threads(1);
	*out = &c->base;
	return 0;
}
