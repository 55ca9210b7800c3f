/* task.c - see vm.h: tasks, which are started, stand and go on.
 *
 * What is started runs at once, until it asks an empty queue. There it stands, and goes
 * on where it stood once something waits for it: for a future, a queue, its end. */
#include "../vm/vm_impl.h"

#include <string.h>

enum { T_NEW, T_RUNS, T_STANDS, T_DONE };

obj *
task_new(vm *m, const char *name, value fn, const args *a, uint32_t node)
{
	obj *o = vm_obj(m, O_THING, vm_id(m, name), node);

	o->b = fn;
	args_keep(m, o, a, 0);
	return o;
}

void
task_settle(vm *m, obj *f, value v, int raised)
{
	field_set(m, f, "result_", v);
	field_set(m, f, "raised_", v_int(raised ? (int64_t)(m->exc_name ? m->exc_name : vm_id(m, "unknown")) * 2 + (m->exc_fault != 0) : 0));
	field_set(m, f, "done_", v_int(1));
}

/* Is it a thread that runs it, not a loop of asyncio? */
static int
is_thread(const vm *m, obj *task, obj *pool)
{
	return pool != task || strcmp(vm_text(m, task->name), "thread()") == 0;
}

/* What a thread or process ran since event `from` used something compiled: noted, until it is joined. */
static void
note_uses(vm *m, obj *thread, uint32_t from, uint32_t ticks)
{
	for (uint32_t i = from; i < m->nev; i++)
		if (m->ev[i].kind == E_USE) {
			field_set(m, thread, "uses_", v_int(1));
			field_set(m, thread, "since_", v_int(ticks));
			if (!m->beside)
				m->beside = list_of(m, O_LIST, thread->node);
			list_add(m, m->beside, v_obj(thread));
			return;
		}
}

void
task_joined(vm *m, obj *thread)
{
	if (field_int(m, thread, "since_") == (int64_t)m->ticks) /* nothing was timed meanwhile */
		field_set(m, thread, "uses_", v_int(0));
}

void
task_beside(vm *m)
{
	uint32_t first = UINT32_MAX, last = 0;

	for (uint32_t i = 0; i < m->nev; i++)
		if (m->ev[i].kind == E_TICK) {
			first = first == UINT32_MAX ? i : first;
			last = i;
		}
	for (uint32_t i = first; i < last; i++)
		if (m->ev[i].kind == E_USE)
			return;
	for (int64_t i = 0; m->beside && first < last && i < list_len(m->beside); i++)
		if (field_int(m, list_at(m->beside, i).o, "uses_"))
			vm_edge_to(m, EDGE_ANY, list_at(m->beside, i).o->node, "what runs beside the program uses what was compiled, and may serve what is timed");
}

void
task_go(vm *m, obj *task)
{
	obj *was = m->task, *pool = field_get(m, task, "pool_").kind ? field_get(m, task, "pool_").o : task;
	struct child *outer = NULL;
	value v = v_none();
	int state = (int)field_int(m, task, "state_"), apart = child_apart(m, pool), thread = !apart && is_thread(m, task, pool), status = m->exit_status;

	if (state == T_DONE || state == T_RUNS || m->depth > 150)
		return;
	uint32_t from = m->nev, ticks = m->ticks;
	m->task = task;
	m->blocked = 0;
	m->depth++;
	field_set(m, task, "state_", v_int(T_RUNS));
	if (apart)
		outer = child_begin(m, pool);
	else if (thread)
		child_locals(m, pool);
	if (state == T_STANDS && task->scope) {
		xstat x = vm_resume(m, task->scope, fact_find(m->t, task->scope->fn->node, FACT_BLOCK), (uint32_t)field_int(m, task, "at_"), 1);
		if (x == X_RETURN)
			v = m->ret;
		else if (x == X_RAISE || x == X_EXIT || x == X_STOP)
			m->pending = x;
		m->ret = v_none();
	} else {
		args a = args_kept(task);
		v = vm_call(m, task->b, &a);
	}
	m->depth--;
	m->task = was;
	if (apart)
		child_end(m, outer);
	else if (thread)
		child_locals(m, pool);
	if ((apart || thread) && !child_is_pool(m, v_obj(pool)) && state != T_STANDS && !m->blocked) /* one that takes from a queue is followed */
		note_uses(m, pool, from, ticks);
	if (m->pending == X_EXIT && (apart || (thread && strncmp(vm_text(m, m->exc_name), "os.", 3) != 0))) { /* it alone ends */
		m->pending = X_NORMAL;
		m->exit_status = status;
	}
	if (m->pending == X_STOP && m->blocked && m->steps <= m->max_steps) {
		m->pending = X_NORMAL;
		m->blocked = 0;
		field_set(m, task, "state_", v_int(T_STANDS));
		if (!m->tasks)
			m->tasks = list_of(m, O_LIST, task->node);
		list_add(m, m->tasks, v_obj(task));
		return;
	}
	m->blocked = 0;
	if (m->pending == X_STOP || m->pending == X_EXIT)
		return;
	field_set(m, task, "state_", v_int(T_DONE));
	task_settle(m, task, v, m->pending == X_RAISE);
	if (m->pending == X_RAISE) {
		m->task_failed |= m->exc_fault; /* who waits for it, waits in vain */
		m->pending = X_NORMAL;
	}
}

void
task_stand(vm *m, const args *a, obj *q)
{
	const scope *s = a->scope;
	obj *t = m->task;
	int own = s && s->kind == S_FUNC && s->fn && is_obj(t->b, O_FUNC) && s->fn->node == t->b.o->node;

	t->scope = own ? a->scope : NULL; /* else it begins anew */
	field_set(m, t, "at_", v_int(a->node));
	field_set(m, t, "queue_", v_obj(q));
	m->blocked = 1;
	m->pending = X_STOP;
}

void
task_pump(vm *m)
{
	for (int round = 0, ran = 1; ran && round < 16 && !m->pending; round++) {
		obj *l = m->tasks;
		ran = 0;
		m->tasks = NULL;
		for (int64_t i = 0; l && i < list_len(l) && !m->pending; i++) {
			obj *t = list_at(l, i).o;
			value q = field_get(m, t, "queue_");
			if (is_obj(q, O_THING) && field_int(m, q.o, "head_") >= list_len(field_get(m, q.o, "items_").o)) {
				if (!m->tasks)
					m->tasks = list_of(m, O_LIST, t->node);
				list_add(m, m->tasks, v_obj(t)); /* it still stands */
				continue;
			}
			ran = 1;
			task_go(m, t);
		}
	}
}

value
task_result(vm *m, value f, uint32_t node)
{
	value r;
	int64_t raised;

	if (!field_int(m, f.o, "done_"))
		task_pump(m);
	if (m->pending)
		return v_unk(0);
	if (!field_int(m, f.o, "done_")) {
		if (thing_is(m, f, "task()") && field_int(m, f.o, "state_") == T_STANDS)
			return v_none(); /* a worker that is ended from outside */
		if (m->task_failed) {
			vm_raise(m, "TimeoutError");
			return v_unk(0);
		}
		r = v_unk(0);
		r.opq = (uint16_t)vm_edge(m, node, "what sets this future was not seen");
		return r;
	}
	raised = field_int(m, f.o, "raised_");
	if (raised) {
		vm_raise(m, vm_text(m, (uint32_t)(raised / 2)));
		m->exc_fault = (int)(raised & 1);
		return v_unk(0);
	}
	return field_get(m, f.o, "result_");
}

int
task_is(const vm *m, value v)
{
	return thing_is(m, v, "future()") || thing_is(m, v, "task()");
}

value
task_raised(vm *m, value f, uint32_t node)
{
	int64_t raised = field_int(m, f.o, "raised_");
	value v;

	if (!field_int(m, f.o, "done_"))
		return v_unk(0);
	if (!raised)
		return v_none();
	v = thing(m, vm_idf(m, "%.100s()", vm_text(m, (uint32_t)(raised / 2))), node);
	field_set(m, v.o, "raised_by_", v_bool(1));
	if (raised & 1)
		vm_event(m, E_HANDLER, node, (uint32_t)(raised / 2), 0, 0);
	return v;
}

value
task_await(vm *m, value v, uint32_t node)
{
	v = vm_resolve(m, v, node);
	return !m->c && task_is(m, v) ? task_result(m, v, node) : v;
}

value
task_start(vm *m, value fn, args *a)
{
	obj *t = task_new(m, "task()", fn, a, a->node);

	task_go(m, t);
	return v_obj(t);
}

value
task_run(vm *m, value f, const args *a, obj *pool, uint32_t node)
{
	obj *t = task_new(m, "task()", f, a, node);

	if (pool)
		field_set(m, t, "pool_", v_obj(pool));
	task_go(m, t);
	return v_obj(t);
}

