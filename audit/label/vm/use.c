/* use.c - see vm.h: what a call outside makes compiled, hands on, or runs; by the table of symbols. */
#include "vm_impl.h"

#include <stdio.h>
#include <string.h>

#include "../program/program.h"
#include "words.h"

#define NODE(i) (&m->t->node[i])

enum { THING_DATA = 2 }; /* self_flags of a THING: what a compiled thing gave */

/* The compile call in what is passed: itself, what is behind a pointer, or a part of it. */
/* Has what is one of two no part that was compiled, or came across an edge, whichever it is? Then it need not be decided. */
static int
has_none(vm *m, value v, uint32_t (*of)(vm *, value, int), int depth)
{
	return is_obj(v, O_PHI) && depth < 6 && !of(m, v.o->a, depth + 1) && !of(m, v.o->b, depth + 1);
}

uint32_t
vm_deep_comp(vm *m, value v, int depth)
{
	if (has_none(m, v, vm_deep_comp, depth))
		return 0;
	v = vm_resolve(m, v, 0);
	if (v.kind == V_REF)
		v = vm_resolve(m, v.r->v, 0);
	if (comp_of(v))
		return comp_of(v);
	if (v.kind != V_OBJ || depth > 1)
		return 0;
	if (v.o->kind == O_FUNC && v.o->a.kind)
		return vm_deep_comp(m, v.o->a, depth + 1);
	if (v.o->kind == O_INST || v.o->kind == O_LIST || v.o->kind == O_TUPLE || v.o->kind == O_DICT || v.o->kind == O_THING)
		for (uint32_t i = 0; i < v.o->m.n && i < 64; i++) {
			uint32_t c = vm_deep_comp(m, v.o->m.slot[i].c->v, depth + 1);
			if (c)
				return c;
		}
	if (v.o->kind == O_PARTIAL)
		return vm_deep_comp(m, v.o->a, depth + 1);
	return 0;
}

static uint32_t
deep_opq(vm *m, value v, int depth)
{
	if (has_none(m, v, deep_opq, depth))
		return 0;
	v = vm_resolve(m, v, 0);
	if (v.kind == V_REF)
		v = vm_resolve(m, v.r->v, 0);
	if (opq_of(v))
		return opq_of(v);
	if (is_obj(v, O_FUNC) || is_obj(v, O_METHOD))
		return opq_of(v.o->a);
	return 0;
}

uint32_t
vm_deep_opq(vm *m, value v)
{
	return deep_opq(m, v, 0);
}

/* Of the operands of a call. What a compiled thing gave (THING_DATA) makes nothing compiled,
 * unless an object is made around it. */
uint32_t
vm_args_comp(vm *m, const args *a, int wraps)
{
	for (uint32_t i = 0; i < a->n; i++) {
		value v = has_none(m, a->v[i], vm_deep_comp, 0) ? v_none() : vm_resolve(m, a->v[i], 0);
		uint32_t c = is_obj(v, O_THING) && (v.o->self_flags & THING_DATA) && !wraps ? 0 : vm_deep_comp(m, v, 0);
		if (c)
			return c;
	}
	return 0;
}

/* Does the name of a call say that it makes an object? */
int
vm_makes(const char *name)
{
	const char *last = as_last_part(name);

	return *last >= 'A' && *last <= 'Z';
}

uint32_t
vm_args_opq(vm *m, const args *a)
{
	for (uint32_t i = 0; i < a->n; i++) {
		uint32_t c = vm_deep_opq(m, a->v[i]);
		if (c)
			return c;
	}
	return 0;
}

value
vm_fail(vm *m, uint32_t node, const char *name, int status)
{
	vm_event(m, E_FAILED, node, vm_id(m, name), 0, 0);
	if (status)
		return v_int(999);
	if (m->c) {
		vm_raise(m, "std.runtime_error");
		m->exc_fault = 1;
		return v_none();
	}
	vm_raise(m, "RuntimeError");
	m->exc_fault = 1;
	return v_unk(0);
}

/* A library reads into the variable at a node: nothing is known of it any more. */
void
vm_read_into(vm *m, scope *s, uint32_t at)
{
	int kind = at ? NODE(at)->kind : FACT_NKIND;
	cell *c;

	if (!s || (kind != FACT_NAME && kind != FACT_ATTR && kind != FACT_INDEX))
		return;
	c = vm_place(m, s, at, 1);
	if (c && c->v.kind != V_OBJ && c->v.kind != V_REF)
		cell_set(m, c, v_unk(0));
}

/* A library may have written into v, a list or struct, or what points to one: what it holds is not known. */
static void
written(vm *m, value v, const char *name, uint32_t opq, int depth)
{
	v = vm_resolve(m, v, 0);
	if (v.kind == V_REF)
		v = vm_resolve(m, v.r->v, 0);
	if (v.kind != V_OBJ || depth > 3 || (v.o->kind != O_LIST && v.o->kind != O_DICT && (v.o->kind != O_INST || !v.o->cls || v.o->cls->self_flags & 1)))
		return;
	if (v.o->kind != O_INST)
		v.o->loose = 1;
	if (opq)
		v.o->opq = (uint16_t)opq;
	for (uint32_t i = 0; i < v.o->m.n; i++) {
		cell *c = v.o->m.slot[i].c;
		value old = vm_resolve(m, c->v, 0), k = v.o->m.slot[i].kv, u;
		char of[24];
		if (old.kind == V_OBJ)
			written(m, old, name, opq, depth + 1);
		if (old.kind == V_OBJ || old.kind == V_UNDEF || old.kind == V_REF || comp_of(old))
			continue;
		snprintf(of, sizeof of, "[%u]", i);
		u = v_unk(vm_idf(m, "%.60s of what %.80s sets", k.kind == V_STR ? vm_text(m, k.s.s) : of, name));
		u.opq = (uint16_t)opq;
		cell_set(m, c, u);
	}
}

/* Whether a call of a library writes what it read into operands that are no pointers:
 * arrays, and C++ references. */
static int
reads_into(const char *name)
{
	static const char *const those[] = {"getline", "getdelim", "fgets", "gets", "fread", "read", "recv", "scanf", "fscanf", "sscanf"};

	return AS_AMONG(name, those);
}

/* Those that are handed an address and do not write there. */
static int
only_reads(const char *name)
{
	static const char *const those[] = {"write", "fwrite", "send", "sendto", "memcmp", "free", "printf", "fprintf", "puts", "fputs", "delete", "hash",
		"cudaMemcpyToSymbol", "cudaLaunchKernel", "cuLaunchKernel", "cudaGraphLaunch", "cuMemcpyHtoD", "cuMemcpyHtoDAsync"};

	return AS_AMONG(name, those);
}

void
vm_written(vm *m, const char *name, const args *a, uint32_t opq)
{
	for (uint32_t k = 0; k < a->n && !only_reads(name); k++)
		if (vm_resolve(m, a->v[k], 0).kind == V_REF || reads_into(name))
			written(m, a->v[k], name, opq, 0);
	for (uint32_t k = 0; k < a->n && reads_into(name); k++)
		vm_read_into(m, a->scope, a->at[k]);
}

/* Makes operand k, or what it points to, a new thing that is compiled (comp) or merely set (0). */
void
vm_set_operand(vm *m, args *a, uint32_t k, const char *name, uint32_t comp, uint32_t opq, int loose)
{
	value v, t;
	cell *c = NULL;

	if (k >= a->n)
		return;
	v = vm_resolve(m, a->v[k], a->node);
	if (is_obj(v, O_ITER)) { /* &table[i] */
		obj *l;
		int64_t i;
		if (!pointer_of(v, &l, &i) || i < 0)
			return;
		v = (value){.kind = V_REF, .r = map_get(m, &l->m, key_int(i), v_int(i))};
	}
	if (v.kind == V_OBJ && !is_obj(v, O_EXT) && !is_obj(v, O_FUNC) && !is_obj(v, O_CLASS)) {
		if (comp)
			v.o->comp = (uint16_t)comp;
		if (opq)
			v.o->opq = (uint16_t)opq;
		return;
	}
	if (v.kind == V_REF) {
		c = v.r;
		if (is_obj(c->v, O_LIST) || (is_obj(c->v, O_INST) && !comp)) { /* a buffer, or a struct of the tree */
			c->v.o->comp = (uint16_t)(comp ? comp : c->v.o->comp);
			return;
		}
	} else if (a->at[k] && a->scope && (comp || opq)) {
		int kind = NODE(a->at[k])->kind;
		if (kind == FACT_NAME || kind == FACT_ATTR || kind == FACT_INDEX)
			c = vm_place(m, a->scope, a->at[k], 1);
	}
	if (!c)
		return;
	if (v.kind == V_REF && !comp && (is_status(name) || loose)) {
		/* a number, a handle: not known, and the same when asked again */
		t = thing(m, vm_idf(m, "%.80s result %u", name, k), a->node);
		t.o->loose = (uint8_t)!is_status(name);
	} else {
		t = thing(m, vm_idf(m, "%.80s()", name), a->node);
		t.o->loose = (uint8_t)loose;
	}
	t.o->comp = (uint16_t)comp;
	t.o->opq = (uint16_t)opq;
	cell_set(m, c, t);
}

value
vm_first_operand(vm *m, const args *a)
{
	for (uint32_t i = 0; i < a->n; i++)
		if (!a->kw[i])
			return vm_resolve(m, a->v[i], a->node);
	for (uint32_t i = 0; i < a->n; i++) {
		const char *kw = vm_text(m, a->kw[i]);
		if (strcmp(kw, "model") == 0 || strcmp(kw, "fun") == 0 || strcmp(kw, "func") == 0 || strcmp(kw, "obj") == 0 || strcmp(kw, "fn") == 0 || strcmp(kw, "callables") == 0)
			return vm_resolve(m, a->v[i], a->node);
	}
	return (value){0};
}

/* Runs what is compiled. status: it says by its value that it failed. */
value
vm_use(vm *m, uint32_t node, uint32_t comp, const char *name, int status)
{
	const event *site;
	value v;

	if (m->capturing)
		return status ? v_int(0) : v_unk(0);
	if (m->fault == FAULT_USE)
		return vm_fail(m, node, name, status);
	vm_event(m, E_USE, node, vm_id(m, name), comp, 0);
	if ((site = vm_site(m, comp))) /* no twins where another call compiled it */
		trace_end(m, m->trace ^ site->node);
	if (status)
		return v_int(0);
	v = thing(m, vm_idf(m, "%.80s()", name), node);
	v.o->loose = (uint8_t)m->c;
	if (site) { /* of an engine: handles come out of it, too */
		const symbol *y = symbol_find(m->symbols, vm_text(m, site->what));
		if (y && (strcmp(y->what, "build") == 0 || strcmp(y->what, "load") == 0)) {
			v.o->comp = (uint16_t)comp;
			v.o->self_flags |= THING_DATA;
		}
	}
	return v;
}

/* Is it a signature of numba's, for which a function is yet to be given? */
static int
is_signature(const vm *m, value v)
{
	return v.kind == V_STR || is_obj(v, O_LIST) || is_obj(v, O_TUPLE) || (is_obj(v, O_THING) && strncmp(vm_text(m, v.o->name), "numba.", 6) == 0) ||
	    (is_obj(v, O_EXT) && strncmp(vm_text(m, v.o->name), "numba.", 6) == 0);
}

static int
flag_arg(vm *m, const args *a, const char *kw)
{
	value v = (value){0};

	for (uint32_t i = 0; i < a->n; i++)
		if (a->kw[i] && strcmp(vm_text(m, a->kw[i]), kw) == 0)
			v = vm_resolve(m, a->v[i], a->node);
	return v.kind == V_UNDEF ? 0 : vm_truth(m, v, a->node);
}

static int
is_capture_end(const char *name)
{
	return strstr(name, "EndCapture") != NULL || strcmp(name, ".capture_end") == 0;
}

value
vm_by_symbol(vm *m, const symbol *y, const char *name, value self, args *a)
{
	int status = (y->flags & SYM_ERROR) != 0;
	int failing = m->fault == FAULT_CALL && (!m->fault_site || m->fault_site == a->node);
	value v, orig = self.kind ? self : vm_first_operand(m, a);
	uint32_t c = 0;

	switch (y->kind) {
	case SYM_COMPILE:
		if (y->flags & SYM_DECOR && orig.kind == V_UNDEF) {
			obj *p = vm_obj(m, O_PARTIAL, vm_id(m, name), a->node);
			p->a = v_obj(ext_obj(m, vm_id(m, name)));
			args_keep(m, p, a, 0);
			return v_obj(p);
		}
		if (y->flags & SYM_DECOR && strncmp(name, "torch._dynamo.optimize", 22) == 0 && (orig.kind == V_STR || orig.kind == V_UNK)) {
			/* optimize("inductor") gives what compiles */
			obj *p = vm_obj(m, O_PARTIAL, vm_id(m, name), a->node);
			p->a = ext_of(m, "torch.compile");
			return v_obj(p);
		}
		if (y->flags & SYM_DECOR && strncmp(name, "numba.", 6) == 0 && (is_signature(m, orig) || (as_ends_with(name, "jitclass") && !is_obj(orig, O_CLASS)))) {
			obj *p = vm_obj(m, O_PARTIAL, vm_id(m, name), a->node);
			p->a = v_obj(ext_obj(m, vm_id(m, name)));
			return v_obj(p);
		}
		if (flag_arg(m, a, "disable"))
			return orig;
		if (!m->c && strncmp(name, "torch.", 6) == 0 && vm_disabled(m, orig))
			vm_off(m, a->node, "torch.compiler.disable");
		if (is_capture_end(name))
			m->capturing = 0;
		vm_trace(m, a->node, name, a);
		for (uint32_t i = 0; i < a->n; i++) /* the compiler is told the label: backend=label */
			vm_asks(m, vm_resolve(m, a->v[i], 0));
		if (failing)
			return vm_fail(m, a->node, name, status);
		if (y->out == SYM_RESULT && comp_of(orig) && (orig.kind == V_OBJ && orig.o->symbol))
			c = vm_new_site(m, a->node, name); /* compiled again */
		else
			c = vm_new_site(m, a->node, name);
		if (y->flags & SYM_AT_ONCE)
			return vm_use(m, a->node, c, name, 0);
		if (y->out != SYM_RESULT) {
			if (self.kind == V_OBJ) /* a method: its object is compiled in place */
				self.o->comp = (uint16_t)c;
			else
				vm_set_operand(m, a, (uint32_t)y->out, name, c, 0, 0);
			if (!status) {
				v = v_unk(0);
				v.comp = (uint16_t)c;
				return v;
			}
			return v_int(0);
		}
		v = thing(m, vm_id(m, name), a->node);
		v.o->comp = (uint16_t)c;
		v.o->symbol = y;
		v.o->a = vm_resolve(m, orig, a->node);
		if (strncmp(name, "torch.cuda.make_graphed", 23) == 0 && (is_obj(orig, O_TUPLE) || is_obj(orig, O_LIST))) {
			obj *l = list_of(m, O_TUPLE, a->node); /* one for each */
			for (int64_t i = 0; i < list_len(orig.o); i++)
				list_add(m, l, v);
			return v_obj(l);
		}
		return v;
	case SYM_BEGIN:
		if (status || y->name[0] == '.') {
			if (failing && !m->fault_site)
				return vm_fail(m, a->node, name, status);
			m->capturing = 1;
			return status ? v_int(0) : v_none();
		}
		v = thing(m, vm_id(m, name), a->node);
		return v;
	case SYM_CONTEXT:
		if (failing)
			return vm_fail(m, a->node, name, 0);
		vm_trace(m, a->node, name, a);
		v = thing(m, vm_id(m, name), a->node);
		v.o->symbol = y;
		v.o->comp = (uint16_t)vm_new_site(m, a->node, name);
		args_keep(m, v.o, a, 0);
		for (uint32_t i = 0; i < a->n; i++)
			v.o->arg[i] = vm_resolve(m, a->v[i], a->node);
		return v;
	case SYM_PASS:
		c = vm_args_comp(m, a, 1);
		if (!c)
			c = vm_deep_comp(m, self, 0);
		vm_trace(m, a->node, name, a);
		if (m->c && m->fault == FAULT_CALL && !c && !vm_args_opq(m, a)) /* of what failed to compile: it fails, and sets nothing */
			return y->out == SYM_RESULT ? v_none() : status ? v_int(999) : v_unk(0);
		if (y->out == SYM_RESULT) {
			v = thing(m, vm_idf(m, "%.80s()", name), a->node);
			v.o->comp = (uint16_t)c;
			v.o->opq = (uint16_t)vm_args_opq(m, a);
			return v;
		}
		vm_set_operand(m, a, (uint32_t)y->out, name, c, vm_args_opq(m, a), 0);
		return status ? v_int(0) : v_unk(0);
	case SYM_USE:
		v = self.kind ? self : (uint32_t)y->out < a->n ? vm_resolve(m, a->v[y->out], a->node) : v_unk(0);
		c = vm_deep_comp(m, v, 0);
		vm_trace(m, a->node, name, NULL);
		if (c)
			return vm_use(m, a->node, c, name, status);
		if (opq_of(v) && !m->capturing)
			vm_opaque_use(m, a->node, opq_of(v));
		else if (!m->capturing && (!is_launch(name) || vm_known(m, v) == 0 || (v.kind == V_UNK && v.flags & VF_UNINIT)))
			return vm_fail(m, a->node, name, status); /* nothing that could be run */
		if (is_launch(name) && !m->capturing)
			vm_event(m, E_WORK, a->node, vm_id(m, name), 0, 0);
		return status ? v_int(0) : v_unk(0);
	}
	return v_unk(0);
}

/* in place: model.compile() of a module that is no model of keras. */
int
vm_compile_options(vm *m, const args *a)
{
	for (uint32_t i = 0; i < a->n; i++) {
		const char *kw = vm_text(m, a->kw[i]);
		value v = vm_resolve(m, a->v[i], a->node);
		if (strcmp(kw, "optimizer") == 0 || strcmp(kw, "loss") == 0 || strcmp(kw, "metrics") == 0)
			return 0;
		if (!a->kw[i] && v.kind == V_STR)
			return 0;
	}
	return 1;
}

int
vm_compiles_in_place(vm *m, value self, const args *a)
{
	const char *name;

	if (self.kind != V_OBJ)
		return 0;
	for (uint32_t i = 0; i < a->n; i++) /* of keras, by XLA */
		if (strcmp(vm_text(m, a->kw[i]), "jit_compile") == 0 && vm_truth(m, a->v[i], a->node))
			return 1;
	if (!vm_compile_options(m, a))
		return 0;
	if (is_obj(self, O_INST)) {
		int base = class_external(self.o->cls);
		name = base ? vm_text(m, (uint32_t)base) : "";
		return base && !is_keras(name);
	}
	if (!is_obj(self, O_THING))
		return 0;
	name = vm_text(m, self.o->name);
	return !is_keras(name);
}

int
vm_in_place(const vm *m, value v)
{
	const event *site = is_obj(v, O_THING) || is_obj(v, O_INST) ? vm_site(m, v.o->comp) : NULL;

	return site && as_ends_with(vm_text(m, site->what), ".compile") && !symbol_find(m->symbols, vm_text(m, site->what));
}
