/* lib_load.c - see vm.h: what a program gets by a text or from a file and then calls: objects and functions by their
 * dotted names, configurations that name what is to be made of them, pickles. */
#include "../vm/vm_impl.h"

#include <stdio.h>
#include <string.h>

#include "../cone/cone.h"
#include "words.h"

value
vm_by_dotted(vm *m, scope *s, const char *name, uint32_t node)
{
	char text[300], *colon;
	uint32_t last = 0;
	value v;

	snprintf(text, sizeof text, "%s", name);
	if ((colon = strchr(text, ':')))
		*colon = '.';
	v = vm_owner(m, s, text, &last, node);
	v = last && !m->pending ? vm_attr(m, v, last, node) : v_unk(0);
	if (!last)
		v.opq = (uint16_t)vm_edge(m, node, "what is looked up by its name is not known");
	return v;
}

/* hydra's instantiate(config, key=value): _target_ of the configuration is called with what else is in it. */
static int
instantiated(vm *m, args *a, value *out)
{
	value x = arg_get(a, 0, "config", m), target;
	args b = {.node = a->node, .scope = a->scope};
	uint64_t key;
	cell *c;

	if (!is_obj(x, O_DICT) || x.o->loose || !key_of(m, v_strc(m, "_target_"), &key) || !(c = map_find(&x.o->m, key)))
		return 0;
	target = vm_resolve(m, c->v, a->node);
	for (uint32_t i = 0; i < x.o->m.n; i++) {
		value k = x.o->m.slot[i].kv;
		if (k.kind != V_STR || x.o->m.slot[i].c->v.kind == V_UNDEF || x.o->m.slot[i].key == key)
			continue;
		if (*vm_text(m, k.s.s) == '_' || b.n == MOST_ARGS) /* _partial_, _args_ and their kin */
			return 0;
		args_add(&b, x.o->m.slot[i].c->v, k.s.s, 0);
	}
	for (uint32_t i = 0; i < a->n; i++)
		if (a->kw[i] && strcmp(vm_text(m, a->kw[i]), "config") != 0)
			args_add(&b, a->v[i], a->kw[i], 0);
	if (target.kind != V_STR || !vm_cstr(m, target, NULL))
		return 0;
	target = vm_by_dotted(m, a->scope, vm_cstr(m, target, NULL), a->node);
	*out = m->pending ? v_unk(0) : vm_call(m, target, &b);
	return 1;
}

/* pickle.loads(pickle.dumps(x)): a copy, unless its class says how it is made anew. */
static int
unpickled(vm *m, value x, uint32_t node, value *out)
{
	const char *name = is_obj(x, O_THING) ? vm_text(m, x.o->name) : "";
	value v;

	if ((strncmp(name, "pickle.dumps", 12) != 0 && strncmp(name, "cloudpickle.dumps", 17) != 0 && strncmp(name, "dill.dumps", 10) != 0) || !x.o->narg)
		return 0;
	v = vm_resolve(m, x.o->arg[0], node);
	if (kept_anew(m, v, 1, node, out))
		return 1;
	if (is_obj(v, O_INST))
		v = v_obj(obj_copy(m, v.o));
	*out = v;
	return 1;
}

int
lib_load(vm *m, const char *f, args *a, value *out)
{
	static const char *const by_name[] = {"locate", "resolve_name", "import_string", "import_object", "import_from_string", "symbol_by_name", "load_object"};
	const char *last = as_last_part(f);
	value x = arg_get(a, 0, NULL, m);

	if (!strchr(f, '.'))
		return 0;
	if (vm_is(f, "importlib.util.resolve_name"))
		return 0;
	if (AS_AMONG(last, by_name) || vm_is(f, "hydra.utils.get_class") || vm_is(f, "hydra.utils.get_method") || vm_is(f, "hydra.utils.get_object")) {
		*out = vm_by_dotted(m, a->scope, x.kind == V_STR && vm_cstr(m, x, NULL) ? vm_cstr(m, x, NULL) : "", a->node);
		return 1;
	}
	if (vm_is(f, "hydra.utils.instantiate") || vm_is(f, "hydra.utils.call")) {
		if (instantiated(m, a, out))
			return 1;
		*out = v_unk(0);
		out->opq = (uint16_t)vm_edge(m, a->node, "what is made of a configuration is not known (%s)", f);
		return 1;
	}
	if (AS_AMONG(f, ((const char *const[]){"ctypes.py_object.from_address", "_ctypes.PyObj_FromPtr"})) || (vm_is(f, "ctypes.cast") && is_obj(arg_get(a, 1, "typ", m), O_EXT) &&
	    vm_is(vm_text(m, arg_get(a, 1, "typ", m).o->name), "ctypes.py_object"))) {
		*out = v_unk(0);
		out->opq = (uint16_t)vm_edge_to(m, EDGE_ANY, a->node, "an object is had by its address");
		return 1;
	}
	return AS_AMONG(f, ((const char *const[]){"pickle.loads", "cloudpickle.loads", "dill.loads"})) && unpickled(m, x, a->node, out);
}

void
vm_stored_called(vm *m, value f, uint32_t node)
{
	static const char *const any[] = {"pickle.load", "dill.load", "cloudpickle.load", "joblib.load", "marshal.load"};
	const char *name = is_obj(f, O_THING) ? vm_text(m, f.o->name) : "";
	int torch = strncmp(name, "torch.load(", 11) == 0;

	for (size_t i = 0; i < sizeof any / sizeof *any; i++)
		if (strncmp(name, any[i], strlen(any[i])) == 0) { /* any function that it names, or object with a call of its own */
			vm_mark(m, node, MARK_ANY);
			vm_edge(m, node, "what was stored is called, which may be any function (%.60s)", any[i]);
			return;
		}
	if (torch && (cone_may(m->cone, vm_id(m, "forward"), 1) || cone_may(m->cone, vm_id(m, "__call__"), 1)))
		vm_edge(m, node, "an object that was stored is called, which may be one of the tree's");
}
