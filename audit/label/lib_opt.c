/* lib_opt.c - see vm.h: options of Python programs: argparse, optparse, getopt, click,
 * typer, fire, and compiled regular expressions and paths, which are things with methods. */
#include "vm_impl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"

static int
is_thing(const vm *m, value v, const char *name)
{
	return is_obj(v, O_THING) && strncmp(vm_text(m, v.o->name), name, strlen(name)) == 0;
}

/* The name that an option is kept under: dest, or the first long one, or the first. */
static void
destination(vm *m, const args *a, char *dest, size_t n, char *shown, size_t ns)
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
holds_label(const vm *m, value choices)
{
	if (!is_obj(choices, O_LIST) && !is_obj(choices, O_TUPLE) && !is_obj(choices, O_DICT))
		return 0;
	for (uint32_t i = 0; i < choices.o->m.n; i++) {
		value v = choices.o->kind == O_DICT ? choices.o->m.slot[i].kv : choices.o->m.slot[i].c->v;
		if (v.kind == V_STR && v.s.s == m->label && !v.s.off)
			return 1;
		if (is_obj(v, O_INST) && v.o->cls && v.o->cls->self_flags & 1) {
			cell *c = map_find(&v.o->m, key_str(as_intern_find(&m->t->text, "value", 5)));
			if (c && c->v.kind == V_STR && c->v.s.s == m->label)
				return 1;
		}
	}
	return 0;
}

/* The value of an option that was declared by a: the label if it is that one, else not known. */
static value
option_value(vm *m, const args *a, const char *shown)
{
	value action = arg_get(a, 99, "action", m), choices = arg_get(a, 99, "choices", m), type = arg_get(a, 99, "type", m);
	value flag = arg_get(a, 99, "is_flag", m), def = arg_get(a, 99, "default", m), nargs = arg_get(a, 99, "nargs", m), multiple = arg_get(a, 99, "multiple", m), v;
	const char *act = action.kind == V_STR ? vm_cstr(m, action, NULL) : "";

	if (vm_option_default(m, a, shown, &v))
		return v;
	if (strncmp(act, "store_t", 7) == 0 || strncmp(act, "store_f", 7) == 0 || vm_is(act, "count") || vm_is(act, "store_const") || (flag.kind == V_BOOL && flag.i) ||
	    (is_obj(action, O_EXT) && strstr(vm_text(m, action.o->name), "Boolean"))) {
		value set = arg_get(a, 99, "const", m);
		if (vm_named_switch(m, shown, strchr(shown, ' ') + 1, a->node, vm_is(act, "store_const") && set.kind ? set : v_bool(strncmp(act, "store_f", 7) != 0), &v)) {
			if (strncmp(act, "store_f", 7) == 0 && v.kind == V_UNK)
				v.flags |= VF_NOT;
			return v;
		}
		v = v_unk(vm_id(m, shown));
		if (strncmp(act, "store_f", 7) == 0)
			v.flags |= VF_NOT;
		v.flags |= VF_NUMBER;
		return v;
	}
	if (is_obj(type, O_EXT) && (vm_is(vm_text(m, type.o->name), "int") || vm_is(vm_text(m, type.o->name), "float") || vm_is(vm_text(m, type.o->name), "bool"))) {
		v = v_unk(vm_id(m, shown));
		v.flags = VF_NUMBER;
		return v;
	}
	if ((def.kind == V_INT || def.kind == V_FLOAT) && choices.kind == V_UNDEF) {
		v = v_unk(vm_id(m, shown));
		v.flags = VF_NUMBER;
		return v;
	}
	if (is_obj(type, O_THING) && is_obj(choices, 99) == 0 && strstr(vm_text(m, type.o->name), "Choice") && type.o->narg)
		choices = vm_resolve(m, type.o->arg[0], a->node);
	if (is_obj(choices, O_CLASS) || is_obj(choices, O_GEN) || is_obj(choices, O_SCOPE)) {
		args b = {.n = 1, .node = a->node};
		b.v[0] = choices;
		lib_py(m, "list", &b, &choices);
	}
	if (is_obj(type, O_CLASS) && choices.kind == V_UNDEF && (type.o->self_flags & 1)) {
		args b = {.n = 1, .node = a->node};
		b.v[0] = type;
		lib_py(m, "list", &b, &choices);
	}
	{
		value set = arg_get(a, 99, "const", m), some = v_unk(0);
		some.flags = VF_TRUE; /* an option with a value: some text */
		if (*strchr(shown, ' ') && strncmp(strchr(shown, ' ') + 1, "--", 2) == 0 && vm_named_switch(m, shown, strchr(shown, ' ') + 1, a->node, set.kind == V_STR ? set : some, &v))
			return v;
	}
	v = vm_input(m, shown, a->node);
	if (def.kind == V_STR && m->label && def.s.s == m->label && !def.s.off)
		vm_evidence(m, v, 80);
	if (holds_label(m, def))
		vm_evidence(m, v, 80);
	if (holds_label(m, choices))
		vm_evidence(m, v, 100);
	else if (v.kind == V_STR && is_obj(choices, O_LIST) && !choices.o->loose && list_len(choices.o)) {
		vm_exit(m, 2); /* the label is refused */
		return v;
	}
	if (v.kind == V_UNK && is_obj(choices, O_LIST) && !choices.o->loose && list_len(choices.o) == 1)
		v = list_at(choices.o, 0);
	if (type.kind == V_OBJ && (type.o->kind == O_CLASS || type.o->kind == O_FUNC)) {
		if (!(v.kind == V_UNK && is_obj(type, O_CLASS)))
			v = vm_callv(m, type, a->node, 1, &v);
	}
	if ((nargs.kind == V_STR && (vm_is(vm_cstr(m, nargs, NULL), "+") || vm_is(vm_cstr(m, nargs, NULL), "*"))) || vm_is(act, "append") || nargs.kind == V_INT || (multiple.kind == V_BOOL && multiple.i)) {
		obj *l = list_of(m, O_LIST, a->node);
		list_add(m, l, v);
		v = v_obj(l);
	}
	return v;
}

static value parsed(vm *m, obj *parser, const obj *given, uint32_t node);

/* Of the parsers of commands one is used; its options are found beside the others. */
static void
command(vm *m, obj *parser, value ns, uint32_t node)
{
	value list = field_get(m, parser, "commands_"), dest = field_get(m, parser, "dest_"), said;
	char shown[120];

	if (!is_obj(list, O_LIST) || !list_len(list.o) || m->pending)
		return;
	snprintf(shown, sizeof shown, "argument %.100s", dest.kind == V_STR && vm_cstr(m, dest, NULL) ? vm_cstr(m, dest, NULL) : "COMMAND");
	said = vm_input(m, shown, node);
	for (int64_t i = 0; i < list_len(list.o); i++) {
		value one = list_at(list.o, i), name = list_at(one.o, 0), is_it = vm_compare(m, "==", said, name, node), more;
		if (i + 1 < list_len(list.o) || said.kind == V_STR ? !vm_truth(m, is_it, node) : 0)
			continue;
		more = parsed(m, list_at(one.o, 1).o, NULL, node);
		for (uint32_t k = 0; is_obj(more, O_THING) && k < more.o->m.n; k++)
			cell_set(m, map_get(m, &ns.o->m, more.o->m.slot[k].key, more.o->m.slot[k].kv), more.o->m.slot[k].c->v);
		if (dest.kind == V_STR)
			cell_set(m, map_get(m, &ns.o->m, key_str(dest.s.s), dest), name);
		return;
	}
	vm_exit(m, 2); /* no such command */
}

/* parse_args(): every option that was declared, by its name. given: the list that is parsed, where it is no more the command line; NULL. */
static value
parsed(vm *m, obj *parser, const obj *given, uint32_t node)
{
	uint32_t bare = 0;
	value ns = thing(m, vm_id(m, "options"), node), list = field_get(m, parser, "options_");

	for (int64_t i = 0; is_obj(list, O_LIST) && i < list_len(list.o) && !m->pending; i++) {
		value o = list_at(list.o, i);
		args b = {.node = o.o->node, .n = o.o->narg};
		char dest[100], shown[140];
		memcpy(b.v, o.o->arg, sizeof b.v);
		memcpy(b.kw, o.o->kw, sizeof b.kw);
		destination(m, &b, dest, sizeof dest, shown, sizeof shown);
		value v;
		if (!given || !argv_option(m, given, list.o, &b, bare, &v))
			v = option_value(m, &b, shown);
		bare += strncmp(shown, "argument ", 9) == 0;
		field_set(m, ns.o, dest, v);
	}
	value defaults = field_get(m, parser, "defaults_");
	if (is_obj(defaults, O_DICT))
		for (uint32_t i = 0; i < defaults.o->m.n; i++)
			cell_set(m, map_get(m, &ns.o->m, defaults.o->m.slot[i].key, defaults.o->m.slot[i].kv), defaults.o->m.slot[i].c->v);
	command(m, parser, ns, node);
	return ns;
}

static value
keep_args(vm *m, const char *name, const args *a)
{
	value v = thing(m, vm_id(m, name), a->node);

	v.o->arg = vm_alloc(m, sizeof a->v);
	v.o->kw = vm_alloc(m, sizeof a->kw);
	memcpy(v.o->arg, a->v, sizeof a->v);
	memcpy(v.o->kw, a->kw, sizeof a->kw);
	v.o->narg = a->n;
	return v;
}

static void
add_option(vm *m, obj *parser, const args *a)
{
	value l = field_get(m, parser, "options_");

	if (l.kind == V_UNDEF) {
		l = v_obj(list_of(m, O_LIST, a->node));
		field_set(m, parser, "options_", l);
	}
	list_add(m, l.o, keep_args(m, "option", a));
}

/* A command of click, typer or fire: each parameter is an option of its name. */
static value
run_command(vm *m, obj *f, value self, args *a)
{
	args b = {.node = a->node, .scope = a->scope};

	FACT_EACH_KID(m->t, f->node, p) {
		const char *name = fact_str(m->t, p);
		char shown[140];
		value v = (value){0};
		uint32_t type, def;
		if (m->t->node[p].kind != FACT_PARAM || (f->self_flags & 1 && b.n == 0 && self.kind && vm_is(name, "self")))
			continue;
		if (command_takes(m, f, p, b.n == 0, &v)) {
			b.v[b.n] = v;
			b.kw[b.n++] = m->t->node[p].str;
			if (b.n == MOST_ARGS)
				break;
			continue;
		}
		if (is_obj(f->b, O_LIST))
			for (int64_t i = 0; i < list_len(f->b.o); i++) {
				value o = list_at(f->b.o, i);
				args c = {.node = o.o->node, .n = o.o->narg};
				char dest[100];
				if (!o.o->arg)
					continue;
				memcpy(c.v, o.o->arg, sizeof c.v);
				memcpy(c.kw, o.o->kw, sizeof c.kw);
				destination(m, &c, dest, sizeof dest, shown, sizeof shown);
				if (vm_is(dest, name))
					v = option_value(m, &c, shown);
			}
		if (v.kind == V_UNDEF) {
			snprintf(shown, sizeof shown, "option --%.100s", name);
			type = fact_find(m->t, p, FACT_TYPE);
			def = fact_find(m->t, p, FACT_DEFAULT);
			if (vm_decl_default(m, f->scope, p, shown, &v))
				;
			else if ((type && (vm_is(fact_str(m->t, type), "int") || vm_is(fact_str(m->t, type), "float") || vm_is(fact_str(m->t, type), "bool"))) ||
			    (def && (m->t->node[def + 1].kind == FACT_INT || m->t->node[def + 1].kind == FACT_BOOL || m->t->node[def + 1].kind == FACT_FLOAT)))
				v = vm_named_switch(m, shown, name, p, v_bool(1), &v) ? v : v_unk(vm_id(m, shown));
			else
				v = vm_input(m, shown, p);
			if (def && m->t->node[def + 1].kind == FACT_STR && m->t->node[def + 1].str == m->label)
				vm_evidence(m, v, 80);
			if (type)
				command_evidence(m, f, type, v);
			if (type && v.kind == V_STR) { /* an enumeration */
				cell *c = scope_find(m, f->scope, m->t->node[type].str);
				if (c && is_obj(c->v, O_CLASS))
					v = vm_callv(m, c->v, p, 1, &v);
			}
		}
		b.v[b.n] = v;
		b.kw[b.n++] = m->t->node[p].str;
		if (b.n == MOST_ARGS)
			break;
	}
	return func_call(m, f, self, self.kind != V_UNDEF, &b);
}

/* Adds an option of getopt to those that were given: the label's, the others if it is so decided. */
static void
given(vm *m, obj *l, const char *shown, int with, uint32_t node)
{
	obj *p = list_of(m, O_TUPLE, node);

	if (m->bound && strcmp(vm_text(m, m->bound), shown) != 0 && !vm_decide(m, vm_idf(m, "%s is given", shown), node))
		return;
	list_add(m, p, v_strc(m, shown + 7));
	list_add(m, p, with ? vm_input(m, shown, node) : v_strc(m, ""));
	list_add(m, l, v_obj(p));
}

int
lib_opt(vm *m, const char *f, value self, args *a, value *out)
{
	value x = arg_get(a, 0, NULL, m);

	*out = v_unk(0);
	if (self.kind == V_UNDEF) {
		if (vm_is(f, "argparse.ArgumentParser") || vm_is(f, "optparse.OptionParser") || strstr(f, "ArgumentParser")) {
			value parents = arg_get(a, 99, "parents", m);
			*out = thing(m, vm_id(m, "argparse.ArgumentParser()"), a->node);
			for (int64_t i = 0; is_obj(parents, O_LIST) && i < list_len(parents.o); i++) {
				value p = list_at(parents.o, i), l;
				if (is_obj(p, O_THING) && is_obj(l = field_get(m, p.o, "options_"), O_LIST))
					for (int64_t k = 0; k < list_len(l.o); k++) {
						value o = list_at(l.o, k);
						args b = {.node = o.o->node, .n = o.o->narg};
						memcpy(b.v, o.o->arg, sizeof b.v);
						memcpy(b.kw, o.o->kw, sizeof b.kw);
						add_option(m, out->o, &b);
					}
			}
			return 1;
		}
		if (vm_is(f, "click.option") || vm_is(f, "click.argument") || vm_is(f, "typer.Option") || vm_is(f, "typer.Argument")) {
			*out = keep_args(m, f, a);
			return 1;
		}
		if (vm_is(f, "click.Choice")) {
			*out = keep_args(m, "click.Choice()", a);
			return 1;
		}
		if (vm_is(f, "fire.Fire") || vm_is(f, "typer.run") || vm_is(f, "defopt.run") || vm_is(f, "tyro.cli") || vm_is(f, "absl.app.run")) {
			if (is_obj(x, O_FUNC))
				*out = run_command(m, x.o, x.o->a, a);
			else if (is_obj(x, O_CLASS)) { /* the fields are the options */
				uint32_t block = fact_find(m->t, x.o->node, FACT_BLOCK);
				args b = {.node = a->node};
				for (uint32_t k = block + 1; block && k < m->t->node[block].end && b.n < MOST_ARGS; k = m->t->node[k].end)
					if (m->t->node[k].kind == FACT_DECL && m->t->node[k + 1].kind == FACT_NAME && !(m->t->node[k].flags & FACT_STATIC)) {
						char shown[140];
						uint32_t type = fact_find(m->t, k, FACT_TYPE);
						snprintf(shown, sizeof shown, "option --%.100s", fact_str(m->t, k + 1));
						b.v[b.n] = type && strcmp(fact_str(m->t, type), "str") != 0 ? v_unk(vm_id(m, shown)) : vm_input(m, shown, k);
						b.kw[b.n++] = m->t->node[k + 1].str;
					}
				*out = class_new(m, x.o, &b);
				for (uint32_t i = 0; f[0] == 'f' && i < x.o->m.n; i++) /* its methods are commands */
					vm_handed(m, x.o->m.slot[i].c->v, 0);
			}
			return 1;
		}
		if (strncmp(f, "absl.flags.DEFINE_", 18) == 0) {
			char shown[140];
			value name = x, v;
			cell *c;
			if (name.kind != V_STR || !vm_cstr(m, name, NULL))
				return 0;
			snprintf(shown, sizeof shown, "option --%.100s", vm_cstr(m, name, NULL));
			if (vm_at_default(m, shown) && arg_get(a, 1, "default", m).kind) {
				v = arg_get(a, 1, "default", m);
			} else if (vm_is(f + 18, "string") || vm_is(f + 18, "enum")) {
				v = vm_input(m, shown, a->node);
				if (holds_label(m, arg_get(a, 2, "enum_values", m)))
					vm_evidence(m, v, 100);
			} else {
				v = v_unk(vm_id(m, shown));
			}
			c = vm_attr_place(m, ext_of(m, "absl.flags.FLAGS"), name.s.s);
			if (c)
				cell_set(m, c, v);
			return 1;
		}
		if (vm_is(f, "getopt.getopt") || vm_is(f, "getopt.gnu_getopt")) {
			value spec = arg_get(a, 2, "longopts", m);
			obj *t = list_of(m, O_TUPLE, a->node), *l = list_of(m, O_LIST, a->node);
			char longs[64] = "";
			for (int64_t i = 0; is_obj(spec, O_LIST) && i < list_len(spec.o); i++) {
				value n = vm_resolve(m, list_at(spec.o, i), a->node);
				const char *s = n.kind == V_STR ? vm_cstr(m, n, NULL) : NULL;
				char shown[140];
				size_t k = s ? strlen(s) : 0;
				if (!k)
					continue;
				if (strlen(longs) + 1 < sizeof longs)
					strncat(longs, s, 1);
				snprintf(shown, sizeof shown, "option --%.*s", (int)(k - (s[k - 1] == '=')), s);
				given(m, l, shown, s[k - 1] == '=', a->node);
			}
			value letters = arg_get(a, 1, "shortopts", m);
			for (const char *s = letters.kind == V_STR ? vm_cstr(m, letters, NULL) : ""; s && *s; s++) {
				char shown[40];
				if (*s == ':' || strchr(longs, *s)) /* a short name of a long one */
					continue;
				snprintf(shown, sizeof shown, "option -%c", *s);
				given(m, l, shown, s[1] == ':', a->node);
			}
			list_add(m, t, v_obj(l));
			obj *rest = list_of(m, O_LIST, a->node);
			list_add(m, rest, vm_input(m, "argument 1", a->node));
			rest->loose = 1;
			list_add(m, t, v_obj(rest));
			*out = v_obj(t);
			return 1;
		}
		return 0;
	}
	if (is_obj(self, O_FUNC) && (self.o->self_flags & 8) && (vm_is(f, "command") || vm_is(f, "group"))) {
		*out = keep_args(m, vm_is(f, "command") ? "command" : "command group", a);
		out->o->b = self;
		return 1;
	}
	if (is_obj(self, O_FUNC) && (self.o->self_flags & 8) && vm_is(f, "add_command")) {
		value cmds = field_get(m, self.o, "commands_"), name = arg_get(a, 1, "name", m);
		obj *one = list_of(m, O_TUPLE, a->node);
		if (cmds.kind == V_UNDEF) {
			cmds = v_obj(list_of(m, O_LIST, a->node));
			field_set(m, self.o, "commands_", cmds);
		}
		list_add(m, one, name.kind == V_STR ? name : is_obj(x, O_FUNC) ? command_name(m, x.o) : v_unk(0));
		list_add(m, one, x);
		list_add(m, cmds.o, v_obj(one));
		return 1;
	}
	if (is_obj(self, O_FUNC) && (self.o->self_flags & 8) && (vm_is(f, "main") || vm_is(f, "__call__"))) {
		value cmds = field_get(m, self.o, "commands_");
		*out = run_command(m, self.o, (value){0}, a);
		for (int64_t i = 0; is_obj(cmds, O_LIST) && i < list_len(cmds.o) && !m->pending; i++) {
			value c = list_at(cmds.o, i), name = list_at(c.o, 0), fn = list_at(c.o, 1);
			value is_it = vm_compare(m, "==", vm_input(m, "command", a->node), name, a->node);
			if (i + 1 < list_len(cmds.o) && !vm_truth(m, is_it, a->node))
				continue;
			if (is_obj(fn, O_FUNC))
				*out = run_command(m, fn.o, (value){0}, a);
			break;
		}
		return 1;
	}
	if (!is_obj(self, O_THING))
		return 0;
	if (is_thing(m, self, "argparse.ArgumentParser()")) {
		if (vm_is(f, "add_argument") || vm_is(f, "add_option")) {
			add_option(m, self.o, a);
		} else if (vm_is(f, "add_argument_group") || vm_is(f, "add_mutually_exclusive_group")) {
			*out = self; /* options of groups are options */
		} else if (vm_is(f, "add_subparsers")) {
			value dest = arg_get(a, 99, "dest", m);
			if (dest.kind == V_STR)
				field_set(m, self.o, "dest_", dest);
			*out = self;
		} else if (vm_is(f, "add_parser")) {
			value list = field_get(m, self.o, "commands_"), none = (value){0};
			obj *one = list_of(m, O_TUPLE, a->node);
			if (!lib_opt(m, "argparse.ArgumentParser", none, a, out))
				*out = self;
			if (list.kind == V_UNDEF) {
				list = v_obj(list_of(m, O_LIST, a->node));
				field_set(m, self.o, "commands_", list);
			}
			list_add(m, one, x);
			list_add(m, one, *out);
			list_add(m, list.o, v_obj(one));
		} else if (vm_is(f, "parse_args") || vm_is(f, "parse_known_args")) {
			value l = x.kind && x.kind != V_NONE ? x : argv_now(m, ext_of(m, "sys.argv")), ns;
			obj *given = is_obj(l, O_LIST) || is_obj(l, O_TUPLE) ? l.o : NULL;
			if (given && !x.kind) { /* less the program's name */
				given = list_of(m, O_LIST, a->node);
				for (int64_t i = 1; i < list_len(l.o); i++)
					list_add(m, given, list_at(l.o, i));
				given->loose = l.o->loose;
			}
			if (a->n > 1 || field_get(m, self.o, "commands_").kind != V_UNDEF) /* namespace=; the command is one of the words */
				given = NULL;
			ns = parsed(m, self.o, given, a->node);
			*out = ns;
			if (vm_is(f, "parse_known_args")) {
				obj *t = list_of(m, O_TUPLE, a->node), *l = list_of(m, O_LIST, a->node);
				l->loose = 1;
				list_add(m, t, ns);
				list_add(m, t, v_obj(l));
				*out = v_obj(t);
			}
		} else if (vm_is(f, "set_defaults")) {
			value d = field_get(m, self.o, "defaults_"), none;
			if (d.kind == V_UNDEF) {
				d = v_obj(vm_obj(m, O_DICT, 0, a->node));
				field_set(m, self.o, "defaults_", d);
			}
			lib_box(m, "update", d, a, &none);
		} else if (vm_is(f, "error") || vm_is(f, "exit")) {
			vm_exit(m, 2);
		}
		return 1;
	}
	if (lib_re(m, f, self, a, out))
		return 1;
	if (is_thing(m, self, "open()") && (vm_is(f, "read") || vm_is(f, "__enter__"))) {
		*out = self;
		return 1;
	}
	return 0;
}
