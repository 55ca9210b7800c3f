#include "aot.h"

#include "kernels/cpu/attn.h"

#define AOT(name) \
	static void name(void *const *p, const long *d, const float *f) \
	{ as_##name(as_##name##_of(p, d, f)); }
AOT(embed) AOT(posadd) AOT(rows) AOT(rope) AOT(append) AOT(qkv) AOT(scores) AOT(softmax) AOT(values)
AOT(attn) AOT(headnorm) AOT(gelu) AOT(silumul) AOT(gather) AOT(argmax)

rr_cpu_kernel *const rr_cpu_aot[RR_NOPS] = {
	[RR_OP_EMBED] = embed, [RR_OP_POSADD] = posadd, [RR_OP_ROWS] = rows, [RR_OP_ROPE] = rope,
	[RR_OP_APPEND] = append, [RR_OP_QKV] = qkv, [RR_OP_SCORES] = scores, [RR_OP_SOFTMAX] = softmax,
	[RR_OP_VALUES] = values, [RR_OP_ATTN] = attn, [RR_OP_GELU] = gelu, [RR_OP_SILUMUL] = silumul,
	[RR_OP_GATHER] = gather, [RR_OP_ARGMAX] = argmax, [RR_OP_HEADNORM] = headnorm,
};
