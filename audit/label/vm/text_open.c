/* text_open.c - see vm_impl.h: text of C and C++ that is changed through what leads into it: an iterator, a
 * reference to one of its characters, a pointer. What it is after that is not followed. */
#include "vm_impl.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "words.h"

#define NODE(i) (&m->t->node[i])

static int
is_std(const vm *m, uint32_t i)
{
	return NODE(i)->kind == FACT_NAME && vm_is(fact_str(m->t, i), "std");
}

/* The operand of a call that gives a place in it: s of s.begin(), std::end(s), s.at(0); 0 none. */
static uint32_t
led_by_call(const vm *m, uint32_t call)
{
	static const char *const into[] = {"begin", "end", "rbegin", "rend", "data", "front", "back", "at", "next", "prev"};
	uint32_t callee = call + 1;

	if ((NODE(callee)->kind != FACT_ATTR && NODE(callee)->kind != FACT_NAME) || !AS_AMONG(fact_str(m->t, callee), into))
		return 0;
	if (NODE(callee)->kind == FACT_ATTR && !is_std(m, callee + 1))
		return callee + 1;
	FACT_EACH_KID(m->t, call, k)
		if (NODE(k)->kind == FACT_ARG)
			return k + 1;
	return 0;
}

/* The variable or member that an expression leads into; 0 none. */
static uint32_t
root(const vm *m, uint32_t i)
{
	for (;;)
		switch (NODE(i)->kind) {
		case FACT_NAME: case FACT_ATTR:
			return i;
		case FACT_INDEX: case FACT_DEREF: case FACT_ADDR: case FACT_UN: case FACT_BIN:
			i++;
			break;
		case FACT_CALL:
			if (!(i = led_by_call(m, i)))
				return 0;
			break;
		default:
			return 0;
		}
}

int
vm_same_text(const vm *m, uint32_t a, uint32_t b)
{
	return a && b && NODE(root(m, a))->kind == FACT_NAME && NODE(root(m, b))->kind == FACT_NAME && NODE(root(m, a))->str == NODE(root(m, b))->str;
}

static int
is_text(value v)
{
	return v.kind == V_STR || (v.kind == V_UNK && v.i);
}

/* Where the text is kept that an expression leads into, which is *v; NULL: it leads into none. */
static cell *
text_at(vm *m, scope *s, uint32_t node, value *v)
{
	uint32_t at = s && node ? root(m, node) : 0;
	cell *c = at ? vm_place(m, s, at, 0) : NULL;

	if (!c || m->pending)
		return NULL;
	*v = vm_resolve(m, c->v, node);
	if (v->kind == V_REF) {
		c = v->r;
		*v = vm_resolve(m, c->v, node);
	}
	return is_text(*v) ? c : NULL;
}

/* Puts another text in the place of one. */
static void
becomes(vm *m, cell *c, value was, value now)
{
	now.opq = was.opq;
	now.comp = was.comp;
	cell_set(m, c, now);
}

int
vm_text_opened(vm *m, scope *s, uint32_t node)
{
	value v;
	cell *c = text_at(m, s, node, &v);

	if (!c)
		return 0;
	becomes(m, c, v, v_unk(0));
	return 1;
}

void
vm_texts_opened(vm *m, const args *a, uint32_t first)
{
	for (uint32_t i = first; i < a->n && !m->pending; i++)
		if (a->at[i] && NODE(a->at[i])->kind != FACT_NAME)
			vm_text_opened(m, a->scope, a->at[i]);
}

/* tolower or toupper, where that is all that the function or statement i does to a character; NULL. */
static const char *
case_of(vm *m, uint32_t i)
{
	const char *found = NULL;
	cell *own;

	for (uint32_t k = i, end = NODE(i)->end; k < end; k++) {
		int named = NODE(k)->kind == FACT_NAME || NODE(k)->kind == FACT_ATTR;
		if (NODE(k)->kind == FACT_COND || NODE(k)->kind == FACT_BIN || NODE(k)->kind == FACT_IF || NODE(k)->kind == FACT_SWITCH || NODE(k)->kind == FACT_INDEX)
			return NULL;
		if (!named || (!vm_is(fact_str(m->t, k), "tolower") && !vm_is(fact_str(m->t, k), "toupper")))
			continue;
		if (found || ((own = vm_shared(m, NODE(k)->str)) && is_obj(own->v, O_FUNC)))
			return NULL;
		found = fact_str(m->t, k);
	}
	return found;
}

/* May a statement change the character that the variable `name` refers to? */
static int
sets_character(const vm *m, uint32_t body, uint32_t name)
{
	for (uint32_t k = body; k < NODE(body)->end; k++) {
		uint32_t of = NODE(k)->kind == FACT_ASSIGN || NODE(k)->kind == FACT_ADDR || NODE(k)->kind == FACT_ARG ? k + 1 : 0;
		if (of && NODE(of)->kind == FACT_NAME && NODE(of)->str == name)
			return 1;
	}
	return 0;
}

void
vm_text_mapped(vm *m, scope *s, uint32_t node, uint32_t by)
{
	value v, now = v_unk(0);
	cell *c = text_at(m, s, node, &v);
	const char *to = by ? case_of(m, by) : NULL, *was;
	char name[200], buf[512];
	size_t n;

	if (!c || m->pending)
		return;
	was = to ? v.kind == V_STR ? vm_cstr(m, v, NULL) : vm_hyp(m, v) : NULL;
	n = was ? strlen(was) : 0;
	for (size_t i = 0; i < n && n < sizeof buf; i++)
		buf[i] = (char)(to[2] == 'l' ? tolower((unsigned char)was[i]) : toupper((unsigned char)was[i]));
	if (was && n < sizeof buf)
		now = str_made(m, buf, n, v.kind == V_STR ? v : now);
	if (v.kind == V_UNK && strlen(vm_name_of(m, v, "text")) < 120) {
		snprintf(name, sizeof name, "%s.%s", vm_name_of(m, v, "text"), to ? to : "changed");
		now = vm_part(m, v, name, was ? now : (value){0});
	}
	becomes(m, c, v, now);
}

void
vm_text_looped(vm *m, scope *s, uint32_t target, uint32_t it, uint32_t body)
{
	uint32_t first = body + 1;
	int one = NODE(body)->kind == FACT_BLOCK && first < NODE(body)->end && NODE(first)->end == NODE(body)->end && NODE(first)->kind == FACT_ASSIGN &&
	    !*fact_str(m->t, first) && NODE(first + 1)->kind == FACT_NAME && NODE(first + 1)->str == NODE(target)->str;

	if (NODE(target)->kind == FACT_NAME && (NODE(target)->flags & (FACT_REF | FACT_POINTER)) == FACT_REF && sets_character(m, body, NODE(target)->str))
		vm_text_mapped(m, s, it, one ? NODE(first + 1)->end : 0);
}
