/* lib_builtin.c - see vm.h: builtins of Python. */
#include "vm_impl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"
#include "words.h"

static int
add_item(vm *m, void *arg, value item)
{
	obj *l = arg;

	if (list_len(l) >= 400)
		return 0;
	list_add(m, l, item);
	return 1;
}

/* Everything that iterating over v gives. */
value
vm_listed(vm *m, value v, okind k, uint32_t node)
{
	obj *l = list_of(m, k, node);
	int keep = m->unbound_loops;

	if (v.kind != V_OBJ && v.kind != V_STR) {
		l->loose = 1;
		l->opq = (uint16_t)opq_of(v);
		return v_obj(l);
	}
	if (v.kind == V_OBJ && (v.o->kind == O_EXT || v.o->kind == O_THING)) {
		l->loose = 1;
		l->opq = v.o->opq;
		l->comp = v.o->comp;
		return v_obj(l);
	}
	m->unbound_loops = 0; /* a copy is no loop over labels */
	vm_iterate(m, v, node, add_item, l);
	m->unbound_loops = keep;
	if (v.kind == V_OBJ && v.o->loose)
		l->loose = 1;
	if (is_obj(v, O_LIST))
		l->self_flags = v.o->self_flags;
	return v_obj(l);
}

value
vm_range(vm *m, args *a)
{
	value lo = v_int(0), hi = arg_get(a, 0, NULL, m), step = arg_get(a, 2, NULL, m);
	obj *l;

	if (a->n > 1) {
		lo = hi;
		hi = arg_get(a, 1, NULL, m);
	}
	if (lo.kind != V_INT || hi.kind != V_INT || (step.kind != V_UNDEF && (step.kind != V_INT || step.i == 0)))
		return thing(m, vm_id(m, "range"), a->node);
	l = list_of(m, O_LIST, a->node);
	for (int64_t i = lo.i, s = step.kind == V_INT ? step.i : 1, n = 0; (s > 0 ? i < hi.i : i > hi.i) && n < 6; i += s, n++)
		list_add(m, l, v_int(i));
	return v_obj(l);
}

static value
zip(vm *m, args *a, int number)
{
	obj *out = list_of(m, O_LIST, a->node);
	value l[6];
	uint32_t k = 0;
	int64_t most = 400;

	for (uint32_t i = 0; i < a->n && k < 6; i++)
		if (!a->kw[i] && !(number && k == 1)) {
			l[k] = vm_listed(m, vm_resolve(m, a->v[i], a->node), O_LIST, a->node);
			if (!(l[k].o->loose && list_len(l[k].o) == 0) && list_len(l[k].o) < most)
				most = list_len(l[k].o);
			out->loose |= l[k].o->loose;
			k++;
		}
	if (most == 400) {
		out->loose = 1;
		return v_obj(out);
	}
	for (int64_t i = 0; i < most; i++) {
		obj *t = list_of(m, O_TUPLE, a->node);
		if (number)
			list_add(m, t, v_int(i));
		for (uint32_t q = 0; q < k; q++) {
			value e = list_at(l[q].o, i);
			list_add(m, t, e.kind ? e : v_unk(0));
		}
		list_add(m, out, v_obj(t));
	}
	return v_obj(out);
}

/* The object whose method runs, and its class: what super() means. */
static value
super(vm *m, args *a)
{
	value after = arg_get(a, 0, NULL, m), self = arg_get(a, 1, NULL, m);
	obj *o;

	if (is_obj(after, O_CLASS) && is_obj(self, O_INST)) { /* super(Class, self) */
		o = vm_obj(m, O_SUPER, 0, a->node);
		o->a = self;
		o->cls = after.o;
		return v_obj(o);
	}
	for (scope *s = a->scope; s; s = s->up) {
		uint32_t p;
		cell *c;
		if (s->kind != S_FUNC || !s->cls || !s->fn || !(p = fact_find(m->t, s->fn->node, FACT_PARAM)))
			continue;
		if (!(c = map_find(&s->m, key_str(m->t->node[p].str))) || s->fn->cls != s->cls)
			continue;
		o = vm_obj(m, O_SUPER, 0, a->node);
		o->a = vm_resolve(m, c->v, a->node);
		o->cls = s->cls;
		return v_obj(o);
	}
	return v_unk(0);
}

/* hasattr and getattr: 1 there, 0 not, -1 not known. */
static int
has(vm *m, value o, value name, uint32_t node, value *out)
{
	xstat keep = m->pending;
	int r = 1;

	*out = v_unk(0);
	vm_asks(m, name);
	if (name.kind != V_STR || !vm_cstr(m, name, NULL))
		return -1;
	if (is_obj(o, O_CLASS) || is_obj(o, O_INST) || is_obj(o, O_MODULE)) {
		obj *cls = is_obj(o, O_INST) ? o.o->cls : o.o;
		cell *c = is_obj(o, O_MODULE) ? (o.o->scope ? map_find(&o.o->scope->m, key_str(name.s.s)) : NULL) : map_find(&o.o->m, key_str(name.s.s));
		int found = c && c->v.kind;
		if (!found && !is_obj(o, O_MODULE))
			found = class_find(m, cls, name.s.s).kind != V_UNDEF;
		if (!found && is_obj(o, O_INST)) {
			value own = class_find(m, cls, vm_id(m, "__getattr__"));
			if (class_external(cls) || (own.kind && !is_obj(own, O_FUNC)))
				return -1;
			found = own.kind; /* it says itself what it has */
		}
		if (!found && !is_obj(o, O_MODULE))
			return 0;
		if (!found && o.o->node != UINT32_MAX && !strstr(fact_str(m->t, o.o->node), "__init__"))
			return 0;
	} else if (o.kind == V_NONE) {
		return 0;
	} else if (o.kind != V_OBJ) {
		return -1;
	} else if (o.o->kind == O_EXT || o.o->kind == O_THING) {
		cell *c = o.o->kind == O_THING ? map_find(&o.o->m, key_str(name.s.s)) : NULL;
		if (vm_unwrapped(o, vm_text(m, name.s.s), out))
			return 1;
		*out = vm_attr(m, o, name.s.s, node);
		if (m->pending == X_RAISE && keep == X_NORMAL) {
			m->pending = keep;
			return 0;
		}
		return c && c->v.kind != V_UNDEF ? 1 : -1; /* an option that was declared, a field that was set */
	}
	m->probing++;
	*out = vm_attr(m, o, name.s.s, node);
	m->probing--;
	if (m->pending == X_RAISE && !m->exc_fault && (m->exc_name == vm_id(m, "AttributeError") || is_obj(m->exc, O_INST))) {
		m->pending = keep;
		r = 0;
	}
	return r;
}

static value
has_truth(vm *m, value o, value name)
{
	value v = v_unk(0);
	const char *base = o.kind == V_OBJ ? vm_text(m, o.o->name) : "it";

	if (name.kind == V_STR && vm_cstr(m, name, NULL))
		v.sym = vm_idf(m, "%.100s has %.100s", base, vm_cstr(m, name, NULL));
	v.flags = VF_NUMBER;
	return v;
}

static value
type_of(vm *m, value v)
{
	static const char *const names[] = {"", "", "NoneType", "bool", "int", "float", "str"};

	if (v.kind <= V_STR && *names[v.kind])
		return v_obj(ext_obj(m, vm_id(m, names[v.kind])));
	if (is_obj(v, O_INST))
		return v_obj(v.o->cls);
	if (is_obj(v, O_DICT))
		return v_obj(ext_obj(m, vm_id(m, "dict")));
	if (is_obj(v, O_LIST))
		return v_obj(ext_obj(m, vm_id(m, "list")));
	if (is_obj(v, O_TUPLE))
		return v_obj(ext_obj(m, vm_id(m, "tuple")));
	if (v.kind == V_OBJ && (v.o->kind == O_FUNC || v.o->kind == O_METHOD))
		return v_obj(ext_obj(m, vm_id(m, "function")));
	return v_unk(0);
}

int
vm_isinstance(vm *m, value v, value cls)
{
	value t;

	if (is_obj(cls, O_TUPLE)) {
		int open = 0;
		for (int64_t i = 0; i < list_len(cls.o); i++) {
			int k = vm_isinstance(m, v, vm_resolve(m, list_at(cls.o, i), 0));
			if (k == 1)
				return 1;
			open |= k < 0;
		}
		return open ? -1 : 0;
	}
	if (is_obj(cls, O_CLASS))
		return is_obj(v, O_INST) ? class_is(v.o->cls, cls.o) : v.kind == V_UNK || is_obj(v, O_THING) ? -1 : 0;
	if (!is_obj(cls, O_EXT))
		return -1;
	if (is_obj(v, O_INST)) {
		int base = class_external(v.o->cls);
		if (vm_is(vm_text(m, cls.o->name), "tuple") && is_obj(named_tuple(m, v), O_TUPLE))
			return 1;
		if (vm_is(vm_text(m, cls.o->name), "object"))
			return 1;
		if (base && strcmp(vm_text(m, (uint32_t)base), vm_text(m, cls.o->name)) == 0)
			return 1;
		return base ? -1 : 0;
	}
	t = type_of(m, v);
	if (is_obj(v, O_THING)) { /* made by a call of that class */
		const char *name = vm_text(m, v.o->name), *of = vm_text(m, cls.o->name);
		size_t n = strcspn(name, "("), l = strlen(of);
		if (n == l && strncmp(name, of, n) == 0 && name[n])
			return 1;
		if (field_get(m, v.o, "raised_by_").kind)
			return vm_is(of, "Exception") || vm_is(of, "BaseException") ? 1 : -1;
		if (name[n] && (vm_is(of, "BaseException") || (l > 5 && vm_is(of + l - 5, "Error")) || vm_is(of, "Exception")))
			return 0; /* what a call gave was not raised */
	}
	if (!is_obj(t, O_EXT))
		return -1;
	if (t.o == cls.o)
		return 1;
	return strchr(vm_text(m, cls.o->name), '.') ? -1 : vm_is(vm_text(m, cls.o->name), "int") && v.kind == V_BOOL;
}

static value
minmax(vm *m, const char *f, args *a)
{
	value v = v_unk(0);

	if ((vm_is(f, "min") || vm_is(f, "max")) && sort_best(m, f[1] == 'a', a, &v))
		return v;

	for (uint32_t i = 0; i < a->n && !m->pending; i++) {
		value g = vm_resolve(m, a->v[i], a->node);
		if (is_obj(g, O_GEN)) /* it runs to its end */
			vm_listed(m, g, O_LIST, a->node);
	}

	v.flags = VF_NUMBER;
	return v;
}

/* A member's name is made of an unknown text: is one made of the label? */
static void
members_evidence(vm *m, value name, obj *o)
{
	obj *seen[16];
	uint32_t n = 0;

	seen[n++] = o;
	if (o->kind == O_INST && o->cls)
		seen[n++] = o->cls;
	for (uint32_t i = 0; i < n; i++) {
		const map *p = &seen[i]->m;
		for (uint32_t k = 0; k < p->n; k++)
			if (p->slot[k].kv.kind == V_STR && label_word(m, vm_text(m, p->slot[k].kv.s.s))) {
				vm_evidence(m, name, 85);
				return;
			}
		for (int64_t k = 0; is_obj(seen[i]->a, O_LIST) && seen[i]->kind == O_CLASS && k < list_len(seen[i]->a.o) && n < 16; k++)
			if (is_obj(list_at(seen[i]->a.o, k), O_CLASS))
				seen[n++] = list_at(seen[i]->a.o, k).o;
	}
	vm_evidence(m, name, 3);
}

int
vm_builtins(vm *m, const char *f, args *a, value *out)
{
	value x = arg_get(a, 0, NULL, m), y = arg_get(a, 1, NULL, m);
	int k;

	if (vm_is(f, "len")) {
		size_t n;
		*out = v_unk(0);
		out->flags = VF_NUMBER;
		if (x.kind == V_INT || x.kind == V_FLOAT || x.kind == V_BOOL || x.kind == V_NONE) {
			vm_raise(m, "TypeError");
			return 1;
		}
		if (x.kind == V_STR && vm_cstr(m, x, &n))
			*out = v_int((int64_t)n);
		else if (x.kind == V_OBJ && (x.o->kind == O_LIST || x.o->kind == O_TUPLE || x.o->kind == O_DICT) && !x.o->loose)
			*out = v_int(list_len(x.o));
		else if (is_obj(x, O_EXT) || (is_obj(x, O_LIST) && x.o->self_flags & LIST_ARGUMENTS))
			out->sym = vm_idf(m, "len(%s)", is_obj(x, O_EXT) ? vm_text(m, x.o->name) : "arguments");
		else if (is_obj(x, O_INST)) {
			value fn = class_find(m, x.o->cls, vm_id(m, "__len__"));
			if (is_obj(fn, O_FUNC))
				*out = vm_callv(m, bind(m, fn, x), a->node, 0, NULL);
		}
	} else if (vm_is(f, "str") || vm_is(f, "repr") || vm_is(f, "format") || vm_is(f, "int") || vm_is(f, "float") || vm_is(f, "bool")) {
		char buf[64];
		*out = v_unk(0);
		if (vm_is(f, "bool")) {
			x = object_truth(m, x, a->node);
			k = vm_known(m, x);
			*out = k >= 0 ? v_bool(k) : x;
			out->flags |= x.flags & VF_LABEL;
		} else if (x.kind == V_STR && (vm_is(f, "str") || vm_is(f, "format"))) {
			*out = x;
		} else if (x.kind == V_INT && !vm_is(f, "int") && !vm_is(f, "float")) {
			snprintf(buf, sizeof buf, "%lld", (long long)x.i);
			*out = v_strc(m, buf);
		} else if (x.kind == V_BOOL && vm_is(f, "str")) {
			*out = v_strc(m, x.i ? "True" : "False");
		} else if (x.kind == V_NONE && vm_is(f, "str")) {
			*out = v_strc(m, "None");
		} else if (vm_is(f, "int") && x.kind == V_STR && vm_cstr(m, x, NULL)) {
			char *end;
			long long n = strtoll(vm_cstr(m, x, NULL), &end, 10);
			if (*end || end == vm_cstr(m, x, NULL)) {
				vm_raise(m, "ValueError");
				return 1;
			}
			*out = v_int(n);
		} else if (vm_is(f, "int") && (x.kind == V_INT || x.kind == V_BOOL)) {
			*out = v_int(x.i);
		} else if (vm_is(f, "int") && x.kind == V_FLOAT && x.f > -1e15 && x.f < 1e15) {
			*out = v_int((int64_t)x.f);
		} else if (vm_is(f, "float") && x.kind == V_INT) {
			*out = (value){.kind = V_FLOAT, .f = (double)x.i};
		} else if (vm_is(f, "str") && is_obj(x, O_THING) && path_text(m, x)) {
			*out = path_is_end(m, x) ? x : v_strc(m, path_text(m, x));
		} else if (is_obj(x, O_INST) && (vm_is(f, "str") || vm_is(f, "format"))) {
			value fn = class_find(m, x.o->cls, vm_id(m, "__str__"));
			if (is_obj(fn, O_FUNC))
				*out = vm_callv(m, bind(m, fn, x), a->node, 0, NULL);
			else if (x.o->cls->self_flags & 4)
				*out = field_get(m, x.o, "value");
		} else if (x.kind == V_UNK && (vm_is(f, "str") || (x.flags & VF_INPUT))) {
			*out = x;
			if (vm_is(f, "int") || vm_is(f, "float")) {
				out->flags = VF_NUMBER;
				out->sym = is_named(x) ? vm_idf(m, "%s(%.200s)", f, vm_text(m, x.sym)) : 0;
				out->i = 0;
			}
		} else if (x.kind == V_FLOAT && vm_is(f, "float")) {
			*out = x;
		} else if (vm_is(f, "float") && x.kind == V_STR && vm_cstr(m, x, NULL)) {
			char *end;
			const char *s = vm_cstr(m, x, NULL);
			double d = strtod(s, &end);
			while (*end == ' ' || *end == '\n')
				end++;
			if (*end && !strchr(s, '_')) {
				vm_raise(m, "ValueError");
				return 1;
			}
			if (!*end && end != s)
				*out = (value){.kind = V_FLOAT, .f = d};
		}
		out->flags |= x.flags & VF_LABEL;
	} else if (vm_is(f, "iter") && y.kind != V_UNDEF) { /* calls x until it gives y */
		*out = thing(m, vm_id(m, "iter()"), a->node);
		out->o->b = x;
		out->o->a = y;
	} else if ((vm_is(f, "iter") || vm_is(f, "aiter")) && is_obj(x, O_GEN)) {
		*out = x;
	} else if (vm_is(f, "iter") && is_obj(x, O_INST)) {
		value fn = class_find(m, x.o->cls, vm_id(m, "__iter__"));
		*out = is_obj(fn, O_FUNC) ? vm_callv(m, bind(m, fn, x), a->node, 0, NULL) : vm_listed(m, x, O_LIST, a->node);
	} else if (vm_is(f, "list") || vm_is(f, "tuple") || vm_is(f, "set") || vm_is(f, "frozenset") || vm_is(f, "sorted") || vm_is(f, "reversed") || vm_is(f, "iter")) {
		*out = a->n ? vm_listed(m, x, *f == 't' ? O_TUPLE : O_LIST, a->node) : v_obj(list_of(m, *f == 't' ? O_TUPLE : O_LIST, a->node));
		if (vm_is(f, "sorted") && !m->pending)
			sort_known(m, out->o, a);
		if (vm_is(f, "reversed")) {
			obj *l = list_of(m, O_LIST, a->node);
			for (int64_t i = list_len(out->o); i-- > 0;)
				list_add(m, l, list_at(out->o, i));
			l->loose = out->o->loose;
			*out = v_obj(l);
		}
	} else if (vm_is(f, "dict") || vm_is(f, "collections.OrderedDict") || vm_is(f, "OrderedDict")) {
		obj *d = vm_obj(m, O_DICT, 0, a->node);
		args b = *a;
		*out = v_obj(d);
		value none;
		lib_box(m, "update", *out, &b, &none);
	} else if (vm_is(f, "collections.ChainMap")) { /* the first that has a key counts */
		obj *d = vm_obj(m, O_DICT, 0, a->node);
		*out = v_obj(d);
		for (uint32_t i = a->n; i-- > 0;)
			if (!a->kw[i]) {
				args b = {.node = a->node, .n = 1};
				value none;
				b.v[0] = vm_resolve(m, a->v[i], a->node);
				lib_box(m, "update", *out, &b, &none);
			}
	} else if (vm_is(f, "collections.defaultdict")) {
		obj *d = vm_obj(m, O_DICT, 0, a->node);
		d->a = x;
		*out = v_obj(d);
	} else if (vm_is(f, "range"))
		*out = vm_range(m, a);
	else if (vm_is(f, "enumerate"))
		*out = zip(m, a, 1);
	else if (vm_is(f, "zip"))
		*out = zip(m, a, 0);
	else if (as_ends_with(f, ".__getattribute__") && !vm_is(f, "object.__getattribute__") && !vm_is(f, "type.__getattribute__")) { /* torch.__getattribute__("compile") */
		value of = v_obj(ext_obj(m, vm_idf(m, "%.*s", (int)(strlen(f) - strlen(".__getattribute__")), f)));
		if (x.kind == V_STR && vm_cstr(m, x, NULL))
			*out = vm_attr(m, of, x.s.s, a->node);
		else
			out->opq = (uint16_t)vm_edge(m, a->node, "the attribute asked for is not known");
	} else if (vm_is(f, "getattr") || vm_is(f, "object.__getattribute__") || vm_is(f, "type.__getattribute__") || vm_is(f, "inspect.getattr_static")) {
		value v, def = arg_get(a, 2, NULL, m);
		if (y.kind == V_UNK && is_obj(x, O_INST)) {
			members_evidence(m, y, x.o);
			*out = v_unk(0);
			out->opq = (uint16_t)vm_edge(m, a->node, "the attribute asked for is not known");
			return 1;
		}
		if (y.kind == V_UNK && is_obj(x, O_CLASS))
			members_evidence(m, y, x.o);
		k = has(m, x, y, a->node, &v);
		if (m->pending)
			return 1;
		if (k == 1)
			*out = v;
		else if (def.kind != V_UNDEF)
			*out = k == 0 ? def : v.kind == V_UNK ? v_unk(0) : vm_truth(m, has_truth(m, x, y), a->node) ? v : def;
		else if (k == 0) {
			vm_raise(m, "AttributeError");
		} else if (y.kind == V_STR && vm_cstr(m, y, NULL) && is_obj(x, O_INST)) {
			*out = vm_attr(m, x, y.s.s, a->node); /* what x.name is */
		} else
			*out = v.kind ? v : v_unk(0);
	} else if (vm_is(f, "hasattr")) {
		value v;
		k = has(m, x, y, a->node, &v);
		if (k < 0 && is_obj(x, O_THING)) { /* a field that was set */
			cell *c = y.kind == V_STR ? map_find(&x.o->m, key_str(y.s.s)) : NULL;
			if (c && c->v.kind)
				k = 1;
			if (x.o->symbol && y.kind == V_STR && vm_is(vm_text(m, y.s.s), "_orig_mod"))
				k = 1;
		}
		*out = k >= 0 ? v_bool(k) : has_truth(m, x, y);
	} else if (vm_is(f, "setattr") || vm_is(f, "object.__setattr__")) {
		if (y.kind == V_STR && is_obj(x, O_INST) && *f == 'o')
			cell_set(m, map_get(m, &x.o->m, key_str(y.s.s), y), arg_get(a, 2, NULL, m));
		else if (y.kind == V_STR && vm_cstr(m, y, NULL))
			vm_attr_set(m, x, y.s.s, arg_get(a, 2, NULL, m), a->node);
		else
			vm_lost(m, arg_get(a, 2, NULL, m), a->node);
		*out = v_none();
	} else if (vm_is(f, "callable")) {
		*out = x.kind == V_OBJ ? v_bool(x.o->kind != O_LIST && x.o->kind != O_DICT && x.o->kind != O_TUPLE) : x.kind == V_UNK ? v_unk(0) : v_bool(0);
	} else if (vm_is(f, "isinstance")) {
		k = vm_isinstance(m, x, y);
		*out = k >= 0 ? v_bool(k) : v_unk(0);
	} else if (vm_is(f, "__sequence__") || vm_is(f, "__mapping__")) { /* a pattern asks: python/pattern.py */
		int list = f[2] == 's';
		x = named_tuple(m, x);
		*out = v_bool(x.kind == V_UNK || is_obj(x, O_THING) || is_obj(x, O_EXT) || (list ? is_obj(x, O_LIST) || is_obj(x, O_TUPLE) : is_obj(x, O_DICT) || dict_part(m, &x)));
	} else if (vm_is(f, "issubclass")) {
		*out = is_obj(x, O_CLASS) && is_obj(y, O_CLASS) ? v_bool(class_is(x.o, y.o)) : v_unk(0);
	} else if (vm_is(f, "type") && a->n == 1) {
		*out = type_of(m, x);
	} else if (vm_is(f, "super"))
		*out = super(m, a);
	else if (vm_is(f, "globals") || vm_is(f, "locals") || vm_is(f, "vars")) {
		obj *o = vm_obj(m, O_SCOPE, 0, a->node);
		scope *s = a->scope;
		while (s && s->up && (vm_is(f, "globals") || s->kind == S_CLASS) && s->kind != S_MODULE)
			s = s->up;
		o->scope = s;
		if (vm_is(f, "vars") && a->n) {
			if (is_obj(x, O_MODULE))
				o->scope = x.o->scope;
			else if (x.kind == V_OBJ) {
				*out = descr_members(m, x.o, a->node);
				return 1;
			}
		}
		*out = o->scope ? v_obj(o) : v_unk(0);
	} else if ((vm_is(f, "map") || vm_is(f, "filter") || vm_is(f, "itertools.starmap")) && m->t->node[a->node].kind == FACT_CALL && vm_dropped(m, a->node)) {
		*out = thing(m, vm_id(m, "map()"), a->node);
	} else if (vm_is(f, "map") || vm_is(f, "filter")) {
		value l = vm_listed(m, y, O_LIST, a->node);
		obj *r = list_of(m, O_LIST, a->node);
		r->loose = l.o->loose;
		for (int64_t i = 0; i < list_len(l.o) && !m->pending; i++) {
			value e = list_at(l.o, i), t = x.kind == V_NONE ? e : vm_callv(m, x, a->node, 1, &e);
			if (*f == 'm')
				list_add(m, r, t);
			else if ((k = vm_known(m, vm_resolve(m, t, a->node))) != 0) {
				list_add(m, r, e);
				if (k < 0)
					r->loose = 1;
			}
		}
		*out = v_obj(r);
	} else if (vm_is(f, "next") || vm_is(f, "anext")) {
		k = iter_next(m, x, a->node, out);
		if (k < 0) {
			value l = vm_listed(m, x, O_LIST, a->node);
			*out = list_len(l.o) ? list_at(l.o, 0) : v_unk(0);
			k = list_len(l.o) || l.o->loose;
		}
		if (k == 0 && !m->pending && y.kind != V_UNDEF)
			*out = y;
		else if (k == 0 && !m->pending)
			vm_raise(m, "StopIteration");
	} else if (vm_is(f, "any") || vm_is(f, "all")) {
		value l = vm_listed(m, x, O_LIST, a->node);
		int open = l.o->loose;
		uint8_t fl = 0;
		*out = v_bool(*f == 'a' && f[1] == 'l');
		for (int64_t i = 0; i < list_len(l.o); i++) {
			value e = vm_resolve(m, list_at(l.o, i), a->node);
			k = vm_known(m, e);
			fl |= e.flags & VF_LABEL;
			if (k < 0)
				open = 1;
			else if (k == (f[1] == 'n')) {
				*out = v_bool(k);
				out->flags = fl;
				return 1;
			}
		}
		if (open)
			*out = v_unk(0);
		out->flags |= fl;
	} else if (vm_is(f, "min") || vm_is(f, "max") || vm_is(f, "sum") || vm_is(f, "abs") || vm_is(f, "round") || vm_is(f, "hash") || vm_is(f, "id") || vm_is(f, "ord") || vm_is(f, "divmod"))
		*out = minmax(m, f, a);
	else if (vm_is(f, "print") || vm_is(f, "input")) {
		*out = v_none();
		if (*f == 'i')
			*out = vm_input(m, "input", a->node);
	} else if (vm_is(f, "object") || vm_is(f, "slice") || vm_is(f, "bytes") || vm_is(f, "chr") || vm_is(f, "delattr") || vm_is(f, "staticmethod") || vm_is(f, "classmethod") || vm_is(f, "memoryview"))
		*out = a->n ? x : v_unk(0);
	else if (vm_is(f, "property") && (vm_handed(m, arg_get(a, 2, "fdel", m), 0), 1))
		*out = descr_property(m, arg_get(a, 0, "fget", m), arg_get(a, 1, "fset", m));
	else if (vm_is(f, "compile") || vm_is(f, "open") || vm_is(f, "dir") || vm_is(f, "help") || vm_is(f, "breakpoint")) {
		*out = thing(m, vm_idf(m, "%s()", f), a->node);
		out->o->narg = a->n;
		out->o->arg = vm_alloc(m, sizeof a->v);
		memcpy(out->o->arg, a->v, sizeof a->v);
	} else if (vm_is(f, "__import__") || vm_is(f, "importlib.import_module")) {
		vm_asks(m, x);
		if (x.kind == V_STR && vm_cstr(m, x, NULL)) {
			*out = vm_import(m, a->scope ? a->scope : m->shared, vm_cstr(m, x, NULL), a->node);
			if (is_obj(*out, O_EXT) && !is_known(vm_text(m, vm_idf(m, "%s.x", vm_cstr(m, x, NULL))), 0) && *vm_cstr(m, x, NULL) == '.')
				*out = v_unk(0);
		} else {
			for (uint32_t i = 0; x.kind == V_UNK && m->label && i < m->p->nfile; i++) { /* is one called like the label? */
				const char *name = as_base_name(fact_str(m->t, m->p->file[i]));
				char base[100];
				snprintf(base, sizeof base, "%.*s", (int)strcspn(name, "."), name);
				if (is_python(m->t, m->p->file[i]) && spelled(base, vm_text(m, m->label)))
					vm_evidence(m, x, 85);
			}
			*out = v_unk(0);
			out->opq = (uint16_t)vm_edge(m, a->node, "the module that is imported is not known");
		}
	} else
		return 0;
	return 1;
}
