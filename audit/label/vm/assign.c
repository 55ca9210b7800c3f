/* assign.c - see vm.h: assignment. */
#include "cint.h"
#include "vm_impl.h"

#include <stdio.h>
#include <string.h>

#include "../program/program.h"
#include "../program/told.h"

#define NODE(i) (&m->t->node[i])

static void
unpack(vm *m, scope *s, uint32_t target, value v)
{
	uint32_t n = 0, i = 0;

	v = vm_resolve(m, v, target);
	if (v.kind == V_REF)
		v = v.r->v;
	if (m->c && !(NODE(target)->flags & FACT_COMMA)) {
		vm_bindings(m, s, target, v);
		return;
	}
	FACT_EACH_KID(m->t, target, k)
		n++;
	v = named_tuple(m, v);
	if (is_obj(v, O_GEN) || is_obj(v, O_ITER)) {
		args a = {.n = 1, .node = target, .scope = s};
		a.v[0] = v;
		lib_py(m, "list", &a, &v);
	}
	if (!m->c && (is_obj(v, O_LIST) || is_obj(v, O_TUPLE)) && !v.o->loose) {
		int starred = 0;
		FACT_EACH_KID(m->t, target, k)
			starred |= NODE(k)->kind == FACT_STARRED;
		if (starred ? list_len(v.o) < (int64_t)n - 1 : list_len(v.o) != (int64_t)n) {
			vm_raise(m, "ValueError");
			return;
		}
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
		} else if (is_obj(v, O_ITER)) {
			e = v_unk(0);
		} else {
			e.comp = (uint16_t)comp_of(v);
			e.opq = (uint16_t)opq_of(v);
		}
		i++;
		vm_assign(m, s, k, e);
	}
}

/* Is it a member of a union, of the class with that block? */
static int
in_union(const fact_tree *t, uint32_t block, uint32_t name)
{
	FACT_EACH_KID(t, block, k)
		if (t->node[k].kind == FACT_DECL && t->node[k].flags & FACT_FIELD && t->node[k + 1].str == name)
			return 1;
	return 0;
}

/* Does a pointer that is not followed come of one that is known? */
int
vm_moves_known(vm *m, scope *s, uint32_t target)
{
	for (uint32_t i = target; i < NODE(target)->end; i++) {
		cell *c = NODE(i)->kind == FACT_NAME ? scope_find(m, s, NODE(i)->str) : NULL;
		if (NODE(i)->kind == FACT_ADDR || (c && (c->v.kind == V_REF || is_obj(c->v, O_INST))))
			return 1;
	}
	return 0;
}

/* v is stored at a place of C that is not followed: what is read there by another way may be it. */
static void
astray(vm *m, value v, uint32_t target)
{
	if (m->c && vm_deep_comp(m, v, 0))
		vm_edge_to(m, EDGE_ANY, target, "what was compiled is stored where a pointer leads that is not followed");
}

/* A member of a union, of object b, was set to v: the others hold the same bits. */
static void
other_members(vm *m, value b, uint32_t target, value v)
{
	uint32_t block;
	value other = v;

	if (NODE(target)->str >= m->p->nrelname || !(m->p->relname[NODE(target)->str] & PROG_FIELD))
		return; /* no union has such a member */
	if (b.kind == V_REF)
		b = vm_resolve(m, b.r->v, target);
	if (vm_is_memory(m, b))
		astray(m, v, target);
	if (!is_obj(b, O_INST) || !b.o->cls || !(block = fact_find(m->t, b.o->cls->node, FACT_BLOCK)) || !in_union(m->t, block, NODE(target)->str))
		return;
	FACT_EACH_KID(m->t, block, k)
		if (NODE(k)->kind == FACT_DECL && !(NODE(k)->flags & FACT_FIELD) && v.kind) { /* a union without a name, or several */
			other = v_unk(0);
			if (vm_deep_comp(m, v, 0))
				other.opq = (uint16_t)vm_edge(m, target, "what was compiled is stored in a union");
			break;
		}
	if (other.kind == V_FLOAT || (other.kind == V_INT && other.i) || other.kind == V_BOOL || other.kind == V_STR)
		other = v_unk(0);
	FACT_EACH_KID(m->t, block, k)
		if (NODE(k)->kind == FACT_DECL && NODE(k)->flags & FACT_FIELD && NODE(k + 1)->kind == FACT_NAME && NODE(k + 1)->str != NODE(target)->str) {
			cell *c = map_find(&b.o->m, key_str(NODE(k + 1)->str));
			if (c)
				cell_set(m, c, other);
		}
}

/* d[k] = v, where k is not known: it is under any of the keys, or a new one. */
static void
set_any(vm *m, obj *d, value k, value v, uint32_t target)
{
	for (uint32_t i = 0; i < d->m.n && i < 64; i++) {
		value is = vm_compare(m, "==", k, d->m.slot[i].kv, target);
		int known = vm_known(m, is);
		cell *c = d->m.slot[i].c;
		if (c->v.kind == V_UNDEF || known == 0)
			continue;
		if (c->v.kind == V_STR && m->label && c->v.s.s == m->label && !c->v.s.off)
			vm_evidence(m, v, 80); /* in the place of the label, its default */
		cell_set(m, c, known == 1 ? v : vm_phi(m, sym_of(m, is, target), v, c->v));
	}
}

static void
set_element(vm *m, value b, value k, value v, uint32_t target)
{
	uint64_t id;
	cell *c;

	if (is_obj(b, O_DICT) && k.kind == V_UNK && !m->pending)
		set_any(m, b.o, k, v, target);
	if (is_obj(b, O_DICT) && key_of(m, k, &id))
		order_place(m, b.o, id, k);
	if (is_obj(b, O_DICT) && b.o->cls && key_of(m, k, &id)) {
		cell_set(m, map_get(m, &b.o->m, id, k), v);
		descr_written(b.o);
		return;
	}
	if ((c = vm_indexed_place(m, b, k, target, 0))) {
		cell_set(m, c, v);
	} else {
		b.o->loose = 1;
		astray(m, v, target);
	}
}

/* os.environ[name] = v */
static void
set_variable(vm *m, const char *name, value v, uint32_t target)
{
	if (name && vm_switches_off(name))
		vm_off(m, target, name);
	else if (name && told_variable(name, vm_cstr(m, v, NULL)))
		vm_edge_to(m, EDGE_ANY, target, "%.80s may tell a library to compile", name);
}

/* By the operator[] of an object of C++, which says where; of a pointer to a member, .*p, nothing does. */
static void
set_by_operator(vm *m, value b, value k, value v, uint32_t target)
{
	value f = class_find(m, b.o->cls, vm_id(m, "operator[]"));
	cell *c;

	m->referred = NULL;
	f = is_obj(f, O_FUNC) ? vm_callv(m, bind(m, f, b), target, 1, &k) : v_unk(0);
	c = f.kind == V_REF ? f.r : m->referred && m->referred_at == target ? m->referred : NULL;
	if (c)
		cell_set(m, c, v);
	else if (!m->pending)
		vm_edge_to(m, EDGE_ANY, target, "what is set here is not followed");
}

/* By the __setitem__ of an object of Python, or in the dictionary that it is. */
static void
set_item(vm *m, value b, value k, value v, uint32_t target)
{
	value two[2] = {k, v}, none;
	uint64_t id;

	if (object_calls(m, b, "__setitem__", target, 2, two, &none))
		return;
	if (dict_part(m, &b) && key_of(m, k, &id))
		cell_set(m, map_get(m, &dict_part(m, &b)->m, id, k), v);
	else if (dict_part(m, &b))
		dict_part(m, &b)->loose = 1;
}

/* b.*p = v */
static void
any_member(vm *m, value b, value v, uint32_t target)
{
	if (!is_obj(b, O_INST) || vm_deep_comp(m, v, 0) || vm_deep_comp(m, b, 0))
		vm_edge_to(m, EDGE_ANY, target, "which member is set is not followed");
	else
		for (uint32_t i = 0; i < b.o->m.n; i++)
			cell_set(m, b.o->m.slot[i].c, v_unk(0));
}

static void
assign_element(vm *m, scope *s, uint32_t target, value v)
{
	value b, k;
	cell *c;

	if (certain_no_place(m, target, 1)) {
		vm_raise(m, certain_no_place(m, target, 1));
		return;
	}
	b = vm_evalr(m, s, target + 1);
	if (b.kind == V_REF)
		b = vm_resolve(m, b.r->v, target);
	b = argv_list(m, b, target);
	k = m->c ? (value){0} : vm_slice(m, s, NODE(target + 1)->end);
	if (k.kind && is_obj(b, O_LIST) && !m->pending) {
		list_splice(m, b.o, k.o, v, target);
		return;
	}
	if (!k.kind)
		k = vm_evalr(m, s, NODE(target + 1)->end);
	if (m->pending)
		return;
	if (modules_put(m, b, k, v))
		return;
	if (*fact_str(m->t, target) == '-') {
		any_member(m, b, v, target);
		return;
	}
	if (is_obj(b, O_EXT) && strcmp(vm_text(m, b.o->name), "os.environ") == 0)
		set_variable(m, vm_cstr(m, k, NULL), v, target);
	if (is_obj(b, O_DICT) || is_obj(b, O_LIST))
		set_element(m, b, k, m->c && is_obj(b.o->b, O_CLASS) ? vm_converted_to(m, b.o->b.o, vm_resolve(m, v, target), target) : v, target);
	else if (is_obj(b, O_SCOPE) && k.kind == V_STR)
		cell_set(m, map_get(m, &b.o->scope->m, key_str(k.s.s), k), v);
	else if (m->c && is_obj(b, O_INST) && b.o->cls)
		set_by_operator(m, b, k, v, target);
	else if (is_obj(b, O_INST))
		set_item(m, b, k, v, target);
	else if ((is_obj(b, O_THING) || (m->c && is_obj(b, O_ITER))) && (c = vm_indexed_place(m, b, k, target, 0)))
		cell_set(m, c, v);
	else if (!m->c)
		vm_lost(m, v, target);
	else if (b.kind == V_STR && !(b.flags & VF_CHAR))
		vm_poke(m, s, target + 1, b, k, v);
	else
		astray(m, v, target);
}

static void
assign_member(vm *m, scope *s, uint32_t target, value v)
{
	value b;
	cell *c;

	if (m->c) {
		if ((c = vm_member_place(m, s, target, 0, &b))) {
			cell_set(m, c, v);
			other_members(m, b, target, v);
			if (is_obj(b, O_THING) && b.o->self_flags & THING_ASTRAY)
				astray(m, v, target);
		} else if (!m->pending) {
			astray(m, v, target);
		}
		return;
	}
	b = vm_eval(m, s, target + 1);
	if (!m->pending)
		vm_attr_set(m, b, NODE(target)->str, v, target);
}

/* Through a pointer, or at the place that a call gives. */
static void
assign_there(vm *m, scope *s, uint32_t target, value v)
{
	value b = m->c && NODE(target)->kind == FACT_DEREF && NODE(target + 1)->kind == FACT_NAME ? vm_evalr(m, s, target + 1) : (value){0};
	cell *c;

	if (is_obj(b, O_CLASS)) /* struct cfg cfg, set as a whole through its address */
		vm_edge_to(m, EDGE_ANY, target, "an object that has the name of its struct is set as a whole");
	else if (vm_is_elsewhere(b))
		astray(m, v, target);
	else if (b.kind == V_STR && !(b.flags & VF_CHAR)) {
		vm_poke(m, s, target + 1, b, v_int(0), v);
		return;
	} else if (m->c && v.kind != V_OBJ && NODE(target)->kind == FACT_DEREF && NODE(target + 1)->kind != FACT_NAME && vm_text_opened(m, s, target))
		return;
	if (m->c && v.kind != V_OBJ && NODE(target)->kind == FACT_CALL && vm_text_opened(m, s, target))
		return;
	if (!(c = vm_place(m, s, target, 0))) {
		if (m->c && !m->pending && (NODE(target)->kind == FACT_DEREF ? vm_moves_known(m, s, target) : v.kind == V_OBJ))
			vm_edge_to(m, EDGE_ANY, target, "what is set here is not followed");
		else
			astray(m, v, target);
		return;
	}
	if (m->c && is_obj(c->v, O_INST) && c->v.o->cls && c->v.o->m.n && !is_obj(v, O_INST) && !is_obj(v, O_LIST) && !is_obj(v, O_DICT))
		vm_edge_to(m, EDGE_ANY, target, "an object is set through a pointer to something else, or by its own operator");
	if (m->c && NODE(target)->kind == FACT_DEREF && vm_is_memory(m, c->v) && !vm_is_memory(m, v) && !is_obj(v, O_INST)) /* its first element */
		c = map_get(m, &c->v.o->m, key_int(0), v_int(0));
	cell_set(m, c, v);
}

void
vm_assign(vm *m, scope *s, uint32_t target, value v)
{
	const fact_node *x = NODE(target);
	cell *c;

	if (m->pending)
		return;
	switch (x->kind) {
	case FACT_NAME:
		if (m->c) {
			c = scope_find(m, s, x->str);
			if (c && c->v.kind == V_THUNK) {
				vm_assign(m, vm_expands_in(m, s, c), c->v.t.node, v);
				return;
			}
		} else {
			c = NULL;
		}
		cell_set(m, c ? c : scope_local(m, s, x->str), v);
		return;
	case FACT_ATTR:
		assign_member(m, s, target, v);
		return;
	case FACT_INDEX:
		assign_element(m, s, target, v);
		return;
	case FACT_TUPLE: case FACT_LIST:
		unpack(m, s, target, v);
		return;
	case FACT_STARRED:
		vm_assign(m, s, target + 1, v);
		return;
	case FACT_DEREF: case FACT_CALL:
		assign_there(m, s, target, v);
		return;
	default:
		if (m->c && (c = vm_place(m, s, target, 0)))
			cell_set(m, c, v);
		else if (m->c && !m->pending)
			vm_edge_to(m, EDGE_ANY, target, "what is set here is not followed");
		return;
	}
}

/* std::tie(a, b) = ...: each is set. 1 if target is that. */
static int
tied(vm *m, scope *s, uint32_t target, value v)
{
	int64_t i = 0;

	if (NODE(target)->kind != FACT_CALL || strcmp(fact_str(m->t, target + 1), "tie") != 0)
		return 0;
	v = vm_resolve(m, v, target);
	FACT_EACH_KID(m->t, target, k) {
		value e = is_obj(v, O_TUPLE) || is_obj(v, O_LIST) ? list_at(v.o, i) : (value){0};
		if (NODE(k)->kind != FACT_ARG)
			continue;
		i++;
		if (e.kind == V_UNDEF) {
			e = v_unk(0);
			e.comp = (uint16_t)comp_of(v);
			e.opq = (uint16_t)opq_of(v);
		}
		if (strcmp(fact_str(m->t, k + 1), "ignore") != 0)
			vm_assign(m, s, k + 1, e);
	}
	return 1;
}

/* An object is given a value that is none of its class, by its own operator=; 0 if it has none. */
static int
converted(vm *m, scope *s, uint32_t target, value v)
{
	cell *c = scope_find(m, s, NODE(target)->str);
	value old = c && c->v.kind != V_THUNK ? vm_resolve(m, c->v, target) : (value){0}, f;

	if (!is_obj(old, O_INST) || !old.o->cls || is_obj(v, O_INST) || !is_obj(f = class_find(m, old.o->cls, vm_id(m, "operator=")), O_FUNC) ||
	    !fact_find(m->t, f.o->node, FACT_BLOCK) || !vm_by_value(m, s, target))
		return 0;
	vm_callv(m, bind(m, f, old), target, 1, &v);
	return 1;
}

/* x = y of a local struct whose class has an operator= of its own; 0 if it has none. */
static int
assigned(vm *m, scope *s, uint32_t target, value v)
{
	value f = class_find(m, v.o->cls, vm_id(m, "operator="));
	cell *c;

	if (!is_obj(f, O_FUNC) || !fact_find(m->t, f.o->node, FACT_BLOCK))
		return 0;
	for (uint32_t i = s->fn ? s->fn->node : 0, k = i; i && k < NODE(i)->end; k++) {
		uint32_t type = NODE(k)->kind == FACT_DECL && NODE(k + 1)->kind == FACT_NAME && NODE(k + 1)->str == NODE(target)->str ? fact_find(m->t, k, FACT_TYPE) : 0;
		if (!type || !vm_struct_of(m, s, type) || !(c = vm_place(m, s, target, 0)) || !is_obj(c->v, O_INST))
			continue;
		vm_callv(m, bind(m, f, c->v), target, 1, &v);
		return 1;
	}
	return 0;
}

/* v, or the object that the class of a variable, or of a member that a constructor sets, makes of it. */
static value
as_object(vm *m, scope *s, uint32_t target, value v)
{
	value self = vm_resolve(m, s->self, target), old;
	int own = NODE(target)->kind == FACT_ATTR && strcmp(fact_str(m->t, target + 1), "this") == 0 && s->fn && s->cls && s->fn->name == s->cls->name && is_obj(self, O_INST);
	cell *c = own ? map_find(&self.o->m, key_str(NODE(target)->str)) : NODE(target)->kind == FACT_NAME && v.kind != V_OBJ ? scope_find(m, s, NODE(target)->str) : NULL;

	old = c && c->v.kind != V_THUNK && c->v.kind != V_REF ? c->v : (value){0};
	if (own && is_obj(old, O_LIST) && v.kind != V_OBJ) { /* a container of so many */
		if (is_obj(old.o->b, O_CLASS))
			vm_may_make(m, old.o->b.o);
		old.o->loose = 1;
		return old;
	}
	return is_obj(old, O_INST) && old.o->cls && vm_by_value(m, s, target) ? vm_converted_to(m, old.o->cls, vm_resolve(m, v, target), target) : v;
}

xstat
vm_exec_assign(vm *m, scope *s, uint32_t node)
{
	uint32_t target = node + 1, from = NODE(target)->end;
	const char *op = fact_str(m->t, node);
	value v, old;

	if (*op) {
		char text[8];
		snprintf(text, sizeof text, "%.*s", (int)(strlen(op) > 1 && op[strlen(op) - 1] == '=' ? strlen(op) - 1 : strlen(op)), op);
		old = argv_list(m, vm_evalr(m, s, target), target);
		v = vm_evalr(m, s, from);
		if (m->pending)
			return vm_taken(m);
		if (is_obj(old, O_LIST) && *text == '+' && !m->c) {
			if (is_obj(v, O_LIST) || is_obj(v, O_TUPLE))
				for (int64_t i = 0; i < list_len(v.o); i++)
					list_add(m, old.o, list_at(v.o, i));
			else
				old.o->loose = 1;
			return X_NORMAL;
		}
		if (!m->c && old.kind == V_INT && v.kind == V_INT && (*text == '+' || *text == '-') && !text[1])
			v = v_int((int64_t)(*text == '+' ? (uint64_t)old.i + (uint64_t)v.i : (uint64_t)old.i - (uint64_t)v.i)); /* a hash wraps round */
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
		} else if (flag_is(m, old)) {
			v = vm_arith(m, text, old, v, node);
		} else if (is_obj(old, O_SCOPE) && *text == '|') {
			args b = {.node = node, .n = 1};
			b.v[0] = v;
			lib_box(m, "update", old, &b, &v);
			return X_NORMAL;
		} else if (m->c && v.kind == V_INT && (is_obj(old, O_THING) || (old.kind == V_UNK && old.i && v.i > 1))) {
			v = vm_arith(m, text, old, v, node); /* argv += 1; past a prefix of text */
		} else {
			v = v_unk(0);
		}
	} else if (m->c && vm_binds(m, s, node)) {
		return vm_taken(m);
	} else {
		v = vm_eval(m, s, from);
		if (m->pending)
			return vm_taken(m);
		if (m->c && (NODE(from)->kind == FACT_LIST || NODE(from)->kind == FACT_DICT)) /* x = {a, b} */
			v = vm_like(m, s, target, v);
	}
	if (m->c && !*op && NODE(target)->kind == FACT_NAME && is_obj(v, O_INST) && v.o->cls && assigned(m, s, target, v))
		return vm_taken(m);
	if (m->c && !*op && (tied(m, s, target, v) || (NODE(target)->kind == FACT_NAME && converted(m, s, target, v))))
		return vm_taken(m);
	if (m->c && !*op)
		v = as_object(m, s, target, v);
	if (m->c && !*op && (is_obj(v, O_INST) || is_obj(v, O_LIST) || is_obj(v, O_DICT) || is_obj(v, O_TUPLE)) && vm_by_value(m, s, target)) {
		v = vm_plain_copy(m, v);
		if (vm_overwrites(m, s, target, v))
			return vm_taken(m);
	}
	vm_assign(m, s, target, v);
	return vm_taken(m);
}
