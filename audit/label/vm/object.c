/* object.c - see vm.h: objects of Python out of the ordinary: made by __new__, of a class that
 * is made by a call, with methods bound by hand, and what they are as a truth. */
#include "vm_impl.h"

#include <string.h>

static value
object_raw(vm *m, obj *cls, uint32_t node)
{
	obj *o = vm_obj(m, O_INST, cls->name, node);

	o->cls = cls;
	o->loose = class_external(cls) != 0;
	return v_obj(o);
}

int
object_new(vm *m, obj *cls, args *a, value *out)
{
	value f = m->c ? (value){0} : class_find(m, cls, vm_id(m, "__new__")), init;

	if (!is_obj(f, O_FUNC))
		return 0;
	*out = vm_resolve(m, func_call(m, f.o, v_obj(cls), 1, a), a->node);
	if (m->pending || !is_obj(*out, O_INST) || !class_is(out->o->cls, cls))
		return 1; /* of another class: it is not initialised */
	init = class_find(m, out->o->cls, vm_id(m, "__init__"));
	if (is_obj(init, O_FUNC))
		func_call(m, init.o, *out, 1, a);
	return 1;
}

int
object_method(vm *m, const char *f, value self, args *a, value *out)
{
	value x = arg_get(a, 0, NULL, m);

	if (strcmp(f, "super.__new__") == 0 && is_obj(x, O_CLASS)) {
		value ns = arg_get(a, 3, NULL, m);
		if (is_obj(ns, O_DICT) && ns.o->cls && ns.o->cls->kind == O_CLASS) /* of a metaclass: the class is there */
			*out = v_obj(ns.o->cls);
		else if (is_obj(ns, O_DICT))
			lib_object(m, "type", &(args){.node = a->node, .n = 3, .v = {arg_get(a, 1, NULL, m), arg_get(a, 2, NULL, m), ns}}, out);
		else
			*out = object_raw(m, x.o, a->node);
		return 1;
	}
	if (strcmp(f, "super.__call__") == 0 && is_obj(self, O_CLASS)) {
		*out = vm_made(m, self.o, a);
		return 1;
	}
	if (strcmp(f, "super.__getattribute__") == 0 && is_obj(self, O_INST) && x.kind == V_STR && !x.s.off) {
		*out = vm_inst_attr_own(m, self, x.s.s, a->node);
		return 1;
	}
	if (strcmp(f, "__get__") == 0 && is_obj(self, O_FUNC)) {
		*out = x.kind == V_NONE ? self : bind(m, self, x);
		return 1;
	}
	return 0;
}

value
object_replaced(vm *m, const obj *of, const args *a)
{
	obj *o = vm_obj(m, O_INST, of->name, a->node);

	o->cls = of->cls;
	map_copy(m, &o->m, &of->m);
	for (uint32_t i = 0; i < a->n; i++)
		if (a->kw[i])
			map_get(m, &o->m, key_str(a->kw[i]), v_str(a->kw[i]))->v = a->v[i];
	return v_obj(o);
}

value
object_bound(vm *m, value v, const char *name)
{
	value f = is_obj(v, O_INST) && v.o->cls ? class_find(m, v.o->cls, vm_id(m, name)) : (value){0};

	return is_obj(f, O_FUNC) ? bind(m, f, v) : (value){0};
}

int
object_calls(vm *m, value v, const char *name, uint32_t node, uint32_t n, const value *given, value *out)
{
	value f = object_bound(m, v, name);

	if (f.kind == V_UNDEF)
		return 0;
	*out = vm_callv(m, f, node, n, given);
	return 1;
}

value
object_special(vm *m, value v, const char *name, const char *other)
{
	value f = class_find(m, v.o->cls, vm_id(m, name));

	if (f.kind == V_UNDEF)
		f = class_find(m, v.o->cls, vm_id(m, other));
	return is_obj(f, O_FUNC) ? bind(m, f, v) : (value){0};
}

/* A callable with its first argument given. */
static value
given(vm *m, value f, value first, uint32_t node)
{
	obj *p = vm_obj(m, O_PARTIAL, vm_id(m, "partial"), node);

	p->a = f;
	p->arg = vm_alloc(m, sizeof *p->arg);
	p->kw = vm_alloc(m, sizeof *p->kw);
	p->arg[0] = first;
	p->kw[0] = 0;
	p->narg = 1;
	return v_obj(p);
}

value
object_part_method(vm *m, value part, value self, uint32_t node)
{
	obj *p = given(m, part.o->a, self, node).o, *of = part.o;

	p->arg = vm_alloc(m, (of->narg + 1) * sizeof *p->arg);
	p->kw = vm_alloc(m, (of->narg + 1) * sizeof *p->kw);
	p->arg[0] = self;
	p->kw[0] = 0;
	memcpy(p->arg + 1, of->arg, of->narg * sizeof *p->arg);
	memcpy(p->kw + 1, of->kw, of->narg * sizeof *p->kw);
	p->narg = of->narg + 1;
	return v_obj(p);
}

/* type(name, bases, members) */
static value
made_class(vm *m, value name, value bases, value members, uint32_t node)
{
	obj *c = vm_obj(m, O_CLASS, name.s.s, node), *l = list_of(m, O_LIST, node);

	c->a = v_obj(l);
	for (int64_t i = 0; i < list_len(bases.o); i++) {
		value b = vm_resolve(m, list_at(bases.o, i), node);
		list_add(m, l, b);
		if (!is_obj(b, O_CLASS))
			continue;
		c->self_flags |= b.o->self_flags & 19;
		if (!b.o->b.kind)
			b.o->b = v_obj(list_of(m, O_LIST, node));
		list_add(m, b.o->b.o, v_obj(c));
	}
	for (uint32_t i = 0; i < members.o->m.n; i++) {
		value v = vm_resolve(m, members.o->m.slot[i].c->v, node);
		if (is_obj(v, O_FUNC) && !v.o->a.kind && !v.o->cls) { /* it becomes a method */
			obj *f = vm_obj(m, O_FUNC, v.o->name, v.o->node);
			uint32_t serial = f->serial;
			*f = *v.o;
			f->serial = serial;
			f->cls = c;
			v = v_obj(f);
		}
		cell_set(m, map_get(m, &c->m, members.o->m.slot[i].key, members.o->m.slot[i].kv), v);
	}
	c->loose = members.o->loose;
	meta_begin(m, c, (value){0}, node);
	meta_hooks(m, c, node, &(args){.node = node});
	return meta_end(m, c, (value){0}, node);
}

int
lib_object(vm *m, const char *f, args *a, value *out)
{
	value x = arg_get(a, 0, NULL, m), y = arg_get(a, 1, NULL, m), z = arg_get(a, 2, NULL, m);

	if (vm_is(f, "type.__new__") && is_obj(x, O_CLASS))
		return object_method(m, "super.__new__", x, a, out);
	if (vm_is(f, "type.__call__") && is_obj(x, O_CLASS)) {
		args b = {.node = a->node, .scope = a->scope, .rest = a->rest};
		args_from(&b, a, 1);
		*out = vm_made(m, x.o, &b);
		return 1;
	}
	if (vm_is(f, "object.__new__") && is_obj(x, O_CLASS))
		*out = object_raw(m, x.o, a->node);
	else if (vm_is(f, "object.__getattribute__") && is_obj(x, O_INST) && y.kind == V_STR && !y.s.off)
		*out = vm_inst_attr_own(m, x, y.s.s, a->node);
	else if (vm_is(f, "types.MethodType") && x.kind == V_OBJ)
		*out = is_obj(x, O_FUNC) ? bind(m, x, y) : given(m, x, y, a->node);
	else if (vm_is(f, "staticmethod") && is_obj(x, O_FUNC)) {
		obj *g = vm_obj(m, O_FUNC, x.o->name, x.o->node);
		uint32_t serial = g->serial;
		*g = *x.o;
		g->serial = serial;
		g->self_flags |= FUNC_UNBOUND;
		*out = v_obj(g);
	} else if (vm_is(f, "type") && x.kind == V_STR && (is_obj(y, O_TUPLE) || is_obj(y, O_LIST)) && is_obj(z, O_DICT))
		*out = made_class(m, x, y, z, a->node);
	else
		return 0;
	return 1;
}

static int
converts(const char *name)
{
	return strncmp(name, "operator ", 9) == 0 && strncmp(name + 9, "new", 3) != 0 && strncmp(name + 9, "delete", 6) != 0 && name[9] != '"' && strcmp(name + 9, "co_await") != 0;
}

/* The operator by which an object of C++ becomes a truth, by way of a number or a pointer too; V_UNDEF. */
static value
truth_operator(vm *m, obj *cls)
{
	value f = class_find(m, cls, vm_id(m, "operator bool"));

	for (uint32_t i = 0; f.kind == V_UNDEF && i < cls->m.n; i++)
		if (is_obj(cls->m.slot[i].c->v, O_FUNC) && converts(vm_text(m, cls->m.slot[i].c->v.o->name)))
			f = cls->m.slot[i].c->v;
	for (int64_t i = 0; f.kind == V_UNDEF && is_obj(cls->a, O_LIST) && i < list_len(cls->a.o); i++)
		if (is_obj(list_at(cls->a.o, i), O_CLASS) && list_at(cls->a.o, i).o != cls)
			f = truth_operator(m, list_at(cls->a.o, i).o);
	return f;
}

value
object_truth(vm *m, value v, uint32_t node)
{
	value said;

	if (!is_obj(v, O_INST) || !v.o->cls)
		return v;
	if (m->c) { /* of a pointer to it this is not asked: where it says no, either may be meant */
		value f = truth_operator(m, v.o->cls);
		if (!is_obj(f, O_FUNC) || !fact_find(m->t, f.o->node, FACT_BLOCK))
			return v;
		said = vm_resolve(m, vm_callv(m, bind(m, f, v), node, 0, NULL), node);
		if (m->pending || vm_known(m, said) == 1)
			return v;
		said = v_unk(vm_idf(m, "what it is as a truth, line %u", m->t->node[node].line));
		said.opq = (uint16_t)vm_edge(m, node, "whether %s is asked is not known", vm_text(m, f.o->name));
		return said;
	}
	if (flag_truth(m, v) >= 0) {
		value t = v_bool(flag_truth(m, v));
		t.flags = v.flags & VF_LABEL;
		return t;
	}
	if (!object_calls(m, v, "__bool__", node, 0, NULL, &said) && !object_calls(m, v, "__len__", node, 0, NULL, &said))
		return v;
	return vm_resolve(m, said, node);
}

int
object_applied(vm *m, const char *f, obj *cls, args *a, value *out)
{
	value forward;
	args b = {.node = a->node, .scope = a->scope, .rest = a->rest};

	if (strcmp(f, "apply") != 0 || strcmp(vm_text(m, (uint32_t)class_external(cls)), "torch.autograd.Function") != 0 ||
	    !is_obj(forward = class_find(m, cls, vm_id(m, "forward")), O_FUNC))
		return 0;
	if (class_find(m, cls, vm_id(m, "setup_context")).kind == V_UNDEF)
		args_add(&b, thing(m, vm_id(m, "torch.autograd.function.FunctionCtx()"), a->node), 0, 0);
	args_from(&b, a, 0);
	*out = func_call(m, forward.o, (value){0}, 0, &b);
	return 1;
}

void
object_parts(vm *m, obj *o, args *a, int depth)
{
	for (uint32_t i = 0; i < (depth ? o->m.n : o->narg) && i < 32 && !m->pending; i++) {
		value v = vm_resolve(m, depth ? o->m.slot[i].c->v : o->arg[i], a->node);
		if (is_obj(v, O_INST) && !v.o->comp && v.o->cls && (class_find(m, v.o->cls, vm_id(m, "forward")).kind || class_find(m, v.o->cls, vm_id(m, "__call__")).kind))
			vm_call(m, v, a);
		else if (!depth && (is_obj(v, O_LIST) || is_obj(v, O_TUPLE) || is_obj(v, O_DICT)))
			object_parts(m, v.o, a, 1);
		else if (is_obj(v, O_THING) && v.o->narg && depth < 2 && !v.o->comp && strncmp(vm_text(m, v.o->name), "torch.nn.", 9) == 0)
			object_parts(m, v.o, a, 0);
	}
}
