/* lib_string.c - see vm.h: what changes a std::string in place. */
#include "vm.h"

#include <string.h>

static int
is(const char *f, const char *a)
{
	return strcmp(f, a) == 0;
}

/* Where the object of the method call stands; NULL. */
static cell *
object(vm *m, const args *a, const char *f)
{
	const fact_node *x = &m->t->node[a->node];
	cell *c;
	value v;

	if (x->kind != FACT_CALL || x[1].kind != FACT_ATTR || !is(fact_str(m->t, a->node + 1), f) || !a->scope)
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

	if (is(f, "pop_back")) {
		if (!n)
			return with;
		from = n - 1;
		len = 1;
	} else if (is(f, "clear")) {
		from = 0;
		len = n;
	} else if (is(f, "push_back") || (is(f, "append") && a->n == 1)) {
		with = x;
	} else if (is(f, "assign") && a->n == 1) {
		from = 0;
		len = n;
		with = x;
	} else if (is(f, "resize") && x.kind == V_INT && x.i >= 0 && (size_t)x.i <= n) {
		from = (size_t)x.i;
		len = n - from;
	} else if (is(f, "erase") && a->n <= 2 && (!a->n || x.kind == V_INT) && (a->n < 2 || y.kind == V_INT)) {
		from = a->n ? (size_t)x.i : 0;
		len = a->n < 2 ? n : (size_t)y.i;
	} else if (is(f, "insert") && a->n == 2 && x.kind == V_INT) {
		from = (size_t)x.i;
		with = y;
	} else if (is(f, "replace") && a->n == 3 && x.kind == V_INT && y.kind == V_INT) {
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

int
lib_string(vm *m, const char *f, value self, args *a, value *out)
{
	static const char *const list[] = {"pop_back", "push_back", "append", "assign", "clear", "erase", "insert", "replace", "resize"};
	const char *s;
	char name[200];
	size_t n, i = 0;
	cell *c;
	value v;

	while (i < sizeof list / sizeof *list && !is(f, list[i]))
		i++;
	if (i == sizeof list / sizeof *list || (self.kind != V_STR && !(self.kind == V_UNK && self.i)) || !(c = object(m, a, f)))
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
		const char *was = self.sym && !(self.sym >> 31) ? vm_text(m, self.sym) : "text";
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
