/* lib_sort.c - see vm.h: sorted, list.sort, min and max, where the order is known. */
#include "../vm/vm_impl.h"

#include <string.h>

enum { MOST = 200 };

/* Is a before b? 1, 0, or -1. */
static int
before(vm *m, value a, value b, uint32_t node)
{
	const char *p, *q;
	value is;

	a = vm_resolve(m, a, node);
	b = vm_resolve(m, b, node);
	if (is_obj(a, O_THING) && is_obj(b, O_THING) && (p = path_text(m, a)) && (q = path_text(m, b)))
		return strcmp(p, q) < 0;
	if ((a.kind == V_UNK || b.kind == V_UNK || is_obj(a, O_THING) || is_obj(b, O_THING)))
		return -1;
	if (!vm_own_compare(m, "<", a, b, node, &is))
		is = vm_compare(m, "<", a, b, node);
	return m->pending ? -1 : vm_known(m, vm_resolve(m, is, node));
}

/* The elements and what they are ordered by. 0 if a key is not known. */
static int
keyed(vm *m, const obj *l, value key, value *e, value *k, uint32_t node)
{
	for (int64_t i = 0; i < list_len(l); i++) {
		e[i] = vm_resolve(m, list_at(l, i), node);
		k[i] = key.kind == V_UNDEF || key.kind == V_NONE ? e[i] : vm_callv(m, key, node, 1, &e[i]);
		if (m->pending)
			return 0;
	}
	return 1;
}

static int
sorts(vm *m, obj *l, value key, value reverse, uint32_t node)
{
	int64_t n = list_len(l);
	value *e = vm_alloc(m, MOST * sizeof *e), *k = vm_alloc(m, MOST * sizeof *k);
	int back = reverse.kind != V_UNDEF && vm_known(m, reverse) == 1;

	if (n > MOST || (reverse.kind != V_UNDEF && vm_known(m, reverse) < 0) || !keyed(m, l, key, e, k, node))
		return 0;
	for (int64_t i = 1; i < n; i++)
		for (int64_t j = i; j > 0; j--) {
			int lt = back ? before(m, k[j - 1], k[j], node) : before(m, k[j], k[j - 1], node);
			value t;
			if (lt < 0)
				return 0;
			if (!lt)
				break;
			t = e[j], e[j] = e[j - 1], e[j - 1] = t;
			t = k[j], k[j] = k[j - 1], k[j - 1] = t;
		}
	for (int64_t i = 0; i < n; i++)
		cell_set(m, map_get(m, &l->m, key_int(i), v_int(i)), e[i]);
	return 1;
}

void
sort_known(vm *m, obj *l, args *a)
{
	if (list_len(l) > 0 && !sorts(m, l, arg_get(a, 99, "key", m), arg_get(a, 99, "reverse", m), a->node))
		l->self_flags |= LIST_ORDER_OPEN;
	else
		l->self_flags &= (uint8_t)~LIST_ORDER_OPEN;
}

/* The list anew: without element `skip`, with v before `at` (-1: none), backwards. */
static void
anew(vm *m, obj *l, int64_t skip, int64_t at, value v, int back)
{
	obj *c = list_of(m, O_LIST, l->node);
	int64_t n = list_len(l);

	for (int64_t i = 0; i < n; i++) {
		int64_t k = back ? n - 1 - i : i;
		if (i == at)
			list_add(m, c, v);
		if (k != skip)
			list_add(m, c, list_at(l, k));
	}
	if (at >= n)
		list_add(m, c, v);
	l->m = c->m;
}

int
list_method(vm *m, const char *f, obj *l, args *a, value *out)
{
	value x = arg_get(a, 0, NULL, m), y = arg_get(a, 1, NULL, m);
	int64_t n;

	if (m->c || m->trailing || l->kind != O_LIST)
		return 0;
	n = list_len(l);
	*out = v_none();
	if (strcmp(f, "reverse") == 0) {
		anew(m, l, -1, -1, x, 1);
	} else if (strcmp(f, "appendleft") == 0) {
		anew(m, l, -1, 0, x, 0);
	} else if (strcmp(f, "insert") == 0 && a->n == 2 && x.kind == V_INT) {
		int64_t at = x.i < 0 ? x.i + n : x.i;
		anew(m, l, -1, at < 0 ? 0 : at > n ? n : at, y, 0);
	} else if (strcmp(f, "remove") == 0 || strcmp(f, "discard") == 0) {
		for (int64_t i = 0; i < n; i++) {
			int k = vm_known(m, vm_compare(m, "==", list_at(l, i), x, a->node));
			if (k == 0)
				continue;
			if (k == 1)
				anew(m, l, i, -1, x, 0);
			else
				l->loose = 1;
			return 1;
		}
		if (*f == 'r' && !l->loose)
			vm_raise(m, "ValueError");
	} else {
		return 0;
	}
	return 1;
}

/* Sets are lists here: what two have in common, and so on. */
int
set_arith(vm *m, const char *op, value a, value b, uint32_t node, value *out)
{
	obj *l;

	if (m->c || !is_obj(a, O_LIST) || !is_obj(b, O_LIST) || op[1] || !strchr("&|-^", *op) || a.o->loose || b.o->loose)
		return 0;
	l = list_of(m, O_LIST, node);
	for (int side = 0; side < 2; side++) {
		obj *from = side ? b.o : a.o, *other = side ? a.o : b.o;
		for (int64_t i = 0; i < list_len(from); i++) {
			int in = vm_known(m, vm_compare(m, "in", list_at(from, i), v_obj(other), node));
			if (in < 0)
				return 0;
			if (*op == '&' ? !side && in : *op == '|' ? !side || !in : *op == '-' ? !side && !in : !in)
				list_add(m, l, list_at(from, i));
		}
	}
	*out = v_obj(l);
	return 1;
}

int
sort_best(vm *m, int largest, args *a, value *out)
{
	value key = arg_get(a, 99, "key", m), x = arg_get(a, 0, NULL, m), e[MOST], k[MOST];
	obj *l = list_of(m, O_LIST, a->node);
	int64_t best = 0, plain = 0;

	for (uint32_t i = 0; i < a->n; i++)
		if (!a->kw[i]) {
			list_add(m, l, a->v[i]);
			plain++;
		}
	if (plain == 1)
		l = vm_listed(m, x, O_LIST, a->node).o;
	if (m->pending || l->loose || list_len(l) > MOST || a->rest)
		return 0;
	if (!list_len(l)) {
		value def = arg_get(a, 99, "default", m);
		if (def.kind == V_UNDEF)
			vm_raise(m, "ValueError");
		*out = def;
		return 1;
	}
	if (!keyed(m, l, key, e, k, a->node))
		return m->pending != 0;
	for (int64_t i = 1; i < list_len(l); i++) {
		int lt = largest ? before(m, k[best], k[i], a->node) : before(m, k[i], k[best], a->node);
		if (lt < 0)
			return m->pending != 0;
		if (lt)
			best = i;
	}
	*out = e[best];
	return 1;
}
