/* arith.c - see vm.h: operators on values. */
#include "cint.h"
#include "vm_impl.h"

#include <stdio.h>
#include <string.h>

#include "program.h"

typedef struct { scope *s; uint32_t node; obj *out; uint32_t target, body; } comp;

static value
number(double x, int whole, int64_t i)
{
	return whole ? v_int(i) : (value){.kind = V_FLOAT, .f = x};
}

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

value
vm_arith(vm *m, const char *op, value a, value b, uint32_t node)
{
	int whole = (a.kind == V_INT || a.kind == V_BOOL) && (b.kind == V_INT || b.kind == V_BOOL);
	int numbers = whole || ((a.kind == V_INT || a.kind == V_BOOL || a.kind == V_FLOAT) && (b.kind == V_INT || b.kind == V_BOOL || b.kind == V_FLOAT));
	value v = v_unk(0);

	if (a.kind == V_STR && b.kind == V_STR && *op == '+' && vm_cstr(m, a, NULL) && vm_cstr(m, b, NULL)) {
		char *buf = vm_alloc(m, strlen(vm_cstr(m, a, NULL)) + strlen(vm_cstr(m, b, NULL)) + 1);
		strcpy(buf, vm_cstr(m, a, NULL));
		strcat(buf, vm_cstr(m, b, NULL));
		v = v_strc(m, buf);
		v.flags = (a.flags | b.flags) & VF_LABEL;
		return v;
	}
	if (*op == '+' && !op[1] && !m->c && ((a.kind == V_STR && b.kind == V_UNK && b.i) || (a.kind == V_UNK && a.i && b.kind == V_STR)))
		return vm_text_of(a.kind == V_UNK ? a : b);
	if (a.kind == V_STR && *op == '%' && !m->c) {
		args x = {.n = 1, .node = node};
		x.v[0] = b;
		return lib_str(m, "%", a, &x, &v) ? v : v_unk(0);
	}
	if (a.kind == V_STR && b.kind == V_INT && m->c && (*op == '+' || *op == '-')) {
		if (a.flags & VF_CHAR)
			return v_unk(0);
		a.s.off += (int32_t)(*op == '+' ? b.i : -b.i);
		return a;
	}
	if (m->c && strcmp(op, "+") == 0 && joins(m, a, b))
		return vm_partial_join(m, a, b);
	if (a.kind == V_STR && b.kind == V_STR && *op == '-' && a.s.s == b.s.s)
		return v_int(a.s.off - b.s.off);
	if (a.kind == V_STR && b.kind == V_INT && *op == '*' && !m->c)
		return v_unk(0);
	if (m->c && (*op == '+' || *op == '-') && !op[1]) { /* pointers into arrays */
		obj *la, *lb;
		int64_t ia, ib;
		if (b.kind == V_INT && pointer_of(a, &la, &ia))
			return pointer_at(m, la, *op == '+' ? ia + b.i : ia - b.i, node);
		if (*op == '-' && pointer_of(a, &la, &ia) && pointer_of(b, &lb, &ib) && la == lb)
			return v_int(ia - ib);
	}
	if (is_obj(a, O_THING) && m->c && *op == '+' && strcmp(vm_text(m, a.o->name), "sys.argv") == 0) {
		obj *l = list_of(m, O_LIST, node); /* argv + 1: the rest, as a list */
		for (int64_t i = b.kind == V_INT ? b.i : 1, n = 0; n < 3; i++, n++) {
			char name[40];
			snprintf(name, sizeof name, "argument %lld", (long long)i);
			list_add(m, l, vm_input(m, name, node));
		}
		l->loose = l->self_flags = 1;
		return v_obj(l);
	}
	if (is_named(a) && a.i && m->c && b.kind == V_INT && *op == '+') {
		char name[200]; /* a part of text from outside */
		const char *h = vm_hyp(m, a);
		snprintf(name, sizeof name, "%.120s[%lld:]", vm_text(m, a.sym), (long long)b.i);
		return vm_part(m, a, name, h && b.i >= 0 && (size_t)b.i <= strlen(h) ? v_strc(m, h + b.i) : v_unk(0));
	}
	if ((is_obj(a, O_LIST) || is_obj(a, O_TUPLE)) && a.o->kind == (b.kind == V_OBJ ? b.o->kind : 99) && *op == '+') {
		obj *l = list_of(m, (okind)a.o->kind, node);
		for (int64_t i = 0; i < list_len(a.o); i++)
			list_add(m, l, list_at(a.o, i));
		for (int64_t i = 0; i < list_len(b.o); i++)
			list_add(m, l, list_at(b.o, i));
		l->loose = a.o->loose | b.o->loose;
		return v_obj(l);
	}
	if ((is_obj(a, O_LIST) || is_obj(a, O_TUPLE)) && *op == '*' && !m->c) {
		if (list_len(a.o) == 1 && b.kind != V_INT)
			return a;
		if (b.kind == V_INT && b.i > 0 && b.i * list_len(a.o) < 64) {
			obj *l = list_of(m, (okind)a.o->kind, node);
			for (int64_t k = 0; k < b.i; k++)
				for (int64_t i = 0; i < list_len(a.o); i++)
					list_add(m, l, list_at(a.o, i));
			return v_obj(l);
		}
		value w = v_obj(list_of(m, O_LIST, node));
		for (int64_t i = 0; i < list_len(a.o); i++)
			list_add(m, w.o, list_at(a.o, i));
		w.o->loose = 1;
		return w;
	}
	if (set_arith(m, op, a, b, node, &v))
		return v;
	if (is_obj(a, O_DICT) && is_obj(b, O_DICT) && *op == '|') {
		obj *d = vm_obj(m, O_DICT, 0, node);
		for (int k = 0; k < 2; k++) {
			obj *from = k ? b.o : a.o;
			map_update(m, &d->m, &from->m);
			d->loose |= from->loose;
		}
		return v_obj(d);
	}
	if (whole && m->c && !m->preproc)
		return cint_arith(op, a, b, &v) ? v : v_unk(0);
	if (numbers) {
		double x = a.kind == V_FLOAT ? a.f : (double)a.i, y = b.kind == V_FLOAT ? b.f : (double)b.i;
		int64_t i = a.i, j = b.i;
		switch (op[0]) {
		case '+': v = number(x + y, whole, whole ? (int64_t)((uint64_t)i + (uint64_t)j) : 0); break;
		case '-': v = number(x - y, whole, whole ? (int64_t)((uint64_t)i - (uint64_t)j) : 0); break;
		case '*':
			if (op[1])
				return v_unk(0);
			v = number(x * y, whole, whole ? (int64_t)((uint64_t)i * (uint64_t)j) : 0);
			break;
		case '/':
			if (whole && j == 0)
				return v_unk(0);
			if (whole && (op[1] || m->c)) {
				if (j == -1)
					v = v_int((int64_t)(0 - (uint64_t)i));
				else
					v = v_int(m->c || i % j == 0 || (i < 0) == (j < 0) ? i / j : i / j - 1);
			} else
				v = number(x / y, 0, 0);
			break;
		case '%':
			if (!whole || j == 0 || j == -1)
				return v_unk(0);
			v = v_int(m->c || i % j == 0 || (i < 0) == (j < 0) ? i % j : i % j + j);
			break;
		case '&': if (!whole) return v_unk(0); v = v_int(i & j); break;
		case '|': if (!whole) return v_unk(0); v = v_int(i | j); break;
		case '^': if (!whole) return v_unk(0); v = v_int(i ^ j); break;
		case '<': if (!whole || j < 0 || j > 62) return v_unk(0); v = v_int((int64_t)((uint64_t)i << j)); break;
		case '>': if (!whole || j < 0 || j > 62) return v_unk(0); v = v_int(i >> j); break;
		default: return v_unk(0);
		}
		v.flags = (a.flags | b.flags) & VF_LABEL;
		return v;
	}
	if (*op == '/' && !m->c && (is_obj(a, O_THING) || is_obj(a, O_EXT)) && b.kind == V_STR)
		return path_below(m, a, b, node);
	if (flag_arith(m, op, a, b, &v))
		return v;
	if (is_obj(a, O_INST) || (is_obj(b, O_INST) && !m->c)) {
		static const char *const py[] = {"+", "__add__", "-", "__sub__", "*", "__mul__", "/", "__truediv__", "|", "__or__", "@", "__matmul__",
			"&", "__and__", "^", "__xor__", ">>", "__rshift__", "<<", "__lshift__", "%", "__mod__", "//", "__floordiv__", "**", "__pow__", NULL};
		for (int i = 0; py[i]; i += 2)
			if (strcmp(py[i], op) == 0) {
				char cname[24];
				snprintf(cname, sizeof cname, "operator%s", op);
				value f = is_obj(a, O_INST) ? class_find(m, a.o->cls, vm_id(m, m->c ? cname : py[i + 1])) : (value){0};
				if (is_obj(f, O_FUNC))
					return vm_callv(m, bind(m, f, a), node, 1, &b);
				if (m->c || !is_obj(b, O_INST))
					break;
				f = class_find(m, b.o->cls, vm_idf(m, "__r%s", py[i + 1] + 2));
				if (is_obj(f, O_FUNC))
					return vm_callv(m, bind(m, f, b), node, 1, &a);
			}
	}
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
	char text[24];
	value f;

	if (!is_obj(a, O_INST) || a.o->cls->self_flags & 1)
		return 0;
	if (m->c)
		snprintf(text, sizeof text, "operator%s", op);
	else
		snprintf(text, sizeof text, "%s", strcmp(op, "==") == 0 ? "__eq__" : strcmp(op, "!=") == 0 ? "__ne__" : strcmp(op, "<") == 0 ? "__lt__" :
		    strcmp(op, "<=") == 0 ? "__le__" : strcmp(op, ">") == 0 ? "__gt__" : strcmp(op, ">=") == 0 ? "__ge__" : "?");
	f = class_find(m, a.o->cls, vm_id(m, text));
	if (!is_obj(f, O_FUNC))
		return 0;
	*out = vm_callv(m, bind(m, f, a), node, 1, &b);
	return 1;
}
