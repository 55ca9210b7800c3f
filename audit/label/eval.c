/* eval.c - see vm.h: expressions. */
#include "vm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"

enum { MAX_DEPTH = 2600 };

#define NODE(i) (&m->t->node[i])

value
vm_evalr(vm *m, scope *s, uint32_t node)
{
	return vm_resolve(m, vm_eval(m, s, node), node);
}

static int
has_suffix(const char *s, const char *tail)
{
	size_t n = strlen(s), k = strlen(tail);

	return n >= k && strcmp(s + n - k, tail) == 0;
}

/* Names of C that nobody declared. */
static value
c_name(vm *m, const char *s, uint32_t id)
{
	if (strcmp(s, "NULL") == 0 || strcmp(s, "nullptr") == 0 || strcmp(s, "nullopt") == 0)
		return v_none();
	if (strcmp(s, "true") == 0 || strcmp(s, "false") == 0)
		return v_bool(*s == 't');
	if (has_suffix(s, "SUCCESS") || has_suffix(s, "Success"))
		return v_int(0);
	if (strcmp(s, "npos") == 0 || strcmp(s, "EOF") == 0)
		return v_int(-1);
	if (strcmp(s, "optarg") == 0)
		return vm_input(m, "option", 0);
	if (strcmp(s, "__LINE__") == 0)
		return v_int(1);
	if (strcmp(s, "__FILE__") == 0 || strcmp(s, "__func__") == 0 || strcmp(s, "__FUNCTION__") == 0)
		return v_str(id);
	if (strcmp(s, "stdin") == 0 || strcmp(s, "stdout") == 0 || strcmp(s, "stderr") == 0)
		return v_obj(ext_obj(m, id));
	if (strcmp(s, "EXIT_FAILURE") == 0)
		return v_int(1);
	return v_obj(ext_obj(m, id));
}

static value
name(vm *m, scope *s, uint32_t node)
{
	uint32_t id = NODE(node)->str;
	const char *text = vm_text(m, id);
	cell *c = scope_find(m, s, id);

	if (c) {
		if (c->v.kind == V_THUNK)
			return vm_eval(m, c->v.at, c->v.t.node);
		return c->v;
	}
	if (m->c && strcmp(text, "this") == 0) {
		for (scope *u = s; u; u = u->up)
			if (u->self.kind)
				return u->self;
		return v_unk(0);
	}
	if (m->c && m->preproc && strcmp(text, "defined") != 0) /* undefined, unless the build says otherwise */
		return v_unk(vm_idf(m, "macro %.100s", text));
	if (m->c)
		return c_name(m, text, id);
	if (strcmp(text, "__name__") == 0)
		return v_strc(m, "module");
	if (strcmp(text, "NotImplemented") == 0 || strcmp(text, "Ellipsis") == 0)
		return v_unk(id);
	return v_obj(ext_obj(m, id));
}

/* "sizeof x", "sizeof *x", "sizeof(x[0])": so that a length of a table is known. */
static value
size_of(vm *m, scope *s, const char *text, uint32_t node)
{
	char id[128];
	size_t n = 0;
	int element = 0;
	cell *c;
	value v;

	text += strlen("sizeof");
	while (*text == ' ' || *text == '(' || *text == '*')
		element |= *text++ == '*';
	while ((*text == '_' || (*text >= '0' && *text <= '9') || (*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z')) && n < sizeof id - 1)
		id[n++] = *text++;
	id[n] = '\0';
	while (*text == ' ' || *text == ')')
		text++;
	element |= *text == '[';
	if (!n || !(c = scope_find(m, s, vm_id(m, id))))
		return v_unk(0);
	v = c->v.kind == V_THUNK ? vm_eval(m, c->v.at, c->v.t.node) : c->v;
	if (!is_obj(v, O_LIST) && !is_obj(v, O_TUPLE))
		return v_unk(vm_idf(m, "sizeof %s", id));
	(void)node;
	return v_int(element ? 8 : 8 * list_len(v.o));
}

static value
number(double x, int whole, int64_t i)
{
	return whole ? v_int(i) : (value){.kind = V_FLOAT, .f = x};
}

/* A member of something that is not known; of what comes from outside it does too. */
static value
member(vm *m, value of, uint32_t name, uint32_t node)
{
	const char *base = of.sym && !(of.sym >> 31) ? vm_text(m, of.sym) : NULL;
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
static value
text_of(value input)
{
	value v = v_unk(0);

	v.flags = input.flags & (VF_INPUT | VF_LABEL);
	v.i = input.i;
	return v;
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
		return text_of(a.kind == V_UNK ? a : b);
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
	if (a.kind == V_UNK && a.i && a.sym && !(a.sym >> 31) && m->c && b.kind == V_INT && *op == '+') {
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
	if (is_obj(a, O_DICT) && is_obj(b, O_DICT) && *op == '|') {
		obj *d = vm_obj(m, O_DICT, 0, node);
		for (int k = 0; k < 2; k++) {
			obj *from = k ? b.o : a.o;
			for (uint32_t i = 0; i < from->m.n; i++)
				cell_set(m, map_get(m, &d->m, from->m.slot[i].key, from->m.slot[i].kv), from->m.slot[i].c->v);
			d->loose |= from->loose;
		}
		return v_obj(d);
	}
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
	if (*op == '/' && !m->c && (is_obj(a, O_THING) || is_obj(a, O_EXT)) && b.kind == V_STR) {
		v = thing(m, vm_id(m, "pathlib.Path()"), node); /* a path below: its end is what names a file */
		field_set(m, v.o, "path", b);
		return v;
	}
	if (is_obj(a, O_INST)) {
		static const char *const py[] = {"+", "__add__", "-", "__sub__", "*", "__mul__", "/", "__truediv__", "|", "__or__", "@", "__matmul__", NULL};
		obj *where;
		for (int i = 0; py[i]; i += 2)
			if (strcmp(py[i], op) == 0) {
				char cname[24];
				snprintf(cname, sizeof cname, "operator%s", op);
				value f = class_find(m, a.o->cls, vm_id(m, m->c ? cname : py[i + 1]), &where);
				if (is_obj(f, O_FUNC))
					return vm_callv(m, bind(m, f, a, where), node, 1, &b);
			}
	}
	/* of what may be text from outside */
	v.flags = (a.flags | b.flags) & VF_LABEL;
	v.opq = (uint16_t)(opq_of(a) ? opq_of(a) : opq_of(b));
	if (*op == '+' && (a.kind == V_STR || b.kind == V_STR) && vm_known(m, a.kind == V_STR ? a : b) == 1)
		v.flags |= VF_TRUE; /* some text */
	if (!v.opq)
		v.flags |= VF_NUMBER; /* data, whatever it is */
	return v;
}

static int
tests(const char *op)
{
	return strcmp(op, "==") == 0 || strcmp(op, "!=") == 0 || strcmp(op, "in") == 0 || strcmp(op, "not in") == 0 || strcmp(op, "is") == 0 ||
	    strcmp(op, "is not") == 0 || ((*op == '<' || *op == '>') && op[1] != *op);
}

/* operator== and its kin of a class of the tree; 0 if it has none. */
static int
own_compare(vm *m, const char *op, value a, value b, uint32_t node, value *out)
{
	obj *where;
	char text[24];
	value f;

	if (!is_obj(a, O_INST) || a.o->cls->self_flags & 1)
		return 0;
	if (m->c)
		snprintf(text, sizeof text, "operator%s", op);
	else
		snprintf(text, sizeof text, "%s", strcmp(op, "==") == 0 ? "__eq__" : strcmp(op, "!=") == 0 ? "__ne__" : strcmp(op, "<") == 0 ? "__lt__" : "?");
	f = class_find(m, a.o->cls, vm_id(m, text), &where);
	if (!is_obj(f, O_FUNC))
		return 0;
	*out = vm_callv(m, bind(m, f, a, where), node, 1, &b);
	return 1;
}

/* Text from outside that stands beside the label, its default. */
static void
is_default(vm *m, value v, uint32_t other)
{
	if (v.kind == V_UNK && v.i && m->label && NODE(other)->kind == FACT_STR && NODE(other)->str == m->label)
		vm_evidence(m, v, 80);
}

static value
binary(vm *m, scope *s, uint32_t node)
{
	const char *op = fact_str(m->t, node);
	uint32_t l = node + 1, r = NODE(l)->end;
	value a = vm_eval(m, s, l), b;
	int and = strcmp(op, "and") == 0;

	if (m->pending)
		return v_unk(0);
	if (and || strcmp(op, "or") == 0) {
		int k;
		a = vm_resolve(m, a, l);
		is_default(m, a, r);
		k = vm_known(m, a);
		if (k < 0 && !m->trailing && (vm_relevant(m, r) || m->c)) {
			/* C's `a() || b()`: the second runs only after the first */
			if (vm_relevant(m, r) || !m->c)
				k = vm_truth(m, a, l);
		}
		if (k >= 0) {
			if (k != and) {
				if (m->c)
					a = (value){.kind = V_BOOL, .flags = a.flags & VF_LABEL, .i = k};
				return a;
			}
			b = vm_eval(m, s, r);
			if (a.flags & VF_LABEL && b.kind != V_OBJ)
				b.flags |= VF_LABEL;
			return b;
		}
		b = vm_evalr(m, s, r);
		k = vm_known(m, b);
		if (m->c || (a.kind == V_UNK && (a.flags & VF_NUMBER))) {
			/* truths: known if the second decides alone */
			if (k == !and && m->c)
				return (value){.kind = V_BOOL, .flags = (a.flags | b.flags) & VF_LABEL, .i = k};
			if (k == and && m->c)
				return a;
		}
		{
			uint32_t sym = sym_of(m, a, l);
			if (a.kind == V_UNK && (a.flags & VF_NOT))
				return vm_phi(m, sym, and ? a : b, and ? b : a);
			return vm_phi(m, sym, and ? b : a, and ? a : b);
		}
	}
	if (strcmp(op, ",") == 0)
		return vm_eval(m, s, r);
	b = vm_eval(m, s, r);
	if (m->pending)
		return v_unk(0);
	a = vm_resolve(m, a, l);
	b = vm_resolve(m, b, r);
	if (tests(op)) {
		value out;
		if (strncmp(op, "is", 2) == 0)
			op = op[2] ? "!=" : "==";
		if (own_compare(m, op, a, b, node, &out))
			return out;
		return vm_compare(m, op, a, b, node);
	}
	return vm_arith(m, op, a, b, node);
}

static value
unary(vm *m, scope *s, uint32_t node)
{
	const char *op = fact_str(m->t, node);
	value v;
	int k;

	if (*op == '#') {
		char text[200];
		cell *c = NODE(node + 1)->kind == FACT_NAME ? scope_find(m, s, NODE(node + 1)->str) : NULL;
		if (c && c->v.kind == V_THUNK) {
			fact_unparse(m->t, c->v.t.node, text, sizeof text);
			return v_strc(m, text);
		}
		return v_str(NODE(node + 1)->str);
	}
	v = vm_evalr(m, s, node + 1);
	if (m->pending)
		return v;
	if (strcmp(op, "not") == 0) {
		if ((k = vm_known(m, v)) >= 0)
			return (value){.kind = V_BOOL, .flags = v.flags & VF_LABEL, .i = !k};
		if (v.kind == V_UNK) {
			v.sym = sym_of(m, v, node + 1);
			v.flags = (uint8_t)((v.flags & (VF_LABEL | VF_NOT)) ^ VF_NOT) | VF_NUMBER;
			v.i = 0;
			return v;
		}
		return v_bool(!vm_truth(m, v, node));
	}
	if (*op == '-' && v.kind == V_INT)
		return v_int((int64_t)(0 - (uint64_t)v.i));
	if (*op == '-' && v.kind == V_FLOAT)
		return (value){.kind = V_FLOAT, .f = -v.f};
	if (*op == '+')
		return v;
	if (*op == '~' && v.kind == V_INT)
		return v_int(~v.i);
	return v_unk(0);
}

static value
join(vm *m, scope *s, uint32_t node)
{
	char buf[1024];
	size_t n = 0;
	int known = 1;
	uint8_t flags = 0;
	uint32_t opq = 0;
	value of = (value){0};

	FACT_EACH_KID(m->t, node, k) {
		value v = vm_evalr(m, s, k), t = v;
		args a = {.n = 1, .node = k, .scope = s};
		size_t len;
		if (m->pending)
			return v_unk(0);
		a.v[0] = v;
		if (v.kind != V_STR && !lib_py(m, "str", &a, &t))
			t = v_unk(0);
		flags |= v.flags & VF_LABEL;
		opq = opq ? opq : opq_of(v);
		if (t.kind != V_STR || !vm_cstr(m, t, &len) || n + len >= sizeof buf) {
			if (v.kind == V_UNK && v.flags & VF_INPUT && v.i)
				of = v;
			known = 0;
			continue;
		}
		memcpy(buf + n, vm_cstr(m, t, NULL), len);
		n += len;
	}
	value r = known ? v_str(vm_idn(m, buf, n)) : of.kind ? text_of(of) : v_unk(0);
	r.flags |= flags;
	if (!known) {
		r.opq = (uint16_t)opq;
		r.flags |= n ? VF_TRUE : 0; /* some text */
	}
	return r;
}

static void
add_starred(vm *m, obj *l, value v, uint32_t node)
{
	v = vm_resolve(m, v, node);
	if (is_obj(v, O_LIST) || is_obj(v, O_TUPLE)) {
		for (int64_t i = 0; i < list_len(v.o); i++)
			list_add(m, l, list_at(v.o, i));
		l->loose |= v.o->loose;
	} else if (is_obj(v, O_DICT)) {
		for (uint32_t i = 0; i < v.o->m.n; i++)
			if (v.o->m.slot[i].c->v.kind)
				list_add(m, l, v.o->m.slot[i].kv);
	} else {
		l->loose = 1;
	}
}

static value display_dict(vm *m, scope *s, uint32_t node, obj *d);

/* Values of a display; #if in it chooses. */
static void
display(vm *m, scope *s, uint32_t from, uint32_t end, obj *l)
{
	for (uint32_t k = from; k < end && !m->pending; k = NODE(k)->end) {
		if (NODE(k)->kind == FACT_COMMENT || NODE(k)->kind == FACT_ERROR)
			continue;
		if (NODE(k)->kind == FACT_STARRED) {
			add_starred(m, l, vm_evalr(m, s, k + 1), k);
		} else if (NODE(k)->kind == FACT_IF && (NODE(k)->flags & FACT_PREPROC)) {
			uint32_t then = NODE(k + 1)->end, other = NODE(then)->end;
			if (vm_preproc(m, s, k))
				display(m, s, then + 1, NODE(then)->end, l);
			else if (other < NODE(k)->end)
				display(m, s, other + 1, NODE(other)->end, l);
		} else {
			list_add(m, l, vm_eval(m, s, k));
		}
	}
}

static value
display_dict(vm *m, scope *s, uint32_t node, obj *d)
{
	FACT_EACH_KID(m->t, node, k) {
		uint32_t key = k + 1, val;
		uint64_t id;
		value kv, v;
		if (m->pending)
			break;
		if (NODE(k)->kind == FACT_IF) {
			uint32_t then = NODE(k + 1)->end, other = NODE(then)->end;
			if (vm_preproc(m, s, k))
				display_dict(m, s, then, d);
			else if (other < NODE(k)->end)
				display_dict(m, s, other, d);
			continue;
		}
		if (NODE(k)->kind != FACT_PAIR) {
			if (NODE(k)->kind != FACT_COMMENT)
				list_add(m, d, vm_eval(m, s, k));
			continue;
		}
		if (NODE(k)->flags & FACT_STARSTAR) {
			v = vm_evalr(m, s, key);
			if (is_obj(v, O_DICT)) {
				for (uint32_t i = 0; i < v.o->m.n; i++)
					cell_set(m, map_get(m, &d->m, v.o->m.slot[i].key, v.o->m.slot[i].kv), v.o->m.slot[i].c->v);
				d->loose |= v.o->loose;
			} else
				d->loose = 1;
			continue;
		}
		val = NODE(key)->end;
		kv = vm_evalr(m, s, key);
		if (val >= NODE(k)->end)
			continue;
		v = vm_eval(m, s, val);
		if (m->pending)
			break;
		if (key_of(m, kv, &id))
			cell_set(m, map_get(m, &d->m, id, kv), v);
		else
			d->loose = 1;
	}
	return v_obj(d);
}

/* ---- comprehensions ---- */

typedef struct { scope *s; uint32_t node; obj *out; uint32_t target, body; } comp;
static void comp_body(vm *m, comp *c, uint32_t block);

static int
comp_item(vm *m, void *arg, value item)
{
	comp *c = arg;

	vm_assign(m, c->s, c->target, item);
	comp_body(m, c, c->body);
	return m->pending == X_NORMAL;
}

static void
comp_stmt(vm *m, comp *c, uint32_t k)
{
	if (m->pending)
		return;
	switch (NODE(k)->kind) {
	case FACT_FOR: {
		comp in = *c;
		value v;
		in.target = k + 1;
		uint32_t it = NODE(in.target)->end;
		in.body = NODE(it)->end;
		v = vm_evalr(m, c->s, it);
		if (in.body < NODE(k)->end && !m->pending) {
			vm_iterate(m, v, it, comp_item, &in);
			if (v.kind == V_UNK || (v.kind == V_OBJ && v.o->loose))
				c->out->loose = 1;
		}
		break;
	}
	case FACT_IF: {
		uint32_t body = NODE(k + 1)->end;
		value t = vm_evalr(m, c->s, k + 1);
		int known = vm_known(m, t);
		if (m->pending)
			return;
		if (known < 0) {
			if (t.kind == V_UNK && t.i == 0 && !t.sym) {
				c->out->loose = 1; /* may be there */
				known = 1;
			} else {
				known = vm_truth(m, t, k);
			}
		}
		if (known && body < NODE(k)->end)
			comp_body(m, c, body);
		break;
	}
	case FACT_PAIR: {
		uint32_t val = NODE(k + 1)->end;
		value kv = vm_evalr(m, c->s, k + 1);
		value v = val < NODE(k)->end ? vm_eval(m, c->s, val) : v_unk(0);
		uint64_t id;
		if (m->pending)
			return;
		if (key_of(m, kv, &id))
			cell_set(m, map_get(m, &c->out->m, id, kv), v);
		else
			c->out->loose = 1;
		break;
	}
	default: {
		value v = vm_eval(m, c->s, k);
		if (!m->pending)
			list_add(m, c->out, v);
	}
	}
}

static void
comp_body(vm *m, comp *c, uint32_t block)
{
	if (NODE(block)->kind != FACT_BLOCK) {
		comp_stmt(m, c, block);
		return;
	}
	FACT_EACH_KID(m->t, block, k)
		comp_stmt(m, c, k);
}

static int
has_pair(const fact_tree *t, uint32_t node)
{
	for (uint32_t i = node; i < t->node[node].end; i++) {
		if (t->node[i].kind == FACT_PAIR)
			return 1;
		if (t->node[i].kind == FACT_DICT || t->node[i].kind == FACT_CALL)
			i = t->node[i].end - 1;
	}
	return 0;
}

static value
comprehension(vm *m, scope *s, uint32_t node)
{
	comp c = {.s = scope_new(m, S_FUNC, s, s->file), .node = node};

	c.s->self = s->kind == S_FUNC ? s->self : (value){0};
	if (s->kind == S_CLASS) /* its first iterable is evaluated in the class */
		c.s->up = s;
	c.out = has_pair(m->t, node) ? vm_obj(m, O_DICT, 0, node) : list_of(m, O_LIST, node);
	FACT_EACH_KID(m->t, node, k)
		comp_stmt(m, &c, k);
	return v_obj(c.out);
}

/* ---- calls ---- */

static void
push_arg(args *a, value v, uint32_t kw, uint32_t at)
{
	if (a->n < 24) {
		a->v[a->n] = v;
		a->kw[a->n] = kw;
		a->at[a->n++] = at;
	} else {
		a->rest = 1;
	}
}

static value
call(vm *m, scope *s, uint32_t node)
{
	args a = {.node = node, .scope = s};
	value f = vm_evalr(m, s, node + 1);
	int macro;

	if (m->pending)
		return v_unk(0);
	macro = is_obj(f, O_FUNC) && (NODE(f.o->node)->flags & FACT_MACRO);
	for (uint32_t k = NODE(node + 1)->end; k < NODE(node)->end; k = NODE(k)->end) {
		value v;
		if (NODE(k)->kind != FACT_ARG || k + 1 >= NODE(k)->end)
			continue;
		if (macro) {
			v = (value){.kind = V_THUNK, .at = s};
			v.t.node = k + 1;
			push_arg(&a, v, NODE(k)->str, k + 1);
			continue;
		}
		v = vm_eval(m, s, k + 1);
		if (m->pending)
			return v_unk(0);
		if (NODE(k)->flags & FACT_STAR) {
			v = vm_resolve(m, v, k);
			if (is_obj(v, O_LIST) || is_obj(v, O_TUPLE)) {
				for (int64_t i = 0; i < list_len(v.o); i++)
					push_arg(&a, list_at(v.o, i), 0, 0);
				a.rest |= v.o->loose;
			} else {
				a.rest = 1;
				if (comp_of(v) || opq_of(v)) /* who knows which of them it is */
					push_arg(&a, v, 0, 0);
			}
		} else if (NODE(k)->flags & FACT_STARSTAR) {
			v = vm_resolve(m, v, k);
			if (dict_part(m, &v))
				v = v_obj(dict_part(m, &v));
			if (is_obj(v, O_DICT)) {
				for (uint32_t i = 0; i < v.o->m.n; i++)
					if (v.o->m.slot[i].kv.kind == V_STR && v.o->m.slot[i].c->v.kind)
						push_arg(&a, v.o->m.slot[i].c->v, v.o->m.slot[i].kv.s.s, 0);
					else if (v.o->m.slot[i].kv.kind == V_UNK)
						a.rest = 1;
				a.rest |= v.o->loose;
			} else {
				a.rest = 1;
			}
		} else {
			push_arg(&a, v, NODE(k)->str, k + 1);
		}
	}
	if (NODE(node)->flags & FACT_LAUNCH) {
		args rest = {.node = node, .scope = s};
		for (uint32_t i = 0; i < a.n; i++) { /* the grid is no argument of the kernel */
			const char *kw = vm_text(m, a.kw[i]);
			if (strcmp(kw, "grid") && strcmp(kw, "block") && strcmp(kw, "shared") && strcmp(kw, "stream"))
				push_arg(&rest, a.v[i], a.kw[i], a.at[i]);
		}
		vm_event(m, E_WORK, node, is_obj(f, O_FUNC) || is_obj(f, O_EXT) ? f.o->name : vm_id(m, "kernel"), 0, 0);
		m->trace = (m->trace ^ node) * 0xff51afd7ed558ccdu;
		if (is_obj(f, O_FUNC))
			map_get(m, &m->entered, f.o->node, v_none());
		return v_unk(0);
	}
	return vm_call(m, f, &a);
}

static value
call_slice(vm *m, scope *s, uint32_t node)
{
	obj *o = vm_obj(m, O_THING, vm_id(m, "slice"), node);

	o->arg = vm_alloc(m, 3 * sizeof *o->arg);
	FACT_EACH_KID(m->t, node, k)
		if (NODE(k)->kind == FACT_ARG && o->narg < 3)
			o->arg[o->narg++] = vm_evalr(m, s, k + 1);
	return v_obj(o);
}

static int
is_slice(const vm *m, uint32_t node)
{
	uint32_t n = 0;

	if (NODE(node)->kind != FACT_CALL || NODE(node + 1)->kind != FACT_NAME || strcmp(fact_str(m->t, node + 1), "slice"))
		return 0;
	FACT_EACH_KID(m->t, node, k)
		n += NODE(k)->kind == FACT_ARG;
	return n == 3;
}

static value
address(vm *m, scope *s, uint32_t node)
{
	cell *c;
	value v;

	if (NODE(node + 1)->kind == FACT_NAME || NODE(node + 1)->kind == FACT_ATTR) {
		v = vm_eval(m, s, node + 1);
		if (is_obj(v, O_FUNC) || is_obj(v, O_CLASS) || (is_obj(v, O_EXT) && NODE(node + 1)->kind == FACT_NAME && !scope_find(m, s, NODE(node + 1)->str)))
			return v;
		m->pending = X_NORMAL;
	}
	if (m->c && NODE(node + 1)->kind == FACT_INDEX) { /* &table[i] */
		obj *l;
		int64_t i;
		value base = vm_evalr(m, s, node + 2), key;
		if (base.kind == V_REF)
			base = vm_resolve(m, base.r->v, node);
		if (is_obj(base, O_FUNC)) /* &f<T> */
			return vm_eval(m, s, node + 1);
		if (pointer_of(base, &l, &i) && !l->loose) {
			key = vm_evalr(m, s, NODE(node + 2)->end);
			if (key.kind == V_INT)
				return pointer_at(m, l, i + key.i, node);
		}
	}
	if (!(c = vm_place(m, s, node + 1, 1)))
		return v_unk(0);
	return (value){.kind = V_REF, .r = c};
}

static value
lambda(vm *m, scope *s, uint32_t node)
{
	obj *f = vm_declare_func(m, s, node, NULL);

	f->cls = s->cls;
	return v_obj(f);
}

static value
eval(vm *m, scope *s, uint32_t node)
{
	const fact_node *x = NODE(node);
	obj *o;
	value v;

	switch (x->kind) {
	case FACT_NONE: return v_none();
	case FACT_BOOL: return v_bool(*fact_str(m->t, node) == '1');
	case FACT_INT: return strlen(fact_str(m->t, node)) > 18 ? v_unk(x->str) : v_int(strtoll(fact_str(m->t, node), NULL, 10));
	case FACT_FLOAT: return (value){.kind = V_FLOAT, .f = strtod(fact_str(m->t, node), NULL)};
	case FACT_STR: return v_str(x->str);
	case FACT_NAME: return name(m, s, node);
	case FACT_ATTR:
		v = vm_eval(m, s, node + 1);
		if (m->pending)
			return v_unk(0);
		v = vm_attr(m, v, x->str, node);
		if (!m->c && is_obj(v, O_METHOD) && v.o->a.kind == V_UNK && NODE(node - 1)->kind != FACT_CALL)
			return member(m, v.o->a, x->str, node); /* not called here: a value */
		return v;
	case FACT_INDEX: {
		uint32_t key = NODE(node + 1)->end;
		value k;
		v = vm_evalr(m, s, node + 1);
		if (m->pending)
			return v_unk(0);
		k = is_slice(m, key) ? call_slice(m, s, key) : vm_eval(m, s, key);
		if (m->pending)
			return v_unk(0);
		if (m->c && (is_obj(v, O_CLASS) || (is_obj(v, O_FUNC) && fact_find(m->t, v.o->node, FACT_TPARAM))))
			return template_of(m, v, k, node);
		if (m->c && (is_obj(v, O_EXT) || is_obj(v, O_FUNC))) { /* a template: what it is of */
			obj *p = vm_obj(m, O_PARTIAL, vm_id(m, "template"), node);
			p->a = v;
			p->b = vm_resolve(m, k, key);
			return v_obj(p);
		}
		return vm_index(m, v, k, node);
	}
	case FACT_CALL: return call(m, s, node);
	case FACT_BIN: return binary(m, s, node);
	case FACT_UN: return unary(m, s, node);
	case FACT_ADDR: return address(m, s, node);
	case FACT_DEREF:
		v = vm_evalr(m, s, node + 1);
		if (v.kind == V_REF)
			return v.r->v;
		if (v.kind == V_STR)
			return vm_index(m, v, v_int(0), node);
		if (is_boxed(m, v))
			return v.o->a;
		if (m->c && (is_obj(v, O_LIST) || is_obj(v, O_ITER))) {
			obj *l;
			int64_t i;
			value e = pointed(v);
			m->loop_reads++;
			if (e.kind != V_UNDEF)
				return e;
			if (pointer_of(v, &l, &i)) {
				m->loop_end |= !l->loose && l->m.n > 0;
				return l->loose ? v_unk(0) : v_none();
			}
		}
		return v;
	case FACT_COND: {
		uint32_t then = NODE(node + 1)->end, other = NODE(then)->end;
		int k;
		v = vm_evalr(m, s, node + 1);
		if (m->pending)
			return v_unk(0);
		if ((k = vm_known(m, v)) < 0) {
			if (!vm_relevant(m, then) && !vm_relevant(m, other) && v.kind == V_UNK && m->trailing) {
				value a = vm_eval(m, s, then), b = vm_eval(m, s, other);
				uint32_t sym = sym_of(m, v, node + 1);
				return v.flags & VF_NOT ? vm_phi(m, sym, b, a) : vm_phi(m, sym, a, b);
			}
			k = vm_truth(m, v, node + 1);
		} else if (v.flags & VF_LABEL) {
			vm_event(m, E_GUARD, node + 1, 0, 0, k);
		}
		v = vm_eval(m, s, k ? then : other);
		is_default(m, v, k ? other : then);
		return v;
	}
	case FACT_LIST: case FACT_TUPLE:
		if (x->flags & FACT_COMMA) {
			v = v_none();
			FACT_EACH_KID(m->t, node, k)
				v = vm_eval(m, s, k);
			return v;
		}
		o = list_of(m, x->kind == FACT_TUPLE ? O_TUPLE : O_LIST, node);
		display(m, s, node + 1, x->end, o);
		return v_obj(o);
	case FACT_DICT: return display_dict(m, s, node, vm_obj(m, O_DICT, 0, node));
	case FACT_JOIN: return join(m, s, node);
	case FACT_COMP: return comprehension(m, s, node);
	case FACT_STARRED: return vm_eval(m, s, node + 1);
	case FACT_YIELD: {
		struct yield_hook *h = m->hook;
		int all = node + 1 < x->end && NODE(node + 1)->kind == FACT_STARRED;
		v = node + 1 < x->end ? vm_evalr(m, s, all ? node + 2 : node + 1) : v_none();
		if (m->pending || !h)
			return v_unk(0);
		m->hook = h->outer;
		v = h->fn(m, h->arg, v);
		m->hook = h;
		return v;
	}
	case FACT_AWAIT: return vm_eval(m, s, node + 1);
	case FACT_FUNC: return lambda(m, s, node);
	case FACT_ASSIGN:
		vm_exec(m, s, node);
		return m->pending ? v_unk(0) : vm_eval(m, s, node + 1);
	case FACT_UNKNOWN:
		if (strncmp(fact_str(m->t, node), "sizeof", 6) == 0)
			return size_of(m, s, fact_str(m->t, node), node);
		return v_unk(x->str);
	case FACT_ARG: case FACT_DEFAULT: case FACT_TYPE:
		return node + 1 < x->end ? vm_eval(m, s, node + 1) : v_unk(0);
	case FACT_ERROR:
		v = v_unk(0);
		v.opq = (uint16_t)vm_edge(m, node, "not read: %s", fact_str(m->t, node));
		return v;
	case FACT_CLASS:
		vm_declare(m, s, node);
		return v_unk(0);
	default:
		vm_exec(m, s, node);
		return v_unk(0);
	}
}

value
vm_eval(vm *m, scope *s, uint32_t node)
{
	value v;

	if (m->pending)
		return v_unk(0);
	if (++m->steps > m->max_steps || m->depth > MAX_DEPTH) {
		m->complete = 0;
		m->pending = X_STOP;
		return v_unk(0);
	}
	m->depth++;
	v = eval(m, s, node);
	m->depth--;
	return v;
}

cell *
vm_place(vm *m, scope *s, uint32_t node, int make)
{
	const fact_node *x = NODE(node);
	cell *c;
	value b, k;
	uint64_t id;

	switch (x->kind) {
	case FACT_NAME:
		c = scope_find(m, s, x->str);
		if (c && c->v.kind == V_THUNK)
			return vm_place(m, c->v.at, c->v.t.node, make);
		if (!c)
			c = scope_local(m, s, x->str);
		if (c->v.kind == V_UNDEF && make)
			c->v = v_unk(0);
		return c;
	case FACT_ATTR:
		b = vm_eval(m, s, node + 1);
		if (m->pending)
			return NULL;
		b = vm_resolve(m, b, node);
		if (m->c && (b.kind == V_UNK || b.kind == V_NONE || b.kind == V_INT || is_obj(b, O_METHOD) ||
		    (is_obj(b, O_LIST) && !is_obj(vm_resolve(m, pointed(b), node), O_INST) && pointed(b).kind != V_REF))) {
			/* a struct whose type is not in the tree */
			cell *at = vm_place(m, s, node + 1, 1);
			if (at) {
				value made = thing(m, vm_id(m, "struct"), node);
				made.o->loose = 1;
				made.o->opq = (uint16_t)opq_of(b);
				cell_set(m, at, made);
				b = made;
			}
		}
		c = vm_attr_place(m, b, x->str);
		if (c && c->v.kind == V_UNDEF && make) {
			value old = vm_attr(m, b, x->str, node);
			m->pending = X_NORMAL;
			c->v = is_obj(old, O_METHOD) ? v_unk(0) : old;
		}
		return c;
	case FACT_INDEX:
		b = vm_evalr(m, s, node + 1);
		k = vm_evalr(m, s, NODE(node + 1)->end);
		if (b.kind == V_REF)
			b = vm_resolve(m, b.r->v, node);
		if (m->pending || b.kind != V_OBJ)
			return NULL;
		if (k.kind == V_INT && is_obj(b, O_ITER)) {
			obj *l;
			int64_t i;
			if (pointer_of(b, &l, &i) && i + k.i >= 0)
				return map_get(m, &l->m, key_int(i + k.i), v_int(i + k.i));
			return NULL;
		}
		if (k.kind == V_INT && (b.o->kind == O_LIST || b.o->kind == O_TUPLE)) {
			int64_t n = list_len(b.o), i = k.i < 0 ? k.i + n : k.i;
			return map_get(m, &b.o->m, key_int(i), v_int(i));
		}
		if (key_of(m, k, &id) && (b.o->kind == O_DICT || b.o->kind == O_THING)) {
			value old = make ? vm_index(m, b, k, node) : v_unk(0);
			c = map_get(m, &b.o->m, id, k);
			if (c->v.kind == V_UNDEF && make)
				c->v = old;
			return c;
		}
		if (k.kind == V_UNK && !m->c && is_obj(b, O_DICT)) {
			k.flags &= (uint8_t)~VF_NOT;
			return map_get(m, &b.o->m, key_unknown(k, node), k);
		}
		return NULL;
	case FACT_DEREF:
		b = vm_evalr(m, s, node + 1);
		if (b.kind == V_REF)
			return b.r;
		if (m->c && (is_obj(b, O_LIST) || is_obj(b, O_ITER))) {
			obj *l;
			int64_t i;
			if (pointer_of(b, &l, &i) && i >= 0)
				return map_get(m, &l->m, key_int(i), v_int(i));
		}
		return vm_place(m, s, node + 1, make);
	case FACT_CALL: /* *f() = x, and void (*)(...) casts */
		b = vm_evalr(m, s, node);
		return b.kind == V_REF ? b.r : NULL;
	default:
		return NULL;
	}
}
