/* outside.c - see vm.h: what a caller that is not in the tree hands over: arguments of
 * a function, and objects that it made of classes of the tree. */
#include "vm_impl.h"

#include <stdio.h>
#include <string.h>

#define NODE(i) (&m->t->node[i])

/* Fields that are of this kind whatever a caller does: numbers and switches. */
static int
is_number(const vm *m, uint32_t decl)
{
	uint32_t type = fact_find(m->t, decl, FACT_TYPE), def = fact_find(m->t, decl, FACT_DEFAULT);
	const char *s = type ? fact_str(m->t, type) : "";
	uint8_t k = def ? NODE(def + 1)->kind : FACT_NONE;

	if (strcmp(s, "int") == 0 || strcmp(s, "float") == 0 || strcmp(s, "bool") == 0)
		return 1;
	return !type && !m->c && (k == FACT_BOOL || k == FACT_INT || k == FACT_FLOAT);
}

/* The member of an enumeration that v names; v if the members do not tell. */
static value
member_of(vm *m, obj *cls, value v)
{
	for (uint32_t i = 0; i < cls->m.n; i++) {
		value e = cls->m.slot[i].c->v, is;
		if (!is_obj(e, O_INST) || e.o->cls != cls)
			continue;
		is = field_get(m, e.o, "value");
		if (is.kind != V_STR || !m->label || is.s.s != m->label || is.s.off)
			continue;
		if (v.kind == V_STR)
			return e;
		vm_evidence(m, v, EVIDENCE_DECLARED);
	}
	return v;
}

/* For a PARAM or a DECL. */
static value
outside_value(vm *m, scope *in, uint32_t decl, const char *shown)
{
	uint32_t type = fact_find(m->t, decl, FACT_TYPE), def = fact_find(m->t, decl, FACT_DEFAULT);
	cell *c = type && !m->c ? scope_find(m, in, NODE(type)->str) : NULL;
	value v;
	int made = c && is_obj(c->v, O_CLASS) && (c->v.o->self_flags & 3) == 2 && m->outside < 3; /* a configuration */

	if (!made && vm_decl_default(m, in, decl, shown, &v))
		return v;
	if (is_number(m, decl)) {
		const char *name = fact_str(m->t, NODE(decl)->kind == FACT_DECL ? decl + 1 : decl);
		return !m->c && vm_named_switch(m, shown, name, decl, v_bool(1), &v) ? v : v_unk(vm_id(m, shown));
	}
	if (made) {
		m->outside++;
		v = outside_object(m, c->v.o, decl);
		m->outside--;
		return v;
	}
	v = vm_input(m, shown, decl);
	if (def && NODE(def + 1)->kind == FACT_STR && m->label && NODE(def + 1)->str == m->label)
		vm_evidence(m, v, EVIDENCE_DECLARED);
	for (uint32_t k = type + 1; type && k < NODE(type)->end; k++) /* Literal["a", "b"] */
		if (NODE(k)->kind == FACT_STR && NODE(k)->str == m->label && m->label)
			vm_evidence(m, v, EVIDENCE_DECLARED);
	if (c && is_obj(c->v, O_CLASS) && c->v.o->self_flags & 1)
		v = member_of(m, c->v.o, v);
	return v;
}

void
outside_args(vm *m, scope *in, uint32_t fn, int receiver, args *a)
{
	a->n = 0;
	FACT_EACH_KID(m->t, fn, p) {
		char shown[160];
		if (NODE(p)->kind != FACT_PARAM)
			continue;
		if (NODE(p)->flags & (FACT_STAR | FACT_STARSTAR)) {
			a->rest |= !m->c && *fact_str(m->t, p);
			continue;
		}
		if (receiver) {
			receiver = 0;
			continue;
		}
		if (a->n == sizeof a->v / sizeof *a->v) {
			a->rest = 1;
			return;
		}
		snprintf(shown, sizeof shown, "parameter %.60s of %.60s", fact_str(m->t, p), fact_str(m->t, fn));
		a->v[a->n] = outside_value(m, in, p, shown);
		a->kw[a->n++] = m->c ? 0 : NODE(p)->str;
	}
}

/* Fields with an annotation: a caller may have set any of them. */
void
outside_fields(vm *m, obj *cls, obj *o)
{
	uint32_t block = fact_find(m->t, cls->node, FACT_BLOCK);

	for (int64_t i = 0; is_obj(cls->a, O_LIST) && i < list_len(cls->a.o); i++)
		if (is_obj(list_at(cls->a.o, i), O_CLASS) && list_at(cls->a.o, i).o != cls)
			outside_fields(m, list_at(cls->a.o, i).o, o);
	for (uint32_t k = block + 1; block && k < NODE(block)->end; k = NODE(k)->end) {
		uint32_t def = fact_find(m->t, k, FACT_DEFAULT);
		char shown[160];
		cell *c;
		if (NODE(k)->kind != FACT_DECL || NODE(k)->flags & FACT_STATIC || NODE(k + 1)->kind != FACT_NAME)
			continue;
		c = map_get(m, &o->m, key_str(NODE(k + 1)->str), v_str(NODE(k + 1)->str));
		if (m->by_name && def && NODE(def + 1)->kind == FACT_STR && NODE(def + 1)->str == m->label) {
			c->v = v_str(m->label); /* what makes this class the label's */
			continue;
		}
		snprintf(shown, sizeof shown, "field %.60s of %.60s", fact_str(m->t, k + 1), vm_text(m, cls->name));
		c->v = outside_value(m, cls->scope, k, shown);
	}
}

value
outside_object(vm *m, obj *cls, uint32_t node)
{
	obj *o;
	value f = class_find(m, cls, vm_id(m, "__init__")), self;
	args a = {.node = node};

	if (is_obj(f, O_FUNC)) {
		outside_args(m, f.o->scope, f.o->node, 1, &a);
		self = class_new(m, cls, &a);
		if (is_obj(self, O_INST))
			self.o->loose = 1;
		return self;
	}
	o = vm_obj(m, O_INST, cls->name, node);
	o->cls = cls;
	o->loose = 1;
	outside_fields(m, cls, o);
	self = v_obj(o);
	f = class_find(m, cls, vm_id(m, "__post_init__"));
	if (is_obj(f, O_FUNC) && cls->self_flags & 2 && !m->outside) /* one that is handed over has passed its checks */
		func_call(m, f.o, self, 1, &a);
	return self;
}
