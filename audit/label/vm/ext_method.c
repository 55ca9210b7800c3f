/* ext_method.c - see vm.h: methods of what is no object of the tree, and calls of it. */
#include "../cone/cone.h"
#include "vm_impl.h"

#include <stdio.h>
#include <string.h>

#include "words.h"

static const char *const from_self[] = {"to", "eval", "cuda", "cpu", "half", "float", "bfloat16", "double", "train", "requires_grad_",
	"type", "share_memory", "xpu", "to_empty", "set_default_tensor_type"};

/* Methods of tensors, files, loggers and the like: no work worth a word. */
static int
quiet(const char *s)
{
	static const char *const list[] = {"info", "debug", "warning", "error", "exception", "critical", "write", "writerow", "writelines",
		"flush", "close", "append", "item", "tolist", "numpy", "size", "dim", "shape", "synchronize", "wait_stream", "wait",
		"copy_", "elapsed_time", "set_description", "update", "format", "join", "cpu", "detach", "decode", "strftime", "isoformat",
		"add_argument", "seek", "read", "readline", "mkdir", "exists", "unlink", "get", "items", "keys", "values", "group", "count",
		"release", "acquire", "what", "lock", "unlock", "str", "c_str", "data", "length", "setLevel", "addHandler", "setFormatter", "numel",
		"print", "println", "reset", "query", "destroy", "setArg", "manual_seed", "memory_allocated", "total_seconds", "timestamp", "start", "stop",
		"ljust", "rjust", "center", "zfill", "expandtabs", "capitalize", "casefold", "swapcase", "isupper", "islower"};

	return AS_AMONG(s, list);
}

int
ext_may_be_no(const char *s)
{
	static const char *const begins[] = {"is", "has", "can", "find", "supports", "num_"};
	static const char *const list[] = {"match", "search", "fullmatch", "exists", "any", "all", "empty", "which", "system", "item", "sum", "prod", "count", "count_nonzero",
		"numel", "nelement", "argmax", "argmin", "device_count", "randint", "randrange", "getrandbits", "equal", "allclose", "array_equal", "isclose"};

	for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
		if (strncmp(s, begins[i], strlen(begins[i])) == 0)
			return 1;
	return AS_AMONG(s, list);
}

/* start() and join() of an object of the tree whose class is a thread or a process. */
static int
own_thread(vm *m, const char *name, value self, uint32_t node)
{
	if (strcmp(name, "start") == 0 || strcmp(name, "submit") == 0) {
		value f = class_find(m, self.o->cls, vm_id(m, "run"));
		if (is_obj(f, O_FUNC)) {
			args none = {.node = node};
			int base = class_external(self.o->cls);
			obj *own = thing(m, vm_id(m, base && as_ends_with(vm_text(m, (uint32_t)base), "Process") ? "process()" : "thread()"), node).o;
			field_set(m, self.o, "thread_", v_obj(own));
			task_run(m, bind(m, f, self), &none, own, node);
			return 1;
		}
	}
	if (strcmp(name, "join") == 0) {
		task_pump(m);
		if (is_obj(field_get(m, self.o, "thread_"), O_THING))
			task_joined(m, field_get(m, self.o, "thread_").o);
	}
	return 0;
}

/* What the libraries know that are modelled. */
static int
known_method(vm *m, const char *name, value self, args *a, value *out)
{
	if (m->c)
		return cli_method(m, name, self, a, out) || lib_opt(m, name, self, a, out);
	if (lib_opt(m, name, self, a, out) || mock_method(m, name, self, a->node, out) || func_method(m, name, self, a, out) || gen_method(m, name, self, a, out) ||
	    task_method(m, name, self, a, out) || ctx_stack(m, name, self, a, out) || named_method(m, name, self, a, out) || path_method(m, name, self, a, out) ||
	    module_method(m, name, self, a, out) || web_client(m, name, self, a, out))
		return 1;
	if (web_serve(m, name, self, a)) {
		*out = v_none();
		return 1;
	}
	return is_obj(self, O_FUNC) && web_task(m, name, self.o, a, out);
}

/* A method of a base that is not in the tree: super().of(...), by the name super.of */
static value
of_base(vm *m, const char *name, value self, args *a)
{
	const char *of = name + sizeof "super." - 1;
	value v;

	if (dict_part(m, &self))
		return lib_box(m, strcmp(of, "__init__") == 0 ? "update" : of, self, a, &v) ? v : v_unk(0);
	if (strcmp(of, "__init__") != 0 && strcmp(of, "__init_subclass__") != 0 && is_obj(self, O_INST) && self.o->comp)
		return vm_use(m, a->node, self.o->comp, name, 0);
	return v_unk(0);
}

/* Classes and objects of the tree are handed to a method of a library: a class of actions, a namespace. */
static void
hands_on(vm *m, const args *a)
{
	for (uint32_t i = 0; i < a->n; i++) {
		value g = vm_resolve(m, a->v[i], a->node);
		if (is_obj(g, O_CLASS) || is_obj(g, O_INST))
			vm_handed(m, g, 0);
	}
}

/* What a method of what was compiled gives, or one that was handed it: that again, or a result. */
static value
of_compiled(vm *m, const char *name, const char *base, uint32_t comp, int handed, uint32_t node)
{
	static const char *const again[] = {"create", "lower", "compile", "get_function", "build", "load", "as_", "with_", "get_kernel", "value"};
	value v;

	for (size_t i = 0; i < sizeof again / sizeof *again; i++)
		if (strncmp(name, again[i], strlen(again[i])) == 0 && (m->c || *name != 'v')) {
			v = thing(m, vm_idf(m, "%.100s.%.60s()", base, name), node);
			v.o->comp = (uint16_t)comp;
			return v;
		}
	v = vm_use(m, node, comp, name, 0);
	return handed && !m->c ? kept_back_later(m, v, name, node) : v;
}

/* What a method of which nothing is known gives. */
static value
gives(vm *m, const char *name, const char *base, value self, const args *a)
{
	int all;
	uint32_t id = ext_name(m, *base ? vm_text(m, vm_idf(m, "%.100s.%.60s", base, name)) : name, a, &all);
	value v;

	if (!m->c && self.kind != V_UNK && AS_AMONG(name, ((const char *const[]){"pop", "popleft", "popitem"}))) /* what was put into it */
		return v_unk(all ? id : 0);
	if (self.kind == V_UNK) {
		v = v_unk(all && *base ? id : 0);
		if (self.i && m->c == 0) { /* text made of text from outside */
			v.flags = VF_INPUT;
			v.i = self.i;
		}
		v.flags |= self.flags & (VF_LABEL | VF_NUMBER); /* a method of data gives data */
		return v;
	}
	v = thing(m, id, a->node);
	v.o->self_flags = (uint8_t)!all;
	v.o->loose = m->c || ext_may_be_no(name) || strncmp(name, "get", 3) == 0;
	return v;
}

/* May a method of something that is not known run what was compiled by now? A function that its decorator compiles
 * is had by its name: it has no methods but those that compile or launch it. */
static int
may_be_compiled(const vm *m, const char *name)
{
	static const char *const list[] = {"__call__", "call", "run", "launch", "execute", "invoke", "forward", "apply", "lower", "compile", "warmup", "map", "submit", "start", "replay"};

	for (size_t i = 0; m->nsite == m->ndecorated && i < sizeof list / sizeof *list; i++)
		if (strstr(name, list[i]))
			return m->nsite > 0;
	return m->nsite > m->ndecorated;
}

/* What a call gives that starts, runs or loads what is not in the tree. */
static value
loaded(vm *m, const char *name, uint32_t node)
{
	value v = thing(m, vm_idf(m, "%.100s()", name), node);

	v.o->opq = (uint16_t)vm_edge_to(m, EDGE_ANY, node, "code is loaded or run that is not in the tree (%.100s)", name);
	return v;
}

value
ext_method(vm *m, const char *name, uint32_t id, value self, args *a)
{
	char full[300];
	const symbol *y;
	uint32_t c = vm_deep_comp(m, self, 0), e = vm_deep_opq(m, self), own = comp_of(self), handed = 0;
	const char *base = self.kind == V_OBJ ? vm_text(m, self.o->name) : vm_name_of(m, self, "");
	value v;
	int part;

	if (!m->c && (is_obj(self, O_DICT) || is_obj(self, O_LIST) || is_obj(self, O_TUPLE)))
		c = 0; /* a method of a container runs nothing of what it holds */
	if (!m->c && object_method(m, name, self, a, &v))
		return v;
	if (strncmp(name, "super.", 6) == 0)
		return of_base(m, name, self, a);
	if (is_obj(self, O_INST) && !m->c && own_thread(m, name, self, a->node))
		return v_none();
	if (own && !m->c && strcmp(name, "forward") == 0 && vm_in_place(m, self)) /* only a call of it is compiled */
		own = c = 0;
	snprintf(full, sizeof full, ".%.200s", name);
	if ((strcmp(name, "record") == 0 && strstr(base, "Event")) || (strcmp(name, "now") == 0 && strstr(base, "clock"))) {
		vm_event(m, E_TICK, a->node, id, 0, 0);
		return v_none();
	}
	if ((y = symbol_find(m->symbols, full)) && !(y->kind == SYM_USE && !c && !e)) {
		if (y->kind == SYM_USE && !c && e) {
			vm_opaque_use(m, a->node, e);
			return v_unk(0);
		}
		return vm_by_symbol(m, y, full, self, a);
	}
	/* by the whole of its name: Program(...).build */
	snprintf(full, sizeof full, "%.*s.%.100s", (int)strcspn(base, "("), base, name);
	if (is_clock(full)) {
		vm_event(m, E_TICK, a->node, id, 0, 0);
		return v_unk(0);
	}
	if (self.kind == V_OBJ && *base && (y = symbol_find(m->symbols, full)) && y->kind == SYM_COMPILE)
		return vm_by_symbol(m, y, full, self, a);
	if (!m->c && self.kind == V_OBJ && *base && is_exec(full)) /* cffi.FFI().dlopen() */
		return loaded(m, full, a->node);
	if (strcmp(name, "compile") == 0 && !own && as_ends_with(base, ".__class__") && (y = symbol_find(m->symbols, "torch.nn.Module.compile"))) /* of its operand */
		return vm_by_symbol(m, y, y->name, (value){0}, a);
	if (strcmp(name, "compile") == 0 && !own && vm_compiles_in_place(m, self, a)) {
		vm_trace(m, a->node, "compile", a);
		if (m->fault == FAULT_CALL && (!m->fault_site || m->fault_site == a->node))
			return vm_fail(m, a->node, "compile", 0);
		self.o->comp = (uint16_t)vm_new_site(m, a->node, is_obj(self, O_INST) ? "module.compile" : full);
		return v_none();
	}
	if (!m->c && m->mark && (is_obj(self, O_THING) || is_obj(self, O_METHOD)))
		hands_on(m, a);
	if (known_method(m, name, self, a, &v))
		return v;
	if (!m->c && !is_obj(self, O_EXT) && !is_obj(self, O_CLASS) && !is_obj(self, O_INST) && cone_method_starts(name))
		return loaded(m, full, a->node);
	if (AS_AMONG(name, from_self) && self.kind == V_OBJ) {
		vm_trace(m, a->node, name, a);
		if (!m->c && e && !own && strcmp(name, "train") == 0) /* of a trainer it runs */
			vm_opaque_use(m, a->node, e);
		return self;
	}
	if (!m->c && is_obj(self, O_CLASS) && class_external(self.o)) { /* a method of a base of a library, which may make objects of it and call others */
		vm_object_made(m, self.o);
		if (object_applied(m, name, self.o, a, &v))
			return v;
	}
	if (is_obj(self, O_EXT) || is_obj(self, O_CLASS)) {
		id = vm_idf(m, "%.200s.%.90s", base, name);
		return ext_call(m, id, (value){0}, a);
	}
	vm_told_to_start(m, name, a);
	if (m->c || self.kind == V_UNK || is_obj(self, O_THING)) /* in C also one of a list or number: it was not understood */
		vm_mark(m, a->node, MARK_BLIND);
	if (m->c && self.kind == V_UNK && self.flags & VF_NUMBER) /* of what pointers were reckoned to */
		vm_mark(m, a->node, MARK_RECKONED);
	if (!quiet(name)) {
		vm_trace(m, a->node, name, a);
		vm_call_back(m, name, 1, a);
		if (m->pending)
			return v_unk(0);
		if (!c)
			handed = c = vm_args_comp(m, a, 0);
	}
	if (!own)
		kept_given(m, self, base, a);
	if (!m->c && is_obj(self, O_THING) && strncmp(name, "register_forward_", 17) == 0 && as_ends_with(name, "hook")) /* it runs with each call, unless its handle removes it */
		field_set(m, self.o, vm_dropped(m, a->node) ? "hook_" : "hook_held_", vm_first_operand(m, a));
	if (m->capturing) {
		v = thing(m, vm_idf(m, "%.100s.%.60s()", base, name), a->node);
		return v;
	}
	if (c && !quiet(name))
		return of_compiled(m, name, base, c, handed != 0, a->node);
	if (!e && (e = told_to_compile(m, name, a)) && (is_obj(self, O_THING) || is_obj(self, O_INST))) /* it, too, may be what is compiled */
		self.o->opq = (uint16_t)e;
	if (e || (e = quiet(name) ? 0 : vm_args_opq(m, a))) {
		if (!quiet(name))
			vm_opaque_use(m, a->node, e);
		v = thing(m, vm_idf(m, "%.100s.%.60s()", base, name), a->node);
		v.o->opq = (uint16_t)e;
		v.o->loose = 1;
		return v;
	}
	/* before anything was compiled it is no compiled object; and no function of that name compiles */
	part = !m->c && strcmp(name, "compile") == 0 && vm_compile_options(m, a); /* of anything, compiled in place */
	if (self.kind == V_UNK && !quiet(name) && !(self.flags & (VF_INPUT | VF_NUMBER | VF_LABEL)) && (part || may_be_compiled(m, name) || cone_may(m->cone, id, !m->c)))
		vm_event(m, E_OPAQUE, a->node, vm_idf(m, "%.60s() of a value that is not known", name), 0, part ? EDGE_ANY : EDGE_HERE);
	else if (!quiet(name))
		vm_event(m, E_WORK, a->node, id, 0, 0);
	return gives(m, name, base, self, a);
}

value
ext_value(vm *m, value f, args *a)
{
	uint32_t c = vm_deep_comp(m, f, 0), e = vm_deep_opq(m, f);
	const char *name = f.kind == V_OBJ ? vm_text(m, f.o->name) : vm_name_of(m, f, "?");
	const symbol *y;
	value v;

	if (is_obj(f, O_THING) && (y = symbol_find(m->symbols, name)) && y->kind == SYM_COMPILE && !f.o->comp)
		return vm_by_symbol(m, y, name, (value){0}, a);
	if (is_obj(f, O_THING) && (func_thing(m, f, a, &v) || kept_back(m, f, &v)))
		return v;
	vm_trace(m, a->node, "()", a);
	vm_call_back(m, "()", 1, a);
	if (is_obj(f, O_THING) && !c && !m->c) {
		args rest = {.node = a->node, .rest = 1};
		object_parts(m, f.o, a, 0);
		if (is_obj(v = field_get(m, f.o, "hook_"), O_FUNC) && !m->pending)
			vm_call(m, v, &rest);
		if (is_obj(field_get(m, f.o, "hook_held_"), O_FUNC) && !m->pending)
			vm_opaque_use(m, a->node, vm_edge_to(m, EDGE_USED, a->node, "a hook of this may have been removed"));
	}
	if (m->pending)
		return v_unk(0);
	if (m->capturing) {
		v = thing(m, vm_idf(m, "%.100s()", name), a->node);
		return v;
	}
	if (!c)
		c = vm_args_comp(m, a, 0);
	if (c)
		return vm_use(m, a->node, c, name, 0);
	if (e || (e = vm_args_opq(m, a))) {
		vm_opaque_use(m, a->node, e);
		v = thing(m, vm_idf(m, "%.100s()", name), a->node);
		v.o->opq = (uint16_t)e;
		v.o->loose = 1;
		return v;
	}
	if (is_obj(f, O_INST) && !class_external(f.o->cls))
		vm_mark(m, a->node, MARK_ANY);
	if (!m->c)
		vm_stored_called(m, f, a->node);
	if (m->c && f.kind != V_OBJ && !(f.flags & VF_UNINIT)) /* nothing that can be called: it was not understood */
		vm_mark(m, a->node, MARK_ANY);
	if (f.kind == V_UNK && !(f.flags & VF_UNINIT)) {
		vm_mark(m, a->node, MARK_ANY);
		char text[80];
		fact_unparse(m->t, a->node, text, sizeof text);
		e = vm_edge(m, a->node, "what is called is not known: %s", text);
		v = v_unk(0);
		v.opq = (uint16_t)e;
		return v;
	}
	vm_event(m, E_WORK, a->node, vm_id(m, name), 0, 0);
	v = thing(m, vm_idf(m, "%.100s()", name), a->node);
	v.o->loose = (uint8_t)m->c;
	return v;
}
