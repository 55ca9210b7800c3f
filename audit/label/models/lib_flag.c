/* lib_flag.c - see vm.h: enum.Flag and its kin, whose members are bits, and the values of enum.auto(). */
#include "../vm/vm_impl.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "words.h"

static const char *
base_of(const vm *m, const obj *cls)
{
	return cls && cls->self_flags & 1 && class_external(cls) ? as_last_part(vm_text(m, (uint32_t)class_external(cls))) : "";
}

static int
is_flag(const vm *m, const obj *cls)
{
	return AS_AMONG(base_of(m, cls), ((const char *const[]){"Flag", "IntFlag"}));
}

value
enum_auto(vm *m, obj *cls, uint32_t name)
{
	int64_t most = 0, last = 0;

	if (class_find(m, cls, vm_id(m, "_generate_next_value_")).kind != V_UNDEF)
		return v_unk(0);
	if (strcmp(base_of(m, cls), "StrEnum") == 0) {
		char s[200];
		snprintf(s, sizeof s, "%s", vm_text(m, name));
		for (char *p = s; *p; p++)
			*p = (char)tolower((unsigned char)*p);
		return v_strc(m, s);
	}
	for (uint32_t i = 0; i < cls->m.n; i++) {
		value e = cls->m.slot[i].c->v, v = is_obj(e, O_INST) && e.o->cls == cls ? field_get(m, e.o, "value") : (value){0};
		if (v.kind == V_UNK)
			return v_unk(0);
		if (v.kind != V_INT)
			continue;
		last = v.i;
		most = v.i > most ? v.i : most;
	}
	if (!is_flag(m, cls))
		return v_int(last + 1);
	for (last = 1; last <= most && last < (int64_t)1 << 60; last *= 2)
		;
	return v_int(last);
}

/* The member, or the several, that a number is. */
static value
member(vm *m, obj *cls, int64_t n)
{
	value several = field_get(m, cls, "several_"), key = v_int(n);
	uint64_t id = 0;
	cell *c;

	for (uint32_t i = 0; i < cls->m.n; i++) {
		value e = cls->m.slot[i].c->v, v = is_obj(e, O_INST) && e.o->cls == cls ? field_get(m, e.o, "value") : (value){0};
		if (v.kind == V_INT && v.i == n)
			return e;
	}
	if (!is_obj(several, O_DICT)) {
		several = v_obj(vm_obj(m, O_DICT, 0, cls->node));
		field_set(m, cls, "several_", several);
	}
	key_of(m, key, &id);
	c = map_get(m, &several.o->m, id, key);
	if (!is_obj(c->v, O_INST)) {
		obj *e = vm_obj(m, O_INST, cls->name, cls->node);
		e->cls = cls;
		field_set(m, e, "value", key);
		field_set(m, e, "name", v_unk(0));
		cell_set(m, c, v_obj(e));
	}
	return c->v;
}

/* The number of a member, or of a number beside one; -1: not known. */
static int64_t
bits(vm *m, value v)
{
	if (is_obj(v, O_INST) && is_flag(m, v.o->cls))
		v = field_get(m, v.o, "value");
	return v.kind == V_INT && v.i >= 0 ? v.i : -1;
}

int
flag_of(vm *m, obj *cls, value v, value *out)
{
	int64_t all = 0;

	if (m->c || !is_flag(m, cls) || v.kind != V_INT || v.i < 0)
		return 0;
	for (uint32_t i = 0; i < cls->m.n; i++) {
		value e = cls->m.slot[i].c->v, one = is_obj(e, O_INST) && e.o->cls == cls ? field_get(m, e.o, "value") : v_int(0);
		if (one.kind != V_INT)
			return 0;
		all |= one.i;
	}
	if (v.i & ~all)
		return 0;
	*out = member(m, cls, v.i);
	out->flags |= v.flags & VF_LABEL;
	return 1;
}

int
flag_is(const vm *m, value v)
{
	return !m->c && is_obj(v, O_INST) && is_flag(m, v.o->cls);
}

int
flag_arith(vm *m, const char *op, value a, value b, value *out)
{
	value of = flag_is(m, a) ? a : b;
	int64_t x, y;

	if (!flag_is(m, of) || op[1] || !strchr("|&^", *op) || (x = bits(m, a)) < 0 || (y = bits(m, b)) < 0)
		return 0;
	*out = member(m, of.o->cls, *op == '|' ? x | y : *op == '&' ? x & y : x ^ y);
	out->flags |= (a.flags | b.flags) & VF_LABEL;
	return 1;
}

int
flag_compare(vm *m, const char *op, value a, value b, value *out)
{
	int in = strcmp(op, "in") == 0;
	int64_t x, y;

	if (!flag_is(m, b) || (!in && strcmp(op, "not in") != 0) || (x = bits(m, a)) < 0 || (y = bits(m, b)) < 0)
		return 0;
	*out = v_bool(((x & y) == x) == in);
	out->flags |= (a.flags | b.flags) & VF_LABEL;
	return 1;
}

int
flag_truth(vm *m, value v)
{
	int64_t x = flag_is(m, v) ? bits(m, v) : -1;

	return x < 0 ? -1 : x != 0;
}
