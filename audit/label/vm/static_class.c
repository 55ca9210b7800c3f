/* static_class.c - see vm_impl.h: the class that an expression of C++ has by the declarations of
 * what stands in it, whatever object is there when it runs. */
#include "vm_impl.h"

#include <string.h>

#include "../program/cdefs.h"
#include "../program/program.h"
#include "words.h"

enum { MAX_DEPTH = 12 };

#define NODE(i) (&m->t->node[i])

uint32_t
vm_variable(const vm *m, uint32_t func, uint32_t name)
{
	for (uint32_t k = func + 1; k < NODE(func)->end; k++)
		if (NODE(k)->kind == FACT_PARAM ? NODE(k)->str == name : NODE(k)->kind == FACT_DECL && NODE(k + 1)->kind == FACT_NAME && NODE(k + 1)->str == name)
			return k;
	return 0;
}

static value type_of(vm *m, scope *s, uint32_t node, int depth);

static int
is_pointer(const vm *m, value type)
{
	return is_obj(type, O_PARTIAL) && strcmp(vm_text(m, type.o->name), "pointer") == 0;
}

static value
pointer_to(vm *m, value type, uint32_t node)
{
	value p;

	if (type.kind != V_OBJ)
		return type;
	p = v_obj(vm_obj(m, O_PARTIAL, vm_id(m, "pointer"), node));
	p.o->a = type;
	return p;
}

static const char *
template_name(const vm *m, value type)
{
	return is_obj(type, O_PARTIAL) && is_obj(type.o->a, O_EXT) ? as_last_part(vm_text(m, type.o->a.o->name)) : "";
}

static int
is_owner(const char *name)
{
	static const char *const owners[] = {"unique_ptr", "shared_ptr", "weak_ptr", "optional", "reference_wrapper"};

	return AS_AMONG(name, owners);
}

/* What a pointer of that type points to. */
static value
pointed_type(vm *m, value type)
{
	return is_pointer(m, type) ? type.o->a : is_owner(template_name(m, type)) ? vm_template_arg(m, type, 0) : type;
}

/* The class that a type is, or that what it owns, points to or holds is; NULL. */
static obj *
class_in(vm *m, value type)
{
	if (is_pointer(m, type) || is_owner(template_name(m, type)))
		type = pointed_type(m, type);
	while (is_pointer(m, type))
		type = type.o->a;
	return is_obj(type, O_CLASS) && !(type.o->self_flags & 1) ? type.o : NULL;
}

/* The type of what a container of that type holds. */
static value
element_of(vm *m, value type)
{
	const char *name = template_name(m, type);

	if (is_obj(type, O_CLASS) || is_pointer(m, type) || is_owner(name))
		return pointed_type(m, type);
	return vm_is_container(name) || strcmp(name, "span") == 0 ? vm_template_arg(m, type, strstr(name, "map") ? 1 : 0) : (value){0};
}

/* A TYPE that stands in a class; None where it names a parameter of the class's template: what
 * derives from it, as in D &self() { return static_cast<D &>(*this); } */
static value
named(vm *m, scope *s, const obj *cls, uint32_t type)
{
	value v = vm_type(m, s, type);

	if (cls && !is_obj(v, O_CLASS))
		FACT_EACH_KID(m->t, cls->node, k)
			if (NODE(k)->kind == FACT_TPARAM && NODE(k)->str == NODE(type)->str)
				return v_none();
	return v;
}

/* What a DECL or PARAM says, or what it is given where it says auto. */
static value
declared(vm *m, scope *s, uint32_t decl, int depth)
{
	uint32_t type = fact_find(m->t, decl, FACT_TYPE), def = fact_find(m->t, decl, FACT_DEFAULT);

	if (!type)
		return (value){0};
	if (strcmp(fact_str(m->t, type), "auto") == 0)
		return def ? type_of(m, s, def + 1, depth + 1) : (value){0};
	value v = named(m, s, s->cls, type);
	if (is_obj(v, O_CLASS) && strcmp(vm_text(m, v.o->name), as_last_part(fact_str(m->t, type))) != 0) /* by another name: what that is was not seen */
		v = pointer_to(m, v, decl);
	if (NODE(type)->flags & FACT_POINTER)
		v = pointer_to(m, v, decl);
	return NODE(type)->flags & FACT_ARRAY ? pointer_to(m, v, decl) : v;
}

/* The variable of a range-based for around, in the function of s. */
static value
ranged(vm *m, scope *s, uint32_t func, uint32_t name, int depth)
{
	for (uint32_t k = func; k < NODE(func)->end; k++)
		if (NODE(k)->kind == FACT_FOR && NODE(k + 1)->kind == FACT_NAME && NODE(k + 1)->str == name)
			return element_of(m, type_of(m, s, NODE(k + 1)->end, depth + 1));
	return (value){0};
}

/* A field of a class, by its declaration in it or in a base. */
static value
field(vm *m, obj *cls, uint32_t name, int depth)
{
	uint32_t block = fact_find(m->t, cls->node, FACT_BLOCK);
	value v = (value){0};

	for (uint32_t k = block + 1; block && k < NODE(block)->end; k = NODE(k)->end)
		if (NODE(k)->kind == FACT_DECL && NODE(k + 1)->kind == FACT_NAME && NODE(k + 1)->str == name)
			return cls->scope ? declared(m, cls->scope, k, depth) : v;
	for (int64_t i = 0; v.kind == V_UNDEF && depth < MAX_DEPTH && is_obj(cls->a, O_LIST) && i < list_len(cls->a.o); i++)
		if (is_obj(list_at(cls->a.o, i), O_CLASS))
			v = field(m, list_at(cls->a.o, i).o, name, depth + 1);
	return v;
}

static value
name_type(vm *m, scope *s, uint32_t name, int depth)
{
	const cdef *def;
	uint32_t n, decl;

	for (scope *u = s; u; u = u->up) {
		if (u->kind == S_FUNC && u->fn && map_find(&u->m, key_str(name))) {
			decl = vm_variable(m, u->fn->node, name);
			return decl ? declared(m, u, decl, depth) : ranged(m, u, u->fn->node, name, depth);
		}
		if (u->self.kind) {
			value self = vm_resolve(m, u->self, 0), v;
			if (self.kind == V_REF)
				self = vm_resolve(m, self.r->v, 0);
			if (is_obj(self, O_INST) && (v = field(m, self.o->cls, name, depth)).kind != V_UNDEF)
				return v;
		}
	}
	def = cdefs_of(m->p->c, m->t, name, UINT32_MAX, &n);
	return n == 1 && def->kind == CDEF_DATA ? declared(m, m->shared, def->node, depth) : (value){0};
}

/* What a call gives, by the type of the function that it names, or the class that it makes an object of. */
static value
call_type(vm *m, scope *s, uint32_t node, int depth)
{
	uint32_t callee = node + 1, type;
	value f = (value){0}, v;
	cell *c;

	if (NODE(callee)->kind == FACT_INDEX) { /* make_unique<T>(...) */
		const char *name = NODE(callee + 1)->kind == FACT_ATTR || NODE(callee + 1)->kind == FACT_NAME ? fact_str(m->t, callee + 1) : "";
		return strncmp(name, "make_", 5) == 0 ? pointer_to(m, vm_eval(m, s, NODE(callee + 1)->end), node) : (value){0};
	}
	if (NODE(callee)->kind == FACT_ATTR && (strcmp(fact_str(m->t, callee), "get") == 0 || strcmp(fact_str(m->t, callee), "move") == 0)) {
		int moved = *fact_str(m->t, callee) == 'm';
		uint32_t arg = NODE(callee)->end;
		return !moved ? pointer_to(m, pointed_type(m, type_of(m, s, callee + 1, depth + 1)), node) : arg < NODE(node)->end ? type_of(m, s, arg + 1, depth + 1) : (value){0};
	}
	if (NODE(callee)->kind == FACT_ATTR) { /* a method of an object */
		obj *cls = class_in(m, type_of(m, s, callee + 1, depth + 1));
		f = cls ? class_find(m, cls, NODE(callee)->str) : f;
	} else if (NODE(callee)->kind == FACT_NAME && (c = scope_find(m, s, NODE(callee)->str))) {
		f = c->v;
	}
	if (is_obj(f, O_CLASS))
		return NODE(node)->flags & FACT_ARRAY ? pointer_to(m, f, node) : f;
	if (!is_obj(f, O_FUNC) || f.o->next || !(type = fact_find(m->t, f.o->node, FACT_TYPE)) || strcmp(fact_str(m->t, type), "auto") == 0)
		return (value){0};
	v = named(m, f.o->scope, f.o->cls, type);
	return NODE(type)->flags & FACT_POINTER ? pointer_to(m, v, node) : v;
}

static value
type_of(vm *m, scope *s, uint32_t node, int depth)
{
	obj *cls;

	if (depth > MAX_DEPTH || m->pending)
		return (value){0};
	if (NODE(node)->flags & FACT_POINTER) { /* a cast: of `this`, to what derives from it */
		uint32_t at = NODE(node)->kind == FACT_DEREF ? node + 1 : node;
		return NODE(at)->kind == FACT_NAME && strcmp(fact_str(m->t, at), "this") == 0 ? v_none() : (value){0};
	}
	switch (NODE(node)->kind) {
	case FACT_NAME:
		if (strcmp(fact_str(m->t, node), "this") == 0)
			return s->cls ? pointer_to(m, v_obj(s->cls), node) : (value){0};
		return name_type(m, s, NODE(node)->str, depth);
	case FACT_ATTR:
		cls = class_in(m, type_of(m, s, node + 1, depth + 1));
		return cls ? field(m, cls, NODE(node)->str, depth) : (value){0};
	case FACT_INDEX:
		return element_of(m, type_of(m, s, node + 1, depth + 1));
	case FACT_CALL:
		return call_type(m, s, node, depth);
	case FACT_DEREF: return pointed_type(m, type_of(m, s, node + 1, depth + 1));
	case FACT_ADDR: return pointer_to(m, type_of(m, s, node + 1, depth + 1), node);
	case FACT_COND: {
		uint32_t then = NODE(node + 1)->end;
		value a = type_of(m, s, then, depth + 1), b = type_of(m, s, NODE(then)->end, depth + 1);
		return same(a, b) ? a : (value){0};
	}
	default:
		return (value){0};
	}
}

obj *
vm_static_class(vm *m, scope *s, uint32_t node, obj *of)
{
	value type = type_of(m, s, node, 0);

	if (type.kind == V_NONE)
		return s->cls != of ? of : NULL;
	return class_in(m, type);
}

int
vm_by_value(vm *m, scope *s, uint32_t node)
{
	value type = type_of(m, s, node, 0);

	return vm_is_value(m, type);
}

int
vm_choice_type(vm *m, const args *a, int64_t k, value *type)
{
	uint32_t at = a->at[0];
	value of = at && a->scope ? type_of(m, a->scope, NODE(at)->kind == FACT_ADDR ? at + 1 : at, 0) : (value){0};

	if (strcmp(template_name(m, of), "variant") != 0)
		return 0;
	*type = vm_template_arg(m, of, k);
	return type->kind != V_UNDEF;
}

int
vm_elements_by_value(vm *m, scope *s, uint32_t node)
{
	value type = element_of(m, type_of(m, s, node, 0));

	return vm_is_value(m, type);
}
