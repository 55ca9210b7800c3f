/* told_call.c - see told.h: a call with a keyword that tells its library to compile. */
#include "vm_impl.h"

#include "../program/told.h"

uint32_t
told_to_compile(vm *m, const char *name, const args *a)
{
	for (uint32_t i = 0; i < a->n && !m->c && !is_standard(name); i++) {
		value v = a->kw[i] ? vm_resolve(m, a->v[i], a->node) : (value){0};
		const char *s = v.kind == V_STR ? vm_cstr(m, v, NULL) : NULL, *kw = vm_text(m, a->kw[i]);
		if (a->kw[i] && (s ? told_text(kw, s) : told_keyword(kw) && vm_known(m, v) != 0))
			return vm_edge(m, a->node, "%.80s is told to compile: %.60s", name, kw);
	}
	return 0;
}
