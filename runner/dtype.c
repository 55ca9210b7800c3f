#include <string.h>

#include "safetensors.h"

size_t
rr_dtype_size(rr_dtype t)
{
	return t == RR_F32 ? 4 : 2;
}

const char *
rr_dtype_name(rr_dtype t)
{
	return t == RR_F32 ? "fp32" : t == RR_F16 ? "fp16" : "bf16";
}

int
rr_dtype_parse(const char *s, rr_dtype *out)
{
	static const struct { const char *name; rr_dtype t; } known[] = {
		{"fp32", RR_F32}, {"float32", RR_F32}, {"fp16", RR_F16}, {"float16", RR_F16},
		{"bf16", RR_BF16}, {"bfloat16", RR_BF16},
	};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strcmp(s, known[i].name) == 0) {
			*out = known[i].t;
			return 0;
		}
	return -1;
}

static uint32_t
bits(float x)
{
	uint32_t u;
	memcpy(&u, &x, 4);
	return u;
}

static float
from_bits(uint32_t u)
{
	float x;
	memcpy(&x, &u, 4);
	return x;
}

static float
half_to_float(uint16_t h)
{
	uint32_t sign = (uint32_t)(h & 0x8000) << 16, exp = h >> 10 & 31, frac = h & 0x3ff;

	if (exp == 31)
		return from_bits(sign | 0x7f800000 | frac << 13);
	if (exp)
		return from_bits(sign | (exp + 112) << 23 | frac << 13);
	return from_bits(sign) + (sign ? -1.0f : 1.0f) * (float)frac * 0x1p-24f;
}

static uint16_t
float_to_half(float x)
{
	uint32_t u = bits(x), sign = u >> 16 & 0x8000, a = u & 0x7fffffff;

	if (a > 0x7f800000)
		return (uint16_t)(sign | 0x7e00);
	if (a >= 0x477ff000) /* rounds to 65536 or more */
		return (uint16_t)(sign | 0x7c00);
	if (a < 0x38800000) { /* subnormal: the addition rounds to the right bit */
		float m = from_bits(a) + 0.5f;
		return (uint16_t)(sign | (bits(m) - bits(0.5f)));
	}
	a += 0xfff + (a >> 13 & 1);
	return (uint16_t)(sign | (a - 0x38000000) >> 13);
}

void
rr_to_f32(float *dst, const void *src, rr_dtype from, int64_t n)
{
	const unsigned char *b = src;

	if (from == RR_F32) {
		memcpy(dst, src, (size_t)n * 4);
		return;
	}
	for (int64_t i = 0; i < n; i++) {
		uint16_t h;
		memcpy(&h, b + 2 * i, 2);
		dst[i] = from == RR_F16 ? half_to_float(h) : from_bits((uint32_t)h << 16);
	}
}

void
rr_from_f32(void *dst, rr_dtype to, const float *src, int64_t n)
{
	unsigned char *b = dst;

	if (to == RR_F32) {
		memcpy(dst, src, (size_t)n * 4);
		return;
	}
	for (int64_t i = 0; i < n; i++) {
		uint32_t u = bits(src[i]);
		uint16_t h = to == RR_F16 ? float_to_half(src[i])
		    : (uint16_t)((u & 0x7fffffff) > 0x7f800000 ? u >> 16 | 64 :
		    (u + 0x7fff + (u >> 16 & 1)) >> 16);
		memcpy(b + 2 * i, &h, 2);
	}
}
