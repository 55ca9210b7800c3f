/* ext.c - see vm.h: calls that leave the tree. What compiles, uses, is a clock or a
 * process is known by the table (symbols.h), what a value comes to by the libraries
 * that are modelled (lib_*.c); the rest gives something named after the call. */
#include "../cone/cone.h"
#include "cint.h"
#include "vm_impl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../program/assembly.h"
#include "../program/program.h"
#include "words.h"

enum { N_DONE = 1, N_CLOCK = 2, N_EXIT = 4, N_PROCESS = 8, N_EXEC = 16, N_TIMER = 32, N_NEUTRAL = 64, N_KNOWN_PY = 128, N_KNOWN_C = 256,
	N_QUIET = 512 /* of a library of Python that is not known, but whose names do not compile: cone_quiet() */,
	N_LOUD = 1024 /* of C: it hides what compiles, and nothing here looks at what it is given */ };

uint32_t
ext_name(vm *m, const char *name, const args *a, int *all)
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

/* Is a function of C that loads or makes code looked at by what it is given? */
static int
handled(const char *name)
{
	static const char *const list[] = {"dlopen", "LoadLibraryA", "LoadLibrary", "dlsym", "GetProcAddress"};

	return AS_AMONG(name, list) || cone_protects(name);
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
	plain = strncmp(name, "std.", 4) == 0 ? name + 4 : m->c ? name : starting_part(name);
	i->bits = (uint16_t)(N_DONE | (is_clock(plain) ? N_CLOCK : 0) | (is_exit(name) ? N_EXIT : 0) | (is_process(plain) ? N_PROCESS : 0) |
	    (is_exec(plain) ? N_EXEC : 0) | (is_timer(name) ? N_TIMER : 0) | (is_neutral(name) ? N_NEUTRAL : 0) |
	    (is_known(name, 0) ? N_KNOWN_PY : m->cone && cone_quiet(m->cone, name) ? N_QUIET : 0) | ((m->cone ? cone_knows(m->cone, name) : is_known(name, 1)) ? N_KNOWN_C : 0));
	i->bits |= !handled(plain) && cone_found(plain) ? N_LOUD : 0;
	i->y = symbol_find(m->symbols, plain);
	return i;
}

int
vm_is_process(vm *m, uint32_t id)
{
	return (info_of(m, id)->bits & N_PROCESS) != 0;
}

static value
timer(vm *m, const char *name, args *a)
{
	value f = vm_first_operand(m, a), setup = arg_get(a, 1, "setup", m);

	vm_event(m, E_TICK, a->node, vm_id(m, name), 0, 0);
	if (setup.kind == V_STR) {
		vm_edge(m, a->node, "%s runs text", name);
	} else if (setup.kind != V_UNDEF && strncmp(name, "timeit.", 7) == 0) {
		args b = {.node = a->node, .rest = 1};
		vm_call(m, setup, &b);
	}
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
	id = ext_name(m, name, a, &all);
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

/* Does a call of mmap or its kin make memory that may be run? By what it is given and what stands in the function around it. */
static int
makes_code(const vm *m, const char *name, uint32_t node)
{
	static const char *const by_name[] = {"shmat", "personality"};
	const fact_tree *t = m->t;
	uint32_t at = program_file(m->p, node), fn;

	if (!cone_protects(name) && !AS_AMONG(name, by_name))
		return 0;
	if (cone_protects(name) && cone_protects_openly(t, node, name))
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

static value
clock_read(vm *m, uint32_t id, const char *plain, args *a)
{
	value v = m->c && is_status(plain) ? v_int(0) : v_unk(0);

	vm_event(m, E_TICK, a->node, id, 0, 0);
	for (uint32_t k = 0; m->c && k < a->n; k++)
		if (vm_resolve(m, a->v[k], 0).kind == V_REF)
			vm_set_operand(m, a, k, vm_text(m, id), 0, 0, 1);
	v.flags |= VF_NUMBER;
	return v;
}

static value
ends(vm *m, uint32_t id, args *a)
{
	const char *name = vm_text(m, id);
	value code = arg_get(a, 0, NULL, m);
	int status = -1;

	if (strstr(name, "abort") || strstr(name, "terminate") || strstr(name, "trap") || strstr(name, "err"))
		status = 1;
	else if (code.kind == V_UNDEF || code.kind == V_NONE)
		status = 0;
	else if (code.kind == V_INT || code.kind == V_BOOL)
		status = (int)code.i;
	else if (code.kind == V_STR || (code.kind == V_UNK && code.flags & VF_TRUE))
		status = 1;
	else if (is_obj(code, O_EXT))
		status = strstr(vm_text(m, code.o->name), "FAIL") != NULL;
	vm_exit(m, status);
	if (strncmp(name, "os.", 3) == 0) /* nothing catches it */
		m->exc_name = id;
	return v_unk(0);
}

/* exec(text, names): what the names held may be another now. */
static value
text_run(vm *m, const char *name, args *a)
{
	uint32_t e = vm_edge_to(m, a->n < 2 ? EDGE_ANY : EDGE_HERE, a->node, "text is run as code (%s)", name);
	value u = v_unk(0);

	u.opq = (uint16_t)e;
	for (uint32_t i = 1; i < a->n; i++) {
		value d = vm_resolve(m, a->v[i], a->node);
		if (!is_obj(d, O_DICT) && !is_obj(d, O_SCOPE))
			continue;
		d.o->opq = (uint16_t)e;
		d.o->loose = 1;
		if (is_obj(d, O_SCOPE))
			vm_edge_widen(m, e);
		for (uint32_t k = 0; is_obj(d, O_DICT) && k < d.o->m.n; k++)
			cell_set(m, d.o->m.slot[k].c, u);
	}
	return u;
}

/* What a call of a library of Python gives: it keeps what it was called with. */
static value
given_by(vm *m, const char *name, args *a)
{
	int all;
	uint32_t id = ext_name(m, name, a, &all);
	value v = thing_called(m, vm_text(m, id), a);

	v.o->self_flags = (uint8_t)!all;
	return v;
}

/* A call that neither compiles nor runs anything. */
static value
neutral(vm *m, const char *name, const char *plain, args *a)
{
	value v;

	vm_run_generators(m, a);
	if (m->pending)
		return v_unk(0);
	if (m->c)
		return c_result(m, plain, a, 0, 0);
	v = given_by(m, name, a);
	v.o->loose = strncmp(name, "contextlib.", 11) != 0 && strncmp(name, "torch.", 6) != 0;
	if (strncmp(name, "numpy.", 6) == 0 && vm_args_comp(m, a, 0)) /* vectorize(f), apply_along_axis(f, ...) */
		v.o->opq = (uint16_t)vm_edge(m, a->node, "%.80s is handed what was compiled", name);
	return v;
}

/* The objects that a call was given may be others behind an edge. */
static void
may_change(vm *m, const args *a, uint32_t e)
{
	for (uint32_t k = 0; k < a->n; k++) {
		value o = vm_resolve(m, a->v[k], a->node);
		if ((is_obj(o, O_THING) || is_obj(o, O_INST)) && !o.o->comp)
			o.o->opq = (uint16_t)e;
	}
}

/* A library that is not known; quiet: by its names it does not compile. */
static value
unknown(vm *m, uint32_t id, int quiet, args *a)
{
	const char *name = vm_text(m, id);
	uint32_t c, e;
	value v;

	vm_trace(m, a->node, name, a);
	c = vm_args_comp(m, a, vm_makes(name));
	if (c && !m->capturing)
		vm_use(m, a->node, c, name, 0);
	if (m->c)
		e = id < m->p->nassembly && m->p->assembly[id] & ASM_PLAIN ? 0 : vm_edge(m, a->node, "%s is not in the tree", name);
	else
		e = strange_call(m, name, a, quiet);
	vm_call_back(m, name, 0, a);
	if (m->c)
		return c_result(m, name, a, 0, e);
	may_change(m, a, e);
	v = thing(m, vm_idf(m, "%.80s()", name), a->node);
	v.o->opq = (uint16_t)e;
	v.o->loose = 1;
	return v;
}

/* A library that is known, and compiles nothing by this name. */
static value
known(vm *m, uint32_t id, const char *plain, args *a)
{
	const char *name = vm_text(m, id), *last = as_last_part(name);
	uint32_t c, e;
	value v;

	vm_trace(m, a->node, name, a);
	if (!m->c && strange_symbol(m, a))
		vm_edge_to(m, EDGE_ANY, a->node, "%s is handed what compiles", name);
	vm_call_back(m, name, 1, a);
	if (m->pending)
		return v_unk(0);
	c = vm_args_comp(m, a, vm_makes(name));
	e = vm_args_opq(m, a);
	e = e || !strchr(name, '.') ? e : told_to_compile(m, name, a);
	if (!e && strncmp(name, "webbrowser.open", 15) == 0 && m->cone && cone_own_path(m->cone))
		e = vm_edge(m, a->node, "another program runs (%s), which a variable says", name);
	if (!e && !m->c && is_compiling_name(name)) {
		e = vm_edge(m, a->node, "%.80s may compile, by its name", name);
		may_change(m, a, e);
	}
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
	v = given_by(m, name, a);
	v.o->comp = (uint16_t)c;
	v.o->opq = (uint16_t)e;
	v.o->loose = ext_may_be_no(last) || strncmp(last, "get_", 4) == 0;
	return v;
}

/* Of an object, a function or a value that is not known. */
static value
of_value(vm *m, uint32_t id, value self, args *a)
{
	const char *name = vm_text(m, id);
	value v;

	if (m->c && strcmp(name, ".") == 0 && cli_call(m, self, a, &v))
		return v;
	if (strcmp(name, ".") == 0)
		return kept_gives(m, self, ext_value(m, self, a), a->node);
	kept_files(m, name, self, a);
	if ((m->c && lib_place(m, name, self, a, &v)) || lib_str(m, name, self, a, &v) || lib_box(m, name, self, a, &v))
		return v;
	return kept_gives(m, self, ext_method(m, name, id, self, a), a->node);
}

/* Text, a number or none, whichever it is, and not the label's? */
static int
is_scalar(value v, int depth)
{
	if (is_obj(v, O_PHI))
		return depth < 6 && is_scalar(v.o->a, depth + 1) && is_scalar(v.o->b, depth + 1);
	return (v.kind == V_NONE || v.kind == V_BOOL || v.kind == V_INT || v.kind == V_FLOAT || v.kind == V_STR) && !(v.flags & VF_LABEL) && !comp_of(v) && !opq_of(v);
}

/* What is only written somewhere need not be decided. */
static void
only_told(vm *m, const char *name, args *a)
{
	static const char *const levels[] = {"debug", "info", "warning", "warn", "error", "critical", "exception", "log"};

	if (m->c || !((strncmp(name, "logging.", 8) == 0 && AS_AMONG(name + 8, levels)) || strcmp(name, "print") == 0 || strcmp(name, "warnings.warn") == 0))
		return;
	for (uint32_t i = 0; i < a->n; i++)
		if (is_obj(a->v[i], O_PHI) && is_scalar(a->v[i], 0))
			a->v[i] = v_unk(0);
}

void
vm_told_to_start(vm *m, const char *method, const args *a)
{
	if (m->c && m->cone && a->n && a->v[0].kind != V_INT && a->v[0].kind != V_FLOAT && cone_starts_by(m->cone, method))
		vm_edge(m, a->node, "%s(): another program may run", method);
}

value
ext_call(vm *m, uint32_t id, value self, args *a)
{
	static const char *const loads[] = {"ctypes.CDLL", "ctypes.cdll.LoadLibrary", "ctypes.PyDLL", "ctypes.WinDLL", "ctypes.OleDLL", "ctypes.windll.LoadLibrary", "ctypes.oledll.LoadLibrary"};
	const char *name = vm_text(m, id), *plain = m->c && strncmp(name, "std.", 4) == 0 ? name + 4 : name;
	const struct name_info *in;
	value v;

	if (m->pending)
		return v_unk(0);
	self = vm_resolve(m, self, a->node);
	if (self.kind == V_REF)
		self = vm_resolve(m, self.r->v, a->node);
	if (!m->c)
		vm_process_handed(m, name, a);
	if (self.kind != V_UNDEF)
		return of_value(m, id, self, a);
	if (!m->c && as_ends_with(name, ".__call__"))
		return ext_call(m, vm_idn(m, name, strlen(name) - strlen(".__call__")), self, a);
	if (m->c && a->n == 1 && cint_is_keywords(name) && a->v[0].kind != V_OBJ) /* u64(n), where u64 is another name of it */
		return cint_as(m, a->v[0], cint_named(name));
	only_told(m, name, a);
	if (strchr(name, '.')) /* of an object that is declared, and is nowhere in the tree */
		vm_told_to_start(m, as_last_part(name), a);
	if (!m->c && argv_method(m, name, a, &v))
		return v;
	in = info_of(m, id);
	if (in->bits & N_CLOCK && !(m->c == 0 && !strchr(name, '.')))
		return clock_read(m, id, plain, a);
	if (in->bits & N_EXIT)
		return ends(m, id, a);
	if (in->bits & N_PROCESS && !(!m->c && is_build_call(name) && cone_builds(fact_str(m->t, program_file(m->p, a->node)))))
		return vm_process(m, name, a);
	if (m->c && waits(name)) /* what another process did, which may have been another program by then */
		return c_result(m, name, a, 0, vm_edge(m, a->node, "another process is waited for (%s)", name));
	if (in->bits & N_EXEC)
		return text_run(m, name, a);
	if (!m->c && AS_AMONG(name, loads))
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
	in = info_of(m, id); /* names that came since may have moved it */
	if (m->c && in->bits & N_LOUD && in->bits & (N_NEUTRAL | N_KNOWN_C) && !cone_loud_at(m->cone, a->node))
		vm_edge(m, a->node, "%s", cone_found(plain));
	if (in->bits & N_NEUTRAL)
		return neutral(m, name, plain, a);
	if (!(in->bits & (m->c ? N_KNOWN_C : N_KNOWN_PY)))
		return unknown(m, id, (in->bits & N_QUIET) != 0, a);
	return known(m, id, plain, a);
}
