/* lib_place.c - see vm.h: methods of C++ that change their object in place: strings, and
 * smart pointers and std::optional, which are what they hold. */
#include "../vm/vm_impl.h"

#include <string.h>

#include "words.h"

#define NODE(i) (&m->t->node[i])

/* Where the object of the method call stands; NULL. */
static cell *
object(vm *m, const args *a, const char *f)
{
	const fact_node *x = &m->t->node[a->node];
	cell *c;
	value v;

	if (x->kind != FACT_CALL || x[1].kind != FACT_ATTR || !vm_is(fact_str(m->t, a->node + 1), f) || !a->scope)
		return NULL;
	if (!(c = vm_place(m, a->scope, a->node + 2, 0)))
		return NULL;
	v = vm_resolve(m, c->v, a->node);
	return v.kind == V_REF ? v.r : c;
}

/* The string s of n bytes after the call; V_UNDEF where that is not known. */
static value
changed(vm *m, const char *f, const char *s, size_t n, const args *a)
{
	value x = arg_get(a, 0, NULL, m), y = arg_get(a, 1, NULL, m), z = arg_get(a, 2, NULL, m), with = (value){0};
	size_t from = n, len = 0, k = 0;
	const char *put = "";
	char *buf;

	if (vm_is(f, "pop_back")) {
		if (!n)
			return with;
		from = n - 1;
		len = 1;
	} else if (vm_is(f, "clear")) {
		from = 0;
		len = n;
	} else if (vm_is(f, "push_back") || (vm_is(f, "append") && a->n == 1)) {
		with = x;
	} else if (vm_is(f, "assign") && a->n == 1) {
		from = 0;
		len = n;
		with = x;
	} else if (vm_is(f, "resize") && x.kind == V_INT && x.i >= 0 && (size_t)x.i <= n) {
		from = (size_t)x.i;
		len = n - from;
	} else if (vm_is(f, "erase") && a->n <= 2 && (!a->n || x.kind == V_INT) && (a->n < 2 || y.kind == V_INT)) {
		from = a->n ? (size_t)x.i : 0;
		len = a->n < 2 ? n : (size_t)y.i;
	} else if (vm_is(f, "insert") && a->n == 2 && x.kind == V_INT) {
		from = (size_t)x.i;
		with = y;
	} else if (vm_is(f, "replace") && a->n == 3 && x.kind == V_INT && y.kind == V_INT) {
		from = (size_t)x.i;
		len = (size_t)y.i;
		with = z;
	} else {
		return with;
	}
	if (from > n)
		return (value){0};
	if (len > n - from)
		len = n - from;
	if (with.kind != V_UNDEF && (with.kind != V_STR || !(put = vm_cstr(m, with, &k))))
		return (value){0};
	buf = vm_alloc(m, n + k + 1);
	memcpy(buf, s, from);
	memcpy(buf + from, put, k);
	memcpy(buf + from + k, s + from + len, n - from - len);
	return v_str(vm_idn(m, buf, n + k - len));
}

/* What stands in std::optional<T> x or std::unique_ptr<T> x, a local or a field of the object that runs. */
static value
held_type(vm *m, scope *s, uint32_t at)
{
	value self = (value){0};
	uint32_t block, name = NODE(at)->str;

	if (NODE(at)->kind == FACT_ATTR)
		self = vm_evalr(m, s, at + 1);
	else if (NODE(at)->kind == FACT_NAME)
		for (scope *u = s; u && !self.kind; u = u->up)
			self = vm_resolve(m, u->self, at);
	if (self.kind == V_REF)
		self = vm_resolve(m, self.r->v, at);
	for (uint32_t f = NODE(at)->kind == FACT_NAME && s->fn ? s->fn->node : 0, k = f; f && k < NODE(f)->end; k++) { /* a local */
		uint32_t type = NODE(k)->kind == FACT_DECL && NODE(k + 1)->kind == FACT_NAME && NODE(k + 1)->str == name ? fact_find(m->t, k, FACT_TYPE) : 0;
		if (type && type + 1 < NODE(type)->end)
			return vm_evalr(m, s, type + 1);
	}
	if (!is_obj(self, O_INST) || !self.o->cls || !self.o->cls->scope || !(block = fact_find(m->t, self.o->cls->node, FACT_BLOCK)))
		return (value){0};
	FACT_EACH_KID(m->t, block, k) {
		uint32_t type = NODE(k)->kind == FACT_DECL && NODE(k + 1)->kind == FACT_NAME && NODE(k + 1)->str == name ? fact_find(m->t, k, FACT_TYPE) : 0;
		if (type && type + 1 < NODE(type)->end)
			return vm_evalr(m, self.o->cls->scope, type + 1);
	}
	return (value){0};
}

/* x.emplace(...) of a std::optional. */
static int
emplaced(vm *m, args *a, value *out)
{
	value v = arg_get(a, 0, NULL, m), type;
	cell *c = object(m, a, "emplace");

	if (!c)
		return 0;
	type = held_type(m, a->scope, a->node + 2);
	if (is_obj(type, O_CLASS) && !is_obj(v, O_INST)) {
		v = class_new(m, type.o, a);
	} else if (a->n != 1) {
		v = thing(m, vm_id(m, "optional value"), a->node);
		v.o->comp = (uint16_t)vm_args_comp(m, a, 1);
		v.o->opq = (uint16_t)vm_args_opq(m, a);
		if (!type.kind && !v.o->opq) /* of a class that nothing tells, whose constructor may compile */
			v.o->opq = (uint16_t)vm_edge_to(m, EDGE_ANY, a->node, "what is emplaced is of a type that is not known");
	}
	*out = boxed(m, v, a->node);
	if (!m->pending)
		cell_set(m, c, *out);
	return 1;
}

/* Containers change what they hold. */
static int
swapped(vm *m, value x, value y)
{
	map was;
	uint8_t loose;

	x = vm_resolve(m, x.kind == V_REF ? x.r->v : x, 0);
	y = vm_resolve(m, y.kind == V_REF ? y.r->v : y, 0);
	if (!(is_obj(x, O_LIST) && is_obj(y, O_LIST)) && !(is_obj(x, O_DICT) && is_obj(y, O_DICT)))
		return 0;
	was = x.o->m;
	loose = x.o->loose;
	x.o->m = y.o->m;
	x.o->loose = y.o->loose;
	y.o->m = was;
	y.o->loose = loose;
	return 1;
}

/* reset, release, emplace and swap of what holds a pointer or a value. */
static int
holder(vm *m, const char *f, value self, args *a, value *out)
{
	value x = arg_get(a, 0, NULL, m), v;
	int held = self.kind == V_NONE || is_boxed(m, self) || (self.kind == V_STR && self.sym == (uint32_t)SYM_HELD) || is_obj(self, O_INST) || comp_of(self) || (self.kind == V_UNK && (self.flags & VF_UNINIT || !self.sym));
	cell *c, *d;

	if (vm_is(f, "swap") && a->n == 1 && swapped(m, self, x)) {
		*out = v_none();
		return 1;
	}
	if (!vm_is(f, "reset") && !vm_is(f, "release") && !vm_is(f, "emplace") && !vm_is(f, "swap"))
		return 0;
	if (!held && !(a->n && comp_of(x)))
		return 0;
	if (vm_is(f, "swap")) {
		if (a->n != 1 || !a->at[0] || !(c = object(m, a, f)) || !(d = vm_place(m, a->scope, a->at[0], 0)))
			return 0;
		v = c->v;
		cell_set(m, c, d->v);
		cell_set(m, d, v);
		*out = v_none();
		return 1;
	}
	if (vm_is(f, "emplace"))
		return emplaced(m, a, out);
	if (vm_is(f, "release") ? a->n != 0 : a->n > 2)
		return 0;
	if (!(c = object(m, a, f)))
		return 0;
	*out = vm_is(f, "release") ? self : v_none();
	if (vm_is(f, "reset"))
		vm_destroyed(m, self);
	cell_set(m, c, vm_is(f, "release") || !a->n ? v_none() : x);
	return 1;
}

/* x.store(v) and its kin of a std::atomic that holds a number: 1 if x is declared as one. */
static int
atomic(vm *m, const char *f, value self, args *a, value *out)
{
	static const char *const changes[] = {"store", "exchange", "fetch_add", "fetch_sub", "fetch_or", "fetch_and", "fetch_xor", "compare_exchange_strong",
		"compare_exchange_weak", "test_and_set"};
	cell *c;

	if (self.kind == V_OBJ || !AS_AMONG(f, changes) || !(c = object(m, a, f)))
		return 0;
	*out = vm_is(f, "exchange") ? c->v : v_unk(0);
	cell_set(m, c, (vm_is(f, "store") || vm_is(f, "exchange")) && a->n ? arg_get(a, 0, NULL, m) : v_unk(0));
	return 1;
}

/* May a method that is not followed change the text that it is a method of? */
static int
changes_text(const char *f, value self)
{
	static const char *const leave[] = {"arg", "as", "at", "back", "begin", "c_str", "capacity", "cbegin", "cend", "close", "compare", "constData", "contains", "copy", "count",
		"crbegin", "crend", "data", "empty", "end", "endsWith", "ends_with", "eof", "exists", "extension", "fail", "filename", "find", "find_first_not_of", "find_first_of",
		"find_last_not_of", "find_last_of", "front", "generic_string", "get", "good", "has_value", "indexOf", "isEmpty", "isNull", "is_absolute", "is_open", "left", "length",
		"max_size", "mid", "native", "parent_path", "rbegin", "rend", "reserve", "rfind", "right", "shrink_to_fit", "simplified", "size", "split", "startsWith", "starts_with",
		"stem", "str", "string", "substr", "toDouble", "toInt", "toLatin1", "toLocal8Bit", "toLower", "toStdString", "toUpper", "toUtf8", "to_string", "trimmed", "u8string",
		"value", "value_or", "wstring", "."};
	static const char *const change[] = {"remove_prefix", "remove_suffix", "swap", "chop", "truncate", "prepend", "remove", "fill", "resize_and_overwrite"};

	return self.kind == V_STR ? !AS_AMONG(f, leave) : self.kind == V_UNK && self.i && AS_AMONG(f, change);
}

int
lib_place(vm *m, const char *f, value self, args *a, value *out)
{
	static const char *const list[] = {"pop_back", "push_back", "append", "assign", "clear", "erase", "insert", "replace", "resize"};
	const char *s;
	char name[200];
	size_t n;
	cell *c;
	value v;

	if (atomic(m, f, self, a, out) || holder(m, f, self, a, out))
		return 1;
	if (!AS_AMONG(f, list) && changes_text(f, self)) {
		vm_text_opened(m, a->scope, NODE(a->node)->kind == FACT_CALL && NODE(a->node + 1)->kind == FACT_ATTR ? a->node + 2 : 0);
		vm_texts_opened(m, a, 0);
		return 0;
	}
	if (!AS_AMONG(f, list) || (self.kind != V_STR && !(self.kind == V_UNK && self.i)) || !(c = object(m, a, f)))
		return 0;
	*out = self;
	if (self.kind == V_STR && (s = vm_cstr(m, self, &n))) {
		v = changed(m, f, s, n, a);
		if (v.kind == V_UNDEF)
			v = v_unk(0);
		else
			v.flags |= self.flags & VF_LABEL;
	} else if (self.kind == V_UNK) { /* text from outside: what it would be if it were the label */
		const char *hyp = vm_hyp(m, self);
		const char *was = vm_name_of(m, self, "text");
		v = hyp ? changed(m, f, hyp, strlen(hyp), a) : (value){0};
		if (strlen(was) > 120)
			v = v_unk(0);
		else {
			strcpy(name, was);
			strcat(name, ".");
			strcat(name, f);
			v = vm_part(m, self, name, v);
		}
	} else {
		v = v_unk(0);
	}
	v.opq = self.opq;
	cell_set(m, c, v);
	return 1;
}

/* std::exchange and std::swap. */
int
lib_places(vm *m, const char *f, args *a, value *out)
{
	int exchange = vm_is(f, "exchange");
	cell *c, *d;
	value v;

	if ((!exchange && !vm_is(f, "swap")) || a->n != 2 || !a->scope || !a->at[0] || !a->at[1] || !(c = vm_place(m, a->scope, a->at[0], 0)))
		return 0;
	if (!exchange && (d = vm_place(m, a->scope, a->at[1], 0)) && swapped(m, c->v, d->v)) {
		*out = v_none();
		return 1;
	}
	if (!exchange && !(d = vm_place(m, a->scope, a->at[1], 0)) && vm_text_opened(m, a->scope, a->at[0])) {
		*out = v_none();
		return 1;
	}
	if (is_obj(c->v, O_LIST) || (!exchange && !(d = vm_place(m, a->scope, a->at[1], 0))))
		return 0;
	v = c->v;
	*out = exchange ? v : v_none();
	cell_set(m, c, exchange ? vm_resolve(m, a->v[1], a->node) : d->v);
	if (!exchange)
		cell_set(m, d, v);
	return 1;
}
