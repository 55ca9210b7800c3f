/* loop.c - see vm.h: loops. Loops end: a loop over something known runs for each element up to a limit, one
 * whose end is not known runs twice, or as long as it reads elements of a known table. */
#include "vm_impl.h"

#include <string.h>

#include "../program/program.h"

#define NODE(i) (&m->t->node[i])

typedef struct { scope *s; uint32_t target, body; xstat x; int n, copies; value last; } loop;

/* Adds to what is compared for twins how often a loop went round, and with what it ended: of
 * what is timed, since before that a loop may only have looked for the label in a table. */
static void
rounds(vm *m, uint32_t node, int n, value a, value b)
{
	uint64_t h = m->trace ^ node;

	if (m->ticks == 0)
		return;
	h = trace_step(h, (uint64_t)n);
	if (a.kind == V_INT && !(a.flags & VF_LABEL))
		h = trace_step(h, (uint64_t)a.i);
	if (b.kind == V_INT && !(b.flags & VF_LABEL))
		h = trace_step(h, (uint64_t)b.i);
	trace_end(m, h);
}

/* The same of the loop of a test, of which two sides that are names are asked. */
static void
rounds_of_test(vm *m, scope *s, uint32_t node, uint32_t test, int n)
{
	value side[2] = {{0}, {0}};
	uint32_t at = 0;

	if (m->ticks == 0)
		return;
	if (NODE(test)->kind == FACT_BIN)
		FACT_EACH_KID(m->t, test, k) {
			if (NODE(k)->kind == FACT_NAME && at < 2)
				side[at] = vm_evalr(m, s, k);
			at++;
		}
	rounds(m, node, n, side[0], side[1]);
}

/* A loop that counts is left before its end: what it adds up, or works out of what it had before, is not known. */
static void
left_early(vm *m, scope *s, uint32_t node)
{
	for (uint32_t k = node + 1; k < NODE(node)->end; k++) {
		uint32_t to = k + 1, from;
		const char *op;
		value old, now = v_unk(0);
		cell *c;
		if (NODE(k)->kind == FACT_FUNC)
			k = NODE(k)->end - 1;
		if (NODE(k)->kind != FACT_ASSIGN || (NODE(to)->kind != FACT_NAME && NODE(to)->kind != FACT_ATTR))
			continue;
		from = NODE(to)->end;
		op = fact_str(m->t, k);
		if (!*op && (NODE(from)->kind == FACT_INT || NODE(from)->kind == FACT_BOOL || NODE(from)->kind == FACT_NAME || NODE(from)->kind == FACT_CALL))
			continue;
		c = NODE(to)->kind == FACT_NAME ? scope_find(m, s, NODE(to)->str) : vm_place(m, s, to, 0);
		old = c && !m->pending ? c->v : (value){0};
		if ((old.kind != V_INT && old.kind != V_FLOAT) || old.flags & VF_LABEL)
			continue;
		now.flags = VF_NUMBER | (*op == '+' && old.kind == V_INT && old.i > 0 && NODE(from)->kind == FACT_INT ? VF_TRUE : 0);
		cell_set(m, c, now);
	}
}

xstat
vm_while_loop(vm *m, scope *s, uint32_t node)
{
	uint32_t test = node + 1, b = NODE(test)->end;
	int post = (NODE(node)->flags & FACT_POST) != 0, reads = m->loop_reads, ended = m->loop_end, early = 0, n;
	xstat x;

	for (n = 0; n < LOOP_KNOWN; n++) {
		value v = v_bool(1);
		int k = 1, did = m->loop_reads;
		m->loop_reads = m->loop_end = 0;
		if (!((post || m->enter) && n == 0)) {
			v = object_truth(m, vm_evalr(m, s, test), test);
			if (m->pending)
				return vm_taken(m);
			k = vm_known(m, v);
			if (k < 0) {
				/* its end is not known */
				if (m->loop_end || n >= LOOP_KNOWN - 1)
					break;
				if (n >= LOOP_UNKNOWN && !m->loop_reads && !did) {
					k = 0;
				} else if ((v.kind == V_UNK && v.i) || (is_named(v) && strstr(vm_text(m, v.sym), "number of arguments"))) {
					k = vm_truth(m, v, test);
				} else {
					k = 1;
				}
			} else if (k && n >= LOOP_COUNT && !m->loop_reads && (v.kind == V_BOOL || (m->c && v.kind == V_INT)) && !(v.flags & VF_LABEL)) {
				early = 1;
				break; /* counts: no more is learned */
			}
		}
		if (!k || b >= NODE(node)->end)
			break;
		x = vm_body(m, s, b);
		if (x == X_BREAK) {
			m->loop_reads = reads;
			m->loop_end = ended;
			rounds(m, node, n, v_none(), v_none());
			return X_NORMAL;
		}
		if (x != X_NORMAL && x != X_CONTINUE)
			return x;
		if (x == X_CONTINUE && m->c) {
			/* the step of a for stands last in its body */
			uint32_t last = 0;
			FACT_EACH_KID(m->t, b, kid)
				last = kid;
			if (last && NODE(last)->kind == FACT_ASSIGN)
				vm_exec(m, s, last);
		}
		if (vm_known(m, v) < 0 && (m->loop_end || (m->loop_reads == 0 && n + 1 >= LOOP_UNKNOWN)))
			break;
		if (vm_known(m, v) == 1 && (v.kind == V_BOOL || (m->c && v.kind == V_INT)) && m->loop_reads == 0 && n + 1 >= LOOP_COUNT) {
			early = 1;
			break;
		}
	}
	m->loop_reads = reads;
	m->loop_end = ended;
	rounds_of_test(m, s, node, test, n);
	if (early && m->c)
		left_early(m, s, node);
	uint32_t other = b < NODE(node)->end ? NODE(b)->end : NODE(node)->end;
	return other < NODE(node)->end ? vm_body(m, s, other) : X_NORMAL;
}

static int
loop_item(vm *m, void *arg, value item)
{
	loop *l = arg;
	cell *at = m->item;

	m->item = NULL;
	l->n++;
	if ((l->copies && item.kind == V_OBJ) || (is_obj(item, O_TUPLE) && m->c && NODE(l->target)->kind == FACT_NAME && !(NODE(l->target)->flags & FACT_REF)))
		item = vm_copied(m, item);
	l->last = item;
	if (m->c && NODE(l->target)->kind == FACT_NAME) { /* a variable of its own each time, to which pointers may stay */
		map *names = &l->s->m;
		cell *c = map_get(m, names, key_str(NODE(l->target)->str), v_str(NODE(l->target)->str)), *own = vm_alloc(m, sizeof *own);
		int refers = at && (NODE(l->target)->flags & (FACT_REF | FACT_POINTER)) == FACT_REF && item.kind != V_OBJ;

		own = refers ? at : own;

		for (uint32_t i = 0; i < names->n; i++)
			if (names->slot[i].c == c)
				names->slot[i].c = own;
		if (!refers)
			own->v = item;
	}
	vm_assign(m, l->s, l->target, item);
	if (m->pending) {
		l->x = vm_taken(m);
		return 0;
	}
	l->x = vm_body(m, l->s, l->body);
	if (l->x == X_CONTINUE)
		l->x = X_NORMAL;
	return l->x == X_NORMAL;
}

/* Of what comes from outside nothing may be there; that matters where the body compiles. */
static int
may_be_empty(vm *m, value v, uint32_t body)
{
	v = vm_resolve(m, v, 0);
	if ((v.kind != V_UNK || v.opq || v.comp) && !is_obj(v, O_EXT) && !(is_obj(v, O_LIST) && v.o->self_flags & LIST_ARGUMENTS))
		return 0;
	if (v.flags & VF_LABEL)
		return 0;
	for (uint32_t i = 0; is_obj(v, O_LIST) && i < v.o->m.n; i++) /* one of them is the label */
		if (v.o->m.slot[i].c->v.flags & VF_LABEL)
			return 0;
	return fact_before(m->p->site, m->p->nsite, body) != fact_before(m->p->site, m->p->nsite, NODE(body)->end);
}

xstat
vm_for_loop(vm *m, scope *s, uint32_t node)
{
	uint32_t target = node + 1, it = NODE(target)->end, b = NODE(it)->end, other;
	loop l = {.s = s, .target = target, .body = b, .x = X_NORMAL};
	value v = vm_evalr(m, s, it);

	if (certain_operand(m, it))
		vm_raise(m, "TypeError");
	if (m->pending)
		return vm_taken(m);
	if (b >= NODE(node)->end)
		return X_NORMAL;
	if (!m->c && may_be_empty(m, v, b)) {
		char text[60];
		fact_unparse(m->t, it, text, sizeof text);
		if (!vm_decide(m, vm_idf(m, "%s is not empty", text), it))
			return NODE(b)->end < NODE(node)->end ? vm_body(m, s, NODE(b)->end) : X_NORMAL;
	}
	scope *was = m->for_scope;
	m->for_scope = s;
	l.copies = m->c && NODE(target)->kind == FACT_NAME && !(NODE(target)->flags & FACT_REF) && vm_elements_by_value(m, s, it);
	vm_iterate(m, v, it, loop_item, &l);
	m->for_scope = was;
	if (m->pending)
		return vm_taken(m);
	if (m->c)
		vm_text_looped(m, s, target, it, b);
	rounds(m, node, l.n, l.last, v_none());
	if (l.x == X_BREAK)
		return X_NORMAL;
	if (l.x != X_NORMAL)
		return l.x;
	other = NODE(b)->end;
	return other < NODE(node)->end ? vm_body(m, s, other) : X_NORMAL;
}
