/* lib_py.c - see vm.h: builtins and the standard library of Python, where a value
 * depends on them. */
#include "vm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"

static int
is(const char *f, const char *a)
{
	return strcmp(f, a) == 0;
}

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
static value
listed(vm *m, value v, okind k, uint32_t node)
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

static value
range(vm *m, args *a)
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
product(vm *m, args *a)
{
	obj *out = list_of(m, O_LIST, a->node);
	value l[6];
	int64_t n[6], total = 1;
	uint32_t k = 0;

	for (uint32_t i = 0; i < a->n && k < 6; i++)
		if (!a->kw[i]) {
			l[k] = listed(m, vm_resolve(m, a->v[i], a->node), O_LIST, a->node);
			n[k] = list_len(l[k].o);
			out->loose |= l[k].o->loose;
			total *= n[k++];
		}
	if (total > 400)
		total = 400;
	for (int64_t i = 0; i < total; i++) {
		obj *t = list_of(m, O_TUPLE, a->node);
		int64_t r = i;
		value e[6];
		for (uint32_t q = k; q-- > 0;) {
			e[q] = list_at(l[q].o, r % n[q]);
			r /= n[q];
		}
		for (uint32_t q = 0; q < k; q++)
			list_add(m, t, e[q]);
		list_add(m, out, v_obj(t));
	}
	return v_obj(out);
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
			l[k] = listed(m, vm_resolve(m, a->v[i], a->node), O_LIST, a->node);
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
	obj *o;

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
	obj *where;

	*out = v_unk(0);
	vm_asks(m, name);
	if (name.kind != V_STR || !vm_cstr(m, name, NULL))
		return -1;
	if (is_obj(o, O_CLASS) || is_obj(o, O_INST) || is_obj(o, O_MODULE)) {
		obj *cls = is_obj(o, O_INST) ? o.o->cls : o.o;
		cell *c = is_obj(o, O_MODULE) ? (o.o->scope ? map_find(&o.o->scope->m, key_str(name.s.s)) : NULL) : map_find(&o.o->m, key_str(name.s.s));
		int found = c && c->v.kind;
		if (!found && !is_obj(o, O_MODULE))
			found = class_find(m, cls, name.s.s, &where).kind != V_UNDEF;
		if (!found && is_obj(o, O_INST) && (class_external(cls) || class_find(m, cls, vm_id(m, "__getattr__"), &where).kind))
			return -1;
		if (!found && !is_obj(o, O_MODULE))
			return 0;
		if (!found && o.o->node != UINT32_MAX && !strstr(fact_str(m->t, o.o->node), "__init__"))
			return 0;
	} else if (o.kind == V_NONE) {
		return 0;
	} else if (o.kind != V_OBJ) {
		return -1;
	} else if (o.o->kind == O_EXT || o.o->kind == O_THING) {
		*out = vm_attr(m, o, name.s.s, node);
		return -1;
	}
	m->probing++;
	*out = vm_attr(m, o, name.s.s, node);
	m->probing--;
	if (m->pending == X_RAISE) {
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

static int
isinstance(vm *m, value v, value cls)
{
	value t;

	if (is_obj(cls, O_TUPLE)) {
		int open = 0;
		for (int64_t i = 0; i < list_len(cls.o); i++) {
			int k = isinstance(m, v, vm_resolve(m, list_at(cls.o, i), 0));
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
		if (base && strcmp(vm_text(m, (uint32_t)base), vm_text(m, cls.o->name)) == 0)
			return 1;
		return base ? -1 : 0;
	}
	t = type_of(m, v);
	if (!is_obj(t, O_EXT))
		return -1;
	if (t.o == cls.o)
		return 1;
	return strchr(vm_text(m, cls.o->name), '.') ? -1 : is(vm_text(m, cls.o->name), "int") && v.kind == V_BOOL;
}

/* The path in what open(), Path() and their kin were given. */
static const char *
path_in(vm *m, value v)
{
	const char *p;

	v = vm_resolve(m, v, 0);
	if (v.kind == V_STR)
		return vm_cstr(m, v, NULL);
	if (is_obj(v, O_THING)) {
		value f = field_get(m, v.o, "path");
		if (f.kind == V_STR)
			return vm_cstr(m, f, NULL);
		for (uint32_t i = v.o->narg; i-- > 0;)
			if (v.o->arg && (p = path_in(m, v.o->arg[i])) && !(strlen(p) <= 3 && strspn(p, "rwbt+a") == strlen(p)) && strcmp(p, "utf-8"))
				return p;
		if (v.o->a.kind)
			return path_in(m, v.o->a);
	}
	return NULL;
}

/* A data file by what names it; of an unknown name, the one of the tree that holds the label. */
static value
load(vm *m, value from, uint32_t node)
{
	const char *p = path_in(m, from);
	value v = (value){0};
	const program *g = m->p;
	uint32_t one = UINT32_MAX, n = 0;

	if (p)
		v = vm_data_file(m, p, node);
	if (v.kind != V_UNDEF)
		return v;
	for (uint32_t i = 0; i < g->nfile && m->label; i++) {
		uint32_t f = g->file[i];
		if (!(m->t->node[f].flags & FACT_DATA))
			continue;
		for (uint32_t k = f; k < m->t->node[f].end; k++)
			if (m->t->node[k].kind == FACT_STR && m->t->node[k].str == m->label) {
				one = f;
				n++;
				break;
			}
	}
	if (n == 1 && !p)
		FACT_EACH_KID(m->t, one, k)
			if (m->t->node[k].kind == FACT_DICT || m->t->node[k].kind == FACT_LIST) {
				return vm_data(m, k);
			}
	v = v_unk(p ? vm_idf(m, "file %.100s", p) : 0);
	if (!p)
		v.flags = VF_INPUT;
	return v;
}

static value
minmax(vm *m, args *a)
{
	value v = v_unk(0);

	for (uint32_t i = 0; i < a->n && !m->pending; i++) {
		value g = vm_resolve(m, a->v[i], a->node);
		if (is_obj(g, O_GEN)) /* it runs to its end */
			listed(m, g, O_LIST, a->node);
	}

	v.flags = VF_NUMBER;
	return v;
}

static value
partial(vm *m, args *a)
{
	obj *p = vm_obj(m, O_PARTIAL, vm_id(m, "partial"), a->node);

	p->a = arg_get(a, 0, NULL, m);
	p->arg = vm_alloc(m, sizeof a->v);
	p->kw = vm_alloc(m, sizeof a->kw);
	for (uint32_t i = 0, first = 1; i < a->n; i++) {
		if (!a->kw[i] && first) {
			first = 0;
			continue;
		}
		p->arg[p->narg] = a->v[i];
		p->kw[p->narg++] = a->kw[i];
	}
	return v_obj(p);
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

/* The fields of a dataclass, bases first, as things with a name and a default. */
static void
class_fields(vm *m, obj *cls, obj *l)
{
	uint32_t block = fact_find(m->t, cls->node, FACT_BLOCK);

	for (int64_t i = 0; is_obj(cls->a, O_LIST) && i < list_len(cls->a.o); i++)
		if (is_obj(list_at(cls->a.o, i), O_CLASS))
			class_fields(m, list_at(cls->a.o, i).o, l);
	for (uint32_t k = block + 1; block && k < m->t->node[block].end; k = m->t->node[k].end) {
		uint32_t def = fact_find(m->t, k, FACT_DEFAULT);
		value f;
		if (m->t->node[k].kind != FACT_DECL || m->t->node[k].flags & FACT_STATIC || m->t->node[k + 1].kind != FACT_NAME)
			continue;
		f = thing(m, vm_id(m, "dataclasses.Field"), k);
		field_set(m, f.o, "name", v_str(m->t->node[k + 1].str));
		if (def)
			field_set(m, f.o, "default", vm_evalr(m, cls->scope, def + 1));
		list_add(m, l, f);
	}
}

static int
builtins(vm *m, const char *f, args *a, value *out)
{
	value x = arg_get(a, 0, NULL, m), y = arg_get(a, 1, NULL, m);
	int k;

	if (is(f, "len")) {
		size_t n;
		*out = v_unk(0);
		out->flags = VF_NUMBER;
		if (x.kind == V_STR && vm_cstr(m, x, &n))
			*out = v_int((int64_t)n);
		else if (x.kind == V_OBJ && (x.o->kind == O_LIST || x.o->kind == O_TUPLE || x.o->kind == O_DICT) && !x.o->loose)
			*out = v_int(list_len(x.o));
		else if (is_obj(x, O_EXT) || (is_obj(x, O_LIST) && x.o->self_flags))
			out->sym = vm_idf(m, "len(%s)", is_obj(x, O_EXT) ? vm_text(m, x.o->name) : "arguments");
		else if (is_obj(x, O_INST)) {
			obj *where;
			value fn = class_find(m, x.o->cls, vm_id(m, "__len__"), &where);
			if (is_obj(fn, O_FUNC))
				*out = vm_callv(m, bind(m, fn, x, where), a->node, 0, NULL);
		}
	} else if (is(f, "str") || is(f, "repr") || is(f, "format") || is(f, "int") || is(f, "float") || is(f, "bool")) {
		char buf[64];
		*out = v_unk(0);
		if (is(f, "bool")) {
			k = vm_known(m, x);
			*out = k >= 0 ? v_bool(k) : x;
			out->flags |= x.flags & VF_LABEL;
		} else if (x.kind == V_STR && (is(f, "str") || is(f, "format"))) {
			*out = x;
		} else if (x.kind == V_INT && !is(f, "int") && !is(f, "float")) {
			snprintf(buf, sizeof buf, "%lld", (long long)x.i);
			*out = v_strc(m, buf);
		} else if (x.kind == V_BOOL && is(f, "str")) {
			*out = v_strc(m, x.i ? "True" : "False");
		} else if (x.kind == V_NONE && is(f, "str")) {
			*out = v_strc(m, "None");
		} else if (is(f, "int") && x.kind == V_STR && vm_cstr(m, x, NULL)) {
			char *end;
			long long n = strtoll(vm_cstr(m, x, NULL), &end, 10);
			if (*end || end == vm_cstr(m, x, NULL)) {
				vm_raise(m, "ValueError");
				return 1;
			}
			*out = v_int(n);
		} else if (is(f, "int") && (x.kind == V_INT || x.kind == V_BOOL)) {
			*out = v_int(x.i);
		} else if (is(f, "int") && x.kind == V_FLOAT && x.f > -1e15 && x.f < 1e15) {
			*out = v_int((int64_t)x.f);
		} else if (is(f, "float") && x.kind == V_INT) {
			*out = (value){.kind = V_FLOAT, .f = (double)x.i};
		} else if (is_obj(x, O_INST) && (is(f, "str") || is(f, "format"))) {
			obj *where;
			value fn = class_find(m, x.o->cls, vm_id(m, "__str__"), &where);
			if (is_obj(fn, O_FUNC))
				*out = vm_callv(m, bind(m, fn, x, where), a->node, 0, NULL);
			else if (x.o->cls->self_flags & 4)
				*out = field_get(m, x.o, "value");
		} else if (x.kind == V_UNK && (is(f, "str") || (x.flags & VF_INPUT))) {
			*out = x;
			if (is(f, "int") || is(f, "float")) {
				out->flags = VF_NUMBER;
				out->sym = x.sym && !(x.sym >> 31) ? vm_idf(m, "%s(%.200s)", f, vm_text(m, x.sym)) : 0;
				out->i = 0;
			}
		} else if (x.kind == V_FLOAT && is(f, "float")) {
			*out = x;
		}
		out->flags |= x.flags & VF_LABEL;
	} else if (is(f, "list") || is(f, "tuple") || is(f, "set") || is(f, "frozenset") || is(f, "sorted") || is(f, "reversed") || is(f, "iter")) {
		*out = a->n ? listed(m, x, *f == 't' ? O_TUPLE : O_LIST, a->node) : v_obj(list_of(m, *f == 't' ? O_TUPLE : O_LIST, a->node));
		if (is(f, "reversed")) {
			obj *l = list_of(m, O_LIST, a->node);
			for (int64_t i = list_len(out->o); i-- > 0;)
				list_add(m, l, list_at(out->o, i));
			l->loose = out->o->loose;
			*out = v_obj(l);
		}
	} else if (is(f, "dict") || is(f, "collections.OrderedDict") || is(f, "OrderedDict")) {
		obj *d = vm_obj(m, O_DICT, 0, a->node);
		args b = *a;
		*out = v_obj(d);
		value none;
		lib_box(m, "update", *out, &b, &none);
	} else if (is(f, "collections.ChainMap")) { /* the first that has a key counts */
		obj *d = vm_obj(m, O_DICT, 0, a->node);
		*out = v_obj(d);
		for (uint32_t i = a->n; i-- > 0;)
			if (!a->kw[i]) {
				args b = {.node = a->node, .n = 1};
				value none;
				b.v[0] = vm_resolve(m, a->v[i], a->node);
				lib_box(m, "update", *out, &b, &none);
			}
	} else if (is(f, "collections.defaultdict")) {
		obj *d = vm_obj(m, O_DICT, 0, a->node);
		d->a = x;
		*out = v_obj(d);
	} else if (is(f, "range"))
		*out = range(m, a);
	else if (is(f, "enumerate"))
		*out = zip(m, a, 1);
	else if (is(f, "zip"))
		*out = zip(m, a, 0);
	else if (is(f, "getattr")) {
		value v, def = arg_get(a, 2, NULL, m);
		if (y.kind == V_UNK && is_obj(x, O_INST)) {
			members_evidence(m, y, x.o);
			*out = v_unk(0);
			out->opq = (uint16_t)vm_edge(m, a->node, "the attribute asked for is not known");
			return 1;
		}
		k = has(m, x, y, a->node, &v);
		if (m->pending)
			return 1;
		if (k == 1)
			*out = v;
		else if (def.kind != V_UNDEF)
			*out = k == 0 ? def : v.kind == V_UNK ? v_unk(0) : vm_truth(m, has_truth(m, x, y), a->node) ? v : def;
		else if (k == 0) {
			vm_raise(m, "AttributeError");
		} else
			*out = v.kind ? v : v_unk(0);
	} else if (is(f, "hasattr")) {
		value v;
		k = has(m, x, y, a->node, &v);
		if (k < 0 && is_obj(x, O_THING)) { /* a field that was set */
			cell *c = y.kind == V_STR ? map_find(&x.o->m, key_str(y.s.s)) : NULL;
			if (c && c->v.kind)
				k = 1;
			if (x.o->symbol && y.kind == V_STR && is(vm_text(m, y.s.s), "_orig_mod"))
				k = 1;
		}
		*out = k >= 0 ? v_bool(k) : has_truth(m, x, y);
	} else if (is(f, "setattr") || is(f, "object.__setattr__")) {
		if (y.kind == V_STR && is_obj(x, O_INST) && *f == 'o')
			cell_set(m, map_get(m, &x.o->m, key_str(y.s.s), y), arg_get(a, 2, NULL, m));
		else if (y.kind == V_STR)
			vm_attr_set(m, x, y.s.s, arg_get(a, 2, NULL, m), a->node);
		*out = v_none();
	} else if (is(f, "callable")) {
		*out = x.kind == V_OBJ ? v_bool(x.o->kind != O_LIST && x.o->kind != O_DICT && x.o->kind != O_TUPLE) : x.kind == V_UNK ? v_unk(0) : v_bool(0);
	} else if (is(f, "isinstance")) {
		k = isinstance(m, x, y);
		*out = k >= 0 ? v_bool(k) : v_unk(0);
	} else if (is(f, "issubclass")) {
		*out = is_obj(x, O_CLASS) && is_obj(y, O_CLASS) ? v_bool(class_is(x.o, y.o)) : v_unk(0);
	} else if (is(f, "type") && a->n == 1) {
		*out = type_of(m, x);
	} else if (is(f, "super"))
		*out = super(m, a);
	else if (is(f, "globals") || is(f, "locals") || is(f, "vars")) {
		obj *o = vm_obj(m, O_SCOPE, 0, a->node);
		scope *s = a->scope;
		while (s && s->up && (is(f, "globals") || s->kind == S_CLASS) && s->kind != S_MODULE)
			s = s->up;
		o->scope = s;
		if (is(f, "vars") && a->n) {
			if (is_obj(x, O_MODULE))
				o->scope = x.o->scope;
			else if (x.kind == V_OBJ) {
				obj *d = vm_obj(m, O_DICT, 0, a->node);
				d->m = x.o->m;
				d->loose = x.o->loose;
				*out = v_obj(d);
				return 1;
			}
		}
		*out = o->scope ? v_obj(o) : v_unk(0);
	} else if (is(f, "map") || is(f, "filter")) {
		value l = listed(m, y, O_LIST, a->node);
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
	} else if (is(f, "next")) {
		value l = is_obj(x, O_LIST) || is_obj(x, O_TUPLE) ? x : listed(m, x, O_LIST, a->node);
		if (list_len(l.o))
			*out = list_at(l.o, 0);
		else if (l.o->loose)
			*out = v_unk(0);
		else if (y.kind != V_UNDEF)
			*out = y;
		else {
			vm_raise(m, "StopIteration");
		}
	} else if (is(f, "any") || is(f, "all")) {
		value l = listed(m, x, O_LIST, a->node);
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
	} else if (is(f, "min") || is(f, "max") || is(f, "sum") || is(f, "abs") || is(f, "round") || is(f, "hash") || is(f, "id") || is(f, "ord") || is(f, "divmod"))
		*out = minmax(m, a);
	else if (is(f, "print") || is(f, "input")) {
		*out = v_none();
		if (*f == 'i')
			*out = vm_input(m, "input", a->node);
	} else if (is(f, "object") || is(f, "slice") || is(f, "bytes") || is(f, "chr") || is(f, "delattr") || is(f, "staticmethod") || is(f, "classmethod") || is(f, "property") || is(f, "memoryview"))
		*out = a->n ? x : v_unk(0);
	else if (is(f, "compile") || is(f, "open") || is(f, "dir") || is(f, "help") || is(f, "breakpoint")) {
		*out = thing(m, vm_idf(m, "%s()", f), a->node);
		out->o->narg = a->n;
		out->o->arg = vm_alloc(m, sizeof a->v);
		memcpy(out->o->arg, a->v, sizeof a->v);
	} else if (is(f, "__import__") || is(f, "importlib.import_module")) {
		if (x.kind == V_STR && vm_cstr(m, x, NULL)) {
			*out = vm_import(m, a->scope ? a->scope : m->shared, vm_cstr(m, x, NULL), a->node);
			if (is_obj(*out, O_EXT) && !is_known(vm_text(m, vm_idf(m, "%s.x", vm_cstr(m, x, NULL))), 0) && *vm_cstr(m, x, NULL) == '.')
				*out = v_unk(0);
		} else {
			for (uint32_t i = 0; x.kind == V_UNK && m->label && i < m->p->nfile; i++) { /* is one called like the label? */
				const char *path = fact_str(m->t, m->p->file[i]), *slash = strrchr(path, '/');
				char base[100];
				snprintf(base, sizeof base, "%.*s", (int)strcspn(slash ? slash + 1 : path, "."), slash ? slash + 1 : path);
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

int
lib_py(vm *m, const char *f, args *a, value *out)
{
	value x = arg_get(a, 0, NULL, m), y = arg_get(a, 1, NULL, m);
	const char *p;

	*out = v_unk(0);
	if (strncmp(f, "builtins.", 9) == 0)
		f += 9;
	if (builtins(m, f, a, out))
		return 1;
	if (is(f, "functools.partial") || is(f, "functools.partialmethod"))
		*out = partial(m, a);
	else if (is(f, "functools.wraps") || is(f, "functools.lru_cache") || is(f, "functools.cache") || is(f, "functools.singledispatch") || is(f, "functools.update_wrapper") ||
	    is(f, "torch.no_grad") || is(f, "torch.inference_mode") || is(f, "torch.nn.Sequential") || is(f, "torch.autocast")) {
		if (is_obj(x, O_FUNC) && !is(f, "functools.wraps") && !is(f, "torch.nn.Sequential"))
			*out = x; /* as a decorator that was called */
		else
			return 0;
	} else if (is(f, "tqdm.tqdm") || is(f, "tqdm.auto.tqdm") || is(f, "tqdm.notebook.tqdm") || is(f, "tqdm.rich.tqdm") || is(f, "rich.progress.track") || is(f, "tqdm.asyncio.tqdm"))
		*out = a->n && x.kind ? x : thing(m, vm_id(m, "tqdm.tqdm()"), a->node);
	else if (is(f, "tqdm.trange") || is(f, "tqdm.auto.trange"))
		*out = range(m, a);
	else if (is(f, "itertools.product"))
		*out = product(m, a);
	else if (is(f, "itertools.chain")) {
		obj *l = list_of(m, O_LIST, a->node);
		for (uint32_t i = 0; i < a->n; i++) {
			value e = listed(m, vm_resolve(m, a->v[i], a->node), O_LIST, a->node);
			for (int64_t k = 0; k < list_len(e.o); k++)
				list_add(m, l, list_at(e.o, k));
			l->loose |= e.o->loose;
		}
		*out = v_obj(l);
	} else if (is(f, "copy.copy") || is(f, "copy.deepcopy") || is(f, "typing.cast")) {
		*out = is(f, "typing.cast") ? y : x;
		if (is_obj(x, O_DICT)) {
			args b = {.node = a->node};
			lib_box(m, "copy", x, &b, out);
		} else if (is_obj(x, O_INST) || is_obj(x, O_THING)) {
			obj *o = vm_obj(m, (okind)x.o->kind, x.o->name, a->node);
			uint32_t serial = o->serial;
			*o = *x.o;
			o->serial = serial;
			memset(&o->m, 0, sizeof o->m);
			for (uint32_t i = 0; i < x.o->m.n; i++)
				map_get(m, &o->m, x.o->m.slot[i].key, x.o->m.slot[i].kv)->v = x.o->m.slot[i].c->v;
			*out = v_obj(o);
		}
	} else if (is(f, "json.load") || is(f, "yaml.safe_load") || is(f, "yaml.load") || is(f, "yaml.full_load") || is(f, "json.loads") || is(f, "toml.load") ||
	    is(f, "tomllib.load") || is(f, "tomli.load") || is(f, "omegaconf.OmegaConf.load") || is(f, "yaml.unsafe_load"))
		*out = load(m, x, a->node);
	else if (is(f, "os.environ.get") || is(f, "os.getenv") || is(f, "os.environ.setdefault")) {
		char text[200];
		if (x.kind == V_STR && vm_cstr(m, x, NULL)) {
			snprintf(text, sizeof text, "variable %.150s", vm_cstr(m, x, NULL));
			*out = vm_input(m, text, a->node);
			if (y.kind == V_STR && m->label && y.s.s == m->label && !y.s.off)
				vm_evidence(m, *out, 80);
		}
	} else if (is(f, "os.path.join") || is(f, "pathlib.Path") || is(f, "os.path.abspath") || is(f, "os.path.expanduser") || is(f, "os.path.realpath") || is(f, "str.join")) {
		value last = v_unk(0);
		for (uint32_t i = a->n; i-- > 0;)
			if ((p = path_in(m, a->v[i]))) {
				last = v_strc(m, p);
				break;
			}
		if (is(f, "pathlib.Path")) {
			*out = thing(m, vm_id(m, "pathlib.Path()"), a->node);
			if (last.kind == V_STR)
				field_set(m, out->o, "path", last);
		} else {
			*out = last;
		}
	} else if (is(f, "os.path.exists") || is(f, "os.path.isfile") || is(f, "os.path.isdir"))
		return 0;
	else if (strncmp(f, "re.", 3) == 0) {
		return lib_re(m, f, (value){0}, a, out);
	} else if (is(f, "asyncio.run") || is(f, "anyio.run") || is(f, "asyncio.gather") || is(f, "asyncio.wait_for") || is(f, "asyncio.create_task")) {
		if (is_obj(x, O_FUNC))
			*out = vm_callv(m, x, a->node, 0, NULL);
		else
			*out = x;
	} else if (is(f, "contextlib.nullcontext"))
		*out = a->n ? x : thing(m, vm_id(m, "contextlib.nullcontext()"), a->node);
	else if (is(f, "jax.block_until_ready") || is(f, "operator.itemgetter") || is(f, "typing.NewType"))
		*out = x;
	else if (is(f, "types.SimpleNamespace") || is(f, "argparse.Namespace") || is(f, "omegaconf.OmegaConf.create") || is(f, "easydict.EasyDict")) {
		*out = thing(m, vm_id(m, "namespace"), a->node);
		for (uint32_t i = 0; i < a->n; i++)
			if (a->kw[i])
				cell_set(m, map_get(m, &out->o->m, key_str(a->kw[i]), v_str(a->kw[i])), a->v[i]);
		if (is_obj(x, O_DICT))
			for (uint32_t i = 0; i < x.o->m.n; i++)
				cell_set(m, map_get(m, &out->o->m, x.o->m.slot[i].key, x.o->m.slot[i].kv), x.o->m.slot[i].c->v);
	} else if (is(f, "collections.namedtuple") || is(f, "typing.NamedTuple") || is(f, "dataclasses.make_dataclass")) {
		*out = v_unk(0);
	} else if (is(f, "dataclasses.replace")) {
		*out = x;
		if (is_obj(x, O_INST)) {
			obj *o = vm_obj(m, O_INST, x.o->name, a->node);
			o->cls = x.o->cls;
			for (uint32_t i = 0; i < x.o->m.n; i++)
				map_get(m, &o->m, x.o->m.slot[i].key, x.o->m.slot[i].kv)->v = x.o->m.slot[i].c->v;
			for (uint32_t i = 0; i < a->n; i++)
				if (a->kw[i])
					map_get(m, &o->m, key_str(a->kw[i]), v_str(a->kw[i]))->v = a->v[i];
			*out = v_obj(o);
		}
	} else if (is(f, "dataclasses.fields")) {
		obj *l = list_of(m, O_TUPLE, a->node), *cls = is_obj(x, O_INST) ? x.o->cls : is_obj(x, O_CLASS) ? x.o : NULL;
		if (!cls)
			return 0;
		class_fields(m, cls, l);
		*out = v_obj(l);
	} else if (is(f, "dataclasses.asdict")) {
		obj *d = vm_obj(m, O_DICT, 0, a->node);
		if (is_obj(x, O_INST))
			for (uint32_t i = 0; i < x.o->m.n; i++)
				map_get(m, &d->m, x.o->m.slot[i].key, x.o->m.slot[i].kv)->v = x.o->m.slot[i].c->v;
		else
			d->loose = 1;
		*out = v_obj(d);
	} else if (is(f, "importlib.util.find_spec")) {
		if (x.kind != V_STR || !vm_cstr(m, x, NULL))
			return 0;
		*out = v_unk(vm_idf(m, "module %.100s is there", vm_cstr(m, x, NULL)));
	} else if (is(f, "enum.auto"))
		*out = thing(m, vm_id(m, "enum.auto()"), a->node);
	else
		return 0;
	return 1;
}
