/* lib_range.c - see vm_impl.h: algorithms of std over a range of a container or array, what is
 * bound to arguments, and what runs beside the program. An element is handed on as the place
 * that it is, so that a function that takes a reference sets it. */
#include "../vm/vm_impl.h"

#include <string.h>

#include "words.h"

#define NODE(i) (&m->t->node[i])

enum { MOST_ROUNDS = 64 };

typedef struct { obj *l; int64_t from, to; } range;

/* [first, last) from operand i on; 0: it is none that is known */
static int
range_of(vm *m, const args *a, uint32_t i, range *r)
{
	value x = i < a->n ? vm_resolve(m, a->v[i], a->node) : (value){0}, y = i + 1 < a->n ? vm_resolve(m, a->v[i + 1], a->node) : (value){0};
	obj *other;

	if (!pointer_of(x, &r->l, &r->from) || r->l->loose || r->l->self_flags & LIST_ORDER_OPEN)
		return 0;
	if (y.kind == V_INT) {
		r->to = r->from + y.i;
		return r->from >= 0 && r->to <= list_len(r->l) && r->to - r->from <= MOST_ROUNDS;
	}
	return pointer_of(y, &other, &r->to) && other == r->l && r->from >= 0 && r->to <= list_len(r->l) && r->to - r->from <= MOST_ROUNDS;
}

static value
element(vm *m, obj *l, int64_t i, uint32_t node)
{
	return (value){.kind = V_REF, .r = vm_element(m, l, i, node)};
}

static value
call(vm *m, value f, uint32_t node, uint32_t n, const value *v)
{
	args b = {.node = node, .n = n, .places = 1};

	for (uint32_t i = 0; i < n; i++)
		b.v[i] = v[i];
	return vm_call(m, f, &b);
}

/* The list or map that a value is, or is in. */
static obj *
holder(vm *m, value v, uint32_t node)
{
	obj *l;
	int64_t i;

	v = vm_resolve(m, v, node);
	if (is_obj(v, O_ITER) && is_obj(v.o->a, O_DICT))
		return v.o->a.o;
	if (pointer_of(v, &l, &i))
		return l;
	return is_obj(v, O_LIST) || is_obj(v, O_DICT) ? v.o : NULL;
}

/* What it holds is not known any more, across that edge. */
static void
open_all(vm *m, obj *o, uint32_t edge)
{
	value e = v_unk(0);

	o->loose = 1;
	e.opq = o->opq = (uint16_t)edge;
	for (uint32_t k = 0; k < o->m.n; k++)
		cell_set(m, o->m.slot[k].c, e);
}

void
vm_scrambled(vm *m, value v, const char *name, uint32_t node)
{
	obj *o = holder(m, v, node);

	if (o && vm_deep_comp(m, v_obj(o), 0))
		open_all(m, o, vm_edge_to(m, EDGE_ANY, node, "where %.60s leaves what was compiled is not followed", name));
	else if (o && o->kind == O_LIST)
		o->self_flags |= LIST_ORDER_OPEN;
}

void
vm_opened(vm *m, value v, const char *name, uint32_t node)
{
	obj *o = holder(m, v, node);

	if (o)
		open_all(m, o, vm_edge_to(m, vm_deep_comp(m, v_obj(o), 0) ? EDGE_ANY : EDGE_HERE, node, "what the container holds after %.60s is not followed", name));
}

/* Puts v where the output that operand k names has its n-th element. */
static void
put(vm *m, const args *a, uint32_t k, int64_t n, value v)
{
	value x = k < a->n ? vm_resolve(m, a->v[k], a->node) : (value){0};
	obj *l;
	int64_t i;

	if (v.kind == V_REF)
		v = v.r->v;
	if (pointer_of(x, &l, &i) && i >= 0 && (l->loose || i + n < list_len(l)))
		cell_set(m, vm_element(m, l, i + n, a->node), vm_is_value(m, l->b) ? vm_copied(m, v) : v);
	else if (vm_deep_comp(m, v, 0) || !x.kind)
		vm_edge_to(m, EDGE_ANY, a->node, "what was compiled is put where an algorithm leaves it");
}

/* The algorithms that are followed; 0: none of them, or no range that is known. */
static int
algorithm(vm *m, const char *f, args *a, value *out)
{
	static const char *const known[] = {"for_each", "for_each_n", "generate", "generate_n", "fill", "fill_n", "copy", "copy_n", "move", "transform", "accumulate"};
	value last = a->n ? vm_resolve(m, a->v[a->n - 1], a->node) : (value){0}, e[2];
	range r;

	if (!AS_AMONG(f, known) || (vm_is(f, "move") && a->n != 3) || a->n < 3 || !range_of(m, a, 0, &r))
		return 0;
	*out = vm_is(f, "accumulate") ? vm_resolve(m, a->v[2], a->node) : v_none();
	if ((vm_is(f, "transform") && a->n != 4) || (vm_is(f, "accumulate") && a->n != 4))
		return 0;
	for (int64_t i = r.from; i < r.to && !m->pending; i++) {
		e[0] = element(m, r.l, i, a->node);
		if (vm_is(f, "for_each") || vm_is(f, "for_each_n"))
			call(m, last, a->node, 1, e);
		else if (vm_is(f, "generate") || vm_is(f, "generate_n"))
			cell_set(m, e[0].r, call(m, last, a->node, 0, NULL));
		else if (vm_is(f, "fill") || vm_is(f, "fill_n"))
			cell_set(m, e[0].r, vm_is_value(m, r.l->b) ? vm_copied(m, last) : last);
		else if (vm_is(f, "transform"))
			put(m, a, 2, i - r.from, call(m, last, a->node, 1, e));
		else if (vm_is(f, "accumulate")) {
			e[1] = e[0];
			e[0] = *out;
			*out = call(m, last, a->node, 2, e);
		} else
			put(m, a, 2, i - r.from, e[0]);
	}
	if (vm_is(f, "for_each"))
		*out = last;
	return 1;
}

typedef struct { value f; uint32_t node; } each;

static int
visit(vm *m, void *arg, value item)
{
	each *e = arg;

	call(m, e->f, e->node, 1, &item);
	return !m->pending;
}

/* Those that put elements elsewhere in a range, or set them where it is not known, 1; put them into another, 2; give one of them, or what is made of them, 3. */
static int
moves(const char *f)
{
	static const char *const list[] = {"sort", "stable_sort", "partial_sort", "nth_element", "reverse", "rotate", "shuffle", "random_shuffle", "partition",
		"stable_partition", "unique", "remove", "remove_if", "replace", "replace_if", "merge", "inplace_merge", "swap_ranges", "iter_swap", "make_heap",
		"push_heap", "pop_heap", "qsort", "qsort_r", "sort_heap", "next_permutation", "prev_permutation", "generate", "generate_n", "fill", "fill_n"};
	static const char *const out[] = {"copy", "copy_n", "copy_if", "copy_backward", "move_backward", "transform", "remove_copy", "remove_copy_if", "unique_copy",
		"reverse_copy", "rotate_copy", "partial_sum", "partition_copy", "set_union", "set_difference", "sample"};

	static const char *const gives[] = {"accumulate", "reduce", "transform_reduce", "inner_product", "min_element", "max_element", "lower_bound", "upper_bound",
		"bsearch", "lfind", "lsearch", "partition_point", "search", "adjacent_find", "find_first_of", "find_end", "find_if_not"};

	return AS_AMONG(f, list) ? 1 : AS_AMONG(f, out) ? 2 : AS_AMONG(f, gives) ? 3 : 0;
}

/* Runs f with operands from `first` on; std::ref(x) hands over the place of x. */
static value
run(vm *m, value f, const args *a, uint32_t first)
{
	args b = {.node = a->node, .places = 1};

	for (uint32_t i = first; i < a->n && b.n < MOST_ARGS; i++)
		b.v[b.n++] = a->v[i];
	if (is_obj(f, O_FUNC) && NODE(f.o->node)->flags & FACT_SELF && f.o->cls && !f.o->a.kind && b.n) { /* &C::f, object */
		value self = vm_resolve(m, b.v[0], a->node);
		if (self.kind == V_REF)
			self = vm_resolve(m, self.r->v, a->node);
		f = bind(m, f, self);
		memmove(b.v, b.v + 1, --b.n * sizeof *b.v);
	}
	return vm_call(m, f, &b);
}

static int
is_function(value f)
{
	return is_obj(f, O_FUNC) || is_obj(f, O_METHOD) || is_obj(f, O_PARTIAL) || is_obj(f, O_INST);
}

/* std::bind(f, ...): a partial of copies, without places for arguments. */
static int
bound(vm *m, args *a, value *out)
{
	obj *p = vm_obj(m, O_PARTIAL, vm_id(m, "std.bind"), a->node);

	p->a = arg_get(a, 0, NULL, m);
	if (!is_function(p->a))
		return 0;
	p->arg = vm_alloc(m, sizeof a->v);
	p->kw = vm_alloc(m, sizeof a->kw);
	for (uint32_t i = 1; i < a->n; i++) {
		value v = vm_resolve(m, a->v[i], a->node);
		p->arg[p->narg++] = v.kind == V_OBJ && a->at[i] && a->scope && vm_by_value(m, a->scope, a->at[i]) ? vm_copied(m, v) : v;
	}
	if (is_obj(p->a, O_FUNC) && NODE(p->a.o->node)->flags & FACT_SELF && p->a.o->cls && !p->a.o->a.kind && p->narg) {
		value self = p->arg[0].kind == V_REF ? vm_resolve(m, p->arg[0].r->v, a->node) : p->arg[0];
		p->a = bind(m, p->a, self);
		p->arg++;
		p->narg--;
	}
	*out = v_obj(p);
	return 1;
}

/* std::placeholders::_2 is 2; 0: it is none. */
static uint32_t
place_of(const vm *m, value v)
{
	const char *name = is_obj(v, O_EXT) ? as_last_part(vm_text(m, v.o->name)) : "";

	return name[0] == '_' && name[1] >= '1' && name[1] <= '9' && !name[2] ? (uint32_t)(name[1] - '0') : 0;
}

int
bound_args(vm *m, const obj *p, const args *a, args *b)
{
	uint32_t places = 0;

	for (uint32_t i = 0; i < p->narg; i++)
		places += place_of(m, p->arg[i]) != 0;
	for (uint32_t i = 0; places && i < p->narg; i++) {
		uint32_t k = place_of(m, p->arg[i]);
		if (k <= a->n)
			args_add(b, k ? a->v[k - 1] : p->arg[i], 0, k ? a->at[k - 1] : 0);
		else
			b->rest = 1;
	}
	return places != 0;
}

int
lib_range(vm *m, const char *f, args *a, value *out)
{
	value x = arg_get(a, 0, NULL, m), last = a->n ? vm_resolve(m, a->v[a->n - 1], a->node) : (value){0};
	int how;

	if ((vm_is(f, "ref") || vm_is(f, "cref")) && a->n == 1 && x.kind != V_OBJ && x.kind != V_REF && a->at[0] && a->scope) {
		cell *c = vm_place(m, a->scope, a->at[0], 1);
		if (!c || m->pending)
			return 0;
		*out = (value){.kind = V_REF, .r = c};
		return 1;
	}
	if (vm_is(f, "bind") && a->n)
		return bound(m, a, out);
	if (vm_is(f, "mem_fn")) {
		*out = v_unk(vm_id(m, "std::mem_fn"));
		return 1;
	}
	if (vm_is(f, "invoke") && is_function(x)) {
		*out = run(m, x, a, 1);
		return 1;
	}
	if (vm_is(f, "thread") || vm_is(f, "jthread") || vm_is(f, "async")) {
		uint32_t k = is_obj(x, O_EXT) && strstr(vm_text(m, x.o->name), "launch.async") ? 1 : 0;
		value fn = arg_get(a, k, NULL, m);
		if (!is_function(fn))
			return 0;
		vm_thread_begins(m, a->node);
		m->threads++;
		*out = run(m, fn, a, k + 1);
		m->threads--;
		if (out->kind != V_OBJ || !vm_is(f, "async"))
			*out = vm_is(f, "async") ? v_unk(0) : v_int(0);
		return 1;
	}
	if (algorithm(m, f, a, out))
		return 1;
	if (vm_is(f, "iter_swap") && a->n == 2) {
		obj *l, *k;
		int64_t i, j;
		value y = vm_resolve(m, a->v[1], a->node);
		if (pointer_of(x, &l, &i) && pointer_of(y, &k, &j) && i >= 0 && j >= 0 && i < list_len(l) && j < list_len(k)) {
			cell *c = vm_element(m, l, i, a->node), *d = vm_element(m, k, j, a->node);
			value v = c->v;
			cell_set(m, c, d->v);
			cell_set(m, d, v);
			*out = v_none();
			return 1;
		}
	}
	if (vm_is(f, "for_each") && a->n == 3 && is_function(last)) { /* of a map, or what is not known */
		uint32_t sites = m->nsite;
		each e = {last, a->node};
		obj *l;
		int64_t i;
		vm_texts_opened(m, a, 0);
		if (is_obj(x, O_ITER) && is_obj(x.o->a, O_DICT))
			x = x.o->a;
		else if (pointer_of(x, &l, &i))
			x = v_obj(l);
		vm_iterate(m, x, a->node, visit, &e);
		if (m->nsite > sites && !is_obj(x, O_DICT))
			vm_edge_to(m, EDGE_ANY, a->node, "what std::for_each sets is not followed");
		*out = last;
		return 1;
	}
	if ((how = moves(f)) && a->n > 1) {
		uint32_t sites = m->nsite;
		if (vm_is(f, "transform") && a->n == 4 && a->at[2])
			vm_text_mapped(m, a->scope, a->at[2], vm_same_text(m, a->at[0], a->at[2]) ? a->at[3] : 0);
		else if (how < 3)
			vm_texts_opened(m, a, how == 1 ? 0 : 2);
		for (uint32_t i = 2; i < a->n && !m->pending; i++)
			if (is_function(vm_resolve(m, a->v[i], a->node))) {
				value e[2] = {v_unk(0), v_unk(0)};
				call(m, vm_resolve(m, a->v[i], a->node), a->node, 2, e);
			}
		for (uint32_t i = 0; i < a->n && how == 1; i++)
			vm_scrambled(m, a->v[i], f, a->node);
		if (m->nsite > sites || (how == 2 && vm_args_comp(m, a, 0)) || (how == 1 && a->n > 2 && vm_deep_comp(m, last, 0)))
			vm_edge_to(m, EDGE_ANY, a->node, "what was compiled is put where std::%.40s leaves it", f);
		*out = v_unk(0);
		if (how == 3)
			out->flags = VF_LOOSE;
		if (how == 3 && (m->nsite > sites || vm_args_comp(m, a, 0)))
			out->opq = (uint16_t)vm_edge(m, a->node, "std::%.40s gives one of those that were compiled, or what is made of them", f);
		return 1;
	}
	return 0;
}
