/* gen.c - see vm.h: generators and iterators, an element at a time.
 *
 * A generator that is asked for its next runs up to a yield and stands there, and goes
 * on from there when it is asked again; one that stands in a loop runs anew to its end
 * the second time, and gives what came out of that. */
#include "vm_impl.h"

#include <string.h>

#define NODE(i) (&m->t->node[i])

enum { GEN_NEW, GEN_STANDS, GEN_LISTED, GEN_ENDED }; /* self_flags of an O_GEN */

static value
stop_here(vm *m, void *arg, value v)
{
	*(value *)arg = v;
	m->pending = X_STOP; /* unwinds the generator, which is left as it stands */
	return v_none();
}

/* Does the body go round between its begin and the yield at `at`? */
static int
in_loop(const vm *m, uint32_t node, uint32_t at)
{
	for (uint32_t i = node + 1; i <= at && i < NODE(node)->end;) {
		int k = NODE(i)->kind;
		if (NODE(i)->end <= at) {
			i = NODE(i)->end;
			continue;
		}
		if (k == FACT_FOR || k == FACT_WHILE || k == FACT_COMP || (k == FACT_YIELD && NODE(i + 1)->kind == FACT_STARRED && i + 1 < NODE(i)->end))
			return 1;
		i++;
	}
	return 0;
}

/* x = yield y: x is what is sent. */
static void
take_sent(vm *m, scope *s, uint32_t node, uint32_t at, value sent)
{
	for (uint32_t i = node + 1; i < at; ) {
		if (NODE(i)->end <= at) {
			i = NODE(i)->end;
			continue;
		}
		if ((NODE(i)->kind == FACT_ASSIGN && NODE(i + 1)->end == at) || (NODE(i)->kind == FACT_DECL && at > i + 2 && NODE(at - 1)->kind == FACT_DEFAULT)) {
			vm_assign(m, s, i + 1, sent);
			return;
		}
		i++;
	}
}

/* Where a generator that stands at a yield is ended, the statement around it that then does something which matters, the innermost
 * within `in`; 0. */
static uint32_t
at_last(const vm *m, uint32_t in, uint32_t at)
{
	uint32_t found = 0;

	for (uint32_t i = in; i < at;) {
		uint32_t end = NODE(i)->end;
		if (end <= at) {
			i = end;
			continue;
		}
		if (NODE(i)->kind == FACT_TRY && at < NODE(i + 1)->end) {
			FACT_EACH_KID(m->t, i, k)
				if ((NODE(k)->kind == FACT_HANDLER || NODE(k)->kind == FACT_FINALLY) && vm_relevant(m, k))
					found = i;
		} else if (NODE(i)->kind == FACT_WITH) {
			FACT_EACH_KID(m->t, i, k)
				if (NODE(k)->kind == FACT_ITEM && vm_relevant(m, k))
					found = i;
		}
		i++;
	}
	return found;
}

/* It is ended where it stands, at a yield: what it does at last runs. */
static void
gen_end(vm *m, obj *g, scope *s, uint32_t at, uint32_t node)
{
	uint32_t block = fact_find(m->t, g->a.o->node, FACT_BLOCK), in, finally;
	value ret = m->ret;

	g->self_flags = GEN_ENDED;
	while ((in = at_last(m, block, at)) != 0 && !m->pending) {
		finally = NODE(in)->kind == FACT_TRY ? fact_find(m->t, in, FACT_FINALLY) : 0;
		if (!finally || fact_find(m->t, in, FACT_HANDLER)) {
			vm_edge_to(m, EDGE_ANY, node, "what %.80s does when it is ended is not followed", vm_text(m, g->name));
			return;
		}
		m->pending = vm_body(m, s, finally + 1);
		if (m->pending != X_RAISE && m->pending != X_EXIT && m->pending != X_STOP)
			m->pending = X_NORMAL;
		at = in;
	}
	m->ret = ret;
}

void
gen_broken(vm *m, obj *g, scope *s, uint32_t at, uint32_t node)
{
	if (NODE(node)->kind == FACT_CALL) /* nobody else has it */
		gen_end(m, g, s, at, node);
	else if (at_last(m, fact_find(m->t, g->a.o->node, FACT_BLOCK), at))
		vm_edge_to(m, EDGE_ANY, node, "what %.80s does when it is ended is not followed", vm_text(m, g->name));
}

void
gen_left(vm *m)
{
	for (uint32_t i = 0; i < m->nstanding; i++)
		if (m->standing[i]->self_flags == GEN_STANDS)
			vm_edge_to(m, EDGE_ANY, m->standing[i]->node, "what %.80s does when it is ended is not followed", vm_text(m, m->standing[i]->name));
	m->nstanding = 0;
}

/* A generator that was begun: where it stands, or that it ended. */
static int
stands(vm *m, obj *g, const struct yield_hook *h, xstat x)
{
	if (x == X_STOP && h->at && m->steps <= m->max_steps) {
		m->pending = X_NORMAL;
		g->self_flags = GEN_STANDS;
		g->scope = h->at;
		field_set(m, g, "at_", v_int(h->node));
		if (at_last(m, fact_find(m->t, g->a.o->node, FACT_BLOCK), h->node)) {
			uint32_t i = 0;
			while (i < m->nstanding && m->standing[i] != g)
				i++;
			if (i < sizeof m->standing / sizeof *m->standing)
				m->standing[i] = g;
			if (i == m->nstanding && i < sizeof m->standing / sizeof *m->standing)
				m->nstanding++;
		}
		return 1;
	}
	g->self_flags = GEN_ENDED;
	if (x == X_RAISE || x == X_EXIT || x == X_STOP)
		m->pending = x;
	return 0;
}

void
gen_run(vm *m, const obj *g, args *a, struct yield_hook *h)
{
	obj *f = g->a.o;

	h->outer = m->hook;
	a->n = g->narg;
	memcpy(a->v, g->arg, sizeof a->v);
	memcpy(a->kw, g->kw, sizeof a->kw);
	m->hook = h;
	f->self_flags |= 128;
	func_call(m, f, g->b, g->b.kind != V_UNDEF, a);
	f->self_flags &= 127;
	m->hook = h->outer;
}

static int
begin(vm *m, obj *g, uint32_t node, value *out)
{
	struct yield_hook h = {.fn = stop_here, .arg = out};
	args a = {.node = node};

	gen_run(m, g, &a, &h);
	return stands(m, g, &h, m->pending);
}

int
gen_next(vm *m, obj *g, value sent, uint32_t node, value *out)
{
	uint32_t at, block;
	value items;

	*out = v_unk(0);
	if (g->self_flags == GEN_ENDED || m->pending)
		return 0;
	if (g->self_flags == GEN_NEW)
		return begin(m, g, node, out);
	if (g->self_flags == GEN_STANDS) {
		struct yield_hook h = {.fn = stop_here, .arg = out, .outer = m->hook};
		obj *whole;
		at = (uint32_t)field_get(m, g, "at_").i;
		block = fact_find(m->t, g->a.o->node, FACT_BLOCK);
		if (!in_loop(m, block, at)) {
			xstat x;
			value ret = m->ret;
			m->hook = &h;
			take_sent(m, g->scope, block, at, sent);
			x = m->pending ? vm_taken(m) : vm_resume(m, g->scope, block, at, 0);
			m->hook = h.outer;
			m->ret = ret;
			return stands(m, g, &h, x);
		}
		whole = vm_obj(m, O_GEN, g->name, g->node);
		whole->a = g->a;
		whole->b = g->b;
		whole->narg = g->narg;
		whole->arg = g->arg;
		whole->kw = g->kw;
		g->self_flags = GEN_LISTED;
		items = vm_listed(m, v_obj(whole), O_LIST, node);
		field_set(m, g, "items_", items);
		field_set(m, g, "at_", v_int(1));
	}
	if (m->pending)
		return 0;
	if (sent.kind != V_NONE) { /* what it does with it was not seen: it was listed before */
		*out = v_unk(0);
		out->opq = (uint16_t)vm_edge_to(m, vm_relevant(m, g->a.o->node) ? EDGE_ANY : EDGE_HERE, node, "what %.80s does with what it is sent is not followed", vm_text(m, g->name));
		return 1;
	}
	items = field_get(m, g, "items_");
	at = (uint32_t)field_get(m, g, "at_").i;
	if ((int64_t)at >= list_len(items.o)) {
		g->self_flags = GEN_ENDED;
		return 0;
	}
	*out = list_at(items.o, at);
	field_set(m, g, "at_", v_int((int64_t)at + 1));
	return 1;
}

int
gen_begun(const obj *g)
{
	return g->self_flags != GEN_NEW;
}

/* One next of an object with __next__. -1: it has none. */
static int
step(vm *m, value v, uint32_t node, value *out)
{
	value f = object_special(m, v, "__next__", "__anext__");

	if (f.kind == V_UNDEF)
		return -1;
	*out = vm_callv(m, f, node, 0, NULL);
	if (m->pending == X_RAISE && (strcmp(vm_text(m, m->exc_name), "StopIteration") == 0 || strcmp(vm_text(m, m->exc_name), "StopAsyncIteration") == 0)) {
		m->pending = X_NORMAL;
		return 0;
	}
	return !m->pending;
}

int
iter_next(vm *m, value v, uint32_t node, value *out)
{
	if (is_obj(v, O_GEN))
		return gen_next(m, v.o, v_none(), node, out);
	if (is_obj(v, O_INST))
		return step(m, v, node, out);
	if (thing_is(m, v, "iter()") && v.o->b.kind) { /* iter(f, x): what f gives, if it is not x */
		*out = vm_callv(m, v.o->b, node, 0, NULL);
		return !m->pending;
	}
	if (is_obj(v, O_LIST)) { /* what map, zip, iter and their kin gave: it is used up */
		args a = {.node = node, .n = 1};
		a.v[0] = v_int(0);
		if (!list_len(v.o) || v.o->self_flags)
			return v.o->loose || v.o->self_flags ? -1 : 0; /* of arguments, or in an order that is not known */
		return lib_box(m, "pop", v, &a, out);
	}
	return -1;
}

int
gen_method(vm *m, const char *f, value self, args *a, value *out)
{
	value x = arg_get(a, 0, NULL, m);

	if (!is_obj(self, O_GEN))
		return 0;
	if (strcmp(f, "send") == 0 || strcmp(f, "asend") == 0 || strcmp(f, "__next__") == 0 || strcmp(f, "__anext__") == 0) {
		if (!gen_next(m, self.o, x.kind ? x : v_none(), a->node, out) && !m->pending)
			vm_raise(m, "StopIteration");
		return 1;
	}
	*out = v_none();
	if ((strcmp(f, "close") == 0 || strcmp(f, "aclose") == 0) && self.o->self_flags == GEN_STANDS) {
		gen_end(m, self.o, self.o->scope, (uint32_t)field_get(m, self.o, "at_").i, a->node);
		return 1;
	}
	if (strcmp(f, "close") == 0 || strcmp(f, "aclose") == 0 || strcmp(f, "throw") == 0 || strcmp(f, "athrow") == 0) {
		if (self.o->self_flags == GEN_STANDS && vm_relevant(m, self.o->a.o->node)) /* its handlers and what it does at last */
			vm_edge_to(m, EDGE_ANY, a->node, "what %.80s does when it is ended is not followed", vm_text(m, self.o->name));
		self.o->self_flags = GEN_ENDED;
		return 1;
	}
	return 0;
}
