#include "verify.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reference.h"

enum { PROMPT = 11, PADDED = 16, NEW = 6, STEPS = NEW + 1, WHOLE = PROMPT + STEPS };

typedef struct {
	rr_cache_kind cache;
	int batch, padded, scope_last;
	const rr_compile_cfg *compile; /* NULL: eager */
} rr_way;

typedef struct {
	double worst;      /* max |a - b| / max |b| over all steps' logits */
	double mae;        /* the largest step's mean |a - b| / max |b| against eager, or NaN */
	int tokens;        /* greedy tokens that were compared */
	int differ;        /* of them,
	    those that differ although the reference's two best lie farther apart than tol */
	int64_t path[RR_NPATHS]; /* forwards by what served them */
} rr_verdict;

double
rr_tolerance(rr_dtype t)
{
	return t == RR_F32 ? 1e-5 : t == RR_F16 ? 1e-2 : 5e-2;
}

/* The device's logits of every step (batch, STEPS, vocab), and the whole sequences. */
static int
decode(rr_device *dev, const rr_model *m, const rr_way *way, const rr_compile_cfg *cfg,
    int32_t (*seq)[WHOLE], float *out, int64_t *path, as_err *e)
{
	const long rows = way->padded ? PADDED : PROMPT;
	int32_t ids[RR_MAX_BATCH * PROMPT], got[STEPS * RR_MAX_BATCH];
	rr_session s;
	rr_compiler c = {0};
	rr_served v;
	int rc;

	for (int i = 0; i < way->batch * PROMPT; i++)
		ids[i] = seq[i / PROMPT][i % PROMPT] = (i % PROMPT * 7919 + 13 + i / PROMPT) % m->vocab;
	/* a ring of 16 slots wraps within the steps */
	if (rr_session_open(&s, dev, m, way->cache, way->cache == RR_RING ? PADDED : 0, way->batch,
	    rows, NEW, way->scope_last, e) < 0)
		return -1;
	rc = (cfg && rr_compiler_open(&c, dev, &s.plan, cfg, e) < 0) ||
	    rr_session_prompt(&s, ids, PROMPT, rows, e) < 0 ? -1 : 0;
	for (int i = 0; i < STEPS && rc == 0; i++) {
		rc = rr_session_forward(&s, cfg ? &c : NULL, i ? 1 : rows, i ? 1 : PROMPT, &v, e) < 0 ||
		    rr_session_tokens(&s, got, i + 1, e) < 0 ? -1 : 0;
		for (int k = 0; k < way->batch && rc == 0; k++) {
			rc = rr_session_logits(&s, k, out + (size_t)(k * STEPS + i) * (size_t)m->vocab, e);
			seq[k][PROMPT + i] = got[i * way->batch + k];
		}
		path[v.path] += rc == 0;
	}
	rr_compiler_close(&c);
	rr_session_close(&s);
	return rc;
}

static void
compare(const float *a, const double *b, int n, int32_t token, double tol, rr_verdict *out)
{
	double most = 0, scale = 0, first = -INFINITY, second = -INFINITY;
	int best = 0;

	for (int i = 0; i < n; i++) {
		double d = fabs((double)a[i] - b[i]);
		if (!(d <= most))
			most = d; /* also where it is NaN */
		scale = fmax(scale, fabs(b[i]));
		if (b[i] > first) {
			second = first;
			first = b[i];
			best = i;
		} else if (b[i] > second)
			second = b[i];
	}
	if (!(most / scale <= out->worst))
		out->worst = most / scale;
	out->tokens++;
	out->differ += token != best && (first - second) / scale > tol;
}

static double
mae(const float *a, const float *b, int n)
{
	double sum = 0, scale = 0;

	for (int i = 0; i < n; i++) {
		sum += fabs((double)a[i] - (double)b[i]);
		scale = fmax(scale, fabs((double)b[i]));
	}
	return sum / n / scale;
}

/* The reference of the last sequence in a place of the batch: most ways to run choose the same. */
typedef struct { int32_t seq[PROMPT + NEW]; long window; double *logits; int filled; } cache;

static int
reference(const rr_device *dev, const rr_model *m, const int32_t *seq, long window, cache *c,
    as_err *e)
{
	if (c->filled && c->window == window && memcmp(c->seq, seq, sizeof c->seq) == 0)
		return 0;
	c->filled = 0;
	if (!c->logits && !(c->logits = malloc((size_t)(PROMPT + NEW) * (size_t)m->vocab *
	    sizeof *c->logits)))
		return as_nomem(e);
	if (rr_reference(m, seq, PROMPT + NEW, window, dev->dtype, c->logits, e) < 0)
		return -1;
	memcpy(c->seq, seq, sizeof c->seq);
	c->window = window;
	c->filled = 1;
	return 0;
}

/* Prompts of 11 tokens (16 rows when padded), then 6 greedy steps; the reference is run on
 * the tokens that the device chose, for each sequence of a batch by itself. */
static int
verify(rr_device *dev, const rr_model *m, const rr_way *way, cache *known, rr_verdict *out,
    as_err *e)
{
	const long window = way->cache == RR_RING ? PADDED : 0;
	const size_t vocab = (size_t)m->vocab, all = (size_t)way->batch * STEPS * vocab;
	int32_t seq[RR_MAX_BATCH][WHOLE], eager_seq[RR_MAX_BATCH][WHOLE];
	int64_t ignore[RR_NPATHS] = {0};
	float *got = malloc(all * sizeof *got), *eager = malloc(all * sizeof *eager);
	int rc = got && eager ? 0 : as_nomem(e);

	*out = (rr_verdict){.mae = NAN};
	if (rc == 0)
		rc = decode(dev, m, way, way->compile, seq, got, out->path, e) < 0 ||
		    (way->compile && decode(dev, m, way, NULL, eager_seq, eager, ignore, e) < 0) ? -1 : 0;
	for (int n = 0; n < way->batch * STEPS && rc == 0; n++) {
		const int k = n / STEPS, i = n % STEPS;
		const float *a = got + (size_t)n * vocab;
		if (i == 0 && (rc = reference(dev, m, seq[k], window, &known[k], e)) < 0)
			break;
		compare(a, known[k].logits + (size_t)(PROMPT - 1 + i) * vocab, m->vocab, seq[k][PROMPT + i],
		    rr_tolerance(dev->dtype), out);
		if (way->compile && memcmp(seq[k], eager_seq[k], (size_t)(PROMPT + i) * sizeof **seq) == 0)
			out->mae = fmax(isnan(out->mae) ? 0 : out->mae, mae(a, eager + (size_t)n * vocab, m->vocab));
	}
	free(got);
	free(eager);
	return rc;
}

int
rr_verify_all(rr_device *dev, const rr_model *m, FILE *fp, as_err *e)
{
	static const struct { const char *name; rr_compile_cfg cfg; } how[] = {
		{"eager", {.backend = RR_NOCOMPILE}},
		{"compiled", {.backend = RR_CODEGEN, .mode = RR_DEFAULT, .limit = 3}},
		{"replayed", {.backend = RR_CODEGEN, .mode = RR_REDUCE, .limit = 3}},
		{"tuned", {.backend = RR_CODEGEN, .mode = RR_AUTOTUNE, .limit = 3}},
		{"dynamic", {.backend = RR_CODEGEN, .mode = RR_DEFAULT, .dynamic = 1, .limit = 3}},
		{"traced", {.backend = RR_TRACEONLY, .limit = 3}},
	};
	/* compiled against eager, mean over max: the products are summed in another order */
	const double tol = rr_tolerance(dev->dtype), near = dev->dtype == RR_F32 ?
	    (m->arch == RR_GPT2 ? 1e-6 : 1e-5) : tol;
	static const struct { int batch, pad; } kind[] = {{1, 0}, {1, 1}, {2, 0}, {4, 1}};
	cache known[RR_MAX_BATCH] = {{.filled = 0}};
	int bad = 0, rc = 0;

	for (int k = 0; k < RR_NCACHES; k++)
		for (size_t h = 0; h < sizeof how / sizeof *how; h++)
			for (size_t i = 0; i < sizeof kind / sizeof *kind && rc == 0; i++) {
				const int pad = kind[i].pad, batch = kind[i].batch;
				rr_way way = {.cache = (rr_cache_kind)k, .batch = batch, .padded = pad, .scope_last = pad,
				    .compile = h ? &how[h].cfg : NULL};
				rr_verdict v;
				int holds;
				if (i > 0 && h == 1) /* replayed runs compiled code, too */
					continue;
				if (how[h].cfg.mode == RR_AUTOTUNE && (pad || k != RR_STATIC)) /* takes long */
					continue;
				if ((rc = verify(dev, m, &way, known, &v, e)) < 0)
					break;
				holds = v.worst <= tol && v.differ == 0 && !(v.mae > near);
				bad += !holds;
				fprintf(fp, "%s - %s %s %s %s%s", holds ? "ok" : "not ok", m->name,
				    rr_dtype_name(dev->dtype), rr_cache_name(way.cache), how[h].name, pad ? " padded" : "");
				if (batch > 1)
					fprintf(fp, " batch %d", batch);
				fprintf(fp, ": max %.2g", v.worst);
				if (!isnan(v.mae))
					fprintf(fp, ", mae to eager %.2g", v.mae);
				fprintf(fp, ", %d of %d tokens differ (", v.differ, v.tokens);
				for (int p = 0, some = 0; p < RR_NPATHS; p++)
					if (v.path[p])
						fprintf(fp, "%s%lld %s", some++ ? ", " : "", (long long)v.path[p],
						    (const char *[]){"eager", "compiled", "replayed", "traced"}[p]);
				fprintf(fp, ")\n");
			}
	for (int i = 0; i < RR_MAX_BATCH; i++)
		free(known[i].logits);
	return rc < 0 ? -1 : bad;
}
