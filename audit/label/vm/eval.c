/* eval.c - see vm.h: expressions. */
#include "vm_impl.h"

#include <stdlib.h>
#include <string.h>

#include "cint.h"
#include "../cone/cone.h"
#include "../facts/cplatform.h"
#include "../program/program.h"
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

obj *
vm_variadic(vm *m, const scope *s, uint32_t node)
{
	cell *c;

	while (s && s->kind != S_FUNC)
		s = s->up;
	if (!m->c || !s || !s->fn || !(NODE(s->fn->node)->flags & FACT_MACRO) || NODE(node)->kind != FACT_NAME)
		return NULL;
	c = map_find(&s->m, key_str(NODE(node)->str));
	return c && is_obj(c->v, O_TUPLE) && NODE(c->v.o->node)->kind == FACT_PARAM ? c->v.o : NULL;
}

value
vm_expanded(vm *m, scope *s, value v)
{
	const cell of = {.v = v};
	scope *at;
	xstat x;

	if (v.kind != V_THUNK)
		return v;
	at = vm_expands_in(m, s, &of);
	if (NODE(v.t.node)->kind != FACT_FUNC || !(NODE(v.t.node)->flags & FACT_INLINE))
		return vm_eval(m, at, v.t.node);
	x = vm_block(m, at, fact_find(m->t, v.t.node, FACT_BLOCK)); /* M(x = f(); g();) */
	if (!m->pending && x != X_NORMAL)
		m->pending = x;
	return v_none();
}

static value
name(vm *m, scope *s, uint32_t node)
{
	static const char *const of_modules[] = {"__doc__", "__spec__", "__package__", "__loader__", "__path__", "__cached__", "__builtins__", "__annotations__"};
	uint32_t id = NODE(node)->str;
	const char *text = vm_text(m, id);
	cell *c = scope_find(m, s, id);
	uint32_t built = m->c && m->renames ? vm_as_built(m, s, id, c) : 0;

	if (built) {
		id = built;
		text = vm_text(m, id);
		c = scope_find(m, s, id);
	}
	if (c && m->c && m->preproc && m->cone && cone_macro_open(m->cone, id, s->file))
		return v_unk(vm_idf(m, "macro %.100s", text));
	if (!m->c && certain_no_name(m, node)) {
		vm_raise(m, "NameError");
		return v_unk(0);
	}
	if (c) {
		obj *all = vm_variadic(m, s, node);
		value v = v_none();
		for (int64_t i = 0; all && i < list_len(all) && !m->pending; i++) /* the operator , stands between them */
			v = vm_expanded(m, s, list_at(all, i));
		if (all)
			return v;
		if (c->v.kind == V_THUNK)
			return vm_expanded(m, s, c->v);
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
	if (strcmp(text, "NotImplemented") == 0 || strcmp(text, "Ellipsis") == 0 || AS_AMONG(text, of_modules))
		return v_unk(id);
	if (certain_deleted(m, s, node)) {
		vm_raise(m, "NameError");
		return v_unk(0);
	}
	c = map_find(&ext_obj(m, vm_id(m, "builtins"))->m, key_str(id)); /* a program may put some there */
	if (c && c->v.kind != V_UNDEF)
		return c->v;
	if (certain_not_built_in(m, node)) {
		vm_raise(m, "NameError");
		return v_unk(0);
	}
	if ((c = scope_find(m, s, vm_id(m, "*"))) && is_obj(c->v, O_EXT) && !certain_given(text)) /* of a library that is not known, with all its names */
		return ext_of(m, vm_text(m, vm_idf(m, "%.200s.%.90s", vm_text(m, c->v.o->name), text)));
	return v_obj(ext_obj(m, id));
}

/* How many characters the array `name` of the function that runs, or of its file, has; 0: it is none, or that is not known. */
static int64_t
characters(vm *m, scope *s, uint32_t name)
{
	uint32_t in[2] = {s->fn ? s->fn->node : 0, s->file};

	for (int i = 0; i < 2; i++)
		for (uint32_t k = in[i], end = in[i] || i ? NODE(in[i])->end : 0; k < end; k++) {
			uint32_t type, dim;
			value n;
			if (i && NODE(k)->kind == FACT_FUNC) {
				k = NODE(k)->end - 1;
				continue;
			}
			if (NODE(k)->kind != FACT_DECL || NODE(k + 1)->kind != FACT_NAME || NODE(k + 1)->str != name || !(dim = fact_find(m->t, k, FACT_DIM)))
				continue;
			type = fact_find(m->t, k, FACT_TYPE);
			if (!type || strcmp(fact_str(m->t, type), "char") != 0 || NODE(type)->flags & FACT_POINTER || dim + 1 >= NODE(dim)->end)
				return 0;
			n = vm_evalr(m, s, dim + 1);
			return n.kind == V_INT && NODE(dim)->end <= NODE(k)->end && (NODE(dim)->end == NODE(k)->end || NODE(NODE(dim)->end)->kind != FACT_DIM) ? n.i : 0;
		}
	return 0;
}

/* "sizeof x", "sizeof *x", "sizeof(x[0])": so that a length of a table is known. */
static value
size_of(vm *m, scope *s, const char *text, uint32_t node)
{
	char id[128];
	size_t n = 0;
	int element = 0;
	int64_t room;
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
	if (m->c && !element && !*text && (room = characters(m, s, vm_id(m, id))) > 0)
		return v_int(room);
	v = c->v.kind == V_THUNK ? vm_eval(m, c->v.at, c->v.t.node) : c->v;
	if (!is_obj(v, O_LIST) && !is_obj(v, O_TUPLE))
		return v_unk(vm_idf(m, "sizeof %s", id));
	(void)node;
	if (!element && v.o->loose)
		return v_unk(vm_idf(m, "sizeof %s", id));
	return v_int(element ? 8 : 8 * list_len(v.o));
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
integer(vm *m, uint32_t node)
{
	const char *s = fact_str(m->t, node);
	uint32_t flags = NODE(node)->flags, sign = flags & FACT_UNSIGNED ? CINT_UNSIGNED : 0;
	int64_t i;

	if (strlen(s) > 18)
		return v_unk(NODE(node)->str);
	i = strtoll(s, NULL, 10);
	if (!m->c)
		return v_int(i);
	return cint_typed(i, (flags & FACT_LONG || i > (sign ? (int64_t)UINT32_MAX : INT32_MAX) ? CINT_LONG : CINT_INT) | sign);
}

/* *p */
static value
deref(vm *m, scope *s, uint32_t node)
{
	value v = vm_evalr(m, s, node + 1), e;
	obj *l;
	int64_t i;

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
		e = pointed(v);
		m->loop_reads++;
		if (e.kind != V_UNDEF)
			return e;
		if (pointer_of(v, &l, &i)) {
			m->loop_end |= !l->loose && l->m.n > 0;
			return l->loose ? v_unk(0) : v_none();
		}
	}
	return v;
}

static value
yielded(vm *m, scope *s, uint32_t node)
{
	struct yield_hook *h = m->hook;
	int any = node + 1 < NODE(node)->end, all = any && NODE(node + 1)->kind == FACT_STARRED;
	value v = any ? vm_evalr(m, s, all ? node + 2 : node + 1) : v_none();

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

/* ("f", lib), of which ctypes makes a function of the library. */
static void
found_by_pair(vm *m, const obj *pair, uint32_t node)
{
	value name = vm_resolve(m, list_at(pair, 0), node), lib = vm_resolve(m, list_at(pair, 1), node);

	if (!thing_is(m, lib, "dlopen()"))
		return;
	if (name.kind == V_STR && vm_cstr(m, name, NULL))
		vm_attr(m, lib, vm_id(m, vm_cstr(m, name, NULL)), node);
	else
		vm_edge(m, node, "a function is looked up whose name is not known");
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
	case FACT_INT: return integer(m, node);
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
	case FACT_INDEX: return vm_eval_index(m, s, node);
	case FACT_CALL: return vm_eval_call(m, s, node);
	case FACT_BIN: return vm_eval_binary(m, s, node);
	case FACT_UN: return vm_eval_unary(m, s, node);
	case FACT_ADDR: return vm_address(m, s, node);
	case FACT_DEREF: return deref(m, s, node);
	case FACT_COND: return vm_eval_cond(m, s, node);
	case FACT_LIST: case FACT_TUPLE:
		if (x->flags & FACT_COMMA) {
			v = v_none();
			FACT_EACH_KID(m->t, node, k)
				v = vm_eval(m, s, k);
			return v;
		}
		o = list_of(m, x->kind == FACT_TUPLE ? O_TUPLE : O_LIST, node);
		vm_display(m, s, node + 1, x->end, o);
		if (!m->c && x->kind == FACT_TUPLE)
			found_by_pair(m, o, node);
		return v_obj(o);
	case FACT_DICT: return vm_display_dict(m, s, node, vm_obj(m, O_DICT, 0, node));
	case FACT_JOIN: return join(m, s, node);
	case FACT_COMP: return vm_comprehension(m, s, node);
	case FACT_STARRED: return vm_eval(m, s, node + 1);
	case FACT_YIELD: return yielded(m, s, node);
	case FACT_AWAIT:
		v = vm_eval(m, s, node + 1);
		return m->pending ? v : task_await(m, v, node);
	case FACT_FUNC: return lambda(m, s, node);
	case FACT_ASSIGN: {
		if (s->comp && !m->c && NODE(node + 1)->kind == FACT_NAME) {
			scope *out = s;
			v = vm_eval(m, s, NODE(node + 1)->end);
			while (out->comp)
				out = out->up;
			if (!m->pending)
				cell_set(m, scope_local(m, out, NODE(node + 1)->str), v);
			return v;
		}
		xstat done = vm_exec(m, s, node);
		if (done == X_RAISE || done == X_EXIT || done == X_STOP) /* what is assigned was not to be had */
			m->pending = done;
		return m->pending ? v_unk(0) : vm_eval(m, s, node + 1);
	}
	case FACT_UNKNOWN:
		if (strncmp(fact_str(m->t, node), "sizeof", 6) == 0)
			return size_of(m, s, fact_str(m->t, node), node);
		if (m->c && strncmp(fact_str(m->t, node), "new ", 4) == 0)
			vm_new_array(m, s, fact_str(m->t, node) + 4);
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
	fact_kind x = NODE(node)->kind;
	value v;

	if (m->pending)
		return v_unk(0);
	if (++m->steps > m->max_steps || m->depth > MAX_DEPTH) {
		vm_cut(m, node, m->depth > MAX_DEPTH ? "expressions nested deeper than they are followed" : "more steps than one path may take");
		m->pending = X_STOP;
		return v_unk(0);
	}
	if (x == FACT_CALL || x == FACT_NAME || x == FACT_ATTR)
		vm_loud(m, node);
	m->depth++;
	v = eval(m, s, node);
	m->depth--;
	return v;
}
