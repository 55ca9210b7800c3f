#include "intern.h"

#include <stdlib.h>
#include <string.h>

/* FNV-1a, eight bytes at a time, finished by a multiply and shift (murmur3's). */
static uint64_t
hash(const char *s, size_t n)
{
	uint64_t h = 1469598103934665603u ^ n, w;

	for (; n >= 8; s += 8, n -= 8) {
		memcpy(&w, s, 8);
		h = (h ^ w) * 0xff51afd7ed558ccdu;
		h ^= h >> 32;
	}
	for (; n > 0; s++, n--)
		h = (h ^ (unsigned char)*s) * 1099511628211u;
	h ^= h >> 33;
	h *= 0xff51afd7ed558ccdu;
	return h ^ (h >> 33);
}

static int
enlarge(as_intern *t)
{
	size_t nslot = t->nslot ? t->nslot * 2 : 64, i;
	uint32_t *slot = calloc(nslot, sizeof *slot);

	if (!slot)
		return -1;
	for (uint32_t id = 0; id < t->n; id++) {
		i = hash(t->str[id], t->len[id]) & (nslot - 1);
		while (slot[i])
			i = (i + 1) & (nslot - 1);
		slot[i] = id + 1;
	}
	free(t->slot);
	t->slot = slot;
	t->nslot = nslot;
	return 0;
}

/* The slot that s has or would get; there is a free one. */
static size_t
slot_of(const as_intern *t, const char *s, size_t n)
{
	size_t i = hash(s, n) & (t->nslot - 1);

	for (; t->slot[i]; i = (i + 1) & (t->nslot - 1)) {
		uint32_t id = t->slot[i] - 1;
		if (t->len[id] == n && memcmp(t->str[id], s, n) == 0)
			break;
	}
	return i;
}

uint32_t
as_intern_find(const as_intern *t, const char *s, size_t n)
{
	/* 0, which marks a free slot, becomes UINT32_MAX */
	return t->nslot ? t->slot[slot_of(t, s, n)] - 1 : UINT32_MAX;
}

uint32_t
as_intern_id(as_intern *t, const char *s, size_t n)
{
	size_t i, *len;
	char *copy, **str;

	if ((t->n + 1) * (size_t)2 > t->nslot && enlarge(t) != 0)
		return UINT32_MAX;
	i = slot_of(t, s, n);
	if (t->slot[i])
		return t->slot[i] - 1;
	if (t->n == t->cap) {
		size_t cap = t->cap ? t->cap * 2 : 64;
		if (cap >= UINT32_MAX)
			return UINT32_MAX;
		if ((str = realloc(t->str, cap * sizeof *str)) != NULL)
			t->str = str;
		if ((len = realloc(t->len, cap * sizeof *len)) != NULL)
			t->len = len;
		if (!str || !len)
			return UINT32_MAX;
		t->cap = cap;
	}
	if (!(copy = malloc(n + 1)))
		return UINT32_MAX;
	if (n)
		memcpy(copy, s, n);
	copy[n] = '\0';
	t->str[t->n] = copy;
	t->len[t->n] = n;
	t->slot[i] = t->n + 1;
	return t->n++;
}

void
as_intern_free(as_intern *t)
{
	for (uint32_t i = 0; i < t->n; i++)
		free(t->str[i]);
	free(t->str);
	free(t->len);
	free(t->slot);
	memset(t, 0, sizeof *t);
}
