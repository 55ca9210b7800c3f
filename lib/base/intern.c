#include "intern.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_BLOCK = 1 << 10, LARGEST_BLOCK = 1 << 20 };

/* FNV-1a, eight bytes at a time, finished by a multiply and shift (murmur3's). The last
 * eight bytes may overlap those before: the length, which comes first, tells them apart. */
static uint64_t
hash(const char *s, size_t n)
{
	uint64_t h = 1469598103934665603u ^ n, w;
	const char *last = s + n;

	if (n >= 8) {
		for (; last - s > 8; s += 8) {
			memcpy(&w, s, 8);
			h = (h ^ w) * 0xff51afd7ed558ccdu;
			h ^= h >> 32;
		}
		memcpy(&w, last - 8, 8);
		h ^= w;
	} else if (n >= 4) {
		uint32_t a, b;

		memcpy(&a, s, 4);
		memcpy(&b, last - 4, 4);
		h ^= (uint64_t)a << 32 | b;
	} else
		for (; s < last; s++)
			h = h << 8 ^ (unsigned char)*s;
	h *= 0xff51afd7ed558ccdu;
	h ^= h >> 33;
	h *= 0xc4ceb9fe1a85ec53u;
	return h ^ (h >> 33);
}

static int
enlarge(as_intern *t)
{
	size_t nslot = t->nslot ? t->nslot * 2 : 64, i;
	as_intern_slot *slot = calloc(nslot, sizeof *slot);

	if (!slot)
		return -1;
	for (uint32_t id = 0; id < t->n; id++) {
		uint64_t h = hash(t->str[id], t->len[id]);

		i = h & (nslot - 1);
		while (slot[i].number)
			i = (i + 1) & (nslot - 1);
		slot[i] = (as_intern_slot){(uint32_t)(h >> 32), id + 1, t->str[id]};
	}
	free(t->slot);
	t->slot = slot;
	t->nslot = nslot;
	return 0;
}

static int
same(const char *stored, const char *s, size_t n)
{
	size_t len;

	memcpy(&len, stored - sizeof len, sizeof len);
	return len == n && (n == 0 || memcmp(stored, s, n) == 0);
}

/* The slot that s, of hash h, has or would get; there is a free one. */
static as_intern_slot *
slot_of(const as_intern *t, const char *s, size_t n, uint64_t h)
{
	size_t i = h & (t->nslot - 1);

	while (t->slot[i].number && (t->slot[i].tag != (uint32_t)(h >> 32) || !same(t->slot[i].str, s, n)))
		i = (i + 1) & (t->nslot - 1);
	return &t->slot[i];
}

uint32_t
as_intern_find(const as_intern *t, const char *s, size_t n)
{
	/* 0, which marks a free slot, becomes UINT32_MAX */
	return t->nslot ? slot_of(t, s, n, hash(s, n))->number - 1 : UINT32_MAX;
}

/* A copy of s in the arena, its length before it and a NUL behind. */
static char *
keep(as_intern *t, const char *s, size_t n)
{
	size_t need = sizeof n + n + 1;
	char *p;

	if (n > SIZE_MAX / 2)
		return NULL;
	if (t->size - t->used < need) {
		size_t size = t->size ? t->size * 2 : FIRST_BLOCK;

		if (size > LARGEST_BLOCK)
			size = LARGEST_BLOCK;
		if (size < need + sizeof p)
			size = need + sizeof p;
		if ((p = malloc(size)) == NULL)
			return NULL;
		memcpy(p, &t->block, sizeof p);
		t->block = p;
		t->used = sizeof p;
		t->size = size;
	}
	p = t->block + t->used;
	t->used += need;
	memcpy(p, &n, sizeof n);
	p += sizeof n;
	if (n)
		memcpy(p, s, n);
	p[n] = '\0';
	return p;
}

uint32_t
as_intern_id(as_intern *t, const char *s, size_t n)
{
	uint64_t h = hash(s, n);
	as_intern_slot *slot;
	size_t *len;
	char *copy, **str;

	if ((t->n + 1) * (size_t)2 > t->nslot && enlarge(t) != 0)
		return UINT32_MAX;
	slot = slot_of(t, s, n, h);
	if (slot->number)
		return slot->number - 1;
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
	if (!(copy = keep(t, s, n)))
		return UINT32_MAX;
	t->str[t->n] = copy;
	t->len[t->n] = n;
	*slot = (as_intern_slot){(uint32_t)(h >> 32), t->n + 1, copy};
	return t->n++;
}

void
as_intern_free(as_intern *t)
{
	for (char *next; t->block; t->block = next) {
		memcpy(&next, t->block, sizeof next);
		free(t->block);
	}
	free(t->str);
	free(t->len);
	free(t->slot);
	memset(t, 0, sizeof *t);
}
