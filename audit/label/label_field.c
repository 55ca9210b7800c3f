/* label_field.c - attributes, subscripts and the environment; see label_engine.h. */
#include "label_eval_impl.h"

enum { OBJECTS_MOST = 4, ENTRIES_MOST = 8 };

bool is_environment(const char *text) {
	return has_word("is_available is_built device_count get_device hasattr platform "
	    "sys.version __version__ find_spec shutil.which os.path.exists is_file exists( "
	    "isinstance capability getDevice uname importlib _AVAILABLE has_", text);
}

bool is_arguments(const expr *e) {
	return word_in("args opts options opt flags Args Options FLAGS ARGS cli_args namespace "
	    "parsed_args cfg_args cmd_args params", x_last(e));
}

/* A member of a class or enum, or a value of a scope in C++: Mode.graph, Mode::Graph; or a variable
 * of a module that is imported. NULL: it is none. */
static const value *member_of_class(query q, const expr *e) {
	program *p = q.en->p;
	const expr *base = e->kid[0];
	const char *scope = x_last(base), *from = NULL, *of = base->kind == X_NAME ? base->s : NULL;
	const constant *k0 = map_first(p->enums, e->s);
	if (k0 && q.cx && q.cx->fn->linked && scope && isupper((unsigned char)*scope))
		return v_con(q.en, k0, d_none());
	const klass *k = class_named(p, of);
	const field *f = field_of(k, e->s);
	EACH(const event, ev, p->fields, f ? e->s : NULL) { /* Class.name = value */
		const expr *x = ev->kind == E_ASSIGN ? ev->target->kid[0] : NULL;
		if (x && x->kind == X_NAME && x->s == of) return field_by_name(q, e->s);
	}
	if (f && !f->value) return v_top(q.en, d_none());
	if (f) return val(q_of(q, k->file->module), f->value);
	if (q.cx && of && !is_arguments(base)) from = import_of(q.cx->fn->file, of);
	EACH(const event, ev, p->globals, from ? e->s : NULL)
		if (file_is_module(ev->fn->file, from, strlen(from)))
			return global_value(q, e->s, ev->fn->file, false);
	return NULL;
}

/* What a method that is read as an attribute returns. NULL: it is none. */
static const value *property(query q, const expr *e) {
	expr *call = x_one(q.en->p, X_CALL, (expr *)e);
	const func *fn = called_function(q, call);
	for (uint32_t i = 0; fn && i < fn->ndeco; i++) {
		const char *name = x_last(fn->deco[i]);
		if (name && strstr(name, "property")) return call_function(q, fn, call);
	}
	return NULL;
}

static bool says_something(const value *v) {
	return v && (!v->top || v->n || v->d.flags & D_LABEL);
}

/* The field of the objects that base may be, as far as they are known. */
static const value *of_objects(query q, const expr *e, const value *base) {
	const value *out[OBJECTS_MOST], *v;
	uint32_t n = 0;
	for (uint32_t i = 0; i < base->nobj && i < OBJECTS_MOST; i++)
		if ((v = object_field(q, &base->obj[i], e->s)) != NULL) out[n++] = v;
	bool method = n == 0 && base->nobj && map_first(q.en->p->by_fn, e->s);
	if (n == 0) return method ? property(q, e) : NULL;
	v = v_join(q.en, out, n);
	return n == base->nobj && !base->top ? v : v_weak(q.en, v, at_expr(q.cx, e));
}

/* What an assignment under conditions that surely hold makes of an argument. NULL: none does. */
static const value *rewritten(query q, const expr *e) {
	const value *last = NULL;
	EACH(const event, ev, q.en->p->fields, is_arguments(e->kid[0]) ? e->s : NULL) {
		bool same = ev->kind == E_ASSIGN && x_same(ev->target, e) && ev->guards &&
		    ev->value->kind == X_CONST && ev->fn->file == q.cx->fn->file;
		if (!same || (ev->fn == q.cx->fn && ev->seq >= q.seq)) continue;
		passing pass = guards_pass(q.en, ev, ctx_of(q.en, ev->fn), true, q.depth);
		if (pass.ok > 0 && !d_label(pass.d)) last = v_con(q.en, ev->value->con, pass.d);
	}
	return last;
}

/* By its name: what the label or an option gives it, else what the files assign to such fields. */
static const value *attr_by_name(query q, const expr *e, const value *base) {
	const value *b = bound(q, e->s);
	if (b && label_has_name(q.en->l, e->s)) {
		const value *other = q.cx && q.en->mode != M_NONE ? rewritten(q, e) : NULL;
		return other ? other : b;
	}
	const value *v = field_by_name(q, e->s);
	bool label = v && q.en->mode == M_ON && d_label(v->d);
	if (b && (is_arguments(e->kid[0]) ? !label : !says_something(v) || set_value(q.en, e->s)))
		return b;
	if (v) return v;
	return v_pure(base) && word_in("value name", e->s) ? base : bound_key(q.en, e->s);
}

const value *eval_attr(query q, const expr *e) {
	engine *en = q.en;
	const value *v = member_of_class(q, e);
	if (v) return v;
	const value *base = val(q, e->kid[0]);
	v = of_objects(q, e, base);
	if (!says_something(v)) v = attr_by_name(q, e, base);
	return v ? with_changes(q, v, e->s) : v_top(en, d_none());
}

/* An argument of the command line: the label, if it is a text or has one. NULL: not to be told. */
static const value *of_command_line(engine *en) {
	const constant *on = en->l->on ? v_one(en->l->on) : NULL;
	if (en->mode != M_ON) return NULL;
	if (asked_value(en)) return asked_content(en);
	bool text = en->l->kind == L_OPTION && on && on->kind != K_BOOL;
	return text ? v_con(en, k_str(en->p, k_text(en->p, on)), d_flag(D_LABEL)) : NULL;
}

/* Its entry, element or field k. NULL: it is not known. */
static const value *of_object(query q, const object *o, const constant *k) {
	const expr *e = o->e;
	if (e->kind == X_DICT) return entry_of(q, o, k);
	if (e->kind == X_CALL && k->kind == K_STR) return object_field(q, o, k->s);
	bool item = e->kind == X_LIST && k->kind == K_INT && k->i >= 0 && k->i < (long long)e->n;
	return item ? val(q_object(q, o), e->kid[k->i]) : NULL;
}

const value *of_containers(query q, const value *base, const value *index) {
	engine *en = q.en;
	const constant *k = v_one(index);
	const value *out[VALUE_MOST + OBJECTS_MOST + ENTRIES_MOST], *v;
	uint32_t n = 0;
	for (uint32_t i = 0; i < base->n && k && k->kind == K_INT; i++) {
		const constant *t = base->c[i];
		long long at = k->i < 0 ? k->i + t->n : k->i;
		if (t->kind != K_TUPLE || at < 0 || at >= (long long)t->n) return NULL;
		out[n++] = v_con(en, t->item[at], d_join(en, base->d, index->d));
	}
	for (uint32_t i = 0; i < base->nobj && i < OBJECTS_MOST; i++) {
		const object *o = &base->obj[i];
		if (k && (v = of_object(q, o, k)) != NULL)
			out[n++] = v_with(en, v, d_join(en, index->d, o->d));
		deps d = d_guard(d_open(index->d)); /* any entry */
		bool any = !k && o->e->kind == X_DICT;
		for (uint32_t j = 1; any && j < o->e->n && n < ENTRIES_MOST; j += 2)
			out[n++] = v_with(en, val(q_object(q, o), o->e->kid[j]), d);
	}
	return n ? v_join(en, out, n) : NULL;
}

/* May entries be put into it under keys that are not known? */
static bool has_unknown_entries(program *p, const expr *e) {
	EACH(const event, x, p->changed, x_last(e)) {
		const expr *f = x->kind == E_CALL ? x->value->kid[0] : NULL;
		if (f ? word_in("update", x_last(f)) : !x_is_str(x->target->kid[1])) return true;
	}
	return false;
}

/* Entry of a mapping that is known: what is put there later comes on top. */
static const value *with_later(query q, const expr *base, const char *key, const value *v) {
	const value *later = assigned_to_key(q, key, ENTRIES, v);
	if (later || !has_unknown_entries(q.en->p, base)) return later ? later : v;
	later = label_has_name(q.en->l, key) ? bound_weak(q.en, key) : NULL;
	return later ? later : v_weak(q.en, v, v->d.lost);
}

const value *eval_sub(query q, const expr *base, const expr *index, const expr *def) {
	engine *en = q.en;
	const value *k = val(q, index), *b = val(q, base), *v = NULL, *d = NULL;
	const char *key = v_one(k) && v_one(k)->kind == K_STR ? v_one(k)->s : NULL;
	bool absent = false;
	for (uint32_t i = 0; i < b->nobj; i++)
		if (b->obj[i].e->kind == X_ARGV && (v = of_command_line(en)) != NULL) return v;
	if (q.cx && base->kind == X_NAME && base->s == q.cx->fn->kwarg && key) {
		v = kwarg_value(q, key, &absent);
		if (v || (absent && def)) return v ? v : val(q, def);
	}
	if ((v = of_containers(q, b, k)) != NULL)
		return key && b->nobj ? with_later(q, base, key, v) : v;
	if (key && (v = bound(q, key + strspn(key, "-"))) != NULL) return v;
	if (key && def) d = val(q, def);
	if (key) v = assigned_to_key(q, key, LITERALS, d);
	if (key && !v) v = bound_key(en, key);
	if (!v && d) v = en->mode != M_NONE ? v_default(en, d, key) : d;
	return v ? v : v_top(en, d_flag(b->d.flags & D_LABEL));
}
