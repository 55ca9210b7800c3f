/* lib_child.c - see vm.h: what another process, or another thread, does not see.
 *
 * A process has values of its own: what a child sets is put back when it ends or stands, and is there
 * again when it goes on. Queues and events are of both. Of a thread the same is true of the
 * members of threading.local(). A pool is one child, whatever number it has: what its
 * initializer sets is there for all that it runs. */
#include "../vm/vm_impl.h"

#include <string.h>

#include "words.h"

struct child {
	obj *of;             /* the thing that runs in it */
	struct kept { cell *c; value v; } *kept; /* what the cells hold for the others while it runs, and for it while it does not */
	uint32_t n, cap, id;
	struct child *next;
};

void
child_keeps(vm *m, cell *c)
{
	struct child *k = m->child;

	if (c->child == k->id)
		return;
	c->child = k->id;
	if (k->n == k->cap) {
		struct kept *more = vm_alloc(m, (2 * k->cap + 16) * sizeof *more);
		if (k->n)
			memcpy(more, k->kept, k->n * sizeof *more);
		k->kept = more;
		k->cap = 2 * k->cap + 16;
	}
	k->kept[k->n++] = (struct kept){c, c->v};
}

static void
swap_cell(struct kept *k)
{
	value v = k->c->v;

	k->c->v = k->v;
	k->v = v;
}

struct child *
child_begin(vm *m, obj *of)
{
	struct child *k = m->children, *was = m->child;

	while (k && k->of != of)
		k = k->next;
	if (!k) {
		k = vm_alloc(m, sizeof *k);
		*k = (struct child){.of = of, .id = ++m->nchildren, .next = m->children};
		m->children = k;
	}
	for (uint32_t i = 0; i < k->n; i++)
		swap_cell(&k->kept[i]);
	m->child = k;
	return was;
}

void
child_end(vm *m, struct child *was)
{
	struct child *k = m->child;

	for (uint32_t i = k->n; i-- > 0;)
		swap_cell(&k->kept[i]);
	m->child = was;
}

/* The members that a thread has in each threading.local() so far, for those that it does not see. */
void
child_locals(vm *m, obj *thread)
{
	for (int64_t i = 0; m->locals && i < list_len(m->locals); i++) {
		obj *l = list_at(m->locals, i).o;
		cell *c = map_get(m, &thread->m, key_int(l->serial), v_int(l->serial));
		map was = l->m;
		if (!is_obj(c->v, O_DICT))
			c->v = v_obj(vm_obj(m, O_DICT, 0, l->node));
		l->m = c->v.o->m;
		c->v.o->m = was;
	}
}

int
child_is_pool(const vm *m, value v)
{
	const char *s = is_obj(v, O_THING) ? vm_text(m, v.o->name) : "";

	return strcmp(s, "multiprocessing.Pool()") == 0 || strcmp(s, "multiprocessing.ThreadPool()") == 0 || strcmp(s, "concurrent.futures.ProcessPoolExecutor()") == 0 ||
	    strcmp(s, "concurrent.futures.ThreadPoolExecutor()") == 0;
}

int
child_apart(const vm *m, const obj *o)
{
	const char *s = vm_text(m, o->name);

	return strcmp(s, "process()") == 0 || strcmp(s, "multiprocessing.Pool()") == 0 || strcmp(s, "concurrent.futures.ProcessPoolExecutor()") == 0;
}

/* A call that a pool runs. */
static value
pooled(vm *m, obj *pool, value f, const args *a)
{
	value v = task_run(m, f, a, pool, a->node);

	return task_await(m, v, a->node);
}

static int
makes_pool(const char *f)
{
	const char *last = as_last_part(f);

	return AS_AMONG(last, ((const char *const[]){"Pool", "ThreadPool", "ProcessPoolExecutor", "ThreadPoolExecutor"})) &&
	    (strncmp(f, "multiprocessing.", 16) == 0 || strncmp(f, "torch.multiprocessing.", 22) == 0 || strncmp(f, "concurrent.futures.", 19) == 0);
}

int
lib_child(vm *m, const char *f, args *a, value *out)
{
	const char *last = as_last_part(f);
	value init, with;

	if (strcmp(f, "threading.local") == 0) {
		*out = thing(m, vm_id(m, "threading.local()"), a->node);
		if (!m->locals)
			m->locals = list_of(m, O_LIST, a->node);
		list_add(m, m->locals, *out);
		return 1;
	}
	if (strcmp(f, "multiprocessing.get_context") == 0 || strcmp(f, "torch.multiprocessing.get_context") == 0) {
		*out = v_obj(ext_obj(m, vm_id(m, "multiprocessing")));
		return 1;
	}
	if (!makes_pool(f))
		return 0;
	init = arg_get(a, *f == 'c' ? 2 : 1, "initializer", m);
	with = arg_get(a, *f == 'c' ? 3 : 2, "initargs", m);
	*out = thing(m, vm_id(m, strcmp(last, "Pool") == 0 && !strstr(f, "dummy") ? "multiprocessing.Pool()" : *last == 'P' && last[1] == 'r' ?
	    "concurrent.futures.ProcessPoolExecutor()" : *f == 'c' ? "concurrent.futures.ThreadPoolExecutor()" : "multiprocessing.ThreadPool()"), a->node);
	if (init.kind != V_UNDEF && init.kind != V_NONE) {
		args b = {.node = a->node};
		b.rest |= !args_list(&b, with) && with.kind != V_UNDEF;
		pooled(m, out->o, init, &b);
	}
	return 1;
}

struct each { vm *m; obj *pool, *out; value f; uint32_t node; int star, n; };

static int
each_item(vm *m, void *arg, value item)
{
	struct each *e = arg;
	args b = {.node = e->node};

	item = vm_resolve(m, item, e->node);
	if (!e->star)
		args_add(&b, item, 0, 0);
	else
		b.rest |= !args_list(&b, item);
	list_add(m, e->out, pooled(m, e->pool, e->f, &b));
	return !m->pending && ++e->n < 64;
}

int
child_method(vm *m, const char *f, value self, args *a, value *out)
{
	static const char *const over[] = {"map", "imap", "imap_unordered", "starmap", "map_async", "starmap_async"};
	value x = arg_get(a, 0, "func", m), y = arg_get(a, 1, NULL, m), kw = arg_get(a, 2, "kwds", m);
	int apply = strcmp(f, "apply") == 0 || strcmp(f, "apply_async") == 0;

	if (m->c || !child_is_pool(m, self))
		return 0;
	if (AS_AMONG(f, over)) {
		struct each e = {m, self.o, list_of(m, O_LIST, a->node), x, a->node, strncmp(f, "starmap", 7) == 0, 0};
		if (kw.kind != V_UNDEF && vm_text(m, self.o->name)[0] == 'c') { /* map(f, xs, ys): together */
			args z = *a;
			z.n = 0;
			for (uint32_t i = 1; i < a->n; i++)
				if (!a->kw[i])
					z.v[z.n] = a->v[i], z.kw[z.n] = 0, z.n++;
			e.star = 1;
			if (!lib_py(m, "zip", &z, &y))
				y = v_unk(0);
		}
		vm_iterate(m, y, a->node, each_item, &e);
		*out = v_obj(e.out);
		if (as_ends_with(f, "_async")) {
			*out = thing(m, vm_id(m, "future()"), a->node);
			field_set(m, out->o, "result_", v_obj(e.out));
			field_set(m, out->o, "done_", v_int(1));
		}
		return 1;
	}
	if (apply) {
		args b = {.node = a->node};
		b.rest |= (!args_list(&b, y) && y.kind != V_UNDEF) || kw.kind != V_UNDEF;
		*out = task_run(m, x, &b, self.o, a->node);
		if (!f[5])
			*out = task_await(m, *out, a->node);
		return 1;
	}
	if (strcmp(f, "__enter__") == 0) {
		*out = self;
		return 1;
	}
	return 0;
}
