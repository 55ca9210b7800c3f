/* construct.c - see vm.h: objects of classes of the tree. */
#include "vm_impl.h"

#include <string.h>

#include "../program/program.h"

enum { MAX_NESTED = 240 };

#define NODE(i) (&m->t->node[i])

static void fields(vm *m, obj *cls, obj *inst, scope *in, uint32_t block);

/* Fields of an object of C: those of its bases first. */
void
vm_c_fields(vm *m, obj *cls, obj *inst)
{
	scope *in = scope_new(m, S_FUNC, cls->scope, cls->scope ? cls->scope->file : 0);
	uint32_t block = fact_find(m->t, cls->node, FACT_BLOCK);

	for (int64_t i = 0; is_obj(cls->a, O_LIST) && i < list_len(cls->a.o) && !m->pending; i++)
		if (is_obj(list_at(cls->a.o, i), O_CLASS))
			vm_c_fields(m, list_at(cls->a.o, i).o, inst);
	in->self = v_obj(inst);
	if (block && !m->pending)
		fields(m, cls, inst, in, block);
}

static void
fields(vm *m, obj *cls, obj *inst, scope *in, uint32_t block)
{
	FACT_EACH_KID(m->t, block, k) {
		if (m->pending)
			return;
		if (NODE(k)->kind == FACT_IF) {
			uint32_t then = NODE(k + 1)->end, other = NODE(then)->end;
			if (vm_preproc(m, in, k))
				fields(m, cls, inst, in, then);
			else if (other < NODE(k)->end)
				fields(m, cls, inst, in, other);
		}
		if (NODE(k)->kind != FACT_DECL || NODE(k)->flags & FACT_STATIC || NODE(k + 1)->kind != FACT_NAME)
			continue;
		xstat x = vm_exec(m, in, k);
		if (x == X_RAISE || x == X_EXIT || x == X_STOP) { /* so is the object never made */
			m->pending = x;
			return;
		}
		cell *c = map_find(&in->m, key_str(NODE(k + 1)->str));
		if (c)
			*map_get(m, &inst->m, key_str(NODE(k + 1)->str), v_str(NODE(k + 1)->str)) = (cell){.v = c->v, .ctype = c->ctype};
	}
}

/* What the DECL of a field of C++ gives it where an initialiser does not; was: as vm_c_fields() left it, which is of the
 * fields before as they were then. */
static value
own_default(vm *m, obj *cls, obj *inst, uint32_t decl, value was)
{
	scope *in;
	xstat x;

	for (uint32_t i = fact_find(m->t, decl, FACT_DEFAULT); i < NODE(decl)->end; i++)
		if (NODE(i)->kind == FACT_NAME) {
			in = scope_new(m, S_FUNC, cls->scope, cls->scope->file);
			in->self = v_obj(inst);
			x = vm_exec(m, in, decl);
			if (x == X_RAISE || x == X_EXIT || x == X_STOP)
				m->pending = x;
			return m->pending ? v_unk(0) : map_get(m, &in->m, key_str(NODE(decl + 1)->str), v_str(NODE(decl + 1)->str))->v;
		}
	return was;
}

/* Gives fields, in the order of their declaration, what was passed. */
uint32_t
vm_fill(vm *m, obj *cls, obj *inst, const args *a, uint32_t pos)
{
	uint32_t block = fact_find(m->t, cls->node, FACT_BLOCK);

	for (int64_t i = 0; is_obj(cls->a, O_LIST) && i < list_len(cls->a.o); i++)
		if (is_obj(list_at(cls->a.o, i), O_CLASS))
			pos = vm_fill(m, list_at(cls->a.o, i).o, inst, a, pos);
	for (uint32_t k = block + 1; block && k < NODE(block)->end; k = NODE(k)->end) {
		value v = (value){0};
		uint32_t name, def;
		if (NODE(k)->kind != FACT_DECL || NODE(k)->flags & FACT_STATIC || NODE(k + 1)->kind != FACT_NAME)
			continue;
		name = NODE(k + 1)->str;
		def = fact_find(m->t, k, FACT_DEFAULT);
		for (uint32_t i = 0; i < a->n; i++)
			if (a->kw[i] == name && a->kw[i])
				v = a->v[i];
		if (v.kind == V_UNDEF) {
			while (pos < a->n && a->kw[pos])
				pos++;
			if (pos < a->n)
				v = a->v[pos++];
		}
		if (v.kind == V_UNDEF && def && !m->c && !a->rest) {
			v = vm_evalr(m, cls->scope, def + 1);
			if (is_obj(v, O_THING) && v.o->kw && strncmp(vm_text(m, v.o->name), "dataclasses.field", 17) == 0) {
				value d = (value){0};
				for (uint32_t i = 0; i < v.o->narg; i++) {
					const char *kw = vm_text(m, v.o->kw[i]);
					if (strcmp(kw, "default") == 0)
						d = v.o->arg[i];
					else if (strcmp(kw, "default_factory") == 0)
						d = vm_callv(m, v.o->arg[i], k, 0, NULL);
				}
				v = d.kind ? d : v_unk(0);
			}
		}
		if (m->c && v.kind == V_OBJ && fact_find(m->t, k, FACT_TYPE) && cls->scope)
			v = vm_typed(m, cls->scope, fact_find(m->t, k, FACT_TYPE), v, k);
		else if (m->c && v.kind != V_UNDEF && fact_find(m->t, k, FACT_TYPE) && cls->scope)
			v = vm_converted(m, cls->scope, fact_find(m->t, k, FACT_TYPE), v, k);
		if (m->c && is_obj(v, O_INST) && v.o->cls && cls->scope && fact_find(m->t, k, FACT_TYPE) && vm_struct_of(m, cls->scope, fact_find(m->t, k, FACT_TYPE)) && !vm_copies(m, v.o->cls))
			v = vm_plain_copy(m, v);
		cell *was = m->c ? map_find(&inst->m, key_str(name)) : NULL;
		if (was && ((is_obj(was->v, O_INST) && was->v.o->m.n) || is_obj(was->v, O_LIST)) && (v.kind == V_UNDEF || v.kind == V_INT)) /* {0}: the first member of it */
			v = vm_zeroed(m, was->v);
		if (v.kind == V_UNDEF && def && was && cls->scope)
			v = own_default(m, cls, inst, k, was->v);
		if (v.kind == V_UNDEF)
			v = m->c ? v_int(0) : v_unk(0);
		if (!m->c || pos <= a->n)
			cell_set(m, map_get(m, &inst->m, key_str(name), v_str(name)), v);
	}
	return pos;
}

/* The fields of a dataclass, bases first, as things with a name and a default. */
void
vm_class_fields(vm *m, obj *cls, obj *l)
{
	uint32_t block = fact_find(m->t, cls->node, FACT_BLOCK);

	for (int64_t i = 0; is_obj(cls->a, O_LIST) && i < list_len(cls->a.o); i++)
		if (is_obj(list_at(cls->a.o, i), O_CLASS))
			vm_class_fields(m, list_at(cls->a.o, i).o, l);
	for (uint32_t k = block + 1; block && k < m->t->node[block].end; k = m->t->node[k].end) {
		uint32_t def = fact_find(m->t, k, FACT_DEFAULT);
		value f;
		if (m->t->node[k].kind != FACT_DECL || m->t->node[k].flags & FACT_STATIC || m->t->node[k + 1].kind != FACT_NAME)
			continue;
		f = thing(m, vm_id(m, "dataclasses.Field"), k);
		field_set(m, f.o, "name", v_str(m->t->node[k + 1].str));
		if (def)
			field_set(m, f.o, "default", vm_evalr(m, cls->scope, def + 1));
		list_add(m, l, f);
	}
}

value
vm_enum_member(vm *m, obj *cls, value v, uint32_t node)
{
	value f;

	v = vm_resolve(m, v, node);
	if (is_obj(v, O_INST) && v.o->cls == cls)
		return v;
	for (int pass = 0; pass < 2; pass++)
		for (uint32_t i = 0; i < cls->m.n; i++) {
			value e = cls->m.slot[i].c->v, is;
			if (!is_obj(e, O_INST) || e.o->cls != cls)
				continue;
			is = vm_compare(m, "==", v, field_get(m, e.o, "value"), node);
			if (vm_known(m, is) == 1 || (pass == 1 && vm_known(m, is) < 0 && vm_truth(m, is, node))) {
				if (is.flags & VF_LABEL && m->t->node[node].kind != FACT_PARAM)
					vm_event(m, E_GUARD, node, 0, 0, 1);
				e.flags |= is.flags & VF_LABEL;
				return e;
			}
		}
	if (flag_of(m, cls, v, &f))
		return f;
	if (!m->c && is_obj(f = class_find(m, cls, vm_id(m, "_missing_")), O_FUNC)) {
		v = vm_resolve(m, func_call(m, f.o, v_obj(cls), 1, &(args){.node = node, .n = 1, .v = {v}}), node);
		if (m->pending || v.kind != V_NONE)
			return v;
	}
	vm_raise(m, "ValueError");
	return v_unk(0);
}

value
class_new(vm *m, obj *cls, args *a)
{
	value v;

	if (certain_abstract(m, cls, a) || !certain_fields(m, cls, a)) {
		vm_raise(m, "TypeError");
		return v_unk(0);
	}
	if (m->depth >= MAX_NESTED) { /* an object that holds one of its own class, or seems to */
		vm_cut(m, a->node, "objects made inside each other deeper than they are followed");
		return v_unk(0);
	}
	if (!m->c && cls->declared & DECORATED_OUTSIDE)
		strange_decorated(m, cls, a->node);
	m->depth++;
	v = vm_made(m, cls, a);
	m->depth--;
	return v;
}
