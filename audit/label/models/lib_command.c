/* lib_command.c - see vm.h: what commands of click and typer are handed beside their options: the context, by which a group
 * tells its commands what it was given. */
#include "../vm/vm_impl.h"

#include <string.h>

static const char context[] = "click.context";

int
command_takes(vm *m, obj *f, uint32_t param, int first, value *out)
{
	value gets = field_get(m, f, "gets_");
	uint32_t type = fact_find(m->t, param, FACT_TYPE);
	const char *s = type ? fact_str(m->t, type) : "";

	if (strcmp(s, "typer.Context") == 0 || strcmp(s, "click.Context") == 0 || (first && gets.kind == V_BOOL && gets.i)) {
		*out = ext_of(m, context);
		return 1;
	}
	if (!first || gets.kind != V_BOOL)
		return 0;
	*out = field_get(m, ext_of(m, context).o, "obj");
	if (out->kind == V_UNDEF)
		*out = v_none();
	return 1;
}

int
lib_command(vm *m, const char *f, args *a, value *out)
{
	value x = arg_get(a, 0, NULL, m), held;
	obj *c;

	if (strcmp(f, "click.get_current_context") == 0) {
		*out = ext_of(m, context);
		return 1;
	}
	if (strncmp(f, context, sizeof context - 1) != 0 || f[sizeof context - 1] != '.')
		return 0;
	f += sizeof context;
	c = ext_of(m, context).o;
	if (strcmp(f, "ensure_object") == 0) {
		held = field_get(m, c, "obj");
		if (held.kind == V_UNDEF || held.kind == V_NONE) {
			held = vm_callv(m, x, a->node, 0, NULL);
			field_set(m, c, "obj", held);
		}
		*out = held;
		return 1;
	}
	if (strcmp(f, "invoke") == 0 || strcmp(f, "forward") == 0) {
		args b = {.node = a->node, .scope = a->scope, .rest = *f == 'f' || a->rest};
		args_from(&b, a, 1);
		if (!is_obj(x, O_FUNC))
			return 0;
		*out = func_call(m, x.o, x.o->a, x.o->a.kind != V_UNDEF, &b);
		return 1;
	}
	if (strcmp(f, "exit") == 0 || strcmp(f, "abort") == 0 || strcmp(f, "fail") == 0) {
		vm_exit(m, *f == 'e' ? x.kind == V_INT ? (int)x.i : 0 : 1);
		*out = v_unk(0);
		return 1;
	}
	return 0;
}
