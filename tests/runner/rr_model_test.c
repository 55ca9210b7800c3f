/* Number formats, seeded weights, and checkpoints: what is written reads back. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model.h"
#include "unit_check.h"

/* IEEE 754 binary16 by its definition. */
static double
half(unsigned h)
{
	double f = h & 0x3ff, s = h & 0x8000 ? -1 : 1;
	int e = (int)(h >> 10 & 31);

	return s * (e == 31 ? (f ? NAN : INFINITY) : e ? ldexp(1 + f / 1024, e - 15) :
	    ldexp(f / 1024, -14));
}

static void
formats(void)
{
	int exact = 1, back = 1, nearest = 1, bf = 1;

	for (unsigned h = 0; h < 65536; h++) {
		unsigned short in = (unsigned short)h, out;
		float f, b;
		rr_to_f32(&f, &in, RR_F16, 1);
		exact &= isnan(half(h)) ? isnan(f) != 0 : (double)f == half(h) &&
		    !signbit(f) == !signbit(half(h));
		rr_from_f32(&out, RR_F16, &f, 1);
		back &= isnan(f) ? (out & 0x7c00) == 0x7c00 && (out & 0x3ff) : out == in;
		rr_to_f32(&b, &in, RR_BF16, 1);
		rr_from_f32(&out, RR_BF16, &b, 1);
		bf &= isnan(b) ? (out & 0x7f80) == 0x7f80 && (out & 0x7f) : out == in;
		/* half way to the next number of the same sign: to even; a hair more: up */
		if ((h & 0x7fff) < 0x7bff) {
			float mid = (float)((half(h) + half(h + 1)) / 2), more = nextafterf(mid, (float)half(h + 1));
			rr_from_f32(&out, RR_F16, &mid, 1);
			nearest &= out == (h & 1 ? h + 1 : h);
			rr_from_f32(&out, RR_F16, &more, 1);
			nearest &= out == h + 1;
		}
	}
	unit_ok(exact, "all 65536 halves as fp32");
	unit_ok(back, "and back");
	unit_ok(nearest, "fp32 to fp16: to nearest, ties to even");
	unit_ok(bf, "all bf16 as fp32 and back");
	{
		/* ties of bf16; over and under fp16's most */
		const float in[] = {1.00390625f, 1.01171875f, 65520.0f, 65519.996f};
		unsigned short out[4];
		rr_from_f32(out, RR_BF16, in, 2);
		rr_from_f32(out + 2, RR_F16, in + 2, 2);
		unit_ok(out[0] == 0x3f80 && out[1] == 0x3f82, "fp32 to bf16: ties to even");
		unit_ok(out[2] == 0x7c00 && out[3] == 0x7bff, "fp32 to fp16: 65520 is infinite, less is 65504");
	}
}

static void
weights(void)
{
	rr_model m;
	as_err e;
	double sum = 0, sq = 0;
	enum { N = 100000 };
	float *v = malloc(N * sizeof *v), again[16];
	int w, same = 1;

	if (!v || rr_model_open(&m, "gpt2-25m", 7, &e) < 0)
		return;
	w = rr_weight_index(&m, 0, RR_WTE);
	rr_weight_read(&m, w, 0, N, v, &e);
	for (int i = 0; i < N; i++) {
		sum += (double)v[i];
		sq += (double)v[i] * (double)v[i];
	}
	/* three standard errors of mean and sd, of 100000 with sd 0.02 (kurtosis 2.7) */
	unit_ok(fabs(sum / N) < 3 * 0.02 / sqrt(N), "seeded weights: mean 0");
	unit_ok(fabs(sqrt(sq / N) - 0.02) < 3 * 0.02 * sqrt(1.7 / 4 / N), "seeded weights: sd 0.02");
	rr_weight_read(&m, w, 500, 16, again, &e);
	for (int i = 0; i < 16; i++)
		same &= again[i] == v[500 + i];
	unit_ok(same, "an element does not depend on where reading starts");
	unit_ok(rr_weight_read(&m, w, -1, 2, again, &e) < 0, "elements that are not there are an error");
	/* 50257*384 + 1024*384 + 3*(12*384^2 + 13*384) + 2*384 */
	unit_ok(rr_model_params(&m) == 25016064, "gpt2-25m has 25016064 parameters");
	rr_model_close(&m);
	free(v);
}

static void
shapes(void)
{
	/* as published on each model's card: 0.49B, 1.54B, 3.09B, the tied head once */
	static const struct { const char *name; int64_t n; } known[] = {
		{"qwen2.5-0.5b", 494032768}, {"qwen2.5-1.5b", 1543714304}, {"qwen2.5-3b", 3085938688},
	};
	rr_model m;
	as_err e;
	char what[128];

	for (int i = 0; i < 3; i++) {
		snprintf(what, sizeof what, "%s has %lld parameters", known[i].name, (long long)known[i].n);
		unit_ok(rr_model_open(&m, known[i].name, 1, &e) == 0 && rr_model_params(&m) == known[i].n, what);
		rr_model_close(&m);
	}
}

static void
checkpoint(const char *name)
{
	char dir[] = "/tmp/rr_model_XXXXXX", path[128], what[128];
	rr_model a, b;
	as_err e;
	int same = 1;

	if (!mkdtemp(dir) || rr_model_open(&a, name, 3, &e) < 0)
		return;
	snprintf(what, sizeof what, "%s: exported and opened", name);
	if (unit_ok(rr_model_export(&a, dir, &e) == 0 && rr_model_open(&b, dir, 0, &e) == 0, what)) {
		for (int w = 0; w < a.nweight; w++) {
			int64_t n = a.weight[w].rows * a.weight[w].cols;
			float *x = malloc((size_t)n * sizeof *x + 1), *y = malloc((size_t)n * sizeof *y + 1);
			same &= x && y && n == b.weight[w].rows * b.weight[w].cols &&
			    rr_weight_read(&a, w, 0, n, x, &e) == 0 &&
			    rr_weight_read(&b, w, 0, n, y, &e) == 0 && memcmp(x, y, (size_t)n * sizeof *x) == 0;
			free(x);
			free(y);
		}
		snprintf(what, sizeof what, "%s: every weight reads back, bit for bit", name);
		unit_ok(same && a.dim == b.dim && a.eps == b.eps && a.theta == b.theta && a.tied == b.tied, what);
		rr_model_close(&b);
	} else
		printf("# %s %s\n", e.file, e.msg);
	rr_model_close(&a);
	for (int i = 0; i < 2; i++) {
		snprintf(path, sizeof path, "%s/%s", dir, i ? "config.json" : "model.safetensors");
		unlink(path);
	}
	rmdir(dir);
}

int
main(void)
{
	formats();
	weights();
	shapes();
	checkpoint("tiny-gpt2");
	checkpoint("tiny-qwen2");
	return 0;
}
