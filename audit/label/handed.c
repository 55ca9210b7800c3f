/* handed.c - see vm.h: functions that are given to what is not in the tree, which may
 * call them: at once, later, or never. */
#include "vm_impl.h"

#include <string.h>

#include "words.h"

void
vm_handed(vm *m, value v, int depth)
{
	v = vm_resolve(m, v, 0);
	if (v.kind == V_REF)
		v = v.r->v;
	if (v.kind != V_OBJ || depth > 2)
		return;
	switch (v.o->kind) {
	case O_FUNC: vm_mark(m, v.o->node, MARK_HANDED); break;
	case O_PARTIAL:
		vm_handed(m, v.o->a, depth + 1);
		for (uint32_t i = 0; i < v.o->narg && i < 24; i++)
			vm_handed(m, v.o->arg[i], depth + 1);
		break;
	case O_LIST: case O_TUPLE: case O_DICT:
		for (uint32_t i = 0; i < v.o->m.n && i < 16; i++)
			vm_handed(m, v.o->m.slot[i].c->v, depth + 1);
		break;
	default: break;
	}
}

int
vm_switches_off(const char *what)
{
	return AS_AMONG(what, ((const char *const[]){"TORCH_COMPILE_DISABLE", "TORCHDYNAMO_DISABLE", "PYTORCH_JIT", "NUMBA_DISABLE_JIT", "JAX_DISABLE_JIT",
		"torch.compiler.set_stance", "torch._dynamo.config.patch"}));
}

void
vm_off(vm *m, uint32_t node, const char *what)
{
	vm_edge_to(m, EDGE_OFF, node, "%s may switch compiling off", what);
}

void
vm_given(vm *m, const char *name, const args *a)
{
	/* these call what they get at once, which is followed, or keep it for who calls them */
	static const char *const own[] = {"functools", "typing", "dataclasses", "copy", "inspect", "operator", "abc", "enum", "contextlib",
		"itertools", "types", "collections", "importlib", "weakref"};
	const char *dot = strchr(name, '.');

	if (!m->c && vm_switches_off(name))
		vm_off(m, a->node, name);
	if (!m->mark || (!m->c && !dot && strcmp(name, "iter") != 0))
		return;
	for (size_t i = 0; dot && i < sizeof own / sizeof *own; i++)
		if (strlen(own[i]) == (size_t)(dot - name) && strncmp(name, own[i], (size_t)(dot - name)) == 0)
			return;
	for (uint32_t i = 0; i < a->n; i++)
		vm_handed(m, a->v[i], 0);
}

/* Does what is outside run a special method that no operation here asks for? */
static int
is_quiet(const char *s)
{
	size_t n = strlen(s);

	return n > 4 && s[0] == '_' && s[1] == '_' && as_ends_with(s, "__") &&
	    !AS_AMONG(s, ((const char *const[]){"__init__", "__new__", "__call__", "__enter__", "__exit__", "__aenter__", "__aexit__", "__getattr__",
		"__getattribute__", "__setattr__", "__getitem__", "__setitem__", "__iter__", "__next__", "__aiter__", "__anext__", "__len__", "__contains__",
		"__bool__", "__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__add__", "__radd__", "__sub__", "__mul__", "__or__", "__ror__",
		"__and__", "__rshift__", "__lshift__", "__matmul__", "__truediv__", "__str__", "__repr__", "__get__", "__set__", "__set_name__",
		"__post_init__", "__init_subclass__", "__missing__", "__await__"}));
}

static void
made(vm *m, obj *cls, int outside, int depth)
{
	for (uint32_t i = 0; i < cls->m.n; i++) {
		value f = cls->m.slot[i].c->v;
		if (!is_obj(f, O_FUNC) || !m->t->node[f.o->node].str)
			continue;
		if (is_quiet(vm_text(m, m->t->node[f.o->node].str)))
			vm_mark(m, f.o->node, MARK_HANDED);
		else if (outside)
			vm_mark(m, f.o->node, MARK_KEPT);
	}
	for (int64_t i = 0; depth < 8 && is_obj(cls->a, O_LIST) && i < list_len(cls->a.o); i++)
		if (is_obj(list_at(cls->a.o, i), O_CLASS))
			made(m, list_at(cls->a.o, i).o, outside, depth + 1);
}

void
vm_object_made(vm *m, obj *cls)
{
	if (m->c || !m->mark || m->mark[cls->node] & MARK_RUN)
		return;
	vm_mark(m, cls->node, MARK_RUN);
	made(m, cls, class_external(cls) != 0, 0);
}

/* Steps through a generator, for what it does. */
static int
go_on(vm *m, void *arg, value item)
{
	(void)m;
	(void)arg;
	(void)item;
	return 1;
}

void
vm_call_back(vm *m, const char *name, args *a)
{
	static const char *const keep[] = {"register", "add_", "on_", "signal", "wraps", "partial", "route", "set_", "setattr", "isinstance",
		"callable", "lru_cache", "from_", "defaultdict"};
	const char *last = as_last_part(name);

	for (uint32_t i = 0; i < a->n && m->mark; i++)
		vm_handed(m, a->v[i], 0);
	for (size_t i = 0; i < sizeof keep / sizeof *keep; i++)
		if (strncmp(last, keep[i], strlen(keep[i])) == 0)
			return;
	for (uint32_t i = 0; i < a->n && !m->pending; i++) {
		value f = vm_resolve(m, a->v[i], a->node);
		args b = {.node = a->node, .rest = 1};
		if (is_obj(f, O_GEN)) /* a generator runs where it is used */
			vm_iterate(m, f, a->node, go_on, NULL);
		if (!is_obj(f, O_FUNC) && !(is_obj(f, O_PARTIAL)))
			continue;
		for (uint32_t k = i + 1; k < a->n; k++) /* submit(f, x); Thread(target=f, args=(x,)) */
			if (!a->kw[k]) {
				b.v[b.n++] = a->v[k];
			} else if (strcmp(vm_text(m, a->kw[k]), "args") == 0) {
				value t = vm_resolve(m, a->v[k], a->node);
				for (int64_t q = 0; (is_obj(t, O_TUPLE) || is_obj(t, O_LIST)) && q < list_len(t.o) && b.n < 24; q++)
					b.v[b.n++] = list_at(t.o, q);
			}
		vm_call(m, f, &b);
	}
}

void
vm_run_generators(vm *m, const args *a)
{
	for (uint32_t i = 0; i < a->n && !m->pending; i++) {
		value g = vm_resolve(m, a->v[i], a->node);
		if (is_obj(g, O_GEN))
			vm_iterate(m, g, a->node, go_on, NULL);
	}
}
