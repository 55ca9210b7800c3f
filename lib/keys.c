#include "keys.h"

#include <stdlib.h>
#include <string.h>

#include "grow.h"

/* The slot that key has or would get; there is a free one. The upper half of the product is
 * what all bits of the key have mixed into. */
static uint32_t
slot_of(const as_keys *t, uint64_t key)
{
	uint32_t i = (uint32_t)(key * 0x9e3779b97f4a7c15u >> 32) & (t->nslot - 1);

	while (t->slot[i] && t->key[t->slot[i] - 1] != key)
		i = (i + 1) & (t->nslot - 1);
	return i;
}

static int
enlarge(as_keys *t)
{
	uint32_t nslot = t->nslot ? t->nslot * 2 : 64, *slot;

	if (nslot < t->nslot || !(slot = calloc(nslot, sizeof *slot)))
		return -1;
	free(t->slot);
	t->slot = slot;
	t->nslot = nslot;
	for (uint32_t id = 0; id < t->n; id++)
		slot[slot_of(t, t->key[id])] = id + 1;
	return 0;
}

uint32_t
as_keys_find(const as_keys *t, uint64_t key)
{
	/* 0, which marks a free slot, becomes UINT32_MAX */
	return t->nslot ? t->slot[slot_of(t, key)] - 1 : UINT32_MAX;
}

uint32_t
as_keys_id(as_keys *t, uint64_t key)
{
	uint32_t i;

	if (t->n >= t->nslot / 2 && enlarge(t) != 0)
		return UINT32_MAX;
	i = slot_of(t, key);
	if (t->slot[i])
		return t->slot[i] - 1;
	if (as_grow32(&t->key, t->n, &t->cap, sizeof *t->key) != 0)
		return UINT32_MAX;
	t->key[t->n] = key;
	t->slot[i] = t->n + 1;
	return t->n++;
}

void
as_keys_clear(as_keys *t)
{
	t->n = 0;
	if (t->nslot)
		memset(t->slot, 0, t->nslot * sizeof *t->slot);
}

void
as_keys_free(as_keys *t)
{
	free(t->key);
	free(t->slot);
	memset(t, 0, sizeof *t);
}
