/* A decode step as one kernel: which plans it takes, how it lays out what it needs, and that its
 * text compiles to a cubin in each dtype, with no GPU. */
#include <stdlib.h>
#include <string.h>

#include "emit.h"
#include "offline.h"
#include "sha256.h"
#include "unit_check.h"

enum { BLOCKS = 132 };
static const size_t shared = 232448;

/* The step of a model, a batch where rows are several; rc and *why as rr_step_open has them. */
static int
open_on(int blocks, rr_step *s, const rr_model *m, rr_cache_kind cache, long rows, int width,
    const char **why)
{
	const long sym[RR_NSYM] = {[RR_T] = rows, [RR_S] = 200};
	rr_plan p = {0}, joined = {0};
	as_err e;
	int rc = -1;

	if (rr_plan_build(&p, m, cache, 1, (int)rows, 1, &e) == 0 && rr_plan_fuse(&joined, &p, 1, &e) == 0)
		rc = rr_step_open(s, &joined, sym, width, blocks, shared, why, &e);
	rr_plan_free(&p);
	rr_plan_free(&joined);
	return rc;
}

static int
open_step(rr_step *s, const rr_model *m, rr_cache_kind cache, long rows, int width,
    const char **why)
{
	return open_on(BLOCKS, s, m, cache, rows, width, why);
}

static void
takes(const char *name, rr_cache_kind cache, long rows, const char *refusal)
{
	const char *why = NULL;
	char what[256];
	rr_model m;
	rr_step s;
	as_err e;
	int rc;

	if (rr_model_open(&m, name, 42, &e) < 0) {
		unit_ok(0, e.msg);
		return;
	}
	rc = open_step(&s, &m, cache, rows, 4, &why);
	snprintf(what, sizeof what, "%s, %s cache, %ld rows: %s", name, rr_cache_name(cache), rows,
	    refusal ? refusal : "one kernel");
	if (!unit_ok(refusal ? rc == 1 && strcmp(why, refusal) == 0 : rc == 0, what))
		printf("# %d: %s\n", rc, why ? why : "");
	if (rc == 0)
		rr_step_close(&s);
	rr_model_close(&m);
}

/* A slice of a chip has fewer multiprocessors: a block's rows may be more than its sums have room
 * for. */
static void
slices(void)
{
	const char *why = "";
	rr_model m;
	rr_step s;
	as_err e;

	if (rr_model_open(&m, "gpt2-100m", 42, &e) < 0) {
		unit_ok(0, e.msg);
		return;
	}
	unit_ok(open_on(24, &s, &m, RR_STATIC, 1, 4, &why) == 0, "32 rows a block: one kernel");
	rr_step_close(&s);
	unit_ok(open_on(23, &s, &m, RR_STATIC, 1, 4, &why) == 1 &&
	    strcmp(why, "it has too many rows for so few multiprocessors") == 0, "34 rows: refused");
	rr_model_close(&m);
}

/* Layers at equal distances, and one that is not where it should be. */
static void
distances(void)
{
	static char memory[1 << 16];
	const char *why;
	void *p[3 * RR_STEP_LAYER + RR_STEP_REST];
	rr_step_arg a;
	rr_model m;
	rr_step s;
	as_err e;

	if (rr_model_open(&m, "gpt2-25m", 42, &e) < 0 || open_step(&s, &m, RR_STATIC, 1, 4, &why) != 0) {
		unit_ok(0, "gpt2-25m opens");
		return;
	}
	unit_ok(s.layers == 3 && s.nref == 3 * RR_STEP_LAYER + RR_STEP_REST, "a pointer for each part");
	for (int l = 0; l < 3; l++)
		for (int i = 0; i < RR_STEP_LAYER; i++)
			p[l * RR_STEP_LAYER + i] = memory + l * (1000 + i) + i;
	for (int i = 0; i < RR_STEP_REST; i++)
		p[3 * RR_STEP_LAYER + i] = memory + 10000 + i;
	unit_ok(rr_step_args(&s, p, &a, &e) == 0 && a.p[5] == memory + 5 &&
	    (long)(size_t)a.p[RR_STEP_LAYER + 5] == 1005 && a.p[2 * RR_STEP_LAYER] == memory + 10000 &&
	    a.p[2 * RR_STEP_LAYER + RR_STEP_REST - 1] == memory + 10000 + RR_STEP_REST - 1,
	    "the first layer's pointers, the distances, the rest");
	p[2 * RR_STEP_LAYER + 3] = memory;
	unit_ok(rr_step_args(&s, p, &a, &e) < 0 && strstr(e.msg, "layer 2") != NULL,
	    "a layer that lies elsewhere is refused");
	rr_step_close(&s);
	rr_model_close(&m);
}

/* No choice may let a warp be a turn of the ring ahead of what has landed. */
static void
choices(void)
{
	const char *why;
	int bad = 0;
	rr_model m;
	rr_step s;
	as_err e;

	if (rr_model_open(&m, "qwen2.5-3b", 42, &e) < 0 || open_step(&s, &m, RR_STATIC, 1, 2, &why) != 0) {
		unit_ok(0, "qwen2.5-3b opens");
		return;
	}
	for (int warps = 8; warps <= 16; warps += 8)
		for (int chunk = 2; chunk <= 8; chunk *= 2)
			for (int window = 1; window < 64; window++) {
				rr_step_set(&s, (rr_step_tune){warps, chunk, window, 1}, shared);
				bad += s.tune.window > s.depth - 2 * warps / chunk || s.shared > shared;
			}
	unit_ok(bad == 0, "every choice fits the ring and the shared memory");
	s.head_dim = 32;
	rr_step_set(&s, (rr_step_tune){16, 2, 2, 1}, shared);
	unit_ok(s.tune.warps == 8, "heads of 32: no more warps than lanes that know their sums");
	rr_step_close(&s);
	rr_model_close(&m);
}

/* A name ends in the hash that assay-run(5) describes. */
static int
named_by_text(const char *source, const char *name)
{
	const char *body = strchr(source, '\n') + 1, *wrapper = strstr(source, "\n\nextern \"C\"") + 2;
	const char *at = strstr(wrapper, name), *end = strstr(wrapper, "\n}\n") + 3;
	const size_t kind = strlen("as_step");
	char head[AS_SHA256_HEX], hex[AS_SHA256_HEX];
	as_sha256 h;

	as_sha256_of(body, (size_t)(wrapper - 1 - body), head);
	as_sha256_init(&h);
	as_sha256_add(&h, head, strlen(head));
	as_sha256_add(&h, "\n", 1);
	as_sha256_add(&h, wrapper, (size_t)(at - wrapper) + kind);
	as_sha256_add(&h, at + strlen(name), (size_t)(end - at) - strlen(name));
	as_sha256_hex(&h, hex);
	return strncmp(hex, name + kind + 1, 12) == 0;
}

static void
compiles(const char *name, rr_dtype dtype)
{
	const long sym[RR_NSYM] = {[RR_T] = 1, [RR_S] = 200};
	const char *why = "";
	char what[256], *source = NULL;
	rr_build b = {0};
	rr_device *dev = NULL;
	rr_code *code;
	rr_model m;
	rr_step s = {0};
	as_err e = {0};
	int ok = rr_device_cuda_offline(&dev, "sm_90", dtype, &e) == 0 &&
	    rr_model_open(&m, name, 42, &e) == 0 &&
	    open_step(&s, &m, RR_RING, 1, (int)rr_dtype_size(dtype), &why) == 0;
	rr_node node = {.op = {.kind = RR_OP_STEP}, .step = &s};

	ok = ok && rr_emit(dev, &node, 1, sym, "test", &source, &e) == 0 &&
	    dev->build(dev, source, "test", &b, &code, &e) == 0;
	snprintf(what, sizeof what, "%s %s compiles to a cubin", name, rr_dtype_name(dtype));
	if (!unit_ok(ok && memmem(b.object, b.nobject, node.name, strlen(node.name)) != NULL, what))
		printf("# %s %s\n%s\n", why, e.msg, b.log ? b.log : "");
	snprintf(what, sizeof what, "%s %s: its name ends in the hash of its text", name,
	    rr_dtype_name(dtype));
	unit_ok(ok && named_by_text(source, node.name), what);
	free(b.object);
	free(b.log);
	free(source);
	rr_step_close(&s);
	rr_model_close(&m);
	dev->close(dev);
}

int
main(void)
{
	rr_device *dev;
	as_err e;

	takes("gpt2-25m", RR_STATIC, 1, NULL);
	takes("qwen2.5-0.5b", RR_RING, 1, NULL);
	takes("qwen2.5-3b", RR_STATIC, 1, NULL); /* rows of 8 KB in fp32: two a copy */
	takes("gpt2-25m", RR_STATIC, 2, "it has more than one row");
	takes("gpt2-25m", RR_GROW, 1, "the cache has no fixed place");
	takes("gpt2-25m", RR_SLICE, 1, "the cache has no fixed place");
	takes("tiny-gpt2", RR_STATIC, 1, "it has fewer rows than the chip has multiprocessors");
	slices();
	distances();
	choices();
	if (rr_device_cuda_offline(&dev, "sm_90", RR_F32, &e) < 0) {
		printf("skip - run-time compilation to cubin: %s\n", e.msg);
		return 0;
	}
	dev->close(dev);
	compiles("gpt2-25m", RR_F32);
	compiles("gpt2-25m", RR_F16);
	compiles("qwen2.5-0.5b", RR_F16);
	compiles("qwen2.5-0.5b", RR_BF16);
	return 0;
}
