/* module.c - see vm.h: modules of Python, data files. */
#include "vm_impl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../cone/cone.h"
#include "../program/program.h"

/* __package__, and __path__ of a package itself. */
static void
about_package(vm *m, scope *s, uint32_t file)
{
	const char *path = fact_str(m->t, file), *slash = strrchr(path, '/'), *name = vm_text(m, module_name(m, file));
	size_t n = slash ? (size_t)(slash - path) : 0;
	int package = strcmp(slash ? slash + 1 : path, "__init__.py") == 0;

	cell_set(m, scope_local(m, s, vm_id(m, "__package__")), package ? v_strc(m, name) : v_str(vm_idn(m, name, strrchr(name, '.') ? (size_t)(strrchr(name, '.') - name) : 0)));
	if (package) {
		obj *l = list_of(m, O_LIST, file);
		list_add(m, l, v_str(vm_idn(m, path, n)));
		cell_set(m, scope_local(m, s, vm_id(m, "__path__")), v_obj(l));
	}
}

/* The packages that a module stands in, the outermost first: Python has loaded them before it. */
static void
parents(vm *m, uint32_t file)
{
	char path[1024];
	uint32_t init[16], n = 0;
	size_t k = strlen(fact_str(m->t, file));
	char *slash;

	if (k + sizeof "/__init__.py" > sizeof path)
		return;
	memcpy(path, fact_str(m->t, file), k + 1);
	if (k >= 12 && strcmp(path + k - 12, "/__init__.py") == 0)
		path[k - 12] = '\0';
	while (n < 16 && (slash = strrchr(path, '/'))) {
		uint32_t f;
		strcpy(slash, "/__init__.py");
		f = program_path(m->p, path);
		*slash = '\0';
		if (f == UINT32_MAX)
			break;
		init[n++] = f;
	}
	while (n-- > 0 && !m->pending)
		vm_module(m, init[n], 0);
}

obj *
module_new(vm *m, uint32_t file, value name)
{
	obj *o = vm_obj(m, O_MODULE, m->t->node[file].str, file);

	o->scope = scope_new(m, S_MODULE, NULL, file);
	cell_set(m, scope_local(m, o->scope, vm_id(m, "__name__")), name);
	cell_set(m, scope_local(m, o->scope, vm_id(m, "__file__")), v_str(m->t->node[file].str));
	about_package(m, o->scope, file);
	return o;
}

void
module_run(vm *m, obj *o, int aside)
{
	uint32_t top = m->top;
	int was = m->c;

	m->c = 0;
	if (m->depth < 200) {
		m->depth++;
		m->importing += aside;
		xstat x = vm_block(m, o->scope, o->node);
		m->importing -= aside;
		m->depth--;
		if (x == X_RAISE || x == X_EXIT || x == X_STOP)
			m->pending = x;
	} else {
		vm_cut(m, o->node, "imports nested deeper than they are followed");
	}
	m->c = was;
	m->top = top;
}

obj *
vm_module(vm *m, uint32_t file, int main)
{
	cell *c = map_get(m, &m->modules, key_int(file), v_int(file));
	obj *o;

	if (c->v.kind == V_OBJ)
		return c->v.o;
	if (!main) {
		parents(m, file);
		c = map_get(m, &m->modules, key_int(file), v_int(file));
		if (c->v.kind == V_OBJ)
			return c->v.o;
	}
	c->v = v_obj(module_new(m, file, main ? v_strc(m, "__main__") : v_str(module_name(m, file))));
	o = c->v.o;
	module_run(m, o, m->library || (m->defaults && !main));
	return o;
}

/* Is there a Python file below the folder of module? */
static int
is_folder(const program *p, const char *module)
{
	char part[512];
	size_t n = 1, k = strlen(module);

	if (k > 500)
		return 0;
	part[0] = '/';
	for (const char *s = module; *s; s++)
		part[n++] = *s == '.' ? '/' : *s;
	part[n++] = '/';
	part[n] = '\0';
	for (uint32_t i = 0; i < p->nfile; i++) {
		const char *path = fact_str(p->t, p->file[i]);
		if (is_python(p->t, p->file[i]) && (strstr(path, part) || strncmp(path, part + 1, n - 1) == 0))
			return 1;
	}
	return 0;
}

/* The same of one that is asked for with leading dots, seen from a file. */
static int
is_folder_beside(const vm *m, const char *module, uint32_t from)
{
	const char *path = fact_str(m->t, from);
	size_t n = strlen(path), up = strspn(module, ".");
	char below[600];

	for (size_t i = 0; i < up; i++) { /* the first is the folder of the file */
		while (n && path[n - 1] != '/')
			n--;
		if (n && i + 1 < up)
			n--;
	}
	if (!module[up] || n + strlen(module + up) + 2 > sizeof below)
		return 0;
	memcpy(below, path, n);
	for (const char *s = module + up; *s; s++)
		below[n++] = *s == '.' ? '/' : *s;
	below[n++] = '/';
	for (uint32_t i = 0; i < m->p->nfile; i++)
		if (is_python(m->t, m->p->file[i]) && strncmp(fact_str(m->t, m->p->file[i]), below, n) == 0)
			return 1;
	return 0;
}

/* Is it a module of a package of the tree, which does not have it? */
static int
lacks_part(const vm *m, const scope *s, const char *module)
{
	char first[200];

	return strchr(module, '.') && !is_known(module, 0) && snprintf(first, sizeof first, "%.*s", (int)strcspn(module, "."), module) < (int)sizeof first &&
	    program_module(m->p, first, s->file) != UINT32_MAX;
}

value
vm_import(vm *m, scope *s, const char *module, uint32_t node)
{
	uint32_t f;

	if (strcmp(module, "__main__") == 0 && modules_has(m, v_obj(ext_obj(m, vm_id(m, "sys.modules"))), v_strc(m, module)) == 1)
		return modules_at(m, v_obj(ext_obj(m, vm_id(m, "sys.modules"))), v_strc(m, module));
	if (!m->imports && !(m->imports = calloc(m->t->n, sizeof *m->imports)))
		longjmp(m->nomem, 1);
	if (module == fact_str(m->t, node) && m->imports[node]) {
		f = m->imports[node] - 1;
	} else {
		f = program_module(m->p, module, s->file);
		if (module == fact_str(m->t, node))
			m->imports[node] = f + 1 ? f + 1 : UINT32_MAX;
	}
	if (f == UINT32_MAX - 1)
		f = UINT32_MAX;
	if (f != UINT32_MAX)
		return v_obj(vm_module(m, f, 0));
	if (*module == '.' && !is_folder_beside(m, module, s->file)) {
		if (!module[strspn(module, ".")]) /* the package itself, without __init__.py */
			return v_obj(ext_obj(m, vm_id(m, module)));
		if (!m->cone || !cone_written(m->cone, module, s->file))
			vm_edge(m, node, "module %s is not in the tree", module);
		value v = v_obj(ext_obj(m, vm_id(m, module + strspn(module, "."))));
		return v;
	}
	if (*module == '.' || (!is_known(module, 0) && is_folder(m->p, module))) {
		obj *o = vm_obj(m, O_MODULE, vm_id(m, module), UINT32_MAX);
		o->scope = scope_new(m, S_MODULE, NULL, s->file);
		return v_obj(o);
	}
	if (m->cone && cone_hides_in(m->cone, node) && lacks_part(m, s, module))
		vm_edge(m, node, "module %s is not in the tree", module);
	else if (m->cone && cone_extension_may(m->cone, module))
		vm_edge(m, node, CONE_BUILT);
	return v_obj(ext_obj(m, vm_id(m, module)));
}

static void
merge_data(vm *m, obj *o, value from)
{
	if (is_obj(from, O_LIST))
		for (int64_t i = 0; i < list_len(from.o); i++)
			merge_data(m, o, list_at(from.o, i));
	if (is_obj(from, O_DICT))
		for (uint32_t i = 0; i < from.o->m.n; i++) {
			cell *c = map_get(m, &o->m, from.o->m.slot[i].key, from.o->m.slot[i].kv);
			if (c->v.kind == V_UNDEF)
				c->v = from.o->m.slot[i].c->v;
		}
}

value
vm_data(vm *m, uint32_t node)
{
	const fact_node *x = &m->t->node[node];
	obj *o;

	switch (x->kind) {
	case FACT_DICT:
		o = vm_obj(m, O_DICT, 0, node);
		FACT_EACH_KID(m->t, node, k) {
			uint32_t key = k + 1, val;
			uint64_t id;
			value kv;
			if (m->t->node[k].kind != FACT_PAIR || key >= m->t->node[k].end || m->t->node[k].flags & FACT_STARSTAR)
				continue;
			val = m->t->node[key].end;
			kv = vm_data(m, key);
			if (val < m->t->node[k].end && key_of(m, kv, &id))
				map_get(m, &o->m, id, kv)->v = vm_data(m, val);
		}
		FACT_EACH_KID(m->t, node, k) /* a merge key gives what is not there */
			if (m->t->node[k].kind == FACT_PAIR && m->t->node[k].flags & FACT_STARSTAR && k + 1 < m->t->node[k].end)
				merge_data(m, o, vm_data(m, k + 1));
		return v_obj(o);
	case FACT_LIST: case FACT_TUPLE:
		o = list_of(m, O_LIST, node);
		FACT_EACH_KID(m->t, node, k)
			list_add(m, o, vm_data(m, k));
		return v_obj(o);
	case FACT_STR: return v_str(x->str);
	case FACT_CALL: { /* a tag of YAML that makes an object */
		const char *tag = fact_str(m->t, node + 1);
		value v = v_unk(0);
		if (strncmp(tag, "!!python/name:", 14) == 0 && !m->c)
			return vm_by_dotted(m, NULL, tag + 14, node);
		v.opq = (uint16_t)vm_edge_to(m, EDGE_ANY, node, "a tag of YAML makes an object: %.100s", tag);
		return v;
	}
	default: return vm_eval(m, m->shared, node);
	}
}

value
vm_data_file(vm *m, const char *path, uint32_t at)
{
	uint32_t f = program_data(m->p, path);

	(void)at;
	m->steps += m->p->nfile / 64; /* it looks through their names */
	if (f == UINT32_MAX)
		return (value){0};
	FACT_EACH_KID(m->t, f, k) {
		if (m->t->node[k].kind == FACT_COMMENT)
			continue;
		if (m->t->node[k].kind == FACT_ERROR)
			return (value){0};
		return vm_data(m, k);
	}
	return (value){0};
}
