/* label_bound.c - what the label, --set, the default of an option, a setting, the environment, a
 * macro or CMake give a name; see label_eval_impl.h. */
#include "label_eval_impl.h"

enum { DEFAULTS_MOST = 24, SETTINGS_MOST = 6 };

bool label_has_name(const label *l, const char *name) { return text_in(l->name, l->nname, name); }

const constant *asked_value(const engine *en) {
	return en->l->kind == L_VALUE ? en->l->value : NULL;
}

const value *asked_content(engine *en) {
	return v_con(en, en->l->value, d_flag(D_LABEL));
}

const value *label_gives(const engine *en, const char *name) {
	if (en->mode == M_NONE || !label_has_name(en->l, name)) return NULL;
	return en->mode == M_ON ? en->l->on : en->l->off;
}

const value *set_value(engine *en, const char *name) {
	for (uint32_t i = 0; i < en->nset; i++)
		if (strcmp(en->set[i].name, name) == 0)
			return v_con(en, en->set[i].value, d_named(en, "set:", name));
	return NULL;
}

const value *bound_weak(engine *en, const char *name) {
	const char *n = strchr(name, '-') ? dashes_to_underscores(en->p, name) : name;
	const value *v = label_gives(en, n);
	return v ? v : set_value(en, n);
}

/* Options of one name in several programs: that of the file, else all of them. */
const value *bound(query q, const char *name) {
	engine *en = q.en;
	const value *v = bound_weak(en, name), *out[DEFAULTS_MOST];
	uint32_t nout = 0;
	if (v) return v;
	if (strchr(name, '-')) name = dashes_to_underscores(en->p, name);
	EACH(const option, of, en->p->options_by_dest, name) {
		if (!of->def || nout == DEFAULTS_MOST) continue;
		v = eval(en, of->def, ctx_of(en, of->at.file->module), 0, 0);
		if (v->nobj) v = v_set(en, v->c, v->n, true, v->d);
		if (en->p->loose.file) v = v_weak(en, v, en->p->loose);
		out[nout++] = v_default(en, v, of->dest);
		if (q.cx && of->at.file == q.cx->fn->file) return out[nout - 1];
	}
	return nout ? v_join(en, out, nout) : NULL;
}

const value *bound_key(engine *en, const char *key) {
	const value *out[SETTINGS_MOST];
	const label *l = en->l;
	for (uint32_t i = 0; i < l->nrec && en->mode != M_NONE; i++)
		if (strcmp(l->rec[i].key, key) == 0)
			return v_con(en, l->rec[i].on, d_flag(D_LABEL));
	uint32_t n, k = 0;
	void *const *s = map_get(en->p->settings_by_key, key, &n);
	for (; k < n && k < SETTINGS_MOST; k++)
		out[k] = v_con(en, ((const setting *)s[k])->value, d_none());
	if (k == 0) return NULL;
	const value *v = v_join(en, out, k);
	return v_default(en, n > 1 ? v_weak(en, v, ((const setting *)s[0])->at) : v, key);
}

/* Without the label as if it were not set. */
const value *eval_env(query q, const expr *e) {
	engine *en = q.en;
	const constant *key = v_one(val(q, e->kid[0]));
	if (!key || key->kind != K_STR) return v_top(en, d_none());
	bool mine = en->l->kind == L_ENV && k_is_str(key, en->l->what);
	const value *on = mine ? en->l->onval : NULL, *none = v_con(en, k_none(en->p), d_none());
	if (on && en->mode == M_ON) return on;
	const value *def = e->n > 1 ? val(q, e->kid[1]) : none, *v = set_value(en, key->s);
	if (on && en->mode == M_OFF) return v_with(en, def, d_flag(D_LABEL));
	if (v) return v_con(en, k_str(en->p, k_text(en->p, v_one(v))), v->d);
	v = assigned_to_key(q, key->s, ENVIRONMENT, NULL);
	return v ? v : v_default(en, def, name_f(en->p, "env %s", key->s));
}

/* "--x=" is the option "--x". */
static const char *without_equals(program *p, const char *lit) {
	size_t n = strlen(lit);
	while (n && lit[n - 1] == '=') n--;
	return name_n(p, lit, n);
}

bool option_known(const engine *en, const char *lit) {
	return text_in(en->p->known, en->p->nknown, without_equals(en->p, lit));
}

int option_given(engine *en, const char *lit, deps *d) {
	const char *bare = without_equals(en->p, lit);
	*d = d_flag(D_LABEL);
	if (text_in(en->l->spell, en->l->nspell, bare)) return en->mode == M_ON;
	const value *set = set_value(en, dashes_to_underscores(en->p, bare + strspn(bare, "-")));
	*d = set ? set->d : d_none();
	if (set) return v_truth(set) != 0;
	if ((asked_value(en) && en->mode == M_ON) || !option_known(en, lit))
		return -1;
	*d = d_named(en, "default:", lit);
	return 0;
}

/* What the label or --set say of a macro. NULL: nothing. */
static const value *given(engine *en, const char *name) {
	const label *l = en->l;
	if (l->kind == L_MACRO && en->mode != M_NONE && l->what && strcmp(l->what, name) == 0)
		return v_bool(en, (en->mode == M_ON) == l->macro_on, d_flag(D_LABEL));
	const value *v = set_value(en, name);
	return v ? v_bool(en, v_truth(v) != 0, v->d) : NULL;
}

/* The first definition that certainly holds. If none can hold, it is not defined. */
static const value *macro_value(query q, const void *what) {
	engine *en = q.en;
	deps d = d_none();
	bool closed = false, open = false;
	EACH(const macro, m, en->p->macros, what) {
		event ev = {.guards = m->guards};
		passing pass = guards_pass(en, &ev, NULL, false, q.depth);
		const constant *k = m->value ? m->value : k_bool(en->p, true);
		if (pass.ok > 0) return v_con(en, k, pass.d);
		pass.d.flags |= pass.may;
		d = d_join(en, d, pass.d);
		*(pass.ok ? &open : &closed) = true;
	}
	return closed && !open ? v_bool(en, false, d) : v_top(en, d_open(d));
}

const value *eval_macro(query q, const char *name) {
	static const ctx mark = {0}; /* names are remembered apart from macros */
	const value *v = given(q.en, name);
	return v ? v : remember(q_at(q, &mark, 0), name, macro_value, name);
}

const value *eval_cmake(engine *en, const char *name) {
	const value *v = given(en, name);
	for (uint32_t i = 0; i < en->p->ncmakeopt && !v; i++) {
		const macro *m = &en->p->cmakeopt[i];
		if (m->name != name) continue;
		if (m->value) v = v_default(en, v_con(en, m->value, d_none()), name);
	}
	return v ? v : v_top(en, d_none());
}
