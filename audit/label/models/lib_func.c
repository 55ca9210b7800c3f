/* lib_func.c - see vm.h: functools, operator and itertools, where functions are values. */
#include "../vm/vm_impl.h"

#include <stdio.h>
#include <string.h>

enum { MOST = 400, ENDLESS = 24 };

static value
list_in(vm *m, value v, uint32_t node)
{
	return vm_listed(m, vm_resolve(m, v, node), O_LIST, node);
}

static value
call2(vm *m, value f, value a, value b, uint32_t node)
{
	value two[2] = {a, b};

	return vm_callv(m, f, node, 2, two);
}

/* f(f(f(init, a), b), c); all: every value on the way. */
static value
fold(vm *m, value f, value seq, value init, int all, uint32_t node)
{
	value l = list_in(m, seq, node), v = init;
	obj *out = list_of(m, O_LIST, node);
	int64_t i = 0;

	if (v.kind == V_UNDEF && list_len(l.o))
		v = list_at(l.o, i++);
	if (v.kind == V_UNDEF && !l.o->loose && !all)
		vm_raise(m, "TypeError");
	if (v.kind != V_UNDEF)
		list_add(m, out, v);
	for (; i < list_len(l.o) && !m->pending; i++) {
		v = f.kind ? call2(m, f, v, list_at(l.o, i), node) : vm_arith(m, "+", v, list_at(l.o, i), node);
		list_add(m, out, v);
	}
	out->loose = l.o->loose;
	if (l.o->loose && !m->pending && !list_len(l.o)) { /* how often it runs is not known */
		v = f.kind ? call2(m, f, v.kind ? v : v_unk(0), v_unk(0), node) : v_unk(0);
		if (init.kind)
			v = vm_phi(m, vm_id(m, "something is folded"), v, init);
	}
	return all ? v_obj(out) : v;
}

/* What of a list a function lets through: up to the first that fails, from there, or each by itself. */
static value
sieve(vm *m, const char *how, value f, value seq, uint32_t node)
{
	value l = list_in(m, seq, node);
	obj *out = list_of(m, O_LIST, node);
	int dropping = strcmp(how, "dropwhile") == 0, taking = strcmp(how, "takewhile") == 0;

	out->loose = l.o->loose;
	for (int64_t i = 0; i < list_len(l.o) && !m->pending; i++) {
		value e = list_at(l.o, i);
		int k = dropping == 2 ? 0 : vm_truth(m, f.kind == V_NONE ? e : vm_callv(m, f, node, 1, &e), node);
		if (taking && !k)
			break;
		if (dropping && !k)
			dropping = 2;
		if (taking ? k : !k)
			list_add(m, out, e);
	}
	return v_obj(out);
}

static value
islice(vm *m, args *a)
{
	value x = arg_get(a, 0, NULL, m), lo = arg_get(a, 1, NULL, m), hi = arg_get(a, 2, NULL, m);
	obj *out = list_of(m, O_LIST, a->node);
	int64_t from = 0, to = MOST;
	value e;

	if (hi.kind == V_UNDEF)
		hi = lo;
	else if (lo.kind == V_INT)
		from = lo.i;
	if (hi.kind == V_INT)
		to = hi.i;
	out->loose = hi.kind != V_INT && hi.kind != V_NONE;
	if (!is_obj(x, O_GEN)) {
		value l = list_in(m, x, a->node);
		for (int64_t i = from; i < to && i < list_len(l.o); i++)
			list_add(m, out, list_at(l.o, i));
		out->loose |= l.o->loose;
		return v_obj(out);
	}
	for (int64_t i = 0; i < to && !m->pending && iter_next(m, x, a->node, &e) == 1; i++)
		if (i >= from)
			list_add(m, out, e);
	return v_obj(out);
}

/* Choices of k of a list, in order; with order told apart or not. */
static void
choices(vm *m, obj *l, obj *out, uint32_t *at, uint32_t n, uint32_t k, int ordered, uint32_t node)
{
	if (n == k) {
		obj *t = list_of(m, O_TUPLE, node);
		for (uint32_t i = 0; i < k; i++)
			list_add(m, t, list_at(l, at[i]));
		list_add(m, out, v_obj(t));
		return;
	}
	for (uint32_t i = ordered || !n ? 0 : at[n - 1] + 1; i < (uint32_t)list_len(l) && list_len(out) < MOST; i++) {
		int used = 0;
		for (uint32_t q = 0; q < n; q++)
			used |= at[q] == i;
		if (used)
			continue;
		at[n] = i;
		choices(m, l, out, at, n + 1, k, ordered, node);
	}
}

static int
itertools(vm *m, const char *f, args *a, value *out)
{
	value x = arg_get(a, 0, NULL, m), y = arg_get(a, 1, NULL, m);
	obj *l = list_of(m, O_LIST, a->node);

	*out = v_obj(l);
	if (vm_is(f, "accumulate")) {
		*out = fold(m, arg_get(a, 1, "func", m), x, arg_get(a, 2, "initial", m), 1, a->node);
	} else if (vm_is(f, "starmap")) {
		value of = list_in(m, y, a->node);
		for (int64_t i = 0; i < list_len(of.o) && !m->pending; i++) {
			value t = list_in(m, list_at(of.o, i), a->node);
			args b = {.node = a->node, .rest = t.o->loose};
			args_list(&b, t);
			list_add(m, l, vm_call(m, x, &b));
		}
		l->loose = of.o->loose;
	} else if (vm_is(f, "takewhile") || vm_is(f, "dropwhile") || vm_is(f, "filterfalse")) {
		*out = sieve(m, f, x, y, a->node);
	} else if (vm_is(f, "islice")) {
		*out = islice(m, a);
	} else if (vm_is(f, "chain.from_iterable")) {
		value of = list_in(m, x, a->node);
		for (int64_t i = 0; i < list_len(of.o) && !m->pending; i++) {
			value t = list_in(m, list_at(of.o, i), a->node);
			for (int64_t k = 0; k < list_len(t.o); k++)
				list_add(m, l, list_at(t.o, k));
			l->loose |= t.o->loose;
		}
		l->loose |= of.o->loose;
	} else if (vm_is(f, "repeat")) {
		value n = arg_get(a, 1, "times", m);
		for (int64_t i = 0; i < (n.kind == V_INT ? n.i : ENDLESS) && i < MOST; i++)
			list_add(m, l, x);
		l->loose = n.kind != V_INT;
	} else if (vm_is(f, "cycle")) {
		value of = list_in(m, x, a->node);
		for (int round = 0; round < ENDLESS && list_len(l) < MOST && list_len(of.o); round++)
			for (int64_t i = 0; i < list_len(of.o); i++)
				list_add(m, l, list_at(of.o, i));
		l->loose = 1;
	} else if (vm_is(f, "count")) {
		for (int64_t i = 0; i < ENDLESS; i++)
			list_add(m, l, x.kind == V_UNDEF ? v_int(i) : x.kind == V_INT ? v_int(x.i + i * (y.kind == V_INT ? y.i : 1)) : v_unk(0));
		l->loose = 1;
	} else if (vm_is(f, "permutations") || vm_is(f, "combinations")) {
		value of = list_in(m, x, a->node);
		uint32_t at[6], k = y.kind == V_INT ? (uint32_t)y.i : (uint32_t)list_len(of.o);
		if (k > 6 || of.o->loose)
			l->loose = 1;
		else
			choices(m, of.o, l, at, 0, k, *f == 'p', a->node);
	} else if (vm_is(f, "pairwise")) {
		value of = list_in(m, x, a->node);
		for (int64_t i = 0; i + 1 < list_len(of.o); i++) {
			obj *t = list_of(m, O_TUPLE, a->node);
			list_add(m, t, list_at(of.o, i));
			list_add(m, t, list_at(of.o, i + 1));
			list_add(m, l, v_obj(t));
		}
		l->loose = of.o->loose;
	} else {
		return 0;
	}
	return 1;
}

/* a.b.c of an object. */
static value
attribute(vm *m, value v, value path, uint32_t node)
{
	const char *s = path.kind == V_STR ? vm_cstr(m, path, NULL) : NULL;

	if (!s) {
		v = v_unk(0);
		v.opq = (uint16_t)vm_edge(m, node, "the attribute asked for is not known");
		return v;
	}
	for (; *s && !m->pending; s += strcspn(s, ".") + (s[strcspn(s, ".")] == '.'))
		v = vm_attr(m, v, vm_idn(m, s, strcspn(s, ".")), node);
	return v;
}

int
func_thing(vm *m, value f, args *a, value *out)
{
	const char *name = vm_text(m, f.o->name);
	value x = arg_get(a, 0, NULL, m);
	obj *t;

	if (strncmp(name, "operator.", 9) != 0 || !f.o->narg)
		return 0;
	name += 9;
	if (strncmp(name, "methodcaller(", 13) == 0) {
		args b = {.node = a->node};
		for (uint32_t i = 1; i < f.o->narg; i++)
			args_add(&b, f.o->arg[i], f.o->kw ? f.o->kw[i] : 0, 0);
		*out = attribute(m, x, vm_resolve(m, f.o->arg[0], a->node), a->node);
		if (!m->pending)
			*out = vm_call(m, *out, &b);
		return 1;
	}
	if (strncmp(name, "attrgetter(", 11) != 0 && strncmp(name, "itemgetter(", 11) != 0)
		return 0;
	t = list_of(m, O_TUPLE, a->node);
	for (uint32_t i = 0; i < f.o->narg && !m->pending; i++) {
		value k = vm_resolve(m, f.o->arg[i], a->node);
		*out = *name == 'a' ? attribute(m, x, k, a->node) : vm_index(m, x, k, a->node);
		list_add(m, t, *out);
	}
	if (f.o->narg > 1)
		*out = v_obj(t);
	return 1;
}

static int
operators(vm *m, const char *f, args *a, value *out)
{
	static const struct { const char *name, *op; } list[] = {{"add", "+"}, {"sub", "-"}, {"mul", "*"}, {"mod", "%"}, {"concat", "+"}, {"iadd", "+"},
		{"floordiv", "//"}, {"truediv", "/"}, {"and_", "&"}, {"or_", "|"}, {"xor", "^"}, {"eq", "=="}, {"ne", "!="}, {"lt", "<"}, {"le", "<="}, {"gt", ">"}, {"ge", ">="}};
	value x = arg_get(a, 0, NULL, m), y = arg_get(a, 1, NULL, m);

	for (size_t i = 0; i < sizeof list / sizeof *list; i++)
		if (vm_is(f, list[i].name)) {
			if (i < 11)
				*out = vm_arith(m, list[i].op, x, y, a->node);
			else if (!vm_own_compare(m, list[i].op, x, y, a->node, out))
				*out = vm_compare(m, list[i].op, x, y, a->node);
			return 1;
		}
	if (vm_is(f, "is_") || vm_is(f, "is_not"))
		*out = vm_compare(m, f[3] ? "!=" : "==", x, y, a->node);
	else if (vm_is(f, "contains"))
		*out = vm_compare(m, "in", y, x, a->node);
	else if (vm_is(f, "getitem"))
		*out = vm_index(m, x, y, a->node);
	else if (vm_is(f, "not_") || vm_is(f, "truth"))
		*out = v_bool(vm_truth(m, x, a->node) == (*f == 't'));
	else
		return 0;
	return 1;
}

/* A function chooses by the type of its first argument. */
static void
dispatches(vm *m, value f, uint32_t node)
{
	if (is_obj(f, O_FUNC) && field_get(m, f.o, "dispatch_").kind == V_UNDEF)
		field_set(m, f.o, "dispatch_", v_obj(list_of(m, O_LIST, node)));
}

static void
remembers(vm *m, value f, uint32_t node)
{
	if (is_obj(f, O_FUNC) && field_get(m, f.o, "memo_").kind == V_UNDEF)
		field_set(m, f.o, "memo_", v_obj(vm_obj(m, O_DICT, 0, node)));
}

int
func_decorates(vm *m, value d, value v, uint32_t node)
{
	const char *name = is_obj(d, O_EXT) || is_obj(d, O_THING) ? vm_text(m, d.o->name) : "";

	if (strncmp(name, "functools.", 10) != 0 || !is_obj(v, O_FUNC))
		return 0;
	name += 10;
	if (strcmp(name, "singledispatch") == 0 || strcmp(name, "singledispatchmethod") == 0)
		dispatches(m, v, node);
	else if (strcmp(name, "cache") == 0 || strcmp(name, "lru_cache") == 0 || strncmp(name, "lru_cache(", 10) == 0)
		remembers(m, v, node);
	else
		return 0;
	return 1;
}

/* The type in the annotation of the first parameter that is not the object. */
static value
first_type(vm *m, obj *f)
{
	int self = (m->t->node[f->node].flags & FACT_RECEIVER) != 0;

	FACT_EACH_KID(m->t, f->node, p) {
		uint32_t type;
		if (m->t->node[p].kind != FACT_PARAM || self-- > 0)
			continue;
		return (type = fact_find(m->t, p, FACT_TYPE)) ? annotated(m, f->scope, type) : v_unk(0);
	}
	return v_unk(0);
}

int
func_method(vm *m, const char *f, value self, args *a, value *out)
{
	value x = arg_get(a, 0, NULL, m), y = arg_get(a, 1, NULL, m), list, memo;
	obj *pair;

	if (!is_obj(self, O_FUNC))
		return 0;
	if (strcmp(f, "__call__") == 0) {
		*out = vm_call(m, self, a);
		return 1;
	}
	memo = field_get(m, self.o, "memo_");
	if (memo.kind && strncmp(f, "cache_", 6) == 0) {
		args none = {.node = a->node};
		*out = v_unk(0);
		if (strcmp(f, "cache_clear") == 0)
			lib_box(m, "clear", memo, &none, out);
		return 1;
	}
	list = field_get(m, self.o, "dispatch_");
	if (list.kind == V_UNDEF || strcmp(f, "register") != 0)
		return 0;
	if (y.kind == V_UNDEF && !is_obj(x, O_FUNC)) { /* register(type)(f) */
		obj *p = vm_obj(m, O_PARTIAL, vm_id(m, "partial"), a->node);
		p->a = vm_method(m, self, vm_id(m, "register"), a->node);
		p->arg = vm_alloc(m, sizeof *p->arg);
		p->kw = vm_alloc(m, sizeof *p->kw);
		p->arg[0] = x;
		p->kw[0] = 0;
		p->narg = 1;
		*out = v_obj(p);
		return 1;
	}
	if (y.kind == V_UNDEF) {
		y = x;
		x = vm_resolve(m, first_type(m, x.o), a->node);
	}
	pair = list_of(m, O_TUPLE, a->node);
	list_add(m, pair, x);
	list_add(m, pair, y);
	list_add(m, list.o, v_obj(pair));
	*out = y;
	return 1;
}

obj *
func_chosen(vm *m, obj *f, args *a)
{
	value list = field_get(m, f, "dispatch_"), v = arg_get(a, 0, NULL, m);
	obj *open = NULL, *best = NULL, *cls = NULL;

	for (int64_t i = 0; is_obj(list, O_LIST) && i < list_len(list.o); i++) {
		obj *pair = list_at(list.o, i).o;
		value type = vm_resolve(m, list_at(pair, 0), a->node), to = vm_resolve(m, list_at(pair, 1), a->node);
		int k = vm_isinstance(m, v, type);
		if (!is_obj(to, O_FUNC))
			continue;
		if (k == 1 && (!best || !cls || (is_obj(type, O_CLASS) && class_is(type.o, cls)))) {
			best = to.o;
			cls = is_obj(type, O_CLASS) ? type.o : NULL;
		} else if (k < 0) {
			open = to.o;
		}
	}
	if (!best && open) {
		char text[120];
		snprintf(text, sizeof text, "the argument of %.80s is of that type", vm_text(m, f->name));
		vm_event(m, E_OPAQUE, a->node, vm_idf(m, "which %.80s is meant is not known", vm_text(m, f->name)), 0, EDGE_ANY);
		if (vm_decide(m, vm_id(m, text), a->node))
			best = open;
	}
	return best ? best : f;
}

int
func_memo(vm *m, obj *f, value self, int has_self, const args *a, cell **at)
{
	value memo = field_get(m, f, "memo_");
	obj *key;
	uint64_t id;

	*at = NULL;
	if (!is_obj(memo, O_DICT) || a->rest)
		return 0;
	key = list_of(m, O_TUPLE, a->node);
	if (has_self)
		list_add(m, key, self);
	for (uint32_t i = 0; i < a->n; i++) {
		if (a->kw[i])
			list_add(m, key, v_str(a->kw[i]));
		list_add(m, key, vm_resolve(m, a->v[i], a->node));
	}
	if (!key_of(m, v_obj(key), &id))
		return 0;
	*at = map_get(m, &memo.o->m, id, v_obj(key));
	return (*at)->v.kind != V_UNDEF;
}

int
lib_func(vm *m, const char *f, args *a, value *out)
{
	value x = arg_get(a, 0, NULL, m);

	if (strncmp(f, "itertools.", 10) == 0)
		return itertools(m, f + 10, a, out);
	if (strncmp(f, "operator.", 9) == 0)
		return operators(m, f + 9, a, out);
	if (strncmp(f, "functools.", 10) != 0)
		return 0;
	f += 10;
	if (vm_is(f, "reduce")) {
		*out = fold(m, x, arg_get(a, 1, NULL, m), arg_get(a, 2, NULL, m), 0, a->node);
		return 1;
	}
	if (!is_obj(x, O_FUNC))
		return 0;
	*out = x;
	if (vm_is(f, "singledispatch") || vm_is(f, "singledispatchmethod"))
		dispatches(m, x, a->node);
	else if (vm_is(f, "cache") || vm_is(f, "lru_cache"))
		remembers(m, x, a->node);
	else
		return 0;
	return 1;
}
