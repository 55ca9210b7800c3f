/* label_field.c - attributes, subscripts and the environment; see label_engine.h. */
#include <ctype.h>
#include <string.h>

#include "label_eval_impl.h"

enum { OBJECTS_MOST = 4, KEYS_MOST = 12, ENTRIES_MOST = 8, SETTINGS_MOST = 6 };

bool is_environment(const char *text) {
	static const char *const parts[] = {"is_available", "is_built", "device_count",
	    "get_device",
	    "hasattr", "platform", "sys.version", "__version__", "find_spec", "shutil.which",
	    "os.path.exists", "is_file", "exists(", "isinstance", "capability", "getDevice",
	    "uname",
	    "importlib", "_AVAILABLE", "has_", NULL};
	int i = 0;
	while (parts[i] && !strstr(text, parts[i])) i++;
	return parts[i] != NULL;
}

bool is_arguments(const expr *e) {
	return word_in("args opts options opt flags Args Options FLAGS ARGS cli_args namespace "
	    "parsed_args cfg_args cmd_args params", x_last(e));
}

/* Every assignment of the files to a field of that name: weak where several classes have one, or
 * any field may be set by a name that is not known. */
static const value *fields_of_name(engine *en, const void *what, const ctx *key, uint32_t seq,
    int depth) {
	const char *name = what, *first = NULL;
	program *p = en->p;
	gathered g = {0};
	uint32_t n, nset;
	place lost = {0};
	void *const *v = map_get(p->fields, name, &n), *const *set;
	bool several = map_get(tables_of(p)->setters, name_have(p, ""), &nset) != NULL,
	    linked = false;
	(void)key;
	(void)seq;
	g.cut = n > GATHER_MOST;
	for (uint32_t i = 0; i < n && i < GATHER_MOST; i++) {
		const event *ev = v[i];
		bool call = ev->kind == E_CALL;
		const klass *k = !call && is_self(ev->target->kid[0]) ? class_around(ev->fn) : NULL;
		const char *cls = call ? x_last(ev->value->kid[0]) : k ? k->name : NULL;
		several |= cls && first && cls != first;
		if (cls) first = cls;
		linked |= ev->fn->linked;
		lost = at_event(ev);
		const expr *x = call ? x_keyword(ev->value, name) : ev->value;
		gather(en, &g, ev, x, ctx_of(en, ev->fn), depth);
	}
	set = map_get(p->calls, name_have(p, "setattr"), &nset);
	for (uint32_t i = 0; i < nset; i++) {
		const event *ev = set[i];
		const expr *x = x_arg(ev->value, 2);
		if (x && x_str(x_arg(ev->value, 1)) == name)
			gather(en, &g, ev, x, ctx_of(en, ev->fn), depth);
	}
	bool defaults = !g.nlab && !(g.nout && (g.closed.flags || g.closed.n));
	for (uint32_t i = 0; i < p->ncls; i++) {
		const field *f = field_of(p->cls[i], name);
		if (!f) continue;
		several |= (first && p->cls[i]->name != first) || given_by_place(p, p->cls[i], f);
		first = p->cls[i]->name;
		if (!lost.file) lost = (place){p->cls[i]->file, p->cls[i]->line};
		const value *def = defaults && g.nout < GATHER_MOST ? field_default(en, p->cls[i],
		    f, depth) : NULL;
		if (def) g.out[g.nout++] = def;
	}
	const value *r = gathered_value(en, &g);
	if (!r) return en->memo->none;
	return linked || g.nlab || !several ? r : v_weak(en, r, lost);
}

static const value *fields_by_name(engine *en, const char *name, int depth) {
	static const ctx mark = {0}; /* names are remembered apart from fields */
	const value *v = remember(en, name, &mark, 0, depth, fields_of_name, name);
	return v == en->memo->none ? NULL : v;
}

const value *key_value(engine *en, const char *key) {
	const value *out[SETTINGS_MOST];
	const label *l = en->l;
	for (uint32_t i = 0; i < l->nrec && en->mode != M_NONE; i++) {
		const recval *r = &l->rec[i];
		if (strcmp(r->key, key) != 0) continue;
		if (en->mode == M_ON) return v_con(en, r->on, d_flag(D_LABEL));
		return v_set(en, r->off, r->noff, false, d_flag(D_LABEL));
	}
	uint32_t n, k = 0;
	void *const *s = map_get(en->p->settings_by_key, key, &n);
	if (n == 0) return NULL;
	for (; k < n && k < SETTINGS_MOST; k++)
		out[k] = v_con(en, ((const setting *)s[k])->value, d_none());
	const value *v = v_join(en, out, k);
	return v_default(en, n > 1 ? v_weak(en, v, ((const setting *)s[0])->at) : v, key);
}

/* A member of a class or enum, or a value of a scope in C++: Mode.graph, Mode::Graph; or a variable
 * of a module that is imported. NULL: it is none. */
static const value *member_of_class(engine *en, const expr *e, const ctx *cx, uint32_t seq,
    int depth) {
	program *p = en->p;
	const expr *base = e->kid[0];
	const char *scope = x_last(base), *from = NULL, *of = base->kind == X_NAME ? base->s : NULL;
	uint32_t n;
	void *const *v = map_get(tables_of(p)->enumv, e->s, &n);
	if (n && cx && cx->fn->linked && scope && isupper((unsigned char)*scope))
		return v_con(en, v[0], d_none());
	if (base->kind == X_ATTR && base->kid[0]->kind == X_NAME && class_named(p,
	    base->kid[0]->s)) {
		if (strcmp(e->s, "value") == 0) return eval(en, base, cx, seq, depth);
		if (strcmp(e->s, "name") == 0) return v_text(en, base->s, 0);
	}
	const klass *k = class_named(p, of);
	const field *f = field_of(k, e->s);
	v = map_get(p->fields, e->s, &n);
	for (uint32_t i = 0; f && i < n; i++) { /* Class.name = value */
		const event *ev = v[i];
		const expr *x = ev->kind == E_ASSIGN ? ev->target->kid[0] : NULL;
		if (x && x->kind == X_NAME && x->s == of) return fields_by_name(en, e->s, depth);
	}
	if (f && !f->value) return v_top(en, d_none(), e->s);
	if (f) return eval(en, f->value, ctx_of(en, k->file->module), 0, depth);
	if (cx && of && !is_arguments(base)) from = import_of(cx->fn->file, of);
	v = map_get(p->globals, e->s, &n);
	for (uint32_t i = 0; from && i < n; i++) {
		const source *file = ((const event *)v[i])->fn->file;
		if (module_is(file, from)) return eval_global(en, e->s, file, NULL, 0, depth);
	}
	return NULL;
}

/* What a method that is read as an attribute returns. NULL: it is none. */
static const value *property(engine *en, const expr *e, const ctx *cx, uint32_t seq, int depth) {
	expr *call = x_new(en->p, X_CALL, e->line, 1);
	call->kid[0] = (expr *)e;
	const func *fn = called_function(en, call, cx, seq, depth);
	uint32_t i = 0;
	while (fn && i < fn->ndeco && !(x_last(fn->deco[i]) && strstr(x_last(fn->deco[i]),
	    "property"))) i++;
	return fn && i < fn->ndeco ? call_function(en, fn, call, cx, seq, depth) : NULL;
}

static bool says_something(const value *v) { return v && (!v->top || v->n ||
    v->d.flags & D_LABEL); }

/* The field of the objects that base may be, as far as they are known. */
static const value *of_objects(engine *en, const expr *e, const value *base, const ctx *cx,
    uint32_t seq, int depth) {
	const value *out[OBJECTS_MOST], *v;
	uint32_t n = 0, nfn;
	for (uint32_t i = 0; i < base->nobj && i < OBJECTS_MOST; i++)
		if ((v = object_field(en, &base->obj[i], e->s, depth)) != NULL) out[n++] = v;
	bool method = n == 0 && base->nobj && map_get(en->p->by_fn, e->s, &nfn);
	if (n == 0) return method ? property(en, e, cx, seq, depth) : NULL;
	v = v_join(en, out, n);
	return n == base->nobj && !base->top ? v : v_weak(en, v, at_expr(cx, e));
}

/* By its name: what the label or an option gives it, else what the files assign to such fields. */
static const value *attr_by_name(engine *en, const expr *e, const value *base, const ctx *cx,
    int depth) {
	const value *b = bind_from(en, e->s, false, cx ? cx->fn->file : NULL);
	if (b && label_has_name(en->l, e->s)) return b;
	const value *v = fields_by_name(en, e->s, depth);
	bool label = v && en->mode == M_ON && d_label(v->d);
	if (b && (is_arguments(e->kid[0]) ? !label : !says_something(v) || set_value(en, e->s)))
		return b;
	if (v) return v;
	return v_pure(base) && word_in("value name", e->s) ? base : key_value(en, e->s);
}

const value *eval_attr(engine *en, const expr *e, const ctx *cx, uint32_t seq, int depth) {
	const expr *base = e->kid[0];
	const char *dots = x_dotted(en->p, e);
	const value *v = member_of_class(en, e, cx, seq, depth);
	if (v) return v;
	bool environment = dots && is_environment(dots) && !label_has_name(en->l, e->s);
	if (environment && !fields_by_name(en, e->s, depth))
		return v_top(en, d_none(), name_f(en->p, "environment: %s", dots));
	const value *b = eval(en, base, cx, seq, depth);
	v = of_objects(en, e, b, cx, seq, depth);
	if (!says_something(v)) v = attr_by_name(en, e, b, cx, depth);
	return v ? with_changes(en, v, e->s) : v_top(en, d_none(), x_show(en->p, e));
}

/* An argument of the command line: the label, if it is a text or has one. NULL: not to be told. */
static const value *of_command_line(engine *en) {
	const constant *on = en->l->on ? v_one(en->l->on) : NULL;
	if (en->mode != M_ON) return NULL;
	if (asked_value(en)) return asked_content(en);
	bool text = en->l->kind == L_OPTION && on && on->kind != K_BOOL;
	return text ? v_text(en, k_text(en->p, on), D_LABEL) : NULL;
}

/* Of a mapping or list that is known. NULL: it is not. */
static const value *of_containers(engine *en, const value *base, const value *index, int depth) {
	const constant *k = v_one(index), *t = v_one(base);
	const value *out[OBJECTS_MOST + ENTRIES_MOST];
	uint32_t n = 0;
	bool whole = k && k->kind == K_INT;
	if (whole && t && t->kind == K_TUPLE && k->i >= -(long long)t->n && k->i < (long long)t->n)
		return v_con(en, t->item[k->i < 0 ? k->i + t->n
		    : k->i], d_join(en, base->d, index->d));
	for (uint32_t i = 0; i < base->nobj && i < OBJECTS_MOST; i++) {
		const object *o = &base->obj[i];
		bool dict = o->e->kind == X_DICT;
		const value *v = NULL;
		if (whole && o->e->kind == X_LIST && k->i >= 0 && k->i < (long long)o->e->n)
			v = eval(en, o->e->kid[k->i], o->cx, o->seq, depth);
		else if (k && dict) v = entry_of(en, o, k, depth);
		else if (k && k->kind == K_STR && o->e->kind == X_CALL)
			v = object_field(en, o, k->s, depth);
		if (v) out[n++] = v_with(en, v, d_join(en, index->d, o->d));
		deps d = d_guard(en, d_open(en, index->d));
		/* any entry */
		for (uint32_t j = 1; !k && dict && j < o->e->n && n < ENTRIES_MOST; j += 2)
			out[n++] = v_with(en, eval(en, o->e->kid[j], o->cx, o->seq, depth), d);
	}
	return n ? v_join(en, out, n) : NULL;
}

/* The value that an event gives to a key. */
static const expr *value_of_key(const event *ev, const char *key) {
	if (ev->target->kind == X_ENV) return ev->value;
	if (ev->target->kind != X_SUB || x_str(ev->target->kid[1]) != key)
		for (uint32_t i = 0; ev->value->kind == X_DICT && i + 1 < ev->value->n; i += 2)
			if (x_str(ev->value->kid[i]) == key) return ev->value->kid[i + 1];
	return ev->value;
}

/* What the files put under a key of any mapping (literals: in those that are written down, too), or
 * of the environment. NULL: nothing. */
typedef enum { ENTRIES, LITERALS, ENVIRONMENT } keyed;
static const value *assigned_to_key(engine *en, const char *key, keyed how, const value *def,
    int depth) {
	gathered g = {0};
	uint32_t n;
	void *const *v = map_get(en->p->keys, key, &n);
	for (uint32_t i = 0; i < n; i++) {
		const event *ev = v[i];
		bool env = ev->target->kind == X_ENV;
		if (env != (how == ENVIRONMENT) || (env && x_str(ev->target->kid[0]) != key))
			continue;
		if (how == ENTRIES && ev->target->kind != X_SUB) continue;
		g.cut |= i >= KEYS_MOST && !env;
		gather(en, &g, ev, value_of_key(ev, key), ctx_of(en, ev->fn), depth);
	}
	if (g.nlab == 0 && g.nout == 0) return NULL;
	if (def && g.nlab == 0 && g.nout < GATHER_MOST) g.out[g.nout++] = def;
	const value *r = gathered_value(en, &g);
	return n > 1 && g.nlab == 0 && how != ENVIRONMENT ? v_weak(en, r, at_event(v[0])) : r;
}

/* May entries be put into it under keys that are not known? */
static bool has_unknown_entries(engine *en, const expr *e) {
	uint32_t n;
	void *const *ev = map_get(tables_of(en->p)->changed, x_last(e), &n);
	for (uint32_t i = 0; i < n; i++) {
		const event *x = ev[i];
		const expr *f = x->kind == E_CALL ? x->value->kid[0] : NULL;
		if (f ? strcmp(x_last(f), "update") == 0 : !x_is_str(x->target->kid[1]))
			return true;
	}
	return false;
}

/* Entry of a mapping that is known: what is put there later comes on top. */
static const value *with_later(engine *en, const expr *base, const char *key, const value *v,
    int depth) {
	const value *later = assigned_to_key(en, key, ENTRIES, v, depth);
	if (later || !has_unknown_entries(en, base)) return later ? later : v;
	later = en->mode != M_NONE && label_has_name(en->l, key) ? bind_name(en, key, true) : NULL;
	return later ? later : v_weak(en, v, v->lost);
}

const value *eval_sub(engine *en, const expr *e, const expr *base, const expr *index,
    const expr *def, const ctx *cx, uint32_t seq, int depth) {
	const value *k = eval(en, index, cx, seq, depth), *b = eval(en, base, cx, seq, depth),
	    *v = NULL;
	const char *key = v_one(k) && v_one(k)->kind == K_STR ? v_one(k)->s : NULL;
	bool absent = false;
	for (uint32_t i = 0; i < b->nobj; i++)
		if (b->obj[i].e->kind == X_ARGV && (v = of_command_line(en)) != NULL) return v;
	if (cx && base->kind == X_NAME && base->s == cx->fn->kwarg && key) {
		v = kwarg_value(en, cx, key, depth, &absent);
		if (v || (absent && def)) return v ? v : eval(en, def, cx, seq, depth);
	}
	if ((v = of_containers(en, b, k, depth)) != NULL)
		return key && b->nobj ? with_later(en, base, key, v, depth) : v;
	if (key) v = bind_from(en, key + strspn(key, "-"), false, cx ? cx->fn->file : NULL);
	if (v) return v;
	const value *d = key && def ? eval(en, def, cx, seq, depth) : NULL;
	if (key) v = assigned_to_key(en, key, LITERALS, d, depth);
	if (key && !v) v = key_value(en, key);
	if (!v && d) v = en->mode != M_NONE ? v_default(en, d, key) : d;
	return v ? v : v_top(en, d_flag(b->d.flags & D_LABEL), x_show(en->p, e));
}

/* Without the label as if it were not set; where the default is the same, as if it were empty. */
const value *eval_env(engine *en, const expr *e, const ctx *cx, uint32_t seq, int depth) {
	const constant *key = v_one(eval(en, e->kid[0], cx, seq, depth));
	if (!key || key->kind != K_STR) return v_top(en, d_none(), "environment");
	bool mine = en->l->kind == L_ENV && k_is_str(key, en->l->what);
	const value *on = mine ? en->l->onval : NULL, *none = v_con(en, k_none(en->p), d_none()),
	    *v;
	if (on && en->mode == M_ON) return on;
	const value *def = e->n > 1 ? eval(en, e->kid[1], cx, seq, depth) : none;
	if (on && en->mode == M_OFF) {
		bool same = v_one(on) && v_one(def) && k_equal(v_one(on), v_one(def));
		return v_with(en, same ? none : def, d_flag(D_LABEL));
	}
	v = set_value(en, key->s);
	if (v) return v_con(en, k_str(en->p, k_text(en->p, v_one(v))), v->d);
	if ((v = assigned_to_key(en, key->s, ENVIRONMENT, NULL, depth)) != NULL) return v;
	return v_default(en, def, name_f(en->p, "env %s", key->s));
}
