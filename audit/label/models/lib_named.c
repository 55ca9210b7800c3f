/* lib_named.c - see vm.h: named tuples: objects with fields that are tuples as well. */
#include "../vm/vm_impl.h"

#include <string.h>

enum { CLASS_TUPLE = 16 }; /* self_flags */

obj *
named_class(vm *m, const char *name, uint32_t node)
{
	obj *c = vm_obj(m, O_CLASS, vm_id(m, name), node);

	c->self_flags = CLASS_TUPLE;
	c->a = v_obj(list_of(m, O_LIST, node));
	c->arg = vm_alloc(m, 32 * sizeof *c->arg);
	return c;
}

void
named_field(obj *cls, uint32_t name)
{
	if (cls->narg < 32)
		cls->arg[cls->narg++] = v_str(name);
}

/* namedtuple("Case", "name build") or ["name", "build"] */
int
named_make(vm *m, args *a, value *out)
{
	value name = arg_get(a, 0, "typename", m), list = arg_get(a, 1, "field_names", m), defaults = arg_get(a, 99, "defaults", m);
	const char *s;
	obj *c;

	if (name.kind != V_STR || !vm_cstr(m, name, NULL))
		return 0;
	c = named_class(m, vm_cstr(m, name, NULL), a->node);
	if (list.kind == V_STR && (s = vm_cstr(m, list, NULL))) {
		while (*(s += strspn(s, " ,\n\t"))) {
			size_t n = strcspn(s, " ,\n\t");
			named_field(c, vm_idn(m, s, n));
			s += n;
		}
	} else if ((is_obj(list, O_LIST) || is_obj(list, O_TUPLE)) && !list.o->loose) {
		for (int64_t i = 0; i < list_len(list.o); i++) {
			value f = vm_resolve(m, list_at(list.o, i), a->node);
			if (is_obj(f, O_TUPLE)) /* NamedTuple("Case", [("name", str)]) */
				f = vm_resolve(m, list_at(f.o, 0), a->node);
			if (f.kind != V_STR || !vm_cstr(m, f, NULL))
				return 0;
			named_field(c, vm_id(m, vm_cstr(m, f, NULL)));
		}
	} else {
		return 0;
	}
	for (int64_t i = 0, n = is_obj(defaults, O_TUPLE) || is_obj(defaults, O_LIST) ? list_len(defaults.o) : 0; i < n && (int64_t)c->narg >= n; i++) {
		uint32_t id = c->arg[c->narg - (uint32_t)n + (uint32_t)i].s.s;
		map_get(m, &c->m, key_str(id), v_str(id))->v = list_at(defaults.o, i);
	}
	*out = v_obj(c);
	return 1;
}

/* The class whose fields these are; NULL if cls is no named tuple made by a call. */
static obj *
fields_of(obj *cls)
{
	if (!(cls->self_flags & CLASS_TUPLE) || cls->arg)
		return cls->self_flags & CLASS_TUPLE ? cls : NULL;
	for (int64_t i = 0; is_obj(cls->a, O_LIST) && i < list_len(cls->a.o); i++) {
		value b = list_at(cls->a.o, i);
		obj *f = is_obj(b, O_CLASS) && b.o != cls ? fields_of(b.o) : NULL;
		if (f)
			return f;
	}
	return NULL;
}

int
named_fill(vm *m, obj *cls, obj *o, const args *a)
{
	obj *f = fields_of(cls);
	uint32_t pos = 0;

	if (!f)
		return 0;
	for (uint32_t i = 0; i < f->narg; i++) {
		uint32_t id = f->arg[i].s.s;
		cell *c = map_find(&f->m, key_str(id));
		value v = c ? c->v : (value){0};
		int given = 0;
		for (uint32_t k = 0; k < a->n && !given; k++)
			if (a->kw[k] == id) {
				v = a->v[k];
				given = 1;
			}
		while (pos < a->n && a->kw[pos])
			pos++;
		if (!given && pos < a->n)
			v = a->v[pos++];
		map_get(m, &o->m, key_str(id), v_str(id))->v = v.kind == V_UNDEF ? v_unk(0) : v;
	}
	return 1;
}

value
named_tuple(vm *m, value v)
{
	obj *t;

	if (m->c || !is_obj(v, O_INST) || !(v.o->cls->self_flags & CLASS_TUPLE))
		return v;
	t = list_of(m, O_TUPLE, v.o->node);
	for (uint32_t i = 0; i < v.o->m.n; i++)
		list_add(m, t, v.o->m.slot[i].c->v);
	return v_obj(t);
}

/* Methods of all named tuples. */
int
named_method(vm *m, const char *f, value self, args *a, value *out)
{
	if (m->c || !is_obj(self, O_INST) || !(self.o->cls->self_flags & CLASS_TUPLE))
		return 0;
	if (strcmp(f, "_replace") == 0) {
		*out = object_replaced(m, self.o, a);
		return 1;
	}
	if (strcmp(f, "_asdict") == 0) {
		obj *d = vm_obj(m, O_DICT, 0, a->node);
		map_copy(m, &d->m, &self.o->m);
		*out = v_obj(d);
		return 1;
	}
	return 0;
}
