/* Forwards against the float64 reference: both architectures, every cache,
 * padded or not, eager and compiled, prefill and decode; and the bookkeeping
 * of the compiler: guards, the limit, replay and why not. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compile.h"
#include "reference.h"
#include "unit.h"

enum { PROMPT = 11, PADDED = 16, NEW = 6 };

static rr_device *dev;
static as_err err;

static double
distance(const float *a, const double *b, int n)
{
	double most = 0, scale = 0;

	for (int i = 0; i < n; i++) {
		most = fmax(most, fabs((double)a[i] - b[i]));
		scale = fmax(scale, fabs(b[i]));
	}
	return most / scale;
}

/* The two best of n: how far apart, over the largest magnitude. */
static double
margin(const double *b, int n, int *at)
{
	double first = -INFINITY, second = -INFINITY, scale = 0;

	for (int i = 0; i < n; i++) {
		scale = fmax(scale, fabs(b[i]));
		if (b[i] > first) {
			second = first;
			first = b[i];
			*at = i;
		} else if (b[i] > second)
			second = b[i];
	}
	return (first - second) / scale;
}

static int
pass(int rc)
{
	if (rc < 0)
		printf("# %s: %s\n", err.file, err.msg);
	return rc == 0;
}

/* Greedy decode of NEW tokens behind PROMPT; every step's logits and token
 * against the reference on the same tokens. */
static void
against_reference(const rr_model *m, rr_cache_kind cache, long rows, const rr_compile_cfg *cfg, int last, const char *what)
{
	const long window = cache == RR_RING ? PADDED : 0;
	int32_t ids[PROMPT + NEW], got[NEW + 1];
	double *ref = malloc((size_t)(PROMPT + NEW) * (size_t)m->vocab * sizeof *ref), worst = 0;
	float *out = malloc((size_t)m->vocab * sizeof *out);
	rr_session s;
	rr_compiler c;
	rr_served served;
	int ok, tokens = 1;
	char line[600];

	for (int i = 0; i < PROMPT; i++)
		ids[i] = (i * 7919 + 13) % m->vocab;
	ok = pass(rr_session_open(&s, dev, m, cache, window, rows, NEW, last, &err));
	ok = ok && (!cfg || pass(rr_compiler_open(&c, dev, &s.plan, cfg, &err)));
	ok = ok && pass(rr_session_prompt(&s, ids, PROMPT, rows, &err));
	for (int i = 0; ok && i <= NEW; i++) {
		long n = PROMPT + i;
		int best = 0;
		ok = pass(rr_session_forward(&s, cfg ? &c : NULL, i ? 1 : rows, i ? 1 : PROMPT, &served, &err)) &&
		    pass(rr_session_logits(&s, i || last ? 0 : PROMPT - 1, out, &err)) &&
		    pass(rr_session_tokens(&s, got, i + 1, &err)) &&
		    pass(rr_reference(m, ids, n, window, RR_F32, ref, &err));
		if (!ok)
			break;
		worst = fmax(worst, distance(out, ref + (n - 1) * m->vocab, m->vocab));
		if (margin(ref + (n - 1) * m->vocab, m->vocab, &best) > 1e-5 && got[i] != best)
			tokens = 0;
		if (i < NEW)
			ids[n] = got[i];
	}
	snprintf(line, sizeof line, "%s %s: max|a-b|/max|b| under 1e-5", m->name, what);
	if (!unit_ok(ok && worst < 1e-5, line))
		printf("# it is %g\n", worst);
	snprintf(line, sizeof line, "%s %s: greedy tokens equal", m->name, what);
	unit_ok(ok && tokens, line);
	if (cfg)
		rr_compiler_close(&c);
	rr_session_close(&s);
	free(ref);
	free(out);
}

static void
all_against_reference(const rr_model *m)
{
	static const struct { const char *name; rr_compile_cfg cfg; } way[] = {
		{"compiled", {.backend = RR_CODEGEN, .mode = RR_DEFAULT, .limit = 3}},
		{"replayed", {.backend = RR_CODEGEN, .mode = RR_REDUCE, .limit = 3}},
		{"dynamic", {.backend = RR_CODEGEN, .mode = RR_DEFAULT, .dynamic = 1, .limit = 3}},
		{"traced", {.backend = RR_TRACEONLY, .limit = 3}},
	};
	char what[100];

	for (int k = 0; k < RR_NCACHES; k++)
		for (int pad = 0; pad < 2; pad++) {
			snprintf(what, sizeof what, "%s eager%s", rr_cache_name((rr_cache_kind)k), pad ? " padded" : "");
			against_reference(m, (rr_cache_kind)k, pad ? PADDED : PROMPT, NULL, 0, what);
			for (size_t w = 0; w < sizeof way / sizeof *way; w++) {
				snprintf(what, sizeof what, "%s %s%s", rr_cache_name((rr_cache_kind)k), way[w].name, pad ? " padded" : "");
				against_reference(m, (rr_cache_kind)k, pad ? PADDED : PROMPT, &way[w].cfg, pad, what);
			}
		}
}

int
main(void)
{
	static const char *const names[] = {"tiny-gpt2", "tiny-qwen2"};

	if (rr_device_open(&dev, "cpu", RR_F32, 0, &err) < 0)
		return 1;
	for (int i = 0; i < 2; i++) {
		rr_model m;
		if (!unit_ok(pass(rr_model_open(&m, names[i], 42, &err)), "the model opens"))
			return 1;
		all_against_reference(&m);
		rr_model_close(&m);
	}
	dev->close(dev);
	return 0;
}
