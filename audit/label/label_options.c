/* label_options.c - options that a program declares: argparse, optparse, click, typer, absl and
 * gflags, CLI11, cxxopts, Boost, argparse.hpp, args, llvm::cl, Qt, getopt. What a library makes of
 * parameters and fields is found when it is asked for (label_bind.c). */
#include "label_eval_impl.h"

enum { CHAIN = 64, MOST_HANDED = 3 };

/* Calls that declare an option by the texts that spell it, and the same of parameters. */
static const char declares[] = "add_argument add_option addoption option argument arg add_flag "
    "add_flag_callback add_flag_function add_options addOption QCommandLineOption",
    parameter[] = "Option Argument";

/* Calls that declare --name: the positions of the name and of the default. */
static const struct { const char *calls; uint8_t name, def; } flags[] = {
	{"DEFINE_bool DEFINE_boolean DEFINE_string DEFINE_integer DEFINE_int32 DEFINE_int64 "
	    "DEFINE_uint32 DEFINE_uint64 DEFINE_float DEFINE_double DEFINE_enum DEFINE_list "
	    "DEFINE_multi_enum DEFINE_enum_class DEFINE_multi_string", 0, 1},
	{"ABSL_FLAG", 1, 2},
};

/* What a keyword, or a call within the declaration or chained to it, says by its value. */
static const struct { const char *words; enum { DEFAULT, CONST, CHOICES, VARIABLE, SWITCH } is; }
    parts[] = {
	{"default default_value default_val init", DEFAULT},
	{"const flag_value", CONST},
	{"choices IsMember", CHOICES},
	{"value bool_switch location", VARIABLE},
	{"is_flag count bool_switch implicit_value flag", SWITCH},
};

typedef struct { program *p; option *o; const expr *variable; bool c; } details;

static option *option_new(program *p, const source *file, uint32_t line) {
	option *o = *PUSH(p, p->opt, p->nopt) = take(p, sizeof *o);
	o->dest = o->type = "";
	o->at = (place){file, line};
	return o;
}

static void named(program *p, option *o, const char *dest) {
	o->dest = dashes_to_underscores(p, dest);
	map_add(p, p->options_by_dest, o->dest, o);
}

bool is_bool(const expr *e) { return e && e->kind == X_CONST && e->con->kind == K_BOOL; }

/* Its text, or its last name. */
static const char *word_of(const expr *e) {
	const char *s = x_is_str(e) ? x_str(e) : e ? x_last(e) : NULL;
	return s ? s : "";
}

static const char *variable(const expr *e) {
	return e && (e->kind == X_NAME || e->kind == X_ATTR) ? e->s : NULL;
}

const char *underscores_to_dashes(program *p, const char *s) {
	char *t = strcpy(take(p, strlen(s) + 1), s);
	for (char *c = t; *c; c++) *c = *c == '_' ? '-' : *c;
	return name_of(p, t);
}

static void spell(program *p, option *o, const char *s, bool neg) {
	const char **list = neg ? o->neg : o->spell;
	uint8_t *n = neg ? &o->nneg : &o->nspell;
	size_t most = neg ? sizeof o->neg / sizeof *o->neg : sizeof o->spell / sizeof *o->spell;
	if (*s && *n < most) list[(*n)++] = name_of(p, s);
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
		o->flag |= off;
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

/* "graph", "g": as it is given */
const char *dashed(program *p, const char *s) {
	return name_f(p, "%s%s", s[0] && s[1] ? "--" : "-", s);
}

/* Every word of the program that is spelled as an option: "--x", "-x", "--x=". */
static void find_known(program *p) {
	for (uint32_t i = 0; i < p->noptcase; i++) dashed(p, p->optcase[i].name);
	for (uint32_t i = 0, n = p->names.n; i < n; i++) {
		const char *s = p->names.str[i], *at = s + strspn(s, "-");
		if (at == s || at - s > 2 || !isalpha((unsigned char)*at)) continue;
		while (isalnum((unsigned char)*at) || *at == '-' || *at == '_') at++;
		if (!*at || (strchr("=:", *at) && !at[1]))
			*PUSH(p, p->known, p->nknown) = name_n(p, s, (size_t)(at - s));
	}
}

/* default=y; in C, however deep: value<T>(&x)->default_value("false"), IsMember({...}). */
static bool detail(const expr *e, void *arg) {
	details *d = arg;
	option *o = d->o;
	const char *word = e->kind == X_CALL ? x_last(e) : e->kind == X_KEYWORD ? e->s : NULL;
	expr *a = e->kind == X_KEYWORD ? e->kid[0] : word ? x_arg(e, 0) : NULL;
	for (size_t i = 0; word && i < sizeof parts / sizeof *parts; i++) {
		if (!word_in(parts[i].words, word)) continue;
		if (parts[i].is == SWITCH) o->flag = true;
		else if (parts[i].is == VARIABLE && d->c && !d->variable) d->variable = a;
		else if (parts[i].is == CONST && !o->constv) o->constv = a;
		else if (parts[i].is == CHOICES && !o->choices) o->choices = a;
		else if (parts[i].is == DEFAULT && a && !o->def)
			o->def = d->c && x_is_str(a) ?
			    x_con(d->p, k_literal(d->p, x_str(a)), a->line) : a;
	}
	return true;
}

/* argparse takes texts where no type is given; type=bool of it is true for any text but an empty
 * one. */
static void python_details(program *p, option *o, const expr *call) {
	const char *act = word_of(x_keyword(call, "action"));
	const char *type = word_of(x_keyword(call, "type"));
	bool click = word_in("option argument", x_last(call));
	o->turns_off = strcmp(act, "store_false") == 0;
	bool given = o->flag || o->turns_off || strcmp(act, "store_true") == 0;
	if (!o->def && (given || o->nspell))
		o->def = x_con(p, given ? k_bool(p, o->turns_off) : k_none(p), o->at.line);
	o->flag |= given || word_in("count BooleanOptionalAction", act);
	for (uint8_t i = 0; strcmp(act, "BooleanOptionalAction") == 0 && i < o->nspell; i++)
		if (strncmp(o->spell[i], "--", 2) == 0)
			spell(p, o, name_f(p, "--no-%s", o->spell[i] + 2), true);
	if (strcmp(type, "Choice") == 0) o->choices = x_arg(x_keyword(call, "type"), 0);
	else if (*type) o->type = type;
	else if (!click && !o->flag) o->type = "str";
	if (!click && strcmp(o->type, "bool") == 0) o->type = "nonempty";
}

/* add_argument("--x", ...), @click.option("--x/--no-x", ...), add_flag("-g,--graph", variable),
 * add_options()("g,graph", ...), and what is chained to it. dest, where it is known:
 * args::Flag x(parser, "x", "...", {"x"}), x=typer.Option(False, "--x"). k: its event. */
static void declared(program *p, const func *f, uint32_t k, const expr *call, const char *dest) {
	details d = {p, option_new(p, f->file, call->line), NULL, f->lang == LANG_C};
	option *o = d.o;
	const char *bare = spell_call(p, o, call, d.c), *by = x_last(call), *var = NULL;
	for (uint32_t i = 2; d.c && !dest && i < call->n && !d.variable; i++)
		if (variable(call->kid[i])) d.variable = call->kid[i];
	for (uint32_t i = 1; i < call->n; i++)
		if (d.c) x_each(call->kid[i], detail, &d);
		else detail(call->kid[i], &d);
	for (uint32_t j = k + 1; d.c && j < f->nev && j < k + CHAIN; j++) {
		const expr *c = f->ev[j]->kind == E_CALL ? f->ev[j]->value : NULL;
		if (!c || c->kid[0]->kind != X_ATTR || c->kid[0]->kid[0] != call) continue;
		detail(call = c, &d);
		for (uint32_t i = 1; i < c->n; i++) x_each(c->kid[i], detail, &d);
	}
	if (!d.c) python_details(p, o, call);
	else o->flag |= is_bool(o->def) ||
	    (strcasestr(by, "flag") && !strstr(by, "Value") && !strstr(by, "Map"));
	/* not where several options set one variable */
	if (!map_first(p->options_by_dest, variable(d.variable))) var = variable(d.variable);
	const char *own = x_str(x_keyword(call, "dest"));
	o->variable = d.c && (dest || var);
	named(p, o, dest ? dest : own ? own : var ? var : !d.c && bare &&
	    (!o->nspell || word_in("option argument", by)) ? bare : long_name(o));
}

/* flags.DEFINE_bool("x", False, "..."), ABSL_FLAG(bool, x, false, "..."): --x and --nox. */
static void gflag(program *p, const event *e, uint32_t name_at, uint32_t def_at) {
	bool python = e->fn->lang == LANG_PYTHON;
	const char *name = word_of(x_arg(e->value, name_at)), *by = x_last(e->value);
	const char *type = name_at ? word_of(x_arg(e->value, 0)) : by + strlen("DEFINE_");
	if (!*name || (python && !x_is_str(x_arg(e->value, name_at)))) return;
	option *o = option_new(p, e->fn->file, e->line);
	named(p, o, python ? name : name_f(p, "FLAGS_%s", name));
	if (!python) map_add(p, p->options_by_dest, name_of(p, name), o);
	o->def = x_arg(e->value, def_at);
	if (!o->def) o->def = x_keyword(e->value, "default");
	o->variable = !python;
	o->flag = strncmp(type, "bool", 4) == 0;
	o->type = o->flag ? "bool" : strncmp(type + (*type == 'u'), "int", 3) == 0 ? "int" : "str";
	spell(p, o, name_f(p, "--%s", name), false);
	if (o->flag) spell(p, o, name_f(p, "--no%s", name), true);
	if (strstr(type, "enum")) o->choices = x_arg(e->value, 2);
}

/* typer.Option(default, "--x/--no-x", ...) as the default of a parameter */
static void parameters(program *p, const func *f) {
	for (const param *q = f->param; q < f->param + f->nparam; q++) {
		const expr *call = q->def, *first;
		if (!call || call->kind != X_CALL || !word_in(parameter, x_last(call))) continue;
		declared(p, f, f->nev, call, q->name);
		option *o = p->opt[p->nopt - 1];
		first = x_arg(call, 0);
		o->def = x_keyword(call, "default");
		if (!o->def && !(x_is_str(first) && *x_str(first) == '-')) o->def = x_arg(call, 0);
		o->type = q->type;
		o->flag |= strstr(q->type, "bool") || is_bool(o->def);
		const char *as = underscores_to_dashes(p, q->name);
		if (!o->nspell && o->flag) spell(p, o, name_f(p, "--no-%s", as), true);
		if (!o->nspell) spell(p, o, name_f(p, "--%s", as), false);
	}
}

/* parser.set_defaults(x=...): of an option that is declared. */
static void set_defaults(program *p, const event *e) {
	for (uint32_t k = 1; k < e->value->n; k++) {
		const expr *kw = e->value->kid[k];
		option *o = map_first(p->options_by_dest, kw->kind == X_KEYWORD ? kw->s : NULL);
		if (o && o->at.file == e->fn->file) o->def = kw->kid[0];
	}
}

/* add_subparsers(dest="command"): its choices are the subcommands. */
static void subcommands(program *p, const event *e) {
	uint32_t n;
	void *const *sub = map_get(p->calls, name_have(p, "add_parser"), &n);
	const char *dest = x_str(x_keyword(e->value, "dest"));
	if (!dest) return;
	option *o = option_new(p, e->fn->file, e->line);
	named(p, o, dest);
	o->type = "str";
	o->choices = x_new(p, X_LIST, e->line, n);
	for (uint32_t i = 0; i < n; i++) {
		expr *a = x_arg(((const event *)sub[i])->value, 0);
		o->choices->kid[i] = a ? a : x_con(p, k_none(p), e->line);
	}
}

static void letter(program *p, const char *name, const expr *val, place at) {
	*PUSH(p, p->optcase, p->noptcase) = (optcase){name_of(p, name), val, at};
}

/* {"graph", no_argument, &flag, 'g'} */
static void record(program *p, const event *e, const expr *r) {
	if (r->kind != X_LIST || r->n < 4) return;
	const char *name = x_str(r->kid[0]), *kind = word_of(r->kid[1]), *var = variable(r->kid[2]);
	place at = {e->fn->file, r->kid[0]->line ? r->kid[0]->line : e->line};
	const constant *k = r->kid[1]->kind == X_CONST ? r->kid[1]->con : NULL;
	bool counted = k && k->kind == K_INT && k->i >= 0 && k->i <= 2;
	if (!name || !(counted || as_ends_with(kind, "_argument"))) return;
	letter(p, name, r->kid[3], at);
	if (!var || strcmp(var, "NULL") == 0) return;
	option *o = option_new(p, at.file, at.line);
	named(p, o, var);
	spell(p, o, name_f(p, "--%s", name), false);
	o->variable = true;
	o->flag = counted ? k->i == 0 : *kind == 'n';
	o->constv = r->kid[3];
	o->turns_off = o->constv->kind == X_CONST && !k_true(o->constv->con);
}

/* The letters of getopt(argc, argv, "hg:"), but those that a record has. */
static void getopt_letters(program *p, const event *e) {
	place at = {e->fn->file, e->line};
	for (uint32_t i = 0; i < x_npos(e->value); i++)
		for (const char *s = x_str(x_arg(e->value, i)); s && *s; s++) {
			const constant *k = k_str(p, name_n(p, s, 1));
			bool have = !isalnum((unsigned char)*s);
			for (uint32_t j = 0; j < p->noptcase && !have; j++)
				have = x_is_str(p->optcase[j].val) && p->optcase[j].val->con == k;
			if (!have) letter(p, k->s, x_con(p, k, e->line), at);
		}
}

/* vars(x), x.__dict__, a variable that holds it, or a parameter that gets it. */
static bool is_vars(program *p, const func *f, const expr *e, int depth) {
	int i = e->kind == X_NAME && depth < MOST_HANDED ? param_index(f, e->s) : -1;
	EACH(const event, c, p->calls, i < 0 ? NULL : f->name) {
		const expr *a = x_arg(c->value, (uint32_t)i);
		if (a && a->kind == X_NAME && is_vars(p, c->fn, a, depth + 1)) return true;
	}
	for (uint32_t i = 0; e->kind == X_NAME && i < f->nassigned; i++)
		if (f->assigned[i]->target->s == e->s && f->assigned[i]->value->kind == X_CALL)
			return is_vars(p, f, f->assigned[i]->value, depth);
	const char *s = e->kind == X_CALL || e->kind == X_ATTR ? x_last(e) : NULL;
	return s && strcmp(s, e->kind == X_CALL ? "vars" : "__dict__") == 0;
}

static bool loosens(program *p, const event *e) {
	const expr *t = e->target, *c = e->value;
	if (e->kind == E_ASSIGN) return t->kind == X_SUB && is_vars(p, e->fn, t->kid[0], 0);
	const char *s = e->kind == E_CALL ? x_last(c) : NULL;
	if (!s) return false;
	if (word_in("set_defaults Namespace", s)) return x_keyword(c, "**");
	if (strcmp(s, "setattr") == 0) return x_arg(c, 1) && !x_is_str(x_arg(c, 1));
	if (strcmp(s, "update") == 0)
		return c->kid[0]->kind == X_ATTR && is_vars(p, e->fn, c->kid[0]->kid[0], 0);
	return strncmp(s, "parse_", 6) == 0 && x_keyword(c, "namespace");
}

static void call(program *p, const func *f, uint32_t k) {
	const event *e = f->ev[k];
	const char *n = x_last(e->value);
	const expr *a = x_arg(e->value, 0);
	if (!n) return;
	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
		if (word_in(flags[i].calls, n)) gflag(p, e, flags[i].name, flags[i].def);
	if (word_in(declares, n) && a && (x_is_str(a) || (f->lang == LANG_C && a->kind == X_LIST)))
		declared(p, f, k, e->value, NULL);
	else if (strcmp(n, "add_subparsers") == 0) subcommands(p, e);
	else if (strcmp(n, "set_defaults") == 0) set_defaults(p, e);
	else if (f->lang == LANG_C && strncmp(n, "getopt", 6) == 0) getopt_letters(p, e);
}

/* cl::opt<bool> X("x", cl::init(false)), and records of getopt_long */
static void variable_made(program *p, const func *f, uint32_t k) {
	const event *e = f->ev[k];
	const expr *x = e->value, *made = x->kind == X_FLAGVAR && x->n ? x->kid[0] : NULL;
	const char *n = made && made->kind == X_CALL ? x_last(made) : NULL;
	if (n && !strstr(n, "Parser") && !strstr(n, "ptions") && strcmp(n, "App") != 0)
		declared(p, f, k, made, x->s); /* what holds the options is none */
	for (uint32_t j = 0; x->kind == X_LIST && j < x->n; j++) record(p, e, x->kid[j]);
}

void program_options(program *p) {
	for (uint32_t i = 0; i < p->nfn; i++) {
		const func *f = p->fn[i];
		parameters(p, f);
		for (uint32_t k = 0; k < f->nev; k++) {
			const event *e = f->ev[k];
			if (e->kind == E_CALL) call(p, f, k);
			if (e->kind == E_ASSIGN && f->lang == LANG_C) variable_made(p, f, k);
			if (!p->loose.file && loosens(p, e)) p->loose = (place){f->file, e->line};
		}
	}
	find_known(p);
}
