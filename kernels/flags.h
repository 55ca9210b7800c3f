/* flags.h - what kernels of both devices and the plan agree on. */
#ifndef AS_FLAGS_H
#define AS_FLAGS_H

/* flags of embed, rows, gelu, qkv, linear and linear_qkv; WIDE: the output is always fp32 */
enum { AS_BIAS = 1, AS_ADD = 2, AS_LAYERNORM = 4, AS_RMSNORM = 8, AS_POS = 16, AS_ROPE = 32,
    AS_GELU = 64, AS_SILU = 128, AS_WIDE = 256 };

/* blocks of the head where each leaves its best logit: four on each of 132 multiprocessors */
enum { AS_BLOCKS = 528 };

/* int32 words of each sequence's state, which lives on the device: position of its next
 * token, its valid rows of this call, greedy tokens written so far */
enum { AS_ST_POS, AS_ST_VALID, AS_ST_STEP, AS_ST_WORDS };

#endif
