/* lib_opt.c - see vm.h: options of Python programs: argparse, optparse, getopt and absl. */
#include "../vm/vm_impl.h"

#include <stdio.h>
#include <string.h>

static const char parser_name[] = "argparse.ArgumentParser()";

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
		args b = args_kept(o.o);
		char dest[100], shown[140];
		value v;
		option_names(m, &b, dest, sizeof dest, shown, sizeof shown);
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

static void
add_option(vm *m, obj *parser, const args *a)
{
	list_add(m, field_list(m, parser, "options_", a->node), thing_called(m, "option", a));
}

/* ArgumentParser(): with the options of its parents. */
static value
parser_made(vm *m, args *a)
{
	value v = thing(m, vm_id(m, parser_name), a->node), parents = arg_get(a, 99, "parents", m);

	for (int64_t i = 0; is_obj(parents, O_LIST) && i < list_len(parents.o); i++) {
		value p = list_at(parents.o, i), l = is_obj(p, O_THING) ? field_get(m, p.o, "options_") : (value){0};
		for (int64_t k = 0; is_obj(l, O_LIST) && k < list_len(l.o); k++) {
			args b = args_kept(list_at(l.o, k).o);
			add_option(m, v.o, &b);
		}
	}
	return v;
}

static value
parser_parses(vm *m, obj *parser, args *a, int known)
{
	value x = arg_get(a, 0, NULL, m), l = x.kind && x.kind != V_NONE ? x : argv_now(m, ext_of(m, "sys.argv")), ns;
	obj *given = is_obj(l, O_LIST) || is_obj(l, O_TUPLE) ? l.o : NULL, *rest;

	if (given && !x.kind) { /* less the program's name */
		given = list_of(m, O_LIST, a->node);
		for (int64_t i = 1; i < list_len(l.o); i++)
			list_add(m, given, list_at(l.o, i));
		given->loose = l.o->loose;
	}
	if (a->n > 1 || field_get(m, parser, "commands_").kind != V_UNDEF) /* namespace=; the command is one of the words */
		given = NULL;
	ns = parsed(m, parser, given, a->node);
	if (!known)
		return ns;
	rest = list_of(m, O_LIST, a->node);
	rest->loose = 1;
	return pair_of(m, ns, v_obj(rest), a->node);
}

static int
parser_method(vm *m, const char *f, value self, args *a, value *out)
{
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
		*out = parser_made(m, a);
		command_add(m, self.o, arg_get(a, 0, NULL, m), *out, a->node);
	} else if (vm_is(f, "parse_args") || vm_is(f, "parse_known_args")) {
		*out = parser_parses(m, self.o, a, f[6] == 'k');
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

/* absl.flags.DEFINE_string(name, default, ...) and its kin; kind: what follows DEFINE_. */
static int
flag_defined(vm *m, const char *kind, args *a)
{
	value name = arg_get(a, 0, NULL, m), v;
	char shown[140];
	cell *c;

	if (name.kind != V_STR || !vm_cstr(m, name, NULL))
		return 0;
	snprintf(shown, sizeof shown, "option --%.100s", vm_cstr(m, name, NULL));
	if (vm_at_default(m, shown) && arg_get(a, 1, "default", m).kind) {
		v = arg_get(a, 1, "default", m);
	} else if (vm_is(kind, "string") || vm_is(kind, "enum")) {
		v = vm_input(m, shown, a->node);
		if (option_offers_label(m, arg_get(a, 2, "enum_values", m)))
			vm_evidence(m, v, 100);
	} else {
		v = v_unk(vm_id(m, shown));
	}
	if ((c = vm_attr_place(m, ext_of(m, "absl.flags.FLAGS"), name.s.s)))
		cell_set(m, c, v);
	return 1;
}

/* Adds an option of getopt to those that were given: the label's, the others if it is so decided. */
static void
given(vm *m, obj *l, const char *shown, int with, uint32_t node)
{
	if (m->bound && strcmp(vm_text(m, m->bound), shown) != 0 && !vm_decide(m, vm_idf(m, "%s is given", shown), node))
		return;
	list_add(m, l, pair_of(m, v_strc(m, shown + 7), with ? vm_input(m, shown, node) : v_strc(m, ""), node));
}

/* getopt.getopt(): the options that are given, and the rest. */
static value
getopt_given(vm *m, args *a)
{
	value letters = arg_get(a, 1, "shortopts", m), names = arg_get(a, 2, "longopts", m);
	obj *l = list_of(m, O_LIST, a->node), *rest = list_of(m, O_LIST, a->node);
	char first[64] = ""; /* letters of the long ones */

	for (int64_t i = 0; is_obj(names, O_LIST) && i < list_len(names.o); i++) {
		value n = vm_resolve(m, list_at(names.o, i), a->node);
		const char *s = n.kind == V_STR ? vm_cstr(m, n, NULL) : NULL;
		char shown[140];
		size_t k = s ? strlen(s) : 0;
		if (!k)
			continue;
		if (strlen(first) + 1 < sizeof first)
			strncat(first, s, 1);
		snprintf(shown, sizeof shown, "option --%.*s", (int)(k - (s[k - 1] == '=')), s);
		given(m, l, shown, s[k - 1] == '=', a->node);
	}
	for (const char *s = letters.kind == V_STR ? vm_cstr(m, letters, NULL) : ""; s && *s; s++) {
		char shown[40];
		if (*s == ':' || strchr(first, *s)) /* a short name of a long one */
			continue;
		snprintf(shown, sizeof shown, "option -%c", *s);
		given(m, l, shown, s[1] == ':', a->node);
	}
	list_add(m, rest, vm_input(m, "argument 1", a->node));
	rest->loose = 1;
	return pair_of(m, v_obj(l), v_obj(rest), a->node);
}

static int
method(vm *m, const char *f, value self, args *a, value *out)
{
	const char *name = is_obj(self, O_THING) ? vm_text(m, self.o->name) : NULL;

	if (!name)
		return command_method(m, f, self, a, out);
	if (strncmp(name, parser_name, sizeof parser_name - 1) == 0)
		return parser_method(m, f, self, a, out);
	if (lib_re(m, f, self, a, out))
		return 1;
	if (strncmp(name, "open()", 6) == 0 && (vm_is(f, "read") || vm_is(f, "__enter__"))) {
		*out = self;
		return 1;
	}
	return 0;
}

int
lib_opt(vm *m, const char *f, value self, args *a, value *out)
{
	*out = v_unk(0);
	if (self.kind != V_UNDEF)
		return method(m, f, self, a, out);
	if (vm_is(f, "optparse.OptionParser") || strstr(f, "ArgumentParser"))
		*out = parser_made(m, a);
	else if (vm_is(f, "click.option") || vm_is(f, "click.argument") || vm_is(f, "typer.Option") || vm_is(f, "typer.Argument"))
		*out = thing_called(m, f, a);
	else if (vm_is(f, "click.Choice"))
		*out = thing_called(m, "click.Choice()", a);
	else if (vm_is(f, "getopt.getopt") || vm_is(f, "getopt.gnu_getopt"))
		*out = getopt_given(m, a);
	else if (strncmp(f, "absl.flags.DEFINE_", 18) == 0)
		return flag_defined(m, f + 18, a);
	else
		return command_started(m, f, a, out);
	return 1;
}
