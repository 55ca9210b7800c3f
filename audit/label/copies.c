/* copies.c - see vm_impl.h: in C and C++ an object is copied with its variable, and so are the
 * objects in it and what a container holds; what is pointed to is not. */
#include "vm_impl.h"

#include <string.h>

#include "words.h"

enum { MOST_COPIED = 2000 }; /* elements of a container: larger ones are shared */

#define NODE(i) (&m->t->node[i])

/* The members of a new copy that are objects, arrays or containers become its own. */
static void
own_members(vm *m, obj *o, const obj *cls)
{
	uint32_t block = fact_find(m->t, cls->node, FACT_BLOCK);

	for (int64_t i = 0; is_obj(cls->a, O_LIST) && i < list_len(cls->a.o); i++)
		if (is_obj(list_at(cls->a.o, i), O_CLASS))
			own_members(m, o, list_at(cls->a.o, i).o);
	for (uint32_t k = block + 1; block && k < NODE(block)->end; k = NODE(k)->end) {
		uint32_t type = NODE(k)->kind == FACT_DECL && !(NODE(k)->flags & FACT_STATIC) && NODE(k + 1)->kind == FACT_NAME ? fact_find(m->t, k, FACT_TYPE) : 0;
		cell *c = type ? map_find(&o->m, key_str(NODE(k + 1)->str)) : NULL;
		const char *name = type ? as_last_part(fact_str(m->t, type)) : "";
		if (!c || NODE(type)->flags & (FACT_POINTER | FACT_REF))
			continue;
		if (is_obj(c->v, O_INST) ? c->v.o->cls && strcmp(vm_text(m, c->v.o->cls->name), name) == 0 : NODE(type)->flags & FACT_ARRAY || vm_is_container(name))
			c->v = vm_plain_copy(m, c->v);
	}
}

value
vm_plain_copy(vm *m, value v)
{
	obj *o;

	if (is_obj(v, O_INST)) {
		o = vm_obj(m, O_INST, v.o->name, v.o->node);
		o->cls = v.o->cls;
		o->comp = v.o->comp;
		o->opq = v.o->opq;
		o->loose = v.o->loose;
		map_copy(m, &o->m, &v.o->m);
		if (o->cls)
			own_members(m, o, o->cls);
		return v_obj(o);
	}
	if ((!is_obj(v, O_LIST) && !is_obj(v, O_DICT)) || v.o->m.n > MOST_COPIED)
		return v;
	o = obj_copy(m, v.o);
	for (uint32_t i = 0; is_obj(o->b, O_CLASS) && i < o->m.n; i++)
		o->m.slot[i].c->v = vm_plain_copy(m, o->m.slot[i].c->v);
	return v_obj(o);
}

value
vm_init_copy(vm *m, scope *s, uint32_t type, uint32_t def, value v)
{
	int kind = NODE(def)->kind, lvalue = kind == FACT_NAME || kind == FACT_ATTR || kind == FACT_INDEX || kind == FACT_DEREF;
	const char *name = as_last_part(fact_str(m->t, type));
	int object = is_obj(v, O_INST) && v.o->cls;

	if (NODE(type)->flags & (FACT_POINTER | FACT_REF | FACT_ARRAY) || (!object && !is_obj(v, O_LIST) && !is_obj(v, O_DICT)) || (!lvalue && kind != FACT_CALL))
		return v;
	if (strcmp(name, "auto") == 0 ? !vm_by_value(m, s, def) : object ? !vm_struct_of(m, s, type) : !lvalue || !vm_is_container(name))
		return v;
	if (object && vm_copies(m, v.o->cls)) /* what a call gives is not copied once more */
		return lvalue ? vm_copied(m, v) : v;
	return vm_plain_copy(m, v);
}
