/* descr.c - see vm.h: attributes that code stands behind: properties, descriptors of the
 * tree (__get__, __set__, __set_name__), and the members of an object as a dictionary. */
#include "../program/program.h"
#include "vm_impl.h"

#include <string.h>

int
descr_data(vm *m, value member)
{
	if (is_obj(member, O_FUNC))
		return (member.o->self_flags & (FUNC_PROPERTY | FUNC_KEPT)) == FUNC_PROPERTY;
	return object_bound(m, member, "__set__").kind != V_UNDEF;
}

int
descr_get(vm *m, value member, value inst, obj *cls, uint32_t node, value *out)
{
	value two[2] = {inst, v_obj(cls)}, f;

	if (m->c)
		return 0;
	f = object_bound(m, member, "__get__");
	if (f.kind == V_UNDEF)
		return 0;
	*out = vm_callv(m, f, node, 2, two);
	return 1;
}

int
descr_set(vm *m, value inst, uint32_t name, value v, uint32_t node)
{
	value member, f, two[2] = {inst, v};

	if (m->c || !is_obj(inst, O_INST))
		return 0;
	member = class_find(m, inst.o->cls, name);
	if (is_obj(member, O_FUNC) && descr_data(m, member)) {
		f = field_get(m, member.o, "setter_");
		if (f.kind == V_UNDEF)
			vm_raise(m, "AttributeError"); /* can be read only */
		else
			vm_callv(m, bind(m, f, inst), node, 1, &v);
		return 1;
	}
	f = object_bound(m, member, "__set__");
	if (f.kind == V_UNDEF)
		return 0;
	vm_callv(m, f, node, 2, two);
	return 1;
}

value
descr_property(vm *m, value get, value set)
{
	value p;

	if (!is_obj(get, O_FUNC)) {
		vm_handed(m, set, 0);
		return get;
	}
	p = v_obj(obj_copy(m, get.o)); /* what is set on it is not set on the other */
	p.o->self_flags |= FUNC_PROPERTY;
	if (set.kind == V_OBJ)
		field_set(m, p.o, "setter_", set);
	return p;
}

int
descr_decorates(vm *m, value d, value v, value *out)
{
	const char *name = is_obj(d, O_METHOD) ? vm_text(m, d.o->name) : "";

	if (!is_obj(d, O_METHOD) || !is_obj(d.o->a, O_FUNC) || !(d.o->a.o->self_flags & FUNC_PROPERTY) || !is_obj(v, O_FUNC))
		return 0;
	if (strcmp(name, "setter") == 0)
		*out = descr_property(m, d.o->a, v);
	else if (strcmp(name, "getter") == 0)
		*out = descr_property(m, v, field_get(m, d.o->a.o, "setter_"));
	else if (strcmp(name, "deleter") == 0) {
		vm_handed(m, v, 0);
		*out = d.o->a;
	}
	else
		return 0;
	return 1;
}

void
descr_named(vm *m, obj *cls, uint32_t node)
{
	uint32_t n = cls->m.n;

	for (uint32_t i = 0; i < n && !m->pending && !m->c; i++) {
		value k = cls->m.slot[i].kv, two[2] = {v_obj(cls), k}, f;
		f = k.kind == V_STR ? object_bound(m, cls->m.slot[i].c->v, "__set_name__") : (value){0};
		if (f.kind != V_UNDEF)
			vm_callv(m, f, node, 2, two);
	}
}

void
vm_delete_member(vm *m, value of, uint32_t name)
{
	obj *cls = is_obj(of, O_INST) ? of.o->cls : NULL;
	map *own = is_obj(of, O_MODULE) && of.o->scope ? &of.o->scope->m : is_obj(of, O_INST) || is_obj(of, O_CLASS) ? &of.o->m : NULL;
	cell *c = own ? map_find(own, key_str(name)) : NULL;

	if (c && !(cls && class_find(m, cls, vm_id(m, "__delattr__")).kind))
		cell_set(m, c, (value){0});
	if (c && is_obj(of, O_CLASS) && of.o->scope && (c = map_find(&of.o->scope->m, key_str(name))) != NULL)
		cell_set(m, c, (value){0});
}

value
descr_members(vm *m, obj *of, uint32_t node)
{
	obj *d = vm_obj(m, O_DICT, 0, node);

	d->m = of->m;
	d->loose = of->loose || of->kind == O_EXT || of->kind == O_THING; /* a library has more than what was set */
	d->cls = of;
	return v_obj(d);
}

void
descr_written(obj *d)
{
	if (d->kind == O_DICT && d->cls)
		d->cls->m = d->m;
}

/* Is what node, the target of an assignment, is set to made there, or is it the **kw of the function that it stands in? */
static int
made_there(vm *m, uint32_t node)
{
	uint32_t v = m->t->node[node].end, fn = 0;

	if (m->t->node[node - 1].kind != FACT_ASSIGN)
		return 0;
	switch (m->t->node[v].kind) {
	case FACT_DICT: case FACT_COMP: return 1;
	case FACT_CALL: return strcmp(fact_str(m->t, v + 1), "dict") == 0 || strcmp(fact_str(m->t, v + 1), "copy") == 0 || strcmp(fact_str(m->t, v + 1), "deepcopy") == 0;
	case FACT_NAME:
		for (uint32_t i = program_file(m->p, node); i < node; i++)
			if (m->t->node[i].kind == FACT_FUNC && m->t->node[i].end > node)
				fn = i;
		FACT_EACH_KID(m->t, fn, p)
			if (fn && m->t->node[p].kind == FACT_PARAM && m->t->node[p].flags & FACT_STARSTAR && m->t->node[p].str == m->t->node[v].str)
				return 1;
		return 0;
	default: return 0;
	}
}

int
descr_dict_set(vm *m, value base, uint32_t name, value v, uint32_t node)
{
	uint32_t dict = vm_id(m, "__dict__");
	value self = base;
	obj *part = dict_part(m, &self), *o = base.o;
	cell *c = part ? map_find(&o->m, key_str(dict)) : NULL;

	if (name != dict) {
		if (!c || c->v.kind != V_OBJ || c->v.o != o) /* class C(dict): self.__dict__ = self */
			return 0;
		cell_set(m, map_get(m, &part->m, key_str(name), v_str(name)), v);
		return 1;
	}
	v = vm_resolve(m, v, node); /* a member's value is not decided to keep it */
	if (v.kind == V_OBJ && v.o == o)
		return 0;
	if (is_obj(v, O_DICT) && v.o->cls == o)
		return 1;
	if (!is_obj(v, O_DICT) || v.o->cls || v.o->loose || !made_there(m, node))
		vm_edge_to(m, EDGE_ANY, node, "the members of an object are set as a whole");
	for (uint32_t i = 0; i < o->m.n; i++)
		cell_set(m, o->m.slot[i].c, (value){0});
	for (uint32_t i = 0; is_obj(v, O_DICT) && i < v.o->m.n; i++)
		cell_set(m, map_get(m, &o->m, v.o->m.slot[i].key, v.o->m.slot[i].kv), v.o->m.slot[i].c->v);
	if (is_obj(v, O_DICT) && !v.o->cls) { /* what is put into it later is a member, too */
		v.o->m = o->m;
		v.o->cls = o;
	}
	return 1;
}
