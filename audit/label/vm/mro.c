/* mro.c - see vm.h: classes: their order, members, and what binds them. */
#include "vm_impl.h"

#include <ctype.h>
#include <string.h>

#include "../program/program.h"
#include "words.h"

enum { MAX_MRO = 48 };

/* The class and its bases, depth first. */
static uint32_t
lineage(obj *cls, obj **out, uint32_t n)
{
	if (n < MAX_MRO)
		out[n++] = cls;
	for (int64_t i = 0; is_obj(cls->a, O_LIST) && i < list_len(cls->a.o); i++) {
		value b = list_at(cls->a.o, i);
		if (is_obj(b, O_CLASS) && b.o != cls && n < MAX_MRO)
			n = lineage(b.o, out, n);
	}
	return n;
}

/* Python's order of search: a base comes after all that derive from it. */
static uint32_t
mro(obj *cls, obj **out)
{
	obj *all[MAX_MRO];
	uint32_t n = lineage(cls, all, 0), k = 0;

	for (uint32_t i = 0; i < n; i++) {
		int again = 0;
		for (uint32_t j = i + 1; j < n && !again; j++)
			again = all[j] == all[i];
		if (!again)
			out[k++] = all[i];
	}
	return k;
}

cell *
class_own(obj *cls, uint32_t name)
{
	cell *c = map_find(&cls->m, key_str(name));

	/* while the class is still read, its names lie in its scope */
	if ((!c || c->v.kind == V_UNDEF) && cls->scope)
		c = map_find(&cls->scope->m, key_str(name));
	return c && c->v.kind != V_UNDEF ? c : NULL;
}

obj *
class_holder(vm *m, obj *cls, uint32_t name)
{
	if (class_own(cls, name))
		return cls;
	if (!m->c && is_obj(cls->a, O_LIST) && list_len(cls->a.o) > 1) {
		obj *order[MAX_MRO];
		uint32_t n = mro(cls, order);
		for (uint32_t i = 1; i < n; i++)
			if (class_own(order[i], name))
				return order[i];
		return NULL;
	}
	for (int64_t i = 0; is_obj(cls->a, O_LIST) && i < list_len(cls->a.o); i++) {
		value b = list_at(cls->a.o, i);
		obj *of = is_obj(b, O_CLASS) && b.o != cls ? class_holder(m, b.o, name) : NULL;
		if (of)
			return of;
	}
	return NULL;
}

value
class_find(vm *m, obj *cls, uint32_t name)
{
	obj *of = class_holder(m, cls, name);

	return of ? class_own(of, name)->v : (value){0};
}

int
class_is(const obj *cls, const obj *of)
{
	if (cls == of)
		return 1;
	for (int64_t i = 0; cls && is_obj(cls->a, O_LIST) && i < list_len(cls->a.o); i++) {
		value b = list_at(cls->a.o, i);
		if (is_obj(b, O_CLASS) && class_is(b.o, of))
			return 1;
	}
	return 0;
}

/* The first base outside the tree, which has what the class has not; 0 if none. */
int
class_external(const obj *cls)
{
	for (int64_t i = 0; cls && is_obj(cls->a, O_LIST) && i < list_len(cls->a.o); i++) {
		value b = list_at(cls->a.o, i);
		if (is_obj(b, O_EXT) || is_obj(b, O_THING))
			return (int)b.o->name;
		if (is_obj(b, O_CLASS) && class_external(b.o))
			return class_external(b.o);
	}
	return 0;
}

value
bind(vm *m, value f, value self)
{
	obj *o;

	if (!is_obj(f, O_FUNC) || f.o->a.kind)
		return f;
	if (m->t->node[f.o->node].flags & FACT_STATIC || f.o->self_flags & FUNC_UNBOUND)
		return f;
	o = vm_obj(m, O_FUNC, f.o->name, f.o->node);
	*o = *f.o;
	o->serial = ++m->serial;
	o->a = self;
	if (o->next) { /* overloads bind alike */
		value n = v_obj(o->next);
		n.o->a.kind = 0;
		o->next = bind(m, n, self).o;
	}
	return v_obj(o);
}

/* Methods that every dictionary has. */
static int
of_dict(const char *s)
{
	static const char *const list[] = {"get", "items", "keys", "values", "update", "pop", "setdefault", "copy", "clear", "popitem", "fromkeys"};

	return AS_AMONG(s, list) || strncmp(s, "__", 2) == 0;
}

obj *
dict_part(vm *m, const value *inst)
{
	static const char *const bases[] = {"dict", "collections.OrderedDict", "collections.UserDict", "UserDict", "addict.Dict", "collections.defaultdict"};
	int base = is_obj(*inst, O_INST) && !m->c ? class_external(inst->o->cls) : 0;

	for (size_t i = 0; base && i < sizeof bases / sizeof *bases; i++)
		if (strcmp(vm_text(m, (uint32_t)base), bases[i]) == 0) {
			if (!is_obj(inst->o->b, O_DICT))
				inst->o->b = v_obj(vm_obj(m, O_DICT, 0, inst->o->node));
			return inst->o->b.o;
		}
	return NULL;
}

value
vm_super_attr(vm *m, obj *s, uint32_t name, uint32_t node)
{
	value self = s->a;
	obj *cls = s->cls, *order[MAX_MRO], *of = is_obj(self, O_INST) ? self.o->cls : is_obj(self, O_CLASS) ? self.o : NULL;
	uint32_t n = of && cls ? mro(of, order) : 0, at = 0;

	while (at < n && order[at] != cls)
		at++;
	if (at < n) { /* after this class, in the order of the object's own */
		for (uint32_t i = at + 1; i < n; i++) {
			cell *c = class_own(order[i], name);
			if (c)
				return bind(m, c->v, self);
		}
		return vm_method(m, self, vm_idf(m, "super.%s", vm_text(m, name)), node);
	}
	for (int64_t i = 0; cls && is_obj(cls->a, O_LIST) && i < list_len(cls->a.o); i++) {
		value b = list_at(cls->a.o, i), f;
		if (!is_obj(b, O_CLASS))
			continue;
		f = class_find(m, b.o, name);
		if (f.kind != V_UNDEF)
			return bind(m, f, self);
	}
	return vm_method(m, self, vm_idf(m, "super.%s", vm_text(m, name)), node);
}

/* Has the class a base of the standard library of C++? */
static int
of_std(const vm *m, const obj *cls, int depth)
{
	for (int64_t i = 0; cls && depth < 8 && is_obj(cls->a, O_LIST) && i < list_len(cls->a.o); i++) {
		value b = list_at(cls->a.o, i);
		if ((is_obj(b, O_EXT) && strncmp(vm_text(m, b.o->name), "std.", 4) == 0) || (is_obj(b, O_CLASS) && of_std(m, b.o, depth + 1)))
			return 1;
	}
	return 0;
}

value
vm_inst_attr_own(vm *m, value base, uint32_t name, uint32_t node)
{
	obj *o = base.o;
	cell *c = map_find(&o->m, key_str(name));
	const char *s = vm_text(m, name);
	value v;

	if (c && c->v.kind != V_UNDEF) {
		v = m->c ? (value){0} : class_find(m, o->cls, name);
		if (v.kind == V_UNDEF || !descr_data(m, v))
			return c->v;
	}
	if (strcmp(s, "__class__") == 0)
		return v_obj(o->cls);
	if (strcmp(s, "__dict__") == 0)
		return descr_members(m, o, node);
	v = class_find(m, o->cls, name);
	if (v.kind == V_UNDEF) {
		value f;
		if (m->c) { /* std::optional, smart pointers and the like around it */
			if (strcmp(s, "value") == 0 || strcmp(s, "get") == 0 || strcmp(s, "has_value") == 0 || strcmp(s, "reset") == 0 ||
			    strcmp(s, "release") == 0 || strcmp(s, "lock") == 0 || strcmp(s, "emplace") == 0 || strcmp(s, "swap") == 0 || strcmp(s, "value_or") == 0)
				return vm_method(m, base, name, node);
			if (of_std(m, o->cls, 0)) /* of a base that is not in the tree */
				return vm_method(m, base, name, node);
			c = map_get(m, &o->m, key_str(name), v_str(name));
			c->v = v_unk(0);
			return c->v;
		}
		f = class_find(m, o->cls, vm_id(m, "__getattr__"));
		if (is_obj(f, O_FUNC)) {
			value arg = v_str(name);
			return vm_callv(m, bind(m, f, base), node, 1, &arg);
		}
		if (is_obj(f, O_EXT) && dict_part(m, &base) && !of_dict(s)) { /* __getattr__ = dict.get */
			uint64_t key = key_str(name);
			obj *d = dict_part(m, &base);
			c = map_find(&d->m, key);
			if (c && c->v.kind != V_UNDEF)
				return c->v;
			if (d->loose)
				return v_unk(0);
			if (strstr(vm_text(m, f.o->name), ".get") && !strstr(vm_text(m, f.o->name), "getitem"))
				return v_none();
			vm_raise(m, "AttributeError");
			return v_unk(0);
		}
		if (strcmp(s, "__match_args__") == 0 && inspect_match_args(m, o->cls, node, &v))
			return v;
		if (class_external(o->cls) || o->loose)
			return vm_method(m, base, name, node);
		if (strncmp(s, "__", 2) == 0)
			return vm_method(m, base, name, node);
		vm_raise(m, "AttributeError");
		return v_unk(0);
	}
	if (is_obj(v, O_FUNC)) {
		uint32_t fl = m->t->node[v.o->node].flags;
		if (v.o->self_flags & FUNC_PROPERTY) {
			int keep = v.o->self_flags & FUNC_KEPT;
			v = vm_callv(m, bind(m, v, base), node, 0, NULL);
			if (keep && !m->pending)
				cell_set(m, map_get(m, &o->m, key_str(name), v_str(name)), v);
			return v;
		}
		if (fl & FACT_STATIC)
			return v;
		if (fl & FACT_CLASSWIDE)
			return bind(m, v, v_obj(o->cls));
		return bind(m, v, base);
	}
	if (!m->c && is_obj(v, O_PARTIAL) && strcmp(vm_text(m, v.o->name), "partialmethod") == 0)
		return object_part_method(m, v, base, node);
	if (is_obj(v, O_INST) && descr_get(m, v, base, o->cls, node, &v))
		return v;
	if (is_obj(v, O_THING) && v.o->comp && is_obj(v.o->a, O_FUNC)) /* a compiled method */
		return v;
	if (m->c && !(v.kind == V_OBJ && v.o->kind == O_CLASS)) {
		/* a field that was not set: its own copy */
		c = map_get(m, &o->m, key_str(name), v_str(name));
		c->v = v;
	}
	return v;
}

value
vm_inst_attr(vm *m, value base, uint32_t name, uint32_t node)
{
	value arg = v_str(name), v;

	return !m->c && object_calls(m, base, "__getattribute__", node, 1, &arg, &v) ? v : vm_inst_attr_own(m, base, name, node);
}
