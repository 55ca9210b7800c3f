/* lib_memory.c - see vm_impl.h: memset, memcpy and memmove. */
#include "../vm/vm_impl.h"

#include <string.h>

#define NODE(i) (&m->t->node[i])

/* memset over memory: its first struct is empty; of what comes after that it is not known. */
static void
overwritten(vm *m, obj *o, uint32_t node)
{
	for (uint32_t i = 0; i < o->m.n; i++) {
		value was = o->m.slot[i].c->v, v = v_int(0);
		if (o->m.slot[i].kv.kind == V_INT) {
			if (!vm_deep_comp(m, was, 0))
				continue;
			v = v_unk(0);
			v.opq = (uint16_t)vm_edge_to(m, EDGE_ANY, node, "what was compiled is kept in memory that is set to something else");
		}
		cell_set(m, o->m.slot[i].c, v);
	}
}

/* Is operand k the size of all of the array that operand `of` names: sizeof of it? */
static int
is_whole(const vm *m, const args *a, uint32_t k, uint32_t of)
{
	const char *s, *name;
	size_t n;

	if (k >= a->n || !a->at[k] || !a->at[of] || NODE(a->at[k])->kind != FACT_UNKNOWN || NODE(a->at[of])->kind != FACT_NAME)
		return 0;
	s = fact_str(m->t, a->at[k]);
	name = fact_str(m->t, a->at[of]);
	if (strncmp(s, "sizeof", 6) != 0)
		return 0;
	s += 6;
	s += strspn(s, " (");
	n = strlen(name);
	return strncmp(s, name, n) == 0 && strspn(s + n, " )") == strlen(s + n);
}

/* memset over an array. */
static void
array_set(vm *m, obj *l, int64_t from, const args *a)
{
	value with = vm_resolve(m, a->n > 2 ? a->v[1] : v_int(0), a->node);

	if (from == 0 && with.kind == V_INT && with.i == 0 && !l->loose && is_whole(m, a, a->n - 1, 0)) {
		for (uint32_t i = 0; i < l->m.n; i++) {
			value was = l->m.slot[i].c->v;
			if (is_obj(was, O_INST) || is_obj(was, O_LIST))
				vm_emptied(m, was);
			else
				cell_set(m, l->m.slot[i].c, v_int(0));
		}
	} else if (vm_deep_comp(m, v_obj(l), 0)) {
		vm_scrambled(m, v_obj(l), "memset", a->node);
	}
}

/* memcpy and memmove between arrays. */
static void
array_copied(vm *m, value to, value from, const args *a)
{
	obj *l = NULL, *of = NULL;
	int64_t i = 0, k = 0;

	if (pointer_of(to, &l, &i) && pointer_of(from, &of, &k) && !i && !k && !l->loose && !of->loose && list_len(l) == list_len(of) && l != of &&
	    (is_whole(m, a, 2, 0) || is_whole(m, a, 2, 1))) {
		for (int64_t n = 0; n < list_len(of); n++) {
			value v = list_at(of, n);
			cell_set(m, vm_element(m, l, n, a->node), vm_is_value(m, of->b) ? vm_plain_copy(m, v) : v);
		}
		return;
	}
	if (vm_deep_comp(m, from, 0) || (of && vm_deep_comp(m, v_obj(of), 0)) || (l && vm_deep_comp(m, v_obj(l), 0)))
		vm_scrambled(m, to, "memcpy", a->node);
	if ((of && vm_deep_comp(m, v_obj(of), 0)) || vm_deep_comp(m, from, 0))
		vm_edge_to(m, EDGE_ANY, a->node, "what was compiled is copied with the memory that it is in");
}

/* memcpy(to, of, ..) of an object and something else; x is the operand that `to` is. */
static void
as_bytes(vm *m, value x, value to, value of, uint32_t node)
{
	if (vm_deep_comp(m, of, 0) || vm_deep_comp(m, to, 0))
		vm_edge_to(m, EDGE_ANY, node, "what was compiled is copied with the memory that it is in");
	if (is_obj(to, O_INST))
		for (uint32_t k = 0; k < to.o->m.n; k++)
			cell_set(m, to.o->m.slot[k].c, v_unk(0));
	else if (x.kind == V_REF)
		cell_set(m, x.r, v_unk(0));
}

int
lib_memory(vm *m, const char *f, args *a, value *out)
{
	value x = arg_get(a, 0, NULL, m), y = arg_get(a, 1, NULL, m);
	obj *l;
	int64_t i;

	if (strcmp(f, "memset") == 0 || strcmp(f, "bzero") == 0) {
		cell *c = x.kind == V_REF ? x.r : NULL;
		value o = c ? vm_resolve(m, c->v, a->node) : x;
		if (is_obj(o, O_INST))
			vm_emptied(m, o);
		else if (vm_is_memory(m, o))
			overwritten(m, o.o, a->node);
		else if (pointer_of(o, &l, &i))
			array_set(m, l, i, a);
		else if (c)
			cell_set(m, c, strcmp(f, "bzero") == 0 || (y.kind == V_INT && y.i == 0) ? v_int(0) : v_unk(0));
	} else if (strcmp(f, "memcpy") == 0 || strcmp(f, "memmove") == 0) {
		value to = x.kind == V_REF ? vm_resolve(m, x.r->v, a->node) : x, of = y.kind == V_REF ? vm_resolve(m, y.r->v, a->node) : y;
		if ((vm_is_memory(m, to) && (vm_is_memory(m, of) || is_obj(of, O_INST))) || (vm_is_memory(m, of) && is_obj(to, O_INST)))
			vm_copy_memory(m, to, of);
		else if (is_obj(to, O_INST) && is_obj(of, O_INST) && to.o != of.o)
			vm_copy_memory(m, to, vm_plain_copy(m, of));
		else if (is_obj(to, O_INST) != is_obj(of, O_INST))
			as_bytes(m, x, to, of, a->node);
		else if (pointer_of(to, &l, &i) || pointer_of(of, &l, &i))
			array_copied(m, to, of, a);
		else if (x.kind == V_REF && y.kind == V_REF)
			cell_set(m, x.r, x.r->ctype != y.r->ctype && (y.r->v.kind == V_INT || y.r->v.kind == V_FLOAT) ? v_unk(0) : y.r->v);
	} else {
		return 0;
	}
	if (x.kind == V_UNK && x.flags & VF_NUMBER && a->at[0] && a->scope && vm_moves_known(m, a->scope, a->at[0]))
		vm_edge_to(m, EDGE_ANY, a->node, "what is set here is not followed");
	*out = x;
	return 1;
}
