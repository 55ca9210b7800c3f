/* operator.c - see vm.h: operators of C++ that the tree defines outside of its classes, or
 * as their friends: which of them a pair of operands means. */
#include "vm_impl.h"

#include <stdio.h>
#include <string.h>

#include "words.h"

#define NODE(i) (&m->t->node[i])

/* Is an operand of the type of a parameter for sure: 2; may it be: 1; it is not: 0. */
static int
operand_of(vm *m, const obj *f, uint32_t param, value v)
{
	uint32_t node = fact_find(m->t, param, FACT_TYPE);
	const char *name;
	value type;

	if (!node)
		return 1;
	FACT_EACH_KID(m->t, f->node, k)
		if (NODE(k)->kind == FACT_TPARAM && NODE(k)->str == NODE(node)->str)
			return 1;
	type = vm_type(m, f->scope, node);
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

int
vm_free_operator(vm *m, scope *s, const char *op, value a, value b, uint32_t node, value *out)
{
	static const char *const builtin[] = {"int", "long", "unsigned", "double", "float", "size_t", "bool"};
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
		uint32_t least, i = 0;
		int fit = 1, sure = 0, own = 0;

		if (vm_count_params(m, f->node, &least) != 2 || !fact_find(m->t, f->node, FACT_BLOCK))
			continue;
		FACT_EACH_KID(m->t, f->node, k)
			if (NODE(k)->kind == FACT_PARAM) {
				uint32_t type = fact_find(m->t, k, FACT_TYPE);
				int one = operand_of(m, f, k, i++ ? b : a), plain = 0;
				for (size_t q = 0; type && q < sizeof builtin / sizeof *builtin; q++)
					plain |= strcmp(fact_str(m->t, type), builtin[q]) == 0;
				fit &= one != 0;
				sure += one;
				own |= !plain && one == 2;
			}
		if (fit && own && sure > most) {
			most = sure;
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

	while (NODE(literal)->kind == FACT_UN && *fact_str(m->t, literal) == '(')
		literal++;
	if (NODE(at)->kind == FACT_INDEX && strcmp(fact_str(m->t, at + 1), "argv") == 0) /* of others it may be a character */
		at++;
	return (NODE(literal)->kind == FACT_STR || (NODE(at - 1)->kind == FACT_INDEX && is_chars(m, s, literal))) && is_chars(m, s, at);
}
