/* declare.c - see vm.h: declarations of variables, and macros as variables. */
#include "cint.h"
#include "vm_impl.h"

#include <string.h>

#include "words.h"

#define NODE(i) (&m->t->node[i])

/* The name means that cell in the scope. */
static void
share(vm *m, scope *s, uint32_t name, cell *c)
{
	map_get(m, &s->m, key_str(name), v_str(name));
	for (uint32_t i = 0; i < s->m.n; i++)
		if (s->m.slot[i].key == key_str(name))
			s->m.slot[i].c = c;
}

/* An object of C++ that lives until the program ends: its destructor runs then. */
static void
at_exit(vm *m, const cell *c)
{
	obj *cls = m->c && is_obj(c->v, O_INST) ? c->v.o->cls : NULL;
	value f = cls && m->mark ? class_find(m, cls, vm_idf(m, "~%.100s", as_last_part(vm_text(m, cls->name)))) : (value){0};

	if (is_obj(f, O_FUNC))
		vm_mark(m, f.o->node, MARK_HANDED);
}

xstat
vm_decl(vm *m, scope *s, uint32_t node)
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
		return vm_taken(m);
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
	if (m->c && s->kind == S_CLASS && type && !(NODE(node)->flags & FACT_STATIC)) { /* a field: made with each object, not with its class */
		map_get(m, &s->m, key_str(NODE(target)->str), v_str(NODE(target)->str));
		return X_NORMAL;
	}
	vm_loud(m, node);
	if (m->c && NODE(node)->flags & FACT_STATIC && at->kind == S_FUNC) {
		/* it lives on: kept with the file */
		c = map_get(m, &m->shared->m, key_int(node), v_int(node));
		if (c->v.kind == V_UNDEF)
			c->v = def ? vm_eval(m, s, def + 1) : vm_fresh(m, s, node, type);
		if (type && def)
			c->v = vm_typed(m, s, type, c->v, node);
		if (type && def && NODE(type)->flags & FACT_ARRAY && is_obj(c->v, O_LIST))
			vm_array(m, s, node, type, c->v.o, 1);
		if (type)
			c->ctype = cint_type(m, s, type);
		c->thread = (NODE(node)->flags & FACT_THREAD) != 0;
		share(m, at, NODE(target)->str, c); /* one cell for all calls */
		at_exit(m, c);
		return vm_taken(m);
	}
	if (def) {
		int lvalue = NODE(def + 1)->kind == FACT_NAME || NODE(def + 1)->kind == FACT_ATTR || NODE(def + 1)->kind == FACT_INDEX || NODE(def + 1)->kind == FACT_DEREF;
		m->referred = NULL;
		v = vm_eval(m, s, def + 1);
		if (m->pending)
			return vm_taken(m);
		cell *referred = NODE(def + 1)->kind == FACT_CALL && m->referred_at == def + 1 ? m->referred : NULL;
		if (m->c && type) {
			v = vm_init_copy(m, s, type, def + 1, vm_sliced(m, s, type, vm_typed(m, s, type, v, node)));
			if (NODE(type)->flags & FACT_ARRAY && is_obj(v, O_LIST))
				vm_array(m, s, node, type, v.o, 1);
			if (NODE(type)->flags & FACT_REF && (lvalue || referred) && v.kind != V_OBJ) {
				cell *of = referred ? referred : vm_place(m, s, def + 1, 1);
				if (of) {
					share(m, at, NODE(target)->str, of);
					return vm_taken(m);
				}
			}
		}
	} else if (m->c) {
		if (map_find(&at->m, key_str(NODE(target)->str)) && (at->kind == S_SHARED || at->kind == S_FILE))
			return X_NORMAL;
		v = vm_fresh(m, s, node, type);
	} else {
		if (s->kind == S_CLASS) { /* a field without a default */
			cell_set(m, map_get(m, &s->m, key_str(NODE(target)->str), v_str(NODE(target)->str)), (value){0});
		}
		return X_NORMAL;
	}
	if (m->pending)
		return vm_taken(m);
	if (m->c)
		c = map_get(m, &at->m, key_str(NODE(target)->str), v_str(NODE(target)->str));
	else
		c = scope_local(m, s, NODE(target)->str);
	if (m->c && type)
		c->ctype = NODE(type)->flags & FACT_ARRAY ? 0 : strcmp(fact_str(m->t, type), "auto") == 0 ? cint_of(v) : cint_type(m, s, type);
	c->thread = m->c && NODE(node)->flags & FACT_THREAD;
	cell_set(m, c, v);
	if (at->kind == S_SHARED || at->kind == S_FILE)
		at_exit(m, c);
	return X_NORMAL;
}
