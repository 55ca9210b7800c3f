/* lib_task.c - see vm.h: what runs beside the program: threads, pools, tasks of asyncio,
 * and the queues, futures and events between them. Tasks themselves: task.c. */
#include "../vm/vm_impl.h"

#include <string.h>

#include "words.h"

int
task_spawns(const char *callee)
{
	static const char *const names[] = {"create_task", "ensure_future", "start_soon", "run_coroutine_threadsafe"};

	return AS_AMONG(callee, names);
}

/* The next of a queue; what runs beside stands here if there is none. */
static value
take(vm *m, obj *q, args *a, int waits)
{
	value items = field_get(m, q, "items_");
	int64_t head = field_int(m, q, "head_");

	if (head >= list_len(items.o) && !m->task && waits)
		task_pump(m);
	if (m->pending)
		return v_unk(0);
	if (field_int(m, q, "order_") && list_len(items.o) > 1) { /* the last, or the least, comes first */
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
		task_stand(m, a, q);
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
	int64_t n = list_len(items.o) - field_int(m, q, "head_");

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
		task_settle(m, self.o, arg_get(a, 0, "result", m), 0);
	else if (strcmp(f, "set_exception") == 0) {
		value e = arg_get(a, 0, "exception", m);
		if (e.kind == V_OBJ)
			m->exc_name = e.o->name;
		task_settle(m, self.o, v_none(), 1);
	} else if (strcmp(f, "done") == 0) {
		if (!field_int(m, self.o, "done_"))
			task_pump(m);
		*out = field_int(m, self.o, "done_") ? v_bool(1) : v_unk(0);
	} else if (strcmp(f, "add_done_callback") == 0) {
		if (!field_int(m, self.o, "done_"))
			task_pump(m);
		vm_callv(m, arg_get(a, 0, NULL, m), a->node, 1, &self);
	} else if (strcmp(f, "exception") == 0) {
		if (!field_int(m, self.o, "done_"))
			task_pump(m);
		*out = task_raised(m, self, a->node);
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
		task_go(m, t);
	else if (strcmp(f, "join") == 0) {
		task_pump(m);
		task_joined(m, t);
	} else if (strcmp(f, "is_alive") == 0)
		*out = field_int(m, t, "done_") ? v_bool(0) : v_unk(0);
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
		*out = v_bool(field_int(m, e, "set_") != 0);
	} else if (strcmp(f, "wait") == 0) {
		task_pump(m);
		*out = field_int(m, e, "set_") ? v_bool(1) : v_unk(0);
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

/* submit(f, x), run_in_executor(pool, f, x): it runs, and a future has what it gave. */
static value
submitted(vm *m, args *a, uint32_t at, value pool)
{
	args b = {.node = a->node};

	args_from(&b, a, at + 1);
	return task_run(m, vm_resolve(m, a->v[at], a->node), &b, child_is_pool(m, pool) ? pool.o : NULL, a->node);
}

static const char group_name[] = "asyncio.TaskGroup()";

xstat
task_group_end(vm *m, value v, xstat x, uint32_t node)
{
	value l = thing_is(m, v, group_name) ? field_get(m, v.o, "tasks_") : (value){0}, ret = m->ret;

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
	if (task_is(m, self))
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
	if (task_spawns(f) && task_is(m, x)) {
		if (strcmp(name, group_name) == 0) {
			list_add(m, field_list(m, self.o, "tasks_", a->node), x);
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

/* A Thread, Process or Timer, which is made and not started yet; 0: what it runs is not told. */
static int
thread_made(vm *m, const char *f, args *a, value *out)
{
	int timer = as_ends_with(f, ".Timer");
	value target = arg_get(a, 1, timer ? "function" : "target", m), list = arg_get(a, timer ? 2 : 3, "args", m), kw = arg_get(a, 4, "kwargs", m);
	args b = {.node = a->node};

	if (!callable(target))
		return 0;
	args_list(&b, list);
	if (!timer && is_obj(kw, O_DICT))
		args_dict(&b, kw.o);
	*out = v_obj(task_new(m, as_ends_with(f, ".Process") && !strstr(f, "dummy") ? "process()" : "thread()", target, &b, a->node));
	return 1;
}

static value
gathered(vm *m, args *a)
{
	obj *l = list_of(m, O_LIST, a->node);
	value keep = arg_get(a, 99, "return_exceptions", m);
	int kept = keep.kind != V_UNDEF && vm_known(m, keep) != 0;

	for (uint32_t i = 0; i < a->n && !m->pending; i++) {
		value t = a->kw[i] ? (value){0} : vm_resolve(m, a->v[i], a->node);
		if (kept && task_is(m, t) && field_int(m, t.o, "raised_"))
			list_add(m, l, task_raised(m, t, a->node));
		else if (!a->kw[i])
			list_add(m, l, task_await(m, t, a->node));
	}
	l->loose = (uint8_t)a->rest;
	return v_obj(l);
}

int
lib_task(vm *m, const char *f, args *a, value *out)
{
	value x = arg_get(a, 0, NULL, m);
	int mine = strncmp(f, "threading.", 10) == 0 || strncmp(f, "multiprocessing.", 16) == 0 || strncmp(f, "asyncio.", 8) == 0 ||
	    strncmp(f, "queue.", 6) == 0 || strncmp(f, "concurrent.futures.", 19) == 0 || strncmp(f, "torch.multiprocessing.", 22) == 0;

	if (!mine)
		return 0;
	if (as_ends_with(f, ".Thread") || as_ends_with(f, ".Process"))
		return thread_made(m, f, a, out);
	if (lib_child(m, f, a, out))
		return 1;
	if (as_ends_with(f, ".Timer"))
		return thread_made(m, f, a, out);
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
		*out = gathered(m, a);
		return 1;
	}
	if (strcmp(f, "asyncio.wait") == 0 && a->n == 1 && !a->rest && (is_obj(x, O_LIST) || is_obj(x, O_TUPLE))) { /* done, pending */
		task_pump(m);
		*out = pair_of(m, x, v_obj(list_of(m, O_LIST, a->node)), a->node);
		return 1;
	}
	if (strcmp(f, "asyncio.wait_for") == 0 || strcmp(f, "asyncio.shield") == 0 || strcmp(f, "asyncio.run") == 0 || strcmp(f, "asyncio.wrap_future") == 0) {
		if (!task_is(m, x))
			return 0;
		*out = task_await(m, x, a->node);
		return 1;
	}
	if (task_spawns(f + 8) && task_is(m, x)) {
		*out = x;
		return 1;
	}
	return 0;
}
