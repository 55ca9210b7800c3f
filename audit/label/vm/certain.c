/* certain.c - see vm.h: what fails in Python whatever is put in: operators on literals that they are not for, a call of a
 * function of the tree by its name with other arguments than it takes, an object of an abstract class, of a dataclass
 * without what it must have or one that is frozen, a function that does nothing but call itself.
 * Values that were only followed to be so do not fail: what was not followed may have changed them. */
#include "vm_impl.h"

#include <string.h>

#include "../program/program.h"
#include "words.h"

#define NODE(i) (&m->t->node[i])

static int
is_literal(const vm *m, uint32_t node)
{
	int k = NODE(node)->kind;

	return k == FACT_NONE || k == FACT_INT || k == FACT_FLOAT || k == FACT_BOOL || k == FACT_STR;
}

static int
is_number(value v)
{
	return v.kind == V_INT || v.kind == V_FLOAT || v.kind == V_BOOL;
}

static int
is_zero(value v)
{
	return v.kind == V_FLOAT ? v.f == 0 : is_number(v) && v.i == 0;
}

/* Is it reckoned of literal numbers alone? */
static int
of_literals(const vm *m, uint32_t node)
{
	int k = NODE(node)->kind;

	return k == FACT_INT || k == FACT_FLOAT || (k == FACT_UN && of_literals(m, node + 1)) || (k == FACT_BIN && of_literals(m, node + 1) && of_literals(m, NODE(node + 1)->end));
}

const char *
certain_operator(const vm *m, const char *op, value a, uint32_t left, value b, uint32_t right)
{
	int order = (*op == '<' || *op == '>') && op[1] != *op, text;

	if (m->c || !is_literal(m, right))
		return NULL;
	if ((*op == '/' || *op == '%') && (is_number(a) || of_literals(m, left)) && is_zero(b))
		return "ZeroDivisionError";
	if (!is_literal(m, left) || strcmp(op, "and") == 0 || strcmp(op, "or") == 0 || (vm_tests(op) && !order))
		return NULL;
	if (a.kind == V_NONE || b.kind == V_NONE)
		return a.kind == V_STR && *op == '%' ? NULL : "TypeError";
	text = (a.kind == V_STR) + (b.kind == V_STR);
	if (text == 0 || (a.kind == V_STR && *op == '%') || (text == 1 && strcmp(op, "*") == 0 && a.kind != V_FLOAT && b.kind != V_FLOAT))
		return NULL;
	return text == 2 && (order || strcmp(op, "+") == 0) ? NULL : "TypeError";
}

int
certain_operand(const vm *m, uint32_t node)
{
	return !m->c && is_literal(m, node) && NODE(node)->kind != FACT_STR;
}

/* Is it called by its own name, so that what stands there is what it is given? */
static int
by_its_name(const vm *m, const obj *f, const args *a)
{
	uint32_t callee = a->node + 1, name = NODE(f->node)->str;

	if (strcmp(vm_text(m, name), "__init__") == 0 && f->cls)
		name = f->cls->name;
	if (strncmp(vm_text(m, name), "__", 2) == 0) /* of super(), whose class may be another's */
		return 0;

	return !m->c && !a->rest && a->n < MOST_ARGS && !f->next && !f->m.n && NODE(a->node)->kind == FACT_CALL && !fact_find(m->t, f->node, FACT_DECOR) &&
	    is_python(m->t, program_file(m->p, f->node)) && (NODE(callee)->kind == FACT_NAME || NODE(callee)->kind == FACT_ATTR) && NODE(callee)->str == name;
}

int
certain_arguments(const vm *m, const obj *f, int has_self, const args *a)
{
	uint32_t given = (uint32_t)(has_self != 0), at = 0, given_by_name = 0, named = 0;
	int all = 0, any = 0, by_name_only = 0;

	if (!by_its_name(m, f, a))
		return 1;
	for (uint32_t i = 0; i < a->n; i++) {
		if (a->kw[i])
			given_by_name++;
		else
			given++;
	}
	FACT_EACH_KID(m->t, f->node, p) {
		int set = 0;
		if (NODE(p)->kind != FACT_PARAM)
			continue;
		if (NODE(p)->flags & FACT_STARSTAR) {
			any = 1;
			continue;
		}
		if (NODE(p)->flags & FACT_STAR) {
			all |= *fact_str(m->t, p) != 0;
			by_name_only = 1;
			continue;
		}
		for (uint32_t i = 0; i < a->n; i++)
			set |= a->kw[i] == NODE(p)->str;
		named += (uint32_t)set;
		if (!by_name_only)
			set |= at++ < given;
		if (!set && !fact_find(m->t, p, FACT_DEFAULT))
			return 0;
	}
	return (all || given <= at) && (any || named == given_by_name);
}

/* Does the tree have a class of that name? */
static int
is_own(const vm *m, const char *name)
{
	for (uint32_t i = 0; i < m->t->n; i++)
		if (m->t->node[i].kind == FACT_CLASS && strcmp(fact_str(m->t, i), name) == 0)
			return 1;
	return 0;
}

/* Is it so of one of the bases, classes of the tree? depth: of the class. */
static int
any_base(vm *m, const obj *cls, int depth, int (*is)(vm *, const obj *, int))
{
	for (int64_t i = 0; depth < 8 && is_obj(cls->a, O_LIST) && i < list_len(cls->a.o); i++)
		if (is_obj(list_at(cls->a.o, i), O_CLASS) && is(m, list_at(cls->a.o, i).o, depth + 1))
			return 1;
	return 0;
}

/* May methods be filled in after the class was made: by what decorates it, or what it is made of? */
static int
filled(vm *m, const obj *cls, int depth)
{
	if (NODE(cls->node)->kind == FACT_CLASS && fact_find(m->t, cls->node, FACT_DECOR))
		return 1;
	return any_base(m, cls, depth, filled);
}

/* Does the tree name what says which methods are abstract? */
static int
says_which(const vm *m)
{
	static const char *const names[] = {"__abstractmethods__", "update_abstractmethods"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (as_intern_find(&m->t->text, names[i], strlen(names[i])) != UINT32_MAX)
			return 1;
	return 0;
}

/* Has the class, or what it is made of, abc.ABC as a base or ABCMeta as its metaclass? */
static int
is_abstract(vm *m, const obj *cls, int depth)
{
	FACT_EACH_KID(m->t, cls->node, k)
		for (uint32_t i = k; NODE(k)->kind == FACT_BASE && i < NODE(k)->end; i++)
			if ((NODE(i)->kind == FACT_NAME || NODE(i)->kind == FACT_ATTR) && AS_AMONG(fact_str(m->t, i), ((const char *const[]){"ABC", "ABCMeta"})) && !is_own(m, fact_str(m->t, i)))
				return 1;
	return any_base(m, cls, depth, is_abstract);
}

/* Are all its bases of the tree, or such that they bring no methods? */
static int
known_bases(vm *m, const obj *cls, int depth)
{
	for (int64_t i = 0; is_obj(cls->a, O_LIST) && i < list_len(cls->a.o); i++) {
		value b = list_at(cls->a.o, i);
		if (is_obj(b, O_CLASS) ? depth > 8 || !known_bases(m, b.o, depth + 1) : !is_obj(b, O_EXT) || !AS_AMONG(vm_text(m, b.o->name), ((const char *const[]){"abc.ABC", "object"})))
			return 0;
	}
	return 1;
}

/* A method of cls, or of what it is made of, that is abstract, and that top has no other for. */
static int
lacks(vm *m, obj *top, const obj *cls, int depth)
{
	for (uint32_t i = 0; i < cls->m.n; i++) {
		value f = cls->m.slot[i].c->v, now;
		if (!is_obj(f, O_FUNC) || cls->m.slot[i].kv.kind != V_STR)
			continue;
		FACT_EACH_KID(m->t, f.o->node, d)
			if (NODE(d)->kind == FACT_DECOR && strcmp(fact_str(m->t, d + 1), "abstractmethod") == 0) {
				now = class_find(m, top, cls->m.slot[i].kv.s.s);
				if (is_obj(now, O_FUNC) && now.o->node == f.o->node)
					return 1;
			}
	}
	for (int64_t i = 0; depth < 8 && is_obj(cls->a, O_LIST) && i < list_len(cls->a.o); i++)
		if (is_obj(list_at(cls->a.o, i), O_CLASS) && lacks(m, top, list_at(cls->a.o, i).o, depth + 1))
			return 1;
	return 0;
}

int
certain_abstract(vm *m, obj *cls, const args *a)
{
	return !m->c && NODE(a->node)->kind == FACT_CALL && NODE(cls->node)->kind == FACT_CLASS && known_bases(m, cls, 0) && lacks(m, cls, cls, 0) && !filled(m, cls, 0) &&
	    is_abstract(m, cls, 0) && !says_which(m);
}

/* The decorator that makes the class a dataclass, if it is the only one; 0 */
static uint32_t
dataclass_of(const vm *m, const obj *cls)
{
	uint32_t d = NODE(cls->node)->kind == FACT_CLASS ? fact_find(m->t, cls->node, FACT_DECOR) : 0, name;

	if (m->c || !d || !(cls->self_flags & 2) || !is_python(m->t, program_file(m->p, cls->node)))
		return 0;
	FACT_EACH_KID(m->t, cls->node, k)
		if (NODE(k)->kind == FACT_BASE || (NODE(k)->kind == FACT_DECOR && k != d))
			return 0;
	name = NODE(d + 1)->kind == FACT_CALL ? d + 2 : d + 1;
	return (NODE(name)->kind == FACT_NAME || NODE(name)->kind == FACT_ATTR) && strcmp(fact_str(m->t, name), "dataclass") == 0 ? d : 0;
}

static int
has_method(const vm *m, const obj *cls, const char *name)
{
	uint32_t block = fact_find(m->t, cls->node, FACT_BLOCK);

	for (uint32_t i = block; block && i < NODE(block)->end; i++)
		if (NODE(i)->kind == FACT_FUNC && strcmp(fact_str(m->t, i), name) == 0)
			return 1;
	return 0;
}

int
certain_fields(vm *m, obj *cls, const args *a)
{
	uint32_t d = dataclass_of(m, cls), block = d ? fact_find(m->t, cls->node, FACT_BLOCK) : 0, given = 0, by_name = 0, at = 0, named = 0;

	if (!block || NODE(d + 1)->kind == FACT_CALL || a->rest || a->n == MOST_ARGS || NODE(a->node)->kind != FACT_CALL || has_method(m, cls, "__init__") || has_method(m, cls, "__new__"))
		return 1;
	for (uint32_t i = 0; i < a->n; i++)
		*(a->kw[i] ? &by_name : &given) += 1;
	FACT_EACH_KID(m->t, block, k) {
		uint32_t type = NODE(k)->kind == FACT_DECL ? fact_find(m->t, k, FACT_TYPE) : 0, def = type ? fact_find(m->t, k, FACT_DEFAULT) : 0;
		int set = 0;
		if (NODE(k)->kind == FACT_FUNC || NODE(k)->kind == FACT_COMMENT)
			continue;
		if (!type || NODE(k + 1)->kind != FACT_NAME || strstr(fact_str(m->t, type), "KW_ONLY") || strstr(fact_str(m->t, type), "ClassVar") || (def && NODE(def + 1)->kind == FACT_CALL))
			return 1; /* more than fields with plain defaults */
		for (uint32_t i = 0; i < a->n; i++)
			set |= a->kw[i] == NODE(k + 1)->str;
		named += (uint32_t)set;
		set |= at++ < given;
		if (!set && !def)
			return 0;
	}
	return given <= at && named == by_name;
}

/* Is the class a dataclass with that option, by one decorator that says no more than what is plain: dataclass(slots=True)? */
static int
dataclass_with(const vm *m, const obj *cls, const char *option)
{
	uint32_t d = dataclass_of(m, cls), is = d && NODE(d + 1)->kind == FACT_CALL ? fact_keyword(m->t, d + 1, option) : 0;

	return is && NODE(is)->kind == FACT_BOOL && *fact_str(m->t, is) == '1';
}

/* May an object of a class have another member by what its body says: a property, a class, a field; or because __slots__ does not
 * say which it has? */
static int
body_may_hold(const vm *m, const obj *cls, uint32_t name)
{
	uint32_t block = fact_find(m->t, cls->node, FACT_BLOCK), slots = 0;

	FACT_EACH_KID(m->t, block, k)
		if (NODE(k)->kind == FACT_DECL && NODE(k + 1)->kind == FACT_NAME && strcmp(fact_str(m->t, k + 1), "__slots__") == 0 && fact_find(m->t, k, FACT_DEFAULT))
			slots = fact_find(m->t, k, FACT_DEFAULT) + 1;
	if (!dataclass_with(m, cls, "slots")) {
		if (fact_find(m->t, cls->node, FACT_DECOR) || !slots || (NODE(slots)->kind != FACT_TUPLE && NODE(slots)->kind != FACT_LIST))
			return 1;
		FACT_EACH_KID(m->t, slots, k)
			if (NODE(k)->kind != FACT_STR || NODE(k)->str == name || *fact_str(m->t, k) == '_')
				return 1;
	}
	for (uint32_t i = block; i < NODE(block)->end; i++)
		if (NODE(i)->str == name && (NODE(i)->kind == FACT_FUNC || NODE(i)->kind == FACT_CLASS || (NODE(i)->kind == FACT_NAME && NODE(i - 1)->kind != FACT_ATTR)))
			return 1;
	return 0;
}

/* May an object of a class hold another member? Not where it and all its bases list in __slots__ what they have. */
static int
may_hold(const vm *m, const obj *cls, uint32_t name, int depth)
{
	uint32_t nbase = 0;
	int64_t n = is_obj(cls->a, O_LIST) ? list_len(cls->a.o) : 0;

	if (depth > 8 || NODE(cls->node)->kind != FACT_CLASS || !fact_find(m->t, cls->node, FACT_BLOCK) || *vm_text(m, name) == '_' || body_may_hold(m, cls, name))
		return 1;
	FACT_EACH_KID(m->t, cls->node, k)
		nbase += NODE(k)->kind == FACT_BASE;
	for (int64_t i = 0; i < n; i++)
		if (!is_obj(list_at(cls->a.o, i), O_CLASS) || list_at(cls->a.o, i).o == cls || may_hold(m, list_at(cls->a.o, i).o, name, depth + 1))
			return 1;
	return nbase != n;
}

int
certain_frozen(vm *m, const obj *cls, uint32_t name)
{
	return !has_method(m, cls, "__setattr__") && (!may_hold(m, cls, name, 0) || dataclass_with(m, cls, "frozen"));
}

int
certain_endless(const vm *m, const obj *f, uint32_t call)
{
	uint32_t block = fact_find(m->t, f->node, FACT_BLOCK);

	if (m->c || !block || call < block || call >= NODE(block)->end || fact_find(m->t, f->node, FACT_DECOR) || NODE(f->node)->flags & FACT_LAZY)
		return 0;
	FACT_EACH_KID(m->t, block, k) {
		int here = call >= k && call < NODE(k)->end;
		for (uint32_t i = k; i < NODE(k)->end; i++)
			switch (NODE(i)->kind) { /* nothing that may end it */
			case FACT_NAME: case FACT_STR: case FACT_INT: case FACT_FLOAT: case FACT_BOOL: case FACT_NONE: case FACT_ARG: case FACT_ASSIGN: case FACT_TUPLE:
			case FACT_COMMENT: case FACT_GLOBAL: break;
			case FACT_BIN: if (strcmp(fact_str(m->t, i), "and") == 0 || strcmp(fact_str(m->t, i), "or") == 0) return 0; break;
			case FACT_RETURN: if (!here) return 0; break;
			case FACT_CALL: if (i != call) return 0; break;
			case FACT_ATTR: if (i != call || NODE(i + 1)->kind != FACT_NAME) return 0; break; /* __getattr__ that asks its object for what that does not have */
			default: return 0;
			}
		if (here)
			return 1;
	}
	return 0;
}

int
certain_member(const vm *m, uint32_t node)
{
	static const char *const of_numbers[] = {"real", "imag", "conjugate", "numerator", "denominator", "bit_length", "bit_count", "to_bytes", "from_bytes",
		"as_integer_ratio", "is_integer", "hex", "fromhex"};
	const char *s = fact_str(m->t, node);
	int k = NODE(node + 1)->kind;

	return !m->c && (k == FACT_INT || k == FACT_FLOAT) && *s != '_' && !AS_AMONG(s, of_numbers);
}
