/* option.c - see vm.h: an option that a program of Python declares, and what it holds. */
#include "../vm/vm_impl.h"

#include <stdio.h>
#include <string.h>

#include "words.h"

void
option_names(vm *m, const args *a, char *dest, size_t n, char *shown, size_t ns)
{
	const char *best = NULL;
	value d = arg_get(a, 99, "dest", m);

	for (uint32_t i = 0; i < a->n; i++) {
		value v = vm_resolve(m, a->v[i], a->node);
		const char *s = !a->kw[i] && v.kind == V_STR ? vm_cstr(m, v, NULL) : NULL;
		if (s && (!best || (strncmp(s, "--", 2) == 0 && strncmp(best, "--", 2) != 0)))
			best = s;
	}
	if (!best)
		best = "?";
	snprintf(shown, ns, *best == '-' ? "option %s" : "argument %s", best);
	if (d.kind == V_STR && vm_cstr(m, d, NULL))
		best = vm_cstr(m, d, NULL);
	while (*best == '-')
		best++;
	snprintf(dest, n, "%s", best);
	for (char *s = dest; *s; s++)
		if (*s == '-')
			*s = '_';
}

static int
is_label(const vm *m, value v)
{
	return v.kind == V_STR && m->label && v.s.s == m->label && !v.s.off;
}

int
option_offers_label(const vm *m, value choices)
{
	if (!is_obj(choices, O_LIST) && !is_obj(choices, O_TUPLE) && !is_obj(choices, O_DICT))
		return 0;
	for (uint32_t i = 0; i < choices.o->m.n; i++) {
		value v = choices.o->kind == O_DICT ? choices.o->m.slot[i].kv : choices.o->m.slot[i].c->v;
		if (is_label(m, v))
			return 1;
		if (is_obj(v, O_INST) && v.o->cls && v.o->cls->self_flags & 1) {
			cell *c = map_find(&v.o->m, key_str(as_intern_find(&m->t->text, "value", 5)));
			if (c && is_label(m, c->v))
				return 1;
		}
	}
	return 0;
}

static value
open_number(vm *m, const char *shown)
{
	value v = v_unk(vm_id(m, shown));

	v.flags = VF_NUMBER;
	return v;
}

/* Of an option that has no value: store_true and its kin. */
static value
switch_value(vm *m, const args *a, const char *act, const char *shown)
{
	value set = arg_get(a, 99, "const", m), v;
	int off = strncmp(act, "store_f", 7) == 0;

	if (!vm_named_switch(m, shown, strchr(shown, ' ') + 1, a->node, vm_is(act, "store_const") && set.kind ? set : v_bool(!off), &v))
		v = open_number(m, shown);
	if (off && v.kind == V_UNK)
		v.flags |= VF_NOT;
	return v;
}

/* What may be given, as a list where it is told. */
static value
choices_of(vm *m, const args *a, value type)
{
	value choices = arg_get(a, 99, "choices", m);
	args b = {.n = 1, .node = a->node};

	if (is_obj(type, O_THING) && strstr(vm_text(m, type.o->name), "Choice") && type.o->narg)
		choices = vm_resolve(m, type.o->arg[0], a->node);
	b.v[0] = choices;
	if (is_obj(choices, O_CLASS) || is_obj(choices, O_GEN) || is_obj(choices, O_SCOPE))
		lib_py(m, "list", &b, &choices);
	b.v[0] = type;
	if (is_obj(type, O_CLASS) && choices.kind == V_UNDEF && (type.o->self_flags & 1))
		lib_py(m, "list", &b, &choices);
	return choices;
}

/* May it be given several values, which then are a list? */
static int
has_several(vm *m, const args *a, const char *act)
{
	value n = arg_get(a, 99, "nargs", m), multiple = arg_get(a, 99, "multiple", m);

	return n.kind == V_INT || (n.kind == V_STR && (vm_is(vm_cstr(m, n, NULL), "+") || vm_is(vm_cstr(m, n, NULL), "*") || vm_is(vm_cstr(m, n, NULL), "..."))) ||
	    (is_obj(n, O_EXT) && vm_is(as_last_part(vm_text(m, n.o->name)), "REMAINDER")) ||
	    vm_is(act, "append") || (multiple.kind == V_BOOL && multiple.i);
}

static int
is_number_type(const vm *m, value type)
{
	const char *s = is_obj(type, O_EXT) ? vm_text(m, type.o->name) : "";

	return vm_is(s, "int") || vm_is(s, "float") || vm_is(s, "bool");
}

/* Is a function of a library the type, by which the text is not the value: str.upper, len, json.loads? */
static int
makes_other(const vm *m, value type)
{
	static const char *const keep[] = {"str", "Path", "PurePath", "expanduser", "abspath", "realpath", "normpath", "open", "text_type", "unicode", "string_types"};

	return is_obj(type, O_METHOD) || (is_obj(type, O_EXT) && !AS_AMONG(as_last_part(vm_text(m, type.o->name)), keep));
}

value
option_value(vm *m, const args *a, const char *shown)
{
	value action = arg_get(a, 99, "action", m), type = arg_get(a, 99, "type", m), flag = arg_get(a, 99, "is_flag", m), def = arg_get(a, 99, "default", m);
	value set = arg_get(a, 99, "const", m), some = v_unk(0), choices, v;
	const char *act = action.kind == V_STR ? vm_cstr(m, action, NULL) : "", *name = strchr(shown, ' ') + 1;

	if (vm_option_default(m, a, shown, &v))
		return v;
	if (strncmp(act, "store_t", 7) == 0 || strncmp(act, "store_f", 7) == 0 || vm_is(act, "count") || vm_is(act, "store_const") || (flag.kind == V_BOOL && flag.i) ||
	    (is_obj(action, O_EXT) && strstr(vm_text(m, action.o->name), "Boolean")))
		return switch_value(m, a, act, shown);
	if (is_number_type(m, type) || ((def.kind == V_INT || def.kind == V_FLOAT) && arg_get(a, 99, "choices", m).kind == V_UNDEF))
		return open_number(m, shown);
	choices = choices_of(m, a, type);
	some.flags = VF_TRUE; /* an option with a value: some text */
	if (strncmp(name, "--", 2) == 0 && vm_named_switch(m, shown, name, a->node, set.kind == V_STR ? set : some, &v))
		return v;
	v = vm_input(m, shown, a->node);
	if (is_label(m, def) || option_offers_label(m, def))
		vm_evidence(m, v, 80);
	if (option_offers_label(m, choices))
		vm_evidence(m, v, 100);
	else if (v.kind == V_STR && is_obj(choices, O_LIST) && !choices.o->loose && list_len(choices.o)) {
		vm_exit(m, 2); /* the label is refused */
		return v;
	}
	if (v.kind == V_UNK && is_obj(choices, O_LIST) && !choices.o->loose && list_len(choices.o) == 1)
		v = list_at(choices.o, 0);
	if (is_obj(type, O_FUNC) || (is_obj(type, O_CLASS) && v.kind != V_UNK))
		v = vm_callv(m, type, a->node, 1, &v);
	else if (makes_other(m, type))
		v = vm_callv(m, type, a->node, 1, &v);
	if (arg_get(a, 99, "callback", m).kind != V_UNDEF) /* what it gives is the value */
		v = v_unk(0);
	if (has_several(m, a, act)) {
		obj *l = list_of(m, O_LIST, a->node);
		list_add(m, l, v);
		v = v_obj(l);
	}
	return v;
}
