/* copies.c - see vm_impl.h: in C and C++ an object is copied with its variable, and so are the
 * objects in it and what a container holds; what is pointed to is not. */
#include "vm_impl.h"

#include <string.h>

#include "words.h"

enum { MOST_COPIED = 2000 }; /* elements of a container: larger ones are shared */

#define NODE(i) (&m->t->node[i])

static void
share(vm *m, map *p, uint32_t name, cell *c)
{
	map_get(m, p, key_str(name), v_str(name));
	for (uint32_t i = 0; i < p->n; i++)
		if (p->slot[i].key == key_str(name))
			p->slot[i].c = c;
}

void
vm_bindings(vm *m, scope *s, uint32_t target, value v)
{
	uint32_t i = 0;
	scope *at = s;

	while (at->inlined && at->up)
		at = at->up;
	if (!(NODE(target)->flags & FACT_REF))
		v = vm_copied(m, v);
	FACT_EACH_KID(m->t, target, k) {
		cell *c = NULL;
		if (is_obj(v, O_INST) && i < v.o->m.n)
			c = v.o->m.slot[i].c;
		else if (is_obj(v, O_TUPLE) || is_obj(v, O_LIST))
			c = vm_element(m, v.o, i, k);
		if (!c || c->v.kind == V_UNDEF) {
			value e = v_unk(0);
			e.comp = (uint16_t)comp_of(v);
			e.opq = (uint16_t)opq_of(v);
			c = vm_alloc(m, sizeof *c);
			c->v = e;
		}
		i++;
		share(m, &at->m, NODE(k)->str, c);
	}
}

/* Does a template of that TYPE hold what is pointed to? */
static int
points(const vm *m, uint32_t type)
{
	for (uint32_t k = type + 1; k < NODE(type)->end; k++)
		if (NODE(k)->flags & (FACT_POINTER | FACT_REF))
			return 1;
	return 0;
}

/* The members of a new copy of `of` that are objects, arrays or containers become its own; those that are references stay what they refer to. */
static void
own_members(vm *m, obj *o, const obj *of, const obj *cls)
{
	uint32_t block = fact_find(m->t, cls->node, FACT_BLOCK);

	for (int64_t i = 0; is_obj(cls->a, O_LIST) && i < list_len(cls->a.o); i++)
		if (is_obj(list_at(cls->a.o, i), O_CLASS))
			own_members(m, o, of, list_at(cls->a.o, i).o);
	for (uint32_t k = block + 1; block && k < NODE(block)->end; k = NODE(k)->end) {
		uint32_t type = NODE(k)->kind == FACT_DECL && !(NODE(k)->flags & FACT_STATIC) && NODE(k + 1)->kind == FACT_NAME ? fact_find(m->t, k, FACT_TYPE) : 0;
		cell *c = type ? map_find(&o->m, key_str(NODE(k + 1)->str)) : NULL;
		const char *name = type ? as_last_part(fact_str(m->t, type)) : "";
		if (c && NODE(type)->flags & FACT_REF)
			share(m, &o->m, NODE(k + 1)->str, map_find(&of->m, key_str(NODE(k + 1)->str)));
		if (!c || NODE(type)->flags & (FACT_POINTER | FACT_REF))
			continue;
		if (is_obj(c->v, O_INST) && !vm_is_choice(name) ? c->v.o->cls && strcmp(vm_text(m, c->v.o->cls->name), name) == 0 : NODE(type)->flags & FACT_ARRAY || vm_is_container(name) || (vm_is_choice(name) && !points(m, type)))
			c->v = vm_plain_copy(m, c->v);
	}
}

value
vm_plain_copy(vm *m, value v)
{
	obj *o;

	if (is_obj(v, O_INST)) {
		o = vm_obj(m, O_INST, v.o->name, v.o->node);
		o->cls = v.o->cls;
		o->comp = v.o->comp;
		o->opq = v.o->opq;
		o->loose = v.o->loose;
		map_copy(m, &o->m, &v.o->m);
		if (o->cls) {
			own_members(m, o, v.o, o->cls);
			vm_object_lives(m, o);
		}
		return v_obj(o);
	}
	if (is_obj(v, O_FUNC) && v.o->self_flags & FUNC_CAPTURES)
		return vm_lambda_copy(m, v.o);
	if ((!is_obj(v, O_LIST) && !is_obj(v, O_DICT) && !is_obj(v, O_TUPLE)) || v.o->m.n > MOST_COPIED)
		return v;
	o = obj_copy(m, v.o);
	for (uint32_t i = 0; i < o->m.n; i++)
		if (vm_is_value(m, o->kind != O_TUPLE ? o->b : is_obj(o->b, O_TUPLE) ? list_at(o->b.o, i) : o->b))
			o->m.slot[i].c->v = vm_plain_copy(m, o->m.slot[i].c->v);
	return v_obj(o);
}

int
vm_is_memory(const vm *m, value v)
{
	const char *name = is_obj(v, O_THING) && m->c ? vm_text(m, v.o->name) : "";

	return strstr(name, "alloc") != NULL || strcmp(name, "struct") == 0;
}

value
vm_first(const vm *m, value p)
{
	cell *c = vm_is_memory(m, p) ? map_find(&p.o->m, key_int(0)) : NULL;

	return c ? c->v : (value){0};
}

value
vm_as_struct(vm *m, value p)
{
	value v = vm_first(m, p);

	return thing_is(m, v, "struct") ? v : p;
}

void
vm_copy_memory(vm *m, value to, value from)
{
	for (uint32_t i = 0; i < to.o->m.n; i++)
		if (to.o->m.slot[i].kv.kind == V_STR)
			cell_set(m, to.o->m.slot[i].c, v_unk(0));
	for (uint32_t i = 0; i < from.o->m.n; i++)
		if (from.o->m.slot[i].kv.kind == V_STR)
			cell_set(m, map_get(m, &to.o->m, from.o->m.slot[i].key, from.o->m.slot[i].kv), from.o->m.slot[i].c->v);
}

/* A pair or tuple of that TYPE that is made of another: what it holds by value is its own, whatever the other holds. */
static value
tuple_copy(vm *m, scope *s, uint32_t type, value v)
{
	value of = vm_type(m, s, type), to = v_obj(obj_copy(m, v.o)), t;

	if (m->pending || vm_template_arg(m, of, 0).kind == V_UNDEF)
		return vm_plain_copy(m, v);
	to.o->b = (value){0};
	to = vm_coerce(m, of, to, type);
	for (uint32_t i = 0; i < to.o->m.n; i++) {
		cell *c = to.o->m.slot[i].c;
		t = vm_template_arg(m, of, i);
		if (t.kind != V_UNDEF && vm_is_value(m, t))
			c->v = vm_plain_copy(m, vm_resolve(m, c->v.kind == V_REF ? c->v.r->v : c->v, type));
	}
	return to;
}

value
vm_init_copy(vm *m, scope *s, uint32_t type, uint32_t def, value v)
{
	int kind = NODE(def)->kind, lvalue = kind == FACT_NAME || kind == FACT_ATTR || kind == FACT_INDEX || kind == FACT_DEREF;
	const char *name = as_last_part(fact_str(m->t, type));
	int object = is_obj(v, O_INST) && v.o->cls, moved = kind == FACT_CALL && strcmp(fact_str(m->t, def + 1), "move") == 0;
	value copy;

	if (lvalue && !(NODE(type)->flags & (FACT_POINTER | FACT_REF)) && (is_obj(v, O_FUNC) || (object && strcmp(name, "function") == 0)))
		return vm_copied(m, v);
	if (lvalue && vm_is_memory(m, v)) /* struct s x = *p; */
		return vm_struct_of(m, s, type) ? v_obj(obj_copy(m, v.o)) : v;
	if (NODE(type)->flags & (FACT_POINTER | FACT_REF | FACT_ARRAY) || (!object && !is_obj(v, O_LIST) && !is_obj(v, O_DICT) && !is_obj(v, O_TUPLE)) || (!lvalue && kind != FACT_CALL))
		return v;
	if (object && lvalue && vm_is_choice(name))
		return vm_is_value(m, vm_type(m, s, type)) ? vm_copied(m, v) : v;
	if (strcmp(name, "auto") == 0 ? !vm_by_value(m, s, def) && !is_obj(v, O_TUPLE) : object ? !vm_struct_of(m, s, type) : (!lvalue && !moved) || !vm_is_container(name))
		return v;
	if (object && vm_copies(m, v.o->cls)) /* what a call gives is not copied once more */
		return lvalue || moved ? vm_copied(m, v) : v;
	if (is_obj(v, O_TUPLE) && v.o->m.n <= MOST_COPIED && (strcmp(name, "pair") == 0 || strcmp(name, "tuple") == 0))
		return tuple_copy(m, s, type, v);
	copy = vm_plain_copy(m, v);
	if (vm_is_temporary(m, v, def))
		vm_never_was(v.o);
	return copy;
}

int
vm_overwrites(vm *m, scope *s, uint32_t target, value v)
{
	value old;
	cell *c;

	for (uint32_t i = target; i < NODE(target)->end; i++)
		if (NODE(i)->kind == FACT_CALL || NODE(i)->kind == FACT_ASSIGN) /* once is enough */
			return 0;
	if (m->trailing)
		return 0;
	if (NODE(target)->kind == FACT_DEREF && is_obj(old = vm_evalr(m, s, target + 1), O_INST)) { /* an object is where its pointer is */
		;
	} else {
		c = vm_place(m, s, target, 0);
		old = c ? vm_resolve(m, c->v, target) : (value){0};
	}
	if (m->pending || old.kind != V_OBJ || old.o == v.o || old.o->kind != v.o->kind)
		return 0;
	if (is_obj(v, O_INST)) {
		if (old.o->cls != v.o->cls && old.o->cls) /* of what derives from it only its own part */
			v = vm_sliced_to(m, old.o->cls, v);
		if (old.o->cls != v.o->cls && !(old.o->cls && v.o->cls && class_is(old.o->cls, v.o->cls))) /* or it is set as what it derives from */
			return 0;
		for (uint32_t i = 0; i < v.o->m.n; i++)
			cell_set(m, map_get(m, &old.o->m, v.o->m.slot[i].key, v.o->m.slot[i].kv), v.o->m.slot[i].c->v);
	} else {
		old.o->m = v.o->m;
		old.o->loose = v.o->loose;
	}
	old.o->comp = v.o->comp;
	old.o->opq = v.o->opq;
	return 1;
}

uint32_t
vm_member_decl(const vm *m, const obj *cls, uint32_t name)
{
	uint32_t block = fact_find(m->t, cls->node, FACT_BLOCK);

	for (uint32_t k = block + 1; block && k < NODE(block)->end; k = NODE(k)->end)
		if (NODE(k)->kind == FACT_DECL && NODE(k + 1)->kind == FACT_NAME && NODE(k + 1)->str == name)
			return k;
	return 0;
}

/* Is it the first that the constructor f gives that member, which is where a reference is bound? */
static int
is_first(const vm *m, const obj *f, uint32_t node)
{
	uint32_t block = fact_find(m->t, f->node, FACT_BLOCK), name = NODE(node + 1)->str;

	if (!block || node <= block || node >= NODE(block)->end)
		return 0;
	FACT_EACH_KID(m->t, block, k) {
		if (k == node)
			return 1;
		if (NODE(k)->kind == FACT_ASSIGN ? NODE(k + 1)->str == name : NODE(k)->kind != FACT_CALL || NODE(k + 1)->str == f->name)
			return 0;
	}
	return 0;
}

int
vm_binds(vm *m, scope *s, uint32_t node)
{
	uint32_t target = node + 1, from = NODE(target)->end, decl, type;
	int kind = NODE(from)->kind;
	value self = vm_resolve(m, s->self, node);
	cell *c;

	if (NODE(target)->kind != FACT_ATTR || !s->fn || !s->cls || s->fn->name != s->cls->name || !is_obj(self, O_INST) || !is_first(m, s->fn, node))
		return 0;
	decl = vm_member_decl(m, s->cls, NODE(target)->str);
	type = decl ? fact_find(m->t, decl, FACT_TYPE) : 0;
	if (!type || !(NODE(type)->flags & FACT_REF) || (kind != FACT_NAME && kind != FACT_ATTR && kind != FACT_INDEX && kind != FACT_DEREF) || !(c = vm_place(m, s, from, 1)) || m->pending)
		return 0;
	share(m, &self.o->m, NODE(target)->str, c);
	return 1;
}
