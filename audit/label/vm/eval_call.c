/* eval_call.c - see vm.h: a call as it stands in the source, its callee and arguments evaluated. */
#include "vm_impl.h"

#include <string.h>

#define NODE(i) (&m->t->node[i])

/* (T){.x = a} of a type that is not seen: its members, if all are named; else nothing. */
static value
literal(vm *m, const args *a)
{
	obj *d;

	for (uint32_t i = 0; i < a->n; i++)
		if (!a->kw[i] || strpbrk(vm_text(m, a->kw[i]), ".["))
			return (value){0};
	d = vm_obj(m, O_DICT, 0, a->node);
	d->loose = 1;
	for (uint32_t i = 0; i < a->n; i++)
		cell_set(m, map_get(m, &d->m, key_str(a->kw[i]), v_str(a->kw[i])), a->v[i]);
	return v_obj(d);
}

value
vm_eval_call(vm *m, scope *s, uint32_t node)
{
	args a = {.node = node, .scope = s};
	value f = vm_evalr(m, s, node + 1), v;
	obj *all;
	int macro;

	if (!m->c && is_obj(f, O_METHOD) && certain_no_place(m, node, 0))
		vm_raise(m, certain_no_place(m, node, 0));
	if (m->pending)
		return v_unk(0);
	if (m->c && is_obj(f, O_FUNC) && !f.o->a.kind && f.o->cls && !(NODE(f.o->node)->flags & FACT_STATIC)) /* Base::f() of the object that runs */
		for (scope *u = s; u; u = u->up)
			if (u->self.kind) {
				value self = vm_resolve(m, u->self, node);
				if (self.kind == V_REF)
					self = vm_resolve(m, self.r->v, node);
				if (is_obj(self, O_INST) && class_is(self.o->cls, f.o->cls))
					f = bind(m, f, u->self);
				break;
			}
	macro = is_obj(f, O_FUNC) && (NODE(f.o->node)->flags & FACT_MACRO);
	for (uint32_t k = NODE(node + 1)->end; k < NODE(node)->end; k = NODE(k)->end) {
		if (NODE(k)->kind != FACT_ARG || k + 1 >= NODE(k)->end)
			continue;
		all = vm_variadic(m, s, k + 1);
		for (int64_t i = 0; all && i < list_len(all) && !m->pending; i++) {
			v = list_at(all, i);
			args_add(&a, macro ? v : vm_expanded(m, s, v), 0, v.kind == V_THUNK ? v.t.node : k + 1);
		}
		if (m->pending)
			return v_unk(0);
		if (all)
			continue;
		if (macro) {
			v = (value){.kind = V_THUNK, .at = s};
			v.t.node = k + 1;
			args_add(&a, v, NODE(k)->str, k + 1);
			continue;
		}
		if (!m->c && NODE(k + 1)->kind == FACT_CALL && (NODE(node + 1)->kind == FACT_ATTR || NODE(node + 1)->kind == FACT_NAME) &&
		    (task_spawns(fact_str(m->t, node + 1)) || (is_obj(f, O_EXT) && strcmp(vm_text(m, f.o->name), "asyncio.gather") == 0)))
			m->spawn = k + 1;
		v = vm_eval(m, s, k + 1);
		if (m->pending)
			return v_unk(0);
		if (NODE(k)->flags & FACT_STAR) {
			v = vm_resolve(m, v, k);
			if (args_list(&a, v)) {
				a.rest |= v.o->loose;
			} else {
				a.rest = 1;
				if (comp_of(v) || opq_of(v)) /* who knows which of them it is */
					args_add(&a, v, 0, 0);
			}
		} else if (NODE(k)->flags & FACT_STARSTAR) {
			v = vm_resolve(m, v, k);
			if (dict_part(m, &v))
				v = v_obj(dict_part(m, &v));
			if (is_obj(v, O_DICT)) {
				args_dict(&a, v.o);
				for (uint32_t i = 0; i < v.o->m.n; i++)
					a.rest |= v.o->m.slot[i].kv.kind == V_UNK;
				a.rest |= v.o->loose;
			} else {
				a.rest = 1;
				vm_handed(m, v, 0); /* its keys() and items */
			}
		} else {
			args_add(&a, v, NODE(k)->str, k + 1);
		}
	}
	if (NODE(node)->flags & FACT_LAUNCH) {
		args rest = {.node = node, .scope = s};
		for (uint32_t i = 0; i < a.n; i++) { /* the grid is no argument of the kernel */
			const char *kw = vm_text(m, a.kw[i]);
			if (strcmp(kw, "grid") && strcmp(kw, "block") && strcmp(kw, "shared") && strcmp(kw, "stream"))
				args_add(&rest, a.v[i], a.kw[i], a.at[i]);
		}
		vm_event(m, E_WORK, node, is_obj(f, O_FUNC) || is_obj(f, O_EXT) ? f.o->name : vm_id(m, "kernel"), 0, 0);
		trace_end(m, m->trace ^ node);
		if (is_obj(f, O_FUNC))
			map_get(m, &m->entered, f.o->node, v_none());
		return v_unk(0);
	}
	if (m->spawn == node && is_obj(f, O_FUNC)) {
		m->spawn = 0;
		return task_start(m, f, &a);
	}
	if (NODE(node)->flags & FACT_FIELD && !is_obj(f, O_CLASS) && (v = literal(m, &a)).kind != V_UNDEF)
		return v;
	return vm_call(m, f, &a);
}
