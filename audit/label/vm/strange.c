/* strange.c - see vm_impl.h: calls of libraries of Python that are neither in the tree nor known, and what they
 * are handed. Code of the tree that may compile they may run whenever they like; what they give, and what
 * they may have changed, is an edge. One that the project needs and that compiles nothing by its names, and is
 * handed only plain data, is none where nobody looks at what it gives. */
#include "vm_impl.h"

#include <string.h>

#include "../cone/cone.h"
#include "../program/program.h"
#include "words.h"

enum { DEEP = 3 };

/* Is it a compile symbol, or a call of one that waits for its arguments? */
static int
is_symbol(vm *m, value v, int depth)
{
	const symbol *y;

	v = vm_resolve(m, v, 0);
	if (is_obj(v, O_PARTIAL) && depth < DEEP)
		return is_symbol(m, v.o->a, depth + 1);
	if (is_obj(v, O_METHOD) && !is_obj(v.o->a, O_INST) && !is_obj(v.o->a, O_CLASS)) /* of an object of a library: net.compile */
		return m->cone && cone_symbol_named(m->cone, vm_text(m, v.o->name));
	if (is_obj(v, O_EXT))
		return (y = symbol_find(m->symbols, vm_text(m, v.o->name))) && (y->kind == SYM_COMPILE || y->kind == SYM_BEGIN);
	for (uint32_t i = 0; (is_obj(v, O_LIST) || is_obj(v, O_TUPLE) || is_obj(v, O_DICT)) && depth < DEEP && i < v.o->m.n && i < 64; i++)
		if (is_symbol(m, v.o->m.slot[i].c->v, depth + 1))
			return 1;
	return 0;
}

int
strange_symbol(vm *m, const args *a)
{
	for (uint32_t i = 0; i < a->n; i++)
		if (is_symbol(m, a->v[i], 0))
			return 1;
	return 0;
}

/* May a library come by that text to code of the tree: a file, a module, a function? */
static int
names_code(vm *m, const char *s, uint32_t node)
{
	const char *last = s + strlen(s);
	uint32_t id;

	if (strpbrk(s, " \t\n"))
		return 0;
	while (last > s && last[-1] != '.' && last[-1] != ':' && last[-1] != '/')
		last--;
	id = as_intern_find(&m->t->text, last, strlen(last));
	return strstr(s, ".py") || (id != UINT32_MAX && cone_may(m->cone, id, 1)) || (*s && !strchr(s, '/') && program_module(m->p, s, program_file(m->p, node)) != UINT32_MAX);
}

/* Has a class, or one of its bases, a function that by its name may come to a compile call? */
static int
class_may(vm *m, const obj *cls, int depth)
{
	for (uint32_t i = 0; i < cls->m.n; i++)
		if (is_obj(cls->m.slot[i].c->v, O_FUNC) && cone_may(m->cone, cls->m.slot[i].c->v.o->name, 1))
			return 1;
	for (int64_t i = 0; is_obj(cls->a, O_LIST) && depth < 8 && i < list_len(cls->a.o); i++)
		if (is_obj(list_at(cls->a.o, i), O_CLASS) && class_may(m, list_at(cls->a.o, i).o, depth + 1))
			return 1;
	return 0;
}

/* Does a value hold code of the tree that may compile, or what compiles? */
static int
holds_code(vm *m, value v, uint32_t node, int depth)
{
	v = vm_resolve(m, v, node);
	if (is_symbol(m, v, depth))
		return 1;
	if (v.kind == V_STR && vm_cstr(m, v, NULL))
		return names_code(m, vm_cstr(m, v, NULL), node);
	if (v.kind != V_OBJ || depth > DEEP)
		return 0;
	switch (v.o->kind) {
	case O_FUNC: case O_METHOD: return !*vm_text(m, v.o->name) || cone_may(m->cone, v.o->name, 1);
	case O_CLASS: return cone_may(m->cone, v.o->name, 1) || class_may(m, v.o, 0);
	case O_INST:
		if (v.o->cls && class_may(m, v.o->cls, 0))
			return 1;
		if (dict_part(m, &v) && dict_part(m, &v) != v.o && holds_code(m, v_obj(dict_part(m, &v)), node, depth + 1))
			return 1;
		break;
	case O_PARTIAL: return holds_code(m, v.o->a, node, depth + 1);
	case O_MODULE: case O_SCOPE: case O_GEN: return 1;
	case O_LIST: case O_TUPLE: case O_DICT: break;
	default: return 0;
	}
	for (uint32_t i = 0; i < v.o->m.n && i < 64; i++)
		if (holds_code(m, v.o->m.slot[i].c->v, node, depth + 1))
			return 1;
	return 0;
}

int
strange_holds(vm *m, value v, uint32_t node)
{
	v = vm_resolve(m, v, node);
	return v.kind == V_OBJ && holds_code(m, v, node, 0);
}

/* Is it a number or words, or a display of such? */
static int
is_plain(vm *m, value v, int depth)
{
	const char *s;

	v = vm_resolve(m, v, 0);
	switch (v.kind) {
	case V_NONE: case V_BOOL: case V_INT: case V_FLOAT: return !(v.flags & VF_LABEL);
	case V_STR: return (s = vm_cstr(m, v, NULL)) && !(v.flags & VF_LABEL) && v.s.s != m->label && (strchr(s, ' ') || !strpbrk(s, ".:/"));
	case V_UNK: return v.flags & VF_NUMBER && !v.opq;
	case V_OBJ: break;
	default: return 0;
	}
	if ((v.o->kind != O_LIST && v.o->kind != O_TUPLE && v.o->kind != O_DICT) || v.o->loose || depth > DEEP)
		return 0;
	for (uint32_t i = 0; i < v.o->m.n; i++)
		if (!is_plain(m, v.o->m.slot[i].c->v, depth + 1))
			return 0;
	return 1;
}

/* Is what the call gives thrown away? */
static int
is_dropped(const vm *m, uint32_t call)
{
	return call > 0 && m->line_node == call;
}

/* Does it say that it runs, loads or puts something in the place of another thing? */
static int
acts(const char *name)
{
	static const char *const words[] = {"load", "run", "start", "main", "exec", "import", "launch", "discover", "register", "plug", "install", "patch", "apply", "activate", "enable"};
	const char *last = as_last_part(name);

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strstr(last, words[i]))
			return 1;
	return 0;
}

void
strange_decorates(vm *m, value d, value v, uint32_t node)
{
	value of = is_obj(d, O_METHOD) ? vm_resolve(m, d.o->a, node) : d;
	const char *name = is_obj(of, O_EXT) || is_obj(of, O_THING) ? vm_text(m, of.o->name) : "";

	if (m->c || !m->cone || !strchr(name, '.') || (!is_obj(v, O_FUNC) && !is_obj(v, O_CLASS)))
		return;
	if (symbol_find(m->symbols, name) || (is_known(name, 0) ? !is_compiling_name(name) : cone_quiet(m->cone, name) && !strange_holds(m, v, node)))
		return;
	field_set(m, v.o, "decorated_", v_str(vm_idn(m, name, strcspn(name, "("))));
	v.o->declared |= DECORATED_OUTSIDE;
}

void
strange_decorated(vm *m, obj *f, uint32_t node)
{
	const cell *by = map_find(&f->m, key_str(vm_id(m, "decorated_")));

	if (by && by->v.kind == V_STR)
		vm_edge_to(m, f->kind == O_CLASS || strange_holds(m, v_obj(f), node) ? EDGE_ANY : EDGE_HERE, node, "%.80s is decorated by %.80s, which is not in the tree", vm_text(m, f->name), vm_text(m, by->v.s.s));
}

void
strange_compiled(vm *m, const obj *f, uint32_t node)
{
	const cell *by = map_find(&f->m, key_str(vm_id(m, "decorated_")));

	if (by && by->v.kind == V_STR)
		vm_edge_to(m, EDGE_OFF, node, "whether %.80s runs there is for %.80s, which is not in the tree", vm_text(m, f->name), vm_text(m, by->v.s.s));
}

uint32_t
strange_call(vm *m, const char *name, const args *a, int quiet)
{
	int plain = !a->rest;
	uint32_t e;

	for (uint32_t i = 0; i < a->n; i++) {
		if (m->cone && holds_code(m, a->v[i], a->node, 0))
			return vm_edge_to(m, EDGE_ANY, a->node, "%s is not in the tree, and is handed what may compile", name);
		plain &= is_plain(m, a->v[i], 0);
	}
	if (is_dropped(m, a->node) && acts(name))
		return vm_edge_to(m, EDGE_ANY, a->node, "%s is not in the tree, and by its name does something", name);
	if ((e = told_to_compile(m, name, a)))
		return e;
	if (quiet && plain)
		return is_dropped(m, a->node) ? 0 : vm_edge_to(m, EDGE_USED, a->node, "%s is not in the tree", name);
	return vm_edge(m, a->node, "%s is not in the tree", name);
}
