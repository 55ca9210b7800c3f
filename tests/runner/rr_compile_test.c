/* What the compiler books: guards, the recompile limit, fallback, graph
 * capture, and why a forward was not replayed. */
#include <stdlib.h>
#include <string.h>

#include "compile.h"
#include "kernels/cpu/attn.h"
#include "unit_check.h"

static rr_device *dev;
static rr_model m;
static as_err err;

/* Forwards of the given lengths, each a prompt of its own; what served each. */
static int
prefills(rr_session *s, rr_compiler *c, const long *rows, int n, rr_served *out)
{
	int32_t ids[64];

	for (int i = 0; i < 64; i++)
		ids[i] = i + 1;
	for (int i = 0; i < n; i++)
		if (rr_session_prompt(s, ids, rows[i], rows[i], &err) < 0 ||
		    rr_session_forward(s, c, rows[i], rows[i], &out[i], &err) < 0)
			return -1;
	return 0;
}

static int
begin(rr_session *s, rr_compiler *c, rr_cache_kind cache, const rr_compile_cfg *cfg)
{
	return rr_session_open(s, dev, &m, cache, 0, 1, 32, 8, 0, &err) < 0 ||
	    rr_compiler_open(c, dev, &s->plan, cfg, &err) < 0 ? -1 : 0;
}

static void
end(rr_session *s, rr_compiler *c)
{
	rr_compiler_close(c);
	rr_session_close(s);
}

static void
limit(void)
{
	const rr_compile_cfg cfg = {.backend = RR_CODEGEN, .mode = RR_DEFAULT, .limit = 2};
	const long rows[] = {3, 5, 7, 3, 7, 5};
	rr_session s;
	rr_compiler c;
	rr_served v[6];

	if (!unit_ok(begin(&s, &c, RR_STATIC, &cfg) == 0 && prefills(&s, &c, rows, 6, v) == 0,
	    "six prefills of three shapes, limit 2"))
		return;
	unit_ok(v[0].path == RR_COMPILED && v[1].path == RR_COMPILED, "the first two shapes are compiled");
	unit_ok(v[2].path == RR_EAGER && strcmp(v[2].reason, "recompile_limit") == 0 && !v[2].artifact,
	    "the third is served uncompiled, and says why");
	unit_ok(v[3].path == RR_COMPILED && v[5].path == RR_COMPILED,
	    "the first two stay served by their code");
	unit_ok(v[3].artifact == v[0].artifact && v[1].artifact != v[0].artifact, "each by its own");
	unit_ok(c.frames == 3 && c.ok == 2 && c.n == 2 && c.over_limit == 2 && c.nrefused == 1,
	    "the counters agree");
	end(&s, &c);
}

static void
dynamic(void)
{
	const rr_compile_cfg cfg = {.backend = RR_CODEGEN, .mode = RR_REDUCE, .dynamic = 1, .limit = 2};
	const long rows[] = {3, 5, 7};
	rr_session s;
	rr_compiler c;
	rr_served v[3];

	if (!unit_ok(begin(&s, &c, RR_STATIC, &cfg) == 0 && prefills(&s, &c, rows, 3, v) == 0,
	    "three shapes, dynamic"))
		return;
	unit_ok(c.n == 1 && v[2].path == RR_COMPILED && v[2].artifact == v[0].artifact,
	    "one artifact serves them all");
	unit_ok(c.graphs == 0 && c.skips[RR_SKIP_SHAPE] == 3 &&
	    strcmp(v[1].reason, rr_skip_name(RR_SKIP_SHAPE)) == 0,
	    "none is captured: the shape changes");
	end(&s, &c);
}

static void
capture(void)
{
	const rr_compile_cfg cfg = {.backend = RR_CODEGEN, .mode = RR_REDUCE, .limit = 8};
	const long rows[] = {3, 3, 3};
	rr_session s;
	rr_compiler c;
	rr_served v[3];

	if (!unit_ok(begin(&s, &c, RR_STATIC, &cfg) == 0 && prefills(&s, &c, rows, 3, v) == 0,
	    "one shape three times"))
		return;
	unit_ok(v[0].path == RR_COMPILED && v[1].path == RR_REPLAY && v[2].path == RR_REPLAY &&
	    c.graphs == 1 && c.replays == 2,
	    "compiled and captured, then replayed");
	s.hold = 1;
	unit_ok(prefills(&s, &c, rows, 1, v) == 0 && v[0].path == RR_COMPILED &&
	    c.skips[RR_SKIP_HELD] == 1,
	    "an output that is still held forbids the replay");
	s.hold = 0;
	c.art[0]->captured[0] = (char *)c.art[0]->captured[0] + 64; /* as if the input had moved since */
	unit_ok(prefills(&s, &c, rows, 1, v) == 0 && v[0].path == RR_COMPILED &&
	    c.skips[RR_SKIP_ADDRESS] == 1,
	    "so does an address that is not the captured one");
	end(&s, &c);
}

static void
decode(rr_cache_kind cache, rr_skip why, const char *what)
{
	const rr_compile_cfg cfg = {.backend = RR_CODEGEN, .mode = RR_REDUCE, .limit = 3};
	const long rows[] = {3};
	rr_session s;
	rr_compiler c;
	rr_served v;
	int ok = begin(&s, &c, cache, &cfg) == 0 && prefills(&s, &c, rows, 1, &v) == 0;

	for (int i = 0; ok && i < 4; i++)
		ok = rr_session_forward(&s, &c, 1, 1, &v, &err) == 0;
	unit_ok(ok && c.n == 3 && c.over_limit == 2 && c.skips[why] > 0 && c.replays == 0, what);
	end(&s, &c);
}

static void
fallback(void)
{
	rr_compile_cfg cfg = {.backend = RR_CODEGEN, .fallback = RR_TRACEONLY, .has_fallback = 1,
	    .mode = RR_DEFAULT, .limit = 8};
	const long rows[] = {3, 3};
	rr_session s;
	rr_compiler c;
	rr_served v[2];

	setenv("ASSAY_CC", "no-such-compiler", 1);
	if (unit_ok(begin(&s, &c, RR_STATIC, &cfg) == 0 && prefills(&s, &c, rows, 2, v) == 0,
	    "the compiler is missing, a fallback is there")) {
		unit_ok(c.broken && c.serving == RR_TRACEONLY && v[0].path == RR_TRACE && v[1].path == RR_TRACE,
		    "the fallback serves");
		unit_ok(strstr(c.error, "no-such-compiler") != NULL, "and the error is kept");
	}
	end(&s, &c);
	cfg.fullgraph = 1;
	unit_ok(begin(&s, &c, RR_STATIC, &cfg) == 0 && prefills(&s, &c, rows, 1, v) < 0,
	    "fullgraph makes it an error");
	end(&s, &c);
	cfg.fullgraph = cfg.has_fallback = 0;
	unit_ok(begin(&s, &c, RR_STATIC, &cfg) == 0 && prefills(&s, &c, rows, 1, v) < 0,
	    "so it is without a fallback");
	end(&s, &c);
	unsetenv("ASSAY_CC");
}

static void
autotune(void)
{
	const rr_compile_cfg cfg = {.backend = RR_CODEGEN, .mode = RR_AUTOTUNE, .limit = 8};
	const long rows[] = {5};
	rr_session s;
	rr_compiler c;
	rr_served v[1];

	if (!unit_ok(begin(&s, &c, RR_STATIC, &cfg) == 0 && prefills(&s, &c, rows, 1, v) == 0,
	    "max-autotune"))
		return;
	unit_ok(cJSON_GetArraySize(c.art[0]->autotune) == 5, "five distinct products were tuned");
	for (const cJSON *it = c.art[0]->autotune->child; it; it = it->next) {
		const cJSON *all = cJSON_GetObjectItem(it, "us"), *best = cJSON_GetObjectItem(it, "chosen");
		const cJSON *us = cJSON_GetObjectItem(all, best->valuestring);
		int least = us != NULL;
		for (const cJSON *o = all->child; least && o; o = o->next)
			least = us->valuedouble <= o->valuedouble;
		unit_ok(least && cJSON_GetArraySize(all) > 1, "what was taken is what was fastest");
	}
	end(&s, &c);
}

/* Every plan gives each operation as many arguments as kernels/ops.h lists. */
static void
arguments(const char *model, rr_cache_kind cache, int by_out, int products)
{
	enum { TILE = 2 }; /* of a product alone */
#define POINTER(type, member) + 1
#define DIM(member) + 1
#define OP(name, p, d) {#name, 0 p, 0 d},
	static const struct { const char *name; int nptr, ndim; } table[] = {AS_OPS(OP, POINTER, DIM)};
	rr_plan plan = {0}, fused = {0};
	rr_model n;
	int bad = 0;

	if (rr_model_open(&n, model, 42, &err) < 0 ||
	    rr_plan_build(&plan, &n, cache, 1, 1, by_out, &err) < 0 ||
	    rr_plan_fuse(&fused, &plan, products, &err) < 0)
		exit(1);
	for (size_t i = 0; i < plan.n + fused.n; i++) {
		const rr_op *op = i < plan.n ? &plan.op[i] : &fused.op[i - plan.n];
		size_t k = 0;
		while (k < sizeof table / sizeof *table && strcmp(table[k].name, rr_op_name(op->kind)) != 0)
			k++;
		bad += k == sizeof table / sizeof *table || op->nptr != table[k].nptr || op->ndim !=
		    table[k].ndim - (strncmp(table[k].name, "matmul", 6) == 0 ? TILE : 0);
	}
	unit_ok(plan.n > 0 && fused.n > 0 && bad == 0, "plans and kernels agree on the arguments");
	rr_plan_free(&plan);
	rr_plan_free(&fused);
	rr_model_close(&n);
}

int
main(void)
{
	for (int i = 0; i < 8; i++)
		arguments(i & 1 ? "tiny-gpt2" : "tiny-qwen2", i & 2 ? RR_GROW : RR_STATIC, i & 4, i & 4);
	if (rr_device_open(&dev, "cpu", RR_F32, 0, &err) < 0 ||
	    rr_model_open(&m, "tiny-gpt2", 42, &err) < 0)
		return 1;
	limit();
	dynamic();
	capture();
	decode(RR_GROW, RR_SKIP_ADDRESS, "a growing cache: a shape a step, and addresses that change");
	decode(RR_SLICE, RR_SKIP_HOSTREAD, "a sliced cache: a shape a step, and a host read");
	fallback();
	autotune();
	rr_model_close(&m);
	dev->close(dev);
	return 0;
}
