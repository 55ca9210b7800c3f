/* A device that runs out of memory at any allocation: the session says so, the
 * one before serves on, and everything is given back. */
#include <stdlib.h>
#include <string.h>

#include "compile.h"
#include "unit_check.h"

static rr_device *dev;
static int (*real_alloc)(rr_device *, size_t, void **, as_err *);
static void (*real_release)(rr_device *, void *);
static long left, held; /* allocations that still succeed; allocations not given back */

static int
poor_alloc(rr_device *d, size_t bytes, void **out, as_err *e)
{
	*out = NULL;
	if (left-- <= 0)
		return as_fail(e, NULL, 0, "out of memory: %zu bytes were needed", bytes);
	held++;
	return real_alloc(d, bytes, out, e);
}

static int
poor_weight(rr_device *d, const rr_model *m, int w, void **out, as_err *e)
{
	int64_t n = m->weight[w].rows * m->weight[w].cols;

	if (!*out && poor_alloc(d, (size_t)n * sizeof(float), out, e) < 0)
		return -1;
	return rr_weight_read(m, w, 0, n, *out, e);
}

static void
count_release(rr_device *d, void *p)
{
	held -= p != NULL;
	real_release(d, p);
}

/* A prompt and three steps with room for n allocations: 1 done, 0 out of memory as it should be,
 * -1 otherwise. */
static int
decode(const rr_model *m, rr_cache_kind cache, const rr_compile_cfg *cfg, long n)
{
	const int32_t ids[4] = {1, 2, 3, 4};
	rr_session s;
	rr_compiler c = {0};
	rr_served v;
	as_err e = {0};
	int rc, opened;

	left = n;
	held = 0;
	opened = rc = rr_session_open(&s, dev, m, cache, 0, 1, 4, 3, 0, &e);
	if (rc == 0 && cfg)
		rc = rr_compiler_open(&c, dev, &s.plan, cfg, &e);
	if (rc == 0)
		rc = rr_session_prompt(&s, ids, 4, 4, &e);
	for (int i = 0; i < 4 && rc == 0; i++)
		rc = rr_session_forward(&s, cfg ? &c : NULL, i ? 1 : 4, i ? 1 : 4, &v, &e);
	if (opened == 0) {
		if (rc < 0 && left < 0) { /* memory is there again: the same session serves */
			left = 1000;
			if (rr_session_prompt(&s, ids, 4, 4, &e) < 0 || rr_session_forward(&s, NULL, 4, 4, &v, &e) < 0)
				held = 1000;
			else
				as_fail(&e, NULL, 0, "out of memory");
		}
		if (c.dev)
			rr_compiler_close(&c);
		rr_session_close(&s);
	}
	if (held != 0)
		return -1;
	return rc == 0 ? 1 : strncmp(e.msg, "out of memory", 13) == 0 &&
	    (opened == 0 || strstr(e.msg, "take")) ? 0 : -1;
}

int
main(void)
{
	static const rr_compile_cfg cfg = {.backend = RR_TRACEONLY, .limit = 8};
	rr_model m;
	as_err e;

	if (rr_device_open(&dev, "cpu", RR_F32, 0, &e) < 0 || rr_model_open(&m, "tiny-gpt2", 42, &e) < 0)
		return 1;
	real_alloc = dev->alloc;
	real_release = dev->release;
	dev->alloc = poor_alloc;
	dev->weight = poor_weight;
	dev->release = count_release;
	/* arenas: on a device with persistent kernels, weights and a fixed cache lie in one piece each */
	for (int k = 0; k < RR_NCACHES; k++)
		for (int i = 0; i < 4; i++) {
			const int compile = i % 2, arenas = i / 2;
			char what[200];
			long n = 0;
			int rc;
			dev->blocks = arenas ? 132 : 0;
			while ((rc = decode(&m, (rr_cache_kind)k, compile ? &cfg : NULL, n)) == 0)
				n++;
			snprintf(what, sizeof what,
			    "%s cache%s%s: it fails at each of %ld allocations, and frees what it had",
			    rr_cache_name((rr_cache_kind)k), compile ? ", compiled" : "", arenas ? ", arenas" : "", n);
			unit_ok(rc == 1 && n > (arenas ? 14 : 30), what);
		}
	dev->alloc = real_alloc;
	dev->release = real_release;
	rr_model_close(&m);
	dev->close(dev);
	return 0;
}
