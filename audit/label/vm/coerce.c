/* coerce.c - see vm.h: what C makes of a value by a type: lists in braces become structs and
 * containers, also as elements, arguments and results.
 *
 * A type is a value: an O_CLASS, an O_EXT (its name), or a template with its arguments (an
 * O_PARTIAL named "template" of the two). A container of C++ keeps the type of its elements
 * in b: of a map, of what its keys stand for. */
#include "cint.h"
#include "vm_impl.h"

#include <string.h>

#include "words.h"

#define NODE(i) (&m->t->node[i])

int
vm_is_template(const vm *m, value v)
{
	return is_obj(v, O_PARTIAL) && strcmp(vm_text(m, v.o->name), "template") == 0;
}

cell *
vm_named_type(vm *m, scope *s, const char *name)
{
	const char *dot = strrchr(name, '.');
	uint32_t id = vm_id(m, as_last_part(name));
	cell *c = NULL;

	if (dot && (size_t)(dot - name) < 200) {
		char space[200];
		memcpy(space, name, (size_t)(dot - name));
		space[dot - name] = '\0';
		c = vm_in_space(m, space, id);
	}
	return c ? c : scope_find(m, s, id);
}

/* A class that an argument of a template, key, only points to, by itself or by another name,
 * is not what the container holds: an O_PARTIAL "pointer" to it stands there. */
value
vm_pointers(vm *m, value v, uint32_t key)
{
	uint32_t base = NODE(key)->kind == FACT_INDEX ? key + 1 : key;
	value p = v;

	if (NODE(key)->kind == FACT_TUPLE && is_obj(v, O_TUPLE)) {
		obj *t = list_of(m, O_TUPLE, key);
		int64_t i = 0;
		FACT_EACH_KID(m->t, key, k)
			list_add(m, t, vm_pointers(m, vm_resolve(m, list_at(v.o, i++), k), k));
		return v_obj(t);
	}
	if (is_obj(v, O_CLASS) && (NODE(key)->flags & (FACT_POINTER | FACT_REF) || (NODE(base)->str != v.o->name && v.o->b.kind))) {
		p = v_obj(vm_obj(m, O_PARTIAL, vm_id(m, "pointer"), key));
		p.o->a = v;
	}
	return p;
}

value
vm_type(vm *m, scope *s, uint32_t type)
{
	return vm_type_named(m, s, type, vm_named_type(m, s, fact_str(m->t, type)));
}

value
vm_type_named(vm *m, scope *s, uint32_t type, const cell *c)
{
	value v = c && c->v.kind == V_THUNK ? vm_eval(m, c->v.at, c->v.t.node) : c ? c->v : (value){0}, p;
	uint32_t key = type + 1;

	if (v.kind != V_OBJ || (v.o->kind != O_CLASS && v.o->kind != O_EXT && v.o->kind != O_PARTIAL))
		v = v_obj(ext_obj(m, NODE(type)->str));
	if (key >= NODE(type)->end)
		return v;
	p = vm_eval(m, s, key);
	if (m->pending)
		return v_unk(0);
	if (is_obj(v, O_CLASS))
		return template_of(m, v, p, key);
	if (!is_obj(v, O_EXT))
		return v;
	value of = v_obj(vm_obj(m, O_PARTIAL, vm_id(m, "template"), type));
	of.o->a = v;
	of.o->b = vm_pointers(m, vm_resolve(m, p, key), key);
	for (int64_t i = 0; (p = vm_template_arg(m, of, i)).kind != V_UNDEF && i < MOST_ARGS; i++) /* what compares, hashes or deletes is an object of one */
		if (is_obj(p, O_CLASS))
			vm_object_made(m, p.o);
	return of;
}

value
vm_template_arg(vm *m, value t, int64_t k)
{
	value v = vm_is_template(m, t) ? t.o->b : (value){0};

	if (is_obj(v, O_TUPLE))
		v = list_at(v.o, k);
	else if (k > 0)
		return (value){0};
	return vm_resolve(m, v, 0);
}

static const char *
type_name(const vm *m, value t)
{
	if (vm_is_template(m, t))
		t = t.o->a;
	return is_obj(t, O_EXT) ? as_last_part(vm_text(m, t.o->name)) : "";
}

static int
is_sequence(const char *s)
{
	static const char *const list[] = {"vector", "deque", "list", "set", "unordered_set", "multiset", "array", "span", "initializer_list", "forward_list",
		"valarray", "stack", "queue"};

	return AS_AMONG(s, list);
}

static int
is_map(const char *s)
{
	return strstr(s, "map") != NULL && strcmp(s, "bitmap") != 0;
}

static int
is_tuple(const char *name)
{
	return strcmp(name, "pair") == 0 || strcmp(name, "tuple") == 0;
}

int
vm_is_container(const char *name)
{
	return (is_sequence(name) && strcmp(name, "span") != 0 && strcmp(name, "initializer_list") != 0) || is_map(name) || is_tuple(name);
}

/* Does an object of it stand for what it holds, one of those types? */
int
vm_is_choice(const char *name)
{
	return strcmp(name, "optional") == 0 || strcmp(name, "variant") == 0;
}

int
vm_is_value(const vm *m, value type)
{
	if (type.kind == V_BOOL)
		return type.i != 0;
	if (vm_is_template(m, type) && vm_is_choice(type_name(m, type))) {
		if (!is_obj(type.o->b, O_TUPLE))
			return vm_is_value(m, type.o->b);
		for (int64_t i = 0; i < list_len(type.o->b.o); i++)
			if (vm_is_value(m, list_at(type.o->b.o, i)))
				return 1;
		return 0;
	}
	return is_obj(type, O_CLASS) ? !(type.o->self_flags & 1) : vm_is_template(m, type) && vm_is_container(type_name(m, type));
}

value
vm_copied(vm *m, value v)
{
	if (v.kind == V_REF)
		v = v.r->v;
	if (!is_obj(v, O_INST))
		return vm_plain_copy(m, v);
	if (v.o->cls && vm_copies(m, v.o->cls)) {
		args a = {.node = m->line_node, .n = 1, .v = {v}};
		return class_new(m, v.o->cls, &a);
	}
	return vm_plain_copy(m, v);
}

/* The field of a struct behind the one of that name; 0 none. */
static uint32_t
field_behind(const vm *m, const obj *cls, uint32_t name)
{
	uint32_t block = fact_find(m->t, cls->node, FACT_BLOCK), last = 0;

	for (uint32_t k = block + 1; block && k < NODE(block)->end; k = NODE(k)->end) {
		if (NODE(k)->kind != FACT_DECL || NODE(k)->flags & FACT_STATIC || NODE(k + 1)->kind != FACT_NAME)
			continue;
		if (last == name)
			return NODE(k + 1)->str;
		last = NODE(k + 1)->str;
	}
	return 0;
}

/* {a, b} for a struct: its constructor, or its fields in order. */
static value
aggregate(vm *m, obj *cls, value v, uint32_t node)
{
	args a = {.node = node};

	if (args_list(&a, v)) {
		a.rest |= v.o->loose;
	} else if (is_obj(v, O_DICT)) {
		for (uint32_t i = 0, at = 0; i < v.o->m.n; i++) {
			value k = v.o->m.slot[i].kv;
			at = k.kind == V_STR ? k.s.s : at ? field_behind(m, cls, at) : 0;
			args_add(&a, v.o->m.slot[i].c->v, at, 0);
		}
	} else {
		return v;
	}
	return class_new(m, cls, &a);
}

/* Of an object in braces; one whose class says how it is copied is taken as it is. */
static value
own_copy(vm *m, value v)
{
	return is_obj(v, O_FUNC) || (is_obj(v, O_INST) && v.o->cls && !vm_copies(m, v.o->cls)) ? vm_plain_copy(m, v) : v;
}

static void
elements(vm *m, value type, obj *l, uint32_t node)
{
	if (l->b.kind == V_UNDEF)
		l->b = type;
	for (uint32_t i = 0; i < l->m.n && !m->pending; i++)
		if (is_obj(l->m.slot[i].c->v, O_LIST) || is_obj(l->m.slot[i].c->v, O_DICT))
			l->m.slot[i].c->v = vm_coerce(m, type, l->m.slot[i].c->v, node);
		else if (is_obj(type, O_CLASS) || (is_obj(l->m.slot[i].c->v, O_FUNC) && strcmp(type_name(m, type), "function") == 0))
			l->m.slot[i].c->v = own_copy(m, is_obj(type, O_CLASS) ? vm_sliced_to(m, type.o, vm_converted_to(m, type.o, l->m.slot[i].c->v, node)) : l->m.slot[i].c->v);
}

/* Is it braces, as they were written, and no array or container? */
static int
is_braces(const vm *m, value v)
{
	return is_obj(v, O_LIST) && !v.o->loose && v.o->b.kind == V_UNDEF && NODE(v.o->node)->kind == FACT_LIST;
}

/* {{k, v}, ...} */
static value
keyed(vm *m, value of_key, value type, value v, uint32_t node)
{
	obj *d;

	if (is_obj(v, O_DICT)) {
		elements(m, type, v.o, node);
		return v;
	}
	if (!is_obj(v, O_LIST))
		return v;
	d = vm_obj(m, O_DICT, 0, node);
	for (int64_t i = 0; i < list_len(v.o); i++) {
		value p = vm_resolve(m, list_at(v.o, i), node), k;
		uint64_t id;
		if (!is_obj(p, O_LIST) && !is_obj(p, O_TUPLE)) {
			d->loose = 1;
			continue;
		}
		k = vm_coerce(m, of_key, list_at(p.o, 0), node);
		if (k.kind == V_STR && strchr(vm_name_of(m, of_key, ""), '*')) { /* its address is the key, not its text */
			d->loose = 1;
			k = v_unk(vm_idf(m, "the address of \"%.60s\", line %u", vm_cstr(m, k, NULL) ? vm_cstr(m, k, NULL) : "", NODE(node)->line));
		}
		if (is_obj(k, O_LIST) || is_obj(k, O_DICT)) { /* of a type that is not known */
			d->loose = 1;
		} else if (list_len(p.o) >= 2 && key_of(m, k, &id)) {
			if (map_find(&d->m, id) == NULL) /* the first stays */
				cell_set(m, map_get(m, &d->m, id, k), list_at(p.o, 1));
		} else if (key_open(m, k)) {
			cell_set(m, map_get(m, &d->m, key_unknown(m, k, node), k), list_at(p.o, 1));
		} else {
			d->loose = 1;
		}
	}
	elements(m, type, d, node);
	d->loose |= v.o->loose;
	return v_obj(d);
}

/* std::array<T, n>{{a, b}}: the braces within are those of the array in it, unless one element
 * stands there without them, as in {{1, 2}} of structs. */
static value
inner_braces(vm *m, value of, value v)
{
	value in = list_len(v.o) == 1 ? vm_resolve(m, list_at(v.o, 0), 0) : (value){0}, first;
	const char *name = type_name(m, of);
	int whole = is_obj(of, O_CLASS) ? !(of.o->self_flags & 1) : is_tuple(name) || is_sequence(name) || is_map(name);

	if (!is_obj(in, O_LIST))
		return v;
	first = vm_resolve(m, list_at(in.o, 0), 0);
	return !whole || is_obj(first, O_LIST) || is_obj(first, O_DICT) || is_obj(first, O_INST) || is_obj(first, O_TUPLE) ? in : v;
}

/* What a pair or tuple of that type holds, in order. */
static value
types_of(vm *m, value type, uint32_t node)
{
	obj *t = list_of(m, O_TUPLE, node);
	value of;

	for (int64_t i = 0; (of = vm_template_arg(m, type, i)).kind != V_UNDEF && i < MOST_ARGS; i++)
		list_add(m, t, of);
	return v_obj(t);
}

/* std::array<T, n> of fewer: the others are T{}. */
static void
filled_up(vm *m, value type, value of, obj *l, uint32_t node)
{
	value n = vm_template_arg(m, type, 1);

	if (l->loose || (n.kind == V_INT && list_len(l) >= n.i))
		return;
	l->loose = n.kind != V_INT || n.i > 64;
	while (!l->loose && list_len(l) < n.i && !m->pending) {
		value e = vm_default(m, of, node);
		list_add(m, l, e.kind ? e : v_int(0));
	}
}

value
vm_coerce(vm *m, value type, value v, uint32_t node)
{
	const char *name;

	v = vm_resolve(m, v, node);
	if (m->pending || type.kind != V_OBJ)
		return v;
	if (is_obj(type, O_CLASS)) {
		if (type.o->self_flags & 1)
			return is_obj(v, O_LIST) && list_len(v.o) == 0 ? v_int(0) : is_obj(v, O_LIST) ? list_at(v.o, 0) : v;
		return is_obj(v, O_LIST) || is_obj(v, O_DICT) ? aggregate(m, type.o, v, node) : vm_converted_to(m, type.o, v, node);
	}
	if (is_obj(type, O_PARTIAL) && !vm_is_template(m, type)) /* a pointer */
		return is_braces(m, v) && list_len(v.o) < 2 ? list_len(v.o) ? list_at(v.o, 0) : v_none() : v;
	name = type_name(m, type);
	if (strcmp(name, "optional") == 0) {
		value of = vm_template_arg(m, type, 0);
		if (is_obj(v, O_LIST) && list_len(v.o) == 0)
			return v_none();
		return boxed(m, of.kind ? vm_coerce(m, of, v, node) : v, node);
	}
	if (is_map(name)) {
		v = keyed(m, vm_template_arg(m, type, 0), vm_template_arg(m, type, 1), v, node);
		if (is_obj(v, O_DICT))
			ordered_as(m, v.o, type, name);
		return v;
	}
	if (is_sequence(name)) {
		if (is_obj(v, O_LIST)) {
			value of = vm_template_arg(m, type, 0);
			v = inner_braces(m, of, v);
			elements(m, of, v.o, node);
			ordered_as(m, v.o, type, name);
			if (strcmp(name, "array") == 0)
				filled_up(m, type, of, v.o, node);
		}
		return v;
	}
	if (is_tuple(name)) {
		if (is_obj(v, O_TUPLE) && v.o->b.kind == V_UNDEF)
			v.o->b = types_of(m, type, node);
		if (is_obj(v, O_LIST)) {
			obj *t = list_of(m, O_TUPLE, node);
			t->b = types_of(m, type, node);
			for (int64_t i = 0; i < list_len(v.o); i++)
				list_add(m, t, is_obj(vm_template_arg(m, type, i), O_CLASS) ? own_copy(m, vm_coerce(m, vm_template_arg(m, type, i), list_at(v.o, i), node)) : vm_coerce(m, vm_template_arg(m, type, i), list_at(v.o, i), node));
			return v_obj(t);
		}
		return v;
	}
	if (is_braces(m, v) && (strstr(name, "_ptr") || strcmp(name, "function") == 0))
		return list_len(v.o) == 0 ? v_none() : list_at(v.o, 0);
	return v;
}

value
vm_typed(vm *m, scope *s, uint32_t type, value v, uint32_t node)
{
	uint32_t fl = NODE(type)->flags;
	const char *last = as_last_part(fact_str(m->t, type));
	value of;

	v = vm_resolve(m, v, node);
	if (v.kind != V_OBJ && strcmp(last, "optional") != 0) {
		uint32_t number = m->c && !(fl & FACT_ARRAY) ? cint_type(m, s, type) : 0;
		return number ? cint_as(m, v, number) : vm_converted(m, s, type, v, node);
	}
	of = vm_type(m, s, type);
	if (m->pending)
		return v_unk(0);
	if (fl & FACT_ARRAY && is_obj(v, O_DICT)) { /* designators: a list with holes */
		obj *l = list_of(m, O_LIST, node);
		int64_t most = -1;
		for (uint32_t i = 0; i < v.o->m.n; i++)
			if (v.o->m.slot[i].kv.kind == V_INT && v.o->m.slot[i].kv.i > most && v.o->m.slot[i].kv.i < 4096)
				most = v.o->m.slot[i].kv.i;
		for (int64_t k = 0; k <= most; k++) {
			cell *e = map_find(&v.o->m, key_int(k));
			list_add(m, l, e && e->v.kind ? e->v : v_int(0));
		}
		v = v_obj(l);
	}
	if (fl & FACT_ARRAY && is_obj(v, O_LIST)) {
		if (!(fl & FACT_POINTER))
			elements(m, of, v.o, node);
		cint_elements(m, v.o, cint_type(m, s, type));
		return v;
	}
	if (!(fl & FACT_POINTER) && (is_obj(of, O_CLASS) || vm_is_template(m, of) || is_map(last) || is_sequence(last) || strcmp(last, "optional") == 0))
		return vm_coerce(m, of, v, node);
	if (is_braces(m, v) && list_len(v.o) == 0)
		return strstr(last, "_ptr") || strcmp(last, "function") == 0 ? v_none() : v_int(0); /* {} of a scalar or handle */
	if (is_braces(m, v) && list_len(v.o) == 1 && !strstr(last, "auto") && is_obj(of, O_EXT))
		return list_at(v.o, 0);
	return v;
}

value
vm_like(vm *m, scope *s, uint32_t target, value v)
{
	value old, of = (value){0};
	cell *c;

	if (NODE(target)->kind == FACT_INDEX) {
		old = vm_evalr(m, s, target + 1);
		if (old.kind == V_REF)
			old = vm_resolve(m, old.r->v, target);
		if (is_obj(old, O_LIST) || is_obj(old, O_DICT))
			of = old.o->b;
		if (of.kind != V_UNDEF || m->pending || is_obj(old, O_DICT))
			return vm_coerce(m, of, v, target);
	}
	c = vm_place(m, s, target, 0);
	if (!c || m->pending)
		return v;
	old = vm_resolve(m, c->v, target);
	if (is_obj(old, O_INST) && old.o->cls)
		return aggregate(m, old.o->cls, v, target);
	if (is_obj(old, O_DICT)) {
		v = keyed(m, (value){0}, old.o->b, v, target);
		if (is_obj(v, O_DICT))
			v.o->b = old.o->b;
	} else if (is_obj(old, O_LIST) && is_obj(v, O_LIST)) {
		elements(m, old.o->b, v.o, target);
	} else if (is_obj(v, O_LIST) && list_len(v.o) == 0) {
		v = old.kind == V_STR ? v_strc(m, "") : old.kind == V_NONE || old.kind == V_OBJ ? v_none() : v_int(0);
	}
	return v;
}

obj *
vm_struct_of(vm *m, scope *s, uint32_t type)
{
	value v;

	if (!m->c || NODE(type)->flags & (FACT_POINTER | FACT_REF | FACT_ARRAY))
		return NULL;
	v = vm_type(m, s, type);
	return is_obj(v, O_CLASS) ? v.o : NULL;
}

/* T x{a, b} or T x(a, b) of a container of std; 0 if the type is none. */
int
vm_container(vm *m, value type, const args *a, value *out)
{
	const char *name = type_name(m, type);
	value x = a->n ? vm_resolve(m, a->v[0], a->node) : (value){0}, y = a->n > 1 ? vm_resolve(m, a->v[1], a->node) : (value){0};
	int braces = a->n && a->at[0] && (NODE(a->at[0])->kind == FACT_LIST || NODE(a->at[0])->kind == FACT_DICT);
	obj *l;

	if (!vm_is_template(m, type) || !(is_map(name) || is_sequence(name)))
		return 0;
	if (!a->n && !a->rest) {
		*out = vm_default(m, type, a->node);
		return 1;
	}
	if (a->n == 1 && !braces && (is_obj(x, O_LIST) || is_obj(x, O_DICT))) { /* a copy */
		*out = vm_plain_copy(m, x);
		return 1;
	}
	l = list_of(m, O_LIST, a->node);
	l->name = vm_id(m, name);
	l->loose = (uint8_t)a->rest;
	if (is_obj(y, O_ITER) && !braces) { /* (begin, end) */
		if (is_obj(x, O_LIST) && y.o->b.kind == V_NONE && is_obj(y.o->a, O_LIST) && y.o->a.o == x.o) {
			for (int64_t i = 0; i < list_len(x.o); i++)
				list_add(m, l, list_at(x.o, i));
			l->loose |= x.o->loose;
		} else {
			l->loose = 1;
		}
	} else if (!braces && x.kind == V_INT && x.i >= 0 && x.i <= 64 && a->n <= 2 && vm_is_followed(m, vm_template_arg(m, type, 0))) { /* (n), (n, x) of objects and handles */
		for (int64_t i = 0; i < x.i && !m->pending; i++) {
			value e = a->n == 2 ? vm_is_value(m, vm_template_arg(m, type, 0)) ? own_copy(m, y) : y : vm_default(m, vm_template_arg(m, type, 0), a->node);
			list_add(m, l, e.kind ? e : v_int(0));
		}
	} else if (!braces && (x.kind == V_INT || x.kind == V_UNK) && a->n <= 2) { /* (n, x): as many as may be */
		l->loose = 1;
	} else {
		for (uint32_t i = 0; i < a->n; i++)
			list_add(m, l, vm_resolve(m, a->v[i], a->node));
	}
	*out = vm_coerce(m, type, v_obj(l), a->node);
	return 1;
}

/* A value that nothing is given to. */
value
vm_default(vm *m, value type, uint32_t node)
{
	const char *name = type_name(m, type);
	value v;

	if (is_obj(type, O_CLASS) && !(type.o->self_flags & 1)) {
		args a = {.node = node};
		return class_new(m, type.o, &a);
	}
	if (strcmp(name, "string") == 0)
		return v_strc(m, "");
	if (is_map(name)) {
		v = v_obj(vm_obj(m, O_DICT, 0, node));
		v.o->b = vm_template_arg(m, type, 1);
		ordered_as(m, v.o, type, name);
		return v;
	}
	if (is_sequence(name)) {
		v = v_obj(list_of(m, O_LIST, node));
		v.o->name = vm_id(m, name);
		v.o->b = vm_template_arg(m, type, 0);
		ordered_as(m, v.o, type, name);
		v.o->loose = strcmp(name, "array") == 0;
		if (v.o->loose) {
			value n = vm_template_arg(m, type, 1);
			if (n.kind == V_INT && n.i > 0 && n.i <= 64 && vm_is_followed(m, v.o->b)) {
				for (int64_t i = 0; i < n.i && !m->pending; i++) {
					value e = vm_default(m, v.o->b, node);
					list_add(m, v.o, e.kind ? e : v_int(0));
				}
				v.o->loose = 0;
			}
		}
		return v;
	}
	if (is_tuple(name) && vm_is_template(m, type)) {
		v = v_obj(list_of(m, O_TUPLE, node));
		v.o->b = types_of(m, type, node);
		for (int64_t i = 0; i < list_len(v.o->b.o) && !m->pending; i++) {
			value e = vm_default(m, list_at(v.o->b.o, i), node);
			list_add(m, v.o, e.kind ? e : v_int(0));
		}
		return v;
	}
	if (strcmp(name, "optional") == 0 || strstr(name, "_ptr") || strcmp(name, "function") == 0 || (is_obj(type, O_PARTIAL) && !vm_is_template(m, type)))
		return v_none();
	return (value){0};
}

value
vm_fresh(vm *m, scope *s, uint32_t decl, uint32_t type)
{
	uint32_t fl = type ? NODE(type)->flags : 0;
	int zero = s->kind == S_SHARED || s->kind == S_FILE || NODE(decl)->flags & FACT_STATIC;
	value v;

	if (type && !(fl & (FACT_POINTER | FACT_REF)) && vm_is_process(m, NODE(type)->str)) /* QProcess p; */
		vm_edge(m, decl, "%s: another program runs", fact_str(m->t, type));
	if (fl & FACT_ARRAY) {
		v = v_obj(list_of(m, O_LIST, decl));
		v.o->loose = 1;
		v.o->ctype = m->c ? cint_type(m, s, type) : 0;
		vm_array(m, s, decl, type, v.o, zero);
		return v;
	}
	if (type && !(fl & (FACT_POINTER | FACT_REF))) {
		if (cli_fresh(m, s, fact_str(m->t, type), decl, &v))
			return v;
		v = vm_default(m, vm_type(m, s, type), decl);
		if (v.kind != V_UNDEF)
			return zero && m->c && is_obj(v, O_INST) ? vm_zeroed(m, v) : v;
	}
	if (zero || (s->kind == S_CLASS && !m->c))
		return v_int(0);
	v = v_unk(0);
	v.flags = VF_UNINIT;
	v.sym = vm_idf(m, "%.80s not set", NODE(decl + 1)->kind == FACT_NAME ? fact_str(m->t, decl + 1) : "it");
	return v;
}
