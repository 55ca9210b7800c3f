/* jump.c - see vm.h: goto, into statements too, and labels of a switch that stand within other statements of it. */
#include "vm_impl.h"

#include <string.h>

#define NODE(i) (&m->t->node[i])

/* Labels that a goto may go to whose target is computed, each tried. */
enum { MAX_TARGETS = 8 };

uint32_t
jump_label(const vm *m, uint32_t node, uint32_t name)
{
	for (uint32_t i = node; i < NODE(node)->end; i++) {
		if (NODE(i)->kind == FACT_LABEL && NODE(i)->str == name)
			return i;
		if (i > node && NODE(i)->kind == FACT_FUNC)
			i = NODE(i)->end - 1;
	}
	return 0;
}

uint32_t
jump_kid(const vm *m, uint32_t node)
{
	FACT_EACH_KID(m->t, node, k)
		if (k <= m->enter && m->enter < NODE(k)->end)
			return k;
	return 0;
}

/* A call right behind a jump: what nothing else leads to is the label of a case that a macro makes. */
static uint32_t
labelled(const vm *m, uint32_t block)
{
	int jumped = 0;

	FACT_EACH_KID(m->t, block, k) {
		fact_kind kind = NODE(k)->kind;
		if (jumped && kind == FACT_CALL)
			return k;
		jumped = kind == FACT_RETURN || kind == FACT_BREAK || kind == FACT_CONTINUE || kind == FACT_GOTO;
	}
	return 0;
}

/* The label of a switch that v is, within another statement; *open: one that it may be. */
uint32_t
jump_case(vm *m, scope *s, uint32_t node, value v, uint32_t *open)
{
	uint32_t other = 0, hidden;

	*open = 0;
	for (uint32_t i = NODE(node + 1)->end; i < NODE(node)->end && !m->pending; i++) {
		if (NODE(i)->kind == FACT_FUNC || NODE(i)->kind == FACT_SWITCH) {
			i = NODE(i)->end - 1;
		} else if (NODE(i)->kind == FACT_ERROR) {
			*open = i;
		} else if (NODE(i)->kind == FACT_BLOCK && (hidden = labelled(m, i))) {
			*open = hidden;
		} else if (NODE(i)->kind == FACT_LABEL && strcmp(fact_str(m->t, i), "default") == 0) {
			other = i;
		} else if (NODE(i)->kind == FACT_LABEL && strcmp(fact_str(m->t, i), "case") == 0 && i + 1 < NODE(i)->end) {
			value w = vm_evalr(m, s, i + 1), is;
			if (m->pending)
				return 0;
			if (NODE(i + 1)->end < NODE(i)->end) { /* from ... to */
				*open = i;
				continue;
			}
			is = vm_compare(m, "==", v, w, i + 1);
			if (vm_truth(m, is, i + 1))
				return i;
		}
	}
	return other;
}

static uint32_t
function_of(const scope *s)
{
	while (s && s->kind != S_FUNC)
		s = s->up;
	return s && s->fn ? s->fn->node : 0;
}

/* goto *x: to a label that is known, or to one after the other of those that the function has the addresses of. */
xstat
jump_computed(vm *m, scope *s, uint32_t node)
{
	value v = vm_evalr(m, s, node + 1);
	uint32_t fn = function_of(s), target[MAX_TARGETS], n = 0, many = 0;
	const char *text;

	if (m->pending)
		return vm_taken(m);
	text = vm_name_of(m, v, "");
	if (strncmp(text, "&&", 2) == 0) {
		m->go = vm_id(m, text + 2);
		return X_GOTO;
	}
	for (uint32_t i = fn; fn && i < NODE(fn)->end; i++) {
		uint32_t id, k = 0;
		if (NODE(i)->kind != FACT_UNKNOWN || strncmp(fact_str(m->t, i), "&&", 2) != 0)
			continue;
		id = vm_id(m, fact_str(m->t, i) + 2);
		while (k < n && target[k] != id)
			k++;
		if (k == n && n < MAX_TARGETS)
			target[n++] = id;
		else
			many |= k == n;
	}
	if (n == 0 || many) {
		if (fn && vm_relevant(m, fn))
			vm_edge_to(m, EDGE_ANY, node, "where this goto goes is not known");
		m->go = 0; /* the function is left */
		return X_GOTO;
	}
	for (uint32_t i = 0; i + 1 < n; i++)
		if (vm_decide(m, vm_idf(m, "goto %.100s", vm_text(m, target[i])), node)) {
			m->go = target[i];
			return X_GOTO;
		}
	m->go = target[n - 1];
	return X_GOTO;
}
