/* lib_convert.c - see vm.h: builtins of Python that make texts, numbers and truth of what they are given. */
#include "../vm/vm_impl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "words.h"

static value
length(vm *m, args *a, value x)
{
	value v = v_unk(0);
	size_t n;

	v.flags = VF_NUMBER;
	if (x.kind == V_INT || x.kind == V_FLOAT || x.kind == V_BOOL || x.kind == V_NONE)
		vm_raise(m, "TypeError");
	else if (x.kind == V_STR && vm_cstr(m, x, &n))
		v = v_int((int64_t)n);
	else if (x.kind == V_OBJ && (x.o->kind == O_LIST || x.o->kind == O_TUPLE || x.o->kind == O_DICT) && !x.o->loose)
		v = v_int(list_len(x.o));
	else if (is_obj(x, O_EXT) || (is_obj(x, O_LIST) && x.o->self_flags & LIST_ARGUMENTS))
		v.sym = vm_idf(m, "len(%s)", is_obj(x, O_EXT) ? vm_text(m, x.o->name) : "arguments");
	else
		object_calls(m, x, "__len__", a->node, 0, NULL, &v);
	return v;
}

/* What is not known, as a number of what it was. */
static value
number_of(vm *m, const char *f, value x)
{
	x.sym = is_named(x) ? vm_idf(m, "%s(%.200s)", f, vm_text(m, x.sym)) : 0;
	x.flags = VF_NUMBER;
	x.i = 0;
	return x;
}

static value
text(vm *m, const char *f, args *a, value x)
{
	char buf[64];
	value v;

	switch (x.kind) {
	case V_STR: return x;
	case V_INT: snprintf(buf, sizeof buf, "%lld", (long long)x.i); return v_strc(m, buf);
	case V_BOOL: return vm_is(f, "str") ? v_strc(m, x.i ? "True" : "False") : v_unk(0);
	case V_NONE: return vm_is(f, "str") ? v_strc(m, "None") : v_unk(0);
	case V_UNK: return vm_is(f, "str") || x.flags & VF_INPUT ? x : v_unk(0);
	default: break;
	}
	if (vm_is(f, "str") && is_obj(x, O_THING) && path_text(m, x))
		return path_is_end(m, x) ? x : v_strc(m, path_text(m, x));
	if (object_calls(m, x, "__str__", a->node, 0, NULL, &v))
		return v;
	if (is_obj(x, O_INST) && x.o->cls->self_flags & 4)
		return field_get(m, x.o, "value");
	return v_unk(0);
}

/* repr(x): as text(), but a text gets quotes and an object is not asked */
static value
representation(vm *m, value x)
{
	return x.kind == V_INT || (x.kind == V_UNK && x.flags & VF_INPUT) ? text(m, "repr", NULL, x) : v_unk(0);
}

static value
integer(vm *m, value x, value base)
{
	const char *s;
	char *end;
	long long n;

	if (base.kind != V_UNDEF && (base.kind != V_INT || base.i < 2 || base.i > 36))
		return v_unk(0);
	if (x.kind == V_STR && (s = vm_cstr(m, x, NULL))) {
		n = strtoll(s, &end, base.kind == V_INT ? (int)base.i : 10);
		if (!*end && end != s)
			return v_int(n);
		vm_raise(m, "ValueError");
		return v_unk(0);
	}
	if (x.kind == V_INT || x.kind == V_BOOL)
		return v_int(x.i);
	if (x.kind == V_FLOAT && x.f > -1e15 && x.f < 1e15)
		return v_int((int64_t)x.f);
	return x.kind == V_UNK && x.flags & VF_INPUT ? number_of(m, "int", x) : v_unk(0);
}

static value
real(vm *m, value x)
{
	const char *s;
	char *end;
	double d;

	if (x.kind == V_FLOAT)
		return x;
	if (x.kind == V_INT)
		return (value){.kind = V_FLOAT, .f = (double)x.i};
	if (x.kind == V_STR && (s = vm_cstr(m, x, NULL))) {
		d = strtod(s, &end);
		while (*end == ' ' || *end == '\n')
			end++;
		if (!*end && end != s)
			return (value){.kind = V_FLOAT, .f = d};
		if (*end && !strchr(s, '_'))
			vm_raise(m, "ValueError");
		return v_unk(0);
	}
	return x.kind == V_UNK && x.flags & VF_INPUT ? number_of(m, "float", x) : v_unk(0);
}

static value
truth(vm *m, value x, uint32_t node)
{
	value v;
	int k;

	x = object_truth(m, x, node);
	k = vm_known(m, x);
	v = k >= 0 ? v_bool(k) : x;
	v.flags |= x.flags & VF_LABEL;
	return v;
}

/* any and all: of the elements one that decides, or what is left */
static value
joined(vm *m, args *a, value x, int all)
{
	value l = vm_listed(m, x, O_LIST, a->node), v = v_bool(all);
	int open = l.o->loose;
	uint8_t flags = 0;

	for (int64_t i = 0; i < list_len(l.o); i++) {
		value e = vm_resolve(m, list_at(l.o, i), a->node);
		int k = vm_known(m, e);
		flags |= e.flags & VF_LABEL;
		open |= k < 0;
		if (k == !all) {
			v = v_bool(k);
			open = 0;
			break;
		}
	}
	if (open)
		v = v_unk(0);
	v.flags |= flags;
	return v;
}

/* min, sum and the like */
static value
reckoned(vm *m, const char *f, args *a)
{
	value v = v_unk(0);

	if ((vm_is(f, "min") || vm_is(f, "max")) && sort_best(m, f[1] == 'a', a, &v))
		return v;
	for (uint32_t i = 0; i < a->n && !m->pending; i++) {
		value g = vm_resolve(m, a->v[i], a->node);
		if (is_obj(g, O_GEN)) /* it runs to its end */
			vm_listed(m, g, O_LIST, a->node);
	}
	v.flags = VF_NUMBER;
	return v;
}

int
lib_convert(vm *m, const char *f, args *a, value x, value *out)
{
	static const char *const numbers[] = {"min", "max", "sum", "abs", "round", "hash", "id", "ord", "divmod"};

	if (vm_is(f, "len"))
		*out = length(m, a, x);
	else if (vm_is(f, "any") || vm_is(f, "all"))
		*out = joined(m, a, x, f[1] == 'l');
	else if (AS_AMONG(f, numbers))
		*out = reckoned(m, f, a);
	else if (vm_is(f, "bool"))
		*out = truth(m, x, a->node);
	else {
		if (vm_is(f, "format") && a->n > 1) /* how wide, and with what it is filled */
			*out = v_unk(0);
		else if (vm_is(f, "str") || vm_is(f, "format"))
			*out = text(m, f, a, x);
		else if (vm_is(f, "repr"))
			*out = representation(m, x);
		else if (vm_is(f, "int"))
			*out = integer(m, x, arg_get(a, 1, "base", m));
		else if (vm_is(f, "float"))
			*out = real(m, x);
		else
			return 0;
		out->flags |= x.flags & VF_LABEL;
	}
	return 1;
}
