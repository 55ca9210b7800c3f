/* lib_order.c - see vm_impl.h: functions of Python that change the list or dict they are handed, and the order of a
 * dict, which is that in which its keys were set last after they were not there. */
#include "../vm/vm.h"
#include "../vm/vm_impl.h"

#include <string.h>

#include "words.h"

/* The dict anew, without the slot `skip`; with it at an end, if `at` is not 0. */
static void
dict_anew(vm *m, obj *d, uint32_t skip, int at)
{
	map to = {0};
	slot s = d->m.slot[skip];

	if (at < 0)
		map_get(m, &to, s.key, s.kv);
	for (uint32_t i = 0; i < d->m.n; i++)
		if (i != skip) {
			map_get(m, &to, d->m.slot[i].key, d->m.slot[i].kv);
			to.slot[to.n - 1].c = d->m.slot[i].c;
		}
	if (at > 0)
		map_get(m, &to, s.key, s.kv);
	if (at)
		map_find(&to, s.key)->v = s.c->v;
	d->m = to;
	descr_written(d);
}

cell *
order_place(vm *m, obj *d, uint64_t key, value kv)
{
	for (uint32_t i = 0; !m->c && !m->trailing && i + 1 < d->m.n; i++)
		if (d->m.slot[i].key == key && d->m.slot[i].c->v.kind == V_UNDEF) {
			dict_anew(m, d, i, 0);
			break;
		}
	return map_get(m, &d->m, key, kv);
}

int
order_method(vm *m, const char *f, obj *d, args *a, value *out)
{
	int moves = strcmp(f, "move_to_end") == 0;
	value k = arg_get(a, 0, NULL, m), last = moves ? arg_get(a, 1, "last", m) : arg_get(a, 0, "last", m);
	int back = last.kind == V_UNDEF ? 1 : vm_known(m, last);
	uint32_t at = UINT32_MAX;
	uint64_t key;

	if (m->c || (!moves && strcmp(f, "popitem") != 0))
		return 0;
	*out = v_none();
	for (uint32_t i = 0; i < d->m.n; i++)
		if (d->m.slot[i].c->v.kind != V_UNDEF && (moves ? key_of(m, k, &key) && d->m.slot[i].key == key : back == 1 || at == UINT32_MAX))
			at = i;
	if (at == UINT32_MAX || back < 0 || back > 1 || d->loose || m->trailing || (moves && !key_of(m, k, &key))) {
		vm_edge_to(m, EDGE_ANY, a->node, "what comes first in a dict is not known (%s)", f);
		*out = v_unk(0);
		return 1;
	}
	if (moves) {
		dict_anew(m, d, at, back ? 1 : -1);
	} else {
		obj *p = list_of(m, O_TUPLE, a->node);
		list_add(m, p, d->m.slot[at].kv);
		list_add(m, p, d->m.slot[at].c->v);
		*out = v_obj(p);
		cell_set(m, d->m.slot[at].c, (value){0});
		descr_written(d);
	}
	return 1;
}

void
lib_blur(vm *m, obj *o, const char *f, uint32_t node)
{
	value u = v_unk(0);

	u.opq = (uint16_t)vm_edge_to(m, EDGE_HERE, node, "%.80s changes a list or a dict", f);
	for (uint32_t i = 0; i < o->m.n; i++)
		cell_set(m, o->m.slot[i].c, u);
	o->loose = 1;
	o->opq = u.opq;
}

/* list.append(l, x): the method of what comes first. */
static int
unbound(vm *m, const char *f, value x, args *a, value *out)
{
	static const char *const of[] = {"list.", "dict.", "set.", "deque.", "collections.deque.", "OrderedDict.", "collections.OrderedDict."},
	    *const change[] = {"append", "add", "update", "setdefault", "extend", "insert", "appendleft", "extendleft", "__setitem__", "remove", "discard", "pop",
		"popleft", "popitem", "clear", "sort", "reverse", "move_to_end", "__delitem__", "__iadd__", "__ior__"};
	const char *last = as_last_part(f);
	args b = {.node = a->node, .scope = a->scope, .rest = a->rest};

	for (size_t i = 0; i < sizeof of / sizeof *of; i++)
		if (strncmp(f, of[i], strlen(of[i])) == 0 && f + strlen(of[i]) == last && AS_AMONG(last, change)) {
			args_from(&b, a, 1);
			if ((last[0] == '_' && is_obj(x, O_LIST)) || !lib_box(m, last, x, &b, out))
				lib_blur(m, x.o, f, a->node);
			return 1;
		}
	return 0;
}

int
lib_order(vm *m, const char *f, args *a, value *out)
{
	static const char *const adds[] = {"bisect.insort", "bisect.insort_left", "bisect.insort_right", "heapq.heappush"},
	    *const mixes[] = {"heapq.heapify", "random.shuffle", "numpy.random.shuffle"},
	    *const takes[] = {"heapq.heappop", "heapq.heapreplace", "heapq.heappushpop"},
	    *const sets[] = {"operator.setitem", "operator.delitem", "operator.iadd", "operator.iconcat", "operator.ior", "operator.iand", "operator.ixor", "operator.isub", "operator.imul"};
	value x = arg_get(a, 0, NULL, m), y = arg_get(a, 1, NULL, m);

	*out = v_none();
	if (m->c || (!is_obj(x, O_LIST) && !is_obj(x, O_DICT)))
		return 0;
	if (unbound(m, f, x, a, out))
		return 1;
	if (AS_AMONG(f, sets)) {
		lib_blur(m, x.o, f, a->node);
		*out = x;
		return 1;
	}
	if (!is_obj(x, O_LIST) || (!AS_AMONG(f, adds) && !AS_AMONG(f, mixes) && !AS_AMONG(f, takes)))
		return 0;
	if (a->n > 1 && !AS_AMONG(f, mixes)) {
		args b = {.node = a->node, .scope = a->scope, .n = 1, .v = {y}};
		lib_box(m, "append", x, &b, out);
	}
	x.o->self_flags |= LIST_ORDER_OPEN;
	if (AS_AMONG(f, takes)) {
		*out = vm_index(m, x, v_int(0), a->node);
		x.o->loose = 1;
	}
	return 1;
}
