/* safetensors.h - tensors of a Hugging Face checkpoint, memory-mapped.
 *
 * Format: https://huggingface.co/docs/safetensors - 8 bytes little-endian
 * length of a JSON header, the header, the data. One file, or the shards that
 * model.safetensors.index.json names. */
#ifndef RR_SAFETENSORS_H
#define RR_SAFETENSORS_H

#include <stdint.h>

#include "err.h"

typedef enum { RR_F32, RR_F16, RR_BF16 } rr_dtype;

enum { RR_MAX_RANK = 4 };

typedef struct {
	char *name;
	rr_dtype dtype;
	int rank;
	int64_t shape[RR_MAX_RANK];
	const void *data; /* in the mapping; row-major; may be unaligned */
	int64_t n;        /* elements */
} rr_tensor;

typedef struct {
	rr_tensor *tensor;
	size_t n;
	struct rr_map { void *base; size_t size; char *path; } *map;
	size_t nmap;
} rr_tensors;

/* Maps model.safetensors of dir, or the shards of its index. Every header is
 * checked against its file: lengths, offsets, shapes times width. */
int rr_tensors_open(rr_tensors *ts, const char *dir, as_err *e);
void rr_tensors_close(rr_tensors *ts);

/* NULL if there is none of that name. */
const rr_tensor *rr_tensors_find(const rr_tensors *ts, const char *name);

size_t rr_dtype_size(rr_dtype t);
const char *rr_dtype_name(rr_dtype t); /* "fp32" "fp16" "bf16" */
int rr_dtype_parse(const char *s, rr_dtype *out); /* also "float32" ...; -1: none */

/* n elements of dtype from at src as fp32, and fp32 as dtype to (nearest even). */
void rr_to_f32(float *dst, const void *src, rr_dtype from, int64_t n);
void rr_from_f32(void *dst, rr_dtype to, const float *src, int64_t n);

#endif
