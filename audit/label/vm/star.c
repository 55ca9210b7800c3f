/* star.c - see vm_impl.h: from module import *, of a module of the tree. What __all__ lists it brings, modules of
 * the package too, and what the module does not have is an error; without __all__ all that does not begin with _.
 * Where not all of __all__ is known, a name that begins with _ may be in it. */
#include "vm_impl.h"

#include <stdio.h>
#include <stdlib.h>

#include "grow.h"
#include "../program/program.h"

static const obj *
all_of(const obj *module, uint32_t name)
{
	const cell *all = map_find(&module->scope->m, key_str(name));

	return all && (is_obj(all->v, O_LIST) || is_obj(all->v, O_TUPLE)) ? all->v.o : NULL;
}

/* Is the name asked for in the file that the scope is of? */
static int
is_used(const vm *m, const scope *s, uint32_t name)
{
	for (uint32_t i = s->file; i < m->t->node[s->file].end; i++)
		if (m->t->node[i].kind == FACT_NAME && m->t->node[i].str == name)
			return 1;
	return 0;
}

/* The names that __all__ lists and the module has not bound: its modules, what its __getattr__ gives, or nothing. Sets pending. */
static void
listed(vm *m, scope *s, obj *module, const obj *all, uint32_t node)
{
	for (int64_t i = 0; i < list_len(all) && !m->pending; i++) {
		value name = vm_resolve(m, list_at(all, i), node), v;
		const cell *c = name.kind == V_STR && !name.s.off ? map_find(&module->scope->m, key_str(name.s.s)) : NULL;
		if (name.kind != V_STR || name.s.off || (c && c->v.kind != V_UNDEF))
			continue;
		v = vm_attr(m, v_obj(module), name.s.s, node);
		if (!m->pending && v.kind == V_UNK && certain_not_listed(m, module, name.s.s))
			vm_raise(m, "AttributeError");
		if (!m->pending)
			cell_set(m, scope_local(m, s, name.s.s), v);
	}
}

void
vm_import_all(vm *m, scope *s, obj *module, uint32_t node)
{
	uint32_t id = vm_id(m, "__all__"), n = module->scope->m.n; /* what is bound while it goes on is another's */
	const cell *has = map_find(&module->scope->m, key_str(id));
	const obj *all = all_of(module, id);
	int open = !has || !all || all->loose;

	for (int64_t i = 0; all && i < list_len(all); i++)
		open |= vm_resolve(m, list_at(all, i), node).kind != V_STR;
	for (uint32_t i = 0; i < n && !m->pending; i++) {
		value name = module->scope->m.slot[i].kv, v = module->scope->m.slot[i].c->v;
		int hidden, in = 0;
		if (name.kind != V_STR || v.kind == V_UNDEF)
			continue;
		hidden = *vm_text(m, name.s.s) == '_';
		for (int64_t k = 0; all && k < list_len(all) && !in; k++) {
			value one = vm_resolve(m, list_at(all, k), node);
			in = one.kind == V_STR && one.s.s == name.s.s;
		}
		if (!in && open && !hidden)
			in = 1;
		else if (!in && open && has && vm_text(m, name.s.s)[1] != '_' && is_used(m, s, name.s.s))
			in = vm_decide(m, vm_idf(m, "%.100s is among what %.100s lists in __all__", vm_text(m, name.s.s), vm_text(m, module->name)), node);
		if (in)
			cell_set(m, scope_local(m, s, name.s.s), v);
	}
	if (all && !m->pending)
		listed(m, s, module, all, node);
}

static int
put_starting(vm *m, uint32_t module, uint32_t name)
{
	if (as_grow32(&m->star, m->nstar, &m->star_cap, sizeof *m->star) != 0)
		return -1;
	m->star[m->nstar++] = (struct star_name){module, name};
	return 0;
}

/* Finds, once, which names in the Python of the tree are of a module's that start programs, run text or load code. */
static void
find_starting(vm *m, uint32_t id)
{
	const char *module = vm_text(m, id);
	uint8_t *seen;
	int nomem = 0;

	for (uint32_t k = 0; k < m->nstar; k++)
		if (m->star[k].module == id)
			return;
	if (put_starting(m, id, 0) != 0 || !(seen = calloc(m->t->text.n + 1, 1)))
		longjmp(m->nomem, 1);
	for (uint32_t f = 0; has_starting(module) && f < m->p->nfile; f++) /* also in those that have all of the file again */
		for (uint32_t i = m->p->file[f]; is_python(m->t, m->p->file[f]) && i < m->t->node[m->p->file[f]].end; i++) {
			uint32_t name = m->t->node[i].str;
			if (m->t->node[i].kind != FACT_NAME || name >= m->t->text.n || seen[name])
				continue;
			seen[name] = is_starting_in(module, m->t->text.str[name]) ? 2 : 1;
		}
	for (uint32_t k = 0; k < m->t->text.n && !nomem; k++)
		nomem = seen[k] == 2 && put_starting(m, id, k) != 0;
	free(seen);
	if (nomem)
		longjmp(m->nomem, 1);
}

void
vm_import_starting(vm *m, scope *s, const char *module)
{
	uint32_t id = vm_id(m, module);

	if (!is_quiet_module(module) && !is_standard(module) && !is_harmless_module(module)) /* any name may be of it */
		cell_set(m, scope_local(m, s, vm_id(m, "*")), ext_of(m, module));
	find_starting(m, id);
	for (uint32_t k = 0; k < m->nstar; k++)
		if (m->star[k].module == id && m->star[k].name) {
			char full[300];
			snprintf(full, sizeof full, "%.200s.%.90s", module, vm_text(m, m->star[k].name));
			cell_set(m, scope_local(m, s, m->star[k].name), ext_of(m, full));
		}
}
