/* attr.c - see vm.h: members of things, elements of containers. */
#include "vm_impl.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "../program/cdefs.h"
#include "../cone/cone.h"
#include "../program/program.h"
#include "words.h"

value
vm_method(vm *m, value self, uint32_t name, uint32_t node)
{
	obj *o = vm_obj(m, O_METHOD, name, node);

	o->a = self;
	return v_obj(o);
}

/* A name below the name of something outside. */
static uint32_t
below(vm *m, uint32_t base, uint32_t name)
{
	return vm_idf(m, "%.300s.%.100s", vm_text(m, base), vm_text(m, name));
}

/* Methods of a module of torch that give the module itself. */
static int
gives_self(const char *s)
{
	static const char *const list[] = {"to", "eval", "cuda", "cpu", "half", "float", "bfloat16", "double", "train", "requires_grad_",
		"type", "share_memory", "to_empty", "xpu", "contiguous"};

	return AS_AMONG(s, list);
}

static int
has_member(vm *m, obj *o, uint32_t name)
{
	return map_find(&o->m, key_str(name)) || class_find(m, o->cls, name).kind != V_UNDEF;
}

/* Is that a namespace of a library that is known, and of none that lies in the tree? */
static int
of_library(const vm *m, const char *space)
{
	char member[200];
	const char *last = as_last_part(space);
	uint32_t id = as_intern_find(&m->t->text, last, strlen(last));

	return snprintf(member, sizeof member, "%s.", space) < (int)sizeof member && is_known(member, 1) && !cdefs_is_space(m->p->c, id);
}

int
vm_unwrapped(value v, const char *s, value *out)
{
	const symbol *y = is_obj(v, O_THING) && v.o->comp && v.o->a.kind ? v.o->symbol : NULL;

	if (!y || y->kind != SYM_COMPILE)
		return 0;
	if (strcmp(s, "_orig_mod") == 0 || strcmp(s, "_torchdynamo_orig_callable") == 0 ? !(y->flags & SYM_PROXY) :
	    strcmp(s, "py_func") == 0 ? strncmp(y->name, "numba.", 6) != 0 : strcmp(s, "__wrapped__") != 0)
		return 0;
	*out = v.o->a;
	return 1;
}

/* What an object itself holds under the name; NULL. */
static const value *
held(const obj *o, uint32_t name)
{
	const cell *c = map_find(&o->m, key_str(name));

	return c && c->v.kind != V_UNDEF ? &c->v : NULL;
}

/* A module of the package that a module is; V_UNDEF if it is none, or has none of that name. */
static value
of_package(vm *m, const obj *module, const char *s)
{
	const char *path = module->node != UINT32_MAX ? fact_str(m->t, module->node) : NULL;
	char name[600];
	uint32_t f;
	obj *o;

	if (path && !strstr(path, "__init__.py"))
		return (value){0};
	if (path)
		snprintf(name, sizeof name, ".%s", s);
	else
		snprintf(name, sizeof name, "%s.%s", vm_text(m, module->name), s);
	f = program_module(m->p, name, path ? module->node : module->scope->file);
	if (f != UINT32_MAX)
		return v_obj(vm_module(m, f, 0));
	if (path)
		return (value){0};
	o = vm_obj(m, O_MODULE, vm_id(m, name), UINT32_MAX);
	o->scope = scope_new(m, S_MODULE, NULL, module->scope->file);
	return v_obj(o);
}

static value
of_module(vm *m, const obj *module, uint32_t name, uint32_t node)
{
	const char *s = vm_text(m, name);
	value v, arg = v_str(name);
	cell *c;

	if (module->scope && (c = map_find(&module->scope->m, key_str(name))) && c->v.kind != V_UNDEF)
		return c->v;
	if (strcmp(s, "__dict__") == 0 && module->scope) {
		obj *o = vm_obj(m, O_SCOPE, 0, node);
		o->scope = module->scope;
		return v_obj(o);
	}
	if ((v = of_package(m, module, s)).kind != V_UNDEF)
		return v;
	if (module->scope && (c = map_find(&module->scope->m, key_str(vm_id(m, "__getattr__")))) && is_obj(c->v, O_FUNC))
		return vm_callv(m, c->v, node, 1, &arg);
	if (m->probing || certain_no_member(m, module, name, node)) {
		vm_raise(m, m->t->node[node].kind == FACT_ALIAS ? "ImportError" : "AttributeError");
		return v_unk(0);
	}
	if (m->t->node[node].kind == FACT_ALIAS && m->cone && cone_hides_in(m->cone, node))
		vm_edge(m, node, "%.200s has no %.100s in the tree", vm_text(m, module->name), s);
	return v_unk(vm_idf(m, "%.200s.%.100s", vm_text(m, module->name), s));
}

static value
of_class(vm *m, value base, uint32_t name, uint32_t node)
{
	const char *s = vm_text(m, name);
	value v = class_find(m, base.o, name);
	cell *c;

	if (v.kind != V_UNDEF) {
		if (is_obj(v, O_FUNC) && (m->t->node[v.o->node].flags & FACT_CLASSWIDE))
			return bind(m, v, base);
		if (is_obj(v, O_INST))
			descr_get(m, v, v_none(), base.o, node, &v);
		return v;
	}
	if (strcmp(s, "__name__") == 0 || strcmp(s, "__qualname__") == 0)
		return v_str(base.o->name);
	if (strcmp(s, "__dict__") == 0)
		return descr_members(m, base.o, node);
	if (strcmp(s, "__annotations__") == 0 && inspect_hints(m, base, 0, node, &v))
		return v;
	if (strcmp(s, "__match_args__") == 0 && inspect_match_args(m, base.o, node, &v))
		return v;
	if (strcmp(s, "__module__") == 0 && !m->c)
		return v_str(module_name(m, program_file(m->p, base.o->node)));
	if (meta_attr(m, base.o, name, node, &v))
		return v;
	if (m->c)
		return (c = scope_find(m, base.o->scope, name)) ? c->v : v_unk(below(m, base.o->name, name));
	return vm_method(m, base, name, node);
}

static value
of_function(vm *m, value base, uint32_t name, uint32_t node)
{
	const char *s = vm_text(m, name);
	value v;

	if (strcmp(s, "__annotations__") == 0 && inspect_hints(m, base, 0, node, &v))
		return v;
	if (strcmp(s, "__module__") == 0)
		return v_str(module_name(m, program_file(m->p, base.o->node)));
	if (strcmp(s, "__func__") == 0 && !m->c)
		return base;
	if (strcmp(s, "__kwdefaults__") == 0) /* what is put there is its default from then on */
		vm_edge_to(m, EDGE_ANY, node, "__kwdefaults__ of %.80s may be changed", vm_text(m, base.o->name));
	if (strcmp(s, "__name__") == 0)
		return v_str(base.o->name);
	if (strcmp(s, "__globals__") == 0 && !m->c) {
		obj *o = vm_obj(m, O_SCOPE, 0, node);
		for (o->scope = base.o->scope; o->scope->up && o->scope->kind != S_MODULE; o->scope = o->scope->up)
			;
		return v_obj(o);
	}
	return vm_method(m, base, name, node);
}

/* Of a name of a library, or in C of a namespace. */
static value
of_outside(vm *m, value base, uint32_t name, uint32_t node)
{
	const char *s = vm_text(m, name), *b = vm_text(m, base.o->name);
	args lib = {.node = node, .n = 1};
	cell *c;
	value v;

	if (!m->c && strcmp(s, "__dict__") == 0)
		return descr_members(m, base.o, node);
	if (m->c) { /* a namespace, unless it is one that is known */
		if (strcmp(s, "npos") == 0)
			return v_int(-1);
		if (strcmp(s, "nullopt") == 0)
			return v_none();
		if ((c = vm_in_space(m, b, name)))
			return c->v;
		if (strcmp(b, "std") != 0 && !of_library(m, b) && (c = vm_shared(m, name)) && c->v.kind != V_UNDEF)
			return c->v;
	} else if (AS_AMONG(b, ((const char *const[]){"ctypes.cdll", "ctypes.windll", "ctypes.oledll"})) && strcmp(s, "LoadLibrary") != 0) { /* ctypes.cdll.nvrtc */
		lib.v[0] = v_str(name);
		return lib_c(m, "dlopen", &lib, &v) ? v : v_unk(0);
	}
	return argv_now(m, v_obj(ext_obj(m, below(m, base.o->name, name))));
}

static value
of_thing(vm *m, value base, uint32_t name, uint32_t node)
{
	static const char *const own[] = {"forward", "__call__", "compile"};
	const char *s = vm_text(m, name), *why;
	value v;

	if (!m->c && vm_unwrapped(base, s, &v))
		return v;
	if (!m->c && strcmp(vm_text(m, base.o->name), "threading.local()") == 0 && *s != '_') { /* this thread has set none */
		vm_raise(m, "AttributeError");
		return v_unk(0);
	}
	if (!m->c && !base.o->comp && thing_is(m, base, "dlopen()") && ((why = cone_asked(s)) || (symbol_find(m->symbols, s) && (why = "a library is asked for what compiles")))) {
		v = thing(m, name, node);
		v.o->opq = (uint16_t)vm_edge(m, node, "%s (%.100s)", why, s);
		return v;
	}
	if (base.o->symbol && (base.o->symbol->flags & SYM_PROXY) && base.o->a.kind && !gives_self(s) && !AS_AMONG(s, own))
		return vm_attr(m, base.o->a, name, node);
	return path_attr(m, base, s, node, &v) ? v : vm_method(m, base, name, node);
}

/* it->first, it->second */
static value
of_iterator(vm *m, value base, uint32_t name, uint32_t node)
{
	const char *s = vm_text(m, name);
	uint64_t key;
	cell *c;

	if (strcmp(s, "first") == 0)
		return base.o->b;
	if (strcmp(s, "second") == 0 && is_obj(base.o->a, O_DICT)) {
		c = key_of(m, base.o->b, &key) ? map_find(&base.o->a.o->m, key) : NULL;
		return c && c->v.kind ? c->v : base.o->b.kind == V_NONE ? v_unk(0) : vm_index(m, base.o->a, base.o->b, node);
	}
	return vm_method(m, base, name, node);
}

/* p->name of C; 0: p points to nothing that is known to have it */
static int
through_pointer(vm *m, value p, uint32_t name, uint32_t node, value *out)
{
	value e;

	if (!m->c || (!is_obj(p, O_LIST) && !is_obj(p, O_ITER)))
		return 0;
	e = vm_resolve(m, pointed(p), node);
	if (e.kind == V_REF)
		e = vm_resolve(m, e.r->v, node);
	if (is_obj(e, O_INST) && (p.o->kind == O_ITER || has_member(m, e.o, name)))
		m->loop_reads++;
	else if (!is_obj(e, O_THING) || p.o->kind != O_ITER || e.o == p.o)
		return 0;
	*out = vm_attr(m, e, name, node);
	return 1;
}

value
vm_attr(vm *m, value base, uint32_t name, uint32_t node)
{
	const char *s = vm_text(m, name);
	const value *own;
	value v;

	base = vm_plain(m, base, node);
	if (base.kind == V_REF)
		base = vm_plain(m, base.r->v, node);
	if (m->pending)
		return v_unk(0);
	switch (base.kind) {
	case V_STR: case V_INT: case V_FLOAT: case V_BOOL:
		return vm_method(m, base, name, node);
	case V_NONE:
		if (m->c)
			return vm_method(m, base, name, node);
		vm_raise(m, "AttributeError");
		return v_unk(0);
	case V_UNK: case V_UNDEF:
		v = vm_method(m, base, name, node);
		v.o->opq = (uint16_t)opq_of(base);
		return v;
	case V_OBJ: break;
	default: return v_unk(0);
	}
	if (through_pointer(m, base, name, node, &v))
		return v;
	base = vm_as_struct(m, base);
	own = held(base.o, name);
	v = vm_first(m, base);
	if (v.kind && !vm_is_memory(m, v) && vm_deep_comp(m, v, 0)) {
		v = v_unk(0);
		v.opq = (uint16_t)vm_edge_to(m, EDGE_ANY, node, "what was compiled is stored through a pointer of another type");
		return v;
	}
	switch (base.o->kind) {
	case O_MODULE: return of_module(m, base.o, name, node);
	case O_INST: return vm_inst_attr(m, base, name, node);
	case O_SUPER: return vm_super_attr(m, base.o, name, node);
	case O_CLASS: return of_class(m, base, name, node);
	case O_FUNC: return own ? *own : of_function(m, base, name, node);
	case O_EXT: return own ? *own : of_outside(m, base, name, node);
	case O_THING: return own ? *own : of_thing(m, base, name, node);
	case O_DICT: return m->c && own ? *own : vm_method(m, base, name, node);
	case O_ITER: return of_iterator(m, base, name, node);
	case O_TUPLE:
		if (m->c && (strcmp(s, "first") == 0 || strcmp(s, "second") == 0))
			return list_at(base.o, *s == 's');
		break;
	case O_PARTIAL:
		if (strcmp(s, "func") == 0)
			return base.o->a;
		break;
	default: break;
	}
	return vm_method(m, base, name, node);
}

/* A static member of C++, which all objects of the class share; NULL: it has none of that name. */
static cell *
shared_place(vm *m, obj *cls, uint32_t name)
{
	uint32_t block = m->t->node[cls->node].kind == FACT_CLASS ? fact_find(m->t, cls->node, FACT_BLOCK) : 0;
	cell *c = NULL;

	for (uint32_t k = block + 1; block && k < m->t->node[block].end; k = m->t->node[k].end)
		if (m->t->node[k].kind == FACT_DECL && m->t->node[k + 1].kind == FACT_NAME && m->t->node[k + 1].str == name)
			return m->t->node[k].flags & FACT_STATIC ? map_get(m, &cls->m, key_str(name), v_str(name)) : NULL;
	for (int64_t i = 0; !c && is_obj(cls->a, O_LIST) && i < list_len(cls->a.o); i++)
		if (is_obj(list_at(cls->a.o, i), O_CLASS) && list_at(cls->a.o, i).o != cls)
			c = shared_place(m, list_at(cls->a.o, i).o, name);
	return c;
}

cell *
vm_attr_place(vm *m, value base, uint32_t name)
{
	obj *o;

	base = vm_resolve(m, base, 0);
	if (base.kind == V_REF) {
		cell *c = base.r;
		base = vm_resolve(m, c->v, 0);
		if (base.kind != V_OBJ) { /* a struct that nobody has made: made now */
			base = thing(m, vm_id(m, "struct"), 0);
			base.o->loose = 1;
			cell_set(m, c, base);
		}
	}
	if (base.kind != V_OBJ)
		return NULL;
	if (m->c && (base.o->kind == O_LIST || base.o->kind == O_ITER)) { /* p->field */
		value e = vm_resolve(m, pointed(base), 0);
		if (e.kind == V_REF || is_obj(e, O_INST) || is_obj(e, O_THING))
			return vm_attr_place(m, e, name);
	}
	o = base.o;
	switch (o->kind) {
	case O_ITER: { /* it->second */
		uint64_t key;
		if (strcmp(vm_text(m, name), "second") == 0 && is_obj(o->a, O_DICT) && key_of(m, o->b, &key))
			return map_find(&o->a.o->m, key);
		return NULL;
	}
	case O_MODULE:
		return o->scope ? map_get(m, &o->scope->m, key_str(name), v_str(name)) : NULL;
	case O_THING:
		if (o->symbol && (o->symbol->flags & SYM_PROXY) && o->a.kind == V_OBJ)
			return vm_attr_place(m, o->a, name);
		return map_get(m, &o->m, key_str(name), v_str(name));
	case O_INST: {
		cell *c;
		obj *of = m->c && !map_find(&o->m, key_str(name)) && o->cls->scope ? class_holder(m, o->cls, name) : NULL;
		if (of && !of->scope && !is_obj(class_own(of, name)->v, O_FUNC))
			return map_get(m, &of->m, key_str(name), v_str(name));
		if (of && (c = shared_place(m, o->cls, name)))
			return c;
		return map_get(m, &o->m, key_str(name), v_str(name));
	}
	case O_TUPLE:
		if (m->c && o->m.n > 1 && (strcmp(vm_text(m, name), "first") == 0 || strcmp(vm_text(m, name), "second") == 0))
			return o->m.slot[*vm_text(m, name) == 's'].c;
		return NULL;
	case O_SUPER:
		return vm_attr_place(m, o->a, name);
	case O_CLASS: case O_FUNC: case O_EXT: case O_METHOD:
		return map_get(m, &o->m, key_str(name), v_str(name));
	case O_DICT: case O_PARTIAL:
		return map_get(m, &o->m, key_str(name), v_str(name));
	default:
		return NULL;
	}
}

/* What a function or class is, by its parts: __code__ of another, __defaults__, __bases__. */
static int
exchanged(vm *m, obj *o, const char *s, value v, uint32_t node)
{
	if (strcmp(s, "__bases__") == 0 && o->kind == O_CLASS && is_obj(v, O_TUPLE) && !m->trailing) {
		o->a = v_obj(obj_copy(m, v.o));
		o->a.o->kind = O_LIST;
		return 1;
	}
	if (!AS_AMONG(s, ((const char *const[]){"__code__", "__defaults__", "__kwdefaults__", "__bases__", "__closure__"})))
		return 0;
	if (strcmp(s, "__code__") == 0 && o->kind == O_FUNC && is_obj(v, O_METHOD) && is_obj(v.o->a, O_FUNC) && !m->trailing) {
		o->node = v.o->a.o->node;
		o->arg = NULL;
		o->narg = 0;
		return 1;
	}
	vm_edge_to(m, EDGE_ANY, node, "%s of %.80s is set", s, vm_text(m, o->name));
	return 1;
}

void
vm_attr_set(vm *m, value base, uint32_t name, value v, uint32_t node)
{
	cell *c;

	base = vm_resolve(m, base, node);
	if (!m->c && is_obj(base, O_INST) && strcmp(vm_text(m, name), "__class__") == 0 && is_obj(vm_resolve(m, v, node), O_CLASS)) {
		if (m->trailing)
			vm_edge(m, node, "whether an object changes its class is open");
		base.o->cls = vm_resolve(m, v, node).o;
		return;
	}
	if (!m->c && is_obj(base, O_INST)) {
		value f = class_find(m, base.o->cls, vm_id(m, "__setattr__"));
		if (is_obj(f, O_FUNC)) {
			value two[2] = {v_str(name), v};
			vm_callv(m, bind(m, f, base), node, 2, two);
			return;
		}
		if (is_obj(f, O_EXT) && dict_part(m, &base)) { /* __setattr__ = dict.__setitem__ */
			cell_set(m, map_get(m, &dict_part(m, &base)->m, key_str(name), v_str(name)), v);
			return;
		}
	}
	if (!m->c && is_obj(base, O_INST) && certain_frozen(m, base.o->cls, name)) {
		vm_raise(m, "dataclasses.FrozenInstanceError");
		return;
	}
	if (descr_set(m, base, name, v, node) || (!m->c && is_obj(base, O_INST) && descr_dict_set(m, base, name, v, node)))
		return;
	if (!m->c && (is_obj(base, O_FUNC) || is_obj(base, O_CLASS)) && exchanged(m, base.o, vm_text(m, name), vm_resolve(m, v, node), node))
		return;
	if (!m->c && is_obj(base, O_EXT) && vm_known(m, v) != 0 && ((as_ends_with(vm_text(m, base.o->name), "_dynamo.config") && strcmp(vm_text(m, name), "disable") == 0) ||
	    vm_switches_off(vm_text(m, below(m, base.o->name, name)))))
		vm_off(m, node, vm_text(m, base.o->name));
	if (!m->c && m->mark && (base.kind == V_UNK || is_obj(base, O_EXT) || is_obj(base, O_THING) || is_obj(base, O_METHOD)))
		vm_handed(m, v, 0);
	if (!m->c && base.kind == V_UNK)
		vm_lost(m, v, node);
	if (!m->c && is_obj(base, O_EXT) && strchr(vm_text(m, base.o->name), '.') && m->cone && !comp_of(vm_resolve(m, v, node)) && strange_holds(m, v, node))
		vm_edge_to(m, EDGE_ANY, node, "a member of %.80s is set to what may compile", vm_text(m, base.o->name));
	if (!m->c && is_obj(base, O_EXT) && strchr(vm_text(m, base.o->name), '.') && comp_of(vm_resolve(m, v, node))) /* all of its objects may be served by it */
		vm_edge_to(m, EDGE_ANY, node, "a member of %.80s is set to what was compiled", vm_text(m, base.o->name));
	if ((c = vm_attr_place(m, base, name)))
		cell_set(m, c, v);
}
