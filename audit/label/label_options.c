/* label_options.c - options that a program declares: argparse, optparse, click, typer, absl and
 * gflags, CLI11, cxxopts, Boost, argparse.hpp, args, llvm::cl, Qt, getopt; and functions and
 * classes that a library makes a command line of. */
#include <ctype.h>
#include <string.h>

#include "label_facts.h"
#include "words.h"

enum { MOST_BASES = 16, CHAIN = 64 };

static const char *const declares[] = {"add_argument", "add_option", "addoption", "option",
    "argument", "arg", "add_flag", "add_flag_callback", "add_flag_function", "add_options",
    "addOption", "QCommandLineOption", NULL};
static const char *const clicks[] = {"option", "argument", "Option", "Argument", NULL};
static const char *const typer[] = {"Option", "Argument", NULL};

static option *option_new(program *p, const char *dest, const source *file, uint32_t line) {
	option *o = *PUSH(p, p->opt, p->nopt) = take(p, sizeof *o);
	o->dest = dashes_to_underscores(p, dest);
	o->type = "";
	o->at = (place){file, line};
	return o;
}

static void spell(program *p, option *o, const char *s, bool neg) {
	const char **list = neg ? o->neg : o->spell, *name = name_of(p, s);
	uint8_t *n = neg ? &o->nneg : &o->nspell;
	size_t most = neg ? sizeof o->neg / sizeof *o->neg : sizeof o->spell / sizeof *o->spell;
	for (uint8_t i = 0; i < *n; i++)
		if (list[i] == name) return;
	if (*name && *n < most) list[(*n)++] = name;
}

/* --use_graph, --use-graph; where it is a yes or no: --no-use-graph; of no_graph: --graph. */
static void spell_parameter(program *p, option *o) {
	const char *name = o->dest;
	char *dashed = strcpy(take(p, strlen(name) + 1), name);
	for (size_t i = 1; *name && name[i]; i++) dashed[i] = name[i] == '_' ? '-' : name[i];
	bool no = strncmp(name, "no_", 3) == 0;
	for (int i = 0; i < 2; i++) {
		const char *s = i ? dashed : name;
		spell(p, o, name_f(p, "--%s", s), false);
		const char *off = no ? name_f(p, "--%s", s + 3) : name_f(p, "--no-%s", s);
		if (o->flag) spell(p, o, off, true);
		if (o->flag && !no) spell(p, o, name_f(p, i ? "--no%s" : "--no_%s", name), true);
	}
}

/* "--x/--no-x", "g,graph", "-g,--graph,!--no-graph", "--mode{eager}". Without dashes: "graph" is
 * --graph, "g" is -g. */
static void spell_list(program *p, option *o, const char *s) {
	bool off = false;
	for (; *s; s += strcspn(s, ", \t/")) {
		for (; *s && strchr(", \t/!", *s); s++) off |= *s == '/' || *s == '!';
		const char *name = name_n(p, s, strcspn(s, ", \t/{"));
		const char *dashes = *name == '-' || !*name ? "" : name[1] ? "--" : "-";
		spell(p, o, name_f(p, "%s%s", dashes, name), off);
		if (off) o->flag = true;
	}
}

/* The texts of a declaration that spell it. The result: a text that stands before or after them. */
static const char *spell_call(program *p, option *o, const expr *call, bool bare_spells) {
	const char *bare = NULL;
	for (uint32_t i = 0; i < x_npos(call); i++) {
		const expr *a = x_arg(call, i);
		const char *s = x_str(a);
		for (uint32_t k = 0; bare_spells && a->kind == X_LIST && k < a->n; k++)
			if (x_is_str(a->kid[k])) spell_list(p, o, x_str(a->kid[k]));
		if (s && (*s == '-' || (*s == ' ' && strchr(s, '/')) || (bare_spells && i == 0)))
			spell_list(p, o, s);
		else if (s && *s && !bare) bare = s;
	}
	return bare;
}

/* Its first long spelling, without dashes. */
static const char *long_name(const option *o) {
	const char *best = o->nspell ? o->spell[0] : o->nneg ? o->neg[0] : "";
	for (uint8_t i = o->nspell; i-- > 0;)
		if (strncmp(o->spell[i], "--", 2) == 0) best = o->spell[i];
	return best + strspn(best, "-");
}

static void named(program *p, option *o, const char *dest) {
	o->dest = dashes_to_underscores(p, dest);
	map_add(p, p->options_by_dest, o->dest, o);
}

static bool is_bool(const expr *e) { return e && e->kind == X_CONST && e->con->kind == K_BOOL; }

/* ---- Python */

static void apply_action(program *p, option *o, const expr *call) {
	const expr *act = x_keyword(call, "action");
	const char *a = x_str(act) ? x_str(act) : act && x_last(act) ? x_last(act) : "";
	const constant *off = o->nspell ? k_none(p) : NULL;
	bool on = strcmp(a, "store_true") == 0 || x_keyword(call, "is_flag") ||
	    x_keyword(call, "count");
	o->turns_off = strcmp(a, "store_false") == 0;
	if (on || o->turns_off) off = k_bool(p, o->turns_off);
	o->flag |= on || o->turns_off || strcmp(a, "count") == 0;
	if (strcmp(a, "BooleanOptionalAction") == 0) {
		o->flag = true;
		for (uint8_t i = 0; i < o->nspell; i++)
			if (strncmp(o->spell[i], "--", 2) == 0)
				spell(p, o, name_f(p, "--no-%s", o->spell[i] + 2), true);
	}
	if (!o->def && off) o->def = x_con(p, off, o->at.line);
}

/* argparse takes texts where no type is given; type=bool of it is true for any text but an empty
 * one. */
static void apply_type(option *o, const expr *call, bool click) {
	const expr *type = x_keyword(call, "type");
	const char *name = x_str(type) ? x_str(type) : type ? x_last(type) : NULL;
	if (type && type->kind == X_CALL && name && strcmp(name, "Choice") == 0)
		o->choices = x_arg(type, 0);
	else if (name) o->type = name;
	else if (!click && !o->flag && !type) o->type = "str";
	if (!click && strcmp(o->type, "bool") == 0) o->type = "nonempty";
}

/* add_argument("--x", ...), @click.option("--x/--no-x", ...) */
static void declared(program *p, const source *file, const expr *call, func *fn) {
	bool click = x_in_name(clicks, x_last(call));
	if (!x_is_str(x_arg(call, 0))) return;
	option *o = option_new(p, "", file, call->line);
	const char *bare = spell_call(p, o, call, false), *given = x_str(x_keyword(call, "dest"));
	o->fn = fn;
	o->def = x_keyword(call, "default");
	o->constv = x_keyword(call, click ? "flag_value" : "const");
	o->choices = x_keyword(call, "choices");
	apply_action(p, o, call);
	apply_type(o, call, click);
	named(p, o, given ? given : bare && (click || !o->nspell) ? bare : long_name(o));
}

/* flags.DEFINE_bool("x", False, "..."), ABSL_FLAG(bool, x, false, "..."): --x and --nox. */
static void gflag(program *p, const event *e, const char *type, uint32_t at) {
	const expr *a = x_arg(e->value, at);
	bool python = e->fn->lang == LANG_PYTHON;
	const char *name = x_str(a) ? x_str(a) : a && !python ? x_last(a) : NULL;
	if (!name) return;
	option *o = option_new(p, "", e->fn->file, e->line);
	named(p, o, python ? name : name_f(p, "FLAGS_%s", name));
	if (!python) map_add(p, p->options_by_dest, name_of(p, name), o);
	spell(p, o, name_f(p, "--%s", name), false);
	o->def = x_arg(e->value, at + 1);
	if (!o->def) o->def = x_keyword(e->value, "default");
	o->flag = strncmp(type, "bool", 4) == 0;
	o->variable = !python;
	o->type = o->flag ? "bool" : strncmp(type + (*type == 'u'), "int", 3) == 0 ? "int" : "str";
	if (o->flag) spell(p, o, name_f(p, "--no%s", name), true);
	if (strstr(type, "enum")) o->choices = x_arg(e->value, 2);
}

/* parser.set_defaults(x=...): of an option that is declared. */
static void set_defaults(program *p, const event *e) {
	uint32_t n;
	for (uint32_t k = 1; k < e->value->n; k++) {
		const expr *kw = e->value->kid[k];
		const char *key = kw->kind == X_KEYWORD ? kw->s : NULL;
		void *const *v = map_get(p->options_by_dest, key, &n);
		option *o = v ? v[0] : NULL;
		if (o && o->at.file == e->fn->file) o->def = kw->kid[0];
	}
}

/* add_subparsers(dest="command"): its choices are the subcommands. */
static void subcommands(program *p, const event *e) {
	uint32_t n;
	void *const *sub = map_get(p->calls, name_have(p, "add_parser"), &n);
	const char *dest = x_str(x_keyword(e->value, "dest"));
	if (!dest) return;
	option *o = option_new(p, dest, e->fn->file, e->line);
	named(p, o, dest);
	o->type = "str";
	o->choices = x_new(p, X_LIST, e->line, n);
	for (uint32_t i = 0; i < n; i++) {
		expr *a = x_arg(((const event *)sub[i])->value, 0);
		o->choices->kid[i] = a ? a : x_con(p, k_none(p), e->line);
	}
}

/* ---- functions and classes that a library makes a command line of */

/* Not found by dest but that of typer: as a parameter or a field, which knows its default. */
static void parameter(program *p, func *fn, const source *file, const param *q, uint32_t line) {
	static const char *const never[] = {"self", "cls", NULL},
	    *const fields[] = {"field", "Field", NULL};
	expr *def = q->def;
	const char *made = def && def->kind == X_CALL ? x_last(def) : NULL;
	bool typed = x_in_name(typer, made); /* typer.Option(default, "--x/--no-x", ...) */
	if (x_in_name(never, q->name)) return;
	option *o = option_new(p, q->name, file, line);
	if (typed) spell_call(p, o, def, false);
	if (typed) named(p, o, q->name);
	if (typed || x_in_name(fields, made)) {
		expr *own = x_keyword(def, "default"), *first = *made == 'f' ? NULL : x_arg(def, 0);
		def = own ? own : x_is_str(first) && *x_str(first) == '-' ? NULL : first;
	}
	o->fn = fn;
	o->def = def;
	o->type = q->type;
	o->flag |= strstr(q->type, "bool") || is_bool(def);
	if (!o->nspell) spell_parameter(p, o);
}

static void function(program *p, func *f) {
	for (uint32_t i = 0; i < f->ndeco; i++)
		if (x_in_name(clicks, x_last(f->deco[i]))) return; /* its options are declared */
	for (uint32_t i = 0; i < f->nparam; i++) parameter(p, f, f->file, &f->param[i], f->line);
}

/* The fields of a class; with methods: its constructor and its methods, too. */
static void fields(program *p, const char *cls, bool methods, int depth) {
	uint32_t n;
	void *const *v = map_get(p->by_cls, cls, &n);
	const klass *c = n && depth < MOST_BASES ? v[0] : NULL;
	for (uint32_t i = 0; c && i < c->nfield; i++) {
		const param q = {c->field[i].name, c->field[i].type, c->field[i].value};
		if (*q.type) parameter(p, NULL, c->file, &q, c->field[i].line);
	}
	for (uint32_t i = 0; c && i < c->nbase; i++) fields(p, c->base[i], false, depth + 1);
	for (uint32_t i = 0; c && methods && i < c->nmethod; i++)
		if (c->method[i]->name[0] != '_' || strcmp(c->method[i]->name, "__init__") == 0)
			function(p, c->method[i]);
}

static void target(program *p, const event *e, const expr *a, int depth) {
	uint32_t n;
	if (!a || depth > 3) return;
	if (a->kind == X_KEYWORD) a = a->kid[0];
	/* tyro.cli(Union[A, B]), fire.Fire({"a": f}) */
	if (a->kind == X_SUB || a->kind == X_LIST || a->kind == X_DICT)
		for (uint32_t i = a->kind != X_LIST; i < a->n; i += a->kind == X_DICT ? 2 : 1)
			target(p, e, a->kid[i], depth + 1);
	if (a->kind != X_NAME && a->kind != X_ATTR) return;
	void *const *v = map_get(p->by_fn, a->s, &n);
	for (uint32_t i = 0; i < n; i++)
		if (((func *)v[i])->file == e->fn->file || n == 1) function(p, v[i]);
	fields(p, a->s, true, 0);
}

/* of: what the dotted name must hold. */
static void maker(program *p, const event *e, const char *of) {
	const char *d = x_dotted(p, e->value->kid[0]);
	const char *imp = d ? import_of(e->fn->file, name_n(p, d, strcspn(d, "."))) : NULL;
	if (of && !(d && strstr(d, of)) && !(imp && strstr(imp, of))) return;
	for (uint32_t j = 1; j < e->value->n && j < 4; j++) target(p, e, e->value->kid[j], 0);
}

static void python_call(program *p, const event *e, const char *n) {
	static const struct { const char *name, *of; } makers[] = {{"Fire", NULL},
	    {"HfArgumentParser", NULL}, {"H4ArgumentParser", NULL}, {"TrlParser", NULL}, {"cli",
	    "tyro"}, {"CLI", NULL}, {"auto_cli", NULL}, {"run", "typer"}, {"run", "defopt"}, {"run",
	    "cyclopts"}, {"call", "plac"}, {"parse", "simple_parsing"}, {"parse", "draccus"},
	    {"parse", "pyrallis"}, {"parse", "chz"}, {"entrypoint", "chz"}, {"add_arguments", NULL},
	    {"add_class_arguments", NULL}, {"add_function_arguments", NULL},
	    {"add_dataclass_arguments", NULL}, {"ArgumentParser", "transformers"}};
	if (x_in_name(declares, n)) declared(p, e->fn->file, e->value, NULL);
	else if (strcmp(n, "add_subparsers") == 0) subcommands(p, e);
	else if (strcmp(n, "set_defaults") == 0) set_defaults(p, e);
	else for (size_t i = 0; i < sizeof makers / sizeof *makers; i++)
		if (strcmp(makers[i].name, n) == 0) maker(p, e, makers[i].of);
}

/* @click.option(...), @app.command() */
static void one_function(program *p, func *f) {
	static const char *const commands[] = {
	    "command", "callback", "default", "entrypoint", NULL};
	bool command = false;
	for (uint32_t k = 0; k < f->ndeco; k++) {
		const char *by = x_last(f->deco[k]);
		command |= x_in_name(commands, by);
		if (f->deco[k]->kind == X_CALL && x_in_name(declares, by))
			declared(p, f->file, f->deco[k], f);
	}
	if (command) function(p, f);
}

/* ---- C and C++ */

static const char *var_of(const expr *e) {
	return e->kind == X_NAME || e->kind == X_ATTR ? e->s : NULL;
}

typedef struct { program *p; const char *variable; expr *def, *choices; bool is_switch; } details;

/* What stands in the arguments or is chained to it, however deep: value<T>(&x)->default_value(y),
 * IsMember({...}), bool_switch(&x). */
static bool detail(const expr *e, void *arg) {
	static const char *const defs[] = {"default_value", "default_val", "init", NULL},
	    *const vars[] = {"value", "bool_switch", "location", NULL},
	    *const switches[] = {"bool_switch", "implicit_value", "flag", NULL};
	details *d = arg;
	const char *n = e->kind == X_CALL ? x_last(e) : NULL;
	expr *a = n ? x_arg(e, 0) : NULL;
	d->is_switch |= x_in_name(switches, n);
	if (!a) return true;
	if (x_in_name(defs, n) && !d->def) /* may be written as a text: "false" */
		d->def = x_is_str(a) ? x_con(d->p, k_literal(d->p, x_str(a)), a->line) : a;
	if (x_in_name(vars, n) && !d->variable) d->variable = var_of(a);
	if (strcmp(n, "IsMember") == 0 && a->kind == X_LIST) d->choices = a;
	return true;
}

/* add_flag("-g,--graph", variable), add_options()("g,graph", ...), add_argument("-x", "--long");
 * dest: args::Flag x(parser, "x", "...", {"x"}), cl::opt<bool> X("x", cl::init(false)). k: its
 * event; what is chained to it comes after. */
static void declared_c(program *p, const func *f, uint32_t k, const expr *call, const char *dest) {
	const char *type = x_last(call);
	details d = {.p = p};
	uint32_t have;
	option *o = option_new(p, "", f->file, f->ev[k]->line);
	spell_call(p, o, call, true);
	for (uint32_t i = 1; i < call->n; i++) {
		if (!d.variable && i > 1 && !dest) d.variable = var_of(call->kid[i]);
		x_each(call->kid[i], detail, &d);
	}
	for (uint32_t j = k + 1; j < f->nev && j < k + CHAIN; j++) {
		const expr *c = f->ev[j]->kind == E_CALL ? f->ev[j]->value : NULL;
		if (!c || c->kid[0]->kind != X_ATTR || c->kid[0]->kid[0] != call) continue;
		detail(c, &d);
		for (uint32_t i = 1; i < c->n; i++) x_each(c->kid[i], detail, &d);
		call = c;
	}
	if (map_get(p->options_by_dest, d.variable, &have))
		d.variable = NULL; /* several options set one variable */
	o->variable = dest || d.variable;
	o->def = d.def;
	o->choices = d.choices;
	o->flag |= d.is_switch || is_bool(o->def) ||
	    (strcasestr(type, "flag") && !strstr(type, "Value") && !strstr(type, "Map"));
	named(p, o, dest ? dest : d.variable ? d.variable : long_name(o));
}

/* {"graph", no_argument, &flag, 'g'} */
static void record(program *p, const event *e, const expr *r, bool *letters) {
	if (r->kind != X_LIST || r->n < 4) return;
	const char *name = x_str(r->kid[0]), *kind = x_last(r->kid[1]), *var = var_of(r->kid[2]);
	place at = {e->fn->file, r->kid[0]->line ? r->kid[0]->line : e->line};
	const constant *k = r->kid[1]->kind == X_CONST ? r->kid[1]->con : NULL;
	bool counted = k && k->kind == K_INT && k->i >= 0 && k->i <= 2;
	if (!name || !(counted || (kind && as_ends_with(kind, "_argument")))) return;
	*PUSH(p, p->optcase, p->noptcase) = (optcase){name_of(p, name), r->kid[3], at};
	if (x_is_str(r->kid[3])) letters[(unsigned char)*x_str(r->kid[3])] = true;
	if (!var || strcmp(var, "NULL") == 0) return;
	option *o = option_new(p, var, at.file, at.line);
	named(p, o, var);
	spell(p, o, name_f(p, "--%s", name), false);
	o->variable = true;
	o->flag = counted ? k->i == 0 : *kind == 'n';
	if (r->kid[3]->kind != X_CONST) return;
	o->constv = r->kid[3];
	o->turns_off = !k_true(o->constv->con);
}

/* The letters of getopt(argc, argv, "hg:"). */
static void getopt_letters(program *p, const event *e, bool *letters) {
	for (uint32_t i = 0; i < x_npos(e->value); i++)
		for (const char *s = x_str(x_arg(e->value, i)); s && *s; s++) {
			unsigned char c = (unsigned char)*s;
			if (!isalnum(c) || letters[c]) continue;
			letters[c] = true;
			const constant *k = k_str(p, name_n(p, s, 1));
			*PUSH(p, p->optcase, p->noptcase) =
			    (optcase){k->s, x_con(p, k, e->line), {e->fn->file, e->line}};
		}
}

static void c_event(program *p, const func *f, uint32_t k, bool *letters) {
	const event *e = f->ev[k];
	const expr *x = e->value, *made = x->kind == X_FLAGVAR && x->n ? x->kid[0] : NULL;
	const char *n = e->kind == E_CALL ? x_last(x) : made ? x_last(made) : NULL;
	if (e->kind == E_ASSIGN && n && made->kind == X_CALL && !strstr(n, "Parser") &&
	    !strstr(n, "ptions") && strcmp(n, "App") != 0) /* what holds the options is none */
		declared_c(p, f, k, made, x->s);
	for (uint32_t j = 0; e->kind == E_ASSIGN && x->kind == X_LIST && j < x->n; j++)
		record(p, e, x->kid[j], letters);
	if (e->kind != E_CALL || !n) return;
	const expr *a = x_arg(x, 0);
	if (strncmp(n, "getopt", 6) == 0) getopt_letters(p, e, letters);
	else if (x_in_name(declares, n) && a && (x_is_str(a) || a->kind == X_LIST))
		declared_c(p, f, k, x, NULL);
}

/* ---- options that are set by names that are not known: their defaults are guesses */

static bool is_vars(const func *f, const expr *e) {
	for (uint32_t i = 0; e->kind == X_NAME && i < f->nassigned; i++)
		if (f->assigned[i]->target->s == e->s && f->assigned[i]->value->kind == X_CALL)
			return is_vars(f, f->assigned[i]->value);
	const char *s = e->kind == X_CALL || e->kind == X_ATTR ? x_last(e) : NULL;
	return s && strcmp(s, e->kind == X_CALL ? "vars" : "__dict__") == 0;
}

static void loosen(program *p, const event *e) {
	const expr *t = e->kind == E_ASSIGN ? e->target : NULL, *c = e->kind == E_CALL ? e->value : NULL;
	bool loose = t && t->kind == X_SUB && is_vars(e->fn, t->kid[0]);
	const char *s = c ? x_last(c) : NULL;
	if (s && (strcmp(s, "set_defaults") == 0 || strcmp(s, "Namespace") == 0)) loose = x_keyword(c, "**");
	if (s && strcmp(s, "setattr") == 0) loose = x_arg(c, 1) && !x_is_str(x_arg(c, 1));
	if (s && strcmp(s, "update") == 0 && c->kid[0]->kind == X_ATTR) loose = is_vars(e->fn, c->kid[0]->kid[0]);
	if (s && strncmp(s, "parse_", 6) == 0) loose = x_keyword(c, "namespace");
	if (loose && !p->loose.file) p->loose = (place){e->fn->file, e->line};
}

/* ---- all of them */

static void one_call(program *p, const event *e) {
	static const char *const types[] = {"bool", "boolean", "string", "integer", "int32",
	    "int64", "uint32", "uint64", "float", "double", "enum", "list", "multi_enum",
	    "enum_class", "multi_string", NULL};
	const char *n = x_last(e->value);
	const expr *type = x_arg(e->value, 0);
	if (!n) return;
	if (strncmp(n, "DEFINE_", 7) == 0 && x_in_name(types, n + 7)) gflag(p, e, n + 7, 0);
	else if (strcmp(n, "ABSL_FLAG") == 0 && type && x_last(type)) gflag(p, e, x_last(type), 1);
	else if (e->fn->lang == LANG_PYTHON && e->role != R_DECO) python_call(p, e, n);
}

void program_options(program *p) {
	static const char *const bases[] = {"Tap", "BaseSettings", "TypedArgumentParser", NULL};
	bool letters[256] = {false};
	for (uint32_t i = 0; i < p->nfn; i++) one_function(p, p->fn[i]);
	for (uint32_t i = 0; i < p->nfn; i++)
		for (uint32_t k = 0; k < p->fn[i]->nev; k++) {
			if (p->fn[i]->ev[k]->kind == E_CALL) one_call(p, p->fn[i]->ev[k]);
			loosen(p, p->fn[i]->ev[k]);
			if (p->fn[i]->lang == LANG_C) c_event(p, p->fn[i], k, letters);
		}
	for (uint32_t i = 0; i < p->ncls; i++)
		for (uint32_t k = 0; k < p->cls[i]->nbase; k++)
			if (x_in_name(bases, p->cls[i]->base[k]))
				fields(p, p->cls[i]->name, false, 0);
}
