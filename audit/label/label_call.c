/* label_call.c - values of calls; see eval_call(). */
#include <string.h>
#include <strings.h>

#include "label_eval_impl.h"

/* Where a call stands, for the workers below, which give NULL for what is no such call. */
typedef struct {
	engine *en;
	const expr *e, *f; /* f: what is called */
	const ctx *cx;
	uint32_t seq;
	int depth;
	const char *name;  /* last name of f */
	uint32_t nargs;    /* positional */
	bool linked;
} site_of_call;

static const value *arg(const site_of_call *c, uint32_t i) {
	return eval(c->en, c->e->kid[i + 1], c->cx, c->seq, c->depth);
}

static const value *unknown(const site_of_call *c, deps d) {
	return v_top(c->en, d, x_show(c->en->p, c->e));
}

static bool of_files(const site_of_call *c) {
	uint32_t n;
	return map_get(c->en->p->by_fn, c->name, &n) != NULL;
}

/* f(argc, argv, "name"): is the option given, or its value. */
static const value *flag_helper(const site_of_call *c) {
	engine *en = c->en;
	const char *text = NULL;
	const expr *last = c->e->kid[c->nargs];
	uint32_t ntext = 0;
	bool argv = false;
	for (uint32_t i = 1; i <= c->nargs; i++) {
		const expr *x = c->e->kid[i];
		argv |= x->kind == X_ARGV || (c->linked && x->kind == X_NAME && strcmp(x->s,
		    "argv") == 0);
		ntext += x_is_str(x);
		if (x_is_str(x)) text = x_str(x);
	}
	if (!argv || ntext != 1) return NULL;
	const char *bare = dashes_to_underscores(en->p, text + strspn(text, "-"));
	bare = name_n(en->p, bare, strcspn(bare, "="));
	bool mine = label_has_name(en->l, bare) || label_has_spell(en->l, text);
	if (mine && en->l->kind == L_OPTION && en->mode != M_NONE)
		return en->mode == M_ON && en->l->on ? en->l->on
		    : v_bool(en, false, d_flag(D_LABEL));
	const value *v = set_value(en, bare);
	deps d;
	if (v) return v;
	if (option_given(en, text, &d) == 1) return v_bool(en, true, d);
	bool def = last->kind == X_CONST && last->con->kind != K_STR; /* what it is if not given */
	return v_default(en, v_con(en, def ? last->con : k_bool(en->p, false), d_none()), text);
}

/* s.startswith("--x"), parsed.count("x"). */
static const value *option_call(const site_of_call *c) {
	engine *en = c->en;
	const char *s = c->f->kind == X_ATTR && c->nargs ? x_str(c->e->kid[1]) : NULL;
	uint32_t n;
	deps d;
	if (!s) return NULL;
	if (strcmp(c->name, "startswith") == 0 && *s == '-' && s[1] && s[1] != '=') {
		int t = option_given(en, s, &d);
		if (t >= 0) return v_bool(en, t == 1, d);
	}
	if (strcmp(c->name, "count") != 0 || c->nargs != 1 || !c->linked) return NULL;
	const value *v = bind_name(en, s, false);
	if (v || !map_get(en->p->options_by_dest, dashes_to_underscores(en->p, s), &n)) return v;
	return v_default(en, v_con(en, k_int(en->p, 0), d_none()), s);
}

/* x.get(key, default), x.copy(), getattr(x, name, default). */
static const value *access_call(const site_of_call *c) {
	engine *en = c->en;
	const expr *def = c->nargs > 1 ? c->e->kid[2] : NULL, *f = c->f;
	const expr *of = f->kind == X_ATTR && !word_in("requests", x_last(f->kid[0])) ?
	    f->kid[0] : NULL;
	if (of && c->nargs && word_in("get pop setdefault getattr at", c->name)) {
		bool none = !def && strcmp(c->name, "get") == 0 && !c->linked;
		if (none) def = x_con(en->p, k_none(en->p), c->e->line);
		return eval_sub(en, c->e, of, c->e->kid[1], def, c->cx, c->seq, c->depth);
	}
	if (of && c->e->n == 1 &&
	    word_in("copy items keys values c_str data value get_value as to_dict "
	    "dict model_dump", c->name))
		return eval(en, of, c->cx, c->seq, c->depth);
	bool named = strcmp(c->name, "getattr") == 0 && c->nargs > 1;
	const constant *k = named ? v_one(arg(c, 1)) : NULL;
	if (!k || k->kind != K_STR) return NULL;
	const expr *x = x_attr(en->p, c->e->kid[1], k->s, c->e->line);
	const value *v = eval(en, x, c->cx, c->seq, c->depth);
	bool open = v->top && v->n == 0 && c->nargs > 2 && !(v->d.flags & D_LABEL);
	return open ? unknown(c, d_flag(v->d.flags & D_MAYLABEL)) : v;
}

/* Conversions and what hands its argument on; mappings that are made by a call. */
static const value *builtin(const site_of_call *c) {
	if (of_files(c)) return NULL;
	if (word_in("dict SimpleNamespace Namespace replace EasyDict OmegaConf", c->name)) {
		bool one = c->nargs == 1 && c->e->n == 2;
		return one ? arg(c, 0) : v_obj(c->en, c->e, c->cx, c->seq, d_none());
	}
	if (c->nargs == 0 || c->e->kid[1]->kind == X_STAR) return NULL;
	return convert(c->en, c->e, arg(c, strcmp(c->name, "cast") == 0 && c->nargs > 1));
}

static bool is_enum(program *p, const char *cls) {
	uint32_t n;
	const char *const *line = class_line(p, cls, &n);
	for (uint32_t i = 0; i < n; i++) {
		const klass *k = class_named(p, line[i]);
		for (uint32_t b = 0; k && b < k->nbase; b++)
			if (strstr(k->base[b], "Enum")) return true;
	}
	return false;
}

/* A call of what a variable or a table holds: a class, a function, a lambda. */
static const value *call_of_value(const site_of_call *c) {
	engine *en = c->en;
	const value *f = eval(en, c->f, c->cx, c->seq, c->depth), *out[VALUE_MOST];
	if (!v_objects(f)) return NULL;
	for (uint32_t i = 0; i < f->nobj; i++) {
		const object *o = &f->obj[i];
		uint32_t n = 0;
		void *const *fn = o->e->kind == X_FUNC ? map_get(en->p->by_fn, o->e->s, &n) : NULL;
		out[i] = NULL;
		if (o->e->kind == X_CLASS) {
			expr *call = x_new(en->p, X_CALL, c->e->line, c->e->n);
			memcpy(call->kid, c->e->kid, c->e->n * sizeof *call->kid);
			call->kid[0] = x_name(en->p, o->e->s, c->e->line);
			out[i] = v_obj(en, call, c->cx, c->seq, f->d);
		} else if (n == 1) out[i] = call_function(en, fn[0], c->e, c->cx, c->seq, c->depth);
		else if (o->e->kind == X_LAMBDA && !o->e->body && o->e->n)
			out[i] = eval(en, o->e->kid[0], o->cx, o->seq, c->depth);
		if (!out[i]) return NULL;
	}
	return v_with(en, v_join(en, out, f->nobj), f->d);
}

/* Does the name mean what a variable of the function holds? */
static bool is_variable(const site_of_call *c) {
	uint32_t n = 0;
	if (c->f->kind != X_NAME) return c->f->kind != X_ATTR;
	if (c->cx) func_assigns(c->cx->fn, c->f->s, &n);
	return n || (c->cx && param_index(c->cx->fn, c->f->s) >= 0);
}

/* A function or class of the files. */
static const value *call_of_files(const site_of_call *c) {
	const value *v;
	bool variable = is_variable(c);
	if (variable && (v = call_of_value(c)) != NULL) return v;
	if (!variable && class_named(c->en->p, c->name)) {
		bool member = c->nargs && is_enum(c->en->p, c->name);
		return member ? arg(c, 0) : v_obj(c->en, c->e, c->cx, c->seq, d_none());
	}
	const func *fn = called_function(c->en, c->e, c->cx, c->seq, c->depth);
	if (fn) return call_function(c->en, fn, c->e, c->cx, c->seq, c->depth);
	return c->f->kind == X_ATTR && !of_files(c) ? call_of_value(c) : NULL;
}

/* A foreign call that makes a value of its argument hands the label on. */
static const value *foreign(const site_of_call *c) {
	static const char *const makes[] = {"parse", "str", "int", "get", "load", "list", "ato",
	    "sto",
	    "optarg", NULL};
	deps d = d_none();
	int i = 0;
	while (makes[i] && strncasecmp(c->name, makes[i], strlen(makes[i])) != 0) i++;
	for (uint32_t k = 0; makes[i] && k < c->nargs; k++)
		if (c->e->kid[k + 1]->kind != X_STAR) d.flags |= arg(c, k)->d.flags & D_LABEL;
	if (word_in("any all", c->name) && c->nargs == 1) d = d_open(c->en, arg(c, 0)->d);
	return unknown(c, d);
}

const value *eval_call(engine *en, const expr *e, const ctx *cx, uint32_t seq, int depth) {
	const expr *f = e->kid[0];
	bool linked = cx && cx->fn->linked;
	const site_of_call c = {en, e, f, cx, seq, depth, x_last(f), x_npos(e), linked};
	const value *v;
	if (!c.name || f->kind == X_SUB) {
		v = call_of_value(&c);
		return v ? v : unknown(&c, d_none());
	}
	if ((v = flag_helper(&c)) != NULL) {
		const value *own = call_of_files(&c);
		return own && v_pure(own) ? own : v;
	}
	v = option_call(&c);
	if (!v) v = text_call(en, e, cx, seq, depth);
	if (!v) v = access_call(&c);
	if (!v) v = builtin(&c);
	if (!v) v = call_of_files(&c);
	return v ? v : foreign(&c);
}
