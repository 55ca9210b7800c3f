/* decide.c - see vm.h: what is known, what is decided, and what happened. */
#include "vm_impl.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../cone/cone.h"
#include "grow.h"
#include "../program/harmless.h"
#include "../program/program.h"

enum { MAX_DECISIONS = 56, MAX_DEFAULTS = 400, MAX_TAKEN = 1000 };

void *
vm_more(vm *m, void *p, uint32_t n, uint32_t *cap, size_t size)
{
	if (as_grow32(&p, n, cap, size) != 0)
		longjmp(m->nomem, 1);
	return p;
}

void
vm_event(vm *m, ekind k, uint32_t node, uint32_t what, uint32_t of, int bit)
{
	enum { MOST = 200000 };

	if (k == E_OPAQUE && harmless_at(m->p->harmless, node))
		return;
	if (m->nev >= MOST) {
		vm_cut(m, node, "more events than one path may have");
		return;
	}
	m->ev = vm_more(m, m->ev, m->nev, &m->ev_cap, sizeof *m->ev);
	m->ev[m->nev++] = (event){(uint8_t)k, (uint8_t)bit, node, what, of, m->top};
	m->ticks += k == E_TICK;
}

/* The number of the event that comes next among the *n of its kind. Values have 16 bits for it. */
static uint32_t
numbered(vm *m, uint32_t **at, uint32_t *n, uint32_t *cap, uint32_t node)
{
	if (*n == UINT16_MAX) {
		vm_cut(m, node, "more events than one path may have");
		return *n;
	}
	*at = vm_more(m, *at, *n, cap, sizeof **at);
	(*at)[(*n)++] = m->nev;
	return *n;
}

/* Does a node stand in a decorator of a function at file level? */
static int
decorates(const vm *m, uint32_t node)
{
	uint32_t file = program_file(m->p, node), fn = fact_kid_over(m->t, file, node), d = fn && m->t->node[fn].kind == FACT_FUNC ? fact_kid_over(m->t, fn, node) : 0;

	return !m->c && d && m->t->node[d].kind == FACT_DECOR;
}

uint32_t
vm_new_site(vm *m, uint32_t node, const char *name)
{
	uint32_t k = numbered(m, &m->site_ev, &m->nsite, &m->site_cap, node);

	m->ndecorated += (uint32_t)decorates(m, node);
	vm_event(m, E_COMPILE, node, vm_id(m, name), k, 0);
	return k;
}

const event *
vm_site(const vm *m, uint32_t k)
{
	return k && k <= m->nsite && m->site_ev[k - 1] < m->nev ? &m->ev[m->site_ev[k - 1]] : NULL;
}

uint32_t
vm_edge_to(vm *m, edge_reach reach, uint32_t node, const char *fmt, ...)
{
	uint32_t k;
	char buf[400];
	va_list ap;

	if (harmless_at(m->p->harmless, node))
		return 0;
	k = numbered(m, &m->edge_ev, &m->nedge, &m->edge_cap, node);
	va_start(ap, fmt);
	vsnprintf(buf, sizeof buf, fmt, ap);
	va_end(ap);
	vm_event(m, E_OPAQUE, node, vm_id(m, buf), k, reach);
	return k;
}

void
vm_loud(vm *m, uint32_t node)
{
	const char *why = m->c ? cone_loud_at(m->cone, node) : NULL;

	if (why)
		vm_edge(m, node, "%s", why);
}

void
vm_loud_class(vm *m, const obj *cls)
{
	vm_loud(m, cls->node);
	for (int64_t i = 0; m->c && is_obj(cls->a, O_LIST) && i < list_len(cls->a.o); i++)
		if (is_obj(list_at(cls->a.o, i), O_CLASS) && list_at(cls->a.o, i).o != cls)
			vm_loud_class(m, list_at(cls->a.o, i).o);
}

static event *
edge_event(const vm *m, uint32_t k)
{
	return k && k <= m->nedge && m->edge_ev[k - 1] < m->nev ? &m->ev[m->edge_ev[k - 1]] : NULL;
}

void
vm_edge_widen(vm *m, uint32_t k)
{
	event *e = edge_event(m, k);

	if (e)
		e->bit = EDGE_ANY;
}

void
vm_opaque_use(vm *m, uint32_t node, uint32_t k)
{
	const event *e = edge_event(m, k);

	if (e)
		vm_event(m, E_OPAQUE, node, e->what, k, EDGE_USED);
}

static void
limit(vm *m, uint32_t node, const char *why)
{
	if (m->cut)
		return;
	m->cut = why;
	m->cut_at = node;
}

void
vm_cut(vm *m, uint32_t node, const char *why)
{
	m->complete = 0;
	limit(m, node, why);
}

xstat
vm_raise(vm *m, const char *name)
{
	m->exc_name = vm_id(m, name);
	m->exc = v_unk(0);
	m->exc_fault = 0;
	m->pending = X_RAISE;
	return X_RAISE;
}

void
vm_exit(vm *m, int status)
{
	m->exit_status = status;
	m->exc_name = vm_id(m, "SystemExit");
	m->exc = v_unk(0);
	m->exc_fault = 0;
	m->pending = X_EXIT;
}

/* For a library, and where what is not given is at its default: is this asked while it is imported, or whether a module is there? */
static int
taken(const vm *m, uint32_t sym)
{
	const char *s = sym_named(sym) ? vm_text(m, sym) : "";
	size_t n = strlen(s);

	return m->importing || ((m->library || m->defaults) && strncmp(s, "module ", 7) == 0 && n > 9 && strcmp(s + n - 9, " is there") == 0);
}

/* Does it ask how the tree is built: an #if, or which of several files has a function? */
static int
late(const vm *m, uint32_t sym)
{
	return m->preproc || (sym_named(sym) && (strncmp(vm_text(m, sym), "overload ", 9) == 0 || strncmp(vm_text(m, sym), "as built, ", 10) == 0));
}

/* Does it follow from what was decided: something that is one text is no other? 1, 0; -1: no. */
static int
follows(const vm *m, uint32_t sym)
{
	for (uint32_t i = 0; i < m->neq; i++)
		for (uint32_t k = 0; k < m->nfixed && m->eq[i].sym == sym && !m->eq[i].affix; k++)
			if (m->fixed[k].sym == m->eq[i].of && m->fixed[k].v.kind == V_STR && m->eq[i].v.kind == V_STR && !m->fixed[k].v.s.off && !m->eq[i].v.s.off)
				return m->fixed[k].v.s.s == m->eq[i].v.s.s;
	return -1;
}

int
vm_decided(const vm *m, uint32_t sym)
{
	const cell *c = map_find(&m->decided, sym);

	return c ? (int)c->v.i : -1;
}

static void
add_decision(vm *m, decision d)
{
	m->dec = vm_more(m, m->dec, m->ndec, &m->dec_cap, sizeof *m->dec);
	m->dec[m->ndec++] = d;
	if (!map_find(&m->decided, d.sym))
		map_get(m, &m->decided, d.sym, v_none())->v = v_int(d.choice);
}

int
vm_decide(vm *m, uint32_t sym, uint32_t node)
{
	int known;
	uint8_t choice = m->lean != 2, aside = m->lean == 3, alone;

	m->lean = 0;

	if ((known = vm_decided(m, sym)) >= 0 || (known = follows(m, sym)) >= 0)
		return known;
	if (!(alone = taken(m, sym)) && m->ndec - m->ntaken >= (m->defaults ? MAX_DEFAULTS : MAX_DECISIONS)) {
		limit(m, node, "more open conditions than one path may have");
		m->untried = 1; /* the path goes on, only the other way is not tried */
		choice &= m->away != 0;
		alone = 1;
	}
	if (alone && m->ntaken++ >= MAX_TAKEN) {
		vm_cut(m, node, "more open conditions than one path may have");
		return 0;
	}
	/* while it is looked for where the label enters: what is not the label last */
	for (uint32_t i = 0; i < m->neq && !m->bound && !m->by_name && !m->unbound_loops && m->label; i++)
		if (m->eq[i].sym == sym && m->eq[i].v.kind == V_STR && m->eq[i].v.s.s != m->label)
			choice = 0;
	if (m->defaults && vm_leans(m, sym) >= 0)
		choice = (uint8_t)vm_leans(m, sym);
	if (m->ndec < m->nprefix)
		choice = m->prefix[m->ndec];
	add_decision(m, (decision){sym, node, choice, alone, late(m, sym), aside});
	vm_event(m, E_OPEN, node, sym_named(sym) ? sym : 0, m->ndec, choice);
	if (choice)
		for (uint32_t i = 0; i < m->neq; i++)
			if (m->eq[i].sym == sym && m->ngiven < 32 && m->eq[i].v.kind == V_STR) {
				m->given[m->ngiven].of = m->eq[i].of;
				m->given[m->ngiven++].s = m->eq[i].v.s.s;
			}
	if (choice)
		for (uint32_t i = 0; i < m->neq; i++)
			if (m->eq[i].sym == sym && !m->eq[i].affix && m->nfixed < 64) {
				m->fixed[m->nfixed].sym = m->eq[i].of;
				m->fixed[m->nfixed++].v = m->eq[i].v;
			}
	return choice;
}

uint32_t
sym_of(vm *m, value v, uint32_t node)
{
	(void)m;
	return v.kind == V_UNK && v.sym ? v.sym : (uint32_t)NODE_SYM | node;
}

void
vm_assume(vm *m, uint32_t sym, uint32_t node)
{
	add_decision(m, (decision){sym, node, 1, 1, 0, 0});
	m->ntaken++;
	vm_event(m, E_OPEN, node, sym, m->ndec, 1);
}

value
vm_phi(vm *m, uint32_t sym, value a, value b)
{
	obj *o;

	if (same(a, b))
		return a;
	if (vm_label_of(m, a, b).kind)
		return vm_label_of(m, a, b);
	o = vm_obj(m, O_PHI, sym, 0);
	o->a = a;
	o->b = b;
	return v_obj(o);
}

/* The truth of a side of what has two; -1: not known. */
static int
face(const vm *m, const obj *phi, int first)
{
	value v = first ? phi->a : phi->b;

	if (v.kind == V_UNK && v.sym == phi->name) /* `a or b`, `a and b`: what was asked itself */
		return first != ((v.flags & VF_NOT) != 0);
	return vm_known(m, v);
}

value
vm_resolved(vm *m, value v, uint32_t node)
{
	for (int i = 0; is_obj(v, O_PHI) || v.kind == V_THUNK; i++) {
		if (i == 64) { /* a loop stacked them: which one is not asked any more */
			v = v_unk(0);
			continue;
		}
		if (is_obj(v, O_PHI) && m->away) { /* the side that does not raise first */
			int want = m->away == 1, a = face(m, v.o, 1), b = face(m, v.o, 0);
			if (a >= 0 && a != want && b != a)
				m->lean = 2;
		}
		if (is_obj(v, O_PHI))
			v = vm_decide(m, v.o->name, node) ? v.o->a : v.o->b;
		else
			v = vm_eval(m, v.at, v.t.node);
	}
	if (v.kind == V_UNK && v.sym && !(v.flags & VF_NOT))
		for (uint32_t i = 0; i < m->nfixed; i++)
			if (m->fixed[i].sym == v.sym)
				return m->fixed[i].v;
	return v;
}

value
vm_plain(vm *m, value v, uint32_t node)
{
	value self, r;
	char name[220];
	const char *base = NULL;

	v = vm_resolve(m, v, node);
	if (!is_obj(v, O_METHOD))
		return v;
	self = vm_plain(m, v.o->a, node);
	if (self.kind == V_UNK)
		base = vm_name_of(m, self, NULL);
	else if (is_obj(self, O_THING))
		base = vm_text(m, self.o->name);
	else if (m->c && is_obj(self, O_PARTIAL) && is_obj(self.o->a, O_EXT)) /* a member of a template that is not in the tree */
		base = vm_text(m, self.o->a.o->name);
	else
		return v;
	if (!base) {
		r = v_unk(0);
	} else {
		snprintf(name, sizeof name, "%.150s.%.60s", base, vm_text(m, v.o->name));
		if (self.kind == V_UNK && self.i)
			return vm_input(m, name, node);
		r = v_unk(vm_id(m, name));
	}
	r.opq = (uint16_t)opq_of(self);
	r.comp = (uint16_t)comp_of(self);
	if (!r.opq && (is_obj(self, O_THING) || self.flags & VF_NUMBER))
		r.flags = VF_NUMBER; /* data of a library that is known */
	return r;
}

int
vm_known(const vm *m, value v)
{
	size_t n;

	switch (v.kind) {
	case V_NONE: return 0;
	case V_BOOL: case V_INT: return v.i != 0;
	case V_FLOAT: return v.f != 0;
	case V_STR:
		if (!vm_cstr(m, v, &n))
			return -1;
		return m->c && !(v.flags & VF_CHAR) ? 1 : n > 0 && *vm_cstr(m, v, NULL);
	case V_REF: return 1;
	case V_UNK: return v.flags & VF_TRUE ? !(v.flags & VF_NOT) : -1;
	case V_OBJ:
		switch (v.o->kind) {
		case O_LIST: case O_TUPLE: case O_DICT:
			if (m->c && v.o->kind != O_TUPLE)
				return 1;
			return list_len(v.o) ? 1 : v.o->loose ? -1 : 0;
		case O_PHI: return -1;
		case O_METHOD: return v.o->a.kind == V_UNK || is_obj(v.o->a, O_THING) || is_obj(v.o->a, O_METHOD) || (m->c && is_obj(v.o->a, O_PARTIAL)) ? -1 : 1;
		case O_THING: return v.o->comp ? 1 : v.o->loose ? -1 : 1;
		case O_EXT:
			if (!m->c) /* a constant of a library, as likely as a function of it */
				return strstr(m->t->text.str[v.o->name], "TYPE_CHECKING") ? 0 : strchr(m->t->text.str[v.o->name], '.') ? -1 : 1;
			return m->c && !is_known(m->t->text.str[v.o->name], 1) ? -1 : 1;
		default: return 1;
		}
	default: return -1;
	}
}

/* A short text of what an unknown is; NULL if it has no name. */
const char *
vm_named(const vm *m, value v, char *buf, size_t n)
{
	switch (v.kind) {
	case V_UNK: return vm_name_of(m, v, NULL);
	case V_NONE: return m->c ? "NULL" : "None";
	case V_BOOL: return v.i ? "true" : "false";
	case V_INT: snprintf(buf, n, "%lld", (long long)v.i); return buf;
	case V_FLOAT: snprintf(buf, n, "%g", v.f); return buf;
	case V_STR: snprintf(buf, n, "'%.60s'", vm_cstr(m, v, NULL) ? vm_cstr(m, v, NULL) : ""); return buf;
	case V_OBJ:
		if (v.o->kind == O_EXT || v.o->kind == O_THING || v.o->kind == O_CLASS || v.o->kind == O_FUNC)
			return vm_text(m, v.o->name);
		if (v.o->kind == O_METHOD) {
			char one[100];
			const char *s = vm_named(m, v.o->a, one, sizeof one);
			if (!s)
				return NULL;
			snprintf(buf, n, "%.100s.%.60s", s, vm_text(m, v.o->name));
			return buf;
		}
		if (v.o->kind == O_TUPLE || (v.o->kind == O_LIST && !m->c && v.o->m.n && v.o->m.n < 4 && !v.o->loose)) {
			char one[80];
			size_t k = (size_t)snprintf(buf, n, "(");
			for (uint32_t i = 0; i < v.o->m.n; i++) {
				const char *s = vm_named(m, v.o->m.slot[i].c->v, one, sizeof one);
				if (!s || k + strlen(s) + 4 > n)
					return NULL;
				k += (size_t)snprintf(buf + k, n - k, "%s%s", i ? ", " : "", s);
			}
			snprintf(buf + k, n - k, ")");
			return buf;
		}
		return NULL;
	default: return NULL;
	}
}

static int
truth(vm *m, value v, uint32_t node)
{
	int k, flip;

	v = vm_plain(m, v, node);
	if ((k = vm_known(m, v)) >= 0)
		return k;
	flip = v.kind == V_UNK && (v.flags & VF_NOT);
	if (v.kind == V_UNK)
		vm_evidence(m, v, 1);
	if (v.kind == V_OBJ && m->away == 2)
		m->lean = 2;
	if (is_obj(v, O_EXT))
		return vm_decide(m, v.o->name, node);
	if (is_obj(v, O_METHOD)) {
		char buf[200];
		const char *s = vm_named(m, v, buf, sizeof buf);
		return vm_decide(m, s ? vm_id(m, s) : sym_of(m, v_unk(0), node), node);
	}
	if (is_obj(v, O_THING))
		return vm_decide(m, v.o->self_flags & 1 ? sym_of(m, v_unk(0), v.o->node) : v.o->name, node);
	if (m->library && is_named(v) && !m->away) { /* what a caller may give is given */
		const char *s = vm_text(m, v.sym);
		size_t n = strlen(s);
		if (n > 8 && strcmp(s + n - 8, " == None") == 0)
			m->lean = 2;
	}
	if ((m->away == 1 && flip) || (m->away == 2 && !flip))
		m->lean = 2;
	return vm_decide(m, sym_of(m, v, node), node) != flip;
}

int
vm_truth(vm *m, value v, uint32_t node)
{
	uint32_t from = m->nev;
	int k = truth(m, v, node);

	vm_shows(m, from, node, k);
	return k;
}

void
vm_shows(vm *m, uint32_t from, uint32_t node, int k)
{
	for (uint32_t i = from; i < m->nev; i++)
		if (m->ev[i].kind == E_OPEN && m->ev[i].node == node)
			m->ev[i].bit = (uint8_t)k;
}

void
vm_mark(vm *m, uint32_t node, uint8_t bit)
{
	if (!m->mark || m->mark[node] & bit)
		return;
	m->marked = vm_more(m, m->marked, m->nmarked, &m->marked_cap, sizeof *m->marked);
	if (!m->mark[node])
		m->marked[m->nmarked++] = node;
	m->mark[node] |= bit;
}
