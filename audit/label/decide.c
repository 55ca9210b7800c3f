/* decide.c - see vm.h: what is known, what is decided, and what happened. */
#include "vm.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"

enum { MAX_DECISIONS = 56, NODE_SYM = (int)0x80000000 };

static void *
more(vm *m, void *p, uint32_t n, uint32_t *cap, size_t size)
{
	if (n < *cap)
		return p;
	*cap = *cap ? *cap * 2 : 128;
	if (!(p = realloc(p, *cap * size)))
		longjmp(m->nomem, 1);
	return p;
}

void
vm_event(vm *m, ekind k, uint32_t node, uint32_t what, uint32_t of, int bit)
{
	enum { MOST = 200000 };

	if (m->nev >= MOST) {
		m->complete = 0;
		return;
	}
	m->ev = more(m, m->ev, m->nev, &m->ev_cap, sizeof *m->ev);
	m->ev[m->nev++] = (event){(uint8_t)k, (uint8_t)bit, node, what, of, m->top};
}

uint32_t
vm_edge(vm *m, uint32_t node, const char *fmt, ...)
{
	char buf[400];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(buf, sizeof buf, fmt, ap);
	va_end(ap);
	if (m->nedge < 1000)
		m->edge_ev[m->nedge++] = m->nev;
	vm_event(m, E_OPAQUE, node, vm_id(m, buf), m->nedge, 0);
	return m->nedge;
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
	m->pending = X_EXIT;
}

static uint32_t
source_id(vm *m, uint32_t name, uint32_t node)
{
	for (uint32_t i = 0; i < m->nsource; i++)
		if (m->source[i].name == name)
			return i;
	m->source = more(m, m->source, m->nsource, &m->source_cap, sizeof *m->source);
	m->source[m->nsource] = (source){.name = name, .node = node};
	return m->nsource++;
}

value
vm_input(vm *m, const char *name, uint32_t node)
{
	uint32_t id = vm_id(m, name), s = source_id(m, id, node);
	value v = v_unk(id);

	if (m->bound == id && m->label) {
		v = v_str(m->label);
		v.flags = VF_LABEL;
		if (!m->entered_label) {
			m->entered_label = 1;
			vm_event(m, E_ENTER, node, id, 0, 0);
		}
		return v;
	}
	v.flags = VF_INPUT;
	v.i = s + 1;
	return v;
}

void
vm_evidence(vm *m, value v, int score)
{
	if (v.kind == V_UNK && v.i > 0 && (uint32_t)v.i <= m->nsource && m->source[v.i - 1].score < score)
		m->source[v.i - 1].score = score;
}

const char *
vm_hyp(const vm *m, value v)
{
	const source *s;

	if (!m->label || v.kind != V_UNK || v.i <= 0 || (uint32_t)v.i > m->nsource)
		return NULL;
	s = &m->source[v.i - 1];
	return !s->root ? vm_text(m, m->label) : s->hyp ? vm_text(m, s->hyp) : NULL;
}

value
vm_part(vm *m, value v, const char *name, value hyp)
{
	value p;
	uint32_t root;

	if (v.i <= 0 || (uint32_t)v.i > m->nsource || strlen(name) > 150)
		return v_unk(0);
	root = m->source[v.i - 1].root ? m->source[v.i - 1].root : (uint32_t)v.i;
	p = vm_input(m, name, m->source[v.i - 1].node);
	if (p.kind == V_UNK && p.i > 0) {
		m->source[p.i - 1].root = root;
		m->source[p.i - 1].hyp = hyp.kind == V_STR && vm_cstr(m, hyp, NULL) ? vm_id(m, vm_cstr(m, hyp, NULL)) : 0;
	}
	return p;
}

/* How well text passes the test. */
static int
passes(const char *text, test_kind k, const char *c, size_t n)
{
	size_t l = strlen(text);

	if (!n)
		return 2;
	switch (k) {
	case T_EQUAL: return l == n && memcmp(text, c, n) == 0 ? 100 : 2;
	case T_KEY: return l == n && memcmp(text, c, n) == 0 ? 95 : 3;
	case T_AMONG: return l == n && memcmp(text, c, n) == 0 ? 90 : 3;
	case T_PREFIX: return l >= n && memcmp(text, c, n) == 0 ? 50 : 2;
	case T_SUFFIX: return l >= n && memcmp(text + l - n, c, n) == 0 ? 50 : 2;
	case T_INSIDE: return memmem(text, l, c, n) ? (n > 1 ? 50 : 5) : 2;
	}
	return 0;
}

void
vm_tested(vm *m, value v, test_kind k, const char *c, size_t n)
{
	const char *hyp;
	source *s;
	int score;

	if (!m->label || v.kind != V_UNK || v.i <= 0 || (uint32_t)v.i > m->nsource)
		return;
	vm_evidence(m, v, passes(vm_text(m, m->label), k, c, n));
	s = &m->source[v.i - 1];
	if (s->root && (hyp = vm_hyp(m, v)) && *hyp) {
		score = passes(hyp, k, c, n);
		if (score >= 90 && strcmp(hyp, vm_text(m, m->label)) != 0)
			score = 70;
		if (m->source[s->root - 1].score < score)
			m->source[s->root - 1].score = score;
	}
}

void
vm_means(vm *m, uint32_t sym, uint32_t of, value v, int affix)
{
	uint32_t i;

	if (!sym || sym >> 31 || m->neq == 128)
		return;
	for (i = 0; i < m->neq && m->eq[i].sym != sym; i++)
		;
	if (i < m->neq)
		return;
	m->eq[m->neq].sym = sym;
	m->eq[m->neq].of = of;
	m->eq[m->neq].affix = affix;
	m->eq[m->neq++].v = v;
}

int
vm_other_option(vm *m, value v, const char *c)
{
	if (v.kind != V_UNK || !v.sym || v.sym >> 31 || *c != '-' || strncmp(vm_text(m, v.sym), "argument ", 9) != 0)
		return 0;
	for (uint32_t i = 0; i < m->ngiven; i++)
		if (m->given[i].of != v.sym && strcmp(vm_text(m, m->given[i].s), c) == 0)
			return 1;
	return 0;
}

int
label_word(const vm *m, const char *s)
{
	const char *label = m->label ? vm_text(m, m->label) : "";
	size_t n = strlen(label), k = strlen(s);

	return n > 1 && k >= n && (strcmp(s + k - n, label) == 0 || (strncmp(s, label, n) == 0 && s[n] == '_')) && (k == n || s[k - n - 1] == '_' || strncmp(s, label, n) == 0);
}

int
vm_decide(vm *m, uint32_t sym, uint32_t node)
{
	uint8_t choice = 1;

	for (uint32_t i = 0; i < m->ndec; i++)
		if (m->dec[i].sym == sym)
			return m->dec[i].choice;
	if (m->ndec >= MAX_DECISIONS) {
		m->complete = 0;
		return 0;
	}
	if (m->ndec < m->nprefix)
		choice = m->prefix[m->ndec];
	m->dec = more(m, m->dec, m->ndec, &m->dec_cap, sizeof *m->dec);
	m->dec[m->ndec++] = (decision){sym, node, choice};
	vm_event(m, E_OPEN, node, sym & (uint32_t)NODE_SYM ? 0 : sym, m->ndec, choice);
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

value
vm_phi(vm *m, uint32_t sym, value a, value b)
{
	obj *o;

	if (same(a, b))
		return a;
	o = vm_obj(m, O_PHI, sym, 0);
	o->a = a;
	o->b = b;
	return v_obj(o);
}

value
vm_resolve(vm *m, value v, uint32_t node)
{
	for (int i = 0; i < 64; i++) {
		if (is_obj(v, O_PHI))
			v = vm_decide(m, v.o->name, node) ? v.o->a : v.o->b;
		else if (v.kind == V_THUNK)
			v = vm_eval(m, v.at, v.t.node);
		else
			break;
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
		base = self.sym && !(self.sym >> 31) ? vm_text(m, self.sym) : NULL;
	else if (is_obj(self, O_THING))
		base = vm_text(m, self.o->name);
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
		case O_METHOD: return v.o->a.kind == V_UNK || is_obj(v.o->a, O_THING) || is_obj(v.o->a, O_METHOD) ? -1 : 1;
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
static const char *
named(const vm *m, value v, char *buf, size_t n)
{
	switch (v.kind) {
	case V_UNK: return v.sym && !(v.sym & (uint32_t)NODE_SYM) ? vm_text(m, v.sym) : NULL;
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
			const char *s = named(m, v.o->a, one, sizeof one);
			if (!s)
				return NULL;
			snprintf(buf, n, "%.100s.%.60s", s, vm_text(m, v.o->name));
			return buf;
		}
		if (v.o->kind == O_TUPLE) {
			char one[80];
			size_t k = (size_t)snprintf(buf, n, "(");
			for (uint32_t i = 0; i < v.o->m.n; i++) {
				const char *s = named(m, v.o->m.slot[i].c->v, one, sizeof one);
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
	if (is_obj(v, O_EXT))
		return vm_decide(m, v.o->name, node);
	if (is_obj(v, O_METHOD)) {
		char buf[200];
		const char *s = named(m, v, buf, sizeof buf);
		return vm_decide(m, s ? vm_id(m, s) : sym_of(m, v_unk(0), node), node);
	}
	if (is_obj(v, O_THING))
		return vm_decide(m, v.o->self_flags & 1 ? sym_of(m, v_unk(0), v.o->node) : v.o->name, node);
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

/* An unknown truth; it has a name where both sides have one. */
static value
open_truth(vm *m, const char *op, value a, value b)
{
	char x[200], y[200];
	const char *p = named(m, a, x, sizeof x), *q = named(m, b, y, sizeof y);
	value v = v_unk(p && q ? vm_idf(m, "%.200s %s %.200s", p, op, q) : 0);

	v.flags = VF_NUMBER | ((a.flags | b.flags) & VF_LABEL);
	return v;
}

static value
truth_of(int b, value a, value c)
{
	value v = v_bool(b);

	v.flags = (a.flags | c.flags) & VF_LABEL;
	return v;
}

/* a == b: 1, 0, or -1. */
static int
equal(const vm *m, value a, value b)
{
	size_t n, k;
	const char *s, *t;

	obj *la, *lb;
	int64_t ia, ib;

	if (is_boxed(m, a))
		a = b.kind == V_NONE ? v_bool(1) : a.o->a;
	if (is_boxed(m, b))
		b = a.kind == V_NONE ? v_bool(1) : b.o->a;
	if (is_obj(a, O_INST) && is_obj(b, O_INST) && a.o == b.o)
		return 1;
	if (m->c && (is_obj(a, O_ITER) || is_obj(b, O_ITER)) && pointer_of(a, &la, &ia) && pointer_of(b, &lb, &ib) && la == lb)
		return ia == ib;
	if (a.kind == V_UNK || b.kind == V_UNK || a.kind == V_UNDEF || b.kind == V_UNDEF)
		return a.kind == V_UNK && b.kind == V_UNK && a.sym && a.sym == b.sym && a.flags == b.flags ? 1 : -1;
	if (a.kind == V_STR && b.kind == V_STR) {
		s = vm_cstr(m, a, &n);
		t = vm_cstr(m, b, &k);
		return !s || !t ? -1 : n == k && memcmp(s, t, n) == 0;
	}
	if ((a.kind == V_INT || a.kind == V_BOOL) && (b.kind == V_INT || b.kind == V_BOOL))
		return a.i == b.i;
	if (a.kind == V_FLOAT || b.kind == V_FLOAT) {
		double x = a.kind == V_FLOAT ? a.f : (double)a.i, y = b.kind == V_FLOAT ? b.f : (double)b.i;
		return (a.kind == V_FLOAT || a.kind == V_INT || a.kind == V_BOOL) && (b.kind == V_FLOAT || b.kind == V_INT || b.kind == V_BOOL) ? x == y : 0;
	}
	if (m->c && (a.kind == V_NONE || b.kind == V_NONE)) {
		value o = a.kind == V_NONE ? b : a;
		int k2 = o.kind == V_NONE ? 0 : o.kind == V_STR ? 1 : vm_known(m, o);
		return k2 < 0 ? -1 : !k2;
	}
	if (m->c && (is_obj(a, O_THING) || is_obj(b, O_THING) || is_obj(a, O_EXT) || is_obj(b, O_EXT))) {
		value o = a.kind == V_INT ? a : b; /* a handle against 0 */
		if (o.kind == V_INT && o.i == 0 && (is_obj(a, O_THING) || is_obj(b, O_THING)))
			return 0;
		return a.kind == V_OBJ && b.kind == V_OBJ && a.o == b.o ? 1 : -1;
	}
	if (a.kind == V_STR && b.kind == V_INT && m->c)
		return vm_cstr(m, a, &n) && (a.flags & VF_CHAR) ? (n ? (unsigned char)*vm_cstr(m, a, NULL) == b.i : b.i == 0) : b.i == 0 ? 0 : -1;
	if (b.kind == V_STR && a.kind == V_INT && m->c)
		return equal(m, b, a);
	if (a.kind != b.kind) {
		if (a.kind == V_NONE || b.kind == V_NONE)
			return 0;
		if (is_obj(a, O_THING) || is_obj(b, O_THING) || is_obj(a, O_EXT) || is_obj(b, O_EXT) || is_obj(a, O_PHI) || is_obj(b, O_PHI) ||
		    is_obj(a, O_METHOD) || is_obj(b, O_METHOD))
			return -1;
		if (is_obj(a, O_INST) || is_obj(b, O_INST)) {
			/* the member of an enumeration against its value (StrEnum) */
			value o = a.kind == V_OBJ ? a : b, w = a.kind == V_OBJ ? b : a;
			cell *c = map_find(&o.o->m, key_str(as_intern_find(&m->t->text, "value", 5)));
			if (o.o->cls && (o.o->cls->self_flags & 1) && c)
				return (o.o->cls->self_flags & 4) ? equal(m, c->v, w) : 0;
			return m->c ? -1 : 0;
		}
		return 0;
	}
	if (a.kind == V_NONE)
		return 1;
	if (a.kind == V_REF)
		return a.r == b.r;
	if (a.kind == V_OBJ) {
		if (a.o == b.o)
			return 1;
		if ((a.o->kind == O_LIST || a.o->kind == O_TUPLE) && a.o->kind == b.o->kind) {
			int all = 1;
			if (a.o->loose || b.o->loose)
				return -1;
			if (list_len(a.o) != list_len(b.o))
				return 0;
			for (int64_t i = 0; i < list_len(a.o); i++) {
				int e = equal(m, list_at(a.o, i), list_at(b.o, i));
				if (e == 0)
					return 0;
				if (e < 0)
					all = -1;
			}
			return all;
		}
		if (a.o->kind == O_ITER && b.o->kind == O_ITER)
			return a.o->a.o == b.o->a.o && same(a.o->b, b.o->b);
		if (a.o->kind == O_THING || b.o->kind == O_THING || a.o->kind == O_EXT || b.o->kind == O_EXT || a.o->kind == O_METHOD || b.o->kind == O_METHOD)
			return -1;
		if (a.o->kind == O_INST && b.o->kind == O_INST)
			return a.o->cls && (a.o->cls->self_flags & 1) ? 0 : -1;
		return 0;
	}
	return -1;
}

/* -1, 0, 1; 2 if it cannot be told. Tuples compare by their first difference. */
static int
order(const vm *m, value a, value b)
{
	obj *la, *lb;
	int64_t ia, ib;

	if (m->c && pointer_of(a, &la, &ia) && pointer_of(b, &lb, &ib) && la == lb)
		return ia < ib ? -1 : ia > ib;
	if ((a.kind == V_INT || a.kind == V_BOOL || a.kind == V_FLOAT) && (b.kind == V_INT || b.kind == V_BOOL || b.kind == V_FLOAT)) {
		double x = a.kind == V_FLOAT ? a.f : (double)a.i, y = b.kind == V_FLOAT ? b.f : (double)b.i;
		return x < y ? -1 : x > y;
	}
	if (a.kind == V_STR && b.kind == V_STR && vm_cstr(m, a, NULL) && vm_cstr(m, b, NULL)) {
		int c = strcmp(vm_cstr(m, a, NULL), vm_cstr(m, b, NULL));
		return c < 0 ? -1 : c > 0;
	}
	return 2;
}

/* Text from outside is looked for in a container. */
static void
among(vm *m, value v, const obj *o)
{
	for (uint32_t i = 0; i < o->m.n && i < 400; i++) {
		value k = o->kind == O_DICT ? o->m.slot[i].kv : o->m.slot[i].c->v;
		size_t n;
		if (k.kind == V_STR && vm_cstr(m, k, &n))
			vm_tested(m, v, T_AMONG, vm_cstr(m, k, NULL), n);
	}
}

/* a in b: 1, 0, -1. */
static int
within(vm *m, value a, value b)
{
	int open = 0;

	if (a.kind == V_STR && b.kind == V_STR) {
		size_t n, k;
		const char *s = vm_cstr(m, a, &n), *t = vm_cstr(m, b, &k);
		return s && t ? memmem(t, k, s, n) != NULL : -1;
	}
	if (a.kind == V_STR && b.kind == V_UNK && m->label && vm_cstr(m, a, NULL) && strlen(vm_cstr(m, a, NULL)) > 1)
		vm_tested(m, b, T_INSIDE, vm_cstr(m, a, NULL), strlen(vm_cstr(m, a, NULL)));
	if (b.kind != V_OBJ)
		return -1;
	if (dict_part(m, &b))
		b = v_obj(dict_part(m, &b));
	if (b.o->kind == O_DICT || b.o->kind == O_LIST || b.o->kind == O_TUPLE) {
		if (a.kind == V_UNK && m->label)
			among(m, a, b.o);
		for (uint32_t i = 0; i < b.o->m.n; i++) {
			slot *s = &b.o->m.slot[i];
			int e;
			if (s->c->v.kind == V_UNDEF)
				continue;
			value in = vm_resolve(m, b.o->kind == O_DICT ? s->kv : s->c->v, 0);
			vm_asks(m, in);
			if (a.kind == V_STR && in.kind == V_UNK && vm_cstr(m, a, NULL))
				vm_tested(m, in, T_EQUAL, vm_cstr(m, a, NULL), strlen(vm_cstr(m, a, NULL)));
			if ((e = equal(m, a, in)) == 1)
				return 1;
			open |= e < 0;
		}
		return open || b.o->loose ? -1 : 0;
	}
	if (b.o->kind == O_SCOPE && a.kind == V_STR)
		return map_find(&b.o->scope->m, key_str(a.s.s)) != NULL;
	if (b.o->kind == O_CLASS && (b.o->self_flags & 1)) {
		for (uint32_t i = 0; i < b.o->m.n; i++)
			if (equal(m, a, b.o->m.slot[i].c->v) == 1 ||
			    (is_obj(b.o->m.slot[i].c->v, O_INST) && equal(m, a, field_get(m, b.o->m.slot[i].c->v.o, "value")) == 1))
				return 1;
		return a.kind == V_UNK ? -1 : 0;
	}
	return -1;
}

/* Where the label is argument k there are at least k of them: 1, 0, -1 not told by that. */
static int
arguments(const vm *m, const char *op, value a, int64_t n)
{
	const char *s = vm_text(m, m->bound), *what = a.sym >> 31 ? "" : vm_text(m, a.sym);
	int64_t least;

	if (strncmp(s, "argument ", 9) != 0 || s[9] < '0' || s[9] > '9')
		return -1;
	least = atoi(s + 9) + 1;
	if (strcmp(what, "len(arguments)") == 0)
		least = 1;
	else if (strcmp(what, "number of arguments") != 0 && strcmp(what, "len(sys.argv)") != 0)
		return -1;
	switch (op[0]) {
	case '<': return (op[1] ? n < least : n <= least) ? 0 : -1;
	case '>': return (op[1] ? n <= least : n < least) ? 1 : -1;
	case '=': return n < least ? 0 : -1;
	case '!': return n < least ? 1 : -1;
	default: return -1;
	}
}

value
vm_compare(vm *m, const char *op, value a, value b, uint32_t node)
{
	int neg = strcmp(op, "!=") == 0 || strcmp(op, "is not") == 0 || strcmp(op, "not in") == 0, k;
	value v;

	a = vm_plain(m, a, node);
	b = vm_plain(m, b, node);
	vm_asks(m, a);
	vm_asks(m, b);
	if (strcmp(op, "in") == 0 || strcmp(op, "not in") == 0) {
		if ((k = within(m, a, b)) >= 0)
			return truth_of(k != neg, a, b);
		v = open_truth(m, "in", a, b);
		v.flags |= neg ? VF_NOT : 0;
		return v;
	}
	if (a.kind == V_UNK && b.kind == V_INT && a.sym && m->bound && (k = arguments(m, op, a, b.i)) >= 0)
		return truth_of(k, a, b);
	if (b.kind == V_UNK && a.kind == V_INT && b.sym && m->bound &&
	    (k = arguments(m, *op == '<' ? (op[1] ? ">=" : ">") : *op == '>' ? (op[1] ? "<=" : "<") : op, b, a.i)) >= 0)
		return truth_of(k, a, b);
	if (op[0] == '<' || op[0] == '>') {
		k = order(m, a, b);
		if (k == 2 && a.kind == V_OBJ && b.kind == V_OBJ && (a.o->kind == O_TUPLE || a.o->kind == O_LIST) && b.o->kind == a.o->kind) {
			int64_t i, n = list_len(a.o), l = list_len(b.o);
			for (i = 0, k = 0; i < n && i < l && k == 0; i++)
				k = order(m, list_at(a.o, i), list_at(b.o, i));
			if (k == 0)
				k = n < l ? -1 : n > l;
		}
		if (k != 2)
			return truth_of(op[0] == '<' ? (op[1] ? k <= 0 : k < 0) : op[1] ? k >= 0 : k > 0, a, b);
		/* one symbol for a >= b and a < b */
		if (op[0] == '>') {
			v = open_truth(m, op[1] ? "<" : "<=", a, b);
			v.flags |= VF_NOT;
			return v;
		}
		return open_truth(m, op, a, b);
	}
	if (b.kind == V_UNK && a.kind != V_UNK) {
		value w = a;
		a = b;
		b = w;
	}
	if (a.kind == V_UNK && b.kind == V_STR && vm_cstr(m, b, NULL)) {
		vm_tested(m, a, T_EQUAL, vm_cstr(m, b, NULL), strlen(vm_cstr(m, b, NULL)));
		if (vm_other_option(m, a, vm_cstr(m, b, NULL)))
			return truth_of(neg, a, b);
	}
	if ((k = equal(m, a, b)) >= 0)
		return truth_of(k != neg, a, b);
	if (b.kind == V_NONE || (b.kind == V_INT && b.i == 0 && m->c)) {
		/* is it nothing: the same question as its truth */
		if (a.kind == V_UNK && (a.flags & VF_TRUE))
			return truth_of(neg, a, b);
		if (a.kind == V_UNK && m->c) {
			v = a;
			v.kind = V_UNK;
			v.sym = sym_of(m, a, node);
			v.flags = (uint8_t)((a.flags & VF_LABEL) | VF_NUMBER | ((a.flags & VF_NOT) ^ (neg ? 0 : VF_NOT)));
			v.comp = v.opq = 0;
			return v;
		}
	}
	v = open_truth(m, "==", a, b);
	if (a.kind == V_UNK && a.sym && !(a.flags & VF_NOT) && b.kind == V_STR)
		vm_means(m, v.sym, a.sym, b, 0);
	v.flags |= neg ? VF_NOT : 0;
	return v;
}
