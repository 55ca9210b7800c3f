/* Eager taught the tokens of another request, by which compiled code is held
 * against it: its logits are those of the float64 reference on these tokens. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reference.h"
#include "runner/run.h" /* lib/ has a run.h, too */
#include "unit_check.h"

enum { PROMPT = 5, NEW = 4 };

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

static void
one(rr_device *dev, const rr_model *m, rr_runmode mode, rr_cache_kind cache, int scope_last)
{
	rr_config cfg = {.max_new = NEW};
	rr_run r = {.cfg = &cfg, .dev = dev};
	const int made = mode == RR_UNCACHED ? NEW : NEW + 1;
	const long rows = mode == RR_UNCACHED ? PROMPT : PROMPT + 2; /* padded, where the mode pads */
	int32_t ids[PROMPT + NEW + 1] = {3, 141, 59, 26, 5}, tokens[NEW + 1];
	float *l = malloc((size_t)m->vocab * sizeof *l);
	double *ref = malloc((size_t)(PROMPT + NEW + 1) * (size_t)m->vocab * sizeof *ref), most = 0;
	const double *step;
	rr_sample s = {0};
	rr_session session;
	rr_taught t;
	char what[400];
	int ok = l && ref && rr_session_open(&session, dev, m, cache, 0, 1, PROMPT + NEW, NEW,
	    scope_last, &err) == 0;

	snprintf(what, sizeof what, "%s %s %s%s", m->name, rr_runmode_name(mode), rr_cache_name(cache),
	    scope_last ? " last" : "");
	ok = ok && rr_measure(&r, &session, NULL, mode, ids, PROMPT, rows, &s, l, tokens, &err) == 0 &&
	    rr_measure_taught(&r, &session, mode, ids, PROMPT, rows, tokens, &t, l, &err) == 0;
	if (!unit_ok(ok, what)) {
		printf("# %s\n", err.msg);
		return;
	}
	unit_ok(t.differ == 0 && t.gap == 0, "on its own tokens it differs in none");
	tokens[1] = (tokens[1] + 1) % m->vocab;
	ok = rr_measure_taught(&r, &session, mode, ids, PROMPT, rows, tokens, &t, l, &err) == 0;
	memcpy(ids + PROMPT, tokens, (size_t)made * sizeof *tokens);
	ok = ok && rr_reference(m, ids, PROMPT + made - 1, 0, RR_F32, ref, &err) == 0;
	unit_ok(ok && t.differ >= 1, "on other tokens it differs");
	unit_ok(ok && distance(l, ref + (size_t)(PROMPT + made - 2) * (size_t)m->vocab, m->vocab) < 1e-5,
	    "and its last logits are the reference's on these tokens");
	step = ref + (size_t)PROMPT * (size_t)m->vocab; /* the row that chose tokens[1] */
	for (int i = 0; i < m->vocab; i++)
		most = fmax(most, fabs(step[i]));
	if (ok && t.differ == 1) {
		double best = -INFINITY;
		for (int i = 0; i < m->vocab; i++)
			best = fmax(best, step[i]);
		unit_ok(fabs(t.gap - (best - step[tokens[1]]) / most) < 1e-5, "by as much as the reference says");
	} else
		unit_ok(t.gap > 0, "by something");
	rr_session_close(&session);
	free(l);
	free(ref);
}

/* A batch against each of its sequences alone; then taught another token of one of them. */
static void
batch(rr_device *dev, const rr_model *m, rr_runmode mode, rr_cache_kind cache, int scope_last)
{
	enum { B = 3, TAUGHT = 1 };
	rr_config cfg = {.max_new = NEW};
	rr_run r = {.cfg = &cfg, .dev = dev};
	const size_t vocab = (size_t)m->vocab;
	const int made = mode == RR_PREFILL ? 1 : mode == RR_UNCACHED ? NEW : NEW + 1;
	const int32_t ids[B][PROMPT] = {{3, 141, 59, 26, 5}, {35, 89, 7, 93, 2}, {384, 62, 6, 43, 38}};
	int32_t tokens[(NEW + 1) * B], alone[NEW + 1];
	float *l = malloc(B * vocab * sizeof *l), *one = malloc(vocab * sizeof *one);
	rr_sample s = {0}, t = {0};
	rr_session all, single;
	rr_taught taught;
	char what[400];
	int same = 1, ok = l && one &&
	    rr_session_open(&all, dev, m, cache, 0, B, PROMPT + NEW, NEW, scope_last, &err) == 0 &&
	    rr_session_open(&single, dev, m, cache, 0, 1, PROMPT + NEW, NEW, scope_last, &err) == 0;

	snprintf(what, sizeof what, "%s %s %s batch %d", m->name, rr_runmode_name(mode),
	    rr_cache_name(cache), B);
	ok = ok && rr_measure(&r, &all, NULL, mode, *ids, PROMPT, PROMPT + 2, &s, l, tokens, &err) == 0;
	for (int k = 0; k < B && ok; k++) {
		double most = 0, scale = 0;
		ok = rr_measure(&r, &single, NULL, mode, ids[k], PROMPT, PROMPT + 2, &t, one, alone, &err) == 0;
		for (int i = 0; i < made; i++)
			same &= alone[i] == tokens[i * B + k];
		for (size_t i = 0; i < vocab; i++) {
			most = fmax(most, fabs((double)l[(size_t)k * vocab + i] - (double)one[i]));
			scale = fmax(scale, fabs((double)one[i]));
		}
		same &= most / scale < 1e-5;
	}
	if (!unit_ok(ok, what)) {
		printf("# %s\n", err.msg);
		return;
	}
	unit_ok(same, "each sequence has the tokens and the logits that it has alone");
	unit_ok(s.tokens == B * t.tokens, "its sample counts the tokens of all");
	ok = rr_measure_taught(&r, &all, mode, *ids, PROMPT, PROMPT + 2, tokens, &taught, l, &err) == 0;
	unit_ok(ok && taught.differ == 0 && taught.gap == 0, "on its own tokens it differs in none");
	tokens[(made - 1) * B + TAUGHT] = (tokens[(made - 1) * B + TAUGHT] + 1) % m->vocab;
	ok = rr_measure_taught(&r, &all, mode, *ids, PROMPT, PROMPT + 2, tokens, &taught, l, &err) == 0;
	unit_ok(ok && taught.differ == 1 && taught.gap > 0, "on another last token of one, in that one");
	rr_session_close(&all);
	rr_session_close(&single);
	free(l);
	free(one);
}

int
main(void)
{
	static const char *const names[] = {"tiny-gpt2", "tiny-qwen2"};
	rr_device *dev;

	if (rr_device_open(&dev, "cpu", RR_F32, 0, &err) < 0)
		return 1;
	for (int i = 0; i < 2; i++) {
		rr_model m;
		if (rr_model_open(&m, names[i], 42, &err) < 0)
			return 1;
		one(dev, &m, RR_DECODE, RR_STATIC, 0);
		one(dev, &m, RR_E2E, RR_GROW, 1);
		one(dev, &m, RR_DECODE, RR_SLICE, 1);
		one(dev, &m, RR_UNCACHED, RR_GROW, 0);
		batch(dev, &m, RR_PREFILL, RR_STATIC, 0);
		batch(dev, &m, RR_DECODE, RR_RING, 0);
		batch(dev, &m, RR_E2E, RR_GROW, 1);
		batch(dev, &m, RR_UNCACHED, RR_STATIC, 1);
		batch(dev, &m, RR_UNCACHED, RR_GROW, 0);
		rr_model_close(&m);
	}
	dev->close(dev);
	return 0;
}
