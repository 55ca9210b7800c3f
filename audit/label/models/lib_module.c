/* lib_module.c - see vm.h: modules of Python that a program loads by itself: from the path of
 * a file (importlib.util), and sys.modules. */
#include "../vm/vm_impl.h"

#include <stdio.h>
#include <string.h>

#include "../program/program.h"
#include "../program/symbols.h"

static int
is_modules(const vm *m, value v)
{
	return is_obj(v, O_EXT) && strcmp(vm_text(m, v.o->name), "sys.modules") == 0;
}

/* The module that has the name. */
static value
named(const vm *m, value name)
{
	const char *s = name.kind == V_STR ? vm_cstr(m, name, NULL) : NULL;

	for (uint32_t i = 0; s && i < m->modules.n; i++) {
		value v = m->modules.slot[i].c->v;
		uint32_t id = as_intern_find(&m->t->text, "__name__", 8);
		cell *n = is_obj(v, O_MODULE) && v.o->scope && id != UINT32_MAX ? map_find(&v.o->scope->m, key_str(id)) : NULL;
		if (n && same(n->v, name))
			return v;
	}
	return (value){0};
}

value
modules_at(vm *m, value of, value name)
{
	value v = is_modules(m, of) ? named(m, name) : (value){0};
	const char *s = name.kind == V_STR ? vm_cstr(m, name, NULL) : NULL;

	if (v.kind == V_UNDEF && is_modules(m, of) && s && map_find(&m->ext, key_str(name.s.s))) /* of a library, which was imported */
		return v_obj(ext_obj(m, name.s.s));
	if (v.kind == V_UNDEF && is_modules(m, of) && !s) {
		v = v_unk(0);
		v.opq = (uint16_t)vm_edge(m, m->line_node, "a module whose name is not known is had");
	}
	return v;
}

int
modules_has(const vm *m, value of, value name)
{
	const char *s = name.kind == V_STR ? vm_cstr(m, name, NULL) : NULL;
	char first[100];
	size_t n = s ? strcspn(s, ".") : 0;

	if (!is_modules(m, of) || !s)
		return -1;
	if (named(m, name).kind != V_UNDEF)
		return 1;
	if (n + 2 > sizeof first || m->t->n > 1 << 20)
		return -1;
	snprintf(first, sizeof first, "%.*s.", (int)n, s);
	if (is_known(first, 0))
		return -1;
	for (uint32_t i = 0; i < m->t->n; i++) { /* nothing imports it, or a part of it */
		const char *have = m->t->node[i].kind == FACT_IMPORT || m->t->node[i].kind == FACT_FROM ? fact_str(m->t, i) : "";
		if (strncmp(have, s, n) == 0 && (have[n] == '.' || !have[n]))
			return -1;
	}
	return 0;
}

int
modules_put(vm *m, value of, value name, value v)
{
	const char *s = name.kind == V_STR ? vm_cstr(m, name, NULL) : NULL;

	if (!is_modules(m, of))
		return 0;
	if (s && is_obj(v, O_MODULE))
		cell_set(m, map_get(m, &m->modules, key_str(vm_id(m, s)), name), v);
	return 1;
}

/* The FILE of Python at a path of the tree. */
static uint32_t
file_at(vm *m, value path)
{
	const char *s = path_is_end(m, path) ? NULL : path_text(m, path);
	uint32_t f = s ? program_path(m->p, s) : UINT32_MAX;

	return f != UINT32_MAX && is_python(m->t, f) ? f : UINT32_MAX;
}

/* A module of the file at a path, run; else an edge. */
static value
loaded(vm *m, value name, value path, uint32_t node)
{
	uint32_t file = file_at(m, path);
	value v = v_unk(0);

	if (file == UINT32_MAX) {
		v.opq = (uint16_t)vm_edge(m, node, "the module that is loaded is not known");
		return v;
	}
	v = v_obj(module_new(m, file, name));
	module_run(m, v.o, m->library || m->defaults);
	return v;
}

static int
is_loader(const vm *m, value v)
{
	const char *s = is_obj(v, O_THING) ? vm_text(m, v.o->name) : "";

	return strncmp(s, "importlib.machinery.", 20) == 0 && strstr(s, "Loader(") != NULL;
}

int
lib_module(vm *m, const char *f, args *a, value *out)
{
	static const char loader[] = "importlib.machinery.SourceFileLoader";
	int is = vm_is(f, loader);
	value name = arg_get(a, 0, is ? "fullname" : "name", m), path = arg_get(a, 1, is ? "path" : "location", m), v;
	uint32_t file;

	if (vm_is(f, "sys.modules.get")) {
		int k = modules_has(m, v_obj(ext_obj(m, vm_id(m, "sys.modules"))), name);
		*out = k == 1 ? named(m, name) : k == 0 ? a->n > 1 ? arg_get(a, 1, NULL, m) : v_none() : v_unk(0);
		return k >= 0;
	}
	if (vm_is(f, "importlib.util.module_from_spec")) {
		path = is_obj(name, O_THING) ? field_get(m, name.o, "origin") : (value){0};
		if ((file = file_at(m, path)) == UINT32_MAX)
			*out = loaded(m, name, path, a->node);
		else
			*out = v_obj(module_new(m, file, field_get(m, name.o, "name")));
		return 1;
	}
	if (vm_is(f, "imp.load_source")) {
		*out = loaded(m, name, path, a->node);
		return 1;
	}
	if ((!is && !vm_is(f, "importlib.util.spec_from_file_location")) || (file = file_at(m, path)) == UINT32_MAX)
		return 0;
	v = thing(m, vm_idf(m, "%s()", loader), a->node);
	*out = is ? v : thing(m, vm_id(m, "importlib.machinery.ModuleSpec()"), a->node);
	field_set(m, out->o, "name", name);
	field_set(m, out->o, "origin", v_str(m->t->node[file].str));
	if (!is)
		field_set(m, out->o, "loader", v);
	return 1;
}

/* loader.exec_module(module), loader.load_module() */
int
module_method(vm *m, const char *f, value self, args *a, value *out)
{
	value x = arg_get(a, 0, "module", m);

	if (strcmp(f, "load_module") == 0 && is_loader(m, self)) {
		*out = loaded(m, field_get(m, self.o, "name"), field_get(m, self.o, "origin"), a->node);
		return 1;
	}
	if (strcmp(f, "exec_module") != 0 || !is_obj(x, O_MODULE) || x.o->node == UINT32_MAX)
		return 0;
	*out = v_none();
	module_run(m, x.o, m->library || m->defaults);
	return 1;
}
