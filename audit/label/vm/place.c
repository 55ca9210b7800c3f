/* place.c - see vm.h: places: where a value is stored, and their addresses. */
#include "vm_impl.h"

#include "../program/program.h"

#define NODE(i) (&m->t->node[i])

value
vm_address(vm *m, scope *s, uint32_t node)
{
	cell *c;
	value v;

	if (NODE(node + 1)->kind == FACT_NAME || NODE(node + 1)->kind == FACT_ATTR) {
		v = vm_eval(m, s, node + 1);
		if (is_obj(v, O_FUNC) || is_obj(v, O_CLASS) || (is_obj(v, O_EXT) && NODE(node + 1)->kind == FACT_NAME && !scope_find(m, s, NODE(node + 1)->str)))
			return v;
		m->pending = X_NORMAL;
	}
	if (m->c && NODE(node + 1)->kind == FACT_INDEX) { /* &table[i] */
		obj *l;
		int64_t i;
		value base = vm_evalr(m, s, node + 2), key;
		if (base.kind == V_REF)
			base = vm_resolve(m, base.r->v, node);
		if (is_obj(base, O_FUNC)) /* &f<T> */
			return vm_eval(m, s, node + 1);
		if (pointer_of(base, &l, &i) && !l->loose) {
			key = vm_evalr(m, s, NODE(node + 2)->end);
			if (key.kind == V_INT)
				return pointer_at(m, l, i + key.i, node);
		}
	}
	if (!(c = vm_place(m, s, node + 1, 1))) {
		v = vm_evalr(m, s, node + 1); /* an object is where its pointer is */
		return v.kind == V_OBJ ? v : v_unk(0);
	}
	return (value){.kind = V_REF, .r = c};
}

cell *
vm_member_place(vm *m, scope *s, uint32_t node, int make, value *of)
{
	value b = vm_eval(m, s, node + 1);
	cell *c;

	if (m->pending)
		return NULL;
	b = vm_as_struct(m, vm_resolve(m, b, node));
	if (m->c && (b.kind == V_UNK || b.kind == V_NONE || b.kind == V_INT || is_obj(b, O_METHOD) ||
	    (is_obj(b, O_LIST) && !is_obj(vm_resolve(m, pointed(b), node), O_INST) && pointed(b).kind != V_REF))) {
		/* a struct whose type is not in the tree */
		cell *at = vm_place(m, s, node + 1, 1);
		if (at) {
			value made = thing(m, vm_id(m, "struct"), node);
			made.o->loose = 1;
			made.o->opq = (uint16_t)opq_of(b);
			if (b.flags & VF_NUMBER || (vm_is_elsewhere(b) && NODE(node + 1)->kind != FACT_INDEX))
				made.o->self_flags |= THING_ASTRAY;
			cell_set(m, at, made);
			b = made;
		}
	}
	c = vm_attr_place(m, b, NODE(node)->str);
	if (c && c->v.kind == V_UNDEF && make) {
		value old = vm_attr(m, b, NODE(node)->str, node);
		m->pending = X_NORMAL;
		c->v = is_obj(old, O_METHOD) ? v_unk(0) : old;
	}
	*of = b;
	return c;
}

/* Of b[k], both resolved, at node. */
cell *
vm_indexed_place(vm *m, value b, value k, uint32_t node, int make)
{
	uint64_t id;
	cell *c;

	if (b.kind != V_OBJ)
		return NULL;
	if (k.kind == V_BOOL && (is_obj(b, O_LIST) || is_obj(b, O_ITER)))
		k.kind = V_INT;
	if (k.kind == V_INT && is_obj(b, O_ITER)) {
		obj *l;
		int64_t i;
		return pointer_of(b, &l, &i) && i + k.i >= 0 ? vm_element(m, l, i + k.i, node) : NULL;
	}
	if (k.kind == V_INT && (b.o->kind == O_LIST || b.o->kind == O_TUPLE)) {
		int64_t i = k.i < 0 ? k.i + list_len(b.o) : k.i;
		c = vm_element(m, b.o, i, node);
		c->ctype = b.o->ctype;
		return c;
	}
	if (key_of(m, k, &id) && (b.o->kind == O_DICT || b.o->kind == O_THING)) {
		value old = make ? vm_index(m, b, k, node) : v_unk(0);
		c = map_get(m, &b.o->m, id, k);
		if (c->v.kind == V_UNDEF && make)
			c->v = old;
		return c;
	}
	if (key_open(m, k) && is_obj(b, O_DICT)) {
		k.flags &= (uint8_t)~VF_NOT;
		return map_get(m, &b.o->m, key_unknown(m, k, node), k);
	}
	return NULL;
}

cell *
vm_returned_place(vm *m, scope *s, uint32_t node, value v)
{
	uint32_t type = s->fn ? fact_find(m->t, s->fn->node, FACT_TYPE) : 0;
	int kind = NODE(node)->kind;

	if (!type || !(NODE(type)->flags & FACT_REF) || (is_obj(v, O_INST) && !(NODE(type)->flags & FACT_POINTER)) || (kind != FACT_NAME && kind != FACT_ATTR && kind != FACT_INDEX && kind != FACT_DEREF))
		return NULL;
	for (uint32_t i = node; i < NODE(node)->end; i++)
		if (NODE(i)->kind == FACT_CALL || NODE(i)->kind == FACT_ASSIGN) /* once is enough */
			return NULL;
	return vm_place(m, s, node, 1);
}

cell *
vm_place(vm *m, scope *s, uint32_t node, int make)
{
	const fact_node *x = NODE(node);
	cell *c;
	value b, k;

	switch (x->kind) {
	case FACT_NAME:
		c = scope_find(m, s, x->str);
		if (c && c->v.kind == V_THUNK)
			return vm_place(m, vm_expands_in(m, s, c), c->v.t.node, make);
		if (!c)
			c = scope_local(m, s, x->str);
		if (c->v.kind == V_UNDEF && make)
			c->v = v_unk(0);
		return c;
	case FACT_ATTR:
		return vm_member_place(m, s, node, make, &b);
	case FACT_INDEX:
		b = vm_evalr(m, s, node + 1);
		k = vm_evalr(m, s, NODE(node + 1)->end);
		if (b.kind == V_REF)
			b = vm_resolve(m, b.r->v, node);
		b = argv_list(m, b, node);
		return m->pending ? NULL : vm_indexed_place(m, b, k, node, make);
	case FACT_DEREF:
		b = vm_evalr(m, s, node + 1);
		if (b.kind == V_REF)
			return b.r;
		if (m->c && (is_obj(b, O_LIST) || is_obj(b, O_ITER))) {
			obj *l;
			int64_t i;
			if (pointer_of(b, &l, &i) && i >= 0)
				return vm_element(m, l, i, node);
		}
		return vm_place(m, s, node + 1, make);
	case FACT_UN:
		return *fact_str(m->t, node) == '(' ? vm_place(m, s, node + 1, make) : NULL;
	case FACT_COND:
		k = vm_evalr(m, s, node + 1);
		if (m->pending)
			return NULL;
		return vm_place(m, s, vm_truth(m, k, node + 1) ? NODE(node + 1)->end : NODE(NODE(node + 1)->end)->end, make);
	case FACT_CALL: /* *f() = x, f() = x, and void (*)(...) casts */
		if (m->c && NODE(node + 1)->kind == FACT_ATTR && NODE(node + 1)->end == NODE(node)->end && vm_is(fact_str(m->t, node + 1), "get")) { /* of a std::ref */
			b = vm_evalr(m, s, node + 2);
			if (m->pending || b.kind == V_REF)
				return m->pending ? NULL : b.r;
		}
		m->referred = NULL;
		b = vm_evalr(m, s, node);
		return m->referred && m->referred_at == node ? m->referred : b.kind == V_REF ? b.r : NULL;
	default:
		return NULL;
	}
}
