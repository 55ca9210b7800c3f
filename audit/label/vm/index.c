/* index.c - see vm.h: elements of containers. */
#include "vm_impl.h"

#include <stdio.h>
#include <string.h>

#include "../program/program.h"
#include "words.h"

/* Is it a number, whichever of its faces? Looks at `most` values at the most. */
static int
is_number(value v, int *most)
{
	if (--*most < 0 || v.flags & VF_LABEL)
		return 0;
	if (is_obj(v, O_PHI))
		return is_number(v.o->a, most) && is_number(v.o->b, most);
	return v.kind == V_INT || v.kind == V_FLOAT || v.kind == V_BOOL || (v.kind == V_UNK && !v.comp && !v.opq && !v.i);
}

/* An array of numbers: which element it is makes nothing known where one is not known, or
 * where the index has no name that is asked of again. */
static int
only_numbers(const obj *o, value key)
{
	int open = key.kind == V_UNK && !key.sym, most = 4000;

	for (uint32_t i = 0; i < o->m.n && o->kind != O_DICT; i++) {
		value v = o->m.slot[i].c->v;
		if (!is_number(v, &most))
			return 0;
		open |= v.kind == V_UNK || v.kind == V_OBJ;
	}
	return open;
}

/* Something in a container of which it is not known which: what all have in common, at least that it may be compiled. */
static value
any_of(vm *m, obj *o, value key, uint32_t node)
{
	value v = (value){0};
	int n = 0;

	/* an unknown key out of few: decide which one it is */
	if (o->m.n <= 24 && !(m->c && only_numbers(o, key))) {
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
	v = v_unk(0);
	if (m->c && vm_deep_comp(m, v_obj(o), 0))
		v.opq = (uint16_t)vm_edge(m, node, "one of several is taken, of which what was compiled is one");
	return v;
}

/* Is something set under a key that may be any? */
static int
open_under(const vm *m, const obj *d)
{
	for (uint32_t i = 0; i < d->m.n; i++)
		if (key_open(m, d->m.slot[i].kv) && d->m.slot[i].c->v.kind)
			return 1;
	return 0;
}

static value
slice_of(vm *m, value base, const obj *key)
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
	if (base.o->kind == O_LIST && base.o->loose && h.kind == V_NONE)
		r.o->self_flags = base.o->self_flags & LIST_ARGUMENTS;
	if (step < 0) {
		for (int64_t i = n - 1; i >= 0; i += step)
			list_add(m, r.o, list_at(base.o, i));
	} else {
		for (int64_t i = lo; i < hi; i += step ? step : 1)
			list_add(m, r.o, list_at(base.o, i));
	}
	return r;
}

/* sys.argv[i:k]: a list whose first are read when asked for */
static value
slice_of_arguments(vm *m, const value *key, uint32_t node)
{
	obj *l = list_of(m, O_LIST, node);

	for (int64_t i = key[0].i; i < key[0].i + 3 && (key[1].kind != V_INT || i < key[1].i); i++) {
		char name[40];
		snprintf(name, sizeof name, "argument %lld", (long long)i);
		list_add(m, l, vm_input(m, name, node));
	}
	l->loose = key[1].kind != V_INT;
	l->self_flags = LIST_ARGUMENTS;
	return v_obj(l);
}

/* Of text from outside: a part of the same text */
static value
slice_of_input(vm *m, value base, const obj *key)
{
	const value *k = key->arg;
	value hyp = v_unk(0);
	char name[200];

	if (vm_hyp(m, base))
		hyp = slice_of(m, v_strc(m, vm_hyp(m, base)), key);
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

static value
sliced(vm *m, value base, const obj *key, uint32_t node)
{
	if (base.kind == V_STR || is_obj(base, O_LIST) || is_obj(base, O_TUPLE))
		return slice_of(m, base, key);
	if (thing_is(m, base, "sys.argv") && key->arg[0].kind == V_INT)
		return slice_of_arguments(m, key->arg, node);
	if (is_named(base) && base.i)
		return slice_of_input(m, base, key);
	if (base.kind == V_UNK) {
		base.sym = is_named(base) ? vm_idf(m, "part of %.200s", vm_text(m, base.sym)) : 0;
		base.flags &= VF_LABEL | VF_INPUT;
		return base;
	}
	return is_obj(base, O_THING) ? base : v_unk(0);
}

static value
of_text(vm *m, value base, value key)
{
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

static value
of_unknown(vm *m, value base, value key, uint32_t node)
{
	const char *s = key.kind == V_STR ? vm_cstr(m, key, NULL) : NULL;
	value v;

	if (!m->c && base.flags & VF_INPUT && !base.i && s) { /* of a document that came in */
		char text[140];
		snprintf(text, sizeof text, "item '%.100s' of the input", s);
		return vm_input(m, text, node);
	}
	v = v_unk(is_named(base) && key.kind == V_STR ? vm_idf(m, "%.200s['%.60s']", vm_text(m, base.sym), s ? s : "")
	    : is_named(base) && key.kind == V_INT ? vm_idf(m, "%.200s[%lld]", vm_text(m, base.sym), (long long)key.i) : 0);
	v.comp = base.comp;
	v.opq = base.opq;
	v.flags = base.flags & (VF_LABEL | VF_INPUT);
	v.i = base.i;
	return v;
}

/* Is it an array of C, and no container? */
static int
is_array(const vm *m, const obj *l)
{
	uint32_t type = m->t->node[l->node].kind == FACT_DECL ? fact_find(m->t, l->node, FACT_TYPE) : 0;

	return l->kind == O_LIST && type && m->t->node[type].flags & FACT_ARRAY;
}

/* An element of a list that does not have as many. */
static value
beyond(vm *m, const obj *l, uint32_t node)
{
	value v;

	if (!m->c) {
		if (!l->loose)
			vm_raise(m, "IndexError");
		return v_unk(0);
	}
	m->loop_end = !l->loose && list_len(l) > 0;
	if (!l->loose && m->nsite && is_array(m, l)) {
		v = v_unk(0);
		v.opq = (uint16_t)vm_edge(m, node, "past the end of what is known of an array");
		return v;
	}
	if (!l->loose)
		return v_none();
	if (is_obj(l->b, O_EXT)) { /* one of a library's */
		v = thing(m, l->b.o->name, node);
		v.o->loose = 1;
		v.o->opq = l->opq;
		return v;
	}
	v = v_unk(0);
	v.opq = l->opq;
	return v;
}

static value
of_list(vm *m, obj *l, value key, uint32_t node)
{
	int64_t i;
	value v;

	if (key.kind != V_INT && key.kind != V_BOOL)
		return any_of(m, l, key, node);
	i = key.i < 0 ? key.i + list_len(l) : key.i;
	v = i < 0 ? (value){0} : m->c && l->loose && l->kind == O_LIST ? vm_element(m, l, i, node)->v : list_at(l, i);
	if (l->kind == O_LIST && l->self_flags & LIST_ORDER_OPEN && list_len(l) > 1)
		return any_of(m, l, v_unk(0), node);
	m->loop_reads += !l->loose || v.kind != V_UNDEF; /* elements that nobody knows are no table that a loop reads */
	return v.kind != V_UNDEF ? v : beyond(m, l, node);
}

/* Under a key that the dictionary does not have: id as it is stored. */
static value
missing(vm *m, value base, value key, uint64_t id, uint32_t node)
{
	obj *d = base.o;
	value v;
	cell *c;

	if (is_obj(key, O_INST) && key.o->cls && (key.o->cls->self_flags & 4))
		return vm_index(m, base, field_get(m, key.o, "value"), node);
	if (d->a.kind && !m->c) { /* defaultdict */
		v = vm_callv(m, d->a, node, 0, NULL);
		cell_set(m, map_get(m, &d->m, id, key), v);
		return v;
	}
	if (m->c && !d->loose && !open_under(m, d)) { /* it is made */
		v = vm_default(m, d->b, node);
		c = map_get(m, &d->m, id, key);
		c->v = v.kind ? v : v_int(0);
		return c->v;
	}
	if (d->loose) {
		v = v_unk(0);
		v.opq = d->opq;
		return v;
	}
	if (open_under(m, d))
		return any_of(m, d, key, node);
	vm_raise(m, "KeyError");
	return v_unk(0);
}

static value
of_dict(vm *m, value base, value key, uint32_t node)
{
	obj *d = base.o;
	uint64_t id;
	cell *c;

	if (key_of(m, key, &id))
		return (c = map_find(&d->m, id)) && c->v.kind != V_UNDEF ? c->v : missing(m, base, key, id, node);
	if (key_open(m, key) && (c = map_find(&d->m, key_unknown(m, key, node))) && c->v.kind != V_UNDEF)
		return c->v;
	if (key.kind == V_UNK && m->label)
		for (uint32_t i = 0; i < d->m.n && i < 400; i++) {
			value k = d->m.slot[i].kv;
			if (k.kind == V_STR && vm_cstr(m, k, NULL))
				vm_tested(m, key, T_KEY, vm_cstr(m, k, NULL), strlen(vm_cstr(m, k, NULL)));
		}
	return any_of(m, d, key, node);
}

/* Which of the names is asked for is not known: is the label one of them? */
static void
names_evidence(vm *m, value key, const map *names, int (*is)(const vm *m, const char *name))
{
	int named = 0;

	for (uint32_t i = 0; i < names->n && !named; i++)
		named = names->slot[i].kv.kind == V_STR && is(m, vm_text(m, names->slot[i].kv.s.s));
	vm_evidence(m, key, named ? 85 : 3);
}

static int
is_label(const vm *m, const char *name)
{
	return as_same_letters(name, m->label ? vm_text(m, m->label) : "");
}

static value
of_names(vm *m, const map *names, value key)
{
	cell *c = key.kind == V_STR ? map_find(names, key_str(key.s.s)) : NULL;

	if (c && c->v.kind != V_UNDEF)
		return c->v;
	if (key.kind == V_STR)
		vm_raise(m, "KeyError");
	return v_unk(0);
}

static value
of_class(vm *m, value base, value key, uint32_t node)
{
	value v;

	if (meta_index(m, base.o, key, node, &v))
		return v;
	if (!(base.o->self_flags & 1) || (key.kind != V_UNK && key.kind != V_STR))
		return base; /* Generic[T] */
	if (key.kind == V_UNK)
		names_evidence(m, key, &base.o->m, is_label);
	return of_names(m, &base.o->m, key);
}

static value
of_object(vm *m, value base, value key, uint32_t node)
{
	value v;

	if (object_calls(m, base, m->c ? "operator[]" : "__getitem__", node, 1, &key, &v))
		return v;
	if (m->c)
		return base;
	return dict_part(m, &base) ? vm_index(m, v_obj(dict_part(m, &base)), key, node) : v_unk(0);
}

static value
of_thing(vm *m, value base, value key, uint32_t node)
{
	const char *name = vm_text(m, base.o->name), *s = key.kind == V_STR ? vm_cstr(m, key, NULL) : NULL;
	char text[40];
	uint64_t id;
	value v;
	cell *c;

	if (m->c && cli_index(m, base, key, node, &v))
		return v;
	if (strcmp(name, "sys.argv") == 0 && key.kind == V_INT && !(m->c && key_of(m, key, &id) && (c = map_find(&base.o->m, id)) && c->v.kind != V_UNDEF)) {
		if (key.i == 0)
			return v_unk(vm_id(m, "sys.argv[0]"));
		snprintf(text, sizeof text, "argument %lld", (long long)(key.i < 0 ? 1 : key.i));
		return vm_input(m, text, node);
	}
	if (key_of(m, key, &id) && (c = map_find(&base.o->m, id)) && c->v.kind != V_UNDEF)
		return c->v;
	if (key.kind == V_INT && key.i == 0 && base.o->m.n && base.o->m.slot[0].kv.kind == V_STR && vm_is_memory(m, base)) /* p[0].x is p->x */
		return base;
	v = v_unk(s ? vm_idf(m, "%.200s['%.60s']", name, s) : 0);
	v.comp = base.o->comp;
	v.opq = base.o->opq;
	return v;
}

/* Of a name of a library. */
static value
of_outside(vm *m, value base, value key, uint32_t node)
{
	const char *name = vm_text(m, base.o->name), *s = key.kind == V_STR ? vm_cstr(m, key, NULL) : NULL;
	value module = modules_at(m, base, key);
	char text[200];

	if (module.kind != V_UNDEF)
		return module;
	if (strcmp(name, "os.environ") == 0 && s) {
		snprintf(text, sizeof text, "variable %.150s", s);
		return vm_input(m, text, node);
	}
	if (!m->c && s) /* a table of a library, not List["T"] */
		return v_unk(vm_idf(m, "%.200s['%.60s']", name, s));
	return base; /* List[int]; a kernel's launch grid */
}

value
vm_index(vm *m, value base, value key, uint32_t node)
{
	obj *l;
	int64_t i;

	base = vm_resolve(m, base, node);
	if (base.kind == V_REF)
		base = vm_resolve(m, base.r->v, node);
	key = vm_plain(m, key, node);
	base = vm_plain(m, base, node);
	if (m->pending)
		return v_unk(0);
	if (key.kind == V_INT || is_obj(key, O_THING))
		base = named_tuple(m, base);
	vm_asks(m, key);
	vm_asks(m, base);
	if (is_obj(base, O_EXT) && strcmp(vm_text(m, base.o->name), "sys.argv") == 0)
		base = thing(m, base.o->name, node);
	if (is_obj(key, O_THING) && key.o->narg == 3 && key.o->arg)
		return sliced(m, base, key.o, node);
	if (base.kind == V_STR)
		return of_text(m, base, key);
	if (base.kind == V_UNK)
		return of_unknown(m, base, key, node);
	if (base.kind != V_OBJ)
		return v_unk(0);
	if (m->c && base.o->kind == O_ITER && key.kind == V_INT && pointer_of(base, &l, &i)) {
		base = v_obj(l);
		key.i += i;
	}
	switch (base.o->kind) {
	case O_LIST: case O_TUPLE: return of_list(m, base.o, key, node);
	case O_DICT: return of_dict(m, base, key, node);
	case O_SCOPE:
		if (key.kind == V_UNK)
			names_evidence(m, key, &base.o->scope->m, label_word);
		return of_names(m, &base.o->scope->m, key);
	case O_CLASS: return of_class(m, base, key, node);
	case O_INST: return of_object(m, base, key, node);
	case O_THING: return of_thing(m, base, key, node);
	case O_EXT: return of_outside(m, base, key, node);
	case O_FUNC: return base;
	default: return v_unk(0);
	}
}
