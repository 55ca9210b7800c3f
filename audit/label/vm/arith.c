/* arith.c - see vm.h: operators on values. */
#include "cint.h"
#include "vm_impl.h"

#include <stdio.h>
#include <string.h>

#include "../program/program.h"

/* A member of something that is not known; of what comes from outside it does too. */
value
vm_member(vm *m, value of, uint32_t name, uint32_t node)
{
	const char *base = vm_name_of(m, of, NULL);
	value v;

	if (base && of.flags & VF_INPUT && of.i && strlen(base) < 100) {
		char text[240];
		snprintf(text, sizeof text, "%s.%.100s", base, vm_text(m, name));
		v = vm_input(m, text, node);
		if (v.kind == V_STR)
			return v;
	} else {
		v = v_unk(base && strlen(base) < 160 ? vm_idf(m, "%s.%.60s", base, vm_text(m, name)) : 0);
	}
	v.opq = of.opq;
	v.comp = of.comp;
	return v;
}

/* A text that is made of one from outside. */
value
vm_text_of(value input)
{
	value v = v_unk(0);

	v.flags = input.flags & (VF_INPUT | VF_LABEL);
	v.i = input.i;
	return v;
}

/* Is one of them text, and the other text of which something is not known? */
static int
joins(const vm *m, value a, value b)
{
	if ((a.kind != V_STR && a.kind != V_UNK) || (b.kind != V_STR && b.kind != V_UNK) || (a.kind == V_STR && b.kind == V_STR))
		return 0;
	if ((a.kind == V_UNK && (a.i || a.flags & VF_NUMBER)) || (b.kind == V_UNK && (b.i || b.flags & VF_NUMBER)))
		return 0;
	return vm_partial_text(m, a) != NULL || (vm_partial_text(m, b) != NULL && !(b.flags & VF_CHAR));
}

/* A character, or text, and what is put behind it, taken from it or counted in it. */
static int
text_arith(vm *m, const char *op, value a, value b, uint32_t node, value *out)
{
	int adds = *op == '+', plain = adds && !op[1];

	if (a.kind == V_STR && b.kind == V_STR && adds && vm_cstr(m, a, NULL) && vm_cstr(m, b, NULL)) {
		char *buf = vm_alloc(m, strlen(vm_cstr(m, a, NULL)) + strlen(vm_cstr(m, b, NULL)) + 1);
		strcpy(buf, vm_cstr(m, a, NULL));
		strcat(buf, vm_cstr(m, b, NULL));
		*out = v_strc(m, buf);
		out->flags = (a.flags | b.flags) & VF_LABEL;
	} else if (plain && !m->c && ((a.kind == V_STR && b.kind == V_UNK && b.i) || (a.kind == V_UNK && a.i && b.kind == V_STR))) {
		*out = vm_text_of(a.kind == V_UNK ? a : b);
	} else if (a.kind == V_STR && *op == '%' && !m->c) {
		args x = {.node = node};
		args_add(&x, b, 0, 0);
		if (!lib_str(m, "%", a, &x, out))
			*out = v_unk(0);
	} else if (a.kind == V_STR && a.flags & VF_CHAR && b.kind == V_INT && m->c && (adds || *op == '-')) {
		*out = v_unk(0);
	} else if (a.kind == V_STR && b.kind == V_INT && m->c && (adds || *op == '-')) {
		*out = a;
		out->s.off += (int32_t)(adds ? b.i : -b.i);
	} else if (m->c && plain && joins(m, a, b)) {
		*out = vm_partial_join(m, a, b);
	} else if (a.kind == V_STR && b.kind == V_STR && *op == '-' && a.s.s == b.s.s) {
		*out = v_int(a.s.off - b.s.off);
	} else if (a.kind == V_STR && b.kind == V_INT && *op == '*' && !m->c) {
		*out = v_unk(0);
	} else {
		return 0;
	}
	return 1;
}

/* A pointer of C that is moved, or two into one array; argv, and text from outside, too. */
static int
pointer_arith(vm *m, const char *op, value a, value b, uint32_t node, value *out)
{
	char name[200];

	if (!m->c)
		return 0;
	if ((*op == '+' || *op == '-') && !op[1]) {
		obj *la, *lb;
		int64_t ia, ib;
		if (b.kind == V_INT && pointer_of(a, &la, &ia)) {
			*out = pointer_at(m, la, *op == '+' ? ia + b.i : ia - b.i, node);
			return 1;
		}
		if (*op == '-' && pointer_of(a, &la, &ia) && pointer_of(b, &lb, &ib) && la == lb) {
			*out = v_int(ia - ib);
			return 1;
		}
	}
	if (*op == '+' && thing_is(m, a, "sys.argv")) {
		obj *l = list_of(m, O_LIST, node); /* argv + 1: the rest, as a list */
		for (int64_t i = b.kind == V_INT ? b.i : 1, n = 0; n < 3; i++, n++) {
			snprintf(name, sizeof name, "argument %lld", (long long)i);
			list_add(m, l, vm_input(m, name, node));
		}
		l->loose = l->self_flags = 1;
		*out = v_obj(l);
		return 1;
	}
	if (*op == '+' && is_named(a) && a.i && b.kind == V_INT) { /* a part of text from outside */
		const char *h = vm_hyp(m, a);
		snprintf(name, sizeof name, "%.120s[%lld:]", vm_text(m, a.sym), (long long)b.i);
		*out = vm_part(m, a, name, h && b.i >= 0 && (size_t)b.i <= strlen(h) ? v_strc(m, h + b.i) : v_unk(0));
		return 1;
	}
	return 0;
}

static void
add_all(vm *m, obj *l, const obj *from)
{
	for (int64_t i = 0; i < list_len(from); i++)
		list_add(m, l, list_at(from, i));
}

/* x + y and x * n of lists and tuples, d | e of dictionaries. */
static int
container_arith(vm *m, const char *op, value a, value b, uint32_t node, value *out)
{
	obj *l;

	if (is_obj(a, O_DICT) && is_obj(b, O_DICT) && *op == '|') {
		l = vm_obj(m, O_DICT, 0, node);
		map_update(m, &l->m, &a.o->m);
		map_update(m, &l->m, &b.o->m);
		l->loose = a.o->loose | b.o->loose;
		*out = v_obj(l);
		return 1;
	}
	if (!is_obj(a, O_LIST) && !is_obj(a, O_TUPLE))
		return 0;
	*out = a;
	if (is_obj(b, (okind)a.o->kind) && *op == '+') {
		l = list_of(m, (okind)a.o->kind, node);
		add_all(m, l, a.o);
		add_all(m, l, b.o);
		l->loose = a.o->loose | b.o->loose;
	} else if (*op != '*' || m->c) {
		return 0;
	} else if (list_len(a.o) == 1 && b.kind != V_INT) {
		return 1;
	} else if (b.kind == V_INT && b.i > 0 && b.i * list_len(a.o) < 64) {
		l = list_of(m, (okind)a.o->kind, node);
		for (int64_t k = 0; k < b.i; k++)
			add_all(m, l, a.o);
	} else {
		l = list_of(m, O_LIST, node);
		add_all(m, l, a.o);
		l->loose = 1;
	}
	*out = v_obj(l);
	return 1;
}

/* Whole numbers of Python, whose quotient is rounded down, or of a #if; 0: that has no value here. */
static int
whole_arith(const vm *m, const char *op, int64_t i, int64_t j, int64_t *r)
{
	int down = !m->c && j && i % (j == -1 ? 1 : j) != 0 && (i < 0) != (j < 0);

	switch (*op) {
	case '+': *r = (int64_t)((uint64_t)i + (uint64_t)j); return 1;
	case '-': *r = (int64_t)((uint64_t)i - (uint64_t)j); return 1;
	case '*': *r = (int64_t)((uint64_t)i * (uint64_t)j); return !op[1];
	case '/':
		if (j)
			*r = j == -1 ? (int64_t)(0 - (uint64_t)i) : i / j - down;
		return j != 0;
	case '%':
		if (j && j != -1)
			*r = i % j + (down ? j : 0);
		return j && j != -1;
	case '&': *r = i & j; return 1;
	case '|': *r = i | j; return 1;
	case '^': *r = i ^ j; return 1;
	case '<': case '>':
		if (j < 0 || j > 62)
			return 0;
		*r = *op == '<' ? (int64_t)((uint64_t)i << j) : i >> j;
		return 1;
	default: return 0;
	}
}

static value
number_arith(const vm *m, const char *op, value a, value b, int whole)
{
	double x = a.kind == V_FLOAT ? a.f : (double)a.i, y = b.kind == V_FLOAT ? b.f : (double)b.i;
	value v = {.kind = V_FLOAT, .flags = (a.flags | b.flags) & VF_LABEL};

	if (whole && (*op != '/' || op[1] || m->c)) {
		v.kind = V_INT;
		return whole_arith(m, op, a.i, b.i, &v.i) ? v : v_unk(0);
	}
	switch (*op) {
	case '+': v.f = x + y; return v;
	case '-': v.f = x - y; return v;
	case '*': v.f = x * y; return op[1] ? v_unk(0) : v;
	case '/': v.f = x / y; return whole && b.i == 0 ? v_unk(0) : v;
	default: return v_unk(0);
	}
}

/* An operator that the class of one of them defines. */
static int
own_arith(vm *m, const char *op, value a, value b, uint32_t node, value *out)
{
	static const char *const py[] = {"+", "__add__", "-", "__sub__", "*", "__mul__", "/", "__truediv__", "|", "__or__", "@", "__matmul__",
		"&", "__and__", "^", "__xor__", ">>", "__rshift__", "<<", "__lshift__", "%", "__mod__", "//", "__floordiv__", "**", "__pow__", NULL};
	int i;

	for (i = 0; py[i] && strcmp(py[i], op) != 0; i += 2)
		;
	if (!py[i])
		return 0;
	if (m->c)
		return object_calls(m, a, vm_text(m, vm_idf(m, "operator%s", op)), node, 1, &b, out);
	return object_calls(m, a, py[i + 1], node, 1, &b, out) || object_calls(m, b, vm_text(m, vm_idf(m, "__r%s", py[i + 1] + 2)), node, 1, &a, out);
}

static int
is_whole(value v)
{
	return v.kind == V_INT || v.kind == V_BOOL;
}

value
vm_arith(vm *m, const char *op, value a, value b, uint32_t node)
{
	int whole = is_whole(a) && is_whole(b), numbers = (is_whole(a) || a.kind == V_FLOAT) && (is_whole(b) || b.kind == V_FLOAT);
	value v = v_unk(0);

	if (text_arith(m, op, a, b, node, &v) || pointer_arith(m, op, a, b, node, &v) || container_arith(m, op, a, b, node, &v) || set_arith(m, op, a, b, node, &v))
		return v;
	if (whole && m->c && !m->preproc)
		return cint_arith(op, a, b, &v) ? v : v_unk(0);
	if (numbers)
		return number_arith(m, op, a, b, whole);
	if (*op == '/' && !m->c && (is_obj(a, O_THING) || is_obj(a, O_EXT)) && b.kind == V_STR)
		return path_below(m, a, b, node);
	if (flag_arith(m, op, a, b, &v) || own_arith(m, op, a, b, node, &v))
		return v;
	/* of what may be text from outside */
	v.flags = (a.flags | b.flags) & VF_LABEL;
	v.opq = (uint16_t)(opq_of(a) ? opq_of(a) : opq_of(b));
	if (m->c && !v.opq && (*op == '+' || *op == '-') && !op[1] && vm_is_memory(m, a) && b.kind != V_OBJ && vm_deep_comp(m, a, 0))
		v.opq = (uint16_t)vm_edge_to(m, EDGE_ANY, node, "what was compiled is kept in memory in which a pointer is moved");
	if (*op == '+' && (a.kind == V_STR || b.kind == V_STR) && vm_known(m, a.kind == V_STR ? a : b) == 1)
		v.flags |= VF_TRUE; /* some text */
	if (!v.opq)
		v.flags |= VF_NUMBER; /* data, whatever it is */
	return v;
}

int
vm_tests(const char *op)
{
	return strcmp(op, "==") == 0 || strcmp(op, "!=") == 0 || strcmp(op, "in") == 0 || strcmp(op, "not in") == 0 || strcmp(op, "is") == 0 ||
	    strcmp(op, "is not") == 0 || ((*op == '<' || *op == '>') && op[1] != *op);
}

/* operator== and its kin of a class of the tree; 0 if it has none. */
int
vm_own_compare(vm *m, const char *op, value a, value b, uint32_t node, value *out)
{
	static const char *const py[] = {"==", "__eq__", "!=", "__ne__", "<", "__lt__", "<=", "__le__", ">", "__gt__", ">=", "__ge__", NULL};

	if (!is_obj(a, O_INST) || a.o->cls->self_flags & 1)
		return 0;
	if (m->c)
		return object_calls(m, a, vm_text(m, vm_idf(m, "operator%s", op)), node, 1, &b, out);
	for (int i = 0; py[i]; i += 2)
		if (strcmp(op, py[i]) == 0)
			return object_calls(m, a, py[i + 1], node, 1, &b, out);
	return 0;
}
