/* convert.c - see vm_impl.h: a value that is none of a class of C++ becomes an object of it, by a constructor that takes it alone:
 * T x = 3; f("x") of f(const T &); return 3; of a function that gives a T. Of a value that is not known it is not told whether it
 * is an object already, so what such constructors may do is marked. */
#include "cint.h"
#include "vm_impl.h"

#include <string.h>

#include "words.h"

#define NODE(i) (&m->t->node[i])

/* May the constructor be given one argument, which is no object of its class? */
static int
takes_one(const vm *m, const obj *f, const obj *cls)
{
	uint32_t least, most = vm_count_params(m, f->node, &least), p = fact_find(m->t, f->node, FACT_PARAM), type = p ? fact_find(m->t, p, FACT_TYPE) : 0;

	return least <= 1 && most >= 1 && !(type && strcmp(as_last_part(fact_str(m->t, type)), as_last_part(vm_text(m, cls->name))) == 0 && !(NODE(type)->flags & FACT_POINTER));
}

value
vm_converted_to(vm *m, obj *cls, value v, uint32_t node)
{
	cell *c = map_find(&cls->m, key_str(cls->name));
	int plain = v.kind == V_STR || v.kind == V_INT || v.kind == V_BOOL || v.kind == V_FLOAT || is_obj(v, O_FUNC), any = 0;

	if (!m->c || m->pending || cls->self_flags & 1 || !c || !is_obj(c->v, O_FUNC) || v.kind == V_THUNK || v.kind == V_UNDEF || v.kind == V_REF)
		return v;
	if (is_obj(v, O_INST) && v.o->cls && class_is(v.o->cls, cls))
		return v;
	for (const obj *f = c->v.o; f; f = f->next) {
		if (!takes_one(m, f, cls))
			continue;
		any = 1;
		if (!plain)
			vm_mark(m, f->node, MARK_HANDED);
	}
	return any && plain ? class_new(m, cls, &(args){.node = node, .n = 1, .v = {v}}) : v;
}

void
vm_not_given(vm *m, scope *s, uint32_t type)
{
	value of = cint_named(fact_str(m->t, type)) || NODE(type)->flags & (FACT_POINTER | FACT_ARRAY) ? (value){0} : vm_type(m, s, type);

	if (is_obj(of, O_CLASS) && !(of.o->self_flags & 1))
		vm_may_make(m, of.o);
}

value
vm_converted(vm *m, scope *s, uint32_t type, value v, uint32_t node)
{
	const char *name = fact_str(m->t, type);
	value of;

	if (!m->c || NODE(type)->flags & (FACT_POINTER | FACT_ARRAY) || cint_named(name))
		return v;
	of = vm_type(m, s, type);
	if (m->pending || !is_obj(of, O_CLASS) || strcmp(vm_text(m, of.o->name), as_last_part(name)) != 0)
		return v;
	return vm_converted_to(m, of.o, v, node);
}
