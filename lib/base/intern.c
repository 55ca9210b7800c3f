#include "intern.h"

#include <stdlib.h>
#include <string.h>

#include "grow.h"

enum { FIRST_BLOCK = 1 << 10, LARGEST_BLOCK = 1 << 20 };

#define LONG 0xff000000u

/* FNV-1a, eight bytes at a time; the last eight may overlap those before: the length, which
 * comes first, tells them apart. */
static uint64_t
hash(const char *s, size_t n)
{
	uint64_t h = 1469598103934665603u ^ n, w;
	const char *last = s + n - 8;

	for (; s < last; s += 8) {
		memcpy(&w, s, 8);
		h = (h ^ w) * 0xff51afd7ed558ccdu;
		h ^= h >> 32;
	}
	memcpy(&w, last, 8);
	return h ^ w;
}

/* murmur3's finisher */
static uint64_t
mix(uint64_t h)
{
	h *= 0xff51afd7ed558ccdu;
	h ^= h >> 33;
	h *= 0xc4ceb9fe1a85ec53u;
	return h ^ (h >> 33);
}

/* The slot that s takes, not yet with its number, nor with the address of a long string. *h becomes
 * the hash of s. */
static as_intern_slot
slot_for(const char *s, size_t n, uint64_t *h)
{
	as_intern_slot k = {0, (uint32_t)n << 24, 0};
	uint32_t a, b;

	if (n > AS_INTERN_SHORT) {
		*h = mix(hash(s, n));
		k.tail = LONG | (uint32_t)(*h >> 40);
		return k;
	}
	if (n >= 8)
		memcpy(&k.head, s, 8);
	else if (n >= 4) {
		memcpy(&a, s, 4);
		memcpy(&b, s + n - 4, 4);
		k.head = (uint64_t)a << 32 | b;
	} else
		for (size_t i = 0; i < n; i++)
			k.head = k.head << 8 | (unsigned char)s[i];
	for (size_t i = n > 8 ? n - 3 : n; i < n; i++)
		k.tail |= (uint32_t)(unsigned char)s[i] << 8 * (n - 1 - i);
	*h = mix(k.head ^ k.tail * UINT64_C(0x9e3779b97f4a7c15));
	return k;
}

static int
same(const as_intern_slot *slot, const as_intern_slot *k, const char *s, size_t n)
{
	const char *stored;
	size_t len;

	if (slot->tail != k->tail || k->tail < LONG)
		return slot->tail == k->tail && slot->head == k->head;
	stored = (const char *)(uintptr_t)slot->head;
	memcpy(&len, stored - sizeof len, sizeof len);
	return len == n && memcmp(stored, s, n) == 0;
}

/* The slot that s, of hash h, has or would get; there is a free one. */
static as_intern_slot *
find(const as_intern *t, const as_intern_slot *k, uint64_t h, const char *s, size_t n)
{
	size_t i = h & (t->nslot - 1);

	while (t->slot[i].number && !same(&t->slot[i], k, s, n))
		i = (i + 1) & (t->nslot - 1);
	return &t->slot[i];
}

static void
put(as_intern_slot *slot, as_intern_slot k, uint32_t id, const char *str)
{
	*slot = k;
	slot->number = id + 1;
	if (k.tail >= LONG)
		slot->head = (uintptr_t)str;
}

static int
enlarge(as_intern *t)
{
	size_t nslot = t->nslot ? t->nslot * 2 : 64, i;
	as_intern_slot *slot = calloc(nslot, sizeof *slot), k;
	uint64_t h;

	if (!slot)
		return -1;
	for (uint32_t id = 0; id < t->n; id++) {
		k = slot_for(t->str[id], t->len[id], &h);
		for (i = h & (nslot - 1); slot[i].number; i = (i + 1) & (nslot - 1))
			;
		put(&slot[i], k, id, t->str[id]);
	}
	free(t->slot);
	t->slot = slot;
	t->nslot = nslot;
	return 0;
}

uint32_t
as_intern_find(const as_intern *t, const char *s, size_t n)
{
	uint64_t h;
	as_intern_slot k = slot_for(s, n, &h);

	/* 0, which marks a free slot, becomes UINT32_MAX */
	return t->nslot ? find(t, &k, h, s, n)->number - 1 : UINT32_MAX;
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
	uint64_t h;
	as_intern_slot k = slot_for(s, n, &h), *slot;
	char *copy;

	if ((t->n + (size_t)1) * 4 > t->nslot * 3 && enlarge(t) != 0)
		return UINT32_MAX;
	slot = find(t, &k, h, s, n);
	if (slot->number)
		return slot->number - 1;
	if (t->n == t->cap) {
		size_t cap = t->cap, same = cap;

		if (cap >= UINT32_MAX / 2 || as_grow(&t->str, t->n, &cap, sizeof *t->str) != 0 ||
		    as_grow(&t->len, t->n, &same, sizeof *t->len) != 0)
			return UINT32_MAX;
		t->cap = cap;
	}
	if (!(copy = keep(t, s, n)))
		return UINT32_MAX;
	t->str[t->n] = copy;
	t->len[t->n] = n;
	put(slot, k, t->n, copy);
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
