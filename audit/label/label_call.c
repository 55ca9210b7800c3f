/* label_call.c - values of calls, and of functions of the files; see eval_call(). */
#include "label_eval_impl.h"

enum { RETURNS_MOST = 8 };

static const func *method_of(program *p, const char *cls, const char *name, bool bases_only) {
	const names *line = class_line(p, cls);
	for (uint32_t i = bases_only; i < line->n; i++) {
		const klass *k = class_named(p, line->s[i]);
		for (uint32_t m = 0; k && m < k->nmethod; m++)
			if (k->method[m]->name == name) return k->method[m];
	}
	return NULL;
}

/* By a bare name: of the function around, of the file, of another one; or of the module from.
 * NULL: none, or more than one. */
static const func *function_named(program *p, const char *name, const ctx *cx, const char *from) {
	const func *best = NULL;
	int rank = 0, same = 0, r;
	EACH(const func, fn, p->by_fn, cx ? name : NULL) {
		bool nested = fn->parent && !fn->parent->is_module;
		if (fn->cls) continue;
		if (from) r = !nested && file_is_module(fn->file, from, strlen(from));
		else if (nested) r = func_within(cx->fn, fn->parent) ? 3 : 0;
		else if (fn->file == cx->fn->file) r = 2;
		else if (cx->fn->linked && fn->linked && !fn->hidden) r = 1;
		else r = import_of(cx->fn->file, name) != NULL;
		same = r > rank ? 1 : same + (r == rank);
		if (r > rank) best = fn;
		if (r > rank) rank = r;
	}
	return same == 1 ? best : NULL;
}

const func *called_function(query q, const expr *call) {
	program *p = q.en->p;
	const ctx *cx = q.cx;
	const expr *f = call->kid[0], *base = f->kind == X_ATTR ? f->kid[0] : NULL;
	const klass *around = cx ? func_class(cx->fn) : NULL;
	const char *name = base && base->kind == X_NAME ? base->s : NULL;
	if (f->kind == X_NAME) return function_named(p, f->s, cx, NULL);
	if (!base) return NULL;
	if (base->kind == X_CALL && around && word_in("super", x_last(base->kid[0])))
		return method_of(p, around->name, f->s, true);
	if (name && class_named(p, name)) return method_of(p, name, f->s, false);
	const char *from = name && cx ? import_of(cx->fn->file, name) : NULL;
	if (from) return function_named(p, f->s, cx, from);
	const value *v = val(q, base);
	const char *cls = v_objects(v) && v->nobj == 1 ? class_of_object(p, v->obj) : NULL;
	if (!cls) return NULL;
	return v->obj->e->kind == X_CALL ? method_of(p, cls, f->s, false) : NULL;
}

const value *call_function(query q, const func *fn, const expr *call) {
	engine *en = q.en;
	const value *out[RETURNS_MOST + 1];
	const event *first = NULL;
	uint32_t n = 0, nout = 0;
	bool certain = false;
	if (q.depth >= CALL_DEEP) cut_short(q);
	if (fn->generator || q.depth >= CALL_DEEP || ctx_find(q.cx, fn)) return NULL;
	const ctx *in = ctx_new(en, fn, call, C_CALL, ctx_seq(en, q.cx, q.seq), 0);
	for (uint32_t i = 0; i < fn->nev && !certain; i++) {
		const event *ev = fn->ev[i];
		if (ev->kind != E_RETURN) continue;
		if (n++ == RETURNS_MOST) return NULL;
		first = first ? first : ev;
		passing pass = guards_pass(en, ev, in, false, q.depth);
		if (pass.ok == 0) continue;
		certain = pass.ok > 0;
		deps d = certain ? d_guard(pass.d) : d_flag(d_open(pass.d).flags & D_MAYLABEL);
		const value *v = val(q_at(q, in, ev->seq), ev->value);
		out[nout++] = v_with(en, v_lost(en, v, ev), d);
	}
	if (!first) return NULL;
	if (!certain) out[nout++] = v_con(en, k_none(en->p), d_none()); /* its end is reached */
	return v_lost(en, v_join(en, out, nout), first);
}

/* Where a call stands, for the workers below, which give NULL for what is no such call. */
typedef struct {
	query q;
	program *p;
	const expr *e, *f; /* f: what is called */
	const char *name;  /* last name of f */
	uint32_t nargs;    /* positional */
	bool linked;
} site_of_call;

static const value *arg(const site_of_call *c, uint32_t i) {
	return val(c->q, c->e->kid[i + 1]);
}

static bool of_files(const site_of_call *c) {
	return map_first(c->p->by_fn, c->name) != NULL;
}

/* f(argc, argv, "name"): is the option given, or its value. */
static const value *flag_helper(const site_of_call *c) {
	const char *text = NULL;
	const expr *last = c->e->kid[c->nargs];
	uint32_t ntext = 0;
	bool argv = false;
	deps d;
	for (uint32_t i = 1; i <= c->nargs; i++) {
		const expr *x = c->e->kid[i];
		argv |= x->kind == X_ARGV;
		argv |= c->linked && x->kind == X_NAME && strcmp(x->s, "argv") == 0;
		ntext += x_is_str(x);
		if (x_is_str(x)) text = x_str(x);
	}
	if (!argv || ntext != 1) return NULL;
	size_t dashes = strspn(text, "-");
	const char *bare = name_n(c->p, text + dashes, strcspn(text + dashes, "="));
	const value *v = bound(q_of(c->q, NULL), bare);
	int t = v ? -1 : option_given(c->q.en, text, &d);
	if (v || t == 1 || (t == 0 && d_label(d))) return v ? v : v_bool(c->q.en, t, d);
	/* what it is if not given */
	bool def = last->kind == X_CONST && last->con->kind != K_STR;
	v = v_con(c->q.en, def ? last->con : k_bool(c->p, false), d_none());
	return v_default(c->q.en, v, text);
}

/* s.startswith("--x"), args.has("--x"), parsed.count("x"). */
static const value *option_call(const site_of_call *c) {
	const char *s = c->f->kind == X_ATTR && c->nargs ? x_str(c->e->kid[1]) : NULL;
	deps d;
	int t = -1;
	if (!s) return NULL;
	if (word_in("startswith has contains exists isSet is_set", c->name) && *s == '-' &&
	    s[1] && s[1] != '=')
		t = option_given(c->q.en, s, &d);
	if (t >= 0) return v_bool(c->q.en, t, d);
	if (strcmp(c->name, "count") != 0 || c->nargs != 1 || !c->linked) return NULL;
	const value *v = bound(q_of(c->q, NULL), s);
	if (v || !map_first(c->p->options_by_dest, dashes_to_underscores(c->p, s))) return v;
	return v_default(c->q.en, v_con(c->q.en, k_int(c->p, 0), d_none()), s);
}

/* x.get(key, default), x.copy(), getattr(x, name, default). */
static const value *access_call(const site_of_call *c) {
	const expr *def = c->nargs > 1 ? c->e->kid[2] : NULL, *f = c->f, *of = NULL;
	if (f->kind == X_ATTR && !word_in("requests", x_last(f->kid[0]))) of = f->kid[0];
	if (of && c->nargs && word_in("get pop setdefault getattr at", c->name)) {
		bool none = !def && strcmp(c->name, "get") == 0 && !c->linked;
		if (none) def = x_con(c->p, k_none(c->p), c->e->line);
		return eval_sub(c->q, of, c->e->kid[1], def);
	}
	if (of && c->e->n == 1 && word_in("copy items keys values c_str data value get_value as "
	    "to_dict dict model_dump", c->name))
		return val(c->q, of);
	bool named = strcmp(c->name, "getattr") == 0 && c->nargs > 1;
	const constant *k = named ? v_one(arg(c, 1)) : NULL;
	if (!k || k->kind != K_STR) return NULL;
	const value *v = val(c->q, x_attr(c->p, c->e->kid[1], k->s, c->e->line));
	bool open = v->top && v->n == 0 && c->nargs > 2 && !(v->d.flags & D_LABEL);
	return open ? v_top(c->q.en, d_flag(v->d.flags & D_MAYLABEL)) : v;
}

/* Conversions and what hands its argument on; mappings that are made by a call. */
static const value *builtin(const site_of_call *c) {
	if (of_files(c)) return NULL;
	if (word_in("dict SimpleNamespace Namespace replace EasyDict OmegaConf", c->name)) {
		bool one = c->nargs == 1 && c->e->n == 2;
		return one ? arg(c, 0) : v_obj(c->q, c->e, d_none());
	}
	if (c->nargs == 0 || c->e->kid[1]->kind == X_STAR) return NULL;
	return convert(c->q.en, c->e, arg(c, strcmp(c->name, "cast") == 0 && c->nargs > 1));
}

static bool is_enum(program *p, const char *cls) {
	const names *line = class_line(p, cls);
	for (uint32_t i = 0; i < line->n; i++) {
		const klass *k = class_named(p, line->s[i]);
		for (uint32_t b = 0; k && b < k->nbase; b++)
			if (strstr(k->base[b], "Enum")) return true;
	}
	return false;
}

/* A call of what a variable or a table holds: a class, a function, a lambda. */
static const value *call_of_value(const site_of_call *c) {
	const value *f = val(c->q, c->f), *out[VALUE_MOST];
	if (!v_objects(f)) return NULL;
	for (uint32_t i = 0; i < f->nobj; i++) {
		const expr *e = f->obj[i].e;
		const func *fn = e->kind == X_FUNC ? map_first(c->p->by_fn, e->s) : NULL;
		bool one = fn && !map_all(c->p->by_fn, e->s)[1];
		out[i] = NULL;
		if (e->kind == X_CLASS) {
			expr *call = x_kids(c->p, X_CALL, c->e->line, c->e->kid, c->e->n);
			call->kid[0] = x_name(c->p, e->s, c->e->line);
			out[i] = v_obj(c->q, call, f->d);
		} else if (one) out[i] = call_function(c->q, fn, c->e);
		else if (e->kind == X_LAMBDA && !e->body && e->n)
			out[i] = val(q_object(c->q, &f->obj[i]), e->kid[0]);
		if (!out[i]) return NULL;
	}
	return v_with(c->q.en, v_join(c->q.en, out, f->nobj), f->d);
}

/* Does the name mean what a variable of the function holds? */
static bool calls_variable(const site_of_call *c) {
	uint32_t n = 0;
	if (c->f->kind != X_NAME) return c->f->kind != X_ATTR;
	if (c->q.cx) func_assigns(c->q.cx->fn, c->f->s, &n);
	return n || (c->q.cx && param_index(c->q.cx->fn, c->f->s) >= 0);
}

/* A function or class of the files. */
static const value *call_of_files(const site_of_call *c) {
	const value *v;
	bool variable = calls_variable(c);
	if (variable && (v = call_of_value(c)) != NULL) return v;
	if (!variable && class_named(c->p, c->name)) {
		bool member = c->nargs && is_enum(c->p, c->name);
		return member ? arg(c, 0) : v_obj(c->q, c->e, d_none());
	}
	const func *fn = called_function(c->q, c->e);
	if (fn) return call_function(c->q, fn, c->e);
	return c->f->kind == X_ATTR && !of_files(c) ? call_of_value(c) : NULL;
}

/* A foreign call that makes a value of its argument hands the label on. */
static const value *foreign(const site_of_call *c) {
	static const char *const makes[] = {"parse", "str", "int", "get", "load", "list", "ato",
	    "sto", "optarg", NULL};
	deps d = d_none();
	int i = 0;
	while (makes[i] && strncasecmp(c->name, makes[i], strlen(makes[i])) != 0) i++;
	for (uint32_t k = 0; makes[i] && k < c->nargs; k++)
		if (c->e->kid[k + 1]->kind != X_STAR) d.flags |= arg(c, k)->d.flags & D_LABEL;
	if (word_in("any all", c->name) && c->nargs == 1) d = d_open(arg(c, 0)->d);
	return v_top(c->q.en, d);
}

const value *eval_call(query q, const expr *e) {
	const expr *f = e->kid[0];
	bool linked = q.cx && q.cx->fn->linked;
	const site_of_call c = {q, q.en->p, e, f, x_last(f), x_npos(e), linked};
	const value *v;
	if (!c.name || f->kind == X_SUB) {
		v = call_of_value(&c);
		return v ? v : v_top(q.en, d_none());
	}
	if ((v = flag_helper(&c)) != NULL) {
		const value *own = call_of_files(&c);
		return own && v_pure(own) ? own : v;
	}
	v = option_call(&c);
	if (!v) v = text_call(q, e);
	if (!v) v = access_call(&c);
	if (!v) v = builtin(&c);
	if (!v) v = call_of_files(&c);
	return v ? v : foreign(&c);
}
