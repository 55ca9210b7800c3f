/* demand.c - see vm.h: what files of C hold at file level, declared when its name is first
 * looked up on a path, so that a path asks and runs nothing that it does not use.
 *
 * An #if around a definition is asked only where it matters: a name that is used, and
 * whose one definition stands under an #if that the source leaves open, is taken to be
 * there, or the code would not build. Where there are several it is a guard. */
#include "vm_impl.h"

#include <string.h>

#include "../program/cdefs.h"
#include "../cone/cone.h"
#include "../program/program.h"

/* Statements and data that run before main: more of them are those of another program, and
 * only those beside the entry, and below it, are run. */
enum { MOST_EAGER = 400 };

scope *
vm_c_scope(vm *m, uint32_t file)
{
	cell *c = map_get(m, &m->modules, key_int(file), v_int(file));

	if (c->v.kind == V_OBJ)
		return c->v.o->scope;
	obj *o = vm_obj(m, O_MODULE, m->t->node[file].str, file);
	o->scope = scope_new(m, S_FILE, m->shared, file);
	c->v = v_obj(o);
	return o->scope;
}

/* What the path was doing, which what is declared in between must leave alone. */
typedef struct { xstat pending; value ret; int preproc, c, trailing; uint32_t branch, base; scope *closure; } doing;

static doing
interrupt(vm *m)
{
	doing d = {m->pending, m->ret, m->preproc, m->c, m->trailing, m->branch, m->trail_base, m->closure};

	m->pending = X_NORMAL;
	m->preproc = 0;
	m->c = 1;
	m->trailing = 0; /* it stays declared whichever side of a branch asked first */
	m->trail_base = m->ntrail;
	m->closure = NULL;
	return d;
}

static void
resume(vm *m, const doing *d)
{
	m->ntrail = m->trail_base;
	if (m->pending != X_EXIT && m->pending != X_STOP)
		m->pending = d->pending;
	m->ret = d->ret;
	m->preproc = d->preproc;
	m->c = d->c;
	m->trailing = d->trailing;
	m->branch = d->branch;
	m->trail_base = d->base;
	m->closure = d->closure;
}

/* Does an alternative of an #if hold? -1: the source leaves it open, and it is not to be decided. */
static int
holds(vm *m, uint32_t guard, int decide)
{
	const cdefs *d = m->p->c;
	const cguard *g;
	cell *c;
	int k, was;
	value v;

	if (!guard)
		return 1;
	g = &d->guard[guard - 1];
	if ((k = holds(m, g->up, decide)) <= 0)
		return k;
	c = map_get(m, &m->guards, key_int(g->node), v_int(g->node));
	if (c->v.kind == V_BOOL)
		return c->v.i == g->side;
	was = m->preproc;
	m->preproc = 1;
	v = vm_evalr(m, vm_c_scope(m, program_file(m->p, g->node)), g->node + 1);
	if (c->v.kind != V_BOOL) { /* a macro that it asks for may be defined under it */
		k = decide ? vm_truth(m, v, g->node + 1) : vm_known(m, v);
		if (k < 0) {
			m->preproc = was;
			return -1;
		}
		c->v = v_bool(k);
	}
	m->preproc = was;
	return c->v.i == g->side;
}

/* Does the test of an #if name it? */
static int
asks_for(const vm *m, uint32_t guard, uint32_t name)
{
	for (; guard; guard = m->p->c->guard[guard - 1].up) {
		uint32_t test = m->p->c->guard[guard - 1].node + 1;
		for (uint32_t i = test; i < m->t->node[test].end; i++)
			if (m->t->node[i].kind == FACT_NAME && m->t->node[i].str == name)
				return 1;
	}
	return 0;
}

static int
defines(const vm *m, const cdef *d)
{
	return (d->kind != CDEF_FUNC && d->kind != CDEF_OUTER && d->kind != CDEF_METHOD) || fact_find(m->t, d->node, FACT_BLOCK);
}

/* May the open #if around the definitions of a name be taken to hold? Where all that is
 * not left out stands under the same one, and without it the name would be nothing. */
static int
taken(vm *m, const cdef *d, uint32_t n, uint32_t name)
{
	const char *s = vm_text(m, name);
	uint32_t guard = UINT32_MAX;

	if (symbol_find(m->symbols, s) || is_status(s) || is_launch(s))
		return 0;
	for (uint32_t i = 0; i < n; i++) {
		if (holds(m, d[i].guard, 0) == 0)
			continue;
		if (d[i].kind == CDEF_MACRO || (m->t->node[d[i].node].flags & FACT_MACRO)) {
			if (is_known(s, 1) || asks_for(m, d[i].guard, name))
				return 0;
		}
		if (!defines(m, &d[i]))
			continue;
		if (guard != UINT32_MAX && guard != d[i].guard)
			return 0;
		guard = d[i].guard;
	}
	return 1;
}

/* Is it of another program: beside a main that does not run? */
static int
elsewhere(const vm *m, uint32_t file)
{
	return m->main_file && file != m->main_file - 1 && cdefs_program(m->p->c, file);
}

/* Of its own file alone. */
static int
own(const vm *m, const cdef *d)
{
	return d->kind == CDEF_CLASS || (d->local && d->kind != CDEF_METHOD && d->kind != CDEF_OUTER) || (!d->header && (d->kind == CDEF_MACRO || m->t->node[d->node].flags & (FACT_STATIC | FACT_MACRO)));
}

static int
has_class(const cdef *d, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (d[i].kind == CDEF_CLASS)
			return 1;
	return 0;
}

static void
raised(vm *m)
{
	if (m->pending == X_RAISE)
		m->pending = X_NORMAL;
}

/* A class of C is made once, whatever name asks for it. */
static void
declare_class(vm *m, scope *s, uint32_t node)
{
	cell *made = map_get(m, &m->guards, key_str(node), v_int(node)), *c;

	if (made->v.kind == V_UNDEF) {
		vm_declare(m, s, node);
		c = map_find(&s->m, key_str(m->t->node[node].str));
		if (c)
			made->v = c->v;
	} else {
		cell_set(m, map_get(m, &s->m, key_str(m->t->node[node].str), v_str(m->t->node[node].str)), made->v);
	}
}

/* The class that a def is, with its methods, of a name that several namespaces have. */
static value
class_of_space(vm *m, const cdef *d)
{
	uint32_t id = cdefs_in(m->p->c, m->t, vm_text(m, d->space), d->name);
	cell *c = id ? vm_shared(m, id) : NULL;

	return c ? c->v : (value){0};
}

/* What one namespace has of a name that several have, under "space::name". */
static void
declare_of_space(vm *m, uint32_t name, const cdef *d, uint32_t n)
{
	cell *at = map_get(m, &m->shared->m, key_str(name), v_str(name));

	for (uint32_t i = 0; i < n; i++) {
		scope *s = vm_c_scope(m, d[i].file);
		uint32_t plain = m->t->node[d[i].node].str;
		cell *c;
		value was = {0};
		if (d[i].kind != CDEF_CLASS || at->v.kind != V_UNDEF || (!d[i].header && elsewhere(m, d[i].file)) || holds(m, d[i].guard, 1) == 0)
			continue;
		if ((c = map_find(&s->m, key_str(plain))))
			was = c->v;
		declare_class(m, s, d[i].node);
		if ((c = map_find(&s->m, key_str(plain)))) {
			at->v = c->v;
			if (was.kind != V_UNDEF)
				c->v = was;
		}
		raised(m);
	}
	for (uint32_t i = 0; i < n; i++) {
		const char *full = fact_str(m->t, d[i].node), *dot = strrchr(full, '.');
		value f;
		if ((d[i].kind != CDEF_FUNC && d[i].kind != CDEF_OUTER && d[i].kind != CDEF_METHOD) || (!d[i].header && elsewhere(m, d[i].file)) || holds(m, d[i].guard, 1) == 0)
			continue;
		if (d[i].kind == CDEF_METHOD && !is_obj(at->v, O_CLASS))
			continue;
		m->closure = vm_c_scope(m, d[i].file);
		f = v_obj(vm_declare_func(m, m->shared, d[i].node, d[i].kind == CDEF_METHOD ? at->v.o : NULL));
		m->closure = NULL;
		if (d[i].kind == CDEF_METHOD)
			vm_put_func(m, &at->v.o->m, vm_id(m, dot + 1), f);
		else if (at->v.kind == V_UNDEF || is_obj(at->v, O_FUNC))
			vm_put_func(m, &m->shared->m, name, f);
	}
}


/* What a file has of a name for itself: functions, classes and macros, then data. */
static void
declare_own(vm *m, scope *s, uint32_t name, const cdef *d, uint32_t n, int decide)
{
	int cls = has_class(d, n), guess = !decide && taken(m, d, n, name);

	for (int data = 0; data < 2; data++)
		for (uint32_t i = 0; i < n; i++) {
			int mine = own(m, &d[i]) || (d[i].kind == CDEF_METHOD && cls);
			if (!mine || (d[i].kind == CDEF_DATA) != data || holds(m, d[i].guard, !guess) == 0)
				continue;
			if (cls && cdefs_several(m->p->c, name) && !d[i].local && (d[i].kind == CDEF_CLASS || d[i].kind == CDEF_METHOD)) {
				value v = d[i].kind == CDEF_CLASS ? class_of_space(m, &d[i]) : (value){0};
				if (v.kind != V_UNDEF)
					cell_set(m, map_get(m, &s->m, key_str(name), v_str(name)), v);
				continue;
			}
			if (d[i].kind == CDEF_CLASS) {
				declare_class(m, s, d[i].node);
				raised(m);
				continue;
			}
			if (d[i].kind == CDEF_MADE)
				vm_put_func(m, &s->m, name, v_obj(vm_declare_func(m, s, d[i].node, NULL)));
			else if (d[i].kind == CDEF_MACRO || d[i].kind == CDEF_DATA)
				vm_exec(m, s, d[i].node);
			else
				vm_declare(m, s, d[i].node);
			raised(m);
		}
}

/* Data that other files see, too: one cell for all. */
static void
declare_data(vm *m, const cdef *d)
{
	scope *s = vm_c_scope(m, d->file);
	cell *g = map_find(&m->shared->m, key_str(d->name)), *c;

	if (g && g->v.kind != V_UNDEF && !fact_find(m->t, d->node, FACT_DEFAULT))
		return; /* extern, or the declaration of what has its value */
	g = map_get(m, &m->shared->m, key_str(d->name), v_str(d->name));
	if (g->v.kind == V_UNDEF && fact_find(m->t, d->node, FACT_DEFAULT))
		g->v = v_unk(0); /* what its own value may point to */
	vm_exec(m, s, d->node);
	if (!(c = map_find(&s->m, key_str(d->name))) || c == g)
		return;
	g->v = c->v;
	g->ctype = c->ctype;
	for (uint32_t k = 0; k < s->m.n; k++)
		if (s->m.slot[k].c == c)
			s->m.slot[k].c = g;
}

static void
declare_shared(vm *m, uint32_t name, const cdef *d, uint32_t n)
{
	int guess = !m->preproc && taken(m, d, n, name), cls = has_class(d, n);
	cell *c;

	for (uint32_t i = 0; i < n && cls; i++) {
		scope *s;
		if (d[i].kind != CDEF_CLASS || (!d[i].header && elsewhere(m, d[i].file)))
			continue;
		c = map_find(&m->shared->m, key_str(name));
		if ((c && c->v.kind != V_UNDEF) || holds(m, d[i].guard, !guess) == 0)
			continue;
		s = vm_c_scope(m, d[i].file);
		vm_demand(m, s, name);
		if ((c = map_find(&s->m, key_str(name))) && c->v.kind != V_UNDEF)
			map_get(m, &m->shared->m, key_str(name), v_str(name))->v = c->v;
	}
	for (uint32_t i = 0; i < n; i++) {
		if (d[i].kind == CDEF_DATA || own(m, &d[i]) || (!d[i].header && elsewhere(m, d[i].file)))
			continue;
		if (d[i].kind == CDEF_METHOD) {
			uint32_t count;
			const cdef *of = cdefs_of(m->p->c, m->t, name, d[i].file, &count);
			if (cls && cdefs_several(m->p->c, name) && !d[i].local)
				continue; /* its class has it by the name of its namespace */
			if (!cls || has_class(of, count))
				continue;
		}
		if (d[i].kind == CDEF_OUTER) { /* a method, unless what is before the dot is no class */
			const char *full = fact_str(m->t, d[i].node), *dot = strrchr(full, '.'), *from = full, *p;
			uint32_t of, count;
			const cdef *e;
			while ((p = strchr(from, '.')) != dot)
				from = p + 1;
			of = as_intern_find(&m->t->text, from, (size_t)(dot - from));
			e = of == UINT32_MAX ? NULL : cdefs_of(m->p->c, m->t, of, UINT32_MAX, &count);
			if (e && has_class(e, count))
				continue;
		}
		if (holds(m, d[i].guard, !guess) == 0)
			continue;
		if (d[i].kind == CDEF_MACRO) {
			vm_exec(m, m->shared, d[i].node);
		} else {
			m->closure = vm_c_scope(m, d[i].file);
			if (d[i].kind == CDEF_MADE)
				vm_put_func(m, &m->shared->m, name, v_obj(vm_declare_func(m, m->shared, d[i].node, NULL)));
			else
				vm_declare(m, m->shared, d[i].node);
			m->closure = NULL;
		}
		raised(m);
	}
	for (int header = 1; header >= 0; header--)
		for (uint32_t i = 0; i < n; i++)
			if (d[i].kind == CDEF_DATA && d[i].header == header && !own(m, &d[i]) && (header || !elsewhere(m, d[i].file)) && holds(m, d[i].guard, !guess)) {
				declare_data(m, &d[i]);
				raised(m);
			}
}

void
vm_demand(vm *m, scope *s, uint32_t name)
{
	uint32_t n, file = s->kind == S_FILE ? s->file : UINT32_MAX;
	const cdef *d;
	cell *asked;
	doing was;
	int preproc = m->preproc;

	if (!m->p->c || !(d = cdefs_of(m->p->c, m->t, name, file, &n)))
		return;
	asked = map_get(m, &m->asked, key_int((int64_t)(file == UINT32_MAX ? 0 : file + 1) << 30 ^ name), v_int(name));
	if (asked->v.kind != V_UNDEF)
		return;
	asked->v = v_bool(1);
	if (m->depth > 2400) {
		vm_cut(m, m->line_node, "declarations nested deeper than they are followed");
		return;
	}
	was = interrupt(m);
	m->depth++;
	if (s->kind == S_FILE) {
		declare_own(m, s, name, d, n, preproc);
		if (has_class(d, n)) /* its methods in other files */
			vm_demand(m, m->shared, name);
	} else {
		m->preproc = preproc;
		if (strstr(vm_text(m, name), "::"))
			declare_of_space(m, name, d, n);
		else
			declare_shared(m, name, d, n);
	}
	m->depth--;
	resume(m, &was);
}

cell *
vm_in_space(vm *m, const char *space, uint32_t name)
{
	const char *dot = strrchr(space, '.');
	uint32_t id = m->c ? cdefs_in(m->p->c, m->t, dot ? dot + 1 : space, name) : 0;
	cell *c = id ? vm_shared(m, id) : NULL;

	return c && c->v.kind != V_UNDEF ? c : NULL;
}

/* A name of several namespaces as it is seen at a node: of the namespaces around it, or of
 * one that the file uses. NULL: it is not told. */
cell *
vm_seen_from(vm *m, uint32_t node, uint32_t name)
{
	uint32_t file, space;
	cell *c;

	if (!cdefs_several(m->p->c, name))
		return NULL;
	file = program_file(m->p, node);
	for (uint32_t outer = 0; (space = cdefs_space(m->t, file, node, outer)) != 0; outer++)
		if (*vm_text(m, space) && (c = vm_in_space(m, vm_text(m, space), name)))
			return c;
	FACT_EACH_KID(m->t, file, k)
		if (m->t->node[k].kind == FACT_FROM && (c = vm_in_space(m, fact_str(m->t, k), name)))
			return c;
	return vm_in_space(m, "", name);
}

cell *
vm_shared(vm *m, uint32_t name)
{
	if (m->c)
		vm_demand(m, m->shared, name);
	return map_find(&m->shared->m, key_str(name));
}

/* Is the file beside the one that runs, or below it? */
static int
beside(const vm *m, uint32_t file)
{
	const char *path = fact_str(m->t, file), *have, *slash;

	if (!m->main_file)
		return 0;
	have = fact_str(m->t, m->main_file - 1);
	slash = strrchr(have, '/');
	return !slash || strncmp(path, have, (size_t)(slash - have + 1)) == 0;
}

/* The name under which it is kept what the build makes of a name. */
static const char *
renaming(vm *m, uint32_t name)
{
	return vm_text(m, vm_idf(m, "-D%.200s", vm_text(m, name)));
}

uint32_t
vm_as_built(vm *m, scope *s, uint32_t name, const cell *c)
{
	cell *r = m->renames && !m->preproc && (!c || is_obj(c->v, O_FUNC) || c->v.kind == V_UNK) ? map_find(&m->shared->m, key_str(vm_id(m, renaming(m, name)))) : NULL, *is;
	uint32_t decl = r ? (uint32_t)r->v.i : 0, other;

	if (!r || (c && is_obj(c->v, O_FUNC) && m->t->node[c->v.o->node].flags & (FACT_STATIC | FACT_MACRO))) /* of one file: all of it is renamed */
		return 0;
	other = m->t->node[fact_find(m->t, decl, FACT_DEFAULT) + 1].str;
	if (other == name || ((!c || !is_obj(c->v, O_FUNC)) && (!(is = scope_find(m, s, other)) || !is_obj(is->v, O_FUNC))))
		return 0;
	return vm_decide(m, vm_idf(m, "as built, %.100s is %.100s", vm_text(m, name), vm_text(m, other)), decl) ? other : 0;
}

/* Is a variable outside of functions called so, in C? */
static int
is_data(const vm *m, uint32_t name)
{
	uint32_t n;
	const cdef *c = cdefs_of(m->p->c, m->t, name, UINT32_MAX, &n);

	for (uint32_t i = 0; i < n; i++)
		if (c[i].kind == CDEF_DATA && fact_find(m->t, c[i].node, FACT_TYPE))
			return 1;
	return 0;
}

/* A variable of the tree is declared once more, under another name, of which text says what it is linked as. */
static void
linked(vm *m, uint32_t node)
{
	const char *s = fact_str(m->t, node) + strspn(fact_str(m->t, node), "\"");
	size_t n = strcspn(s, "\"");
	uint32_t id = as_intern_find(&m->t->text, s, n);

	if (n && id != UINT32_MAX && is_data(m, id))
		vm_edge_to(m, EDGE_ANY, node, "%.*s may be set by another name", (int)n, s);
}

void
vm_thread_begins(vm *m, uint32_t node)
{
	if (m->own_set)
		vm_edge_to(m, EDGE_ANY, node, "a variable that each thread has of its own begins anew in this one");
}

/* What may run before main without being named, as far as is known. */
static void
by_itself(vm *m)
{
	for (uint32_t k = 0, node; m->cone && (node = cone_itself(m->cone, k)) != 0; k++)
		if (!elsewhere(m, program_file(m->p, node)))
			vm_edge(m, node, "it may run before main, by a macro that is not known");
}

/* Does a function of that name compile, load code or start a program? */
static int
runs_more(const vm *m, const char *name)
{
	return is_process(name) || cone_gets_code(name) || symbol_find(m->symbols, name) != NULL;
}

void
vm_setup(vm *m)
{
	const cdefs *d = m->p->c;

	m->shared = scope_new(m, S_SHARED, NULL, 0);
	m->c = 1;
	/* macros that the build may set */
	for (uint32_t i = 0; i < m->t->n; i = m->t->node[i].end)
		if (m->t->node[i].flags & FACT_DATA) {
			FACT_EACH_KID(m->t, i, k) {
				if (fact_renames(m->t, k)) {
					value key = v_strc(m, renaming(m, m->t->node[k + 1].str));
					map_get(m, &m->shared->m, key_str(key.s.s), key)->v = v_int(k);
					m->renames = 1;
					if (is_known(fact_str(m->t, k + 1), 1) && !runs_more(m, fact_str(m->t, fact_find(m->t, k, FACT_DEFAULT) + 1))) /* the same of another library */
						continue;
				}
				if (m->t->node[k].kind == FACT_DECL && (m->t->node[k].flags & FACT_OPEN))
					vm_exec(m, m->shared, k);
			}
		}
	for (int statement = 0; d && statement < 2; statement++)
		for (int header = 1; header >= 0; header--)
			for (uint32_t i = 0; i < d->neager && m->pending != X_EXIT && m->pending != X_STOP; i++) {
				uint32_t node = d->eager[i].node, file = d->eager[i].file;
				scope *s;
				if (d->eager[i].statement != statement || d->eager[i].header != header || (!header && elsewhere(m, file)) || (d->neager > MOST_EAGER && !beside(m, file)) ||
				    !holds(m, d->eager[i].guard, 1))
					continue;
				s = vm_c_scope(m, file);
				if (m->t->node[node].kind == FACT_FUNC) {
					cell *c = scope_find(m, s, m->t->node[node].str);
					if (c && is_obj(c->v, O_FUNC))
						vm_callv(m, c->v, node, 0, NULL);
				} else if (statement && m->t->node[node].kind == FACT_UNKNOWN)
					linked(m, node);
				else if (statement)
					vm_exec(m, s, node);
				else
					scope_find(m, s, m->t->node[node + 1].str);
				raised(m);
			}
	by_itself(m);
}
