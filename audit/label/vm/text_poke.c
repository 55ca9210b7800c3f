/* text_poke.c - see vm_impl.h: characters of a text of C that are set. */
#include "vm_impl.h"

#include <string.h>

#include "words.h"

/* The text with character `at` set to v; 0: not known. */
static uint32_t
poked(vm *m, const char *s, size_t n, int64_t at, value v)
{
	char buf[512];
	const char *c = v.kind == V_STR ? vm_cstr(m, v, NULL) : NULL;
	int set = c && strlen(c) <= 1 ? (unsigned char)*c : v.kind == V_INT && v.i >= 0 && v.i < 128 ? (int)v.i : -1;

	if (at > (int64_t)n) /* behind its end */
		return vm_idn(m, s, n);
	if (set < 0 || at < 0 || n >= sizeof buf || ((size_t)at == n && set))
		return 0;
	memcpy(buf, s, n);
	buf[n] = '\0';
	buf[at] = (char)set;
	return vm_idn(m, buf, strlen(buf));
}

/* sizeof b - 1: the end of its room, behind what it holds? */
static int
is_room(const vm *m, uint32_t key)
{
	const fact_tree *t = m->t;

	return t->node[key].kind == FACT_BIN && strcmp(fact_str(t, key), "-") == 0 && strncmp(fact_str(t, key + 1), "sizeof", 6) == 0;
}

/* Is it an array or a string of C++ of the function that runs, which no other pointer has? */
static int
is_own_array(const vm *m, const scope *s, uint32_t base)
{
	for (uint32_t f = s->fn ? s->fn->node : 0, k = f; f && k < m->t->node[f].end; k++) {
		uint32_t type = m->t->node[k].kind == FACT_DECL && m->t->node[k + 1].kind == FACT_NAME && m->t->node[k + 1].str == m->t->node[base].str ? fact_find(m->t, k, FACT_TYPE) : 0;
		if (type && (fact_find(m->t, k, FACT_DIM) || (vm_is(as_last_part(fact_str(m->t, type)), "string") && !(m->t->node[type].flags & (FACT_POINTER | FACT_REF)))))
			return 1;
	}
	return 0;
}

void
vm_poke(vm *m, scope *s, uint32_t base, value b, value k, value v)
{
	const char *text = vm_text(m, b.s.s);
	uint32_t id = b.s.off >= 0 && k.kind == V_INT ? poked(m, text, strlen(text), b.s.off + k.i, v) : 0;
	int ends_there = id && k.kind == V_INT && b.s.off + k.i >= 0 && strlen(vm_text(m, id)) <= (size_t)(b.s.off + k.i); /* as where a name is cut off */
	cell *own = m->t->node[base].kind == FACT_NAME ? scope_find(m, s, m->t->node[base].str) : NULL;

	if (id == b.s.s || (k.kind != V_INT && is_room(m, m->t->node[base].end)))
		return;
	if (b.flags & VF_LABEL && !ends_there && !is_own_array(m, s, base))
		vm_edge_to(m, EDGE_ANY, base, "the text that the label is gets changed where others may read it");
	b.s.s = id;
	b.flags &= (uint8_t)~VF_LABEL;
	for (scope *in = s; in; in = in->kind == S_FUNC ? NULL : in->up) /* another of the same text may be the same memory */
		for (uint32_t i = 0; i < in->m.n; i++) {
			cell *c = in->m.slot[i].c;
			if (c && c != own && c->v.kind == V_STR && !(c->v.flags & VF_CHAR) && vm_text(m, c->v.s.s) == text)
				cell_set(m, c, v_unk(0));
		}
	if (own)
		cell_set(m, own, id ? b : v_unk(0));
}
