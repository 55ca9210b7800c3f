/* capture.c - see vm.h: what a lambda of C++ takes with it: copies, made where the lambda is, of
 * the variables that it captures by value. They lie in a scope between it and the function. */
#include "cint.h"
#include "vm_impl.h"

#include <string.h>

#include "words.h"

#define NODE(i) (&m->t->node[i])

/* What a copy of v is that is declared at decl: an object is copied with its variable, one that is pointed to is not. */
static value
copy(vm *m, scope *s, uint32_t decl, value v)
{
	uint32_t type = decl ? fact_find(m->t, decl, FACT_TYPE) : 0;
	const char *name = type ? as_last_part(fact_str(m->t, type)) : "";
	value of;

	if (!type || v.kind != V_OBJ || NODE(type)->flags & FACT_POINTER)
		return v;
	if (is_obj(v, O_LIST) || is_obj(v, O_DICT) || is_obj(v, O_TUPLE))
		return NODE(type)->flags & FACT_ARRAY || vm_is_container(name) ? vm_plain_copy(m, v) : v;
	if (!is_obj(v, O_INST))
		return v;
	of = vm_type(m, s, type);
	return is_obj(of, O_CLASS) && class_is(v.o->cls, of.o) ? vm_copied(m, v) : v;
}

/* What stands under that name is the lambda's own, and copied with it. */
static void
by_value(vm *m, scope *own, uint32_t name)
{
	map_get(m, &own->m, key_int(name), v_int(name))->v = v_bool(1);
}

/* A variable of a function around the lambda; not one that lives on after it. */
static void
take(vm *m, scope *s, scope *own, uint32_t name)
{
	cell *from = NULL, *c;
	uint32_t decl = 0;

	if (!name || map_find(&own->m, key_str(name)))
		return;
	for (; s && s->kind == S_FUNC; s = s->up)
		if ((from = map_find(&s->m, key_str(name))) && from->v.kind != V_UNDEF)
			break;
	if (!s || s->kind != S_FUNC || from->v.kind == V_THUNK)
		return;
	if (s->fn)
		decl = vm_variable(m, s->fn->node, name);
	if (decl && NODE(decl)->flags & (FACT_STATIC | FACT_MACRO))
		return;
	c = map_get(m, &own->m, key_str(name), v_str(name));
	c->v = copy(m, s, decl, from->v);
	c->ctype = from->ctype;
	if (c->v.kind == V_OBJ && c->v.o != from->v.o)
		by_value(m, own, name);
}

static void
made(vm *m, scope *s, scope *own, uint32_t capture)
{
	cell *of = NODE(capture)->flags & FACT_REF ? vm_place(m, s, capture + 1, 1) : NULL, *c;
	value v = of || m->pending ? (value){0} : vm_eval(m, s, capture + 1);

	if (m->pending)
		return;
	c = map_get(m, &own->m, key_str(NODE(capture)->str), v_str(NODE(capture)->str));
	if (of) {
		own->m.slot[own->m.n - 1].c = of;
		return;
	}
	c->ctype = cint_of(v);
	if (v.kind == V_OBJ && vm_by_value(m, s, capture + 1)) {
		v = NODE(capture + 1)->kind == FACT_CALL ? v : vm_copied(m, v);
		by_value(m, own, NODE(capture)->str);
	}
	map_get(m, &own->m, key_str(NODE(capture)->str), v_str(NODE(capture)->str))->v = v;
}

/* [*this]: the object is copied. */
static void
object(vm *m, scope *s, scope *own)
{
	for (; s; s = s->up)
		if (s->self.kind) {
			own->self = vm_copied(m, vm_resolve(m, s->self, 0));
			own->cls = s->cls;
			return;
		}
}

void
vm_capture(vm *m, scope *s, obj *f)
{
	scope *own = NULL;
	int all = 0;

	FACT_EACH_KID(m->t, f->node, k) {
		if (NODE(k)->kind != FACT_CAPTURE)
			continue;
		if (!own) {
			own = scope_new(m, S_FUNC, s, s->file);
			own->cls = NULL;
		}
		if (k + 1 < NODE(k)->end)
			made(m, s, own, k);
		else if (!NODE(k)->str)
			all = 1;
		else if (strcmp(fact_str(m->t, k), "this") == 0)
			object(m, s, own);
		else if (!(NODE(k)->flags & FACT_REF))
			take(m, s, own, NODE(k)->str);
		if (m->pending)
			return;
	}
	for (uint32_t i = f->node; all && i < NODE(f->node)->end && !m->pending; i++) {
		int other = 0;
		if (NODE(i)->kind != FACT_NAME)
			continue;
		FACT_EACH_KID(m->t, f->node, k)
			other |= (NODE(k)->kind == FACT_CAPTURE || NODE(k)->kind == FACT_PARAM) && NODE(k)->str == NODE(i)->str;
		if (!other)
			take(m, s, own, NODE(i)->str);
	}
	if (own) {
		f->scope = own;
		f->self_flags |= FUNC_CAPTURES;
	}
}

value
vm_lambda_copy(vm *m, const obj *f)
{
	obj *o = obj_copy(m, f);

	o->scope = vm_alloc(m, sizeof *o->scope);
	*o->scope = *f->scope;
	memset(&o->scope->m, 0, sizeof o->scope->m);
	map_copy(m, &o->scope->m, &f->scope->m);
	for (uint32_t i = 0; i < o->scope->m.n; i++)
		if (o->scope->m.slot[i].kv.kind == V_STR && map_find(&f->scope->m, key_int(o->scope->m.slot[i].kv.s.s)))
			o->scope->m.slot[i].c->v = vm_copied(m, o->scope->m.slot[i].c->v);
	FACT_EACH_KID(m->t, f->node, k)
		for (uint32_t i = 0; NODE(k)->kind == FACT_CAPTURE && NODE(k)->flags & FACT_REF && i < o->scope->m.n; i++)
			if (o->scope->m.slot[i].key == key_str(NODE(k)->str)) /* the variable that it refers to */
				o->scope->m.slot[i].c = f->scope->m.slot[i].c;
	return v_obj(o);
}
