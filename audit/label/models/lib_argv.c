/* lib_argv.c - see vm.h: sys.argv once the program changes it, and a list of arguments that it parses itself. */
#include "../vm/vm_impl.h"

#include <stdio.h>
#include <string.h>

/* Arguments that stand in the list by name; behind them it is open how many there are. */
enum { NAMED_ARGUMENTS = 4 };

static int
is_argv(const vm *m, value v)
{
	return (is_obj(v, O_EXT) || is_obj(v, O_THING)) && strcmp(vm_text(m, v.o->name), "sys.argv") == 0;
}

value
argv_now(vm *m, value v)
{
	cell *c = is_obj(v, O_EXT) && v.o->m.n && is_argv(m, v) ? map_find(&v.o->m, key_int(0)) : NULL;

	return c && c->v.kind ? c->v : v;
}

value
argv_list(vm *m, value v, uint32_t node)
{
	obj *of, *l;
	cell *c;

	if (m->c || !is_argv(m, v))
		return v;
	of = ext_obj(m, vm_id(m, "sys.argv"));
	c = map_get(m, &of->m, key_int(0), v_int(0));
	if (c->v.kind)
		return c->v;
	l = list_of(m, O_LIST, node);
	list_add(m, l, v_unk(vm_id(m, "sys.argv[0]")));
	for (int i = 1; i <= NAMED_ARGUMENTS; i++)
		list_add(m, l, vm_input(m, vm_text(m, vm_idf(m, "argument %d", i)), node));
	l->loose = 1;
	l->self_flags = LIST_ARGUMENTS;
	c->v = v_obj(l); /* the same as before, by another name: nothing to take back */
	return c->v;
}

int
argv_method(vm *m, const char *name, args *a, value *out)
{
	static const char *const those[] = {"append", "insert", "extend", "pop", "remove", "clear", "reverse", "sort"};
	value l;

	if (strncmp(name, "sys.argv.", 9) != 0)
		return 0;
	for (size_t i = 0; i < sizeof those / sizeof *those; i++)
		if (strcmp(name + 9, those[i]) == 0) {
			l = argv_list(m, ext_of(m, "sys.argv"), a->node);
			if (*those[i] == 'c')
				l.o->loose = l.o->self_flags = 0;
			if (strcmp(those[i], "reverse") == 0) { /* the last are the first: which is which is open */
				memset(&l.o->m, 0, sizeof l.o->m);
				l.o->self_flags = 0;
			}
			return lib_box(m, name + 9, l, a, out);
		}
	return 0;
}

/* Where in a list a slice begins and ends; 0 if that is not known. */
static int
bounds(const obj *l, const obj *key, int64_t *from, int64_t *to)
{
	int64_t n = list_len(l), *at[] = {from, to};

	if (key->arg[2].kind != V_NONE)
		return 0;
	for (int k = 0; k < 2; k++) {
		value v = key->arg[k];
		if (v.kind != V_INT && v.kind != V_NONE)
			return 0;
		if (l->loose && (v.kind == V_INT ? v.i < 0 || v.i > n : 0))
			return 0;
		*at[k] = v.kind == V_NONE ? k ? n : 0 : v.i < 0 ? v.i + n : v.i;
		*at[k] = *at[k] < 0 ? 0 : *at[k] > n ? n : *at[k];
	}
	if (*to < *from)
		*to = *from;
	return 1;
}

void
list_splice(vm *m, obj *l, const obj *key, value v, uint32_t node)
{
	obj *c = list_of(m, O_LIST, node);
	int64_t from, to;
	int open = key->arg[1].kind != V_NONE && l->loose;

	v = named_tuple(m, vm_resolve(m, v, node));
	if (is_obj(v, O_GEN) || is_obj(v, O_ITER) || is_obj(v, O_DICT))
		v = vm_listed(m, v, O_LIST, node);
	if (m->pending)
		return;
	if (m->trailing || !bounds(l, key, &from, &to) || (v.kind && !is_obj(v, O_LIST) && !is_obj(v, O_TUPLE))) {
		uint32_t n = l->m.n;
		if (v.kind)
			vm_lost(m, v, node);
		for (uint32_t i = 0; i < n; i++) /* any may have gone, and others come */
			cell_set(m, l->m.slot[i].c, v_unk(0));
		l->loose = 1;
		return;
	}
	for (int64_t i = 0; i < from; i++)
		list_add(m, c, list_at(l, i));
	for (int64_t i = 0; v.kind && i < list_len(v.o); i++)
		list_add(m, c, list_at(v.o, i));
	for (int64_t i = to; i < list_len(l); i++)
		list_add(m, c, list_at(l, i));
	l->m = c->m;
	l->loose = (uint8_t)(open || (v.kind && v.o->loose));
	l->self_flags = (uint8_t)(open ? l->self_flags : v.kind ? v.o->self_flags & LIST_ARGUMENTS : 0);
}

/* Is it an option of that name, or one with its value behind a '='? 2: with it. */
static int
is_option(const vm *m, const args *o, const char *token, const char **value_at)
{
	for (uint32_t i = 0; i < o->n; i++) {
		const char *s = !o->kw[i] && o->v[i].kind == V_STR ? vm_cstr(m, o->v[i], NULL) : NULL;
		size_t n = s ? strlen(s) : 0;
		if (!n || *s != '-' || strncmp(token, s, n) != 0)
			continue;
		if (!token[n])
			return 1;
		if (token[n] == '=') {
			*value_at = token + n + 1;
			return 2;
		}
	}
	return 0;
}

static int
is_switch(vm *m, const args *o)
{
	value action = arg_get(o, 99, "action", m), nargs = arg_get(o, 99, "nargs", m);
	const char *act = action.kind == V_STR ? vm_cstr(m, action, NULL) : "";

	return strncmp(act, "store_", 6) == 0 || strcmp(act, "count") == 0 || action.kind == V_OBJ || nargs.kind == V_INT;
}

/* Does it take one value, as it stands? */
static int
is_plain(vm *m, const args *o)
{
	return arg_get(o, 99, "action", m).kind == V_UNDEF && arg_get(o, 99, "nargs", m).kind == V_UNDEF;
}

static value
converted(vm *m, const args *o, value v)
{
	value type = arg_get(o, 99, "type", m);
	args b = {.node = o->node, .n = 1};

	b.v[0] = v;
	return type.kind == V_UNDEF ? v : vm_call(m, type, &b);
}

/* Which of a list's words is the nth that belongs to no option; -1: that is not known. */
static int64_t
positional(vm *m, const obj *list, const obj *options, uint32_t nth)
{
	uint32_t k = 0;

	for (int64_t i = 0; i < list_len(list); i++) {
		value v = vm_resolve(m, list_at(list, i), 0);
		const char *s = v.kind == V_STR ? vm_cstr(m, v, NULL) : NULL, *at;
		int is = 0;
		if (v.kind != V_STR || !s)
			return -1;
		if (*s != '-') {
			if (k++ == nth)
				return i;
			continue;
		}
		for (int64_t q = 0; q < list_len(options) && !is; q++) {
			value o = list_at(options, q);
			args b = args_kept(o.o);
			if ((is = is_option(m, &b, s, &at)) == 1) {
				if (!is_switch(m, &b) && !is_plain(m, &b))
					return -1;
				i += is_plain(m, &b);
			}
		}
		if (!is)
			return -1;
	}
	return -1;
}

/* Is each word that looks like an option one of them, as it is written, with what it needs behind it? */
static int
all_known(vm *m, const obj *list, const obj *options)
{
	for (int64_t i = 0; i < list_len(list); i++) {
		value v = vm_resolve(m, list_at(list, i), 0);
		const char *s = v.kind == V_STR ? vm_cstr(m, v, NULL) : NULL, *at;
		int is = 0;
		if (!s || *s == '@' || (*s == '-' && !s[1]))
			return 0;
		for (int64_t q = 0; *s == '-' && q < list_len(options) && !is; q++) {
			value o = list_at(options, q);
			args b = args_kept(o.o);
			is = is_option(m, &b, s, &at);
			i += is == 1 && is_plain(m, &b); /* its value, whatever that looks like */
		}
		if (*s == '-' && !is)
			return 0;
	}
	return 1;
}

int
argv_option(vm *m, const obj *list, const obj *options, const args *o, uint32_t nth, value *out)
{
	value action = arg_get(o, 99, "action", m), def = arg_get(o, 99, "default", m), set = arg_get(o, 99, "const", m);
	const char *act = action.kind == V_STR ? vm_cstr(m, action, NULL) : "", *at = NULL, *first;
	int open = list->loose;

	first = o->n && !o->kw[0] && o->v[0].kind == V_STR ? vm_cstr(m, o->v[0], NULL) : NULL;
	if (!first || (action.kind && action.kind != V_STR) || (!list->loose && !all_known(m, list, options)))
		return 0;
	if (*first != '-') {
		int64_t i = open || !is_plain(m, o) ? -1 : positional(m, list, options, nth);
		if (i < 0)
			return 0;
		*out = converted(m, o, list_at(list, i));
		return 1;
	}
	for (int64_t i = list_len(list); i-- > 0;) { /* the last one counts */
		value v = vm_resolve(m, list_at(list, i), o->node);
		const char *s = v.kind == V_STR ? vm_cstr(m, v, NULL) : NULL;
		int is = s ? is_option(m, o, s, &at) : 0;
		open |= !s;
		if (!is)
			continue;
		if (strncmp(act, "store_t", 7) == 0 || strncmp(act, "store_f", 7) == 0)
			*out = v_bool(act[6] == 't');
		else if (strcmp(act, "store_const") == 0)
			*out = set.kind ? set : v_none();
		else if (!is_plain(m, o))
			return 0;
		else
			*out = converted(m, o, is == 2 ? v_strc(m, at) : list_at(list, i + 1).kind ? list_at(list, i + 1) : v_unk(0));
		return 1;
	}
	if (open || is_obj(def, O_EXT) || (def.kind == V_STR && arg_get(o, 99, "type", m).kind != V_UNDEF) || arg_get(o, 99, "dest", m).kind != V_UNDEF)
		return 0;
	*out = def.kind ? def : strncmp(act, "store_t", 7) == 0 || strncmp(act, "store_f", 7) == 0 ? v_bool(act[6] == 'f') : v_none();
	return 1;
}
