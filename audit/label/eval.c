/* eval.c - see vm.h: expressions. */
#include "vm_impl.h"

#include <stdlib.h>
#include <string.h>

#include "cint.h"
#include "cplatform.h"
#include "program.h"
#include "words.h"

enum { MAX_DEPTH = 2600 };

#define NODE(i) (&m->t->node[i])

value
vm_evalr(vm *m, scope *s, uint32_t node)
{
	return vm_resolve(m, vm_eval(m, s, node), node);
}

/* Names of C that nobody declared. */
static value
c_name(vm *m, const char *s, uint32_t id)
{
	if (strcmp(s, "NULL") == 0 || strcmp(s, "nullptr") == 0 || strcmp(s, "nullopt") == 0)
		return v_none();
	if (strcmp(s, "true") == 0 || strcmp(s, "false") == 0)
		return v_bool(*s == 't');
	if (as_ends_with(s, "SUCCESS") || as_ends_with(s, "Success"))
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
	uint32_t built = m->c && m->renames ? vm_as_built(m, s, id, c) : 0;

	if (built) {
		id = built;
		text = vm_text(m, id);
		c = scope_find(m, s, id);
	}
	if (!m->c && certain_no_name(m, node)) {
		vm_raise(m, "NameError");
		return v_unk(0);
	}
	if (c) {
		if (c->v.kind == V_THUNK)
			return vm_eval(m, vm_expands_in(m, s, c), c->v.t.node);
		return argv_now(m, c->v);
	}
	if (m->c && strcmp(text, "this") == 0) {
		for (scope *u = s; u; u = u->up)
			if (u->self.kind)
				return u->self;
		return v_unk(0);
	}
	if (m->c && m->preproc && strcmp(text, "defined") != 0) { /* undefined, unless the build says otherwise */
		int64_t i;
		int k = c_platform(text, m->main_file ? fact_str(m->t, m->main_file - 1) : NULL, &i);
		return k >= 0 && strncmp(text, "__has_", 6) != 0 && strcmp(text, "__COUNTER__") != 0 ? v_int(i) : v_unk(vm_idf(m, "macro %.100s", text));
	}
	if (m->c) {
		value flag;
		return cli_flag(m, text, node, &flag) ? flag : c_name(m, text, id);
	}
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
	if (!element && v.o->loose)
		return v_unk(vm_idf(m, "sizeof %s", id));
	return v_int(element ? 8 : 8 * list_len(v.o));
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
		vm_beside(m, a, r);
		k = vm_known(m, object_truth(m, a, l));
		if (m->pending)
			return v_unk(0);
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
	if (m->c) {
		value out;
		if (vm_free_operator(m, s, op, a, b, node, &out))
			return out;
	}
	if (m->c && strcmp(op, ">>") == 0 && (a.kind == V_STR || a.kind == V_OBJ || (a.kind == V_UNK && b.kind == V_STR))) {
		vm_read_into(m, s, r); /* in >> word */
		return v_unk(0);
	}
	if (certain_operator(m, op, a, l, b, r)) {
		vm_raise(m, certain_operator(m, op, a, l, b, r));
		return v_unk(0);
	}
	if (vm_tests(op)) {
		value out;
		if (strncmp(op, "is", 2) == 0)
			op = op[2] ? "!=" : "==";
		if (flag_compare(m, op, a, b, &out) || vm_own_compare(m, op, a, b, node, &out))
			return out;
		if (m->c && (vm_pointer_to_text(m, s, l, r) || vm_pointer_to_text(m, s, r, l)))
			return v_unk(0); /* where they stand is compared */
		return vm_compare(m, op, a, b, node);
	}
	{
		value out = vm_arith(m, op, a, b, node);
		if (m->c && NODE(l)->kind == FACT_ASSIGN && NODE(r)->kind == FACT_INT && (*fact_str(m->t, l) == '+' || *fact_str(m->t, l) == '-')) /* x++: what it was */
			out = cint_as(m, out, cint_of(a));
		return out;
	}
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
	if (*op == '(')
		return m->pending ? v : cint_cast(m, op, v);
	if (strcmp(op, "not") == 0)
		v = object_truth(m, v, node + 1);
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
		int was = m->away;
		m->away = was == 1 ? 2 : was == 2 ? 1 : 0; /* the side that does not raise is the other one of what is turned */
		k = vm_truth(m, v, node + 1);
		m->away = was;
		return v_bool(!k);
	}
	if (m->c && !m->preproc && v.kind == V_INT && (*op == '-' || *op == '~')) {
		value out, left = cint_typed(*op == '-' ? 0 : -1, CINT_INT);
		return cint_arith(*op == '-' ? "-" : "^", left, v, &out) ? out : v_unk(0);
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
	value r = known ? v_str(vm_idn(m, buf, n)) : of.kind ? vm_text_of(of) : v_unk(0);
	r.flags |= flags;
	if (!known) {
		r.opq = (uint16_t)opq;
		r.flags |= n ? VF_TRUE : 0; /* some text */
	}
	return r;
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

value
vm_slice(vm *m, scope *s, uint32_t node)
{
	return is_slice(m, node) ? call_slice(m, s, node) : (value){0};
}

static value
lambda(vm *m, scope *s, uint32_t node)
{
	obj *f = vm_declare_func(m, s, node, NULL);

	f->cls = s->cls;
	if (m->c)
		vm_capture(m, s, f);
	return v_obj(f);
}

struct handed_on { scope *s; uint32_t node; struct yield_hook *hook; xstat end; };

static int
hand_on(vm *m, void *arg, value item)
{
	struct handed_on *f = arg;
	struct yield_hook *was = m->hook;

	m->hook = f->hook->outer;
	f->hook->at = f->s;
	f->hook->node = f->node;
	f->hook->fn(m, f->hook->arg, item);
	m->hook = was;
	f->end = m->pending;
	return !m->pending;
}

/* yield from v: each of its elements is what is yielded. */
static value
yield_from(vm *m, scope *s, uint32_t node, value v)
{
	struct handed_on f = {s, node, m->hook, X_NORMAL};

	vm_iterate(m, v, node, hand_on, &f);
	if (f.end && !m->pending)
		m->pending = f.end;
	return v_unk(0);
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
	case FACT_INT:
		if (strlen(fact_str(m->t, node)) > 18)
			return v_unk(x->str);
		v = v_int(strtoll(fact_str(m->t, node), NULL, 10));
		return m->c ? cint_typed(v.i, (x->flags & FACT_LONG || v.i > (x->flags & FACT_UNSIGNED ? (int64_t)UINT32_MAX : INT32_MAX) ? CINT_LONG : CINT_INT) |
		    (x->flags & FACT_UNSIGNED ? CINT_UNSIGNED : 0)) : v;
	case FACT_FLOAT: return (value){.kind = V_FLOAT, .f = strtod(fact_str(m->t, node), NULL)};
	case FACT_STR: return v_str(x->str);
	case FACT_NAME: return name(m, s, node);
	case FACT_ATTR:
		v = vm_eval(m, s, node + 1);
		if (certain_member(m, node))
			vm_raise(m, "AttributeError");
		if (m->pending)
			return v_unk(0);
		v = vm_attr(m, v, x->str, node);
		if (!m->c && is_obj(v, O_METHOD) && v.o->a.kind == V_UNK && NODE(node - 1)->kind != FACT_CALL)
			return vm_member(m, v.o->a, x->str, node); /* not called here: a value */
		return m->c && is_obj(v, O_FUNC) && v.o->cls ? vm_dispatch(m, s, node, v) : v;
	case FACT_INDEX: {
		uint32_t key = NODE(node + 1)->end;
		value k;
		v = vm_evalr(m, s, node + 1);
		if (certain_operand(m, node + 1))
			vm_raise(m, "TypeError");
		if (m->pending)
			return v_unk(0);
		k = vm_slice(m, s, key);
		if (!k.kind)
			k = vm_eval(m, s, key);
		if (m->pending)
			return v_unk(0);
		if (m->c && (is_obj(v, O_CLASS) || (is_obj(v, O_FUNC) && fact_find(m->t, v.o->node, FACT_TPARAM))))
			return template_of(m, v, k, key);
		if (m->c && (is_obj(v, O_EXT) || is_obj(v, O_FUNC))) { /* a template: what it is of */
			value made = is_obj(v, O_EXT) && strncmp(vm_text(m, v.o->name), "std", 3) != 0 ? template_of(m, v, k, key) : v;
			obj *p;
			if (made.o != v.o) /* the tree has only those made for some arguments */
				return made;
			p = vm_obj(m, O_PARTIAL, vm_id(m, "template"), node);
			p->a = v;
			p->b = vm_resolve(m, k, key);
			if (is_obj(v, O_EXT) && vm_is_container(as_last_part(vm_text(m, v.o->name))))
				p->b = vm_pointers(m, p->b, key);
			return v_obj(p);
		}
		if (m->c && is_obj(v, O_METHOD)) { /* x.get<T>(): of what is not known */
			value t = vm_resolve(m, k, key);
			if (is_obj(t, O_EXT) || is_obj(t, O_CLASS) || NODE(key)->kind == FACT_UNKNOWN) {
				obj *p = vm_obj(m, O_PARTIAL, vm_id(m, "template"), node);
				p->a = v;
				p->b = t;
				return v_obj(p);
			}
		}
		return vm_index(m, v, k, node);
	}
	case FACT_CALL: return vm_eval_call(m, s, node);
	case FACT_BIN: return binary(m, s, node);
	case FACT_UN: return unary(m, s, node);
	case FACT_ADDR: return vm_address(m, s, node);
	case FACT_DEREF:
		v = vm_evalr(m, s, node + 1);
		if (v.kind == V_REF)
			return v.r->v;
		if (v.kind == V_STR && v.sym == (uint32_t)SYM_HELD) {
			v.sym = 0;
			return v;
		}
		if (v.kind == V_STR)
			return vm_index(m, v, v_int(0), node);
		if (is_boxed(m, v))
			return v.o->a;
		if (vm_first(m, v).kind)
			return vm_first(m, v);
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
		v = object_truth(m, vm_evalr(m, s, node + 1), node + 1);
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
		vm_beside(m, v, k ? other : then);
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
		vm_display(m, s, node + 1, x->end, o);
		return v_obj(o);
	case FACT_DICT: return vm_display_dict(m, s, node, vm_obj(m, O_DICT, 0, node));
	case FACT_JOIN: return join(m, s, node);
	case FACT_COMP: return vm_comprehension(m, s, node);
	case FACT_STARRED: return vm_eval(m, s, node + 1);
	case FACT_YIELD: {
		struct yield_hook *h = m->hook;
		int all = node + 1 < x->end && NODE(node + 1)->kind == FACT_STARRED;
		v = node + 1 < x->end ? vm_evalr(m, s, all ? node + 2 : node + 1) : v_none();
		if (m->pending || !h)
			return v_unk(0);
		if (all)
			return yield_from(m, s, node, v);
		m->hook = h->outer;
		h->at = s;
		h->node = node;
		v = h->fn(m, h->arg, v);
		m->hook = h;
		return v;
	}
	case FACT_AWAIT:
		v = vm_eval(m, s, node + 1);
		return m->pending ? v : task_await(m, v, node);
	case FACT_FUNC: return lambda(m, s, node);
	case FACT_ASSIGN: {
		xstat done = vm_exec(m, s, node);
		if (done == X_RAISE || done == X_EXIT || done == X_STOP) /* what is assigned was not to be had */
			m->pending = done;
		return m->pending ? v_unk(0) : vm_eval(m, s, node + 1);
	}
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
		vm_cut(m, node, m->depth > MAX_DEPTH ? "expressions nested deeper than they are followed" : "more steps than one path may take");
		m->pending = X_STOP;
		return v_unk(0);
	}
	m->depth++;
	v = eval(m, s, node);
	m->depth--;
	return v;
}
