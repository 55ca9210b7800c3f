/* Run-time compilation for CUDA, to cubin, with no GPU: every kernel that a
 * model's fused plan asks for, in each dtype, specialised and dynamic. */
#include <stdlib.h>
#include <string.h>

#include "cell.h"
#include "emit.h"
#include "model_impl.h"
#include "offline.h"
#include "unit_check.h"

static void
one(const rr_model *m, rr_dtype dtype, rr_cache_kind cache, long slots, int batch, long rows,
    int dynamic, int choice)
{
	const long past = cache == RR_GROW ? slots - rows / batch : 0;
	const long sym[RR_NSYM] = {[RR_T] = rows, [RR_S] = slots, [RR_PAST] = past, [RR_OLD] = past};
	char kind[400], what[512], *source = NULL;
	rr_plan plan = {0}, fused = {0};
	rr_build b = {0};
	rr_node *node = NULL;
	rr_code *code;
	rr_device *dev = NULL;
	as_err e = {0};
	int ok = rr_device_cuda_offline(&dev, "sm_90", dtype, &e) == 0 &&
	    rr_plan_build(&plan, m, cache, 0, batch, dev->by_out, &e) == 0 &&
	    rr_plan_fuse(&fused, &plan, !dynamic && rows <= dev->joins, &e) == 0 &&
	    (node = calloc(fused.n, sizeof *node)), missing = 0;

	for (size_t i = 0; ok && i < fused.n; i++) {
		node[i].op = fused.op[i];
		int n = dev->choose(dev, &node[i], dynamic ? NULL : sym, 0);
		dev->choose(dev, &node[i], dynamic ? NULL : sym, n > choice ? choice : 0);
		ok = n > 0;
	}
	ok = ok && rr_emit(dev, node, fused.n, dynamic ? NULL : sym, "test", &source, &e) == 0 &&
	    dev->build(dev, source, "test", &b, &code, &e) == 0;
	snprintf(kind, sizeof kind, "%s %s %s batch %d T=%ld slots=%ld choice %d%s", m->name,
	    rr_dtype_name(dtype), rr_cache_name(cache), batch, rows, slots, choice,
	    dynamic ? " dynamic" : "");
	snprintf(what, sizeof what, "%s compiles to a cubin", kind);
	if (!unit_ok(ok && b.nobject > 64 && memcmp(b.object, "\177ELF", 4) == 0, what))
		printf("# %s\n%s\n", e.msg, b.log ? b.log : "");
	for (size_t i = 0; ok && i < fused.n; i++)
		missing += !node[i].external && !memmem(b.object, b.nobject, node[i].name, strlen(node[i].name));
	snprintf(what, sizeof what, "%s: the cubin has every kernel by its name", kind);
	unit_ok(ok && !missing, what);
	free(b.object);
	free(b.log);
	free(source);
	free(node);
	rr_plan_free(&plan);
	rr_plan_free(&fused);
	if (dev)
		dev->close(dev);
}

/* One head as wide as the model: its mix is what fills shared memory. */
static void
wide_head(int width)
{
	rr_model m;
	as_err e;

	if (rr_model_open(&m, "tiny-gpt2", 42, &e) < 0) {
		unit_ok(0, e.msg);
		return;
	}
	m.dim = m.head_dim = width;
	m.heads = m.kv_heads = 1;
	m.ffn = 4 * width;
	free(m.weight);
	if (unit_ok(rr_model_weights(&m, &e) == 0, "a head as wide as the model"))
		one(&m, RR_F16, RR_STATIC, 64, 1, 1, 0, 0);
	rr_model_close(&m);
}

/* The object of one kernel, or of another: compiled, or of an earlier call; NULL: not made. */
static rr_build
made(rr_device *dev, int other, as_err *e)
{
	const char *source = other ? "extern \"C\" __global__ void thrice(float *x) { *x *= 3; }\n" :
	    "extern \"C\" __global__ void twice(float *x) { *x *= 2; }\n";
	rr_build b = {0};
	rr_code *code;

	if (dev->build(dev, source, "twice", &b, &code, e) < 0) {
		free(b.object);
		b.object = NULL;
	}
	free(b.log);
	b.log = NULL; /* the record of an artifact reads it */
	return b;
}

static int
recorded(rr_device *dev, const rr_build *b)
{
	rr_compiler c = {.dev = dev};
	rr_artifact a = {.build = *b};
	cJSON *j = rr_artifact_json(&c, &a);
	const cJSON *v = cJSON_GetObjectItem(j, "not_kept");
	int yes = cJSON_IsString(v) && strcmp(v->valuestring, b->unkept) == 0;

	cJSON_Delete(j);
	return yes;
}

static int
in_folder(const char *dir, const char *what)
{
	char command[300];

	snprintf(command, sizeof command, "cd '%s' && %s", dir, what);
	return system(command);
}

static void
cache(rr_device *dev)
{
	char dir[] = "/tmp/rr_rtc_test.XXXXXX";
	rr_build b[3];
	as_err e = {0};

	if (!unit_ok(mkdtemp(dir) && setenv("REFRUN_CACHE_DIR", dir, 1) == 0, "a folder for the cache"))
		return;
	b[0] = made(dev, 0, &e);
	b[1] = made(dev, 0, &e);
	unit_ok(b[0].object && !b[0].cached && strstr(b[0].options, "-default-device"),
	    "the first time an object is compiled");
	unit_ok(b[1].object && b[1].cached && b[1].nobject == b[0].nobject &&
	    memcmp(b[1].object, b[0].object, b[0].nobject) == 0, "the second time it is the same, kept");
	free(b[1].object);
	unit_ok(in_folder(dir, "for f in *.cubin; do printf x >>$f; done") == 0, "the file is damaged");
	b[1] = made(dev, 0, &e);
	b[2] = made(dev, 0, &e);
	unit_ok(b[1].object && !b[1].cached && b[2].object && b[2].cached,
	    "a damaged object is compiled again, and kept");
	for (int i = 1; i < 3; i++)
		free(b[i].object);
	b[2] = made(dev, 1, &e);
	free(b[2].object);
	unit_ok(in_folder(dir, "set -- *.cubin && test $# = 2 && mv $1 x && mv $2 $1 && mv x $2") == 0,
	    "the files of two sources change places");
	for (int i = 1; i < 3; i++) {
		b[i] = made(dev, i - 1, &e);
		unit_ok(b[i].object && !b[i].cached, "an object of another source is compiled again");
	}
	unit_ok(in_folder(dir, "set -- *.cubin && rm $1 $2 && mkdir $1 $2") == 0,
	    "folders are in their place");
	free(b[2].object);
	b[2] = made(dev, 0, &e);
	unit_ok(b[2].object && !b[2].cached && strstr(b[2].unkept, dir) && !b[0].unkept[0],
	    "an object that cannot be put there serves all the same, and says so");
	free(b[2].object);
	unit_ok(in_folder(dir, "set -- * && test $# = 2 && rm -r \"$PWD\"") == 0,
	    "nothing is left of it, and the folder is removed");
	b[2] = made(dev, 0, &e);
	unit_ok(b[2].object && strstr(b[2].unkept, dir), "so does one where there is no folder");
	unit_ok(recorded(dev, &b[2]) && !recorded(dev, &b[0]), "the record says which was not kept");
	for (int i = 0; i < 3; i++)
		free(b[i].object);
	unsetenv("REFRUN_CACHE_DIR");
}

int
main(void)
{
	static const char *const names[] = {"tiny-gpt2", "tiny-qwen2", "qwen2.5-0.5b"};
	rr_device *dev;
	as_err e;

	if (rr_device_cuda_offline(&dev, "sm_90", RR_F32, &e) < 0) {
		printf("skip - run-time compilation to cubin: %s\n", e.msg);
		return 0;
	}
	cache(dev);
	dev->close(dev);
	for (int i = 0; i < 3; i++) {
		rr_model m;
		if (rr_model_open(&m, names[i], 42, &e) < 0)
			return 1;
		for (int t = RR_F32; t <= RR_BF16; t++) {
			one(&m, (rr_dtype)t, RR_STATIC, 64, 1, 1, 0, 0);
			one(&m, (rr_dtype)t, RR_STATIC, 64, 1, 4, 0, 0);
			one(&m, (rr_dtype)t, RR_STATIC, 64, 2, 4, 0, 0);
			one(&m, (rr_dtype)t, RR_STATIC, 64, 4, 4, 0, 0);
			one(&m, (rr_dtype)t, RR_STATIC, 64, 1, 17, 0, 0);
			one(&m, (rr_dtype)t, RR_STATIC, 64, 1, 1, 1, 0);
		}
		one(&m, RR_F16, RR_GROW, 19, 2, 2, 0, 0);
		one(&m, RR_F16, RR_STATIC, 4096, 1, 1, 0, 3); /* a cluster of blocks a head */
		rr_model_close(&m);
	}
	wide_head(1024);
	return 0;
}
