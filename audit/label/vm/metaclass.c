/* metaclass.c - see vm.h: what runs where a class of Python is made: hooks of its metaclass, of its
 * bases and of its members; and what a metaclass does for its classes. */
#include "vm_impl.h"

#include <string.h>

/* A function of the metaclass of a class; V_UNDEF. */
static value
hook(vm *m, const obj *cls, const char *name)
{
	value f = !m->c && cls->cls ? class_find(m, cls->cls, vm_id(m, name)) : (value){0};

	return is_obj(f, O_FUNC) ? f : (value){0};
}

/* (name, bases, members), as a metaclass is called. */
static void
made_of(vm *m, obj *cls, value members, args *a)
{
	value bases = v_obj(list_of(m, O_TUPLE, a->node));

	for (int64_t i = 0; is_obj(cls->a, O_LIST) && i < list_len(cls->a.o); i++)
		list_add(m, bases.o, list_at(cls->a.o, i));
	a->v[a->n++] = v_str(cls->name);
	a->v[a->n++] = bases;
	a->v[a->n++] = members;
}

void
meta_begin(vm *m, obj *cls, value meta, uint32_t node)
{
	args a = {.node = node};
	value f;

	for (int64_t i = 0; !cls->cls && is_obj(cls->a, O_LIST) && i < list_len(cls->a.o); i++)
		if (is_obj(list_at(cls->a.o, i), O_CLASS))
			cls->cls = list_at(cls->a.o, i).o->cls;
	if (is_obj(meta, O_CLASS))
		cls->cls = meta.o;
	if (!cls->cls)
		return;
	vm_object_made(m, cls->cls);
	f = hook(m, cls, "__prepare__");
	if (f.kind != V_UNDEF) {
		made_of(m, cls, v_none(), &a);
		a.n = 2;
		func_call(m, f.o, v_obj(cls->cls), 1, &a);
	}
}

void
meta_hooks(vm *m, obj *cls, uint32_t node, const args *options)
{
	args a = *options;

	vm_class_declared(m, cls);
	descr_named(m, cls, node);
	for (int64_t i = 0; is_obj(cls->a, O_LIST) && i < list_len(cls->a.o) && !m->pending; i++) {
		value b = list_at(cls->a.o, i), f = is_obj(b, O_CLASS) ? class_find(m, b.o, vm_id(m, "__init_subclass__")) : (value){0};
		if (is_obj(f, O_FUNC)) {
			func_call(m, f.o, v_obj(cls), 1, &a);
			return;
		}
	}
}

value
meta_end(vm *m, obj *cls, value meta, uint32_t node)
{
	value v = v_obj(cls), f = hook(m, cls, "__new__"), members;
	args a = {.node = node};

	if (m->c || m->pending || (!cls->cls && !is_obj(meta, O_FUNC)))
		return v;
	members = descr_members(m, cls, node);
	made_of(m, cls, members, &a);
	if (is_obj(meta, O_FUNC)) /* a function that makes it */
		return vm_resolve(m, func_call(m, meta.o, (value){0}, 0, &a), node);
	if (f.kind != V_UNDEF) {
		args b = a;
		value r = vm_resolve(m, func_call(m, f.o, v_obj(cls->cls), 1, &b), node);
		if (is_obj(r, O_CLASS))
			v = r;
		if (!is_obj(r, O_CLASS) || m->pending)
			return r.kind == V_OBJ ? r : v;
	}
	if ((f = hook(m, cls, "__init__")).kind != V_UNDEF)
		func_call(m, f.o, v, 1, &a);
	return v;
}

int
meta_call(vm *m, obj *cls, args *a, value *out)
{
	value f = hook(m, cls, "__call__");

	if (f.kind == V_UNDEF)
		return 0;
	*out = func_call(m, f.o, v_obj(cls), 1, a);
	return 1;
}

int
meta_attr(vm *m, obj *cls, uint32_t name, uint32_t node, value *out)
{
	value f = !m->c && cls->cls ? class_find(m, cls->cls, name) : (value){0}, arg = v_str(name);

	if (is_obj(f, O_FUNC)) {
		*out = f.o->self_flags & FUNC_PROPERTY ? vm_callv(m, bind(m, f, v_obj(cls)), node, 0, NULL) : bind(m, f, v_obj(cls));
		return 1;
	}
	if (f.kind != V_UNDEF) {
		*out = f;
		return 1;
	}
	f = strncmp(vm_text(m, name), "__", 2) == 0 ? (value){0} : hook(m, cls, "__getattr__");
	if (f.kind == V_UNDEF)
		return 0;
	*out = vm_callv(m, bind(m, f, v_obj(cls)), node, 1, &arg);
	return 1;
}

int
meta_index(vm *m, obj *cls, value key, uint32_t node, value *out)
{
	value f = hook(m, cls, "__getitem__");

	if (f.kind == V_UNDEF && !m->c)
		f = class_find(m, cls, vm_id(m, "__class_getitem__"));
	if (!is_obj(f, O_FUNC))
		return 0;
	*out = vm_callv(m, bind(m, f, v_obj(cls)), node, 1, &key);
	return 1;
}

/* A member of an enumeration that has a constructor: it is made by that. */
void
meta_enum_member(vm *m, obj *cls, obj *e, uint32_t node)
{
	static const char *const how[] = {"__new__", "__init__"};

	for (int k = 0; k < 2 && !m->pending; k++) {
		value f = class_find(m, cls, vm_id(m, how[k])), v = field_get(m, e, "value"), made;
		args a = {.node = node};
		if (!is_obj(f, O_FUNC))
			continue;
		if (is_obj(v, O_TUPLE))
			args_list(&a, v);
		else
			args_add(&a, v, 0, 0);
		made = func_call(m, f.o, k ? v_obj(e) : v_obj(cls), 1, &a);
		made = vm_resolve(m, made, node);
		if (k == 0 && is_obj(made, O_INST)) {
			value own = field_get(m, made.o, "_value_");
			map_update(m, &e->m, &made.o->m);
			if (own.kind != V_UNDEF)
				field_set(m, e, "value", own);
		}
	}
}
