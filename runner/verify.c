#include "verify.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reference.h"

enum { PROMPT = 11, PADDED = 16, NEW = 6, STEPS = NEW + 1 };

typedef struct {
	rr_cache_kind cache;
	int padded, scope_last;
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

/* The device's logits of every step (STEPS, vocab) and the whole sequence. */
static int
decode(rr_device *dev, const rr_model *m, const rr_way *way, const rr_compile_cfg *cfg,
    int32_t *seq, float *out,
    int64_t *path, as_err *e)
{
	const long rows = way->padded ? PADDED : PROMPT;
	int32_t got[STEPS];
	rr_session s;
	rr_compiler c = {0};
	rr_served v;
	int rc;

	for (int i = 0; i < PROMPT; i++)
		seq[i] = (i * 7919 + 13) % m->vocab;
	/* a ring of 16 slots wraps within the steps */
	if (rr_session_open(&s, dev, m, way->cache, way->cache == RR_RING ? PADDED : 0, rows, NEW,
	    way->scope_last, e) < 0)
		return -1;
	rc = cfg ? rr_compiler_open(&c, dev, &s.plan, cfg, e) : 0;
	if (rc == 0)
		rc = rr_session_prompt(&s, seq, PROMPT, rows, e);
	for (int i = 0; i < STEPS && rc == 0; i++) {
		rc = rr_session_forward(&s, cfg ? &c : NULL, i ? 1 : rows, i ? 1 : PROMPT, &v, e);
		if (rc == 0)
			rc = rr_session_logits(&s, i || way->scope_last ? 0 : PROMPT - 1,
			    out + (size_t)i * (size_t)m->vocab, e);
		if (rc == 0)
			rc = rr_session_tokens(&s, got, i + 1, e);
		if (rc == 0) {
			seq[PROMPT + i] = got[i];
			path[v.path]++;
		}
	}
	if (c.dev)
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

/* The reference of the last sequence: most ways to run choose the same. */
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

/* A prompt of 11 tokens (16 rows when padded), then 6 greedy steps; the reference is run on
 * the tokens that the device chose. */
static int
verify(rr_device *dev, const rr_model *m, const rr_way *way, cache *known, rr_verdict *out,
    as_err *e)
{
	const long window = way->cache == RR_RING ? PADDED : 0;
	const size_t vocab = (size_t)m->vocab;
	int32_t seq[PROMPT + STEPS], eager_seq[PROMPT + STEPS];
	int64_t ignore[RR_NPATHS] = {0};
	float *got = malloc(STEPS * vocab * sizeof *got), *eager = malloc(STEPS * vocab * sizeof *eager);
	int rc = got && eager ? 0 : as_nomem(e);

	*out = (rr_verdict){.mae = NAN};
	if (rc == 0)
		rc = decode(dev, m, way, way->compile, seq, got, out->path, e);
	if (rc == 0 && way->compile)
		rc = decode(dev, m, way, NULL, eager_seq, eager, ignore, e);
	if (rc == 0)
		rc = reference(dev, m, seq, window, known, e);
	for (int i = 0; i < STEPS && rc == 0; i++) {
		compare(got + (size_t)i * vocab, known->logits + (size_t)(PROMPT - 1 + i) * vocab, m->vocab,
		    seq[PROMPT + i],
		    rr_tolerance(dev->dtype), out);
		if (way->compile && memcmp(seq, eager_seq, (size_t)(PROMPT + i) * sizeof *seq) == 0)
			out->mae = fmax(isnan(out->mae) ? 0 : out->mae, mae(got + (size_t)i * vocab,
			    eager + (size_t)i * vocab, m->vocab));
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
	cache known = {.filled = 0};
	int bad = 0;

	for (int k = 0; k < RR_NCACHES; k++)
		for (size_t h = 0; h < sizeof how / sizeof *how; h++)
			for (int pad = 0; pad < 2; pad++) {
				rr_way way = {.cache = (rr_cache_kind)k, .padded = pad, .scope_last = pad,
				    .compile = h ? &how[h].cfg : NULL};
				rr_verdict v;
				int holds;
				if (pad && h == 1) /* replayed runs compiled code, too */
					continue;
				if (how[h].cfg.mode == RR_AUTOTUNE && (pad || k != RR_STATIC)) /* takes long */
					continue;
				if (verify(dev, m, &way, &known, &v, e) < 0) {
					free(known.logits);
					return -1;
				}
				holds = v.worst <= tol && v.differ == 0 && !(v.mae > near);
				bad += !holds;
				fprintf(fp, "%s - %s %s %s %s%s: max %.2g", holds ? "ok" : "not ok", m->name,
				    rr_dtype_name(dev->dtype),
				    rr_cache_name(way.cache), how[h].name, pad ? " padded" : "", v.worst);
				if (!isnan(v.mae))
					fprintf(fp, ", mae to eager %.2g", v.mae);
				fprintf(fp, ", %d of %d tokens differ (", v.differ, v.tokens);
				for (int p = 0, some = 0; p < RR_NPATHS; p++)
					if (v.path[p])
						fprintf(fp, "%s%lld %s", some++ ? ", " : "", (long long)v.path[p],
						    (const char *[]){"eager", "compiled", "replayed", "traced"}[p]);
				fprintf(fp, ")\n");
			}
	free(known.logits);
	return bad;
}
