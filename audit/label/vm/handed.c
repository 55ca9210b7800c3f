/* handed.c - see vm.h: functions that are given to what is not in the tree, which may
 * call them: at once, later, or never. */
#include "vm_impl.h"

#include <ctype.h>
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#include "../cone/cone.h"
#include "../program/program.h"
#include "../read/protocol.h"
#include "words.h"

static int
is_special(const char *s)
{
	return strlen(s) > 4 && s[0] == '_' && s[1] == '_' && as_ends_with(s, "__");
}

/* What a class has, and what it is made of, to what may call it: special methods, those of a protocol, and where a base is outside any. */
static void
class_handed(vm *m, obj *cls, int outside, int depth)
{
	for (uint32_t i = 0; i < cls->m.n; i++) {
		value f = cls->m.slot[i].c->v;
		const char *s = is_obj(f, O_FUNC) && m->t->node[f.o->node].str ? vm_text(m, m->t->node[f.o->node].str) : "";
		if (is_special(s) || protocol_handed(s))
			vm_mark(m, f.o->node, MARK_HANDED);
		else if (*s && outside)
			vm_mark(m, f.o->node, MARK_KEPT);
	}
	for (int64_t i = 0; depth < 8 && is_obj(cls->a, O_LIST) && i < list_len(cls->a.o); i++)
		if (is_obj(list_at(cls->a.o, i), O_CLASS))
			class_handed(m, list_at(cls->a.o, i).o, outside, depth + 1);
}

/* A text that is the dotted name of a function or class of the tree: who gets it may call that. */
static void
named(vm *m, value v)
{
	const char *s = vm_cstr(m, v, NULL), *dot = s ? strpbrk(s, ".:") : NULL;
	char mod[200];
	uint32_t f, id;

	if (!dot || strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.:") != strlen(s))
		return;
	dot = strchr(s, ':') ? strchr(s, ':') : strrchr(s, '.');
	if ((size_t)(dot - s) >= sizeof mod || (id = as_intern_find(&m->t->text, dot + 1, strlen(dot + 1))) == UINT32_MAX)
		return;
	snprintf(mod, sizeof mod, "%.*s", (int)(dot - s), s);
	f = program_module(m->p, mod, 0);
	if (f >= UINT32_MAX - 1)
		return;
	FACT_EACH_KID(m->t, f, k)
		if (m->t->node[k].kind == FACT_FUNC && m->t->node[k].str == id)
			vm_mark(m, k, MARK_HANDED);
		else if (m->t->node[k].kind == FACT_CLASS && m->t->node[k].str == id)
			for (uint32_t i = k; i < m->t->node[k].end; i++)
				if (m->t->node[i].kind == FACT_FUNC)
					vm_mark(m, i, MARK_HANDED);
}

void
vm_handed(vm *m, value v, int depth)
{
	if (is_obj(v, O_PHI) && depth < 4) { /* either */
		vm_handed(m, v.o->a, depth + 1);
		vm_handed(m, v.o->b, depth + 1);
		return;
	}
	v = vm_resolve(m, v, 0);
	if (v.kind == V_REF)
		v = v.r->v;
	if (v.kind == V_STR && !m->c)
		named(m, v);
	if (v.kind != V_OBJ || depth > 4)
		return;
	switch (v.o->kind) {
	case O_FUNC: vm_mark(m, v.o->node, MARK_HANDED); break;
	case O_MODULE: /* a plugin: its functions */
		for (uint32_t i = 0; v.o->scope && depth == 0 && i < v.o->scope->m.n; i++)
			if (is_obj(v.o->scope->m.slot[i].c->v, O_FUNC))
				vm_mark(m, v.o->scope->m.slot[i].c->v.o->node, MARK_HANDED);
		break;
	case O_CLASS: case O_INST: case O_THING:
		if (m->c) /* a struct with pointers to functions */
			for (uint32_t i = 0; i < v.o->m.n && i < 32; i++)
				vm_handed(m, v.o->m.slot[i].c->v, depth + 1);
		else if (v.o->kind != O_THING)
			class_handed(m, v.o->kind == O_CLASS ? v.o : v.o->cls, class_external(v.o->kind == O_CLASS ? v.o : v.o->cls) != 0, 0);
		break;
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

void
vm_lost(vm *m, value v, uint32_t node)
{
	v = vm_resolve(m, v, node);
	vm_handed(m, v, 0);
	if (comp_of(v) || is_obj(v, O_DICT) || (is_obj(v, O_EXT) && symbol_find(m->symbols, vm_text(m, v.o->name)))) {
		vm_edge_to(m, EDGE_ANY, node, "what may compile, or was compiled, is stored under a name that is not known");
	}
}

/* Functions of C that call nothing of what they are handed by address. */
static int
calls_nothing(const char *name)
{
	static const char *const those[] = {"mem*", "str*", "free", "realloc", "f*print*", "*printf", "fwrite", "fread", "write", "read", "clock_*", "gettimeofday",
		"pthread_mutex_*", "pthread_cond_*", "assert", "bzero", "std.move", "std.swap", "swap", "move"};
	const char *last = as_last_part(name);

	for (size_t i = 0; i < sizeof those / sizeof *those; i++)
		if (fnmatch(those[i], last, 0) == 0)
			return 1;
	return 0;
}

int
vm_switches_off(const char *what)
{
	return AS_AMONG(what, ((const char *const[]){"TORCH_COMPILE_DISABLE", "TORCHDYNAMO_DISABLE", "PYTORCH_JIT", "NUMBA_DISABLE_JIT", "JAX_DISABLE_JIT",
		"torch.compiler.set_stance", "torch._dynamo.config.patch", "numba.config.DISABLE_JIT", "numba.core.config.DISABLE_JIT", "jax.config.jax_disable_jit", "jax_disable_jit"}));
}

int
vm_disabled(vm *m, value v)
{
	if (is_obj(v, O_INST) && v.o->cls)
		v = class_find(m, v.o->cls, vm_id(m, "forward"));
	return is_obj(v, O_FUNC) && field_get(m, v.o, "disabled_").kind != V_UNDEF;
}

void
vm_off(vm *m, uint32_t node, const char *what)
{
	vm_edge_to(m, EDGE_OFF, node, "%s may switch compiling off", what);
}

/* A call that switches a compiler off: by its name, or by what it sets. */
static int
call_switches_off(vm *m, const char *name, const args *a)
{
	value x, d;

	if (!AS_AMONG(name, ((const char *const[]){"jax.disable_jit", "jax.config.update", "os.environ.setdefault", "os.putenv", "os.environ.update"})))
		return vm_switches_off(name);
	x = arg_get(a, 0, NULL, m);
	if (strcmp(name, "jax.disable_jit") == 0)
		return x.kind == V_UNDEF || vm_known(m, x) != 0;
	if (strcmp(name, "jax.config.update") == 0)
		return x.kind == V_STR && vm_cstr(m, x, NULL) && vm_switches_off(vm_cstr(m, x, NULL)) && vm_known(m, arg_get(a, 1, "val", m)) != 0;
	if (strcmp(name, "os.environ.setdefault") == 0 || strcmp(name, "os.putenv") == 0)
		return x.kind == V_STR && vm_cstr(m, x, NULL) && vm_switches_off(vm_cstr(m, x, NULL));
	if (strcmp(name, "os.environ.update") == 0) {
		for (uint32_t i = 0; i < a->n; i++)
			if (a->kw[i] && vm_switches_off(vm_text(m, a->kw[i])))
				return 1;
		for (uint32_t i = 0; is_obj(x, O_DICT) && i < x.o->m.n; i++) {
			d = x.o->m.slot[i].kv;
			if (d.kind == V_STR && vm_cstr(m, d, NULL) && vm_switches_off(vm_cstr(m, d, NULL)))
				return 1;
		}
	}
	return vm_switches_off(name);
}

void
vm_given(vm *m, const char *name, const args *a)
{
	/* these call what they get at once, which is followed, or keep it for who calls them */
	static const char *const own[] = {"functools", "typing", "dataclasses", "copy", "inspect", "abc", "enum", "contextlib", "types", "collections", "importlib", "weakref", "mock", "unittest"};
	const char *dot = strchr(name, '.');

	if (!m->c && call_switches_off(m, name, a))
		vm_off(m, a->node, name);
	if (!m->mark)
		return;
	for (uint32_t i = 0; i < a->n && !m->c && (strcmp(name, "print") == 0 || strncmp(name, "contextlib.", 11) == 0); i++) { /* objects, whose methods it calls */
		value v = vm_resolve(m, a->v[i], a->node);
		if (is_obj(v, O_INST))
			vm_handed(m, v, 0);
	}
	if (!m->c && !dot && strcmp(name, "iter") != 0)
		return;
	for (size_t i = 0; dot && i < sizeof own / sizeof *own; i++)
		if (strcmp(name, "functools.cmp_to_key") != 0 && strlen(own[i]) == (size_t)(dot - name) && strncmp(name, own[i], (size_t)(dot - name)) == 0)
			return;
	for (uint32_t i = 0; i < a->n && !(m->c && calls_nothing(name)); i++)
		vm_handed(m, a->v[i], 0);
}

/* A special method that an operation, or a function of a library, runs without its name. Those that make, call or enter
 * an object are run where that stands. */
static int
is_quiet(const char *s)
{
	return (is_special(s) && !AS_AMONG(s, ((const char *const[]){"__init__", "__new__", "__call__", "__enter__", "__exit__", "__aenter__", "__aexit__", "__post_init__",
		"__init_subclass__", "__set_name__", "__prepare__", "__get__", "__set__", "__setattr__", "__getattribute__"}))) ||
	    strcmp(s, "_generate_next_value_") == 0 || strcmp(s, "mro") == 0;
}

/* The same of C++: what an expression, a conversion or a loop calls. */
static int
is_implied(const char *s)
{
	return strncmp(s, "operator", 8) == 0 || AS_AMONG(s, ((const char *const[]){"begin", "end", "cbegin", "cend"}));
}

/* Methods of C++ that run without being named, and those of bases that a class says that it uses beside its own. */
static void
made_in_c(vm *m, obj *cls, int depth)
{
	uint32_t block = fact_find(m->t, cls->node, FACT_BLOCK);

	for (uint32_t i = 0; i < cls->m.n; i++)
		for (const obj *f = is_obj(cls->m.slot[i].c->v, O_FUNC) ? cls->m.slot[i].c->v.o : NULL; f; f = f->next)
			if (is_implied(as_last_part(fact_str(m->t, f->node))))
				vm_mark(m, f->node, MARK_HANDED);
	for (int64_t i = 0; depth < 8 && is_obj(cls->a, O_LIST) && i < list_len(cls->a.o); i++) {
		obj *base = is_obj(list_at(cls->a.o, i), O_CLASS) ? list_at(cls->a.o, i).o : NULL;
		if (!base)
			continue;
		for (uint32_t k = block + 1; block && k < m->t->node[block].end; k = m->t->node[k].end) {
			value f = m->t->node[k].kind == FACT_FROM && k + 1 < m->t->node[k].end ? class_find(m, base, m->t->node[k + 1].str) : (value){0};
			for (const obj *o = is_obj(f, O_FUNC) ? f.o : NULL; o; o = o->next)
				vm_mark(m, o->node, MARK_HANDED);
		}
		made_in_c(m, base, depth + 1);
	}
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
vm_class_declared(vm *m, obj *cls)
{
	int base = class_external(cls), test;

	if (!m->mark || m->c)
		return;
	test = base && as_ends_with(vm_text(m, (uint32_t)base), "TestCase");
	for (uint32_t i = 0; i < cls->m.n; i++) {
		value f = cls->m.slot[i].c->v;
		const char *s = is_obj(f, O_FUNC) && m->t->node[f.o->node].str ? vm_text(m, m->t->node[f.o->node].str) : "";
		if (strcmp(s, "__setstate__") == 0 || strcmp(s, "__subclasshook__") == 0 || (test && (strncmp(s, "test", 4) == 0 || strncmp(s, "setUp", 5) == 0)))
			vm_mark(m, f.o->node, MARK_HANDED);
	}
}

void
vm_object_made(vm *m, obj *cls)
{
	if (!m->mark || m->mark[cls->node] & MARK_RUN)
		return;
	vm_mark(m, cls->node, MARK_RUN);
	if (m->c)
		made_in_c(m, cls, 0);
	else
		made(m, cls, class_external(cls) != 0 && !(cls->self_flags & 1), 0);
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

/* Did a compile call, or the use of what it gave, fail on this path? */
static int
has_failed(const vm *m)
{
	for (uint32_t i = 0; i < m->nev; i++)
		if (m->ev[i].kind == E_FAILED)
			return 1;
	return 0;
}

/* A function that was handed to a library ends with an error where it is run at once. The library may run it
 * later, when what it asks for has been set, or never: the call may go on. What it would have run behind the error was not seen.
 * What fails as a compile call was made to fail is an error of the call. */
static void
failed(vm *m, const char *name, value f, uint32_t node)
{
	if (has_failed(m))
		return;
	while (is_obj(f, O_PARTIAL))
		f = vm_resolve(m, f.o->a, 0);
	m->lean = 2;
	if (!is_obj(f, O_FUNC) || vm_decide(m, vm_idf(m, "%.80s runs %.60s at once", name, vm_text(m, f.o->name)), node))
		return;
	m->pending = X_NORMAL;
	m->later = node;
	if (m->cone && cone_leads_to(m->cone, f.o->node))
		vm_edge_to(m, EDGE_ANY, node, "%.80s may run %.60s later", name, vm_text(m, f.o->name));
}

void
vm_later_left(vm *m)
{
	if (m->later && m->nsite) {
		vm_edge_to(m, EDGE_ANY, m->later, "what is handed over here may run later, and use what was compiled");
		vm_edge_to(m, EDGE_OFF, m->later, "what this did before it failed may be done later, or never");
	}
	m->later = 0;
}

void
vm_call_back(vm *m, const char *name, int known, args *a)
{
	static const char *const keep[] = {"register", "add_", "on_", "signal", "wraps", "partial", "route", "set_", "setattr", "isinstance",
		"callable", "lru_cache", "from_", "defaultdict", "finalize"};
	const char *last = as_last_part(name);

	for (uint32_t i = 0; i < a->n && m->mark; i++)
		vm_handed(m, a->v[i], 0);
	for (size_t i = 0; i < sizeof keep / sizeof *keep; i++)
		if (strncmp(last, keep[i], strlen(keep[i])) == 0)
			return;
	for (uint32_t i = 0; i < a->n && !m->pending; i++) {
		value f = vm_resolve(m, a->v[i], a->node), r;
		args b = {.node = a->node, .rest = 1};
		if (is_obj(f, O_GEN)) /* a generator runs where it is used */
			vm_iterate(m, f, a->node, go_on, NULL);
		if (!is_obj(f, O_FUNC) && !(is_obj(f, O_PARTIAL)))
			continue;
		for (uint32_t k = i + 1; k < a->n; k++) /* submit(f, x); Thread(target=f, args=(x,)) */
			if (!a->kw[k]) {
				args_add(&b, a->v[k], 0, 0);
			} else if (strcmp(vm_text(m, a->kw[k]), "args") == 0) {
				value t = vm_resolve(m, a->v[k], a->node);
				args_list(&b, t);
			}
		r = vm_call(m, f, &b);
		if (m->pending == X_RAISE && !m->c && (!known || isupper((unsigned char)*last)))
			failed(m, name, f, a->node);
		else if (m->mark && !m->pending) /* a function that it gives */
			vm_handed(m, r, 0);
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
