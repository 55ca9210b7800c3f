/* attr.c - see vm.h: members of things, elements of containers. */
#include "vm.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "program.h"

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

/* What a class itself has, without its bases. */
static value
own_member(obj *cls, uint32_t name)
{
	cell *c = map_find(&cls->m, key_str(name));

	if (c && c->v.kind != V_UNDEF)
		return c->v;
	/* while the class is still read, its names lie in its scope */
	if (cls->scope && (c = map_find(&cls->scope->m, key_str(name))))
		return c->v;
	return (value){0};
}

value
class_find(vm *m, obj *cls, uint32_t name, obj **where)
{
	cell *c = map_find(&cls->m, key_str(name));
	value v;

	if (c && c->v.kind != V_UNDEF) {
		*where = cls;
		return c->v;
	}
	/* while the class is still read, its names lie in its scope */
	if (cls->scope && (c = map_find(&cls->scope->m, key_str(name))) && c->v.kind != V_UNDEF) {
		*where = cls;
		return c->v;
	}
	if (!m->c && is_obj(cls->a, O_LIST) && list_len(cls->a.o) > 1) {
		obj *order[MAX_MRO];
		uint32_t n = mro(cls, order);
		for (uint32_t i = 1; i < n; i++)
			if ((v = own_member(order[i], name)).kind != V_UNDEF) {
				*where = order[i];
				return v;
			}
		return (value){0};
	}
	for (int64_t i = 0; is_obj(cls->a, O_LIST) && i < list_len(cls->a.o); i++) {
		value b = list_at(cls->a.o, i);
		if (is_obj(b, O_CLASS) && b.o != cls && (v = class_find(m, b.o, name, where)).kind != V_UNDEF)
			return v;
	}
	return (value){0};
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
bind(vm *m, value f, value self, obj *where)
{
	obj *o;

	(void)where;
	if (!is_obj(f, O_FUNC) || f.o->a.kind)
		return f;
	if (m->t->node[f.o->node].flags & FACT_STATIC)
		return f;
	o = vm_obj(m, O_FUNC, f.o->name, f.o->node);
	*o = *f.o;
	o->serial = ++m->serial;
	o->a = self;
	if (o->next) { /* overloads bind alike */
		value n = v_obj(o->next);
		n.o->a.kind = 0;
		o->next = bind(m, n, self, where).o;
	}
	return v_obj(o);
}

/* Methods that every dictionary has. */
static int
of_dict(const char *s)
{
	static const char *const list[] = {"get", "items", "keys", "values", "update", "pop", "setdefault", "copy", "clear", "popitem", "fromkeys"};

	for (size_t i = 0; i < sizeof list / sizeof *list; i++)
		if (strcmp(list[i], s) == 0)
			return 1;
	return strncmp(s, "__", 2) == 0;
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

static value
method(vm *m, value self, uint32_t name, uint32_t node)
{
	obj *o = vm_obj(m, O_METHOD, name, node);

	o->a = self;
	return v_obj(o);
}

/* A name below the name of something outside. */
static uint32_t
below(vm *m, uint32_t base, uint32_t name)
{
	return vm_idf(m, "%.300s.%.100s", vm_text(m, base), vm_text(m, name));
}

static value
super_attr(vm *m, obj *s, uint32_t name, uint32_t node)
{
	value self = s->a;
	obj *cls = s->cls, *where, *order[MAX_MRO], *of = is_obj(self, O_INST) ? self.o->cls : is_obj(self, O_CLASS) ? self.o : NULL;
	uint32_t n = of && cls ? mro(of, order) : 0, at = 0;

	while (at < n && order[at] != cls)
		at++;
	if (at < n) { /* after this class, in the order of the object's own */
		for (uint32_t i = at + 1; i < n; i++) {
			value f = own_member(order[i], name);
			if (f.kind != V_UNDEF)
				return bind(m, f, self, order[i]);
		}
		return method(m, self, vm_idf(m, "super.%s", vm_text(m, name)), node);
	}
	for (int64_t i = 0; cls && is_obj(cls->a, O_LIST) && i < list_len(cls->a.o); i++) {
		value b = list_at(cls->a.o, i), f;
		if (!is_obj(b, O_CLASS))
			continue;
		f = class_find(m, b.o, name, &where);
		if (f.kind != V_UNDEF)
			return bind(m, f, self, where);
	}
	return method(m, self, vm_idf(m, "super.%s", vm_text(m, name)), node);
}

static value
inst_attr(vm *m, value base, uint32_t name, uint32_t node)
{
	obj *o = base.o, *where = NULL;
	cell *c = map_find(&o->m, key_str(name));
	const char *s = vm_text(m, name);
	value v;

	if (c && c->v.kind != V_UNDEF)
		return c->v;
	if (strcmp(s, "__class__") == 0)
		return v_obj(o->cls);
	if (strcmp(s, "__dict__") == 0) {
		obj *d = vm_obj(m, O_DICT, 0, node);
		d->m = o->m;
		return v_obj(d);
	}
	v = class_find(m, o->cls, name, &where);
	if (v.kind == V_UNDEF) {
		value f;
		if (m->c) { /* std::optional, smart pointers and the like around it */
			if (strcmp(s, "value") == 0 || strcmp(s, "get") == 0 || strcmp(s, "has_value") == 0 || strcmp(s, "reset") == 0 ||
			    strcmp(s, "release") == 0 || strcmp(s, "lock") == 0)
				return method(m, base, name, node);
			c = map_get(m, &o->m, key_str(name), v_str(name));
			c->v = v_unk(0);
			return c->v;
		}
		f = class_find(m, o->cls, vm_id(m, "__getattr__"), &where);
		if (is_obj(f, O_FUNC)) {
			value arg = v_str(name);
			return vm_callv(m, bind(m, f, base, where), node, 1, &arg);
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
		if (class_external(o->cls) || o->loose)
			return method(m, base, name, node);
		if (strncmp(s, "__", 2) == 0)
			return method(m, base, name, node);
		vm_raise(m, "AttributeError");
		return v_unk(0);
	}
	if (is_obj(v, O_FUNC)) {
		uint32_t fl = m->t->node[v.o->node].flags;
		if (v.o->self_flags & 2) /* property */
			return vm_callv(m, bind(m, v, base, where), node, 0, NULL);
		if (fl & FACT_STATIC)
			return v;
		if (fl & FACT_CLASSWIDE)
			return bind(m, v, v_obj(o->cls), where);
		return bind(m, v, base, where);
	}
	if (is_obj(v, O_THING) && v.o->comp && is_obj(v.o->a, O_FUNC)) /* a compiled method */
		return v;
	if (m->c && !(v.kind == V_OBJ && v.o->kind == O_CLASS)) {
		/* a field that was not set: its own copy */
		c = map_get(m, &o->m, key_str(name), v_str(name));
		c->v = v;
	}
	return v;
}

/* Methods of a module of torch that give the module itself. */
static int
gives_self(const char *s)
{
	static const char *const list[] = {"to", "eval", "cuda", "cpu", "half", "float", "bfloat16", "double", "train", "requires_grad_",
		"type", "share_memory", "to_empty", "xpu", "contiguous"};

	for (size_t i = 0; i < sizeof list / sizeof *list; i++)
		if (strcmp(list[i], s) == 0)
			return 1;
	return 0;
}

static int
has_member(vm *m, obj *o, uint32_t name)
{
	obj *where;

	return map_find(&o->m, key_str(name)) || class_find(m, o->cls, name, &where).kind != V_UNDEF;
}

value
vm_attr(vm *m, value base, uint32_t name, uint32_t node)
{
	const char *s = vm_text(m, name);
	cell *c;
	value v;
	obj *where;

	base = vm_plain(m, base, node);
	if (base.kind == V_REF)
		base = vm_plain(m, base.r->v, node);
	if (m->pending)
		return v_unk(0);
	switch (base.kind) {
	case V_STR: case V_INT: case V_FLOAT: case V_BOOL:
		return method(m, base, name, node);
	case V_NONE:
		if (!m->c) {
			vm_raise(m, "AttributeError");
			return v_unk(0);
		}
		return method(m, base, name, node);
	case V_UNK: case V_UNDEF:
		v = method(m, base, name, node);
		v.o->opq = (uint16_t)opq_of(base);
		return v;
	case V_OBJ: break;
	default: return v_unk(0);
	}
	if (m->c && (base.o->kind == O_LIST || base.o->kind == O_ITER)) { /* p->field */
		value e = vm_resolve(m, pointed(base), node);
		if (e.kind == V_REF)
			e = vm_resolve(m, e.r->v, node);
		if (is_obj(e, O_INST) && (base.o->kind == O_ITER || has_member(m, e.o, name))) {
			m->loop_reads++;
			return vm_attr(m, e, name, node);
		}
		if (is_obj(e, O_THING) && base.o->kind == O_ITER && e.o != base.o)
			return vm_attr(m, e, name, node);
	}
	switch (base.o->kind) {
	case O_MODULE:
		if (base.o->scope && (c = map_find(&base.o->scope->m, key_str(name))) && c->v.kind != V_UNDEF)
			return c->v;
		if (base.o->node == UINT32_MAX || strstr(fact_str(m->t, base.o->node), "__init__.py")) {
			/* a module of the package */
			const char *p = base.o->node != UINT32_MAX ? fact_str(m->t, base.o->node) : NULL;
			char mod[600];
			uint32_t f;
			if (p) {
				snprintf(mod, sizeof mod, ".%s", s);
				f = program_module(m->p, mod, base.o->node);
			} else {
				snprintf(mod, sizeof mod, "%s.%s", vm_text(m, base.o->name), s);
				f = program_module(m->p, mod, base.o->scope->file);
			}
			if (f != UINT32_MAX)
				return v_obj(vm_module(m, f, 0));
			if (!p) {
				obj *o = vm_obj(m, O_MODULE, vm_id(m, mod), UINT32_MAX);
				o->scope = scope_new(m, S_MODULE, NULL, base.o->scope->file);
				return v_obj(o);
			}
		}
		if (base.o->scope && (c = map_find(&base.o->scope->m, key_str(vm_id(m, "__getattr__")))) && is_obj(c->v, O_FUNC)) {
			value arg = v_str(name);
			return vm_callv(m, c->v, node, 1, &arg);
		}
		if (m->probing) {
			vm_raise(m, "AttributeError");
			return v_unk(0);
		}
		v = v_unk(vm_idf(m, "%.200s.%.100s", vm_text(m, base.o->name), s));
		return v;
	case O_INST:
		return inst_attr(m, base, name, node);
	case O_SUPER:
		return super_attr(m, base.o, name, node);
	case O_CLASS:
		v = class_find(m, base.o, name, &where);
		if (v.kind != V_UNDEF) {
			if (is_obj(v, O_FUNC) && (m->t->node[v.o->node].flags & FACT_CLASSWIDE))
				return bind(m, v, base, where);
			return v;
		}
		if (strcmp(s, "__name__") == 0 || strcmp(s, "__qualname__") == 0)
			return v_str(base.o->name);
		if (m->c) {
			if ((c = scope_find(m, base.o->scope, name)))
				return c->v;
			return v_unk(below(m, base.o->name, name));
		}
		return method(m, base, name, node);
	case O_FUNC:
		if ((c = map_find(&base.o->m, key_str(name))) && c->v.kind != V_UNDEF)
			return c->v;
		if (strcmp(s, "__name__") == 0)
			return v_str(base.o->name);
		return method(m, base, name, node);
	case O_EXT:
		if ((c = map_find(&base.o->m, key_str(name))) && c->v.kind != V_UNDEF)
			return c->v;
		if (m->c) { /* a namespace, unless it is one that is known */
			const char *b = vm_text(m, base.o->name);
			if (strcmp(s, "npos") == 0)
				return v_int(-1);
			if (strcmp(s, "nullopt") == 0)
				return v_none();
			if (strcmp(b, "std") != 0 && (c = map_find(&m->shared->m, key_str(name))) && c->v.kind != V_UNDEF)
				return c->v;
		}
		return v_obj(ext_obj(m, below(m, base.o->name, name)));
	case O_THING:
		if ((c = map_find(&base.o->m, key_str(name))) && c->v.kind != V_UNDEF)
			return c->v;
		if (base.o->symbol && (base.o->symbol->flags & SYM_PROXY) && base.o->a.kind) {
			if (strcmp(s, "_orig_mod") == 0 || strcmp(s, "__wrapped__") == 0)
				return base.o->a;
			if (!gives_self(s) && strcmp(s, "forward") != 0 && strcmp(s, "__call__") != 0 && strcmp(s, "compile") != 0)
				return vm_attr(m, base.o->a, name, node);
		}
		return method(m, base, name, node);
	case O_DICT:
		if (m->c || (c = map_find(&base.o->m, key_str(name))) == NULL)
			return m->c && (c = map_find(&base.o->m, key_str(name))) ? c->v : method(m, base, name, node);
		return method(m, base, name, node);
	case O_ITER: /* it->first, it->second */
		if (strcmp(s, "first") == 0)
			return base.o->b;
		if (strcmp(s, "second") == 0 && is_obj(base.o->a, O_DICT)) {
			uint64_t key;
			c = key_of(m, base.o->b, &key) ? map_find(&base.o->a.o->m, key) : NULL;
			return c && c->v.kind ? c->v : v_unk(0);
		}
		return method(m, base, name, node);
	case O_TUPLE:
		if (m->c && strcmp(s, "first") == 0)
			return list_at(base.o, 0);
		if (m->c && strcmp(s, "second") == 0)
			return list_at(base.o, 1);
		return method(m, base, name, node);
	case O_PARTIAL:
		if (strcmp(s, "func") == 0)
			return base.o->a;
		return method(m, base, name, node);
	default:
		return method(m, base, name, node);
	}
}

cell *
vm_attr_place(vm *m, value base, uint32_t name)
{
	obj *o;

	base = vm_resolve(m, base, 0);
	if (base.kind == V_REF) {
		cell *c = base.r;
		base = vm_resolve(m, c->v, 0);
		if (base.kind != V_OBJ) { /* a struct that nobody has made: made now */
			base = thing(m, vm_id(m, "struct"), 0);
			base.o->loose = 1;
			cell_set(m, c, base);
		}
	}
	if (base.kind != V_OBJ)
		return NULL;
	if (m->c && (base.o->kind == O_LIST || base.o->kind == O_ITER)) { /* p->field */
		value e = vm_resolve(m, pointed(base), 0);
		if (e.kind == V_REF || is_obj(e, O_INST) || is_obj(e, O_THING))
			return vm_attr_place(m, e, name);
	}
	o = base.o;
	switch (o->kind) {
	case O_ITER: { /* it->second */
		uint64_t key;
		if (strcmp(vm_text(m, name), "second") == 0 && is_obj(o->a, O_DICT) && key_of(m, o->b, &key))
			return map_find(&o->a.o->m, key);
		return NULL;
	}
	case O_MODULE:
		return o->scope ? map_get(m, &o->scope->m, key_str(name), v_str(name)) : NULL;
	case O_THING:
		if (o->symbol && (o->symbol->flags & SYM_PROXY) && o->a.kind == V_OBJ)
			return vm_attr_place(m, o->a, name);
		return map_get(m, &o->m, key_str(name), v_str(name));
	case O_INST: {
		obj *where;
		value v = class_find(m, o->cls, name, &where);
		if (m->c && v.kind != V_UNDEF && !is_obj(v, O_FUNC)) {
			if (map_find(&o->m, key_str(name)) == NULL && o->cls->scope) {
				uint32_t n = where->scope ? 1 : 0;
				if (n == 0)
					return map_get(m, &where->m, key_str(name), v_str(name));
			}
		}
		return map_get(m, &o->m, key_str(name), v_str(name));
	}
	case O_SUPER:
		return vm_attr_place(m, o->a, name);
	case O_CLASS: case O_FUNC: case O_EXT: case O_METHOD:
		return map_get(m, &o->m, key_str(name), v_str(name));
	case O_DICT: case O_PARTIAL:
		return map_get(m, &o->m, key_str(name), v_str(name));
	default:
		return NULL;
	}
}

void
vm_attr_set(vm *m, value base, uint32_t name, value v, uint32_t node)
{
	cell *c;

	base = vm_resolve(m, base, node);
	if (!m->c && is_obj(base, O_INST)) {
		obj *where;
		value f = class_find(m, base.o->cls, vm_id(m, "__setattr__"), &where);
		if (is_obj(f, O_FUNC)) {
			value two[2] = {v_str(name), v};
			vm_callv(m, bind(m, f, base, where), node, 2, two);
			return;
		}
		if (is_obj(f, O_EXT) && dict_part(m, &base)) { /* __setattr__ = dict.__setitem__ */
			cell_set(m, map_get(m, &dict_part(m, &base)->m, key_str(name), v_str(name)), v);
			return;
		}
	}
	if ((c = vm_attr_place(m, base, name)))
		cell_set(m, c, v);
}

/* Something in a container of which it is not known which: what all have in common, at least that it may be compiled. */
static value
any_of(vm *m, obj *o, value key, uint32_t node)
{
	value v = (value){0};
	int n = 0;

	/* an unknown key out of few: decide which one it is */
	if (o->m.n <= 24) {
		for (uint32_t i = 0; i < o->m.n; i++) {
			value kv = o->m.slot[i].kv, is;
			if (o->m.slot[i].c->v.kind == V_UNDEF)
				continue;
			if (i + 1 == o->m.n && !o->loose)
				return o->m.slot[i].c->v;
			is = vm_compare(m, "==", key, kv, node);
			if (!is.sym && is.kind == V_UNK)
				is.sym = vm_idf(m, "key %u at %u", i, node);
			if (vm_truth(m, is, node))
				return o->m.slot[i].c->v;
		}
	}
	for (uint32_t i = 0; i < o->m.n; i++)
		if (o->m.slot[i].c->v.kind != V_UNDEF) {
			v = o->m.slot[i].c->v;
			n++;
		}
	if (n == 1)
		return v;
	return v_unk(0);
}

static value
slice_of(vm *m, value base, obj *key)
{
	int64_t n, lo = 0, hi, step = 1;
	value l = key->arg[0], h = key->arg[1], st = key->arg[2], r;

	if (l.kind != V_INT && l.kind != V_NONE)
		return v_unk(0);
	if (h.kind != V_INT && h.kind != V_NONE)
		return v_unk(0);
	if (st.kind == V_INT)
		step = st.i;
	else if (st.kind != V_NONE)
		return v_unk(0);
	if (base.kind == V_STR) {
		size_t len;
		if (!vm_cstr(m, base, &len))
			return v_unk(0);
		n = (int64_t)len;
	} else {
		n = list_len(base.o);
	}
	hi = n;
	if (l.kind == V_INT)
		lo = l.i < 0 ? l.i + n : l.i;
	if (h.kind == V_INT)
		hi = h.i < 0 ? h.i + n : h.i;
	lo = lo < 0 ? 0 : lo > n ? n : lo;
	hi = hi < lo ? lo : hi > n ? n : hi;
	if (base.kind == V_STR) {
		if (step != 1)
			return v_unk(0);
		r = v_str(vm_idn(m, vm_cstr(m, base, NULL) + lo, (size_t)(hi - lo)));
		r.flags = base.flags & VF_LABEL;
		return r;
	}
	r = v_obj(list_of(m, base.o->kind == O_TUPLE ? O_TUPLE : O_LIST, base.o->node));
	r.o->loose = base.o->loose;
	if (step < 0) {
		for (int64_t i = n - 1; i >= 0; i += step)
			list_add(m, r.o, list_at(base.o, i));
	} else {
		for (int64_t i = lo; i < hi; i += step ? step : 1)
			list_add(m, r.o, list_at(base.o, i));
	}
	return r;
}

int
spelled(const char *a, const char *b)
{
	for (;;) {
		while (*a && !isalnum((unsigned char)*a))
			a++;
		while (*b && !isalnum((unsigned char)*b))
			b++;
		if (!*a || !*b)
			return !*a && !*b;
		if (tolower((unsigned char)*a++) != tolower((unsigned char)*b++))
			return 0;
	}
}

value
vm_index(vm *m, value base, value key, uint32_t node)
{
	uint64_t id;
	cell *c;

	base = vm_resolve(m, base, node);
	if (base.kind == V_REF)
		base = vm_resolve(m, base.r->v, node);
	key = vm_plain(m, key, node);
	base = vm_plain(m, base, node);
	if (m->pending)
		return v_unk(0);
	vm_asks(m, key);
	vm_asks(m, base);
	if (is_obj(base, O_EXT) && strcmp(vm_text(m, base.o->name), "sys.argv") == 0)
		base = thing(m, base.o->name, node);
	if (is_obj(key, O_THING) && key.o->narg == 3 && key.o->arg) {
		if (base.kind == V_STR || is_obj(base, O_LIST) || is_obj(base, O_TUPLE))
			return slice_of(m, base, key.o);
		if (is_obj(base, O_THING) && strcmp(vm_text(m, base.o->name), "sys.argv") == 0 && key.o->arg[0].kind == V_INT) {
			/* the rest of the arguments: as a list whose first are read when asked for */
			obj *l = list_of(m, O_LIST, node);
			for (int64_t i = key.o->arg[0].i; i < key.o->arg[0].i + 3 && (key.o->arg[1].kind != V_INT || i < key.o->arg[1].i); i++) {
				char name[40];
				snprintf(name, sizeof name, "argument %lld", (long long)i);
				list_add(m, l, vm_input(m, name, node));
			}
			l->loose = key.o->arg[1].kind != V_INT;
			l->self_flags = 1; /* how many there are is as many as are asked for */
			return v_obj(l);
		}
		if (base.kind == V_UNK && base.i && base.sym && !(base.sym >> 31)) { /* a part of the same text */
			char name[200];
			value *k = key.o->arg, hyp = v_unk(0);
			if (vm_hyp(m, base))
				hyp = slice_of(m, v_strc(m, vm_hyp(m, base)), key.o);
			if (k[0].kind == V_INT && k[1].kind == V_INT)
				snprintf(name, sizeof name, "%.120s[%lld:%lld]", vm_text(m, base.sym), (long long)k[0].i, (long long)k[1].i);
			else if (k[0].kind == V_INT)
				snprintf(name, sizeof name, "%.120s[%lld:]", vm_text(m, base.sym), (long long)k[0].i);
			else if (k[1].kind == V_INT)
				snprintf(name, sizeof name, "%.120s[:%lld]", vm_text(m, base.sym), (long long)k[1].i);
			else
				snprintf(name, sizeof name, "%.120s[...]", vm_text(m, base.sym));
			return vm_part(m, base, name, hyp);
		}
		if (base.kind == V_UNK) {
			value v = base;
			v.sym = base.sym ? vm_idf(m, "part of %.200s", vm_text(m, base.sym)) : 0;
			if (base.sym >> 31)
				v.sym = 0;
			v.flags &= VF_LABEL | VF_INPUT;
			return v;
		}
		return base.kind == V_OBJ && base.o->kind == O_THING ? base : v_unk(0);
	}
	switch (base.kind) {
	case V_STR: {
		size_t n;
		const char *s = vm_cstr(m, base, &n);
		int64_t i = key.kind == V_INT ? key.i : -1;
		value v;
		if (key.kind != V_INT || !s)
			return v_unk(0);
		if (i < 0)
			i += (int64_t)n;
		if (i < 0 || (size_t)i > n || ((size_t)i == n && !m->c)) {
			if (!m->c)
				vm_raise(m, "IndexError");
			return v_unk(0);
		}
		v = v_str(vm_idn(m, s + i, (size_t)i < n));
		v.flags = (base.flags & VF_LABEL) | VF_CHAR;
		return v;
	}
	case V_UNK: {
		value v = v_unk(base.sym && !(base.sym >> 31) && key.kind == V_STR ? vm_idf(m, "%.200s['%.60s']", vm_text(m, base.sym), vm_cstr(m, key, NULL) ? vm_cstr(m, key, NULL) : "")
		    : base.sym && !(base.sym >> 31) && key.kind == V_INT ? vm_idf(m, "%.200s[%lld]", vm_text(m, base.sym), (long long)key.i) : 0);
		v.comp = base.comp;
		v.opq = base.opq;
		v.flags = base.flags & (VF_LABEL | VF_INPUT);
		v.i = base.i;
		return v;
	}
	case V_OBJ: break;
	default:
		return v_unk(0);
	}
	if (m->c && base.o->kind == O_ITER && key.kind == V_INT) {
		obj *l;
		int64_t i;
		if (pointer_of(base, &l, &i)) {
			base = v_obj(l);
			key.i += i;
		}
	}
	switch (base.o->kind) {
	case O_LIST: case O_TUPLE:
		if (key.kind == V_INT || key.kind == V_BOOL) {
			int64_t n = list_len(base.o), i = key.i < 0 ? key.i + n : key.i;
			value v = i >= 0 ? list_at(base.o, i) : (value){0};
			m->loop_reads++;
			if (v.kind != V_UNDEF)
				return v;
			if (m->c) {
				m->loop_end = !base.o->loose && n > 0;
				return base.o->loose && base.o->m.n == 0 ? v_unk(0) : v_none();
			}
			if (base.o->loose)
				return v_unk(0);
			vm_raise(m, "IndexError");
			return v_unk(0);
		}
		return any_of(m, base.o, key, node);
	case O_DICT:
		if (key_of(m, key, &id)) {
			if ((c = map_find(&base.o->m, id)) && c->v.kind != V_UNDEF)
				return c->v;
			if (key.kind == V_OBJ && key.o->kind == O_INST && key.o->cls && (key.o->cls->self_flags & 4))
				return vm_index(m, base, field_get(m, key.o, "value"), node);
			if (base.o->a.kind && !m->c) { /* defaultdict */
				value v = vm_callv(m, base.o->a, node, 0, NULL);
				cell_set(m, map_get(m, &base.o->m, id, key), v);
				return v;
			}
			if (m->c) {
				c = map_get(m, &base.o->m, id, key);
				c->v = v_int(0);
				return c->v;
			}
			if (base.o->loose) {
				value v = v_unk(0);
				v.opq = base.o->opq;
				return v;
			}
			for (uint32_t i = 0; i < base.o->m.n; i++) /* set under a key that may be this one */
				if (base.o->m.slot[i].kv.kind == V_UNK && base.o->m.slot[i].c->v.kind)
					return any_of(m, base.o, key, node);
			vm_raise(m, "KeyError");
			return v_unk(0);
		}
		if (key.kind == V_UNK && (c = map_find(&base.o->m, key_unknown(key, node))) && c->v.kind != V_UNDEF)
			return c->v;
		if (key.kind == V_UNK && m->label) {
			for (uint32_t i = 0; i < base.o->m.n && i < 400; i++) {
				value k = base.o->m.slot[i].kv;
				if (k.kind == V_STR && vm_cstr(m, k, NULL))
					vm_tested(m, key, T_KEY, vm_cstr(m, k, NULL), strlen(vm_cstr(m, k, NULL)));
			}
		}
		return any_of(m, base.o, key, node);
	case O_SCOPE:
		if (key.kind == V_STR && (c = map_find(&base.o->scope->m, key_str(key.s.s))) && c->v.kind != V_UNDEF)
			return c->v;
		if (key.kind == V_STR)
			vm_raise(m, "KeyError");
		if (key.kind == V_UNK) {
			int named = 0;
			for (uint32_t i = 0; i < base.o->scope->m.n && !named; i++)
				named = base.o->scope->m.slot[i].kv.kind == V_STR && label_word(m, vm_text(m, base.o->scope->m.slot[i].kv.s.s));
			vm_evidence(m, key, named ? 85 : 3);
		}
		return v_unk(0);
	case O_CLASS:
		if ((base.o->self_flags & 1) && key.kind == V_UNK) {
			int named = 0;
			for (uint32_t i = 0; i < base.o->m.n && !named; i++)
				named = base.o->m.slot[i].kv.kind == V_STR && spelled(vm_text(m, base.o->m.slot[i].kv.s.s), m->label ? vm_text(m, m->label) : "");
			vm_evidence(m, key, named ? 85 : 3);
			return v_unk(0);
		}
		if ((base.o->self_flags & 1) && key.kind == V_STR) {
			if ((c = map_find(&base.o->m, key_str(key.s.s))) && c->v.kind != V_UNDEF)
				return c->v;
			vm_raise(m, "KeyError");
			return v_unk(0);
		}
		return base; /* Generic[T] */
	case O_INST: {
		obj *where;
		value f = class_find(m, base.o->cls, vm_id(m, m->c ? "operator[]" : "__getitem__"), &where);
		if (is_obj(f, O_FUNC))
			return vm_callv(m, bind(m, f, base, where), node, 1, &key);
		if (m->c)
			return base;
		if (dict_part(m, &base))
			return vm_index(m, v_obj(dict_part(m, &base)), key, node);
		return v_unk(0);
	}
	case O_THING: {
		const char *name = vm_text(m, base.o->name);
		value v;
		if (strcmp(name, "sys.argv") == 0 && key.kind == V_INT) {
			char text[40];
			if (key.i == 0)
				return v_unk(vm_id(m, "sys.argv[0]"));
			snprintf(text, sizeof text, "argument %lld", (long long)(key.i < 0 ? 1 : key.i));
			return vm_input(m, text, node);
		}
		if (key_of(m, key, &id) && (c = map_find(&base.o->m, id)) && c->v.kind != V_UNDEF)
			return c->v;
		v = v_unk(0);
		if (key.kind == V_STR && vm_cstr(m, key, NULL))
			v = v_unk(vm_idf(m, "%.200s['%.60s']", name, vm_cstr(m, key, NULL)));
		v.comp = base.o->comp;
		v.opq = base.o->opq;
		return v;
	}
	case O_EXT: {
		const char *name = vm_text(m, base.o->name);
		if (strcmp(name, "sys.argv") == 0)
			return vm_index(m, thing(m, base.o->name, node), key, node);
		if (strcmp(name, "os.environ") == 0 && key.kind == V_STR && vm_cstr(m, key, NULL)) {
			char text[200];
			snprintf(text, sizeof text, "variable %.150s", vm_cstr(m, key, NULL));
			return vm_input(m, text, node);
		}
		return base; /* List[int]; a kernel's launch grid */
	}
	default:
		return base.o->kind == O_FUNC ? base : v_unk(0);
	}
}
