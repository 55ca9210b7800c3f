/* str_open.c - see vm.h: methods of strings from outside, of which it is not known what they hold. */
#include "../vm/vm_impl.h"

#include <stdio.h>
#include <string.h>

#include "words.h"

/* An affix test of text from outside: a truth with a name, and evidence. */
static value
affix(vm *m, value self, const char *f, value arg, int end)
{
	const char *p = arg.kind == V_STR ? vm_cstr(m, arg, NULL) : NULL;
	value v = v_unk(0);

	if (p)
		vm_tested(m, self, end ? T_SUFFIX : T_PREFIX, p, strlen(p));
	if (p && !end && vm_other_option(m, self, p))
		return v_bool(0);
	if (p && is_named(self))
		v.sym = vm_idf(m, "%.200s.%s('%.60s')", vm_text(m, self.sym), f, p);
	v.flags = VF_NUMBER;
	if (p && !end && is_named(self))
		vm_means(m, v.sym, self.sym, arg, 1);
	return v;
}

static int
same_text(const char *f)
{
	static const char *const list[] = {"lower", "upper", "strip", "rstrip", "lstrip", "casefold", "title", "c_str", "data", "encode", "decode",
		"str", "string", "removeprefix", "removesuffix", "replace", "split", "partition", "rpartition", "rsplit", "substr", "expanduser"};

	return AS_AMONG(f, list);
}

/* split() and partition(): parts of the same text; how many is not known. */
static value
parts(vm *m, const char *f, value self, value arg, args *a)
{
	const char *sep = arg.kind == V_STR ? vm_cstr(m, arg, NULL) : NULL, *quote = arg.kind == V_STR ? "'" : "";
	int list = strstr(f, "split") != NULL;
	obj *t = list_of(m, list ? O_LIST : O_TUPLE, a->node);
	value hyp = v_unk(0);

	if (vm_hyp(m, self))
		lib_str(m, f, v_strc(m, vm_hyp(m, self)), a, &hyp);
	for (int i = 0; i < 3; i++) {
		char name[200];
		value h = is_obj(hyp, O_LIST) || is_obj(hyp, O_TUPLE) ? list_at(hyp.o, i) : v_unk(0);
		snprintf(name, sizeof name, "%.120s.%s(%s%.10s%s)[%d]", vm_name_of(m, self, "text"), f, quote, sep ? sep : "", quote, i);
		list_add(m, t, vm_part(m, self, name, h));
	}
	t->loose = (uint8_t)list;
	t->self_flags = (uint8_t)list; /* gone through: one will do */
	return v_obj(t);
}

/* substr(from, length) */
static value
part(vm *m, value self, value from, args *a)
{
	value len = arg_get(a, 1, NULL, m), hyp = v_unk(0);
	char name[200], call[80];

	if (from.kind != V_INT || (len.kind != V_INT && len.kind != V_UNDEF)) {
		fact_unparse(m->t, a->node, call, sizeof call);
		snprintf(name, sizeof name, "%.60s: %s", vm_name_of(m, self, "text"), call);
		return vm_part(m, self, name, hyp);
	}
	if (vm_hyp(m, self))
		lib_str(m, "substr", v_strc(m, vm_hyp(m, self)), a, &hyp);
	snprintf(name, sizeof name, len.kind == V_INT ? "%.120s.substr(%lld, %lld)" : "%.120s.substr(%lld)", vm_name_of(m, self, "text"),
	    (long long)from.i, len.kind == V_INT ? (long long)len.i : 0);
	return vm_part(m, self, name, hyp);
}

int
str_open(vm *m, const char *f, value self, args *a, value *out)
{
	static const char *const inside[] = {"find", "rfind", "count", "compare", "contains"};
	static const char *const as_it_is[] = {"c_str", "data", "lower", "strip", "decode"};
	value arg = arg_get(a, 0, NULL, m);

	if (!(self.flags & VF_INPUT))
		return 0;
	if (!m->c && a->n > 1 && (vm_is(f, "startswith") || vm_is(f, "endswith"))) { /* within a part of it */
		*out = v_unk(0);
		return 1;
	}
	if (vm_is(f, "startswith") || vm_is(f, "starts_with") || vm_is(f, "endswith") || vm_is(f, "ends_with")) {
		*out = affix(m, self, *f == 's' ? "startswith" : "endswith", arg, *f == 'e');
		if (is_obj(arg, O_TUPLE))
			for (int64_t i = 0; i < list_len(arg.o); i++)
				affix(m, self, f, vm_resolve(m, list_at(arg.o, i), 0), *f == 'e');
		return 1;
	}
	if (AS_AMONG(f, inside) && arg.kind == V_STR && vm_cstr(m, arg, NULL)) {
		const char *p = vm_cstr(m, arg, NULL);
		vm_tested(m, self, vm_is(f, "compare") ? T_EQUAL : T_INSIDE, p, strlen(p));
		*out = v_unk(is_named(self) ? vm_idf(m, "%.200s.%s('%.60s')", vm_text(m, self.sym), f, p) : 0);
		out->flags = VF_NUMBER;
		return 1;
	}
	if (vm_is(f, "split") || vm_is(f, "rsplit") || vm_is(f, "partition") || vm_is(f, "rpartition")) {
		*out = parts(m, f, self, arg, a);
		return 1;
	}
	if (vm_is(f, "substr") && arg.kind != V_UNDEF) {
		*out = part(m, self, arg, a);
		return 1;
	}
	if (same_text(f)) {
		*out = self; /* a part or a spelling of the same text */
		if (!AS_AMONG(f, as_it_is))
			out->sym = is_named(self) ? vm_idf(m, "%.200s.%s()", vm_text(m, self.sym), f) : 0;
		return 1;
	}
	if (vm_is(f, "empty")) {
		*out = self;
		out->i = 0;
		out->flags = VF_NUMBER | VF_NOT;
		return 1;
	}
	if (vm_is(f, "size") || vm_is(f, "length")) {
		*out = v_unk(0);
		out->flags = VF_NUMBER;
		return 1;
	}
	return 0;
}
