/* defaults.c - see vm.h: a program whose user gives the label and nothing else. Where all
 * ways of its other options are too many, these are looked at alone: every option,
 * variable and parameter that has a default keeps it, and what has none is first not
 * given. */
#include "vm_impl.h"

#include <ctype.h>
#include <string.h>

int
vm_at_default(vm *m, const char *shown)
{
	const char *bound = m->bound ? vm_text(m, m->bound) : "";
	size_t n = strlen(shown);

	/* the label's, and what it is a part of */
	return m->defaults && !(strncmp(bound, shown, n) == 0 && !isalnum((unsigned char)bound[n]) && bound[n] != '-' && bound[n] != '_');
}

void
vm_unset(vm *m, const char *shown)
{
	if (m->defaults)
		map_get(m, &m->unset, key_str(vm_id(m, shown)), v_none())->v = v_bool(1);
}

int
vm_leans(vm *m, uint32_t sym)
{
	const char *s = sym_named(sym) ? vm_text(m, sym) : "", *eq = strstr(s, " == ");
	cell *c = map_find(&m->unset, key_str(sym));

	if (!*s || !m->defaults || !m->unset.n)
		return -1;
	if (c && c->v.kind)
		return 0;
	if (!eq || !(c = map_find(&m->unset, key_str(vm_idn(m, s, (size_t)(eq - s))))) || !c->v.kind)
		return -1;
	return strcmp(eq + 4, "None") == 0;
}

int
vm_option_default(vm *m, const args *a, const char *shown, value *out)
{
	value def = arg_get(a, 99, "default", m), required = arg_get(a, 99, "required", m), type = arg_get(a, 99, "type", m), flag = arg_get(a, 99, "is_flag", m);
	value action = arg_get(a, 99, "action", m), multiple = arg_get(a, 99, "multiple", m);
	const char *act = action.kind == V_STR && vm_cstr(m, action, NULL) ? vm_cstr(m, action, NULL) : "";

	if (!vm_at_default(m, shown) || vm_known(m, required) == 1 || (def.kind == V_UNDEF && strncmp(shown, "argument ", 9) == 0))
		return 0;
	*out = def;
	if ((def.kind == V_UNDEF && !*act && vm_known(m, flag) != 1 && vm_known(m, multiple) != 1) || def.kind == V_NONE) {
		vm_unset(m, shown);
		return 0;
	}
	if (def.kind == V_UNDEF && strncmp(act, "store_f", 7) == 0)
		*out = v_bool(1);
	else if (def.kind == V_UNDEF && (strncmp(act, "store_t", 7) == 0 || vm_known(m, flag) == 1))
		*out = v_bool(0);
	else if (def.kind == V_UNDEF && vm_known(m, multiple) == 1)
		*out = v_obj(list_of(m, O_TUPLE, a->node));
	else if (def.kind == V_UNDEF)
		return 0;
	else if (def.kind == V_STR && (is_obj(type, O_CLASS) || is_obj(type, O_FUNC)))
		*out = vm_callv(m, type, a->node, 1, &def);
	else if (def.kind == V_STR && is_obj(type, O_EXT) && (strcmp(vm_text(m, type.o->name), "int") == 0 || strcmp(vm_text(m, type.o->name), "float") == 0))
		return 0; /* a number that is written as text */
	return 1;
}

int
vm_decl_default(vm *m, scope *in, uint32_t decl, const char *shown, value *out)
{
	uint32_t def = fact_find(m->t, decl, FACT_DEFAULT);

	if (!def || !vm_at_default(m, shown))
		return 0;
	switch (m->t->node[def + 1].kind) {
	case FACT_NONE:
		vm_unset(m, shown);
		return 0;
	case FACT_STR: case FACT_INT: case FACT_FLOAT: case FACT_BOOL: case FACT_UN: case FACT_TUPLE: case FACT_LIST: case FACT_DICT:
		*out = vm_evalr(m, in, def + 1);
		return 1;
	default:
		return 0;
	}
}
