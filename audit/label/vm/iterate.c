/* iterate.c - see vm.h: what a loop, a comprehension or a library goes through, an element at a time. */
#include "vm_impl.h"

#include <string.h>

typedef int each_fn(vm *m, void *arg, value item); /* 0: no more */

struct each { each_fn *fn; void *arg; int stopped; };

/* Does an element stand for the label: is it, or holds it as a part? */
static int
stands_for(vm *m, value v, int deep)
{
	v = vm_resolve(m, v, 0);
	if (v.kind == V_STR)
		return v.s.s == m->label && !v.s.off;
	if (v.kind == V_OBJ && deep < 3 && (v.o->kind == O_TUPLE || v.o->kind == O_LIST || v.o->kind == O_DICT || v.o->kind == O_INST) && v.o->m.n < 64)
		for (uint32_t i = 0; i < v.o->m.n; i++)
			if (v.o->m.slot[i].c->v.kind == V_STR && stands_for(m, v.o->m.slot[i].c->v, deep + 1))
				return 1;
	return 0;
}

static value
each_yield(vm *m, void *arg, value v)
{
	struct each *e = arg;

	if (!e->stopped && !e->fn(m, e->arg, v)) {
		e->stopped = 1;
		if (!m->pending)
			m->pending = X_STOP; /* unwinds the generator; cleared by who iterates */
	}
	return v_none();
}

/* The rest of one that was begun. */
static void
over_rest(vm *m, obj *g, uint32_t node, each_fn *fn, void *arg)
{
	value e;

	for (int n = 0; n < LOOP_KNOWN && gen_next(m, g, v_none(), node, &e) == 1; n++)
		if (!fn(m, arg, e))
			return;
}

static void
over_generator(vm *m, obj *g, uint32_t node, each_fn *fn, void *arg)
{
	struct each e = {fn, arg, 0};
	struct yield_hook h = {.fn = each_yield, .arg = &e};
	args a = {.node = node};

	gen_run(m, g, &a, &h);
	if (e.stopped && m->pending == X_STOP && m->steps <= m->max_steps) {
		m->pending = X_NORMAL;
		if (h.at)
			gen_broken(m, g, h.at, h.node, node);
	}
}

/* iter(f, end): what f gives until it gives the end. */
static void
over_calls(vm *m, const obj *iter, uint32_t node, each_fn *fn, void *arg)
{
	scope *s = m->for_scope;

	for (int n = 0; n < LOOP_KNOWN && !m->pending; n++) {
		args none = {.node = node, .scope = s};
		value e = vm_call(m, iter->b, &none);
		int last;
		if (m->pending || (last = vm_known(m, vm_compare(m, "==", e, iter->a, node))) == 1 || (last < 0 && n >= LOOP_UNKNOWN) || !fn(m, arg, e))
			return;
	}
}

static value
members_of_enum(vm *m, obj *cls, uint32_t node)
{
	obj *l = list_of(m, O_LIST, node);

	for (uint32_t i = 0; i < cls->m.n; i++)
		if (is_obj(cls->m.slot[i].c->v, O_INST) && cls->m.slot[i].c->v.o->cls == cls)
			list_add(m, l, cls->m.slot[i].c->v);
	return v_obj(l);
}

/* By __getitem__ with 0, 1, ... until there is none. 0: v has no such method. */
static int
over_indices(vm *m, value v, uint32_t node, each_fn *fn, void *arg)
{
	value f = object_bound(m, v, "__getitem__");

	for (int n = 0; n < LOOP_COUNT && f.kind != V_UNDEF && !m->pending; n++) {
		value i = v_int(n), e = vm_callv(m, f, node, 1, &i);
		if (m->pending == X_RAISE && strcmp(vm_text(m, m->exc_name), "IndexError") == 0) {
			m->pending = X_NORMAL;
			break;
		}
		if (m->pending || !fn(m, arg, e))
			break;
	}
	return f.kind != V_UNDEF;
}

/* An object of C++ with a begin() and an end(): 1 if what they give is followed. */
static int
over_range(vm *m, value v, uint32_t node, each_fn *fn, void *arg)
{
	value f = class_find(m, v.o->cls, vm_id(m, "begin")), g = class_find(m, v.o->cls, vm_id(m, "end")), b, e;
	obj *l, *other;
	int64_t i, n;

	if (!is_obj(f, O_FUNC) || !is_obj(g, O_FUNC)) {
		vm_edge(m, node, "where a loop over it begins is not known");
		return 0;
	}
	b = vm_callv(m, bind(m, f, v), node, 0, NULL);
	e = m->pending ? v_unk(0) : vm_callv(m, bind(m, g, v), node, 0, NULL);
	if (m->pending)
		return 1;
	if (is_obj(b, O_LIST) && is_obj(e, O_ITER) && e.o->a.kind == V_OBJ && e.o->a.o == b.o && e.o->b.kind == V_NONE) { /* those of a container */
		vm_iterate(m, b, node, fn, arg);
		return 1;
	}
	if (!pointer_of(b, &l, &i) || !pointer_of(e, &other, &n) || l != other || i < 0 || n - i > LOOP_COUNT)
		return 0;
	for (; i < n && !m->pending; i++) {
		cell *c = vm_element(m, l, i, node);
		m->item = c;
		if (!fn(m, arg, c->v))
			break;
	}
	return 1;
}

/* An object of the tree: by __iter__ and __next__, else by its indices. */
static void
over_object(vm *m, value v, uint32_t node, each_fn *fn, void *arg)
{
	value f = object_special(m, v, "__iter__", "__aiter__"), it = v, e;
	int k = -1;

	if (m->c && v.o->cls && over_range(m, v, node, fn, arg))
		return;
	if (f.kind != V_UNDEF) {
		it = vm_callv(m, f, node, 0, NULL);
		if (!m->pending && !is_obj(it, O_INST)) {
			vm_iterate(m, it, node, fn, arg);
			return;
		}
	}
	for (int n = 0; n < LOOP_COUNT && !m->pending && is_obj(it, O_INST) && (k = iter_next(m, it, node, &e)) == 1; n++)
		if (!fn(m, arg, e))
			return;
	if (k >= 0 || over_indices(m, v, node, fn, arg))
		return;
	for (int n = 0; n < LOOP_UNKNOWN && !m->pending; n++)
		if (!fn(m, arg, v_unk(0)))
			return;
}

/* An element of a map of C++: its key, and the value itself. */
static value
pair_in(vm *m, const obj *map, uint32_t i, uint32_t node)
{
	obj *p = pair_of(m, map->m.slot[i].kv, map->m.slot[i].c->v, node).o;

	p->m.slot[1].c = map->m.slot[i].c;
	p->b = pair_of(m, v_bool(0), map->b.kind ? map->b : v_bool(0), node);
	return v_obj(p);
}

static int
element_stands(vm *m, const obj *o, uint32_t i)
{
	value v = o->m.slot[i].c->v;

	return o->kind == O_DICT ? stands_for(m, o->m.slot[i].kv, 0) || stands_for(m, v, 1) : stands_for(m, v, 0);
}

/* Where no text from outside was bound, a list that holds the label is gone through for it alone. */
static int
holds_label(vm *m, const obj *o)
{
	for (uint32_t i = 0; m->unbound_loops && m->label && o->m.n > 1 && i < o->m.n; i++)
		if (o->m.slot[i].c->v.kind && element_stands(m, o, i))
			return 1;
	return 0;
}

static void
over_elements(vm *m, const obj *o, uint32_t node, each_fn *fn, void *arg)
{
	int only = holds_label(m, o);

	for (uint32_t i = 0; i < o->m.n && !m->pending; i++) {
		value e = o->kind == O_DICT && !m->c ? o->m.slot[i].kv : o->m.slot[i].c->v;
		if (o->m.slot[i].c->v.kind == V_UNDEF || i > LOOP_KNOWN)
			continue;
		if (only && !stands_for(m, e, 0) && !element_stands(m, o, i))
			continue;
		if (only && e.kind == V_STR) {
			e.flags |= VF_LABEL;
			if (!m->entered_label)
				vm_event(m, E_ENTER, node, vm_id(m, "a loop over labels"), 0, 0);
		}
		if (only)
			m->entered_label = 1;
		if (o->kind == O_DICT && m->c)
			e = pair_in(m, o, i, node);
		m->item = o->kind == O_LIST ? o->m.slot[i].c : NULL;
		if (!fn(m, arg, e))
			return;
		if (o->kind == O_LIST && o->self_flags & LIST_ARGUMENTS) /* arguments: one will do */
			return;
	}
	if (o->loose && !m->pending) /* and others, of which nothing is known */
		for (uint32_t i = o->m.n < LOOP_UNKNOWN ? o->m.n : LOOP_UNKNOWN - 1; i < LOOP_UNKNOWN; i++) {
			value e = v_unk(0);
			e.opq = o->opq;
			e.comp = o->comp;
			if (!fn(m, arg, e))
				return;
		}
}

static void
over_text(vm *m, value v, each_fn *fn, void *arg)
{
	size_t n;
	const char *s = vm_cstr(m, v, &n);

	for (size_t i = 0; s && i < n && i < 200; i++)
		if (!fn(m, arg, v_str(vm_idn(m, s + i, 1))))
			return;
}

static void
over_unknown(vm *m, value v, each_fn *fn, void *arg)
{
	for (int i = 0; i < LOOP_UNKNOWN && !m->pending; i++) {
		value e = v_unk(0);
		if (!thing_is(m, v, "range")) {
			e.comp = (uint16_t)comp_of(v);
			e.opq = (uint16_t)opq_of(v);
		} else if (i < 1) {
			e = v_int(0);
		}
		if (!fn(m, arg, e))
			return;
	}
}

void
vm_iterate(vm *m, value v, uint32_t node, each_fn *fn, void *arg)
{
	v = vm_resolve(m, v, node);
	if (v.kind == V_REF)
		v = vm_resolve(m, v.r->v, node);
	if (is_obj(v, O_GEN)) {
		(gen_begun(v.o) ? over_rest : over_generator)(m, v.o, node, fn, arg);
		return;
	}
	if (dict_part(m, &v))
		v = v_obj(dict_part(m, &v));
	v = named_tuple(m, v);
	if (is_obj(v, O_CLASS) && (v.o->self_flags & 1))
		v = members_of_enum(m, v.o, node);
	if (thing_is(m, v, "iter()") && v.o->b.kind)
		over_calls(m, v.o, node, fn, arg);
	else if (is_obj(v, O_INST))
		over_object(m, v, node, fn, arg);
	else if (is_obj(v, O_LIST) || is_obj(v, O_TUPLE) || is_obj(v, O_DICT)) {
		ordered_now(m, v.o, node);
		over_elements(m, v.o, node, fn, arg);
	} else if (v.kind == V_STR)
		over_text(m, v, fn, arg);
	else
		over_unknown(m, v, fn, arg);
}
