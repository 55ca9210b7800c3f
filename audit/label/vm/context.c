/* context.c - see vm.h: context managers: with statements, and stacks of contexts. */
#include "vm_impl.h"

#include <string.h>

#define NODE(i) (&m->t->node[i])

typedef struct { scope *s; uint32_t node, item; xstat x; int ran; } with_state;

static value
with_yield(vm *m, void *arg, value v)
{
	with_state *w = arg;
	uint32_t target = NODE(w->item + 1)->end;

	if (w->ran)
		return v_none();
	w->ran = 1;
	if (target < NODE(w->item)->end)
		vm_assign(m, w->s, target, v);
	w->x = vm_with_from(m, w->s, w->node, NODE(w->item)->end);
	if (w->x == X_RAISE || w->x == X_EXIT || w->x == X_STOP)
		m->pending = w->x;
	return v_none();
}

/* What stands at a node goes on from there: what follows in its blocks, innermost first, and
 * the ends of the statements around it. again: the statement that it stands in is run again. */
xstat
vm_resume(vm *m, scope *s, uint32_t node, uint32_t at, int again)
{
	xstat x = X_NORMAL;
	int past = 0;

	switch (NODE(node)->kind) {
	case FACT_BLOCK:
		for (uint32_t k = node + 1; k < NODE(node)->end && x == X_NORMAL; k = NODE(k)->end) {
			if (past)
				x = vm_exec(m, s, k);
			else if (k <= at && at < NODE(k)->end) {
				past = 1;
				x = vm_resume(m, s, k, at, again);
			}
			if (m->pending)
				x = vm_taken(m);
		}
		return x;
	case FACT_TRY: {
		uint32_t last = fact_find(m->t, node, FACT_FINALLY), body = node + 1;
		if (again && body + 1 <= at && at < NODE(body + 1)->end) /* nothing of it was done */
			return vm_exec(m, s, node);
		FACT_EACH_KID(m->t, node, k)
			if (k <= at && at < NODE(k)->end)
				x = vm_resume(m, s, NODE(k)->kind == FACT_BLOCK ? k : k + 1, at, again);
		if (last && !(last <= at && at < NODE(last)->end) && x != X_STOP) {
			xstat y = vm_body(m, s, last + 1);
			if (y != X_NORMAL)
				return y;
		}
		return x;
	}
	case FACT_IF: case FACT_WITH: case FACT_FOR: case FACT_WHILE:
		FACT_EACH_KID(m->t, node, k)
			if (NODE(k)->kind == FACT_BLOCK && k <= at && at < NODE(k)->end) {
				x = vm_resume(m, s, k, at, again);
				if (!again || NODE(node)->kind != FACT_WHILE)
					return x == X_BREAK || x == X_CONTINUE ? X_NORMAL : x;
				if (x == X_BREAK)
					return X_NORMAL;
				return x == X_NORMAL || x == X_CONTINUE ? vm_exec(m, s, node) : x;
			}
		return again ? vm_exec(m, s, node) : X_NORMAL;
	default:
		return again ? vm_exec(m, s, node) : X_NORMAL;
	}
}

static value
enter_yield(vm *m, void *arg, value v)
{
	value *got = arg;

	*got = v;
	m->pending = X_STOP; /* unwinds the generator, which is left as it stands */
	return v_none();
}

static int
is_stack(const vm *m, value v)
{
	return is_obj(v, O_THING) && (strcmp(vm_text(m, v.o->name), "contextlib.ExitStack()") == 0 || strcmp(vm_text(m, v.o->name), "contextlib.AsyncExitStack()") == 0);
}

/* What a stack closes: a manager, or a function with its arguments. */
static void
keep(vm *m, obj *stack, value v)
{
	value l = field_get(m, stack, "entered_");

	if (l.kind == V_UNDEF) {
		l = v_obj(list_of(m, O_LIST, stack->node));
		field_set(m, stack, "entered_", l);
	}
	list_add(m, l.o, v);
}

static value
enter_object(vm *m, value v, uint32_t node)
{
	value f = is_obj(v, O_INST) ? object_special(m, v, "__enter__", "__aenter__") : (value){0};

	if (!m->c && mock_begin(m, v, node))
		return v;
	return f.kind ? vm_callv(m, f, node, 0, NULL) : v;
}

/* Enters v. What it gives is what `with v as x` calls x. */
static value
enter(vm *m, obj *stack, value v, uint32_t node)
{
	value got = v;

	if (is_obj(v, O_GEN)) {
		struct yield_hook h = {.fn = enter_yield, .arg = &got};
		args a = {.node = node};
		obj *g = v.o->a.o, *held;
		gen_run(m, v.o, &a, &h);
		if (!h.at)
			return v_unk(0); /* it raised, or has no yield */
		if (m->pending != X_STOP || m->steps > m->max_steps)
			return v_unk(0);
		m->pending = X_NORMAL;
		held = vm_obj(m, O_SCOPE, g->name, h.node); /* where it stands */
		held->scope = h.at;
		held->a = v_obj(g);
		keep(m, stack, v_obj(held));
		return got;
	}
	got = enter_object(m, v, node);
	keep(m, stack, v);
	return got;
}

/* Closes what was entered, the last first. x: how the block ended. */
static xstat
stack_end(vm *m, obj *stack, xstat x, uint32_t node)
{
	value l = field_get(m, stack, "entered_"), ret = m->ret, exc = m->exc;
	uint32_t name = m->exc_name;
	int fault = m->exc_fault;

	for (int64_t i = is_obj(l, O_LIST) ? list_len(l.o) : 0; i-- > 0 && x != X_STOP && x != X_EXIT;) {
		value v = list_at(l.o, i), three[3] = {v_none(), v_none(), v_none()};
		if (is_obj(v, O_SCOPE)) {
			vm_resume(m, v.o->scope, fact_find(m->t, v.o->a.o->node, FACT_BLOCK), v.o->node, 0);
		} else if (is_obj(v, O_INST)) {
			value f = object_special(m, v, "__exit__", "__aexit__"), r;
			r = f.kind ? vm_callv(m, f, node, 3, three) : v_none();
			if (x == X_RAISE && vm_known(m, r) == 1) {
				if (fault)
					vm_event(m, E_HANDLER, node, name, 0, 0);
				x = X_NORMAL;
			}
		} else if (is_obj(v, O_THING) && field_get(m, v.o, "old_").kind) {
			mock_end(m, v, node);
		} else if (is_obj(v, O_FUNC)) { /* push(f) */
			vm_callv(m, v, node, 3, three);
		} else if (is_obj(v, O_PARTIAL)) { /* callback(f, ...) */
			vm_callv(m, v, node, 0, NULL);
		} else if (x == X_RAISE && is_obj(v, O_THING) && strncmp(vm_text(m, v.o->name), "contextlib.suppress(", 20) == 0) {
			m->exc = exc;
			m->exc_name = name;
			for (uint32_t k = 0; k < v.o->narg && x == X_RAISE; k++)
				if (vm_catches(m, v.o->arg[k], 0)) {
					if (fault)
						vm_event(m, E_HANDLER, node, name, 0, 0);
					x = X_NORMAL;
				}
		}
		if (m->pending)
			x = vm_taken(m);
	}
	if (is_obj(l, O_LIST))
		field_set(m, stack, "entered_", v_obj(list_of(m, O_LIST, node)));
	m->ret = ret;
	if (x == X_RAISE) {
		m->exc = exc;
		m->exc_name = name;
		m->exc_fault = fault;
	}
	return x;
}

int
ctx_stack(vm *m, const char *f, value self, args *a, value *out)
{
	value x = arg_get(a, 0, NULL, m);

	if (!is_stack(m, self))
		return 0;
	*out = v_none();
	if (strcmp(f, "enter_context") == 0 || strcmp(f, "enter_async_context") == 0) {
		*out = enter(m, self.o, x, a->node);
	} else if (strcmp(f, "push") == 0) {
		keep(m, self.o, x);
		*out = x;
	} else if (strcmp(f, "callback") == 0 || strcmp(f, "push_async_callback") == 0) {
		obj *p = vm_obj(m, O_PARTIAL, vm_id(m, "callback"), a->node);
		p->a = x;
		args_keep(m, p, a, 1);
		keep(m, self.o, v_obj(p));
		*out = x;
	} else if (strcmp(f, "close") == 0 || strcmp(f, "aclose") == 0) {
		if (stack_end(m, self.o, X_NORMAL, a->node) == X_RAISE)
			m->pending = X_RAISE;
	} else if (strcmp(f, "pop_all") == 0) {
		*out = thing(m, self.o->name, a->node);
		field_set(m, out->o, "entered_", field_get(m, self.o, "entered_"));
		field_set(m, self.o, "entered_", v_obj(list_of(m, O_LIST, a->node)));
	} else {
		return 0;
	}
	return 1;
}

xstat
vm_with_from(vm *m, scope *s, uint32_t node, uint32_t item)
{
	value v, in;
	uint32_t target;
	xstat x;

	if (item >= NODE(node)->end || NODE(item)->kind != FACT_ITEM)
		return item < NODE(node)->end ? vm_body(m, s, item) : X_NORMAL;
	v = vm_evalr(m, s, item + 1);
	if (m->pending)
		return vm_taken(m);
	target = NODE(item + 1)->end;
	if (is_obj(v, O_GEN)) {
		with_state w = {s, node, item, X_NORMAL, 0};
		struct yield_hook h = {.fn = with_yield, .arg = &w};
		args a = {.node = item, .scope = s};
		value keep = m->ret;
		gen_run(m, v.o, &a, &h);
		if (m->pending)
			return vm_taken(m);
		if (w.x == X_RETURN) {
			if (!m->ret.kind)
				m->ret = keep;
			return X_RETURN;
		}
		return w.x == X_RAISE ? X_NORMAL : w.x;
	}
	in = enter_object(m, v, item);
	if (m->pending)
		return vm_taken(m);
	if (target < NODE(item)->end)
		vm_assign(m, s, target, in);
	if (is_obj(v, O_THING) && v.o->symbol && v.o->symbol->kind == SYM_CONTEXT) {
		m->capturing++;
		x = vm_with_from(m, s, node, NODE(item)->end);
		m->capturing--;
		if (v.o->narg && x != X_RAISE) {
			value g = v.o->arg[0];
			if (g.kind == V_OBJ)
				g.o->comp = v.o->comp;
		}
	} else {
		x = vm_with_from(m, s, node, NODE(item)->end);
		if (is_stack(m, v))
			return stack_end(m, v.o, x, item);
		if (!m->c)
			mock_end(m, v, item);
		x = task_group_end(m, v, x, item);
	}
	if (is_obj(v, O_INST)) {
		value f = object_special(m, v, "__exit__", "__aexit__");
		value three[3] = {v_none(), v_none(), v_none()};
		if (f.kind && x != X_STOP && x != X_EXIT) {
			value keep = m->ret, exc = m->exc, r;
			uint32_t name = m->exc_name;
			int fault = m->exc_fault;
			if (x == X_RAISE)
				three[0] = three[1] = thing(m, name, item);
			r = vm_callv(m, f, item, 3, three);
			if (m->pending)
				return vm_taken(m);
			if (x == X_RAISE && vm_known(m, r) == 1) {
				if (fault)
					vm_event(m, E_HANDLER, item, name, 0, 0);
				x = X_NORMAL;
			} else {
				m->ret = keep;
				m->exc = exc;
				m->exc_name = name;
				m->exc_fault = fault;
			}
		}
	} else if (x == X_RAISE && is_obj(v, O_THING) && strncmp(vm_text(m, v.o->name), "contextlib.suppress(", 20) == 0) {
		for (uint32_t i = 0; i < v.o->narg; i++)
			if (vm_catches(m, v.o->arg[i], 0)) {
				if (m->exc_fault)
					vm_event(m, E_HANDLER, item, m->exc_name, 0, 0);
				return X_NORMAL;
			}
	}
	return x;
}
