/* command.c - see vm.h: commands of click, typer and fire: functions and classes whose parameters are options. */
#include "../vm/vm_impl.h"

#include <stdio.h>
#include <string.h>

#include "words.h"

value
command_name(vm *m, const obj *f)
{
	char s[200];

	snprintf(s, sizeof s, "%s", vm_text(m, f->name));
	for (char *p = s; *p; p++)
		if (*p == '_')
			*p = '-';
	return v_strc(m, s);
}

/* v, an option of that TYPE, may be the label: an enumeration that has it. */
static void
evidence(vm *m, obj *f, uint32_t type, value v)
{
	const char *name = fact_str(m->t, type);
	cell *c = strchr(name, '.') ? NULL : scope_find(m, f->scope, m->t->node[type].str);

	if (!c || !is_obj(c->v, O_CLASS) || !(c->v.o->self_flags & 1) || !m->label)
		return;
	for (uint32_t i = 0; i < c->v.o->m.n; i++) {
		value e = c->v.o->m.slot[i].c->v;
		value is = is_obj(e, O_INST) && e.o->cls == c->v.o ? field_get(m, e.o, "value") : (value){0};
		if (is.kind == V_STR && is.s.s == m->label && !is.s.off)
			vm_evidence(m, v, 100);
	}
}

/* Of a parameter for which no option is declared. */
static value
parameter(vm *m, obj *f, uint32_t param)
{
	const char *name = fact_str(m->t, param);
	uint32_t type = fact_find(m->t, param, FACT_TYPE), def = fact_find(m->t, param, FACT_DEFAULT);
	const char *of = type ? fact_str(m->t, type) : "";
	int is = def ? m->t->node[def + 1].kind : -1;
	char shown[140];
	value v;

	snprintf(shown, sizeof shown, "option --%.100s", name);
	if (!vm_decl_default(m, f->scope, param, shown, &v)) {
		if (vm_is(of, "int") || vm_is(of, "float") || vm_is(of, "bool") || is == FACT_INT || is == FACT_BOOL || is == FACT_FLOAT)
			v = vm_named_switch(m, shown, name, param, v_bool(1), &v) ? v : v_unk(vm_id(m, shown));
		else
			v = vm_input(m, shown, param);
	}
	if (is == FACT_STR && m->t->node[def + 1].str == m->label)
		vm_evidence(m, v, 80);
	if (type)
		evidence(m, f, type, v);
	if (type && v.kind == V_STR) { /* an enumeration */
		cell *c = scope_find(m, f->scope, m->t->node[type].str);
		if (c && is_obj(c->v, O_CLASS))
			v = vm_callv(m, c->v, param, 1, &v);
	}
	return v;
}

/* A function that is a command runs: each parameter is an option of its name. */
static value
run(vm *m, obj *f, value self, args *a)
{
	args b = {.node = a->node, .scope = a->scope};

	FACT_EACH_KID(m->t, f->node, p) {
		const char *name = fact_str(m->t, p);
		value v = (value){0};
		if (m->t->node[p].kind != FACT_PARAM || (f->self_flags & 1 && b.n == 0 && self.kind && vm_is(name, "self")))
			continue;
		if (!command_takes(m, f, p, b.n == 0, &v) && is_obj(f->b, O_LIST))
			for (int64_t i = 0; i < list_len(f->b.o); i++) {
				const obj *o = list_at(f->b.o, i).o;
				char dest[100], shown[140];
				args c;
				if (!o->arg)
					continue;
				c = args_kept(o);
				option_names(m, &c, dest, sizeof dest, shown, sizeof shown);
				if (vm_is(dest, name))
					v = option_value(m, &c, shown);
			}
		args_add(&b, v.kind != V_UNDEF ? v : parameter(m, f, p), m->t->node[p].str, 0);
	}
	return func_call(m, f, self, self.kind != V_UNDEF, &b);
}

/* An object of a class whose fields are the options. */
static value
filled(vm *m, obj *cls, uint32_t node)
{
	uint32_t block = fact_find(m->t, cls->node, FACT_BLOCK);
	args b = {.node = node};

	for (uint32_t k = block + 1; block && k < m->t->node[block].end; k = m->t->node[k].end)
		if (m->t->node[k].kind == FACT_DECL && m->t->node[k + 1].kind == FACT_NAME && !(m->t->node[k].flags & FACT_STATIC)) {
			char shown[140];
			uint32_t type = fact_find(m->t, k, FACT_TYPE);
			snprintf(shown, sizeof shown, "option --%.100s", fact_str(m->t, k + 1));
			args_add(&b, type && strcmp(fact_str(m->t, type), "str") != 0 ? v_unk(vm_id(m, shown)) : vm_input(m, shown, k), m->t->node[k + 1].str, 0);
		}
	return class_new(m, cls, &b);
}

int
command_started(vm *m, const char *f, args *a, value *out)
{
	static const char *const starts[] = {"fire.Fire", "typer.run", "defopt.run", "tyro.cli", "absl.app.run"};
	value x = arg_get(a, 0, NULL, m);

	if (!AS_AMONG(f, starts))
		return 0;
	if (is_obj(x, O_FUNC)) {
		*out = run(m, x.o, x.o->a, a);
	} else if (is_obj(x, O_CLASS)) {
		*out = filled(m, x.o, a->node);
		for (uint32_t i = 0; *f == 'f' && i < x.o->m.n; i++) /* its methods are commands */
			vm_handed(m, x.o->m.slot[i].c->v, 0);
	}
	return 1;
}

void
command_add(vm *m, obj *group, value name, value f, uint32_t node)
{
	list_add(m, field_list(m, group, "commands_", node), pair_of(m, name, f, node));
}

int
command_method(vm *m, const char *f, value self, args *a, value *out)
{
	value x = arg_get(a, 0, NULL, m), name = arg_get(a, 1, "name", m), all;

	if (!is_obj(self, O_FUNC) || !(self.o->self_flags & FUNC_COMMAND))
		return 0;
	*out = v_unk(0);
	if (vm_is(f, "command") || vm_is(f, "group")) {
		*out = thing_called(m, vm_is(f, "command") ? "command" : "command group", a);
		out->o->b = self;
		return 1;
	}
	if (vm_is(f, "add_command")) {
		command_add(m, self.o, name.kind == V_STR ? name : is_obj(x, O_FUNC) ? command_name(m, x.o) : v_unk(0), x, a->node);
		return 1;
	}
	if (!vm_is(f, "main") && !vm_is(f, "__call__"))
		return 0;
	all = field_get(m, self.o, "commands_");
	*out = run(m, self.o, (value){0}, a);
	for (int64_t i = 0; is_obj(all, O_LIST) && i < list_len(all.o) && !m->pending; i++) {
		value c = list_at(all.o, i), fn = list_at(c.o, 1);
		value is_it = vm_compare(m, "==", vm_input(m, "command", a->node), list_at(c.o, 0), a->node);
		if (i + 1 < list_len(all.o) && !vm_truth(m, is_it, a->node))
			continue;
		if (is_obj(fn, O_FUNC))
			*out = run(m, fn.o, (value){0}, a);
		break;
	}
	return 1;
}
