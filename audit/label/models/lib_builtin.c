/* lib_builtin.c - see vm.h: builtins of Python: containers, iteration, and what the other two files have. */
#include "../vm/vm_impl.h"

#include <string.h>

#include "words.h"

static int
add_item(vm *m, void *arg, value item)
{
	obj *l = arg;

	if (list_len(l) >= 400)
		return 0;
	list_add(m, l, item);
	return 1;
}

/* Everything that iterating over v gives. */
value
vm_listed(vm *m, value v, okind k, uint32_t node)
{
	obj *l = list_of(m, k, node);
	int keep = m->unbound_loops;

	if (v.kind != V_OBJ && v.kind != V_STR) {
		l->loose = 1;
		l->opq = (uint16_t)opq_of(v);
		return v_obj(l);
	}
	if (v.kind == V_OBJ && (v.o->kind == O_EXT || v.o->kind == O_THING)) {
		l->loose = 1;
		l->opq = v.o->opq;
		l->comp = v.o->comp;
		return v_obj(l);
	}
	m->unbound_loops = 0; /* a copy is no loop over labels */
	vm_iterate(m, v, node, add_item, l);
	m->unbound_loops = keep;
	if (v.kind == V_OBJ && v.o->loose)
		l->loose = 1;
	if (is_obj(v, O_LIST))
		l->self_flags = v.o->self_flags;
	return v_obj(l);
}

value
vm_range(vm *m, args *a)
{
	value lo = v_int(0), hi = arg_get(a, 0, NULL, m), step = arg_get(a, 2, NULL, m);
	obj *l;

	if (a->n > 1) {
		lo = hi;
		hi = arg_get(a, 1, NULL, m);
	}
	if (lo.kind != V_INT || hi.kind != V_INT || (step.kind != V_UNDEF && (step.kind != V_INT || step.i == 0)))
		return thing(m, vm_id(m, "range"), a->node);
	l = list_of(m, O_LIST, a->node);
	for (int64_t i = lo.i, s = step.kind == V_INT ? step.i : 1, n = 0; (s > 0 ? i < hi.i : i > hi.i) && n < 6; i += s, n++)
		list_add(m, l, v_int(i));
	return v_obj(l);
}

static value
zip(vm *m, args *a, int number)
{
	obj *out = list_of(m, O_LIST, a->node);
	value l[6];
	uint32_t k = 0;
	int64_t most = 400;

	for (uint32_t i = 0; i < a->n && k < 6; i++)
		if (!a->kw[i] && !(number && k == 1)) {
			l[k] = vm_listed(m, vm_resolve(m, a->v[i], a->node), O_LIST, a->node);
			if (!(l[k].o->loose && list_len(l[k].o) == 0) && list_len(l[k].o) < most)
				most = list_len(l[k].o);
			out->loose |= l[k].o->loose;
			k++;
		}
	if (most == 400) {
		out->loose = 1;
		return v_obj(out);
	}
	for (int64_t i = 0; i < most; i++) {
		obj *t = list_of(m, O_TUPLE, a->node);
		if (number)
			list_add(m, t, v_int(i));
		for (uint32_t q = 0; q < k; q++) {
			value e = list_at(l[q].o, i);
			list_add(m, t, e.kind ? e : v_unk(0));
		}
		list_add(m, out, v_obj(t));
	}
	return v_obj(out);
}

/* list(x), sorted(x), reversed(x) and their kin */
static value
sequence(vm *m, const char *f, args *a, value x)
{
	okind kind = vm_is(f, "tuple") ? O_TUPLE : O_LIST;
	value v = a->n ? vm_listed(m, x, kind, a->node) : v_obj(list_of(m, kind, a->node));

	if (vm_is(f, "sorted") && !m->pending)
		sort_known(m, v.o, a);
	if (vm_is(f, "reversed")) {
		obj *l = list_of(m, O_LIST, a->node);
		for (int64_t i = list_len(v.o); i-- > 0;)
			list_add(m, l, list_at(v.o, i));
		l->loose = v.o->loose;
		return v_obj(l);
	}
	return v;
}

static value
iterator(vm *m, const char *f, args *a, value x, value y)
{
	value v;

	if (vm_is(f, "iter") && y.kind != V_UNDEF) { /* calls x until it gives y */
		v = thing(m, vm_id(m, "iter()"), a->node);
		v.o->b = x;
		v.o->a = y;
		return v;
	}
	if (is_obj(x, O_GEN))
		return x;
	if (object_calls(m, x, "__iter__", a->node, 0, NULL, &v))
		return v;
	return sequence(m, f, a, x);
}

static value
dictionary(vm *m, args *a)
{
	value d = v_obj(vm_obj(m, O_DICT, 0, a->node)), none;
	args b = *a;

	lib_box(m, "update", d, &b, &none);
	return d;
}

/* collections.ChainMap: the first that has a key counts */
static value
chain_map(vm *m, args *a)
{
	value d = v_obj(vm_obj(m, O_DICT, 0, a->node)), none;

	for (uint32_t i = a->n; i-- > 0;)
		if (!a->kw[i]) {
			args b = {.node = a->node, .n = 1};
			b.v[0] = vm_resolve(m, a->v[i], a->node);
			lib_box(m, "update", d, &b, &none);
		}
	return d;
}

/* map(x, y, z): the k-th of each, as zip has them; once with what is not known where none is. */
static value
mapped_over(vm *m, args *a, value x)
{
	args b = {.node = a->node, .n = a->n - 1};
	value l;
	obj *r = list_of(m, O_LIST, a->node);

	memcpy(b.v, a->v + 1, b.n * sizeof *b.v);
	l = zip(m, &b, 0);
	r->loose = l.o->loose || a->rest;
	for (int64_t i = 0; i < list_len(l.o) + (list_len(l.o) == 0 && r->loose) && !m->pending; i++) {
		args c = {.node = a->node, .rest = list_len(l.o) == 0};
		if (!c.rest)
			args_list(&c, list_at(l.o, i));
		list_add(m, r, vm_call(m, x, &c));
	}
	return v_obj(r);
}

/* map(x, y) and filter(x, y) */
static value
mapped(vm *m, args *a, value x, value y, int filters)
{
	value l;
	obj *r = list_of(m, O_LIST, a->node);
	int k;

	if (!filters && a->n > 2 && !a->kw[a->n - 1])
		return mapped_over(m, a, x);
	l = vm_listed(m, y, O_LIST, a->node);
	r->loose = l.o->loose;
	for (int64_t i = 0; i < list_len(l.o) && !m->pending; i++) {
		value e = list_at(l.o, i), t = x.kind == V_NONE ? e : vm_callv(m, x, a->node, 1, &e);
		if (!filters)
			list_add(m, r, t);
		else if ((k = vm_known(m, vm_resolve(m, t, a->node))) != 0) {
			list_add(m, r, e);
			if (k < 0)
				r->loose = 1;
		}
	}
	return v_obj(r);
}

static value
next_of(vm *m, args *a, value x, value other)
{
	value v = v_unk(0);
	int k = iter_next(m, x, a->node, &v);

	if (k < 0) {
		value l = vm_listed(m, x, O_LIST, a->node);
		v = list_len(l.o) ? list_at(l.o, 0) : v_unk(0);
		k = list_len(l.o) || l.o->loose;
	}
	if (k == 0 && !m->pending && other.kind != V_UNDEF)
		return other;
	if (k == 0 && !m->pending)
		vm_raise(m, "StopIteration");
	return v;
}

/* What is run here at once is run element by element: which matters where the clock is read in it. */
static value
at_once(vm *m, value v, uint32_t ticks, uint32_t node)
{
	if (m->ticks != ticks && !m->c)
		vm_edge_to(m, EDGE_ANY, node, "it reads the clock for each element that is asked for");
	return v;
}

/* dict.fromkeys(keys, value) */
static value
from_keys(vm *m, args *a, value keys)
{
	obj *d = vm_obj(m, O_DICT, 0, a->node);
	value of = vm_listed(m, keys, O_LIST, a->node), v = arg_get(a, 1, "value", m);
	uint64_t key;

	for (int64_t i = 0; i < list_len(of.o) && !m->pending; i++) {
		value k = vm_resolve(m, list_at(of.o, i), a->node);
		if (key_of(m, k, &key))
			cell_set(m, map_get(m, &d->m, key, k), v.kind ? v : v_none());
		else
			d->loose = 1;
	}
	d->loose |= of.o->loose;
	d->opq = of.o->opq;
	d->comp = of.o->comp;
	return v_obj(d);
}

int
vm_builtins(vm *m, const char *f, args *a, value *out)
{
	static const char *const sequences[] = {"list", "tuple", "set", "frozenset", "sorted", "reversed"}, *const maps[] = {"map", "filter", "itertools.starmap"},
	    *const dicts[] = {"dict", "collections.OrderedDict", "OrderedDict", "weakref.WeakKeyDictionary"}, *const things[] = {"compile", "open", "help", "breakpoint"},
	    *const same[] = {"object", "bytes", "staticmethod", "classmethod"};
	value x = arg_get(a, 0, NULL, m), y = arg_get(a, 1, NULL, m);
	uint32_t ticks = m->ticks;

	if (lib_convert(m, f, a, x, out) || lib_member(m, f, a, x, y, out))
		return 1;
	if (vm_is(f, "iter") || (vm_is(f, "aiter") && is_obj(x, O_GEN)))
		*out = iterator(m, f, a, x, y);
	else if (AS_AMONG(f, sequences))
		*out = sequence(m, f, a, x);
	else if (AS_AMONG(f, dicts))
		*out = dictionary(m, a);
	else if (vm_is(f, "dict.fromkeys") || vm_is(f, "collections.OrderedDict.fromkeys"))
		*out = from_keys(m, a, x);
	else if (vm_is(f, "collections.ChainMap"))
		*out = chain_map(m, a);
	else if (vm_is(f, "collections.defaultdict")) {
		*out = v_obj(vm_obj(m, O_DICT, 0, a->node));
		out->o->a = x;
	} else if (vm_is(f, "range"))
		*out = vm_range(m, a);
	else if (vm_is(f, "enumerate") || vm_is(f, "zip"))
		*out = at_once(m, zip(m, a, *f == 'e'), ticks, a->node);
	else if (AS_AMONG(f, maps) && m->t->node[a->node].kind == FACT_CALL && vm_dropped(m, a->node))
		*out = thing(m, vm_id(m, "map()"), a->node);
	else if (vm_is(f, "map") || vm_is(f, "filter"))
		*out = at_once(m, mapped(m, a, x, y, *f == 'f'), ticks, a->node);
	else if (vm_is(f, "next") || vm_is(f, "anext"))
		*out = next_of(m, a, x, y);
	else if (vm_is(f, "print") || vm_is(f, "input"))
		*out = *f == 'i' ? vm_input(m, "input", a->node) : v_none();
	else if (vm_is(f, "memoryview"))
		*out = v_unk(0);
	else if (vm_is(f, "chr"))
		*out = x.kind == V_INT && x.i > 0 && x.i < 128 ? v_strc(m, (char[]){(char)x.i, '\0'}) : v_unk(0);
	else if (vm_is(f, "bytes") && x.kind != V_STR && x.kind != V_UNK) /* of numbers */
		*out = v_unk(0);
	else if (vm_is(f, "slice"))
		*out = vm_slice_of(m, a->n == 1 ? v_none() : x, a->n == 1 ? x : y, a->n > 2 ? arg_get(a, 2, NULL, m) : v_none(), a->node);
	else if (AS_AMONG(f, same))
		*out = a->n ? x : v_unk(0);
	else if (AS_AMONG(f, things)) {
		*out = thing(m, vm_idf(m, "%s()", f), a->node);
		args_keep(m, out->o, a, 0);
	} else
		return 0;
	return 1;
}
