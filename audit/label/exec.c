/* exec.c - see vm.h: statements.
 *
 * Loops end: a loop over something known runs for each element up to a limit, one
 * whose end is not known runs twice, or as long as it reads elements of a known table. */
#include "vm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"

enum { LOOP_KNOWN = 400, LOOP_UNKNOWN = 2, LOOP_COUNT = 24 };

#define NODE(i) (&m->t->node[i])

int
vm_relevant(const vm *m, uint32_t node)
{
	return program_relevant(m->p, node);
}

static xstat
taken(vm *m)
{
	xstat x = m->pending;

	m->pending = X_NORMAL;
	return x;
}

/* Whether the variable is given away in the block: move(x), or x is what is returned. */
static int
given_away(const vm *m, uint32_t block, uint32_t name)
{
	for (uint32_t i = block + 1; i < NODE(block)->end; i++)
		if (NODE(i)->kind == FACT_NAME && NODE(i)->str == name &&
		    (NODE(i - 1)->kind == FACT_RETURN || (NODE(i - 1)->kind == FACT_ARG && (strcmp(fact_str(m->t, i - 2), "move") == 0 || strcmp(fact_str(m->t, i - 3), "move") == 0))))
			return 1;
	return 0;
}

/* The end of a block of C++ up to the node `to`: what it declared by value is destroyed, the last first. */
static void
destroy(vm *m, scope *s, uint32_t block, uint32_t to)
{
	uint32_t found[16], n = 0;
	value ret = m->ret;
	scope *at = s;

	while (at->inlined && at->up)
		at = at->up;
	for (uint32_t k = block + 1; k < to && k < NODE(block)->end; k = NODE(k)->end) {
		uint32_t type = NODE(k)->kind == FACT_DECL && !(NODE(k)->flags & FACT_STATIC) ? fact_find(m->t, k, FACT_TYPE) : 0;

		if (type && !(NODE(type)->flags & (FACT_POINTER | FACT_REF | FACT_ARRAY)) && NODE(k + 1)->kind == FACT_NAME && n < 16)
			found[n++] = NODE(k + 1)->str;
	}
	while (n-- > 0 && !m->pending) {
		cell *c = map_find(&at->m, key_str(found[n]));
		const char *name, *dot;
		value f;
		obj *where;

		if (!c || !is_obj(c->v, O_INST) || !c->v.o->cls)
			continue;
		name = vm_text(m, c->v.o->cls->name);
		dot = strrchr(name, '.');
		f = class_find(m, c->v.o->cls, vm_idf(m, "~%.100s", dot ? dot + 1 : name), &where);
		if (is_obj(f, O_FUNC) && fact_find(m->t, f.o->node, FACT_BLOCK) && !given_away(m, block, found[n])) {
			args none = {.node = f.o->node};
			func_call(m, f.o, c->v, 1, &none);
		}
	}
	m->ret = ret;
}

static xstat block_body(vm *m, scope *s, uint32_t node, uint32_t *reached);

xstat
vm_block(vm *m, scope *s, uint32_t node)
{
	uint32_t reached = NODE(node)->end;
	xstat x = block_body(m, s, node, &reached);

	if (m->c && (x == X_NORMAL || x == X_RETURN || x == X_BREAK || x == X_CONTINUE) && !m->pending) {
		destroy(m, s, node, reached);
		if (m->pending)
			return taken(m);
	}
	return x;
}

/* Its statements; *reached: the one that it was left by. */
static xstat
block_body(vm *m, scope *s, uint32_t node, uint32_t *reached)
{
	int jumps = 0;
	xstat x;

	for (uint32_t i = node + 1; i < NODE(node)->end;) {
		x = vm_exec(m, s, i);
		if (x == X_GOTO) {
			uint32_t to = 0;
			FACT_EACH_KID(m->t, node, k)
				if (NODE(k)->kind == FACT_LABEL && NODE(k)->str == m->go)
					to = k;
			if (to && ++jumps < 8) {
				i = to;
				continue;
			}
			if (to) {
				m->complete = 0;
				return X_STOP;
			}
		}
		if (x != X_NORMAL) {
			*reached = i;
			return x;
		}
		i = NODE(i)->end;
	}
	return X_NORMAL;
}

/* A BLOCK, or one statement. */
static xstat
body(vm *m, scope *s, uint32_t node)
{
	return NODE(node)->kind == FACT_BLOCK ? vm_block(m, s, node) : vm_exec(m, s, node);
}

/* ---- assignment ---- */

/* The class that a TYPE names, if its values are structs that are copied. */
static obj *
struct_of(vm *m, scope *s, uint32_t type)
{
	const char *name = fact_str(m->t, type), *dot = strrchr(name, '.');
	cell *c;

	if (!m->c || NODE(type)->flags & (FACT_POINTER | FACT_REF | FACT_ARRAY))
		return NULL;
	c = scope_find(m, s, dot ? vm_id(m, dot + 1) : NODE(type)->str);
	return c && is_obj(c->v, O_CLASS) ? c->v.o : NULL;
}

static value
copied(vm *m, value v)
{
	obj *o;

	if (v.kind == V_REF)
		v = v.r->v;
	if (!is_obj(v, O_INST))
		return v;
	o = vm_obj(m, O_INST, v.o->name, v.o->node);
	o->cls = v.o->cls;
	o->comp = v.o->comp;
	o->opq = v.o->opq;
	o->loose = v.o->loose;
	for (uint32_t i = 0; i < v.o->m.n; i++)
		map_get(m, &o->m, v.o->m.slot[i].key, v.o->m.slot[i].kv)->v = v.o->m.slot[i].c->v;
	return v_obj(o);
}

/* {a, b} for a struct: its fields in order. */
static value
aggregate(vm *m, obj *cls, value v, uint32_t node)
{
	args a = {.node = node};

	if (is_obj(v, O_LIST)) {
		for (int64_t i = 0; i < list_len(v.o) && a.n < 24; i++)
			a.v[a.n++] = list_at(v.o, i);
	} else if (is_obj(v, O_DICT)) {
		for (uint32_t i = 0; i < v.o->m.n && a.n < 24; i++) {
			a.v[a.n] = v.o->m.slot[i].c->v;
			a.kw[a.n++] = v.o->m.slot[i].kv.kind == V_STR ? v.o->m.slot[i].kv.s.s : 0;
		}
	} else {
		return v;
	}
	return class_new(m, cls, &a);
}

/* What C makes of an initialiser by its type. */
static value
typed(vm *m, scope *s, uint32_t type, value v, uint32_t node)
{
	const char *name = fact_str(m->t, type), *dot = strrchr(name, '.');
	const char *last = dot ? dot + 1 : name;
	cell *c = scope_find(m, s, vm_id(m, last));
	obj *cls = c && is_obj(c->v, O_CLASS) ? c->v.o : NULL;

	v = vm_resolve(m, v, node);
	if (strcmp(last, "optional") == 0)
		return boxed(m, v, node);
	if (cls && cls->self_flags & 1)
		return v;
	if (NODE(type)->flags & FACT_ARRAY && is_obj(v, O_DICT)) { /* designators: a list with holes */
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
	if (NODE(type)->flags & FACT_ARRAY && is_obj(v, O_LIST)) {
		if (cls)
			for (uint32_t i = 0; i < v.o->m.n; i++)
				v.o->m.slot[i].c->v = aggregate(m, cls, v.o->m.slot[i].c->v, node);
		return v;
	}
	if (cls && !(NODE(type)->flags & (FACT_POINTER | FACT_REF))) {
		if (is_obj(v, O_LIST) || is_obj(v, O_DICT))
			return aggregate(m, cls, v, node);
		return v;
	}
	if (strstr(last, "map") && is_obj(v, O_LIST)) { /* {{k, v}, ...} */
		obj *d = vm_obj(m, O_DICT, 0, node);
		for (int64_t i = 0; i < list_len(v.o); i++) {
			value p = list_at(v.o, i), k;
			uint64_t id;
			if (!is_obj(p, O_LIST) && !is_obj(p, O_TUPLE))
				continue;
			k = vm_resolve(m, list_at(p.o, 0), node);
			if (list_len(p.o) >= 2 && key_of(m, k, &id))
				cell_set(m, map_get(m, &d->m, id, k), list_at(p.o, 1));
		}
		return v_obj(d);
	}
	if (is_obj(v, O_LIST) && list_len(v.o) == 0 && !strstr(last, "vector") && !strstr(last, "array") && !strstr(last, "set") && !strstr(last, "list"))
		return v_int(0); /* {} of a scalar or handle */
	if (is_obj(v, O_LIST) && list_len(v.o) == 1 && !strstr(last, "vector") && !strstr(last, "array") && !strstr(last, "set") && !strstr(last, "list") && !strstr(last, "auto"))
		return list_at(v.o, 0);
	return v;
}

/* What is there where C declares without a value. */
static value
fresh(vm *m, scope *s, uint32_t decl, uint32_t type)
{
	const char *name = type ? fact_str(m->t, type) : "", *dot = strrchr(name, '.');
	const char *last = dot ? dot + 1 : name;
	uint32_t fl = type ? NODE(type)->flags : 0;
	int zero = s->kind == S_SHARED || s->kind == S_FILE || NODE(decl)->flags & FACT_STATIC;
	value v;
	cell *c;

	if (fl & FACT_ARRAY) {
		v = v_obj(list_of(m, O_LIST, decl));
		v.o->loose = 1;
		return v;
	}
	if (!(fl & (FACT_POINTER | FACT_REF))) {
		if (strcmp(last, "string") == 0)
			return v_strc(m, "");
		if (strstr(last, "map"))
			return v_obj(vm_obj(m, O_DICT, 0, decl));
		if (strcmp(last, "vector") == 0 || strcmp(last, "deque") == 0 || strcmp(last, "list") == 0 || strstr(last, "set"))
			return v_obj(list_of(m, O_LIST, decl));
		if (strcmp(last, "optional") == 0 || strstr(last, "_ptr") || strcmp(last, "function") == 0)
			return v_none();
		c = type ? scope_find(m, s, vm_id(m, last)) : NULL;
		if (c && is_obj(c->v, O_CLASS) && !(c->v.o->self_flags & 1)) {
			args a = {.node = decl, .scope = s};
			return class_new(m, c->v.o, &a);
		}
	}
	if (zero || (s->kind == S_CLASS && !m->c))
		return v_int(0);
	v = v_unk(0);
	v.flags = VF_UNINIT;
	v.sym = vm_idf(m, "%.80s not set", NODE(decl + 1)->kind == FACT_NAME ? fact_str(m->t, decl + 1) : "it");
	return v;
}

static void
unpack(vm *m, scope *s, uint32_t target, value v)
{
	uint32_t n = 0, i = 0;

	v = vm_resolve(m, v, target);
	if (v.kind == V_REF)
		v = v.r->v;
	FACT_EACH_KID(m->t, target, k)
		n++;
	if (is_obj(v, O_GEN) || is_obj(v, O_ITER)) {
		args a = {.n = 1, .node = target, .scope = s};
		a.v[0] = v;
		lib_py(m, "list", &a, &v);
	}
	FACT_EACH_KID(m->t, target, k) {
		value e = v_unk(0);
		if (NODE(k)->kind == FACT_STARRED) {
			obj *l = list_of(m, O_LIST, k);
			int64_t rest = is_obj(v, O_LIST) || is_obj(v, O_TUPLE) ? list_len(v.o) - (int64_t)(n - 1) : -1;
			for (int64_t r = 0; r < rest; r++)
				list_add(m, l, list_at(v.o, (int64_t)i + r));
			if (rest < 0)
				l->loose = 1;
			vm_assign(m, s, k + 1, v_obj(l));
			i += rest > 0 ? (uint32_t)rest : 0;
			continue;
		}
		if (is_obj(v, O_LIST) || is_obj(v, O_TUPLE)) {
			e = list_at(v.o, i);
			if (e.kind == V_UNDEF)
				e = v_unk(0);
		} else if (is_obj(v, O_ITER) || (m->c && is_obj(v, O_INST))) {
			e = m->c && is_obj(v, O_INST) && i < v.o->m.n ? v.o->m.slot[i].c->v : v_unk(0);
		} else {
			e.comp = (uint16_t)comp_of(v);
			e.opq = (uint16_t)opq_of(v);
		}
		i++;
		vm_assign(m, s, k, e);
	}
}

void
vm_assign(vm *m, scope *s, uint32_t target, value v)
{
	const fact_node *x = NODE(target);
	value b, k;
	cell *c;

	if (m->pending)
		return;
	switch (x->kind) {
	case FACT_NAME:
		if (m->c) {
			c = scope_find(m, s, x->str);
			if (c && c->v.kind == V_THUNK) {
				vm_assign(m, c->v.at, c->v.t.node, v);
				return;
			}
		} else {
			c = NULL;
		}
		cell_set(m, c ? c : scope_local(m, s, x->str), v);
		return;
	case FACT_ATTR:
		if (m->c) {
			if ((c = vm_place(m, s, target, 0)))
				cell_set(m, c, v);
			return;
		}
		b = vm_eval(m, s, target + 1);
		if (!m->pending)
			vm_attr_set(m, b, x->str, v, target);
		return;
	case FACT_INDEX:
		b = vm_evalr(m, s, target + 1);
		if (b.kind == V_REF)
			b = vm_resolve(m, b.r->v, target);
		k = vm_evalr(m, s, NODE(target + 1)->end);
		if (m->pending)
			return;
		if (is_obj(b, O_DICT) || is_obj(b, O_LIST)) {
			if ((c = vm_place(m, s, target, 0)))
				cell_set(m, c, v);
			else
				b.o->loose = 1;
			return;
		}
		if (is_obj(b, O_SCOPE) && k.kind == V_STR) {
			cell_set(m, map_get(m, &b.o->scope->m, key_str(k.s.s), k), v);
			return;
		}
		if (is_obj(b, O_INST)) {
			obj *where;
			value f = class_find(m, b.o->cls, vm_id(m, "__setitem__"), &where);
			value two[2] = {k, v};
			uint64_t id;
			if (is_obj(f, O_FUNC))
				vm_callv(m, bind(m, f, b, where), target, 2, two);
			else if (dict_part(m, &b) && key_of(m, k, &id))
				cell_set(m, map_get(m, &dict_part(m, &b)->m, id, k), v);
			else if (dict_part(m, &b))
				dict_part(m, &b)->loose = 1;
			return;
		}
		if (is_obj(b, O_THING)) {
			if ((c = vm_place(m, s, target, 0)))
				cell_set(m, c, v);
		}
		return;
	case FACT_TUPLE: case FACT_LIST:
		unpack(m, s, target, v);
		return;
	case FACT_STARRED:
		vm_assign(m, s, target + 1, v);
		return;
	case FACT_DEREF: case FACT_CALL:
		if ((c = vm_place(m, s, target, 0)))
			cell_set(m, c, v);
		return;
	default:
		return;
	}
}

static xstat
assign(vm *m, scope *s, uint32_t node)
{
	uint32_t target = node + 1, from = NODE(target)->end;
	const char *op = fact_str(m->t, node);
	value v, old;

	if (*op) {
		char text[8];
		snprintf(text, sizeof text, "%.*s", (int)(strlen(op) > 1 && op[strlen(op) - 1] == '=' ? strlen(op) - 1 : strlen(op)), op);
		old = vm_evalr(m, s, target);
		v = vm_evalr(m, s, from);
		if (m->pending)
			return taken(m);
		if (is_obj(old, O_LIST) && *text == '+' && !m->c) {
			if (is_obj(v, O_LIST) || is_obj(v, O_TUPLE))
				for (int64_t i = 0; i < list_len(v.o); i++)
					list_add(m, old.o, list_at(v.o, i));
			else
				old.o->loose = 1;
			return X_NORMAL;
		}
		if (old.kind == V_INT && v.kind == V_INT && (*text == '+' || *text == '-') && !text[1])
			v = v_int(*text == '+' ? old.i + v.i : old.i - v.i);
		else if (old.kind == V_STR && v.kind == V_STR && *text == '+') {
			char *buf;
			if (!vm_cstr(m, old, NULL) || !vm_cstr(m, v, NULL))
				return X_NORMAL;
			buf = vm_alloc(m, strlen(vm_cstr(m, old, NULL)) + strlen(vm_cstr(m, v, NULL)) + 1);
			strcpy(buf, vm_cstr(m, old, NULL));
			strcat(buf, vm_cstr(m, v, NULL));
			uint8_t fl = (old.flags | v.flags) & VF_LABEL;
			v = v_strc(m, buf);
			v.flags = fl;
		} else if ((old.kind == V_INT || old.kind == V_BOOL) && (v.kind == V_INT || v.kind == V_BOOL)) {
			v = vm_arith(m, text, old, v, node);
		} else if (m->c && v.kind == V_INT && (*text == '+' || *text == '-') && (is_obj(old, O_LIST) || is_obj(old, O_ITER))) {
			obj *l;
			int64_t i;
			v = pointer_of(old, &l, &i) ? pointer_at(m, l, *text == '+' ? i + v.i : i - v.i, node) : v_unk(0);
		} else if (old.kind == V_STR && v.kind == V_INT && m->c && *text == '+') {
			old.s.off += (int32_t)v.i;
			v = old;
		} else if (is_obj(old, O_DICT) && is_obj(v, O_DICT) && *text == '|') {
			for (uint32_t i = 0; i < v.o->m.n; i++)
				cell_set(m, map_get(m, &old.o->m, v.o->m.slot[i].key, v.o->m.slot[i].kv), v.o->m.slot[i].c->v);
			return X_NORMAL;
		} else {
			v = v_unk(0);
		}
	} else {
		v = vm_eval(m, s, from);
		if (m->pending)
			return taken(m);
	}
	vm_assign(m, s, target, v);
	return taken(m);
}

static xstat
decl(vm *m, scope *s, uint32_t node)
{
	uint32_t target = node + 1, type = fact_find(m->t, node, FACT_TYPE), def = fact_find(m->t, node, FACT_DEFAULT);
	scope *at = s;
	cell *c;
	value v;

	if (target >= NODE(node)->end || NODE(target)->kind != FACT_NAME) {
		if (def && target < NODE(node)->end) { /* auto [a, b] = ... */
			v = vm_eval(m, s, def + 1);
			vm_assign(m, s, target, v);
		}
		return taken(m);
	}
	if (NODE(node)->flags & FACT_MACRO) {
		if (NODE(node)->flags & FACT_OPEN) {
			v = v_unk(vm_idf(m, "macro %.100s", fact_str(m->t, target)));
		} else if (def) {
			v = (value){.kind = V_THUNK, .at = s};
			v.t.node = def + 1;
		} else {
			v = v_bool(1);
		}
		cell_set(m, map_get(m, &s->m, key_str(NODE(target)->str), v_str(NODE(target)->str)), v);
		return X_NORMAL;
	}
	while (at->inlined && at->up)
		at = at->up;
	if (m->c && NODE(node)->flags & FACT_STATIC && at->kind == S_FUNC) {
		/* it lives on: kept with the file */
		c = map_get(m, &m->shared->m, key_int(node), v_int(node));
		if (c->v.kind == V_UNDEF)
			c->v = def ? vm_eval(m, s, def + 1) : fresh(m, s, node, type);
		if (type && def)
			c->v = typed(m, s, type, c->v, node);
		for (uint32_t i = 0; ; i++) { /* one cell for all calls */
			map_get(m, &at->m, key_str(NODE(target)->str), v_str(NODE(target)->str));
			for (i = 0; i < at->m.n; i++)
				if (at->m.slot[i].key == key_str(NODE(target)->str))
					at->m.slot[i].c = c;
			break;
		}
		return taken(m);
	}
	if (def) {
		int lvalue = NODE(def + 1)->kind == FACT_NAME || NODE(def + 1)->kind == FACT_ATTR || NODE(def + 1)->kind == FACT_INDEX || NODE(def + 1)->kind == FACT_DEREF;
		v = vm_eval(m, s, def + 1);
		if (m->pending)
			return taken(m);
		if (m->c && type) {
			v = typed(m, s, type, v, node);
			if (lvalue && struct_of(m, s, type))
				v = copied(m, v);
			if (NODE(type)->flags & FACT_REF && lvalue && v.kind != V_OBJ) {
				cell *of = vm_place(m, s, def + 1, 1);
				if (of) {
					map_get(m, &at->m, key_str(NODE(target)->str), v_str(NODE(target)->str));
					for (uint32_t i = 0; i < at->m.n; i++)
						if (at->m.slot[i].key == key_str(NODE(target)->str))
							at->m.slot[i].c = of;
					return taken(m);
				}
			}
		}
	} else if (m->c) {
		if (map_find(&at->m, key_str(NODE(target)->str)) && (at->kind == S_SHARED || at->kind == S_FILE))
			return X_NORMAL;
		v = fresh(m, s, node, type);
	} else {
		if (s->kind == S_CLASS) { /* a field without a default */
			cell_set(m, map_get(m, &s->m, key_str(NODE(target)->str), v_str(NODE(target)->str)), (value){0});
		}
		return X_NORMAL;
	}
	if (m->pending)
		return taken(m);
	if (m->c)
		c = map_get(m, &at->m, key_str(NODE(target)->str), v_str(NODE(target)->str));
	else
		c = scope_local(m, s, NODE(target)->str);
	cell_set(m, c, v);
	return X_NORMAL;
}

/* ---- branches ---- */

/* Is there a way out of the branch but its end, or something that may not run by halves? */
static int
leaves(const vm *m, uint32_t node)
{
	if (vm_relevant(m, node))
		return 1;
	for (uint32_t i = node; i < NODE(node)->end; i++)
		switch (NODE(i)->kind) {
		case FACT_RETURN: case FACT_RAISE: case FACT_BREAK: case FACT_CONTINUE: case FACT_GOTO: case FACT_YIELD:
		case FACT_ERROR: case FACT_CLASS: case FACT_IMPORT: case FACT_FROM: case FACT_ASSERT:
			return 1;
		case FACT_FUNC:
			i = NODE(i)->end - 1;
			break;
		case FACT_CALL:
			if (NODE(i + 1)->kind == FACT_NAME && is_exit(fact_str(m->t, i + 1)))
				return 1;
			if (NODE(i + 1)->kind == FACT_ATTR && strcmp(fact_str(m->t, i + 1), "exit") == 0)
				return 1;
			break;
		default: break;
		}
	return 0;
}

/* Runs both sides; what they leave different has two faces. */
static xstat
both(vm *m, scope *s, uint32_t sym, uint32_t then, uint32_t other)
{
	uint32_t from = m->ntrail, mid, end, ndec = m->ndec, was = m->branch, deep = (uint32_t)m->trailing;
	struct { cell *c; value v; } *first;

	m->trailing++;
	m->branch = ++m->serial;
	if (then)
		body(m, s, then);
	m->pending = X_NORMAL;
	mid = m->ntrail;
	first = vm_alloc(m, (mid - from + 1) * sizeof *first);
	for (uint32_t i = from; i < mid; i++) { /* keep what the first side left, and undo it */
		first[i - from].c = m->trail[i].c;
		first[i - from].v = m->trail[i].c->v;
	}
	for (uint32_t i = mid; i-- > from;)
		m->trail[i].c->v = m->trail[i].old;
	m->branch = ++m->serial;
	if (other)
		body(m, s, other);
	m->pending = X_NORMAL;
	end = m->ntrail;
	for (uint32_t i = mid; i < end; i++) { /* set by the second side, and perhaps by the first */
		value a = m->trail[i].old;
		for (uint32_t k = 0; k < mid - from; k++)
			if (first[k].c == m->trail[i].c)
				a = first[k].v;
		m->trail[i].c->v = vm_phi(m, sym, a, m->trail[i].c->v);
	}
	for (uint32_t k = 0; k < mid - from; k++) {
		int seen = 0;
		for (uint32_t i = mid; i < end && !seen; i++)
			seen = m->trail[i].c == first[k].c;
		if (!seen)
			first[k].c->v = vm_phi(m, sym, first[k].v, first[k].c->v);
	}
	m->branch = was;
	m->trailing = (int)deep;
	if (!m->trailing)
		m->ntrail = 0;
	else /* the outer branch must undo these too, whatever it had seen */
		for (uint32_t i = from; i < end; i++)
			m->trail[i].c->mark = was;
	(void)ndec;
	return X_NORMAL;
}

int
vm_preproc(vm *m, scope *s, uint32_t node)
{
	int was = m->preproc, k;

	m->preproc = 1;
	k = vm_truth(m, vm_evalr(m, s, node + 1), node + 1);
	m->preproc = was;
	return k;
}

static xstat
branch(vm *m, scope *s, uint32_t node)
{
	uint32_t test = node + 1, then = NODE(test)->end, other = then < NODE(node)->end ? NODE(then)->end : NODE(node)->end;
	uint32_t from = m->nev;
	value v;
	int k;

	if (other >= NODE(node)->end)
		other = 0;
	if (NODE(node)->flags & FACT_PREPROC) {
		k = vm_preproc(m, s, node);
		return k ? body(m, s, then) : other ? body(m, s, other) : X_NORMAL;
	}
	v = vm_evalr(m, s, test);
	if (m->pending)
		return taken(m);
	k = vm_known(m, v);
	if (k >= 0) {
		if (v.flags & VF_LABEL)
			vm_event(m, E_GUARD, test, 0, 0, k);
	} else if (v.kind == V_UNK && v.i == 0 && !leaves(m, then) && !(other && leaves(m, other)) && NODE(node)->flags == 0) {
		uint32_t sym = sym_of(m, v, test);
		for (uint32_t i = 0; i < m->ndec; i++)
			if (m->dec[i].sym == sym) {
				k = m->dec[i].choice != ((v.flags & VF_NOT) != 0);
				return k ? body(m, s, then) : other ? body(m, s, other) : X_NORMAL;
			}
		return v.flags & VF_NOT ? both(m, s, sym, other, then) : both(m, s, sym, then, other);
	} else {
		k = vm_truth(m, v, test);
	}
	vm_shows(m, from, test, k);
	if (k)
		return body(m, s, then);
	return other ? body(m, s, other) : X_NORMAL;
}

static xstat
switching(vm *m, scope *s, uint32_t node)
{
	value v = vm_evalr(m, s, node + 1);
	uint32_t def = 0, start = 0;
	xstat x = X_NORMAL;
	int falls;

	if (m->pending)
		return taken(m);
	for (uint32_t k = NODE(node + 1)->end; k < NODE(node)->end && !start; k = NODE(k)->end) {
		int patterns = 0, hit = 0;
		if (NODE(k)->kind != FACT_CASE)
			continue;
		FACT_EACH_KID(m->t, k, p) {
			value w, is;
			if (NODE(p)->kind == FACT_BLOCK)
				break;
			patterns++;
			if (NODE(p)->kind == FACT_GUARD) {
				if (patterns == 1 || hit) {
					w = vm_evalr(m, s, p + 1);
					if (m->pending)
						return taken(m);
					hit = vm_truth(m, w, p + 1);
					if (w.flags & VF_LABEL && vm_known(m, w) >= 0)
						vm_event(m, E_GUARD, p + 1, 0, 0, hit);
				}
				continue;
			}
			if (hit)
				continue;
			w = vm_evalr(m, s, p);
			if (m->pending)
				return taken(m);
			is = vm_compare(m, "==", v, w, p);
			hit = vm_truth(m, is, p);
			if (is.flags & VF_LABEL && is.kind == V_BOOL)
				vm_event(m, E_GUARD, p, 0, 0, hit);
		}
		if (!patterns)
			def = k;
		else if (hit)
			start = k;
	}
	if (!start)
		start = def;
	for (uint32_t k = start; k && k < NODE(node)->end; k = NODE(k)->end) {
		uint32_t b = fact_find(m->t, k, FACT_BLOCK);
		if (NODE(k)->kind != FACT_CASE)
			continue;
		falls = (NODE(k)->flags & FACT_FALLS) != 0;
		if (b && (x = vm_block(m, s, b)) != X_NORMAL)
			break;
		if (!falls)
			break;
	}
	if (x == X_BREAK && m->c)
		x = X_NORMAL;
	return x;
}

/* ---- loops ---- */

static xstat
while_loop(vm *m, scope *s, uint32_t node)
{
	uint32_t test = node + 1, b = NODE(test)->end;
	int post = (NODE(node)->flags & FACT_POST) != 0, reads = m->loop_reads, ended = m->loop_end;
	xstat x;

	for (int n = 0; n < LOOP_KNOWN; n++) {
		value v = v_bool(1);
		int k = 1, did = m->loop_reads;
		m->loop_reads = m->loop_end = 0;
		if (!(post && n == 0)) {
			v = vm_evalr(m, s, test);
			if (m->pending)
				return taken(m);
			k = vm_known(m, v);
			if (k < 0) {
				/* its end is not known */
				if (m->loop_end || n >= LOOP_KNOWN - 1)
					break;
				if (n >= LOOP_UNKNOWN && !m->loop_reads && !did) {
					k = 0;
				} else if ((v.kind == V_UNK && v.i) || (v.kind == V_UNK && v.sym && !(v.sym >> 31) && strstr(vm_text(m, v.sym), "number of arguments"))) {
					k = vm_truth(m, v, test);
				} else {
					k = 1;
				}
			} else if (k && n >= LOOP_COUNT && !m->loop_reads && v.kind == V_BOOL && !(v.flags & VF_LABEL)) {
				break; /* counts: no more is learned */
			}
		}
		if (!k || b >= NODE(node)->end)
			break;
		x = body(m, s, b);
		if (x == X_BREAK) {
			m->loop_reads = reads;
			m->loop_end = ended;
			return X_NORMAL;
		}
		if (x != X_NORMAL && x != X_CONTINUE)
			return x;
		if (x == X_CONTINUE && m->c) {
			/* the step of a for stands last in its body */
			uint32_t last = 0;
			FACT_EACH_KID(m->t, b, kid)
				last = kid;
			if (last && NODE(last)->kind == FACT_ASSIGN)
				vm_exec(m, s, last);
		}
		if (vm_known(m, v) < 0 && (m->loop_end || (m->loop_reads == 0 && n + 1 >= LOOP_UNKNOWN)))
			break;
		if (vm_known(m, v) == 1 && v.kind == V_BOOL && m->loop_reads == 0 && n + 1 >= LOOP_COUNT)
			break;
	}
	m->loop_reads = reads;
	m->loop_end = ended;
	uint32_t other = b < NODE(node)->end ? NODE(b)->end : NODE(node)->end;
	return other < NODE(node)->end ? body(m, s, other) : X_NORMAL;
}

typedef struct { scope *s; uint32_t target, body; xstat x; } loop;

static int
loop_item(vm *m, void *arg, value item)
{
	loop *l = arg;

	vm_assign(m, l->s, l->target, item);
	if (m->pending) {
		l->x = taken(m);
		return 0;
	}
	l->x = body(m, l->s, l->body);
	if (l->x == X_CONTINUE)
		l->x = X_NORMAL;
	return l->x == X_NORMAL;
}

/* Does an element stand for the label: is it, or holds it as a part? */
static int
stands_for(vm *m, value v, int deep)
{
	v = vm_resolve(m, v, 0);
	if (v.kind == V_STR)
		return v.s.s == m->label && !v.s.off;
	if (v.kind == V_OBJ && deep < 3 && (v.o->kind == O_TUPLE || v.o->kind == O_LIST || v.o->kind == O_DICT || v.o->kind == O_INST) && v.o->m.n < 64)
		for (uint32_t i = 0; i < v.o->m.n; i++)
			if (v.o->m.slot[i].c->v.kind == V_STR && stands_for(m, v.o->m.slot[i].c->v, deep + 1))
				return 1;
	return 0;
}

struct each { int (*fn)(vm *m, void *arg, value item); void *arg; int stopped; };
static value
each_yield(vm *m, void *arg, value v)
{
	struct each *e = arg;

	if (!e->stopped && !e->fn(m, e->arg, v)) {
		e->stopped = 1;
		if (!m->pending)
			m->pending = X_STOP; /* unwinds the generator; cleared by who iterates */
	}
	return v_none();
}

void
vm_iterate(vm *m, value v, uint32_t node, int (*fn)(vm *m, void *arg, value item), void *arg)
{
	v = vm_resolve(m, v, node);
	if (v.kind == V_REF)
		v = vm_resolve(m, v.r->v, node);
	if (is_obj(v, O_GEN)) {
		struct each e = {fn, arg, 0};
		struct yield_hook h = {each_yield, &e, m->hook};
		args a = {.node = node};
		value f = v.o->a;
		a.n = v.o->narg;
		for (uint32_t i = 0; i < a.n; i++) {
			a.v[i] = v.o->arg[i];
			a.kw[i] = v.o->kw[i];
		}
		m->hook = &h;
		obj *g = f.o;
		g->self_flags |= 128;
		func_call(m, g, v.o->b, v.o->b.kind != V_UNDEF, &a);
		g->self_flags &= 127;
		m->hook = h.outer;
		if (e.stopped && m->pending == X_STOP && m->steps <= m->max_steps)
			m->pending = X_NORMAL;
		return;
	}
	if (dict_part(m, &v))
		v = v_obj(dict_part(m, &v));
	if (is_obj(v, O_CLASS) && (v.o->self_flags & 1)) {
		obj *l = list_of(m, O_LIST, node);
		for (uint32_t i = 0; i < v.o->m.n; i++)
			if (is_obj(v.o->m.slot[i].c->v, O_INST) && v.o->m.slot[i].c->v.o->cls == v.o)
				list_add(m, l, v.o->m.slot[i].c->v);
		v = v_obj(l);
	}
	if (is_obj(v, O_INST)) {
		obj *where;
		value f = class_find(m, v.o->cls, vm_id(m, "__iter__"), &where);
		if (is_obj(f, O_FUNC)) {
			value it = vm_callv(m, bind(m, f, v, where), node, 0, NULL);
			if (!m->pending && !is_obj(it, O_INST)) {
				vm_iterate(m, it, node, fn, arg);
				return;
			}
		}
		for (int n = 0; n < LOOP_UNKNOWN && !m->pending; n++)
			if (!fn(m, arg, v_unk(0)))
				return;
		return;
	}
	if (is_obj(v, O_LIST) || is_obj(v, O_TUPLE) || is_obj(v, O_DICT)) {
		obj *o = v.o;
		int only = 0;
		uint32_t n = o->m.n;
		if (m->unbound_loops && m->label && n > 1)
			for (uint32_t i = 0; i < n && !only; i++)
				only = o->m.slot[i].c->v.kind && (stands_for(m, o->kind == O_DICT ? o->m.slot[i].kv : o->m.slot[i].c->v, 0) ||
				    (o->kind == O_DICT && stands_for(m, o->m.slot[i].c->v, 1)));
		for (uint32_t i = 0; i < o->m.n && !m->pending; i++) {
			value e = o->kind == O_DICT && !m->c ? o->m.slot[i].kv : o->m.slot[i].c->v;
			if (o->m.slot[i].c->v.kind == V_UNDEF || i > LOOP_KNOWN)
				continue;
			if (only && !(stands_for(m, e, 0) || (o->kind == O_DICT && (stands_for(m, o->m.slot[i].kv, 0) || stands_for(m, o->m.slot[i].c->v, 1)))))
				continue;
			if (only && e.kind == V_STR) {
				e.flags |= VF_LABEL;
				if (!m->entered_label)
					vm_event(m, E_ENTER, node, vm_id(m, "a loop over labels"), 0, 0);
			}
			if (only)
				m->entered_label = 1;
			if (o->kind == O_DICT && m->c) {
				obj *p = list_of(m, O_TUPLE, node);
				list_add(m, p, o->m.slot[i].kv);
				list_add(m, p, o->m.slot[i].c->v);
				e = v_obj(p);
			}
			if (!fn(m, arg, e))
				return;
			if (o->kind == O_LIST && o->self_flags) /* arguments: one will do */
				return;
		}
		if (o->loose && o->m.n < LOOP_UNKNOWN && !m->pending)
			for (uint32_t i = o->m.n; i < LOOP_UNKNOWN; i++) {
				value e = v_unk(0);
				e.opq = o->opq;
				e.comp = o->comp;
				if (!fn(m, arg, e))
					return;
			}
		return;
	}
	if (v.kind == V_STR) {
		size_t n;
		const char *s = vm_cstr(m, v, &n);
		for (size_t i = 0; s && i < n && i < 200; i++)
			if (!fn(m, arg, v_str(vm_idn(m, s + i, 1))))
				return;
		return;
	}
	for (int i = 0; i < LOOP_UNKNOWN && !m->pending; i++) {
		value e = v_unk(0);
		if (is_obj(v, O_THING) && strcmp(vm_text(m, v.o->name), "range") == 0)
			e = i < 1 ? v_int(0) : v_unk(0);
		else {
			e.comp = (uint16_t)comp_of(v);
			e.opq = (uint16_t)opq_of(v);
		}
		if (!fn(m, arg, e))
			return;
	}
}

static xstat
for_loop(vm *m, scope *s, uint32_t node)
{
	uint32_t target = node + 1, it = NODE(target)->end, b = NODE(it)->end, other;
	loop l = {s, target, b, X_NORMAL};
	value v = vm_evalr(m, s, it);

	if (m->pending)
		return taken(m);
	if (b >= NODE(node)->end)
		return X_NORMAL;
	vm_iterate(m, v, it, loop_item, &l);
	if (m->pending)
		return taken(m);
	if (l.x == X_BREAK)
		return X_NORMAL;
	if (l.x != X_NORMAL)
		return l.x;
	other = NODE(b)->end;
	return other < NODE(node)->end ? body(m, s, other) : X_NORMAL;
}

/* ---- exceptions ---- */

/* Does a handler of that type take what was raised? */
static int
catches(vm *m, value type, int depth)
{
	const char *name, *exc = vm_text(m, m->exc_name);

	type = vm_resolve(m, type, 0);
	if ((is_obj(type, O_TUPLE) || is_obj(type, O_LIST)) && depth < 4) {
		for (int64_t i = 0; i < list_len(type.o); i++)
			if (catches(m, list_at(type.o, i), depth + 1))
				return 1;
		return 0;
	}
	if (is_obj(type, O_CLASS)) {
		if (is_obj(m->exc, O_INST))
			return class_is(m->exc.o->cls, type.o);
		return 0;
	}
	if (type.kind != V_OBJ)
		return 1;
	name = vm_text(m, type.o->name);
	if (strncmp(name, "builtins.", 9) == 0)
		name += 9;
	if (strcmp(name, "BaseException") == 0)
		return 1;
	if (strcmp(exc, "SystemExit") == 0 || strcmp(exc, "KeyboardInterrupt") == 0)
		return strcmp(name, exc) == 0;
	if (strcmp(name, "Exception") == 0 || strcmp(name, "std.exception") == 0)
		return 1;
	if (strcmp(name, exc) == 0)
		return 1;
	if (is_obj(m->exc, O_INST)) {
		int base = class_external(m->exc.o->cls);
		if (base && strcmp(vm_text(m, (uint32_t)base), name) == 0)
			return 1;
		if (base && strcmp(name, "RuntimeError") == 0)
			return strstr(vm_text(m, (uint32_t)base), "Runtime") != NULL;
		return 0;
	}
	if (m->exc_fault) { /* whatever compilers raise */
		static const char *const never[] = {"KeyError", "ValueError", "TypeError", "IndexError", "OSError", "IOError", "FileNotFoundError",
			"KeyboardInterrupt", "StopIteration", "ImportError", "ModuleNotFoundError", "AssertionError", "ZeroDivisionError",
			"json.JSONDecodeError", "asyncio.TimeoutError", "TimeoutError", "UnicodeDecodeError", "LookupError", "EOFError", "PermissionError"};
		for (size_t i = 0; i < sizeof never / sizeof *never; i++)
			if (strcmp(never[i], name) == 0)
				return 0;
		return 1;
	}
	if (strcmp(exc, "KeyError") == 0 || strcmp(exc, "IndexError") == 0)
		return strcmp(name, "LookupError") == 0;
	if (strcmp(exc, "ModuleNotFoundError") == 0)
		return strcmp(name, "ImportError") == 0;
	if (strcmp(exc, "NotImplementedError") == 0)
		return strcmp(name, "RuntimeError") == 0;
	if (strcmp(exc, "FileNotFoundError") == 0)
		return strcmp(name, "OSError") == 0 || strcmp(name, "IOError") == 0;
	return *exc == '\0' || strcmp(exc, "unknown") == 0;
}

/* Is an import in the block of which a handler says what to do without? */
static int
guards_import(vm *m, uint32_t node)
{
	FACT_EACH_KID(m->t, node, k)
		if (NODE(k)->kind == FACT_HANDLER) {
			FACT_EACH_KID(m->t, k, type)
				for (uint32_t i = type; i < NODE(type)->end && NODE(type)->kind != FACT_BLOCK; i++)
					if ((NODE(i)->kind == FACT_NAME || NODE(i)->kind == FACT_ATTR) &&
					    (strstr(fact_str(m->t, i), "ImportError") || strcmp(fact_str(m->t, i), "ModuleNotFoundError") == 0 || strcmp(fact_str(m->t, i), "Exception") == 0))
						return 1;
			if (NODE(k + 1)->kind == FACT_BLOCK)
				return 1;
		}
	return 0;
}

static xstat
try_block(vm *m, scope *s, uint32_t node)
{
	uint32_t otherwise = fact_find(m->t, node, FACT_ELSE), finally = fact_find(m->t, node, FACT_FINALLY);
	xstat x = X_NORMAL, y;

	/* a library that may be missing: the import is what fails */
	FACT_EACH_KID(m->t, node + 1, k) {
		const char *mod = NODE(k)->kind == FACT_IMPORT || NODE(k)->kind == FACT_FROM ? fact_str(m->t, k) : "";
		size_t n = strcspn(mod, ".");
		if (*mod && *mod != '.' && !is_standard(mod) && guards_import(m, node) && program_module(m->p, mod, s->file) == UINT32_MAX) {
			char text[200];
			snprintf(text, sizeof text, "module %.*s is there", (int)(n < 100 ? n : 100), mod);
			if (!vm_decide(m, vm_id(m, text), k)) {
				x = X_RAISE;
				m->exc_name = vm_id(m, "ImportError");
				m->exc = v_unk(0);
				m->exc_fault = 0;
				break;
			}
		}
	}
	if (x == X_NORMAL)
		x = body(m, s, node + 1);
	if (x == X_RAISE) {
		uint32_t name = m->exc_name;
		value exc = m->exc;
		int fault = m->exc_fault;
		FACT_EACH_KID(m->t, node, k) {
			int hit = 1;
			uint32_t b;
			if (NODE(k)->kind != FACT_HANDLER)
				continue;
			FACT_EACH_KID(m->t, k, type) {
				if (NODE(type)->kind == FACT_BLOCK)
					break;
				hit = NODE(type)->kind == FACT_TYPE ? catches(m, v_obj(ext_obj(m, NODE(type)->str)), 0) : catches(m, vm_evalr(m, s, type), 0);
				m->pending = X_NORMAL;
				if (hit)
					break;
			}
			if (!hit)
				continue;
			if (fault)
				vm_event(m, E_HANDLER, k, name, 0, 0);
			b = fact_find(m->t, k, FACT_BLOCK);
			if (*fact_str(m->t, k)) {
				value e = exc.kind == V_UNK ? thing(m, name, k) : exc;
				cell_set(m, m->c ? map_get(m, &s->m, key_str(NODE(k)->str), v_str(NODE(k)->str)) : scope_local(m, s, NODE(k)->str), e);
			}
			x = b ? vm_block(m, s, b) : X_NORMAL;
			if (x == X_RAISE && m->exc_name == 0) { /* raised again */
				m->exc_name = name;
				m->exc = exc;
				m->exc_fault = fault;
			}
			break;
		}
	} else if (x == X_NORMAL && otherwise) {
		x = body(m, s, otherwise + 1);
	}
	if (finally) {
		uint32_t name = m->exc_name;
		value exc = m->exc, ret = m->ret;
		int fault = m->exc_fault, status = m->exit_status;
		y = x == X_STOP ? X_NORMAL : body(m, s, finally + 1);
		if (y != X_NORMAL)
			return y;
		m->exc_name = name;
		m->exc = exc;
		m->exc_fault = fault;
		m->ret = ret;
		m->exit_status = status;
	}
	return x;
}

static xstat
raise(vm *m, scope *s, uint32_t node)
{
	value v;

	if (node + 1 >= NODE(node)->end) {
		m->exc_name = 0;
		m->exc = v_unk(0);
		return X_RAISE;
	}
	v = vm_evalr(m, s, node + 1);
	if (m->pending)
		return taken(m);
	if (is_obj(v, O_CLASS)) {
		args a = {.node = node, .scope = s};
		v = class_new(m, v.o, &a);
	}
	m->exc = v;
	m->exc_fault = 0;
	m->exc_name = vm_id(m, "unknown");
	if (v.kind == V_OBJ) {
		const char *name = vm_text(m, v.o->name);
		size_t n = strlen(name);
		m->exc_name = n > 2 && strcmp(name + n - 2, "()") == 0 ? vm_idn(m, name, n - 2) : v.o->name;
		if (strcmp(vm_text(m, m->exc_name), "SystemExit") == 0) {
			value code = v.o->kind == O_THING && v.o->narg ? v.o->arg[0] : v_none();
			m->exit_status = code.kind == V_NONE ? 0 : code.kind == V_INT || code.kind == V_BOOL ? (int)code.i : code.kind == V_STR || (code.kind == V_UNK && code.flags & VF_TRUE) ? 1 : -1;
			return X_EXIT;
		}
	}
	return X_RAISE;
}

/* ---- with ---- */

typedef struct { scope *s; uint32_t node, item; xstat x; int ran; } with_state;

static xstat with_from(vm *m, scope *s, uint32_t node, uint32_t item);

static value
with_yield(vm *m, void *arg, value v)
{
	with_state *w = arg;
	uint32_t target = NODE(w->item + 1)->end;

	if (w->ran)
		return v_none();
	w->ran = 1;
	if (target < NODE(w->item)->end)
		vm_assign(m, w->s, target, v);
	w->x = with_from(m, w->s, w->node, NODE(w->item)->end);
	if (w->x == X_RAISE || w->x == X_EXIT || w->x == X_STOP)
		m->pending = w->x;
	return v_none();
}

static xstat
with_from(vm *m, scope *s, uint32_t node, uint32_t item)
{
	value v, in;
	uint32_t target;
	xstat x;

	if (item >= NODE(node)->end || NODE(item)->kind != FACT_ITEM)
		return item < NODE(node)->end ? body(m, s, item) : X_NORMAL;
	v = vm_evalr(m, s, item + 1);
	if (m->pending)
		return taken(m);
	target = NODE(item + 1)->end;
	if (is_obj(v, O_GEN)) {
		with_state w = {s, node, item, X_NORMAL, 0};
		struct yield_hook h = {with_yield, &w, m->hook};
		args a = {.node = item, .scope = s};
		obj *g = v.o->a.o;
		value keep;
		a.n = v.o->narg;
		for (uint32_t i = 0; i < a.n; i++) {
			a.v[i] = v.o->arg[i];
			a.kw[i] = v.o->kw[i];
		}
		m->hook = &h;
		g->self_flags |= 128;
		keep = m->ret;
		func_call(m, g, v.o->b, v.o->b.kind != V_UNDEF, &a);
		g->self_flags &= 127;
		m->hook = h.outer;
		if (m->pending)
			return taken(m);
		if (w.x == X_RETURN) {
			if (!m->ret.kind)
				m->ret = keep;
			return X_RETURN;
		}
		return w.x == X_RAISE ? X_NORMAL : w.x;
	}
	in = v;
	if (is_obj(v, O_INST)) {
		obj *where;
		value f = class_find(m, v.o->cls, vm_id(m, "__enter__"), &where);
		if (f.kind == V_UNDEF)
			f = class_find(m, v.o->cls, vm_id(m, "__aenter__"), &where);
		if (is_obj(f, O_FUNC))
			in = vm_callv(m, bind(m, f, v, where), item, 0, NULL);
		if (m->pending)
			return taken(m);
	}
	if (target < NODE(item)->end)
		vm_assign(m, s, target, in);
	if (is_obj(v, O_THING) && v.o->symbol && v.o->symbol->kind == SYM_CONTEXT) {
		m->capturing++;
		x = with_from(m, s, node, NODE(item)->end);
		m->capturing--;
		if (v.o->narg && x != X_RAISE) {
			value g = v.o->arg[0];
			if (g.kind == V_OBJ)
				g.o->comp = v.o->comp;
		}
	} else {
		x = with_from(m, s, node, NODE(item)->end);
	}
	if (is_obj(v, O_INST)) {
		obj *where;
		value f = class_find(m, v.o->cls, vm_id(m, "__exit__"), &where);
		value three[3] = {v_none(), v_none(), v_none()};
		if (f.kind == V_UNDEF)
			f = class_find(m, v.o->cls, vm_id(m, "__aexit__"), &where);
		if (is_obj(f, O_FUNC) && x != X_STOP && x != X_EXIT) {
			value keep = m->ret, exc = m->exc, r;
			uint32_t name = m->exc_name;
			int fault = m->exc_fault;
			if (x == X_RAISE)
				three[0] = three[1] = thing(m, name, item);
			r = vm_callv(m, bind(m, f, v, where), item, 3, three);
			if (m->pending)
				return taken(m);
			if (x == X_RAISE && vm_known(m, r) == 1) {
				if (fault)
					vm_event(m, E_HANDLER, item, name, 0, 0);
				x = X_NORMAL;
			} else {
				m->ret = keep;
				m->exc = exc;
				m->exc_name = name;
				m->exc_fault = fault;
			}
		}
	} else if (x == X_RAISE && is_obj(v, O_THING) && strcmp(vm_text(m, v.o->name), "contextlib.suppress()") == 0) {
		for (uint32_t i = 0; i < v.o->narg; i++)
			if (catches(m, v.o->arg[i], 0)) {
				if (m->exc_fault)
					vm_event(m, E_HANDLER, item, m->exc_name, 0, 0);
				return X_NORMAL;
			}
	}
	return x;
}

/* ---- the rest ---- */

static xstat
import(vm *m, scope *s, uint32_t node)
{
	const char *mod = fact_str(m->t, node);
	value v;

	if (m->c)
		return X_NORMAL;
	if (NODE(node)->kind == FACT_IMPORT) {
		uint32_t alias = fact_find(m->t, node, FACT_ALIAS);
		char first[200];
		if (alias) {
			v = vm_import(m, s, mod, node);
			if (m->pending)
				return taken(m);
			cell_set(m, scope_local(m, s, NODE(alias)->str), v);
			return X_NORMAL;
		}
		snprintf(first, sizeof first, "%.*s", (int)strcspn(mod, "."), mod);
		v = vm_import(m, s, mod, node);
		if (m->pending)
			return taken(m);
		if (strchr(mod, '.'))
			v = vm_import(m, s, first, node);
		if (m->pending)
			return taken(m);
		cell_set(m, scope_local(m, s, vm_id(m, first)), v);
		return X_NORMAL;
	}
	v = vm_import(m, s, mod, node);
	if (m->pending)
		return taken(m);
	FACT_EACH_KID(m->t, node, k) {
		const char *what;
		value e;
		if (NODE(k)->kind != FACT_ALIAS)
			continue;
		uint32_t nm = fact_find(m->t, k, FACT_NAME);
		what = nm ? fact_str(m->t, nm) : fact_str(m->t, k);
		if (strcmp(what, "*") == 0) {
			if (is_obj(v, O_MODULE) && v.o->scope)
				for (uint32_t i = 0; i < v.o->scope->m.n; i++)
					if (v.o->scope->m.slot[i].kv.kind == V_STR && vm_text(m, v.o->scope->m.slot[i].kv.s.s)[0] != '_')
						cell_set(m, scope_local(m, s, v.o->scope->m.slot[i].kv.s.s), v.o->scope->m.slot[i].c->v);
			continue;
		}
		if (is_obj(v, O_EXT) && !*vm_text(m, v.o->name)) {
			char rel[300];
			snprintf(rel, sizeof rel, "%s%s", mod, what);
			e = vm_import(m, s, rel, node);
		} else if (is_obj(v, O_EXT) && *mod == '.' && !mod[strspn(mod, ".")]) {
			char rel[300];
			snprintf(rel, sizeof rel, "%s%s", mod, what);
			e = vm_import(m, s, rel, node);
		} else {
			e = vm_attr(m, v, nm ? NODE(nm)->str : NODE(k)->str, k);
		}
		if (m->pending)
			return taken(m);
		cell_set(m, scope_local(m, s, NODE(k)->str), e);
	}
	return X_NORMAL;
}

xstat
vm_exec(vm *m, scope *s, uint32_t node)
{
	const fact_node *x = NODE(node);
	value v;
	xstat r;

	if (m->pending)
		return taken(m);
	if (++m->steps > m->max_steps || m->depth > 2600) {
		m->complete = 0;
		return X_STOP;
	}
	m->line_node = node;
	switch (x->kind) {
	case FACT_COMMENT: case FACT_INCLUDE: case FACT_LABEL: case FACT_TYPE:
		return X_NORMAL;
	case FACT_FUNC: case FACT_CLASS:
		vm_declare(m, s, node);
		return taken(m);
	case FACT_IMPORT: case FACT_FROM:
		return import(m, s, node);
	case FACT_SPACE:
	case FACT_BLOCK:
		m->depth++;
		r = vm_block(m, s, node);
		m->depth--;
		return r;
	case FACT_DECL: return decl(m, s, node);
	case FACT_ASSIGN: return assign(m, s, node);
	case FACT_DELETE:
		FACT_EACH_KID(m->t, node, k)
			if (NODE(k)->kind == FACT_INDEX) {
				cell *c = vm_place(m, s, k, 0);
				if (c)
					cell_set(m, c, (value){0});
			}
		return taken(m);
	case FACT_IF:
		m->depth++;
		r = branch(m, s, node);
		m->depth--;
		return r;
	case FACT_WHILE:
		m->depth++;
		r = while_loop(m, s, node);
		m->depth--;
		return r;
	case FACT_FOR:
		m->depth++;
		r = for_loop(m, s, node);
		m->depth--;
		return r;
	case FACT_SWITCH: return switching(m, s, node);
	case FACT_TRY:
		m->depth++;
		r = try_block(m, s, node);
		m->depth--;
		return r;
	case FACT_WITH:
		m->depth++;
		r = with_from(m, s, node, node + 1);
		m->depth--;
		return r;
	case FACT_RETURN:
		v = node + 1 < x->end ? vm_eval(m, s, node + 1) : v_none();
		if (m->pending)
			return taken(m);
		m->ret = v;
		return X_RETURN;
	case FACT_RAISE: return raise(m, s, node);
	case FACT_ASSERT:
		v = vm_evalr(m, s, node + 1);
		if (m->pending)
			return taken(m);
		if (v.flags & VF_LABEL && vm_known(m, v) >= 0)
			vm_event(m, E_GUARD, node + 1, 0, 0, vm_known(m, v));
		if (vm_known(m, v) == 0) {
			vm_raise(m, "AssertionError");
			return taken(m);
		}
		return X_NORMAL;
	case FACT_BREAK: return X_BREAK;
	case FACT_CONTINUE: return X_CONTINUE;
	case FACT_GOTO:
		m->go = x->str;
		return X_GOTO;
	case FACT_GLOBAL: {
		uint32_t *g = vm_alloc(m, (s->nglobal + 32) * sizeof *g);
		memcpy(g, s->global, s->nglobal * sizeof *g);
		s->global = g;
		FACT_EACH_KID(m->t, node, k)
			if (NODE(k)->kind == FACT_NAME && s->nglobal < 64)
				s->global[s->nglobal++] = NODE(k)->str;
		return X_NORMAL;
	}
	case FACT_ERROR:
		vm_edge(m, node, "not read: %s", fact_str(m->t, node));
		m->ev[m->nev - 1].bit = 1;
		return X_NORMAL;
	default:
		vm_eval(m, s, node);
		return taken(m);
	}
}
