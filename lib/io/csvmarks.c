#include "csvmarks.h"

#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum { BLOCK = 64 };

/* What of a block has been seen, one bit a byte. */
typedef struct { uint64_t marks, cr, nul, high; } found;

#ifdef __SSE2__
static found
look(const char *s, char delim)
{
	const __m128i comma = _mm_set1_epi8(delim), line = _mm_set1_epi8('\n'), quote = _mm_set1_epi8('"'),
	    cr = _mm_set1_epi8('\r'), nul = _mm_setzero_si128();
	__m128i crs = nul, nuls = nul, all = nul;
	found f = {0, 0, 0, 0};

	for (int i = 0; i < BLOCK; i += 16) {
		__m128i w = _mm_loadu_si128((const __m128i *)(const void *)(s + i));
		__m128i m = _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(w, comma), _mm_cmpeq_epi8(w, line)),
		    _mm_cmpeq_epi8(w, quote));

		f.marks |= (uint64_t)(unsigned)_mm_movemask_epi8(m) << i;
		crs = _mm_or_si128(crs, _mm_cmpeq_epi8(w, cr));
		nuls = _mm_or_si128(nuls, _mm_cmpeq_epi8(w, nul));
		all = _mm_or_si128(all, w);
	}
	f.cr = (uint64_t)_mm_movemask_epi8(crs);
	f.nul = (uint64_t)_mm_movemask_epi8(nuls);
	f.high = (uint64_t)_mm_movemask_epi8(all);
	return f;
}
#else
/* One bit for each byte of w that is b; byte 0 of s is bit 0. */
static uint64_t
equal(uint64_t w, unsigned char b)
{
	const uint64_t low = 0x7f7f7f7f7f7f7f7fu;

	w ^= 0x0101010101010101u * b;
	return ((~(((w & low) + low) | w | low)) >> 7) * 0x0102040810204080u >> 56;
}

static found
look(const char *s, char delim)
{
	found f = {0, 0, 0, 0};
	uint64_t w;

	for (int i = 0; i < BLOCK; i += 8) {
		memcpy(&w, s + i, 8);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
		w = __builtin_bswap64(w);
#endif
		f.marks |= (equal(w, (unsigned char)delim) | equal(w, '\n') | equal(w, '"')) << i;
		f.cr |= equal(w, '\r');
		f.nul |= equal(w, 0);
		f.high |= w & 0x8080808080808080u;
	}
	return f;
}
#endif

void
as_csv_mark(as_csv_marks *m, const char *s, size_t n, char comma)
{
	found all = {0, 0, 0, 0}, f;
	char last[BLOCK];
	uint16_t *at = m->at;

	for (size_t i = 0; i < n; i += BLOCK) {
		if (n - i >= BLOCK)
			f = look(s + i, comma);
		else {
			memset(last, ' ', sizeof last);
			memcpy(last, s + i, n - i);
			f = look(last, comma);
		}
		for (; f.marks; f.marks &= f.marks - 1)
			*at++ = (uint16_t)(i + (size_t)__builtin_ctzll(f.marks));
		all.cr |= f.cr;
		all.nul |= f.nul;
		all.high |= f.high;
	}
	m->n = (size_t)(at - m->at);
	m->cr = all.cr != 0;
	m->nul = all.nul != 0;
	m->high = all.high != 0;
}
