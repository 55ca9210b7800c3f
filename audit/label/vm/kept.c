/* kept.c - see vm_impl.h: objects of a library that are given something compiled and may
 * give it back, and copies that a class makes itself. */
#include "vm_impl.h"

#include <string.h>

#include "../program/symbols.h"
#include "words.h"

void
kept_given(vm *m, value self, const char *name, const args *a)
{
	if (m->c || !is_obj(self, O_THING) || self.o->comp || self.o->opq || vm_is(vm_text(m, self.o->name), "queue()") || !vm_args_comp(m, a, 0))
		return;
	self.o->opq = (uint16_t)vm_edge_to(m, EDGE_USED, a->node, "what was compiled is given to an object of a library, which may give it back (%.60s)", name);
}

value
kept_back_later(vm *m, value v, const char *name, uint32_t node)
{
	if (!m->pending && is_obj(v, O_THING) && !v.o->comp && !v.o->opq)
		v.o->opq = (uint16_t)vm_edge_to(m, EDGE_USED, node, "%.60s was handed what was compiled, and may give it back", name);
	return v;
}

value
kept_gives(vm *m, value self, value v, uint32_t node)
{
	const char *name = is_obj(self, O_THING) ? vm_text(m, self.o->name) : "";

	if (m->c || m->pending || !strchr(name, '(') || !strchr(name, '.') || !self.o->comp || !is_standard(name) || !(v.kind == V_UNK || is_obj(v, O_THING)) ||
	    (v.kind == V_OBJ && v.o == self.o) || comp_of(v) || vm_deep_opq(m, v))
		return v;
	uint32_t e = vm_edge_to(m, EDGE_USED, node, "an object of a library was given what was compiled, and may give it back (%.60s)", name);
	if (v.kind == V_UNK)
		v.opq = (uint16_t)e;
	else
		v.o->opq = (uint16_t)e;
	return v;
}

value
kept_one(vm *m, value items, uint32_t node)
{
	value v = v_unk(0);
	args all = {.n = 1, .v = {items}};

	if (vm_args_comp(m, &all, 0))
		v.opq = (uint16_t)vm_edge_to(m, EDGE_USED, node, "which of what was put into this queue comes out is not known");
	return v;
}

int
kept_back(vm *m, value f, value *out)
{
	if (m->c || !is_obj(f, O_THING) || (strncmp(vm_text(m, f.o->name), "weakref.ref(", 12) != 0 && strncmp(vm_text(m, f.o->name), "weakref.WeakMethod(", 19) != 0) || !f.o->narg)
		return 0;
	*out = vm_resolve(m, f.o->arg[0], 0);
	return 1;
}

/* A class with one of these methods, among what v holds. */
static const obj *
has_one(vm *m, value v, const char *const *names, size_t n, int depth)
{
	const obj *found;

	v = vm_resolve(m, v, 0);
	if (depth > 4 || (!is_obj(v, O_INST) && !is_obj(v, O_LIST) && !is_obj(v, O_TUPLE) && !is_obj(v, O_DICT)))
		return NULL;
	for (size_t i = 0; i < n && v.o->kind == O_INST; i++)
		if (class_find(m, v.o->cls, vm_id(m, names[i])).kind != V_UNDEF)
			return v.o->cls;
	for (uint32_t i = 0; i < v.o->m.n && i < 64; i++)
		if ((found = has_one(m, v.o->m.slot[i].c->v, names, n, depth + 1)))
			return found;
	return NULL;
}

int
kept_anew(vm *m, value v, int pickled, uint32_t node, value *out)
{
	static const char *const own[] = {"__reduce__", "__reduce_ex__", "__getstate__", "__setstate__", "__getnewargs__", "__getnewargs_ex__", "__copy__", "__deepcopy__"};
	const obj *cls = has_one(m, v, own, pickled ? 6 : sizeof own / sizeof *own, 0);

	if (!cls)
		return 0;
	*out = v_unk(0);
	out->opq = (uint16_t)vm_edge_to(m, EDGE_ANY, node, pickled ? "%.80s says itself how it is pickled" : "%.80s says itself how it is copied", vm_text(m, cls->name));
	return 1;
}

/* Is this the name of a file of code? */
static int
is_code(const char *s)
{
	static const char *const ends[] = {".py", ".pyc", ".pyx", ".pyd", ".so", ".pth", ".sh"};

	for (size_t i = 0; s && i < sizeof ends / sizeof *ends; i++)
		if (as_ends_with(s, ends[i]))
			return 1;
	return 0;
}

static void
code_written(vm *m, value path, uint32_t node)
{
	const char *s = path_text(m, path);

	if (is_code(s))
		vm_edge_to(m, EDGE_ANY, node, "a file of code is written (%.80s)", s);
}

void
kept_files(vm *m, const char *name, value self, const args *a)
{
	static const char *const to[] = {"shutil.copy", "shutil.copy2", "shutil.copyfile", "shutil.move", "os.replace", "os.rename", "os.renames", "os.link", "os.symlink"},
	    *const on_self[] = {"write_text", "write_bytes", "symlink_to", "hardlink_to"}, *const to_first[] = {"rename", "replace", "copy", "move"};
	value mode;
	const char *s;

	if (m->c || m->pending)
		return;
	if (self.kind != V_UNDEF) {
		if (!is_obj(self, O_THING) || !path_text(m, self))
			return;
		if (AS_AMONG(name, on_self))
			code_written(m, self, a->node);
		else if (AS_AMONG(name, to_first))
			code_written(m, arg_get(a, 0, "target", m), a->node);
		else if (strcmp(name, "open") == 0 && (mode = arg_get(a, 0, "mode", m)).kind == V_STR && (s = vm_cstr(m, mode, NULL)) && strpbrk(s, "wax+"))
			code_written(m, self, a->node);
	} else if (AS_AMONG(name, to)) {
		code_written(m, arg_get(a, 1, "dst", m), a->node);
	} else if (AS_AMONG(name, ((const char *const[]){"open", "io.open", "builtins.open"}))) {
		if ((mode = arg_get(a, 1, "mode", m)).kind == V_STR && (s = vm_cstr(m, mode, NULL)) && strpbrk(s, "wax+"))
			code_written(m, arg_get(a, 0, "file", m), a->node);
	}
}
