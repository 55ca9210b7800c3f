/* carray.c - see vm_impl.h: arrays of C whose elements are objects, pointers or handles. One whose
 * size is known has all of them from its declaration on; of another an element is made where
 * it is first met. */
#include "cint.h"
#include "vm_impl.h"

#include <string.h>

#include "words.h"

enum { MOST_ELEMENTS = 64, MOST_DEEP = 8 };

#define NODE(i) (&m->t->node[i])

/* An enumeration is a class whose members are all its own. */
static int
is_enumeration(const vm *m, const obj *cls)
{
	uint32_t block = fact_find(m->t, cls->node, FACT_BLOCK);

	if (cls->self_flags & 1)
		return 1;
	FACT_EACH_KID(m->t, block, k)
		if (NODE(k)->kind != FACT_DECL || !(NODE(k)->flags & FACT_STATIC))
			return 0;
	return block && block + 1 < NODE(block)->end;
}

int
vm_is_followed(const vm *m, value type)
{
	static const char *const numbers[] = {"float", "double", "bool", "void", "half", "__half", "string", "string_view", "size_t"};
	const char *name;

	if (!is_obj(type, O_EXT))
		return is_obj(type, O_CLASS) ? !is_enumeration(m, type.o) : type.kind == V_OBJ;
	name = as_last_part(vm_text(m, type.o->name));
	return !cint_named(name) && !AS_AMONG(name, numbers);
}

/* Has an element of the array a value of its own here? */
static int
followed(vm *m, scope *s, uint32_t type, value of)
{
	return NODE(type)->flags & FACT_POINTER || (vm_is_followed(m, of) && !cint_type(m, s, type));
}

static value
element(vm *m, uint32_t decl, uint32_t type, value of, int zero)
{
	value v;

	if (!(NODE(type)->flags & FACT_POINTER) && is_obj(of, O_CLASS)) {
		v = vm_default(m, of, decl);
		return zero ? vm_zeroed(m, v) : v;
	}
	if (zero)
		return v_int(0);
	v = v_unk(vm_idf(m, "element of %.80s not set", fact_str(m->t, decl + 1)));
	v.flags = VF_UNINIT;
	return v;
}

/* What the first DIM from dim on says; -1: that is not known, or too much. */
static int64_t
size(vm *m, scope *s, uint32_t dim)
{
	value n = dim + 1 < NODE(dim)->end ? vm_evalr(m, s, dim + 1) : (value){0};

	return n.kind == V_INT && n.i > 0 && n.i <= MOST_ELEMENTS ? n.i : -1;
}

static uint32_t
next_dim(const vm *m, uint32_t decl, uint32_t dim)
{
	return NODE(dim)->end < NODE(decl)->end && NODE(NODE(dim)->end)->kind == FACT_DIM ? NODE(dim)->end : 0;
}

/* Fills l, of that many dimensions, up to its size. */
static void
fill(vm *m, scope *s, uint32_t decl, uint32_t type, uint32_t dim, value of, obj *l, int zero)
{
	uint32_t inner = next_dim(m, decl, dim);
	int64_t n = size(m, s, dim), have = list_len(l);

	if (!(NODE(type)->flags & FACT_POINTER) && l->b.kind == V_UNDEF)
		l->b = of;
	if (n < 0 || m->pending) {
		l->loose = 1;
		return;
	}
	l->loose = 0;
	for (int64_t i = 0; i < n && !m->pending; i++) {
		value v = i < have ? list_at(l, i) : (value){0};
		if (inner) {
			if (i >= have)
				v = v_obj(list_of(m, O_LIST, decl));
			if (is_obj(v, O_LIST))
				fill(m, s, decl, type, inner, of, v.o, zero);
		} else if (i >= have) {
			v = element(m, decl, type, of, zero);
		} else if (is_obj(of, O_CLASS) && !(NODE(type)->flags & FACT_POINTER) && v.kind == V_INT) { /* {0}: its first member */
			v = element(m, decl, type, of, 1);
		}
		if (i >= have)
			list_add(m, l, v);
		else
			cell_set(m, map_get(m, &l->m, key_int(i), v_int(i)), v);
	}
}

void
vm_array(vm *m, scope *s, uint32_t decl, uint32_t type, obj *l, int zero)
{
	uint32_t dim = fact_find(m->t, decl, FACT_DIM);
	value of = vm_type(m, s, type);

	if (!m->c || m->pending || !followed(m, s, type, of))
		return;
	if (dim)
		fill(m, s, decl, type, dim, of, l, zero);
	else if (!(NODE(type)->flags & FACT_POINTER) && l->b.kind == V_UNDEF)
		l->b = of;
}

/* An object that is within others: pointers may lead back to one of them. */
typedef struct within { const obj *o; const struct within *in; int depth; } within;

static int
is_within(const within *in, const obj *o)
{
	while (in && in->o != o)
		in = in->in;
	return in != NULL;
}

static void
zero(vm *m, obj *o, const within *in)
{
	const within here = {o, in, in ? in->depth + 1 : 0};

	for (uint32_t i = 0; i < o->m.n && here.depth < MOST_DEEP; i++) {
		cell *c = o->m.slot[i].c;
		if (is_obj(c->v, O_INST) || (is_obj(c->v, O_LIST) && !c->v.o->loose)) {
			if (!is_within(&here, c->v.o))
				zero(m, c->v.o, &here);
		} else if (c->v.kind == V_UNK && c->v.flags & VF_UNINIT) {
			cell_set(m, c, v_int(0));
		}
	}
}

value
vm_zeroed(vm *m, value v)
{
	if (is_obj(v, O_INST) || is_obj(v, O_LIST))
		zero(m, v.o, NULL);
	return v;
}

static void
empty(vm *m, obj *o, const within *in)
{
	const within here = {o, in, in ? in->depth + 1 : 0};

	for (uint32_t i = 0; i < o->m.n; i++) {
		cell *c = o->m.slot[i].c;
		uint32_t decl = o->kind == O_INST && o->cls && o->m.slot[i].kv.kind == V_STR ? vm_member_decl(m, o->cls, o->m.slot[i].kv.s.s) : 0, type = decl ? fact_find(m->t, decl, FACT_TYPE) : 0;
		if ((is_obj(c->v, O_INST) || is_obj(c->v, O_LIST)) && (o->kind == O_LIST ? is_obj(o->b, O_CLASS) : type && !(NODE(type)->flags & FACT_POINTER)) &&
		    here.depth < MOST_DEEP && !is_within(&here, c->v.o))
			empty(m, c->v.o, &here);
		else
			cell_set(m, c, v_int(0));
	}
}

void
vm_emptied(vm *m, value v)
{
	empty(m, v.o, NULL);
}

cell *
vm_element(vm *m, obj *l, int64_t i, uint32_t node)
{
	cell *c = map_get(m, &l->m, key_int(i), v_int(i));

	if (c->v.kind == V_UNDEF && m->c && l->kind == O_LIST && l->loose && is_obj(l->b, O_CLASS) && !is_enumeration(m, l->b.o) && NODE(l->node)->kind == FACT_DECL)
		c->v = vm_default(m, l->b, node);
	return c;
}
