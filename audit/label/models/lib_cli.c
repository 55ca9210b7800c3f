/* lib_cli.c - see vm.h: libraries of C and C++ that read the command line: getopt, gflags, Abseil's
 * flags, boost::program_options, cxxopts, CLI11, TCLAP, argparse and GLib's option tables.
 * Each option is text from outside, or a switch that is given or not; in what order a
 * library parses and stores is left out. */
#include "../vm/vm_impl.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "../program/program.h"
#include "words.h"

typedef enum { TEXT, SWITCH, NUMBER } kind;

/* The long name in "gpu,g", "g,gpu", "-g,--gpu" or "--gpu{1}"; 0 if there is none. */
static int
long_name(const char *spec, char *out, size_t n)
{
	size_t best = 0;

	*out = '\0';
	while (*spec) {
		size_t len;
		spec += strspn(spec, "-,! ");
		len = strcspn(spec, ", {=");
		if (len > best && len < n) {
			memcpy(out, spec, len);
			out[len] = '\0';
			best = len;
		}
		spec += strcspn(spec, ",");
	}
	return best > 0;
}

/* The option of that name; old: what it is where it is not given, or V_UNDEF. */
static value
option(vm *m, const char *name, kind k, value old, uint32_t node)
{
	char shown[120];
	value v;

	snprintf(shown, sizeof shown, "option --%.100s", name);
	if (k == SWITCH && vm_named_switch(m, shown, name, node, v_bool(1), &v))
		return v;
	if (k == TEXT) {
		if (m->bound && strcmp(vm_text(m, m->bound), shown) != 0 && old.kind == V_STR && !vm_decide(m, vm_idf(m, "%s is given", shown), node))
			return old;
		return vm_input(m, shown, node);
	}
	v = v_unk(vm_id(m, shown));
	v.flags = VF_NUMBER;
	return v;
}

/* By the argument of a template, or the value that a variable has: text, a switch, a number. */
static kind
kind_of(const vm *m, value v)
{
	const char *s = is_obj(v, O_EXT) ? vm_text(m, v.o->name) : vm_name_of(m, v, "");

	if (v.kind == V_STR || strstr(s, "string") || strcmp(s, "std.filesystem.path") == 0 || strcmp(as_last_part(s), "path") == 0)
		return TEXT;
	if (v.kind == V_BOOL || strcmp(s, "bool") == 0)
		return SWITCH;
	return v.kind == V_NONE ? TEXT : NUMBER;
}

/* An option whose value goes into a variable. */
static void
into(vm *m, cell *c, const char *name, kind k, uint32_t node)
{
	if (c)
		cell_set(m, c, option(m, name, k, vm_resolve(m, c->v, node), node));
}

/* Operand k as a place: an address, or what a reference takes. */
static cell *
place(vm *m, const args *a, uint32_t k)
{
	value v = k < a->n ? vm_resolve(m, a->v[k], a->node) : (value){0};

	if (v.kind == V_REF)
		return v.r;
	return k < a->n && a->at[k] && a->scope ? vm_place(m, a->scope, a->at[k], 0) : NULL;
}

static value
named(vm *m, const char *name, kind k, uint32_t node)
{
	value v = thing(m, vm_idf(m, "option --%.100s", name), node);

	v.o->self_flags = (uint8_t)(k << 4);
	return v;
}

static int
cli_type(const char *name)
{
	static const char *const of[] = {"boost.program_options.", "cxxopts.", "CLI.", "TCLAP.", "argparse.", "gflags.", "absl."};

	for (size_t i = 0; i < sizeof of / sizeof *of; i++)
		if (strncmp(name, of[i], strlen(of[i])) == 0)
			return 1;
	return 0;
}

int
cli_fresh(vm *m, scope *s, const char *type, uint32_t node, value *out)
{
	size_t n = strcspn(type, ".");
	cell *c;
	value of;

	if (!m->c || !type[n])
		return 0;
	if (!cli_type(type)) { /* namespace po = boost::program_options */
		uint32_t id = as_intern_find(&m->t->text, type, n);
		if (id == UINT32_MAX || !(c = scope_find(m, s, id)))
			return 0;
		of = c->v.kind == V_THUNK ? vm_eval(m, c->v.at, c->v.t.node) : c->v;
		if (!is_obj(of, O_EXT))
			return 0;
		type = vm_text(m, vm_idf(m, "%.200s%.200s", vm_text(m, of.o->name), type + n));
		if (!cli_type(type))
			return 0;
	}
	*out = thing(m, vm_id(m, type), node);
	return 1;
}

/* FLAGS_x, where the tree has DEFINE_string(x, ...) or ABSL_FLAG(std::string, x, ...). */
int
cli_flag(vm *m, const char *name, uint32_t node, value *out)
{
	const fact_tree *t = m->t;
	uint32_t id;

	if (strncmp(name, "FLAGS_", 6) != 0 || (id = as_intern_find(&t->text, name + 6, strlen(name + 6))) == UINT32_MAX)
		return 0;
	for (uint32_t f = 0; f < m->p->nfile; f++) {
		uint32_t file = m->p->file[f];
		if (t->node[file].flags & FACT_DATA || is_python(t, file))
			continue;
		for (uint32_t i = file + 1; i < t->node[file].end;) {
			uint32_t first, second;
			const char *s;
			if (t->node[i].kind != FACT_CALL) {
				i = t->node[i].kind == FACT_SPACE || t->node[i].kind == FACT_IF || t->node[i].kind == FACT_BLOCK ? i + 1 : t->node[i].end;
				continue;
			}
			s = t->node[i + 1].kind == FACT_NAME ? fact_str(t, i + 1) : "";
			first = t->node[i + 1].end;
			second = first < t->node[i].end ? t->node[first].end : first;
			if (strncmp(s, "DEFINE_", 7) == 0 && first < t->node[i].end && t->node[first + 1].str == id) {
				*out = option(m, name + 6, strcmp(s + 7, "string") == 0 ? TEXT : strcmp(s + 7, "bool") == 0 ? SWITCH : NUMBER, (value){0}, node);
				return 1;
			}
			if (strcmp(s, "ABSL_FLAG") == 0 && second < t->node[i].end && t->node[second + 1].str == id) {
				s = fact_str(t, first + 1);
				*out = option(m, name + 6, strstr(s, "string") ? TEXT : strcmp(s, "bool") == 0 ? SWITCH : NUMBER, (value){0}, node);
				return 1;
			}
			i = t->node[i].end;
		}
	}
	return 0;
}

/* GLib's table: {"name", 'n', 0, G_OPTION_ARG_STRING, &variable, ...}. */
static void
entries(vm *m, value table, uint32_t node)
{
	char name[100];

	if (table.kind == V_REF)
		table = vm_resolve(m, table.r->v, node);
	for (int64_t i = 0; is_obj(table, O_LIST) && i < list_len(table.o); i++) {
		value e = vm_resolve(m, list_at(table.o, i), node), n, arg, to;
		const char *s;
		if (!is_obj(e, O_LIST) && !is_obj(e, O_INST))
			continue;
		n = vm_resolve(m, list_at(e.o, 0), node);
		arg = vm_resolve(m, list_at(e.o, 3), node);
		to = vm_resolve(m, list_at(e.o, 4), node);
		if (n.kind != V_STR || !vm_cstr(m, n, NULL) || !long_name(vm_cstr(m, n, NULL), name, sizeof name) || to.kind != V_REF)
			continue;
		s = is_obj(arg, O_EXT) ? vm_text(m, arg.o->name) : "";
		into(m, to.r, name, strstr(s, "ARG_NONE") ? SWITCH : strstr(s, "STRING") || strstr(s, "FILENAME") ? TEXT : NUMBER, node);
	}
}

int
lib_cli(vm *m, const char *f, args *a, value *out)
{
	value x = arg_get(a, 0, NULL, m), y = arg_get(a, 1, NULL, m);
	const char *s = x.kind == V_STR ? vm_cstr(m, x, NULL) : NULL, *t = y.kind == V_STR ? vm_cstr(m, y, NULL) : NULL;
	char name[100];

	*out = v_unk(0);
	if (strcmp(f, "absl.GetFlag") == 0 || strcmp(f, "GetFlag") == 0) {
		*out = x;
		return a->n == 1;
	}
	if (strncmp(f, "DEFINE_", 7) == 0 || strcmp(f, "ABSL_FLAG") == 0 || strncmp(f, "DECLARE_", 8) == 0 || strcmp(f, "CLI11_PARSE") == 0 ||
	    strcmp(as_last_part(f), "ParseCommandLineFlags") == 0 || strcmp(f, "absl.ParseCommandLine") == 0) {
		*out = v_none();
		return 1;
	}
	if (strcmp(f, "g_option_context_add_main_entries") == 0 || strcmp(f, "g_option_group_add_entries") == 0) {
		entries(m, y, a->node);
		return 1;
	}
	if (strcmp(f, "boost.program_options.bool_switch") == 0) {
		*out = named(m, "", SWITCH, a->node);
		out->o->a = x;
		return 1;
	}
	if (strncmp(f, "TCLAP.", 6) == 0 && strstr(f, "Arg") && a->n >= 3 && s && t) { /* TCLAP::SwitchArg g("g", "graph", ...) */
		value d = arg_get(a, 4, NULL, m);
		if (!long_name(*t ? t : s, name, sizeof name))
			return 0;
		*out = named(m, name, strstr(f, "SwitchArg") ? SWITCH : d.kind == V_STR || d.kind == V_UNK ? TEXT : NUMBER, a->node);
		return 1;
	}
	if (cli_type(f)) {
		*out = thing(m, vm_id(m, f), a->node);
		return 1;
	}
	return 0;
}

int
cli_template(vm *m, value of, value type, args *a, value *out)
{
	const char *f = is_obj(of, O_EXT) || is_obj(of, O_METHOD) ? vm_text(m, of.o->name) : "";
	char name[100];

	type = vm_resolve(m, type, a->node);
	if (is_obj(of, O_METHOD)) {
		value self = vm_resolve(m, of.o->a, a->node), x = arg_get(a, 0, NULL, m);
		const char *base = is_obj(self, O_THING) ? vm_text(m, self.o->name) : "";
		if (strncmp(base, "option --", 9) == 0 && (strcmp(f, "as") == 0 || strcmp(f, "get") == 0)) {
			*out = option(m, base + 9, kind_of(m, type), (value){0}, a->node);
			return 1;
		}
		if (cli_type(base) && strcmp(f, "get") == 0 && x.kind == V_STR && vm_cstr(m, x, NULL) && long_name(vm_cstr(m, x, NULL), name, sizeof name)) {
			*out = option(m, name, kind_of(m, type), (value){0}, a->node);
			return 1;
		}
		return 0;
	}
	if (strcmp(f, "boost.program_options.value") == 0 || strcmp(f, "cxxopts.value") == 0) {
		*out = named(m, "", kind_of(m, type), a->node);
		if (a->n)
			out->o->a = vm_resolve(m, a->v[0], a->node);
		return 1;
	}
	if (strncmp(f, "TCLAP.", 6) == 0) {
		if (!lib_cli(m, f, a, out))
			return 0;
		out->o->self_flags = (uint8_t)(kind_of(m, type) << 4);
		return 1;
	}
	return 0;
}

int
cli_method(vm *m, const char *f, value self, args *a, value *out)
{
	const char *base = is_obj(self, O_THING) ? vm_text(m, self.o->name) : "", *s;
	value x = arg_get(a, 0, NULL, m);
	char name[100];
	cell *c;

	s = x.kind == V_STR ? vm_cstr(m, x, NULL) : NULL;
	if (strncmp(base, "option --", 9) == 0) {
		kind k = self.o->self_flags >> 4;
		if (is_option_asked(f) || strcmp(f, "empty") == 0) {
			*out = option(m, base + 9, SWITCH, (value){0}, a->node);
			if (*f == 'e' && f[1] == 'm')
				out->flags ^= out->kind == V_UNK ? VF_NOT : 0;
			return *f != 'e' || f[1] != 'm' || out->kind == V_UNK;
		}
		if ((strcmp(f, "getValue") == 0 || strcmp(f, "value") == 0 || strcmp(f, "as") == 0) && !a->n) {
			*out = option(m, base + 9, k, (value){0}, a->node);
			return 1;
		}
		*out = self; /* default_value(), required(), check(...) and the like tell nothing of it */
		return 1;
	}
	if (!cli_type(base))
		return 0;
	if (s && long_name(s, name, sizeof name)) {
		if (is_option_asked(f)) {
			*out = option(m, name, SWITCH, (value){0}, a->node);
			return 1;
		}
		if (strcmp(f, "add_flag") == 0 || strcmp(f, "add_option") == 0) { /* CLI11: into a variable, or asked for later */
			if ((c = place(m, a, 1)) && vm_resolve(m, c->v, a->node).kind != V_STR && f[4] == 'f')
				into(m, c, name, SWITCH, a->node);
			else if (c)
				into(m, c, name, kind_of(m, vm_resolve(m, c->v, a->node)), a->node);
			*out = named(m, name, f[4] == 'f' ? SWITCH : TEXT, a->node);
			return 1;
		}
		if (strcmp(f, "at") == 0 || strcmp(f, "operator[]") == 0 || strcmp(f, "get") == 0) {
			*out = strcmp(f, "get") == 0 ? option(m, name, TEXT, (value){0}, a->node) : named(m, name, TEXT, a->node);
			return 1;
		}
	}
	*out = thing(m, vm_idf(m, "%.60s.%.60s()", base, f), a->node);
	return 1;
}

/* add_options()("name,n", value<T>(&variable), "..."): one more. */
int
cli_call(vm *m, value self, args *a, value *out)
{
	const char *base = is_obj(self, O_THING) ? vm_text(m, self.o->name) : "", *s;
	value x = arg_get(a, 0, NULL, m);
	char name[100];

	if (!cli_type(base) || !strstr(base, "add_options"))
		return 0;
	s = x.kind == V_STR ? vm_cstr(m, x, NULL) : NULL;
	for (uint32_t i = 1; s && i < a->n && long_name(s, name, sizeof name); i++) {
		value v = vm_resolve(m, a->v[i], a->node);
		if (thing_is(m, v, "option --") && v.o->a.kind == V_REF)
			into(m, v.o->a.r, name, (kind)(v.o->self_flags >> 4), a->node);
	}
	*out = self;
	return 1;
}

int
cli_index(vm *m, value base, value key, uint32_t node, value *out)
{
	char name[100];

	if (!is_obj(base, O_THING) || !cli_type(vm_text(m, base.o->name)) || key.kind != V_STR || !vm_cstr(m, key, NULL) ||
	    !long_name(vm_cstr(m, key, NULL), name, sizeof name))
		return 0;
	*out = named(m, name, TEXT, node);
	return 1;
}

/* The name that the table has for the option of a letter; "". */
static const char *
name_of_letter(vm *m, value table, char letter, uint32_t node)
{
	for (int64_t i = 0; is_obj(table, O_LIST) && i < list_len(table.o); i++) {
		value e = vm_resolve(m, list_at(table.o, i), node), name, val;

		if (!is_obj(e, O_LIST) && !is_obj(e, O_INST) && !is_obj(e, O_TUPLE))
			continue;
		name = vm_resolve(m, list_at(e.o, 0), node);
		val = vm_resolve(m, list_at(e.o, 3), node);
		if (name.kind == V_STR && vm_cstr(m, name, NULL) && val.kind == V_STR && vm_cstr(m, val, NULL) && *vm_cstr(m, val, NULL) == letter)
			return vm_cstr(m, name, NULL);
	}
	return "";
}

/* Is a switch given in arguments that the program makes itself? -1: they are not its own, or not known. */
static int
in_own(vm *m, value argv, int is_long, const char *name)
{
	char text[120];
	int has = 0;

	if (!is_obj(argv, O_LIST) || argv.o->loose || argv.o->self_flags & LIST_ARGUMENTS)
		return -1;
	snprintf(text, sizeof text, "%s%.100s", is_long ? "--" : "-", name);
	for (int64_t i = 1; i < list_len(argv.o); i++) {
		value v = vm_resolve(m, list_at(argv.o, i), 0);
		const char *s = v.kind == V_STR ? vm_cstr(m, v, NULL) : NULL;
		if (v.kind != V_STR && v.kind != V_NONE && v.kind != V_INT)
			return -1;
		has |= s && (strcmp(s, text) == 0 || (!is_long && s[0] == '-' && s[1] != '-' && strchr(s, *name)));
	}
	return has;
}

/* The letter that the label is as an option of the specification: -x, of "nx:"; 0. What is such an
 * option is no value of another. */
static char
label_letter(const vm *m, const char *spec)
{
	const char *label = m->label ? vm_text(m, m->label) : "";

	return label[0] == '-' && isalnum((unsigned char)label[1]) && !label[2] && strchr(spec, label[1]) ? label[1] : '\0';
}

/* Is an option with a value, which is not the label's, not given on this path? */
static int
is_left_out(vm *m, value text, const char *shown, uint32_t node)
{
	char given[140];

	snprintf(given, sizeof given, "%s is given", shown);
	return m->bound && text.flags != VF_LABEL && !vm_aside(m, given, node);
}

/* Every option of the specification in turn, then -1. */
value
cli_getopt(vm *m, args *a, int is_long)
{
	value spec = arg_get(a, 2, NULL, m), table = is_long ? arg_get(a, 3, NULL, m) : v_unk(0), argv = arg_get(a, 1, NULL, m), flag;
	const char *s = spec.kind == V_STR && vm_cstr(m, spec, NULL) ? vm_cstr(m, spec, NULL) : "";
	char letter = label_letter(m, s);
	obj *state = ext_obj(m, vm_idf(m, "getopt at %u", a->node));
	int own;
	int64_t at = state->m.n ? state->m.slot[0].c->v.i : 0, n = 0;
	cell *arg = map_get(m, &m->shared->m, key_str(vm_id(m, "optarg")), v_strc(m, "optarg"));

	if (table.kind == V_REF)
		table = table.r->v;
	cell_set(m, map_get(m, &state->m, key_int(0), v_int(0)), v_int(at + 1));
	for (; *s; s++) {
		char shown[40];
		value c;
		if (!isalnum((unsigned char)*s))
			continue;
		if (n++ < at)
			continue;
		snprintf(shown, sizeof shown, "option -%c", *s);
		c = v_str(vm_idn(m, s, 1));
		c.flags = VF_CHAR;
		own = in_own(m, argv, 0, vm_text(m, vm_idn(m, s, 1)));
		if (s[1] == ':' && *s != letter) {
			value text = letter ? v_unk(vm_idf(m, "value of %s", shown)) : vm_input(m, shown, a->node);
			if (own < 0 && is_left_out(m, text, shown, a->node)) {
				cell_set(m, map_get(m, &state->m, key_int(0), v_int(0)), v_int(++at + 1));
				continue;
			}
			cell_set(m, arg, text);
			return c;
		}
		if (own < 0 ? vm_switch(m, shown, *s == letter ? shown + 7 : name_of_letter(m, table, *s, a->node), a->node) : own) {
			if (s[1] == ':')
				cell_set(m, arg, v_unk(vm_idf(m, "value of %s", shown)));
			return c;
		}
		cell_set(m, map_get(m, &state->m, key_int(0), v_int(0)), v_int(++at + 1));
	}
	for (int64_t i = 0; is_obj(table, O_LIST) && i < list_len(table.o); i++) {
		value e = vm_resolve(m, list_at(table.o, i), a->node), name, has, val;
		char shown[120];
		if (!is_obj(e, O_LIST) && !is_obj(e, O_INST) && !is_obj(e, O_TUPLE))
			continue;
		name = vm_resolve(m, list_at(e.o, 0), a->node);
		has = vm_resolve(m, list_at(e.o, 1), a->node);
		val = vm_resolve(m, list_at(e.o, 3), a->node);
		if (name.kind != V_STR || !vm_cstr(m, name, NULL))
			continue;
		if (val.kind == V_STR && vm_cstr(m, val, NULL) && spec.kind == V_STR && *vm_cstr(m, val, NULL) && strchr(vm_cstr(m, spec, NULL), *vm_cstr(m, val, NULL)))
			continue; /* it has a letter, too */
		if (n++ < at)
			continue;
		snprintf(shown, sizeof shown, "option --%.100s", vm_cstr(m, name, NULL));
		int takes = (has.kind == V_INT && has.i > 0) || (is_obj(has, O_EXT) && !strstr(vm_text(m, has.o->name), "no_arg"));
		own = in_own(m, argv, 1, vm_cstr(m, name, NULL));
		value text = takes ? vm_input(m, shown, a->node) : v_none();
		if (takes ? own < 0 && is_left_out(m, text, shown, a->node) : own == 0 || (own < 0 && !vm_switch(m, shown, vm_cstr(m, name, NULL), a->node))) {
			cell_set(m, map_get(m, &state->m, key_int(0), v_int(0)), v_int(++at + 1));
			continue;
		}
		if (takes)
			cell_set(m, arg, text);
		if (val.kind == V_STR)
			val.flags |= VF_CHAR;
		flag = vm_resolve(m, list_at(e.o, 2), a->node);
		if (flag.kind == V_REF) { /* the value goes there */
			cell_set(m, flag.r, val);
			return v_int(0);
		}
		return val;
	}
	return v_int(-1);
}
