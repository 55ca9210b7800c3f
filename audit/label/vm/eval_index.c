/* eval_index.c - see vm.h: x[key] as it stands in the source: an element, a slice, the arguments of a template. */
#include "vm_impl.h"

#include <string.h>

#include "words.h"

#define NODE(i) (&m->t->node[i])

static value
call_slice(vm *m, scope *s, uint32_t node)
{
	obj *o = vm_obj(m, O_THING, vm_id(m, "slice"), node);

	o->arg = vm_alloc(m, 3 * sizeof *o->arg);
	FACT_EACH_KID(m->t, node, k)
		if (NODE(k)->kind == FACT_ARG && o->narg < 3)
			o->arg[o->narg++] = vm_evalr(m, s, k + 1);
	return v_obj(o);
}

value
vm_slice_of(vm *m, value from, value to, value step, uint32_t node)
{
	obj *o = vm_obj(m, O_THING, vm_id(m, "slice"), node);

	o->arg = vm_alloc(m, 3 * sizeof *o->arg);
	o->arg[0] = from;
	o->arg[1] = to;
	o->arg[2] = step;
	o->narg = 3;
	return v_obj(o);
}

static int
is_slice(const vm *m, uint32_t node)
{
	uint32_t n = 0;

	if (NODE(node)->kind != FACT_CALL || NODE(node + 1)->kind != FACT_NAME || strcmp(fact_str(m->t, node + 1), "slice"))
		return 0;
	FACT_EACH_KID(m->t, node, k)
		n += NODE(k)->kind == FACT_ARG;
	return n == 3;
}

value
vm_slice(vm *m, scope *s, uint32_t node)
{
	return is_slice(m, node) ? call_slice(m, s, node) : (value){0};
}

/* A template and what it is of, where the tree has none made for it. */
static value
template_with(vm *m, value of, value argument, uint32_t node)
{
	obj *p = vm_obj(m, O_PARTIAL, vm_id(m, "template"), node);

	p->a = of;
	p->b = argument;
	return v_obj(p);
}

/* f<T>; V_UNDEF: v is no template. k: the argument as it was evaluated at key. */
static value
instance(vm *m, value v, value k, uint32_t key, uint32_t node)
{
	if (is_obj(v, O_CLASS) || (is_obj(v, O_FUNC) && fact_find(m->t, v.o->node, FACT_TPARAM)))
		return template_of(m, v, k, key);
	if (is_obj(v, O_EXT) && as_ends_with(vm_text(m, v.o->name), "_v"))
		return template_trait(m, vm_text(m, v.o->name), k, key);
	if (is_obj(v, O_EXT) || is_obj(v, O_FUNC)) {
		value made = is_obj(v, O_EXT) && strncmp(vm_text(m, v.o->name), "std", 3) != 0 ? template_of(m, v, k, key) : v;
		value t;
		if (made.o != v.o) /* the tree has only those made for some arguments */
			return made;
		t = vm_resolve(m, k, key);
		if (is_obj(v, O_EXT) && vm_is_container(as_last_part(vm_text(m, v.o->name))))
			t = vm_pointers(m, t, key);
		return template_with(m, v, t, node);
	}
	if (is_obj(v, O_METHOD)) { /* x.get<T>(): of what is not known */
		value t = vm_resolve(m, k, key);
		if (is_obj(t, O_EXT) || is_obj(t, O_CLASS) || NODE(key)->kind == FACT_UNKNOWN)
			return template_with(m, v, t, node);
	}
	return (value){0};
}

/* x.*p, p->*q: a method of x, or what one of its fields holds, which is not followed. */
static value
of_member(vm *m, value x, value p, uint32_t node)
{
	value v = v_unk(0);

	if (x.kind == V_REF)
		x = vm_resolve(m, x.r->v, node);
	p = vm_resolve(m, p, node);
	if (is_obj(p, O_FUNC) && p.o->cls && is_obj(x, O_INST) && x.o->cls) {
		value own = class_find(m, x.o->cls, p.o->name);
		if (is_obj(own, O_FUNC) && own.o->node == p.o->node)
			return bind(m, p, x);
	}
	v.opq = (uint16_t)vm_edge(m, node, "which member is meant is not followed");
	return v;
}

value
vm_eval_index(vm *m, scope *s, uint32_t node)
{
	uint32_t key = NODE(node + 1)->end;
	value v = vm_evalr(m, s, node + 1), k, made;

	if (certain_operand(m, node + 1))
		vm_raise(m, "TypeError");
	if (m->pending)
		return v_unk(0);
	k = vm_slice(m, s, key);
	if (!k.kind)
		k = vm_eval(m, s, key);
	if (m->pending)
		return v_unk(0);
	if (*fact_str(m->t, node) == '-')
		return of_member(m, v, k, node);
	if (m->c && (made = instance(m, v, k, key, node)).kind != V_UNDEF)
		return made;
	return vm_index(m, v, k, node);
}
