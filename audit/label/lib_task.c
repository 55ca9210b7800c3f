/* lib_task.c - see vm.h: what runs beside the program: threads, pools, tasks of asyncio,
 * and the queues, futures and events between them.
 *
 * What is started runs at once, until it asks an empty queue. There it stands, and goes
 * on where it stood once something waits for it: for a future, a queue, its end. */
#include "vm_impl.h"

#include <stdio.h>
#include <string.h>

#include "words.h"

#define NODE(i) (&m->t->node[i])

enum { T_NEW, T_RUNS, T_STANDS, T_DONE };

static int
is_a(const vm *m, value v, const char *what)
{
	return is_obj(v, O_THING) && strcmp(vm_text(m, v.o->name), what) == 0;
}

static int64_t
number_in(vm *m, obj *o, const char *field)
{
	value v = field_get(m, o, field);

	return v.kind == V_INT ? v.i : 0;
}

/* Copies what is called, and with what, into a thing of that name. */
static obj *
task_new(vm *m, const char *name, value fn, const args *a, uint32_t from, uint32_t node)
{
	obj *o = vm_obj(m, O_THING, vm_id(m, name), node);

	o->b = fn;
	o->arg = vm_alloc(m, sizeof a->v);
	o->kw = vm_alloc(m, sizeof a->kw);
	for (uint32_t i = from; i < a->n; i++) {
		o->arg[o->narg] = a->v[i];
		o->kw[o->narg++] = a->kw[i];
	}
	return o;
}

/* Sets a future, a task among them, to a value or to what was raised. */
static void
resolve(vm *m, obj *f, value v, int raised)
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
	if (number_in(m, thread, "since_") == (int64_t)m->ticks) /* nothing was timed meanwhile */
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
		if (number_in(m, list_at(m->beside, i).o, "uses_"))
			vm_edge_to(m, EDGE_ANY, list_at(m->beside, i).o->node, "what runs beside the program uses what was compiled, and may serve what is timed");
}

/* Runs a task from its start, or from where it stands, until it ends or stands. */
static void
run(vm *m, obj *task)
{
	obj *was = m->task, *pool = field_get(m, task, "pool_").kind ? field_get(m, task, "pool_").o : task;
	struct child *outer = NULL;
	value v = v_none();
	int state = (int)number_in(m, task, "state_"), apart = child_apart(m, pool), thread = !apart && is_thread(m, task, pool), status = m->exit_status;

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
		xstat x = vm_resume(m, task->scope, fact_find(m->t, task->scope->fn->node, FACT_BLOCK), (uint32_t)number_in(m, task, "at_"), 1);
		if (x == X_RETURN)
			v = m->ret;
		else if (x == X_RAISE || x == X_EXIT || x == X_STOP)
			m->pending = x;
		m->ret = v_none();
	} else {
		args a = {.node = task->node, .n = task->narg};
		memcpy(a.v, task->arg, a.n * sizeof *a.v);
		memcpy(a.kw, task->kw, a.n * sizeof *a.kw);
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
	resolve(m, task, v, m->pending == X_RAISE);
	if (m->pending == X_RAISE) {
		m->task_failed |= m->exc_fault; /* who waits for it, waits in vain */
		m->pending = X_NORMAL;
	}
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
			if (is_obj(q, O_THING) && number_in(m, q.o, "head_") >= list_len(field_get(m, q.o, "items_").o)) {
				if (!m->tasks)
					m->tasks = list_of(m, O_LIST, t->node);
				list_add(m, m->tasks, v_obj(t)); /* it still stands */
				continue;
			}
			ran = 1;
			run(m, t);
		}
	}
}

/* What a future comes to. */
static value
task_result(vm *m, value f, uint32_t node)
{
	value r;
	int64_t raised;

	if (!number_in(m, f.o, "done_"))
		task_pump(m);
	if (m->pending)
		return v_unk(0);
	if (!number_in(m, f.o, "done_")) {
		if (is_a(m, f, "task()") && number_in(m, f.o, "state_") == T_STANDS)
			return v_none(); /* a worker that is ended from outside */
		if (m->task_failed) {
			vm_raise(m, "TimeoutError");
			return v_unk(0);
		}
		r = v_unk(0);
		r.opq = (uint16_t)vm_edge(m, node, "what sets this future was not seen");
		return r;
	}
	raised = number_in(m, f.o, "raised_");
	if (raised) {
		vm_raise(m, vm_text(m, (uint32_t)(raised / 2)));
		m->exc_fault = (int)(raised & 1);
		return v_unk(0);
	}
	return field_get(m, f.o, "result_");
}

static int
is_future(const vm *m, value v)
{
	return is_a(m, v, "future()") || is_a(m, v, "task()");
}

/* What a future failed with, as a value; none if it did not. */
static value
raised_by(vm *m, value f, uint32_t node)
{
	int64_t raised = number_in(m, f.o, "raised_");
	value v;

	if (!number_in(m, f.o, "done_"))
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
	return !m->c && is_future(m, v) ? task_result(m, v, node) : v;
}

int
task_spawns(const char *callee)
{
	static const char *const names[] = {"create_task", "ensure_future", "start_soon", "run_coroutine_threadsafe"};

	return AS_AMONG(callee, names);
}

value
task_start(vm *m, value fn, args *a)
{
	obj *t = task_new(m, "task()", fn, a, 0, a->node);

	run(m, t);
	return v_obj(t);
}

/* The next of a queue; what runs beside stands here if there is none. */
static value
take(vm *m, obj *q, args *a, int waits)
{
	value items = field_get(m, q, "items_");
	int64_t head = number_in(m, q, "head_");

	if (head >= list_len(items.o) && !m->task && waits)
		task_pump(m);
	if (m->pending)
		return v_unk(0);
	if (number_in(m, q, "order_") && list_len(items.o) > 1) { /* the last, or the least, comes first */
		field_set(m, q, "head_", v_int(head + 1));
		return kept_one(m, items, a->node);
	}
	if (head < list_len(items.o)) {
		field_set(m, q, "head_", v_int(head + 1));
		return list_at(items.o, head);
	}
	if (!waits) {
		vm_raise(m, "Empty");
		return v_unk(0);
	}
	if (m->task) {
		const scope *s = a->scope;
		obj *t = m->task;
		int own = s && s->kind == S_FUNC && s->fn && is_obj(t->b, O_FUNC) && s->fn->node == t->b.o->node;
		t->scope = own ? a->scope : NULL; /* else it begins anew */
		field_set(m, t, "at_", v_int(a->node));
		field_set(m, t, "queue_", v_obj(q));
		m->blocked = 1;
		m->pending = X_STOP;
		return v_unk(0);
	}
	if (m->task_failed) { /* nobody puts anything: it waits for ever */
		vm_raise(m, "TimeoutError");
		return v_unk(0);
	}
	value v = v_unk(0);
	v.opq = (uint16_t)vm_edge(m, a->node, "what is put into this queue was not seen");
	return v;
}

static int
queue_method(vm *m, const char *f, obj *q, args *a, value *out)
{
	value items = field_get(m, q, "items_"), x = arg_get(a, 0, "item", m);
	int64_t n = list_len(items.o) - number_in(m, q, "head_");

	*out = v_none();
	if (strcmp(f, "put") == 0 || strcmp(f, "put_nowait") == 0)
		list_add(m, items.o, x);
	else if (strcmp(f, "get") == 0)
		*out = take(m, q, a, 1);
	else if (strcmp(f, "get_nowait") == 0)
		*out = take(m, q, a, 0);
	else if (strcmp(f, "empty") == 0)
		*out = v_bool(n == 0);
	else if (strcmp(f, "qsize") == 0)
		*out = v_int(n);
	else if (strcmp(f, "full") == 0)
		*out = v_bool(0);
	else if (strcmp(f, "join") == 0) {
		task_pump(m);
		if (m->task_failed && !m->pending)
			vm_raise(m, "TimeoutError"); /* who should have taken from it failed: it waits for ever */
	} else
		return strcmp(f, "task_done") == 0 || strcmp(f, "close") == 0 || strcmp(f, "join_thread") == 0;
	return 1;
}

static int
future_method(vm *m, const char *f, value self, args *a, value *out)
{
	*out = v_none();
	if (strcmp(f, "result") == 0)
		*out = task_result(m, self, a->node);
	else if (strcmp(f, "set_result") == 0)
		resolve(m, self.o, arg_get(a, 0, "result", m), 0);
	else if (strcmp(f, "set_exception") == 0) {
		value e = arg_get(a, 0, "exception", m);
		if (e.kind == V_OBJ)
			m->exc_name = e.o->name;
		resolve(m, self.o, v_none(), 1);
	} else if (strcmp(f, "done") == 0) {
		if (!number_in(m, self.o, "done_"))
			task_pump(m);
		*out = number_in(m, self.o, "done_") ? v_bool(1) : v_unk(0);
	} else if (strcmp(f, "add_done_callback") == 0) {
		if (!number_in(m, self.o, "done_"))
			task_pump(m);
		vm_callv(m, arg_get(a, 0, NULL, m), a->node, 1, &self);
	} else if (strcmp(f, "exception") == 0) {
		if (!number_in(m, self.o, "done_"))
			task_pump(m);
		*out = raised_by(m, self, a->node);
	} else {
		return strcmp(f, "cancel") == 0 || strcmp(f, "cancelled") == 0;
	}
	return 1;
}

static int
thread_method(vm *m, const char *f, obj *t, value *out)
{
	*out = v_none();
	if (strcmp(f, "start") == 0)
		run(m, t);
	else if (strcmp(f, "join") == 0) {
		task_pump(m);
		task_joined(m, t);
	} else if (strcmp(f, "is_alive") == 0)
		*out = number_in(m, t, "done_") ? v_bool(0) : v_unk(0);
	else
		return 0;
	return 1;
}

static int
event_method(vm *m, const char *f, obj *e, value *out)
{
	*out = v_none();
	if (strcmp(f, "set") == 0 || strcmp(f, "clear") == 0) {
		field_set(m, e, "set_", v_int(*f == 's'));
	} else if (strcmp(f, "is_set") == 0) {
		*out = v_bool(number_in(m, e, "set_") != 0);
	} else if (strcmp(f, "wait") == 0) {
		task_pump(m);
		*out = number_in(m, e, "set_") ? v_bool(1) : v_unk(0);
	} else {
		return 0;
	}
	return 1;
}

static int
callable(value v)
{
	return is_obj(v, O_FUNC) || is_obj(v, O_PARTIAL) || is_obj(v, O_INST) || is_obj(v, O_CLASS) || is_obj(v, O_EXT) || is_obj(v, O_METHOD);
}

value
task_run(vm *m, value f, const args *a, obj *pool, uint32_t node)
{
	obj *t = task_new(m, "task()", f, a, 0, node);

	if (pool)
		field_set(m, t, "pool_", v_obj(pool));
	run(m, t);
	return v_obj(t);
}

/* submit(f, x), run_in_executor(pool, f, x): it runs, and a future has what it gave. */
static value
submitted(vm *m, args *a, uint32_t at, value pool)
{
	args b = {.node = a->node};

	for (uint32_t i = at + 1; i < a->n; i++) {
		b.kw[b.n] = a->kw[i];
		b.v[b.n++] = a->v[i];
	}
	return task_run(m, vm_resolve(m, a->v[at], a->node), &b, child_is_pool(m, pool) ? pool.o : NULL, a->node);
}

static const char group_name[] = "asyncio.TaskGroup()";

xstat
task_group_end(vm *m, value v, xstat x, uint32_t node)
{
	value l = is_a(m, v, group_name) ? field_get(m, v.o, "tasks_") : (value){0}, ret = m->ret;

	if (m->c || l.kind == V_UNDEF || (x != X_NORMAL && x != X_RETURN))
		return x;
	for (int64_t i = 0; i < list_len(l.o) && !m->pending; i++)
		task_result(m, list_at(l.o, i), node);
	if (m->pending)
		return vm_taken(m);
	m->ret = ret;
	return x;
}

int
task_method(vm *m, const char *f, value self, args *a, value *out)
{
	value x = arg_get(a, 0, NULL, m), y = arg_get(a, 1, NULL, m);
	const char *name;

	if (m->c || !is_obj(self, O_THING))
		return 0;
	name = vm_text(m, self.o->name);
	if (child_method(m, f, self, a, out))
		return 1;
	if (strcmp(name, "queue()") == 0 || strcmp(name, "event()") == 0) { /* of all processes */
		struct child *was = m->child;
		int known;
		m->child = NULL;
		known = *name == 'q' ? queue_method(m, f, self.o, a, out) : event_method(m, f, self.o, out);
		m->child = was;
		return known;
	}
	if (is_future(m, self))
		return future_method(m, f, self, a, out);
	if (strcmp(name, "thread()") == 0 || strcmp(name, "process()") == 0)
		return thread_method(m, f, self.o, out);
	if (strcmp(f, "submit") == 0 && (callable(x) || (strstr(name, "Executor") && (x.kind == V_UNK || is_obj(x, O_THING))))) {
		*out = submitted(m, a, 0, self);
		return 1;
	}
	if (strcmp(f, "run_in_executor") == 0 && (callable(y) || is_obj(y, O_THING) || y.kind == V_UNK)) {
		*out = submitted(m, a, 1, x);
		return 1;
	}
	if (strcmp(f, "create_future") == 0) {
		*out = thing(m, vm_id(m, "future()"), a->node);
		return 1;
	}
	if (task_spawns(f) && is_future(m, x)) {
		if (strcmp(name, group_name) == 0) {
			value l = field_get(m, self.o, "tasks_");
			if (l.kind == V_UNDEF)
				field_set(m, self.o, "tasks_", l = v_obj(list_of(m, O_LIST, a->node)));
			list_add(m, l.o, x);
		}
		*out = x;
		return 1;
	}
	if (strcmp(f, "run_until_complete") == 0) {
		*out = task_await(m, x, a->node);
		return 1;
	}
	if (strcmp(f, "shutdown") == 0 && strstr(name, "Executor")) {
		task_pump(m);
		*out = v_none();
		return 1;
	}
	return 0;
}

int
lib_task(vm *m, const char *f, args *a, value *out)
{
	value x = arg_get(a, 0, NULL, m), target;
	int mine = strncmp(f, "threading.", 10) == 0 || strncmp(f, "multiprocessing.", 16) == 0 || strncmp(f, "asyncio.", 8) == 0 ||
	    strncmp(f, "queue.", 6) == 0 || strncmp(f, "concurrent.futures.", 19) == 0 || strncmp(f, "torch.multiprocessing.", 22) == 0;

	if (!mine)
		return 0;
	if (as_ends_with(f, ".Thread") || as_ends_with(f, ".Process")) {
		value list = arg_get(a, 3, "args", m), kw = arg_get(a, 4, "kwargs", m);
		args b = {.node = a->node};
		target = arg_get(a, 1, "target", m);
		if (!callable(target))
			return 0;
		for (int64_t i = 0; (is_obj(list, O_TUPLE) || is_obj(list, O_LIST)) && i < list_len(list.o) && b.n < MOST_ARGS; i++)
			b.v[b.n++] = list_at(list.o, i);
		for (uint32_t i = 0; is_obj(kw, O_DICT) && i < kw.o->m.n && b.n < MOST_ARGS; i++)
			if (kw.o->m.slot[i].kv.kind == V_STR) {
				b.kw[b.n] = kw.o->m.slot[i].kv.s.s;
				b.v[b.n++] = kw.o->m.slot[i].c->v;
			}
		*out = v_obj(task_new(m, as_ends_with(f, ".Process") && !strstr(f, "dummy") ? "process()" : "thread()", target, &b, 0, a->node));
		return 1;
	}
	if (lib_child(m, f, a, out))
		return 1;
	if (as_ends_with(f, ".Timer") && callable(arg_get(a, 1, "function", m))) {
		value list = arg_get(a, 2, "args", m);
		args b = {.node = a->node};
		for (int64_t i = 0; (is_obj(list, O_TUPLE) || is_obj(list, O_LIST)) && i < list_len(list.o) && b.n < MOST_ARGS; i++)
			b.v[b.n++] = list_at(list.o, i);
		*out = v_obj(task_new(m, "thread()", arg_get(a, 1, "function", m), &b, 0, a->node));
		return 1;
	}
	if (as_ends_with(f, "Queue")) {
		*out = thing(m, vm_id(m, "queue()"), a->node);
		field_set(m, out->o, "items_", v_obj(list_of(m, O_LIST, a->node)));
		if (as_ends_with(f, "LifoQueue") || as_ends_with(f, "PriorityQueue"))
			field_set(m, out->o, "order_", v_int(1));
		return 1;
	}
	if (as_ends_with(f, ".Future")) {
		*out = thing(m, vm_id(m, "future()"), a->node);
		return 1;
	}
	if (as_ends_with(f, ".Event")) {
		*out = thing(m, vm_id(m, "event()"), a->node);
		return 1;
	}
	if (strcmp(f, "asyncio.to_thread") == 0 && callable(x)) {
		*out = submitted(m, a, 0, (value){0});
		return 1;
	}
	if (as_ends_with(f, ".as_completed") && x.kind == V_OBJ) {
		*out = x;
		return 1;
	}
	if (strcmp(f, "asyncio.gather") == 0) {
		obj *l = list_of(m, O_LIST, a->node);
		value keep = arg_get(a, 99, "return_exceptions", m);
		int kept = keep.kind != V_UNDEF && vm_known(m, keep) != 0;
		for (uint32_t i = 0; i < a->n && !m->pending; i++) {
			value t = a->kw[i] ? (value){0} : vm_resolve(m, a->v[i], a->node);
			if (kept && is_future(m, t) && number_in(m, t.o, "raised_"))
				list_add(m, l, raised_by(m, t, a->node));
			else if (!a->kw[i])
				list_add(m, l, task_await(m, t, a->node));
		}
		l->loose = (uint8_t)a->rest;
		*out = v_obj(l);
		return 1;
	}
	if (strcmp(f, "asyncio.wait") == 0 && a->n == 1 && !a->rest && (is_obj(x, O_LIST) || is_obj(x, O_TUPLE))) { /* done, pending */
		obj *two = list_of(m, O_TUPLE, a->node);
		task_pump(m);
		list_add(m, two, x);
		list_add(m, two, v_obj(list_of(m, O_LIST, a->node)));
		*out = v_obj(two);
		return 1;
	}
	if (strcmp(f, "asyncio.wait_for") == 0 || strcmp(f, "asyncio.shield") == 0 || strcmp(f, "asyncio.run") == 0 || strcmp(f, "asyncio.wrap_future") == 0) {
		if (!is_future(m, x))
			return 0;
		*out = task_await(m, x, a->node);
		return 1;
	}
	if (task_spawns(f + 8) && is_future(m, x)) {
		*out = x;
		return 1;
	}
	return 0;
}
