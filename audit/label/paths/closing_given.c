/* closing_given.c - see closing.h: what functions of a package give under the label, and who may be handed it by a caller:
 * the class of an object decides as well as the label that it was made by. */
#include "closing.h"

#include <stdlib.h>
#include <string.h>

#include "../cone/cone_impl.h"
#include "../vm/vm_impl.h"
#include "words.h"

enum { GAVE_OBJECT = 1, GAVE_WHAT_COMPILES = 2, GAVE_SIZED = 4 };

static void
gives_parts(explorer *x, obj *o, int depth)
{
	for (uint32_t i = 0; i < o->m.n && i < 256; i++)
		if (!(o->kind == O_INST && is_obj(o->m.slot[i].c->v, O_CLASS) && o->m.slot[i].c->v.o == o->cls))
			explore_gives(x, o->m.slot[i].c->v, depth + 1);
	for (int64_t i = 0; o->kind == O_CLASS && is_obj(o->a, O_LIST) && i < list_len(o->a.o); i++)
		explore_gives(x, list_at(o->a.o, i), depth + 1);
}

/* Is it a list of what a library gave for it, and nothing else: (boxes, scores)? */
static int
of_results(vm *m, const obj *o)
{
	for (uint32_t i = 0; i < o->m.n; i++) {
		value v = vm_resolve(m, o->m.slot[i].c->v, 0);
		if (v.kind == V_OBJ && v.o->kind != O_THING)
			return 0;
	}
	return o->m.n > 0;
}

void
explore_gives(explorer *x, value v, int depth)
{
	vm *m = &x->m;
	const char *name;

	v = vm_resolve(m, v, 0);
	if (v.kind == V_STR && (name = vm_cstr(m, v, NULL)) && cone_symbol_named(m->cone, strrchr(name, '.') ? strrchr(name, '.') + 1 : name)) {
		x->gave |= GAVE_WHAT_COMPILES; /* getattr(torch, name) */
		x->out->told |= TOLD_NAME;
	}
	if (v.kind != V_OBJ || depth > 4)
		return;
	switch (v.o->kind) {
	case O_FUNC: vm_mark(m, v.o->node, MARK_GIVEN); break;
	case O_CLASS: case O_INST:
		if (v.o->kind == O_CLASS || v.o->cls)
			vm_mark(m, v.o->kind == O_CLASS ? v.o->node : v.o->cls->node, MARK_GIVEN);
		gives_parts(x, v.o, depth);
		break;
	case O_LIST: case O_TUPLE: case O_DICT: case O_THING:
		if (depth == 0 && v.o->kind != O_THING && !of_results(m, v.o))
			x->gave |= GAVE_SIZED;
		gives_parts(x, v.o, depth);
		return;
	case O_METHOD: case O_PARTIAL: case O_GEN:
		explore_gives(x, v.o->a, depth + 1);
		explore_gives(x, v.o->b, depth + 1);
		for (uint32_t i = 0; v.o->kind == O_PARTIAL && i < v.o->narg; i++)
			explore_gives(x, v.o->arg[i], depth + 1);
		if (v.o->kind == O_GEN && m->t->node[v.o->node].kind == FACT_FUNC)
			vm_mark(m, v.o->node, MARK_GIVEN);
		break;
	case O_EXT: /* torch.compile itself, or the module that has it */
		name = vm_text(m, v.o->name);
		if (!strchr(name, '.') || cone_symbol_named(m->cone, strrchr(name, '.') + 1))
			x->gave |= GAVE_WHAT_COMPILES;
		break;
	default: break;
	}
	x->gave |= GAVE_OBJECT;
}

/* Is it a parameter that may be an object, or a member that a caller may have set to one? */
static int
may_be_object(const closing *q, uint32_t fn, uint32_t e)
{
	const fact_tree *t = q->t;
	uint32_t def, param;

	if (t->node[e].kind == FACT_ATTR)
		return t->node[e + 1].kind == FACT_NAME && strcmp(fact_str(t, e + 1), "self") == 0;
	if (t->node[e].kind != FACT_NAME || !(param = fact_param(t, fn, t->node[e].str)))
		return 0;
	def = fact_find(t, param, FACT_DEFAULT);
	return !def || (t->node[def + 1].kind != FACT_BOOL && t->node[def + 1].kind != FACT_INT && t->node[def + 1].kind != FACT_FLOAT && t->node[def + 1].kind != FACT_STR);
}

/* Does the function fn decide by e, or call it? */
static int
decides_by(const closing *q, uint32_t e, int sized)
{
	static const char *const asks[] = {"isinstance", "issubclass", "type", "hasattr", "getattr", "callable", "bool", "id", "vars", "dir"},
	    *const counts[] = {"+", "-", "*", "/", "//", "%", "**", "@", "<<", ">>", "&", "|", "^"};
	const fact_tree *t = q->t;
	uint32_t up = q->c.up[e];

	switch (t->node[up].kind) {
	case FACT_CALL: case FACT_IF: case FACT_WHILE: case FACT_COND: case FACT_SWITCH:
		return e == up + 1;
	case FACT_UN: return 1;
	case FACT_BIN: return !AS_AMONG(fact_str(t, up), counts);
	case FACT_ATTR: return strcmp(fact_str(t, up), "__class__") == 0;
	case FACT_ARG: return t->node[q->c.up[up]].kind == FACT_CALL && (AS_AMONG(fact_str(t, q->c.up[up] + 1), asks) || (sized && strcmp(fact_str(t, q->c.up[up] + 1), "len") == 0));
	default: return 0;
	}
}

/* The names of the classes of which objects were given, and of what they derive from: 1 by name. Has one of them a length? */
static int
given_names(const closing *q, uint8_t *named)
{
	const fact_tree *t = q->t;
	int sized = 0;

	for (uint32_t i = 0; i < t->n; i++)
		if (t->node[i].kind == FACT_CLASS && q->x->out->mark[i] & MARK_GIVEN)
			for (uint32_t k = 0; k < t->n; k++)
				if (t->node[k].kind == FACT_CLASS && (k == i || carry_derives(&q->c, i, k))) {
					named[t->node[k].str] = 1;
					sized |= carry_method(t, k, "__len__") != 0;
				}
	return sized;
}

/* Is such a class named, other than to make an object of it, or as a type? */
static int
names_given(const closing *q, uint32_t e, const uint8_t *named)
{
	const fact_tree *t = q->t;
	uint32_t up = q->c.up[e];

	return (t->node[e].kind == FACT_NAME || t->node[e].kind == FACT_ATTR || t->node[e].kind == FACT_STR) && named[t->node[e].str] && t->node[up].kind != FACT_TYPE &&
	    !(t->node[up].kind == FACT_CALL && e == up + 1);
}

int
closing_handed(const closing *q, uint32_t *by)
{
	const fact_tree *t = q->t;
	uint8_t *named;
	int sized;

	*by = q->x->gave & GAVE_WHAT_COMPILES ? q->x->taken[0].entry : 0;
	if (!q->x->gave || *by)
		return 0;
	if (!(named = calloc(q->c.nname + 1, 1)))
		return -1;
	sized = given_names(q, named) || q->x->gave & GAVE_SIZED;
	for (uint32_t i = 0; i < t->n && !*by; i++) {
		uint32_t file = program_file(q->x->m.p, i);
		if (t->node[i].kind != FACT_FUNC || carry_unit(&q->c, i) != i || !is_python(t, file) || cone_aside(fact_str(t, file)) || !closing_may(q, i) || closing_ran(q, i, 0))
			continue;
		for (uint32_t e = i + 1; e < t->node[i].end && !*by; e++)
			if (names_given(q, e, named) || (may_be_object(q, i, e) && decides_by(q, e, sized)))
				*by = i;
	}
	free(named);
	return 0;
}
