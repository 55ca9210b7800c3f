/* compare.c - see vm.h: comparisons: what is equal, in order, within. */
#include "cint.h"
#include "vm_impl.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "../program/program.h"
#include "words.h"

/* An unknown truth; it has a name where both sides have one. */
static value
open_truth(vm *m, const char *op, value a, value b)
{
	char x[200], y[200];
	const char *p = vm_named(m, a, x, sizeof x), *q = vm_named(m, b, y, sizeof y);
	value v = v_unk(p && q ? vm_idf(m, "%.200s %s %.200s", p, op, q) : 0);

	v.flags = VF_NUMBER | ((a.flags | b.flags) & VF_LABEL);
	return v;
}

static value
truth_of(int b, value a, value c)
{
	value v = v_bool(b);

	v.flags = (a.flags | c.flags) & VF_LABEL;
	return v;
}

static int
builtin_type(const char *s)
{
	static const char *const list[] = {"int", "str", "bool", "float", "list", "dict", "tuple", "set", "frozenset", "bytes", "type", "object", "complex", "NoneType", "function"};

	return AS_AMONG(s, list);
}

/* What stands for no value at all, and is no other value. */
static int
is_empty(const vm *m, value v)
{
	const char *s = is_obj(v, O_EXT) ? vm_text(m, v.o->name) : "", *dot = strrchr(s, '.');

	return dot && (strcmp(dot, ".empty") == 0 || strcmp(dot, "._empty") == 0 || strcmp(dot, ".MISSING") == 0);
}

static int equal(const vm *m, value a, value b);

/* Is a field of a dataclass compared: not field(compare=False). */
static int
field_compared(const vm *m, const obj *cls, uint64_t key)
{
	cell *c = map_find(&cls->m, key);

	for (uint32_t i = 0; c && is_obj(c->v, O_THING) && i < c->v.o->narg && c->v.o->kw; i++)
		if (c->v.o->kw[i] && strcmp(vm_text(m, c->v.o->kw[i]), "compare") == 0)
			return vm_known(m, c->v.o->arg[i]) != 0;
	return 1;
}

/* Two objects of the tree without an __eq__ of theirs: those of a dataclass by their fields. */
static int
objects(const vm *m, const obj *a, const obj *b)
{
	int all = 1;

	if (a->cls != b->cls || (a->cls->self_flags & 3) != 2)
		return 0;
	for (uint32_t i = 0; i < a->m.n; i++) {
		cell *c = map_find(&b->m, a->m.slot[i].key);
		if (!field_compared(m, a->cls, a->m.slot[i].key))
			continue;
		int e = c && c->v.kind ? equal(m, a->m.slot[i].c->v, c->v) : -1;
		if (e == 0)
			return 0;
		if (e < 0)
			all = -1;
	}
	return all;
}

static value
value_of_member(const vm *m, const obj *o)
{
	const cell *c = map_find(&o->m, key_str(as_intern_find(&m->t->text, "value", 5)));

	return c ? c->v : v_unk(0);
}

/* In C a literal or variable may be a float or a double: are two numbers that only one of these can hold so near each other that it matters which? */
static int
may_round(const vm *m, double x, double y)
{
	double d = x < y ? y - x : x - y, most = (x < 0 ? -x : x) + (y < 0 ? -y : y);

	return m->c && !m->preproc && ((double)(float)x != x || (double)(float)y != y) && d <= most * 1e-6;
}

/* a == b: 1, 0, or -1. */
static int
equal(const vm *m, value a, value b)
{
	size_t n, k;
	const char *s, *t;

	obj *la, *lb;
	int64_t ia, ib;

	if (is_boxed(m, a))
		a = b.kind == V_NONE ? v_bool(1) : a.o->a;
	if (is_boxed(m, b))
		b = a.kind == V_NONE ? v_bool(1) : b.o->a;
	if (is_obj(a, O_INST) && is_obj(b, O_INST) && a.o == b.o)
		return 1;
	if (m->c && (is_obj(a, O_ITER) || is_obj(b, O_ITER)) && pointer_of(a, &la, &ia) && pointer_of(b, &lb, &ib) && la == lb)
		return ia == ib;
	if (a.kind == V_UNK || b.kind == V_UNK || a.kind == V_UNDEF || b.kind == V_UNDEF)
		return a.kind == V_UNK && b.kind == V_UNK && a.sym && a.sym == b.sym && a.flags == b.flags ? 1 : -1;
	if (a.kind == V_STR && b.kind == V_STR) {
		s = vm_cstr(m, a, &n);
		t = vm_cstr(m, b, &k);
		return !s || !t ? -1 : n == k && memcmp(s, t, n) == 0;
	}
	if ((a.kind == V_INT || a.kind == V_BOOL) && (b.kind == V_INT || b.kind == V_BOOL)) {
		return m->c && !m->preproc ? cint_equal(a, b) : a.i == b.i;
	}
	if (a.kind == V_FLOAT || b.kind == V_FLOAT) {
		double x = a.kind == V_FLOAT ? a.f : (double)a.i, y = b.kind == V_FLOAT ? b.f : (double)b.i;
		return (a.kind == V_FLOAT || a.kind == V_INT || a.kind == V_BOOL) && (b.kind == V_FLOAT || b.kind == V_INT || b.kind == V_BOOL) ? may_round(m, x, y) ? -1 : x == y : 0;
	}
	if (m->c && (a.kind == V_NONE || b.kind == V_NONE)) {
		value o = a.kind == V_NONE ? b : a;
		int k2 = o.kind == V_NONE ? 0 : o.kind == V_STR ? 1 : vm_known(m, o);
		return k2 < 0 ? -1 : !k2;
	}
	if (m->c && (is_obj(a, O_THING) || is_obj(b, O_THING) || is_obj(a, O_EXT) || is_obj(b, O_EXT))) {
		value o = a.kind == V_INT ? a : b; /* a handle against 0 */
		if (o.kind == V_INT && o.i == 0 && (is_obj(a, O_THING) || is_obj(b, O_THING)))
			return (is_obj(a, O_THING) ? a : b).o->loose ? -1 : 0;
		return a.kind == V_OBJ && b.kind == V_OBJ && a.o == b.o ? 1 : -1;
	}
	if (a.kind == V_STR && b.kind == V_INT && m->c) /* a character as its code: C holds no text against a number but 0 */
		return vm_cstr(m, a, &n) && ((a.flags & VF_CHAR) || (n == 1 && b.i != 0)) ? (n ? (unsigned char)*vm_cstr(m, a, NULL) == b.i : b.i == 0) : b.i == 0 ? 0 : -1;
	if (b.kind == V_STR && a.kind == V_INT && m->c)
		return equal(m, b, a);
	if (is_obj(a, O_EXT) && is_obj(b, O_EXT) && a.o != b.o && builtin_type(vm_text(m, a.o->name)) && builtin_type(vm_text(m, b.o->name)))
		return 0;
	if (is_empty(m, a) != is_empty(m, b) && !is_obj(a, O_THING) && !is_obj(b, O_THING) && !is_obj(a, O_PHI) && !is_obj(b, O_PHI))
		return 0;
	if (!m->c && is_obj(a, O_INST) && is_obj(b, O_INST) && a.o != b.o && a.o->cls && b.o->cls && (a.o->cls->self_flags & 5) == 5 && (b.o->cls->self_flags & 5) == 5)
		return equal(m, value_of_member(m, a.o), value_of_member(m, b.o)); /* of IntEnum, StrEnum */
	if (a.kind != b.kind) {
		if (a.kind == V_NONE || b.kind == V_NONE)
			return 0;
		if (m->c && (a.kind == V_OBJ || b.kind == V_OBJ) && (a.kind == V_STR || b.kind == V_STR))
			return -1; /* C compares no two types: one was not understood */
		if (is_obj(a, O_THING) || is_obj(b, O_THING) || is_obj(a, O_EXT) || is_obj(b, O_EXT) || is_obj(a, O_PHI) || is_obj(b, O_PHI) ||
		    is_obj(a, O_METHOD) || is_obj(b, O_METHOD))
			return -1;
		if (is_obj(a, O_INST) || is_obj(b, O_INST)) {
			/* the member of an enumeration against its value (StrEnum) */
			value o = a.kind == V_OBJ ? a : b, w = a.kind == V_OBJ ? b : a;
			cell *c = map_find(&o.o->m, key_str(as_intern_find(&m->t->text, "value", 5)));
			if (o.o->cls && (o.o->cls->self_flags & 1) && c)
				return (o.o->cls->self_flags & 4) ? equal(m, c->v, w) : 0;
			return m->c ? -1 : 0;
		}
		return 0;
	}
	if (a.kind == V_NONE)
		return 1;
	if (a.kind == V_REF)
		return a.r == b.r;
	if (a.kind == V_OBJ) {
		if (a.o == b.o)
			return 1;
		if ((a.o->kind == O_LIST || a.o->kind == O_TUPLE) && a.o->kind == b.o->kind) {
			int all = 1;
			if (a.o->loose || b.o->loose)
				return -1;
			if (list_len(a.o) != list_len(b.o))
				return 0;
			for (int64_t i = 0; i < list_len(a.o); i++) {
				int e = equal(m, list_at(a.o, i), list_at(b.o, i));
				if (e == 0)
					return 0;
				if (e < 0)
					all = -1;
			}
			return all;
		}
		if (a.o->kind == O_ITER && b.o->kind == O_ITER)
			return a.o->a.o == b.o->a.o && same(a.o->b, b.o->b);
		if (a.o->kind == O_THING || b.o->kind == O_THING || a.o->kind == O_EXT || b.o->kind == O_EXT || a.o->kind == O_METHOD || b.o->kind == O_METHOD)
			return -1;
		if (a.o->kind == O_INST && b.o->kind == O_INST) {
			if (a.o->cls && (a.o->cls->self_flags & 1))
				return 0;
			return m->c || !a.o->cls || !b.o->cls || class_external(a.o->cls) || class_external(b.o->cls) || a.o->loose || b.o->loose ? -1 : objects(m, a.o, b.o);
		}
		return 0;
	}
	return -1;
}

/* -1, 0, 1; 2 if it cannot be told. Tuples compare by their first difference. */
static int
order(const vm *m, value a, value b)
{
	obj *la, *lb;
	int64_t ia, ib;

	if (m->c && pointer_of(a, &la, &ia) && pointer_of(b, &lb, &ib) && la == lb)
		return ia < ib ? -1 : ia > ib;
	if (!m->c && is_obj(a, O_INST) && is_obj(b, O_INST) && a.o->cls == b.o->cls && (a.o->cls->self_flags & 3) == 2) { /* dataclass(order=True) */
		for (uint32_t i = 0; i < a.o->m.n; i++) {
			cell *c = map_find(&b.o->m, a.o->m.slot[i].key);
			int k = !field_compared(m, a.o->cls, a.o->m.slot[i].key) ? 0 : c ? order(m, a.o->m.slot[i].c->v, c->v) : 2;
			if (k)
				return k;
		}
		return 0;
	}
	if ((a.kind == V_INT || a.kind == V_BOOL || a.kind == V_FLOAT) && (b.kind == V_INT || b.kind == V_BOOL || b.kind == V_FLOAT)) {
		double x = a.kind == V_FLOAT ? a.f : (double)a.i, y = b.kind == V_FLOAT ? b.f : (double)b.i;
		if (m->c && !m->preproc && a.kind != V_FLOAT && b.kind != V_FLOAT)
			return cint_order(a, b);
		if (may_round(m, x, y))
			return 2;
		return x < y ? -1 : x > y;
	}
	if (a.kind == V_STR && b.kind == V_STR && vm_cstr(m, a, NULL) && vm_cstr(m, b, NULL)) {
		int c = strcmp(vm_cstr(m, a, NULL), vm_cstr(m, b, NULL));
		return c < 0 ? -1 : c > 0;
	}
	return 2;
}

/* Text from outside is looked for in a container. */
static void
among(vm *m, value v, const obj *o)
{
	for (uint32_t i = 0; i < o->m.n && i < 400; i++) {
		value k = o->kind == O_DICT ? o->m.slot[i].kv : o->m.slot[i].c->v;
		size_t n;
		if (k.kind == V_STR && vm_cstr(m, k, &n))
			vm_tested(m, v, T_AMONG, vm_cstr(m, k, NULL), n);
	}
}

/* a in b: 1, 0, -1. */
static int
within(vm *m, value a, value b)
{
	int open = 0;

	if (a.kind == V_STR && b.kind == V_STR) {
		size_t n, k;
		const char *s = vm_cstr(m, a, &n), *t = vm_cstr(m, b, &k);
		return s && t ? memmem(t, k, s, n) != NULL : -1;
	}
	if (a.kind == V_STR && b.kind == V_UNK && m->label && vm_cstr(m, a, NULL) && strlen(vm_cstr(m, a, NULL)) > 1)
		vm_tested(m, b, T_INSIDE, vm_cstr(m, a, NULL), strlen(vm_cstr(m, a, NULL)));
	if (b.kind != V_OBJ)
		return -1;
	if (dict_part(m, &b))
		b = v_obj(dict_part(m, &b));
	if (b.o->kind == O_DICT || b.o->kind == O_LIST || b.o->kind == O_TUPLE) {
		if (a.kind == V_UNK && m->label)
			among(m, a, b.o);
		m->steps += b.o->m.n / 4;
		for (uint32_t i = 0; i < b.o->m.n; i++) {
			slot *s = &b.o->m.slot[i];
			int e;
			if (s->c->v.kind == V_UNDEF)
				continue;
			value in = vm_resolve(m, b.o->kind == O_DICT ? s->kv : s->c->v, 0);
			vm_asks(m, in);
			if (a.kind == V_STR && in.kind == V_UNK && vm_cstr(m, a, NULL))
				vm_tested(m, in, T_EQUAL, vm_cstr(m, a, NULL), strlen(vm_cstr(m, a, NULL)));
			if ((e = equal(m, a, in)) == 1)
				return 1;
			open |= e < 0;
		}
		return open || b.o->loose ? -1 : 0;
	}
	if (b.o->kind == O_SCOPE && a.kind == V_STR)
		return map_find(&b.o->scope->m, key_str(a.s.s)) != NULL;
	if (b.o->kind == O_CLASS && (b.o->self_flags & 1)) {
		for (uint32_t i = 0; i < b.o->m.n; i++)
			if (equal(m, a, b.o->m.slot[i].c->v) == 1 ||
			    (is_obj(b.o->m.slot[i].c->v, O_INST) && equal(m, a, field_get(m, b.o->m.slot[i].c->v.o, "value")) == 1))
				return 1;
		return a.kind == V_UNK ? -1 : 0;
	}
	return modules_has(m, b, a);
}

/* Where the label is argument k there are at least k of them: 1, 0, -1 not told by that. */
static int
arguments(const vm *m, const char *op, value a, int64_t n)
{
	const char *s = vm_text(m, m->bound), *what = sym_named(a.sym) ? vm_text(m, a.sym) : "";
	int64_t least;

	if (strncmp(s, "argument ", 9) != 0 || s[9] < '0' || s[9] > '9')
		return -1;
	least = atoi(s + 9) + 1;
	if (strcmp(what, "len(arguments)") == 0)
		least = 1;
	else if (strcmp(what, "number of arguments") != 0 && strcmp(what, "len(sys.argv)") != 0)
		return -1;
	switch (op[0]) {
	case '<': return (op[1] ? n < least : n <= least) ? 0 : -1;
	case '>': return (op[1] ? n <= least : n < least) ? 1 : -1;
	case '=': return n < least ? 0 : -1;
	case '!': return n < least ? 1 : -1;
	default: return -1;
	}
}

/* "module torch is there": what find_spec gives, which is None if it is not. */
static int
says_there(const vm *m, value v)
{
	const char *s = vm_name_of(m, v, "");
	size_t n = strlen(s);

	return n > 9 && strcmp(s + n - 9, " is there") == 0;
}

/* Is it a number that cannot be negative: a version, a size, how many there are? */
static int
counts(const vm *m, value v)
{
	static const char *const list[] = {"major", "minor", "count", "Count", "size", "length", "Version", "version"};
	const char *s = vm_name_of(m, v, "");
	size_t n = strlen(s), k;

	if (n > 2 && strcmp(s + n - 2, "()") == 0)
		n -= 2;
	for (size_t i = 0; i < sizeof list / sizeof *list; i++)
		if ((k = strlen(list[i])) <= n && strncmp(s + n - k, list[i], k) == 0)
			return 1;
	return 0;
}

value
vm_compare(vm *m, const char *op, value a, value b, uint32_t node)
{
	int neg = strcmp(op, "!=") == 0 || strcmp(op, "is not") == 0 || strcmp(op, "not in") == 0, k;
	value v;

	a = vm_plain(m, a, node);
	b = vm_plain(m, b, node);
	vm_asks_if(m, a, b);
	vm_asks_if(m, b, a);
	if (strcmp(op, "in") == 0 || strcmp(op, "not in") == 0) {
		if ((k = within(m, a, b)) >= 0)
			return truth_of(k != neg, a, b);
		v = open_truth(m, "in", a, b);
		v.flags |= neg ? VF_NOT : 0;
		return v;
	}
	if (a.kind == V_UNK && b.kind == V_INT && a.sym && m->bound && (k = arguments(m, op, a, b.i)) >= 0)
		return truth_of(k, a, b);
	if (b.kind == V_UNK && a.kind == V_INT && b.sym && m->bound &&
	    (k = arguments(m, *op == '<' ? (op[1] ? ">=" : ">") : *op == '>' ? (op[1] ? "<=" : "<") : op, b, a.i)) >= 0)
		return truth_of(k, a, b);
	if (m->c && ((b.kind == V_INT && b.i <= 0 && (strcmp(op, ">=") == 0 || strcmp(op, "<") == 0) && counts(m, a)) ||
	    (a.kind == V_INT && a.i <= 0 && (strcmp(op, "<=") == 0 || strcmp(op, ">") == 0) && counts(m, b))))
		return truth_of(op[1] == '=', a, b);
	if (op[0] == '<' || op[0] == '>') {
		k = order(m, a, b);
		if (k == 2 && a.kind == V_OBJ && b.kind == V_OBJ && (a.o->kind == O_TUPLE || a.o->kind == O_LIST) && b.o->kind == a.o->kind) {
			int64_t i, n = list_len(a.o), l = list_len(b.o);
			for (i = 0, k = 0; i < n && i < l && k == 0; i++)
				k = order(m, list_at(a.o, i), list_at(b.o, i));
			if (k == 0)
				k = n < l ? -1 : n > l;
		}
		if (k != 2)
			return truth_of(op[0] == '<' ? (op[1] ? k <= 0 : k < 0) : op[1] ? k >= 0 : k > 0, a, b);
		/* one symbol for a >= b and a < b */
		if (op[0] == '>') {
			v = open_truth(m, op[1] ? "<" : "<=", a, b);
			v.flags |= VF_NOT;
			return v;
		}
		return open_truth(m, op, a, b);
	}
	if (b.kind == V_UNK && a.kind != V_UNK) {
		value w = a;
		a = b;
		b = w;
	}
	if (a.kind == V_UNK && b.kind == V_STR && vm_cstr(m, b, NULL)) {
		vm_tested(m, a, T_EQUAL, vm_cstr(m, b, NULL), strlen(vm_cstr(m, b, NULL)));
		if (vm_other_option(m, a, vm_cstr(m, b, NULL)))
			return truth_of(neg, a, b);
	}
	if ((k = equal(m, a, b)) >= 0)
		return truth_of(k != neg, a, b);
	if (b.kind == V_NONE || (b.kind == V_INT && b.i == 0 && m->c)) {
		/* is it nothing: the same question as its truth */
		if (a.kind == V_UNK && (a.flags & VF_TRUE))
			return truth_of(neg, a, b);
		if (a.kind == V_UNK && (m->c || says_there(m, a))) {
			v = a;
			v.kind = V_UNK;
			v.sym = sym_of(m, a, node);
			v.flags = (uint8_t)((a.flags & VF_LABEL) | VF_NUMBER | ((a.flags & VF_NOT) ^ (neg ? 0 : VF_NOT)));
			v.comp = v.opq = 0;
			return v;
		}
	}
	v = open_truth(m, "==", a, b);
	if (a.kind == V_UNK && a.sym && !(a.flags & VF_NOT) && b.kind == V_STR)
		vm_means(m, v.sym, a.sym, b, 0);
	v.flags |= neg ? VF_NOT : 0;
	return v;
}
