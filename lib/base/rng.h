/* rng.h - pseudo-random numbers that are the same on every machine.
 *
 * xoshiro256** 1.0 of Blackman, Vigna (2021), "Scrambled linear pseudorandom
 * number generators", ACM TOMS 47(4), its state filled by splitmix64 from the
 * seed, as its authors recommend. Not for secrets. */
#ifndef AS_RNG_H
#define AS_RNG_H

#include <stdint.h>

typedef struct { uint64_t s[4]; } as_rng;

static inline void
as_rng_seed(as_rng *r, uint64_t seed)
{
	for (int i = 0; i < 4; i++) {
		uint64_t z = seed += 0x9e3779b97f4a7c15u;

		z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
		z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
		r->s[i] = z ^ (z >> 31);
	}
}

static inline uint64_t
as_rng_next(as_rng *r)
{
	uint64_t *s = r->s, x = s[1] * 5, t = s[1] << 17;

	x = ((x << 7) | (x >> 57)) * 9;
	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= t;
	s[3] = (s[3] << 45) | (s[3] >> 19);
	return x;
}

/* A whole number from 0 to below n, each as likely: Lemire (2019), ACM Trans.
 * Model. Comput. Simul. 29(1). n > 0. */
static inline uint32_t
as_rng_below(as_rng *r, uint32_t n)
{
	uint64_t m = (as_rng_next(r) >> 32) * n;

	if ((uint32_t)m < n)
		for (uint32_t least = -n % n; (uint32_t)m < least; )
			m = (as_rng_next(r) >> 32) * n;
	return (uint32_t)(m >> 32);
}

/* A real number from 0 to below 1, of 53 bits. */
static inline double
as_rng_real(as_rng *r)
{
	return (double)(as_rng_next(r) >> 11) * 0x1p-53;
}

#endif
