/* module.c - see vm.h: modules of Python, what all files of C share, data files. */
#include "vm_impl.h"

#include <stdlib.h>
#include <string.h>

#include "program.h"

static void declare_all(vm *m, scope *own, uint32_t from, uint32_t end, int header, int pass);

obj *
vm_module(vm *m, uint32_t file, int main)
{
	cell *c = map_get(m, &m->modules, key_int(file), v_int(file));
	obj *o;
	uint32_t top = m->top;
	int was = m->c;

	if (c->v.kind == V_OBJ)
		return c->v.o;
	o = vm_obj(m, O_MODULE, m->t->node[file].str, file);
	c->v = v_obj(o);
	o->scope = scope_new(m, S_MODULE, NULL, file);
	cell_set(m, scope_local(m, o->scope, vm_id(m, "__name__")), main ? v_strc(m, "__main__") : v_str(module_name(m, file)));
	cell_set(m, scope_local(m, o->scope, vm_id(m, "__file__")), v_str(m->t->node[file].str));
	m->c = 0;
	if (m->depth < 200) {
		m->depth++;
		xstat x = vm_block(m, o->scope, file);
		m->depth--;
		if (x == X_RAISE || x == X_EXIT || x == X_STOP)
			m->pending = x;
	} else {
		m->complete = 0;
	}
	m->c = was;
	m->top = top;
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

value
vm_import(vm *m, scope *s, const char *module, uint32_t node)
{
	uint32_t f;

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
	if (*module == '.') {
		if (!module[strspn(module, ".")]) /* the package itself, without __init__.py */
			return v_obj(ext_obj(m, vm_id(m, module)));
		vm_edge(m, node, "module %s is not in the tree", module);
		value v = v_obj(ext_obj(m, vm_id(m, module + strspn(module, "."))));
		return v;
	}
	if (!is_known(module, 0) && is_folder(m->p, module)) {
		obj *o = vm_obj(m, O_MODULE, vm_id(m, module), UINT32_MAX);
		o->scope = scope_new(m, S_MODULE, NULL, s->file);
		return v_obj(o);
	}
	return v_obj(ext_obj(m, vm_id(m, module)));
}

/* Gives a file of C its scope; names of headers, and what is not static, are shared. */
static scope *
c_scope(vm *m, uint32_t file)
{
	cell *c = map_get(m, &m->modules, key_int(file), v_int(file));

	if (c->v.kind == V_OBJ)
		return c->v.o->scope;
	obj *o = vm_obj(m, O_MODULE, m->t->node[file].str, file);
	o->scope = scope_new(m, S_FILE, m->shared, file);
	c->v = v_obj(o);
	return o->scope;
}

static int
is_header(const char *path)
{
	const char *dot = strrchr(path, '.');

	return dot && (strcmp(dot, ".h") == 0 || strcmp(dot, ".hpp") == 0 || strcmp(dot, ".cuh") == 0 || strcmp(dot, ".hh") == 0 ||
	    strcmp(dot, ".inl") == 0 || strcmp(dot, ".hxx") == 0);
}

/* pass 0: functions, classes, macros and #if; pass 1: data, in order. */
static void
declare_one(vm *m, scope *own, uint32_t i, int header, int pass)
{
	const fact_node *x = &m->t->node[i];
	scope *to = header || !(x->flags & (FACT_STATIC | FACT_MACRO)) ? m->shared : own;
	int v;

	switch (x->kind) {
	case FACT_FUNC:
		m->closure = own;
		if (pass == 0)
			vm_declare(m, (x->flags & FACT_MACRO) && !header ? own : x->flags & FACT_STATIC && !header ? own : m->shared, i);
		m->closure = NULL;
		/* its body sees the file's own names */
		if (pass == 0) {
			cell *c = map_find(&to->m, key_str(x->str));
			if (c && is_obj(c->v, O_FUNC) && c->v.o->node == i)
				c->v.o->scope = own;
		}
		break;
	case FACT_CLASS:
		if (pass == 0) {
			vm_declare(m, own, i);
			cell *c = map_find(&own->m, key_str(x->str));
			if (c && !map_find(&m->shared->m, key_str(x->str)))
				cell_set(m, map_get(m, &m->shared->m, key_str(x->str), v_str(x->str)), c->v);
		}
		break;
	case FACT_SPACE:
		declare_all(m, own, i + 1, x->end, header, pass);
		break;
	case FACT_BLOCK:
		declare_all(m, own, i + 1, x->end, header, pass);
		break;
	case FACT_IF: {
		uint32_t then = m->t->node[i + 1].end, other = then < x->end ? m->t->node[then].end : x->end;
		v = vm_preproc(m, own, i);
		if (v && then < x->end)
			declare_one(m, own, then, header, pass);
		else if (!v && other < x->end)
			declare_one(m, own, other, header, pass);
		break;
	}
	case FACT_DECL:
		if (pass == ((x->flags & FACT_MACRO) == 0)) {
			scope *at = to;
			if (pass == 1 && !(x->flags & FACT_STATIC) && map_find(&m->shared->m, m->t->node[i + 1].kind == FACT_NAME ? key_str(m->t->node[i + 1].str) : 0) && !fact_find(m->t, i, FACT_DEFAULT))
				break; /* extern, or the declaration of what has its value */
			if (at == m->shared && pass == 1) {
				vm_exec(m, own, i);
				cell *c = map_find(&own->m, key_str(m->t->node[i + 1].str));
				if (c) {
					cell *g = map_get(m, &m->shared->m, key_str(m->t->node[i + 1].str), v_str(m->t->node[i + 1].str));
					g->v = c->v;
					/* one cell for both */
					for (uint32_t k = 0; k < own->m.n; k++)
						if (own->m.slot[k].c == c)
							own->m.slot[k].c = g;
				}
			} else
				vm_exec(m, at, i);
		}
		break;
	case FACT_COMMENT: case FACT_INCLUDE: case FACT_FROM: case FACT_IMPORT:
		break;
	case FACT_ERROR:
		break;
	default:
		if (pass == 2)
			vm_exec(m, own, i);
	}
	if (m->pending == X_RAISE)
		m->pending = X_NORMAL;
}

static void
declare_all(vm *m, scope *own, uint32_t from, uint32_t end, int header, int pass)
{
	for (uint32_t i = from; i < end && m->pending != X_EXIT && m->pending != X_STOP; i = m->t->node[i].end)
		declare_one(m, own, i, header, pass);
}

/* Files of C that belong to the program of m's entry: those of its folder and below its parents that
 * hold no other main; in small trees all. */
static int
in_program(const vm *m, uint32_t file)
{
	(void)m;
	(void)file;
	return 1;
}

void
vm_setup(vm *m)
{
	const program *p = m->p;

	m->shared = scope_new(m, S_SHARED, NULL, 0);
	m->c = 1;
	/* macros that the build may set */
	for (uint32_t i = 0; i < m->t->n; i = m->t->node[i].end)
		if (m->t->node[i].flags & FACT_DATA)
			FACT_EACH_KID(m->t, i, k)
				if (m->t->node[k].kind == FACT_DECL && (m->t->node[k].flags & FACT_OPEN))
					vm_exec(m, m->shared, k);
	for (uint32_t k = 0; k < p->nfile; k++) {
		uint32_t f = p->file[k];
		if ((m->t->node[f].flags & (FACT_DATA | FACT_MODULE)) || is_python(m->t, f))
			continue;
		declare_all(m, c_scope(m, f), f + 1, m->t->node[f].end, is_header(fact_str(m->t, f)), 0);
	}
	/* what another file may point to before its own is read */
	for (uint32_t k = 0; k < p->nfile; k++)
		if (!(m->t->node[p->file[k]].flags & (FACT_DATA | FACT_MODULE)) && in_program(m, p->file[k]))
			FACT_EACH_KID(m->t, p->file[k], d)
				if (m->t->node[d].kind == FACT_DECL && !(m->t->node[d].flags & (FACT_STATIC | FACT_MACRO)) && m->t->node[d + 1].kind == FACT_NAME && fact_find(m->t, d, FACT_DEFAULT)) {
					cell *c = map_get(m, &m->shared->m, key_str(m->t->node[d + 1].str), v_str(m->t->node[d + 1].str));
					if (c->v.kind == V_UNDEF)
						c->v = v_unk(0);
				}
	for (int pass = 1; pass < 3; pass++)
		for (int header = 1; header >= 0; header--)
			for (uint32_t k = 0; k < p->nfile; k++) {
				uint32_t f = p->file[k];
				if ((m->t->node[f].flags & (FACT_DATA | FACT_MODULE)) || is_header(fact_str(m->t, f)) != header || !in_program(m, f))
					continue;
				declare_all(m, c_scope(m, f), f + 1, m->t->node[f].end, header, pass);
			}
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
	default: return vm_eval(m, m->shared, node);
	}
}

value
vm_data_file(vm *m, const char *path, uint32_t at)
{
	uint32_t f = program_data(m->p, path);

	(void)at;
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
