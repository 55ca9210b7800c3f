/* label_bind.c - what a label is in a program: an option, a value, a name, an environment variable,
 * a macro, a function. */
#include "label_engine.h"

enum { MOST_OPTIONS = 8 };

/* Made from the label; k NULL: not known. */
static const value *value_of(program *p, const constant *k) {
	value *v = take(p, sizeof *v);
	const constant **c = take(p, sizeof *c);
	*c = k;
	*v = (value){.n = k != NULL, .c = c, .top = k == NULL, .d = {.flags = D_LABEL}};
	return v;
}

static void on_off(program *p, label *l, const constant *on, const constant *off) {
	l->on = value_of(p, on);
	l->off = value_of(p, off);
}

/* Off is the opposite of a yes or no, 0 for a number, else nothing. */
static void on(program *p, label *l, const constant *k) {
	bool yes_no = k && (k->kind == K_BOOL || (k->kind == K_INT && (k->i == 0 || k->i == 1)));
	bool number = k && k->kind == K_INT;
	on_off(p, l, k, yes_no ? k_bool(p, !k->i) : number ? k_int(p, 0) : k_none(p));
}

/* The value of an option as the program gets it; o may be NULL. */
static const constant *typed(program *p, const option *o, const char *s) {
	const constant *k = k_literal(p, s);
	const char *type = o ? o->type : "";
	if (strcmp(type, "nonempty") == 0) return k_bool(p, *s != '\0');
	if (strcmp(type, "str") == 0) return k_str(p, s);
	return strcmp(type, "bool") == 0 && k->kind == K_INT ? k_bool(p, k->i != 0) : k;
}

void label_name(program *p, label *l, const char *name) {
	if (!label_has_name(l, name)) *PUSH(p, l->name, l->nname) = name;
}

static bool macro_at(const program *p, const char *name, place *at) {
	const macro *in[] = {p->tested, p->cmakeopt, p->cmakedef, p->macro};
	uint32_t n[] = {p->ntested, p->ncmakeopt, p->ncmakedef, p->nmacro};
	for (int k = 0; k < 4; k++)
		for (uint32_t i = 0; i < n[k]; i++)
			if (in[k][i].name == name) return *at = in[k][i].at, true;
	return false;
}

static bool in_some_file(const program *p, const char *s, place *at) {
	for (uint32_t i = 0; *s && i < p->nfile; i++) {
		const char *hit = p->file[i]->text ? strstr(p->file[i]->text, s) : NULL;
		if (!hit) continue;
		*at = (place){p->file[i], 1};
		for (const char *c = p->file[i]->text; c < hit; c++) at->line += *c == '\n';
		return true;
	}
	return false;
}

static const char *piece(program *p, const char *s, size_t n) {
	while (n && isspace((unsigned char)*s)) s++, n--;
	while (n && isspace((unsigned char)s[n - 1])) n--;
	return name_n(p, s, n);
}

/* Not one that has it as one of several values of a key. */
static void bind_record(program *p, label *l, const constant *val) {
	const setting *mine = NULL, *s = p->setting, *end = s + p->nsetting;
	for (; s < end && !mine; s++) {
		bool listed = (s > p->setting && s[-1].path == s->path) ||
		    (s + 1 < end && s[1].path == s->path);
		if (s->record && !listed && s->value == val) mine = s;
	}
	for (s = p->setting; mine && s < end; s++) {
		bool same = mine->at.file == s->at.file && mine->record == s->record;
		if (!same || s->value == val || s->path == mine->path) continue;
		*PUSH(p, l->rec, l->nrec) = (recval){.key = s->key, .on = s->value};
	}
}

static void spell_add(program *p, label *l, const char *s) {
	if (!text_in(l->spell, l->nspell, s)) *PUSH(p, l->spell, l->nspell) = s;
}

/* The options of that spelling, or of that name; all of them are meant. */
static uint32_t options_named(program *p, label *l, const char *dest, const option **out,
    bool *spelled) {
	uint32_t n = 0;
	for (uint32_t k = 0; k < l->nspell && !n; k++)
		for (uint32_t i = 0; i < p->nopt && n < MOST_OPTIONS; i++)
			if (text_in(p->opt[i]->spell, p->opt[i]->nspell, l->spell[k]) ||
			    text_in(p->opt[i]->neg, p->opt[i]->nneg, l->spell[k]))
				out[n++] = p->opt[i];
	*spelled = n > 0;
	EACH(const option, o, p->options_by_dest, n ? NULL : dest)
		if (n < MOST_OPTIONS) out[n++] = o;
	return n;
}

static void declared_option(program *p, label *l, const option *o, bool spelled) {
	bool neg = text_in(o->neg, o->nneg, l->what);
	label_name(p, l, o->dest);
	label_enter(p, l, o->at, o->variable && !o->def && !o->flag ? "flag variable" : "option");
	l->modlevel |= o->variable;
	for (uint8_t i = 0; spelled && i < (neg ? o->nneg : o->nspell); i++) {
		const char *s = neg ? o->neg[i] : o->spell[i];
		spell_add(p, l, s);
		if (!neg && o->variable && s[0] == '-' && s[1] == '-')
			label_name(p, l, dashes_to_underscores(p, s + 2));
	}
}

/* The letter of a long option is the same option. */
static void getopt_entries(program *p, label *l, const char *bare) {
	bool letter = bare[0] && !bare[1];
	for (const optcase *c = p->optcase; c < p->optcase + p->noptcase; c++) {
		if (strcmp(c->name, bare) != 0 && !(letter && x_is_str(c->val) &&
		    strcmp(x_str(c->val), bare) == 0))
			continue;
		label_enter(p, l, c->at, "getopt entry");
		*PUSH(p, l->cases, l->ncases) = c->val;
		spell_add(p, l, dashed(p, c->name));
	}
	if (letter && l->what[1] != '-')
		*PUSH(p, l->cases, l->ncases) = x_con(p, k_str(p, bare), 0);
}

static void option_values(program *p, label *l, const option *o, const char *val, bool off) {
	const constant *k = o && o->constv && o->constv->kind == X_CONST ? o->constv->con : NULL;
	if (val) on(p, l, typed(p, o, val));
	else if (k && (!o->flag || k->kind == K_INT))
		on_off(p, l, k, o->flag ? k_bool(p, !k_true(k)) : k_none(p));
	else if (o && !o->flag && !o->turns_off && !o->variable) on(p, l, NULL);
	else if (off) on(p, l, k_bool(p, false));
}

/* What fire, tyro or HfArgumentParser make of a field or a parameter; of any name; NULL. */
static const option *option_made(program *p, label *l, const char *dest) {
	option *o = take(p, sizeof *o);
	sighting s;
	label_selectors(p, &(label){0}, dest, &s);
	bool made = s.type && s.at.file->lang == LANG_PYTHON;
	if (s.rank == NAME_NONE) return NULL;
	label_enter(p, l, s.at, made ? "option" : "name");
	*o = (option){.dest = dest, .type = made ? s.type : "", .def = s.def, .at = s.at};
	o->flag = !made || strstr(o->type, "bool") || (o->def ? is_bool(o->def) : !*o->type);
	return o;
}

/* As a text of a program, best in quotes; "graph" of has(argc, argv, "graph"). */
static void option_in_text(program *p, label *l, const char *bare) {
	static const char *const quote[] = {"\"", "'", ""};
	place at;
	for (uint32_t i = 0; i < 3 * l->nspell && !l->nentry; i++) {
		const char *q = quote[i / l->nspell], *as = l->spell[i % l->nspell];
		if (in_some_file(p, name_f(p, "%s%s%s", q, as, q), &at))
			label_enter(p, l, at, "option text");
	}
	if (!l->nentry && in_some_file(p, name_f(p, "\"%s\"", bare), &at) &&
	    at.file->lang == LANG_C)
		label_enter(p, l, at, "flag helper");
	if (!l->nentry) l->kind = L_ABSENT;
}

static void bind_option(program *p, label *l, const char *name, const char *val) {
	const char *bare = name + strspn(name, "-"), *dest = dashes_to_underscores(p, bare);
	const option *o[MOST_OPTIONS] = {NULL};
	bool spelled, off = false;
	uint32_t n;
	l->kind = L_OPTION;
	l->what = name;
	spell_add(p, l, name);
	spell_add(p, l, underscores_to_dashes(p, name));
	if (bare - name == 2) spell_add(p, l, name_f(p, "--%s", dest));
	n = options_named(p, l, dest, o, &spelled);
	for (uint32_t i = 0; i < n; i++) declared_option(p, l, o[i], spelled);
	if (spelled) off = text_in(o[0]->neg, o[0]->nneg, name) != o[0]->turns_off;
	getopt_entries(p, l, bare);
	if (!l->nentry) o[0] = option_made(p, l, dest);
	if (!n) label_name(p, l, dest);
	option_values(p, l, o[0], val, off);
	l->modlevel |= map_first(p->calls, name_have(p, "exec")) != NULL;
	if (!l->nentry) option_in_text(p, l, bare);
}

static void become(program *p, label *l, lkind kind, const char *what, place at, const char *as) {
	l->kind = kind;
	l->what = what;
	l->nentry = l->nname = 0;
	label_enter(p, l, at, as);
}

static void bind_env(program *p, label *l, const char *name, const char *val, place at) {
	become(p, l, L_ENV, name, at, "environment");
	l->value = val ? k_str(p, val) : NULL;
	l->onval = value_of(p, l->value);
}

static void bind_macro(program *p, label *l, const char *name, const char *val, place at) {
	const constant *k = val && *val ? k_literal(p, val) : k_bool(p, true);
	become(p, l, L_MACRO, name, at, "macro");
	l->macro_on = k->kind == K_STR || k_true(k);
	on(p, l, k);
	label_name(p, l, name);
}

/* The option of getopt whose case compares its argument with the value is given. */
static void given_cases(program *p, label *l, const guards *g) {
	bool entered = false;
	for (; g; g = g->up) {
		const expr *e = g->g->e;
		for (uint32_t i = 0; i < l->nentry; i++)
			entered |= l->entry[i].at.file == g->g->file &&
			    l->entry[i].at.line == g->g->line;
		bool asks = entered && e->kind == X_CMP && g->g->pol;
		for (uint32_t i = 0; asks && i < p->noptcase; i++)
			if (x_same(p->optcase[i].val, e->kid[1]))
				*PUSH(p, l->cases, l->ncases) = p->optcase[i].val;
	}
}

static void bind_value(program *p, label *l, const char *word, const sighting *s) {
	l->kind = L_VALUE;
	l->value = k_str(p, word);
	on_off(p, l, l->value, k_none(p));
	for (uint32_t i = 0, none = !l->nentry; none && i < s->npart; i++)
		label_enter(p, l, s->part[i], "compared");
	for (uint32_t i = 0; i < p->nfn && p->noptcase; i++)
		for (uint32_t k = 0; k < p->fn[i]->nev && l->ncases < MOST_OPTIONS; k++)
			given_cases(p, l, p->fn[i]->ev[k]->guards);
	bind_record(p, l, l->value);
}

/* A name, with a value or, val NULL, with whatever turns it on. */
static void bind_name_as(program *p, label *l, const char *name, const char *val, place at) {
	const option *o = map_first(p->options_by_dest, name);
	bool boolean = !o || o->flag || is_bool(o->def);
	become(p, l, L_NAME, name, at, "name");
	l->modlevel = true;
	label_name(p, l, name);
	on(p, l, val ? typed(p, o, val) : boolean ? k_bool(p, true) : NULL);
	if (o) label_enter(p, l, o->at, "option");
}

static void bind_assignment(program *p, label *l, const char *name, const char *val) {
	const char *base = strrchr(name, '.') ? strrchr(name, '.') + 1 : name;
	sighting s;
	place at;
	base = dashes_to_underscores(p, base + strspn(base, "+~"));
	label_selectors(p, l, base, &s);
	if (s.env.file) bind_env(p, l, name, val, s.env);
	else if (s.rank == NAME_NONE && macro_at(p, name, &at)) bind_macro(p, l, name, val, at);
	else if (s.rank != NAME_NONE) bind_name_as(p, l, base, val, s.at);
}

/* Some test or choice knows the value; a key does if a name is held to choose by it. */
static bool is_chosen(const label *l, bool held) {
	for (uint32_t i = 0; i < l->nentry; i++)
		if (word_in("compared choice registered member", l->entry[i].what) ||
		    strcmp(l->entry[i].what, "config value") == 0 ||
		    (held && strcmp(l->entry[i].what, "key") == 0))
			return true;
	return false;
}

static void bind_word(program *p, label *l, const char *t) {
	const char *tn = dashes_to_underscores(p, t);
	sighting s;
	place at;
	bool known = label_selectors(p, l, t, &s) || l->nentry, code = is_ours(p, t, false, &at);
	bool named = s.rank <= NAME_PARAM ||
	    (s.rank != NAME_NONE && !code && !(known && label_has_name(l, tn)));
	bool value = known && (!named || is_chosen(l, s.held)); /* else a key of some mapping */
	if (s.env.file) bind_env(p, l, t, NULL, s.env);
	else if (macro_at(p, t, &at)) bind_macro(p, l, t, NULL, at);
	else if (named && !value) bind_name_as(p, l, tn, NULL, s.at);
	else if (code && !value) {
		become(p, l, L_FUNC, t, at, "function");
		l->via = t;
	} else if (value || s.text.file || in_some_file(p, t, &s.text)) {
		bind_value(p, l, t, &s);
		if (!value) label_enter(p, l, s.text, "text");
	}
}

/* `f / L`: the way passes the function or class f; L is the label. */
static const char *main_part(program *p, label *l, const char *text) {
	const char *slash = strstr(text, " / ");
	const char *f = slash ? piece(p, text, (size_t)(slash - text)) : NULL;
	if (!f || !is_ours(p, f, false, &(place){0})) return text;
	l->via = f;
	return piece(p, slash + 3, strlen(slash + 3));
}

label *label_bind(program *p, const char *text) {
	label *l = label_default(p);
	place at;
	l->kind = L_ABSENT;
	l->text = name_of(p, text);
	on(p, l, k_bool(p, true));
	const char *t = main_part(p, l, l->text), *eq = strchr(t, '='), *c;
	if (!eq && *t == '-') eq = strchr(t, ' ');
	const char *val = eq ? piece(p, eq + 1, strlen(eq + 1)) : NULL;
	const char *name = c = piece(p, t, eq ? (size_t)(eq - t) : strlen(t));
	const char *macro = strncmp(name, "-D", 2) == 0 ? name_of(p, name + 2) : NULL;
	while (isalnum((unsigned char)*c) || (*c && strchr("_.-/+~", *c))) c++;
	if (macro && macro_at(p, macro, &at)) bind_macro(p, l, macro, val, at);
	else if (*t == '-') bind_option(p, l, name, val);
	else if (val && !*c) bind_assignment(p, l, name, val);
	else if (*t) bind_word(p, l, piece(p, t, strlen(t)));
	return l;
}

label *label_default(program *p) {
	label *l = take(p, sizeof *l);
	l->kind = L_DEFAULT;
	l->text = "(default)";
	on_off(p, l, k_none(p), k_none(p));
	return l;
}
