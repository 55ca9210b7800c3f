/* source.c - see vm.h: text from outside: where it comes from, and what it is tested for. */
#include "vm_impl.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../program/program.h"
#include "words.h"

static uint32_t
source_id(vm *m, uint32_t name, uint32_t node)
{
	for (uint32_t i = 0; i < m->nsource; i++)
		if (m->source[i].name == name)
			return i;
	m->source = vm_more(m, m->source, m->nsource, &m->source_cap, sizeof *m->source);
	m->source[m->nsource] = (source){.name = name, .node = node};
	return m->nsource++;
}

value
vm_input(vm *m, const char *name, uint32_t node)
{
	uint32_t id = vm_id(m, name), s = source_id(m, id, node);
	value v = v_unk(id);

	if (m->bound == id && m->label) {
		v = v_str(m->source[s].whole ? m->source[s].whole : m->label);
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
vm_held_against(vm *m, uint32_t name, uint32_t node, uint32_t whole)
{
	if (name)
		m->source[source_id(m, name, node)].whole = whole;
}

int
vm_named_switch(vm *m, const char *shown, const char *name, uint32_t node, value on, value *out)
{
	uint32_t id, s;

	if (!m->label || !as_same_letters(name, vm_text(m, m->label)))
		return 0;
	id = vm_id(m, shown);
	s = source_id(m, id, node);
	if (m->bound == id) {
		*out = on;
		out->flags |= VF_LABEL;
		m->tested++;
		if (!m->entered_label) {
			m->entered_label = 1;
			vm_event(m, E_ENTER, node, id, 0, 0);
		}
		return 1;
	}
	*out = v_unk(id);
	out->flags = VF_NUMBER;
	out->i = s + 1;
	m->source[s].named = 1;
	vm_evidence(m, *out, EVIDENCE_DECLARED);
	return 1;
}

/* Does the tree only read the variable of the environment that is called like the label? Nothing sets, deletes or empties it. */
static int
only_read(vm *m)
{
	const fact_tree *t = m->t;
	uint32_t environ = as_intern_find(&t->text, "environ", 7), c;

	if (m->variable_kept)
		return m->variable_kept == 1;
	m->variable_kept = 2;
	for (uint32_t i = 1; i < t->n; i++) {
		if (t->node[i].kind == FACT_ATTR && i + 1 < t->node[i].end && t->node[i + 1].str == environ && !AS_AMONG(fact_str(t, i), ((const char *const[]){"get", "copy", "items", "keys", "values"})))
			return 0; /* update, pop, clear */
		if (t->node[i].kind == FACT_INDEX && t->node[i + 1].str == environ && (t->node[i + 1].kind == FACT_ATTR || t->node[i + 1].kind == FACT_NAME) &&
		    t->node[t->node[i + 1].end].kind != FACT_STR)
			return 0; /* any may be set so */
		if (t->node[i].kind != FACT_STR || t->node[i].str != m->label)
			continue;
		if (t->node[i - 1].kind != FACT_ARG) /* a key that may be set, or anything else */
			return 0;
		for (c = i - 1; c > 0 && !(t->node[c].kind == FACT_CALL && t->node[c].end > i);)
			c--;
		if (strcmp(fact_str(t, c + 1), "get") != 0 && strcmp(fact_str(t, c + 1), "getenv") != 0)
			return 0;
	}
	m->variable_kept = 1;
	return 1;
}

int
vm_named_variable(vm *m, const char *name, uint32_t node, value *out)
{
	value on = v_unk(vm_idf(m, "what variable %.100s is set to", name));
	char shown[200];

	on.flags = VF_TRUE;
	snprintf(shown, sizeof shown, "variable %.150s", name);
	return !m->c && m->label && strcmp(name, vm_text(m, m->label)) == 0 && only_read(m) && vm_named_switch(m, shown, name, node, on, out);
}

void
vm_evidence(vm *m, value v, int score)
{
	if (v.kind == V_UNK && v.i > 0 && (uint32_t)v.i <= m->nsource && m->source[v.i - 1].score < score)
		m->source[v.i - 1].score = score;
}

void
vm_beside(vm *m, value v, uint32_t other)
{
	const fact_node *n = &m->t->node[other];

	if (v.kind == V_UNK && v.i && m->label && n->kind == FACT_STR && n->str == m->label)
		vm_evidence(m, v, 80);
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

/* Is the label the name of the option "--name", of n bytes? */
static int
is_switch(const vm *m, const char *option, size_t n)
{
	char name[100];
	size_t dashes = n > 2 && option[1] == '-' ? 2 : 1;

	if (n - dashes < 2 || n - dashes >= sizeof name)
		return 0;
	memcpy(name, option + dashes, n - dashes);
	name[n - dashes] = '\0';
	return as_same_letters(name, vm_text(m, m->label));
}

int
vm_switch(vm *m, const char *shown, const char *name, uint32_t node)
{
	uint32_t id = vm_id(m, shown), s;

	m->lean = 2; /* first not given: what is said of the label is said of it alone */
	if (!m->label || strlen(name) < 2 || !as_same_letters(name, vm_text(m, m->label)))
		return vm_decide(m, id, node);
	s = source_id(m, id, node);
	if (m->source[s].score < 72)
		m->source[s].score = 72;
	if (m->bound != id)
		return vm_decide(m, id, node);
	m->lean = 0;
	if (!m->entered_label) {
		m->entered_label = 1;
		vm_event(m, E_ENTER, node, id, 0, 0);
	}
	m->tested++;
	return 1;
}

int
vm_aside(vm *m, const char *shown, uint32_t node)
{
	m->lean = 3;
	return vm_decide(m, vm_id(m, shown), node);
}

/* Is the label what the file that runs calls the other case of a name: graph ? "graph" : "stream"? */
static int
other_case(const vm *m, const char *name, size_t n)
{
	uint32_t file = program_file(m->p, m->line_node), a, b;

	for (uint32_t i = file; i < m->t->node[file].end; i++) {
		if (m->t->node[i].kind != FACT_COND)
			continue;
		a = m->t->node[i + 1].end;
		b = m->t->node[a].end;
		if (m->t->node[a].kind != FACT_STR || b >= m->t->node[i].end || m->t->node[b].kind != FACT_STR)
			continue;
		if (m->t->node[a].str == m->label) {
			uint32_t x = a;
			a = b;
			b = x;
		}
		if (m->t->node[b].str == m->label && m->t->text.len[m->t->node[a].str] == n && memcmp(fact_str(m->t, a), name, n) == 0)
			return 1;
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
	if (k == T_EQUAL && *c == '-') { /* an option with its value in one, or a switch */
		size_t l = strlen(vm_text(m, m->label));
		if (!memchr(c, '=', n) && n < 100 && m->source[v.i - 1].score < 72 && is_switch(m, c, n)) {
			m->source[v.i - 1].whole = vm_idn(m, c, n);
			vm_evidence(m, v, 72);
		}
		if (n > l + 1 && c[n - l - 1] == '=' && memcmp(c + n - l, vm_text(m, m->label), l) == 0) {
			m->source[v.i - 1].whole = vm_idn(m, c, n);
			vm_evidence(m, v, 75);
		} else if (memchr(c, '=', n) && m->source[v.i - 1].score < 60) {
			size_t at = (size_t)((const char *)memchr(c, '=', n) - c) + 1;
			char whole[200];
			if (at + l < sizeof whole && other_case(m, c + at, n - at)) {
				memcpy(whole, c, at);
				memcpy(whole + at, vm_text(m, m->label), l + 1);
				m->source[v.i - 1].whole = vm_id(m, whole);
				vm_evidence(m, v, 60);
			}
		}
	}
	vm_evidence(m, v, passes(vm_text(m, m->label), k, c, n));
	s = &m->source[v.i - 1];
	if (s->whole && s->score >= 90) /* the label itself, then */
		s->whole = 0;
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

	if (!sym_named(sym) || m->neq == 128)
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
	if (*c != '-' || strncmp(vm_name_of(m, v, ""), "argument ", 9) != 0)
		return 0;
	for (uint32_t i = 0; i < m->nsource && m->bound; i++) { /* --mode=LABEL: no other --mode=... */
		const char *s = m->source[i].whole && m->source[i].name == m->bound ? vm_text(m, m->source[i].whole) : NULL, *eq = s ? strchr(s, '=') : NULL;
		if (eq && m->bound != v.sym && strncmp(s, c, (size_t)(eq - s + 1)) == 0)
			return 1;
	}
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
