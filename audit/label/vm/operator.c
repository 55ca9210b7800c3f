/* operator.c - see vm.h: operators of C++ that the tree defines outside of its classes, or
 * as their friends: which of them a pair of operands means. */
#include "vm_impl.h"

#include <stdio.h>
#include <string.h>

#include "../program/cdefs.h"
#include "../cone/cone.h"
#include "../program/program.h"
#include "words.h"

#define NODE(i) (&m->t->node[i])

/* One of the two parameters of an operator. All operators of a spelling are asked at every use
 * of it, so what can be said once of a path is kept. */
struct operand {
	uint32_t type;       /* TYPE; 0: none */
	uint8_t any;         /* it is a parameter of the template */
	uint8_t plain;       /* a number */
	uint8_t known;       /* its name was looked up, and stands for: */
	const cell *means;   /* that, where it is a class of the tree */
	value outside;       /* else this */
};
typedef struct operand operand;

static operand no_operands;

/* The operands of a function with a body and two parameters; else no_operands. */
static operand *
operands(vm *m, obj *f)
{
	static const char *const builtin[] = {"int", "long", "unsigned", "double", "float", "size_t", "bool"};
	uint32_t least;
	operand *of;

	if (f->operand)
		return f->operand;
	f->operand = &no_operands;
	if (vm_count_params(m, f->node, &least) != 2 || (!fact_find(m->t, f->node, FACT_BLOCK) && !(m->cone && cone_hides_in(m->cone, f->node)))) /* or it is in a library beside */
		return f->operand;
	of = f->operand = vm_alloc(m, 2 * sizeof *of);
	FACT_EACH_KID(m->t, f->node, k) {
		if (NODE(k)->kind != FACT_PARAM)
			continue;
		of->type = fact_find(m->t, k, FACT_TYPE);
		of->plain = of->type && AS_AMONG(fact_str(m->t, of->type), builtin);
		FACT_EACH_KID(m->t, f->node, p)
			of->any |= of->type && NODE(p)->kind == FACT_TPARAM && NODE(p)->str == NODE(of->type)->str;
		of++;
	}
	return f->operand;
}

/* A name that no file of C defines stays what it is. */
static value
operand_type(vm *m, const obj *f, operand *of)
{
	const char *name = fact_str(m->t, of->type);
	uint32_t n;
	cell *c;
	value v;

	if (of->known && !of->means)
		return of->outside;
	if (of->known && is_obj(of->means->v, O_CLASS))
		return of->means->v;
	c = vm_named_type(m, f->scope, name);
	v = vm_type_named(m, f->scope, of->type, c);
	if (NODE(of->type)->end != of->type + 1 || (f->scope->kind != S_FILE && f->scope->kind != S_SHARED))
		return v;
	of->means = c && is_obj(c->v, O_CLASS) ? c : NULL;
	of->outside = v;
	of->known = of->means || (!c && m->p->c && !cdefs_of(m->p->c, m->t, vm_id(m, as_last_part(name)), UINT32_MAX, &n));
	return v;
}

/* Is an operand of the type of a parameter for sure: 2; may it be: 1; it is not: 0. */
static int
operand_of(vm *m, const obj *f, operand *of, value v)
{
	uint32_t node = of->type;
	const char *name;
	value type;

	if (!node || of->any)
		return 1;
	type = operand_type(m, f, of);
	if (is_obj(type, O_CLASS) && !(type.o->self_flags & 1))
		return is_obj(v, O_INST) ? (v.o->cls && class_is(v.o->cls, type.o) ? 2 : 0) : v.kind == V_UNK;
	if (is_obj(type, O_CLASS)) /* an enumeration */
		return v.kind == V_INT ? 2 : v.kind == V_UNK;
	if (vm_is_template(m, type))
		type = type.o->a;
	if (!is_obj(type, O_EXT))
		return 1;
	name = as_last_part(vm_text(m, type.o->name));
	if (strstr(name, "stream")) /* of the library: cout << x */
		return is_obj(v, O_EXT) || is_obj(v, O_THING) ? 2 : v.kind == V_UNK;
	if (strcmp(name, "char") == 0 || strncmp(name, "string", 6) == 0)
		return v.kind == V_STR ? 2 : v.kind == V_UNK;
	if (NODE(node)->flags & FACT_POINTER)
		return v.kind == V_OBJ || v.kind == V_UNK || v.kind == V_NONE;
	/* an enumeration or handle of a library: a status */
	return v.kind == V_INT || v.kind == V_UNK ? 2 : is_obj(v, O_THING);
}

/* May a value become the object of a class that the parameter is, by a constructor? */
static int
becomes(vm *m, const obj *f, operand *of, value v)
{
	value type = of->type && !of->any && !(NODE(of->type)->flags & FACT_POINTER) && (v.kind == V_STR || v.kind == V_INT || v.kind == V_BOOL || v.kind == V_FLOAT) ? operand_type(m, f, of) : (value){0};

	return is_obj(type, O_CLASS) && !(type.o->self_flags & 1) && is_obj(class_find(m, type.o, type.o->name), O_FUNC);
}

int
vm_free_operator(vm *m, scope *s, const char *op, value a, value b, uint32_t node, value *out)
{
	char text[16];
	cell *c;
	uint32_t id;
	obj *best = NULL;
	int most = 0;

	if (strlen(op) > 3 || (*op >= 'a' && *op <= 'z'))
		return 0;
	snprintf(text, sizeof text, "operator%s", op);
	if ((id = as_intern_find(&m->t->text, text, strlen(text))) == UINT32_MAX)
		return 0;
	c = scope_find(m, s, id);
	if (!c || !is_obj(c->v, O_FUNC))
		c = vm_shared(m, id);
	if (!c || !is_obj(c->v, O_FUNC))
		return 0;
	for (obj *f = c->v.o; f; f = f->next) {
		operand *of = operands(m, f);
		int x, y;

		if (of == &no_operands)
			continue;
		x = operand_of(m, f, &of[0], a);
		y = x || !of[1].known ? operand_of(m, f, &of[1], b) : 0;
		if (!best && ((is_obj(a, O_INST) && x == 2 && !y && becomes(m, f, &of[1], b)) || (is_obj(b, O_INST) && !x && becomes(m, f, &of[0], a) && operand_of(m, f, &of[1], b) == 2)))
			best = f; /* until one takes both as they are */
		if (x && y && ((x == 2 && !of[0].plain) || (y == 2 && !of[1].plain)) && x + y > most) {
			most = x + y;
			best = f;
		}
	}
	if (!best)
		return 0;
	args two = {.node = node, .scope = s, .n = 2};
	two.v[0] = a;
	two.v[1] = b;
	*out = func_call(m, best, (value){0}, 0, &two);
	return 1;
}

/* Is it a variable of the function that is declared as a pointer to characters, or an array of them? */
static int
is_chars(const vm *m, const scope *s, uint32_t at)
{
	uint32_t f = s->fn && NODE(at)->kind == FACT_NAME ? vm_variable(m, s->fn->node, NODE(at)->str) : 0, type = f ? fact_find(m->t, f, FACT_TYPE) : 0;

	return type && NODE(type)->flags & (FACT_POINTER | FACT_ARRAY) && strcmp(fact_str(m->t, type), "char") == 0;
}

int
vm_pointer_to_text(vm *m, const scope *s, uint32_t at, uint32_t literal)
{
	literal = fact_uncast(m->t, literal);
	if (NODE(at)->kind == FACT_INDEX && strcmp(fact_str(m->t, at + 1), "argv") == 0) /* of others it may be a character */
		at++;
	return (NODE(literal)->kind == FACT_STR || (NODE(at - 1)->kind == FACT_INDEX && is_chars(m, s, literal))) && is_chars(m, s, at);
}
