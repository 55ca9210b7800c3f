/* destroy.c - see vm_impl.h: objects of C++ end: at the end of the block, of the statement or of the call that has them, by
 * delete, and with what holds them. What a destructor does is run where that was seen; where an object was not seen to end, and
 * its destructor may come to a compile call, that is marked. */
#include "vm_impl.h"

#include <string.h>

#include "../cone/cone.h"
#include "../program/program.h"
#include "words.h"

enum { ENDED = 1, RETURNED = 2 /* O_INST: what its function gives is a copy of it, but for the name */, ENDS_ASKED = 64, ENDS_LOUD = 128 /* O_CLASS; of obj.declared */, MOST_VARIABLES = 32, MOST_BASES = 24 };

#define NODE(i) (&m->t->node[i])

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

/* The destructor that the class itself has, with or without a body; NULL. */
static obj *
destructor(vm *m, obj *cls)
{
	const char *name = as_last_part(vm_text(m, cls->name));
	uint32_t id = vm_idf(m, "~%.100s", name);
	cell *c = map_find(&cls->m, key_str(id));

	if ((!c || !is_obj(c->v, O_FUNC)) && strchr(name, '<')) { /* of a template made special */
		id = vm_idf(m, "~%.*s", (int)strcspn(name, "<"), name);
		c = map_find(&cls->m, key_str(id));
	}
	return c && is_obj(c->v, O_FUNC) ? c->v.o : NULL;
}

/* May what runs where an object of the class ends come to a compile call, or to what cannot be seen through? */
static int
is_loud(vm *m, obj *cls, int depth)
{
	obj *f;

	if (cls->declared & ENDS_ASKED || depth > MOST_BASES)
		return cls->declared & ENDS_LOUD;
	f = destructor(m, cls);
	cls->declared |= ENDS_ASKED | (f && (!m->cone || cone_body_leads(m->cone, f->node, 1)) ? ENDS_LOUD : 0);
	for (int64_t i = 0; is_obj(cls->a, O_LIST) && i < list_len(cls->a.o); i++)
		if (is_obj(list_at(cls->a.o, i), O_CLASS) && is_loud(m, list_at(cls->a.o, i).o, depth + 1))
			cls->declared |= ENDS_LOUD;
	return cls->declared & ENDS_LOUD;
}

void
vm_object_lives(vm *m, obj *o)
{
	if (!m->c || !m->mark || !o->cls || !is_loud(m, o->cls, 0))
		return;
	o->next = m->living;
	m->living = o;
}

void
vm_never_was(obj *o)
{
	o->declared |= ENDED;
}

static void
mark_ends(vm *m, obj *cls, int depth)
{
	obj *f = destructor(m, cls);

	if (f)
		vm_mark(m, f->node, MARK_ENDS);
	for (int64_t i = 0; depth < MOST_BASES && is_obj(cls->a, O_LIST) && i < list_len(cls->a.o); i++)
		if (is_obj(list_at(cls->a.o, i), O_CLASS))
			mark_ends(m, list_at(cls->a.o, i).o, depth + 1);
}

void
vm_objects_left(vm *m)
{
	for (const obj *o = m->living; o; o = o->next)
		if (!(o->declared & ENDED))
			mark_ends(m, o->cls, 0);
	m->living = NULL;
}

void
vm_may_make(vm *m, obj *cls)
{
	cell *c = map_find(&cls->m, key_str(cls->name));

	vm_object_made(m, cls);
	for (const obj *f = c && is_obj(c->v, O_FUNC) ? c->v.o : NULL; f; f = f->next)
		vm_mark(m, f->node, MARK_HANDED);
	if (m->mark && is_loud(m, cls, 0))
		mark_ends(m, cls, 0);
}

void
vm_new_array(vm *m, scope *s, const char *text)
{
	size_t n = strcspn(text, " <[({");
	const char *from = text;
	cell *c;

	for (size_t i = 0; i < n; i++) /* the last part of a::b */
		if (text[i] == ':')
			from = text + i + 1;
	c = scope_find(m, s, vm_idn(m, from, (size_t)(text + n - from)));
	if (c && is_obj(c->v, O_CLASS))
		vm_may_make(m, c->v.o);
}

static void ends(vm *m, value v, uint32_t type);

/* What the destructors of a class and of its bases do to an object of it, and to its members. */
static void
ends_as(vm *m, value v, obj *cls, int depth)
{
	obj *f = destructor(m, cls), *was = v.o->cls;
	uint32_t block = fact_find(m->t, cls->node, FACT_BLOCK), found[MOST_VARIABLES], n = 0;

	if (f) {
		args none = {.node = f->node};
		v.o->cls = cls; /* what is virtual is that of the derived no more */
		func_call(m, f, v, 1, &none);
		v.o->cls = was;
	}
	for (uint32_t k = block + 1; block && k < NODE(block)->end; k = NODE(k)->end)
		if (NODE(k)->kind == FACT_DECL && !(NODE(k)->flags & FACT_STATIC) && NODE(k + 1)->kind == FACT_NAME && fact_find(m->t, k, FACT_TYPE) && n < MOST_VARIABLES)
			found[n++] = k;
	while (n-- > 0 && !m->pending) {
		cell *c = map_find(&v.o->m, key_str(NODE(found[n] + 1)->str));
		if (c)
			ends(m, c->v, fact_find(m->t, found[n], FACT_TYPE));
	}
	for (int64_t i = is_obj(cls->a, O_LIST) && depth < MOST_BASES ? list_len(cls->a.o) : 0; i-- > 0 && !m->pending;)
		if (is_obj(list_at(cls->a.o, i), O_CLASS))
			ends_as(m, v, list_at(cls->a.o, i).o, depth + 1);
}

void
vm_destroyed(vm *m, value v)
{
	if (!is_obj(v, O_INST) || !v.o->cls || v.o->declared & ENDED || m->pending)
		return;
	if (!m->trailing) /* else another side of a branch may end it, too */
		v.o->declared |= ENDED;
	ends_as(m, v, v.o->cls, 0);
}

/* Each object that a container or an array holds by itself, or by a pointer that is its own. */
void
vm_let_go(vm *m, value v)
{
	value of = is_obj(v, O_LIST) || is_obj(v, O_DICT) ? v.o->b : (value){0};

	if (of.kind == V_UNDEF || !(is_obj(of, O_CLASS) || (vm_is_template(m, of) && is_obj(of.o->a, O_EXT) && strstr(vm_text(m, of.o->a.o->name), "unique_ptr"))))
		return;
	for (uint32_t i = 0; i < v.o->m.n && !m->pending; i++)
		vm_destroyed(m, vm_resolve(m, v.o->m.slot[i].c->v, 0));
}

/* A variable or member of that TYPE ends with what it holds. */
static void
ends(vm *m, value v, uint32_t type)
{
	uint32_t fl = NODE(type)->flags;
	const char *name = as_last_part(fact_str(m->t, type));

	v = vm_resolve(m, v, type);
	if (fl & (FACT_POINTER | FACT_REF))
		return;
	if (is_obj(v, O_LIST) || is_obj(v, O_DICT))
		vm_let_go(m, v);
	else if (!(fl & FACT_ARRAY) && is_obj(v, O_INST) && v.o->cls && (strcmp(name, vm_text(m, v.o->cls->name)) == 0 || strcmp(name, "unique_ptr") == 0 || strcmp(name, "optional") == 0))
		vm_destroyed(m, v);
}

/* Does a variable of that DECL only point to what it holds, as far as can be told? */
static int
points(vm *m, scope *s, uint32_t decl, uint32_t type)
{
	const char *name = as_last_part(fact_str(m->t, type));
	uint32_t def = fact_find(m->t, decl, FACT_DEFAULT);

	if (strcmp(name, "weak_ptr") == 0 || strcmp(name, "reference_wrapper") == 0)
		return 1;
	return strcmp(name, "auto") == 0 && def && !vm_by_value(m, s, def + 1) && !(NODE(def + 1)->kind == FACT_CALL && NODE(def + 2)->kind == FACT_INDEX && strncmp(fact_str(m->t, def + 3), "make_", 5) == 0);
}

void
vm_given_back(const vm *m, value v)
{
	if (is_obj(v, O_INST) && is_obj(m->ret, O_INST) && m->ret.o == v.o)
		v.o->declared |= RETURNED;
}

value
vm_returned_copy(vm *m, value v, uint32_t node)
{
	value copy = vm_plain_copy(m, v);

	if (is_obj(v, O_INST) && v.o->declared & RETURNED)
		v.o->declared |= ENDED;
	if (is_obj(copy, O_INST))
		copy.o->node = node;
	return copy;
}

void
vm_block_ends(vm *m, scope *s, uint32_t block, uint32_t to)
{
	uint32_t found[MOST_VARIABLES], n = 0;
	value ret = m->ret;
	scope *at = s;

	while (at->inlined && at->up)
		at = at->up;
	for (uint32_t k = block + 1; k < to && k < NODE(block)->end; k = NODE(k)->end) {
		uint32_t type = NODE(k)->kind == FACT_DECL && !(NODE(k)->flags & FACT_STATIC) ? fact_find(m->t, k, FACT_TYPE) : 0;

		if (type && !(NODE(type)->flags & (FACT_POINTER | FACT_REF)) && NODE(k + 1)->kind == FACT_NAME && n < MOST_VARIABLES)
			found[n++] = k;
	}
	while (n-- > 0 && !m->pending) {
		cell *c = map_find(&at->m, key_str(NODE(found[n] + 1)->str));
		uint32_t type = fact_find(m->t, found[n], FACT_TYPE);

		if (!c || points(m, s, found[n], type))
			continue;
		if (given_away(m, block, NODE(found[n] + 1)->str)) {
			vm_given_back(m, c->v);
			continue;
		}
		if (is_obj(c->v, O_INST) && !(NODE(type)->flags & FACT_ARRAY))
			vm_destroyed(m, c->v);
		else
			ends(m, c->v, type);
	}
	m->ret = ret;
}

int
vm_is_temporary(const vm *m, value v, uint32_t at)
{
	return is_obj(v, O_INST) && v.o->node == at && NODE(at)->kind == FACT_CALL && !(NODE(at)->flags & FACT_ARRAY);
}

void
vm_params_end(vm *m, scope *in, const obj *f, uint32_t since, const args *a)
{
	uint32_t block = fact_find(m->t, f->node, FACT_BLOCK), n = 0;
	value ret = m->ret;

	FACT_EACH_KID(m->t, f->node, p) {
		uint32_t type = NODE(p)->kind == FACT_PARAM ? fact_find(m->t, p, FACT_TYPE) : 0, at = 0;
		cell *c = type && !(NODE(type)->flags & (FACT_POINTER | FACT_ARRAY)) ? map_find(&in->m, key_str(NODE(p)->str)) : NULL;
		int own;
		if (NODE(p)->kind == FACT_PARAM)
			at = n < a->n ? a->at[n] : 0, n++;
		if (!c || !is_obj(c->v, O_INST) || !block || given_away(m, block, NODE(p)->str))
			continue;
		own = c->v.o->serial > since && (!(NODE(type)->flags & FACT_REF) || c->v.o->node == p); /* made for the call */
		if (own || (at && vm_is_temporary(m, c->v, at)))
			vm_destroyed(m, c->v);
	}
	m->ret = ret;
}

void
vm_delete(vm *m, scope *s, uint32_t target)
{
	value v = vm_evalr(m, s, target);

	if (v.kind == V_REF)
		v = vm_resolve(m, v.r->v, target);
	if (is_obj(v, O_LIST)) /* delete[] */
		for (uint32_t i = 0; i < v.o->m.n && !m->pending; i++)
			vm_destroyed(m, vm_resolve(m, v.o->m.slot[i].c->v, target));
	vm_destroyed(m, v);
}
