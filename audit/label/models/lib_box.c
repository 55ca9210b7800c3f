/* lib_box.c - see vm.h: methods of containers, of Python and of C++. */
#include "../vm/vm_impl.h"

#include <stdio.h>
#include <string.h>

#include "words.h"

enum { MOST_ELEMENTS = 5000 }; /* a list that grows beyond that has others that are not known */

static value
pair(vm *m, value a, value b, uint32_t node)
{
	obj *t = list_of(m, O_TUPLE, node);

	list_add(m, t, a);
	list_add(m, t, b);
	return v_obj(t);
}

static void
merge(vm *m, obj *d, value from)
{
	if (dict_part(m, &from))
		from = v_obj(dict_part(m, &from));
	if (is_obj(from, O_DICT)) {
		for (uint32_t i = 0; i < from.o->m.n; i++)
			if (from.o->m.slot[i].c->v.kind)
				cell_set(m, order_place(m, d, from.o->m.slot[i].key, from.o->m.slot[i].kv), from.o->m.slot[i].c->v);
		d->loose |= from.o->loose;
	} else if (is_obj(from, O_LIST)) {
		for (int64_t i = 0; i < list_len(from.o); i++) {
			value p = vm_resolve(m, list_at(from.o, i), 0);
			uint64_t key;
			if ((is_obj(p, O_TUPLE) || is_obj(p, O_LIST)) && list_len(p.o) == 2 && key_of(m, list_at(p.o, 0), &key))
				cell_set(m, map_get(m, &d->m, key, list_at(p.o, 0)), list_at(p.o, 1));
		}
	} else if (from.kind != V_UNDEF) {
		d->loose = 1;
	}
}

/* What a container of C++ gives for a key: a place in it, or its end. */
static value
iter(vm *m, obj *of, value key, uint32_t node)
{
	obj *o = vm_obj(m, O_ITER, 0, node);

	o->a = v_obj(of);
	o->b = key;
	return v_obj(o);
}

/* A list made at a moment of what a dict holds. */
static value
listed(vm *m, obj *d, int what, uint32_t node)
{
	obj *l = list_of(m, O_LIST, node);

	for (uint32_t i = 0; i < d->m.n; i++) {
		value k = d->m.slot[i].kv, v = d->m.slot[i].c->v;
		if (v.kind != V_UNDEF)
			list_add(m, l, what == 0 ? k : what == 1 ? v : pair(m, k, v, node));
	}
	l->loose = d->loose;
	l->opq = d->opq;
	return v_obj(l);
}

/* Does it hold something under a key that is not known? */
static int
open_keys(const vm *m, const obj *d)
{
	for (uint32_t i = 0; i < d->m.n; i++)
		if (key_open(m, d->m.slot[i].kv) && d->m.slot[i].c->v.kind)
			return 1;
	return d->loose;
}

/* An element of a container of C++, made in place of the arguments from `first` on. */
static value
element(vm *m, obj *of, const args *a, uint32_t first, int in_place)
{
	value v = first < a->n ? vm_resolve(m, a->v[first], a->node) : (value){0};

	if (!m->c || of->b.kind == V_UNDEF)
		return v;
	if (in_place && is_obj(of->b, O_CLASS) && !(of->b.o->self_flags & 1) && (a->n != first + 1 || !is_obj(v, O_INST))) {
		args b = {.node = a->node, .scope = a->scope, .rest = a->rest};
		args_from(&b, a, first);
		return class_new(m, of->b.o, &b);
	}
	v = vm_coerce(m, of->b, v, a->node);
	if (!is_obj(v, O_INST) && vm_is_value(m, of->b) && a->at[first] && m->t->node[a->at[first]].kind != FACT_CALL)
		return vm_plain_copy(m, v);
	if (is_obj(of->b, O_CLASS) && is_obj(v, O_INST) && v.o->cls == of->b.o && a->at[first] && m->t->node[a->at[first]].kind != FACT_CALL)
		return vm_copied(m, v);
	return is_obj(of->b, O_CLASS) ? vm_sliced_to(m, of->b.o, v) : v;
}

/* The key at which a map of C++ begins. */
static value
first_key(const obj *d)
{
	if (d->self_flags & LIST_ORDER_OPEN && list_len(d) > 1)
		return v_unk(0);
	for (uint32_t i = 0; i < d->m.n; i++)
		if (d->m.slot[i].c->v.kind != V_UNDEF)
			return d->m.slot[i].kv;
	return d->loose ? v_unk(0) : v_none();
}

static int
on_dict(vm *m, const char *f, obj *d, args *a, value *out)
{
	value k = arg_get(a, 0, NULL, m), other = arg_get(a, 1, NULL, m);
	uint64_t key = 0;
	int has = k.kind != V_UNDEF && key_of(m, k, &key);

	cell *c = has ? map_find(&d->m, key) : key_open(m, k) && !m->c ? map_find(&d->m, key_unknown(m, k, a->node)) : NULL;

	vm_asks(m, k);
	if (c && c->v.kind == V_UNDEF)
		c = NULL;
	if (order_method(m, f, d, a, out))
		return 1;
	if (vm_is(f, "get") || vm_is(f, "pop") || vm_is(f, "setdefault")) {
		if (has && !c && is_obj(k, O_INST) && k.o->cls && (k.o->cls->self_flags & 4)) {
			value w = field_get(m, k.o, "value");
			if (key_of(m, w, &key))
				c = map_find(&d->m, key);
		}
		if (c) {
			*out = c->v;
			if (vm_is(f, "pop"))
				cell_set(m, c, (value){0});
		} else if (has && !open_keys(m, d)) {
			if (other.kind == V_UNDEF && vm_is(f, "pop"))
				vm_raise(m, "KeyError");
			*out = other.kind == V_UNDEF ? v_none() : other;
			if (vm_is(f, "setdefault"))
				cell_set(m, order_place(m, d, key, k), *out);
		} else if (!has && k.kind == V_UNK) {
			/* which of them, or none */
			value in = vm_compare(m, "in", k, v_obj(d), a->node);
			if (vm_truth(m, in, a->node))
				*out = vm_index(m, v_obj(d), k, a->node);
			else
				*out = other.kind == V_UNDEF ? v_none() : other;
		} else {
			*out = v_unk(0);
			out->opq = d->opq;
		}
		return 1;
	}
	if (vm_is(f, "items"))
		*out = listed(m, d, 2, a->node);
	else if (vm_is(f, "keys"))
		*out = listed(m, d, 0, a->node);
	else if (vm_is(f, "values"))
		*out = listed(m, d, 1, a->node);
	else if (vm_is(f, "update") || vm_is(f, "merge")) {
		merge(m, d, k);
		for (uint32_t i = 0; i < a->n; i++)
			if (a->kw[i])
				cell_set(m, order_place(m, d, key_str(a->kw[i]), v_str(a->kw[i])), a->v[i]);
		*out = v_none();
	} else if (vm_is(f, "copy")) {
		obj *n = vm_obj(m, O_DICT, 0, a->node);
		merge(m, n, v_obj(d));
		*out = v_obj(n);
	} else if (vm_is(f, "clear")) {
		for (uint32_t i = 0; i < d->m.n; i++)
			cell_set(m, d->m.slot[i].c, (value){0});
		*out = v_none();
	} else if (vm_is(f, "find")) {
		if (c)
			*out = iter(m, d, d->m.n ? k : k, a->node);
		else if (has && !open_keys(m, d))
			*out = iter(m, d, v_none(), a->node);
		else {
			value in = vm_compare(m, "in", k, v_obj(d), a->node);
			*out = iter(m, d, vm_truth(m, in, a->node) ? k : v_none(), a->node);
		}
	} else if (vm_is(f, "end") || vm_is(f, "cend"))
		*out = iter(m, d, v_none(), a->node);
	else if (vm_is(f, "begin") || vm_is(f, "cbegin")) {
		ordered_now(m, d, a->node);
		*out = iter(m, d, first_key(d), a->node);
	} else if (vm_is(f, "count") && strstr(vm_text(m, d->name), "multi"))
		*out = v_unk(0);
	else if (vm_is(f, "count") || vm_is(f, "contains") || vm_is(f, "__contains__") || vm_is(f, "has_key"))
		*out = vm_compare(m, "in", k, v_obj(d), a->node);
	else if (vm_is(f, "at") || vm_is(f, "__getitem__")) {
		if (!c && has && !open_keys(m, d)) {
			vm_raise(m, "std.out_of_range");
			*out = v_unk(0);
		} else {
			*out = vm_index(m, v_obj(d), k, a->node);
		}
	} else if (vm_is(f, "emplace") || vm_is(f, "try_emplace") || vm_is(f, "insert_or_assign") || vm_is(f, "insert") || vm_is(f, "__setitem__")) {
		if (vm_is(f, "insert") && (is_obj(k, O_TUPLE) || is_obj(k, O_LIST)) && list_len(k.o) == 2) {
			other = list_at(k.o, 1);
			k = vm_resolve(m, list_at(k.o, 0), 0);
			has = key_of(m, k, &key);
			c = has ? map_find(&d->m, key) : NULL;
			if (c && c->v.kind == V_UNDEF)
				c = NULL;
		}
		int over = vm_is(f, "insert_or_assign") || vm_is(f, "__setitem__");
		if (m->c && (!has || !c || over))
			other = *f == 'i' && a->n == 1 ? vm_coerce(m, d->b, other, a->node) : element(m, d, a, 1, *f != 'i' && *f != '_');
		if (has && (!c || over))
			cell_set(m, order_place(m, d, key, k), other.kind ? other : v_unk(0));
		else if (!has)
			d->loose = 1;
		*out = pair(m, iter(m, d, k, a->node), has ? v_bool(!c) : v_unk(0), a->node);
	} else if (vm_is(f, "erase")) {
		if (is_obj(k, O_ITER) && k.o->a.kind == V_OBJ && k.o->a.o == d) /* what it stands at */
			c = key_of(m, k.o->b, &key) ? map_find(&d->m, key) : NULL;
		else if (has)
			k.kind = V_UNDEF;
		if (c)
			cell_set(m, c, (value){0});
		else if (m->c && k.kind != V_UNDEF)
			vm_opened(m, v_obj(d), f, a->node);
		*out = k.kind == V_UNDEF ? v_int(1) : v_unk(0);
	} else if (vm_is(f, "size"))
		*out = d->loose ? v_unk(0) : v_int(list_len(d));
	else if (vm_is(f, "empty"))
		*out = d->loose && !list_len(d) ? v_unk(0) : v_bool(list_len(d) == 0);
	else
		return 0;
	return 1;
}

/* insert, emplace and erase of C++, at an iterator. */
static void
shifted(vm *m, const char *f, obj *l, value at, const args *a)
{
	int erases = vm_is(f, "erase");
	obj *of, *c = list_of(m, O_LIST, a->node);
	int64_t i, n = list_len(l);

	if (!pointer_of(at, &of, &i) || of != l || l->loose || i < 0 || i > n || a->n != (erases ? 1u : 2u) || m->trailing) {
		l->loose = 1;
		vm_scrambled(m, v_obj(l), f, a->node);
		if (!erases && vm_args_comp(m, a, 0))
			vm_edge_to(m, EDGE_ANY, a->node, "what was compiled is put into a container at a place that is not followed");
		return;
	}
	for (int64_t k = 0; k <= n; k++) {
		if (k == i && !erases)
			list_add(m, c, element(m, l, a, 1, vm_is(f, "emplace")));
		if (k < n && !(k == i && erases))
			list_add(m, c, list_at(l, k));
	}
	l->m = c->m;
}

/* v.resize(n, x) and v.assign(n, x), of a known n: 1 if so. */
static int
filled(vm *m, const char *f, obj *l, value k, args *a)
{
	value x = arg_get(a, 1, NULL, m);

	if (!m->c || a->n != 2 || k.kind != V_INT || k.i < 0 || k.i > 64 || l->loose)
		return 0;
	if (vm_is(f, "assign"))
		memset(&l->m, 0, sizeof l->m);
	if (list_len(l) > k.i)
		return 0;
	while (list_len(l) < k.i && !m->pending)
		list_add(m, l, vm_is_value(m, l->b) ? vm_copied(m, x) : x);
	return 1;
}

static int
on_list(vm *m, const char *f, value self, args *a, value *out)
{
	obj *l = self.o;
	value k = arg_get(a, 0, NULL, m);

	if (list_method(m, f, l, a, out))
		return 1;
	*out = v_none();
	if (vm_is(f, "append") || vm_is(f, "push_back") || vm_is(f, "emplace_back") || vm_is(f, "add") || vm_is(f, "push") || vm_is(f, "appendleft") || (vm_is(f, "insert") && a->n == 1)) {
		if (m->c && ordered_once(m, l)) {
			int has = ordered_has(m, l, k, a->node);
			*out = pair(m, v_unk(0), has < 0 ? v_unk(0) : v_bool(!has), a->node);
			if (has == 1)
				return 1;
			l->loose |= has < 0;
		}
		if (l->m.n < MOST_ELEMENTS || list_len(l) < MOST_ELEMENTS) { /* some of them may be gone */
			value e = k.kind || vm_is(f, "emplace_back") ? element(m, l, a, 0, vm_is(f, "emplace_back")) : k;
			list_add(m, l, e.kind ? e : v_unk(0));
			if (m->c && vm_is(f, "emplace_back"))
				*out = e;
		} else {
			l->loose = 1;
		}
	} else if (m->c && (vm_is(f, "insert") || vm_is(f, "emplace") || vm_is(f, "erase"))) {
		shifted(m, f, l, k, a);
		*out = v_unk(0);
	} else if (vm_is(f, "insert") || vm_is(f, "emplace")) {
		list_add(m, l, arg_get(a, 1, NULL, m));
	} else if (vm_is(f, "extend") || vm_is(f, "update")) {
		if (is_obj(k, O_LIST) || is_obj(k, O_TUPLE)) {
			for (int64_t i = 0; i < list_len(k.o); i++)
				list_add(m, l, list_at(k.o, i));
			l->loose |= k.o->loose;
		} else {
			l->loose = 1;
		}
	} else if (vm_is(f, "pop") || vm_is(f, "popleft") || vm_is(f, "pop_back") || (m->c && vm_is(f, "pop_front"))) {
		int64_t n = list_len(l), at = vm_is(f, "popleft") || vm_is(f, "pop_front") || (m->c && strcmp(vm_text(m, l->name), "queue") == 0) ? 0 : k.kind == V_INT ? (k.i < 0 ? k.i + n : k.i) : n - 1;
		*out = at >= 0 ? list_at(l, at) : (value){0};
		if (out->kind == V_UNDEF) {
			*out = v_unk(0);
			if (!m->c && !l->loose && list_len(l) == 0 && vm_truth(m, v_unk(vm_idf(m, "the list is empty where line %u takes from it", m->t->node[a->node].line)), a->node))
				vm_raise(m, l->node && m->t->node[l->node].kind == FACT_CALL && strcmp(fact_str(m->t, l->node + 1), "set") == 0 ? "KeyError" : "IndexError");
		} else {
			obj *c = list_of(m, O_LIST, a->node);
			for (int64_t i = 0; i < n; i++)
				if (i != at)
					list_add(m, c, list_at(l, i));
			l->m = c->m;
			if (m->c && is_obj(l->b, O_CLASS))
				vm_destroyed(m, vm_resolve(m, *out, a->node));
		}
	} else if (vm_is(f, "index")) {
		*out = v_unk(0);
		for (int64_t i = 0; i < list_len(l); i++) {
			value e = vm_compare(m, "==", k, list_at(l, i), a->node);
			if (vm_known(m, e) == 1) {
				*out = v_int(i);
				break;
			}
			if (vm_known(m, e) < 0)
				break;
			if (i + 1 == list_len(l) && !l->loose)
				vm_raise(m, "ValueError");
		}
	} else if (vm_is(f, "count") || vm_is(f, "contains") || vm_is(f, "__contains__"))
		*out = vm_compare(m, "in", k, self, a->node);
	else if (vm_is(f, "copy") || vm_is(f, "union") || vm_is(f, "begin") || vm_is(f, "cbegin") || vm_is(f, "data")) {
		ordered_now(m, l, a->node);
		*out = self;
	} else if (vm_is(f, "size") || vm_is(f, "length"))
		*out = l->loose ? v_unk(0) : v_int(list_len(l));
	else if (vm_is(f, "empty"))
		*out = l->loose && !list_len(l) ? v_unk(0) : v_bool(list_len(l) == 0);
	else if (vm_is(f, "at") || vm_is(f, "__getitem__")) {
		if (m->c && k.kind == V_INT && !l->loose && k.i >= list_len(l) && !vm_decide(m, vm_idf(m, "line %u reads what is there", m->t->node[a->node].line), a->node))
			vm_raise(m, "std.out_of_range");
		*out = m->pending ? v_unk(0) : vm_index(m, self, k, a->node);
	} else if (!m->c && (vm_is(f, "__setitem__") || vm_is(f, "__delitem__") || vm_is(f, "__iadd__") || vm_is(f, "__imul__"))) {
		lib_blur(m, l, f, a->node);
		if (f[2] == 'i')
			*out = self;
	} else if ((vm_is(f, "back") || vm_is(f, "front")) && l->self_flags & LIST_ORDER_OPEN)
		*out = vm_index(m, self, v_int(0), a->node);
	else if (vm_is(f, "back"))
		*out = list_len(l) ? list_at(l, list_len(l) - 1) : v_unk(0);
	else if (vm_is(f, "front"))
		*out = list_len(l) ? list_at(l, 0) : v_unk(0);
	else if (vm_is(f, "clear")) {
		if (m->c)
			vm_let_go(m, self);
		memset(&l->m, 0, sizeof l->m);
		l->loose &= !m->c || m->trailing;
	} else if (vm_is(f, "top") && m->c && list_len(l) == 1)
		*out = list_at(l, 0);
	else if (vm_is(f, "sort") && !m->c)
		sort_known(m, l, a);
	else if ((vm_is(f, "resize") || vm_is(f, "assign")) && filled(m, f, l, k, a))
		;
	else if (vm_is(f, "sort") || vm_is(f, "reverse") || vm_is(f, "remove") || vm_is(f, "discard") || vm_is(f, "reserve") || vm_is(f, "resize") || vm_is(f, "assign")) {
		if (m->c && vm_is(f, "resize") && k.kind == V_INT && a->n == 1 && is_obj(l->b, O_CLASS) && k.i >= list_len(l) && k.i <= 64 && !l->loose)
			while (list_len(l) < k.i && !m->pending)
				list_add(m, l, vm_default(m, l->b, a->node));
		else if (vm_is(f, "resize") || vm_is(f, "assign"))
			l->loose = 1;
		if (m->c && !vm_is(f, "reserve") && !vm_is(f, "resize"))
			vm_scrambled(m, self, f, a->node);
	} else if (vm_is(f, "end") || vm_is(f, "cend"))
		*out = iter(m, l, v_none(), a->node);
	else if (vm_is(f, "issubset") || vm_is(f, "isdisjoint") || vm_is(f, "issuperset") || vm_is(f, "intersection") || vm_is(f, "difference"))
		*out = v_unk(0);
	else
		return 0;
	return 1;
}

/* A method of a container of C++ that is not followed: what it holds afterwards is not known, nor what the
 * containers hold that it is given. */
static int
not_followed(vm *m, const char *f, value self, args *a, value *out)
{
	static const char *const harmless[] = {"capacity", "max_size", "shrink_to_fit", "get_allocator", "key_comp", "value_comp", "hash_function", "key_eq",
		"bucket_count", "load_factor", "max_load_factor", "rehash", "rend", "crend", "crbegin"};

	if (!m->c || AS_AMONG(f, harmless))
		return 0;
	vm_opened(m, self, f, a->node);
	for (uint32_t i = 0; i < a->n; i++)
		vm_opened(m, a->v[i], f, a->node);
	*out = v_unk(0);
	out->opq = self.o->opq;
	vm_mark(m, a->node, MARK_BLIND);
	return 1;
}

int
lib_box(vm *m, const char *f, value self, args *a, value *out)
{
	if (m->c && (self.kind == V_NONE || self.kind == V_INT || self.kind == V_FLOAT || self.kind == V_BOOL))
		vm_mark(m, a->node, MARK_BLIND); /* not what it seems, where the tree has such a method */
	if (self.kind == V_NONE && m->c) {
		*out = vm_is(f, "has_value") ? v_bool(0) : vm_is(f, "get") ? v_none() : vm_is(f, "value_or") && a->n ? arg_get(a, 0, NULL, m) : v_unk(0);
		if (out->kind == V_UNK)
			vm_mark(m, a->node, MARK_BLIND);
		return 1;
	}
	if (self.kind == V_INT || self.kind == V_FLOAT || self.kind == V_BOOL) {
		vm_mark(m, a->node, MARK_BLIND);
		*out = v_unk(0);
		return 1;
	}
	if (self.kind != V_OBJ)
		return 0;
	if (self.o->kind == O_SCOPE && self.o->scope) { /* globals(), __dict__: the names themselves */
		obj *d = vm_obj(m, O_DICT, 0, a->node);
		int known;
		d->m = self.o->scope->m;
		known = on_dict(m, f, d, a, out);
		self.o->scope->m = d->m;
		if (d->loose && known)
			vm_edge_to(m, EDGE_ANY, a->node, "names are put that are not known");
		return known;
	}
	if (dict_part(m, &self))
		return on_dict(m, f, dict_part(m, &self), a, out);
	if (self.o->kind == O_DICT) {
		int known = on_dict(m, f, self.o, a, out);
		descr_written(self.o);
		return known || not_followed(m, f, self, a, out);
	}
	if (self.o->kind == O_LIST || self.o->kind == O_TUPLE)
		return on_list(m, f, self, a, out) || not_followed(m, f, self, a, out);
	if (self.o->kind == O_CLASS && vm_is(f, "__subclasses__")) {
		*out = is_obj(self.o->b, O_LIST) ? self.o->b : v_obj(list_of(m, O_LIST, a->node));
		return 1;
	}
	if (self.o->kind == O_CLASS && (self.o->self_flags & 2) && (vm_is(f, "from_dict") || vm_is(f, "model_validate") || vm_is(f, "parse_obj"))) {
		value d = arg_get(a, 0, NULL, m);
		args b = {.node = a->node, .scope = a->scope};
		if (!is_obj(d, O_DICT))
			return 0;
		args_dict(&b, d.o);
		*out = class_new(m, self.o, &b);
		return 1;
	}
	if (m->c && (self.o->kind == O_INST || self.o->kind == O_FUNC || (self.o->kind == O_THING && (vm_is(f, "has_value") || a->n == 0)))) {
		if (vm_is(f, "has_value")) {
			*out = v_bool(1);
			return 1;
		}
		if (vm_is(f, "value") || vm_is(f, "get") || vm_is(f, "release") || vm_is(f, "lock") || vm_is(f, "value_or")) {
			*out = self;
			return 1;
		}
	}
	return 0;
}
