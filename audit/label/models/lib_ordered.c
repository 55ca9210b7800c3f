/* lib_ordered.c - see vm_impl.h: in which order containers of C++ hold what they hold, and which of them
 * hold everything once. */
#include "../vm/vm_impl.h"

#include <string.h>

#include "words.h"

static int
is_sorted(const char *name)
{
	static const char *const list[] = {"map", "multimap", "set", "multiset"};

	return AS_AMONG(name, list);
}

int
ordered_once(const vm *m, const obj *o)
{
	const char *name = vm_text(m, o->name);

	return o->kind == O_LIST && (strcmp(name, "set") == 0 || strcmp(name, "unordered_set") == 0);
}

/* What a slot is ordered by. */
static value
key_in(vm *m, const obj *o, uint32_t i)
{
	return vm_resolve(m, o->kind == O_DICT ? o->m.slot[i].kv : o->m.slot[i].c->v, 0);
}

int
ordered_has(vm *m, const obj *o, value v, uint32_t node)
{
	int has = 0;

	for (uint32_t i = 0; i < o->m.n; i++) {
		int k = o->m.slot[i].c->v.kind ? vm_known(m, vm_compare(m, "==", v, key_in(m, o, i), node)) : 0;
		if (k == 1)
			return 1;
		if (k < 0)
			has = -1;
	}
	return has ? has : o->loose ? -1 : 0;
}

/* What a set is made of, each of it once. */
static void
each_once(vm *m, obj *l)
{
	obj *once = list_of(m, O_LIST, l->node);

	for (int64_t i = 0; i < list_len(l); i++) {
		int has = ordered_has(m, once, list_at(l, i), l->node);
		if (has < 0)
			l->loose = 1;
		if (has < 1)
			list_add(m, once, list_at(l, i));
	}
	l->m = once->m;
}

void
ordered_as(vm *m, obj *o, value type, const char *name)
{
	value less = is_sorted(name) ? vm_template_arg(m, type, strstr(name, "map") ? 2 : 1) : (value){0};

	if (!is_sorted(name) && strncmp(name, "unordered_", 10) != 0)
		return;
	o->name = vm_id(m, name);
	if (less.kind != V_UNDEF || *name == 'u')
		o->self_flags |= LIST_ORDER_OPEN;
	if (strstr(name, "multimap")) /* of one key only the first is kept */
		o->loose = 1;
	if (ordered_once(m, o))
		each_once(m, o);
}

void
ordered_now(vm *m, obj *o, uint32_t node)
{
	if (!m->c || o->self_flags & LIST_ORDER_OPEN || !o->name || !is_sorted(vm_text(m, o->name)))
		return;
	for (uint32_t i = 1; i < o->m.n; i++)
		for (uint32_t j = i; j > 0; j--) {
			slot s = o->m.slot[j], *to = &o->m.slot[j - 1];
			int k = s.c->v.kind && to->c->v.kind ? vm_known(m, vm_compare(m, "<", key_in(m, o, j), key_in(m, o, j - 1), node)) : 0;
			if (k < 0)
				o->self_flags |= LIST_ORDER_OPEN;
			if (k <= 0)
				break;
			if (o->kind == O_LIST) { /* the places stay */
				o->m.slot[j].c = to->c;
				to->c = s.c;
			} else {
				o->m.slot[j] = *to;
				*to = s;
			}
		}
	if (o->kind == O_DICT) {
		map by = {0};
		for (uint32_t i = 0; i < o->m.n; i++) {
			map_get(m, &by, o->m.slot[i].key, o->m.slot[i].kv);
			by.slot[by.n - 1].c = o->m.slot[i].c;
		}
		o->m = by;
	}
}
