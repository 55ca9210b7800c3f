/* lib_member.c - see vm.h: builtins of Python that ask for attributes, types, scopes and modules. */
#include "../vm/vm_impl.h"

#include <stdio.h>
#include <string.h>

#include "../cone/cone.h"
#include "../program/program.h"
#include "words.h"

/* The object whose method runs, and its class: what super() means. */
static value
super_object(vm *m, args *a)
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
		if (!found && is_obj(o, O_CLASS) && cls->cls)
			return -1; /* its metaclass may have it */
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

/* Does a class of the tree, or its metaclass, say itself what is of it? */
static int
says_itself(vm *m, obj *cls)
{
	return class_find(m, cls, vm_id(m, "__subclasshook__")).kind || (cls->cls && (class_find(m, cls->cls, vm_id(m, "__instancecheck__")).kind ||
	    class_find(m, cls->cls, vm_id(m, "__subclasscheck__")).kind));
}

/* Is a class of the tree one that derives from `of`, a class of the tree or of a library? -1 where it has a base that may. */
static int
derives(vm *m, obj *cls, obj *of)
{
	static const char *const bare[] = {"object", "abc.ABC", "typing.Generic", "typing.Protocol", "typing_extensions.Protocol", "enum.Enum", "enum.IntEnum", "enum.StrEnum"};
	int open = 0;

	if (cls != of && of->kind == O_CLASS && says_itself(m, of))
		return -1;
	if (cls == of || (of->kind == O_EXT && vm_is(vm_text(m, of->name), "object")))
		return 1;
	for (int64_t i = 0; is_obj(cls->a, O_LIST) && i < list_len(cls->a.o); i++) {
		value b = vm_resolve(m, list_at(cls->a.o, i), 0);
		int k = is_obj(b, O_CLASS) ? derives(m, b.o, of) : is_obj(b, O_EXT) && of->kind == O_EXT && b.o->name == of->name ? 1 :
		    is_obj(b, O_EXT) && (of->kind == O_CLASS || AS_AMONG(vm_text(m, b.o->name), bare)) ? 0 : -1;
		if (k == 1)
			return 1;
		open |= k < 0;
	}
	if (of->kind == O_CLASS) { /* a protocol: who has its methods is one */
		int base = class_external(of);
		open |= base && as_ends_with(vm_text(m, (uint32_t)base), "Protocol");
	}
	return open ? -1 : 0;
}

/* Is it so of one of a tuple? 1, 0, or -1: not known. */
static int
any_of(vm *m, value x, value tuple, int (*is)(vm *, value, value))
{
	int open = 0;

	for (int64_t i = 0; i < list_len(tuple.o); i++) {
		int k = is(m, x, vm_resolve(m, list_at(tuple.o, i), 0));
		if (k == 1)
			return 1;
		open |= k < 0;
	}
	return open ? -1 : 0;
}

static int
subclass(vm *m, value x, value of)
{
	if (x.kind != V_OBJ && x.kind != V_UNK && x.kind != V_UNDEF) /* no class */
		return vm_raise(m, "TypeError"), -1;
	if (!is_obj(of, O_TUPLE))
		return is_obj(x, O_CLASS) && (is_obj(of, O_CLASS) || is_obj(of, O_EXT)) ? derives(m, x.o, of.o) : -1;
	return any_of(m, x, of, subclass);
}

int
vm_isinstance(vm *m, value v, value cls)
{
	value t;

	if (is_obj(v, O_INST) && v.o->cls && class_find(m, v.o->cls, vm_id(m, "__class__")).kind) /* it says itself of what it is */
		return -1;
	if (is_obj(cls, O_TUPLE))
		return any_of(m, v, cls, vm_isinstance);
	if (is_obj(cls, O_CLASS))
		return is_obj(v, O_INST) && v.o->cls ? derives(m, v.o->cls, cls.o) : says_itself(m, cls.o) || v.kind == V_UNK || is_obj(v, O_THING) ? -1 : 0;
	if (!is_obj(cls, O_EXT))
		return -1;
	if (is_obj(v, O_FUNC) && m->t->node[v.o->node].flags & (FACT_STATIC | FACT_CLASSWIDE) && AS_AMONG(vm_text(m, cls.o->name), ((const char *const[]){"staticmethod", "classmethod"})))
		return -1; /* as it stands in its class, or as one has it */
	if (is_obj(v, O_INST)) {
		int base = class_external(v.o->cls);
		if (vm_is(vm_text(m, cls.o->name), "tuple") && is_obj(named_tuple(m, v), O_TUPLE))
			return 1;
		if (vm_is(vm_text(m, cls.o->name), "object"))
			return 1;
		return base && strcmp(vm_text(m, (uint32_t)base), vm_text(m, cls.o->name)) == 0 ? 1 : v.o->cls ? derives(m, v.o->cls, cls.o) : base ? -1 : 0;
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

/* getattr(x, y) and its kin */
static value
get(vm *m, args *a, value x, value y)
{
	value v, def = arg_get(a, 2, NULL, m);
	int k;

	if (y.kind == V_UNK && is_obj(x, O_INST)) {
		members_evidence(m, y, x.o);
		v = v_unk(0);
		v.opq = (uint16_t)vm_edge(m, a->node, "the attribute asked for is not known");
		return v;
	}
	if (y.kind == V_UNK && is_obj(x, O_CLASS))
		members_evidence(m, y, x.o);
	k = has(m, x, y, a->node, &v);
	if (m->pending)
		return v_unk(0);
	if (k == 1)
		return v;
	if (def.kind != V_UNDEF)
		return k == 0 ? def : v.kind == V_UNK ? v_unk(0) : vm_truth(m, has_truth(m, x, y), a->node) ? v : def;
	if (k == 0) {
		vm_raise(m, "AttributeError");
		return v_unk(0);
	}
	if (y.kind == V_STR && vm_cstr(m, y, NULL) && is_obj(x, O_INST))
		return vm_attr(m, x, y.s.s, a->node); /* what x.name is */
	return v.kind ? v : v_unk(0);
}

/* torch.__getattribute__("compile") */
static value
get_of(vm *m, const char *f, args *a, value name)
{
	value of = v_obj(ext_obj(m, vm_idf(m, "%.*s", (int)(strlen(f) - strlen(".__getattribute__")), f))), v = v_unk(0);

	if (name.kind == V_STR && vm_cstr(m, name, NULL))
		return vm_attr(m, of, name.s.s, a->node);
	v.opq = (uint16_t)vm_edge(m, a->node, "the attribute asked for is not known");
	return v;
}

static value
has_attr(vm *m, args *a, value x, value y)
{
	value v;
	int k = has(m, x, y, a->node, &v);

	if (k < 0 && is_obj(x, O_THING)) { /* a field that was set */
		cell *c = y.kind == V_STR ? map_find(&x.o->m, key_str(y.s.s)) : NULL;
		if (c && c->v.kind)
			k = 1;
		if (x.o->symbol && y.kind == V_STR && vm_is(vm_text(m, y.s.s), "_orig_mod"))
			k = 1;
	}
	return k >= 0 ? v_bool(k) : has_truth(m, x, y);
}

/* raw: past the __setattr__ of its class */
static value
set(vm *m, args *a, value x, value y, int raw)
{
	value v = arg_get(a, 2, NULL, m);

	if (y.kind == V_STR && is_obj(x, O_INST) && raw)
		cell_set(m, map_get(m, &x.o->m, key_str(y.s.s), y), v);
	else if (y.kind == V_STR && vm_cstr(m, y, NULL))
		vm_attr_set(m, x, y.s.s, v, a->node);
	else
		vm_lost(m, v, a->node);
	if (y.kind != V_STR && is_obj(x, O_MODULE))
		vm_edge_to(m, EDGE_ANY, a->node, "a variable of %.80s is set whose name is not known", vm_text(m, x.o->name));
	return v_none();
}

/* globals(), locals(), vars(x) */
static value
names(vm *m, const char *f, args *a, value x)
{
	obj *o = vm_obj(m, O_SCOPE, 0, a->node);
	scope *s = a->scope;

	while (s && s->up && (vm_is(f, "globals") || s->kind == S_CLASS) && s->kind != S_MODULE)
		s = s->up;
	o->scope = s;
	if (vm_is(f, "vars") && a->n) {
		if (is_obj(x, O_MODULE))
			o->scope = x.o->scope;
		else if (x.kind == V_OBJ)
			return descr_members(m, x.o, a->node);
	}
	return o->scope ? v_obj(o) : v_unk(0);
}

static value
imported(vm *m, args *a, value x)
{
	const char *s;
	value v;

	vm_asks(m, x);
	if (x.kind == V_STR && (s = vm_cstr(m, x, NULL))) {
		v = vm_import(m, a->scope ? a->scope : m->shared, s, a->node);
		return is_obj(v, O_EXT) && !is_known(vm_text(m, vm_idf(m, "%s.x", s)), 0) && *s == '.' ? v_unk(0) : v;
	}
	for (uint32_t i = 0; x.kind == V_UNK && m->label && i < m->p->nfile; i++) { /* is one called like the label? */
		const char *name = as_base_name(fact_str(m->t, m->p->file[i]));
		char base[100];
		snprintf(base, sizeof base, "%.*s", (int)strcspn(name, "."), name);
		if (is_python(m->t, m->p->file[i]) && as_same_letters(base, vm_text(m, m->label)))
			vm_evidence(m, x, 85);
	}
	v = v_unk(0);
	v.opq = (uint16_t)vm_edge_to(m, m->cone && cone_files_put(m->cone) ? EDGE_ANY : EDGE_HERE, a->node, "the module that is imported is not known");
	return v;
}

/* What a pattern asks (python/pattern.py): is it a sequence, or a mapping? */
static value
of_pattern(vm *m, value x, int sequence)
{
	x = named_tuple(m, x);
	return v_bool(x.kind == V_UNK || is_obj(x, O_THING) || is_obj(x, O_EXT) ||
	    (sequence ? is_obj(x, O_LIST) || is_obj(x, O_TUPLE) : is_obj(x, O_DICT) || dict_part(m, &x)));
}

int
lib_member(vm *m, const char *f, args *a, value x, value y, value *out)
{
	static const char *const getters[] = {"getattr", "object.__getattribute__", "type.__getattribute__", "inspect.getattr_static"};

	if (AS_AMONG(f, getters))
		*out = get(m, a, x, y);
	else if (as_ends_with(f, ".__getattribute__"))
		*out = get_of(m, f, a, x);
	else if (vm_is(f, "hasattr"))
		*out = has_attr(m, a, x, y);
	else if (vm_is(f, "setattr") || vm_is(f, "object.__setattr__"))
		*out = set(m, a, x, y, *f == 'o');
	else if (vm_is(f, "delattr")) {
		if (y.kind == V_STR && !y.s.off)
			vm_delete_member(m, x, y.s.s);
		*out = v_none();
	} else if (vm_is(f, "callable"))
		*out = x.kind == V_OBJ ? v_bool(x.o->kind != O_LIST && x.o->kind != O_DICT && x.o->kind != O_TUPLE) : x.kind == V_UNK ? v_unk(0) : v_bool(0);
	else if (vm_is(f, "isinstance")) {
		int k = vm_isinstance(m, x, y);
		*out = k >= 0 ? v_bool(k) : v_unk(0);
	} else if (vm_is(f, "__sequence__") || vm_is(f, "__mapping__"))
		*out = of_pattern(m, x, f[2] == 's');
	else if (vm_is(f, "issubclass")) {
		int k = subclass(m, x, y);
		*out = k >= 0 ? v_bool(k) : v_unk(0);
	} else if (vm_is(f, "type") && a->n == 1)
		*out = type_of(m, x);
	else if (vm_is(f, "super"))
		*out = super_object(m, a);
	else if (vm_is(f, "globals") || vm_is(f, "locals") || vm_is(f, "vars"))
		*out = names(m, f, a, x);
	else if (vm_is(f, "__import__") || vm_is(f, "importlib.import_module"))
		*out = imported(m, a, x);
	else if (vm_is(f, "property")) {
		vm_handed(m, arg_get(a, 2, "fdel", m), 0);
		*out = descr_property(m, arg_get(a, 0, "fget", m), arg_get(a, 1, "fset", m));
	} else
		return 0;
	return 1;
}
