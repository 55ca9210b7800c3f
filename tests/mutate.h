/* mutate.h - files damaged at random, the same for the same seed: bytes, blocks, lines, words,
 * numbers, nesting, delimiters, and pieces of another file. */
#ifndef MUTATE_H
#define MUTATE_H

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "rng.h"

enum { MUTANT_MAX = 1 << 20 };

typedef struct { char *s; size_t n; } mutant; /* s has room for MUTANT_MAX */

static inline size_t
mt_below(as_rng *g, size_t n)
{
	return n ? as_rng_below(g, (uint32_t)n) : 0;
}

/* Puts n bytes of s in the place of cut bytes at at. */
static inline void
mt_put(mutant *m, size_t at, size_t cut, const char *s, size_t n)
{
	if (m->n - cut + n > MUTANT_MAX)
		return;
	memmove(m->s + at + n, m->s + at + cut, m->n - at - cut);
	memcpy(m->s + at, s, n);
	m->n += n - cut;
}

static inline void
mt_text(mutant *m, size_t at, size_t cut, const char *s)
{
	mt_put(m, at, cut, s, strlen(s));
}

/* A block: any bytes, or whole lines. */
static inline size_t
mt_block(const mutant *m, as_rng *g, size_t *n)
{
	size_t at = mt_below(g, m->n), end;

	if (mt_below(g, 2)) { /* lines */
		while (at > 0 && m->s[at - 1] != '\n')
			at--;
		end = at;
		for (size_t k = 1 + mt_below(g, 3); k > 0; k--) {
			while (end < m->n && m->s[end] != '\n')
				end++;
			end += end < m->n;
		}
		*n = end - at;
	} else
		*n = mt_below(g, (m->n - at < 200 ? m->n - at : 200) + 1);
	return at;
}

/* A run of characters of a kind, the next from a random place on; 0 if there is none. */
static inline size_t
mt_run(const mutant *m, as_rng *g, int (*is)(int), size_t *at)
{
	size_t from = mt_below(g, m->n), to;

	while (from < m->n && !is((unsigned char)m->s[from]))
		from++;
	while (from > 0 && is((unsigned char)m->s[from - 1]) && from < m->n)
		from--;
	for (to = from; to < m->n && is((unsigned char)m->s[to]); to++)
		;
	*at = from;
	return to - from;
}

static int mt_numeric(int c) { return isdigit(c) || c == '.'; }
static int mt_wordly(int c) { return isalpha(c) || c == '_'; }

static inline void
mt_swap(mutant *m, as_rng *g)
{
	size_t na, nb, a = mt_block(m, g, &na), b = mt_block(m, g, &nb);
	char *copy;

	if (a > b) {
		size_t t = a;

		a = b, b = t;
		t = na, na = nb, nb = t;
	}
	if (a + na > b || !(copy = malloc(nb + na + 1)))
		return;
	memcpy(copy, m->s + b, nb);
	memcpy(copy + nb, m->s + a, na);
	mt_put(m, b, nb, copy + nb, na);
	mt_put(m, a, na, copy, nb);
	free(copy);
}

/* Copies a block to another place, times often. */
static inline void
mt_copy(mutant *m, as_rng *g, size_t times)
{
	size_t n, at = mt_block(m, g, &n), to = mt_below(g, 2) ? at : mt_below(g, m->n + 1);
	char *copy = malloc(n + 1);

	if (copy)
		memcpy(copy, m->s + at, n);
	for (; copy && times > 0 && m->n < 64 * 1024; times--)
		mt_put(m, to, 0, copy, n);
	free(copy);
}

/* Puts another number in the place of one; alone: of one that stands by itself, and one for one. */
static inline void
mt_number(mutant *m, as_rng *g, int alone)
{
	static const char *const edges[] = {"-1", "1e400", "NaN", "1e-320",
	    "1000000000000000000000000000000", "", "0", "-0", "1e308", "-1e308",
	    "Infinity", "-Infinity", "inf", "2147483648", "4294967296", "18446744073709551616",
	    "9999999", "1e7", "0.5", "1,5", "1.234.567", "1.5ms", "PT1.5S", "0x10", "null", "\"7\"",
	    "[]", "{}", "true", "12e", "--1", "1_000"};
	const char *edge = edges[mt_below(g, sizeof edges / sizeof *edges)];
	size_t at = 0, n = 0;

	for (int tries = 0; tries < 100; tries++) {
		n = mt_run(m, g, mt_numeric, &at);
		if (!alone || (n && at > 1 && (strchr(" \t\n,;[", m->s[at - 1]) ||
		    memcmp(m->s + at - 2, "\":", 2) == 0) && at + n < m->n && m->s[at + n] != '_'))
			break;
	}
	mt_text(m, at, n, alone && strchr(edge, ',') ? "x" : edge);
}

static inline void
mt_word(mutant *m, as_rng *g)
{
	size_t at, from, k = mt_run(m, g, mt_wordly, &from), n;
	char word[64];

	if (k > sizeof word)
		return;
	memcpy(word, m->s + from, k);
	n = mt_run(m, g, mt_wordly, &at);
	mt_put(m, at, n, word, k);
}

static inline void
mt_nest(mutant *m, as_rng *g)
{
	static const char *const open[] = {"[", "{\"a\":", "\"", "(", "{"};
	static const char *const close[] = {"]", "}", "\"", ")", "}"};
	size_t kind = mt_below(g, 5), at, depth;

	mt_run(m, g, mt_numeric, &at);
	depth = 1 + mt_below(g, 100);
	for (size_t k = 0; k < depth; k++) {
		mt_text(m, at, 0, close[kind]);
		mt_text(m, at, 0, open[kind]);
		at += strlen(open[kind]);
	}
}

static inline void
mt_delimiter(mutant *m, as_rng *g)
{
	static const char by[] = ",;\t|: \n\r\"'";
	char from = by[mt_below(g, 6)], to = by[mt_below(g, sizeof by - 1)];
	size_t at = mt_below(g, 2) ? 0 : mt_below(g, m->n);
	size_t end = mt_below(g, 2) ? m->n : at + mt_below(g, m->n - at + 1);

	for (; at < end; at++)
		if (m->s[at] == from)
			m->s[at] = to;
}

static inline void
mt_bytes(mutant *m, as_rng *g)
{
	static const char odd[] = "\"{}[],;:\n\r\t'-+.eE0\\#= \0\xff\xc3\xe2";

	for (size_t k = 1 + mt_below(g, 4); k > 0 && m->n > 0; k--)
		m->s[mt_below(g, m->n)] = mt_below(g, 2) ? odd[mt_below(g, sizeof odd - 1)] :
		    (char)mt_below(g, 256);
}

static inline void
mt_mark(mutant *m, as_rng *g)
{
	static const struct { const char *s; size_t n; } marks[] = {{"\x1f\x8b", 2},
	    {"\x1f\x8b\x08\0\0\0\0\0\0\x03", 10}, {"\x28\xb5\x2f\xfd", 4},
	    {"\xff\xfe", 2}, {"\xfe\xff", 2},
	    {"\xef\xbb\xbf", 3}, {"\0", 1}, {"# ", 2}, {"[", 1}, {"{", 1},
	    {"<?xml ", 6}, {"PK\x03\x04", 4}, {"PAR1", 4}};
	size_t k = mt_below(g, sizeof marks / sizeof *marks);

	mt_put(m, 0, mt_below(g, 2) && m->n >= marks[k].n ? marks[k].n : 0, marks[k].s, marks[k].n);
}

/* UTF-16 with its mark as one byte a character, so that the text is damaged and not the pairs; and
 * back. big: of the mark. */
static inline void
mt_narrow(mutant *m, int *big)
{
	size_t n = 0;

	*big = m->s[0] == '\xfe';
	for (size_t i = 2; i + 1 < m->n; i += 2)
		m->s[n++] = m->s[i + (size_t)*big];
	m->n = n;
}

static inline void
mt_widen(mutant *m, int big)
{
	size_t n = m->n < MUTANT_MAX / 2 - 1 ? m->n : MUTANT_MAX / 2 - 1;

	for (size_t i = n; i > 0; i--) {
		m->s[2 * i + (size_t)big] = m->s[i - 1];
		m->s[2 * i + (size_t)!big] = '\0';
	}
	m->s[0] = big ? '\xfe' : '\xff';
	m->s[1] = big ? '\xff' : '\xfe';
	m->n = 2 * n + 2;
}

/* Damages m in one to four ways; other is a file to take pieces from. */
static inline void
mutate(mutant *m, const char *other, size_t nother, as_rng *g)
{
	size_t times = 1 + (mt_below(g, 2) ? 0 : mt_below(g, 4)), n, at;

	for (; times > 0; times--)
		switch (mt_below(g, 16)) {
		case 0: case 1: mt_bytes(m, g); break;
		case 2: at = mt_block(m, g, &n); mt_put(m, at, n, "", 0); break;
		case 3: mt_copy(m, g, 1); break;
		case 4: mt_copy(m, g, 1 + mt_below(g, 300)); break;
		case 5: mt_swap(m, g); break;
		case 6: m->n = mt_below(g, m->n + 1); break;
		case 7: case 8: case 9: mt_number(m, g, 0); break;
		case 10: case 11: mt_word(m, g); break;
		case 12: mt_nest(m, g); break;
		case 13: mt_delimiter(m, g); break;
		case 14:
			m->n = mt_below(g, m->n + 1);
			at = mt_below(g, nother);
			mt_put(m, m->n, 0, other + at, nother - at);
			break;
		default: mt_mark(m, g); break;
		}
}

#endif
