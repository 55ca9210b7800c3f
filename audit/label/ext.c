/* ext.c - see vm.h: calls that leave the tree. What compiles, uses, is a clock or a
 * process is known by the table (symbols.h), what a value comes to by the libraries
 * that are modelled (lib_*.c); the rest gives something named after the call. */
#include "cone.h"
#include "vm_impl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assembly.h"
#include "program.h"
#include "words.h"

enum { N_DONE = 1, N_CLOCK = 2, N_EXIT = 4, N_PROCESS = 8, N_EXEC = 16, N_TIMER = 32, N_NEUTRAL = 64, N_KNOWN_PY = 128, N_KNOWN_C = 256,
	N_QUIET = 512 /* of a library of Python that is not known, but whose names do not compile: cone_quiet() */ };

/* "torch.load('x')": a name for what a call gives; *all is whether it tells all arguments. */
static uint32_t
call_name(vm *m, const char *name, const args *a, int *all)
{
	char buf[220];
	size_t n = (size_t)snprintf(buf, sizeof buf, "%.100s(", name);

	*all = !a->rest;
	for (uint32_t i = 0; i < a->n && n < 180; i++) {
		value v = vm_resolve(m, a->v[i], 0);
		const char *sep = i ? ", " : "";
		if (v.kind == V_STR && vm_cstr(m, v, NULL))
			n += (size_t)snprintf(buf + n, sizeof buf - n, "%s'%.40s'", sep, vm_cstr(m, v, NULL));
		else if (v.kind == V_INT)
			n += (size_t)snprintf(buf + n, sizeof buf - n, "%s%lld", sep, (long long)v.i);
		else if (is_named(v) && strlen(vm_text(m, v.sym)) < 40)
			n += (size_t)snprintf(buf + n, sizeof buf - n, "%s%s", sep, vm_text(m, v.sym));
		else if ((is_obj(v, O_EXT) || is_obj(v, O_CLASS)) && strlen(vm_text(m, v.o->name)) < 40)
			n += (size_t)snprintf(buf + n, sizeof buf - n, "%s%s", sep, vm_text(m, v.o->name));
		else
			*all = 0;
	}
	if (!*all)
		n = (size_t)snprintf(buf, sizeof buf, "%.100s(", name);
	snprintf(buf + n, sizeof buf - n, ")");
	return vm_id(m, buf);
}

/* Adds the call to what is compared for twins: what is called, from where, with which constants.
 * The label itself is no difference. */
void
vm_trace(vm *m, uint32_t node, const char *name, const args *a)
{
	uint64_t h = m->trace ^ node;
	const char *label = m->label ? vm_text(m, m->label) : "";

	for (const char *s = name; *s; s++)
		h = trace_step(h, (unsigned char)*s);
	for (uint32_t i = 0; a && i < a->n; i++) {
		value v = vm_resolve(m, a->v[i], 0);
		if (v.kind == V_STR && vm_cstr(m, v, NULL)) { /* a part of the label may differ */
			const char *s = vm_cstr(m, v, NULL);
			if (*label && strstr(s, label))
				continue;
			for (; *s; s++)
				h = trace_step(h, (unsigned char)*s);
		} else if (v.kind == V_INT || v.kind == V_BOOL) {
			h = trace_step(h, (uint64_t)v.i);
		} else if (is_obj(v, O_EXT) || is_obj(v, O_CLASS) || is_obj(v, O_FUNC)) {
			h = trace_step(h, v.o->name);
		}
	}
	trace_end(m, h);
}

/* What is known of a name, looked up once. */
static const struct name_info *
info_of(vm *m, uint32_t id)
{
	const char *name, *plain;
	struct name_info *i;

	if (id >= m->ninfo) {
		uint32_t n = id + id / 2 + 256;
		struct name_info *more = realloc(m->info, n * sizeof *more);
		if (!more)
			longjmp(m->nomem, 1);
		memset(more + m->ninfo, 0, (n - m->ninfo) * sizeof *more);
		m->info = more;
		m->ninfo = n;
	}
	i = &m->info[id];
	if (i->bits)
		return i;
	name = vm_text(m, id);
	plain = strncmp(name, "std.", 4) == 0 ? name + 4 : name;
	i->bits = (uint16_t)(N_DONE | (is_clock(plain) ? N_CLOCK : 0) | (is_exit(name) ? N_EXIT : 0) | (is_process(name) ? N_PROCESS : 0) |
	    (is_exec(name) ? N_EXEC : 0) | (is_timer(name) ? N_TIMER : 0) | (is_neutral(name) ? N_NEUTRAL : 0) |
	    (is_known(name, 0) ? N_KNOWN_PY : m->cone && cone_quiet(m->cone, name) ? N_QUIET : 0) | (is_known(name, 1) ? N_KNOWN_C : 0));
	i->y = symbol_find(m->symbols, plain);
	return i;
}

static value
timer(vm *m, const char *name, args *a)
{
	value f = vm_first_operand(m, a);

	vm_event(m, E_TICK, a->node, vm_id(m, name), 0, 0);
	for (uint32_t i = 0; i < a->n && f.kind == V_UNDEF; i++)
		if (strcmp(vm_text(m, a->kw[i]), "stmt") == 0)
			f = vm_resolve(m, a->v[i], a->node);
	if (f.kind == V_STR) {
		vm_edge(m, a->node, "%s runs text", name);
	} else if (f.kind != V_UNDEF) {
		args b = {.node = a->node, .rest = 1};
		vm_call(m, f, &b);
	}
	if (!m->pending)
		vm_event(m, E_TICK, a->node, vm_id(m, name), 0, 0);
	return thing(m, vm_idf(m, "%.80s()", name), a->node);
}

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
		"print", "println", "reset", "query", "destroy", "setArg", "manual_seed", "memory_allocated", "total_seconds", "timestamp", "start", "stop"};

	return AS_AMONG(s, list);
}

/* May what a function or a method of that name gives be false, 0 or nothing? */
static int
may_be_no(const char *s)
{
	static const char *const begins[] = {"is", "has", "can", "find", "supports", "num_"};
	static const char *const list[] = {"match", "search", "fullmatch", "exists", "any", "all", "empty", "which", "system", "item", "sum", "prod", "count", "count_nonzero",
		"numel", "nelement", "argmax", "argmin", "device_count", "randint", "randrange", "getrandbits", "equal", "allclose", "array_equal", "isclose"};

	for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
		if (strncmp(s, begins[i], strlen(begins[i])) == 0)
			return 1;
	return AS_AMONG(s, list);
}

/* A method of something that is no object of the tree. */
static value
method(vm *m, const char *name, uint32_t id, value self, args *a)
{
	char full[300];
	const symbol *y;
	uint32_t c = vm_deep_comp(m, self, 0), e = vm_deep_opq(m, self), own = comp_of(self);
	const char *base = self.kind == V_OBJ ? vm_text(m, self.o->name) : vm_name_of(m, self, "");
	value v;
	int all;

	if (!m->c && (is_obj(self, O_DICT) || is_obj(self, O_LIST) || is_obj(self, O_TUPLE)))
		c = 0; /* a method of a container runs nothing of what it holds */
	if (!m->c && object_method(m, name, self, a, &v))
		return v;
	if (strncmp(name, "super.", 6) == 0) {
		if (dict_part(m, &self))
			return lib_box(m, strcmp(name + 6, "__init__") == 0 ? "update" : name + 6, self, a, &v) ? v : v_unk(0);
		if (strcmp(name + 6, "__init__") != 0 && strcmp(name + 6, "__init_subclass__") != 0 && is_obj(self, O_INST) && self.o->comp)
			return vm_use(m, a->node, self.o->comp, name, 0);
		return v_unk(0);
	}
	if (is_obj(self, O_INST) && !m->c && (strcmp(name, "start") == 0 || strcmp(name, "submit") == 0)) { /* a thread of the tree */
		value f = class_find(m, self.o->cls, vm_id(m, "run"));
		if (is_obj(f, O_FUNC)) {
			args none = {.node = a->node};
			int base = class_external(self.o->cls);
			obj *own = thing(m, vm_id(m, base && as_ends_with(vm_text(m, (uint32_t)base), "Process") ? "process()" : "thread()"), a->node).o;
			field_set(m, self.o, "thread_", v_obj(own));
			task_run(m, bind(m, f, self), &none, own, a->node);
			return v_none();
		}
	}
	if (is_obj(self, O_INST) && !m->c && strcmp(name, "join") == 0) {
		task_pump(m);
		if (is_obj(field_get(m, self.o, "thread_"), O_THING))
			task_joined(m, field_get(m, self.o, "thread_").o);
	}
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
	if (strcmp(name, "compile") == 0 && !own && vm_compiles_in_place(m, self, a)) {
		vm_trace(m, a->node, "compile", a);
		if (m->fault == FAULT_CALL && (!m->fault_site || m->fault_site == a->node))
			return vm_fail(m, a->node, "compile", 0);
		self.o->comp = (uint16_t)vm_new_site(m, a->node, is_obj(self, O_INST) ? "module.compile" : full);
		return v_none();
	}
	for (uint32_t i = 0; i < a->n && !m->c && m->mark && (is_obj(self, O_THING) || is_obj(self, O_METHOD)); i++) {
		value g = vm_resolve(m, a->v[i], a->node); /* a class of actions, a namespace */
		if (is_obj(g, O_CLASS) || is_obj(g, O_INST))
			vm_handed(m, g, 0);
	}
	if ((m->c && cli_method(m, name, self, a, &v)) || lib_opt(m, name, self, a, &v))
		return v;
	if (!m->c && (mock_method(m, name, self, a->node, &v) || func_method(m, name, self, a, &v) || gen_method(m, name, self, a, &v) || task_method(m, name, self, a, &v) || ctx_stack(m, name, self, a, &v) || named_method(m, name, self, a, &v) || path_method(m, name, self, a, &v) ||
	    module_method(m, name, self, a, &v)))
		return v;
	if (!m->c && web_serve(m, name, self, a))
		return v_none();
	if (is_obj(self, O_FUNC) && !m->c && web_task(m, name, self.o, a, &v))
		return v;
	if (AS_AMONG(name, from_self) && self.kind == V_OBJ) {
		vm_trace(m, a->node, name, a);
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
	if (m->c || self.kind == V_UNK || is_obj(self, O_THING)) /* in C also one of a list or number: it was not understood */
		vm_mark(m, a->node, MARK_BLIND);
	if (m->c && self.kind == V_UNK && self.flags & VF_NUMBER) /* of what pointers were reckoned to */
		vm_mark(m, a->node, MARK_RECKONED);
	if (!quiet(name)) {
		vm_trace(m, a->node, name, a);
		vm_call_back(m, name, a);
		if (m->pending)
			return v_unk(0);
		if (!c)
			c = vm_args_comp(m, a, 0);
	}
	if (!own)
		kept_given(m, self, base, a);
	if (m->capturing) {
		v = thing(m, vm_idf(m, "%.100s.%.60s()", base, name), a->node);
		return v;
	}
	if (c && !quiet(name)) {
		static const char *const gives[] = {"create", "lower", "compile", "get_function", "build", "load", "as_", "with_", "get_kernel", "value"};
		for (size_t i = 0; i < sizeof gives / sizeof *gives; i++)
			if (strncmp(name, gives[i], strlen(gives[i])) == 0 && (m->c || *name != 'v')) {
				v = thing(m, vm_idf(m, "%.100s.%.60s()", base, name), a->node);
				v.o->comp = (uint16_t)c;
				return v;
			}
		return vm_use(m, a->node, c, name, 0);
	}
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
	if (self.kind == V_UNK && !quiet(name) && !(self.flags & (VF_INPUT | VF_NUMBER | VF_LABEL)) && (m->nsite || cone_may(m->cone, id, !m->c)))
		vm_event(m, E_OPAQUE, a->node, vm_idf(m, "%.60s() of a value that is not known", name), 0, EDGE_HERE);
	else if (!quiet(name))
		vm_event(m, E_WORK, a->node, id, 0, 0);
	id = call_name(m, *base ? vm_text(m, vm_idf(m, "%.100s.%.60s", base, name)) : name, a, &all);
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
	v.o->loose = m->c || may_be_no(name) || strncmp(name, "get", 3) == 0;
	return v;
}

/* A call of the value itself: model(x). */
static value
call_value(vm *m, value f, args *a)
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
	vm_call_back(m, "()", a);
	if (is_obj(f, O_THING) && !c && !m->c)
		object_parts(m, f.o, a, 0);
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

/* What a call of C outside the tree leaves: its results through pointers, and its value. */
static value
c_result(vm *m, const char *name, args *a, uint32_t comp, uint32_t opq)
{
	value v;
	int all;
	uint32_t id;

	vm_written(m, name, a, opq);
	for (uint32_t k = 0; k < a->n; k++)
		if (vm_resolve(m, a->v[k], 0).kind == V_REF || is_obj(vm_resolve(m, a->v[k], 0), O_ITER) || opq)
			vm_set_operand(m, a, k, name, comp, opq, 1);
	if (is_status(name))
		return v_int(0);
	id = call_name(m, name, a, &all);
	if (strncmp(name, "cl.", 3) == 0) { /* an object of OpenCL's: its methods are a library's */
		v = thing(m, id, a->node);
		v.o->loose = 1;
		v.o->comp = (uint16_t)comp;
		v.o->opq = (uint16_t)opq;
		return v;
	}
	if (strstr(name, "realloc") && a->n && vm_is_memory(m, vm_resolve(m, a->v[0], a->node)))
		return vm_resolve(m, a->v[0], a->node);
	if (strstr(name, "alloc") && !comp && !opq) /* one object, wherever its address is kept */
		return thing(m, id, a->node);
	v = v_unk(all ? id : 0);
	v.comp = (uint16_t)comp;
	v.opq = (uint16_t)opq;
	if (strstr(name, "alloc") || strcmp(name, "fopen") == 0)
		v.flags = VF_TRUE;
	return v;
}

static int
waits(const char *name)
{
	static const char *const list[] = {"wait", "waitpid", "waitid", "wait3", "wait4"};

	return AS_AMONG(name, list);
}

/* Does a call of mmap or its kin make memory that may be run? By what stands in the function around it. */
static int
makes_code(const vm *m, const char *name, uint32_t node)
{
	const fact_tree *t = m->t;
	uint32_t at = program_file(m->p, node), fn;

	if (!cone_protects(name))
		return 0;
	if (cone_protects_openly(t, node, name))
		return 1;
	for (fn = at; at != node; ) {
		uint32_t in = fact_kid_over(t, at, node);
		if (!in)
			break;
		fn = t->node[at].kind == FACT_FUNC ? at : fn;
		at = in;
	}
	for (uint32_t i = fn; i < t->node[fn].end; i++)
		if (t->node[i].kind == FACT_NAME && runs_memory(fact_str(t, i)))
			return 1;
	return 0;
}

value
ext_call(vm *m, uint32_t id, value self, args *a)
{
	const char *name = vm_text(m, id), *plain = m->c && strncmp(name, "std.", 4) == 0 ? name + 4 : name;
	const struct name_info *in;
	uint32_t c, e;
	value v;
	int all;

	if (m->pending)
		return v_unk(0);
	self = vm_resolve(m, self, a->node);
	if (self.kind == V_REF)
		self = vm_resolve(m, self.r->v, a->node);
	if (self.kind != V_UNDEF) {
		if (m->c && strcmp(name, ".") == 0 && cli_call(m, self, a, &v))
			return v;
		if (strcmp(name, ".") == 0)
			return kept_gives(m, self, call_value(m, self, a), a->node);
		kept_files(m, name, self, a);
		if ((m->c && lib_place(m, name, self, a, &v)) || lib_str(m, name, self, a, &v) || lib_box(m, name, self, a, &v))
			return v;
		return kept_gives(m, self, method(m, name, id, self, a), a->node);
	}
	if (!m->c && argv_method(m, name, a, &v))
		return v;
	in = info_of(m, id);
	if (in->bits & N_CLOCK && !(m->c == 0 && !strchr(name, '.'))) {
		vm_event(m, E_TICK, a->node, id, 0, 0);
		if (m->c)
			for (uint32_t k = 0; k < a->n; k++)
				if (vm_resolve(m, a->v[k], 0).kind == V_REF)
					vm_set_operand(m, a, k, name, 0, 0, 1);
		v = m->c && is_status(plain) ? v_int(0) : v_unk(0);
		v.flags |= VF_NUMBER;
		return v;
	}
	if (in->bits & N_EXIT) {
		value code = arg_get(a, 0, NULL, m);
		int abnormal = strstr(name, "abort") || strstr(name, "terminate") || strstr(name, "trap") || strstr(name, "err");
		vm_exit(m, abnormal ? 1 : code.kind == V_UNDEF || code.kind == V_NONE ? 0 : code.kind == V_INT || code.kind == V_BOOL ? (int)code.i
		    : code.kind == V_STR || (code.kind == V_UNK && code.flags & VF_TRUE) ? 1 : is_obj(code, O_EXT) ? (strstr(vm_text(m, code.o->name), "FAIL") != NULL) : -1);
		if (strncmp(name, "os.", 3) == 0) /* nothing catches it */
			m->exc_name = id;
		return v_unk(0);
	}
	if (in->bits & N_PROCESS)
		return vm_process(m, name, a);
	if (m->c && waits(name)) /* what another process did, which may have been another program by then */
		return c_result(m, name, a, 0, vm_edge(m, a->node, "another process is waited for (%s)", name));
	if (in->bits & N_EXEC) {
		e = vm_edge_to(m, a->n < 2 ? EDGE_ANY : EDGE_HERE, a->node, "text is run as code (%s)", name);
		for (uint32_t i = 1; i < a->n; i++) {
			value d = vm_resolve(m, a->v[i], a->node);
			if (!is_obj(d, O_DICT) && !is_obj(d, O_SCOPE))
				continue;
			d.o->opq = (uint16_t)e;
			d.o->loose = 1;
			if (is_obj(d, O_SCOPE))
				vm_edge_widen(m, e);
			for (uint32_t k = 0; is_obj(d, O_DICT) && k < d.o->m.n; k++) { /* what it held may be another now */
				value u = v_unk(0);
				u.opq = (uint16_t)e;
				cell_set(m, d.o->m.slot[k].c, u);
			}
		}
		v = v_unk(0);
		v.opq = (uint16_t)e;
		return v;
	}
	if (!m->c && (strcmp(name, "ctypes.CDLL") == 0 || strcmp(name, "ctypes.cdll.LoadLibrary") == 0 || strcmp(name, "ctypes.PyDLL") == 0))
		return lib_c(m, "dlopen", a, &v) ? v : v_unk(0);
	if (in->bits & N_TIMER)
		return timer(m, name, a);
	if (in->y)
		return vm_by_symbol(m, in->y, plain, (value){0}, a);
	if (m->c && makes_code(m, plain, a->node))
		vm_edge(m, a->node, MAKES_CODE);
	vm_given(m, name, a);
	kept_files(m, name, (value){0}, a);
	if (m->c ? lib_c(m, plain, a, &v) : lib_py(m, name, a, &v) || lib_web(m, name, a, &v) || lib_opt(m, name, (value){0}, a, &v))
		return v;
	if (m->pending)
		return v_unk(0);
	in = info_of(m, id);
	if (in->bits & N_NEUTRAL) {
		vm_run_generators(m, a);
		if (m->pending)
			return v_unk(0);
		if (m->c)
			return c_result(m, plain, a, 0, 0);
		id = call_name(m, name, a, &all);
		v = thing(m, id, a->node);
		v.o->self_flags = (uint8_t)!all;
		v.o->narg = a->n;
		v.o->arg = vm_alloc(m, sizeof a->v);
		v.o->kw = vm_alloc(m, sizeof a->kw);
		memcpy(v.o->arg, a->v, sizeof a->v);
		memcpy(v.o->kw, a->kw, sizeof a->kw);
		v.o->loose = 1;
		if (strncmp(name, "contextlib.", 11) == 0 || strncmp(name, "torch.", 6) == 0)
			v.o->loose = 0;
		return v;
	}
	if (!(in->bits & (m->c ? N_KNOWN_C : N_KNOWN_PY))) {
		char text[80];
		fact_unparse(m->t, a->node, text, sizeof text);
		vm_trace(m, a->node, name, a);
		c = vm_args_comp(m, a, vm_makes(name));
		if (c && !m->capturing)
			vm_use(m, a->node, c, name, 0);
		if (m->c)
			e = id < m->p->nassembly && m->p->assembly[id] & ASM_PLAIN ? 0 : vm_edge(m, a->node, "%s is not in the tree", name);
		else
			e = strange_call(m, name, a, (in->bits & N_QUIET) != 0);
		vm_call_back(m, name, a);
		if (m->c)
			return c_result(m, name, a, 0, e);
		for (uint32_t k = 0; k < a->n; k++) {
			value o = vm_resolve(m, a->v[k], a->node);
			if ((is_obj(o, O_THING) || is_obj(o, O_INST)) && !o.o->comp)
				o.o->opq = (uint16_t)e; /* it may have been changed */
		}
		v = thing(m, vm_idf(m, "%.80s()", name), a->node);
		v.o->opq = (uint16_t)e;
		v.o->loose = 1;
		return v;
	}
	/* a library that is known, and compiles nothing by this name */
	vm_trace(m, a->node, name, a);
	if (!m->c && strange_symbol(m, a))
		vm_edge_to(m, EDGE_ANY, a->node, "%s is handed what compiles", name);
	vm_call_back(m, name, a);
	if (m->pending)
		return v_unk(0);
	c = vm_args_comp(m, a, vm_makes(name));
	e = vm_args_opq(m, a);
	e = e || !strchr(name, '.') ? e : told_to_compile(m, name, a);
	if (!m->capturing) {
		if (c && !m->c)
			vm_use(m, a->node, c, name, 0);
		else if (e)
			vm_opaque_use(m, a->node, e);
		else if (is_launch(name) || !m->c)
			vm_event(m, E_WORK, a->node, id, 0, 0);
	}
	if (m->pending)
		return v_unk(0);
	if (m->c)
		return c_result(m, plain, a, c, e);
	{
		const char *last = as_last_part(name);
		id = call_name(m, name, a, &all);
		v = thing(m, id, a->node);
		v.o->self_flags = (uint8_t)!all;
		v.o->comp = (uint16_t)c;
		v.o->opq = (uint16_t)e;
		v.o->narg = a->n;
		v.o->arg = vm_alloc(m, sizeof a->v);
		v.o->kw = vm_alloc(m, sizeof a->kw);
		memcpy(v.o->arg, a->v, sizeof a->v);
		memcpy(v.o->kw, a->kw, sizeof a->kw);
		v.o->loose = may_be_no(last) || strncmp(last, "get_", 4) == 0;
		return v;
	}
}
