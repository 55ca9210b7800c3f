/* ops.h - the arguments of every operation, in one table.
 *
 * OP(name, pointers, dimensions): a kernel is as_NAME(as_NAME_args a). The members stand in the
 * order of rr_op.p and .d (plan.h); f is the norm's epsilon or the scale of scores. Moves: how
 * many elements must pass through memory, a row being N of them; times the size of as_real these
 * are bytes. What is a few rows beside a matrix or the cache is left out. x is (T, N) or (T, K),
 * qkv (T, (H + 2 KV) hd), a cache (B, KV, S, hd), table (position, cos | sin), state (B, flags.h).
 * The T rows are T / B of each of B sequences, which all are at the position of the first. */
#ifndef AS_OPS_H
#define AS_OPS_H

#define AS_OPS(OP, P, D) \
	/* x = wte[ids] (+ wpe from the state's position on, if AS_POS). Moves 3 rows a token. */ \
	OP(embed, P(as_real, x) P(const int, ids) P(const as_real, wte) P(const as_real, wpe) \
	    P(const int, state), D(t) D(n) D(flags) D(b)) \
	/* x += positions. Moves 3 rows a token. */ \
	OP(posadd, P(as_real, x) P(const as_real, wpe) P(const int, state), D(t) D(n) D(b)) \
	/* v = y (+ bias) (+ x, then x = v, else y = v); out = norm of v. Moves 5 rows a token. */ \
	OP(rows, P(as_real, y) P(const as_real, bias) P(as_real, x) P(const as_real, gain) \
	    P(const as_real, beta) P(as_real, out), D(t) D(n) D(flags)) \
	/* y (T, N) = x (T, K) w (N, K)^T; wide: y is fp32; rt, ct: the tile. Moves N K. */ \
	OP(matmul_nt, P(const as_real, x) P(const as_real, w) P(void, y), \
	    D(t) D(k) D(n) D(wide) D(rt) D(ct)) \
	/* The same of w (K, N). */ \
	OP(matmul_nn, P(const as_real, x) P(const as_real, w) P(void, y), \
	    D(t) D(k) D(n) D(wide) D(rt) D(ct)) \
	/* Rotates queries and keys in place. Moves 2 (H + KV) hd a token. */ \
	OP(rope, P(as_real, qkv) P(const float, table) P(const int, state), \
	    D(t) D(h) D(kv) D(hd) D(b)) \
	/* RMSNorm of each head's q and k in place; gain (q | k, hd). Moves 2 (H + KV) hd a token. */ \
	OP(headnorm, P(as_real, qkv) P(const as_real, gain), D(t) D(h) D(kv) D(hd)) \
	/* Keys and values into the cache, past rows of the old one in front. Moves 4 KV hd a row. */ \
	OP(append, P(const as_real, qkv) P(as_real, k) P(as_real, v) P(const int, state) \
	    P(const as_real, oldk) P(const as_real, oldv), \
	    D(t) D(h) D(kv) D(hd) D(s) D(past) D(old) D(b)) \
	/* score (H, T, S) = q k f, -inf where not seen. Moves the seen keys. */ \
	OP(scores, P(const as_real, qkv) P(const as_real, k) P(float, score) P(const int, state), \
	    D(t) D(h) D(kv) D(hd) D(s) D(b)) \
	/* Of the seen part of each row; the rest is 0. Moves 2 H T S floats. */ \
	OP(softmax, P(float, score) P(const int, state), D(t) D(h) D(s) D(b)) \
	/* mix (T, H hd) = score v. Moves the seen values and H T S floats. */ \
	OP(values, P(const float, score) P(const as_real, v) P(as_real, mix), \
	    D(t) D(h) D(kv) D(hd) D(s) D(b)) \
	/* The tanh form, of in (+ bias). Moves 2 rows a token. */ \
	OP(gelu, P(const as_real, in) P(const as_real, bias) P(as_real, out), D(t) D(n) D(flags)) \
	/* out = silu(gate) up, in = (gate | up). Moves 3 rows a token. */ \
	OP(silumul, P(const as_real, in) P(as_real, out), D(t) D(n)) \
	/* out (B, N) = the last valid row of each sequence of x. Moves 2 rows for each. */ \
	OP(gather, P(const as_real, x) P(as_real, out) P(const int, state), D(t) D(n) D(b)) \
	/* Greedy choice on those rows, into ids (B) and tokens (step, B); then states move on. Moves \
	 * N floats for each. */ \
	OP(argmax, P(const float, logits) P(int, state) P(int, ids) P(int, tokens), D(t) D(n) D(b)) \
	/* Bias, rope, append as the flags say. Moves 2 (H + 2 KV) hd a token. */ \
	OP(qkv, P(as_real, qkv) P(as_real, k) P(as_real, v) P(const int, state) \
	    P(const as_real, oldk) P(const as_real, oldv) P(const as_real, bias) \
	    P(const float, table), D(t) D(h) D(kv) D(hd) D(s) D(past) D(old) D(b) \
	    D(flags)) \
	/* The three; fixed: old keys stay where they are. Moves the seen keys and values. */ \
	OP(attn, P(const as_real, qkv) P(const as_real, k) P(const as_real, v) P(as_real, mix) \
	    P(float, score) P(const int, state), D(t) D(h) D(kv) D(hd) D(s) D(b) D(fixed)) \
	/* (norm) product (bias) (gelu, silumul or residual). Moves N K, with AS_SILU 2 N K. */ \
	OP(linear, P(const as_real, x) P(const as_real, w) P(void, y) P(const as_real, bias) \
	    P(const as_real, gain) P(const as_real, beta) P(unsigned long long, best) \
	    P(const int, state), D(t) D(k) D(n) D(flags) D(b)) \
	/* norm product (bias) (rope) append. Moves (H + 2 KV) hd K. */ \
	OP(linear_qkv, P(const as_real, x) P(const as_real, w) P(as_real, q) P(const as_real, bias) \
	    P(const as_real, gain) P(const as_real, beta) P(as_real, k) P(as_real, v) \
	    P(const int, state) P(const float, table) P(const as_real, oldk) P(const as_real, oldv), \
	    D(t) D(h) D(kv) D(hd) D(s) D(past) D(old) D(k_in) D(flags) D(b)) \
	/* argmax of what the head's blocks left in best (B, AS_BLOCKS), which it moves. */ \
	OP(choose, P(const unsigned long long, best) P(int, state) P(int, ids) P(int, tokens), D(b))

#define AS_P(type, member) type *member;
#define AS_D(member) long member;
#define AS_STRUCT(name, p, d) typedef struct { p d float f; } as_##name##_args;
AS_OPS(AS_STRUCT, AS_P, AS_D)
#undef AS_P
#undef AS_D
#undef AS_STRUCT

/* as_NAME_of: from arrays in the table's order. */
#define AS_P(type, member) a.member = (type *)*p++;
#define AS_D(member) a.member = *d++;
#define AS_FILL(name, pointers, dims) \
	AS_INLINE as_##name##_args \
	as_##name##_of(void *const *p, const long *d, const float *f) \
	{ \
		as_##name##_args a; \
		pointers dims \
		(void)d; \
		a.f = *f; \
		return a; \
	}
AS_OPS(AS_FILL, AS_P, AS_D)
#undef AS_P
#undef AS_D
#undef AS_FILL

#endif
