/* loop.c - see vm.h: loops. Loops end: a loop over something known runs for each element up to a limit, one
 * whose end is not known runs twice, or as long as it reads elements of a known table. */
#include "vm_impl.h"

#include <string.h>

#include "program.h"

enum { LOOP_KNOWN = 400, LOOP_UNKNOWN = 2, LOOP_COUNT = 24 };

#define NODE(i) (&m->t->node[i])

typedef struct { scope *s; uint32_t target, body; xstat x; int n, copies; value last; } loop;

struct each { int (*fn)(vm *m, void *arg, value item); void *arg; int stopped; };

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

xstat
vm_while_loop(vm *m, scope *s, uint32_t node)
{
	uint32_t test = node + 1, b = NODE(test)->end;
	int post = (NODE(node)->flags & FACT_POST) != 0, reads = m->loop_reads, ended = m->loop_end, n;
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
		if (vm_known(m, v) == 1 && (v.kind == V_BOOL || (m->c && v.kind == V_INT)) && m->loop_reads == 0 && n + 1 >= LOOP_COUNT)
			break;
	}
	m->loop_reads = reads;
	m->loop_end = ended;
	rounds_of_test(m, s, node, test, n);
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

/* Does an element stand for the label: is it, or holds it as a part? */
static int
stands_for(vm *m, value v, int deep)
{
	v = vm_resolve(m, v, 0);
	if (v.kind == V_STR)
		return v.s.s == m->label && !v.s.off;
	if (v.kind == V_OBJ && deep < 3 && (v.o->kind == O_TUPLE || v.o->kind == O_LIST || v.o->kind == O_DICT || v.o->kind == O_INST) && v.o->m.n < 64)
		for (uint32_t i = 0; i < v.o->m.n; i++)
			if (v.o->m.slot[i].c->v.kind == V_STR && stands_for(m, v.o->m.slot[i].c->v, deep + 1))
				return 1;
	return 0;
}

static value
each_yield(vm *m, void *arg, value v)
{
	struct each *e = arg;

	if (!e->stopped && !e->fn(m, e->arg, v)) {
		e->stopped = 1;
		if (!m->pending)
			m->pending = X_STOP; /* unwinds the generator; cleared by who iterates */
	}
	return v_none();
}

void
vm_iterate(vm *m, value v, uint32_t node, int (*fn)(vm *m, void *arg, value item), void *arg)
{
	v = vm_resolve(m, v, node);
	if (v.kind == V_REF)
		v = vm_resolve(m, v.r->v, node);
	if (is_obj(v, O_GEN) && gen_begun(v.o)) { /* the rest of it */
		value e;
		for (int n = 0; n < LOOP_KNOWN && gen_next(m, v.o, v_none(), node, &e) == 1; n++)
			if (!fn(m, arg, e))
				return;
		return;
	}
	if (is_obj(v, O_GEN)) {
		struct each e = {fn, arg, 0};
		struct yield_hook h = {.fn = each_yield, .arg = &e};
		args a = {.node = node};
		gen_run(m, v.o, &a, &h);
		if (e.stopped && m->pending == X_STOP && m->steps <= m->max_steps) {
			m->pending = X_NORMAL;
			if (h.at)
				gen_broken(m, v.o, h.at, h.node, node);
		}
		return;
	}
	if (dict_part(m, &v))
		v = v_obj(dict_part(m, &v));
	v = named_tuple(m, v);
	if (is_obj(v, O_THING) && v.o->b.kind && strcmp(vm_text(m, v.o->name), "iter()") == 0) {
		scope *s = m->for_scope;
		for (int n = 0; n < LOOP_KNOWN && !m->pending; n++) {
			args none = {.node = node, .scope = s};
			value e = vm_call(m, v.o->b, &none);
			int last;
			if (m->pending || (last = vm_known(m, vm_compare(m, "==", e, v.o->a, node))) == 1 || (last < 0 && n >= LOOP_UNKNOWN) || !fn(m, arg, e))
				return;
		}
		return;
	}
	if (is_obj(v, O_CLASS) && (v.o->self_flags & 1)) {
		obj *l = list_of(m, O_LIST, node);
		for (uint32_t i = 0; i < v.o->m.n; i++)
			if (is_obj(v.o->m.slot[i].c->v, O_INST) && v.o->m.slot[i].c->v.o->cls == v.o)
				list_add(m, l, v.o->m.slot[i].c->v);
		v = v_obj(l);
	}
	if (is_obj(v, O_INST)) {
		value f = object_special(m, v, "__iter__", "__aiter__"), it = v, e;
		int k = -1;
		if (f.kind != V_UNDEF) {
			it = vm_callv(m, f, node, 0, NULL);
			if (!m->pending && !is_obj(it, O_INST)) {
				vm_iterate(m, it, node, fn, arg);
				return;
			}
		}
		for (int n = 0; n < LOOP_COUNT && !m->pending && is_obj(it, O_INST) && (k = iter_next(m, it, node, &e)) == 1; n++)
			if (!fn(m, arg, e))
				return;
		f = class_find(m, v.o->cls, vm_id(m, "__getitem__"));
		for (int n = 0; n < LOOP_COUNT && k < 0 && is_obj(f, O_FUNC) && !m->pending; n++) { /* by index, until there is none */
			value i = v_int(n);
			e = vm_callv(m, bind(m, f, v), node, 1, &i);
			k = 1;
			if (m->pending == X_RAISE && strcmp(vm_text(m, m->exc_name), "IndexError") == 0) {
				m->pending = X_NORMAL;
				return;
			}
			if (m->pending || !fn(m, arg, e))
				return;
			k = -1;
		}
		if (k >= 0 || is_obj(f, O_FUNC) || m->pending)
			return;
		for (int n = 0; n < LOOP_UNKNOWN && !m->pending; n++)
			if (!fn(m, arg, v_unk(0)))
				return;
		return;
	}
	if (is_obj(v, O_LIST) || is_obj(v, O_TUPLE) || is_obj(v, O_DICT)) {
		obj *o = v.o;
		int only = 0;
		uint32_t n = o->m.n;
		if (m->unbound_loops && m->label && n > 1)
			for (uint32_t i = 0; i < n && !only; i++)
				only = o->m.slot[i].c->v.kind && (stands_for(m, o->kind == O_DICT ? o->m.slot[i].kv : o->m.slot[i].c->v, 0) ||
				    (o->kind == O_DICT && stands_for(m, o->m.slot[i].c->v, 1)));
		for (uint32_t i = 0; i < o->m.n && !m->pending; i++) {
			value e = o->kind == O_DICT && !m->c ? o->m.slot[i].kv : o->m.slot[i].c->v;
			if (o->m.slot[i].c->v.kind == V_UNDEF || i > LOOP_KNOWN)
				continue;
			if (only && !(stands_for(m, e, 0) || (o->kind == O_DICT && (stands_for(m, o->m.slot[i].kv, 0) || stands_for(m, o->m.slot[i].c->v, 1)))))
				continue;
			if (only && e.kind == V_STR) {
				e.flags |= VF_LABEL;
				if (!m->entered_label)
					vm_event(m, E_ENTER, node, vm_id(m, "a loop over labels"), 0, 0);
			}
			if (only)
				m->entered_label = 1;
			if (o->kind == O_DICT && m->c) {
				obj *p = list_of(m, O_TUPLE, node);
				list_add(m, p, o->m.slot[i].kv);
				list_add(m, p, o->m.slot[i].c->v);
				p->m.slot[1].c = o->m.slot[i].c; /* the value itself */
				p->b = v_obj(list_of(m, O_TUPLE, node));
				list_add(m, p->b.o, v_bool(0));
				list_add(m, p->b.o, o->b.kind ? o->b : v_bool(0));
				e = v_obj(p);
			}
			m->item = o->kind == O_LIST ? o->m.slot[i].c : NULL;
			if (!fn(m, arg, e))
				return;
			if (o->kind == O_LIST && o->self_flags & LIST_ARGUMENTS) /* arguments: one will do */
				return;
		}
		if (o->loose && !m->pending) /* and others, of which nothing is known */
			for (uint32_t i = o->m.n < LOOP_UNKNOWN ? o->m.n : LOOP_UNKNOWN - 1; i < LOOP_UNKNOWN; i++) {
				value e = v_unk(0);
				e.opq = o->opq;
				e.comp = o->comp;
				if (!fn(m, arg, e))
					return;
			}
		return;
	}
	if (v.kind == V_STR) {
		size_t n;
		const char *s = vm_cstr(m, v, &n);
		for (size_t i = 0; s && i < n && i < 200; i++)
			if (!fn(m, arg, v_str(vm_idn(m, s + i, 1))))
				return;
		return;
	}
	for (int i = 0; i < LOOP_UNKNOWN && !m->pending; i++) {
		value e = v_unk(0);
		if (thing_is(m, v, "range"))
			e = i < 1 ? v_int(0) : v_unk(0);
		else {
			e.comp = (uint16_t)comp_of(v);
			e.opq = (uint16_t)opq_of(v);
		}
		if (!fn(m, arg, e))
			return;
	}
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
	rounds(m, node, l.n, l.last, v_none());
	if (l.x == X_BREAK)
		return X_NORMAL;
	if (l.x != X_NORMAL)
		return l.x;
	other = NODE(b)->end;
	return other < NODE(node)->end ? vm_body(m, s, other) : X_NORMAL;
}
