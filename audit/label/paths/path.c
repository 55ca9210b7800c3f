/* path.c - see explore.h: one path: its run, and what it shows. */
#include "explore_impl.h"
#include "../vm/vm_impl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "words.h"

#include "grow.h"

typedef struct { uint8_t *choice; uint32_t n; } prefix;

static void
reset(vm *m)
{
	while (m->arena) {
		struct block *b = m->arena;
		m->arena = b->next;
		if (b->size > ARENA_BLOCK) { /* it fits one value: kept, there would be one a path */
			free(b);
			continue;
		}
		b->next = m->spare;
		m->spare = b;
	}
	m->taken = 0;
	memset(&m->modules, 0, sizeof m->modules);
	memset(&m->ext, 0, sizeof m->ext);
	memset(&m->entered, 0, sizeof m->entered);
	memset(&m->asked, 0, sizeof m->asked);
	memset(&m->decided, 0, sizeof m->decided);
	memset(&m->unset, 0, sizeof m->unset);
	memset(&m->dropped, 0, sizeof m->dropped);
	memset(&m->guards, 0, sizeof m->guards);
	m->main_file = m->trail_base = 0;
	m->ntaken = 0;
	m->library = m->importing = m->away = m->lean = 0;
	m->ndec = m->nfixed = m->neq = m->ngiven = m->nev = m->nframe = m->top = m->nsite = m->ndecorated = m->nedge = 0;
	m->shared = NULL;
	m->closure = NULL;
	m->preproc = m->outside = m->own_set = 0;
	m->trace = 0;
	m->ticks = 0;
	m->ncommands = 0;
	m->capturing = m->probing = m->entered_label = 0;
	m->tested = 0;
	m->holder = NULL;
	m->displaced = 0;
	m->complete = 1;
	m->cut = NULL;
	m->untried = 0;
	m->depth = m->calls = 0;
	m->steps = 0;
	m->serial = 0;
	while (m->nmarked)
		m->mark[m->marked[--m->nmarked]] = 0;
	m->ret = v_none();
	m->exc = v_none();
	m->exc_name = 0;
	m->exc_fault = 0;
	m->exit_status = 0;
	m->enter = 0;
	m->ntrail = 0;
	m->trailing = 0;
	m->branch = 0;
	m->hook = NULL;
	m->nstanding = 0;
	m->later = 0;
	m->living = NULL;
	m->task = m->tasks = m->locals = m->beside = NULL;
	m->child = m->children = NULL;
	m->nchildren = 0;
	m->blocked = m->task_failed = 0;
	m->spawn = 0;
	m->for_scope = NULL;
	m->web = NULL;
	m->web_app = v_none();
	m->pending = X_NORMAL;
	m->loop_reads = m->loop_end = 0;
}

/* The compile call that what v holds was made by; 0 if none. */
static uint32_t
holds(vm *m, value v, int depth)
{
	v = vm_resolve(m, v, 0);
	if (comp_of(v) || depth > 2 || v.kind != V_OBJ)
		return comp_of(v);
	for (uint32_t i = 0; i < v.o->m.n && i < 64; i++) {
		uint32_t c = holds(m, v.o->m.slot[i].c->v, depth + 1);
		if (c)
			return c;
	}
	return 0;
}

/* The same of what was set in a class since its members were kept. */
static uint32_t
holds_new(vm *m, const obj *cls, const value *was, uint32_t nwas)
{
	for (uint32_t i = 0; i < cls->m.n; i++) {
		value v = cls->m.slot[i].c->v;
		uint32_t c = i < nwas && same(v, was[i]) ? 0 : holds(m, v, 1);
		if (c)
			return c;
	}
	return 0;
}

/* main(argc, argv): a number, and text. */
static void
main_args(vm *m, uint32_t node, args *a)
{
	FACT_EACH_KID(m->t, node, p) {
		if (m->t->node[p].kind != FACT_PARAM || m->t->node[p].flags & (FACT_STAR | FACT_STARSTAR) || a->n == 24)
			continue;
		if (a->n == 0) {
			a->v[0] = v_unk(vm_id(m, "number of arguments"));
			a->v[0].flags = VF_NUMBER;
		} else {
			a->v[a->n] = thing(m, vm_id(m, "sys.argv"), p);
		}
		a->n++;
	}
}

/* The class that a name of a module is, made where it stands. */
static obj *
class_at(vm *m, scope *in, uint32_t node)
{
	cell *c = node ? scope_find(m, in, m->t->node[node].str) : NULL;

	return c && is_obj(c->v, O_CLASS) ? c->v.o : NULL;
}

/* What Python runs by itself before a program, where it finds it: sitecustomize. */
static void
at_start(vm *m, uint32_t entry)
{
	for (uint32_t i = 0; i < m->p->nstartup; i++) {
		uint32_t f = m->p->startup[i];
		if (f == entry)
			continue;
		if (vm_decide(m, vm_idf(m, "Python finds %s at its start", as_base_name(fact_str(m->t, f))), f))
			vm_module(m, f, 0);
		m->pending = X_NORMAL;
	}
}

static int
is_fixture(const fact_tree *t, uint32_t fn)
{
	for (uint32_t d = fn + 1; t->node[fn].kind == FACT_FUNC && d < t->node[fn].end && t->node[d].kind == FACT_DECOR; d = t->node[d].end)
		for (uint32_t e = d; e < t->node[d].end; e++)
			if ((t->node[e].kind == FACT_ATTR || t->node[e].kind == FACT_NAME) && strcmp(fact_str(t, e), "fixture") == 0)
				return 1;
	return 0;
}

/* The fixtures that a test runs with: those of its file and of each conftest.py above it. A fixture that is not seen to run may. */
static void
fixtures(vm *m, uint32_t file)
{
	const char *path = fact_str(m->t, file), *name = as_base_name(path);
	size_t n = (size_t)(name - path);

	if (strncmp(name, "test_", 5) != 0 && !as_ends_with(name, "_test.py"))
		return;
	for (uint32_t i = 0; i < m->p->nfile; i++) {
		uint32_t f = m->p->file[i];
		const char *own = fact_str(m->t, f), *at = as_base_name(own);
		size_t k = (size_t)(at - own);
		if (f != file && (strcmp(at, "conftest.py") != 0 || k > n || strncmp(own, path, k) != 0))
			continue;
		vm_module(m, f, 0);
		m->pending = X_NORMAL;
		FACT_EACH_KID(m->t, f, fn)
			if (is_fixture(m->t, fn))
				vm_mark(m, fn, MARK_HANDED);
	}
}

/* Is what a function gives data, or made of it, by which a caller may decide? */
static int
tells(vm *m, value r, int depth)
{
	if (r.kind == V_STR || r.kind == V_BOOL || r.kind == V_INT || r.kind == V_FLOAT)
		return 1;
	if (r.kind != V_OBJ || depth > 3 || !(r.o->kind == O_LIST || r.o->kind == O_TUPLE || r.o->kind == O_DICT || r.o->kind == O_INST || r.o->kind == O_PHI))
		return 0;
	if (r.o->kind == O_PHI)
		return tells(m, r.o->a, depth + 1) || tells(m, r.o->b, depth + 1);
	for (uint32_t i = 0; i < r.o->m.n; i++)
		if (tells(m, r.o->m.slot[i].c->v, depth + 1))
			return 1;
	return 0;
}

/* A function that is an entry: its parameters come from outside, and so does its object. */
static void
run_function(explorer *x, uint32_t node)
{
	vm *m = &x->m;
	args a = {.node = node};
	value self = (value){0}, r, f = (value){0};
	int is_main = strcmp(fact_str(m->t, node), "main") == 0 && m->c, has_self = 0;
	uint32_t file = program_file(m->p, node);
	scope *in = NULL;
	obj *cls = NULL, *own = NULL;
	value *was = NULL;
	uint32_t nwas = 0;
	cell *c;

	if (m->c) {
		in = vm_c_scope(m, file);
	} else {
		in = vm_module(m, file, 0)->scope;
		if (m->pending == X_RAISE && (m->exc_fault || m->ndec > 0)) /* what compiles while it is imported failed, or it cannot be had as things were decided: who calls the function has nothing to import */
			return;
		m->pending = X_NORMAL;
		fixtures(m, file);
	}
	for (uint32_t i = file; i < node; i++)
		if (m->t->node[i].kind == FACT_CLASS && m->t->node[i].end > node)
			own = class_at(m, in, i);
	cls = own;
	if (x->cls && program_file(m->p, x->cls) == file) {
		cls = class_at(m, in, x->cls);
	} else if (x->cls) { /* the method is one of a base */
		scope *at = vm_module(m, program_file(m->p, x->cls), 0)->scope;
		m->pending = X_NORMAL;
		cls = class_at(m, at, x->cls);
	}
	if (!cls || !own)
		cls = own;
	if (cls && m->t->node[node].flags & (FACT_RECEIVER | FACT_SELF)) {
		has_self = 1;
		if (!m->c && class_find(m, cls, vm_id(m, "__init__")).kind && strcmp(fact_str(m->t, node), "__init__") != 0) {
			self = outside_object(m, cls, node);
			if (m->pending)
				return;
		} else { /* an object that nobody has made */
			obj *o = vm_obj(m, O_INST, cls->name, node);
			o->cls = cls;
			o->loose = 1;
			self = v_obj(o);
			if (!m->c && strcmp(fact_str(m->t, node), "__init__") != 0)
				outside_fields(m, cls, o);
		}
	} else if (cls && m->t->node[node].flags & FACT_CLASSWIDE) {
		self = v_obj(cls);
		has_self = 1;
		was = vm_alloc(m, (cls->m.n + 1) * sizeof *was);
		while (nwas < cls->m.n) {
			was[nwas] = cls->m.slot[nwas].c->v;
			nwas++;
		}
	}
	if (is_main)
		main_args(m, node, &a);
	else
		outside_args(m, in, node, has_self && m->t->node[node].flags & (FACT_RECEIVER | FACT_CLASSWIDE), &a);
	if (!m->c && !own && entry_is_command(m->t, node) && (c = scope_find(m, in, m->t->node[node].str))) { /* as its decorators made it */
		r = vm_callv(m, c->v, node, 0, NULL);
	} else {
		f = v_obj(vm_declare_func(m, in, node, own));
		r = func_call(m, f.o, self, has_self, &a);
	}
	if (m->pending == X_NORMAL) {
		r = vm_resolve(m, r, node);
		if (is_main && r.kind == V_INT)
			m->exit_status = (int)r.i;
		else if (is_main && is_obj(r, O_EXT) && strstr(vm_text(m, r.o->name), "FAIL"))
			m->exit_status = 1;
		x->handed = !is_main && (has_self || (r.kind == V_OBJ && r.o->kind != O_THING && r.o->kind != O_EXT));
		x->told = !is_main && tells(m, r, 0);
		if (!m->c && !is_main) {
			explore_gives(x, r, 0);
			if (has_self)
				explore_gives(x, self, 0);
		}
		/* compiled things that are handed back, or kept in the object */
		if (holds(m, r, 0))
			vm_event(m, E_RETURNED, node, 0, holds(m, r, 0), 0);
		else if (was && holds_new(m, cls, was, nwas))
			vm_event(m, E_RETURNED, node, 0, holds_new(m, cls, was, nwas), 0);
		else if (has_self && !was && holds(m, self, 0))
			vm_event(m, E_RETURNED, node, 0, holds(m, self, 0), 0);
	}
}

int
explore_is_library(const explorer *x, uint32_t entry)
{
	const fact_tree *t = x->m.t;

	return t->node[entry].kind == FACT_FUNC && is_python(t, program_file(x->m.p, entry));
}

/* Runs one path; -1 if out of memory. */
int
explore_run(explorer *x, uint32_t entry, uint32_t bound, int loops, const uint8_t *prefix, uint32_t nprefix, fault fl, uint32_t site)
{
	vm *m = &x->m;

	reset(m);
	x->handed = x->told = 0;
	m->bound = bound;
	m->unbound_loops = loops;
	m->prefix = prefix;
	m->nprefix = nprefix;
	m->fault = fl;
	m->fault_site = site;
	m->max_steps = x->limit < PATH_STEPS ? x->limit : PATH_STEPS;
	if (setjmp(m->nomem))
		return -1;
	m->shared = scope_new(m, S_SHARED, NULL, 0);
	if (m->defaults)
		vm_assume(m, vm_id(m, AT_DEFAULTS), entry);
	if (m->t->node[entry].kind == FACT_FILE) {
		m->c = 0;
		at_start(m, entry);
		vm_module(m, entry, 1);
		task_pump(m);
		if (m->web && !m->pending)
			web_run(m, entry);
	} else {
		m->c = !is_python(m->t, program_file(m->p, entry));
		if (m->c && strcmp(fact_str(m->t, entry), "main") == 0)
			m->main_file = program_file(m->p, entry) + 1;
		if (m->c)
			vm_setup(m);
		m->library = !m->c;
		if (m->pending != X_EXIT)
			run_function(x, entry);
	}
	gen_left(m);
	vm_later_left(m);
	task_beside(m);
	x->steps += m->steps;
	return 0;
}

/* Did the path end without an error? */
static int
ended_well(const vm *m)
{
	if (m->pending == X_RAISE || m->pending == X_STOP)
		return 0;
	return m->exit_status == 0 || m->exit_status == -1;
}

/* Did it come across an edge that cannot be seen through? */
static int
crossed(const vm *m)
{
	for (uint32_t i = 0; i < m->nev; i++)
		if (m->ev[i].kind == E_OPAQUE && m->ev[i].bit != EDGE_USED)
			return 1;
	return 0;
}

static outcome
judge(const vm *m, int *timed)
{
	int ticks = 0, used = 0, worked = 0, opaque = 0, failed = 0, before = 0, off = 0, last, all;
	struct { int use, work, opaque, fail; } w = {0};

	for (uint32_t i = 0; i < m->nev; i++)
		ticks += m->ev[i].kind == E_TICK;
	*timed = ticks > 1;
	all = ticks < 2;
	last = ticks;
	ticks = 0;
	for (uint32_t i = 0; i <= m->nev; i++) {
		if (i == m->nev || m->ev[i].kind == E_TICK) {
			if ((all && i == m->nev) || (!all && i < m->nev && ticks > 0)) {
				if (w.use && !w.opaque)
					used++;
				else if (w.use)
					used++;
				else if (w.opaque)
					opaque++;
				else if (w.work)
					worked++;
				else if (w.fail)
					failed++;
			}
			ticks++;
			memset(&w, 0, sizeof w);
			continue;
		}
		switch (m->ev[i].kind) {
		case E_USE: case E_RETURNED: w.use = 1; break;
		case E_WORK: w.work = 1; break;
		case E_FAILED: /* what worked before it was not put in its place */
			w.fail = 1;
			w.work = 0;
			break;
		case E_OPAQUE:
			w.opaque = 1;
			if (m->ev[i].bit == EDGE_ANY)
				opaque++;
			else if (m->ev[i].bit == EDGE_OFF)
				off++;
			else if (m->c && m->ev[i].bit != EDGE_USED && (all || ticks < last))
				before++; /* in C what is global is anybody's, until the clock is read last */
			break;
		default: break;
		}
	}
	if (m->fault && m->pending == X_RAISE && m->exc_fault) /* what failed stopped it, whatever was cut before */
		return P_ERROR;
	if (m->pending == X_STOP || (!m->complete && used == 0))
		return m->complete || crossed(m) ? P_OPAQUE : P_CUT;
	if (!ended_well(m))
		return P_ERROR;
	if (used && used >= worked)
		return off ? P_OPAQUE : P_COMPILED;
	if (opaque)
		return P_OPAQUE;
	if (failed && !worked)
		return P_ERROR;
	return before ? P_OPAQUE : P_EAGER;
}

/* Is the label an option's whole value? Then what is timed under it may be its own, whether or not
 * it is asked for; a part of a text may be of another option. */
static int
whole_option(const vm *m)
{
	for (uint32_t i = 0; i < m->nsource && !m->c; i++)
		if (m->source[i].name == m->bound)
			return !m->source[i].root;
	return 0;
}

int
explore_keep(explorer *x, uint32_t entry, int must_enter)
{
	vm *m = &x->m;
	exploration *o = x->out;
	path p = {.fault = m->fault, .entry = entry, .trace = m->trace};
	uint32_t same = 0;

	/* the label must come in, and where it was seen to be tested it must be tested here */
	p.outcome = judge(m, &p.timed);
	p.unasked = P_NOT_ENTERED;
	p.crossed = crossed(m);
	if (must_enter && (!m->entered_label || m->displaced || (x->tests && !m->tested))) {
		if (m->entered_label && p.timed && p.outcome == P_EAGER && whole_option(m))
			p.unasked = p.outcome;
		p.outcome = P_NOT_ENTERED;
	}
	/* where it was only guessed how the label comes in, something must depend on it */
	if (p.outcome == P_COMPILED && m->bound && !x->tests && !x->declared && !m->tested)
		p.outcome = P_OPAQUE;
	for (uint32_t i = 0; i < m->nev; i++) {
		p.called |= m->ev[i].kind == E_COMPILE;
		p.tried |= m->ev[i].kind == E_FAILED || m->ev[i].kind == E_HANDLER;
	}
	/* a part of a program that compiles and times nothing: who calls it may use it */
	if (p.outcome == P_EAGER && p.called && !p.timed && m->t->node[entry].kind == FACT_FUNC && !(m->c && strcmp(fact_str(m->t, entry), "main") == 0))
		p.outcome = P_HANDED;
	if (p.outcome == P_EAGER && !p.timed && x->handed)
		p.outcome = P_HANDED;
	if (p.outcome == P_COMPILED && !p.timed && is_fixture(m->t, entry)) /* whether the tests time what it gives was not seen */
		p.outcome = P_HANDED;
	for (uint32_t i = 0; i < m->ndec; i++)
		if (!m->dec[i].choice && sym_named(m->dec[i].sym)) {
			/* a module that compiles, missing */
			const char *s = vm_text(m, m->dec[i].sym);
			if (strncmp(s, "module ", 7) == 0)
				for (size_t k = 0; symbol_at(k); k++) {
					size_t n = strcspn(s + 7, " ");
					if (strncmp(symbol_at(k)->name, s + 7, n) == 0 && symbol_at(k)->name[n] == '.' && symbol_at(k)->kind == SYM_COMPILE)
						p.tried |= strncmp(s + 7, "torch ", 6) != 0;
				}
		}
	if (p.called)
		o->compile_seen = 1;
	if (m->entered_label)
		o->found = 1;
	o->told |= x->told && p.outcome != P_NOT_ENTERED;
	vm_objects_left(m);
	if (o->mark && p.outcome != P_NOT_ENTERED && !p.fault) {
		for (uint32_t i = 0; i < m->nmarked; i++)
			o->mark[m->marked[i]] |= m->mark[m->marked[i]];
		for (uint32_t i = 0; i < m->entered.n; i++)
			if (!(m->entered.slot[i].c->v.i & 1)) /* of a generator: where its body ran */
				o->mark[m->entered.slot[i].key] |= MARK_RUN;
	}
	for (uint32_t i = 0; i < m->entered.n; i++)
		p.entered += (m->entered.slot[i].key + 1) * 0x9e3779b97f4a7c15u;
	if (!m->complete || m->untried)
		explore_cut(o, m->cut, m->cut_at);
	for (uint32_t i = 0; i < o->npath; i++)
		same += o->path[i].outcome == p.outcome && o->path[i].fault == p.fault;
	if (as_grow32(&o->path, o->npath, &o->cap, sizeof *o->path) != 0)
		return -1;
	if (m->ndec) {
		if (!(p.dec = malloc(m->ndec * sizeof *p.dec)))
			return -1;
		memcpy(p.dec, m->dec, m->ndec * sizeof *p.dec);
		p.ndec = m->ndec;
	}
	if (same < 2 && m->nev) {
		p.ev = malloc(m->nev * sizeof *p.ev);
		p.frame = malloc((m->nframe + 2) * sizeof *p.frame);
		if (!p.ev || !p.frame) {
			free(p.dec);
			free(p.ev);
			free(p.frame);
			return -1;
		}
		memcpy(p.ev, m->ev, m->nev * sizeof *p.ev);
		p.nev = m->nev;
		if (m->nframe)
			memcpy(p.frame, m->frame, m->nframe * sizeof *p.frame);
		p.nframe = m->nframe;
	}
	o->path[o->npath++] = p;
	return 0;
}
