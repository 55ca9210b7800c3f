/* args.c - see vm.h: the arguments of a call. */
#include "vm_impl.h"

#include <string.h>

value
arg_get(const args *a, uint32_t i, const char *kw, vm *m)
{
	uint32_t n = 0;

	if (kw)
		for (uint32_t k = 0; k < a->n; k++)
			if (a->kw[k] && strcmp(vm_text(m, a->kw[k]), kw) == 0)
				return vm_resolve(m, a->v[k], a->node);
	for (uint32_t k = 0; k < a->n; k++)
		if (!a->kw[k] && n++ == i)
			return vm_resolve(m, a->v[k], a->node);
	return (value){0};
}

void
args_add(args *a, value v, uint32_t kw, uint32_t at)
{
	if (a->n == MOST_ARGS) {
		a->rest = 1;
		return;
	}
	a->v[a->n] = v;
	a->kw[a->n] = kw;
	a->at[a->n++] = at;
}

int
args_list(args *a, value l)
{
	if (!is_obj(l, O_LIST) && !is_obj(l, O_TUPLE))
		return 0;
	for (int64_t i = 0; i < list_len(l.o); i++)
		args_add(a, list_at(l.o, i), 0, 0);
	return 1;
}

void
args_dict(args *a, const obj *d)
{
	for (uint32_t i = 0; i < d->m.n; i++)
		if (d->m.slot[i].kv.kind == V_STR && d->m.slot[i].c->v.kind != V_UNDEF)
			args_add(a, d->m.slot[i].c->v, d->m.slot[i].kv.s.s, 0);
}

void
args_from(args *a, const args *of, uint32_t first)
{
	for (uint32_t i = first; i < of->n; i++)
		args_add(a, of->v[i], of->kw[i], of->at[i]);
}

void
args_keep(vm *m, obj *o, const args *a, uint32_t first)
{
	o->arg = vm_alloc(m, sizeof a->v);
	o->kw = vm_alloc(m, sizeof a->kw);
	o->narg = 0;
	for (uint32_t i = first; i < a->n; i++) {
		o->arg[o->narg] = a->v[i];
		o->kw[o->narg++] = a->kw[i];
	}
}

args
args_kept(const obj *o)
{
	args a = {.node = o->node};

	for (uint32_t i = 0; i < o->narg; i++)
		args_add(&a, o->arg[i], o->kw ? o->kw[i] : 0, 0);
	return a;
}

value
thing_called(vm *m, const char *name, const args *a)
{
	value v = thing(m, vm_id(m, name), a->node);

	args_keep(m, v.o, a, 0);
	return v;
}

value
vm_callv(vm *m, value f, uint32_t node, uint32_t n, const value *v)
{
	args a = {.node = node};

	for (uint32_t i = 0; i < n; i++)
		args_add(&a, v[i], 0, 0);
	return vm_call(m, f, &a);
}
