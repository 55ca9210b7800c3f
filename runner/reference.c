#include "reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Weight w as doubles. */
static double *
load(const rr_model *m, int which, int layer, rr_dtype to, as_err *e)
{
	int w = rr_weight_index(m, layer, which);
	int64_t n = m->weight[w].rows * m->weight[w].cols;
	float *f = malloc((size_t)n * sizeof *f + 1);
	void *h = malloc((size_t)n * sizeof *f + 1);
	double *d = malloc((size_t)n * sizeof *d + 1);

	if (!f || !h || !d || rr_weight_read(m, w, 0, n, f, e) < 0) {
		if (!f || !h || !d)
			as_nomem(e);
		free(d);
		d = NULL;
	} else {
		rr_from_f32(h, to, f, n);
		rr_to_f32(f, h, to, n);
		for (int64_t i = 0; i < n; i++)
			d[i] = f[i];
	}
	free(f);
	free(h);
	return d;
}

static int
has(const rr_model *m, int which)
{
	return m->weight[rr_weight_index(m, 0, which)].rows > 0;
}

static int
norm(const rr_model *m, int which, int layer, rr_dtype to, const double *x, long n, double *y,
    as_err *e)
{
	const int d = m->dim, layernorm = m->arch == RR_GPT2;
	double *g = load(m, which, layer, to, e), *b = layernorm ? load(m, which + 1, layer, to, e) : NULL;
	const int ok = g && (b || !layernorm);

	for (long t = 0; t < n && ok; t++) {
		const double *in = x + t * d;
		double mean = 0, var = 0;
		for (int i = 0; i < d; i++)
			mean += in[i];
		mean = layernorm ? mean / d : 0;
		for (int i = 0; i < d; i++)
			var += (in[i] - mean) * (in[i] - mean);
		for (int i = 0; i < d; i++)
			y[t * d + i] = (in[i] - mean) / sqrt(var / d + (double)m->eps) * g[i] + (b ? b[i] : 0);
	}
	free(g);
	free(b);
	return ok ? 0 : -1;
}

/* y (n, out) = x (n, in) w (+ bias) */
static int
linear(const rr_model *m, int which, int bias, int layer, rr_dtype to, const double *x, long n,
    double *y, as_err *e)
{
	const rr_weight *wt = &m->weight[rr_weight_index(m, layer, which)];
	const int64_t out = wt->by_out ? wt->rows : wt->cols, in = wt->by_out ? wt->cols : wt->rows;
	const int with = bias >= 0 && has(m, bias);
	double *w = load(m, which, layer, to, e), *b = with ? load(m, bias, layer, to, e) : NULL;
	const int ok = w && (b || !with);

	for (long t = 0; t < n && ok; t++)
		for (int64_t o = 0; o < out; o++) {
			double s = 0;
			for (int64_t i = 0; i < in; i++)
				s += x[t * in + i] * (wt->by_out ? w[o * in + i] : w[i * out + o]);
			y[t * out + o] = s + (b ? b[o] : 0);
		}
	free(w);
	free(b);
	return ok ? 0 : -1;
}

static void
rotate(const rr_model *m, double *v, long pos)
{
	const int half = m->head_dim / 2;

	for (int i = 0; i < half; i++) {
		double a = (double)pos * rr_model_freq(m, i);
		double x = v[i], y = v[i + half];
		v[i] = x * cos(a) - y * sin(a);
		v[i + half] = y * cos(a) + x * sin(a);
	}
}

static int
norm_heads(const rr_model *m, int layer, rr_dtype to, double *qkv, long n, as_err *e)
{
	const int hd = m->head_dim, heads = m->heads + m->kv_heads;
	double *gain = load(m, RR_LNHEAD, layer, to, e);

	for (long t = 0; t < n && gain; t++)
		for (int h = 0; h < heads; h++) {
			double *v = qkv + (t * (heads + m->kv_heads) + h) * hd, sum = 0;
			for (int i = 0; i < hd; i++)
				sum += v[i] * v[i];
			for (int i = 0; i < hd; i++)
				v[i] *= gain[h < m->heads ? i : hd + i] / sqrt(sum / hd + (double)m->eps);
		}
	free(gain);
	return gain ? 0 : -1;
}

/* out (n, H hd) from qkv (n, (H + 2 KV) hd) */
static int
attend(const rr_model *m, double *qkv, long n, long window, double *out, as_err *e)
{
	const int hd = m->head_dim, group = m->heads / m->kv_heads;
	const long width = (long)(m->heads + 2 * m->kv_heads) * hd;
	double *s = malloc((size_t)n * sizeof *s);

	if (!s)
		return as_nomem(e);
	for (long t = 0; t < n && m->arch != RR_GPT2; t++)
		for (int h = 0; h < m->heads + m->kv_heads; h++)
			rotate(m, qkv + t * width + h * hd, t);
	for (int h = 0; h < m->heads; h++)
		for (long t = 0; t < n; t++) {
			const double *q = qkv + t * width + h * hd;
			const double *k = qkv + (m->heads + h / group) * hd, *v = k + m->kv_heads * hd;
			long from = window && t + 1 > window ? t + 1 - window : 0;
			double top = -INFINITY, sum = 0, *o = out + (t * m->heads + h) * hd;
			for (long j = from; j <= t; j++) {
				s[j] = 0;
				for (int i = 0; i < hd; i++)
					s[j] += q[i] * k[j * width + i];
				s[j] /= sqrt(hd);
				top = fmax(top, s[j]);
			}
			for (long j = from; j <= t; j++)
				sum += s[j] = exp(s[j] - top);
			memset(o, 0, (size_t)hd * sizeof *o);
			for (long j = from; j <= t; j++)
				for (int i = 0; i < hd; i++)
					o[i] += s[j] / sum * v[j * width + i];
		}
	free(s);
	return 0;
}

static void
activate(const rr_model *m, double *f, long n)
{
	for (long t = 0; t < n; t++)
		for (int i = 0; i < m->ffn; i++) {
			if (m->arch == RR_GPT2) {
				double x = f[t * m->ffn + i];
				f[t * m->ffn + i] = 0.5 * x * (1 + tanh(sqrt(2 / acos(-1)) * (x + 0.044715 * x * x * x)));
			} else {
				double g = f[t * 2 * m->ffn + i], u = f[t * 2 * m->ffn + m->ffn + i];
				f[t * m->ffn + i] = g / (1 + exp(-g)) * u; /* row t is written at or before where it is read */
			}
		}
}

static int
embed(const rr_model *m, const int32_t *ids, long n, rr_dtype to, double *x, as_err *e)
{
	double *wte = load(m, RR_WTE, 0, to, e), *wpe = has(m, RR_WPE) ? load(m, RR_WPE, 0, to, e) : NULL;
	int rc = wte && (wpe || !has(m, RR_WPE)) ? 0 : -1;

	for (long t = 0; t < n && rc == 0; t++)
		for (int i = 0; i < m->dim; i++)
			x[t * m->dim + i] = wte[(int64_t)ids[t] * m->dim + i] + (wpe ? wpe[t * m->dim + i] : 0);
	free(wte);
	free(wpe);
	return rc;
}

int
rr_reference(const rr_model *m, const int32_t *ids, long n, long window, rr_dtype to,
    double *logits, as_err *e)
{
	const int64_t widest = (int64_t)(m->heads + 2 * m->kv_heads) * m->head_dim > 2 * m->ffn
	    ? (int64_t)(m->heads + 2 * m->kv_heads) * m->head_dim : 2 * m->ffn;
	double *x = malloc((size_t)(n * m->dim) * sizeof *x),
	    *y = malloc((size_t)(n * m->dim) * sizeof *y);
	double *f = malloc((size_t)(n * widest) * sizeof *f),
	    *a = malloc((size_t)(n * m->heads * m->head_dim) * sizeof *a);
	int rc = x && y && f && a ? embed(m, ids, n, to, x, e) : as_nomem(e);

	for (int l = 0; l < m->layers && rc == 0; l++) {
		rc = norm(m, RR_LN1, l, to, x, n, y, e) < 0 || linear(m, RR_QKV, RR_QKV_B, l, to, y, n, f,
		    e) < 0 ||
		    (m->arch == RR_QWEN3 && norm_heads(m, l, to, f, n, e) < 0) ||
		    attend(m, f, n, window, a, e) < 0 || linear(m, RR_O, RR_O_B, l, to, a, n, y, e) < 0 ? -1 : 0;
		for (long i = 0; i < n * m->dim && rc == 0; i++)
			x[i] += y[i];
		if (rc == 0)
			rc = norm(m, RR_LN2, l, to, x, n, y, e) < 0 || linear(m, RR_UP, RR_UP_B, l, to, y, n, f,
			    e) < 0 ? -1 : 0;
		if (rc == 0) {
			activate(m, f, n);
			rc = linear(m, RR_DOWN, RR_DOWN_B, l, to, f, n, y, e);
		}
		for (long i = 0; i < n * m->dim && rc == 0; i++)
			x[i] += y[i];
	}
	if (rc == 0)
		rc = norm(m, RR_LNF, 0, to, x, n, y, e) < 0 ||
		    linear(m, m->tied ? RR_WTE : RR_HEAD, -1, 0, to, y, n, logits, e) < 0 ? -1 : 0;
	free(x);
	free(y);
	free(f);
	free(a);
	return rc;
}
