/* vec.h - what every CPU kernel rests on: SIMD vectors and a vectorisable exp.
 *
 * The kernels in this folder are compiled twice: ahead of time, where the
 * dimensions are arguments, and at run time, where the runner pastes this same
 * text in front of wrappers that pass literal dimensions. So these files
 * include nothing but each other and need no header of the project.
 *
 * A kernel is `void as_NAME(as_NAME_args a)`; kernels/ops.h lists its
 * arguments and says what it computes. */
#ifndef AS_VEC_H
#define AS_VEC_H

#include <math.h>
#include <stdint.h>
#include <string.h>

typedef float as_real;
#define AS_INLINE static inline __attribute__((always_inline, unused))
#define AS_KERNEL AS_INLINE void

#if defined(__AVX512F__)
enum { AS_VW = 16 };
#elif defined(__AVX__)
enum { AS_VW = 8 };
#else
enum { AS_VW = 4 };
#endif
typedef float as_v __attribute__((vector_size(AS_VW * sizeof(float)), may_alias));

static inline __attribute__((always_inline, unused)) as_v
as_load(const float *p)
{
	as_v v;
	memcpy(&v, p, sizeof v);
	return v;
}

static inline __attribute__((always_inline, unused)) void
as_store(float *p, as_v v)
{
	memcpy(p, &v, sizeof v);
}

static inline __attribute__((always_inline, unused)) float
as_hsum(as_v v)
{
	float s = 0;

	for (int i = 0; i < AS_VW; i++)
		s += v[i];
	return s;
}

/* exp by range reduction and a polynomial of degree 6 (coefficients of the
 * Taylor series on |r| <= ln2/2): relative error under 2e-7. Branch-free, so
 * that loops over it vectorise; arguments are clamped to +-87. */
static inline __attribute__((always_inline, unused)) float
as_expf(float x)
{
	const float magic = 12582912.0f; /* 1.5 * 2^23: rounds to whole */
	union { float f; uint32_t u; } two;
	float n, r, y;

	x = x > 87.0f ? 87.0f : x;
	x = x < -87.0f ? -87.0f : x;
	n = (x * 1.44269504f + magic) - magic;
	r = x - n * 0.693359375f;
	r = r + n * 2.12194440e-4f;
	y = 1.0f / 720;
	y = y * r + 1.0f / 120;
	y = y * r + 1.0f / 24;
	y = y * r + 1.0f / 6;
	y = y * r + 0.5f;
	y = y * r + 1.0f;
	y = y * r + 1.0f;
	two.u = (uint32_t)((int32_t)n + 127) << 23;
	return y * two.f;
}

static inline __attribute__((always_inline, unused)) float
as_sigmoidf(float x)
{
	return 1.0f / (1.0f + as_expf(-x));
}

static inline __attribute__((always_inline, unused)) float
as_dot(const float *a, const float *b, long n)
{
	float s = 0;
	long i = 0;

	if (n >= AS_VW) {
		as_v acc = {0};
		for (; i + AS_VW <= n; i += AS_VW)
			acc += as_load(a + i) * as_load(b + i);
		s = as_hsum(acc);
	}
	for (; i < n; i++)
		s += a[i] * b[i];
	return s;
}

#endif
