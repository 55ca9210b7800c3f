/* lib_mock.c - see vm.h: unittest.mock.patch and its kin: a member that is another for a while.
 *
 * What patch gives is a thing with the places that it changes; it changes them when it is entered
 * or started, and puts them back when it is left or stopped. */
#include "../vm/vm_impl.h"

#include <stdio.h>
#include <string.h>

#include "../program/program.h"

static const char patch_name[] = "unittest.mock.patch()";

static int
is_patch(const vm *m, value v)
{
	return thing_is(m, v, patch_name);
}

value
vm_owner(vm *m, scope *s, const char *target, uint32_t *last, uint32_t node)
{
	const char *dot = strrchr(target, '.');
	char mod[300];
	size_t n = dot ? (size_t)(dot - target) : 0, k = n;
	value v;

	if (!dot || n >= sizeof mod)
		return v_unk(0);
	*last = vm_id(m, dot + 1);
	for (;;) { /* the longest beginning that is a module of the tree */
		uint32_t f;
		snprintf(mod, sizeof mod, "%.*s", (int)k, target);
		f = strcmp(mod, "__main__") == 0 ? 0 : program_module(m->p, mod, s ? s->file : 0);
		if (strcmp(mod, "__main__") == 0 || (f != UINT32_MAX && f != UINT32_MAX - 1))
			break;
		while (k > 0 && target[--k] != '.')
			;
		if (k == 0)
			return ext_of(m, (snprintf(mod, sizeof mod, "%.*s", (int)n, target), mod));
	}
	v = vm_import(m, s ? s : m->shared, mod, node);
	while (k < n && !m->pending) {
		size_t part = strcspn(target + k + 1, ".");
		v = vm_attr(m, v, vm_idn(m, target + k + 1, part), node);
		k += part + 1;
	}
	return v;
}

/* What stands there meanwhile. */
static value
instead(vm *m, value given, args *a)
{
	value side = arg_get(a, 99, "side_effect", m), made = arg_get(a, 99, "new_callable", m);

	if (given.kind != V_UNDEF)
		return given;
	if (made.kind != V_UNDEF)
		return vm_callv(m, made, a->node, 0, NULL);
	if (is_obj(side, O_FUNC) || is_obj(side, O_PARTIAL) || is_obj(side, O_EXT))
		return side;
	return thing(m, vm_id(m, "unittest.mock.MagicMock()"), a->node);
}

static void
place(vm *m, obj *list, value of, uint32_t name, value v)
{
	obj *one = list_of(m, O_TUPLE, list->node);

	list_add(m, one, of);
	list_add(m, one, v_str(name));
	list_add(m, one, v);
	list_add(m, list, v_obj(one));
}

int
lib_mock(vm *m, const char *f, args *a, value *out)
{
	value x = arg_get(a, 0, "target", m), y = arg_get(a, 1, NULL, m);
	obj *l;
	uint32_t name = 0;

	if (strncmp(f, "unittest.", 9) == 0)
		f += 9;
	if (strncmp(f, "mock.patch", 10) != 0 || (f[10] && f[10] != '.'))
		return 0;
	*out = thing(m, vm_id(m, patch_name), a->node);
	l = list_of(m, O_LIST, a->node);
	field_set(m, out->o, "places_", v_obj(l));
	f += 10;
	if (!*f && x.kind == V_STR && vm_cstr(m, x, NULL)) {
		value of = vm_owner(m, a->scope, vm_cstr(m, x, NULL), &name, a->node);
		place(m, l, of, name, instead(m, y.kind ? y : arg_get(a, 99, "new", m), a));
	} else if (strcmp(f, ".object") == 0 && y.kind == V_STR && vm_cstr(m, y, NULL)) {
		place(m, l, x, y.s.s, instead(m, arg_get(a, 2, "new", m), a));
	} else if (strcmp(f, ".multiple") == 0 && (x.kind == V_OBJ || (x.kind == V_STR && vm_cstr(m, x, NULL)))) {
		char whole[300];
		if (x.kind == V_STR) {
			snprintf(whole, sizeof whole, "%.290s.x", vm_cstr(m, x, NULL));
			x = vm_owner(m, a->scope, whole, &name, a->node);
		}
		for (uint32_t i = 0; i < a->n; i++)
			if (a->kw[i])
				place(m, l, x, a->kw[i], a->v[i]);
	} else if (strcmp(f, ".dict") == 0 && x.kind == V_OBJ) {
		field_set(m, out->o, "dict_", x);
		if (is_obj(y, O_DICT))
			for (uint32_t i = 0; i < y.o->m.n; i++)
				if (y.o->m.slot[i].kv.kind == V_STR)
					place(m, l, x, y.o->m.slot[i].kv.s.s, y.o->m.slot[i].c->v);
		for (uint32_t i = 0; i < a->n; i++)
			if (a->kw[i])
				place(m, l, x, a->kw[i], a->v[i]);
	} else {
		out->o->opq = (uint16_t)vm_edge(m, a->node, "what is patched is not known");
	}
	return 1;
}

static void
put(vm *m, value patch, value of, value name, value v, uint32_t node)
{
	if (field_get(m, patch.o, "dict_").kind) {
		args b = {.node = node, .n = 2};
		value none;
		b.v[0] = name;
		b.v[1] = v;
		lib_box(m, "__setitem__", of, &b, &none);
	} else {
		vm_attr_set(m, of, name.s.s, v, node);
	}
}

int
mock_begin(vm *m, value patch, uint32_t node)
{
	value l = is_patch(m, patch) ? field_get(m, patch.o, "places_") : (value){0};
	obj *old;

	if (!is_patch(m, patch))
		return 0;
	if (!is_obj(l, O_LIST)) /* the program has set it */
		return 1;
	vm_edge_widen(m, patch.o->opq);
	old = list_of(m, O_LIST, node);
	for (int64_t i = 0; i < list_len(l.o) && !m->pending; i++) {
		obj *p = list_at(l.o, i).o;
		value of = vm_resolve(m, list_at(p, 0), node), name = list_at(p, 1), was = v_unk(0);
		if (!field_get(m, patch.o, "dict_").kind)
			was = vm_attr(m, of, name.s.s, node);
		list_add(m, old, was);
		put(m, patch, of, name, list_at(p, 2), node);
	}
	field_set(m, patch.o, "old_", v_obj(old));
	return 1;
}

void
mock_end(vm *m, value patch, uint32_t node)
{
	value l = is_patch(m, patch) ? field_get(m, patch.o, "places_") : (value){0}, old;
	int pending = m->pending;

	if (!is_patch(m, patch) || !is_obj(l, O_LIST) || !is_obj(old = field_get(m, patch.o, "old_"), O_LIST))
		return;
	m->pending = X_NORMAL;
	for (int64_t i = list_len(l.o); i-- > 0;) {
		obj *p = list_at(l.o, i).o;
		put(m, patch, vm_resolve(m, list_at(p, 0), node), list_at(p, 1), list_at(old.o, i), node);
	}
	m->pending = (xstat)pending;
}

int
mock_method(vm *m, const char *f, value self, uint32_t node, value *out)
{
	if (!is_patch(m, self))
		return 0;
	*out = v_none();
	if (strcmp(f, "start") == 0 || strcmp(f, "__enter__") == 0)
		return mock_begin(m, self, node);
	if (strcmp(f, "stop") == 0 || strcmp(f, "__exit__") == 0) {
		mock_end(m, self, node);
		return 1;
	}
	return 0;
}

value
mock_wraps(vm *m, value patch, value fn, uint32_t node)
{
	obj *p;

	if (!is_patch(m, patch) || !is_obj(fn, O_FUNC) || fn.o->cls)
		return fn;
	p = vm_obj(m, O_PARTIAL, vm_id(m, patch_name), node);
	p->a = fn;
	p->b = patch;
	return v_obj(p);
}

int
mock_call(vm *m, obj *f, args *a, value *out)
{
	if (!is_patch(m, f->b))
		return 0;
	mock_begin(m, f->b, a->node);
	*out = m->pending ? v_unk(0) : vm_call(m, f->a, a);
	mock_end(m, f->b, a->node);
	return 1;
}
