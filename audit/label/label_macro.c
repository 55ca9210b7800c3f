/* label_macro.c - macros under the tests of their #define; CMake; see label_engine.h. */
#include <string.h>

#include "label_eval_impl.h"

/* What the label or --set give. NULL: nothing. */
static const value *given(engine *en, const char *name) {
	const label *l = en->l;
	if (l->kind == L_MACRO && en->mode != M_NONE && l->what && strcmp(l->what, name) == 0)
		return v_bool(en, (en->mode == M_ON) == l->macro_on, d_flag(D_LABEL));
	const value *v = set_value(en, name);
	return v ? v_bool(en, v_truth(v) != 0, v->d) : NULL;
}

/* What the definitions give that come in turn; the first that certainly holds. */
typedef struct { const value *is; deps d; uint32_t n, closed; } defining;

static void define(engine *en, defining *all, const macro *m, int depth) {
	if (all->is) return;
	func nowhere = {.file = m->at.file, .line = m->at.line};
	event ev = {.guards = m->guards, .fn = &nowhere, .line = m->at.line};
	passing pass = guards_pass(en, &ev, NULL, false, depth);
	if (pass.ok > 0) all->is = v_con(en, m->value ? m->value : k_bool(en->p, true), pass.d);
	for (uint32_t k = 0; pass.ok < 0 && k < pass.nopen; k++)
		pass.d.flags |= eval(en, pass.open[k], NULL, 0, depth)->d.flags & D_MAYLABEL;
	all->d = d_join(en, all->d, pass.d);
	all->n++;
	all->closed += pass.ok == 0;
}

/* If none can hold, it is not defined. Definitions of CMake come first. */
static const value *macro_value(engine *en, const void *what, const ctx *key, uint32_t seq,
    int depth) {
	const char *name = what;
	defining all = {0};
	uint32_t n;
	(void)key;
	(void)seq;
	for (uint32_t i = 0; i < en->p->ncmakedef; i++)
		if (en->p->cmakedef[i].name == name) define(en, &all, &en->p->cmakedef[i], depth);
	void *const *v = map_get(tables_of(en->p)->macro, name, &n);
	for (uint32_t i = 0; i < n; i++) define(en, &all, v[i], depth);
	if (all.is) return all.is;
	if (all.n && all.closed == all.n) return v_bool(en, false, all.d);
	return v_top(en, d_open(en, all.d), name_f(en->p, "#if %s", name));
}

const value *eval_macro(engine *en, const char *name, int depth) {
	static const ctx mark = {0}; /* names are remembered apart from macros */
	const value *v = given(en, name);
	return v ? v : remember(en, name, &mark, 0, depth, macro_value, name);
}

const value *eval_cmake(engine *en, const char *name) {
	const value *v = given(en, name);
	for (uint32_t i = 0; i < en->p->ncmakeopt && !v; i++) {
		const macro *m = &en->p->cmakeopt[i];
		if (m->name != name) continue;
		if (!m->value || m->value->kind == K_NONE) break;
		v = v_default(en, v_con(en, m->value, d_none()), name);
	}
	return v ? v : v_top(en, d_none(), name_f(en->p, "CMake %s", name));
}
